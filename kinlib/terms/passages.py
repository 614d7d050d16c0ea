"""A reply cut into passages and sentences, and which of them are the message that was asked for.

Replies hold more than the message: an opening word, a question back, a note, a translation. What
stands outside the message speaks to the one who asked, not to the relative.
"""

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from kinlib.terms.normalising import key

# A line that opens with a bracket begins a passage of its own.
_BREAK = re.compile(r"\n[^\S\n]*\n\s*|\n[^\S\n]*[-*=_]{3,}[^\S\n]*\n\s*|\n[^\S\n]*(?=[*_]{0,3}\()")
_END = ".?!\u0964\u0965\uff1f\uff01\u3002\u2026"
_SENTENCE = re.compile(rf"[^{_END}\n]+[{_END}]*[\"'\u201d\u2019)\]*_]*")
_ASKS = re.compile(r"[?\uff1f][\"'\u201d\u2019)\]*_!.\s]*$")
_LABELLED = re.compile(
    r"\W*(?:note|translation|tip|explanation|ps|नोट|टिप्पणी|ध्यान (?:दें|रखें)|सुझाव|अनुवाद|குறிப்பு|"
    r"விளக்கம்|மொழிபெயர்ப்பு|참고|주의|안내|번역|설명)(?![a-z\u0900-\u0963\u0b80-\u0bcd])"
)
_GREETS = tuple(
    key(word)
    for word in (
        "जन्मदिन", "जन्म दिन", "सालगिरह", "शुभकामना", "बधाई", "मुबारक", "शादी", "विवाह", "निमंत्र",
        "आमंत्र", "आशीर्वाद", "प्रणाम", "आदरणीय", "प्रिय", "பிறந்தநாள்", "பிறந்த நாள்", "வாழ்த்து",
        "திருமண", "கல்யாண", "அழைக்கிறே", "அன்புள்ள", "வணக்கம்", "생일", "생신", "축하", "결혼", "초대",
        "모시", "건강", "안녕하세요", "올림", "드림", "birthday", "wedding", "dear ", "invite",
        "congratulat",
    )
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a reply.

    Attributes:
        text: as compared.
        asks: whether it ends in a question.
        passage: the number of its passage.
        outside: whether that passage is not the message.
        terms: which of the reply's kin terms stand in it.
    """

    text: str
    asks: bool
    passage: int
    outside: bool
    terms: slice


def sentences(text: str, terms: Sequence[int]) -> tuple[Sentence, ...]:
    """The sentences of a reply in order; `terms` are the places where kin terms begin, in order."""
    found: list[Sentence] = []
    start = 0
    for number, (end, following) in enumerate(_borders(text)):
        passage = text[start:end]
        held = _between(terms, start, end)
        outside = _is_outside(key(passage), held.start < held.stop)
        for one in _SENTENCE.finditer(passage):
            if one.group().strip():
                asks = _ASKS.search(one.group()) is not None
                own = _between(terms, start + one.start(), start + one.end())
                found.append(Sentence(key(one.group()), asks, number, outside, own))
        start = following
    return tuple(found)


def _between(places: Sequence[int], start: int, end: int) -> slice:
    return slice(bisect_left(places, start), bisect_left(places, end))


def _borders(text: str) -> list[tuple[int, int]]:
    """Where each passage ends, and the next one begins."""
    return [*((one.start(), one.end()) for one in _BREAK.finditer(text)), (len(text), len(text))]


def _is_outside(passage: str, holds_term: bool) -> bool:
    """Whether a passage is a label, in brackets, or neither greets nor names a relative.

    So is one that announces what follows with a colon.
    """
    bare = passage.strip(" *_\n")
    if _LABELLED.match(passage) or bare.endswith(":"):
        return True
    if bare.startswith("(") and bare.rstrip(".\u0964").endswith(")"):
        return True
    return not holds_term and not any(word in passage for word in _GREETS)
