"""A real language's kin terms, read from rows laid out as Kinbank stores them.

Each row has a `parameter`, ego's sex and a kin type such as mFBeS (man speaking, father's
brother's son older than ego), and a `word`, the term or terms. What is read follows
kinship-systems.md S16, "How agreement is counted"; `kinlib.kinship.sharing` compares
terms and `kinlib.kinship.agreement` counts.

>>> t = read([(2, {"parameter": "mFB", "word": "uncle"}), (3, {"parameter": "mFW", "word": "x"})])
>>> t.words("m", "FB"), t.status("m", "MB"), t.left_out[0].reason
(('uncle',), 'unknown', 'FW is not a canonical kin type: it is M.')
"""

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from kinlib.errors import KinError
from kinlib.kinship.kintype import EgoSex, KinType, expand, normalise, parse, rewriting

Status = Literal["recorded", "gap", "unknown"]
Mark = Literal["", "e", "y"]
Marked = Literal["", "alter", "link"]

# S16: primary kin but spouses, parents' siblings, siblings' children, first cousins.
CORE = tuple(
    "F M B Z S D FB FZ MB MZ BS BD ZS ZD FBS FBD FZS FZD MBS MBD MZS MZD".split()  # noqa: SIM905
)
GRANDKIN = ("FF", "FM", "MF", "MM", "SS", "SD", "DS", "DD")
_AFFINES = ("FBW", "FZH", "MBW", "MZH", "BW", "ZH", "SW", "DH")
AFFINES: dict[EgoSex, tuple[str, ...]] = {
    "m": ("W", "WF", "WM", "WB", "WZ", *_AFFINES),
    "f": ("H", "HF", "HM", "HB", "HZ", *_AFFINES),
}

MOST_STEPS = 6  # as far as the systems are checked (S16)
_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|\{[^{}]*\}")
_SEPARATORS = re.compile(r"[;,/|]")
# Marks that only colour a Latin, Greek, Cyrillic, Hebrew or Arabic letter. Those of other scripts,
# such as Indic vowel signs, belong to the word.
_ACCENTS = (
    *((0x300, 0x36F), (0x483, 0x489), (0x591, 0x5C7), (0x610, 0x6FF)),
    *((0x1AB0, 0x1AFF), (0x1DC0, 0x1DFF), (0x20D0, 0x20FF), (0xFE00, 0xFE2F)),
)


@dataclass(frozen=True, slots=True)
class Entry:
    """The words of one row for one kin type.

    `mark` is e (elder), y (younger) or empty; `marked` says whose age it is: alter's (FBeS) or a
    linking relative's (FeBS).
    """

    ego: EgoSex
    kin_type: str
    mark: Mark
    marked: Marked
    words: tuple[str, ...]
    line: int


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A row that was not used, and why."""

    line: int
    parameter: str
    reason: str


@dataclass(frozen=True)
class Terminology:
    """The terms of one list; make one with `read` or `read_csv`.

    `gaps` are the kin types said to have no term: a cell that holds a sign or a nought instead of
    a word. An empty cell says nothing. `morgan` is set if every row comes from Morgan (1871).
    """

    entries: tuple[Entry, ...]
    left_out: tuple[LeftOut, ...] = ()
    gaps: frozenset[tuple[EgoSex, str]] = frozenset()
    morgan: bool = False

    @cached_property
    def by_type(self) -> dict[tuple[EgoSex, str], tuple[Entry, ...]]:
        """Entries of each ego's sex and kin type, in the order of the rows."""
        found: dict[tuple[EgoSex, str], tuple[Entry, ...]] = {}
        for entry in self.entries:
            key = entry.ego, entry.kin_type
            found[key] = (*found.get(key, ()), entry)
        return found

    def words(self, ego: EgoSex, kin_type: str) -> tuple[str, ...]:
        """Every word of a kin type as written, whatever the relative's age, each once."""
        entries = self.by_type.get((ego, kin_type), ())
        return tuple(dict.fromkeys(word for entry in entries for word in entry.words))

    def status(self, ego: EgoSex, kin_type: str) -> Status:
        """Whether there is a term, is said to be none, or nothing is said."""
        if (ego, kin_type) in self.by_type:
            return "recorded"
        return "gap" if (ego, kin_type) in self.gaps else "unknown"

    def statuses(self, ego: EgoSex) -> dict[str, Status]:
        """The status of every kin type a diagram may show: core, grandkin and affines."""
        types = (*CORE, *GRANDKIN, *AFFINES[ego])
        return {kin_type: self.status(ego, kin_type) for kin_type in types}


