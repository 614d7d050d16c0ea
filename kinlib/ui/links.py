"""Names of the query keys: what a link into the app may say. They are public, so they stay.

A widget bound to the address has its key as its name there (Streamlit's `bind="query-params"`).
"""

from collections.abc import Mapping, Sequence

HOME = "pages/home.py"
GENEALOGIES = "pages/genealogies.py"
RESULTS = "pages/results.py"
FAILURES = "pages/failures.py"
PROMPT = "pages/prompt.py"
DATA = "pages/data.py"

BLANKS = "blanks"
"""What rates do with blank, refused and failed replies; the same on every page."""

TREE, PERSON, FOCUS = "tree", "person", "focus"
"""Genealogies: which one, who is looked at (ego), around whom it is drawn."""

VIEW, DEGREES, UP, DOWN = "view", "degrees", "up", "down"
"""Genealogies: how much is drawn."""

BENCHMARK, BY, SHOW = "benchmark", "by", "show"
"""Results: of which benchmark, split by what, which tab."""

REPLY, PAGE = "reply", "page"
"""Failures: the open reply, the page of the table."""

SEARCH = "q"
"""The text searched for."""

MODEL, DATASET, ITEM = "model", "dataset", "item"
"""Prompt: which model is asked what."""


def failures(**wanted: str | Sequence[str]) -> Mapping[str, str | Sequence[str]]:
    """Query of a link to the Failures page; names are those of `Filter`, or `reply`."""
    return {key: value for key, value in wanted.items() if value}
