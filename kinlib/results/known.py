"""What is there already: told from the import folders and from what ships."""

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as parquet

from kinlib import settings
from kinlib.errors import KinError
from kinlib.results import import_folders
from kinlib.results.formats.detect import READERS, format_of
from kinlib.results.formats.source import Source
from kinlib.results.formats.turtle import genealogy_id
from kinlib.results.rows import Batch, Row

FAMILIES, ITEMS = "families/*.ttl", "items/*.jsonl"
"""What ships besides journals and packs, below the folder of shipped data."""

PACKS = "demonstration/*/pack.json"
"""Run packs that ship, or that are put there by hand."""


class Known:
    """Ids that are taken, each kind read once when it is first asked for.

    A class because it is a cache: whoever imports many files hands one on, so that the import
    folders are not read again for every file. What another process imports meanwhile is not
    seen; two contradicting rows are then told apart, and reported, when they are taken in.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @cached_property
    def items(self) -> dict[tuple[str, str], str]:
        """Digest of each item by data set and id."""
        shipped = [(i["dataset_id"], i["item_id"], i["digest"]) for i in _shipped_items()]
        found: dict[tuple[str, str], str] = {}
        for dataset, item_id, digest in (
            *shipped, *self._stored("item", "dataset_id", "item_id", "digest")
        ):  # fmt: skip
            found.setdefault((dataset, item_id), digest)
        return found

    @cached_property
    def responses(self) -> set[str]:
        """Ids of all replies that are imported or came in packs."""
        return {row[0] for row in self._stored("response", "response_id")}

    @cached_property
    def genealogies(self) -> set[str]:
        """Ids of all genealogies."""
        shipped = settings.shipped().glob(FAMILIES)
        ids = {genealogy_id(Source(path.name, path.read_bytes())) for path in shipped}
        return ids | {row[0] for row in self._stored("genealogy", "genealogy_id")}

    @cached_property
    def files(self) -> dict[str, str]:
        """Name of the first imported file of each digest."""
        found: dict[str, str] = {}
        for path in import_folders.folders(self._folder):
            report = import_folders.read_report(path)
            if report.digest:
                found.setdefault(report.digest, report.name)
        return found

    def _stored(self, table: str, *columns: str) -> Iterator[tuple[Any, ...]]:
        packs = [listed.parent for listed in sorted(settings.shipped().glob(PACKS))]
        for folder in (*packs, *import_folders.folders(self._folder)):
            path = folder / f"{table}.parquet"
            try:
                # Not read_table: that makes columns of folder names such as a=b.
                with parquet.ParquetFile(path) as file:
                    rows = file.read(columns=list(columns)).to_pydict()
                yield from zip(*(rows[column] for column in columns), strict=True)
            except (OSError, pa.ArrowException, KeyError):
                continue  # absent or damaged: the store says so where people look


def settle(batch: Batch, known: Known) -> int:
    """Refuse items that contradict known ones; count the rows that are known, and note the rest.

    Rows that repeat known ones stay in the batch, so that an import is whole by itself and what
    it shares with another outlives the other.
    """
    if genealogies := batch.tables.get("genealogy"):
        ids = {row["genealogy_id"] for row in genealogies}
        repeated = batch.read if ids <= known.genealogies else 0
        known.genealogies.update(ids)
        return repeated
    conflicting, repeated = _settle_items(batch, known)
    replies = batch.tables.get("response")
    if replies is None:
        return repeated
    usable = [row for row in replies if (row["dataset_id"], row["item_id"]) not in conflicting]
    ids = {row["response_id"] for row in usable}
    batch.tables["response"] = usable
    batch.tables["score"] = [row for row in batch.tables["score"] if row["response_id"] in ids]
    repeated = len(ids & known.responses)
    known.responses.update(ids)
    return repeated


def _settle_items(batch: Batch, known: Known) -> tuple[set[tuple[str, str]], int]:
    kept: dict[tuple[str, str], Row] = {}
    conflicting: set[tuple[str, str]] = set()
    repeated = 0
    for item in batch.tables.get("item", []):
        key = (item["dataset_id"], item["item_id"])
        there = known.items.get(key)
        if there is not None and there != item["digest"]:
            conflicting.add(key)
            batch.refuse(
                item["position"],
                f"the item {item['item_id']} is there already with other content",
            )
            continue
        repeated += there is not None
        known.items[key] = item["digest"]
        kept.setdefault(key, item)
    if kept or conflicting:
        batch.tables["item"] = list(kept.values())
    return conflicting, repeated


def shipped_batch(path: Path) -> Batch:
    """Rows of one shipped family or item list.

    Raises:
        KinError: it is of no format that is read.
    """
    source = Source("/".join(path.parts[-2:]), path.read_bytes())
    return READERS[format_of(source)](source)


def _shipped_items() -> Iterator[Row]:
    for path in sorted(settings.shipped().glob(ITEMS)):
        try:
            yield from shipped_batch(path).tables.get("item", [])
        except (KinError, OSError):
            continue  # the store says so where people look
