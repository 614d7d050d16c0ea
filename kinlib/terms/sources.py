"""What the lexicon rests on: codes of sources, and how rows cite them.

A citation is a code with what the source says of the form where that is less or other than the
row (`KB-TA[MyZ]`: a mother's younger sister), several parted by "; ". In the column `provenance`
it stands for the meaning, in `attested` for a word list that has the spelling and says no more.
"""

import functools
import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from kinlib import settings
from kinlib.errors import KinError
from kinlib.terms.tables import rows

NO_SOURCE = frozenset({"variant", "IN", "IN2", "none"})
"""Codes of rows that no source outside the project stands behind."""

_CITATION = re.compile(r"([A-Za-z0-9-]+)(?:\[([^\[\];]+)\])?")


class Source(NamedTuple):
    """A code, what it stands for, and where that is found (empty: no address)."""

    code: str
    what: str
    address: str


class Citation(NamedTuple):
    """A source as a row cites it; `detail` is empty where it says just what the row says."""

    code: str
    detail: str


def sources() -> Mapping[str, Source]:
    """All sources by code.

    Raises:
        KinError: the shipped file is missing or damaged; the row is named.
    """
    return _read(settings.lexicon() / "sources.csv")


@functools.lru_cache(maxsize=4)
def _read(path: Path) -> Mapping[str, Source]:
    found: dict[str, Source] = {}
    for where, row in rows(path, Source._fields):
        if row["code"] in found or not _CITATION.fullmatch(row["code"]) or not row["what"]:
            raise KinError(f"{where}: a code of letters, digits and hyphens, once, and what it is.")
        found[row["code"]] = Source(**row)
    return MappingProxyType(found)


def cited(text: str, where: str = "") -> tuple[Citation, ...]:
    """The citations of a cell, in order; none of an empty one.

    Raises:
        KinError: a part is no citation or its code is no source; `where` names the row.
    """
    known = sources() if text else {}
    found = []
    for part in filter(None, text.split("; ")):
        read = _CITATION.fullmatch(part)
        if read is None or read[1] not in known:
            start = f"{where}: " if where else ""
            raise KinError(f"{start}{part!r} cites no source of data/lexicon/sources.csv.")
        found.append(Citation(read[1], read[2] or ""))
    return tuple(found)
