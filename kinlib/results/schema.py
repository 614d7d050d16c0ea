"""Columns of every table, taken from schema.sql alone, as DuckDB and as Arrow know them."""

import functools
from collections.abc import Mapping, Sequence
from pathlib import Path

import duckdb
import pyarrow as pa

from kinlib.results.rows import Row

SCHEMA = (Path(__file__).parent / "schema.sql").read_text(encoding="utf-8")

KEYS: Mapping[str, tuple[str, ...]] = {
    "dataset": ("dataset_id",),
    "item": ("dataset_id", "item_id"),
    "run": ("run_id",),
    "response": ("response_id",),
    "score": ("response_id", "scorer", "version"),
    "surface": ("response_id",),
    "event": ("run_id", "event", "happened"),
    "genealogy": ("genealogy_id",),
    "person": ("genealogy_id", "person_id"),
    "partnership": ("genealogy_id", "position"),
    "figure": ("origin", "position"),
}
"""Tables that hold rows, in the order they are filled, and what tells their rows apart."""


def create(connection: duckdb.DuckDBPyConnection) -> None:
    """Make every table and view in an empty database."""
    connection.execute(SCHEMA)


def arrow_schemas() -> Mapping[str, pa.Schema]:
    """Arrow schema of each table of `KEYS`."""
    return _described()[0]


def required(table: str) -> frozenset[str]:
    """Columns of a table that are never null."""
    return _described()[1][table]


@functools.cache
def _described() -> tuple[Mapping[str, pa.Schema], Mapping[str, frozenset[str]]]:
    with duckdb.connect(":memory:") as connection:
        create(connection)
        schemas = {
            table: connection.sql(f"select * from {table} limit 0").to_arrow_table().schema
            for table in KEYS
        }
        rows = connection.execute(
            "select table_name, column_name from duckdb_columns() where not is_nullable"
        ).fetchall()
    return schemas, {table: frozenset(c for t, c in rows if t == table) for table in KEYS}


def arrow_table(table: str, rows: Sequence[Row], origin: str) -> pa.Table:
    """Rows as an Arrow table with every column of the table; fields a row lacks are null."""
    schema = arrow_schemas()[table]
    return pa.Table.from_pylist([{**row, "origin": origin} for row in rows], schema=schema)
