"""Files of other people taken in: read, checked against what is there, kept as Parquet.

An import's id is a hash of its bytes, its format and its data set, so the same file is taken in
once. The database is never opened here (design.md): the app's store owner takes the folder in.
"""

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from kinlib.errors import KinError
from kinlib.exchange.tables import to_arrow
from kinlib.kinship.genealogy import Genealogy
from kinlib.results.formats.detect import ENDINGS, READERS, format_of
from kinlib.results.formats.published import TOTALS
from kinlib.results.formats.source import Source
from kinlib.results.formats.turtle import genealogy_rows
from kinlib.results.import_folders import Report, folders, missing, read_report, sweep, write
from kinlib.results.known import Known, settle
from kinlib.results.pack_files import MANIFEST, is_pack
from kinlib.results.pack_import import import_pack
from kinlib.results.rows import Batch, identifier

__all__ = [
    "Known",
    "Report",
    "folders",
    "import_paths",
    "import_source",
    "keep_dataset",
    "keep_genealogy",
    "read_report",
]

LARGEST = 500_000_000
"""Bytes of the largest file that is read; a file is held in memory while it is checked."""

_PLACELESS = ("genealogy", "GEDCOM", "figures", "figure table")
"""Formats whose rows say the same wherever the file lies; question files take their data set from
the folder, so that splits of one release may share a file."""


def import_paths(
    paths: Iterable[Path], folder: Path, dataset: str | None = None
) -> Iterator[Report]:
    """Import files, run packs, and all that can be read below folders, in the order of their names.

    A file that cannot be read gives a report with a note; the others go on.

    Raises:
        KinError: the import folder cannot be written.
    """
    sweep(folder)
    known = Known(folder)
    for path in paths:
        try:
            is_file, there = path.is_file(), path.exists()
        except OSError as error:
            yield _refused(path, f"{_shown(path)}: {error.strerror}.")
            continue
        if not there:
            yield _refused(path, f"{_shown(path)} does not exist.")
        elif is_pack(path):
            yield import_pack(path, folder, known)
        elif is_file:
            yield _import_file(path, folder, dataset, known)
        else:
            yield from _import_below(path, folder, dataset, known)


def _import_below(path: Path, folder: Path, dataset: str | None, known: Known) -> Iterator[Report]:
    files, closed = _files(path)
    packs = sorted(listed.parent for listed in path.rglob(MANIFEST))
    for pack in packs:
        yield import_pack(pack, folder, known)
    for error in closed:
        where = _shown(error.filename or path)
        yield _refused(path, f"{where} cannot be opened: {error.strerror}.")
    if not files and not closed and not packs:
        endings = ", ".join(ENDINGS)
        yield _refused(path, f"{_shown(path)} holds no file that is read ({endings}).")
    for file in files:
        yield _import_file(file, folder, dataset, known)


def _import_file(file: Path, folder: Path, dataset: str | None, known: Known) -> Report:
    try:
        size = file.stat().st_size
        if size > LARGEST:
            return _refused(
                file,
                f"{_shown(file)} is {size / 1e6:,.0f} MB; files over {LARGEST / 1e6:.0f} MB are "
                "not read: split it.",
            )
        # Three parts of the path: enough to tell the splits of a release apart.
        name = "/".join(file.resolve().parts[-3:])
        source = Source(_shown(name), file.read_bytes(), dataset)
    except (OSError, RuntimeError) as error:
        # Python calls a loop of links a RuntimeError.
        why = error.strerror if isinstance(error, OSError) else error
        return _refused(file, f"{_shown(file)}: {why}.")
    return import_source(source, folder, known)


def _files(folder: Path) -> tuple[list[Path], list[OSError]]:
    """Files below a folder in the order of their names, and why folders could not be opened."""
    closed: list[OSError] = []
    found = [
        Path(where, name)
        for where, _, names in os.walk(folder, onerror=closed.append)
        for name in names
    ]
    files = (
        p
        for p in found
        if p.suffix.lower() in ENDINGS and not p.name.startswith(".") and p.name != MANIFEST
    )
    return sorted(p for p in files if p.is_file()), closed


