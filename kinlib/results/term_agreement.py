"""How far attempts at one prompt agree, and how far two runs differ on what both were asked."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import pandas as pd

from kinlib.exact import mcnemar
from kinlib.results.reconcile import Column
from kinlib.results.term_figures import LEVELS
from kinlib.stats import Estimate, Marks, Numbers, Term, clusters, estimates


@dataclass(frozen=True)
class Consistency:
    """Repeated attempts of a run at one prompt, over the prompts of a level.

    `prompts` have two counted attempts or more; at so many of them all are right, all wrong, or
    some of each. `agreement` is the share of pairs of attempts with the same verdict, a mean over
    prompts, cells resampled.
    """

    of: Column
    level: str
    prompts: int
    attempts: int
    all_right: int
    mixed: int
    all_wrong: int
    agreement: Estimate


def consistency(frame: pd.DataFrame, columns: Sequence[Column]) -> tuple[Consistency, ...]:
    """Of every single run and level that has repeated attempts; one resampling of cells for all."""
    prompts = (
        frame[frame["counted"]]
        .groupby(["run_id", "level", "item_id"], observed=True)
        .agg(right=("right", "sum"), n=("right", "size"), cell=("cell", "first"))
        .reset_index()
    )
    prompts = prompts[prompts["n"] > 1].reset_index(drop=True)
    right, n = (prompts[name].to_numpy(dtype=np.float64) for name in ("right", "n"))
    alike = (right * (right - 1) + (n - right) * (n - right - 1)) / (n * (n - 1))
    run, level = (prompts[name].to_numpy(dtype=object) for name in ("run_id", "level"))
    found: list[tuple[Column, str, Marks]] = []
    for column in columns:
        for one in LEVELS:
            marks = np.asarray((run == column.runs[0]) & (level == one), dtype=bool)
            if len(column.runs) == 1 and marks.any():
                found.append((column, one, marks))
    agreement = estimates(
        clusters(prompts["cell"].tolist()), [[Term(1, alike, marks)] for *_, marks in found]
    )
    return tuple(
        _consistency(column, one, right[marks], n[marks], each)
        for (column, one, marks), each in zip(found, agreement, strict=True)
    )


def _consistency(
    of: Column, level: str, right: Numbers, n: Numbers, agreement: Estimate
) -> Consistency:
    every, none = int((right == n).sum()), int((right == 0).sum())
    return Consistency(
        of, level, len(n), int(n.sum()), every, len(n) - every - none, none, agreement
    )


@dataclass(frozen=True)
class Comparison:
    """Two runs on the L3 cells that both have attempts at, the first less the second.

    Attributes:
        first, second: the runs.
        difference: of the shares of right attempts, a mean over cells, cells resampled.
        better, worse, even: cells where the first has the greater share, the smaller, the same;
            `cells_p` is the two-sided sign test's on the first two.
        matched: attempts of the same prompt and number in both runs, of which only the first one is
            right, or only the second; `attempts_p` is McNemar's exact test on these. Attempts at
            one cell are alike, so it is too sure: the interval and `cells_p` are not.
    """

    first: Column
    second: Column
    difference: Estimate
    better: int
    worse: int
    even: int
    cells_p: float | None
    matched: int
    only_first: int
    only_second: int
    attempts_p: float | None


def comparisons(frame: pd.DataFrame, columns: Sequence[Column]) -> tuple[Comparison, ...]:
    """Every two single runs with cells in common, in their order; one resampling for all."""
    single = [column for column in columns if len(column.runs) == 1]
    kept = frame.loc[
        frame["counted"] & (frame["level"] == "L3"),
        ["run_id", "cell", "item_id", "repeat", "right"],
    ]
    shares = _by_run(kept.groupby(["cell", "run_id"], observed=True)["right"].mean())
    attempts = _by_run(kept.groupby(["item_id", "repeat", "run_id"], observed=True)["right"].max())
    pairs = [
        (two, np.asarray(both, dtype=bool))
        for two in combinations(single, 2)
        if (both := _of(shares, two[0]).notna() & _of(shares, two[1]).notna()).any()
    ]
    differences = estimates(
        clusters(shares.index.tolist()),
        [
            [Term(factor, _numbers(_of(shares, one)), both)
             for factor, one in zip((1, -1), two, strict=True)]
            for two, both in pairs
        ],
    )  # fmt: skip
    return tuple(
        _comparison(*two, _of(shares, two[0])[both], _of(shares, two[1])[both], attempts, each)
        for (two, both), each in zip(pairs, differences, strict=True)
    )


def _by_run(shares: pd.Series) -> pd.DataFrame:
    """A column a run, by its id; NaN where it has nothing."""
    return shares.astype(np.float64).unstack("run_id")


def _of(shares: pd.DataFrame, column: Column) -> pd.Series:
    """What a run has, nothing where it has no counted reply at all."""
    if column.runs[0] not in shares:
        return pd.Series(np.nan, index=shares.index)
    return shares[column.runs[0]]


def _numbers(shares: pd.Series) -> Numbers:
    return np.asarray(shares.fillna(0), dtype=np.float64)


def _comparison(
    first: Column, second: Column, one: pd.Series, other: pd.Series, attempts: pd.DataFrame,
    difference: Estimate,
) -> Comparison:  # fmt: skip
    better, worse = int((one > other).sum()), int((one < other).sum())
    a, b = (_of(attempts, column).to_numpy() for column in (first, second))
    only_first, only_second = (int(((x == 1) & (y == 0)).sum()) for x, y in ((a, b), (b, a)))
    return Comparison(
        first, second, difference, better, worse, len(one) - better - worse,
        mcnemar(better, worse), int((~np.isnan(a) & ~np.isnan(b)).sum()), only_first, only_second,
        mcnemar(only_first, only_second),
    )  # fmt: skip
