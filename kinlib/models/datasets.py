"""Data sets that can be put to a model, found without opening the database.

    load("terms").rows, load("items/my_list.jsonl").benchmark, load("KinshipQA, demonstration")

A file or folder is imported when it is loaded, so that replies find their items.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

import pyarrow as pa
import pyarrow.parquet as parquet

from kinlib import settings
from kinlib.errors import KinError
from kinlib.results import import_folders, imports
from kinlib.results.known import ITEMS, shipped_batch
from kinlib.results.rows import Problem, Row, identifier

FILES: Mapping[str, str] = MappingProxyType(
    {"terms": "items/kin_terms.jsonl", "selection": "items/kin_term_selection.jsonl"}
)
REASONING = identifier("dataset", "kinshipqa", "KinshipQA, demonstration")
WORDS = (*FILES, "reasoning")
"""Words that stand for what ships: two files, and a data set by its id."""

TABLES = "demonstration/*/dataset.parquet"
"""Data sets that ship as tables, below the folder of shipped data."""


@dataclass(frozen=True)
class DataSet:
    """Items to be asked.

    Attributes:
        rows: item rows of the store, in the order of their source.
        left_out: lines of the source that cannot be asked: refused ones, and repetitions.
        problems: why lines were refused.
    """

    rows: list[Row]
    benchmark: str
    dataset_id: str
    name: str
    left_out: int = 0
    problems: tuple[Problem, ...] = ()


def load(wanted: str | Path) -> DataSet:
    """A data set by its word (terms, selection, reasoning), its file or folder, its name or its id.

    A file or folder is imported first, so that replies find their items; rows that are refused
    there are left out.

    Raises:
        KinError: there is no such data set, it holds no item, or a file holds several.
    """
    name = str(wanted)
    if name in WORDS:
        return _shipped(name)
    path = Path(wanted)
    if path.exists():
        return _imported(path)
    found = list(_known(lambda row: name in (row["dataset_id"], row["name"])))
    if not found:
        raise KinError(
            f"{name}: neither a file nor a data set is called so; name a file, a folder, one of "
            f"{', '.join(WORDS)}, or a data set that was imported."
        )
    return _only(found, name)


def _shipped(word: str) -> DataSet:
    if word in FILES:
        tables = shipped_batch(settings.shipped() / FILES[word]).tables
        found = list(_sets(tables.get("dataset", []), tables.get("item", [])))
    else:
        found = list(_known(lambda row: row["dataset_id"] == REASONING))
    if not found:
        raise KinError(
            f"The data set that stands for {word} is not in {settings.shipped()}; name a file or "
            "folder of questions instead (`python -m kinlib questions` makes one)."
        )
    return _merged(found)


def _imported(path: Path) -> DataSet:
    reports = list(imports.import_paths([path], settings.imports()))
    folders = [settings.imports() / report.import_id for report in reports if report.import_id]
    found = [one for folder in folders for one in _of_folder(folder)]
    problems = tuple(problem for report in reports for problem in report.problems)
    if not found:
        why = next((report.note for report in reports if report.note), None)
        why = why or (problems[0].reason if problems else "it holds no item")
        raise KinError(f"{path} holds nothing that can be asked: {why.rstrip('.')}.")
    read = sum(report.read for report in reports if _has_items(report))
    return _only(found, str(path), read, problems)


def _has_items(report: imports.Report) -> bool:
    return "item" in report.tables or not report.tables


def _only(
    found: list[DataSet], name: str, read: int | None = None, problems: tuple[Problem, ...] = ()
) -> DataSet:
    several = dict.fromkeys((one.dataset_id, one.name, one.benchmark) for one in found)
    if len(several) > 1:
        listed = "; ".join(f"{key} is {title} ({benchmark})" for key, title, benchmark in several)
        raise KinError(f"{name} holds several data sets, name one by its id: {listed}.")
    return _merged(found, read, problems)


def _merged(
    found: list[DataSet], read: int | None = None, problems: tuple[Problem, ...] = ()
) -> DataSet:
    """One data set of several sources; of items under one id the first counts, as in the store."""
    rows: dict[str, Row] = {}
    for one in found:
        for row in one.rows:
            rows.setdefault(row["item_id"], row)
    first = found[0]
    left_out = 0 if read is None else max(0, read - len(rows))
    kept = list(rows.values())
    return DataSet(kept, first.benchmark, first.dataset_id, first.name, left_out, problems)


def _known(accepts: Callable[[Row], bool]) -> Iterator[DataSet]:
    """What ships and what was imported, source by source, in the order the store takes them in."""
    data = settings.shipped()
    for path in sorted(data.glob(ITEMS)):
        try:
            tables = shipped_batch(path).tables
        except (KinError, OSError):
            continue  # the store says so where people look
        described = [row for row in tables.get("dataset", []) if accepts(row)]
        yield from _sets(described, tables.get("item", []))
    for path in sorted(data.glob(TABLES)):
        yield from _of_folder(path.parent, accepts)
    for folder in import_folders.folders(settings.imports()):
        yield from _of_folder(folder, accepts)


def _of_folder(
    folder: Path, accepts: Callable[[Row], bool] = lambda row: True
) -> Iterator[DataSet]:
    try:
        if not (folder / "item.parquet").is_file():
            return
        described = [row for row in _rows(folder / "dataset.parquet") if accepts(row)]
        if described:
            yield from _sets(described, _rows(folder / "item.parquet"))
    except (OSError, pa.ArrowException):
        return  # the store says so where people look


def _rows(path: Path) -> list[Row]:
    # Not read_table: that makes columns of folder names such as a=b.
    with parquet.ParquetFile(path) as file:
        rows: list[Row] = file.read().to_pylist()
    return rows


def _sets(described: list[Row], items: list[Row]) -> Iterator[DataSet]:
    for row in described:
        rows = [item for item in items if item["dataset_id"] == row["dataset_id"]]
        if rows:
            yield DataSet(rows, row["benchmark"], row["dataset_id"], row["name"])
