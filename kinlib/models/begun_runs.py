"""Which of our journals are of runs that were asked a certain way."""

import json
from collections.abc import Iterator
from pathlib import Path

from kinlib.results.rows import Row

_SAME = ("benchmark", "dataset_id", "model", "protocol", "preset", "parameters", "repeats")
"""Fields of a header that make two runs the same question put the same way."""

_LONGEST = 100_000
"""Bytes of a line that may be a header."""


def latest(folder: Path, header: Row) -> Path | None:
    """The journal of the last run begun with the settings of a header; None: there is none."""
    found = [
        (str(told.get("started")), file.name, file)
        for file, told in _headers(folder)
        if all(told.get(key) == header.get(key) for key in _SAME)
    ]
    return max(found)[-1] if found else None


def _headers(folder: Path) -> Iterator[tuple[Path, Row]]:
    """Headers of journals named after their runs; no more of a journal is read than it takes."""
    for file in folder.glob("run-*.jsonl"):
        told = _header(file)
        if told is not None and told.get("run_id") == file.stem:
            yield file, told


def _header(file: Path) -> Row | None:
    try:
        with file.open("rb") as lines:
            # The first line; the second where a kill tore off the first.
            for _ in range(2):
                told = _record(lines.readline(_LONGEST))
                if told is not None and told.get("kind") == "run":
                    return told
    except OSError:
        pass  # who looks at the list of runs is told
    return None


def _record(line: bytes) -> Row | None:
    try:
        told = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return told if isinstance(told, dict) else None
