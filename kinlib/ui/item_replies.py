"""The replies to one question: a table, the chosen one on the tree, and a model asked now."""

import json

import streamlit as st

from kinlib.reasoning.scoring import STRICT
from kinlib.results import queries
from kinlib.results.filters import VERDICTS
from kinlib.results.question import Question
from kinlib.results.store import Store
from kinlib.ui import ask_now, call, links, reply_on_tree


def show(store: Store, question: Question) -> None:
    """What models have answered so far, judged by our strict scorer, and the way to ask one."""
    item = queries.item(store, question.dataset_id, question.item_id)
    if item is None or item["answer_type"] == "term":
        return
    st.markdown("**Replies to this question**")
    frame = queries.replies_to(store, question.dataset_id, question.item_id, STRICT)
    if frame.empty:
        st.caption("No model has been asked yet.")
    else:
        said = [json.loads(text) if isinstance(text, str) else [] for text in frame["predicted"]]
        chosen = st.dataframe(
            frame.assign(
                said=[", ".join(each) for each in said],
                cause=frame["cause"].fillna(""),
                protocol=frame["protocol"].fillna("not stated"),
            ),
            hide_index=True,
            height="content" if len(frame) < 9 else 320,
            column_order=["verdict", "cause", "outcome", "model", "protocol", "source", "said",
                          "text"],
            column_config={
                "verdict": "Verdict", "outcome": "Outcome", "cause": "Main cause", "model": "Model",
                "protocol": "Protocol", "source": "Source", "said": "Read as",
                "text": st.column_config.TextColumn("Reply", width="large"),
            },
            on_select="rerun",
            selection_mode="single-row",
            selection_default={"selection": {"rows": [0], "columns": [], "cells": []}},
            key=f"replies-to-{question.item_id}",
            alt="Replies to this question; select a row to see it on the tree",
        )  # fmt: skip
        rows = chosen["selection"]["rows"]
        row = frame.iloc[rows[0]] if rows else None
        if row is not None and row["verdict"] in ("right", "wrong"):
            reply = queries.reply(store, str(row["response_id"]), STRICT)
            assert reply is not None
            reply_on_tree.show(store, item, reply, key="item_reply_tree")
            st.page_link(
                links.FAILURES, label="Open this reply in full", icon=":material/rule:",
                query_params=links.failures(
                    reply=str(row["response_id"]), source=str(row["source"]),
                    verdict=list(VERDICTS),
                ),
            )  # fmt: skip
    # What was asked stays in sight when the page is drawn again with the reply.
    asked = call.current("item_ask")
    with st.expander("Ask a model now", icon=":material/chat:", expanded=asked is not None):
        ask_now.show(store, item, "item_ask")
