"""Runs made into a pack: journals, the items they ask, their trees and verdicts, as Parquet.

The same runs, scorers and lexicon give the same bytes, with the same version of pyarrow.
"""

import contextlib
import json
import shutil
import tempfile
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa

from kinlib import settings
from kinlib.errors import KinError
from kinlib.results import intake, pack_files, schema
from kinlib.results.formats.detect import READERS, format_of
from kinlib.results.formats.source import Source
from kinlib.results.indexing import Judging
from kinlib.results.intake import Intake, Origin
from kinlib.results.pack_files import MANIFEST, Manifest
from kinlib.results.rows import Problem, Row
from kinlib.results.store import Store
from kinlib.results.table_files import write_table

_WHOLE = "whole/"
"""Beginning of the origins whose items and trees are packed whole."""


class Packed(NamedTuple):
    """What was written, and lines of the journals that could not be used."""

    manifest: Manifest
    problems: tuple[Problem, ...]


def pack(
    runs: Sequence[str],
    out: Path,
    judging: Judging,
    *,
    question_set: Path | None = None,
    dataset: str | None = None,
    about: str = "",
) -> Packed:
    """Write runs as a pack; the folder is made, and a pack that is there is replaced.

    Args:
        runs: journals, packs (all their runs, their items and trees), or ids of runs that are
            loaded here. A pack made of itself has the verdicts of today's scorers.
        out: the folder to write; its name is that of the pack.
        judging: told how far judging the replies is.
        question_set: folder of a data set, packed whole with its trees; without one only the items
            that were asked are.
        dataset: name of that data set; otherwise its folder's.
        about: what the pack is, in sentences; otherwise what a single pack among `runs` says.

    Raises:
        KinError: there is no such run, a file cannot be read, or the folder not be written.
    """
    if out.exists() and not pack_files.is_pack(out) and (not out.is_dir() or any(out.iterdir())):
        raise KinError(f"{out} is there and no run pack; name a new folder.")
    store = Store(None, judged=False)
    try:
        # What ships comes first: the keys of today are those that replies are judged by.
        _take_known(store, ("data",))
        if question_set is not None:
            _take_set(store, question_set, dataset)
        ids, problems = _take_runs(store, runs)
        store.judge_again(ids, judging)
        tables = {name: _table(store, name, ids) for name in pack_files.TABLES}
        listed = _runs(store, ids)
    finally:
        store.close()
    kept = {name: rows for name, rows in tables.items() if rows.num_rows}
    if not about and len(runs) == 1 and pack_files.is_pack(Path(runs[0])):
        about = pack_files.read_manifest(Path(runs[0])).about
    told = about or _about(listed, tables["response"].num_rows)
    return Packed(_write(kept, listed, told, out), tuple(problems))


def _take_known(store: Store, kinds: Collection[str]) -> None:
    for origin in intake.origins():
        # A file that cannot be used is told of on the Data page; here it may not matter.
        with contextlib.suppress(KinError):
            if origin.kind in kinds:
                store.take(origin, intake.read(origin))


def _take_set(store: Store, folder: Path, dataset: str | None) -> None:
    found = Intake()
    paths = [*sorted(folder.glob("*.jsonl")), *sorted(folder.glob("trees/*.ttl"))]
    name = dataset or folder.resolve().name
    for path in paths:
        try:
            source = Source(
                f"{name}/{path.relative_to(folder).as_posix()}", path.read_bytes(), name
            )
        except OSError as error:
            raise KinError(f"{path} cannot be read: {error.strerror}.") from error
        batch = READERS[format_of(source)](source)
        if batch.problems:
            raise KinError(f"{path}, line {batch.problems[0].line}: {batch.problems[0].reason}.")
        for table, rows in batch.tables.items():
            found.rows.setdefault(table, []).extend(rows)
    if not found.rows.get("item"):
        raise KinError(f"{folder} holds no questions (.jsonl); name the folder of a data set.")
    store.take(Origin(f"{_WHOLE}{folder}", "data", folder, ""), found)


def _take_runs(store: Store, named: Sequence[str]) -> tuple[list[str], list[Problem]]:
    """Take in journals, packs and whatever runs may rest on; ids of the runs, and what is wrong."""
    ids: list[str] = []
    problems: list[Problem] = []
    for name in named:
        if (origin := _given(name)) is None:
            ids.append(name)
            continue
        found = intake.read(origin)
        problems += found.problems
        inside = [row["run_id"] for row in found.rows.get("run", ())]
        if "run" in found.tables:
            inside = found.tables["run"]["run_id"].to_pylist()
        if not inside:
            raise KinError(f"{origin.path} describes no run; name a journal or a pack.")
        store.take(origin, found)
        ids += inside
    _take_known(store, ("pack", "import", "journal"))
    known = set(store.query("select run_id from run")["run_id"])
    if missing := [run for run in ids if run not in known]:
        raise KinError(f"There is no run {missing[0]!r}; `python -m kinlib runs` lists them.")
    return sorted(set(ids)), problems


