"""Figures that a release stores as totals in JSON: kept as figures, never as replies.

Every number of a table becomes one row; the texts beside it (model, system, protocol ...) become
its labels. Nothing is averaged or renamed, so a figure can be found again in its file.
"""

from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any

from kinlib.errors import KinError
from kinlib.results.formats.source import Source, document
from kinlib.results.rows import Batch, canonical, storable

TOTALS = frozenset({"combined_results"})
"""Names of files that each run has one of: only the folder says of which run they are."""

_PROSE = {"title", "description", "method", "columns"}

_DIMENSIONS = {"hop", "horizon_yr"}
"""Numbers that say which figure it is, as a text label would."""


def read_json(source: Source) -> Batch:
    """Figures of a JSON file: every number at any depth.

    Raises:
        KinError: the file is no JSON, or nothing in it says what its numbers are of.
    """
    value = document(source)
    batch = Batch()
    note = value.get("description") if isinstance(value, dict) else None
    table = str(value.get("title") or "") if isinstance(value, dict) else ""
    note = note if isinstance(note, str) else None
    told = bool(note or table)
    try:
        for path, labels, number in _numbers(value, (), {}):
            told = told or bool(labels) or any(not step.isdecimal() for step in path[:-1])
            metric = ".".join(path) or "value"
            add_figure(batch, source, table or table_name(source), metric, labels, number, note)
    except RecursionError as error:
        raise KinError(f"{source.name} is nested too deeply to hold figures.") from error
    if "figure" in batch.tables and not told:
        raise KinError(
            f"{source.name}: nothing says what its numbers are of; put them under names (model, "
            "system, protocol ...)."
        )
    return batch


def add_figure(
    batch: Batch, source: Source, table: str, metric: str, labels: dict[str, str],
    value: float, note: str | None,
) -> None:  # fmt: skip
    """Append one figure, or refuse it if it is no number that can be stored."""
    batch.read += 1
    try:
        number = float(value)
        storable([table, metric, labels, number, note])
    except OverflowError:
        batch.refuse(None, f"{_shown(metric)} holds a number too large to be a figure")
    except ValueError as error:
        batch.refuse(None, f"{_shown(metric)}: {error}")
    else:
        batch.add(
            "figure",
            {
                "source": PurePosixPath(source.name).name,
                "position": batch.read,
                "table_name": table,
                "metric": metric,
                "value": number,
                "labels": canonical(labels),
                "note": note,
            },
        )


def table_name(source: Source) -> str:
    """What the figures of a file are the table of: its name, mostly."""
    # The release keeps the totals of a run in a file of one name, told apart by its folder.
    return source.folder if source.stem in TOTALS else source.stem


def _shown(metric: str) -> str:
    return metric.encode("utf-8", "replace").decode()[:80]


def _numbers(
    value: Any, path: tuple[str, ...], labels: dict[str, str]
) -> Iterator[tuple[tuple[str, ...], dict[str, str], float]]:
    if isinstance(value, bool):
        return
    if isinstance(value, (int, float)):
        yield path, labels, value
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
