"""Genealogies from GEDCOM 5.5, 5.5.1 and 7.0 files, in any of the encodings these come in.

GEDCOM holds much that a genealogy has no place for: places, sources, notes, titles, days and
months. All of it but the header's own lines is counted and listed: nothing is lost unsaid. Links
that contradict each other are mended in the plainest way (the first father of two) and reported
with their line.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from kinlib.exchange.gedcom_families import linked
from kinlib.exchange.gedcom_lines import Document, Problem, Record, document, spelled, text, value
from kinlib.exchange.gedcom_people import ID, person_of
from kinlib.exchange.gedcom_report import Report
from kinlib.kinship.findings import Finding
from kinlib.kinship.genealogy import Genealogy, Person, Union

SYSTEM = "_KINSHIP_SYSTEM"
"""Our extension of the header: the kinship system a genealogy was made for."""


@dataclass(frozen=True)
class Reading:
    """A genealogy, lines about what was `skipped` of its file, and `problems` by line.

    Its name is the title the file gives itself, if it does, and what it was called otherwise.
    """

    genealogy: Genealogy
    skipped: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True)
class GedcomFacts:
    """What a file says, whether or not it can be a genealogy; `findings` tell contradictions."""

    people: tuple[Person, ...]
    unions: tuple[Union, ...]
    findings: tuple[Finding, ...]
    skipped: tuple[str, ...]
    problems: tuple[Problem, ...]
    title: str
    note: str
    system: str | None


def read_gedcom(data: bytes, name: str) -> Reading:
    """The genealogy of a GEDCOM file, called by the file's own title or else by this name.

    Ids are the xrefs, without @. KinError for a file that is no GEDCOM, and for people who would
    be their own ancestors.
    """
    facts = read_gedcom_facts(data, name)
    title = facts.title or name
    genealogy = Genealogy.build(
        title, facts.people, facts.unions, system=facts.system, note=facts.note
    )
    return Reading(genealogy, facts.skipped, facts.problems)


def read_gedcom_facts(data: bytes, name: str) -> GedcomFacts:
    """What a GEDCOM file says of people; KinError if it is no GEDCOM."""
    source = document(data, name)
    report = Report(problems=list(source.problems))
    records: dict[str, Record] = {}
    ids: dict[str, str] = {}
    for person_id, record in _individuals(source, report):
        records[person_id] = record
        if record.xref is not None:
            ids.setdefault(record.xref, person_id)
    people = {i: person_of(record, i, source.ours, report) for i, record in records.items()}
    families = [record for record in source.records if record.tag == "FAM"]
    found, unions = linked(people, records, ids, families, report)
    for record in source.records:
        if record.tag not in ("INDI", "FAM") and not source.ours:
            report.skip(f"records {record.tag}")
    line_order = sorted(report.problems, key=lambda problem: problem.line or 0)
    note = text(source.head > "NOTE")
    return GedcomFacts(
        people=tuple(found),
        unions=tuple(unions),
        findings=tuple(report.findings),
        skipped=report.skipped(),
        problems=tuple(line_order),
        title=spelled(text((source.head > "SOUR") > "DATA")) if source.ours else "",
        note=spelled(note) if source.ours else note,
        system=value(source.head > SYSTEM) or None if source.ours else None,
    )


def _individuals(source: Document, report: Report) -> Iterator[tuple[str, Record]]:
    """Everyone with an id: the one we wrote, the xref, or a number where there is neither."""
    taken = {record.xref for record in source.records}
    used: dict[str, int] = {}  # how often each was wanted
    for number, record in enumerate(source.records, 1):
        if record.tag != "INDI":
            continue
        wanted = record.xref or f"unnamed_{number}"
        for line in record.line >> "REFN" if source.ours else ():
            if value(line > "TYPE") == ID:
                wanted = spelled(text(line))
        person_id, again = wanted, wanted in used
        while person_id in used or (person_id != record.xref and person_id in taken):
            used[wanted] = used.get(wanted, 1) + 1
            person_id = f"{wanted}_{used[wanted]}"
        if again:
            reason = f"the id {wanted} is used twice: this one is called {person_id}."
            report.fault("id used twice", (wanted,), record.line, reason)
        used.setdefault(person_id, 1)
        yield person_id, record
