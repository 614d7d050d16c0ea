"""Terms: what relatives are called in Hindi, Tamil and Korean, and what matchers make of it."""

import streamlit as st

from kinlib.ui import (
    links,
    shell,
    terms_cards,
    terms_containment,
    terms_diagram,
    terms_lexicon,
    terms_try,
)

shell.guard()

with st.container(horizontal=True, vertical_alignment="bottom"):
    st.title("Terms", width="stretch")
    terms_lexicon.popover()
terms_lexicon.told()
lexicon = terms_lexicon.chosen()
cards, diagram, containment, message = st.tabs(
    ["Relations", "Diagram", "Containment", "Try it"],
    key=links.SHOW,
    on_change="rerun",
    bind="query-params",
)
if cards.open:
    with cards:
        terms_cards.show(lexicon)
if diagram.open:
    with diagram:
        terms_diagram.show(lexicon)
if containment.open:
    with containment:
        terms_containment.show(lexicon, shell.store())
if message.open:
    with message:
        terms_try.show(lexicon)
