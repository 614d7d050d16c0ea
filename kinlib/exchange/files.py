"""Genealogies in files of any format that is read or written: one row of `FORMATS` a format.

What a file holds decides how it is read, its ending only where that does not tell.
"""

import io
import lzma
import zipfile
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from kinlib.errors import KinError
from kinlib.exchange.drawings import drawing
from kinlib.exchange.gedcom import Reading, read_gedcom, read_gedcom_facts
from kinlib.exchange.gedcom_write import Version, write_gedcom
from kinlib.kinship.findings import Finding
from kinlib.kinship.genealogy import Genealogy, Person, Union
from kinlib.kinship.layout import hourglass

WHOLE = 120
"""People in a drawing of everyone; of a larger genealogy a drawing shows one person's kin."""
LARGEST = 200_000_000
"""Bytes of the largest table in a zip archive that is read."""


@dataclass(frozen=True)
class Options:
    """How a genealogy is written: the version of GEDCOM, whom a drawing shows, and its looks.

    A drawing shows everyone, or `up` and `down` generations around `focus`.
    """

    gedcom: Version = "5.5.1"
    own_terms: bool = False
    focus: str | None = None
    up: int = 3
    down: int = 3
    everyone: bool = False
    dark: bool = False


@dataclass(frozen=True)
class Format:
    """A file format: how it is read (None: it is not) and written, and what it has no place for."""

    name: str
    endings: tuple[str, ...]
    read: Callable[[bytes, str], Reading] | None
    write: Callable[[Genealogy, Options], bytes]
    lost: Callable[[Genealogy, Options], tuple[str, ...]]
    sentence: str


def read_genealogy_file(path: Path) -> Reading:
    """The genealogy in a file; beside people.csv it reads unions.csv, beside x.csv x.unions.csv.

    KinError for a file that cannot be opened or holds no genealogy.
    """
    data = _bytes(path)
    return read_bytes(data, path.name, _unions_beside(path, data))


def read_facts_file(
    path: Path,
) -> tuple[Sequence[Person], Sequence[Union], Sequence[Finding]]:
    """People and unions of a file that may be no genealogy, and how the file contradicts itself.

    KinError for a file that cannot be opened or read at all.
    """
    data = _bytes(path)
    match format_of(data, path.name).name:
        case "Turtle":
            from kinlib.exchange.rdf import read_facts

            facts = read_facts(data, path.stem)
            return facts.people, facts.unions, facts.findings
        case "GEDCOM":
            told = read_gedcom_facts(data, path.stem)
            return told.people, told.unions, told.findings
        case "CSV":
            from kinlib.exchange.csv_tables import read_rows

            return *read_rows(data, _unions_beside(path, data), path.stem), ()
    genealogy = read_bytes(data, path.name).genealogy
    return tuple(genealogy.people()), genealogy.unions, ()


def read_bytes(data: bytes, filename: str, unions: bytes | None = None) -> Reading:
    """The genealogy in a file that is in memory; `unions` is the second table of a CSV.

    It is called by its own title if it has one, else by the file's name without the ending.
    """
    found = format_of(data, filename)
    name = PurePosixPath(filename).stem
    if found.name == "CSV":
        return _tables(data, unions, name)
    if found.read is None:
        raise KinError(f"{filename}: {found.name} is only written, not read.")
    return found.read(data, name)


def format_of(data: bytes, filename: str) -> Format:
    """The format of a file, told by its content first; KinError if it is none that is known."""
    start = _start(data)
    ending = PurePosixPath(filename).suffix.lower()
    if is_gedcom(data):
        ending = ".ged"
    elif start.startswith(b"PK\x03\x04"):
        ending = ".zip"
    elif start.startswith((b"@prefix", b"PREFIX")):
        ending = ".ttl"
    return format_for(ending, filename)


def is_gedcom(data: bytes) -> bool:
    """Whether a file begins as GEDCOM does, in whatever encoding."""
    return _start(data).split()[:2] == [b"0", b"HEAD"]


