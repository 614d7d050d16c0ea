"""Data: take files in, see what is there and which runs there are, start one."""

import streamlit as st

from kinlib.results import queries
from kinlib.ui import data_intake, links, runs_page, runs_start, shell

shell.guard()

st.title("Data")
store = shell.store()
files, runs, start = st.tabs(
    ["Data sets", "Runs", "Start a run"], key=links.SHOW, on_change="rerun", bind="query-params"
)
if files.open:
    with files:
        data_intake.upload(store)
        data_intake.loaded(queries.datasets(store), queries.genealogies(store))
        data_intake.reports()
        data_intake.maintenance(store, queries.troubles(store))
if runs.open:
    with runs:
        runs_page.show(store)
if start.open:
    with start:
        runs_start.show(store)
