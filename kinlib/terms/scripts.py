"""Which writing systems a text uses: by grapheme, as runs, and whether the requested one is there.

Letters are counted, each with its marks as one grapheme (UAX 29: a decomposed Hangul syllable is
one, and so is a Devanagari conjunct). Digits, danda, punctuation and emoji are not. A character
that is common to scripts belongs to the script before it, else to the one after it (UAX 24).

>>> dict(scan("मौसी जी, happy birthday!").shares)
{'Latn': 13, 'Deva': 3}
>>> [(run.script, run.graphemes) for run in runs("मौसी जी, happy birthday!")]
[('Deva', 3), ('Latn', 13)]
"""

import functools
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Literal, NamedTuple

import numpy as np
from fontTools.unicodedata import Scripts, script_name
from fontTools.unicodedata import script as _property
from unicodedata2 import category, name

Presence = Literal["absent", "partial", "full"]

UNKNOWN = "Zyyy"
"""Script of a text all of whose characters are common to scripts."""

_SHARED = frozenset({"Zyyy", "Zinh", "Zzzz"})
_JOINERS = frozenset("\u034f\u200c\u200d")
_FILLERS = frozenset("\u115f\u1160\u3164\uffa0")
"""Letters by their category, but blank: an empty reply may be made of them."""

# A code of one byte for each character: a text is then counted and searched as bytes, which takes
# a tenth of the time. First what is no letter or has no script of its own, then the scripts.
_OTHER, _MARK, _COMMON, _LEADING, _VOWEL, _TRAILING, _FIRST = range(7)
_PLANES = 0x40000
_NAMES = sorted(set(Scripts.VALUES) - _SHARED)
_HANGUL = _FIRST + _NAMES.index("Hang")
_USUAL = frozenset(_FIRST + _NAMES.index(of) for of in ("Deva", "Hang", "Latn", "Taml"))
_USUALLY_THERE = bytes([_OTHER, *_USUAL])
_SYLLABLE = re.compile(
    b"\x03*(?:%(h)b\x04*|\x04+)\x05*|\x03+|\x05+" % {b"h": re.escape(bytes([_HANGUL]))}
)
_CONSONANT = "\u0915-\u0939\u0958-\u095f\u0978-\u097f"
# The look behind stands second, so that the search jumps from one virama to the next.
_CONJUNCT = re.compile(f"\u094d(?<=[{_CONSONANT}\u093c]\u094d)\u200d?(?=[{_CONSONANT}])")
_NO_LETTER = bytes(byte for byte in range(128) if not chr(byte).isalpha())


class Run(NamedTuple):
    """A stretch in one script (ISO 15924), in code points of the raw text, with its letters."""

    script: str
    start: int
    end: int
    graphemes: int


class Word(NamedTuple):
    """A word whose letters are of several scripts, in the order in which they come."""

    text: str
    start: int
    end: int
    scripts: tuple[str, ...]


class CodePoint(NamedTuple):
    """A character of a text: its place, its number as U+0915, name, category and script."""

    place: int
    character: str
    number: str
    name: str
    category: str
    script: str


@dataclass(frozen=True, slots=True)
class Scan:
    """What one look at a text tells.

    Attributes:
        shares: letters with their marks, by script (ISO 15924), the most first.
        mixed: whether a word has letters of several scripts.
    """

    shares: Mapping[str, int]
    mixed: bool

    def presence(self, script: str) -> Presence:
        """Whether the requested script is there.

        Full: every letter is of it; partial: letters of other scripts stand beside it; absent: no
        letter is of it. Its digits and punctuation do not make it present.
        """
        if script not in self.shares:
            return "absent"
        return "partial" if self.shares.keys() - {script, UNKNOWN} else "full"


def scan(text: str) -> Scan:
    """Shares of scripts, and whether words are mixed; fast, for it is done on every reply."""
    if text.isascii():
        letters = len(text.encode("ascii").translate(None, _NO_LETTER))
        return Scan({"Latn": letters} if letters else {}, False)
    codes = _coded(text)
    # Most texts have few scripts, and those are counted without looking for others.
    present = _USUAL if not codes.translate(None, _USUALLY_THERE) else set(codes) - {_OTHER}
    if _COMMON in present:
        found = _from_runs(text)
    else:
        counted = ((_NAMES[code - _FIRST], codes.count(code)) for code in present)
        found = {of: number for of, number in counted if number}
        if "Deva" in found:
            found["Deva"] -= len(_CONJUNCT.findall(text))
    if len(found) < 2:
        return Scan(found, False)
    return Scan(dict(sorted(found.items(), key=_rank)), _mixed(codes))


def runs(text: str) -> tuple[Run, ...]:
    """A text cut where its script changes; the runs cover it exactly."""
    found, start = [], 0
    for of, characters in groupby(_resolved(text)):
        end = start + sum(1 for _ in characters)
        found.append(Run(of, start, end, _graphemes(text[start:end])))
        start = end
    return tuple(found)


