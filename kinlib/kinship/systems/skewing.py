"""Crow and Omaha: Lounsbury's rewriting rules, type I and the variant III (S8, S9).

Lounsbury (1964a) reduces a path by skewing, merging and the half-sibling rule until none applies;
what is left names the class. Omaha is Crow with the sexes exchanged, so there is one set of rules,
written for Crow: Omaha's paths are mirrored on the way in and back on the way out.
"""

import re
from collections.abc import Iterator
from typing import Literal

from kinlib.kinship.kintype import (
    ACROSS,
    DOWN,
    SEX,
    SPOUSE,
    EgoSex,
    Rewriting,
    generation,
    phrase,
    rewritings,
)
from kinlib.kinship.systems.path import Trace, is_lineal, lineal_class, note, ups

Variant = Literal["I", "III"]

_MIRROR = str.maketrans("FMBZSDHW", "MFZBDSWH")
_OTHER: dict[EgoSex, EgoSex] = {"m": "f", "f": "m"}
_RESIDUE = {"B": "MB", "Z": "FZ"}


def crow(letters: str, ego: EgoSex, trace: Trace = None, variant: Variant = "I") -> str:
    """The path that is left when no rule of Lounsbury's applies any more, matrilineal skewing."""
    return _reduce(letters, ego, trace, variant, mirrored=False)


def omaha(letters: str, ego: EgoSex, trace: Trace = None, variant: Variant = "I") -> str:
    """The path that is left when no rule of Lounsbury's applies any more, patrilineal skewing."""
    return _reduce(letters, ego, trace, variant, mirrored=True)


def mirror(letters: str) -> str:
    """The path with all sexes exchanged: FZS becomes MBD."""
    return letters.translate(_MIRROR)


def residue_class(letters: str, ego: EgoSex, trace: Trace = None) -> str:
    """Class of a reduced path without spouse links, in either system: F, G2+m, MB, FZ, XS ..."""
    level, sex = generation(letters), SEX[letters[-1]]
    if is_lineal(letters):
        found, why = lineal_class(level, sex), "only lineal steps are left"
    elif len(letters) == 1:
        found, why = letters, "a sibling is left"
    elif letters[-1] in ACROSS:
        if level == 1:
            found, why = _RESIDUE[letters[-1]], f"{phrase(letters)} is left"
        else:
            found = lineal_class(level, sex)
            why = f"a sibling of an ancestor {level} generations up counts as a grandparent"
    elif ups(letters) == 0 and level == -1:
        found, why = ("XS" if sex == "m" else "XD"), "a child of ego's sibling of the other sex"
    elif ups(letters) == 0:
        found = lineal_class(level, sex)
        why = f"a descendant {-level} generations down counts as a grandchild"
    else:
        raise AssertionError(f"Lounsbury's rules left {letters} ({ego})")
    return note(trace, "residue", letters, found, why)


def uses(letters: str, ego: EgoSex, variant: Variant = "I") -> Iterator[Rewriting]:
    """Every use of a Crow rule on this path: skewing, merging, their reciprocals, and S2's table.

    S2's table holds the half-sibling rule, and the step-kin rules for spouses (FW counts as M).
    """
    last = len(letters) - 1
    for at, letter in enumerate(letters):
        if letter not in ACROSS:
            continue
        before = letters[at - 1] if at else ""
        linking = SEX[before] if before else ego
        after = letters[at + 1] if at < last else ""
        if before == "M" and letter == "B" and (after or variant == "III"):
            whose = phrase(letters[at - 2]) if at > 1 else "ego"
            how = "as a link " if after else ""
            why = f"the {whose}'s mother's brother {how}counts as a brother of the {whose}"
            yield Rewriting("skewing", at - 1, 2, "B", why.replace("the ego", "ego"))
        excluded = not before and variant == "I"
        if letter == "Z" and linking == "m" and after and after in DOWN and not excluded:
            new = "B" if SEX[after] == "m" else "Z"
            why = f"a man's sister's {phrase(after)} counts as his {phrase(new)}"
            yield Rewriting("skewing, reciprocal", at, 2, new, why)
        if linking == SEX[letter]:
            own = not before or before in SPOUSE  # ego, or a spouse who must stay one
            if after and not (after in SPOUSE and own):
                person = phrase(before) if before else "man" if ego == "m" else "woman"
                why = f"a {person}'s {phrase(letter)} as a link counts as that {person}"
                yield Rewriting("merging", at, 1, "", why)
            elif not after and not own:
                why = f"a {phrase(before)}'s {phrase(letter)} counts as the {phrase(before)}"
                yield Rewriting("merging, reciprocal", at, 1, "", why)
    yield from rewritings(letters, ego)


def _reduce(letters: str, ego: EgoSex, trace: Trace, variant: Variant, *, mirrored: bool) -> str:
    if mirrored:
        letters, ego = mirror(letters), _OTHER[ego]
    while found := next(uses(letters, ego, variant), None):
        after = found.apply(letters)
        if trace is not None:
            shown = (mirror(letters), mirror(after)) if mirrored else (letters, after)
            note(trace, found.rule, *shown, _exchanged(found.why) if mirrored else found.why)
        letters = after
    return mirror(letters) if mirrored else letters


_WORDS = {
    **{"mother": "father", "brother": "sister", "son": "daughter", "man": "woman"},
    **{"his": "her", "husband": "wife"},
}
_EXCHANGE = {**_WORDS, **{new: old for old, new in _WORDS.items()}}
_WORD = re.compile("[a-z]+")


def _exchanged(why: str) -> str:
    """The sentence with the sexes exchanged."""
    return _WORD.sub(lambda word: _EXCHANGE.get(word[0], word[0]), why)
