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
from kinlib.results.term_names import shortened
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

_WORDS = ("Place", "Relation", "Note", "Asked", "Language", "Said instead")
"""Columns of words."""

_NAMED = (("Run",), ("First", "Second"), ("Selection run",), ("Generation of",))
"""Columns of runs' names; those that are told apart from each other stand together."""

_HELP = {
    "P": term_lines.P_OF_SELECTION,
    "Agreement, %": term_lines.AGREEMENT,
    "Points": "First less second, a mean over the cells that both have.",
    "P by cells": "Two-sided sign test over cells that differ; not adjusted for the number of "
    "pairs.",
    "Only one right": "Attempts at which only the first run is right / only the second, of those "
    "that both made.",
    "McNemar's p": "Two-sided exact test over attempts; too sure, for attempts at one cell are "
    "alike.",
}
"""What columns mean, by their heads."""

_FROZEN_CHOICE = "frozen, as the paper"
"""What the switch of the page calls the paper's matcher."""

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
    starred = report.verdicts != FROZEN and table in TITLES and table not in _UNJUDGED
    if starred:
        _other_matcher(report, " (selection alone has none)" if table == "3" else "")
    _table(report, column, table, "difference*" if starred else "difference")
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


_UNJUDGED = ("6", "levels")
"""Tables whose printed figures, if any, are of no matcher."""


def _other_matcher(report: TermReport, but: str) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(
            plain(
                f"Difference*: what is printed is of the frozen matcher, what is here of "
                f"{report.verdicts}{but}. So it is of models and of matchers together."
            )
        )
        st.button(
            "Show the frozen verdicts",
            on_click=lambda: st.session_state.update({links.MATCHER: _FROZEN_CHOICE}),
        )


def _table(report: TermReport, column: Column, table: str, difference: str) -> None:
    """One table: of all runs where it has a line a run, else of the chosen column.

    `difference` heads that of what is here less what is printed.
    """
    head, hard = (
        [difference if name == "difference" else name for name in names]
        for names in (term_lines.HEAD, term_lines.DIFFICULT)
    )
    entries = [entry for entry in report.entries if entry.place.table == table]
    beyond: Mapping[str, tuple[_Line, Callable[[], list[_Line]]]] = {
        "selection": (term_lines.SELECTED, lambda: term_lines.selected(report.selections)),
        "repeats": (term_lines.CONSISTENT, lambda: term_lines.consistent(report.consistency)),
        "compared": (term_lines.COMPARED, lambda: term_lines.compared(report.comparisons)),
    }
    if table in beyond:
        names, lines = beyond[table]
        _lines(names, lines(), _BEYOND[table])
        if table == "compared":
            st.caption(term_lines.MATCHED)
        return
    if table in term_lines.BY_RUN:
        rows = term_lines.by_run(report.entries, table)
        if table == "3" and not rows:
            st.info("No run has replies to selection items; the paper's figures stand below.")
            return
        _lines(("run", *head), rows, TITLES[table])
    elif table == "relations":
        rows = term_lines.difficult(report.entries, column)
        _lines(hard, rows, f"{TITLES[table]}, {column.name}")
    else:
        of = (column, OURS) if table == "6" else (column,)
        for one in of:
            rows = [term_lines.shown(entry) for entry in entries if entry.of == one]
            if rows and len(of) > 1:
                st.markdown(f"**{plain(one.name[:1].upper() + one.name[1:])}**")
            _lines(head, rows, f"{TITLES[table]}, {one.name}")


def _lines(head: Sequence[str], rows: Sequence[_Line], alt: str) -> None:
    """A table of texts, numbers to the right."""
    if not rows:
        st.info("No loaded run has what this table is made of.")
        return
    named = [name[:1].upper() + name[1:] or "Place" for name in head]
    shown, told = _short(pd.DataFrame(rows, columns=named))
    runs = [name for group in _NAMED for name in group]
    text = st.column_config.TextColumn
    st.dataframe(
        shown,
        hide_index=True,
        height="content",
        column_config={
            name: text(
                alignment="left" if name in (*_WORDS, *runs) else "right",
                width=_width(shown[name]) if name in runs else None,
                help=_HELP.get(name),
            )
            for name in named
        },
        alt=alt,
    )
    if any(term_lines.WILSON in cell for row in rows for cell in row):
        told.append(term_lines.BY_WILSON)
    if told:
        st.caption(plain(" ".join(told)))


def _short(table: pd.DataFrame) -> tuple[pd.DataFrame, list[str]]:
    """The table with short names of runs, and sentences on what these leave out."""
    told, bare = [], False
    groups = [group for group in _NAMED if group[0] in table]
    for group in groups:
        there = [name for name in group if name in table]
        short = shortened(name for column in there for name in table[column])
        table = table.assign(
            **{column: table[column].map(lambda one, s=short: s.names.get(one, one))
               for column in there}
        )  # fmt: skip
        bare = bare or short.without_provider
        if short.shared:
            of = "All runs" if len(groups) == 1 else group[0]
            told.append(f"{of}: {short.shared}.")
    if bare:
        told.append("Models are named without their providers.")
    return table, told


def _width(names: pd.Series) -> int:
    """Pixels that hold the longest name, within reason."""
    return min(250, 30 + 7 * max(map(len, names)))


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
        ["Right by relation", "Said instead"],
        key=links.PART, on_change="rerun", bind="query-params",
    )  # fmt: skip
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
    chosen = st.segmented_control(
        "Language", words, default=words[0], required=True, key=links.SAID_IN, bind="query-params"
    )
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
            "replies on them (where there is no room, when pointed at), below relatives right of "
            "counted. A reply with terms of several "
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
