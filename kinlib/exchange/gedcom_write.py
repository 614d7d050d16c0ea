"""Genealogies as GEDCOM 5.5.1 or 7.0, so that reading them back gives every person as before.

What GEDCOM has no place for goes where other programs pass it by: ids that are no xrefs into REFN,
descent groups and names that cannot be written between slashes into FACT. In those, and in notes, a
character that a line cannot hold is written as its code, `%9;` for a tab.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import Literal
from unicodedata import category

from kinlib.errors import KinError
from kinlib.exchange.gedcom import SYSTEM
from kinlib.exchange.gedcom_families import UNION, UNION_END
from kinlib.exchange.gedcom_people import EXACT, GROUP, ID, names_of
from kinlib.kinship.genealogy import Genealogy, Person, Sex, Union

Version = Literal["5.5.1", "7.0"]
VERSIONS: tuple[Version, ...] = ("5.5.1", "7.0")

_LEGAL = {"5.5.1": re.compile(r"[A-Za-z0-9]\w{0,19}", re.ASCII), "7.0": re.compile(r"[A-Z0-9_]+")}
_UNHELD = ("Cc", "Cs", "Zl", "Zp")  # control characters, halves of pairs, line separators
_PIECE = 120  # characters in a line of 5.5.1, which allows 255 in all
_CODE = re.compile(r"%(?=[0-9A-F]{1,6};)")
_SEX: dict[Sex, str] = {"m": "M", "f": "F", "u": "U"}


@dataclass
class _Family:
    """One FAM record to be: its partners by place, its children, and one union of the two."""

    places: tuple[str | None, str | None]
    born: list[str] = field(default_factory=list)
    adopted: list[str] = field(default_factory=list)
    union: Union | None = None
    marked: bool = False  # the union is one of several, and its years do not tell so


def write_gedcom(genealogy: Genealogy, version: Version = "5.5.1") -> bytes:
    """The genealogy as GEDCOM in UTF-8, the same bytes every time.

    Years a union began and ended are written as wedding and divorce, an end in a year in which one
    of the two died as an event of its own. KinError for another version of GEDCOM.
    """
    if version not in VERSIONS:
        raise KinError(f"GEDCOM {version} is not written; choose {' or '.join(VERSIONS)}.")
    families = _families(genealogy)
    xrefs = _xrefs(genealogy.ids, version)
    taken = set(xrefs.values())
    submitter, *names = _free(taken, ["U", *(["F"] * len(families))])
    family_names = dict(zip(map(id, families), names, strict=True))
    of: dict[str, list[tuple[str, str]]] = {i: [] for i in genealogy.ids}
    adopted = "ADOPTED" if version == "7.0" else "adopted"
    for family in families:
        name = family_names[id(family)]
        for partner in family.places:
            if partner is not None:
                of[partner].append(("FAMS", name))
        for child in family.born:
            of[child].append(("FAMC", name))
        for child in family.adopted:
            of[child] += [("FAMC", name), ("PEDI", adopted)]
    write = _Lines(version)
    _head(write, genealogy, submitter)
    for person in genealogy.people():
        write(0, f"@{xrefs[person.id]}@ INDI")
        _person(write, person, xrefs[person.id])
        for tag, said in of[person.id]:
            write.plain(2 if tag == "PEDI" else 1, tag, said if tag == "PEDI" else f"@{said}@")
    for family in families:
        write(0, f"@{family_names[id(family)]}@ FAM")
        _family(write, family, genealogy, xrefs)
    write(0, "TRLR")
    return "".join(f"{line}\n" for line in write.lines).encode()


class _Lines:
    """The lines of a file, gathered."""

    def __init__(self, version: Version) -> None:
        self.version = version
        self.lines: list[str] = []

    def __call__(self, level: int, tag: str, said: str = "") -> None:
        """One line, and those that continue it."""
        first, *more = said.split("\n")
        self._pieces(level, level + 1, tag, first)
        for line in more:
            self._pieces(level + 1, level + 1, "CONT", line)

    def plain(self, level: int, tag: str, said: str) -> None:
        """A line whose value is no text: a pointer, say."""
        self.lines.append(f"{level} {tag} {said}")

    def year(self, level: int, year: int) -> None:
        """A DATE line."""
        if year < 0:
            self.plain(level, "DATE", f"{-year} {'BCE' if self.version == '7.0' else 'B.C.'}")
        else:
            self.plain(level, "DATE", str(year) if self.version == "7.0" else f"{year:03}")

    def _pieces(self, level: int, below: int, tag: str, said: str) -> None:
        first, *more = _pieces(said) if self.version == "5.5.1" else [said]
        self.lines.append(f"{level} {tag} {self._escaped(first)}".rstrip(" "))
        self.lines += [f"{below} CONC {self._escaped(piece)}" for piece in more]

    def _escaped(self, said: str) -> str:
        if self.version == "5.5.1":
            return said.replace("@", "@@")
        return f"@{said}" if said.startswith("@") else said


def _head(write: _Lines, genealogy: Genealogy, submitter: str) -> None:
    old = write.version == "5.5.1"
    write(0, "HEAD")
    if not old:
        write(1, "GEDC")
        write(2, "VERS", write.version)
    write(1, "SOUR", "kinlib")
    if genealogy.name:
        write(2, "DATA", _spelt(genealogy.name))
    if old:
        write.plain(1, "SUBM", f"@{submitter}@")
        write(1, "GEDC")
        write(2, "VERS", write.version)
        write(2, "FORM", "LINEAGE-LINKED")
        write(1, "CHAR", "UTF-8")
    if genealogy.note:
        write(1, "NOTE", "\n".join(map(_spelt, genealogy.note.split("\n"))))
    if genealogy.system:
        write(1, SYSTEM, _spelt(genealogy.system))
    if old:
        write(0, f"@{submitter}@ SUBM")
        write(1, "NAME", "kinlib")


def _person(write: _Lines, person: Person, xref: str) -> None:
    names, exact = _names(person)
    for tag, said in names:
        write(1 if tag == "NAME" else 2, tag, said)
    write(1, "SEX", _SEX[person.sex])
    for tag, year in (("BIRT", person.birth), ("DEAT", person.death)):
        if year is not None:
            write(1, tag)
            write.year(2, year)
    if person.descent_group is not None:
        write(1, "FACT", _spelt(person.descent_group))
        write(2, "TYPE", GROUP)
    for kind, said in exact:
        write(1, "FACT", _spelt(said))
        write(2, "TYPE", kind)
    if xref != person.id:
        write(1, "REFN", _spelt(person.id))
        write(2, "TYPE", ID)


def _names(person: Person) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """NAME, GIVN and SURN; and those names that reading these would not give back."""
    shown, given, surname = (
        " ".join(part.split()) for part in (person.name, person.given, person.surname)
    )
    wanted = (shown, given, surname)
    # A slash is a bracket around the surname to GEDCOM: a name of its own with one is kept apart.
    values = [" ".join(shown.replace("/", " ").split())]
    if surname and surname in shown and "/" not in shown:
        start = shown.rindex(surname)
        end = start + len(surname)
        values.insert(0, f"{shown[:start]}/{surname}/{shown[end:]}")
    value = next((v for v in values if names_of(v, given, surname) == wanted), values[-1])
    lines = [("NAME", value), ("GIVN", given), ("SURN", surname)]
    lines = [(tag, _spelt(said)) for tag, said in lines if said]
    said = dict(lines)
    back = names_of(said.get("NAME", ""), said.get("GIVN", ""), said.get("SURN", ""))
    read = (back[0] or person.id, *back[1:])
    real = (person.name, person.given, person.surname)
    exact = [(k, mine) for k, mine, its in zip(EXACT, real, read, strict=True) if mine != its]
    if lines and lines[0][0] != "NAME":
        lines.insert(0, ("NAME", ""))
    return lines, exact


def _family(write: _Lines, family: _Family, genealogy: Genealogy, xrefs: dict[str, str]) -> None:
    for tag, partner in zip(("HUSB", "WIFE"), family.places, strict=True):
        if partner is not None:
            write.plain(1, tag, f"@{xrefs[partner]}@")
    for child in dict.fromkeys([*family.born, *family.adopted]):
        write.plain(1, "CHIL", f"@{xrefs[child]}@")
    union = family.union
    if union is None:
        return
    if family.marked:
        write(1, "EVEN", UNION)
        write(2, "TYPE", UNION)
    if union.start is not None:
        write(1, "MARR")
        write.year(2, union.start)
    if union.end is not None:
        deaths = [genealogy.deaths[genealogy.at(who)] for who in (union.a, union.b)]
        if union.end in deaths:
            write(1, "EVEN", UNION_END)
            write(2, "TYPE", UNION_END)
        else:
            write(1, "DIV")
        write.year(2, union.end)


def _families(genealogy: Genealogy) -> list[_Family]:
    """The FAM records: one for each pair or single parent, and for each further union of a pair."""
    found: dict[tuple[str | None, str | None], _Family] = {}
    for person in genealogy.people():
        places = (person.father, person.mother)
        if places != (None, None):
            found.setdefault(places, _Family(places)).born.append(person.id)
    more: list[_Family] = []
    for union in genealogy.unions:
        family = found.get((union.a, union.b)) or found.get((union.b, union.a))
        if family is None:
            places = _by_sex(genealogy, union.a, union.b)
            family = found[places] = _Family(places)
        if family.union is not None:
            more.append(family := _Family(family.places))
        family.union = union
    several = {(family.union.a, family.union.b) for family in more if family.union}
    for family in (*found.values(), *more):
        union_ = family.union
        if union_ is not None and (union_.start, union_.end) == (None, None):
            family.marked = (union_.a, union_.b) in several
    for person in genealogy.people():
        for group in _adopting(genealogy, person):
            a, b = group if len(group) == 2 else (group[0], None)
            family = found.get((a, b)) or found.get((b, a))
            if family is None:
                places = _by_sex(genealogy, a, b)
                family = found[places] = _Family(places)
            family.adopted.append(person.id)
    return [*found.values(), *more]


def _by_sex(genealogy: Genealogy, a: str, b: str | None) -> tuple[str | None, str | None]:
    """Two partners as husband and wife, as far as their sexes tell."""
    sexes = [None if who is None else genealogy.sexes[genealogy.at(who)] for who in (a, b)]
    return (b, a) if sexes[0] == "f" and sexes[1] != "f" else (a, b)


def _adopting(genealogy: Genealogy, person: Person) -> Iterator[tuple[str, ...]]:
    """The adopters in couples, then those who adopted alone."""
    left = list(person.adopters)
    for a, b in combinations(person.adopters, 2):
        if a in left and b in left and b in genealogy.partners(a):
            left = [who for who in left if who not in (a, b)]
            yield a, b
    yield from ((who,) for who in left)


def _xrefs(ids: Iterable[str], version: Version) -> dict[str, str]:
    """Each person's id as it is where it is a legal xref, else a number after X."""
    legal = [i for i in ids if _LEGAL[version].fullmatch(i) and i != "VOID"]
    taken = set(legal)
    others = [i for i in ids if i not in taken]
    return dict.fromkeys(ids, "") | dict(zip(legal, legal, strict=True)) | dict(
        zip(others, _free(taken, ["X"] * len(others)), strict=True)
    )  # fmt: skip


def _free(taken: set[str], letters: Iterable[str]) -> Iterator[str]:
    """A new xref for each letter: the letter and the next number that is free."""
    last: dict[str, int] = {}
    for letter in letters:
        last[letter] = last.get(letter, 0) + 1
        while f"{letter}{last[letter]}" in taken:
            last[letter] += 1
        yield f"{letter}{last[letter]}"


def _pieces(said: str) -> list[str]:
    """A long value in pieces that neither begin nor end with a space, which readers may drop."""
    pieces = []
    while len(said) > _PIECE:
        cut = _PIECE
        while cut > 1 and (said[cut - 1].isspace() or said[cut].isspace()):
            cut -= 1
        pieces.append(said[:cut])
        said = said[cut:]
    return [*pieces, said]


def _spelt(said: str) -> str:
    """Text that a line holds as it is; what it cannot hold, by its code: %9; is a tab."""
    said = _CODE.sub("%25;", said)
    doubled = "@@" in said
    last = len(said) - 1
    return "".join(
        f"%{ord(c):X};"
        if category(c) in _UNHELD or (c.isspace() and k in (0, last)) or (c == "@" and doubled)
        else c
        for k, c in enumerate(said)
    )
