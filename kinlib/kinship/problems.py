"""What keeps people from being a genealogy at all: an input of `Genealogy.build`."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from kinlib.kinship.findings import Finding, Kind

if TYPE_CHECKING:
    from kinlib.kinship.genealogy import Person, Union

_Problem = tuple[Kind, tuple[str, ...], str]


def problems(people: Sequence["Person"], unions: Iterable["Union"] = ()) -> list[str]:
    """What keeps these people from being a genealogy, one phrase each; empty if nothing does.

    Looks for ids used twice, parents, adopters and partners nobody has the id of, unions of one
    person, and people who would be their own ancestor, by birth or adoption; of a long circle of
    ancestors the first and last are named.
    """
    return [_shortened(phrase) for _, _, phrase in _problems(people, unions)]


def impossible(people: Sequence["Person"], unions: Iterable["Union"] = ()) -> list[Finding]:
    """The same as findings, each with all people concerned."""
    return [
        Finding(kind, ids, f"{'The' + text[3:] if text.startswith('the ') else text}.")
        for kind, ids, text in _problems(people, unions)
    ]


def _problems(people: Sequence["Person"], unions: Iterable["Union"]) -> Iterator[_Problem]:
    names: dict[str, str] = {}
    for person in people:
        if person.id in names:
            yield (
                "id used twice",
                (person.id,),
                f"the id {person.id!r} is used twice ({person.name})",
            )
        names[person.id] = person.name
    known = {None, *names}
    for person in people:
        father, mother = person.father, person.mother
        # Most people of a large genealogy are past these few comparisons without more ado.
        if father not in known or mother not in known or father == mother or person.adopters:
            yield from _of_one(person, names)
    for union in unions:
        both = tuple(i for i in dict.fromkeys((union.a, union.b)) if i in names)
        for partner in (union.a, union.b):
            if partner not in names:
                text = f"the union of {union.a!r} and {union.b!r} names {partner!r}, missing"
                yield "unknown person", both, text
        if union.a == union.b:
            text = f"{names.get(union.a, union.a)} ({union.a}) is in a union with themselves"
            yield "union with oneself", both, text
    for cycle in _cycles(people):
        path = " > ".join(f"{names[i]} ({i})" for i in cycle)
        text = f"{names[cycle[0]]} would be their own ancestor: {path}"
        yield "own ancestor", tuple(cycle[:-1]), text


def _shortened(phrase: str) -> str:
    steps = phrase.split(" > ")
    return " > ".join([*steps[:3], "…", *steps[-2:]] if len(steps) > 6 else steps)


def _of_one(person: "Person", names: dict[str, str]) -> Iterator[_Problem]:
    """Problems of the people one person names as kin."""
    who = f"{person.name} ({person.id})"
    kin = [("father", person.father), ("mother", person.mother)]
    kin += [("adoptive parent", adopter) for adopter in person.adopters]
    for role, other in kin:
        if other is not None and other not in names:
            yield "unknown person", (person.id,), f"the {role} of {who}, {other!r}, is missing"
    if person.father is not None and person.father == person.mother:
        text = f"{who} has one person as father and mother"
        ids = (person.id, person.father) if person.father in names else (person.id,)
        yield "one person as both parents", ids, text


def _cycles(people: Sequence["Person"]) -> list[list[str]]:
    """Loops of descent or adoption, each as ids from a person up to the same person again."""
    parents = {
        p.id: [q for q in (p.father, p.mother, *p.adopters) if q is not None]
        for p in _unsettled(people)
    }
    state: dict[str, bool] = {}  # False while on the path being walked, True when done
    found = []
    for root in parents:
        if root in state:
            continue
        state[root] = False
        path = [root]
        stack = [iter(parents[root])]
        while stack:
            for parent in stack[-1]:
                if parent not in parents:
                    continue
                if parent not in state:
                    state[parent] = False
                    path.append(parent)
                    stack.append(iter(parents[parent]))
                    break
                if not state[parent]:
                    found.append([*path[path.index(parent) :], parent])
            else:
                stack.pop()
                state[path.pop()] = True
    return found


def _unsettled(people: Sequence["Person"]) -> Sequence["Person"]:
    """Who may be in a loop: all but those whose ancestors are found to end somewhere.

    One pass settles everybody if parents stand before their children, as in most files; passes go
    on while they settle a tenth of the rest, so that odd orders do not cost more than the search.
    """
    open_ids = {person.id for person in people}
    if len(open_ids) < len(people):
        return people  # an id used twice: nobody can be told to be settled
    rest, before = people, len(people) + 1
    while rest and len(rest) < before:
        before = len(rest) - len(rest) // 10
        waiting = []
        for person in rest:
            if (
                person.father in open_ids
                or person.mother in open_ids
                or (person.adopters and not open_ids.isdisjoint(person.adopters))
            ):
                waiting.append(person)
            else:
                open_ids.discard(person.id)
        rest = waiting
    return rest
