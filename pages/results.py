"""Results: one row a run, accuracy by hops or category, two papers' tables, controls, figures."""

import streamlit as st

from kinlib.results import queries
from kinlib.ui import control_results, links, reconcile_view, result_tables, shell, term_results

shell.guard()

st.title("Results")
store = shell.store()
with st.container(horizontal=True):
    blanks, scorer = shell.blanks(), shell.scorer()
by_run, paper, terms, controls, published = st.tabs(
    ["Runs", "KinshipQA paper", "Generation benchmark", "Controls", "Published figures"],
    key=links.SHOW, on_change="rerun", bind="query-params",
)  # fmt: skip
if by_run.open:
    with by_run:
        runs = queries.runs(store, blanks, scorer)
        if runs.empty:
            st.info(
                "No model has replied yet. Load result files on the Data page, or ask on Prompt."
            )
            st.page_link(links.DATA, label="Load results", icon=":material/database:")
        else:
            result_tables.runs(runs, blanks)
            st.subheader("Where it goes wrong")
            result_tables.accuracy(store, runs, blanks, scorer)
if paper.open:
    with paper:
        reconcile_view.show(store, blanks, scorer)
if terms.open:
    with terms:
        term_results.show(store, blanks, scorer)
if controls.open:
    with controls:
        control_results.show(store, scorer)
if published.open:
    with published:
        result_tables.published(queries.figures(store))
