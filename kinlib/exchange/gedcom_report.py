"""What a GEDCOM file holds beside a genealogy, counted; and what is wrong with it, by line."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field

from fastgedcom.base import TrueLine

from kinlib.exchange.gedcom_dates import dated
from kinlib.exchange.gedcom_lines import Problem, number, value
from kinlib.kinship.findings import Finding, Kind

OPEN = 1800
"""From this year on a birth "after" it may be that of somebody who is living."""

_WORDS = {
    "PLAC": "places",
    "SOUR": "sources",
    "NOTE": "notes",
    "SNOTE": "notes",
    "OBJE": "pictures and other files",
    "CHAN": "dates of change",
    "DATE": "further dates",
}


@dataclass
class Report:
    """Gathered while a file is read: counts of what was skipped, problems, findings."""

    problems: list[Problem] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    def skip(self, what: str) -> None:
        """Count one thing that a genealogy has no place for."""
        self.counts[what] += 1

    def skip_line(self, line: TrueLine) -> None:
        """Count a line that is not used; what stands below it goes with it."""
        if line.tag not in ("CONT", "CONC"):
            prefix = "extension tag " if line.tag.startswith("_") else ""
            self.skip(_WORDS.get(line.tag, prefix + line.tag))

    def skip_below(self, line: TrueLine, used: Collection[str] = ()) -> None:
        """Count the lines below a line whose tags are not among the used ones."""
        for below in line:
            if below.tag not in used:
                self.skip_line(below)

    def problem(self, line: TrueLine, reason: str) -> None:
        """Note something that was passed over or mended."""
        self.problems.append(Problem(number(line), reason))

    def fault(self, kind: Kind, people: tuple[str, ...], line: TrueLine, reason: str) -> None:
        """Note a contradiction that keeps the file, as it stands, from being a genealogy."""
        self.problem(line, reason)
        self.findings.append(Finding(kind, people, f"Line {number(line)}: {reason}"))

    def year(self, event: TrueLine, who: tuple[str, ...]) -> int | None:
        """The year of an event; what else its date says is counted, an unreadable one noted.

        Of a range it is the first, but of a birth the last, and none of a birth after some year
        since `OPEN`: else people who may be living would pass for dead.
        """
        self.skip_below(event, ("DATE", "TYPE") if event.tag == "EVEN" else ("DATE",))
        dates = event >> "DATE"
        if not dates:
            return None
        for extra in dates[1:]:
            self.skip_line(extra)
        self.skip_below(dates[0], ("PHRASE",))
        said = value(dates[0]) or value(dates[0] > "PHRASE")
        if not said:
            return None
        found = dated(said)
        if found is None:
            reason = f"no year can be read from the date {said[:60]!r}: left out."
            self.fault("not a year", who, dates[0], reason)
            return None
        if found.exact:
            self.skip("days and months of dates")
        if found.vague:
            self.skip("dates about, before or after a year, ranges (a year of each is kept)")
        if event.tag != "BIRT":
            return found.year
        if found.last is None and found.year >= OPEN:
            self.skip(f"births at any time after a year since {OPEN}")
            return None
        return found.year if found.last is None else found.last

    def skipped(self) -> tuple[str, ...]:
        """A line for each kind of thing that was skipped, the most frequent first."""
        order = sorted(self.counts.items(), key=lambda item: (-item[1], item[0]))
        return tuple(f"{what}: {number:,}" for what, number in order)
