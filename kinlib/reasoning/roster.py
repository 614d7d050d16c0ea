"""Where names of an item's people stand in a text.

Names of any script are found, the longest first: with hyphens, apostrophes, several parts, with a
title before them or an ending behind them. A part of a name stands for a person where only one of
them has it, and only where it is no part of another name.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from unicodedata2 import category, normalize

from kinlib.words import find, normalised

_PLAIN = str.maketrans("’‘ʼ＇‐‑‒\u00a0\u202f", "''''---  ")
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})
LATIN = r"A-Za-z\u00c0-\u024f\u1e00-\u1eff"
_SCRIPTS_MEET = re.compile(rf"(?<=[{LATIN}])(?=[^\W\d_{LATIN}])|(?<=[^\W\d_{LATIN}])(?=[{LATIN}])")
_BRACKETED = re.compile(r"\s*\([^()]*\)\s*\Z")
TITLE = re.compile(
    r"(?<!\w)(?:mr|mrs|ms|miss|dr|prof|professor|sir|lady|lord|madam|mx|shri|smt)\.?\s+\Z", re.I
)
"""A title before a name; it ends where the name begins."""

_SMALL = """
    a an the answer final step steps unknown none nobody no yes he she they it his her their not
    there this that these those based according context question note who i we system kinship
    eskimo sudanese hawaiian iroquois dravidian crow omaha north south father mother parent
    brother sister sibling son daughter child children husband wife spouse uncle aunt nephew niece
    cousin cousins brothers sisters siblings sons daughters parents grandfather grandmother mr mrs
    ms miss dr prof professor sir grandson granddaughter all both only is are was were n/a null in
    of for so therefore thus perhaps maybe probably likely surely clearly yes since because sure
    certainly okay ok hello hi absolutely alright hmm well correct indeed right great good thanks
    will may might can must one two three four five six seven eight nine ten hundred
"""
NO_NAMES = frozenset(_SMALL.split())
"""Words that are nobody's name, whatever letter they begin with."""


@dataclass(frozen=True)
class Place:
    """A name as the roster has it, and where it stands in a text made `plain`."""

    name: str
    start: int
    end: int


def hide_names(text: str, roster: Sequence[str]) -> tuple[str, str]:
    """The text as names are looked for in it, and the same with every name of the roster blank.

    Numbers and kin words are read from the second: Julia Child is nobody's child.
    """
    shown = masked = plain(text)
    for place in places_of(shown, roster, parts=False):
        masked = masked[: place.start] + "_" * (place.end - place.start) + masked[place.end :]
    return shown, masked


def plain(text: str) -> str:
    """The text as names are looked for: composed, with plain apostrophes, hyphens and spaces."""
    composed = str(normalize("NFC", text)).translate(_PLAIN).replace("**", "").replace("__", " ")
    # Letters that folding makes longer are folded at once, so that places stay where they are.
    even = composed
    if len(composed.casefold()) != len(composed):
        even = "".join(ch if len(ch.casefold()) == 1 else ch.casefold() for ch in composed)
    # A particle of another script may follow a name without a space: Ann Lee는.
    return str(normalize("NFC", _SCRIPTS_MEET.sub(" ", even)))


def places_of(text: str, roster: Sequence[str], parts: bool = True) -> list[Place]:
    """Where names of the roster stand: whole names first, then forms that only one of them has."""
    places: list[Place] = []
    short = len(text.split()) <= 3
    # Contexts tell of the same people in other orders, so the forms are kept by the sorted names.
    tiers = _tiers(tuple(sorted(set(roster))))
    folded = normalised(text)
    for tier, forms in enumerate(tiers if parts else tiers[:1]):
        # Most forms are not in the text at all, and this is seen without looking at words.
        there = {form.text: form for form in forms if form.folded in folded}
        if not there:
            continue
        free = list(text)
        for place in places:
            free[place.start : place.end] = "\n" * (place.end - place.start)
        rest = "".join(free)
        for open_end in (False, True):
            some = [form.text for form in there.values() if form.is_open is open_end]
            places += [
                Place(there[found.term].name, found.start, found.end)
                for found in find(rest, some, open_end=open_end)
                if tier < 2 or _stands_alone(rest, found.start, found.end, short)
            ]
    return sorted(places, key=lambda place: place.start)


def _stands_alone(text: str, start: int, end: int, short: bool) -> bool:
    """Whether a part of a name may stand for a person: no small word, no part of another name."""
    if text[start].islower() and not short:
        return False  # by the grace of the context
    behind = re.match(rf"\s[A-Z][{LATIN}'-]*", text[end:])
    before = TITLE.sub("", text[:start])
    ahead = re.search(rf"\b[A-Z][{LATIN}'-]*\s\Z", before)
    return behind is None and (ahead is None or ahead[0].strip().casefold() in NO_NAMES)


class _Form(NamedTuple):
    """A way to write a name; `is_open`: endings may follow it without a space."""

    text: str
    name: str
    folded: str
    is_open: bool


@lru_cache(maxsize=1024)
def _tiers(roster: tuple[str, ...]) -> list[list[_Form]]:
    """Ways to write each name, surest first: whole, in other ways, parts of it.

    Of the last two only those that mean one person.
    """
    ways = [_ways(name) for name in roster if name.strip()]
    whole = [form for way in ways for form in way[0]]
    taken = {form.folded for form in whole}
    tiers = [whole]
    for tier in (1, 2):
        owners: defaultdict[str, set[str]] = defaultdict(set)
        forms = [form for way in ways for form in way[tier] if form.folded not in taken]
        for form in forms:
            owners[form.folded].add(form.name)
        tiers.append([form for form in forms if len(owners[form.folded]) == 1])
    return tiers


@lru_cache(maxsize=1 << 15)
def _ways(name: str) -> tuple[tuple[_Form, ...], ...]:
    """The name whole; without brackets or accents, inverted, in some of its parts; each word."""
    whole = plain(name)
    bare = _BRACKETED.sub("", whole)
    shorter = [
        bare,
        bare.replace("-", " "),
        bare.replace(".", ""),
        re.sub(r"\.\s+(?=\w\.)", ".", bare),
        _ascii(bare),
        _ascii(bare.translate(_UMLAUTS)),
    ]
    parts = bare.split()
    if len(parts) > 1:
        first, last = " ".join(parts[:-1]), parts[-1]
        shorter += [f"{last}, {first}", f"{last} {first}", f"{parts[0]} {last}"]
    for size in range(2, len(parts)):
        shorter += [" ".join(parts[:size]), " ".join(parts[-size:])]

    def forms(texts: Iterable[str]) -> tuple[_Form, ...]:
        return tuple(_form(text, name) for text in dict.fromkeys(texts) if _telling(text))

    return (_form(whole, name),), forms(shorter), forms(parts)


def _form(text: str, name: str) -> _Form:
    # Whether endings may follow without a space, as in Korean and Tamil.
    open_end = category(text[0]) == "Lo" and not any(ch.isascii() and ch.isalpha() for ch in text)
    return _Form(text, name, normalised(text), open_end)


def _telling(form: str) -> bool:
    letters = [ch for ch in form if category(ch)[0] == "L"]
    latin = any(ch.isascii() for ch in letters)
    return len(letters) > latin and form.casefold() not in NO_NAMES


def _ascii(text: str) -> str:
    return "".join(ch for ch in normalize("NFD", text) if not "\u0300" <= ch <= "\u036f")
