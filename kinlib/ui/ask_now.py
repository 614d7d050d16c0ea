"""Ask a model the open question, here and now, and see its reply on the tree."""

from functools import partial
from typing import Any

import streamlit as st

from kinlib.errors import KinError
from kinlib.figures.highlight import raw_text
from kinlib.models import gateway, runs
from kinlib.models.reply import Parameters
from kinlib.results import queries
from kinlib.results.scores import score_rows
from kinlib.results.store import Store
from kinlib.ui import call, reply_on_tree
from kinlib.ui.prompt_item import row_of
from kinlib.ui.prompt_ways import Asked, Way, can_state_rule, possible, put
from kinlib.ui.text import plain

_TOKENS = {"direct": 128, "chain of thought": 1024, "few-shot": 128}


def show(store: Store, item: Any, slot: str) -> None:
    """Model, protocol, Ask; then the reply with its verdict and cause, drawn.

    Args:
        store: where the item comes from.
        item: the row of the table item.
        slot: names this form on its page.
    """
    row = row_of(item)
    left, right = st.columns([2, 3])
    model = left.selectbox("Model", call.MODELS, key=f"{slot}_model", accept_new_options=True,
                           persist_state="session")  # fmt: skip
    protocol = right.segmented_control(
        "Protocol", possible(row), default="direct", required=True, key=f"{slot}_protocol",
        persist_state="session",
    )  # fmt: skip
    ruled = False
    if can_state_rule(row):
        ruled = st.toggle("State the system's rule", key=f"{slot}_rule",
                          persist_state="session")  # fmt: skip
    model = (model or "").strip()
    key = call.api_key(model, slot)
    benchmark, trouble = queries.benchmark(store, row["dataset_id"]), None
    try:
        asked = put(row, benchmark, Way(protocol=protocol, rule=ruled))
    except KinError as error:
        asked, trouble = Asked(""), str(error)
    prompt = runs.Prompt(asked.text, benchmark, row["dataset_id"], row["item_id"], asked.protocol)
    text = asked.text
    with st.expander("The prompt"):
        st.html(raw_text(text))
    parameters = Parameters(temperature=0.0, max_tokens=_TOKENS[str(protocol)])
    stopped = trouble or call.obstacle(model, text)
    gateway.warm()
    call.send(call.Request(prompt, model, parameters, key, stopped, row), slot, "Ask now")
    last = call.current(slot)
    if last is not None and last.prompt.item_id == row["item_id"]:
        call.follow(slot, partial(_finished, store, item, slot))


def _finished(store: Store, item: Any, slot: str, done: runs.Call) -> None:
    reply = done.reply
    assert reply is not None
    with st.container(horizontal=True, vertical_alignment="center"):
        st.badge(reply.outcome, color="green" if reply.outcome == "answered" else "orange")
        st.text(done.model)
    if reply.error:
        st.error(plain(reply.error))
    if reply.text:
        st.html(raw_text(reply.text))
    record = {**done.response, "response_id": call.response_of(done)}
    for score in score_rows(record, dict(item))[:1]:
        reply_on_tree.show(store, item, score, key=f"{slot}_tree")
    st.caption("Kept as an ad hoc reply, apart from all averages.")
