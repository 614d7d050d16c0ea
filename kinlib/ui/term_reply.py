"""A reply to a kin-term prompt: its terms marked in the text, and why it fails."""

import json

import pandas as pd
import streamlit as st

from kinlib.figures.marked import key, marked
from kinlib.results.queries import surface
from kinlib.results.store import Store
from kinlib.terms import matching
from kinlib.terms.doubts import UNREVIEWED
from kinlib.terms.lexicon import shipped
from kinlib.terms.relations import relations
from kinlib.ui import links, terms_words
from kinlib.ui.terms_try import found
from kinlib.ui.text import plain


def show(store: Store, row: pd.Series) -> None:
    """The marked text and the surface of a reply of the store; nothing for other benchmarks."""
    if row["answer_type"] != "term" or not isinstance(row["text"], str):
        return
    language, relation = row["language"], row["relation"]
    known = language in terms_words.languages(shipped()) and relation in relations()
    if not (known and row["text"].strip()):
        return
    speaker = str(json.loads(row["attributes"]).get("speaker") or "")
    ours = matching.bounded(row["text"], language, relation, speaker)
    theirs = matching.frozen(row["text"], language, relation, speaker)
    st.markdown("**Terms in it**")
    rows = found(ours, theirs)
    if rows:
        st.html(marked(row["text"], [mark for mark, _ in rows]))
        st.html(
            key(
                [
                    ("accepted", "accepted, as a word"),
                    ("other", "term of another relation"),
                    ("literal", "mere substring: passes the frozen matcher"),
                ]
            )
        )
    else:
        st.caption("No inventory term stands in the reply.")
    for sentence in _sentences(store, row):
        st.markdown(plain(sentence))
    st.page_link(
        links.TERMS,
        label=f"The terms of the {relations()[relation].phrase}",
        icon=":material/translate:",
        query_params={links.RELATION: relation},
    )
    st.caption(UNREVIEWED)


def _sentences(store: Store, row: pd.Series) -> list[str]:
    """Why it fails, which scripts it is in, what it does with an underspecified prompt."""
    told = []
    causes = json.loads(row["causes"]) if isinstance(row["causes"], str) else []
    if causes:
        told.append(f"Why it fails: {'; '.join(causes)}.")
    seen = surface(store, str(row["response_id"]))
    if seen is not None:
        shares = json.loads(seen["shares"])
        letters = ", ".join(f"{name} {count:,}" for name, count in shares.items()) or "none"
        told.append(f"Requested script: {seen['script']}. Letters by script: {letters}.")
        others = json.loads(seen["others"])
        if others:
            told.append(f"Terms of other relations: {', '.join(map(terms_words.phrase, others))}.")
        if isinstance(seen["behaviour"], str):
            readings = ", ".join(json.loads(seen["readings"])) or "none"
            told.append(
                f"The prompt leaves the relation open; the reply: {seen['behaviour']} "
                f"(readings: {readings})."
            )
    return told
