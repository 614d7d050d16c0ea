"""Figures that a release prints or stores as totals: kept as figures, never as replies.

Every number of a table becomes one row; the texts beside it (model, system, protocol ...) become
its labels. Nothing is averaged or renamed, so a figure can be found again in its file.
"""

import csv
import io
import json
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any

from kinlib.results.formats.source import Source, document, text
from kinlib.results.rows import Batch, canonical

_PROSE = {"title", "description", "method", "columns"}

_DIMENSIONS = {"hop", "horizon_yr"}
"""Numbers that say which figure it is, as a text label would."""


def read_json(source: Source) -> Batch:
    """Figures of a JSON file: every number at any depth."""
    value = document(source)
    batch = Batch()
    note = value.get("description") if isinstance(value, dict) else None
    table = str(value.get("title") or "") if isinstance(value, dict) else ""
    for metric, labels, number in _numbers(value, (), {}):
        _figure(batch, source, table or _table(source), metric, labels, number, note)
    return batch


def read_csv(source: Source) -> Batch:
    """Figures of a CSV file: the number columns are metrics, the text columns labels."""
    batch = Batch()
    for row in csv.DictReader(io.StringIO(text(source))):
        labels = {key: cell for key, cell in row.items() if key and cell and _number(cell) is None}
        for key, cell in row.items():
            number = _number(cell) if isinstance(cell, str) else None
            if key and number is not None:
                _figure(batch, source, _table(source), key, labels, number, None)
    return batch


def _figure(
    batch: Batch, source: Source, table: str, metric: str, labels: dict[str, str],
    value: float, note: str | None,
) -> None:  # fmt: skip
    batch.read += 1
    batch.add(
        "figure",
        {
            "source": PurePosixPath(source.name).name,
            "position": batch.read,
            "table_name": table,
            "metric": metric,
            "value": float(value),
            "labels": canonical(labels),
            "note": note,
        },
    )


def _table(source: Source) -> str:
    # The release keeps the totals of a run in a file of one name, told apart by its folder.
    return source.folder if source.stem == "combined_results" else source.stem


def _numbers(
    value: Any, path: tuple[str, ...], labels: dict[str, str]
) -> Iterator[tuple[str, dict[str, str], float]]:
    if isinstance(value, bool):
        return
    if isinstance(value, (int, float)):
        yield ".".join(path) or "value", labels, value
    elif isinstance(value, dict):
        own = {
            key: str(item)
            for key, item in value.items()
            if key in _DIMENSIONS
            or (isinstance(item, str) and key not in _PROSE and len(item) < 80)
        }
        for key, item in value.items():
            if key not in own:
                yield from _numbers(item, (*path, key), labels | own)
    elif isinstance(value, list):
        named = all(isinstance(item, dict) for item in value)
        for index, item in enumerate(value, 1):
            # The rows of a table are told apart by their labels, the entries of a list by number.
            step = () if named and len(path) <= 1 else (str(index),)
            yield from _numbers(item, (*path, *step), labels)


def _number(cell: str) -> float | None:
    try:
        value = json.loads(cell)
    except ValueError:
        return None
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else None
