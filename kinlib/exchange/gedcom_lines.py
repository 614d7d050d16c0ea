"""The lines of a GEDCOM file as records with their substructures, each with its line number.

fastgedcom nests the lines and goes on where one is wrong. It keeps no line numbers, so every line
is handed to it with its number in front of its value, where `value` and `number` find them.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from fastgedcom.base import FakeLine, TrueLine
from fastgedcom.parser import (
    EmptyLineWarning,
    LevelInconsistencyWarning,
    LevelParsingWarning,
    LineParsingWarning,
    parse,
)

from kinlib.errors import KinError
from kinlib.exchange.encodings import Decoded, decoded

_RECORD = re.compile(r"(?:@([^@\s][^@]*)@\s+)?(\w+)")
_ESCAPED = re.compile(r"%([0-9A-F]{1,6});")


class Problem(NamedTuple):
    """Something in a file that was passed over or mended: its line, None for the whole file."""

    line: int | None
    reason: str


class Record(NamedTuple):
    """One record (level 0): its xref without @, if it has one, its tag, and its lines."""

    xref: str | None
    tag: str
    line: TrueLine


@dataclass(frozen=True)
class Document:
    """A GEDCOM file: its header, its other records, and lines that are not as they should be."""

    head: TrueLine | FakeLine
    records: tuple[Record, ...]
    problems: tuple[Problem, ...]

    @property
    def version(self) -> str:
        """The version of GEDCOM the header names, or an empty text."""
        return value((self.head > "GEDC") > "VERS")

    @property
    def ours(self) -> bool:
        """Whether kinlib wrote the file, so that its own signs in it are to be trusted."""
        return value(self.head > "SOUR") == "kinlib"


def document(data: bytes, name: str) -> Document:
    """The records of a GEDCOM file of any encoding; KinError if it is no GEDCOM."""
    if not data.strip(b" \t\r\n\0"):
        raise KinError(f"{name} is empty: there is nothing to read.")
    source = decoded(data, name)
    _check_head(source, name)
    tree, warnings = parse(_numbered(source))
    problems = [Problem(None, source.remark)] if source.remark else []
    for warning in warnings:
        match warning:
            case EmptyLineWarning():
                continue
            case LevelInconsistencyWarning(number, _):
                problems.append(Problem(number, "its level is not one more than the line above."))
            case LineParsingWarning(number, _) | LevelParsingWarning(number, _):
                problems.append(Problem(number, "not a GEDCOM line (level, tag, value): left out."))
    head: TrueLine | FakeLine = FakeLine()
    records, ended = [], False
    for line in tree:
        found = _RECORD.match(line.payload)
        if found is None:
            problems.append(Problem(int(line.tag), "a record without a tag: left out."))
        elif found[2] == "HEAD" and not head:
            head = line
        elif found[2] == "TRLR":
            ended = True
        else:
            records.append(Record(found[1], found[2], line))
    if not ended:
        problems.append(Problem(None, "It ends without TRLR; perhaps its end is missing."))
    return Document(head, tuple(records), tuple(problems))


def number(line: TrueLine) -> int:
    """The number of the line in its file, from 1."""
    return int(line.tag if line.level == 0 else line.payload.partition(" ")[0])


def value(line: TrueLine | FakeLine) -> str:
    """The value of a line, without spaces around it."""
    return line.payload.partition(" ")[2].strip()


def text(line: TrueLine | FakeLine) -> str:
    """The whole value of a line, with those of the lines that continue it."""
    parts = [_unescaped(line.payload.partition(" ")[2])]
    for below in line:
        if below.tag in ("CONT", "CONC"):
            more = _unescaped(below.payload.partition(" ")[2])
            parts.append("\n" + more if below.tag == "CONT" else more)
    return "".join(parts)


def pointer(line: TrueLine) -> str | None:
    """The xref a line points to, without @; None if it points nowhere (@VOID@, no pointer)."""
    found = re.fullmatch(r"@([^@]+)@", value(line))
    return None if found is None or found[1] == "VOID" else found[1]


def spelled(written: str) -> str:
    """A text with its %9; signs turned back: see `kinlib.exchange.gedcom_write`."""
    return _ESCAPED.sub(_character, written)


def _character(found: re.Match[str]) -> str:
    code = int(found[1], 16)
    return chr(code) if code < 0x110000 else found[0]


def _unescaped(payload: str) -> str:
    return payload.replace("@@", "@")


def _check_head(source: Decoded, name: str) -> None:
    for number, line in enumerate(source.lines(), 1):
        if line.strip("\ufeff \t\0"):
            if line.strip("\ufeff \t\0").split()[:2] != ["0", "HEAD"]:
                raise KinError(
                    f"{name}, line {number}: not GEDCOM, which begins with '0 HEAD'; export the "
                    "family again as GEDCOM."
                )
            return


def _numbered(source: Decoded) -> Iterator[str]:
    """The lines as fastgedcom wants them: one space between the parts, the number in its place."""
    for number, line in enumerate(source.lines(), 1):
        # At most four: the value of a line may begin with spaces that are its own.
        level, _, rest = line.lstrip("\ufeff \t\0").replace("\t", " ", 2).partition(" ")
        rest = rest.lstrip()
        if level.strip("0") == "" and level:
            yield f"0 {number} {rest}\n"
            continue
        tag, _, payload = rest.partition(" ")
        yield f"{level} {tag} {number} {payload}\n" if tag else f"{level}\n"
