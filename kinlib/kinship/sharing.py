"""When two kin types of a list have one term (kinship-systems.md S16)."""

import re
from collections.abc import Callable, Mapping
from typing import Literal, get_args

from kinlib.kinship.kintype import EgoSex
from kinlib.kinship.terminology import Entry, Terminology, letters

Treatment = Literal["corrected", "folded", "strict"]
Slots = Mapping[tuple[str, str], frozenset[str]]  # age mark and whose age -> words

_FOLD = str.maketrans("cgqdbzxveyo", "kkktpsswiiu")
_H_AFTER_VOWEL = re.compile(r"(?<=[aiu])h")
_DOUBLED = re.compile(r"(.)\1+")


def slots(terminology: Terminology, treatment: Treatment) -> dict[tuple[EgoSex, str], Slots]:
    """The words to compare, by ego's sex and kin type, and by age mark.

    "corrected" leaves out `corrections`.
    """
    spell: Callable[[str], str] = letters if treatment == "strict" else _folded
    wrong = corrections(terminology) if treatment == "corrected" else ()
    found: dict[tuple[EgoSex, str], dict[tuple[str, str], frozenset[str]]] = {}
    for entry in terminology.entries:
        if entry not in wrong:
            cell = found.setdefault((entry.ego, entry.kin_type), {})
            slot = entry.mark, entry.marked
            cell[slot] = cell.get(slot, frozenset()) | {spell(word) for word in entry.words}
    return dict(found)


def corrections(terminology: Terminology) -> tuple[Entry, ...]:
    """What "corrected" leaves out: woman-speaking BD and man-speaking FBeS in Morgan's lists.

    S16 drops both from his North American lists, where Kinbank often has them wrong. Rows do not
    say where a language is at home; a list of Morgan's is taken for one if woman-speaking BD
    repeats the man-speaking word, which of the 31 documented lists the North American ones do.
    """
    own, repeated = (
        {_folded(word) for word in terminology.words(ego, "BD")} for ego in get_args(EgoSex)
    )
    if not terminology.morgan or own.isdisjoint(repeated):
        return ()
    wrong = {("f", "BD", "e"), ("f", "BD", "y"), ("f", "BD", ""), ("m", "FBS", "e")}
    return tuple(
        entry
        for entry in terminology.entries
        if (entry.ego, entry.kin_type, entry.mark) in wrong
        and (entry.marked == "alter" or entry.kin_type == "BD")
    )


def share_term(one: Slots, other: Slots) -> bool | None:
    """Whether two kin types have one term; None if no slots can be compared (S16).

    Slots of like age mark are compared, an unmarked one with any; if there are none, slots marked
    elder with elder and younger with younger whoever the mark is on. The types have one term if at
    least half of the slots compared share a word.
    """
    pairs = [(a, b) for a in one for b in other if a == b or not a[0] or not b[0]]
    pairs = pairs or [(a, b) for a in one for b in other if a[0] == b[0]]
    if not pairs:
        return None
    return 2 * sum(not one[a].isdisjoint(other[b]) for a, b in pairs) >= len(pairs)


def _folded(word: str) -> str:
    """Folded spelling (S16): c g q -> k ..., h after a vowel dropped, doubled letters single."""
    return _DOUBLED.sub(r"\1", _H_AFTER_VOWEL.sub("", letters(word).translate(_FOLD)))
