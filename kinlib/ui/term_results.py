"""The tab Generation benchmark of the Results page: that paper's tables beside loaded runs."""

from collections.abc import Callable, Mapping, Sequence

import pandas as pd
import streamlit as st

from kinlib.figures.confusion import MOST, Flow, confusion
from kinlib.figures.difficulty import Share, difficulty
from kinlib.results import term_lines, term_report, term_rows
from kinlib.results.filters import apart
from kinlib.results.queries import Blanks
from kinlib.results.reconcile import Column
from kinlib.results.reconcile_report import stamp
from kinlib.results.reconcile_rows import names
from kinlib.results.store import Store
from kinlib.results.term_figures import PRINTED_ORDER, TITLES
from kinlib.results.term_report import TermReport
from kinlib.results.term_tables import OURS
from kinlib.terms.matching import BOUNDED, FROZEN, MATCHERS
from kinlib.terms.relations import LANGUAGES, relations
from kinlib.ui import address, links
from kinlib.ui.reconcile_view import faults
from kinlib.ui.text import plain

_BEYOND = {
    "selection": "Selection, run by run",
    "repeats": "Repeated attempts at one prompt",
    "compared": "Runs compared on the L3 cells they share",
}
"""Tables that the paper does not have."""

_FAULTS = "Where the paper contradicts itself, and what it does not print"

_WORDS: Mapping[str, int | None] = {
    **dict.fromkeys(("Place", "Relation", "Note", "Asked", "Language", "Said instead"), None),
    **dict.fromkeys(("Run", "First", "Second", "Selection run", "Generation of"), 250),
}
"""Columns of words, with the width of those whose names are long."""

_Line = tuple[str, ...]


def show(store: Store, blanks: Blanks, scorer: str = "") -> None:
    """Printed figures beside those of runs, hard relations, what is said instead, contradictions.

    Verdicts are those of the kin-term matcher that `scorer` names, of the bounded one where it
    names none.

    Raises:
        KinError: a file that ships is missing or damaged.
    """
    wanted = _choose_runs(term_rows.runs(store))
    report = _report(store, stamp(store), wanted, blanks, _matcher(scorer))
    columns = {"+".join(column.runs): column for column in report.columns}
    if not columns:
        _published_alone(report)
        return
    titles = {**TITLES, **_BEYOND}
    with st.container(horizontal=True):
        table = str(address.select("Table", list(titles), key=links.TABLE,
                                   format_func=titles.__getitem__))  # fmt: skip
        of = address.select(
            "Figures of", list(columns), key=links.OF, format_func=lambda one: columns[one].name
        )
    column = columns[str(of)]
    _table(report, column, table)
    alike = "" if report.verdicts == FROZEN else " (the printed ones are the frozen matcher's)"
    st.caption(
        plain(
            f"Verdicts of {report.verdicts}{alike}. No native speaker has reviewed the accepted "
            "terms. Several runs of one source are pooled, never measured and imported ones "
            "together."
        )
    )
    _notes(report)
    if table in TITLES and table != "levels":
        with st.expander(f"{TITLES[table]}, as printed"):
            _printed(report, table)
    _relations(report, column)
    faults(report.contradictions, _FAULTS)


def _choose_runs(there: pd.DataFrame) -> tuple[str, ...]:
    if there.empty:
        return ()
    ids = [str(run) for run in there["run_id"]]
    named = dict(zip(ids, names(there.to_dict("records")), strict=True))
    usual = len(term_rows.chosen(there, ()))
    return address.multiselect(
        "Runs", ids, key=links.RUNS, format_func=named.__getitem__,
        placeholder=f"{usual} of {len(ids)}: all large ones, no controls",
    )  # fmt: skip


def _matcher(scorer: str) -> str:
    """The matcher among the scorers that the page's switch names."""
    return next((matcher for matcher in MATCHERS if matcher in apart(scorer)), BOUNDED)


@st.cache_data(show_spinner="Filling the tables", max_entries=16)
def _report(
    _store: Store, stamp: str, wanted: tuple[str, ...], blanks: Blanks, matcher: str
) -> TermReport:
    return term_report.report(_store, wanted, blanks, matcher)


def _table(report: TermReport, column: Column, table: str) -> None:
    """One table: of all runs where it has a line a run, else of the chosen column."""
    entries = [entry for entry in report.entries if entry.place.table == table]
    beyond: Mapping[str, tuple[_Line, Callable[[], list[_Line]]]] = {
        "selection": (term_lines.SELECTED, lambda: term_lines.selected(report.selections)),
        "repeats": (term_lines.CONSISTENT, lambda: term_lines.consistent(report.consistency)),
        "compared": (term_lines.COMPARED, lambda: term_lines.compared(report.comparisons)),
    }
    if table in beyond:
        head, lines = beyond[table]
        _lines(head, lines(), _BEYOND[table])
        if table == "compared":
            st.caption(term_lines.MATCHED)
        return
    if table in term_lines.BY_RUN:
        rows = term_lines.by_run(report.entries, table)
        if table == "3" and not rows:
            st.info("No run has replies to selection items; the paper's figures stand below.")
            return
        _lines(("run", *term_lines.HEAD), rows, TITLES[table])
    elif table == "relations":
        rows = term_lines.difficult(report.entries, column)
        _lines(term_lines.DIFFICULT, rows, f"{TITLES[table]}, {column.name}")
    else:
        of = (column, OURS) if table == "6" else (column,)
        for one in of:
            rows = [term_lines.shown(entry) for entry in entries if entry.of == one]
            if rows and len(of) > 1:
                st.markdown(f"**{plain(one.name[:1].upper() + one.name[1:])}**")
            _lines(term_lines.HEAD, rows, f"{TITLES[table]}, {one.name}")


