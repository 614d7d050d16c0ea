"""What is refused in a table of a run pack, and what is put right: packs come from anywhere."""

import json
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as compute
import pyarrow.parquet as parquet

from kinlib.errors import KinError
from kinlib.results import records
from kinlib.results.rows import storable
from kinlib.results.scores import OWN

MOST_ROWS = 1_000_000
"""Rows of a table: a file of a few kilobytes can say that it holds thousands of millions."""

MOST_BYTES = 2_000_000_000
"""Bytes of a table before compression."""

_LEAST: dict[str, dict[str, int]] = {
    "run": {"repeats": 1, "planned": 0},
    "response": {
        "attempt": 1,
        **dict.fromkeys(("prompt_tokens", "completion_tokens", "requests", "seconds", "cost",
                         "first_token_seconds"), 0),
    },
}  # fmt: skip
"""Columns of numbers and the least that they can be."""


def check_size(path: Path, remedy: str) -> None:
    """Refuse a table that would not fit, before any of it is read.

    Raises:
        KinError: it is too large, or no Parquet.
    """
    try:
        told = parquet.read_metadata(path)
    except (OSError, pa.ArrowException) as error:
        raise KinError(f"{path.name} cannot be read; {remedy}.") from error
    size = sum(told.row_group(number).total_byte_size for number in range(told.num_row_groups))
    if told.num_rows > MOST_ROWS or size > MOST_BYTES:
        raise KinError(
            f"{path} holds {told.num_rows:,} rows, {size / 1e6:,.0f} MB; a table of a pack has at "
            f"most {MOST_ROWS:,} rows and {MOST_BYTES / 1e6:,.0f} MB. Ask for several packs."
        )


def check(path: Path, table: pa.Table, remedy: str) -> None:
    """Refuse ids that can be no run's, and numbers that cannot be.

    Raises:
        KinError: there is one.
    """
    try:
        if "run_id" in table.column_names:
            for run_id in compute.unique(table["run_id"]).to_pylist():
                records.run_id_of(run_id)
        for column, least in _LEAST.get(path.stem, {}).items():
            _check_least(table[column], column, least)
    except ValueError as error:
        raise KinError(f"{path}: {error}; {remedy}.") from error


def check_json(path: Path, column: pa.ChunkedArray, remedy: str) -> None:
    """Refuse JSON that the database reads and Python does not, which would stop a page.

    Raises:
        KinError: a value is nested too deeply, or holds a number or a sign that cannot be read.
    """
    for text in compute.unique(column).to_pylist():
        try:
            value = None if text is None else json.loads(text)
            records.shallow(value)
            storable(value)
        except (ValueError, RecursionError) as error:
            why = str(error) or "it is nested too deeply"
            raise KinError(f"{path}: {text[:40]!r} cannot be read, {why}; {remedy}.") from error


def settled(name: str, table: pa.Table) -> pa.Table:
    """A table with rules marked as what they are, and without choices of scorers unknown here."""
    if name == "run":
        at = table.schema.get_field_index("source")
        rule = compute.starts_with(table["model"], records.CONTROL)
        source = compute.if_else(rule, "control", table["source"])
        return table.set_column(at, table.schema.field(at), source)
    if name == "event" and "rescore" in table["event"].to_pylist():
        pairs = zip(table["event"].to_pylist(), table["fields"].to_pylist(), strict=True)
        known = [what != "rescore" or json.loads(told).get("scorer") in OWN for what, told in pairs]
        return table.filter(pa.array(known))
    return table


def _check_least(column: pa.ChunkedArray, name: str, least: int) -> None:
    told = compute.drop_null(column)
    # NaN is neither below nor above.
    fits = compute.and_(compute.greater_equal(told, least), compute.less(told, 2**53))
    if not compute.all(fits, min_count=0).as_py():
        raise ValueError(f"{name} holds a number below {least}, or none at all")
