"""Right of counted, with an interval: over items, or over whole cells where replies are alike."""

import functools
from collections import Counter
from collections.abc import Mapping
from typing import Literal, NamedTuple

import numpy as np
import pandas as pd

from kinlib.stats import Method, cluster_mean, clusters, rate

Blanks = Literal["excluded", "wrong"]
"""What a rate does with blank, refused and failed replies: leave them out, or count them wrong."""

_COUNTED: Mapping[Blanks, str] = {
    "excluded": "('right', 'wrong')",
    "wrong": "('right', 'wrong', 'blank', 'refused', 'error')",
}
"""Verdicts in the denominator. Cancelled and unscored replies are in neither."""

OF_CELLS = ("terms", "selection")
"""Benchmarks that ask again and again about one cell: a relation in a language as one speaker says
it. Replies about a cell are alike, so an interval keeps them together."""


def counted(blanks: Blanks) -> str:
    """Verdicts in the denominator, as a list in SQL."""
    return _COUNTED[blanks]


def by_cell(blanks: Blanks) -> str:
    """Column by_cell of a query on replies: how many of each cell are right, and are not."""
    return f"""histogram(
    case when benchmark in {OF_CELLS} then concat_ws(
        ' ', relation, language, coalesce(json_extract_string(attributes, '$.speaker'), 'any'),
        verdict = 'right'
    ) end
) filter (where verdict in {counted(blanks)}) as by_cell"""


class _Share(NamedTuple):
    value: float | None
    low: float | None
    high: float | None
    cells: int
    way: Method | Literal["items"]


def with_rates(frame: pd.DataFrame) -> pd.DataFrame:
    """Rows with right, counted and by_cell, with their shares and intervals in its place.

    Columns: score, low, high (limits of 95 %), cells (0: over items) and way.
    """
    shares = [
        _by_cell(tuple(sorted(cells.items())))
        if isinstance(cells, Mapping) and cells
        else _by_item(int(right), int(counted))
        for right, counted, cells in zip(
            frame["right"], frame["counted"], frame["by_cell"], strict=True
        )
    ]
    return frame.drop(columns="by_cell").assign(
        score=pd.array([each.value for each in shares], dtype="Float64"),
        low=pd.array([each.low for each in shares], dtype="Float64"),
        high=pd.array([each.high for each in shares], dtype="Float64"),
        cells=[each.cells for each in shares],
        way=[each.way for each in shares],
    )


def _by_item(right: int, counted: int) -> _Share:
    found = rate(right, counted)
    return _Share(found.value, found.low, found.high, 0, "items")


@functools.lru_cache(maxsize=1024)
def _by_cell(numbers: tuple[tuple[str, int], ...]) -> _Share:
    """A share of replies that are counted by cell and whether they are right ("... true")."""
    right, known = Counter[str](), Counter[str]()
    for label, n in numbers:
        cell, _, verdict = label.rpartition(" ")
        known[cell] += n
        right[cell] += n * (verdict == "true")
    values = np.concatenate(
        [np.arange(n, dtype=np.float64) < right[cell] for cell, n in known.items()]
    )
    labels = [cell for cell, n in known.items() for _ in range(n)]
    found = cluster_mean(values.astype(np.float64), clusters(labels))
    return _Share(found.value, found.low, found.high, found.clusters, found.method)