def import_source(source: Source, folder: Path, known: Known | None = None) -> Report:
    """Import one file that is in memory; never raises for what is in the file.

    Args:
        source: the file.
        folder: where the import folders lie.
        known: what is there already, handed on by whoever imports many files.

    Raises:
        KinError: the import folder cannot be written.
    """
    if known is None:
        sweep(folder)
        known = Known(folder)
    try:
        name = format_of(source)
        import_id = _import_id(name, source)
        target = folder / import_id
        if target.exists() and missing(target, old := read_report(target)) is None:
            return _there(source, old)
        batch = READERS[name](source)
        already = settle(batch, known)
    except KinError as error:
        return Report(source.name, None, None, note=str(error))
    except Exception as error:
        # Files come from anywhere: what no reader foresaw must not cost the other files.
        kind = type(error).__name__
        note = f"{source.name} cannot be read: it sets off an error in the program ({kind})."
        return Report(source.name, None, None, note=note)
    if not batch.read and name != "file list":
        return Report(source.name, name, None, note=f"{source.name} holds nothing to import.")
    refused = len(batch.problems)
    report = Report(
        source.name, name, import_id, batch.read, batch.read - already - refused, already, refused,
        tuple(sorted(batch.problems, key=lambda problem: problem.line or 0)),
        remark=_remark(source, known, batch), digest=source.digest,
        tables=tuple(table for table, rows in batch.tables.items() if rows),
    )  # fmt: skip
    if batch.read == refused:
        # Nothing to keep: the file is asked again next time, perhaps mended.
        return report
    if not write(batch, report, target):
        return replace(report, stored=0, already=report.stored + already)
    known.files.setdefault(source.digest, source.name)
    return report


def keep_genealogy(
    genealogy: Genealogy, folder: Path, kind: str = "simulation"
) -> tuple[str, Report]:
    """Keep a genealogy that is no file's; its id, which its people and unions tell, and a report.

    Raises:
        KinError: the import folder cannot be written.
    """
    key = identifier("genealogy", *(table.to_pylist() for table in to_arrow(genealogy)))
    batch = genealogy_rows(genealogy, genealogy.name, key)
    report = Report(
        genealogy.name, kind, identifier("import", kind, key), batch.read,
        batch.read, tables=tuple(table for table, rows in batch.tables.items() if rows),
    )  # fmt: skip
    if not write(batch, report, folder / str(report.import_id)):
        report = replace(report, stored=0, already=report.read)
    return key, report


def keep_dataset(files: Mapping[str, bytes], name: str, folder: Path) -> list[Report]:
    """Keep a data set that was made here: its items, under this name, and its trees.

    Args:
        files: contents by name, as in the data set's folder; others than items and trees are
            left out.
        name: what the data set is called.
        folder: where the import folders lie.

    Raises:
        KinError: the import folder cannot be written, or a file cannot be taken in.
    """
    known = Known(folder)
    reports = [
        import_source(Source(f"{name}/{file}", data, name), folder, known)
        for file, data in files.items()
        if file.endswith((".jsonl", ".ttl"))
    ]
    for report in reports:
        if report.note or report.refused:
            raise KinError(report.sentence())
    return reports


def _import_id(name: str, source: Source) -> str:
    # Totals of many runs lie in files of one name: only the folder says of which run they are.
    placeless = name in _PLACELESS and source.stem not in TOTALS
    where = None if placeless else source.dataset or source.folder
    return identifier("import", name, where, source.digest)


def _there(source: Source, old: Report) -> Report:
    """The report of a file that was imported before."""
    remark = None if old.name == source.name else f"It was imported as {old.name}."
    return replace(old, name=source.name, stored=0, already=old.read - old.refused, remark=remark)


def _remark(source: Source, known: Known, batch: Batch) -> str | None:
    other = known.files.get(source.digest)
    if other is None or other == source.name:
        return batch.remark
    same = f"Its bytes are those of {other}, which is another data set."
    return f"{batch.remark} {same}" if batch.remark else same


def _refused(path: Path, note: str) -> Report:
    return Report(_shown(path), None, None, note=note)


def _shown(path: object) -> str:
    # Names that are not UTF-8 come as halves of surrogate pairs, which nothing can print.
    return str(path).encode("utf-8", "replace").decode()
