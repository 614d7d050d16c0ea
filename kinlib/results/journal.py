"""Append-only journals of replies: one JSONL file a run, each line synced the moment it exists.

The first line is the run (`kind` "run"); the others are a call that begins ("asked"), a reply
("response") and what else befell the run ("event"). A line is whole once its newline is on disk; a
torn last line, left by a kill, is never read and is closed off by the next append.
"""

import json
import os
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO, Self

from kinlib.errors import KinError
from kinlib.results.rows import Problem

_writing = threading.Lock()


def start(folder: Path, header: Mapping[str, Any]) -> Path:
    """Create the journal of a run, named after its `run_id`; an existing one is gone on with.

    A header that a kill tore off is written again.

    Raises:
        KinError: the folder cannot be written.
    """
    path = folder / f"{header['run_id']}.jsonl"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        described = path.exists() and _is_described(path)
    except OSError as error:
        raise _unwritable(path, error) from error
    if not described:
        append(path, {"kind": "run", **header})
    return path


def append(path: Path, record: Mapping[str, Any]) -> None:
    """Write one record as one line and sync it to disk before returning.

    Raises:
        KinError: the journal cannot be written.
    """
    with _writing, Appender(path) as file:
        file.append(record)


class Appender:
    """A journal kept open by the one process that runs it. A class because it owns the file.

    Threads may append at the same time: lines are written one after the other, and one sync
    serves all that were written before it.
    """

    def __init__(self, path: Path) -> None:
        """Open a journal.

        Raises:
            KinError: it cannot be written.
        """
        self.path = path
        self._writing, self._syncing = threading.Lock(), threading.Lock()
        self._written = self._synced = 0
        try:
            self._file = path.open("ab+", buffering=0)
            self._torn = _is_torn(self._file)
        except OSError as error:
            raise _unwritable(path, error) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def append(self, record: Mapping[str, Any], *, sync: bool = True) -> None:
        """Write one record as one line; with `sync` it is on disk before this returns.

        Without, it outlives this process however it ends, but not a power cut.

        Raises:
            KinError: the journal cannot be written.
        """
        line = json.dumps(record, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n"
        try:
            with self._writing:
                if self._torn:
                    line = b"\n" + line
                self._torn = True
                while line:  # a full disk takes a part of it before it says so
                    line = line[self._file.write(line) :]
                self._torn = False
                self._written += 1
                mine = self._written
            if sync:
                self._sync(mine)
        except OSError as error:
            raise _unwritable(self.path, error) from error

    def _sync(self, mine: int) -> None:
        with self._syncing:
            if self._synced < mine:
                until = self._written
                os.fsync(self._file.fileno())
                self._synced = until


def _is_torn(file: BinaryIO) -> bool:
    """Whether the last line lacks its end, which a kill left it without."""
    if not file.seek(0, os.SEEK_END):
        return False
    file.seek(-1, os.SEEK_END)
    return file.read(1) != b"\n"


def read(path: Path, offset: int = 0) -> tuple[list[dict[str, Any]], list[Problem], int]:
    """Whole records from a byte offset on, the lines that are no records, and the next offset."""
    numbered, problems, offset = read_numbered(path, offset)
    return [record for _, record in numbered], problems, offset


def read_numbered(
    path: Path, offset: int = 0
) -> tuple[list[tuple[int, dict[str, Any]]], list[Problem], int]:
    """Like `read`, each record with the number of its line."""
    records: list[tuple[int, dict[str, Any]]] = []
    problems: list[Problem] = []
    data = path.read_bytes()
    end = data.rfind(b"\n") + 1
    lines = data[offset:end].split(b"\n")[:-1] if end > offset else []
    for number, line in enumerate(lines, data.count(b"\n", 0, offset) + 1):
        try:
            records.append((number, _record(line)))
        except (ValueError, RecursionError) as error:
            problems.append(Problem(number, f"the line is not a journal record: {error}"))
    return records, problems, max(offset, end)


def _record(line: bytes) -> dict[str, Any]:
    record = json.loads(line)
    if not isinstance(record, dict):
        raise ValueError("it is not an object")
    return record


def _is_described(path: Path) -> bool:
    """Whether any whole line says what run this is; mostly the first does."""
    with path.open("rb") as file:
        for line in file:
            if not line.endswith(b"\n"):
                return False
            try:
                if _record(line).get("kind") == "run":
                    return True
            except (ValueError, RecursionError):
                continue
    return False


def _unwritable(path: Path, error: OSError) -> KinError:
    return KinError(
        f"The journal {path} cannot be written: {error.strerror}; make room there, or set "
        "KINLIB_HOME to another folder."
    )
