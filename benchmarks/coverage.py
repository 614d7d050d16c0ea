"""How often 95 % intervals of the cluster bootstrap hold the mean, by number of clusters and trees.

    .venv/bin/python benchmarks/coverage.py [samples]

Right and wrong answers are drawn with a chance that differs by ego, and by tree: normal on the
logit scale, standard deviations in brackets. Egos have 5 items. Printed are the share of intervals
that hold the mean, and the design effect on average. The first table is one tree; in the second
trees are resampled, or kept where there are fewer than kinlib.stats.FEWEST_BLOCKS. The third is
the kin-term benchmark: 77 cells of 6 attempts, 2,000 data sets unless told otherwise.
"""

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from kinlib import stats

ITEMS = 5
RESAMPLES = 400
CELLS, ATTEMPTS = 77, 6


def chances(
    random: np.random.Generator, trees: int, egos: int, level: float, by_tree: float, by_ego: float
) -> stats.Numbers:
    """The chance of a right answer for each ego of each tree."""
    logit = np.log(level / (1 - level))
    tree = by_tree * random.standard_normal((trees, 1))
    return 1 / (1 + np.exp(-(logit + tree + by_ego * random.standard_normal((trees, egos)))))


def coverage(
    samples: int, trees: int, egos: int, level: float, by_tree: float, by_ego: float,
    items: int = ITEMS,
) -> tuple[float, float]:  # fmt: skip
    """Share of intervals that hold the mean over all trees and egos, and mean design effect."""
    random = np.random.default_rng(1)
    truth = chances(random, 1_000, 1_000, level, by_tree, by_ego).mean()
    ego = [e for _ in range(trees) for e in range(egos) for _ in range(items)]
    tree = [t for t in range(trees) for _ in range(egos * items)]
    among = stats.clusters(ego, tree)
    held, effects = 0, []
    for sample in range(samples):
        rate = chances(random, trees, egos, level, by_tree, by_ego)
        values = random.binomial(1, np.repeat(rate.ravel(), items)).astype(float)
        found = stats.cluster_mean(values, among, RESAMPLES, sample)
        held += found.low is not None and found.low <= truth <= found.high
        effects += [found.design_effect] if found.design_effect else []
    return held / samples, float(np.mean(effects))


def main() -> None:
    told = int(sys.argv[1]) if len(sys.argv) > 1 else None
    samples = told or 1_000
    stats.FEWEST_CLUSTERS = 2  # to see what the bound keeps away
    print("egos of one tree      80 % right      95 % right  (ego sd 1)")
    for egos in (5, 8, 10, 12, 15, 20, 30, 60):
        cells = (coverage(samples, 1, egos, level, 0, 1) for level in (0.8, 0.95))
        print(f"{egos:>16}  " + "  ".join(f"{100 * c:6.1f} % ({d:.2f})" for c, d in cells))
    print(
        "trees of 15 egos     tree sd 0      tree sd 0.3      tree sd 1  (80 % right, ego sd 0.7)"
    )
    for trees in (2, 3, 5, 10, 20):
        cells = (coverage(samples, trees, 15, 0.8, by_tree, 0.7) for by_tree in (0, 0.3, 1))
        print(f"{trees:>16}  " + "  ".join(f"{100 * c:6.1f} % ({d:.2f})" for c, d in cells))
    print(f"{CELLS} cells x {ATTEMPTS}    cell sd 1        cell sd 2        cell sd 4")
    for level in (0.25, 0.4, 0.75):
        cells = (coverage(told or 2_000, 1, CELLS, level, 0, sd, ATTEMPTS) for sd in (1, 2, 4))
        print(
            f"{100 * level:>14.0f} %  " + "  ".join(f"{100 * c:6.1f} % ({d:.2f})" for c, d in cells)
        )


if __name__ == "__main__":
    main()
