"""Kin terms in Latin letters: whether a reply holds the romanised form of what was asked for."""

import functools
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from unicodedata2 import combining, normalize

from kinlib.terms.form import Form, Lexicon
from kinlib.terms.lexicon import accepted
from kinlib.terms.matching import PAPER

_ACCENTED = re.compile("[\u00c0-\u024f\u0300-\u036f\u1e00-\u1eff]")
_SEPARATOR = r"[\s\u2010-\u2015-]*"
_HONORIFIC = {"hi": "(?:ji|jee)", "ko": "nim"}
_ENGLISH_TOO = frozenset({"anna", "dada", "imo", "mama", "mami", "nana", "tai"})
# Each with a space, for a look behind must be of one length.
_GREETED = "".join(
    f"|(?<=\\b{word}\\s)"
    for word in (
        "priya", "pyare", "pyari", "adarniya", "aadarniya", "anbulla", "anbu", "anbaana", "iniya",
        "saranghaneun",
    )
)[1:]  # fmt: skip


def holds_romanised(text: str, lexicon: Lexicon, relation: str, language: str) -> bool:
    """Whether a text holds a romanisation of the relation's terms as a word of its own.

    Romanisations are those of the lexicon and the spellings of Table 8, of the paper's inventory.
    Case, accents, spaces and hyphens do not count, nor does an honorific -ji or -nim after them:
    dadaji is Dada-ji and dādā. A romanisation that is an English word or name too (mama, Anna, tai
    chi, IMO) counts only with such an honorific, or after a greeting such as priya or anbulla.
    """
    spelled = _spelled(lexicon, relation, language)
    plain = _latin(text)
    # Most replies do not even begin one; that is seen at once.
    begun = any(beginning in plain for beginning in spelled.beginnings)
    return begun and spelled.pattern.search(plain) is not None


class _Spelled(NamedTuple):
    """A relation's romanisations as a pattern, and what each begins with."""

    beginnings: tuple[str, ...]
    pattern: re.Pattern[str]


@functools.lru_cache(maxsize=1024)
def _spelled(lexicon: Lexicon, relation: str, language: str) -> _Spelled:
    forms = accepted(lexicon, relation, language, tiers=PAPER)
    parts = {
        tuple(part for part in re.split(r"[\W_]+", _latin(one)) if part)
        for form in forms
        for one in _spellings(form)
    } - {()}
    honorific = _HONORIFIC.get(language, "")
    words = {_flexible(one, honorific) for one in parts}
    after = f"(?:{_SEPARATOR}{honorific})?" if honorific else ""
    ways = [f"(?:{'|'.join(sorted(words - _ENGLISH_TOO))}){after}"] if words - _ENGLISH_TOO else []
    if doubtful := "|".join(sorted(words & _ENGLISH_TOO)):
        ways.append(f"(?:{_GREETED})(?:{doubtful}){after}")
        if honorific:
            ways.append(f"(?:{doubtful}){_SEPARATOR}{honorific}")
    pattern = rf"(?<![^\W\d_])(?:{'|'.join(ways)})(?![^\W\d_])"
    return _Spelled(tuple({one[0][:4] for one in parts}), re.compile(pattern))


def _spellings(form: Form) -> Iterator[str]:
    """A form's romanisation and its key's: "dadi (dadiji)" is two, "(m)" of "hyung (m)" none."""
    yield form.romanisation
    if form.form == form.lemma:
        for part in re.split("[/()]", form.key):
            if len(part.strip()) > 1:
                yield part


def _flexible(parts: Sequence[str], honorific: str) -> str:
    """A pattern of a spelling with any separators, its honorific taken off."""
    *others, last = parts
    if honorific and len("".join(parts)) > 4:
        last = re.sub(f"{honorific}$", "", last)
    return _SEPARATOR.join(re.escape(part) for part in (*others, last) if part)


def _latin(text: str) -> str:
    """A text without case and accents."""
    folded = text.casefold()
    if not _ACCENTED.search(folded):
        return folded
    return "".join(c for c in normalize("NFKD", folded) if not combining(c))
