"""A file handed to a reader: its name, its bytes, and decoding that says where it went wrong."""

import hashlib
import io
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from kinlib.errors import KinError
from kinlib.results.rows import Batch, storable

LONGEST_LINE = 8_000_000
"""Bytes. No reply or item is near it; a longer line is a file of another kind."""


@dataclass(frozen=True)
class Source:
    """A file to read: `name` is its path as given, with `/` between the parts."""

    name: str
    data: bytes
    dataset: str | None = None
    """What a person calls the data set; None: its folder or its own lines name it."""

    @property
    def digest(self) -> str:
        """SHA-256 of the bytes, in hexadecimal."""
        return hashlib.sha256(self.data).hexdigest()

    @property
    def stem(self) -> str:
        """File name without folder and ending."""
        return PurePosixPath(self.name).stem

    @property
    def folder(self) -> str:
        """Name of the folder the file lies in, or an empty text."""
        return PurePosixPath(self.name).parent.name

    @property
    def suffix(self) -> str:
        """Ending in lower case, dot included."""
        return PurePosixPath(self.name).suffix.lower()


def check(source: Source) -> None:
    """Refuse what cannot be text in UTF-8.

    Raises:
        KinError: the file is empty, in UTF-16, or binary.
    """
    if not source.data.strip():
        raise KinError(f"{source.name} is empty: there is nothing to import.")
    if source.data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise KinError(f"{source.name} is in UTF-16; save it again as UTF-8.")
    head = source.data[:65_536]
    # A stray NUL spoils its line only; binary files are full of them.
    if head.count(0) * 10 > len(head):
        raise KinError(f"{source.name} is a binary file; JSON, JSONL, CSV and Turtle are read.")


def text(source: Source) -> str:
    """The whole file as text, without a byte order mark.

    Raises:
        KinError: a byte is not UTF-8; the line is named.
    """
    try:
        return source.data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = source.data.count(b"\n", 0, error.start) + 1
        raise KinError(
            f"{source.name}, line {line}: byte 0x{source.data[error.start]:02x} is not UTF-8; "
            "save the file again as UTF-8."
        ) from error


def document(source: Source) -> Any:
    """The value of a JSON file.

    Raises:
        KinError: the file is not UTF-8 or not JSON, or ends before its JSON does.
    """
    try:
        return json.loads(text(source))
    except json.JSONDecodeError as error:
        if error.pos >= len(error.doc.rstrip()) or "Unterminated" in error.msg:
            raise KinError(
                f"{source.name}, line {error.lineno}: the file breaks off in the middle of its "
                "JSON; fetch it again."
            ) from error
        raise KinError(
            f"{source.name}, line {error.lineno}, column {error.colno}: this is not JSON "
            f"({error.msg})."
        ) from error
    except RecursionError as error:
        raise KinError(f"{source.name} is nested too deeply to be a result file.") from error
    except ValueError as error:
        raise KinError(f"{source.name} holds a number that is too long to be read.") from error


def raw_lines(source: Source) -> Iterator[bytes]:
    """The lines as they are, newlines included, without a byte order mark."""
    return iter(io.BytesIO(source.data.removeprefix(b"\xef\xbb\xbf")))


def lines(source: Source, batch: Batch) -> Iterator[tuple[int, dict[str, Any]]]:
    """Line number and object of each line of a JSONL file; a bad line is refused in `batch`."""
    for number, line in enumerate(raw_lines(source), 1):
        if not line.strip():
            continue
        batch.read += 1
        try:
            if len(line) > LONGEST_LINE:
                raise ValueError(f"the line is {len(line):,} bytes long")
            if b"\x00" in line:
                raise ValueError("the line holds a NUL byte")
            value = json.loads(line.decode("utf-8"))
            if not isinstance(value, dict):
                raise ValueError("the line is not a JSON object")
            storable(value)
        except UnicodeDecodeError as error:
            batch.refuse(number, f"byte 0x{line[error.start]:02x} is not UTF-8")
        except json.JSONDecodeError as error:
            batch.refuse(
                number,
                "the line breaks off in the middle of its JSON"
                if not line.endswith(b"\n")
                else f"the line is not JSON ({error.msg}, column {error.colno})",
            )
        except RecursionError:
            batch.refuse(number, "the line is nested too deeply")
        except ValueError as error:
            batch.refuse(number, str(error))
        else:
            yield number, value
