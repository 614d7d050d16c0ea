"""Data sets as files: items, trees and CLUTRR's tables, with trees and terms found beside them.

A line or file that cannot be read is a problem that is told; the rest goes on.
"""

import csv
import json
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any

from kinlib.errors import KinError
from kinlib.exchange.facts import local
from kinlib.exchange.graph import TYPE, Graph
from kinlib.exchange.rdf import from_graph, parse_turtle
from kinlib.exchange.turtle import FAMILY, KIN
from kinlib.kinship.genealogy import Genealogy
from kinlib.reasoning.lint.case import Case
from kinlib.reasoning.lint.tree import Stated, Tree
from kinlib.reasoning.lint.walks import Kin

Row = Mapping[str, Any]
ENDINGS = (".jsonl", ".ttl", ".csv")
FITTING = 0.95
"""Share of a system's items whose people a tree must hold, to be taken for theirs."""

_RAW = re.compile(r"(?:\b|_)raw(?:\b|_)")  # the release's split of 200 years has such files
_TASKS = re.compile(r"((?:\d+\.\d+)(?:,\d+\.\d+)*)_(?:train|test)")
_DECLARED = ("ObjectProperty", "DatatypeProperty", "Class")
_OWL = "http://www.w3.org/2002/07/owl#"
_FIELD = 1 << 24  # bytes of one field of a table


@dataclass
class Found:
    """What lies at a path: rows of items and of CLUTRR, trees, and what could not be read."""

    items: list[Row] = field(default_factory=list)
    trees: list[Tree] = field(default_factory=list)
    clutrr: list[Row] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def read_path(path: Path) -> Found:
    """Everything at a path that can be checked: a file, or the files of a folder and its trees/.

    Raises:
        KinError: there is nothing that can be.
    """
    found = Found()
    for file in _files(path, found):
        try:
            if file.suffix == ".ttl":
                found.trees.append(read_tree(file))
            elif file.suffix == ".csv":
                found.clutrr += _table(file, found)
            else:
                found.items += _items(file, found)
        except KinError as error:
            found.problems.append(str(error))
    if not (found.items or found.trees or found.clutrr):
        why = f" {found.problems[0]}" if found.problems else ""
        raise KinError(f"{path} holds no items, trees or CLUTRR rows that can be read.{why}")
    return found


def _files(path: Path, found: Found) -> list[Path]:
    if not path.exists():
        raise KinError(f"{path} does not exist; give a data set's folder or file.")
    if path.is_file():
        if path.suffix not in ENDINGS:
            raise KinError(f"{path.name} is no {', '.join(ENDINGS)} file.")
        inner = path.parent / "trees" if path.suffix == ".jsonl" else path
        return [path, *sorted(inner.glob("*.ttl"))] if inner.is_dir() else [path]
    every = sorted(file for file in path.iterdir() if file.suffix in ENDINGS)
    files = [file for file in every if not _RAW.search(file.stem)] or every
    files += sorted((path / "trees").glob("*.ttl"))
    if not files:
        inside = sorted(one.name for one in path.iterdir() if one.is_dir())
        hint = f"; give one of its folders: {', '.join(inside)}" if inside else ""
        raise KinError(f"{path} holds no {', '.join(ENDINGS)} file{hint}.")
    found.notes += [
        f"{file.name} is no list of items and was passed over."
        for file in sorted(path.glob("*.json"))
    ]
    found.notes += [
        f"{file.name} is a raw version and was passed over." for file in every if file not in files
    ]
    return files


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise KinError(f"{file.name} is not UTF-8; save it as UTF-8.") from None
    except OSError as error:
        raise KinError(f"{file.name} cannot be read: {error.strerror}.") from None


