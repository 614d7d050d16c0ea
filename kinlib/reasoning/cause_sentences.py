"""The primary cause of a wrong answer as one sentence for a person, with its evidence."""

from collections.abc import Callable, Mapping, Sequence

from kinlib.kinship.kintype import EITHER, phrase
from kinlib.reasoning.cause_kinds import Cause, Named
from kinlib.reasoning.cause_proofs import (
    goes_beyond,
    miscounts,
    mistaken_sex,
    mistaken_side,
    stops_before,
)
from kinlib.reasoning.cause_question import Question
from kinlib.reasoning.relation_words import kin_types, turned

_MOST = 3  # names that a sentence holds
_WHOSE = {"m": "his", "f": "her"}
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")

Said = Sequence[str]
Persons = Sequence[Named]


def sentence(question: Question, said: Said, cause: Cause, persons: Persons) -> str:
    """Why an answer is wrong, in plain words; `cause` is the primary one."""
    if question.form == "relation":
        return _of_relation(question, said, cause)
    if question.form == "count":
        return _of_count(question, said, cause)
    told = [one.name for one in persons if one.verdict == cause]
    if cause in _OF_ONE:
        return _OF_ONE[cause](question, told[0])
    return _OF_ALL[cause](question, said, persons)


def listed(names: Sequence[str]) -> str:
    """A few names, and how many more there are."""
    shown = list(names[:_MOST])
    if len(names) > _MOST:
        shown.append(f"{len(names) - _MOST} more")
    return " and ".join(filter(None, (", ".join(shown[:-1]), *shown[-1:])))


def _is(names: Sequence[str]) -> str:
    return "is" if len(names) == 1 else "are"


def _ego(question: Question) -> str:
    return f"{question.ego}'s" if question.ego else "the person's"


def _their(question: Question) -> str:
    return _WHOSE.get(question.graph.told.sexes.get(question.ego, ""), "their")


def _steps(letters: str) -> str:
    return f"{_NUMBERS[len(letters)]} step{'s' * (len(letters) > 1)}"


def _who(question: Question, name: str) -> str:
    """Somebody with how they are related to ego, where that is told."""
    if name == question.ego:
        return f"{name}, whom the question is about"
    kin_type = question.kin_type(name)
    return f"{name}, {_ego(question)} {phrase(kin_type)}" if kin_type else name


# People


def _unread(question: Question, said: Said, persons: Persons) -> str:
    several = [(name, owners) for name in said if (owners := question.called(name))]
    if not several:
        return "No answer could be read from the reply."
    name, owners = several[0]
    return f"{name} may be {' or '.join(owners)}: the answer does not say who is meant."


def _hallucinated(question: Question, said: Said, persons: Persons) -> str:
    names = [one.name for one in persons if one.verdict == "hallucinated name"]
    return f"The context tells of nobody called {listed(names)}."


def _default(question: Question, said: Said, persons: Persons) -> str:
    names = [one.name for one in persons if one.verdict == "cultural default"]
    names = list(said) if question.english == frozenset(said) else names
    term, right = " or ".join(question.terms), listed(question.gold)
    if not names:
        return f'Nobody else there is "{term}" in English; by the system\'s rule it means {right}.'
    means = f'{listed(names)} {_is(names)} whom "{term}" means in English'
    return f"{means}; by the system's rule it means {right}."


def _too_many(question: Question, said: Said, persons: Persons) -> str:
    wrong = [name for name in said if name not in question.gold]
    shown = _who(question, wrong[0]) if len(wrong) == 1 else listed(wrong)
    return f"Everybody right is named, but so {_is(wrong)} {shown}."


def _too_few(question: Question, said: Said, persons: Persons) -> str:
    missing = [one.name for one in persons if one.verdict == "missed"]
    shown = _who(question, missing[0]) if len(missing) == 1 else listed(missing)
    if len(missing) == len(question.gold):
        return f"The answer is that there is nobody, but there {_is(missing)} {shown}."
    comma = "," * (len(missing) == 1 and shown != missing[0])
    return f"Nobody wrong is named, but {shown}{comma} {_is(missing)} missing."


