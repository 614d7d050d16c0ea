"""The Prompt page: a model, a prompt, one call, and its reply as it streams in."""

import json
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd
import streamlit as st
from streamlit.errors import StreamlitSecretNotFoundError

from kinlib.figures.highlight import raw_text
from kinlib.models import gateway, local, runs
from kinlib.models.reply import Parameters
from kinlib.reasoning import protocols
from kinlib.results import queries
from kinlib.results.filters import VERDICTS
from kinlib.results.rows import response_id
from kinlib.results.scores import score_rows
from kinlib.results.store import Store
from kinlib.ui import address, links

LOCAL = "local/smollm2-135m"

_MODELS = (
    LOCAL,
    "ollama/llama3.2",
    "openai/gpt-4o-mini",
    "anthropic/claude-haiku-4-5",
    "gemini/gemini-2.5-flash",
    "openrouter/z-ai/glm-5.1",
)
"""Suggestions only; any name that litellm knows can be typed."""

_CALL, _VISIT, _NUMBER = "prompt_call", "prompt_visit", "prompt_number"
_ITEMS_SHOWN = 200


@dataclass(frozen=True)
class Request:
    """What the form holds at this moment."""

    prompt: runs.Prompt
    model: str
    parameters: Parameters
    api_key: str | None
    obstacle: str | None


def form(store: Store) -> Request:
    """Model, prompt and parameters."""
    gateway.warm()
    model = st.selectbox(
        "Model",
        _MODELS,
        key=links.MODEL,
        bind="query-params",
        accept_new_options=True,
        help="Any litellm name: provider/model. The local model needs no key and no network.",
    )
    model = (model or "").strip()
    obstacle = local.available() if model.startswith("local/") else None
    if obstacle:
        st.warning(obstacle)
    api_key = None if model.startswith("local/") else _key(model)
    prompt = _prompt(store)
    parameters = _parameters()
    if not model:
        obstacle = "Choose a model."
    elif not prompt.text.strip():
        obstacle = obstacle or "Write a prompt."
    return Request(prompt, model, parameters, api_key, obstacle)


def _key(model: str) -> str | None:
    typed = st.text_input(
        "API key, for this visit only",
        type="password",
        key="api_key",
        autocomplete="off",
        placeholder="Empty: from the environment or .streamlit/secrets.toml",
        help="It is sent to the provider and nowhere else: never stored, logged or shown.",
        persist_state="session",
    )
    key = (typed or "").strip() or None
    # Asking which key a model needs loads litellm, so it waits until that has happened anyway.
    if model and not key and gateway.is_loaded():
        missing = gateway.missing_keys(model, _secrets())
        if missing:
            st.caption(f"No key found: set {' or '.join(missing)}, or type one here.")
    return key


def _prompt(store: Store) -> runs.Prompt:
    datasets = queries.datasets(store)
    datasets = datasets[datasets["items"] > 0].set_index("dataset_id")
    chosen = address.select(
        "Take an item from",
        list(datasets.index),
        format_func=lambda key: str(datasets.loc[key, "name"]),
        key=links.DATASET,
        optional=True,
        placeholder="No item: write a prompt of your own",
    )
    item = _item(store, str(chosen)) if chosen else None
    if item is None:
        text = st.text_area("Prompt", key="prompt_free", height=220, persist_state="session")
        return runs.Prompt(text or "")
    sent = item["prompt"]
    if not isinstance(sent, str):
        context = item["context"] if isinstance(item["context"], str) else None
        sent = protocols.direct(context, protocols.worded(str(item["question"])))
        st.caption(
            "The source stores no prompt; this one is made here from question and context with "
            "the direct protocol."
        )
        if bool(item["context_cut"]):
            st.warning("The source cut this context: it may not hold the answer.")
    key = f"prompt_{item['dataset_id']}_{item['item_id']}"
    text = st.text_area("Prompt", value=sent, key=key, height=260, persist_state="session") or ""
    # An edited prompt is no longer the item's: its key would judge another question.
    if text != sent:
        st.caption("Edited: the reply will not be scored against the item.")
        return runs.Prompt(text)
    return runs.Prompt(text, str(item["benchmark"]), str(item["dataset_id"]), str(item["item_id"]))


def _item(store: Store, dataset_id: str) -> pd.Series | None:
    search = st.text_input("Search its items", key="item_search", icon=":material/search:")
    found = queries.items(store, dataset_id, search or "", _ITEMS_SHOWN).set_index("item_id")
    if found.empty:
        st.info("No item holds that text.")
        return None
    ids = list(found.index)
    chosen = address.select(
        f"Item ({len(ids)} shown)" if len(ids) == _ITEMS_SHOWN else "Item",
        ids,
        format_func=lambda key: f"{key}: {found.loc[key, 'question']!s}",
        key=links.ITEM,
    )
    return found.reset_index().iloc[ids.index(str(chosen))]


