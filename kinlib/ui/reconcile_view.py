"""The tab KinshipQA paper of the Results page: that paper's tables beside loaded runs."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from kinlib.results import reconcile_report, reconcile_rows
from kinlib.results.paper_tables import Figure, published
from kinlib.results.queries import Blanks
from kinlib.results.reconcile import Column, worth
from kinlib.results.reconcile_faults import Contradiction, contradictions
from kinlib.results.reconcile_report import Report
from kinlib.results.reconcile_text import NOTES, averaged_runs, printed, shown, title
from kinlib.results.store import Store
from kinlib.ui import address, links
from kinlib.ui.text import plain

_TABLES = ("4", "5", "6", "7", "8", "3")
"""Results first; what the items are comes last."""

_HEADS = {
    "Place": None,
    "Printed": "As the paper has it: Table 4 of the same model, others averaged over its models.",
    "Here": "In brackets the standard deviation over the runs of an average.",
    "Difference": "Here less printed, in points or items.",
    "Right of counted": "A gap has no right ones.",
    "95 % interval": "How it was made, or why there is none, stands below the table.",
    "Egos": "So many people whose kin are asked about, in so many trees.",
    "Worth": "As many independent replies would be as sure: counted, divided by the design effect.",
    "Distinct": "Counted items that are no clones of another: question but for the system's name, "
    "facts or key differ.",
}


def show(store: Store, blanks: Blanks, scorer: str = "") -> None:
    """Printed figures beside those of one run, or of an average of several; contradictions below.

    Raises:
        KinError: a file that ships is missing or damaged.
    """
    there = reconcile_rows.runs(store, scorer)
    wanted: tuple[str, ...] = ()
    usual = reconcile_rows.usual(there)
    if not there.empty:
        ids = [str(run) for run in there["run_id"]]
        names = dict(zip(ids, reconcile_rows.names(there.to_dict("records")), strict=True))
        wanted = address.multiselect(
            "Runs", ids, key=links.RUNS, format_func=lambda run: names[run],
            placeholder=f"{len(usual)} of {len(ids)}: all large ones, no controls",
        )  # fmt: skip
    if not (wanted or usual):
        _published_alone()
        return
    report = _report(store, reconcile_report.stamp(store), wanted, blanks, scorer)
    columns = {"+".join(column.runs): column for column in report.columns}
    with st.container(horizontal=True):
        table = _choose_table()
        of = address.select(
            "Figures of", list(columns), key=links.OF, format_func=lambda one: columns[one].name
        )
    _table(report, columns[str(of)], table)
    _as_printed(report.figures, table)
    faults(report.contradictions)


@st.cache_data(show_spinner="Filling the tables", max_entries=16)
def _report(
    _store: Store, stamp: str, wanted: tuple[str, ...], blanks: Blanks, scorer: str
) -> Report:
    return reconcile_report.report(_store, wanted, blanks, scorer)


def _choose_table() -> str:
    return str(address.select("Table", _TABLES, key=links.TABLE, format_func=title))


def _table(report: Report, column: Column, table: str) -> None:
    cells = [cell for cell in report.cells if (cell.of, cell.place.table) == (column, table)]
    st.dataframe(
        pd.DataFrame([shown(cell) for cell in cells], columns=list(_HEADS)),
        hide_index=True,
        height="content",
        column_config={
            name: st.column_config.TextColumn(
                alignment="left" if name == "Place" else "right", help=told
            )
            for name, told in _HEADS.items()
        },
        alt=f"{title(table)}: printed figures beside those of {column.name}",
    )
    if names := averaged_runs(report, column):
        st.caption(plain(f"Average of {names}."))
    elif table == "4" and column.paper is None:
        st.caption("The paper has no such model; its own stand below.")
    if sentence := worth(report.cells).get(column):
        st.caption(plain(sentence))
    ways = dict.fromkeys(cell.interval for cell in cells if cell.counted)
    st.caption(plain(f"Intervals: {'; '.join(ways) or 'none'}."))
    with st.expander("What is counted, and how"):
        for sentence in (*report.remarks, *NOTES):
            st.markdown(plain(sentence))


def _as_printed(figures: Sequence[Figure], table: str) -> None:
    with st.expander(f"{title(table)}, as printed"):
        _printed(figures, table)


def _printed(figures: Sequence[Figure], table: str) -> None:
    text = st.column_config.TextColumn
    st.dataframe(
        pd.DataFrame(printed(figures, table), columns=["Place", "Printed", "Beside it"]),
        hide_index=True,
        height="content",
        column_config={"Printed": text(alignment="right"), "Beside it": text(alignment="right")},
        alt=f"{title(table)}, as printed",
    )


def _published_alone() -> None:
    st.info(
        "These are the paper's figures alone: no run has scored replies to items of its seven "
        "systems. Load its authors' result files with the data set they belong to, or ask a model "
        "the items of a set that Questions builds."
    )
    st.page_link(links.DATA, label="Load results", icon=":material/database:")
    figures = published()
    _printed(figures, _choose_table())
    faults(contradictions(figures))


def faults(
    listed: Sequence[Contradiction], title: str = "Where the paper contradicts itself or its data"
) -> None:
    """What is wrong in a paper, folded away."""
    with st.expander(f"{title} ({len(listed)})"):
        st.dataframe(
            pd.DataFrame(
                [
                    (one.where, one.printed, one.elsewhere, one.sentence, one.basis)
                    for one in listed
                ],
                columns=["Where", "Printed", "Against it", "What it means", "From"],
            ),
            hide_index=True,
            height="content",
            row_height=130,
            column_config={
                "Where": st.column_config.TextColumn(width=120),
                "Printed": st.column_config.TextColumn(width=250),
                "Against it": st.column_config.TextColumn(width=250),
                "What it means": st.column_config.TextColumn(width=330),
                "From": st.column_config.TextColumn(width=110),
            },
            alt="Contradictions of the paper",
        )
