"""The database and its one owner: opened once a process, asked through a fresh cursor each time."""

import re
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd

from kinlib.errors import KinError
from kinlib.reasoning import scoring
from kinlib.results import intake, schema
from kinlib.results.rows import Batch, Row, identifier
from kinlib.results.scores import score_row
from kinlib.terms import matching

_SCHEMA_ORIGIN = "schema"


class Store:
    """The DuckDB index over shipped data, imports and journals.

    A class because it owns a resource: one connection, and the lock under which rows are taken in.
    """

    def __init__(self, path: Path) -> None:
        """Open the database, making or remaking it where it is missing or of an older shape.

        Raises:
            KinError: another program holds it, or the file is no database.
        """
        self._path = path
        self._taking_in = threading.Lock()
        self._connection = _open(path)
        if not _is_current(self._connection):
            self._connection.close()
            _remove(path)
            self._connection = _open(path)
            schema.create(self._connection)
            _note(self._connection, _SCHEMA_ORIGIN, _shape(), 0, Batch())

    def query(self, sql: str, parameters: Sequence[Any] = ()) -> pd.DataFrame:
        """Answer of one SQL query; every call has a cursor of its own.

        A shared connection may not be used by two threads at once (DuckDB 2.0 raises).
        """
        with self._connection.cursor() as cursor:
            return cursor.execute(sql, list(parameters)).df()

    def refresh(self) -> bool:
        """Take in what is new, take out what is gone; tell whether anything changed."""
        with self._taking_in, self._connection.cursor() as cursor:
            known = {
                origin: (stamp, size)
                for origin, stamp, size in cursor.execute(
                    "select origin, stamp, bytes from intake where origin <> ?", [_SCHEMA_ORIGIN]
                ).fetchall()
            }
            present = intake.origins()
            changed = False
            for gone in known.keys() - {origin.name for origin in present}:
                _transaction(cursor, lambda gone=gone: _take_out(cursor, gone))
                changed = True
            for origin in present:
                stamp, size = known.get(origin.name, (None, 0))
                if stamp != origin.stamp:
                    _transaction(
                        cursor,
                        lambda origin=origin, size=size: _take_in(cursor, origin, size),
                    )
                    changed = True
            return changed

    def rebuild(self) -> None:
        """Empty every table and take everything in again."""
        with self._taking_in, self._connection.cursor() as cursor:
            for table in [*schema.KEYS, "intake"]:
                where = f"where origin <> '{_SCHEMA_ORIGIN}'" if table == "intake" else ""
                cursor.execute(f"delete from {table} {where}")
        self.refresh()

    def close(self) -> None:
        """Let other programs have the file."""
        self._connection.close()


def rebuild(path: Path) -> Store:
    """Make the database again from nothing.

    Raises:
        KinError: another program holds it.
    """
    if path.exists():
        try:
            _open(path).close()
        except KinError as error:
            if isinstance(error.__cause__, duckdb.IOException) and _holder(error.__cause__):
                raise
        _remove(path)
    store = Store(path)
    store.refresh()
    return store


def _open(path: Path) -> duckdb.DuckDBPyConnection:
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        # A misspelt table must be an error, never a Python variable of that name.
        config: dict[str, str | bool | int | float | list[str]] = {
            "python_enable_replacements": False,
            "autoinstall_known_extensions": False,
        }
        return duckdb.connect(str(path), config=config)
    except duckdb.IOException as error:
        holder = _holder(error)
        if holder:
            raise KinError(
                f"Another program ({holder}) has {path} open: close it, or set KINLIB_HOME to "
                "another folder."
            ) from error
        raise KinError(
            f"{path} cannot be opened as a database; `python -m kinlib rebuild` makes it again "
            "from the files, nothing is lost."
        ) from error


def _holder(error: duckdb.IOException) -> str | None:
    text = str(error)
    if not re.search("lock|used by another process", text):
        return None
    found = re.search(r"PID (\d+)", text)
    return f"process {found.group(1)}" if found else "one that does not tell its name"