def _items(file: Path, found: Found) -> Iterator[Row]:
    """Items of a file of JSON lines."""
    for number, line in enumerate(_text(file).split("\n"), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            found.problems.append(f"{file.name}, line {number} is not JSON.")
            continue
        if not isinstance(row, dict) or not {"question_text", "ground_truth"} <= row.keys():
            found.problems.append(
                f"{file.name}, line {number} is no item: it lacks question_text or ground_truth."
            )
            continue
        yield row


def _table(file: Path, found: Found) -> Iterator[Row]:
    """Rows of a table of CLUTRR's; the tasks in the file's name go along."""
    before = csv.field_size_limit(_FIELD)  # stories are long; others rely on the limit as it was
    try:
        yield from _rows(file, found)
    except csv.Error as error:
        found.problems.append(f"{file.name}: {error}.")
    finally:
        csv.field_size_limit(before)


def _rows(file: Path, found: Found) -> Iterator[Row]:
    reader = csv.DictReader(_text(file).splitlines(keepends=True))
    if not {"story", "query"} <= set(reader.fieldnames or ()):
        raise KinError(f"{file.name} is no table of CLUTRR: it has no columns story and query.")
    named = _TASKS.search(file.name)
    tasks = tuple(named[1].split(",")) if named else ()
    for row in reader:
        if None in row or None in row.values():
            found.problems.append(f"{file.name}, line {reader.line_num}: too many or few fields.")
            continue
        yield {**row, "asked_tasks": tasks}


def read_tree(file: Path) -> Tree:
    """The tree in a Turtle file, with what the file states beyond primitive facts.

    Raises:
        KinError: the file cannot be read or contradicts itself.
    """
    try:
        data = file.read_bytes()
    except OSError as error:
        raise KinError(f"{file.name} cannot be read: {error.strerror}.") from None
    graph = parse_turtle(data, file.name)
    return Tree(file.stem, from_graph(graph, file.name), _stated(graph))


def _stated(graph: Graph) -> Stated:
    words = {word for _, word, _ in graph}
    cousins = {
        local(word): [(local(a), local(b)) for a, b in graph.pairs(word) if isinstance(b, str)]
        for word in sorted(words)
        if word.startswith((KIN, FAMILY)) and word.endswith("Cousin")
    }
    types = {value for _, value in graph.pairs(TYPE) if isinstance(value, str)}
    declared = (word for kind in _DECLARED for word in graph.instances(_OWL + kind))
    return Stated(cousins, _shortened(declared), _shortened(words | types))


def _shortened(words: Iterable[str]) -> frozenset[str]:
    """Those of some words that are of the release's vocabularies, with their prefix."""
    spaces = (("family:", FAMILY), ("kin:", KIN))
    return frozenset(p + w[len(s) :] for w in words for p, s in spaces if w.startswith(s))


def given_trees(path: Path) -> dict[str, Genealogy]:
    """The trees of a folder or file by name, as a reader of items asks for them."""
    files = sorted(path.glob("*.ttl")) if path.is_dir() else [path]
    if not files:
        raise KinError(f"{path} holds no .ttl file; give a folder of trees.")
    return {file.stem: read_tree(file).genealogy for file in files}


def fitting_trees(
    path: Path, rows: Sequence[Row], own: Collection[str], notes: list[str]
) -> dict[str, Genealogy]:
    """For each system of some items the tree that holds their people, from the folders around.

    Systems whose tree is at hand, of `own`, are passed over. Of several trees in folders equally
    near it is the one whose facts and paths are those of most items, then the smallest. `notes` get
    a sentence on each choice.
    """
    by_system: defaultdict[str, list[Case]] = defaultdict(list)
    for place, row in enumerate(rows, 1):
        case = Case(row, place, None)
        if not case.text("tree") and case.system not in own:
            by_system[case.system].append(case)
    chosen = {}
    for system, cases in sorted(by_system.items()):
        if found := _fitting(path, system, cases):
            name, chosen[system] = found
            notes.append(f"Tree of {system}: {name}.")
        else:
            told = f"the {len(cases):,} items of {system}" if system else f"{len(cases):,} items"
            notes.append(
                f"No tree found that holds the people of {told}: rules that need it are not "
                "checked there; name a folder with --trees."
            )
    return chosen


def _fitting(path: Path, system: str, cases: Sequence[Case]) -> tuple[str, Genealogy] | None:
    """The best tree of a system by its file's name, and the tree itself."""
    if not re.fullmatch(r"\w+", system):
        return None
    for files in _around(path, f"*/{system}.ttl"):
        fits = []
        for file in files:
            try:
                genealogy = read_tree(file).genealogy
            except KinError:
                continue
            if fit := tree_agreement(genealogy, cases):
                name = f"{file.parent.name}/{file.name}"
                fits.append((-fit, len(genealogy), name, genealogy))
        if fits:
            return min(fits, key=lambda one: one[:3])[2:]
    return None


def tree_agreement(genealogy: Genealogy, cases: Sequence[Case]) -> int:
    """How many items a tree agrees with; 0 if it does not hold their people."""
    kin, fitting, agreeing = Kin(genealogy), 0, 0
    for case in cases:
        held = Case(case.row, case.place, kin)
        ids, names = case.texts("target_persons"), case.texts("target_names")
        people = {kin.names[genealogy.index[p]] for p in ids if p in genealogy.index}
        if held.ego is None or (ids and people != set(names)):
            continue
        fitting += 1
        walked = not held.path or kin.walk(held.ego, held.path) == set(held.targets)
        agreeing += walked and not case.context.untrue(kin)
    return agreeing + 1 if fitting >= FITTING * len(cases) else 0


def more_terms(path: Path, notes: list[str]) -> list[Row]:
    """Items of other splits whose terms belong to the table of a split of the KinshipQA release.

    They are the base split and that of 5 and 6 hops, where these lie around; a note names them.
    """
    rows: list[Row] = []
    for folder in chain.from_iterable(_around(path, "kinshipqa", "*_5_6hop_aug")):
        try:
            rows += read_path(folder).items
        except KinError:
            continue
        notes.append(f"The table of terms has those of {folder.name} too.")
    return rows


def _around(path: Path, *patterns: str) -> Iterator[list[Path]]:
    """What lies beside a data set's folder, then beside the folder that this lies in."""
    folder = (path if path.is_dir() else path.parent).resolve()
    for above in folder.parents[:2]:
        found = (one for pattern in patterns for one in sorted(above.glob(pattern)))
        yield [one for one in found if one != folder]
