"""Doubts about the inventory: keys of Table 8 that sources contradict, and words of two meanings.

From data/lexicon/contested.csv, which a compiler wrote; no native speaker has reviewed it.
"""

import functools
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from types import MappingProxyType

from kinlib import settings
from kinlib.errors import KinError
from kinlib.terms.relations import LANGUAGES, relations
from kinlib.terms.sources import cited
from kinlib.terms.tables import rows

UNREVIEWED = "No native speaker has reviewed these terms."
"""Said wherever the shipped lexicon is shown."""

VERDICTS: Mapping[str, str] = MappingProxyType(
    {
        "wrong": "no source has it, or sources are against it",
        "partial": "right under a condition that the table does not state",
        "address": "right as a reference, unusual in speaking to the person",
        "gap": "a standard term is missing from the table",
        "right": "checked, and right",
        "label": "the table's label is inexact",
        "note": "to be known",
    }
)
"""What a doubt comes to; one may come to two."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A doubt: what it concerns, what it comes to (`verdicts`), why, and what the lexicon does.

    `keys` are cells of Table 8 or forms, parted by "; "; `sources` as kinlib.terms.sources has it.
    """

    id: str
    languages: tuple[str, ...]
    relations: tuple[str, ...]
    keys: str
    verdicts: tuple[str, ...]
    explanation: str
    treatment: str
    sources: str


def doubts() -> Mapping[str, Doubt]:
    """All doubts by id.

    Raises:
        KinError: the shipped file is missing or damaged; the row is named.
    """
    return _read(settings.lexicon() / "contested.csv")


_COLUMNS = tuple(field.name.replace("verdicts", "verdict") for field in fields(Doubt))


@functools.lru_cache(maxsize=4)
def _read(path: Path) -> Mapping[str, Doubt]:
    found: dict[str, Doubt] = {}
    known = {"languages": LANGUAGES, "relations": relations(), "verdict": VERDICTS}
    for where, row in rows(path, _COLUMNS):
        several = {name: tuple(row[name].split()) for name in known}
        for name, values in several.items():
            if strange := [value for value in values if value not in known[name]]:
                raise KinError(f"{where}: {strange[0]!r} is none of the {name}.")
        cited(row["sources"], where)
        found[row["id"]] = Doubt(
            row["id"],
            several["languages"],
            several["relations"],
            row["keys"],
            several["verdict"],
            row["explanation"],
            row["treatment"],
            row["sources"],
        )
    return MappingProxyType(found)
