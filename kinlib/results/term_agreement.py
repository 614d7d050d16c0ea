"""How far attempts at one prompt agree, and how far two runs differ on what both were asked."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import pandas as pd

from kinlib.exact import mcnemar
from kinlib.results.reconcile import Column
from kinlib.results.term_figures import LEVELS
from kinlib.stats import Estimate, Term, cluster_mean, clusters, estimates


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
    """Of every single run and level that has repeated attempts."""
    found = []
    for column in columns:
        for level in LEVELS:
            rows = frame[
                (frame["run_id"] == column.runs[0]) & (frame["level"] == level) & frame["counted"]
            ]
            prompts = rows.groupby("item_id").agg(
                right=("right", "sum"), n=("right", "size"), cell=("cell", "first")
            )
            prompts = prompts[prompts["n"] > 1]
            if len(column.runs) == 1 and len(prompts):
                found.append(_consistency(column, level, prompts))
    return tuple(found)


def _consistency(of: Column, level: str, prompts: pd.DataFrame) -> Consistency:
    right, n = (prompts[name].to_numpy(dtype=np.float64) for name in ("right", "n"))
    alike = (right * (right - 1) + (n - right) * (n - right - 1)) / (n * (n - 1))
    every, none = int((right == n).sum()), int((right == 0).sum())
    return Consistency(
        of, level, len(prompts), int(n.sum()), every, len(prompts) - every - none, none,
        cluster_mean(alike, clusters(prompts["cell"].tolist())),
    )  # fmt: skip


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
    """Every two single runs with cells in common, in their order."""
    single = [column for column in columns if len(column.runs) == 1]
    found = (_comparison(frame, *two) for two in combinations(single, 2))
    return tuple(one for one in found if one is not None)


def _comparison(frame: pd.DataFrame, first: Column, second: Column) -> Comparison | None:
    kept = frame[frame["counted"] & (frame["level"] == "L3")]
    one, other = (kept[kept["run_id"] == column.runs[0]] for column in (first, second))
    shares = pd.DataFrame(
        {
            "first": one.groupby("cell")["right"].mean(),
            "second": other.groupby("cell")["right"].mean(),
        },
        dtype=np.float64,
    ).dropna()
    if shares.empty:
        return None
    a, b = (shares[name].to_numpy() for name in ("first", "second"))
    every = np.ones(len(shares), dtype=bool)
    difference = estimates(
        clusters(shares.index.tolist()), [[Term(1, a, every), Term(-1, b, every)]]
    )[0]
    better, worse = int((a > b).sum()), int((a < b).sum())
    pairs = one.merge(other, on=["item_id", "repeat"], suffixes=("", "_second"))
    only_first = int((pairs["right"] & ~pairs["right_second"]).sum())
    only_second = int((~pairs["right"] & pairs["right_second"]).sum())
    return Comparison(
        first, second, difference, better, worse, len(shares) - better - worse,
        mcnemar(better, worse), len(pairs), only_first, only_second,
        mcnemar(only_first, only_second),
    )  # fmt: skip
