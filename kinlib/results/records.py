"""Journal records made into rows: every field checked, so that one bad line is one problem."""

import json
from collections.abc import Mapping
from typing import Any

from kinlib.results.rows import Row, canonical, optional, response_id, wanted
from kinlib.results.scores import OWN, scorer_of

SOURCES = ("measured", "imported", "published", "human", "control", "ad hoc")
"""Where the numbers of a run come from (design.md); a closed set."""

OUTCOMES = ("answered", "blank", "truncated", "refused", "cancelled", "error", "not run")
"""What became of a prompt (design.md); a closed set."""

REPLIED = ("answered", "blank", "truncated", "refused")
"""Outcomes of attempts that brought a reply. Of several attempts at an item and repeat the last of
these counts, and the last of all only where none did: asking again never loses a reply."""

CONTROL = "control/"
"""Beginning of the names of rules that stand for models; never a model, whoever says so."""

MOST_ATTEMPTS = 1_000_000
"""At an item and repeat: there is always room for the next one."""

_LONGEST_ID = 200  # characters; file systems take 255 bytes
_DEEPEST = 50  # levels within one another; Python and the database read no more than some hundreds

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
    shallow(record)
    if kind == "asked":
        return None
    make = {"run": _run, "response": _response, "event": _event}[kind]
    return kind, make(record)


def accepts(record: Mapping[str, Any]) -> bool:
    """Whether the store takes a record in."""
    try:
        return row_of(record) is not None
    except (ValueError, RecursionError):
        return False


def final_key(outcome: str, attempt: int) -> tuple[bool, int]:
    """By which attempts at an item and repeat are compared: the greatest counts (`REPLIED`)."""
    return outcome in REPLIED, attempt


def run_id_of(value: str) -> str:
    """The id of a run, if it can be: journals and folders are named after it.

    Raises:
        ValueError: it is empty, too long, or holds what a file's name cannot.
    """
    odd = not value.isprintable() or any(sign in value for sign in "/\\:")
    if odd or not value.strip(". ") or len(value) > _LONGEST_ID:
        raise ValueError(
            f"the field 'run_id' holds {value[:40]!r}, which is no name of a run: at most "
            f"{_LONGEST_ID} characters, no slashes or control characters"
        )
    return value


def shallow(value: object, left: int = _DEEPEST) -> None:
    """Refuse what is nested so deeply that a reader of JSON would give up.

    Raises:
        ValueError: it is.
    """
    if isinstance(value, (dict, list)):
        if not left:
            raise ValueError(f"it holds lists or objects more than {_DEEPEST} deep")
        for each in value.values() if isinstance(value, dict) else value:
            shallow(each, left - 1)


def _run(record: Mapping[str, Any]) -> Row:
    benchmark, model = wanted(record, "benchmark", str), wanted(record, "model", str)
    source = _of(wanted(record, "source", str), "source", SOURCES)
    repeats, items = (_counted(record, key, 1) for key in ("repeats", "items"))
    planned = None if items is None else items * (repeats or 1)
    if planned is not None and planned >= 2**31:
        raise ValueError(f"{items} items, each {repeats} times, are out of range")
    return {
        "run_id": run_id_of(wanted(record, "run_id", str)),
        "benchmark": benchmark,
        "model": model,
        "source": "control" if model.startswith(CONTROL) else source,
        "scorer": scorer_of(benchmark),
        "parameters": canonical(wanted(record, "parameters", dict)),
        "repeats": repeats,
        "planned": planned,
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
        "run_id": run_id_of(wanted(record, "run_id", str)),
        "repeat": wanted(record, "repeat", int),
        "position": wanted(record, "position", int),
        "outcome": _of(wanted(record, "outcome", str), "outcome", OUTCOMES),
        **{key: optional(record, key, str) for key in texts},
        **{key: _counted(record, key) for key in numbers},
        **{key: _counted(record, key, kinds=(int, float)) for key in amounts},
        "attempt": _counted(record, "attempt", 1),
        "requests": _counted(record, "attempts"),
        "seed": _seed(parameters or {}),
        "replied_at": optional(record, "at", str),
        "parameters": None if parameters is None else canonical(parameters),
        "versions": _json(record, "versions", dict),
        "dropped": _json(record, "dropped", list),
    }
    if (row["attempt"] or 1) > MOST_ATTEMPTS:
        raise ValueError(f"the field 'attempt' holds {row['attempt']}, which is out of range")
    key = (row["run_id"], row["item_id"], row["repeat"], row["attempt"] or 1)
    return {**row, "response_id": response_id(*key)}


_EVENT = ("kind", "run_id", "event", "at")


def _event(record: Mapping[str, Any]) -> Row:
    if record.get("event") == "rescore":
        _of(wanted(record, "scorer", str), "scorer", OWN)
    return {
        "run_id": run_id_of(wanted(record, "run_id", str)),
        "event": wanted(record, "event", str),
        "happened": wanted(record, "at", str),
        "fields": canonical({key: record[key] for key in record if key not in _EVENT}),
    }


def _counted(
    record: Mapping[str, Any], key: str, least: int = 0, kinds: type | tuple[type, ...] = int
) -> Any:
    """A number that cannot be below the least."""
    value = optional(record, key, kinds)
    if value is not None and value < least:
        raise ValueError(f"the field {key!r} holds {value}, which is below {least}")
    return value


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
    try:
        text = json.dumps(record, ensure_ascii=False, allow_nan=False)
    except ValueError:
        raise ValueError("the line holds NaN or Infinity, which is no number") from None
    try:
        text.encode()
    except UnicodeEncodeError:
        shown: dict[str, Any] = json.loads(text.encode("utf-8", "replace"))
        return shown
    return record
