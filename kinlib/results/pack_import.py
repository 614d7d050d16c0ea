"""A run pack taken in: its tables checked and kept as they are, its runs called imported."""

from dataclasses import replace
from pathlib import Path

from kinlib.errors import KinError
from kinlib.results import import_folders, pack_files
from kinlib.results.import_folders import Report
from kinlib.results.known import Known
from kinlib.results.rows import identifier


def import_pack(pack: Path, folder: Path, known: Known) -> Report:
    """Import a pack; what is wrong with it is in the report.

    Args:
        pack: its folder.
        folder: where the import folders lie.
        known: what is there already.

    Raises:
        KinError: the import folder cannot be written.
    """
    try:
        manifest = pack_files.read_manifest(pack)
        tables = pack_files.read_tables(pack, manifest)
    except KinError as error:
        return Report(pack.name, None, None, note=str(error))
    digest = pack_files.digest(pack / pack_files.MANIFEST)
    import_id = identifier("import", "run pack", digest)
    ids = tables["response"]["response_id"].to_pylist() if "response" in tables else []
    report = Report(
        manifest.name, "run pack", import_id, len(ids), len(ids),
        remark=manifest.about or None, tables=tuple(manifest.tables), digest=digest,
    )  # fmt: skip
    target = folder / import_id
    if target.exists() and import_folders.missing(target, report) is None:
        return replace(report, stored=0, already=report.read)
    stored = len(set(ids) - known.responses)
    report = replace(report, stored=stored, already=report.read - stored)
    files = [pack / pack_files.MANIFEST, *(pack / f"{name}.parquet" for name in manifest.tables)]
    if not import_folders.copy(files, report, target):
        return replace(report, stored=0, already=report.read)
    known.responses.update(ids)
    return report
