"""What the store takes in: shipped files, imports and journals, each under an origin of its own.

An origin is a name (`data/...`, `import/...`, `journal/...`) with a stamp that changes when its
content does. Rows carry their origin, so an origin that changed or vanished is taken out whole.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as parquet

from kinlib import settings
from kinlib.errors import KinError
from kinlib.results import import_folders, journal, records, schema
from kinlib.results.known import FAMILIES, ITEMS, shipped_batch
from kinlib.results.rows import Batch, Problem, Row

READING = 5
"""Raised when a reader gives other rows than before, so that databases are made again."""

JOURNALS = "journals/*.jsonl"
"""Journals that ship, below the folder of shipped data."""


@dataclass(frozen=True)
class Origin:
    """One thing to take in; `kind` is "data", "import" or "journal"."""

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
            table, row = records.row_of(record)
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
    for path in sorted(origin.path.glob("*.parquet")):
        if path.stem in schema.KEYS:
            found.tables[path.stem] = _table(path)
        else:
            found.problems.append(Problem(None, f"{path.name} is no table that is known here"))
    return found


def _table(path: Path) -> pa.Table:
    """A table of an import with the columns of today; ones it lacks are null."""
    wanted = schema.arrow_schemas()[path.stem]
    again = "remove the import's folder and import its file again"
    try:
        # Not the database's own reader: it takes folder names for patterns and for columns.
        with parquet.ParquetFile(path) as file:
            stored = file.read()
        columns = [
            stored[field.name].cast(field.type)
            if field.name in stored.column_names
            else pa.nulls(stored.num_rows, field.type)
            for field in wanted
        ]
    except (OSError, pa.ArrowException, KeyError) as error:
        raise KinError(f"{path.name} cannot be read; {again}.") from error
    for name in sorted(schema.required(path.stem)):
        if columns[wanted.get_field_index(name)].null_count:
            raise KinError(f"{path.name} lacks values of {name}; {again}.")
    return pa.table(columns, schema=wanted)


def problems_json(problems: Iterable[Problem]) -> str:
    """Problems as the intake table keeps them."""
    return json.dumps([[problem.line, problem.reason] for problem in problems], ensure_ascii=False)


def problems_of(text: str) -> list[Problem]:
    """Problems that the intake table has kept."""
    return [Problem(line, reason) for line, reason in json.loads(text)]
