"""Numbers and states of runs in words for people; what is unknown says so."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import pandas as pd

SOURCES = {
    "measured": "measured here",
    "imported": "imported",
    "control": "control",
    "ad hoc": "ad hoc",
    "human": "human",
    "published": "published",
}
"""Where the numbers of a run come from, and the words for it."""

COLOURS = {
    "measured here": "blue",
    "imported": "violet",
    "control": "gray",
    "ad hoc": "orange",
    "human": "green",
    "published": "gray",
}
"""A colour for each of those words, as Streamlit names colours."""

HERE, ELSEWHERE = "going on", "going on elsewhere"
FINISHED, UNFINISHED = "finished", "unfinished"
"""States of a run: in this process, in another one, or as its journal has it."""

OUTCOMES = ("answered", "truncated", "blank", "refused", "cancelled", "error")


def rows(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """The rows of a table, by the names of its columns."""
    return [{str(name): value for name, value in row.items()} for row in frame.to_dict("records")]


def source(name: str) -> str:
    """A source in words."""
    return SOURCES.get(name, name)


def data_set(run: Mapping[str, Any]) -> str:
    """The data set of a row of `run_list`, or why there is none."""
    if known(run["dataset"]):
        return str(run["dataset"])
    return "free prompts" if run["source"] == "ad hoc" else "a data set that is not loaded"


def known(value: Any) -> bool:
    """Whether a cell of a table holds anything."""
    return bool(pd.notna(value)) if pd.api.types.is_scalar(value) else len(value) > 0


def count(value: Any) -> str:
    """A number with commas, or "unknown"."""
    return f"{int(value):,}" if known(value) else "unknown"


def share(done: Any, of: Any) -> str:
    """So many of so many; of how many may be unknown."""
    return f"{count(done)} of {count(of)}" if known(of) else count(done)


def cost(value: Any) -> str:
    """US dollars, with the cents of a cent where there is less than a dollar."""
    if not known(value):
        return "unknown"
    return f"${value:,.2f}" if value >= 1 or value == 0 else f"${value:.4f}"


def tokens(number: int) -> str:
    """Tokens counted so far; rules have none, and not every provider counts."""
    return f"{number:,} tokens" if number else "no tokens counted"


def duration(seconds: float) -> str:
    """Time in one or two units: 45 s, 12 min, 2 h 5 min."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    minutes = round(whole / 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"


def rate(per_second: float) -> str:
    """Calls a second, or a minute where there are few of them."""
    if per_second >= 1:
        return f"{per_second:,.1f} calls a second"
    return f"{60 * per_second:,.1f} calls a minute"


def when(stamp: Any) -> str:
    """An ISO time to the minute, in UTC; what is no such time as it is."""
    if not known(stamp):
        return "unknown"
    try:
        at = datetime.fromisoformat(str(stamp))
    except ValueError:
        return str(stamp)
    if at.tzinfo is None:
        return f"{at:%Y-%m-%d %H:%M}"
    return f"{at.astimezone(UTC):%Y-%m-%d %H:%M} UTC"
