"""Files of other people taken in: read, checked against what is there, kept as Parquet.

An import is a folder imports/<id>/ with one Parquet file a table and report.json; the id is a hash
of the file's bytes, its format and its data set, so the same file is taken in once. The database
is never opened here (design.md): the app's store owner takes the folder in.
"""

import json
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import duckdb
import pyarrow.parquet as parquet

from kinlib.errors import KinError
from kinlib.results.formats.detect import ENDINGS, READERS, format_of
from kinlib.results.formats.source import Source
from kinlib.results.rows import Batch, Problem, Row, identifier
from kinlib.results.schema import arrow_table

LARGEST = 500_000_000
"""Bytes of the largest file that is read; a file is held in memory while it is checked."""


@dataclass(frozen=True)
class Report:
    """What became of one file.

    `read` = `stored` + `already` + `refused`, counted in the file's own rows: replies, questions,
    people or figures. `note` says why a whole file was refused.
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

    def sentence(self) -> str:
        """The report in one line for a person."""
        if self.note:
            return self.note
        if not self.read:
            return f"{self.name}: a list of files, nothing to import."
        return (
            f"{self.name}: {self.format}, {self.read:,} read, {self.stored:,} stored, "
            f"{self.already:,} already there, {self.refused:,} refused."
        )


def import_paths(
    paths: Iterable[Path], folder: Path, dataset: str | None = None
) -> Iterator[Report]:
    """Import files, and all readable files below folders, in the order of their names.

    A file that cannot be read gives a report with a note; the others go on.
    """
    for path in paths:
        if not path.exists():
            yield Report(str(path), None, None, note=f"{path} does not exist.")
            continue
        for file in [path] if path.is_file() else _files(path):
            try:
                size = file.stat().st_size
                if size > LARGEST:
                    raise KinError(
                        f"{file} is {size / 1e6:,.0f} MB; files over {LARGEST / 1e6:.0f} MB are "
                        "not read: split it."
                    )
                # Three parts of the path: enough to tell the splits of a release apart.
                name = "/".join(file.resolve().parts[-3:])
                source = Source(name, file.read_bytes(), dataset)
            except KinError as error:
                yield Report(str(file), None, None, note=str(error))
            except OSError as error:
                yield Report(str(file), None, None, note=f"{file}: {error.strerror}.")
            else:
                yield import_source(source, folder)


def _files(folder: Path) -> list[Path]:
    return sorted(
        path
        for path in folder.rglob("*")
        if path.is_file() and path.suffix.lower() in ENDINGS and not path.name.startswith(".")
    )


def import_source(source: Source, folder: Path) -> Report:
    """Import one file that is in memory; never raises for what is in the file."""
    try:
        name = format_of(source)
        import_id = identifier("import", name, source.dataset or source.folder, source.digest)
        target = folder / import_id
        if target.exists():
            old = read_report(target)
            return Report(
                source.name, name, import_id, read=old.read, already=old.read - old.refused,
                refused=old.refused, problems=old.problems,
            )  # fmt: skip
        batch = READERS[name](source)
    except KinError as error:
        return Report(source.name, None, None, note=str(error))
    already = _settle(batch, folder)
    refused = len(batch.problems)
    report = Report(
        source.name, name, import_id, batch.read, batch.read - already - refused, already, refused,
        tuple(sorted(batch.problems, key=lambda problem: problem.line or 0)),
    )  # fmt: skip
    if batch.read == refused:
        # Nothing to keep: the file is asked again next time, perhaps mended.
        return report
    write(batch, report, target)
    return report


def write(batch: Batch, report: Report, target: Path) -> None:
    """Write an import folder so that it is there whole or not at all."""
    target.parent.mkdir(parents=True, exist_ok=True)
    growing = Path(tempfile.mkdtemp(prefix=".import-", dir=target.parent))
    try:
        for table, rows in batch.tables.items():
            if rows:
                parquet.write_table(
                    arrow_table(table, rows, f"import/{target.name}"), growing / f"{table}.parquet"
                )
        text = json.dumps(asdict(report), ensure_ascii=False, indent=1)
        (growing / "report.json").write_text(text, encoding="utf-8")
        growing.chmod(0o755)
        os.replace(growing, target)
    except BaseException:
        shutil.rmtree(growing, ignore_errors=True)
        if not target.exists():
            raise


def read_report(target: Path) -> Report:
    """The report of an import folder.

    Raises:
        KinError: the folder holds no readable report.
    """
    try:
        value = json.loads((target / "report.json").read_text(encoding="utf-8"))
        problems = tuple(Problem(**problem) for problem in value.pop("problems"))
        return Report(**value, problems=problems)
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise KinError(f"{target} holds no readable report.json; remove the folder.") from error


def folders(folder: Path) -> list[Path]:
    """Import folders in the order of their ids."""
    if not folder.is_dir():
        return []
    return sorted(path for path in folder.iterdir() if (path / "report.json").is_file())


def _settle(batch: Batch, folder: Path) -> int:
    """Drop what other imports hold already, refuse what contradicts them; count the former."""
    items = batch.tables.get("item", [])
    replies = batch.tables.get("response", [])
    known = _known(folder, "item", {item["dataset_id"] for item in items})
    kept: list[Row] = []
    repeated, conflicting = 0, set()
    for item in items:
        key = (item["dataset_id"], item["item_id"])
        if key not in known:
            known[key] = item["digest"]
            kept.append(item)
        elif known[key] == item["digest"]:
            repeated += 1
        else:
            conflicting.add(key)
            batch.refuse(
                item["position"],
                f"the item {item['item_id']} is there already with other content",
            )
    if "item" in batch.tables:
        batch.tables["item"] = kept
    if not replies:
        return repeated
    usable = [row for row in replies if (row["dataset_id"], row["item_id"]) not in conflicting]
    there = _known_responses(folder, {row["run_id"] for row in usable})
    batch.tables["response"] = [row for row in usable if row["response_id"] not in there]
    ids = {row["response_id"] for row in batch.tables["response"]}
    batch.tables["score"] = [row for row in batch.tables["score"] if row["response_id"] in ids]
    return len(usable) - len(ids)


def _known(folder: Path, table: str, datasets: set[str]) -> dict[tuple[str, str], str]:
    rows = _stored(folder, table, "dataset_id, item_id, digest", "dataset_id", sorted(datasets))
    return {(dataset, item): digest for dataset, item, digest in rows}


def _known_responses(folder: Path, runs: set[str]) -> set[str]:
    return {row[0] for row in _stored(folder, "response", "response_id", "run_id", sorted(runs))}


def _stored(
    folder: Path, table: str, columns: str, key: str, values: Sequence[str]
) -> list[tuple[str, ...]]:
    files = [str(path / f"{table}.parquet") for path in folders(folder)]
    files = [file for file in files if Path(file).is_file()]
    if not files or not values:
        return []
    with duckdb.connect(":memory:") as connection:
        rows: list[tuple[str, ...]] = connection.execute(
            f"select {columns} from read_parquet(?) where list_contains(?, {key})",
            [files, list(values)],
        ).fetchall()
    return rows
