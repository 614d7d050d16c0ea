"""The families of a GEDCOM file: who is whose parent, adopter and partner.

A link is given twice in GEDCOM, by the family and by the person. One of the two is enough here,
and the missing one is reported. The husband's place is the father's and the wife's the mother's,
whatever their sexes, so that two parents of one sex keep a place each.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from fastgedcom.base import TrueLine

from kinlib.exchange.gedcom_lines import Record, pointer, value
from kinlib.exchange.gedcom_report import Report
from kinlib.kinship.findings import Kind
from kinlib.kinship.genealogy import Person, Union

# Unions that kinlib writes and GEDCOM has no event for; taken back from any file.
UNION = "union"
UNION_END = "end of union"

_PLACES = {"HUSB": 0, "WIFE": 1}
_ADOPTED = ("adopted", "foster")
_TWO: tuple[Kind, Kind] = ("two fathers", "two mothers")
_Span = tuple[int | None, int | None]  # years a union began and ended


@dataclass
class Family:
    """One FAM record: husband's and wife's place, children it lists, unions as (start, end)."""

    xref: str
    line: TrueLine
    places: list[str | None] = field(default_factory=lambda: [None, None])
    children: dict[str, TrueLine] = field(default_factory=dict)
    unions: list[_Span] = field(default_factory=list)


@dataclass
class _Link:
    """One child in one family: how, by PEDI, and which places adopted by an ADOP event."""

    family: Family
    line: TrueLine
    pedigree: str = ""
    adopting: set[int] = field(default_factory=set)


def linked(
    people: Mapping[str, Person],
    records: Mapping[str, Record],
    ids: Mapping[str, str],
    families: Iterable[Record],
    report: Report,
) -> tuple[list[Person], list[Union]]:
    """The people with parents and adopters, and the unions.

    Args:
        people: everyone by id, without kin.
        records: the record of each of them.
        ids: the id of the person an xref names.
        families: the FAM records.
        report: takes what was skipped, mended or contradicts itself.
    """
    known: dict[str, Family] = {}
    for number, record in enumerate(families, 1):
        xref = record.xref or f" {number}"  # a space: no pointer names it
        if xref in known:
            report.problem(record.line, f"a second family {xref}: its links are kept apart.")
            xref = f"{xref} {number}"
        known[xref] = _family(xref, record, ids, report)
    _add_partners(people, records, known, report)
    links = _links(records, known, report)
    found = [_with_parents(people[i], links.get(i, []), report) for i in people]
    return found, _unions(known.values(), report)


def _family(xref: str, record: Record, ids: Mapping[str, str], report: Report) -> Family:
    family = Family(xref, record.line)
    partners: list[tuple[int, str, TrueLine]] = []
    events = []
    for line in record.line:
        kind = value(line > "TYPE") if line.tag == "EVEN" else ""
        if line.tag in ("HUSB", "WIFE", "CHIL"):
            who = _resolved(line, ids, report)
            report.skip_below(line, ("_FREL", "_MREL"))
            if who is not None and line.tag == "CHIL":
                family.children[who] = line
            elif who is not None:
                partners.append((_PLACES[line.tag], who, line))
        elif line.tag in ("MARR", "DIV", "ANUL") or kind in (UNION, UNION_END):
            if value(line) != "N":
                begins = line.tag == "MARR" or kind == UNION
                events.append((begins, line))
        else:
            report.skip_line(line)
    for place, who, line in partners:
        _seat(family, place, who, line, report)
    pair = tuple(who for who in family.places if who is not None)
    family.unions = _spans(events, pair, report)
    return family


def _resolved(line: TrueLine, ids: Mapping[str, str], report: Report) -> str | None:
    xref = pointer(line)
    if xref is None:
        if value(line) != "@VOID@":
            report.problem(line, f"{line.tag} points to nobody: left out.")
        return None
    if xref not in ids:
        reason = f"{line.tag} names {xref}, whom the file does not describe: left out."
        report.fault("unknown person", (), line, reason)
        return None
    return ids[xref]


def _seat(family: Family, place: int, who: str, line: TrueLine, report: Report) -> None:
    """Give a partner the place named, or the other one if that is taken."""
    if who in family.places:
        reason = f"{who} is both partners of one family: taken once."
        report.fault("union with oneself", (who,), line, reason)
        return
    free = next((p for p in (place, 1 - place) if family.places[p] is None), None)
    if free is None:
        reason = f"{who} is a third partner in one family: left out."
        report.fault("more than two parents", (who,), line, reason)
        return
    family.places[free] = who


def _spans(
    events: list[tuple[bool, TrueLine]], who: tuple[str, ...], report: Report
) -> list[_Span]:
    """Unions of one family: a wedding after a divorce begins another one."""
    years: list[tuple[bool, int | None]] = []
    for begins, line in events:
        years.append((begins, report.year(line, who)))
        if years[-1][1] is None and line.tag != "EVEN":
            report.skip("weddings without a year" if begins else "divorces without a year")
    begun = [year for begins, year in years if begins]
    ended = [year for begins, year in years if not begins]
    if len(begun) <= 1 and len(ended) <= 1:
        return [(next(iter(begun), None), next(iter(ended), None))] if years else []
    if None not in begun and None not in ended:
        years.sort(key=lambda event: (event[1] or 0, event[0]))  # programs list them by kind
    spans: list[_Span] = []
    open_ = False
    for begins, year in years:
        if begins and not open_:
            spans.append((year, None))
        elif begins:
            report.skip("further weddings of one union")
        elif open_:
            spans[-1] = (spans[-1][0], year)
        else:
            spans.append((None, year))
        open_ = begins
    return spans


def _add_partners(
    people: Mapping[str, Person],
    records: Mapping[str, Record],
    families: Mapping[str, Family],
    report: Report,
) -> None:
    """Partners by what the people say (FAMS), and what only one of the two says."""
    said: set[tuple[str, str]] = set()
    for who, record in records.items():
        for line in record.line >> "FAMS":
            report.skip_below(line)
            family = _family_of(line, families, report)
            if family is None:
                continue
            said.add((who, family.xref))
            if who not in family.places:
                report.problem(line, f"family {family.xref} does not name {who}, its partner.")
                _seat(family, int(people[who].sex == "f"), who, line, report)
    for family in families.values():
        for partner in family.places:
            if partner is not None and (partner, family.xref) not in said:
                report.problem(family.line, f"its partner {partner} does not name the family.")


def _family_of(line: TrueLine, families: Mapping[str, Family], report: Report) -> Family | None:
    xref = pointer(line)
    if xref is None:
        return None
    if xref not in families:
        report.problem(line, f"{line.tag} names the family {xref}, which the file does not have.")
    return families.get(xref)


def _links(
    records: Mapping[str, Record], families: Mapping[str, Family], report: Report
) -> dict[str, list[_Link]]:
    """The families of each child: those the child names first, then those that name the child."""
    links: defaultdict[str, list[_Link]] = defaultdict(list)
    said: defaultdict[tuple[str, str], list[_Link]] = defaultdict(list)  # by child and family
    for who, record in records.items():
        for line in record.line >> "FAMC":
            report.skip_below(line, ("PEDI", "STAT"))
            family = _family_of(line, families, report)
            if family is None:
                continue
            both = said[who, family.xref]
            if value(line > "STAT").casefold() == "disproven":
                report.problem(line, f"the link to {family.xref} is disproven: left out.")
                continue
            both.append(_Link(family, line, value(line > "PEDI").casefold()))
            links[who].append(both[-1])
            if who not in family.children:
                report.problem(line, f"family {family.xref} does not name its child {who}.")
        for event in record.line >> "ADOP":
            for family, line, places in _adoptions(event, families, report):
                both = said[who, family.xref]
                link = next((link for link in both if link.pedigree != "birth"), None)
                if link is None:
                    link = _Link(family, line)
                    both.append(link)
                    links[who].append(link)
                link.pedigree = "adopted"
                link.adopting |= places
    for family in families.values():
        for who, line in family.children.items():
            if (who, family.xref) not in said:
                report.problem(line, f"{who} does not name the family, {family.xref}.")
                said[who, family.xref].append(_Link(family, line))
                links[who].append(said[who, family.xref][-1])
            for link in said[who, family.xref]:
                if not link.pedigree:
                    link.adopting |= _by_relation(line)
    return links


def _adoptions(
    event: TrueLine, families: Mapping[str, Family], report: Report
) -> Iterator[tuple[Family, TrueLine, set[int]]]:
    """The families an ADOP event names, and which places of each adopted."""
    if not event >> "FAMC":
        report.skip("adoptions that name no family")
    report.skip_below(event, ("FAMC",))
    for line in event >> "FAMC":
        family = _family_of(line, families, report)
        if family is not None:
            by = value(line > "ADOP").upper()
            yield family, line, {_PLACES[by]} if by in _PLACES else {0, 1}


def _by_relation(line: TrueLine) -> set[int]:
    """Places of parents by adoption as PAF and others write them: _FREL and _MREL of a child."""
    said = (value(line > "_FREL"), value(line > "_MREL"))
    return {place for place, word in enumerate(said) if word.casefold() in _ADOPTED}


def _with_parents(person: Person, links: list[_Link], report: Report) -> Person:
    parents: list[str | None] = [None, None]
    adopters: dict[str, None] = {}
    # A link that says it is by birth goes before those that say nothing.
    for link in sorted(links, key=lambda link: link.pedigree != "birth"):
        family = link.family
        if link.pedigree not in ("", "birth", *_ADOPTED):
            way = f"{person.id} belongs to {family.xref} by {link.pedigree}"
            report.problem(link.line, f"{way}, neither birth nor adoption: left out.")
            continue
        by = link.adopting or ({0, 1} if link.pedigree in _ADOPTED else set())
        adopters |= dict.fromkeys(p for k, p in enumerate(family.places) if p and k in by)
        if link.pedigree not in _ADOPTED:
            born = [None if k in by else p for k, p in enumerate(family.places)]
            parents = _merged(person.id, parents, born, link.line, report)
    if parents[0] is not None and parents[0] == parents[1]:
        reason = f"{parents[0]} is father and mother of {person.id}: taken as father."
        both = (person.id, parents[0])
        report.fault("one person as both parents", both, links[0].line, reason)
        parents[1] = None
    return replace(person, father=parents[0], mother=parents[1], adopters=tuple(adopters))


def _merged(
    child: str,
    parents: list[str | None],
    born: list[str | None],
    line: TrueLine,
    report: Report,
) -> list[str | None]:
    """The parents with those of one more family by birth, unless the two contradict each other."""
    clash = False
    for role, kind, mine, its in zip(("father", "mother"), _TWO, parents, born, strict=True):
        if mine is not None and its is not None and mine != its:
            clash = True
            reason = f"{child} has two {role}s, {mine} and {its}: the first is kept."
            report.fault(kind, (child, mine, its), line, reason)
    return parents if clash else [mine or its for mine, its in zip(parents, born, strict=True)]


def _unions(families: Iterable[Family], report: Report) -> list[Union]:
    """Unions with a wedding or an end, and one for each couple that has none of these."""
    pairs: dict[tuple[str, str], list[_Span]] = {}
    for family in families:
        one, other = family.places
        if one is not None and other is not None:
            pair = (one, other) if one <= other else (other, one)
            pairs.setdefault(pair, []).extend(family.unions)
        elif family.unions:
            report.skip("unions with a partner who is not named")
    unknown: list[_Span] = [(None, None)]
    return [Union(*pair, *span) for pair, spans in pairs.items() for span in spans or unknown]