def _parameters() -> Parameters:
    keep: dict[str, Any] = {"persist_state": "session"}
    one, two, three, four = st.columns(4)
    temperature = one.number_input("Temperature", 0.0, 2.0, 0.0, 0.1, key="temperature", **keep)
    top_p = two.number_input("Top-p", 0.01, 1.0, 1.0, 0.05, key="top_p", **keep)
    limit = three.number_input("Max tokens", 1, 32_768, 256, 64, key="max_tokens", **keep)
    seed = four.number_input("Seed", 0, 2**31 - 1, None, 1, key="seed", placeholder="none", **keep)
    return Parameters(
        temperature=float(temperature),
        top_p=float(top_p),
        max_tokens=int(limit),
        seed=None if seed is None else int(seed),
    )


def send(request: Request) -> None:
    """Send and Stop."""
    call: runs.Call | None = st.session_state.get(_CALL)
    running = call is not None and call.running
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            "Send", type="primary", icon=":material/send:", key="send",
            disabled=running or request.obstacle is not None,
            on_click=_send, args=(request,),
        )  # fmt: skip
        if running and call is not None:
            st.button("Stop", icon=":material/stop:", key="stop", on_click=call.cancel)
        elif request.obstacle:
            st.caption(request.obstacle)


def answer(store: Store) -> None:
    """The reply of the last call, as it streams in."""
    st.subheader("Reply")
    call: runs.Call | None = st.session_state.get(_CALL)
    if call is None:
        st.caption("It streams in here, and is kept as an ad hoc reply, apart from all averages.")
        return
    # Polling in a fragment: the call lives in a thread of its own, so no rerun repeats it.
    st.fragment(_follow, run_every=0.3 if call.running else None)(store, call)


def _send(request: Request) -> None:
    current: runs.Call | None = st.session_state.get(_CALL)
    if current is not None and current.running:
        return
    visit = st.session_state.setdefault(_VISIT, uuid.uuid4().hex)
    number = st.session_state.get(_NUMBER, 0) + 1
    st.session_state[_NUMBER] = number
    st.session_state[_CALL] = runs.send(
        visit, number, request.prompt, request.model, request.parameters,
        api_key=request.api_key, secrets=_secrets(),
    )  # fmt: skip


def _secrets() -> Mapping[str, str]:
    try:
        return {key: value for key, value in st.secrets.items() if isinstance(value, str)}
    except StreamlitSecretNotFoundError:
        return {}


_SHOWN_RUNNING = "prompt_shown_running"


def _follow(store: Store, call: runs.Call) -> None:
    if call.running:
        st.session_state[_SHOWN_RUNNING] = True
        with st.container(horizontal=True):
            st.badge("running", icon=":material/hourglass_top:", color="blue")
        st.html(raw_text(call.text) if call.text else "<p>Waiting for the first word …</p>")
        return
    if st.session_state.pop(_SHOWN_RUNNING, False):
        # The whole page once more: Send comes back, Stop goes, polling ends.
        st.rerun()
    if call.trouble:
        st.error(call.trouble)
        return
    _finished(store, call)


def _finished(store: Store, call: runs.Call) -> None:
    reply = call.reply
    assert reply is not None
    item = queries.item(store, call.prompt.dataset_id, call.prompt.item_id)
    record = {**call.response, "response_id": _response_id(call)}
    scores = score_rows(record, dict(item)) if item is not None else []
    score = scores[0] if scores else None
    with st.container(horizontal=True, vertical_alignment="center"):
        st.badge(reply.outcome, color="green" if reply.outcome == "answered" else "orange")
        if score:
            st.badge(
                "right" if score["correct"] else "wrong",
                color="green" if score["correct"] else "red",
            )
        st.text(f"{call.model}")
    with st.expander(f"The prompt sent ({call.prompt.item_id or 'no item'})"):
        st.html(raw_text(call.prompt.text))
    if reply.error:
        st.error(reply.error)
    if reply.text:
        st.html(raw_text(reply.text))
    elif reply.outcome == "blank":
        st.caption("The reply is blank.")
    if score and item is not None:
        gold = json.loads(item["gold"])
        st.text(f"Key: {(' or ' if item['answer_type'] == 'term' else ', ').join(gold)}")
    _numbers(call)
    st.page_link(
        links.FAILURES,
        label="Open this reply on the Failures page",
        icon=":material/link:",
        query_params=links.failures(
            reply=_response_id(call), source="ad hoc", verdict=list(VERDICTS)
        ),
    )


def _response_id(call: runs.Call) -> str:
    record = call.response
    return response_id(record["run_id"], record["item_id"], record["repeat"])


def _numbers(call: runs.Call) -> None:
    reply = call.reply
    assert reply is not None
    with st.container(horizontal=True):
        for label, value in (
            ("Seconds", f"{reply.seconds:.2f}"),
            ("First word, s", _known(reply.first_token_seconds, "{:.2f}")),
            ("Prompt tokens", _known(reply.prompt_tokens, "{:,}")),
            ("Reply tokens", _known(reply.completion_tokens, "{:,}")),
            ("Cost, US$", _known(reply.cost, "{:.5f}")),
        ):
            st.metric(label, value)
    if reply.finish_reason:
        st.caption(f"Finish reason: {reply.finish_reason}")
    if reply.dropped:
        st.caption(f"Not taken by this model, so not sent: {', '.join(reply.dropped)}.")


def _known(value: float | int | None, pattern: str) -> str:
    return "unknown" if value is None else pattern.format(value)
