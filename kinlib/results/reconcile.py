"""The tables of the KinshipQA paper filled from rows: printed figures beside those of loaded runs.

Every figure is of one run (model, protocol, source), or of the average of the chosen runs of one
source and protocol, named with its runs. Measured and imported runs are never averaged together,
and controls and free prompts not at all. Intervals come from one cluster bootstrap over all chosen
runs (kinlib.stats), so that averages and gaps are paired where runs share items.
"""

import functools
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from kinlib.reasoning.cause_kinds import TABLE_8
from kinlib.results.paper_tables import (
    AVERAGE,
    OVERALL,
    SEVEN,
    TITLES,
    Figure,
    OfModel,
    Place,
    Selection,
    figure_at,
    means,
    model_in_paper,
    places,
)
from kinlib.results.reconcile_rows import AVERAGED, Replies, names
from kinlib.stats import REPETITIONS, Estimate, Marks, Method, Numbers, Term, estimates

_GROUPS: Mapping[str, str] = {cause: group.casefold() for cause, group in TABLE_8.items()}


@dataclass(frozen=True)
class Column:
    """Whose figures: a run, or several of one source and protocol together.

    `paper` is the model of the paper they are set beside: the same one, or `AVERAGE`; None where
    the paper has none.
    """

    name: str
    source: str
    runs: tuple[str, ...]
    paper: str | None


@dataclass(frozen=True)
class Cell:
    """A place in a table: what is printed there, and what one column has.

    Percentages and points are such numbers, not shares of 1. `right` of `counted` replies or items
    (of an average over all its runs; a gap has no `right`), `distinct` of them no clones. The
    limits are of a 95 % interval from `egos` in `trees`; `interval` says how it was made, or why
    there is none. `spread` is the standard deviation over the runs of an average, or over the
    systems of Table 7's average, without correction, as the paper has it.
    """

    place: Place
    of: Column
    published: Figure | None
    value: float | None
    difference: float | None
    low: float | None
    high: float | None
    right: int | None
    counted: int
    distinct: int
    egos: int
    trees: int
    design_effect: float | None
    effective: float | None
    spread: float | None
    interval: str


def columns(
    frame: pd.DataFrame, figures: Sequence[OfModel], together: str = "average of {} {} runs"
) -> list[Column]:
    """One for all runs of a source and protocol, where there are several; then one for every run.

    `frame` has a row a reply. `together` is the name of several runs, from their number and source;
    the protocol is added where a source has several.
    """
    runs = frame.drop_duplicates("run_id").to_dict("records")
    told = ((run["run_id"], run["protocol"]) for run in runs)
    manners = {run: protocol if isinstance(protocol, str) else "" for run, protocol in told}
    single = [
        Column(name, row["source"], (row["run_id"],), model_in_paper(row["model"], figures))
        for row, name in zip(runs, names(runs), strict=True)
    ]
    averages = []
    for source in AVERAGED:
        of_source = [column.runs[0] for column in single if column.source == source]
        protocols = dict.fromkeys(manners[run] for run in of_source)
        for protocol in protocols:
            ids = tuple(run for run in of_source if manners[run] == protocol)
            if len(ids) > 1:
                name = together.format(len(ids), source)
                name = name if len(protocols) == 1 else f"{name}, {protocol or 'no protocol'}"
                averages.append(Column(name, source, ids, AVERAGE))
    return [*averages, *single]


def reconcile(found: Replies, figures: Sequence[Figure]) -> list[Cell]:
    """Every place of Tables 3-8 for every column, table by table and column by column."""
    table = _Rows(found)
    wanted = [
        (place, column)
        for number in TITLES
        for column in columns(found.frame, figures)
        for place in places(figures, number)
    ]
    sampled = [(place, column) for place, column in wanted if place.table != "3"]
    parts = ([part.term for part in table.parts(*one)] for one in sampled)
    done = dict(zip(sampled, estimates(found.among, parts), strict=True))
    return [
        _item_cell(table, figures, place, column)
        if place.table == "3"
        else _cell(table, figures, place, column, done[place, column])
        for place, column in wanted
    ]


@dataclass(frozen=True)
class _Part:
    """A mean of one run over one selection."""

    term: Term
    run: str
    selection: Selection


class _Rows:
    """The replies as arrays, selections remembered; a class because it is a cache."""

    def __init__(self, found: Replies) -> None:
        self.frame = frame = found.frame
        self.right: Numbers = np.asarray(frame["right"], dtype=np.float64)
        self.counted: Marks = frame["counted"].to_numpy(dtype=bool)
        self.clone = frame["clone"].to_numpy(dtype=np.int64)
        self.asked = frame["asked"].to_numpy(dtype=np.int64)
        self.error = frame["causes"].map(_group, na_action="ignore")
        self.wrong: Marks = (frame["verdict"] == "wrong").to_numpy() & self.error.notna().to_numpy()
        run = frame["run_id"].to_numpy()
        self.run: dict[str, Marks] = {name: run == name for name in frame["run_id"].unique()}
        self.selected: Callable[[Selection], Marks] = functools.cache(
            lambda selection: selection.marks(frame)
        )

    def parts(self, place: Place, column: Column) -> list[_Part]:
        """The means that a place is the sum of, run by run."""
        values, among = self.right, self.counted
        if place.table == "8":
            among = self.wrong
            values = (self.error == place.category.casefold()).to_numpy().astype(np.float64)
        each = [(1.0, SEVEN)] if place.table == "8" else means(place)
        return [
            _Part(
                Term(factor / len(column.runs), values,
                     self.selected(selection) & self.run[run] & among),
                run, selection,
            )
            for run in column.runs
            for factor, selection in each
        ]  # fmt: skip


