"""Questions: items of a data set with their proofs, its faults, and new data sets built."""

import streamlit as st

from kinlib.results import question_queries
from kinlib.ui import (
    links,
    question_build,
    question_faults,
    question_filters,
    question_table,
    question_view,
    shell,
)

shell.guard()

st.title("Questions")
question_filters.arrive()
browse, check, build = st.tabs(
    [question_filters.BROWSE, question_filters.FAULTS, question_filters.BUILD],
    key=links.SHOW,
    on_change="rerun",
    bind="query-params",
)
store = shell.store()
if build.open:
    with build:
        question_build.show(store)
if browse.open or check.open:
    with browse if browse.open else check:
        sets = question_queries.question_sets(store)
        if sets.empty:
            st.info("No questions are loaded. Build a data set, or load question files: Data page.")
            st.page_link(links.DATA, label="Load questions", icon=":material/database:")
            st.stop()
if check.open:
    with check:
        question_faults.show(store)
if browse.open:
    with browse:
        wanted = question_filters.wanted_items(store)
        total = int(sets.set_index("dataset_id")["items"][wanted.dataset_id])
        ids = question_filters.matching(store, wanted)
        opened = question_table.table(store, wanted, ids, total)
        if opened:
            question_view.show(store, wanted, ids, opened)
