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


KINDS = ("run", "asked", "response", "event")
"""Kinds of journal lines: what run this is, that an item is being asked, its reply, and whatever
else happened."""


def row_of(record: Mapping[str, Any]) -> tuple[str, Row] | None:
    """Table and row of a record; None: it tells the runner that an item is being asked, no more.

    Raises:
        ValueError: a field is missing or of another kind; the text names it.
    """
    record = _storable(record)
    kind = _of(wanted(record, "kind", str), "kind", KINDS)
    if kind == "asked":
        return None
    make = {"run": _run, "response": _response, "event": _event}[kind]
    return kind, make(record)


def _run(record: Mapping[str, Any]) -> Row:
    benchmark = wanted(record, "benchmark", str)
    repeats, items = (optional(record, key, int) for key in ("repeats", "items"))
    return {
        "run_id": wanted(record, "run_id", str),
        "benchmark": benchmark,
        "model": wanted(record, "model", str),
        "source": _of(wanted(record, "source", str), "source", SOURCES),
        "scorer": scorer_of(benchmark),
        "parameters": canonical(wanted(record, "parameters", dict)),
        "repeats": repeats,
        "planned": None if items is None else items * (repeats or 1),
        "versions": _json(record, "versions", dict),
        **{
            key: optional(record, key, str)
            for key in ("dataset_id", "protocol", "preset", "started", "note")
        },
    }


def _response(record: Mapping[str, Any]) -> Row:
    texts = ("dataset_id", "item_id", "text", "prompt", "finish_reason", "error_kind", "error",
             "served_model", "reasoning", "taken_from")  # fmt: skip
    numbers = ("prompt_tokens", "completion_tokens")
    amounts = ("seconds", "cost", "first_token_seconds")
    parameters = optional(record, "parameters", dict)
    row = {
        "run_id": wanted(record, "run_id", str),
        "repeat": wanted(record, "repeat", int),
        "position": wanted(record, "position", int),
        "outcome": _of(wanted(record, "outcome", str), "outcome", OUTCOMES),
        **{key: optional(record, key, str) for key in texts},
        **{key: optional(record, key, int) for key in numbers},
        **{key: optional(record, key, (int, float)) for key in amounts},
        "attempt": optional(record, "attempt", int),
        "requests": optional(record, "attempts", int),
        "seed": _seed(parameters or {}),
        "replied_at": optional(record, "at", str),
        "parameters": None if parameters is None else canonical(parameters),
        "versions": _json(record, "versions", dict),
        "dropped": _json(record, "dropped", list),
    }
    key = (row["run_id"], row["item_id"], row["repeat"], row["attempt"] or 1)
    return {**row, "response_id": response_id(*key)}


_EVENT = ("kind", "run_id", "event", "at")


def _event(record: Mapping[str, Any]) -> Row:
    return {
        "run_id": wanted(record, "run_id", str),
        "event": wanted(record, "event", str),
        "happened": wanted(record, "at", str),
        "fields": canonical({key: record[key] for key in record if key not in _EVENT}),
    }


def _json(record: Mapping[str, Any], key: str, kind: type) -> str | None:
    value = optional(record, key, kind)
    return None if value is None else canonical(value)


def _seed(parameters: Mapping[str, Any]) -> int | None:
    seed = parameters.get("seed")
    return seed if type(seed) is int and 0 <= seed < 2**63 else None


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
