"""One filter object gives the SQL condition, its parameters and the sentence shown to people."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import NamedTuple

from kinlib.reasoning.scoring import SCORERS
from kinlib.results.scores import RELATIONAL
from kinlib.terms import options
from kinlib.terms.matching import MATCHERS

VERDICTS = ("wrong", "blank", "refused", "cancelled", "error", "not scored", "right")
"""What a reply can turn out to be, failures first."""

FAILURES = ("wrong", "blank", "refused", "error")
"""What the Failures page shows unless asked otherwise."""

KEPT = ("measured", "imported", "human")
"""Sources shown unless asked otherwise."""

APART = ("control", "ad hoc")
"""Sources that are in no average, no ranking and no count over models: rule-based respondents that
prove the scorers, and single prompts."""

LEFT_OUT = "Controls and free prompts are left out."
"""Said beside figures over all loaded replies."""

LABELS: Mapping[str, str] = MappingProxyType(
    {
        "run": "run",
        "benchmark": "benchmark",
        "verdict": "verdict",
        "outcome": "outcome",
        "category": "category",
        "hops": "hops",
        "system": "system",
        "language": "language",
        "source": "source",
        "cause": "cause",
        "sign": "further cause or sign",
        "asked_for": "relation",
        "behaviour": "behaviour",
        "answer_type": "answer type",
    }
)
"""Filters by value, with the word a sentence uses for each."""

_COLUMNS = {"run": "run_id", "asked_for": "relation"}
_LISTS = {"sign": "from_json(causes, '[\"varchar\"]')[2:]"}
"""Fields that hold several values, of which any is enough: the causes after the main one."""


BENCHMARKS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        **dict.fromkeys(SCORERS, RELATIONAL),
        **dict.fromkeys(MATCHERS, ("terms",)),
        **dict.fromkeys((options.FIRST, options.STATED), ("selection",)),
    }
)
"""Scorers that can be chosen instead of those a run came with, and the benchmarks they score."""


@dataclass(frozen=True)
class Filter:
    """Which replies are meant: values allowed per field (none given: all), and a text to hold.

    `scorer` says whose verdicts count, one or `together` several; empty: those of the scorer each
    run came with.
    """

    run: tuple[str, ...] = ()
    benchmark: tuple[str, ...] = ()
    verdict: tuple[str, ...] = ()
    outcome: tuple[str, ...] = ()
    category: tuple[str, ...] = ()
    hops: tuple[str, ...] = ()
    system: tuple[str, ...] = ()
    language: tuple[str, ...] = ()
    source: tuple[str, ...] = ()
    cause: tuple[str, ...] = ()
    sign: tuple[str, ...] = ()
    asked_for: tuple[str, ...] = ()
    behaviour: tuple[str, ...] = ()
    answer_type: tuple[str, ...] = ()
    text: str = ""
    scorer: str = ""


class Condition(NamedTuple):
    """A WHERE condition over the view `reply`, its parameters, and what it says in words."""

    sql: str
    parameters: list[object]
    sentence: str


class Judged(NamedTuple):
    """The replies with the verdicts of a scorer, as a table to select from, and its parameters."""

    sql: str
    parameters: list[object]


_AND = " + "


def together(*scorers: str) -> str:
    """Scorers of different benchmarks named in one, so that forms and caches can key on it."""
    return _AND.join(filter(None, scorers))


def apart(scorer: str) -> tuple[str, ...]:
    """The scorers that `together` named in one."""
    return tuple(filter(None, scorer.split(_AND)))


def judged(scorer: str) -> Judged:
    """Replies with the verdicts of our scorers where they score their benchmark.

    Others, and all where `scorer` is empty, keep the verdicts that their runs came with.
    """
    pairs = [(name, benchmark) for name in apart(scorer) for benchmark in BENCHMARKS.get(name, ())]
    return Judged("reply_by(?, ?)", [[name for name, _ in pairs], [of for _, of in pairs]])


def condition(wanted: Filter, names: Mapping[str, str] | None = None) -> Condition:
    """SQL, parameters and sentence of a filter; `names` are words for ids, such as run ids."""
    named = names or {}
    parts: list[str] = []
    parameters: list[object] = []
    words: list[str] = []
    for field in fields(wanted):
        values = getattr(wanted, field.name)
        if field.name in ("text", "scorer") or not values:
            continue
        if field.name in _LISTS:
            parts.append(f"list_has_any(?, {_LISTS[field.name]})")
        else:
            column = _COLUMNS.get(field.name, field.name)
            parts.append(f"list_contains(?, {column}::varchar)")
        parameters.append(list(values))
        shown = " or ".join(named.get(value, value) for value in values)
        words.append(f"{LABELS[field.name]} is {shown}")
    if wanted.text.strip():
        # Compared composed and without case; what is typed is a text, not a pattern.
        parts.append(
            "(contains(nfc_normalize(lower(text)), nfc_normalize(lower(?)))"
            " or contains(nfc_normalize(lower(coalesce(question, prompt))), "
            "nfc_normalize(lower(?))))"
        )
        parameters += [wanted.text.strip()] * 2
        words.append(f"reply or question holds “{wanted.text.strip()}”")
    return Condition(" and ".join(parts) or "true", parameters, "; ".join(words) or "all replies")
