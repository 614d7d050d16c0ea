"""Import folders: imports/<id>/ with one Parquet file a table and report.json, whole or absent."""

import contextlib
import json
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as parquet

from kinlib.errors import KinError
from kinlib.results.rows import Batch, Problem
from kinlib.results.schema import arrow_table

GROWING = ".import-"
"""Beginning of the names of folders that are being written; what begins with a dot is no import."""

LEFT_OVER = 24 * 3600
"""Seconds after which a folder that was being written is taken for one whose writer was killed."""


@dataclass(frozen=True)
class Report:
    """What became of one file.

    `read` = `stored` + `already` + `refused`, counted in the file's own rows: replies, questions,
    people or figures. `note` says why a whole file was refused, `remark` what else there is to
    know of a file that was taken in. `tables` are those of the import folder (none: a report of
    before they were noted), `digest` is of the file's bytes.
    """

    name: str
    format: str | None
    import_id: str | None
    read: int = 0
    stored: int = 0
    already: int = 0
    refused: int = 0
    problems: tuple[Problem, ...] = ()
    note: str | None = None
    remark: str | None = None
    tables: tuple[str, ...] = ()
    digest: str | None = None

    def sentence(self) -> str:
        """The report in one line for a person."""
        if self.note:
            return self.note
        if not self.read:
            return f"{self.name}: a list of files, nothing to import."
        counts = (
            f"{self.name}: {self.format}, {self.read:,} read, {self.stored:,} stored, "
            f"{self.already:,} already there, {self.refused:,} refused."
        )
        return f"{counts} {self.remark}" if self.remark else counts


def folders(folder: Path) -> list[Path]:
    """Import folders in the order of their ids.

    Raises:
        KinError: the folder cannot be read.
    """
    try:
        if not folder.is_dir():
            return []
        return sorted(
            path
            for path in folder.iterdir()
            if not path.name.startswith(".") and (path / "report.json").is_file()
        )
    except OSError as error:
        raise KinError(f"{folder} cannot be read: {error.strerror}.") from error


def read_report(target: Path) -> Report:
    """The report of an import folder; one with a note if there is none that can be read.

    So one damaged folder does not hide the reports of the others.
    """
    known = {field.name for field in fields(Report)}
    try:
        value = json.loads((target / "report.json").read_text(encoding="utf-8"))
        value = {key: value[key] for key in value if key in known}
        problems = tuple(Problem(**problem) for problem in value.pop("problems"))
        tables = tuple(value.pop("tables", ()))
        return Report(**value, problems=problems, tables=tables)
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        note = f"{target} holds no readable report.json; remove the folder and import its file."
        return Report(target.name, None, None, note=note)


def missing(target: Path, report: Report) -> str | None:
    """Name of the first file of an import that is absent or not Parquet; None: it is whole."""
    if report.note is not None:
        return "report.json"
    for table in report.tables:
        try:
            parquet.read_metadata(target / f"{table}.parquet")
        except (OSError, pa.ArrowException):
            return f"{table}.parquet"
    return None


def write(batch: Batch, report: Report, target: Path) -> bool:
    """Write an import folder so that it is there whole or not at all.

    False: another importer of the same file was first, and its folder stands.

    Raises:
        KinError: the folder cannot be written.
    """

    def fill(growing: Path) -> None:
        for table in report.tables:
            rows = arrow_table(table, batch.tables[table], f"import/{target.name}")
            parquet.write_table(rows, growing / f"{table}.parquet")

    return _write(fill, report, target)


def copy(files: Sequence[Path], report: Report, target: Path) -> bool:
    """Like `write`, of files that are as the store reads them.

    Raises:
        KinError: a file cannot be read, or the folder not be written.
    """

    def fill(growing: Path) -> None:
        for path in files:
            shutil.copyfile(path, growing / path.name)

    return _write(fill, report, target)


def _write(fill: Callable[[Path], None], report: Report, target: Path) -> bool:
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        growing = Path(tempfile.mkdtemp(prefix=GROWING, dir=target.parent))
    except OSError as error:
        raise _unwritable(target.parent, error) from error
    try:
        fill(growing)
        text = json.dumps(asdict(report), ensure_ascii=False, indent=1)
        (growing / "report.json").write_text(text, encoding="utf-8", errors="replace")
        growing.chmod(0o755)
        return _put(growing, target)
    except OSError as error:
        raise _unwritable(target.parent, error) from error
    finally:
        shutil.rmtree(growing, ignore_errors=True)


def sweep(folder: Path) -> None:
    """Remove what importers that were killed left half-written more than a day ago."""
    # Two sweepers may meet: what the other has removed is gone, as wanted.
    with contextlib.suppress(OSError):
        for path in folder.glob(f"{GROWING}*"):
            if time.time() - path.stat().st_mtime > LEFT_OVER:
                shutil.rmtree(path, ignore_errors=True)


def _put(growing: Path, target: Path) -> bool:
    """Rename a finished folder to its place; False if a whole one is there by now."""
    for _ in range(3):
        try:
            os.replace(growing, target)
            return True
        except OSError:
            if not target.is_dir():
                raise
            if missing(target, read_report(target)) is None:
                return False
            # Damaged: out of the way under a name of its own, so that two of us can do it.
            aside = Path(tempfile.mkdtemp(prefix=GROWING, dir=target.parent))
            with contextlib.suppress(OSError):
                os.replace(target, aside / "damaged")
            shutil.rmtree(aside, ignore_errors=True)
    raise OSError(None, "its damaged folder cannot be removed", str(target))


def _unwritable(folder: Path, error: OSError) -> KinError:
    return KinError(
        f"{folder} cannot be written: {error.strerror}; make room there, or set KINLIB_HOME to "
        "another folder."
    )
