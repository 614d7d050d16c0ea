"""The 27 relations of the kin-term benchmark, its three languages and its cells.

A cell is a relation in a language as one speaker says it: what the paper keeps whole when it
resamples (section 3.1). Example:

    >>> len(cells("L3")), len(cells("L1"))
    (77, 73)
"""

import csv
import functools
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Literal, NamedTuple, cast

from kinlib import settings
from kinlib.errors import KinError

Level = Literal["L1", "L3"]
Speaker = Literal["any", "male", "female", "wife", "husband"]
SPEAKERS: tuple[Speaker, ...] = ("any", "male", "female", "wife", "husband")


class Language(NamedTuple):
    """ISO 639-1 code, English name, ISO 15924 code of the script it is written in."""

    code: str
    name: str
    script: str


LANGUAGES: Mapping[str, Language] = MappingProxyType(
    {
        "hi": Language("hi", "Hindi", "Deva"),
        "ta": Language("ta", "Tamil", "Taml"),
        "ko": Language("ko", "Korean", "Hang"),
    }
)
"""The benchmark's languages, in the paper's order."""

BY_SPEAKER = frozenset({"elder_brother", "elder_brother_wife", "sister"})
"""Relations whose Korean cell is split by the speaker's sex. 58.33 % for the elder brother's wife
is 70 of 120 and so four cells; the figures of the sisters' husbands fit three, so theirs are not
split though their terms differ by speaker as well."""


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation as the prompts say it.

    `hypernym` is the English word of L1 prompts (empty: none), `perspective` who speaks (wife,
    husband, or empty), `pair` and `lineage` its place among the mirrored pairs of Table 4 (there a
    brother's child counts as paternal).
    """

    id: str
    phrase: str
    kin_type: str
    hypernym: str
    perspective: Literal["", "wife", "husband"]
    side: Literal["paternal", "maternal", "sibling", "affinal"]
    pair: str
    lineage: Literal["", "paternal", "maternal"]
    tested: bool


class Cell(NamedTuple):
    """A relation in a language as one speaker says it."""

    relation: str
    language: str
    speaker: Speaker


def relations() -> Mapping[str, Relation]:
    """All relations by id, in the order of the paper's Table 8.

    Raises:
        KinError: the shipped file is missing or damaged.
    """
    return _read(settings.lexicon())


@functools.lru_cache(maxsize=4)
def _read(folder: Path) -> Mapping[str, Relation]:
    path = folder / "relations.csv"
    found = {}
    try:
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                found[row["relation"]] = Relation(
                    row["relation"], row["phrase"], row["kin_type"], row["hypernym"],
                    cast(Literal["", "wife", "husband"], row["perspective"]),
                    cast(Literal["paternal", "maternal", "sibling", "affinal"], row["side"]),
                    row["pair"], cast(Literal["", "paternal", "maternal"], row["lineage"]),
                    row["tested"] == "yes",
                )  # fmt: skip
    except (OSError, UnicodeDecodeError, KeyError) as error:
        raise KinError(f"{path} cannot be read ({error}); get it from the project again.") from None
    return MappingProxyType(found)


def cells(level: Level = "L3") -> tuple[Cell, ...]:
    """The cells that are asked: relations in the paper's order, in each Hindi, Tamil, Korean.

    L1 has none where English has no word above the relation (elder brother).
    """
    return tuple(
        Cell(relation.id, language, speaker)
        for relation in relations().values()
        if relation.tested and (level == "L3" or relation.hypernym)
        for language in LANGUAGES
        for speaker in speakers(relation, language)
    )


def speakers(relation: Relation, language: str) -> tuple[Speaker, ...]:
    """Who says a relation's term: one cell for each."""
    if language == "ko" and relation.id in BY_SPEAKER:
        return ("male", "female")
    return (relation.perspective or "any",)
