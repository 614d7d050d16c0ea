"""The database and its one owner: opened once a process, asked through a fresh cursor each time."""

import re
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pyarrow as pa

from kinlib.errors import KinError
from kinlib.results import indexing, intake, pack_files, schema
from kinlib.results.indexing import Judging
from kinlib.results.intake import Intake, Origin
from kinlib.results.rows import Problem, identifier


def quietly(origin: str, done: int, total: int) -> None:
    """Nobody looks while replies are judged."""


class Store:
    """The DuckDB index over shipped data, imports and journals.

    A class because it owns a resource: one connection, and the lock under which rows are taken in.
    """

    def __init__(self, path: Path | None, *, judged: bool = True) -> None:
        """Open the database, making or remaking it where it is missing or of an older shape.

        Args:
            path: the file; None: a database in memory, for the terminal, which keeps nothing.
            judged: whether our scorers judge the replies that are taken in without verdicts.

        Raises:
            KinError: another program holds it, or the file is no database.
        """
        self._path = path
        self._judged = judged
        self._taking_in = threading.Lock()
        self._connection = _open(path)
        if not _is_current(self._connection):
            if path is not None:
                self._connection.close()
                _remove(path)
                self._connection = _open(path)
            with self._writing() as cursor:
                schema.create(cursor)
                indexing.note(cursor, indexing.SCHEMA_ORIGIN, _shape(), 0)

    def query(self, sql: str, parameters: Sequence[Any] = ()) -> pd.DataFrame:
        """Answer of one SQL query; every call has a cursor of its own.

        A shared connection may not be used by two threads at once (DuckDB 2.0 raises).
        """
        with self._connection.cursor() as cursor:
            return cursor.execute(sql, list(parameters)).df()

    def refresh(self, judging: Judging = quietly) -> bool:
        """Take in what is new, take out what is gone; tell whether anything changed.

        What cannot be taken in is noted with a sentence and left until it changes. Thousands of
        replies without verdicts of today's scorers take a minute: `judging` is told of which origin
        how many are judged, of how many.

        Raises:
            KinError: the database cannot be written.
        """
        with self._taking_in, self._writing() as cursor:
            present = intake.origins()
            gone = indexing.noted(cursor).keys() - {origin.name for origin in present}
            for name in sorted(gone):
                _transaction(cursor, partial(indexing.take_out, cursor, name))
            changed = bool(gone)
            # Taking one out may leave gaps that another fills, so it is looked at again.
            while stale := _stale(cursor, present):
                for origin in stale:
                    _refresh_one(cursor, origin, judging if self._judged else None)
                changed = True
            return changed

    def take(self, origin: Origin, found: Intake) -> None:
        """Take in one thing, wherever it lies; `refresh` would take it out again.

        Raises:
            KinError: the database cannot be written.
        """
        with self._taking_in, self._writing() as cursor:
            judging = quietly if self._judged else None
            _transaction(cursor, partial(indexing.put, cursor, origin, found, [], judging))

    def table(self, sql: str, parameters: Mapping[str, Any]) -> pa.Table:
        """Answer of one SQL query with its own types, as `query` has not where a value is null."""
        with self._connection.cursor() as cursor:
            return cursor.sql(sql, params=dict(parameters)).to_arrow_table()

    def judge_again(self, runs: Sequence[str], judging: Judging = quietly) -> None:
        """Make our verdicts on the replies of some runs anew.

        Raises:
            KinError: the database cannot be written.
        """
        with self._taking_in, self._writing() as cursor:
            _transaction(cursor, partial(indexing.judge_again, cursor, runs, judging))

    def rebuild(self, judging: Judging = quietly) -> None:
        """Empty every table and take everything in again; readers see the old rows till the end.

        Raises:
            KinError: the database cannot be written.
        """
        with self._taking_in, self._writing() as cursor:
            unusable: dict[str, str] = {}
            while not _rebuild(cursor, unusable, judging if self._judged else None):
                pass

    @contextmanager
    def _writing(self) -> Iterator[duckdb.DuckDBPyConnection]:
        try:
            with self._connection.cursor() as cursor:
                yield cursor
        except duckdb.Error as error:
            raise KinError(
                f"{self._path or 'The database in memory'} cannot be written "
                f"({_first_line(error)}); make room there, or run `python -m kinlib rebuild`."
            ) from error

    def close(self) -> None:
        """Let other programs have the file."""
        self._connection.close()


def rebuild(path: Path, judging: Judging = quietly) -> Store:
    """Make the database again from nothing; `judging` as in `Store.refresh`.

    Raises:
        KinError: another program holds it, or it cannot be written.
    """
    if path.exists():
        try:
            _open(path).close()
        except KinError as error:
            if error.__cause__ is not None and _holder(error.__cause__):
                raise
        _remove(path)
    store = Store(path)
    store.refresh(judging)
    return store


