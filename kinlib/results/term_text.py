"""The tables of the generation benchmark as plain text, Markdown, CSV and JSON."""

import csv
import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from kinlib.results.blocks import Block, Heading, aligned, piped
from kinlib.results.reconcile import Column
from kinlib.results.term_figures import TITLES, TermFigure
from kinlib.results.term_lines import (
    BY_RUN,
    COMPARED,
    CONSISTENT,
    DIFFICULT,
    HEAD,
    MATCHED,
    NOTES,
    PRINTED,
    SAID,
    SELECTED,
    by_run,
    compared,
    consistent,
    difficult,
    printed,
    said_instead,
    selected,
    shown,
)
from kinlib.results.term_report import TermReport
from kinlib.results.term_tables import OURS, Entry

_BLANKS = {
    "excluded": "blank, refused and failed replies are left out",
    "wrong": "blank, refused and failed replies count as wrong",
}


def plain(report: TermReport) -> str:
    """The report for a terminal."""
    return "".join(f"{line}\n" for block in _blocks(report) for line in aligned(block))


def markdown(report: TermReport) -> str:
    """The report as a Markdown document."""
    blocks = [Heading(1, "Kin terms: printed and loaded figures"), *_blocks(report)]
    return "".join(f"{line}\n" for block in blocks for line in piped(block)).rstrip() + "\n"


def as_csv(report: TermReport) -> str:
    """One line an entry of a table; without runs, one a printed figure."""
    rows = [{**row, "runs": " ".join(row["runs"])} for row in records(report.entries)]
    if not report.columns:
        rows = _published(report.figures)
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def as_json(report: TermReport) -> str:
    """Everything, numbers unrounded."""
    told = {
        "blanks": report.blanks,
        "verdicts": report.verdicts,
        "runs": [asdict(column) for column in report.columns],
        "remarks": list(report.remarks),
        "published": _published(report.figures),
        "entries": records(report.entries),
        **{
            name: [asdict(one) for one in getattr(report, name)]
            for name in ("selections", "consistency", "comparisons", "arrows", "contradictions")
        },
    }
    return json.dumps(told, ensure_ascii=False, indent=1) + "\n"


def _published(figures: Sequence[TermFigure]) -> list[dict[str, Any]]:
    return [
        {
            "table": one.place.table, "label": one.place.label, "unit": one.place.unit,
            "model": one.model or None, "value": one.value, "n": one.n, "low": one.low,
            "high": one.high, "note": one.note or None,
        }
        for one in figures
    ]  # fmt: skip


def records(entries: Sequence[Entry]) -> list[dict[str, Any]]:
    """Entries as flat rows; null is unknown, or none."""
    return [
        {
            "table": entry.place.table, "label": entry.place.label, "unit": entry.place.unit,
            **{name: getattr(entry.place, name) or None
               for name in ("metric", "task", "language", "relation", "pair", "category")},
            "of": entry.of.name, "source": entry.of.source, "runs": list(entry.of.runs),
            "published": entry.published.value if entry.published else None,
            "published_model": entry.published.model or None if entry.published else None,
            **{
                name: getattr(entry, name)
                for name in (
                    "value", "difference", "low", "high", "right", "counted", "cells", "interval",
                    "over",
                )
            },
        }
        for entry in entries
    ]  # fmt: skip


def _blocks(report: TermReport) -> Iterator[Block]:
    """Headings, sentences and tables; a table's first row is its head."""
    if report.columns:
        yield f"Verdicts of {report.verdicts}; {_BLANKS[report.blanks]}."
        yield from (*report.remarks, *NOTES)
        yield from _filled(report)
        yield from _beyond(report)
    else:
        yield "No replies to kin-term prompts are loaded; these are the printed figures alone."
        for table, title in TITLES.items():
            if rows := printed(report.figures, table):
                yield Heading(2, title)
                yield [PRINTED, *rows]
        yield Heading(2, OURS.name.capitalize())
        yield _table(report, "6", OURS)
    yield Heading(2, "Where the paper contradicts itself, and what it does not print")
    for one in report.contradictions:
        yield Heading(3, f"{one.where} ({one.kind})")
        yield f"Printed: {one.printed}. Against it: {one.elsewhere} ({one.basis}). {one.sentence}"


def _filled(report: TermReport) -> Iterator[Block]:
    """Tables with a line a run for all runs; the others run by run."""
    for table, title in TITLES.items():
        columns = list(dict.fromkeys(e.of for e in report.entries if e.place.table == table))
        if not columns:
            continue
        yield Heading(2, title)
        if table in BY_RUN:
            lines = by_run(report.entries, table)
            yield [HEAD, *((f"{run}: {place}", *rest) for run, place, *rest in lines)]
            continue
        for column in columns:
            yield Heading(3, column.name)
            if table == "relations":
                yield [DIFFICULT, *difficult(report.entries, column)]
            else:
                yield _table(report, table, column)


def _table(report: TermReport, table: str, of: Column) -> list[tuple[str, ...]]:
    entries = [e for e in report.entries if (e.place.table, e.of) == (table, of)]
    return [HEAD, *map(shown, entries)]


def _beyond(report: TermReport) -> Iterator[Block]:
    """What the paper's tables do not hold."""
    tables = (
        ("Selection, run by run", SELECTED, selected(report.selections)),
        ("Repeated attempts at one prompt", CONSISTENT, consistent(report.consistency)),
        ("Runs compared on the L3 cells they share", COMPARED, compared(report.comparisons)),
    )
    for title, head, rows in tables:
        if rows:
            yield Heading(2, title)
            yield [head, *rows]
    if report.comparisons:
        yield MATCHED
    first = next((arrow.of for arrow in report.arrows), None)
    if first is not None:
        most = sorted((a for a in report.arrows if a.of == first), key=lambda a: -a.replies)
        yield Heading(2, f"Said in place of the asked term: {first.name}")
        yield [SAID, *said_instead(most[:_MOST])]
        if len(most) > _MOST:
            yield f"The first {_MOST} of {len(most)}; the JSON has all."


_MOST = 30
