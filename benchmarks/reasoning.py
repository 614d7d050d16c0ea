"""How fast items are made, and what contexts give away: `.venv/bin/python benchmarks/reasoning.py`.

First the seven data sets of the paper's profile (3,134 items, keys proven twice): the KinshipQA
release takes about 2.2 s for the same on two cores. Then 100,000 items of one system over as many
50-year trees as they need, each with question, key found twice, proof, minimal context and JSON:
5,000 items a second are wanted, and as many at every size. With `--blind` also what solvers get
that do not read the question, for each level of contexts (some minutes).
"""

import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from kinlib.exchange.names import shipped_names
from kinlib.reasoning.baselines import Cell, solve, table
from kinlib.reasoning.dataset import Recipe, build, items_file
from kinlib.reasoning.making import Manner
from kinlib.reasoning.proof import LEVELS

NAMES = shipped_names()["english"]
SIZES = (10_000, 30_000, 100_000)
ITEMS_OF_A_TREE = 2_500  # about, in Crow to 4 hops


def paper(seed: int) -> None:
    """The seven data sets, made and written to memory."""
    start = time.perf_counter()
    made = build(Recipe(seed=seed), NAMES)
    count = items_file(made).count(b"\n")
    seconds = time.perf_counter() - start
    trees = sum(len(collection.trees) for collection in made.collections)
    print(
        f"paper profile, seed {seed}: {count:,} items of {trees} trees in {seconds:.2f} s, "
        f"{count / seconds:,.0f} items/s"
    )


def many(size: int) -> None:
    """So many items of one system, as JSON."""
    start = time.perf_counter()
    trees = -(-size // ITEMS_OF_A_TREE)
    made = build(Recipe("full", ("Crow",), trees=trees), NAMES)
    count = items_file(made).count(b"\n")
    seconds = time.perf_counter() - start
    print(f"{count:>8,} items of {trees} trees in {seconds:6.2f} s, {count / seconds:,.0f} items/s")


def blind() -> None:
    """Every category's best question-blind solver, for each level of the paper's profile."""
    for level in LEVELS:
        start = time.perf_counter()
        items = build(Recipe(manner=Manner(level)), NAMES).items
        verdicts = solve([json.loads(item.line()) for item in items])
        print(f"level {level} ({time.perf_counter() - start:.0f} s):")
        _told(table(verdicts, "category"), "category")
        _told(table(verdicts, "n_hops"), "hops")


def _told(cells: Sequence[Cell], what: str) -> None:
    for cell in cells:
        best = cell.rates[cell.blind] if cell.blind else None
        if best is None or best.value is None:
            continue
        chance = "" if cell.chance is None else f"; chance {cell.chance:.1%} of {cell.with_chance}"
        print(
            f"  {what} {cell.value}: {cell.blind} {best.value:.1%} of {best.n:,} "
            f"[{best.low:.1%}, {best.high:.1%}]{chance}"
        )


def main() -> None:
    for seed in (1, 2, 3):
        paper(seed)
    for size in SIZES:
        many(size)
    if "--blind" in sys.argv:
        blind()


if __name__ == "__main__":
    main()
