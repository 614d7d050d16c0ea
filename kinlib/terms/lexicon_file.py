"""Reading a lexicon from CSV: what each row must say, and every row that does not.

Whatever is wrong is collected, with the line it stands on; a wrong row does not hide the next one.
Rules that look at several rows are in kinlib.terms.lexicon_rules.
"""

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, get_args

from kinlib.errors import KinError
from kinlib.kinship import kintype
from kinlib.terms.doubts import doubts
from kinlib.terms.form import TIERS, ConditionKind, Confidence, Form, Kind
from kinlib.terms.relations import SPEAKERS, Relation, relations
from kinlib.terms.spelling import form_faults, script_faults

COLUMNS = tuple(field.name for field in fields(Form))
NEEDED = ("relation", "language", "form", "script", "tier")
_CLOSED: Mapping[str, Sequence[str]] = {
    "speaker": SPEAKERS,
    "tier": TIERS,
    "type": get_args(Kind),
    "valid_speaker": ("any", "male", "female"),
    "confidence": get_args(Confidence),
    "condition_kind": get_args(ConditionKind),
}
_USUAL_TYPE = {"strict": "key", "paper": "spelling", "extended": "synonym"}
_SEX = {"male": "male", "husband": "male", "female": "female", "wife": "female"}
_LANGUAGE = re.compile("[a-z]{2,3}")
_KIN_WORDS = frozenset(kintype.phrase(letter) for letter in kintype.LETTERS)
MOST_SHOWN = 100  # a wrong file of many thousand lines is no reading


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with a row of a lexicon: the file, the line its row begins on, and why."""

    path: Path
    line: int
    reason: str

    def sentence(self) -> str:
        """As a person reads it, file and line first."""
        return f"{self.path}, line {self.line}: {self.reason}"


class LexiconError(KinError):
    """A lexicon with wrong rows. The text has a sentence for each, `problems` has them as data."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        """Of at least one problem; the text stops after `MOST_SHOWN`."""
        self.problems = tuple(problems)
        lines = [problem.sentence() for problem in self.problems[:MOST_SHOWN]]
        if more := len(self.problems) - len(lines):
            lines.append(f"And {more:,} more.")
        super().__init__("\n".join(lines))


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a file: its cells by column, and its form if nothing is wrong with it."""

    path: Path
    line: int
    cells: Mapping[str, str]
    form: Form | None

    def problem(self, reason: str) -> Problem:
        """What is wrong with this row."""
        return Problem(self.path, self.line, reason)


def read_rows(path: Path, language: str = "") -> tuple[list[Row], list[Problem]]:
    """The rows of a CSV file, and what is wrong with each alone, in the order of the file.

    `language` is that of rows which do not give one.

    Raises:
        KinError: the file cannot be read, or its first line does not name the columns needed.
    """
    known = relations()  # looked up once: each call asks the file system where data lie
    rows: list[Row] = []
    problems: list[Problem] = []
    for line, cells in _cells(path, language):
        cells["language"] = cells.get("language") or language
        reasons = list(_row_faults(cells, known))
        row = Row(path, line, cells, None if reasons else _form(cells))
        rows.append(row)
        problems += map(row.problem, reasons)
    return rows, problems


def _cells(path: Path, language: str) -> Iterator[tuple[int, dict[str, str]]]:
    """The line that each row begins on, and its cells by column; empty rows are passed over."""
    line = 1
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            # Strict: a stray quotation mark is an error, not a cell that swallows the next rows.
            reader = csv.reader(file, strict=True)
            header = [name.strip() for name in next(reader, [])]
            _check_header(path, header, language)
            line = reader.line_num + 1
            for cells in reader:
                if any(cell.strip() for cell in cells):
                    yield line, _named(header, cells)
                line = reader.line_num + 1
    except (OSError, UnicodeDecodeError) as error:
        raise KinError(f"{path} cannot be read: {error}.") from None
    except csv.Error as error:
        raise KinError(f"{path}, line {line}: no row of CSV can be read here: {error}.") from None


def _named(header: Sequence[str], cells: Sequence[str]) -> dict[str, str]:
    """Cells by column. A cell beyond the last column has no name, a missing one is left out."""
    beyond = cells[len(header) :]
    found = {name: cell.strip() for name, cell in zip(header, cells, strict=False)}
    return {**found, "": "".join(beyond)} if beyond else found


def _check_header(path: Path, header: Sequence[str], language: str) -> None:
    """Unknown names are refused: a column that is misspelt would be lost in silence."""
    start = f"{path}, line 1:"
    for name in NEEDED:
        if name not in header and not (name == "language" and language):
            hint = "" if len(header) > 1 else " Cells are separated by commas."
            raise KinError(f"{start} there is no column {name!r}.{hint}")
    for name in header:
        if name not in COLUMNS:
            raise KinError(
                f"{start} the column {name!r} is not known; columns are {', '.join(COLUMNS)}."
            )
        if header.count(name) > 1:
            raise KinError(f"{start} the column {name!r} stands there twice.")


