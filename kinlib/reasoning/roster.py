"""Where names of an item's people stand in a text.

Names of any script are found, the longest first: with hyphens, apostrophes, several parts, with a
title before them or an ending behind them. A part of a name stands for a person where only one of
them has it, and only where it is no part of another name.
"""

import re
from collections import defaultdict
from collections.abc import Sequence
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
    of for so therefore thus perhaps maybe probably likely surely clearly yes since because
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


def _is_open(form: str) -> bool:
    """Whether endings may follow a name without a space, as in Korean and Tamil."""
    return category(form[0]) == "Lo" and not any(ch.isascii() and ch.isalpha() for ch in form)


class _Form(NamedTuple):
    """A way to write a name; `is_open`: endings may follow it without a space."""

    text: str
    name: str
    folded: str
    is_open: bool


@lru_cache(maxsize=1024)
def _tiers(roster: tuple[str, ...]) -> list[list[_Form]]:
    """The forms of each sureness, ready to be looked for."""
    return [
        [_Form(text, name, normalised(text), _is_open(text)) for text, name in forms.items()]
        for forms in _forms(roster)
    ]


def _forms(roster: tuple[str, ...]) -> list[dict[str, str]]:
    """Ways to write each name, surest first: whole, without brackets, inverted, parts of it."""
    whole = {plain(name): name for name in roster if name.strip()}
    shorter: defaultdict[str, set[str]] = defaultdict(set)
    words: defaultdict[str, set[str]] = defaultdict(set)
    for name in whole.values():
        bare = _BRACKETED.sub("", plain(name))
        shorter[bare].add(name)
        shorter[bare.replace("-", " ")].add(name)
        shorter[bare.replace(".", "")].add(name)
        shorter[re.sub(r"\.\s+(?=\w\.)", ".", bare)].add(name)
        shorter[_ascii(bare)].add(name)
        shorter[_ascii(bare.translate(_UMLAUTS))].add(name)
        parts = bare.split()
        if len(parts) > 1:
            shorter[f"{parts[-1]}, {' '.join(parts[:-1])}"].add(name)
            shorter[f"{parts[-1]} {' '.join(parts[:-1])}"].add(name)
            shorter[f"{parts[0]} {parts[-1]}"].add(name)
        for size in range(2, len(parts)):
            shorter[" ".join(parts[:size])].add(name)
            shorter[" ".join(parts[-size:])].add(name)
        for word in parts:
            words[word].add(name)
    return [whole, _unique(shorter, whole), _unique(words, whole)]


def _unique(forms: dict[str, set[str]], whole: dict[str, str]) -> dict[str, str]:
    """The forms that mean one person only."""
    folded: defaultdict[str, set[str]] = defaultdict(set)
    for form, names in forms.items():
        folded[form.casefold()] |= names
    return {
        form: min(names)
        for form, names in forms.items()
        if form not in whole and len(folded[form.casefold()]) == 1 and _telling(form)
    }


def _telling(form: str) -> bool:
    letters = [ch for ch in form if category(ch)[0] == "L"]
    latin = any(ch.isascii() for ch in letters)
    return len(letters) > latin and form.casefold() not in NO_NAMES


def _ascii(text: str) -> str:
    return "".join(ch for ch in normalize("NFD", text) if not "\u0300" <= ch <= "\u036f")