def _open(path: Path | None) -> duckdb.DuckDBPyConnection:
    # A misspelt table must be an error, never a Python variable of that name.
    config: dict[str, str | bool | int | float | list[str]] = {
        "python_enable_replacements": False,
        "autoinstall_known_extensions": False,
    }
    if path is None:
        return duckdb.connect(":memory:", config=config)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unwritable(path, error.strerror) from error
    try:
        return duckdb.connect(str(path), config=config)
    except duckdb.Error as error:
        if holder := _holder(error):
            raise KinError(
                f"Another program ({holder}) has {path} open: close it, or set KINLIB_HOME to "
                "another folder."
            ) from error
        closed = re.search("Permission denied|Read-only file system|No space left", str(error))
        if closed:
            raise _unwritable(path, closed[0]) from error
        raise KinError(
            f"{path} cannot be opened as a database; `python -m kinlib rebuild` makes it again "
            "from the files, nothing is lost."
        ) from error


def _unwritable(path: Path, why: str | None) -> KinError:
    return KinError(
        f"The database {path} cannot be written: {why}; set KINLIB_HOME to a folder that can be."
    )


def _holder(error: BaseException) -> str | None:
    text = str(error)
    locked = re.search("set lock|used by another process", text)
    if not isinstance(error, duckdb.IOException) or not locked:
        return None
    found = re.search(r"PID (\d+)", text)
    return f"process {found.group(1)}" if found else "one that does not tell its name"


def _is_current(connection: duckdb.DuckDBPyConnection) -> bool:
    try:
        row = connection.execute(
            "select stamp from intake where origin = ?", [indexing.SCHEMA_ORIGIN]
        ).fetchone()
    except duckdb.Error:  # another shape, or damaged: the files hold everything
        return False
    return row is not None and row[0] == _shape()


def _shape() -> str:
    # What the rows of an unchanged file depend on: a store made otherwise is made again.
    return identifier(schema.SCHEMA, intake.READING, pack_files.judged_by())


def _remove(path: Path) -> None:
    for file in (path, path.with_name(path.name + ".wal")):
        try:
            file.unlink(missing_ok=True)
        except OSError as error:
            raise KinError(f"{file} cannot be removed: {error.strerror}; remove it.") from error


def _transaction(cursor: duckdb.DuckDBPyConnection, work: Callable[[], None]) -> None:
    cursor.execute("begin")
    try:
        work()
    except BaseException:
        cursor.execute("rollback")
        raise
    cursor.execute("commit")


def _stale(cursor: duckdb.DuckDBPyConnection, present: Sequence[Origin]) -> list[Origin]:
    noted = indexing.noted(cursor)
    return [o for o in present if noted.get(o.name, ("", 0))[0] != o.stamp]


def _refresh_one(
    cursor: duckdb.DuckDBPyConnection, origin: Origin, judging: Judging | None
) -> None:
    """Take an origin in, or note why it cannot be; the others go on either way."""
    stamp, size = indexing.noted(cursor).get(origin.name, ("", 0))
    fills = stamp == indexing.AGAIN + origin.stamp
    grown = bool(stamp) and not stamp.startswith(indexing.AGAIN) and intake.has_grown(origin, stamp)
    try:
        found = intake.read(origin, size if grown else 0)

        def work() -> None:
            earlier = indexing.line_problems(cursor, origin.name) if grown else []
            if stamp and not grown and not fills:
                indexing.take_out(cursor, origin.name)
            indexing.put(cursor, origin, found, earlier, judging)

        _transaction(cursor, work)
    except Exception as error:
        # Whatever is wrong with one file must not keep people from all the others.
        trouble = [Problem(None, _trouble(error))]

        def leave() -> None:
            earlier = indexing.line_problems(cursor, origin.name) if grown else []
            if not grown:
                indexing.take_out(cursor, origin.name)
            kept = size if grown else 0
            indexing.note(cursor, origin.name, origin.stamp, kept, [*earlier, *trouble])

        _transaction(cursor, leave)


def _rebuild(
    cursor: duckdb.DuckDBPyConnection, unusable: dict[str, str], judging: Judging | None
) -> bool:
    """Everything again in one transaction; False: one more origin turned out to be unusable."""
    current: Origin | None = None

    def work() -> None:
        nonlocal current
        for table in [*schema.KEYS, "intake", "overlap"]:
            where = f"where origin <> '{indexing.SCHEMA_ORIGIN}'" if table == "intake" else ""
            cursor.execute(f"delete from {table} {where}")
        for origin in intake.origins():
            try:
                if origin.name in unusable:
                    raise KinError(unusable[origin.name])
                found = intake.read(origin)
            except Exception as error:  # as in _refresh_one
                problems = [Problem(None, _trouble(error))]
                indexing.note(cursor, origin.name, origin.stamp, 0, problems)
                continue
            current = origin
            indexing.put(cursor, origin, found, [], judging)
            current = None

    try:
        _transaction(cursor, work)
    except Exception as error:
        if current is None:
            raise
        # An error in SQL ends the whole transaction, so it is begun again without the culprit.
        unusable[current.name] = _trouble(error)
        return False
    return True


def _trouble(error: Exception) -> str:
    """Why an origin could not be taken in, for a person."""
    if isinstance(error, KinError):
        return str(error)
    if isinstance(error, OSError):
        return f"it cannot be read: {error.strerror}"
    return f"it cannot be taken in ({type(error).__name__}: {_first_line(error)})"


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [""])[0][:200]