def _lines(head: Sequence[str], rows: Sequence[_Line], alt: str) -> None:
    """A table of texts, numbers to the right."""
    if not rows:
        st.info("No loaded run has what this table is made of.")
        return
    named = [name[:1].upper() + name[1:] or "Place" for name in head]
    text = st.column_config.TextColumn
    st.dataframe(
        pd.DataFrame(rows, columns=named),
        hide_index=True,
        height="content",
        column_config={
            name: text(alignment="left" if name in _WORDS else "right", width=_WORDS.get(name))
            for name in named
        },
        alt=alt,
    )


def _notes(report: TermReport) -> None:
    with st.expander("What is counted, and how"):
        for sentence in (*report.remarks, *term_lines.NOTES):
            st.markdown(plain(sentence))


def _printed(report: TermReport, table: str) -> None:
    rows = term_lines.printed(report.figures, table)
    _lines(term_lines.PRINTED, rows, f"{TITLES[table]}, as printed")


def _relations(report: TermReport, column: Column) -> None:
    """Hard relations, and the terms of others that stand in their place."""
    st.subheader("Which relations are hard, and what is said instead")
    hard, instead = st.tabs(
        ["Right by relation", "Said instead"], key="relations shown", on_change="rerun"
    )
    if hard.open:
        with hard:
            _hard(report, column)
    if instead.open:
        with instead:
            _instead(report, column)


def _hard(report: TermReport, column: Column) -> None:
    shares = [
        Share(
            relations()[entry.place.relation].phrase, LANGUAGES[entry.place.language].name,
            entry.right or 0, entry.counted,
        )
        for entry in report.entries
        if (entry.of, entry.place.table) == (column, "relations") and entry.place.language
    ]  # fmt: skip
    if not any(share.counted for share in shares):
        st.info("No fully specified prompt has a counted reply.")
        return
    st.plotly_chart(difficulty(shares), key="difficulty", config={"displaylogo": False})
    st.caption(
        plain(
            f"{column.name}, L3. A dot is one cell (in Korean at times two, by speaker): right of "
            "counted attempts, which are alike, so there are no intervals. The table “Section 4.2. "
            "L3 accuracy by relation” has the numbers."
        )
    )


def _instead(report: TermReport, column: Column) -> None:
    arrows = [arrow for arrow in report.arrows if arrow.of == column]
    spoken = [code for code in PRINTED_ORDER if any(arrow.language == code for arrow in arrows)]
    if not arrows:
        st.info("No failing reply holds a term of another relation.")
        return
    words = ["All languages", *(LANGUAGES[code].name for code in spoken)]
    chosen = st.segmented_control("Language", words, default=words[0], required=True, key="said in")
    code = "" if chosen == words[0] else spoken[words.index(str(chosen)) - 1]
    arrows = [arrow for arrow in arrows if code in ("", arrow.language)]
    flows: dict[tuple[str, str], int] = {}
    known = relations()
    for arrow in arrows:
        ends = known[arrow.asked].kin_type, known[arrow.said].kin_type
        flows[ends] = flows.get(ends, 0) + arrow.replies
    told = {
        known[entry.place.relation].kin_type: f"{entry.right} of {entry.counted}"
        for entry in report.entries
        if (entry.of, entry.place.table, entry.place.language) == (column, "relations", code)
        and entry.counted
    }
    st.plotly_chart(
        confusion(
            [Flow(*ends, replies) for ends, replies in flows.items()], told,
            dark=st.context.theme.type == "dark",
        ),
        key="confusion",
        config={"displayModeBar": False},
    )  # fmt: skip
    st.caption(
        plain(
            f"From the relative asked for to the one whose term stands in failing L3 replies of "
            f"{column.name}; the {min(MOST, len(flows))} most frequent of {len(flows)} arrows, "
            "replies on them, below relatives right of counted. A reply with terms of several "
            "relations, or a term that several share, counts for each: another term may stand in a "
            "reply for good reasons."
        )
    )
    with st.expander("Show data"):
        most = sorted(arrows, key=lambda arrow: -arrow.replies)
        _lines(term_lines.SAID, term_lines.said_instead(most), "What is said instead")


def _published_alone(report: TermReport) -> None:
    st.info(
        "These are the paper's figures alone: no run has replies to kin-term prompts. Load result "
        "files, or ask a model the prompts that “python -m kinlib prompts” makes."
    )
    st.page_link(links.DATA, label="Load results", icon=":material/database:")
    tables = {table: title for table, title in TITLES.items() if table != "levels"}
    table = address.select("Table", list(tables), key=links.TABLE, format_func=tables.__getitem__)
    _printed(report, str(table))
    if table == "6":
        st.markdown("**Our own prompts**")
        rows = [term_lines.shown(entry) for entry in report.entries if entry.of == OURS]
        _lines(term_lines.HEAD, rows, f"{TITLES['6']}, of our own prompts")
    faults(report.contradictions, _FAULTS)
