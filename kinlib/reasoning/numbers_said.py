"""The number an answer gives: digits of any script, or English words."""

import re
from collections.abc import Sequence
from itertools import pairwise

from kinlib.reasoning.roster import hide_names

_SMALL = """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
sixteen seventeen eighteen nineteen
"""
_UNITS = _SMALL.split()
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_WORDS = {
    **{word: value for value, word in enumerate(_UNITS)},
    **{word: 10 * value for value, word in enumerate(_TENS, 2)},
    **{f"{ten}{mark}{unit}": 10 * tens + units
       for tens, ten in enumerate(_TENS, 2) for units, unit in enumerate(_UNITS[:10]) if units
       for mark in "- "},
    **dict.fromkeys(("none", "nobody", "no one", "no", "nil"), 0),
    "a single": 1, "a dozen": 12, "a hundred": 100, "one hundred": 100,
}  # fmt: skip
_NUMBER = re.compile(
    r"(?<![\w.,/])(?<!(?<!\d)-)(?P<digits>\d{1,3}(?:,\d{3})+|\d+)(?:\.0+)?(?![A-Za-z0-9_]|[.,]\d)"
    rf"|(?<![\w-])(?P<word>{'|'.join(sorted(_WORDS, key=len, reverse=True))})(?![\w-])",
    re.IGNORECASE,
)
_NUMBERING = re.compile(r"(?m)^[ \t]*[*_]*\(?(\d{1,3})[.)](?=[ \t]+\S)")
_YEAR = re.compile(r"(?:born(?: in)?|in|year|since|died|\()\s*\Z", re.IGNORECASE)
_STEP = re.compile(
    r"(?:\bnot|than|over|under|at least|at most|up to|step|fact|line|item|generation|question)"
    r"\s*\Z",
    re.IGNORECASE,
)
_ASKED = re.compile(
    r"how many ((?:(?!(?:does|do|are|is|has|have|did|can)\b)[\w-]+ ?){1,4})", re.IGNORECASE
)
_BEHIND = re.compile(r"(?: [^\W\d_][\w-]*){1,3}")
_AHEAD = re.compile(r"(?:[^\W\d_][\w-]* ){0,2}[^\W\d_][\w-]*: *\Z")
CONCLUSIONS = 4  # words such as "so" after which the number is looked for, from the last
_RANGE = re.compile(r"\s*(?:or|to|[-–])\s*", re.IGNORECASE)
_SO = re.compile(
    r"(?<!\w)(?:so|therefore|thus|hence|in total|total(?:ing)?|altogether|in all|makes?|actually)"
    r"(?!\w)|=",
    re.IGNORECASE,
)
_TOTAL = re.compile(r"[^.\n]*\b(?:in total|altogether|in all)\b", re.IGNORECASE)


def read_numbers(text: str, roster: Sequence[str] = (), question: str = "") -> tuple[int, ...]:
    """The number an answer gives; several where it leaves open which; none where it gives none.

    Years, numbers of steps and of list entries, and numbers in names do not count. Of several
    things counted it is the number of what the question asks for: "3 sisters and 2 maternal aunts".
    """
    asked = _ASKED.search(question)
    wanted = _stems(asked[1]) if asked else set[str]()
    masked = hide_names(_without_numbering(text), roster)[1]
    for start in [match.end() for match in _SO.finditer(masked)][: -CONCLUSIONS - 1 : -1]:
        if (total := _TOTAL.search(masked[max(0, start - 200) : start])) and (
            found := _found(total[0])
        ):
            return _first(total[0], found[-1:])
        if found := _found(masked[start:]):
            return _first(masked[start:], _counting(masked[start:], found, wanted))
    outside = re.sub(r"\([^()]*\)", lambda match: " " * len(match[0]), masked)
    for part in (outside, masked):
        if found := _found(part):
            return _first(part, _counting(part, found, wanted))
    return ()


def _counting(
    text: str, found: Sequence[re.Match[str]], wanted: set[str]
) -> Sequence[re.Match[str]]:
    """The numbers from the one on that stands with most words of what is counted."""

    def fit(match: re.Match[str]) -> int:
        behind = _BEHIND.match(text, match.end())
        ahead = _AHEAD.search(text[max(0, match.start() - 60) : match.start()])
        return len(wanted & _stems((behind or ahead or [""])[0]))

    best = max(range(len(found)), key=lambda place: (fit(found[place]), -place))
    return found[best:]


def _stems(text: str) -> set[str]:
    return {word.casefold().rstrip("s") for word in re.findall(r"[^\W\d_]+", text)}


def _without_numbering(text: str) -> str:
    entries = list(_NUMBERING.finditer(text))
    # A single "3. Ann, Bob and Eve" is the number itself; "1. 3" is the first entry of a list.
    alone = len(entries) == 1 and "\n" not in text and not _found(text[entries[0].end() :])
    if alone:
        return text
    return _NUMBERING.sub(lambda match: " " * len(match[0]), text)


def _found(text: str) -> list[re.Match[str]]:
    return [match for match in _NUMBER.finditer(text) if not _is_other(text, match)]


def _is_other(text: str, match: re.Match[str]) -> bool:
    """Whether a number is a year or the number of a step."""
    before = text[max(0, match.start() - 20) : match.start()]
    if _STEP.search(before):
        return True
    return bool(match["digits"]) and 1000 < _value(match) < 2200 and bool(_YEAR.search(before))


def _first(text: str, found: Sequence[re.Match[str]]) -> tuple[int, ...]:
    values = [_value(found[0])]
    for one, two in pairwise(found):
        if not _RANGE.fullmatch(text[one.end() : two.start()]):
            break
        values.append(_value(two))
    return tuple(dict.fromkeys(values))


def _value(match: re.Match[str]) -> int:
    if match["word"]:
        return _WORDS[match["word"].casefold()]
    return int(match["digits"].replace(",", ""))
