"""Lines of the tables of the generation benchmark, in words and figures, for pages and texts."""

from collections.abc import Iterable, Sequence

from kinlib.results.blocks import number, signed
from kinlib.results.paper_tables import AVERAGE
from kinlib.results.reconcile import Column
from kinlib.results.term_agreement import Comparison, Consistency
from kinlib.results.term_confusion import Arrow
from kinlib.results.term_figures import DERIVED, PRINTED_ORDER, TermFigure
from kinlib.results.term_selection import Selected
from kinlib.results.term_tables import WAYS, Entry
from kinlib.stats import FEWEST_CLUSTERS, REPETITIONS, Estimate
from kinlib.terms.relations import LANGUAGES, relations

BY_RUN = ("1", "2", "3", "5")
"""Tables that have a line a run; others are of one column at a time."""

HEAD = ("", "printed", "here", "difference", "counted", "95 % interval", "cells")

WILSON = "Wilson by cells"
"""Said beside limits that are not of the bootstrap."""

BY_WILSON = (
    f"“{WILSON}” beside limits: all such replies are alike, so resampling shows no doubt; the "
    "limits are Wilson's with each cell a single trial."
)

P_OF_SELECTION = (
    "p is of the one-sided exact binomial test of right among valid answers against guessing: 25 % "
    "with four options, 20 % with five; items are taken as independent, one a cell."
)
AGREEMENT = (
    "the share of pairs of attempts at the same prompt that have the same verdict, right or wrong; "
    "a mean over prompts with two counted attempts or more."
)

NOTES = (
    "Printed: as the paper has it, of the same model; “all” marks the figure of its five models "
    "where it has none of this one, “derived” one that follows from its other figures. Several "
    "runs of one source are pooled: every reply counts once.",
    "A cell is a relation in a language as one speaker says it. Intervals are percentiles of a "
    f"bootstrap of whole cells, each with all its attempts ({REPETITIONS:,} repetitions, seed 0). "
    f"With fewer than {FEWEST_CLUSTERS} cells there is none: a relation has three or four, a "
    "mirrored pair two, and more attempts at a cell are no more cells.",
    "Tables 4, 5: points at L3; beside a pair right of counted, paternal / maternal, and beside a "
    "mean of pairs those of all its pairs together. In Tamil two "
    "relatives of a pair have a term in common in all pairs but the parent's sister: the paper's "
    "controls. Of the grandmothers it is one of two terms; siblings' children depend on the "
    "speaker's sex. In Korean siblings' children have a term in common too. A mean of sizes is "
    "above 0 by chance alone.",
    BY_WILSON,
    "Table 3: generation on matched cells and the gap are means over cells that both runs have; "
    "the position-macro is the mean of the shares at the answer positions, which “Selection, run "
    "by run” has; beside it right of valid at all of them together.",
    f"Selection: {P_OF_SELECTION}",
    f"Agreement: {AGREEMENT}",
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
        _limits(entry.low, entry.high, entry.interval),
        f"{entry.cells:,}" if entry.cells else "",
    )


def _limits(low: float | None, high: float | None, way: str) -> str:
    """Limits in percent or points, with their way where it is not the bootstrap, or why none."""
    if low is None or high is None:
        return way
    mark = f" ({WILSON})" if way == WAYS["Wilson, a trial for each cluster"] else ""
    return f"{low:.1f} to {high:.1f}{mark}"


def _counted(entry: Entry) -> str:
    if entry.place.unit == "count":
        return ""
    sides = " / ".join(f"{right:,} of {n:,}" for right, n in entry.sides)
    if entry.over or sides:
        return ": ".join(part for part in (entry.over, sides) if part)
    return f"{entry.counted:,}" if entry.right is None else f"{entry.right:,} of {entry.counted:,}"


def _all(entry: Entry) -> str:
    """Marks for the figure of all five models beside a single one's, and for one worked out."""
    printed = entry.published
    single = printed is not None and not printed.model and entry.of.paper != AVERAGE
    marks = [
        *(["all"] if single and entry.place.table != "6" else []),
        *(["derived"] if printed is not None and printed.note == DERIVED else []),
    ]
    return f" ({', '.join(marks)})" if marks else ""


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
    "selection run", "right of valid", "right, %", "chance, %", "p", "blank", "no letter",
    "right at A", "at B", "at C", "at D", "absent: right", "generation of",
)  # fmt: skip


def selected(listed: Iterable[Selected]) -> list[tuple[str, ...]]:
    """Selection runs, by `SELECTED`: what they answered, and right of valid by answer position."""
    return [
        (
            one.of.name, f"{one.right:,} of {one.valid:,}",
            number(100 * one.right / one.valid, 1) if one.valid else "none",
            "varies" if one.chance is None else f"{100 * one.chance:.0f}", p_value(one.p_value),
            f"{one.blank:,}", f"{one.no_letter:,}",
            *(_position(one, letter) for letter in "ABCD"),
            f"{one.absent[0]:,} of {one.absent[1]:,}" if one.absent[1] else "none asked",
            one.beside or "no run of this model",
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
    "first", "second", "points", "95 % interval", "cells", "better / worse", "p by cells",
    "only one right", "McNemar's p",
)  # fmt: skip


MATCHED = (
    "Points: the first run less the second, a mean over cells. Better and worse are cells, "
    "compared by a sign test. Only one right: the first / the second, of attempts at the same "
    "prompt with the same number, compared by McNemar's exact test; attempts at one cell are "
    "alike, so it is too sure: trust the interval and the test by cells. Neither intervals nor p "
    "values are adjusted for the number of pairs."
)
"""What the two tests of a comparison are over."""


def compared(listed: Iterable[Comparison]) -> list[tuple[str, ...]]:
    """Pairs of runs, by `COMPARED`."""
    return [
        (
            one.first.name, one.second.name, *_estimate(one.difference, sign=True),
            f"{one.better} / {one.worse}", p_value(one.cells_p),
            f"{one.only_first:,} / {one.only_second:,} of {one.matched:,}",
            p_value(one.attempts_p),
        )
        for one in listed
    ]  # fmt: skip


def _estimate(found: Estimate, sign: bool = False) -> tuple[str, str, str]:
    """Value, limits (or why there are none) and number of cells, in percent."""
    value = "none"
    if found.value is not None:
        value = (signed if sign else number)(100 * found.value, 1)
    low, high = (None if end is None else 100 * end for end in (found.low, found.high))
    return value, _limits(low, high, WAYS[found.method]), f"{found.clusters:,}"


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
