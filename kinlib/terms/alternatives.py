"""Whether a reply offers several terms to choose from."""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from kinlib.terms.cues import holds, known
from kinlib.terms.normalising import key
from kinlib.terms.passages import Sentence
from kinlib.terms.readings import Named

_AFTER_TERM = ("की जगह", "என்றால்", "இருந்தால்", "ஆக இருந்தால்", "라면", "이라면", "경우")
_LOOSE = frozenset((*_AFTER_TERM, "अगर", "यदि"))
"""Conditionals that also open ordinary wishes and name places (की जगह)."""

_MOST_BETWEEN = 80
_NEAR = 20
_VERSION = re.compile(
    r"^\W{0,9}(?:विकल्प|संस्करण|उदाहरण|option|version|example|alternative|버전|옵션|예시|விருப்பம்|பதிப்பு|"
    r"மாற்று|எடுத்துக்காட்டு|உதாரணம்)\W{0,9}[\da-c]|^\W{0,9}\d[.)]\s",
    re.MULTILINE,
)
_HEAD = re.compile(r"^(.{1,60}):[\s*_]*$", re.MULTILINE)
_BRACKETS = re.compile(r"\([^()]*\)|[\"'“”‘’()*_\[\]]")


class Place(NamedTuple):
    """Where a term stands in the raw text; forms of one lemma are no alternatives."""

    start: int
    end: int
    lemma: str


def offers_several(text: str, plain: str, language: str, terms: Sequence[Place]) -> bool:
    """Whether terms are offered as alternatives.

    Two different ones are joined by "or" or a slash, or the reply has labelled versions.

    Args:
        text: a reply, as received.
        plain: the reply as compared (`normalising.key`).
        language: ISO 639-1.
        terms: the kin terms in it, in order.
    """
    if len({term.lemma for term in terms}) < 2:
        return False
    return _joined(text, language, terms) or _versions(plain, language)


def adapts(text: str, sentences: Sequence[Sentence], language: str, terms: Sequence[Named]) -> bool:
    """Whether the reply says that its term may be changed for another one.

    Conditionals count outside the message, or next to a term.
    """
    for one in sentences:
        cues = [cue for cue in known(language, "conditional") if cue in one.text]
        within = terms[one.terms]
        if cues and one.outside:
            if within or not _LOOSE.issuperset(cues) or holds(one.text, language, "side"):
                return True
        elif cues and any(_beside(text, term, cues) for term in within):
            return True
    return False


def _joined(text: str, language: str, terms: Sequence[Place]) -> bool:
    for one, other in pairwise(terms):
        between = text[one.end : other.start]
        if one.lemma != other.lemma and len(between) <= _MOST_BETWEEN:
            bare = _BRACKETS.sub("", key(between)).strip()
            if any(_at_edge(cue, bare, whole) for cue, whole in _cues(language)):
                return True
    return False


def _at_edge(cue: str, between: str, whole: bool) -> bool:
    """Whether "or" stands right beside one of the two terms, not between other words."""
    if not between.startswith(cue) and not between.endswith(cue):
        return False
    return not whole or cue in between.split()


def _cues(language: str) -> Iterable[tuple[str, bool]]:
    return known(language, "alternatives").items()


def _versions(plain: str, language: str) -> bool:
    """Whether versions are numbered, or have heads that say for whom they are."""
    if len(_VERSION.findall(plain)) > 1:
        return True
    heads = _HEAD.findall(plain) if ":" in plain else []
    return sum(holds(head, language, "side", "conditional") for head in heads) > 1


def _beside(text: str, term: Named, cues: Sequence[str]) -> bool:
    """Whether a conditional stands near a term, a loose one right after it: 외숙모라면."""
    after = key(text[term.end : term.end + _NEAR])
    around = f"{key(text[max(0, term.start - _NEAR) : term.start])} {after}"
    return after.lstrip("\"'”’)*_ 이일인").startswith(_AFTER_TERM) or any(
        cue in around for cue in cues if cue not in _LOOSE
    )
