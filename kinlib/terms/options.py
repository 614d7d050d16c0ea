"""Which option letter a reply picks: two readings, the paper's and a careful one.

The paper's parser "accepts the first standalone letter A, B, C, or D" and tells no more. Here a
letter is standalone if neither neighbour is a letter, a digit or a combining mark, so "C", "C.",
"(C)", "**C**", "Answer: C" and "Option C" are read, "Cat", "C1" and "c" are not. The rule's trap
is the English article: "A good choice would be C" is read as A. The careful reading looks for a
stated answer first, then for letters that can be nothing else; where several are left it has none.

>>> reply = "A good choice would be C"
>>> first_letter(reply).letter, stated_letter(reply).letter
('A', 'C')
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from unicodedata2 import category

FIRST = "option letter"
"""Scorer name of the paper's reading."""
STATED = "option letter, stated"
"""Scorer name of the careful reading."""
VERSION = "1.0"


@dataclass(frozen=True, slots=True)
class Choice:
    """What a reply picks: the letter and its place in the text.

    `kind` is blank where the reply holds nothing but space, unparseable where no letter is found;
    then `letter` is None and the place is empty.
    """

    letter: str | None
    kind: Literal["letter", "blank", "unparseable"]
    start: int = 0
    end: int = 0


def first_letter(text: str | None, letters: str = "ABCD") -> Choice:
    """The first standalone capital among `letters`: the paper's reading."""
    return _choice(text, letters, lambda shown: next(_standalone(shown, letters), None))


def stated_letter(text: str | None, letters: str = "ABCD") -> Choice:
    """The letter a reply gives as its answer.

    In this order: the last that is stated ("the answer is C", "C is correct", "정답은 C"); those
    alone on a line; those that open a line ("C. चाचा"); all standalone ones that are no English
    article. The first of these that finds exactly one letter decides. Korean endings may follow.
    """
    return _choice(text, letters, lambda shown: _careful(shown, letters))


def _choice(text: str | None, letters: str, find: Callable[[str], int | None]) -> Choice:
    shown = text or ""
    if all(character.isspace() or category(character) == "Cf" for character in shown):
        return Choice(None, "blank")
    place = find(shown)
    if place is None:
        return Choice(None, "unparseable")
    return Choice(shown[place], "letter", place, place + 1)


def _standalone(text: str, letters: str, endings: bool = False) -> Iterator[int]:
    """Places of standalone letters; with `endings`, Hangul may follow ("C입니다")."""
    for match in re.finditer(f"[{letters}]", text):
        place = match.start()
        before, after = text[max(place - 1, 0) : place], text[place + 1 : place + 2]
        if not _joins(before) and (not _joins(after) or (endings and "가" <= after <= "힣")):
            yield place


def _joins(neighbour: str) -> bool:
    return bool(neighbour) and category(neighbour)[0] in "LNM"


_WORD = (
    r"(?i:answer|choice|choose|pick|select|correct|right|boxed"
    r"|उत्तर|जवाब|விடை|பதில்|정답은|답은|정답|답)"
)
_BETWEEN = (
    r"(?:[\s:=*_\"'“”‘’(\[{-]|(?i:\b(?:is|be|would|will|should|must|the|letter|option|term|one"
    r"|answer|choice|correct|right|best)\b)){0,16}"
)


_ARTICLE = re.compile(r"A[ \t]+[a-z]")


def _careful(text: str, letters: str) -> int | None:
    free = tuple(_standalone(text, letters, endings=True))
    known = frozenset(free)
    ways = (
        _stated(text, letters)[-1:],
        _on_line(text, letters, r"[\W_]*?$"),
        _on_line(text, letters, r"[*_]{0,3}[.):]"),
        (place for place in free if not _ARTICLE.match(text, place)),
    )
    for way in ways:
        found = [place for place in way if place in known]
        if len({text[place] for place in found}) == 1:
            return found[0]
    return None


def _stated(text: str, letters: str) -> list[int]:
    before = re.compile(rf"{_WORD}{_BETWEEN}([{letters}])")
    after = re.compile(rf"([{letters}])[)\]*_\"'”’.]* is (?:the )?(?i:correct|right|best|answer)\b")
    matches = (match for pattern in (before, after) for match in pattern.finditer(text))
    return sorted(match.start(1) for match in matches)


def _on_line(text: str, letters: str, rest: str) -> list[int]:
    """Places of letters that begin a line and are followed by `rest`."""
    opening = r"^[ \t*_(\[\"'`>#-]{0,20}"
    pattern = re.compile(f"{opening}([{letters}]){rest}", re.MULTILINE)
    return [match.start(1) for match in pattern.finditer(text)]