def _group(causes: str) -> str | None:
    """The group of Table 8 of the first cause; of a cause that is not known here, none."""
    listed = json.loads(causes)
    return _GROUPS.get(str(listed[0])) if listed else None


def _cell(
    table: _Rows, figures: Sequence[Figure], place: Place, column: Column, found: Estimate
) -> Cell:
    parts = table.parts(place, column)
    marks: Marks = np.any([part.term.counted for part in parts], axis=0)
    hits = None
    if place.metric != "gap":
        hits = round(sum(part.term.values[part.term.counted].sum() for part in parts))
    printed = figure_at(figures, place, column.paper)
    value = _percent(found.value)
    return Cell(
        place, column, printed, value, _less(value, printed),
        _percent(found.low), _percent(found.high), hits, int(marks.sum()),
        len(np.unique(table.clone[marks])), found.clusters, found.blocks, found.design_effect,
        found.effective, _percent(_spread(place, parts)),
        _SOME if found.method == "nothing counted" and marks.any() else _WAYS[found.method],
    )  # fmt: skip


def _percent(share: float | None) -> float | None:
    return None if share is None else 100 * share


def _less(value: float | None, printed: Figure | None) -> float | None:
    return None if value is None or printed is None else value - printed.value


def _spread(place: Place, parts: Sequence[_Part]) -> float | None:
    """Standard deviation over systems or runs; None of a gap, of one run, and of no replies."""
    over_systems = place.system == AVERAGE
    if place.metric == "gap" or not all(part.term.counted.any() for part in parts):
        return None
    groups: dict[object, list[float]] = {}
    for part in parts:
        mean = float(part.term.values[part.term.counted].mean())
        groups.setdefault(part.selection if over_systems else part.run, []).append(mean)
    return float(np.std([np.mean(each) for each in groups.values()])) if len(groups) > 1 else None


def _item_cell(table: _Rows, figures: Sequence[Figure], place: Place, column: Column) -> Cell:
    """A place of Table 3: it is of the items asked, each once, whatever was replied."""
    marks: Marks = np.any([table.run[run] for run in column.runs], axis=0)
    for _, selection in means(place):
        marks &= table.selected(selection)
    _, first = np.unique(np.where(marks, table.asked, -1), return_index=True)
    items = table.frame.iloc[first[marks[first]]]
    printed = figure_at(figures, place, None)
    clones = items["clone"].nunique()
    hits = {"override share": "override", "questions with several answers": "several"}
    value: float | None = float(len(items))
    right = None
    if place.metric in hits:
        right = int(items[hits[place.metric]].sum())
        value = 100 * right / len(items) if len(items) else None
    return Cell(
        place, column, printed, value, _less(value, printed), None, None, right, len(items), clones,
        0, 0, None, None, None, "all there are",
    )  # fmt: skip


_WAYS: Mapping[Method, str] = {
    "clusters resampled": f"egos resampled {REPETITIONS:,} times within their trees, percentiles",
    "blocks resampled, clusters within them": f"trees resampled {REPETITIONS:,} times, and egos "
    "within each, percentiles",
    "Wilson, a trial for each cluster": "all alike: Wilson, a trial for each ego or tree",
    "too few clusters": "too few clusters",
    "clusters unknown": "egos unknown",
    "no variation": "no variation",
    "nothing counted": "no such replies",
}


_SOME = "not in every run or group"


def _count(number: int, word: str) -> str:
    return f"{number:,} {word}{'' if number == 1 else 's'}"


def worth(cells: Sequence[Cell]) -> dict[Column, str]:
    """For each column a sentence on how much its replies tell: clones, clusters, design effect."""
    sentences = {}
    for cell in cells:
        if cell.place != OVERALL or not cell.counted:
            continue
        egos = f"{_count(cell.egos, 'ego')} of {_count(cell.trees, 'tree')}"
        about = egos if cell.egos else "egos who are unknown"
        sentence = (
            f"{cell.of.name}: {cell.counted:,} replies are counted, to {cell.distinct:,} distinct "
            f"items about {about}"
        )
        if cell.effective is not None:
            sentence += (
                f"; together they are as sure as {cell.effective:,.0f} independent ones "
                f"(design effect {cell.design_effect:.1f})"
            )
        sentences[cell.of] = f"{sentence}."
    return sentences