def _start(data: bytes) -> bytes:
    text = data[:400].removeprefix(b"\xef\xbb\xbf").replace(b"\0", b"")
    return text.lstrip(b"\xff\xfe \t\r\n")


def format_for(ending: str, filename: str = "") -> Format:
    """The format with this ending (".ged"); KinError if there is none."""
    for found in FORMATS:
        if ending.lower() in found.endings:
            return found
    known = ", ".join(e for found in FORMATS for e in found.endings)
    raise KinError(f"{filename or ending or 'The file'}: no known ending; use one of {known}.")


def write(genealogy: Genealogy, ending: str, options: Options | None = None) -> bytes:
    """The genealogy as a file with this ending; of .csv the people alone (see `write_files`).

    KinError if nothing is written with the ending, and for a drawing of very many people.
    """
    return format_for(ending).write(genealogy, options or Options())


def write_files(
    genealogy: Genealogy, filename: str, options: Options | None = None
) -> dict[str, bytes]:
    """The files that hold the genealogy by name: one, or two for CSV."""
    written = {filename: write(genealogy, PurePosixPath(filename).suffix, options)}
    if format_for(PurePosixPath(filename).suffix).name == "CSV":
        from kinlib.exchange.csv_tables import write_csv

        written[unions_name(filename)] = write_csv(genealogy)["unions.csv"]
    return written


def unions_name(people_name: str) -> str:
    """What the table of unions is called that belongs to a table of people."""
    if people_name.lower() == "people.csv":
        return "unions.csv"
    return f"{PurePosixPath(people_name).stem}.unions.csv"


def drawn(genealogy: Genealogy, options: Options) -> tuple[str, ...]:
    """Ids of those a drawing shows; KinError if they are too many to be asked for unsaid."""
    if options.focus is not None and not options.everyone:
        return hourglass(genealogy, options.focus, options.up, options.down)
    if len(genealogy) > WHOLE and not options.everyone:
        raise KinError(
            f"{genealogy.name!r} has {len(genealogy):,} people, too many for one drawing; choose a "
            "person to draw the kin of (--focus), or everyone (--everyone)."
        )
    return genealogy.ids


def _unions_beside(path: Path, data: bytes) -> bytes | None:
    """The table of unions that lies beside a table of people, if this is one."""
    beside = path.with_name(unions_name(path.name))
    is_table = format_of(data, path.name).name == "CSV"
    return _bytes(beside) if is_table and beside.exists() else None


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise KinError(f"{path}: {error.strerror}.") from None


def _turtle(data: bytes, name: str) -> Reading:
    from kinlib.exchange.rdf import from_graph, parse_turtle, title_of

    graph = parse_turtle(data, name)
    genealogy = from_graph(graph, name)
    return Reading(replace(genealogy, name=title_of(graph) or name))


def _write_turtle(genealogy: Genealogy, options: Options) -> bytes:
    from kinlib.exchange.rdf import write_turtle

    return write_turtle(genealogy, own_terms=options.own_terms)


def _lost_in_turtle(genealogy: Genealogy, options: Options) -> tuple[str, ...]:
    from kinlib.exchange.rdf import left_out

    if not options.own_terms:
        return left_out(genealogy)
    years = sum(year is not None for u in genealogy.unions for year in (u.start, u.end))
    return (f"{years:,} years of unions",) if years else ()


def _tables(people: bytes, unions: bytes | None, name: str) -> Reading:
    from kinlib.exchange import csv_tables

    genealogy = csv_tables.read_csv(people, unions, name)
    known = {"people": csv_tables.PEOPLE, "unions": csv_tables.UNIONS}
    skipped = [
        f"the column {column!r} of the {table}"
        for table, data in (("people", people), ("unions", unions or b""))
        for column in csv_tables.columns(data)
        if column not in known[table]
    ]
    if unions is None:
        skipped.append("no table of unions is there: couples without a child are missing")
    return Reading(genealogy, tuple(skipped))


