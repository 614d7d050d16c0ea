"""Genealogies: a family drawn, one person looked at."""

import streamlit as st

from kinlib.results import queries
from kinlib.ui import genealogy_view, links, shell

shell.guard()

st.title("Genealogies")
store = shell.store()
known = queries.genealogies(store)
if known.empty:
    st.info("No family is loaded. The Data page takes family trees (Turtle) in.")
    st.page_link(links.DATA, label="Load a family tree", icon=":material/database:")
    st.stop()

with st.container(horizontal=True, vertical_alignment="bottom"):
    chosen = genealogy_view.choose(known)
    genealogy = genealogy_view.load(store, chosen)
    view = genealogy_view.controls(genealogy)
genealogy_view.note(known, chosen)
drawing, panel = st.columns([3, 1], gap="small")
with drawing:
    genealogy_view.draw(genealogy, chosen, view)
with panel:
    genealogy_view.person_panel(genealogy, view)
