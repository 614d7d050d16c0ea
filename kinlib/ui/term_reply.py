"""A reply to a kin-term prompt or selection item: its terms marked, and why it fails."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
import streamlit as st

from kinlib.figures.marked import key, marked
from kinlib.terms import matching
from kinlib.terms.doubts import UNREVIEWED
from kinlib.terms.lexicon import shipped
from kinlib.terms.relations import relations
from kinlib.terms.scripts import full_name
from kinlib.ui import links, terms_words
from kinlib.ui.terms_try import LEGEND, found
from kinlib.ui.text import plain

Row = Mapping[Any, Any] | pd.Series


def show(item: Row, text: object, causes: Sequence[str], seen: Row | None) -> None:
    """What a reply to an item holds; nothing for items that ask for no kin term.

    Args:
        item: its row, or any row that has the item's columns.
        text: the reply; not a text where there is none.
        causes: why it fails under the chosen matcher, the category first.
        seen: its row of the table surface, if it has one.
    """
    if item["answer_type"] == "option":
        _options(item)
    elif item["answer_type"] == "term" and _is_known(item):
        if isinstance(text, str) and text.strip():
            _terms(item, text)
            for sentence in _sentences(causes, seen):
                st.markdown(plain(sentence))
        _card(item)


def _is_known(item: Row) -> bool:
    return item["language"] in terms_words.languages(shipped()) and item["relation"] in relations()


def _terms(item: Row, text: str) -> None:
    speaker = str(json.loads(item["attributes"]).get("speaker") or "")
    asked = text, str(item["language"]), str(item["relation"]), speaker
    st.markdown("**Terms in it**")
    rows = found(matching.bounded(*asked), matching.frozen(*asked), str(item["relation"]))
    if not rows:
        st.caption("No inventory term stands in the reply.")
        return
    st.html(marked(text, [mark for mark, _ in rows]))
    st.html(key(LEGEND))


def _sentences(causes: Sequence[str], seen: Row | None) -> list[str]:
    """Why it fails, which scripts it is in, what it does with an underspecified prompt."""
    told = [f"Why it fails: {'; '.join(causes)}."] if causes else []
    if seen is None:
        return told
    shares = json.loads(seen["shares"])
    letters = ", ".join(f"{full_name(code)} {count:,}" for code, count in shares.items()) or "none"
    told.append(f"Requested script: {seen['script']}. Letters by script: {letters}.")
    if others := json.loads(seen["others"]):
        told.append(f"Terms of other relations: {', '.join(map(terms_words.phrase, others))}.")
    if isinstance(seen["behaviour"], str):
        readings = ", ".join(json.loads(seen["readings"])) or "none"
        told.append(
            "The prompt leaves the relation open, and the key is one of its readings. "
            f"What the reply does: {seen['behaviour']} (readings taken: {readings})."
        )
    return told


def _options(item: Row) -> None:
    """The terms that a selection item offers, each with the relations it is a term of."""
    told = json.loads(item["attributes"])
    right, terms = json.loads(item["gold"]), told.get("options")
    if not isinstance(terms, list):
        return
    others = {one["form"]: one["relations"] for one in told.get("distractors", ())}
    st.markdown("**Options**")
    for letter, term in zip("ABCDE", terms, strict=False):
        meant = ", ".join(map(terms_words.phrase, others.get(term, ())))
        if letter in right:
            st.markdown(plain(f"{letter}. {term}: the right one"))
        else:
            st.markdown(plain(f"{letter}. {term}" + (f": {meant}" if meant else "")))
    if _is_known(item):
        _card(item)


def _card(item: Row) -> None:
    relation = str(item["relation"])
    st.page_link(
        links.TERMS,
        label=f"The terms of the {relations()[relation].phrase}",
        icon=":material/translate:",
        query_params={links.RELATION: relation},
    )
    st.caption(UNREVIEWED)
