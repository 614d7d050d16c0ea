"""Files of JSON objects, one a line: each read, or told why not, and the rest goes on."""

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import typer

from kinlib.errors import KinError


def print_each(file: Path, told: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    """Print what is told of each object, as JSON; what is wrong goes to standard error.

    Raises:
        KinError: the file cannot be read.
        typer.Exit: with code 1, after the last line, if any line was wrong.
    """
    wrong = False
    for number, found in _objects(file):
        try:
            if not isinstance(found, dict):
                raise KinError(found)
            print(json.dumps(told(found), ensure_ascii=False))
        except KinError as error:
            wrong = True
            print(f"{file}, line {number}: {error}", file=sys.stderr)
    if wrong:
        raise typer.Exit(1)


def text_fields(found: dict[str, Any], *names: str) -> list[str]:
    """The fields of these names.

    Raises:
        KinError: one is missing or no text.
    """
    for name in names:
        if not isinstance(found.get(name), str):
            raise KinError(f"the field {name!r} is missing or no text.")
    return [found[name] for name in names]


def _objects(file: Path) -> Iterator[tuple[int, dict[str, Any] | str]]:
    try:
        # Bytes that are no UTF-8 stay what they are: they are somebody's reply.
        with file.open(encoding="utf-8-sig", errors="surrogateescape", newline="\n") as lines:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    yield number, _object(line)
    except OSError as error:
        raise KinError(f"{file} cannot be read: {error.strerror}.") from None


def _object(line: str) -> dict[str, Any] | str:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return "this is no JSON."
    return found if isinstance(found, dict) else "this is no JSON object."
