"""The reconciled tables as plain text, Markdown, CSV and JSON."""

import csv
import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from kinlib.results.blocks import Block, Heading, aligned, number, piped, signed
from kinlib.results.paper_tables import TITLES, Figure
from kinlib.results.reconcile import Cell, Column, worth
from kinlib.results.reconcile_report import Report

HEAD = (
    "",
    "printed",
    "here",
    "difference",
    "counted",
    "95 % interval",
    "egos",
    "worth",
    "distinct",
)

_BLANKS = {
    "excluded": "blank, refused and failed replies are left out",
    "wrong": "blank, refused and failed replies count as wrong",
}

NOTES = (
    "Printed: as the paper has it, of the same model in Table 4, else its average over models.",
    "Counted: right of all counted; distinct of these are no clones of another. Worth: as many "
    "independent replies would be as sure; more than counted where right and wrong answers about "
    "the same people balance. Egos: so many in so many trees.",
    "Intervals: percentiles of a bootstrap of whole egos, and of trees where a system has five or "
    "more; where all are right or all wrong, Wilson's with each ego a trial.",
)
"""What the columns mean, for people."""


def plain(report: Report) -> str:
    """The report for a terminal."""
    return "".join(f"{line}\n" for block in _blocks(report) for line in aligned(block))


def markdown(report: Report) -> str:
    """The report as a Markdown document."""
    blocks = [Heading(1, "KinshipQA: printed and loaded figures"), *_blocks(report)]
    return "".join(f"{line}\n" for block in blocks for line in piped(block)).rstrip() + "\n"


def as_csv(report: Report) -> str:
    """One line a cell; without cells, one a printed figure."""
    rows = [{**row, "runs": " ".join(row["runs"])} for row in records(report.cells)]
    rows = rows or _published(report.figures)
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def as_json(report: Report) -> str:
    """Everything, numbers unrounded."""
    told = {
        "blanks": report.blanks,
        "verdicts": report.verdicts or "as each run came",
        "runs": [asdict(column) for column in report.columns],
        "remarks": [*report.remarks, *worth(report.cells).values()],
        "published": _published(report.figures),
        "cells": records(report.cells),
        "contradictions": [asdict(one) for one in report.contradictions],
    }  # fmt: skip
    return json.dumps(told, ensure_ascii=False, indent=1) + "\n"


def _published(figures: Sequence[Figure]) -> list[dict[str, Any]]:
    return [
        {
            "table": one.place.table, "row": one.place.row, "column": one.place.column,
            "unit": one.place.unit, "model": one.model or None, "value": one.value, "n": one.n,
            "note": one.note or None,
        }
        for one in figures
    ]  # fmt: skip


def records(cells: Sequence[Cell]) -> list[dict[str, Any]]:
    """Cells as flat rows; null is unknown, or none."""
    return [
        {
            "table": cell.place.table, "row": cell.place.row, "column": cell.place.column,
            "unit": cell.place.unit, "of": cell.of.name, "source": cell.of.source,
            "runs": list(cell.of.runs),
            "published": cell.published.value if cell.published else None,
            "published_model": cell.published.model or None if cell.published else None,
            **{
                name: getattr(cell, name)
                for name in (
                    "value", "difference", "low", "high", "right", "counted", "distinct", "egos",
                    "trees", "design_effect", "effective", "spread", "interval",
                )
            },
        }
        for cell in cells
    ]  # fmt: skip


def shown(cell: Cell) -> tuple[str, ...]:
    """A cell in words and figures, by `HEAD`; empty where the paper has nothing."""
    places = 0 if cell.place.unit == "items" else 1
    spread = "" if cell.spread is None else f" (sd {cell.spread:.1f})"
    return (
        cell.place.label,
        "" if cell.published is None else number(cell.published.value, places),
        "none" if cell.value is None else f"{number(cell.value, places)}{spread}",
        "" if cell.difference is None else signed(cell.difference, places),
        f"{cell.counted:,}" if cell.right is None else f"{cell.right:,} of {cell.counted:,}",
        cell.interval if cell.low is None else f"{cell.low:.1f} to {cell.high:.1f}",
        f"{cell.egos} in {cell.trees}" if cell.egos else "",
        "" if cell.effective is None else f"{cell.effective:,.0f}",
        f"{cell.distinct:,}",
    )


def title(table: str) -> str:
    """Number and title of a table."""
    return f"Table {table}. {TITLES[table]}"


def printed(figures: Sequence[Figure], table: str) -> list[tuple[str, ...]]:
    """A table as the paper has it: place, figure and what stands beside it."""
    return [
        (
            ", ".join(part for part in (one.model, one.place.label) if part),
            number(one.value, 0 if one.place.unit == "items" else 1),
            one.note,
        )
        for one in figures
        if one.place.table == table
    ]  # fmt: skip


def averaged_runs(report: Report, column: Column) -> str:
    """The runs of an average by name; empty for a single run."""
    names = {one.runs[0]: one.name for one in report.columns if len(one.runs) == 1}
    return "; ".join(names[run] for run in column.runs) if len(column.runs) > 1 else ""


def _blocks(report: Report) -> Iterator[Block]:
    """Headings, sentences and tables; a table's first row is its head."""
    if report.cells:
        verdicts = report.verdicts or "the scorer each run came with"
        yield f"Verdicts of {verdicts}; {_BLANKS[report.blanks]}."
        yield from (*report.remarks, *worth(report.cells).values(), *NOTES)
    else:
        yield "No replies to KinshipQA items are loaded; these are the printed figures alone."
        for table in TITLES:
            yield Heading(2, title(table))
            yield [("", "printed", ""), *printed(report.figures, table)]
    for column in report.columns:
        yield Heading(2, column.name)
        if names := averaged_runs(report, column):
            yield f"Average of: {names}."
        for table in TITLES:
            yield Heading(3, title(table))
            yield [
                HEAD,
                *(shown(c) for c in report.cells if (c.of, c.place.table) == (column, table)),
            ]
    yield Heading(2, "Where the paper contradicts itself, or its data contradict it")
    for one in report.contradictions:
        yield Heading(3, f"{one.where} ({one.kind})")
        yield f"Printed: {one.printed}. Against it: {one.elsewhere} ({one.basis}). {one.sentence}"