def _given(name: str) -> Origin | None:
    """The journal or pack that is meant; None: a name that is none must be a run's id."""
    for path in (Path(name), settings.journals() / f"{name}.jsonl"):
        if path.is_file():
            return Origin(f"given/{path.resolve()}", "journal", path, "")
    if pack_files.is_pack(Path(name)):
        return Origin(f"{_WHOLE}{Path(name).resolve()}", "pack", Path(name), "")
    return None


_WHICH = "list_contains($ids, run_id)"
# Replies to one item stand together: their prompts are the same, and so take a quarter of the
# room and of the time when they are taken in.
_READING = "dataset_id, position, item_id, run_id, repeat, coalesce(attempt, 1), response_id"
_OF = (
    "join (select response_id, dataset_id, run_id, position, item_id, repeat, attempt "
    "from response) "
)
_OF_WHOLE = "starts_with(origin, $whole)"
_ASKED = f"select dataset_id, item_id from response where {_WHICH}"
_ROWS: Mapping[str, str] = {
    "dataset": f"from dataset where dataset_id in (select dataset_id from ({_ASKED})) "
    f"or {_OF_WHOLE} order by dataset_id",
    "item": f"from item where (dataset_id, item_id) in ({_ASKED}) or {_OF_WHOLE} "
    "order by dataset_id, position, item_id",
    "run": f"from run where {_WHICH} order by run_id",
    "response": f"from response where {_WHICH} order by {_READING}",
    "score": f"from score {_OF} as of using (response_id) where {_WHICH} "
    f"order by {_READING}, scorer, version",
    "surface": f"from surface {_OF} as of using (response_id) where {_WHICH} order by {_READING}",
    "event": f"from event where {_WHICH} order by run_id, happened, event",
    "genealogy": f"from genealogy where {_OF_WHOLE} order by genealogy_id",
    "person": f"from person where {_OF_WHOLE} order by genealogy_id, position",
    "partnership": f"from partnership where {_OF_WHOLE} order by genealogy_id, position",
}
"""Which rows of each table belong into a pack, in what order."""


def _table(store: Store, name: str, ids: Sequence[str]) -> pa.Table:
    rows, columns = _ROWS[name], schema.arrow_schemas()[name]
    named = ", ".join("'pack' as origin" if c == "origin" else f"{name}.{c}" for c in columns.names)
    given = {"ids": list(ids), "whole": _WHOLE}
    wanted = {key: value for key, value in given.items() if f"${key}" in rows}
    return store.table(f"select {named} {rows}", wanted).cast(columns)


def _runs(store: Store, ids: Sequence[str]) -> list[Row]:
    """What pack.json says of each run."""
    frame = store.query(
        "select run_id, model, run.benchmark, dataset.name as dataset, protocol, preset, source, "
        "started, run.versions, (select count(*) from response where run_id = run.run_id "
        "and superseded is not true) as replies, "
        "(select json_group_object(outcome, n) from (select outcome, count(*) as n from response "
        "where run_id = run.run_id and superseded is not true group by outcome order by outcome)) "
        "as outcomes from run left join dataset using (dataset_id) "
        "where list_contains(?, run_id) order by run_id",
        [list(ids)],
    )
    told = frame.astype(object).where(frame.notna(), None).to_dict("records")
    unpacked = ("versions", "outcomes")
    return [
        {str(key): json.loads(v) if key in unpacked and v else v for key, v in run.items()}
        for run in told
    ]


def _about(runs: Sequence[Row], replies: int) -> str:
    models = ", ".join(sorted({str(run["model"]) for run in runs}))
    over = "; ".join(sorted({str(run["dataset"] or run["benchmark"]) for run in runs}))
    count = "1 run" if len(runs) == 1 else f"{len(runs)} runs"
    return f"{count} of {models} over {over}: {replies:,} replies."


def _write(tables: Mapping[str, pa.Table], runs: Sequence[Row], about: str, out: Path) -> Manifest:
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        growing = Path(tempfile.mkdtemp(prefix=".pack-", dir=out.parent))
        try:
            sums: dict[str, Row] = {}
            for name, rows in tables.items():
                path = growing / f"{name}.parquet"
                write_table(rows, path)
                sums[name] = {"rows": rows.num_rows, "sha256": pack_files.digest(path)}
            made = Manifest(out.resolve().name, about, tuple(runs), sums, pack_files.judged_by())
            text = json.dumps(asdict(made), ensure_ascii=False, indent=1) + "\n"
            (growing / MANIFEST).write_text(text, encoding="utf-8", newline="\n")
            _replace(growing, out, [*(f"{name}.parquet" for name in tables), MANIFEST])
        finally:
            shutil.rmtree(growing, ignore_errors=True)
    except OSError as error:
        raise KinError(f"{out} cannot be written: {error.strerror}.") from error
    return made


def _replace(growing: Path, out: Path, names: Sequence[str]) -> None:
    """Put files into the place of those of an older pack, the list last: no list, no pack."""
    out.mkdir(exist_ok=True)
    for name in (MANIFEST, *(f"{table}.parquet" for table in pack_files.TABLES)):
        (out / name).unlink(missing_ok=True)
    for name in names:
        shutil.move(growing / name, out / name)
