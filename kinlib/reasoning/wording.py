"""Facts in English: one sentence a line, so that a context can be read back without doubt.

`contexts.read` is the inverse.
"""

from collections.abc import Iterable, Mapping, Sequence
from random import Random

from kinlib.reasoning.english import plural
from kinlib.reasoning.family import WORDS, Fact, Family

BY_BLOOD = (
    "Relatives are meant by blood, unless a marriage is asked about; half-brothers and "
    "half-sisters count as brothers and sisters."
)
"""Said in contexts that tell of in-laws: an aunt's husband is no uncle here."""

_MANY = {letter: plural(word) for letter, word in WORDS.items()}
_SEX = {"m": "man", "f": "woman"}


def context(
    family: Family,
    facts: Iterable[Fact],
    chance: Random,
    *,
    ego: int,
    dated: Iterable[int] = (),
    notes: Sequence[str] = (),
) -> str:
    """Facts as sentences in an order of chance, one a line; `notes` stand before them.

    Who is called by no fact has their sex told by a sentence of its own; `dated` people have their
    year of birth told.
    """
    grouped: dict[tuple[int, str], list[str]] = {}
    told, people = set(), {ego: None}
    for subject, letter, other in facts:
        grouped.setdefault((subject, letter), []).append(family.names[other])
        told.add(other)
        people[subject] = people[other] = None
    lines = []
    for (subject, letter), names in grouped.items():
        if len(names) > 1:
            chance.shuffle(names)
        partial = len(names) < len(family.next_of_kin[letter][subject])
        lines += _said(family.names[subject], letter, names, partial=partial)
    for person in dict.fromkeys((*people, *dated)):
        if person not in told and family.sexes[person] in _SEX:
            lines.append(f"{family.names[person]} is a {_SEX[family.sexes[person]]}.")
    for person in dict.fromkeys(dated):
        lines.append(f"{family.names[person]} was born in {family.births[person]}.")
    chance.shuffle(lines)
    return "\n".join((*notes, *lines))


def listed(names: Sequence[str], word: str = "and") -> str:
    """Names in a row: "Ann, Bob and Cem"."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {word} {names[-1]}"


def _said(subject: str, letter: str, names: list[str], *, partial: bool) -> list[str]:
    """The sentences about somebody's relatives of one word, of whom there may be more."""
    if len(names) > 1 and any(", " in name or " and " in name for name in names):
        # A name that looks like a list is told in a sentence of its own.
        return [f"Among {subject}'s {_MANY[letter]} is {name}." for name in names]
    verb = "is" if len(names) == 1 else "are"
    if partial:
        return [f"Among {subject}'s {_MANY[letter]} {verb} {listed(names)}."]
    word = WORDS[letter] if len(names) == 1 else _MANY[letter]
    return [f"{subject}'s {word} {verb} {listed(names)}."]


def pronouns(sex: str) -> Mapping[str, str]:
    """How somebody of this sex is spoken of: who, whom, whose, and the verbs that differ."""
    forms = {
        "m": ("he", "him", "his", "calls", "does"),
        "f": ("she", "her", "her", "calls", "does"),
    }
    words = forms.get(sex, ("they", "them", "their", "call", "do"))
    return dict(zip(("they", "them", "their", "call", "do"), words, strict=True))
