"""Lines of the tables of the generation benchmark, in words and figures, for pages and texts."""

from collections.abc import Iterable, Sequence

from kinlib.results.blocks import number, signed
from kinlib.results.paper_tables import AVERAGE
from kinlib.results.reconcile import Column
from kinlib.results.term_agreement import Comparison, Consistency
from kinlib.results.term_confusion import Arrow
from kinlib.results.term_figures import PRINTED_ORDER, TermFigure
from kinlib.results.term_selection import Selected
from kinlib.results.term_tables import WAYS, Entry
from kinlib.stats import FEWEST_CLUSTERS, REPETITIONS, Estimate
from kinlib.terms.relations import LANGUAGES, relations

BY_RUN = ("1", "2", "3", "5")
"""Tables that have a line a run; others are of one column at a time."""

HEAD = ("", "printed", "here", "difference", "counted", "95 % interval", "cells")

NOTES = (
    "Printed: as the paper has it, of the same model; “all” marks the figure of its five models "
    "where it has none of this one. Several runs of one source are pooled: every reply counts "
    "once.",
    "A cell is a relation in a language as one speaker says it. Intervals are percentiles of a "
    f"bootstrap of whole cells, each with all its attempts ({REPETITIONS:,} repetitions, seed 0). "
    f"With fewer than {FEWEST_CLUSTERS} cells there is none: a relation has three or four, a "
    "mirrored pair two, and more attempts at a cell are no more cells.",
    "Tables 4, 5: points at L3; beside a pair right of counted, paternal / maternal. In Tamil two "
    "relatives of a pair have a term in common in all pairs but the parent's sister: the paper's "
    "controls. Of the grandmothers it is one of two terms; siblings' children depend on the "
    "speaker's sex. In Korean siblings' children have a term in common too. A mean of sizes is "
    "above 0 by chance alone.",
    "Section 4.2: shares of failing replies by what stands in them, not by what they mean.",
    "No native speaker has reviewed the accepted terms.",
)
"""What the figures mean, for people."""


def shown(entry: Entry) -> tuple[str, ...]:
    """An entry by `HEAD`; empty where the paper has nothing."""
    places = entry.place.decimals
    return (
        entry.place.label,
        "" if entry.published is None else f"{number(entry.published.value, places)}{_all(entry)}",
        "none" if entry.value is None else number(entry.value, places),
        "" if entry.difference is None else signed(entry.difference, places),
        _counted(entry),
        entry.interval if entry.low is None else f"{entry.low:.1f} to {entry.high:.1f}",
        f"{entry.cells:,}" if entry.cells else "",
    )


def _counted(entry: Entry) -> str:
    if entry.place.unit == "count":
        return ""
    if entry.sides:
        return " / ".join(f"{right} of {n}" for right, n in entry.sides)
    return f"{entry.counted:,}" if entry.right is None else f"{entry.right:,} of {entry.counted:,}"


def _all(entry: Entry) -> str:
    """A mark for the figure of all five models beside a single one's."""
    printed = entry.published
    single = printed is not None and not printed.model and entry.of.paper != AVERAGE
    return " (all)" if single and entry.place.table != "6" else ""


def by_run(entries: Iterable[Entry], table: str) -> list[tuple[str, ...]]:
    """A table of all runs: the run, then its entries by `HEAD`."""
    return [(entry.of.name, *shown(entry)) for entry in entries if entry.place.table == table]


DIFFICULT = (
    "relation", "printed", "here", "difference", "counted", "cells",
    *(LANGUAGES[code].name for code in PRINTED_ORDER),
)  # fmt: skip


def difficult(entries: Iterable[Entry], of: Column) -> list[tuple[str, ...]]:
    """Relations, the hardest first, by `DIFFICULT`: overall, and right of counted by language."""
    found = [e for e in entries if (e.place.table, e.of) == ("relations", of)]
    at = {(e.place.relation, e.place.language): e for e in found}
    known = [e for e in found if not e.place.language and e.value is not None]
    rows = []
    for entry in sorted(known, key=lambda e: (e.value or 0, -e.counted)):
        label, printed, here, difference, counted, _, cells = shown(entry)
        by_language = (_counted(at[entry.place.relation, code]) for code in PRINTED_ORDER)
        label = relations()[entry.place.relation].phrase
        rows.append((label, printed, here, difference, counted, cells, *by_language))
    return rows


