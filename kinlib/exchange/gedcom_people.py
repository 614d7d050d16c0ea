"""A person of a GEDCOM file: id, names, sex and years, apart from kin."""

import re
from typing import NamedTuple

from fastgedcom.base import TrueLine

from kinlib.exchange.gedcom_lines import Record, spelled, text, value
from kinlib.exchange.gedcom_report import Report
from kinlib.kinship.genealogy import Person, Sex

# What only kinlib writes, and takes back from its own files alone.
ID = "kinlib id"
EXACT = ("kinlib name", "kinlib given name", "kinlib surname")
GROUP = "descent group"

_KIN = ("FAMC", "FAMS", "ADOP")
_SEXES: dict[str, Sex] = {"M": "m", "F": "f"}
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_SURNAME = re.compile(r"([^/]*)/([^/]*)/([^/]*)")


class Names(NamedTuple):
    """A name as it is shown, and its parts."""

    shown: str
    given: str
    surname: str


def names_of(name: str, given: str = "", surname: str = "") -> Names:
    """The names in a NAME value, whose surname stands between slashes, and its GIVN and SURN.

    Of a name without slashes nobody knows which part is the surname: GIVN and SURN tell, or none.
    """
    found = _SURNAME.fullmatch(name)
    if found is None:
        shown = _one_line(name) or _one_line(f"{given} {surname}")
        return Names(shown, _one_line(given), _one_line(surname))
    before, between, after = map(_one_line, found.groups())
    # "/Liu/ Qin": a surname that stands first has the given name behind it.
    given = before or _one_line(given) or after
    return Names(_one_line("".join(found.groups())), given, between or _one_line(surname))


def person_of(record: Record, person_id: str, ours: bool, report: Report) -> Person:
    """One person without kin; what is not used is counted in the report."""
    names = Names("", "", "")
    exact: dict[str, str] = {}
    group: str | None = None
    years: dict[str, int | None] = {}
    sex: Sex = "u"
    seen: set[str] = set()
    for line in record.line:
        again = line.tag in seen
        seen.add(line.tag)
        kind = value(line > "TYPE") if line.tag in ("FACT", "REFN") else ""
        if line.tag in _KIN or (ours and kind == ID):
            continue
        if line.tag == "FACT" and kind == GROUP and group is None:
            group = spelled(text(line)) if ours else text(line)
            report.skip_below(line, ("TYPE",))
        elif ours and kind in EXACT:
            exact[kind] = spelled(text(line))
        elif line.tag == "NAME" and not again:
            names = _names(line, report)
        elif line.tag == "SEX" and not again:
            sex = _SEXES.get(value(line).upper(), "u")
            if sex == "u" and value(line).upper() not in ("U", ""):
                report.skip(f"sexes other than M, F and U ({value(line)[:20]})")
        elif line.tag in ("BIRT", "DEAT") and not again and value(line) != "N":
            years[line.tag] = report.year(line, (person_id,))
            if not line >> "DATE":
                report.skip(
                    "births without a year" if line.tag == "BIRT" else "deaths without a year"
                )
        else:
            report.skip_line(line)
    name, given, surname = EXACT
    return Person(
        id=person_id,
        name=exact.get(name, names.shown or person_id),
        given=exact.get(given, names.given),
        surname=exact.get(surname, names.surname),
        sex=sex,
        birth=years.get("BIRT"),
        death=years.get("DEAT"),
        descent_group=group,
    )


def _names(line: TrueLine, report: Report) -> Names:
    report.skip_below(line, ("GIVN", "SURN", "NPFX", "NSFX"))
    names = names_of(text(line), text(line > "GIVN"), text(line > "SURN"))
    shown = names.shown
    prefix, suffix = _one_line(text(line > "NPFX")), _one_line(text(line > "NSFX"))
    if prefix and prefix not in shown:
        shown = f"{prefix} {shown}"
    if suffix and suffix not in shown:
        shown = f"{shown} {suffix}"
    return Names(shown, names.given, names.surname)


def _one_line(words: str) -> str:
    """Text without control characters, and with one space where there are several."""
    return " ".join(_CONTROLS.sub(" ", words).split())
