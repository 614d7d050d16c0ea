"""Append-only journals of replies: one JSONL file a run, each line synced the moment it exists.

The first line is the run (`kind` "run"), every other a reply (`kind` "response"). A line is whole
once its newline is on disk; a torn last line, left by a kill, is never read and is closed off by
the next append.
"""

import json
import os
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

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
    line = json.dumps(record, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n"
    try:
        with _writing, path.open("ab+") as file:
            if file.tell() > 0:
                file.seek(-1, os.SEEK_END)
                if file.read(1) != b"\n":
                    line = b"\n" + line
            file.write(line)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise _unwritable(path, error) from error


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
