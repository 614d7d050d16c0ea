"""What may answer an L1 prompt: the terms below an English word, and cues of what a reply does.

"Uncle" has many right terms in Hindi, Tamil and Korean. A reply may take one, offer several or ask
back; the cues are the phrases that give it away. Neither has been reviewed by a native speaker.
"""

import functools
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, cast, get_args

from kinlib import settings
from kinlib.errors import KinError
from kinlib.kinship import kintype
from kinlib.terms.relations import LANGUAGES, relations
from kinlib.terms.tables import rows

ANY = "any"
"""The kin type of a term that covers every reading of its hypernym."""

Perspective = Literal["any", "wife", "husband"]
Category = Literal["kin", "generic", "loan"]
CueKind = Literal["clarify", "side", "conditional", "alternatives", "placeholder"]


@dataclass(frozen=True, slots=True)
class HypernymTerm:
    """A term that an L1 prompt admits.

    `perspective` is who may mean it: any (also a prompt that says nothing), wife or husband.
    `kin_types` are the readings it covers, `ANY` alone for all, none for generic words and loans
    (아저씨, अंकल).
    """

    hypernym: str
    language: str
    perspective: Perspective
    term: str
    kin_types: tuple[str, ...]
    category: Category
    note: str


@dataclass(frozen=True, slots=True)
class Cue:
    """A phrase that shows what a reply to an L1 prompt does.

    Kinds: clarify (asks back), side (names a side of the family), conditional (if, replace),
    alternatives (or, version), placeholder (an empty slot). `whole`: it counts as a word of its own
    only ("या", "or"). Languages: those of the benchmark and "en".
    """

    kind: CueKind
    language: str
    cue: str
    whole: bool


def hypernym_terms() -> tuple[HypernymTerm, ...]:
    """All terms of data/lexicon/hypernyms.csv, in order.

    Raises:
        KinError: the shipped file is missing or damaged; the row is named.
    """
    return _terms(settings.lexicon() / "hypernyms.csv")


def cues() -> tuple[Cue, ...]:
    """All cues of data/lexicon/cues.csv, in order.

    Raises:
        KinError: the shipped file is missing or damaged; the row is named.
    """
    return _cues(settings.lexicon() / "cues.csv")


@functools.lru_cache(maxsize=4)
def _terms(path: Path) -> tuple[HypernymTerm, ...]:
    hypernyms = {relation.hypernym for relation in relations().values()} - {""}
    columns = ("hypernym", "language", "perspective", "term", "kin_types", "category", "note")
    found = []
    for where, row in rows(path, columns):
        _of(where, "hypernym", row["hypernym"], hypernyms)
        _of(where, "language", row["language"], LANGUAGES)
        _of(where, "perspective", row["perspective"], get_args(Perspective))
        _of(where, "category", row["category"], get_args(Category))
        kin_types = tuple(row.pop("kin_types").split())
        if bool(kin_types) != (row["category"] == "kin"):
            raise KinError(f"{where}: kin types are given for kin words, and for these only.")
        for kin_type in kin_types:
            if kin_type != ANY:
                _parses(where, kin_type)
        found.append(HypernymTerm(kin_types=kin_types, **cast(dict, row)))  # type: ignore[type-arg]
    return tuple(found)


@functools.lru_cache(maxsize=4)
def _cues(path: Path) -> tuple[Cue, ...]:
    found = []
    for where, row in rows(path, ("kind", "language", "cue", "where")):
        _of(where, "kind", row["kind"], get_args(CueKind))
        _of(where, "language", row["language"], (*LANGUAGES, "en"))
        _of(where, "where", row["where"], ("word", "anywhere"))
        found.append(
            Cue(cast(CueKind, row["kind"]), row["language"], row["cue"], row["where"] == "word")
        )
    return tuple(found)


def _of(where: str, column: str, value: str, known: object) -> None:
    if value not in known:  # type: ignore[operator]
        raise KinError(f"{where}: the {column} {value!r} is not known.")


def _parses(where: str, kin_type: str) -> None:
    try:
        kintype.parse(kin_type)
    except KinError as error:
        raise KinError(f"{where}: {error}") from None
