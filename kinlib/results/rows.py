"""Rows on their way from a file to the store: what a reader yields, and how rows are named."""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

Row = dict[str, Any]


@dataclass(frozen=True)
class Problem:
    """A row that was refused: the line it stands on (None where a file has no lines) and why."""

    line: int | None
    reason: str


@dataclass
class Batch:
    """What one source file holds: rows by table name, and the rows that could not be used.

    `read` counts the file's own rows (questions, people, figures), refused ones included. `place`
    makes a problem of a row's number and a reason, where the number is not that of a line; `remark`
    is what else a person should know of the file.
    """

    read: int = 0
    tables: dict[str, list[Row]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    place: Callable[[int | None, str], Problem] = Problem
    remark: str | None = None

    def add(self, table: str, row: Row) -> None:
        """Append one row to a table."""
        self.tables.setdefault(table, []).append(row)

    def refuse(self, line: int | None, reason: str) -> None:
        """Note a row that cannot be used; reading goes on."""
        self.problems.append(self.place(line, reason))


def canonical(value: object) -> str:
    """JSON text that is the same for equal values whatever the order of their keys."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def identifier(*parts: object) -> str:
    """Stable 16-digit hexadecimal id of the parts."""
    return hashlib.sha256(canonical(list(parts)).encode("utf-8")).hexdigest()[:16]


def response_id(run_id: str, item_id: str | None, repeat: int, attempt: int = 1) -> str:
    """Id of one reply: the same whenever the same file or journal is read."""
    return identifier("response", run_id, item_id, repeat, attempt)


def with_digest(item: Row) -> Row:
    """An item row with the digest of what is asked and what is right.

    Fields that differ between two files about one question (order, notes) are left out, so that
    the same question read from both is one item, and a changed key is a conflict.
    """
    same = ("question", "context", "gold", "category", "hops", "system", "language", "prompt")
    return {**item, "digest": identifier(*(item.get(key) for key in same))}


def wanted(row: Mapping[str, Any], key: str, kinds: type | tuple[type, ...]) -> Any:
    """The value of a field that must be there and of a kind; ValueError says which is not."""
    if key not in row:
        raise ValueError(f"the field {key!r} is missing")
    value = row[key]
    # bool is an int to Python, but never to a file format.
    is_kind = isinstance(value, kinds) and not (isinstance(value, bool) and not _takes_bool(kinds))
    if not is_kind:
        raise ValueError(f"the field {key!r} holds {_shown(value)}, which is not {_named(kinds)}")
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if is_number and not abs(value) < 2**31:
        raise ValueError(f"the field {key!r} holds {_shown(value)}, which is out of range")
    return value


def storable(row: object) -> None:
    """Refuse text that UTF-8 cannot hold, and numbers that JSON does not know.

    Raises:
        ValueError: the row holds half a surrogate pair, as a reply cut inside an emoji does, or
            NaN or Infinity, which Python writes and no JSON function of the database reads.
    """
    try:
        json.dumps(row, ensure_ascii=False, allow_nan=False).encode("utf-8")
    except UnicodeEncodeError as error:
        half = f"U+{ord(error.object[error.start]):04X}"
        raise ValueError(f"the row holds half a surrogate pair ({half})") from error
    except ValueError as error:
        raise ValueError("the row holds NaN or Infinity, which is no number") from error


def optional(row: Mapping[str, Any], key: str, kinds: type | tuple[type, ...]) -> Any:
    """Like `wanted`, but None where the field is missing or null."""
    return None if row.get(key) is None else wanted(row, key, kinds)


def _takes_bool(kinds: type | tuple[type, ...]) -> bool:
    return bool in (kinds if isinstance(kinds, tuple) else (kinds,))


def _named(kinds: type | tuple[type, ...]) -> str:
    names = {str: "text", int: "a whole number", float: "a number", list: "a list",
             dict: "an object", bool: "true or false"}  # fmt: skip
    each = kinds if isinstance(kinds, tuple) else (kinds,)
    return " or ".join(names[kind] for kind in each)


def _shown(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 40 else text[:37] + "..."
