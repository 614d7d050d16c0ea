"""Failures: filter replies, read one in full."""

import streamlit as st

from kinlib.results import queries
from kinlib.ui import filter_bar, links, reply_view, shell

shell.guard()

st.title("Failures")
store = shell.store()
runs = queries.run_names(store)
if not runs:
    st.info("There are no replies yet. Load result files on the Data page, or ask on Prompt.")
    st.page_link(links.DATA, label="Load results", icon=":material/database:")
    st.stop()

scorer = shell.scorer()
wanted = filter_bar.filter_bar(queries.choices(store, scorer), runs, scorer)
total = queries.count_replies(store, wanted)
opened = reply_view.table(store, wanted, total, runs)
if opened:
    reply_view.show(store, wanted, total, opened)
