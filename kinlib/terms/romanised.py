"""Kin terms in Latin letters: whether a reply holds the romanised form of what was asked for."""

import functools
import re
from collections.abc import Iterator

from unicodedata2 import combining, normalize

from kinlib.terms.form import Form, Lexicon
from kinlib.terms.lexicon import accepted
from kinlib.terms.matching import PAPER

_ACCENTED = re.compile("[\u00c0-\u024f\u0300-\u036f\u1e00-\u1eff]")
_SEPARATOR = r"[\s\u2010-\u2015-]*"
_HONORIFIC = {"hi": "(?:ji|jee)", "ko": "nim"}


def holds_romanised(text: str, lexicon: Lexicon, relation: str, language: str) -> bool:
    """Whether a text holds a romanisation of the relation's terms as a word of its own.

    Romanisations are those of the lexicon and the spellings of Table 8, of the paper's inventory.
    Case, accents, spaces and hyphens do not count, nor does an honorific -ji or -nim after them:
    dadaji is Dada-ji and dādā.
    """
    pattern = _pattern(lexicon, relation, language)
    return pattern is not None and pattern.search(_latin(text)) is not None


@functools.lru_cache(maxsize=1024)
def _pattern(lexicon: Lexicon, relation: str, language: str) -> re.Pattern[str] | None:
    forms = accepted(lexicon, relation, language, tiers=PAPER)
    spellings = {_latin(one) for form in forms for one in _spellings(form)} - {""}
    if not spellings:
        return None
    honorific = _HONORIFIC.get(language, "")
    words = sorted({_flexible(one, honorific) for one in spellings})
    after = f"(?:{_SEPARATOR}{honorific})?" if honorific else ""
    return re.compile(rf"(?<![^\W\d_])(?:{'|'.join(words)}){after}(?![^\W\d_])")


def _spellings(form: Form) -> Iterator[str]:
    """A form's romanisation and its key's: "dadi (dadiji)" is two, "(m)" of "hyung (m)" none."""
    yield form.romanisation
    if form.form == form.lemma:
        for part in re.split("[/()]", form.key):
            if len(part.strip()) > 1:
                yield part


def _flexible(spelling: str, honorific: str) -> str:
    """A pattern of a spelling with any separators, its honorific taken off."""
    parts = [part for part in re.split(r"[\W_]+", spelling) if part]
    if honorific and len("".join(parts)) > 4:
        parts[-1] = re.sub(f"{honorific}$", "", parts[-1])
    return _SEPARATOR.join(re.escape(part) for part in parts if part)


def _latin(text: str) -> str:
    """A text without case and accents."""
    folded = text.casefold()
    if not _ACCENTED.search(folded):
        return folded
    return "".join(c for c in normalize("NFKD", folded) if not combining(c))
