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

    Raises:
        KinError: the folder cannot be written.
    """
    path = folder / f"{header['run_id']}.jsonl"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            append(path, {"kind": "run", **header})
    except OSError as error:
        raise KinError(f"The journal {path} cannot be written: {error.strerror}.") from error
    return path


def append(path: Path, record: Mapping[str, Any]) -> None:
    """Write one record as one line and sync it to disk before returning."""
    line = json.dumps(record, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n"
    with _writing, path.open("ab+") as file:
        if file.tell() > 0:
            file.seek(-1, os.SEEK_END)
            if file.read(1) != b"\n":
                line = b"\n" + line
        file.write(line)
        file.flush()
        os.fsync(file.fileno())


def read(path: Path, offset: int = 0) -> tuple[list[dict[str, Any]], list[Problem], int]:
    """Whole records from a byte offset on, the lines that are no records, and the next offset."""
    records: list[dict[str, Any]] = []
    problems: list[Problem] = []
    data = path.read_bytes()
    end = data.rfind(b"\n") + 1
    lines = data[offset:end].split(b"\n")[:-1] if end > offset else []
    for number, line in enumerate(lines, data.count(b"\n", 0, offset) + 1):
        try:
            record = json.loads(line)
            if not isinstance(record, dict):
                raise ValueError("it is not an object")
            records.append(record)
        except (ValueError, RecursionError) as error:
            problems.append(Problem(number, f"the line is not a journal record: {error}"))
    return records, problems, max(offset, end)
