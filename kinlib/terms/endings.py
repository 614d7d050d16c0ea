"""What may stand around a kin term in a word, and how its stem changes, language by language.

Closed lists: a term that is followed by anything else is another word (சித்தி in சித்திரை, 이모 in
이모티콘). All patterns are over normalised text (kinlib.terms.normalising). No native speaker has
reviewed them.
"""

import re
from collections.abc import Iterator
from types import ModuleType

from kinlib.terms import endings_hindi, endings_korean, endings_tamil
from kinlib.terms.stems import Barred, Stem

_LANGUAGES: dict[str, ModuleType] = {
    "hi": endings_hindi,
    "ta": endings_tamil,
    "ko": endings_korean,
}


def stems(form: str, language: str) -> Iterator[Stem]:
    """The stems of a normalised form; in other languages than the three, the form alone."""
    known = _LANGUAGES.get(language)
    return known.stems(form) if known else iter([Stem(form, "")])


def parts(form: str, language: str) -> tuple[str, ...]:
    """A form cut where writers differ on whether a space belongs."""
    pieces = tuple(piece for piece in re.split(r"[\s-]+", form) if piece)
    return endings_korean.parts(form) if language == "ko" and len(pieces) == 1 else pieces


def prefixes(form: str, language: str) -> str:
    """A pattern of what may be written before a form in the same word; empty: nothing."""
    known = _LANGUAGES.get(language)
    return str(known.prefixes(form)) if known else ""


def barred(form: str, language: str) -> Barred:
    """Words before a term that make another of it."""
    known = _LANGUAGES.get(language)
    found: Barred = known.barred(form) if known else Barred()
    return found
