"""Looking up a term: by its native form, its romanisation, English words or its kin type."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from unicodedata2 import combining, normalize

from kinlib.errors import KinError
from kinlib.kinship.kintype import parse
from kinlib.terms.lexicon import Form, Lexicon
from kinlib.terms.normalising import key
from kinlib.terms.relations import Relation, relations
from kinlib.terms.transliteration import transliterated

_BESIDE_LETTERS = re.compile(r"[^\w]+")
_SAME = {"maternal": "mother", "paternal": "father", "older": "elder", "mom": "mother",
         "dad": "father", "mothers": "mother", "fathers": "father"}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Hit:
    """A relation found, and the form that was asked for, if it was one.

    `how` says what matched: "form", "romanisation", "kin type" or "English"; `rank` 0 is as asked,
    1 begins so, 2 holds it.
    """

    relation: str
    how: str
    rank: int
    form: Form | None = None


def search(lexicon: Lexicon, text: str) -> tuple[Hit, ...]:
    """Everything that a typed text may mean, the nearest first.

    Native forms are compared as the bounded matcher compares them, in whatever encoding they are
    typed; of romanisations case, hyphens, spaces and diacritics do not count. Those of the lexicon
    are found, and forms letter by letter (kinlib.terms.transliteration).
    """
    wanted = text.strip()
    if not wanted:
        return ()
    hits = [*_kin_types(wanted), *_english(wanted), *_forms(lexicon, wanted)]
    first: dict[tuple[str, str, str], Hit] = {}
    for hit in sorted(hits, key=lambda hit: hit.rank):
        form = hit.form
        first.setdefault(
            (hit.relation, form.language if form else "", form.form if form else ""), hit
        )
    return tuple(first.values())


def latin(text: str) -> str:
    """A romanisation without case, diacritics, hyphens and spaces: "Dādī-jī" is "dadiji"."""
    folded = normalize("NFKD", normalize("NFKD", text).casefold())
    bare = (character for character in folded if not combining(character))
    return _BESIDE_LETTERS.sub("", "".join(bare))


def _forms(lexicon: Lexicon, wanted: str) -> Iterator[Hit]:
    native, roman = _joined(key(wanted)), latin(wanted)
    is_roman = roman.isascii() and any(map(str.isalpha, roman))
    for form in lexicon.forms:
        rank = _rank(native, _joined(key(form.form)))
        if rank is not None:
            yield Hit(form.relation, "form", rank, form)
        elif is_roman:
            ranks = [_rank(roman, latin(one)) for one in _romanised(form) if one]
            if known := [one for one in ranks if one is not None]:
                yield Hit(form.relation, "romanisation", min(known), form)


def _romanised(form: Form) -> list[str]:
    """Its romanisations; of a key also the honorific in brackets: dadi (dadiji)."""
    bracketed = form.tier == "strict" and "/" not in form.key
    honorific = re.findall(r"\((\w+)\)", form.key) if bracketed else ()
    return [form.romanisation, *honorific, *transliterated(form.form)]


def _joined(text: str) -> str:
    return "".join(text.split())


def _rank(wanted: str, there: str) -> int | None:
    """How near a word is; a single letter must be the whole word."""
    if wanted == there:
        return 0
    if len(wanted) < 2 or wanted not in there:
        return None
    return 1 if there.startswith(wanted) else 2


def _kin_types(wanted: str) -> Iterator[Hit]:
    """Relations of a kin type; an age that only one side names does not count.

    FB is FeB and FyB, and MeZ is MZ. Blanks do not count either: e B is eB.
    """
    try:
        asked = parse("".join(wanted.split()))
    except KinError:
        return
    for relation in relations().values():
        there = parse(relation.kin_type)
        if asked.steps == there.steps:
            yield Hit(relation.id, "kin type", 0)
        elif asked.letters == there.letters and all(
            one == other or min(len(one), len(other)) == 1
            for one, other in zip(asked.steps, there.steps, strict=True)
        ):
            yield Hit(relation.id, "kin type", 1)


def _english(wanted: str) -> Iterator[Hit]:
    """Relations of a phrase, or of a hypernym after words that link them: maternal aunt."""
    asked = _words(wanted)
    for relation in relations().values():
        phrase, hypernym = _words(relation.phrase), _words(relation.hypernym)
        linking = {*phrase[:-1], *_side(relation)}
        if asked == phrase:
            yield Hit(relation.id, "English", 0)
        elif hypernym and asked[-len(hypernym) :] == hypernym:
            if set(asked[: -len(hypernym)]) <= linking:
                yield Hit(relation.id, "English", 1)
        elif asked and set(asked) <= set(phrase):
            yield Hit(relation.id, "English", 1 if phrase[: len(asked)] == asked else 2)


def _side(relation: Relation) -> tuple[str, ...]:
    return {"maternal": ("mother",), "paternal": ("father",)}.get(relation.side, ())


def _words(text: str) -> list[str]:
    plain = text.casefold().replace("\u2019", "'").replace("'s", "").replace("-", " ")
    return [_SAME.get(word, word) for word in re.findall(r"[^\W_]+", plain)]
