"""The tables of the generation benchmark's paper filled from rows, printed figures beside them.

A figure is of one run, or of all chosen runs of one source pooled: every reply counts once. As in
`reconcile`, sources are never pooled together, and controls and free prompts not at all. Intervals
come from one bootstrap of cells over all chosen runs.
"""

import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from kinlib.results.paper_tables import AVERAGE
from kinlib.results.reconcile import Column, columns
from kinlib.results.term_counts import Counts, counts, designed
from kinlib.results.term_figures import (
    CONTROLS,
    FIVE_PAIRS,
    SHARES,
    TITLES,
    Share,
    TermFigure,
    TermPlace,
    figure_at,
    of_all,
    places,
)
from kinlib.results.term_rows import TermReplies
from kinlib.results.term_selection import Selected
from kinlib.stats import (
    REPETITIONS,
    Estimate,
    Marks,
    Method,
    Numbers,
    Term,
    estimates,
)
from kinlib.terms import lineage
from kinlib.terms.lexicon import shipped


@dataclass(frozen=True)
class Entry:
    """A place in a table: what is printed there, and what a column has.

    Percentages and points are such numbers, not shares of 1. `published` is the figure of the same
    model, or of all five beside several runs; where there is none of a run's model, the figure of
    all five stands there for orientation, and there is no `difference`. `right` of `counted`
    replies are hits, in so many `cells`; a gap has none, nor has a mean of shares: what it is a
    mean `over` is said in words, and `sides` are right and counted of what it is made of (paternal
    and maternal; all answer positions together). `interval` says how the limits of the 95 %
    interval were made, or why there are none.
    """

    place: TermPlace
    of: Column
    published: TermFigure | None
    value: float | None
    difference: float | None
    low: float | None
    high: float | None
    right: int | None
    counted: int
    cells: int
    interval: str
    sides: tuple[tuple[int, int], ...] = ()
    over: str = ""


WAYS: Mapping[Method, str] = {
    "clusters resampled": f"cells resampled {REPETITIONS:,} times, percentiles",
    "blocks resampled, clusters within them": "",  # there are no blocks here
    "Wilson, a trial for each cluster": "all alike: Wilson, a trial for each cell",
    "too few clusters": "none: too few cells",
    "clusters unknown": "none: cells unknown",
    "no variation": "none: no variation",
    "nothing counted": "no such replies",
}
"""How an interval over cells was made, in words."""

_ALL = "all there are"
_MACRO = "none: a mean of four shares"


def pooled(found: TermReplies, figures: Sequence[TermFigure]) -> list[Column]:
    """All runs of a source together, if they were asked the same set; then every run."""
    listed = columns(found.frame, figures, "{} {} runs pooled")
    sets = found.frame.groupby("run_id")["dataset"].first()
    return [one for one in listed if sets[list(one.runs)].nunique(dropna=False) == 1]


def fill(
    found: TermReplies, figures: Sequence[TermFigure], selections: Sequence[Selected]
) -> tuple[Entry, ...]:
    """Every place of every table for every column, table by table and column by column."""
    rows = _Rows(found.frame)
    listed = pooled(found, figures)
    wanted = [
        (place, column)
        for table in TITLES
        if table not in ("3", "6")
        for column in listed
        for place in places(figures, table)
    ]
    sampled = [one for one in wanted if one[0].metric in SHARES]
    terms = {one: rows.term(*one) for one in sampled}
    done = dict(
        zip(sampled, estimates(found.among, ([each] for each in terms.values())), strict=True)
    )
    entries = [
        _entry(figures, place, column, done[place, column], _hits(terms[place, column]))
        if (place, column) in done
        else _lineage(figures, place, column, rows)
        for place, column in wanted
    ]
    entries += [entry for one in selections for entry in _selection(figures, one)]
    entries += counted(figures)
    for column in listed:
        entries += _counts(figures, column, counts(found.frame[rows.of(column)]))
    return tuple(sorted(entries, key=lambda entry: list(TITLES).index(entry.place.table)))


def _hits(term: Term) -> int:
    return int(term.values[term.counted].sum())


OURS = Column("our own prompts", "made here", (), AVERAGE)
"""The prompts, selection items and inventory of kinlib, counted beside those of Table 6."""


def counted(figures: Sequence[TermFigure]) -> tuple[Entry, ...]:
    """Table 6 from our own prompts: it needs no replies.

    Raises:
        KinError: what ships is damaged.
    """
    return tuple(_counts(figures, OURS, designed()))


def _counts(figures: Sequence[TermFigure], of: Column, known: Counts) -> Iterator[Entry]:
    for place in places(figures, "6"):
        if (value := known.get((place.metric, place.category))) is not None:
            yield _made(figures, place, of, value, (None, None), None, int(value), 0, _ALL)


class _Rows:
    """The replies with what is asked of them again and again; a class because it is a cache."""

    def __init__(self, frame: pd.DataFrame) -> None:
        self.frame = frame
        self._among = functools.cache(lambda share: _among(frame, share))
        self._holds = functools.cache(lambda holds, category: _holds(frame, holds, category))
        self._same = functools.cache(
            lambda name, value: (frame[name] == value).to_numpy(dtype=bool)
        )
        self.gaps = functools.cache(self._gaps)

    def of(self, column: Column) -> Marks:
        """The replies of a column."""
        marks: Marks = np.any([self._same("run_id", run) for run in column.runs], axis=0)
        return marks

    def term(self, place: TermPlace, column: Column) -> Term:
        """The share a place stands for."""
        share = SHARES[place.metric]
        marks = self.of(column) & self._among(share)
        for name in ("task", "language", "relation"):
            if wanted := getattr(place, name):
                marks &= self._same(name, wanted)
        return Term(1, self._holds(share.holds, place.category), marks)

    def _gaps(self, column: Column) -> tuple[lineage.Gap, ...]:
        """Mirrored pairs of a column at L3."""
        marks = self.of(column) & self._among(SHARES["L3 accuracy"])
        of = self.frame[marks].groupby(["relation", "language"])["right"]
        counts = {key: (int(right), int(n)) for key, right, n in
                  zip(of.sum().index, of.sum(), of.size(), strict=True)}  # fmt: skip
        return lineage.gaps(counts, shipped())