def _people_table(genealogy: Genealogy, options: Options) -> bytes:
    from kinlib.exchange.csv_tables import write_csv

    return write_csv(genealogy)["people.csv"]


def _read_zip(data: bytes, name: str) -> Reading:
    # A damaged archive sets off many kinds of errors, in its directory and in each entry.
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = [
                (PurePosixPath(entry.filename).name.lower(), entry)
                for entry in archive.infolist()
                if PurePosixPath(entry.filename).name.lower().endswith(".csv")
            ]
            people = [pair for pair in entries if not pair[0].endswith("unions.csv")]
            if len(people) != 1:
                raise KinError(f"{name}: it must hold one table of people, such as people.csv.")
            wanted = [*people, *(e for e in entries if e[0] == unions_name(people[0][0]))]
            if len(wanted) > 2:
                raise KinError(f"{name}: it holds {len(wanted) - 1} tables of unions; keep one.")
            if sum(entry.file_size for _, entry in wanted) > LARGEST:
                raise KinError(f"{name}: its tables are larger than {LARGEST / 1e6:.0f} MB.")
            tables = [archive.read(entry) for _, entry in wanted]
    except (
        zipfile.BadZipFile, zlib.error, lzma.LZMAError, NotImplementedError, RuntimeError, EOFError,
        OSError, ValueError,
    ) as error:  # fmt: skip
        raise KinError(f"{name}: the archive cannot be read ({error}).") from None
    return _tables(tables[0], tables[1] if tables[1:] else None, name)


def _write_zip(genealogy: Genealogy, options: Options) -> bytes:
    from kinlib.exchange.csv_tables import csv_zip

    return csv_zip(genealogy)


def _lost_in_tables(genealogy: Genealogy, options: Options) -> tuple[str, ...]:
    lost = ["the title", *(["the note"] if genealogy.note else [])]
    return (*lost, "the kinship system") if genealogy.system else tuple(lost)


def _drawing(ending: str) -> Callable[[Genealogy, Options], bytes]:
    def write(genealogy: Genealogy, options: Options) -> bytes:
        people = drawn(genealogy, options)
        return drawing(genealogy, people, ending, ego=options.focus, dark=options.dark)

    return write


def _lost_in_drawings(genealogy: Genealogy, options: Options) -> tuple[str, ...]:
    hidden = len(genealogy) - len(drawn(genealogy, options))
    some = (f"{hidden:,} of {len(genealogy):,} people",) if hidden else ()
    return (*some, "years of unions, descent groups, the parts of names and the note")


def _nothing_lost(genealogy: Genealogy, options: Options) -> tuple[str, ...]:
    return ()


def _gedcom(genealogy: Genealogy, options: Options) -> bytes:
    return write_gedcom(genealogy, options.gedcom)


FORMATS: tuple[Format, ...] = (
    Format(
        "Turtle",
        (".ttl",),
        _turtle,
        _write_turtle,
        _lost_in_turtle,
        "RDF in the vocabulary of the KinshipQA release",
    ),
    Format(
        "GEDCOM",
        (".ged",),
        read_gedcom,
        _gedcom,
        _nothing_lost,
        "what genealogy programs exchange",
    ),
    Format(
        "CSV",
        (".csv",),
        lambda data, name: _tables(data, None, name),
        _people_table,
        _lost_in_tables,
        "two tables, people and unions, for a spreadsheet",
    ),
    Format(
        "zip of CSV",
        (".zip",),
        _read_zip,
        _write_zip,
        _lost_in_tables,
        "both tables in one file",
    ),
    Format(
        "SVG", (".svg",), None, _drawing(".svg"), _lost_in_drawings, "a drawing to edit or print"
    ),
    Format("PNG", (".png",), None, _drawing(".png"), _lost_in_drawings, "a drawing as a picture"),
    Format(
        "HTML",
        (".html",),
        None,
        _drawing(".html"),
        _lost_in_drawings,
        "a drawing to look around in",
    ),
)
"""Every format a genealogy is read from or written to."""
