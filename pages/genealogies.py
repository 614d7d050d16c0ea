"""Genealogies: a family drawn, named in seven systems; two people related; kin types computed."""

import streamlit as st

from kinlib.results import queries
from kinlib.ui import (
    calculator,
    compare_view,
    genealogy_export,
    genealogy_findings,
    genealogy_focus,
    genealogy_sources,
    genealogy_view,
    kin_terms,
    links,
    relate_view,
    shell,
    terminology_view,
)

shell.guard()

with st.container(horizontal=True, vertical_alignment="bottom"):
    st.title("Genealogies", width="stretch")
    actions = st.container(horizontal=True, width="content")
family, compare, relate, kin_type, language = st.tabs(
    ["Family", "Compare systems", "Relate two people", "Kin-type calculator", "A language's terms"],
    key=links.SHOW,
    on_change="rerun",
    bind="query-params",
)
if kin_type.open:
    with kin_type:
        calculator.show()
if language.open:
    with language:
        terminology_view.show()
if kin_type.open or language.open:
    st.stop()

store = shell.store()
known = queries.genealogies(store)
if known.empty:
    st.info("No family is loaded. Generate one, or open a family tree from a file.")
    with actions:
        genealogy_sources.buttons(store)
    st.stop()

open_tab = next(tab for tab in (family, compare, relate) if tab.open)
with open_tab:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        chosen = genealogy_view.choose(known)
        genealogy = genealogy_view.load(store, known, chosen)
        view = None if relate.open else genealogy_focus.controls(genealogy, chosen)
    if view is None:
        relate_view.show(genealogy, chosen, genealogy_focus.WHOLE)
    elif compare.open:
        compare_view.show(genealogy, chosen, view)
    else:
        genealogy_sources.told(chosen)
        genealogy_view.note(known, chosen)
        terms = kin_terms.terms_controls()
        with actions:
            genealogy_sources.buttons(store)
            look = genealogy_view.look_of(genealogy, chosen, view, terms)
            genealogy_export.popover(genealogy, chosen, view, look)
        drawing, panel = st.columns([3, 1], gap="small")
        with drawing:
            genealogy_view.draw(genealogy, chosen, view, terms)
        with panel:
            genealogy_view.person_panel(genealogy, view, terms)
        genealogy_findings.show(genealogy, chosen)
