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

VIEW, DEGREES, UP, DOWN, FIND = "view", "degrees", "up", "down", "find"
"""Genealogies: how much is drawn, and the name searched for."""

CHART, BY, SHOW, FILE = "chart", "by", "show", "file"
"""Results: which benchmark is charted, split by what; which tab, which file of figures."""

REPLY, PAGE, SEARCH = "reply", "page", "q"
"""Failures: the open reply, the page of the table, the words searched for."""

FILTERS = (
    "run", "benchmark", "verdict", "outcome", "category", "hops", "system", "language", "source",
)  # fmt: skip
"""Failures: filters, each with the values it lets through."""

MODEL, DATASET, ITEM = "model", "dataset", "item"
"""Prompt: which model is asked what."""

KEYS: Mapping[str, frozenset[str]] = {
    "": frozenset(),
    "genealogies": frozenset({TREE, PERSON, FOCUS, VIEW, DEGREES, UP, DOWN, FIND}),
    "results": frozenset({BLANKS, CHART, BY, SHOW, FILE}),
    "failures": frozenset({REPLY, PAGE, SEARCH, *FILTERS}),
    "prompt": frozenset({MODEL, DATASET, ITEM}),
    "data": frozenset(),
}
"""Which keys a page reads, by its path. Others are taken out of its address: a link must not say
what the page does not show."""


def failures(**wanted: str | Sequence[str]) -> Mapping[str, str | Sequence[str]]:
    """Query of a link to the Failures page; names are those of `Filter`, or `reply`."""
    return {key: value for key, value in wanted.items() if value}
