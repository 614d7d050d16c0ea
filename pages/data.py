"""Data: take files in, see what is there, make the database again."""

import streamlit as st

from kinlib.results import queries
from kinlib.ui import data_intake, shell

shell.guard()

st.title("Data")
store = shell.store()
data_intake.upload(store)
data_intake.loaded(queries.datasets(store), queries.genealogies(store))
data_intake.reports()
data_intake.maintenance(store, queries.troubles(store))
