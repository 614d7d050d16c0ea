"""How fast replies are scored and explained, and data sets checked: `benchmarks/replies.py`.

Prints replies a second for each level of contexts (the key fed back, and wrong answers with their
causes), and items a second for the lint. Nothing is asked of a model.
"""

import json
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from kinlib.exchange.names import shipped_names
from kinlib.reasoning.causes import explain
from kinlib.reasoning.contexts import read
from kinlib.reasoning.dataset import Recipe, build
from kinlib.reasoning.lint import faulty, lint_items
from kinlib.reasoning.making import Manner
from kinlib.reasoning.proof import LEVELS
from kinlib.reasoning.scoring import Asked, score

ITEMS = 400  # a system


def main() -> None:
    """All levels."""
    for level in LEVELS:
        recipe = Recipe("full", manner=Manner(level), items=ITEMS)
        made = build(recipe, shipped_names()["english"])
        rows = [json.loads(item.line()) for item in made.items]
        asked = [_asked(row) for row in rows]
        start = time.perf_counter()
        right = sum(score(f"Answer: {', '.join(a.gold[:99])}", a).correct for a in asked)
        scored = time.perf_counter() - start
        start = time.perf_counter()
        told = sum(explain(row, (row["anchor_name"],)) is not None for row in rows)
        explained = time.perf_counter() - start
        trees = {tree.id: tree.genealogy for c in made.collections for tree in c.trees}
        start = time.perf_counter()
        report = lint_items(rows, trees)
        checked = time.perf_counter() - start
        n = len(rows)
        print(
            f"{level}: {n:,} replies, {right:,} right, scored at {n / scored:,.0f}/s; {told:,} "
            f"wrong ones explained at {n / explained:,.0f}/s; lint {n / checked:,.0f} items/s, "
            f"substance {'found' if faulty(report) else 'clean'}"
        )


def _asked(row: dict[str, object]) -> Asked:
    truth = row["ground_truth"]
    gold = truth if isinstance(truth, list) else [truth]
    told = read(str(row["context"])).mentioned
    return Asked(str(row["answer_type"]), tuple(map(str, gold)), told, str(row["anchor_name"]))


if __name__ == "__main__":
    main()
