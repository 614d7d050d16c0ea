"""Which characters the bytes of a GEDCOM file are: ANSEL, UTF-8, UTF-16 or an old code page.

A file names its encoding in its header, and often wrongly. What the bytes show (a byte order mark,
the zero bytes of UTF-16, text that is UTF-8 through and through) goes before what the header says.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from kinlib.errors import KinError

_MARKS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
_NAMES = {
    **dict.fromkeys(("utf-8", "utf8", "unicode", "ascii", "us-ascii"), "utf-8"),
    "ansel": "ansel",
    **dict.fromkeys(("ibmpc", "ibm", "ibm-pc", "oem"), "cp437"),
    **dict.fromkeys(("msdos", "ms-dos", "ibm dos"), "cp850"),
    **dict.fromkeys(("ansi", "windows", "ibm windows", "ibm_windows"), "cp1252"),
    # ISO 8859-1 has no letter that CP1252 has not, and files that name it often hold CP1252.
    **dict.fromkeys(("latin1", "latin-1", "iso-8859-1", "iso8859-1", "iso8859"), "cp1252"),
    **dict.fromkeys(("macintosh", "mac"), "mac_roman"),
    **{f"{word}{page}": f"cp{page}" for page in range(1250, 1259) for word in ("cp", "windows-")},
}
_SHOWN = {"utf-8": "UTF-8", "ansel": "ANSEL", "mac_roman": "Macintosh"}
_DECLARED = re.compile(rb"(?:^|[\r\n])[ \t]*1[ \t]+CHAR(?:ACTER)?[ \t]+([^\r\n]+)")
_RECORD = re.compile(rb"[\r\n][ \t]*0[ \t]")
_BREAK = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True)
class Decoded:
    """The text of a file, and what was odd about its encoding, if anything."""

    text: str
    remark: str | None = None

    def lines(self) -> Iterator[str]:
        """Lines as CR, LF or both end them, and nothing else: a name may hold U+2028."""
        return iter(_BREAK.split(self.text))


def decoded(data: bytes, name: str) -> Decoded:
    """The text of a GEDCOM file, whatever its encoding.

    KinError if it is in UTF-32 or says it is in an encoding that nobody here knows.
    """
    if data.startswith((b"\xff\xfe\x00\x00", b"\x00\x00\xfe\xff")):
        raise KinError(f"{name} is in UTF-32; save it again as UTF-8.")
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _decoded(data[len(mark) :], encoding, encoding.upper())
    if data[1:2] == b"\0" or data[:1] == b"\0":
        return _decoded(data, "utf-16-le" if data[1:2] == b"\0" else "utf-16-be", "UTF-16")
    if data.isascii():
        return Decoded(data.decode("ascii"))
    end = _RECORD.search(data)
    found = _DECLARED.search(data, 0, end.start() if end else len(data))
    if found is None:
        return _undeclared(data)
    said = found[1].decode("latin-1").strip()
    declared = _NAMES.get(said.casefold())
    if declared is None:
        line = len(_BREAK.split(data[: found.start(1)].decode("latin-1")))
        raise KinError(
            f"{name}, line {line}: its encoding, {said[:40]!r}, is not known; save it as UTF-8."
        )
    if declared != "utf-8" and _is_utf8(data):
        return Decoded(_text(data, "utf-8"), f"It says it is in {said} and is in UTF-8.")
    return _decoded(data, declared, said)


def _undeclared(data: bytes) -> Decoded:
    """No encoding is named: UTF-8, else what Windows programs write."""
    if _is_utf8(data):
        return Decoded(_text(data, "utf-8"))
    decoded = _decoded(data, "cp1252", "CP1252")
    remark = "It does not say which encoding it is in; it was read as CP1252 (Windows)."
    return Decoded(decoded.text, decoded.remark or remark)


def _decoded(data: bytes, encoding: str, said: str) -> Decoded:
    try:
        return Decoded(_text(data, encoding))
    except UnicodeError as error:
        start = error.start if isinstance(error, UnicodeDecodeError) else 0
    line = len(_BREAK.split(data[:start].decode("latin-1")))
    if encoding == "utf-8":
        remark = (
            f"It says it is in {said}, but line {line} is not (byte 0x{data[start]:02x}); it was "
            "read as CP1252 (Windows): look whether its letters are right."
        )
        return Decoded(_text(data, "cp1252", "replace"), remark)
    remark = f"Some characters are not {_SHOWN.get(encoding, encoding.upper())} and read as \ufffd."
    return Decoded(_text(data, encoding, "replace"), remark)


def _text(data: bytes, encoding: str, errors: str = "strict") -> str:
    if encoding == "ansel":
        import ansel  # type: ignore[import-untyped]

        ansel.register()
        # "gedcom" is ANSEL with the characters GEDCOM added; accents come apart from their letters.
        return unicodedata.normalize("NFC", data.decode("gedcom", errors))
    return data.decode(encoding, errors)


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
