"""Text as it is compared, with every place in it traced back to the raw text.

Compared is NFKC without case, invisible characters and the marks that writers of Hindi use freely:
nukta is dropped, chandrabindu and half nasals before a stop become anusvara.
"""

import functools
import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from unicodedata2 import category, normalize

_INVISIBLE = (
    "\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufe00-\ufe0f"
    "\ufeff\U000e0100-\U000e01ef"
)
_FOLDED = re.compile(
    f"[{_INVISIBLE}\u093c]+"
    # A half nasal before a stop: नन्दोई is नंदोई. The nasals of a doubled letter (अन्ना) stay.
    f"|[\u0919\u091e\u0923\u0928]\u093c?\u094d[{_INVISIBLE}]*"
    "(?=[\u0915-\u0918\u091a-\u091d\u091f-\u0922\u0924-\u0927\u092a-\u092d])"
    f"|\u092e\u094d[{_INVISIBLE}]*(?=[\u092a-\u092d])"
)
_NASAL = re.compile("[\u0919\u091e\u0923\u0928\u092e]")
_ANUSVARA = "\u0902"
# Chandrabindu, and letters that NFC composes with a nukta.
_SAME_LENGTH = {"\u0901": _ANUSVARA, "\u0929": "\u0928", "\u0931": "\u0930", "\u0934": "\u0933"}
# What normalisation leaves alone, so that most texts need not go through it: ASCII, Devanagari and
# Tamil but for what composes or is reordered, syllables, dashes and quotes, symbols and emoji.
_STABLE = (
    "\t\n\r -@\\[-~\u0900-\u0928\u092a-\u0930\u0932\u0933\u0935-\u0939\u093d-\u0950\u0960-\u0970"
    "\u0b82-\u0b91\u0b93-\u0bc5\u0bc8-\u0bd6\u0be6-\u0bfa\uac00-\ud7a3\u2013\u2014\u2018\u2019\u201c"
    "\u201d\u2022\u2600-\u27bf\U0001f300-\U0001f64f\U0001f680-\U0001faff"
)
_PLAIN = re.compile(
    f"(?:[{_STABLE}]++|[\u0bc6\u0bc7](?![\u0bbe\u0bd7])|\u0b92(?!\u0bd7)"
    "|(?<=[\u0915-\u0927\u092a-\u092f\u0932\u0935-\u0939])\u093c(?!\u093c))*+"
)
# All else with the letter before it, and marks after it, which it may compose with.
_ODD = re.compile(f".?[^{_STABLE}]+[\u0900-\u0903\u093e-\u094d\u0bbe-\u0bcd\u0bd7]*", re.DOTALL)


class Edit(NamedTuple):
    """Where a stretch of text was before a change, and where it is after it."""

    before: int
    before_end: int
    after: int
    after_end: int


@dataclass(frozen=True, slots=True)
class Normalised:
    """A text as compared; `raw` is as received, `stages` the changes of length, first to last."""

    raw: str
    text: str
    stages: tuple[tuple[Edit, ...], ...]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Where text[start:end] (not empty) stands in `raw`, with the marks on its last letter."""
        first, last = self._place(start)[0], self._place(end - 1)[1]
        while last < len(self.raw) and _trails(self.raw[last]):
            last += 1
        return first, last

    def _place(self, at: int) -> tuple[int, int]:
        span = at, at + 1
        for edits in reversed(self.stages):
            span = _before(edits, span[0])[0], _before(edits, span[1] - 1)[1]
        return span


@functools.lru_cache(maxsize=4096)
def _trails(character: str) -> bool:
    """Whether a character is drawn with the one before it: left of none when text is cut."""
    return category(character) in ("Mn", "Mc", "Me")


def _before(edits: tuple[Edit, ...], at: int) -> tuple[int, int]:
    index = bisect_right(edits, at, key=lambda edit: edit.after) - 1
    if index < 0:
        return at, at + 1
    edit = edits[index]
    if at < edit.after_end:
        return edit.before, edit.before_end
    back = edit.before_end + at - edit.after_end
    return back, back + 1


@functools.lru_cache(maxsize=8)  # a reply is matched, screened and read, one after the other
def normalised(text: str) -> Normalised:
    """A text as it is compared. What comes out goes in again unchanged."""
    stages: list[tuple[Edit, ...]] = []
    now = text
    while True:
        composed, edits, plain = _composed(now)
        if edits:
            stages.append(edits)
        for old, new in _SAME_LENGTH.items():
            composed = composed.replace(old, new)
        folded, edits = _fold(composed)
        if edits:
            stages.append(edits)
        # What one pass made of other than plain text may be foldable again (a mark stood twice).
        if plain or folded == now:
            return Normalised(text, folded, tuple(stages))
        now = folded


def key(text: str) -> str:
    """A form as compared, without its place in any text."""
    return normalised(text).text


def _composed(text: str) -> tuple[str, tuple[Edit, ...], bool]:
    """NFKC without case (Unicode's toNFKC_Casefold but for what is invisible).

    Also whether the text was plain: then one folding is all that it needs.
    """
    if text.isascii():
        return text.lower(), (), True
    lower = text.casefold()
    # Folding never shortens, so equal length means one character for each.
    if len(lower) == len(text) and _is_plain(lower):
        return lower, (), True
    if len(lower) == len(text):
        text = lower
    parts: list[str] = []
    edits: list[Edit] = []
    at = before = 0
    for odd in _ODD.finditer(text):
        parts.append(text[before : odd.start()])
        at, before = at + odd.start() - before, odd.start()
        for part in _segments(odd.group()):
            new = _folded(part)
            if len(new) != len(part) or len(part) > 1:
                edits.append(Edit(before, before + len(part), at, at + len(new)))
            parts.append(new)
            at, before = at + len(new), before + len(part)
    made, whole = "".join([*parts, text[before:]]), _folded(text)
    if made != whole:  # composition across what was thought a border: one coarse edit
        return whole, (Edit(0, len(text), 0, len(whole)),), False
    return whole, tuple(edits), False


def _folded(text: str) -> str:
    return str(normalize("NFKC", normalize("NFKC", text).casefold()))


def _is_plain(text: str) -> bool:
    return _PLAIN.fullmatch(text) is not None


def _segments(text: str) -> Iterator[str]:
    """Stretches that normalisation does not look beyond: a base with what composes with it."""
    start = 0
    for at in range(1, len(text)):
        if _begins(text[at]):
            yield text[start:at]
            start = at
    if text:
        yield text[start:]


@functools.lru_cache(maxsize=65536)
def _begins(character: str) -> bool:
    first = normalize("NFKD", character)[0]
    # Hangul vowels and finals compose with the syllable before them.
    return category(first)[0] != "M" and not "\u1160" <= first <= "\u11ff"


def _fold(text: str) -> tuple[str, tuple[Edit, ...]]:
    if not _FOLDED.search(text):
        return text, ()
    parts, edits, at, before = [], [], 0, 0
    for found in _FOLDED.finditer(text):
        new = _ANUSVARA if _NASAL.match(found.group()) else ""
        parts += [text[before : found.start()], new]
        at += found.start() - before
        edits.append(Edit(found.start(), found.end(), at, at + len(new)))
        at, before = at + len(new), found.end()
    return "".join([*parts, text[before:]]), tuple(edits)
