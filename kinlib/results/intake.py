"""What the store takes in: shipped files, imports and journals, each under an origin of its own.

An origin is a name (`data/...`, `import/...`, `journal/...`) with a stamp that changes when its
content does. Rows carry their origin, so an origin that changed or vanished is taken out whole.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kinlib import settings
from kinlib.results import imports, journal
from kinlib.results.formats.detect import READERS, format_of
from kinlib.results.formats.source import Source
from kinlib.results.rows import Batch, Problem, Row, canonical, response_id
from kinlib.results.scores import scorer_of

SHIPPED = ("families/*.ttl", "items/*.jsonl")
READING = 2
"""Raised when a reader gives other rows than before, so that databases are made again."""

SHIPPED_JOURNALS = "journals/*.jsonl"


@dataclass(frozen=True)
class Origin:
    """One thing to take in; `kind` is "data", "import" or "journal"."""

    name: str
    kind: str
    path: Path
    stamp: str


def origins() -> list[Origin]:
    """All there is to take in, items before the journals that refer to them."""
    data, found = settings.shipped(), []
    for pattern in SHIPPED:
        for path in sorted(data.glob(pattern)):
            name = f"data/{path.relative_to(data).as_posix()}"
            found.append(Origin(name, "data", path, _stamp(path)))
    for folder in imports.folders(settings.imports()):
        found.append(Origin(f"import/{folder.name}", "import", folder, folder.name))
    for kind, folder, pattern in (
        ("data", data, SHIPPED_JOURNALS),
        ("journal", settings.journals(), "*.jsonl"),
    ):
        for path in sorted(folder.glob(pattern)):
            found.append(Origin(f"{kind}/{path.name}", "journal", path, _stamp(path)))
    return found


def _stamp(path: Path) -> str:
    status = path.stat()
    return f"{status.st_size}:{status.st_mtime_ns}"


def shipped_batch(origin: Origin) -> Batch:
    """Rows of a shipped family or item list."""
    source = Source("/".join(origin.path.parts[-2:]), origin.path.read_bytes())
    return READERS[format_of(source)](source)


def journal_batch(path: Path, offset: int) -> tuple[Batch, int]:
    """Rows that a journal gained since a byte offset, and the next offset."""
    records, problems, offset = journal.read(path, offset)
    batch = Batch(read=len(records) + len(problems), problems=problems)
    for record in records:
        try:
            if record.get("kind") == "run":
                batch.add("run", _run(record))
            else:
                batch.add("response", _response(record))
        except KeyError as error:
            batch.problems.append(Problem(None, f"a record of {path.name} lacks {error}"))
    return batch, offset


def _run(record: Mapping[str, Any]) -> Row:
    return {
        "run_id": record["run_id"],
        "benchmark": record["benchmark"],
        "dataset_id": record.get("dataset_id"),
        "model": record["model"],
        "protocol": record.get("protocol"),
        "source": record["source"],
        "scorer": scorer_of(record["benchmark"]),
        "parameters": canonical(record["parameters"]),
        "started": record.get("started"),
        "note": record.get("note"),
    }


def _response(record: Mapping[str, Any]) -> Row:
    row = {key: record.get(key) for key in (
        "run_id", "dataset_id", "item_id", "repeat", "position", "outcome", "text", "prompt",
        "finish_reason", "error_kind", "error", "prompt_tokens", "completion_tokens", "seconds",
        "cost", "served_model",
    )}  # fmt: skip
    # The journal keeps half a surrogate pair; UTF-8 columns can only show that one stood there.
    row = {
        key: value.encode("utf-8", "replace").decode("utf-8") if isinstance(value, str) else value
        for key, value in row.items()
    }
    attempt = record.get("attempt", 1)
    ids = (record["run_id"], record["item_id"], record["repeat"], attempt)
    return {**row, "response_id": response_id(*ids)}


def problems_json(problems: list[Problem]) -> str:
    """Problems as the intake table keeps them."""
    return json.dumps([[problem.line, problem.reason] for problem in problems], ensure_ascii=False)


def tables_of(folder: Path) -> Iterator[tuple[str, Path]]:
    """Table name and Parquet file of each table of an import folder."""
    for path in sorted(folder.glob("*.parquet")):
        yield path.stem, path
