"""Genealogies as two CSV tables, people and unions, for a spreadsheet and back.

The columns are those of `kinlib.exchange.tables`; adopters are ids with semicolons between them.
Files are UTF-8 with the byte order mark by which Excel knows it. A cell that a spreadsheet would
take for a formula gets an apostrophe in front, which reading takes away again.
"""

import csv
import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from kinlib.errors import KinError
from kinlib.kinship.genealogy import Genealogy, Person, Sex, Union

PEOPLE = (
    "person_id",
    "name",
    "given",
    "surname",
    "sex",
    "birth",
    "death",
    "father_id",
    "mother_id",
    "descent_group",
    "adopters",
)
UNIONS = ("partner_a", "partner_b", "start_year", "end_year")

_FORMULA = re.compile(r"'*[=+\-@\t\r\n＝＋－＠]")
_SEXES: dict[str, Sex] = {
    **{"m": "m", "male": "m", "f": "f", "female": "f"},
    **{"u": "u", "unknown": "u", "": "u"},
}
_MOMENT = (1980, 1, 1, 0, 0, 0)  # the first that a zip can name: the same bytes every day


def write_csv(genealogy: Genealogy) -> dict[str, bytes]:
    """The files people.csv and unions.csv by name; the same bytes every time."""
    people = (
        (
            *(_safe(part) for part in (p.id, p.name, p.given, p.surname)),
            *(p.sex, p.birth, p.death),
            *(_safe(part or "") for part in (p.father, p.mother, p.descent_group)),
            _safe(";".join(map(_listed, p.adopters))),
        )
        for p in genealogy.people()
    )
    unions = ((_safe(u.a), _safe(u.b), u.start, u.end) for u in genealogy.unions)
    return {"people.csv": _table(PEOPLE, people), "unions.csv": _table(UNIONS, unions)}


def csv_zip(genealogy: Genealogy) -> bytes:
    """Both tables in one zip archive; the same bytes every time."""
    whole = io.BytesIO()
    # Stored, not compressed: releases of zlib pack alike texts into different bytes.
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_STORED) as archive:
        for name, data in write_csv(genealogy).items():
            entry = zipfile.ZipInfo(name, _MOMENT)
            entry.create_system = 3
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data)
    return whole.getvalue()


def read_csv(people: bytes, unions: bytes | None, name: str) -> Genealogy:
    """The genealogy in a table of people and, if there is one, a table of unions.

    Only the column person_id must be there; commas, semicolons or tabs part the columns. KinError
    names the table, the line and the column of what cannot be read.
    """
    return Genealogy.build(name, *read_rows(people, unions, name))


def read_rows(people: bytes, unions: bytes | None, name: str) -> tuple[list[Person], list[Union]]:
    """The people and unions of such tables, whether or not they can be a genealogy."""
    where = f"{name}, people"
    rows = [_person(row, f"{where}, line {line}") for line, row in _rows(people, PEOPLE, where)]
    pairs = []
    if unions is not None:
        where = f"{name}, unions"
        for line, row in _rows(unions, UNIONS, where):
            pairs.append(_union(row, f"{where}, line {line}"))
    return rows, pairs


def columns(table: bytes) -> tuple[str, ...]:
    """The names of a table's columns; none if its first line cannot be read."""
    try:
        head = next(csv.reader([table.decode("utf-8-sig").splitlines()[0]], _dialect(table)))
    except (UnicodeDecodeError, csv.Error, IndexError, StopIteration):
        return ()
    return tuple(cell.strip() for cell in head)


def _person(row: Mapping[str, str], where: str) -> Person:
    person_id = row["person_id"]
    sex = _SEXES.get(row.get("sex", "").strip().casefold())
    if sex is None:
        raise KinError(f"{where}: the sex of {person_id} is {row['sex'][:40]!r}; write m, f or u.")
    if not person_id:
        raise KinError(f"{where}: person_id is empty; give everyone an id of their own.")
    return Person(
        id=person_id,
        name=row.get("name", person_id),
        given=row.get("given", ""),
        surname=row.get("surname", ""),
        sex=sex,
        birth=_year(row, "birth", where),
        death=_year(row, "death", where),
        father=row.get("father_id") or None,
        mother=row.get("mother_id") or None,
        descent_group=row.get("descent_group") or None,
        adopters=tuple(_unlisted(row.get("adopters", ""))),
    )


def _union(row: Mapping[str, str], where: str) -> Union:
    for column in ("partner_a", "partner_b"):
        if not row.get(column):
            raise KinError(f"{where}: {column} is empty; name both partners by their ids.")
    start, end = (_year(row, column, where) for column in ("start_year", "end_year"))
    return Union(row["partner_a"], row["partner_b"], start, end)


def _year(row: Mapping[str, str], column: str, where: str) -> int | None:
    said = row.get(column, "").strip()
    # A spreadsheet makes 1880.0 of 1880 where other cells of the column are empty.
    found = re.fullmatch(r"([+-]?[0-9]{1,6})(?:\.0*)?", said)
    if said and found is None:
        raise KinError(f"{where}: {column} is {said[:40]!r}; write a year like 1880, or nothing.")
    return int(found[1]) if found else None


def _rows(table: bytes, known: Iterable[str], where: str) -> Iterator[tuple[int, dict[str, str]]]:
    """Line number and cells by column of each row that is not empty."""
    try:
        text = table.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = table.count(b"\n", 0, error.start) + 1
        raise KinError(f"{where}, line {line}: not UTF-8; save it as CSV UTF-8.") from None
    reader = csv.reader(io.StringIO(text, newline=""), _dialect(table), strict=True)
    try:
        head = [cell.strip() for cell in next(reader, [])]
        needed = next(iter(known))
        if needed not in head:
            raise KinError(f"{where}, line 1: no column is called {needed}; name the columns.")
        while True:
            line = reader.line_num + 1
            cells = next(reader, None)
            if cells is None:
                return
            if len(cells) > len(head):
                raise KinError(f"{where}, line {line}: more cells than there are columns.")
            if any(cell.strip() for cell in cells):
                cells += [""] * (len(head) - len(cells))
                yield line, dict(zip(head, map(_restored, cells), strict=True))
    except csv.Error as error:
        line = reader.line_num
        raise KinError(f"{where}, line {line}: this is not CSV ({error}); mend it.") from None


def _dialect(table: bytes) -> Any:
    """Commas, or what parts the columns where a comma is in use for decimals."""
    head = table.split(b"\n", 1)[0]
    best = max(",;\t", key=lambda mark: head.count(mark.encode()))
    return type("_Dialect", (csv.excel,), {"delimiter": best})


def _table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> bytes:
    whole = io.StringIO(newline="")
    writer = csv.writer(whole, lineterminator="\r\n")
    writer.writerow(head)
    writer.writerows(rows)
    return whole.getvalue().encode("utf-8-sig", "replace")


def _safe(cell: str) -> str:
    return f"'{cell}" if _FORMULA.match(cell) else cell


def _restored(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell


def _listed(person_id: str) -> str:
    return person_id.replace("\\", "\\\\").replace(";", "\\;")


def _unlisted(cell: str) -> Iterator[str]:
    for part in re.findall(r"(?:[^\\;]|\\.)+", cell, re.DOTALL):
        yield re.sub(r"\\(.)", r"\1", part, flags=re.DOTALL)
