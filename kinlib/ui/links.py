"""Names of the query keys: what a link into the app may say. They are public, so they stay.

A widget bound to the address has its key as its name there (Streamlit's `bind="query-params"`).
"""

from collections.abc import Mapping, Sequence

HOME = "pages/home.py"
GENEALOGIES = "pages/genealogies.py"
QUESTIONS = "pages/questions.py"
RESULTS = "pages/results.py"
FAILURES = "pages/failures.py"
TERMS = "pages/terms.py"
SCRIPTS = "pages/scripts.py"
PROMPT = "pages/prompt.py"
DATA = "pages/data.py"

BLANKS = "blanks"
"""What rates do with blank, refused and failed replies; the same on every page."""

SCORER, MATCHER = "verdicts", "matcher"
"""Whose verdicts count: on reasoning replies those each run came with, or those of one of our
scorers; on kin-term replies those of which matcher."""

TREE, EGO, PERSON, FOCUS = "tree", "ego", "person", "focus"
"""Genealogies: which one, whose terms are shown, who is looked at, around whom it is drawn."""

SYSTEM, SYSTEM_LEFT, SECOND = "terms", "left", "right"
PROFILE, VARIANT = "profile", "variant"
"""Genealogies: which kin terms, those set beside them, and how they are read."""

KIN, SPEAKER = "kin", "speaker"
"""Genealogies: the kin type in the calculator, and ego's sex there."""

VIEW, DEGREES, UP, DOWN, FIND = "view", "degrees", "up", "down", "find"
"""Genealogies: how much is drawn, and the name searched for."""

LINE, GROUP, RULE = "line", "group", "rule"
"""Genealogies: which descent group is drawn, by which line; whose marriage rule is applied."""

OF_ONE_FAMILY = (EGO, PERSON, FOCUS, VIEW, LINE, GROUP, RULE)
"""Genealogies: keys that mean nothing for another family."""

SET, WORDS, SHEET, DRAWN = "set", "words", "sheet", "drawn"
"""Questions: which data set, the words searched for, the page of the table, how much of the family
is drawn. `ITEM` is the open item, `SHOW` the tab."""

WITH: Mapping[str, str] = {
    name: f"with_{name}"
    for name in (
        "system", "category", "kind", "hops", "steps", "answer_type", "override", "reclassified",
        "kin_type", "level", "tree", "rule", "renamed", "paraphrase", "proof_size",
    )
}  # fmt: skip
"""Questions: the key of each attribute that items are filtered by. They are this page's own, for
another page's choice of a system is none of items."""

CHART, BY, SHOW, FILE = "chart", "by", "show", "file"
"""Results: which benchmark is charted, split by what; which tab (of other pages too),
which file of figures."""

RUNS, OF, TABLE = "runs", "of", "table"
"""Results beside the paper: the runs chosen, which of their columns, which table."""

PART, SAID_IN = "part", "said_in"
"""Results, kin terms: what is drawn of relations, and which language's replies."""

REPLY, PAGE, SEARCH = "reply", "page", "q"
"""Failures: the open reply, the page of the table, the words searched for."""

FILTERS = (
    "run", "benchmark", "verdict", "cause", "sign", "outcome", "category", "hops", "system",
    "language", "asked_for", "behaviour", "answer_type", "source",
)  # fmt: skip
"""Failures: filters, each with the values it lets through."""

RELATION, WORD, TONGUE = "relation", "word", "tongue"
"""Terms: whose card is open and what is asked for in the try-it box, the word looked up, which
languages are shown."""

SAID_BY, AGE, FORMS, FLIPS = "said_by", "age", "forms", "flips"
"""Terms: as whom the diagram speaks, the age where relations leave it open, which forms count,
which replies are listed."""

WRITTEN, ASKED_BY, MESSAGE, POINTS = "written", "asked_by", "message", "points"
"""Terms: the try-it box's language, speaker and message, and whose code points are shown."""

LEVEL, CELL, HAVING = "level", "cell", "having"
"""Scripts: the prompts' level, the run and language whose replies are listed, what these show."""

OPENED, RUN_WORDS = "opened", "of_words"
"""Data: the run that is open, the words searched for. `SHOW` is the tab, `DATASET` what to run."""

OF_RUN: Mapping[str, str] = {
    name: f"of_{name}" for name in ("model", "benchmark", "source", "state")
}
"""Data: the key of each attribute that runs are filtered by."""

MODEL, DATASET, ITEM = "model", "dataset", "item"
"""Prompt: which models are asked what."""

PROTOCOL, STATED = "protocol", "stated"
SCAFFOLD, OFFERED, TOLD, WAYS = "scaffold", "offered", "told", "ways"
"""Prompt: how a question is put and whether its rule is stated; the switches of a kin-term prompt,
the options it gives, the condition it tells; the ways that are compared with this one."""

KEYS: Mapping[str, frozenset[str]] = {
    "": frozenset(),
    "genealogies": frozenset(
        {
            TREE,
            EGO,
            PERSON,
            FOCUS,
            VIEW,
            DEGREES,
            UP,
            DOWN,
            FIND,
            LINE,
            GROUP,
            RULE,
            SHOW,
            SYSTEM,
            SYSTEM_LEFT,
            SECOND,
            PROFILE,
            VARIANT,
            KIN,
            SPEAKER,
        }
    ),
    "questions": frozenset({SHOW, SET, WORDS, SHEET, DRAWN, ITEM, *WITH.values()}),
    "results": frozenset(
        {BLANKS, SCORER, MATCHER, CHART, BY, SHOW, FILE, RUNS, OF, TABLE, PART, SAID_IN}
    ),
    "failures": frozenset({SCORER, MATCHER, REPLY, PAGE, SEARCH, DRAWN, *FILTERS}),
    "terms": frozenset(
        {
            SHOW,
            RELATION,
            WORD,
            TONGUE,
            SAID_BY,
            AGE,
            FORMS,
            FLIPS,
            WRITTEN,
            ASKED_BY,
            MESSAGE,
            POINTS,
        }
    ),
    "scripts": frozenset({MATCHER, RUNS, LEVEL, CELL, HAVING, REPLY, PAGE}),
    "prompt": frozenset({MODEL, DATASET, ITEM, PROTOCOL, STATED, SCAFFOLD, OFFERED, TOLD, WAYS}),
    "data": frozenset({SHOW, OPENED, RUN_WORDS, DATASET, *OF_RUN.values()}),
}
"""Which keys a page reads, by its path. Others are taken out of its address: a link must not say
what the page does not show."""


def failures(**wanted: str | Sequence[str]) -> Mapping[str, str | Sequence[str]]:
    """Query of a link to the Failures page; names are those of `Filter`, or `reply`."""
    return {key: value for key, value in wanted.items() if value}
