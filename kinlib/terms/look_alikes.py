"""Characters that stand for others which look the same: a search for the word misses them.

The pairs are those of Unicode's confusables (UTS 39) that writers of these scripts meet: letters
of Latin, Greek and Cyrillic; Tamil digits drawn as letters; vowels and punctuation of Devanagari.
"""

import functools
import re
from collections import Counter
from collections.abc import Iterator
from typing import Literal, NamedTuple

from unicodedata2 import category, normalize

from kinlib.terms.scripts import is_letter, script, words

Kind = Literal[
    "letter of another script",
    "compatibility letter",
    "vowel in two parts",
    "bar for danda",
    "colon for visarga",
    "Tamil digit for letter",
]

_LIKE_LATIN = {
    **dict(zip("ЅІЈАВЕКМНОРСТУХЬаеорсухѕіјѵҮһӀӏԁԌԛԜԝ", "SIJABEKMHOPCTYXbaeopcyxsijvYhlldGqWw",
               strict=True)),
    **dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹαγινορυϲϳ", "ABEZHIKMNOPTYXCayivopucj", strict=True)),
}  # fmt: skip
_FOREIGN = re.compile(f"[{''.join(_LIKE_LATIN)}]")
_TAMIL = dict(zip("௧௨௪௭௮௰", "கஉசஎஅய", strict=True))
_TAMIL_DIGIT = re.compile("(?<=[\u0b85-\u0bcd])[௧௨௪௭௮௰]|[௧௨௪௭௮௰](?=[\u0b85-\u0bcd])")
_VOWELS = {"अाे": "ओ", "अाै": "औ", "अा": "आ", "अॉ": "ऑ", "एे": "ऐ", "एॅ": "ऍ", "र्इ": "ई"}
_VOWEL = re.compile("|".join(_VOWELS))
# A bar that opens a line is that of a table.
_BAR = re.compile(r"(?<=[\u0904-\u0939\u093e-\u094d\u0958-\u0961])[ \u00a0]?([|｜]+)(?=\s|$)")
_COLON = re.compile("(?<=[\u0904-\u0939\u093e-\u094c\u0958-\u0961]):(?=[\u0904-\u0939])")
_COMPATIBILITY = frozenset(
    chr(point)
    for first, last in ((0x2100, 0x214F), (0xFF21, 0xFFDC), (0x1D400, 0x1D7FF))
    for point in range(first, last + 1)
    if category(chr(point))[0] == "L" and normalize("NFKC", chr(point)) != chr(point)
)
# Two sets, since one that reaches beyond U+FFFF is searched slowly.
_SUSPECTS = _COMPATIBILITY.union(_LIKE_LATIN, _TAMIL, "|｜")
_LOW = re.compile(f"[{re.escape(''.join(sorted(c for c in _SUSPECTS if c < chr(0x10000))))}]")
_HIGH = re.compile("[\U0001d400-\U0001d7ff]")


class LookAlike(NamedTuple):
    """Characters that look like `like`, in code points of the raw text."""

    text: str
    start: int
    end: int
    like: str
    kind: Kind


def look_alikes(text: str) -> tuple[LookAlike, ...]:
    """Every character of a text that is likely meant as another one, in order."""
    if text.isascii() or _is_plain(text):
        return ()
    found = [*_foreign(text), *_compatibility(text), *_indic(text)]
    return tuple(sorted(found, key=lambda one: one.start))


def _is_plain(text: str) -> bool:
    """Whether there is nothing to look for, which is quickly seen."""
    if _LOW.search(text) or _HIGH.search(text) or (":" in text and _COLON.search(text)):
        return False
    for vowel in _VOWELS:  # noqa: SIM110 (a loop is faster, and on the way of every reply)
        if vowel in text:
            return False
    return True


def _foreign(text: str) -> Iterator[LookAlike]:
    """Letters of Latin, Greek and Cyrillic in a word that is mostly of another of the three."""
    if not _FOREIGN.search(text):
        return
    for start, end in words(text):
        names = [script(c) for c in text[start:end]]
        if len(set(names)) < 2:
            continue
        own = Counter(name for name, c in zip(names, text[start:end], strict=True) if is_letter(c))
        main = max(own, key=own.__getitem__, default="")
        if len(own) < 2 or main not in ("Latn", "Grek", "Cyrl"):
            continue
        for at, name in enumerate(names, start):
            if name != main and (like := _as(text[at], name, main)):
                yield LookAlike(text[at], at, at + 1, like, "letter of another script")


@functools.lru_cache(maxsize=4096)
def _as(character: str, own: str, wanted: str) -> str:
    """The letter of the wanted script that looks like one of another; empty: none does."""
    latin = character if own == "Latn" else _LIKE_LATIN.get(character, "")
    if wanted == "Latn":
        return latin
    same = (c for c, like in _LIKE_LATIN.items() if like == latin and script(c) == wanted)
    return next(same, "")


def _compatibility(text: str) -> Iterator[LookAlike]:
    """Letters of full and half width, and mathematical ones."""
    for pattern in (_LOW, _HIGH):
        for one in pattern.finditer(text):
            if one.group() in _COMPATIBILITY:
                like = str(normalize("NFKC", one.group()))
                yield LookAlike(*_place(one), like, "compatibility letter")


def _indic(text: str) -> Iterator[LookAlike]:
    for one in _TAMIL_DIGIT.finditer(text):
        yield LookAlike(*_place(one), _TAMIL[one.group()], "Tamil digit for letter")
    for one in _VOWEL.finditer(text):
        yield LookAlike(*_place(one), _VOWELS[one.group()], "vowel in two parts")
    for one in _BAR.finditer(text):
        line = text.rfind("\n", 0, one.start()) + 1
        if text[line : line + 9].lstrip().startswith("|"):
            continue
        like = "।" if len(one.group(1)) == 1 else "॥"
        yield LookAlike(*_place(one, 1), like, "bar for danda")
    for one in _COLON.finditer(text):
        yield LookAlike(*_place(one), "ः", "colon for visarga")


def _place(found: re.Match[str], group: int = 0) -> tuple[str, int, int]:
    return found.group(group), found.start(group), found.end(group)