def _among(frame: pd.DataFrame, share: Share) -> Marks:
    marks = {
        "counted": frame["counted"],
        "right": frame["counted"] & frame["right"],
        "failed": frame["failed"],
        "unscripted": frame["unscripted"],
    }[share.among]
    if share.level:
        marks = marks & (frame["level"] == share.level)
    return marks.to_numpy(dtype=bool)


def _holds(frame: pd.DataFrame, holds: str, category: str) -> Numbers:
    if holds == "category":
        return np.asarray(frame["category"] == category, dtype=np.float64)
    if holds == "wrong":
        return np.asarray(~frame["right"], dtype=np.float64)
    return np.asarray(frame[holds], dtype=np.float64)


def _printed(
    figures: Sequence[TermFigure], place: TermPlace, of: Column
) -> tuple[TermFigure | None, bool]:
    """The printed figure to stand beside a column, and whether the two are of the same thing."""
    model = "" if of.paper == AVERAGE else of.paper
    own = figure_at(figures, place, model) if model != "" else of_all(figures, place)
    return (own, True) if own else (of_all(figures, place), place.table == "6")


def _entry(
    figures: Sequence[TermFigure], place: TermPlace, of: Column, found: Estimate, hits: int | None
) -> Entry:
    return _made(
        figures, place, of, _percent(found.value), (_percent(found.low), _percent(found.high)),
        hits, found.n, found.clusters, WAYS[found.method],
    )  # fmt: skip


def _made(
    figures: Sequence[TermFigure], place: TermPlace, of: Column, value: float | None,
    limits: tuple[float | None, float | None], right: int | None, counted: int, cells: int,
    interval: str,
) -> Entry:  # fmt: skip
    printed, alike = _printed(figures, place, of)
    difference = None
    if alike and printed is not None and value is not None:
        difference = value - printed.value
    return Entry(place, of, printed, value, difference, *limits, right, counted, cells, interval)


def _percent(share: float | None) -> float | None:
    return None if share is None else 100 * share


def _lineage(figures: Sequence[TermFigure], place: TermPlace, of: Column, rows: _Rows) -> Entry:
    mean, among = _meant(place)
    gaps = [gap for gap in rows.gaps(of) if gap.language == place.language and among(gap)]
    sides = [side for gap in gaps for side in (gap.paternal, gap.maternal)]
    n, cells = sum(counted for _, counted in sides), sum(counted > 0 for _, counted in sides)
    made = _made(
        figures, place, of, _percent(mean(gaps)), (None, None), None, n, cells,
        WAYS["too few clusters" if n else "nothing counted"],
    )  # fmt: skip
    together = [
        (sum(right for right, _ in half), sum(counted for _, counted in half))
        for half in (sides[::2], sides[1::2])
    ]
    over = f"{len(gaps)} pairs" if len(gaps) > 1 else ""
    return replace(made, sides=tuple(together) if n else (), over=over if n else "")


def _meant(
    place: TermPlace,
) -> tuple[Callable[[Sequence[lineage.Gap]], float | None], Callable[[lineage.Gap], bool]]:
    """The mean of which pairs a place of Tables 4 and 5 is."""
    if place.metric.startswith("mean absolute"):
        return lineage.absolute_mean, lambda gap: gap.control
    if place.pair == CONTROLS:
        return lineage.signed_mean, lambda gap: gap.control
    if place.pair in ("", FIVE_PAIRS):
        return lineage.signed_mean, lambda gap: True
    return lineage.signed_mean, lambda gap: gap.pair.name == place.pair


def _mean_over(cells: int) -> str:
    return f"mean over {cells} cells"


def _selection(figures: Sequence[TermFigure], one: Selected) -> Iterator[Entry]:
    gaps = {gap.language: gap for gap in one.gaps}
    for place in places(figures, "3"):
        if place.metric == "gap":
            gap = gaps[place.language].difference
            made = _entry(figures, place, one.of, gap, None)
            yield replace(made, counted=gap.clusters, over=_mean_over(gap.clusters))
        elif place.metric == "selection accuracy":
            yield _entry(figures, place, one.of, one.excluded, one.right)
        elif place.metric == "selection accuracy, blanks wrong":
            yield _entry(figures, place, one.of, one.wrong, one.right)
        elif place.metric.startswith("position-macro"):
            made = _made(
                figures, place, one.of, _percent(one.macro), (None, None), None, one.valid,
                one.excluded.clusters, _MACRO,
            )  # fmt: skip
            answered = sum(at.valid > 0 for at in one.positions)
            yield replace(made, over=f"{answered} positions", sides=((one.right, one.valid),))
        else:
            overall, cells = gaps[""], gaps[""].difference.clusters
            made = _made(
                figures, place, one.of, _percent(overall.generation), (None, None), None, cells,
                cells, "none: see the gap",
            )  # fmt: skip
            yield replace(made, over=_mean_over(cells))
    known: dict[tuple[str, str], float] = {
        ("selection items by answer position", at.letter): at.items for at in one.positions
    }
    known["selection items", ""] = sum(at.items for at in one.positions)
    known["valid selection answers", ""] = one.valid
    yield from _counts(figures, one.of, known)
