"""What a run's journal tells of the calls made so far."""

from dataclasses import dataclass, field
from pathlib import Path

from kinlib.errors import KinError
from kinlib.results import journal
from kinlib.results.rows import Row

Key = tuple[str, int]
"""Item id and repeat."""


@dataclass
class Before:
    """The calls of a run so far; of several replies to one call the last counts.

    Attributes:
        header: None where no line says what run it is.
        outcomes: of calls with a reply.
        attempts: how often a call was begun, replied to or not.
        prompts: text sent, by item.
        counted: replies whose prompts were counted, bytes and tokens of these prompts.
    """

    header: Row | None = None
    outcomes: dict[Key, str] = field(default_factory=dict)
    attempts: dict[Key, int] = field(default_factory=dict)
    prompts: dict[str, str] = field(default_factory=dict)
    counted: tuple[int, int, int] = (0, 0, 0)


def read(file: Path) -> Before:
    """What the journal holds; a damaged line is passed over, and its call made again.

    Raises:
        KinError: the file cannot be read.
    """
    before = Before()
    try:
        records = journal.read(file)[0] if file.exists() else []
    except OSError as error:
        raise KinError(f"The journal {file} cannot be read: {error.strerror}.") from error
    for record in records:
        kind = record.get("kind")
        if kind == "run":
            before.header = before.header or {k: v for k, v in record.items() if k != "kind"}
        elif kind in ("asked", "response"):
            _take(before, kind, record)
    return before


def _take(before: Before, kind: str, record: Row) -> None:
    item_id, repeat, attempt = record.get("item_id"), record.get("repeat"), record.get("attempt", 1)
    if not (isinstance(item_id, str) and isinstance(repeat, int) and isinstance(attempt, int)):
        return
    key = (item_id, repeat)
    before.attempts[key] = max(attempt, before.attempts.get(key, 0))
    outcome, prompt = record.get("outcome"), record.get("prompt")
    # A reply cut short by a person is none: it is asked for again.
    if kind == "asked" or not isinstance(outcome, str) or outcome == "cancelled":
        return
    before.outcomes[key] = outcome
    if not isinstance(prompt, str):
        return
    before.prompts.setdefault(item_id, prompt)
    tokens = record.get("prompt_tokens")
    if isinstance(tokens, int) and tokens > 0:
        replies, size, counted = before.counted
        read_here = len(prompt.encode("utf-8", "replace"))
        before.counted = (replies + 1, size + read_here, counted + tokens)
