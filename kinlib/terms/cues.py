"""Cues of what a reply to an L1 prompt does, as they are looked for in a reply."""

import functools
import re
from collections.abc import Mapping

from kinlib.terms import hypernyms
from kinlib.terms.hypernyms import CueKind
from kinlib.terms.normalising import key


def holds(plain: str, language: str, *kinds: CueKind) -> bool:
    """Whether a text as compared (`normalising.key`) holds a cue of these kinds.

    Cues are those of the language and of English (data/lexicon/cues.csv).
    """
    for kind in kinds:
        for cue, whole in known(language, kind).items():
            if cue in plain and (not whole or _is_word(cue, plain)):
                return True
    return False


def may_hold(plain: str, language: str, *kinds: CueKind) -> bool:
    """Whether a text may hold a cue of these kinds, which is quickly seen: False is sure."""
    native, english = _parted(language, kinds)
    for cue in native:
        if cue in plain:
            return True
    return _LATIN.search(plain) is not None and any(cue in plain for cue in english)


_LATIN = re.compile("[a-z]")


@functools.lru_cache(maxsize=64)
def _parted(language: str, kinds: tuple[CueKind, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Cues without a letter of ASCII and with one, which cannot stand where there is none."""
    every = dict.fromkeys(cue for kind in kinds for cue in known(language, kind))
    english = tuple(cue for cue in every if _LATIN.search(cue))
    return tuple(cue for cue in every if cue not in english), english


@functools.lru_cache(maxsize=64)
def known(language: str, kind: CueKind) -> Mapping[str, bool]:
    """Cues as compared, each with whether it must be a word of its own."""
    return {
        key(cue.cue): cue.whole
        for cue in hypernyms.cues()
        if cue.kind == kind and cue.language in (language, "en")
    }


def any_of(*patterns: str) -> re.Pattern[str]:
    """A pattern that any of several matches."""
    return re.compile("|".join(patterns))


def _is_word(cue: str, plain: str) -> bool:
    return re.search(rf"(?<!\S){re.escape(cue)}(?!\S)", plain) is not None
