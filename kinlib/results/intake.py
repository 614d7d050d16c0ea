"""What the store takes in: shipped files, imports and journals, each under an origin of its own.

An origin is a name (`data/...`, `import/...`, `journal/...`) with a stamp that changes when its
content does. Rows carry their origin, so an origin that changed or vanished is taken out whole.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as compute

from kinlib import settings
from kinlib.errors import KinError
from kinlib.results import import_folders, journal, pack_files, records, schema
from kinlib.results.known import FAMILIES, ITEMS, PACKS, shipped_batch
from kinlib.results.rows import Batch, Problem, Row
from kinlib.results.table_files import read_table

READING = 8
"""Raised when a reader gives other rows than before, so that databases are made again."""

_AGAIN = "remove the import's folder and import its file again"

JOURNALS = "journals/*.jsonl"
"""Journals that ship, below the folder of shipped data."""


@dataclass(frozen=True)
class Origin:
    """One thing to take in; `kind` is "data", "pack", "import" or "journal"."""

    name: str
    kind: str
    path: Path
    stamp: str


@dataclass
class Intake:
    """What an origin holds, checked: rows by table, or whole tables, and what was wrong.

    `size` is how many bytes of a journal have been read.
    """

    rows: dict[str, list[Row]] = field(default_factory=dict)
    tables: dict[str, pa.Table] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    size: int = 0


def origins() -> list[Origin]:
    """All there is to take in, items before the journals that refer to them."""
    data, home = settings.shipped(), settings.home()
    shipped = [path for pattern in (FAMILIES, ITEMS) for path in sorted(data.glob(pattern))]
    found = [_origin(f"data/{_below(path, data)}", "data", path, path) for path in shipped]
    for listed in sorted(data.glob(PACKS)):
        folder = listed.parent
        found.append(_origin(f"data/{_below(folder, data)}", "pack", folder, listed))
    for folder in import_folders.folders(settings.imports()):
        found.append(_origin(f"import/{folder.name}", "import", folder, folder / "report.json"))
    for kind, path in (
        *(("data", path) for path in sorted(data.glob(JOURNALS))),
        *(("journal", path) for path in sorted(_journals(home))),
    ):
        found.append(_origin(f"{kind}/{path.name}", "journal", path, path))
    return [origin for origin in found if origin is not None]


def _journals(home: Path) -> Iterable[Path]:
    return settings.journals().glob("*.jsonl") if home.is_dir() else ()


def _below(path: Path, folder: Path) -> str:
    return path.relative_to(folder).as_posix()


def _origin(name: str, kind: str, path: Path, file: Path) -> Origin | None:
    """The origin with its stamp; None for a folder of such a name, or a file just removed."""
    try:
        if not file.is_file():
            return None
        status = file.stat()
    except OSError:
        return None
    shown = name.encode("utf-8", "replace").decode()
    return Origin(shown, kind, path, f"{status.st_size}:{status.st_mtime_ns}")


def has_grown(origin: Origin, stamp: str) -> bool:
    """Whether a journal only became longer; one of the same length was edited."""
    return origin.kind == "journal" and _size(origin.stamp) > _size(stamp)


def _size(stamp: str) -> int:
    return int(stamp.partition(":")[0])


def read(origin: Origin, offset: int = 0) -> Intake:
    """Everything of an origin that can be used; for a journal, from a byte offset on.

    Raises:
        KinError: nothing of it can be used.
    """
    if origin.kind == "pack":
        return Intake(tables=pack_files.read_tables(
            origin.path, pack_files.read_manifest(origin.path)
        ))  # fmt: skip
    if origin.kind == "import":
        return _read_import(origin)
    if origin.kind == "data":
        batch = shipped_batch(origin.path)
        rows = {
            # The position of a shipped item is the number of its line.
            table: [{**row, "line": row.get("position")} for row in rows]
            for table, rows in batch.tables.items()
        }
        return Intake(rows, {}, batch.problems)
    batch, size = journal_batch(origin.path, offset)
    return Intake(batch.tables, {}, batch.problems, size)


def journal_batch(path: Path, offset: int) -> tuple[Batch, int]:
    """Rows that a journal gained since a byte offset, and the next offset."""
    numbered, problems, offset = journal.read_numbered(path, offset)
    batch = Batch(read=len(numbered) + len(problems), problems=problems)
    for line, record in numbered:
        try:
            if made := records.row_of(record):
                table, row = made
                batch.add(table, {**row, "line": line})
        except (ValueError, RecursionError) as error:
            batch.refuse(line, str(error))
    return batch, offset


def _read_import(origin: Origin) -> Intake:
    report = import_folders.read_report(origin.path)
    found = Intake()
    if report.note:
        found.problems.append(Problem(None, report.note))
    elif lacking := import_folders.missing(origin.path, report):
        raise KinError(f"{lacking} is missing or damaged; import {report.name} again.")
    elif pack_files.is_pack(origin.path):
        return Intake(tables=_of_others(
            pack_files.read_tables(origin.path, pack_files.read_manifest(origin.path))
        ))  # fmt: skip
    for path in sorted(origin.path.glob("*.parquet")):
        if path.stem in schema.KEYS:
            found.tables[path.stem] = read_table(path, _AGAIN)
        else:
            found.problems.append(Problem(None, f"{path.name} is no table that is known here"))
    return found


def _of_others(tables: dict[str, pa.Table]) -> dict[str, pa.Table]:
    """Runs of a pack that was imported are nobody's measurement here."""
    if runs := tables.get("run"):
        at = runs.schema.get_field_index("source")
        measured = compute.equal(runs["source"], "measured")
        told = compute.if_else(measured, "imported", runs["source"])
        tables["run"] = runs.set_column(at, runs.schema.field(at), told)
    return tables


def problems_json(problems: Iterable[Problem]) -> str:
    """Problems as the intake table keeps them."""
    return json.dumps([[problem.line, problem.reason] for problem in problems], ensure_ascii=False)


def problems_of(text: str) -> list[Problem]:
    """Problems that the intake table has kept."""
    return [Problem(line, reason) for line, reason in json.loads(text)]
