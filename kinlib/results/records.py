"""Journal records made into rows: every field checked, so that one bad line is one problem."""

import json
from collections.abc import Mapping
from typing import Any

from kinlib.results.rows import Row, canonical, optional, response_id, wanted
from kinlib.results.scores import scorer_of

SOURCES = ("measured", "imported", "published", "human", "control", "ad hoc")
"""Where the numbers of a run come from (design.md); a closed set."""

OUTCOMES = ("answered", "blank", "truncated", "refused", "cancelled", "error", "not run")
"""What became of a prompt (design.md); a closed set."""


def row_of(record: Mapping[str, Any]) -> tuple[str, Row]:
    """Table and row of a record.

    Raises:
        ValueError: a field is missing or of another kind; the text names it.
    """
    record = _storable(record)
    kind = _of(wanted(record, "kind", str), "kind", ("run", "response"))
    return ("run", _run(record)) if kind == "run" else ("response", _response(record))


def _run(record: Mapping[str, Any]) -> Row:
    benchmark = wanted(record, "benchmark", str)
    return {
        "run_id": wanted(record, "run_id", str),
        "benchmark": benchmark,
        "model": wanted(record, "model", str),
        "source": _of(wanted(record, "source", str), "source", SOURCES),
        "scorer": scorer_of(benchmark),
        "parameters": canonical(wanted(record, "parameters", dict)),
        **{
            key: optional(record, key, str) for key in ("dataset_id", "protocol", "started", "note")
        },
    }


def _response(record: Mapping[str, Any]) -> Row:
    texts = ("dataset_id", "item_id", "text", "prompt", "finish_reason", "error_kind", "error",
             "served_model")  # fmt: skip
    row = {
        "run_id": wanted(record, "run_id", str),
        "repeat": wanted(record, "repeat", int),
        "position": wanted(record, "position", int),
        "outcome": _of(wanted(record, "outcome", str), "outcome", OUTCOMES),
        **{key: optional(record, key, str) for key in texts},
        **{key: optional(record, key, int) for key in ("prompt_tokens", "completion_tokens")},
        **{key: optional(record, key, (int, float)) for key in ("seconds", "cost")},
    }
    attempt = optional(record, "attempt", int) or 1
    return {
        **row,
        "response_id": response_id(row["run_id"], row["item_id"], row["repeat"], attempt),
    }


def _of(value: str, key: str, known: tuple[str, ...]) -> str:
    if value not in known:
        raise ValueError(f"the field {key!r} holds {value[:40]!r}; {', '.join(known)} are known")
    return value


def _storable(record: Mapping[str, Any]) -> Mapping[str, Any]:
    """The record with a ? for each half of a surrogate pair.

    The journal keeps it as it came; UTF-8 columns can only show that something stood there.
    """
    text = json.dumps(record, ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError:
        shown: dict[str, Any] = json.loads(text.encode("utf-8", "replace"))
        return shown
    return record
