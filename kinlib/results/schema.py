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
    "genealogy": ("genealogy_id",),
    "person": ("genealogy_id", "person_id"),
    "partnership": ("genealogy_id", "position"),
    "figure": ("origin", "position"),
}
"""Tables that hold rows, in the order they are filled, and what tells their rows apart."""


def create(connection: duckdb.DuckDBPyConnection) -> None:
    """Make every table and view in an empty database."""
    connection.execute(SCHEMA)


@functools.cache
def arrow_schemas() -> Mapping[str, pa.Schema]:
    """Arrow schema of each table of `KEYS`."""
    with duckdb.connect(":memory:") as connection:
        create(connection)
        return {
            table: connection.sql(f"select * from {table} limit 0").to_arrow_table().schema
            for table in KEYS
        }


@functools.cache
def required(table: str) -> frozenset[str]:
    """Columns of a table that are never null."""
    with duckdb.connect(":memory:") as connection:
        create(connection)
        rows = connection.execute(
            "select column_name from duckdb_columns() where table_name = ? and not is_nullable",
            [table],
        ).fetchall()
    return frozenset(row[0] for row in rows)


def arrow_table(table: str, rows: Sequence[Row], origin: str) -> pa.Table:
    """Rows as an Arrow table with every column of the table; fields a row lacks are null."""
    schema = arrow_schemas()[table]
    return pa.Table.from_pylist([{**row, "origin": origin} for row in rows], schema=schema)
