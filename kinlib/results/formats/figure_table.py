"""Published figures in CSV files: number columns are metrics, text columns labels."""

import csv
import io
import math
import re
from collections.abc import Iterator

from kinlib.errors import KinError
from kinlib.results.formats.published import add_figure, table_name
from kinlib.results.formats.source import Source, text
from kinlib.results.rows import Batch

_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?")

_ALMOST = re.compile(
    r"[+-]?\d[\d., ]*[%‰]|[+-]?\d+(,\d+)+(\.\d+)?|[+-]?(nan|inf(inity)?)", re.IGNORECASE
)
"""Numbers written for people. What they are in figures cannot be told: 1,234 is two numbers."""

_UNCLOSED = 20
"""Rows with an unclosed quote after which a file is given up; each costs reading to the end."""


def read_csv(source: Source) -> Batch:
    """Figures of a CSV file: the number columns are metrics, the text columns labels.

    Commas, semicolons and tabs are told apart by the header. A row that is not as long as the
    header, or a number that is written for people ("12%"), is refused with its line.

    Raises:
        KinError: there is no header, it names a column twice, or no column says what the numbers
            are of.
    """
    batch = Batch()
    rows = _rows(source, batch)
    _, names = next(rows, (0, []))
    header = _header(source, names)
    labelled = False
    for line, row in rows:
        if len(row) != len(header):
            batch.read += 1
            batch.refuse(line, f"the row has {len(row)} cells, the header {len(header)}")
            continue
        cells = {name: cell.strip() for name, cell in zip(header, row, strict=True)}
        labels = {name: cell for name, cell in cells.items() if cell and not _is_figure(cell)}
        labelled = labelled or bool(labels)
        for name, cell in cells.items():
            if not _is_figure(cell):
                continue
            if _NUMBER.fullmatch(cell) and math.isfinite(float(cell)):
                add_figure(batch, source, table_name(source), name, labels, float(cell), None)
            else:
                batch.read += 1
                batch.refuse(line, f"{name!r} holds {cell[:40]!r}; write a number such as 12.5")
    if "figure" in batch.tables and not labelled:
        raise KinError(
            f"{source.name}: no column says what its numbers are of; add one with names (model, "
            "system, protocol ...)."
        )
    return batch


def _header(source: Source, names: list[str]) -> list[str]:
    header = [name.strip() or f"column {at}" for at, name in enumerate(names, 1)]
    twice = next((name for name in header if header.count(name) > 1), None)
    if twice is not None:
        raise KinError(f"{source.name}, line 1: two columns are called {twice!r}; rename one.")
    return header


def _is_figure(cell: str) -> bool:
    return bool(_NUMBER.fullmatch(cell) or _ALMOST.fullmatch(cell))


def _rows(source: Source, batch: Batch) -> Iterator[tuple[int, list[str]]]:
    """Rows that are not empty, with the line each begins on; reading goes on after a bad one."""
    lines = list(io.StringIO(text(source), newline=""))
    first = next((line for line in lines if line.strip()), "")
    delimiter = next((mark for mark in ",;\t" if mark in first), ",")
    at, unclosed = 0, 0
    while at < len(lines):
        reader = csv.reader(lines[at:], delimiter=delimiter, strict=True)
        began = 0
        try:
            for row in reader:
                if any(cell.strip() for cell in row):
                    if any("\0" in cell for cell in row):
                        batch.read += 1
                        batch.refuse(at + began + 1, "the row holds a NUL byte")
                    else:
                        yield at + began + 1, row
                began = reader.line_num
            return
        except csv.Error as error:
            # The quote may have swallowed good rows: go on with the line after the one it is on.
            at += began + 1
            batch.read += 1
            endless = "unexpected end" in str(error) or "field limit" in str(error)
            reason = "a quote that opens here is never closed" if endless else str(error)
            batch.refuse(at, f"the row is not CSV: {reason}")
            unclosed += endless
            if unclosed == _UNCLOSED:
                batch.refuse(at + 1, "the rest of the file is not read: too many unclosed quotes")
                batch.read += 1
                return