PRINTED = ("", "printed", "95 % interval", "of", "note")


def printed(figures: Sequence[TermFigure], table: str) -> list[tuple[str, ...]]:
    """A table as the paper has it, by `PRINTED`."""
    return [
        (
            ", ".join(part for part in (one.model, one.place.label) if part),
            number(one.value, one.place.decimals),
            "" if one.low is None else f"{one.low:.2f} to {one.high:.2f}",
            "" if one.n is None else f"{one.n:,}",
            one.note,
        )
        for one in figures
        if one.place.table == table
    ]  # fmt: skip


SELECTED = (
    "selection run", "generation of", "valid", "blank", "no letter", "right at A", "at B", "at C",
    "at D", "chance, %", "p", "absent: right",
)  # fmt: skip


def selected(listed: Iterable[Selected]) -> list[tuple[str, ...]]:
    """Selection runs, by `SELECTED`: what they answered, and right of valid by answer position."""
    return [
        (
            one.of.name, one.beside or "no run of this model", f"{one.valid:,}", f"{one.blank:,}",
            f"{one.no_letter:,}", *(_position(one, letter) for letter in "ABCD"),
            "varies" if one.chance is None else f"{100 * one.chance:.0f}", p_value(one.p_value),
            f"{one.absent[0]:,} of {one.absent[1]:,}" if one.absent[1] else "none asked",
        )
        for one in listed
    ]  # fmt: skip


def _position(of: Selected, letter: str) -> str:
    at = next((one for one in of.positions if one.letter == letter), None)
    return f"{at.right} of {at.valid}" if at else "0 of 0"


CONSISTENT = (
    "run", "level", "prompts", "all right", "mixed", "all wrong", "agreement, %", "95 % interval",
    "cells",
)  # fmt: skip


def consistent(listed: Iterable[Consistency]) -> list[tuple[str, ...]]:
    """Repeated attempts, by `CONSISTENT`."""
    return [
        (
            one.of.name, one.level, f"{one.prompts:,}",
            *(f"{n:,}" for n in (one.all_right, one.mixed, one.all_wrong)),
            *_estimate(one.agreement),
        )
        for one in listed
    ]  # fmt: skip


COMPARED = (
    "first", "second", "first less second, points", "95 % interval", "cells", "better", "worse",
    "p by cells", "only first", "only second", "of attempts", "McNemar's p",
)  # fmt: skip


MATCHED = (
    "Better and worse are cells, compared by a sign test. McNemar's exact test is over attempts of "
    "the same prompt and number; attempts at one cell are alike, so it is too sure: trust the "
    "interval and the test by cells."
)
"""What the two tests of a comparison are over."""


def compared(listed: Iterable[Comparison]) -> list[tuple[str, ...]]:
    """Pairs of runs, by `COMPARED`."""
    return [
        (
            one.first.name, one.second.name, *_estimate(one.difference, sign=True),
            f"{one.better}", f"{one.worse}", p_value(one.cells_p), f"{one.only_first:,}",
            f"{one.only_second:,}", f"{one.matched:,}", p_value(one.attempts_p),
        )
        for one in listed
    ]  # fmt: skip


def _estimate(found: Estimate, sign: bool = False) -> tuple[str, str, str]:
    """Value, limits (or why there are none) and number of cells, in percent."""
    value = "none"
    if found.value is not None:
        value = (signed if sign else number)(100 * found.value, 1)
    limits = WAYS[found.method]
    if found.low is not None and found.high is not None:
        limits = f"{100 * found.low:.1f} to {100 * found.high:.1f}"
    return value, limits, f"{found.clusters:,}"


def p_value(p: float | None) -> str:
    """A p value as tables show it."""
    if p is None:
        return "none"
    return "< 0.001" if p < 0.001 else f"{p:.3f}"


SAID = ("asked", "language", "said instead", "replies", "of failing")


def said_instead(listed: Iterable[Arrow]) -> list[tuple[str, ...]]:
    """Confusions, by `SAID`."""
    known = relations()
    return [
        (
            known[one.asked].phrase, LANGUAGES[one.language].name,
            known[one.said].phrase if one.said in known else one.said,
            f"{one.replies:,}", f"{one.failures:,}",
        )
        for one in listed
    ]  # fmt: skip