def _is_current(connection: duckdb.DuckDBPyConnection) -> bool:
    try:
        row = connection.execute(
            "select stamp from intake where origin = ?", [_SCHEMA_ORIGIN]
        ).fetchone()
    except duckdb.CatalogException:
        return False
    return row is not None and row[0] == _shape()


def _shape() -> str:
    # What the rows of an unchanged file depend on: a store made otherwise is made again.
    return identifier(schema.SCHEMA, intake.READING, scoring.VERSION, matching.VERSION)


def _remove(path: Path) -> None:
    for file in (path, path.with_name(path.name + ".wal")):
        file.unlink(missing_ok=True)


def _transaction(cursor: duckdb.DuckDBPyConnection, work: Any) -> None:
    cursor.execute("begin")
    try:
        work()
    except BaseException:
        cursor.execute("rollback")
        raise
    cursor.execute("commit")


def _take_out(cursor: duckdb.DuckDBPyConnection, origin: str) -> None:
    for table in [*schema.KEYS, "intake"]:
        cursor.execute(f"delete from {table} where origin = ?", [origin])


def _take_in(cursor: duckdb.DuckDBPyConnection, origin: intake.Origin, size: int) -> None:
    batch = Batch()
    if origin.kind == "journal":
        grown = origin.path.stat().st_size >= size
        if not grown:
            _take_out(cursor, origin.name)
        batch, size = intake.journal_batch(origin.path, size if grown else 0)
        _score(cursor, batch)
        _insert_batch(cursor, batch, origin.name)
    else:
        _take_out(cursor, origin.name)
        if origin.kind == "import":
            for table, path in intake.tables_of(origin.path):
                _insert(cursor, table, "read_parquet(?)", [str(path)])
        else:
            batch = intake.shipped_batch(origin)
            _insert_batch(cursor, batch, origin.name)
    _note(cursor, origin.name, origin.stamp, size, batch)


def _score(cursor: duckdb.DuckDBPyConnection, batch: Batch) -> None:
    replies = batch.tables.get("response", [])
    wanted = sorted({row["item_id"] for row in replies if row["item_id"]})
    if not wanted:
        return
    columns = ("dataset_id", "item_id", "gold", "answer_type", "language", "attributes")
    found = cursor.execute(
        f"select {', '.join(columns)} from item where list_contains(?, item_id)", [wanted]
    ).fetchall()
    items = {(row[0], row[1]): dict(zip(columns, row, strict=True)) for row in found}
    for reply in replies:
        item = items.get((reply["dataset_id"], reply["item_id"]))
        score = score_row(reply, item) if item else None
        if score:
            batch.add("score", score)


def _insert_batch(cursor: duckdb.DuckDBPyConnection, batch: Batch, origin: str) -> None:
    for table in schema.KEYS:
        rows: list[Row] = batch.tables.get(table, [])
        if rows:
            cursor.register("incoming", schema.arrow_table(table, rows, origin))
            _insert(cursor, table, "incoming", [])
            cursor.unregister("incoming")


def _insert(cursor: duckdb.DuckDBPyConnection, table: str, rows: str, values: list[Any]) -> None:
    keys = schema.KEYS[table]
    same = " and ".join(f"there.{key} = new.{key}" for key in keys)
    # Rows are told apart by key here, not by constraints, so that bulk loading stays fast.
    cursor.execute(
        f"insert into {table} by name select * from {rows} as new "
        f"where not exists (select 1 from {table} as there where {same}) "
        f"qualify row_number() over (partition by {', '.join(keys)}) = 1",
        values,
    )


def _note(
    cursor: duckdb.DuckDBPyConnection, origin: str, stamp: str, size: int, batch: Batch
) -> None:
    cursor.execute(
        "insert or replace into intake values (?, ?, ?, ?)",
        [origin, stamp, size, intake.problems_json(batch.problems)],
    )
