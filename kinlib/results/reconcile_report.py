"""What a report of the reasoning benchmark says, for pages and for the command line alike."""

from collections.abc import Sequence
from dataclasses import dataclass

from kinlib.errors import KinError
from kinlib.results import reconcile_rows
from kinlib.results.paper_tables import Figure, published
from kinlib.results.queries import Blanks
from kinlib.results.reconcile import Cell, Column, reconcile
from kinlib.results.reconcile_faults import Contradiction, contradictions
from kinlib.results.store import Store


@dataclass(frozen=True)
class Report:
    """Printed figures, cells of loaded runs, and what is wrong in the paper.

    Without loaded runs there are no cells. `verdicts` names the scorer whose verdicts count; empty:
    those that each run came with.
    """

    figures: tuple[Figure, ...]
    cells: tuple[Cell, ...]
    remarks: tuple[str, ...]
    contradictions: tuple[Contradiction, ...]
    blanks: Blanks
    verdicts: str

    @property
    def columns(self) -> list[Column]:
        """Averages and runs, in their order."""
        return list(dict.fromkeys(cell.of for cell in self.cells))


def report(
    store: Store, wanted: Sequence[str] = (), blanks: Blanks = "excluded", verdicts: str = ""
) -> Report:
    """The report on some runs, by id; on the usual ones where none are named.

    Raises:
        KinError: there is no such run, or what ships is damaged.
    """
    there = reconcile_rows.runs(store, verdicts)
    known = [str(run) for run in there["run_id"]]
    if missing := [run for run in wanted if run not in known]:
        raise KinError(
            f"No run {missing[0]!r} has scored replies to KinshipQA items; there are: "
            f"{', '.join(known) or 'none, import some'}."
        )
    figures = published()
    chosen = list(dict.fromkeys(wanted)) or reconcile_rows.usual(there)
    faults = contradictions(figures)
    if not chosen:
        return Report(figures, (), (), faults, blanks, verdicts)
    found = reconcile_rows.replies(store, chosen, blanks, verdicts)
    return Report(
        figures, tuple(reconcile(found, figures)), found.remarks, faults, blanks, verdicts
    )


def stamp(store: Store) -> str:
    """A text that changes whenever the store takes anything in or out."""
    frame = store.query("select bit_xor(hash(origin, stamp))::varchar as stamp from intake")
    return str(frame["stamp"].iloc[0])
