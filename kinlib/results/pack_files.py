"""Run packs as they lie on disk: a folder with one Parquet file a table and pack.json.

A pack is how a run is handed on, and how the demonstration ships: replies with all that the journal
told of them, the items they answer, family trees, and the verdicts of the scorers of that day.
Whoever takes it in gets those verdicts if scorers and lexicon are still the same, else new ones.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.compute as compute

from kinlib.errors import KinError
from kinlib.reasoning import scoring
from kinlib.results import pack_checks, records, schema, term_scores
from kinlib.results.rows import Row, storable
from kinlib.results.scores import OWN
from kinlib.results.table_files import read_table

MANIFEST = "pack.json"
FORMAT = "kinlib run pack 1"

TABLES = tuple(name for name in schema.KEYS if name != "figure")
"""What a pack may hold."""

_LONGEST_NAME = 200  # characters

_REMEDY = "get the pack again from where it came"

_JSON: Mapping[str, Mapping[str, str]] = {
    "item": {"gold": "ARRAY", "attributes": "OBJECT"},
    "run": {"parameters": "OBJECT", "versions": "OBJECT"},
    "response": {"parameters": "OBJECT", "versions": "OBJECT", "dropped": "ARRAY"},
    "score": {"predicted": "ARRAY", "causes": "ARRAY"},
    "surface": {
        "shares": "OBJECT",
        **dict.fromkeys(("others_frozen", "others", "signs", "readings"), "ARRAY"),
    },
    "event": {"fields": "OBJECT"},
}
"""Columns that hold JSON, and of what type: one wrong value would stop every query over them."""

_CLOSED: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "run": ("source", records.SOURCES),
    "response": ("outcome", records.OUTCOMES),
}


@dataclass(frozen=True)
class Manifest:
    """What pack.json says.

    Attributes:
        name: what the pack is called.
        about: what is in it, in sentences.
        runs: one a run: model, benchmark, protocol, source, when, how many replies of each outcome.
        tables: for each table its number of rows and the SHA-256 of its file.
        judged: versions of the scorers and digest of the lexicon behind the verdicts.
        format: name and version of this format.
    """

    name: str
    about: str
    runs: tuple[Row, ...]
    tables: Mapping[str, Row]
    judged: Mapping[str, str] = field(default_factory=dict)
    format: str = FORMAT


def judged_by() -> dict[str, str]:
    """What verdicts made now rest on.

    Raises:
        KinError: the shipped lexicon is missing or wrong.
    """
    names = ("matchers", "options", "surface", "lexicon")
    return {
        "kinship scorers": scoring.VERSION,
        **dict(zip(names, term_scores.versions(), strict=True)),
    }


def is_pack(folder: Path) -> bool:
    """Whether a folder is a run pack."""
    return (folder / MANIFEST).is_file()


def read_manifest(folder: Path) -> Manifest:
    """What a pack says of itself.

    Raises:
        KinError: pack.json cannot be read, is of another version, or names what is no table.
    """
    path = folder / MANIFEST
    known = {each.name for each in fields(Manifest)}
    try:
        value: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        found = Manifest(**{key: value[key] for key in value if key in known})
        tables = {name: dict(told) for name, told in found.tables.items()}
        whole = all(isinstance(told["sha256"], str) for told in tables.values())
        runs = all(isinstance(run, dict) for run in found.runs) and isinstance(found.judged, dict)
        worded = _is_name(found.name) and isinstance(found.about, str)
        storable(value)
        records.shallow(value)
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise KinError(f"{path} cannot be read as the list of a run pack; {_REMEDY}.") from error
    if found.format != FORMAT:
        raise KinError(f"{path} is of the format {found.format!r}, this kinlib reads {FORMAT!r}.")
    if not worded:
        raise KinError(
            f"{path} gives no name of at most {_LONGEST_NAME} characters, or says in no words what "
            f"the pack is; {_REMEDY}."
        )
    if not whole or not runs or not tables.keys() <= set(TABLES):
        raise KinError(f"{path} names a table that is none, or one without a sum; {_REMEDY}.")
    return found


def _is_name(name: object) -> bool:
    return isinstance(name, str) and name.isprintable() and 0 < len(name) <= _LONGEST_NAME


def read_tables(folder: Path, manifest: Manifest) -> dict[str, pa.Table]:
    """The tables of a pack, checked; our own verdicts only if they would be the same today.

    Raises:
        KinError: a file is missing, is not as it was written, or holds what no table can.
    """
    found = dict(_tables(folder, manifest))
    return found if dict(manifest.judged) == judged_by() else unjudged(found)


def unjudged(tables: Mapping[str, pa.Table]) -> dict[str, pa.Table]:
    """Tables without the verdicts of our own scorers, which are then made again."""
    found = {name: table for name, table in tables.items() if name != "surface"}
    if "score" in found:
        ours = compute.is_in(found["score"]["scorer"], value_set=pa.array(OWN))
        found["score"] = found["score"].filter(compute.invert(ours))
    return found


def digest(path: Path) -> str:
    """SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _tables(folder: Path, manifest: Manifest) -> Iterator[tuple[str, pa.Table]]:
    with duckdb.connect(":memory:") as connection:
        for name in (table for table in TABLES if table in manifest.tables):
            path = folder / f"{name}.parquet"
            try:
                same = digest(path) == manifest.tables[name]["sha256"]
            except OSError as error:
                raise KinError(f"{path} cannot be read: {error.strerror}; {_REMEDY}.") from error
            if not same:
                raise KinError(f"{path} is not as it was written; {_REMEDY}.")
            pack_checks.check_size(path, _REMEDY)
            table = read_table(path, _REMEDY)
            for column, kind in _JSON.get(name, {}).items():
                _check_json(connection, path, table, column, kind)
            if name in _CLOSED:
                _check_closed(path, table, *_CLOSED[name])
            pack_checks.check(path, table, _REMEDY)
            yield name, pack_checks.settled(name, table)


def _check_json(
    connection: duckdb.DuckDBPyConnection, path: Path, table: pa.Table, column: str, kind: str
) -> None:
    connection.register("told", table.select([column]))
    bad = connection.execute(
        f"select {column} from told where {column} is not null and "
        f"coalesce(try(json_type({column})), '') <> ? limit 1",
        [kind],
    ).fetchall()
    connection.unregister("told")
    if bad:
        value = bad[0][0][:40]
        raise KinError(f"{path}: {column} holds {value!r}, no JSON {kind.lower()}; {_REMEDY}.")
    pack_checks.check_json(path, table[column], _REMEDY)


def _check_closed(path: Path, table: pa.Table, column: str, known: tuple[str, ...]) -> None:
    strange = set(compute.unique(table[column]).to_pylist()) - set(known)
    if strange:
        raise KinError(
            f"{path}: {column} holds {min(strange)[:40]!r}; {', '.join(known)} are known."
        )
