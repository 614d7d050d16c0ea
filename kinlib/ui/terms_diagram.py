"""The tab Diagram of the Terms page: several languages' terms on one diagram of the relations."""

import pandas as pd
import streamlit as st

from kinlib.figures.term_diagram import Tongue, Word, term_diagram
from kinlib.kinship.kintype import EgoSex
from kinlib.terms.current import Age, Sex, current, disputed, shared
from kinlib.terms.lexicon import Lexicon
from kinlib.terms.relations import relations
from kinlib.ui import address, links, terms_cards, terms_words
from kinlib.ui.address import changed

_AGES: dict[str, Age] = {"left open": "", "elder": "elder", "younger": "younger"}
_MOST = 3
"""Languages on one diagram."""
_FOREIGN: dict[Sex, str] = {"male": "wife", "female": "husband"}


def show(lexicon: Lexicon) -> None:
    """Languages, ego's sex and the age left open; the diagram; the card of a relative chosen."""
    codes = terms_words.languages(lexicon)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        several = address.multiselect(
            "Languages", codes, key=links.TONGUE, format_func=terms_words.language,
            placeholder="All" if len(codes) <= _MOST else f"The first {_MOST}", width=330,
            max_selections=_MOST,
        )  # fmt: skip
        ego = st.segmented_control(
            "Ego", ["man", "woman"], default="man", required=True, key=links.SAID_BY,
            bind="query-params", persist_state="session",
            help="Who speaks: Korean has other words for a woman's elder brother, Tamil for a "
            "man's sister's children, and only a woman has a husband's sister.",
        )  # fmt: skip
        age = st.segmented_control(
            "Age where the relation leaves it open", list(_AGES), default="left open",
            required=True, key=links.AGE, bind="query-params", persist_state="session",
            help="Of the sibling in the middle: the mother's sister older or younger than the "
            "mother, the wife's brother older or younger than the wife.",
        )  # fmt: skip
    sex: Sex = "male" if ego == "man" else "female"
    letter: EgoSex = "m" if ego == "man" else "f"
    shown = several or codes[:_MOST]
    tongues = [_tongue(lexicon, code, sex, _AGES[str(age)]) for code in shown]
    dark = st.context.theme.type == "dark"
    chosen = st.plotly_chart(
        term_diagram(tongues, ego=letter, dark=dark),
        key="terms_diagram",
        config={"displayModeBar": False},
        on_select="rerun",
        selection_mode="points",
    )
    st.caption(
        "The lexicon's keys as this speaker says them; where it has none for this speaker, sure "
        "terms beyond them."
        + " Sure terms for the chosen age stand first; a key that names no age stays behind them."
        * (age != "left open")
        + " Click a relative or a term: its card opens, and stays below the diagram."
    )
    _card(lexicon, [str(point["customdata"]) for point in chosen["selection"]["points"]])
    _data(tongues)


def _tongue(lexicon: Lexicon, code: str, sex: Sex, age: Age) -> Tongue:
    return Tongue(
        terms_words.language(code),
        {
            relation.kin_type: [
                Word(form.form, disputed(form))
                for form in current(lexicon, relation.id, code, sex, age)
            ]
            for relation in relations().values()
            if relation.perspective != _FOREIGN[sex]
        },
        shared(lexicon, code),
    )


def _card(lexicon: Lexicon, kin_types: list[str]) -> None:
    """The card of the relative clicked last, until another is clicked."""
    known = {relation.kin_type: relation.id for relation in relations().values()}
    picked = next((known[one] for one in kin_types if one in known), "")
    if changed("relative on the terms diagram", picked) and picked:
        st.query_params[links.RELATION] = picked
        _dialog(lexicon, picked)
    relation = st.query_params.get(links.RELATION, "")
    if relation in relations():
        terms_cards.card(lexicon, relation)


@st.dialog("Terms of the relative", width="large")
def _dialog(lexicon: Lexicon, relation: str) -> None:
    """The card in view at once: the diagram is taller than the window."""
    terms_cards.card(lexicon, relation)


def _data(tongues: list[Tongue]) -> None:
    with st.expander("Show data"):
        st.dataframe(
            pd.DataFrame(
                [
                    {"Relation": terms_words.relation(relation.id)}
                    | {
                        tongue.name: " / ".join(w.text for w in tongue.words[relation.kin_type])
                        for tongue in tongues
                    }
                    for relation in relations().values()
                    if relation.kin_type in tongues[0].words
                ]
            ),
            hide_index=True,
            height="content",
            alt="Terms of the diagram by relation",
        )
