"""Replies of a file with the items they answer, for the commands that score without a database.

Read are the release's result files, journals, and JSON lines with a question's id and a reply. The
items come from the result file itself or from question files given beside it; whoever has both gets
contexts from the question file, which result files leave out.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kinlib import settings
from kinlib.errors import KinError
from kinlib.results import intake, records
from kinlib.results.formats.detect import READERS, format_of
from kinlib.results.formats.source import Source
from kinlib.results.known import ITEMS, shipped_batch
from kinlib.results.rows import Batch, Problem, Row

_RESULTS = ("replies", "paraphrase replies")
_QUESTIONS = ("questions", "paraphrase set", "prompt list")
_REPLY = ("reply", "response", "raw_response", "text", "output", "prediction")
_ID = ("question_id", "item_id", "id")


@dataclass
class Replies:
    """Pairs of a reply and its item, as rows of the store, and what could not be used."""

    pairs: list[tuple[Row, Row]] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


def read_replies(path: Path, questions: Iterable[Path] = ()) -> Replies:
    """The replies of a file.

    Args:
        path: a result file, a journal, or JSON lines with a question's id and a reply.
        questions: question files, or folders of them.

    Raises:
        KinError: a file cannot be read, or no reply finds its item.
    """
    keyed = {item["item_id"]: item for item in _items(questions)}
    found = Replies()
    responses, own = _responses(path, found.problems)
    if not keyed and not own:
        keyed = {item["item_id"]: item for item in _shipped()}
    for response in responses:
        item_id = response["item_id"]
        item, its_own = keyed.get(item_id), own.get(item_id)
        if item and its_own and item["question"] != its_own["question"]:
            # Splits of the release use the same ids for other questions.
            found.problems.append(
                Problem(response.get("line"), f"{item_id} is another question in the question "
                        "file; the one that came with the reply is used")
            )  # fmt: skip
            item = its_own
        item = item or its_own
        if item is None:
            found.problems.append(Problem(response.get("line"), f"no item is called {item_id}"))
        else:
            found.pairs.append((response, item))
    if not found.pairs:
        raise KinError(
            f"{path}: none of its {len(responses):,} replies finds its item; give the question "
            "file with --items."
        )
    return found


def _responses(path: Path, problems: list[Problem]) -> tuple[list[Row], dict[str, Row]]:
    """The replies of a file, and the items that the file itself brings."""
    source = _source(path)
    first = _first(source)
    if first.get("kind") in records.KINDS:
        batch, _ = intake.journal_batch(path, 0)
        batch.tables["response"] = _final(batch.tables.get("response", []))
    elif any(name in first for name in _REPLY) and "exact_match" not in first:
        batch = _plain(source)
    else:
        kind = format_of(source)
        if kind not in _RESULTS:
            raise KinError(f"{path} holds no replies: it is read as {kind}.")
        batch = READERS[kind](source)
    problems += batch.problems
    items = {item["item_id"]: item for item in batch.tables.get("item", [])}
    return batch.tables.get("response", []), items


def _final(replies: list[Row]) -> list[Row]:
    """The attempt that counts at each item and repeat of a run, as in the store."""
    last: dict[tuple[Any, ...], Row] = {}
    for row in replies:
        key = (row["run_id"], row["item_id"], row["repeat"])
        if key not in last or _rank(row) > _rank(last[key]):
            last[key] = row
    return list(last.values())


def _rank(row: Row) -> tuple[bool, int]:
    return records.final_key(row["outcome"], row["attempt"] or 1)


def _first(source: Source) -> Row:
    line = next((line for line in source.data.splitlines() if line.strip()), b"")
    try:
        value = json.loads(line)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def _plain(source: Source) -> Batch:
    """JSON lines of anyone's: an id and a text are enough."""
    batch = Batch()
    for number, line in enumerate(source.data.decode("utf-8", "replace").splitlines(), 1):
        if not line.strip():
            continue
        batch.read += 1
        try:
            value = json.loads(line)
        except ValueError:
            batch.refuse(number, "the line is not JSON")
            continue
        told: Row = value if isinstance(value, dict) else {}
        item_id = next((told[name] for name in _ID if isinstance(told.get(name), str)), None)
        text = next((told[name] for name in _REPLY if isinstance(told.get(name), str)), None)
        if item_id is None or text is None:
            batch.refuse(number, "it lacks a question_id or a reply")
            continue
        outcome = "answered" if text.strip() else "blank"
        batch.add("response", {"response_id": f"line {number}", "item_id": item_id, "text": text,
                               "outcome": outcome, "line": number})  # fmt: skip
    return batch


def _items(paths: Iterable[Path]) -> Iterator[Row]:
    for path in paths:
        if not path.is_dir():
            source = _source(path)
            if (kind := format_of(source)) not in _QUESTIONS:
                raise KinError(f"{path} holds no questions: it is read as {kind}.")
            yield from READERS[kind](source).tables.get("item", [])
            continue
        sources = [_source(file) for file in sorted(path.glob("*.jsonl"))]
        asking = [source for source in sources if _kind(source) in _QUESTIONS]
        if not asking:
            raise KinError(f"{path} holds no question file (.jsonl).")
        for source in asking:
            yield from READERS[_kind(source)](source).tables.get("item", [])


def _kind(source: Source) -> str:
    """What a file of a folder is read as; empty where it is of no known format."""
    try:
        return format_of(source)
    except KinError:
        return ""


def _shipped() -> Iterator[Row]:
    for path in sorted(settings.shipped().glob(ITEMS)):
        yield from shipped_batch(path).tables.get("item", [])


def _source(path: Path) -> Source:
    try:
        return Source(path.name, path.read_bytes())
    except OSError as error:
        raise KinError(f"{path} cannot be read: {error.strerror}.") from None


def outcome_counts(pairs: Iterable[tuple[Row, Row]]) -> dict[str, Any]:
    """How many replies there are of each outcome."""
    counts: dict[str, Any] = {}
    for response, _ in pairs:
        counts[response["outcome"]] = counts.get(response["outcome"], 0) + 1
    return counts
