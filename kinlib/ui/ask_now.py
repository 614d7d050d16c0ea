"""Ask a model the open question, here and now, and see its reply on the tree."""

from functools import partial
from typing import Any

import streamlit as st

from kinlib.errors import KinError
from kinlib.figures.highlight import raw_text
from kinlib.models import gateway, runs
from kinlib.models.reply import Parameters
from kinlib.reasoning import protocols
from kinlib.results import queries
from kinlib.results.question import Question, question_of
from kinlib.results.scores import score_rows
from kinlib.results.store import Store
from kinlib.ui import call, reply_on_tree

_TOKENS = {"direct": 128, "chain of thought": 1024, "few-shot": 128}


def show(store: Store, item: Any, slot: str) -> None:
    """Model, protocol, Ask; then the reply with its verdict and cause, drawn.

    Args:
        store: where the item comes from.
        item: the row of the table item.
        slot: names this form on its page.
    """
    question = question_of(dict(item))
    left, right = st.columns([2, 3])
    model = left.selectbox("Model", call.MODELS, key=f"{slot}_model", accept_new_options=True,
                           persist_state="session")  # fmt: skip
    protocol = right.segmented_control(
        "Protocol", protocols.PROTOCOLS, default="direct", required=True, key=f"{slot}_protocol",
        persist_state="session",
    )  # fmt: skip
    ruled = False
    if question.category == "4":
        ruled = st.toggle("State the system's rule", key=f"{slot}_rule",
                          persist_state="session")  # fmt: skip
    model = (model or "").strip()
    key = call.api_key(model, slot)
    try:
        text, trouble = _prompt(question, item, str(protocol), ruled), None
    except KinError as error:
        text, trouble = "", str(error)
    prompt = runs.Prompt(text, queries.benchmark(store, question.dataset_id), question.dataset_id,
                         question.item_id)  # fmt: skip
    with st.expander("The prompt"):
        st.html(raw_text(text))
    parameters = Parameters(temperature=0.0, max_tokens=_TOKENS[str(protocol)])
    stopped = trouble or call.obstacle(model, text)
    gateway.warm()
    call.send(call.Request(prompt, model, parameters, key, stopped), slot, "Ask now")
    asked = call.current(slot)
    if asked is not None and asked.prompt.item_id == question.item_id:
        call.follow(slot, partial(_finished, store, item, slot))


def _prompt(question: Question, item: Any, protocol: str, ruled: bool) -> str:
    """The question as a protocol puts it; the source's own prompt where it stored one."""
    if isinstance(item["prompt"], str) and protocol == "direct" and not ruled:
        return str(item["prompt"])
    context, text = question.context, protocols.worded(question.text)
    system = question.system or ""
    if ruled:
        context = protocols.with_rule(context, system)
    if protocol == "few-shot":
        known = question.category or ""
        category = int(known) if known.isdecimal() else 1
        return protocols.few_shot(context, text, system, category)
    ask = protocols.chain_of_thought if protocol == "chain of thought" else protocols.direct
    return ask(context, text)


def _finished(store: Store, item: Any, slot: str, done: runs.Call) -> None:
    reply = done.reply
    assert reply is not None
    with st.container(horizontal=True, vertical_alignment="center"):
        st.badge(reply.outcome, color="green" if reply.outcome == "answered" else "orange")
        st.text(done.model)
    if reply.error:
        st.error(reply.error)
    if reply.text:
        st.html(raw_text(reply.text))
    record = {**done.response, "response_id": call.response_of(done)}
    for score in score_rows(record, dict(item))[:1]:
        reply_on_tree.show(store, item, score, key=f"{slot}_tree")
    st.caption("Kept as an ad hoc reply, apart from all averages.")
