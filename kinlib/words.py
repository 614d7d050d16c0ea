"""Finding words in running text of any script, bounded by character category alone.

Regular expressions' own word boundary splits syllables of Indic scripts, so it is not used.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from unicodedata2 import category, normalize


class Found(NamedTuple):
    """A term and the place where it stands in the normalised text (code point offsets)."""

    term: str
    start: int
    end: int


def normalised(text: str) -> str:
    """Text as it is compared: composed (NFC) and case-folded. The raw text is never changed."""
    return str(normalize("NFC", normalize("NFC", text).casefold()))


def find(text: str, terms: Iterable[str], *, open_end: bool = False) -> list[Found]:
    """Terms that stand in the text as words of their own, in order; the longest one wins.

    Args:
        text: any text.
        terms: the words or phrases looked for; the text of a `Found` is the term as given.
        open_end: let letters follow the term, as Korean particles and Tamil endings do. A
            combining mark may never follow: it would make another syllable of the last one.
    """
    haystack = normalised(text)
    needles = {normalised(term): term for term in terms if term.strip()}
    taken: list[Found] = []
    for needle in sorted(needles, key=lambda needle: (-len(needle), needle)):
        for start in _starts(haystack, needle):
            end = start + len(needle)
            free = all(end <= found.start or found.end <= start for found in taken)
            if free and _bounded(haystack, start, end, open_end):
                taken.append(Found(needles[needle], start, end))
    return sorted(taken, key=lambda found: found.start)


def _starts(haystack: str, needle: str) -> Iterator[int]:
    start = haystack.find(needle)
    while start >= 0:
        yield start
        start = haystack.find(needle, start + 1)


def _bounded(text: str, start: int, end: int, open_end: bool) -> bool:
    before = category(text[start - 1])[0] if start > 0 else "Z"
    after = category(text[end])[0] if end < len(text) else "Z"
    return before not in "LMN" and after not in ("M" if open_end else "LMN")