def _row_faults(cells: dict[str, str], known: Mapping[str, Relation]) -> Iterator[str]:
    """What is wrong with a row, in sentences; fills in what it leaves to be understood."""
    if "" in cells:
        yield "there are more cells than columns; a comma inside a cell needs quotation marks."
        return
    if missing := [name for name in NEEDED if not cells.get(name)]:
        yield f"the column {missing[0]!r} is empty."
        return
    relation = known.get(cells["relation"])
    if relation is None:
        yield (
            f"{cells['relation']!r} is no relation; see data/lexicon/relations.csv for the "
            f"{len(known)} there are."
        )
        return
    _fill(cells, relation)
    for name, values in _CLOSED.items():
        if cells[name] not in values:
            allowed = ", ".join(value or "nothing" for value in values)
            yield f"{name} is {cells[name]!r}; write one of {allowed}."
    if not _LANGUAGE.fullmatch(cells["language"]):
        yield f"language is {cells['language']!r}; write an ISO 639 code such as ta or tam."
    yield from form_faults(cells["form"])
    yield from script_faults(cells["form"], cells["script"])
    yield from _tier_faults(cells)
    yield from _speaker_faults(cells, relation)
    yield from _kin_type_faults(cells, relation)
    yield from _homonym_faults(cells, known)
    yield from _contested_faults(cells)
    if cells["romanisation"] and any(script_faults(cells["romanisation"], "Latn")):
        yield f"the romanisation {cells['romanisation']!r} is not in Latin letters."


def _fill(cells: dict[str, str], relation: Relation) -> None:
    for name in COLUMNS:
        cells.setdefault(name, "")
    usual = {
        "speaker": relation.perspective or "any",
        "type": _USUAL_TYPE.get(cells["tier"], "key"),
        "valid_speaker": "any",
        "kin_type": relation.kin_type,
        "lemma": cells["form"],
        "confidence": "medium",
    }
    for name, value in usual.items():
        cells[name] = cells[name] or value


def _tier_faults(cells: Mapping[str, str]) -> Iterator[str]:
    if (cells["tier"] == "strict") != (cells["type"] == "key"):
        told = f"the tier is {cells['tier']} and the type {cells['type']}"
        yield f"{told}; keys are strict, and they alone."
    if cells["type"] == "key" and cells["lemma"] != cells["form"]:
        yield f"a key is its own lemma, not a variant of {cells['lemma']!r}."


def _speaker_faults(cells: Mapping[str, str], relation: Relation) -> Iterator[str]:
    allowed = (relation.perspective,) if relation.perspective else ("any", "male", "female")
    if cells["speaker"] in SPEAKERS and cells["speaker"] not in allowed:
        yield (
            f"the speaker of {relation.id} is {cells['speaker']!r}; write {' or '.join(allowed)}."
        )
    sexes = {_SEX.get(cells["speaker"]), cells["valid_speaker"]} - {None, "any"}
    if len(sexes) > 1:
        yield (
            f"the speaker is {cells['speaker']!r} and valid_speaker {cells['valid_speaker']!r}: "
            "nobody can say the form."
        )
    if bool(cells["condition"]) != bool(cells["condition_kind"]):
        yield "condition and condition_kind are both given or both empty."
    if cells["condition_kind"] == "speaker" and not sexes:
        yield "a condition on the speaker needs male or female as valid_speaker."
    if cells["condition_kind"] == "age" and not re.search(
        r"\b(elder|younger)\b", cells["condition"]
    ):
        yield "a condition on age says elder or younger, such as 'elder than mother'."


def _kin_type_faults(cells: Mapping[str, str], relation: Relation) -> Iterator[str]:
    try:
        given = kintype.parse(cells["kin_type"])
    except KinError as error:
        yield str(error)
        return
    asked = kintype.parse(relation.kin_type)
    if given.letters != asked.letters or any(
        len(theirs) == 2 and ours != theirs
        for ours, theirs in zip(given.steps, asked.steps, strict=True)
    ):
        yield f"the kin type {cells['kin_type']} is not of {relation.id}, {relation.kin_type}."


def _homonym_faults(cells: Mapping[str, str], known: Mapping[str, Relation]) -> Iterator[str]:
    for other in cells["homonym_of"].split():
        if other == cells["relation"]:
            yield f"the form cannot be a homonym of its own relation, {other}."
        elif other not in known and other not in _KIN_WORDS and not _parses(other):
            yield f"homonym_of has {other!r}; write relations or kin types, parted by spaces."


def _parses(text: str) -> bool:
    try:
        kintype.parse(text)
    except KinError:
        return False
    return True


def _contested_faults(cells: Mapping[str, str]) -> Iterator[str]:
    if not cells["contested"]:
        return
    doubt = doubts().get(cells["contested"])
    if doubt is None:
        yield f"contested is {cells['contested']!r}, which data/lexicon/contested.csv has not."
    elif cells["relation"] not in doubt.relations or cells["language"] not in doubt.languages:
        yield (
            f"the doubt {doubt.id} is not about {cells['relation']} in {cells['language']}; "
            "see data/lexicon/contested.csv."
        )


def _form(cells: Mapping[str, str]) -> Form:
    """The form of a row in which nothing is wrong."""
    values: dict[str, Any] = {name: cells[name] for name in COLUMNS}
    values["homonym_of"] = tuple(cells["homonym_of"].split())
    return Form(**values)


def raise_for(problems: Sequence[Problem]) -> None:
    """LexiconError of the problems in the order of files and lines, if there are any."""
    if problems:
        raise LexiconError(problems)
