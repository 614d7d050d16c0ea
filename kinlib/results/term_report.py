"""What a report of the generation benchmark says, for pages and for the command line alike."""

from collections.abc import Sequence
from dataclasses import dataclass

from kinlib.errors import KinError
from kinlib.results import term_rows
from kinlib.results.queries import Blanks
from kinlib.results.reconcile import Column, columns
from kinlib.results.reconcile_faults import Contradiction
from kinlib.results.store import Store
from kinlib.results.term_agreement import Comparison, Consistency, comparisons, consistency
from kinlib.results.term_confusion import Arrow, arrows
from kinlib.results.term_faults import contradictions
from kinlib.results.term_figures import TermFigure, published
from kinlib.results.term_rows import TermReplies
from kinlib.results.term_selection import Selected, partner, selected
from kinlib.results.term_tables import OURS, Entry, counted, fill, pooled
from kinlib.terms.matching import FROZEN


@dataclass(frozen=True)
class TermReport:
    """Printed figures, the tables filled from loaded runs, and what is wrong in the paper.

    Without loaded runs there is nothing but Table 6 of our own prompts. `verdicts` names the
    scorer whose verdicts on messages count.
    """

    figures: tuple[TermFigure, ...]
    entries: tuple[Entry, ...]
    selections: tuple[Selected, ...]
    consistency: tuple[Consistency, ...]
    comparisons: tuple[Comparison, ...]
    arrows: tuple[Arrow, ...]
    remarks: tuple[str, ...]
    contradictions: tuple[Contradiction, ...]
    blanks: Blanks
    verdicts: str

    @property
    def columns(self) -> list[Column]:
        """Runs, and several of them pooled, in their order; our own prompts are none."""
        found = dict.fromkeys(entry.of for entry in self.entries)
        return [column for column in found if column != OURS]


def report(
    store: Store, wanted: Sequence[str] = (), blanks: Blanks = "excluded", verdicts: str = FROZEN
) -> TermReport:
    """The report on some runs, by id; on the usual ones where none are named.

    Raises:
        KinError: there is no such run, or what ships is damaged.
    """
    there = term_rows.runs(store)
    known = [str(run) for run in there["run_id"]]
    if missing := [run for run in wanted if run not in known]:
        raise KinError(
            f"No run {missing[0]!r} has replies to kin-term prompts or selection items; there "
            f"are: {', '.join(known) or 'none, import some'}."
        )
    chosen = term_rows.chosen(there, wanted)
    found = term_rows.replies(store, chosen, blanks, verdicts) if chosen else None
    return made(found, blanks, verdicts)


def made(found: TermReplies | None, blanks: Blanks, verdicts: str) -> TermReport:
    """The report on replies; None: there are none.

    Raises:
        KinError: what ships is damaged.
    """
    figures = published()
    faults = contradictions(figures)
    if found is None:
        return TermReport(figures, counted(figures), (), (), (), (), (), faults, blanks, verdicts)
    listed = pooled(found, figures)
    chosen = _selections(found, figures)
    return TermReport(
        figures, fill(found, figures, chosen), chosen, consistency(found.frame, listed),
        comparisons(found.frame, listed), arrows(found.frame, listed), found.remarks, faults,
        blanks, verdicts,
    )  # fmt: skip


def _selections(found: TermReplies, figures: Sequence[TermFigure]) -> tuple[Selected, ...]:
    fully = found.frame[found.frame["level"] == "L3"]
    most = fully["run_id"].value_counts()  # the largest run of a model stands beside its selection
    runs = sorted(
        fully.drop_duplicates("run_id").to_dict("records"), key=lambda run: -most[run["run_id"]]
    )
    names = {column.runs[0]: column.name for column in columns(found.frame, figures)}
    done = []
    for column in columns(found.selection, figures):
        if len(column.runs) == 1:
            rows = found.selection[found.selection["run_id"] == column.runs[0]]
            of = rows[["model", "source"]].iloc[0].to_dict()
            beside = partner(of, runs)
            done.append(
                selected(rows.reset_index(drop=True), column, fully[fully["run_id"] == beside],
                         names[beside] if beside else None)
            )  # fmt: skip
    return tuple(done)
