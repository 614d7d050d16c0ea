"""What the told facts prove of somebody who is named, or of a number that is given."""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from kinlib.kinship.kintype import EITHER, SPOUSE
from kinlib.reasoning.cause_kinds import Cause
from kinlib.reasoning.cause_question import Question
from kinlib.reasoning.told_graph import readings

_TURNED = str.maketrans("FMBZSDHW", "MFZBDSWH")


class Reach(NamedTuple):
    """The line from ego to a target, and the steps between the target and somebody else on it."""

    target: str
    line: str
    rest: str


def other_sex(kin_type: str) -> str:
    """The same line to somebody of the other sex."""
    return kin_type[:-1] + kin_type[-1].translate(_TURNED)


def other_side(kin_type: str) -> str:
    """The same line over the other parent; unchanged where it does not go on from one."""
    if len(kin_type) < 2 or kin_type[0] not in "FM":
        return kin_type
    return kin_type[0].translate(_TURNED) + kin_type[1:]


def stops_before(question: Question, name: str) -> Reach | None:
    """The nearest target that a line from ego reaches over somebody."""
    return min(_stops(question, name), key=lambda reach: len(reach.rest), default=None)


def _stops(question: Question, name: str) -> Iterator[Reach]:
    for target, lines in question.lines.items():
        for kin_type in sorted(lines):
            between = question.graph.between(question.ego, kin_type, target)
            for place, names in enumerate(between, 1):
                if name in names:
                    yield Reach(target, kin_type, kin_type[place:])


def goes_beyond(question: Question, name: str) -> Reach | None:
    """The last target over whom a shortest line from ego to somebody goes.

    Beyond a target lie relatives by blood, and their spouses: an uncle's wife's sister is not.
    """
    targets = frozenset(question.targets)
    for kin_type in sorted(question.kin.get(name, ())):
        reached = question.graph.walk((question.ego,), kin_type)
        for place in range(len(kin_type) - 1, 0, -1):
            if not set(SPOUSE).isdisjoint(kin_type[place:-1]):
                break
            if not question.among(kin_type[:place]):
                continue  # a cousin reached as the wife
            for target in sorted(reached[place] & targets):
                if name in question.graph.walk((target,), kin_type[place:])[-1]:
                    return Reach(target, kin_type[:place], kin_type[place:])
    return None


def mistaken_sex(question: Question, name: str) -> str | None:
    """The kin type meant that somebody would be of if they were of the other sex."""
    return _mistaken(question, question.kin.get(name, ()), other_sex)


def mistaken_side(question: Question, name: str) -> str | None:
    """The kin type meant that somebody would be of on ego's other side."""
    known = (k for k in question.kin.get(name, ()) if k[0] not in EITHER)
    return _mistaken(question, known, other_side)


def _mistaken(
    question: Question, kin_types: Iterable[str], turned: Callable[[str], str]
) -> str | None:
    # Of two siblings of unknown sex, the one whom the key of "sisters" leaves out is a brother.
    found = {turned(one) for kin_type in kin_types for one in readings(kin_type) - question.meant}
    return min(found & question.meant, default=None)


def miscounts(question: Question) -> Iterator[tuple[Cause, int, str]]:
    """What a number would be by an error, and in words what it counts."""
    right = {name for name, of in question.kin.items() if any(map(question.among, of))}
    other_sexes = {n for n in question.kin.keys() - right if mistaken_sex(question, n)}
    other_sides = {n for n in question.kin.keys() - right if mistaken_side(question, n)}
    if other_sexes:
        yield "wrong sex", len(other_sexes), "those of the other sex"
        yield "over-inclusion", len(right | other_sexes), "both sexes"
    if other_sides:
        yield "wrong side", len(other_sides), "those on the other side"
        yield "over-inclusion", len(right | other_sides), "both sides"
    for length in range(max(map(len, question.meant), default=1) - 1, 0, -1):
        starts = {kin_type[:length] for kin_type in question.meant if len(kin_type) > length}
        earlier = {
            name for name, of in question.kin.items()
            if any(not readings(kin_type).isdisjoint(starts) for kin_type in of)
        }  # fmt: skip
        if earlier - right:
            yield "incomplete chain", len(earlier), "people earlier on the line"
    beyond = {
        name for name, of in question.kin.items()
        if name not in right and any(len(k) > 1 and question.among(k[:-1]) for k in of)
    }  # fmt: skip
    if beyond:
        yield "overshoot", len(beyond), "people one step further on"
