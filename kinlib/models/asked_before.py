"""What a run's journal tells of the calls made so far, by the rules of the store (`records`)."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeGuard

from kinlib.errors import KinError
from kinlib.models.reply import Parameters, check
from kinlib.results import journal, records
from kinlib.results.rows import Row

Key = tuple[str, int]
"""Item id and repeat."""


@dataclass
class Before:
    """The calls of a run so far.

    Attributes:
        header: None where no line says what run it is.
        outcomes: of calls with a reply; of several replies to one call the one that the store
            counts.
        attempts: how often a call was begun, replied to or not.
        prompts: text sent, by item.
        counted: replies whose prompts were counted, bytes and tokens of these prompts.
    """

    header: Row | None = None
    outcomes: dict[Key, str] = field(default_factory=dict)
    attempts: dict[Key, int] = field(default_factory=dict)
    prompts: dict[str, str] = field(default_factory=dict)
    counted: tuple[int, int, int] = (0, 0, 0)
    _final: dict[Key, tuple[bool, int]] = field(default_factory=dict, repr=False)
    _replied: set[tuple[Key, int]] = field(default_factory=set, repr=False)


def read(file: Path) -> Before:
    """What the journal holds. A line that the store refuses, or that is of another run, is passed
    over: its call is made again.

    Raises:
        KinError: the file cannot be read.
    """
    before = Before()
    try:
        found = journal.read(file)[0] if file.exists() else []
    except OSError as error:
        raise KinError(f"The journal {file} cannot be read: {error.strerror}.") from error
    for record in found:
        if record.get("kind") == "run":
            before.header = before.header or {k: v for k, v in record.items() if k != "kind"}
        elif record.get("run_id") == file.stem:
            _take(before, record)
    return before


def header_of(record: Row, file: Path) -> Row:
    """A header that a run can go on with: whole, and of the run that the journal is named after.

    Raises:
        KinError: it is not.
    """
    if (why := _damage(record)) is not None:
        raise KinError(
            f"The first line of {file} is damaged: {why}. Mend it, or begin a new run (--new)."
        )
    if record["run_id"] != file.stem:
        raise KinError(
            f"{file} is the journal of another run, {record['run_id']}; name it "
            f"{record['run_id']}.jsonl to go on with it."
        )
    return record


def _damage(header: Row) -> str | None:
    try:
        records.row_of({**header, "kind": "run"})
        check("x", Parameters(**header["parameters"]))
    except TypeError:
        return "its parameters are not those of a call"
    except (ValueError, RecursionError, KinError) as error:
        return str(error).rstrip(".") or "it is nested too deeply"
    return None


def _take(before: Before, record: Row) -> None:
    kind, item_id, repeat = record.get("kind"), record.get("item_id"), record.get("repeat")
    attempt = record.get("attempt")
    attempt = 1 if attempt is None else attempt
    if kind not in ("asked", "response") or not isinstance(item_id, str):
        return
    if not (_is_number(repeat) and _is_number(attempt)):
        return
    key = (item_id, repeat)
    before.attempts[key] = max(attempt, before.attempts.get(key, 0))
    # Of two lines of one attempt the store keeps the first.
    if kind == "response" and (key, attempt) not in before._replied and records.accepts(record):
        before._replied.add((key, attempt))
        _take_reply(before, key, attempt, record)


def _is_number(value: object) -> TypeGuard[int]:
    """Whether it counts repeats or attempts, and the next one is still of use to the store."""
    return type(value) is int and 0 < value < records.MOST_ATTEMPTS


def _take_reply(before: Before, key: Key, attempt: int, record: Row) -> None:
    outcome, prompt = record["outcome"], record.get("prompt")
    # A reply cut short by a person is none: it is asked for again.
    if outcome == "cancelled":
        return
    rank = records.final_key(outcome, attempt)
    if rank > before._final.get(key, (False, 0)):
        before.outcomes[key], before._final[key] = outcome, rank
    if prompt is None:
        return
    before.prompts.setdefault(key[0], prompt)
    if tokens := record.get("prompt_tokens"):
        replies, size, counted = before.counted
        read_here = len(prompt.encode("utf-8", "replace"))
        before.counted = (replies + 1, size + read_here, counted + tokens)
