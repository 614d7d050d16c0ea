"""Replies on which the frozen and the bounded matcher disagree, with links to read them in full."""

import json
from collections.abc import Sequence

import pandas as pd
import streamlit as st

from kinlib.results import term_flips
from kinlib.results.filters import LEFT_OUT
from kinlib.results.rows import identifier
from kinlib.results.store import Store
from kinlib.terms.matching import BOUNDED, FROZEN
from kinlib.ui import links, terms_words
from kinlib.ui.text import plain

_MOST = 200
"""Replies in one list."""

_WAYS = {"the frozen one alone": (FROZEN, BOUNDED), "the bounded one alone": (BOUNDED, FROZEN)}


def flips(store: Store) -> None:
    """How often the two matchers disagree on all loaded replies, and on which, either way."""
    st.subheader("On the replies loaded here")
    counts = term_flips.tally(store, FROZEN, BOUNDED)
    if not counts.replies:
        st.caption("No reply to the benchmark's prompts is loaded, so none is touched.")
        st.page_link(links.DATA, label="Load replies", icon=":material/database:")
        return
    st.caption(
        f"Of {counts.replies:,} replies both matchers call {counts.both:,} right and "
        f"{counts.neither:,} wrong; {counts.first_only:,} are right for the frozen one alone and "
        f"{counts.second_only:,} for the bounded one alone, which finds inflected and differently "
        f"encoded forms too, and accepts terms beyond Table 8. {LEFT_OUT}"
    )
    way = st.segmented_control(
        "Right for", list(_WAYS), default="the frozen one alone", required=True,
        key=links.FLIPS, bind="query-params", persist_state="session",
    )  # fmt: skip
    _list(term_flips.flips(store, *_WAYS[str(way)], _MOST))


def touched(
    store: Store, language: str, relations: Sequence[str], forms: Sequence[str], why: str
) -> None:
    """The replies that passed the frozen matcher through these forms, and not the bounded one."""
    st.markdown(f"**{plain(why)}**")
    _list(
        term_flips.flips(
            store, FROZEN, BOUNDED, _MOST, language=language, relations=relations, forms=forms
        )
    )


def _list(frame: pd.DataFrame) -> None:
    """Replies with what the matcher read; a row selected can be opened in full."""
    if frame.empty:
        st.caption("No reply loaded here.")
        return
    ids = [str(each) for each in frame["response_id"]]
    chosen = st.dataframe(
        frame.assign(
            language=[terms_words.language(str(code)) for code in frame["language"]],
            relation=[terms_words.phrase(str(one)) for one in frame["relation"]],
            read=[", ".join(json.loads(str(read))) for read in frame["read_first"]],
            text=[" ".join(str(text).split()) for text in frame["text"]],
        ),
        hide_index=True,
        height="content" if len(frame) < 8 else 300,
        column_order=["model", "language", "relation", "read", "text"],
        column_config={
            "model": st.column_config.TextColumn("Model", width=150),
            "language": st.column_config.TextColumn("Language", width=80),
            "relation": st.column_config.TextColumn("Asked for", width=180),
            "read": st.column_config.TextColumn("Passed with", width=120),
            "text": st.column_config.TextColumn("Reply", width="large"),
        },
        on_select="rerun",
        selection_mode="single-row",
        # The key holds what the rows are, so that a selection never points at other rows.
        key=f"flips-{identifier(ids)}",
        alt="Replies on which the matchers disagree; select a row to open the reply",
    )
    if len(frame) == _MOST:
        st.caption(f"The first {_MOST} are listed.")
    rows = chosen["selection"]["rows"]
    if rows:
        st.page_link(
            links.FAILURES,
            label="Open the reply in full",
            icon=":material/rule:",
            query_params=links.failures(reply=ids[rows[0]]),
        )