def read(rows: Iterable[tuple[int, Mapping[str, object]]]) -> Terminology:
    """The terminology in these rows, each with its line number.

    Rows that cannot be used are listed in `left_out`; nothing is raised.
    """
    entries: list[Entry] = []
    left_out: list[LeftOut] = []
    gaps: set[tuple[EgoSex, str]] = set()
    sources: set[object] = set()
    for line, row in rows:
        parameter, cell = (str(row.get(key) or "").strip() for key in ("parameter", "word"))
        sources.add(row.get("source_bibtex"))
        try:
            ego, kin_types = _kin_types(parameter)
            words = _words_or_gap(cell)
        except KinError as error:
            left_out.append(LeftOut(line, parameter, str(error)))
            continue
        for kin_type in kin_types:
            if words:
                entries.append(Entry(ego, kin_type.letters, *_age(kin_type), words, line))
            else:
                gaps.add((ego, kin_type.letters))
    return Terminology(
        tuple(entries), tuple(left_out), frozenset(gaps), morgan=sources == {"Morgan1871"}
    )


def read_csv(data: bytes) -> Terminology:
    """The terminology in a CSV file with the columns `parameter` and `word`, encoded in UTF-8.

    KinError, naming the line, if it is no such file or no row of it can be used.
    """
    found = read(_csv_rows(data))
    if not found.entries:
        why = "".join(f" (line {row.line}: {row.reason})" for row in found.left_out[:1])
        raise KinError(f"No row holds a kin type and a term{why}; nothing can be compared.")
    return found


def words_of(cell: str) -> Iterator[str]:
    """The words of a cell: brackets dropped, split at ; , / and | (S16)."""
    for word in _SEPARATORS.split(_BRACKETS.sub(" ", cell)):
        if letters(word):
            yield " ".join(word.split())


def letters(word: str) -> str:
    """A word by its letters only: case, accents, digits and signs dropped (S16).

    A letter is what Unicode counts as one, so Morgan's modifier apostrophe and the Hawaiian
    glottal stop stay; so do vowel signs, without which Hindi dādā and dādī would be one word.
    """
    return "".join(c for c in unicodedata.normalize("NFKD", word.casefold()) if _is_letter(c))


def _is_letter(character: str) -> bool:
    if character.isalpha():
        return True
    if not unicodedata.category(character).startswith("M"):
        return False
    return not any(low <= ord(character) <= high for low, high in _ACCENTS)


def _kin_types(parameter: str) -> tuple[EgoSex, tuple[KinType, ...]]:
    """EgoSex's sex and the kin types a parameter stands for; KinError saying why it is not used."""
    if not parameter:
        raise KinError("No kin type.")
    parsed = parse(parameter)
    if parsed.ego is None:
        raise KinError(f"{parameter!r} does not say ego's sex; write m or f in front of it.")
    if not parsed.steps or set(parsed.letters) & set("PGE"):
        raise KinError(f"{parameter!r} leaves open who is meant; only C is read as S and D.")
    if parsed.hops > MOST_STEPS:
        raise KinError(f"{parameter!r} has more than {MOST_STEPS} steps.")
    if sum(len(step) == 2 for step in parsed.steps) > 1:
        raise KinError(f"{parameter!r} has more than one age mark.")
    kin_types = expand(parsed)
    for kin_type in kin_types:
        if rewriting(kin_type.letters, parsed.ego):
            shorter = normalise(kin_type).letters or "ego"
            raise KinError(f"{kin_type.letters} is not a canonical kin type: it is {shorter}.")
    return parsed.ego, kin_types


def _words_or_gap(cell: str) -> tuple[str, ...]:
    """The words of a cell, none if a sign says there is no term; KinError if nothing is said."""
    words = tuple(words_of(cell))
    if not words and not _BRACKETS.sub("", cell).strip():  # brackets hold remarks
        raise KinError("No term.")
    return words


def _age(kin_type: KinType) -> tuple[Mark, Marked]:
    for place, step in enumerate(kin_type.steps, start=1):
        if len(step) == 2:
            whose: Marked = "alter" if place == kin_type.hops else "link"
            return ("e" if step[0] == "e" else "y"), whose
    return "", ""


def _csv_rows(data: bytes) -> Iterator[tuple[int, Mapping[str, object]]]:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise KinError(f"Line {line} is not UTF-8 text; save the file as CSV in UTF-8.") from None
    if not text.strip():
        raise KinError("The file is empty; it needs the columns parameter and word.")
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        header = [name.strip() for name in next(reader)]
        if missing := [name for name in ("parameter", "word") if name not in header]:
            found = ", ".join(header)[:60] or "nothing"
            raise KinError(f"Line 1 lacks the column {' and '.join(missing)}; it holds {found}.")
        for cells in reader:
            if cells:
                yield reader.line_num, dict(zip(header, cells, strict=False))
    except csv.Error as error:
        raise KinError(f"Line {reader.line_num} is not CSV: {error}.") from None
