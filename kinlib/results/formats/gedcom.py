"""A family in GEDCOM, as rows of a genealogy."""

from collections.abc import Sequence
from datetime import date

from kinlib.exchange.gedcom import read_gedcom
from kinlib.exchange.gedcom_lines import Problem
from kinlib.exchange.privacy import AGE, living
from kinlib.kinship.parameters import SIMULATED
from kinlib.results.formats.source import Source
from kinlib.results.formats.turtle import genealogy_id, genealogy_rows
from kinlib.results.rows import Batch

_SHOWN = 3  # problems told in the remark; `python -m kinlib convert` tells more


def read_genealogy(source: Source) -> Batch:
    """One genealogy of a GEDCOM file; `read` counts its people.

    The remark tells how many may be living, what was mended, and what of the file was skipped.

    Raises:
        KinError: the file is no GEDCOM, or somebody in it would be their own ancestor.
    """
    reading = read_gedcom(source.data, source.name)
    genealogy = reading.genealogy
    untitled = genealogy.name == source.name
    place = "/".join(filter(None, (source.folder, source.stem)))
    batch = genealogy_rows(genealogy, place if untitled else genealogy.name, genealogy_id(source))
    simulated = genealogy.note.startswith(SIMULATED)
    may_live = 0 if simulated else len(living(genealogy, date.today().year))
    remarks = []
    if may_live:
        remarks.append(
            f"{may_live:,} of {len(genealogy):,} people may be living (no death, born under {AGE} "
            "years ago): mask them before you share an export."
        )
    if reading.problems:
        remarks.append(_told(reading.problems))
    if reading.skipped:
        remarks.append(f"Skipped: {'; '.join(reading.skipped)}.")
    batch.remark = " ".join(remarks) or None
    return batch


def _told(problems: Sequence[Problem]) -> str:
    more = len(problems) - _SHOWN
    told = [
        f"Line {problem.line}: {problem.reason}" if problem.line else problem.reason
        for problem in problems[:_SHOWN]
    ]
    return " ".join([*told, f"And {more:,} more."] if more > 0 else told)
