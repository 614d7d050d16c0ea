"""Where two texts part, counted in characters as people see them."""

from dataclasses import dataclass
from itertools import pairwise

from unicodedata2 import category

_BEFORE, _AFTER = 12, 40
"""Characters of an excerpt before and after the place."""

_JOINER = "\u200d"
_JOINING = frozenset(f"\u200c{_JOINER}")
_VIRAMA = "\u094d"
_TONES = range(0x1F3FB, 0x1F400)


@dataclass(frozen=True)
class Difference:
    """The first place where two texts part.

    Attributes:
        place: number of the character, from 1; a letter counts with its marks.
        then: excerpt of the first text around it; without … where the text begins or ends.
        now: excerpt of the other.
    """

    place: int
    then: str
    now: str


def first(then: str, now: str) -> Difference | None:
    """The first difference of two texts; None: they are the same, code point by code point."""
    if then == now:
        return None
    one, two = graphemes(then), graphemes(now)
    pairs = enumerate(zip(one, two, strict=False))
    place = next((at for at, (a, b) in pairs if a != b), min(len(one), len(two)))
    return Difference(place + 1, _excerpt(one, place), _excerpt(two, place))


def graphemes(text: str) -> list[str]:
    """A text cut into characters as people see them.

    By the rules of UAX 29 that matter for our languages: marks and joiners stay with their letter,
    and so do a Devanagari consonant after a virama, Hangul jamo of a syllable, and what an emoji is
    joined with.
    """
    starts = [at for at in range(len(text)) if not (at and _goes_on(text, at))]
    return [text[start:end] for start, end in pairwise([*starts, len(text)])]


def _goes_on(text: str, at: int) -> bool:
    """Whether a character belongs to the one before it."""
    before, character = text[at - 1], text[at]
    if character.isascii():
        return before == "\r" and character == "\n"
    of = category(character)[0]
    if of == "M" or character in _JOINING or ord(character) in _TONES:
        return before not in "\r\n"
    if "\u1160" <= character <= "\u11ff":
        return "\u1100" <= before <= "\u11ff" or "\uac00" <= before <= "\ud7a3"
    if "\u0915" <= character <= "\u097f" and of == "L":
        return text[max(0, at - 2) : at].rstrip("".join(_JOINING)).endswith(_VIRAMA)
    return before == _JOINER and of == "S"


def _excerpt(text: list[str], place: int) -> str:
    start, end = max(0, place - _BEFORE), place + _AFTER
    head, tail = "…" if start else "", "…" if end < len(text) else ""
    return head + "".join(text[start:end]) + tail