def mixed_words(text: str) -> tuple[Word, ...]:
    """Words with letters of several scripts.

    That need not be a fault: a Korean particle after a Latin name makes such a word too.
    """
    found = []
    for start, end in words(text):
        own = [script(c) for c in text[start:end] if is_letter(c)]
        several = tuple(dict.fromkeys(of for of in own if of not in _SHARED))
        if len(several) > 1:
            found.append(Word(text[start:end], start, end, several))
    return tuple(found)


def code_points(text: str) -> tuple[CodePoint, ...]:
    """Every character of a text by itself, with the script it has been given among its neighbours.

    Names and categories are those of the Unicode version of unicodedata2.
    """
    return tuple(
        CodePoint(place, character, f"U+{ord(character):04X}", name(character, ""),
                  category(character), of)
        for place, (character, of) in enumerate(zip(text, _resolved(text), strict=True))
    )  # fmt: skip


def full_name(script: str) -> str:
    """The English name of a script by its ISO 15924 code: Deva is Devanagari."""
    if script == UNKNOWN:
        return "no script of its own"
    return str(script_name(script, script)).replace("_", " ")


def words(text: str) -> Iterator[tuple[int, int]]:
    """Where each unbroken stretch of letters, with their marks and joiners, begins and ends."""
    start = 0
    for inside, characters in groupby(text, _in_word):
        end = start + sum(1 for _ in characters)
        if inside:
            yield start, end
        start = end


@functools.lru_cache(maxsize=65536)
def script(character: str) -> str:
    """Script property of a character by ISO 15924; Zyyy, Zinh: it is common to scripts."""
    return str(_property(character))


@functools.lru_cache(maxsize=65536)
def is_letter(character: str) -> bool:
    """Whether a character is a letter by its general category; the blanks of Hangul are none."""
    return bool(category(character)[0] == "L") and character not in _FILLERS


@functools.lru_cache(maxsize=65536)
def _is_mark(character: str) -> bool:
    return category(character)[0] == "M" or character in _JOINERS


def _in_word(character: str) -> bool:
    return is_letter(character) or _is_mark(character)


def _resolved(text: str) -> list[str]:
    """The script of every character, those common to scripts resolved by their neighbours."""
    found: list[str] = []
    before = ""
    for character in text:
        of = script(character)
        # A mark is never parted from its letter, whatever its own script.
        if of in _SHARED or character in _FILLERS or (before and _is_mark(character)):
            of = before
        found.append(of)
        before = of
    first = next(filter(None, found), UNKNOWN)
    return [of or first for of in found]


def _graphemes(text: str) -> int:
    """Letters of a text of one script, each with its marks."""
    codes = _coded(text)
    return len(codes) - codes.count(_OTHER) - len(_CONJUNCT.findall(text))


def _from_runs(text: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for run in runs(text):
        if run.graphemes:
            found[run.script] = found.get(run.script, 0) + run.graphemes
    return found


def _rank(share: tuple[str, int]) -> tuple[int, str]:
    of, number = share
    return -number, of


def _coded(text: str) -> bytes:
    """One code a letter: marks are gone, and the jamo of a syllable are one."""
    points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    codes = bytes(_table()[points].tobytes()).translate(None, bytes([_MARK]))
    if _LEADING in codes or _VOWEL in codes or _TRAILING in codes:
        codes = _SYLLABLE.sub(bytes([_HANGUL]), codes)
    return codes


def _mixed(codes: bytes) -> bool:
    """Whether letters of two scripts stand side by side."""
    own = np.frombuffer(codes.translate(None, bytes([_COMMON])), np.uint8)
    before, after = own[:-1], own[1:]
    return bool(((before != after) & (before >= _FIRST) & (after >= _FIRST)).any())


@functools.cache
def _table() -> "np.ndarray[Any, np.dtype[np.uint8]]":
    """The code of every code point there is."""
    own = {of: _FIRST + place for place, of in enumerate(_NAMES)}
    sizes = np.diff([*Scripts.RANGES, 0x110000])
    table = np.repeat([own.get(of, _COMMON) for of in Scripts.VALUES], sizes).astype(np.uint8)
    jamo = np.arange(0x1100, 0x1200)
    table[jamo] = np.where(jamo < 0x1160, _LEADING, np.where(jamo < 0x11A8, _VOWEL, _TRAILING))
    # Of the planes above only the variation selectors are in use, and private characters.
    kinds = np.array([category(chr(point))[0] for point in range(_PLANES)])
    table[:_PLANES][kinds != "L"] = _OTHER
    table[:_PLANES][kinds == "M"] = _MARK
    table[_PLANES:] = _OTHER
    table[0xE0100:0xE01F0] = _MARK
    table[[ord(character) for character in _JOINERS]] = _MARK
    table[[ord(character) for character in _FILLERS]] = _OTHER
    return table