def _not_first(question: Question, name: str) -> str:
    births, first = question.graph.told.births, question.gold[0]
    if name in births and first in births:
        return f"{name} was born in {births[name]}, but {first} was born first, in {births[first]}."
    return f"{name} is one of those compared, but {first} was born first."


def _stops(question: Question, name: str) -> str:
    found = stops_before(question, name)
    assert found is not None
    own = phrase(found.line.removesuffix(found.rest))
    return (
        f"{name} is {_ego(question)} {own}: the chain stops {_steps(found.rest)} before "
        f"{_their(question)} {phrase(found.line)}, {found.target}."
    )


def _goes_on(question: Question, name: str) -> str:
    found = goes_beyond(question, name)
    assert found is not None
    return (
        f"{name} is {found.target}'s {phrase(found.rest)}: the chain goes {_steps(found.rest)} "
        f"beyond {_ego(question)} {phrase(found.line)}, {found.target}."
    )


def _mistaken(question: Question, name: str, asked: str | None) -> str:
    assert asked is not None
    own = question.kin_type(name) or asked
    by_key = f", and by the key {name} is none" if own[-1] in EITHER else ""
    return (
        f"{name} is {_ego(question)} {phrase(own)}; the question means {_their(question)} "
        f"{phrase(asked)}{by_key}."
    )


def _other(question: Question, name: str) -> str:
    kin_type = question.kin_type(name)
    if name == question.ego:
        return f"{name} is the person whom the question is about."
    if kin_type is None:
        return f"The context tells of {name}, but not how {name} is related to {question.ego}."
    own = f"{name} is {_ego(question)} {phrase(kin_type)}"
    if question.among(kin_type) and not question.compared:
        return f"{own}, whom the question may mean, but the key does not have {name}."
    return f"{own}; right {_is(question.gold)} {listed(question.gold)}."


_OF_ONE: Mapping[Cause, Callable[[Question, str], str]] = {
    "wrong comparison": _not_first,
    "incomplete chain": _stops,
    "overshoot": _goes_on,
    "wrong sex": lambda question, name: _mistaken(question, name, mistaken_sex(question, name)),
    "wrong side": lambda question, name: _mistaken(question, name, mistaken_side(question, name)),
    "other person in context": _other,
}
_OF_ALL: Mapping[Cause, Callable[[Question, Said, Persons], str]] = {
    "format": _unread,
    "hallucinated name": _hallucinated,
    "cultural default": _default,
    "over-inclusion": _too_many,
    "omission": _too_few,
}


# Numbers and relations


def _of_count(question: Question, said: Said, cause: Cause) -> str:
    given, right = listed(said), question.gold[0]
    if cause == "format":
        return f"{_quoted(said)} is no number." if said else "No number could be read."
    if cause == "over-inclusion":
        return f"The answer leaves open which of {given} it is; right is {right}."
    told = f": {listed(question.targets)}" if question.targets else ""
    by_error = (what for _, number, what in miscounts(question) if str(number) in said)
    what = next((f"; counting {what} gives {given}" for what in by_error), "")
    return f"The answer is {given}, but right is {right}{told}{what}."


_RELATIONS: Mapping[Cause, str] = {
    "cultural default": "is a term for the relative, not the line of blood",
    "over-inclusion": "is more than one relation",
    "coarse term": "can mean other relatives too",
    "incomplete chain": "stops before the end of the line",
    "overshoot": "goes beyond the end of the line",
    "wrong sex": "is the same line to somebody of the other sex",
    "wrong side": "is the same line on the other side",
    "other relation": "is another relation",
}


def _of_relation(question: Question, said: Said, cause: Cause) -> str:
    if cause == "format":
        return f"{_quoted(said)} is no relation." if said else "No relation could be read."
    alters = question.targets or ("The relative",)
    given, what = kin_types(said[0]), _RELATIONS[cause]
    if cause == "other relation" and given and given <= question.meant:
        what = "says more than the key does"
    elif cause == "other relation" and turned(given) & question.meant:
        what = f"is what {question.ego} is to {listed(alters)}, the other way round"
    each = "is" if len(alters) == 1 else "are each"
    right = f"{listed(alters)} {each} {_ego(question)} {question.gold[0]}"
    return f"{_quoted(said)} {what}: {right}."


def _quoted(said: Said) -> str:
    return listed([f'"{text}"' for text in said])
