"""Selection: how often the right letter was chosen, and how far that is above generation.

Every item is of one cell. Where the gap is asked for, a cell that has no valid answer drops out of
both sides (paper, section 3.3), and generation is the mean of a cell's attempts: a three-to-three
split is a half.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from kinlib.exact import above_chance
from kinlib.results.reconcile import Column
from kinlib.results.term_figures import PRINTED_ORDER
from kinlib.stats import Estimate, Marks, Numbers, Term, clusters, estimates


@dataclass(frozen=True)
class Gap:
    """Selection less generation on the cells that both have; language empty: all three.

    The two shares are means over cells, from 0 to 1; None without a cell.
    """

    language: str
    selection: float | None
    generation: float | None
    difference: Estimate


@dataclass(frozen=True)
class Position:
    """Items whose right option has this letter: how many, with how many valid answers, right."""

    letter: str
    items: int
    valid: int
    right: int


@dataclass(frozen=True)
class Selected:
    """A run over selection items.

    Attributes:
        of: whose figures these are.
        beside: name of the run whose generation is compared; None: there is none of this model.
        valid, right, blank, no_letter: replies whose answer is a letter, of these the right ones,
            replies without a text, and texts without a letter.
        excluded, wrong: accuracy with replies that have no letter left out, or counted as wrong.
        positions: by the letter of the right option; `macro` is the mean of their accuracies.
        chance, p_value: share that guessing would reach, and one-sided exact binomial p of so many
            right ones among the valid ones; None where items differ in their number of options.
        gaps: over all cells, then by language.
        absent: right and valid answers to items of which no option is the term; not in the rest.
    """

    of: Column
    beside: str | None
    valid: int
    right: int
    blank: int
    no_letter: int
    excluded: Estimate
    wrong: Estimate
    positions: tuple[Position, ...]
    macro: float | None
    chance: float | None
    p_value: float | None
    gaps: tuple[Gap, ...]
    absent: tuple[int, int]


def selected(
    replies: pd.DataFrame, of: Column, generation: pd.DataFrame, beside: str | None
) -> Selected:
    """What one run selected, from its replies and those of a generation run (both by cell).

    Args:
        replies: of one run, columns as `TermReplies.selection` has them.
        of: whose they are.
        generation: L3 replies of the run to compare with, columns as `TermReplies.frame`.
        beside: name of that run.
    """
    valid = (replies["state"] == "valid") & ~replies["absent"]
    counted = (replies["state"] != "left out") & ~replies["absent"]
    right: Numbers = np.asarray(replies["right"] & valid, dtype=np.float64)
    excluded, wrong = estimates(
        clusters(replies["cell"].tolist()),
        [[Term(1, right, marks.to_numpy(dtype=bool))] for marks in (valid, counted)],
    )
    positions = _positions(replies[counted], valid)
    means = [one.right / one.valid for one in positions if one.valid]
    options = replies.loc[valid, "options"].dropna().unique()
    chance = 1 / float(options[0]) if len(options) == 1 and options[0] > 0 else None
    hits, n = int(right.sum()), int(valid.sum())
    state = replies.loc[~replies["absent"], "state"]
    absent = replies[replies["absent"] & (replies["state"] == "valid")]
    return Selected(
        of, beside, n, hits, int((state == "blank").sum()), int((state == "no letter").sum()),
        excluded, wrong, positions, float(np.mean(means)) if means else None,
        chance, None if chance is None else above_chance(hits, n, chance),
        gaps(replies[valid], generation), (int(absent["right"].sum()), len(absent)),
    )  # fmt: skip


def _positions(replies: pd.DataFrame, valid: pd.Series) -> tuple[Position, ...]:
    return tuple(
        Position(
            str(letter), len(rows), int(valid[rows.index].sum()),
            int((rows["right"] & valid[rows.index]).sum()),
        )
        for letter, rows in replies.groupby("position")
    )  # fmt: skip


def gaps(valid: pd.DataFrame, generation: pd.DataFrame) -> tuple[Gap, ...]:
    """Gaps over all languages and in each, paired by cell; one resampling of cells for all."""
    chosen = valid.groupby("cell")["right"].mean()
    said = generation[generation["counted"]].groupby("cell")["right"].mean()
    cells = pd.DataFrame({"chosen": chosen, "said": said}, dtype=np.float64).dropna()
    language = valid.groupby("cell")["language"].first().reindex(cells.index)
    marks = {"": np.ones(len(cells), dtype=bool)}
    marks |= {code: (language == code).to_numpy(dtype=bool) for code in PRINTED_ORDER}
    one, other = (cells[name].to_numpy() for name in ("chosen", "said"))
    found = estimates(
        clusters(cells.index.tolist()),
        [[Term(1, one, marks[code]), Term(-1, other, marks[code])] for code in marks],
    )
    return tuple(
        Gap(code, _mean(one, marks[code]), _mean(other, marks[code]), each)
        for code, each in zip(marks, found, strict=True)
    )


def _mean(values: Numbers, marks: Marks) -> float | None:
    return float(values[marks].mean()) if marks.any() else None


def partner(of: Mapping[Any, Any], runs: Sequence[Mapping[Any, Any]]) -> str | None:
    """The run to set beside a selection run: of its model and source, the first such; else None."""
    same = (run for run in runs if all(run[name] == of[name] for name in ("model", "source")))
    return next((run["run_id"] for run in same), None)
