"""The Prompt page: a model, a prompt, one call, and its reply as it streams in."""

import json
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from kinlib.figures.highlight import raw_text
from kinlib.models import gateway, local, runs
from kinlib.models.reply import Parameters
from kinlib.reasoning import protocols
from kinlib.results import queries
from kinlib.results.filters import VERDICTS
from kinlib.results.rows import Row
from kinlib.results.scores import Scored, scored, scorer_of
from kinlib.results.store import Store
from kinlib.ui import address, call, links, reply_on_tree, term_reply
from kinlib.ui.call import Request

_SLOT = "prompt"
_ITEMS_SHOWN = 400


def form(store: Store) -> Request:
    """Model, prompt and parameters."""
    gateway.warm()
    model = st.selectbox(
        "Model",
        call.MODELS,
        key=links.MODEL,
        bind="query-params",
        accept_new_options=True,
        help="Any litellm name: provider/model. The local model needs no key and no network.",
    )
    model = (model or "").strip()
    if model.startswith("local/") and (missing := local.available()):
        st.warning(missing)
    key = call.api_key(model, _SLOT)
    prompt = _prompt(store)
    return Request(prompt, model, _parameters(), key, call.obstacle(model, prompt.text))


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
    found = queries.items(store, dataset_id, search or "", _ITEMS_SHOWN)
    linked = st.query_params.get(links.ITEM)
    if linked and not search and linked not in set(found["item_id"]):
        # The list is cut; what a link asks for is in it all the same.
        exact = queries.items(store, dataset_id, linked, _ITEMS_SHOWN)
        found = pd.concat([exact[exact["item_id"] == linked], found])
    found = found.set_index("item_id")
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
    call.send(request, _SLOT)


def answer(store: Store) -> None:
    """The reply of the last call, as it streams in."""
    st.subheader("Reply")
    if call.current(_SLOT) is None:
        st.caption("It streams in here, and is kept as an ad hoc reply, apart from all averages.")
    call.follow(_SLOT, partial(_finished, store))


def _finished(store: Store, done: runs.Call) -> None:
    reply = done.reply
    assert reply is not None
    item = queries.item(store, done.prompt.dataset_id, done.prompt.item_id)
    record = {**done.response, "response_id": call.response_of(done)}
    judged = scored(record, dict(item)) if item is not None else Scored([])
    usual = scorer_of(done.prompt.benchmark)
    score = next((row for row in judged.scores if row["scorer"] == usual), None)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.badge(reply.outcome, color="green" if reply.outcome == "answered" else "orange")
        if score:
            st.badge(
                "right" if score["correct"] else "wrong",
                color="green" if score["correct"] else "red",
            )
        st.text(f"{done.model}")
    with st.expander(f"The prompt sent ({done.prompt.item_id or 'no item'})"):
        st.html(raw_text(done.prompt.text))
    if reply.error:
        st.error(reply.error)
    if reply.text:
        st.html(raw_text(reply.text))
    elif reply.outcome == "blank":
        st.caption("The reply is blank.")
    if score and item is not None:
        _judged(store, item, reply.text, score, judged)
    numbers(done)
    st.page_link(
        links.FAILURES,
        label="Open this reply on the Failures page",
        icon=":material/link:",
        query_params=links.failures(
            reply=call.response_of(done), source="ad hoc", verdict=list(VERDICTS)
        ),
    )


def _judged(store: Store, item: pd.Series, text: str, score: Row, judged: Scored) -> None:
    """The key, what every scorer says, and the reply on its proof or with its terms marked."""
    if item["answer_type"] not in ("term", "option"):
        reply_on_tree.show(store, item, score, key="prompt_tree")
        return
    st.text(f"Key: {' or '.join(json.loads(item['gold']))}")
    st.caption(
        "; ".join(
            f"{row['scorer']}: {'right' if row['correct'] else 'wrong'}" for row in judged.scores
        )
    )
    causes = json.loads(score["causes"]) if score["causes"] else []
    term_reply.show(item, text, causes, judged.surface)


def numbers(done: runs.Call) -> None:
    """Time, tokens and cost of a finished call."""
    reply = done.reply
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
