"""A table of replies, and one reply in full."""

import json
from collections.abc import Mapping
from urllib.parse import urlencode, urlsplit, urlunsplit

import pandas as pd
import streamlit as st

from kinlib.figures.highlight import raw_text
from kinlib.results import queries
from kinlib.results.filters import Filter, condition
from kinlib.results.rows import identifier
from kinlib.results.store import Store
from kinlib.terms.doubts import UNREVIEWED
from kinlib.ui import ask_now, links, reply_on_tree, term_reply, terms_words
from kinlib.ui.address import changed
from kinlib.ui.text import plain

_FEW = 8  # rows up to which a table is as high as they are
ROWS = 50
"""Replies on one page of the table."""

_VERDICT_COLOURS = {"right": "green", "wrong": "red", "blank": "gray", "not scored": "gray"}


def table(store: Store, wanted: Filter, total: int, runs: Mapping[str, str]) -> str | None:
    """One page of the replies under a filter; gives the id of the open one.

    The open reply is kept by its id in the address, so that a filter never opens another row.
    """
    sentence = condition(wanted, runs).sentence
    st.caption(f"**{total:,} replies.** Filter: {plain(sentence)}.")
    if changed("filter", sentence, first=sentence):
        st.session_state[links.PAGE] = 1
    if not total:
        st.info("No reply passes this filter. Take a value out of it, or clear the search.")
        return st.query_params.get(links.REPLY)
    opened = st.query_params.get(links.REPLY, "")
    turned_to = changed("reply opened", opened)
    page = _page(store, wanted, total, opened if turned_to else "")
    frame = queries.replies(store, wanted, ROWS, (page - 1) * ROWS)
    ids = [str(each) for each in frame["response_id"]]
    shown = frame.assign(
        gold=[
            _key(gold, answer_type)
            for gold, answer_type in zip(frame["gold"], frame["answer_type"], strict=True)
        ],
        text=[_one_line(text) for text in frame["text"]],
        **{name: frame[name].fillna("") for name in ("category", "system")},
        language=[terms_words.language(str(code)) for code in frame["language"].fillna("")],
        cause=frame["cause"].fillna(""),
        question=[_one_line(text) for text in frame["question"]],
    )
    used = [
        name for name in ("hops", "category", "system", "language") if frame[name].notna().any()
    ]
    # The key holds what the rows are, so that a selection never points at other rows.
    key = f"replies-{identifier(ids)}"
    if turned_to and opened in ids:
        # Opened by a link or by Previous and Next: the table marks that row too.
        rows = {"rows": [ids.index(opened)], "columns": [], "cells": []}
        st.session_state[key] = {"selection": rows}
        changed("reply chosen", opened)
    chosen = st.dataframe(
        shown,
        hide_index=True,
        height=320 if len(shown) > _FEW else "content",
        column_order=["verdict", "cause", "model", *used, "question", "gold", "text"],
        column_config={
            "verdict": st.column_config.TextColumn("Verdict", width="small"),
            "cause": st.column_config.TextColumn("Main cause", width=150),
            "model": st.column_config.TextColumn("Model"),
            **{name: st.column_config.Column(name.capitalize(), width="small") for name in used},
            "question": st.column_config.TextColumn("Question", width="medium"),
            "gold": st.column_config.TextColumn("Gold answer", width="medium"),
            "text": st.column_config.TextColumn("Reply", width="large"),
        },
        on_select="rerun",
        selection_mode="single-row",
        key=key,
        alt="Replies under the filter; select a row to open it",
    )
    rows_chosen = chosen["selection"]["rows"]
    choice = ids[rows_chosen[0]] if rows_chosen else ""
    other_rows = changed("table of replies", key)
    if changed("reply chosen", choice) and (choice or not other_rows):
        # A row that is taken back closes the reply; a page turned leaves it open.
        changed("reply opened", choice)
        opened = choice
        if choice:
            st.query_params[links.REPLY] = choice
        else:
            st.query_params.pop(links.REPLY, None)
    if not opened:
        st.caption("Select a row to read the reply in full.")
    if frame["answer_type"].isin(["term", "option"]).any():
        st.caption(UNREVIEWED)
    return opened or None


def _key(gold: object, answer_type: object) -> str:
    """The right answer; of a relation the first of the texts that are right."""
    answers = json.loads(gold) if isinstance(gold, str) else []
    return ", ".join(answers[:1] if answer_type == "relation" else answers)


def _page(store: Store, wanted: Filter, total: int, turn_to: str) -> int:
    pages = -(-total // ROWS)
    if turn_to:
        _, _, place = queries.neighbours(store, wanted, turn_to)
        if place:
            st.session_state[links.PAGE] = (place - 1) // ROWS + 1
    if st.session_state.get(links.PAGE, 1) > pages:
        st.session_state[links.PAGE] = pages
    return st.pagination(pages, key=links.PAGE, bind="query-params") if pages > 1 else 1


def show(store: Store, wanted: Filter, total: int, response_id: str) -> None:
    """One reply: where it stands, its key, its text as received, its prompt, its numbers."""
    row = queries.reply(store, response_id, wanted.scorer)
    if row is None:
        st.warning(
            f"The link opens the reply {plain(response_id)}, which is not loaded here. "
            "Choose one in the table, or import the run it belongs to."
        )
        return
    _steps(store, wanted, total, response_id)
    verdict = str(row["verdict"])
    with st.container(border=True):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.badge(verdict, color=_VERDICT_COLOURS.get(verdict, "orange"))  # type: ignore[arg-type]
            if row["outcome"] == "truncated":
                st.badge("truncated", color="orange")
            st.text(f"{row['model']} · {_or(row['dataset'], 'free prompt')} · "
                    f"{_or(row['item_id'], 'no item')} · {row['source']}")  # fmt: skip
        left, right = st.columns(2, gap="medium")
        with left:
            _reply(row)
        with right:
            _asked(row)
        _on_the_tree(store, row)
        term_reply.show(row, row["text"], _list(row["causes"]), queries.surface(store, response_id))
        _numbers(row)
        _verdicts(store, response_id)
    with st.expander("Link to this reply"):
        st.code(_permalink(response_id), language=None)


def _on_the_tree(store: Store, row: pd.Series) -> None:
    """A reasoning reply on its proof, with its cause; and the same question asked now."""
    if row["benchmark"] != "kinshipqa" or not isinstance(row["item_id"], str):
        return
    item = queries.item(store, row["dataset_id"], row["item_id"])
    if item is None:
        return
    st.markdown("**On the tree**")
    if _is_scored(row):
        reply_on_tree.show(store, item, row, key="reply_tree", headed=False)
    else:
        st.caption("There is no answer to draw.")
    with st.expander("Ask a model this question now", icon=":material/chat:"):
        ask_now.show(store, item, "failures_ask")
    st.page_link(
        links.QUESTIONS,
        label="Open the question",
        icon=":material/quiz:",
        query_params={links.SET: str(row["dataset_id"]), links.ITEM: str(row["item_id"])},
    )


def _verdicts(store: Store, response_id: str) -> None:
    """What each scorer makes of the reply, where there are several."""
    frame = queries.verdicts(store, response_id)
    if len(frame) < 2:
        return
    with st.expander("Verdicts of all scorers"):
        lists = {
            name: [
                ", ".join(json.loads(text)) if isinstance(text, str) else "" for text in frame[name]
            ]
            for name in ("predicted", "causes")
        }
        st.dataframe(
            frame.assign(
                **lists, verdict=["right" if right else "wrong" for right in frame["correct"]]
            ),
            hide_index=True,
            column_order=["scorer", "version", "verdict", "predicted", "reading", "causes",
                          "precision", "recall", "f1"],
            column_config={
                "scorer": "Scorer", "version": "Version", "verdict": "Verdict",
                "predicted": "Read as", "reading": "How far read", "causes": "Causes",
                "precision": st.column_config.NumberColumn("Precision", format="%.2f"),
                "recall": st.column_config.NumberColumn("Recall", format="%.2f"),
                "f1": st.column_config.NumberColumn("F1", format="%.2f"),
            },
            alt="Verdicts of all scorers on this reply",
        )  # fmt: skip


def _steps(store: Store, wanted: Filter, total: int, response_id: str) -> None:
    before, after, place = queries.neighbours(store, wanted, response_id)
    with st.container(horizontal=True, vertical_alignment="center"):
        for label, icon, target in (
            ("Previous", ":material/arrow_back:", before),
            ("Next", ":material/arrow_forward:", after),
        ):
            st.button(
                label, icon=icon, disabled=target is None, key=f"go-{label}",
                on_click=_open, args=(target,),
            )  # fmt: skip
        st.caption(
            f"{place:,} of {total:,}" if place else "This reply is not among those of the filter."
        )


def _open(response_id: str | None) -> None:
    if response_id:
        st.query_params[links.REPLY] = response_id


def _reply(row: pd.Series) -> None:
    st.markdown("**Reply, as received**")
    text = row["text"]
    if isinstance(text, str) and text:
        st.html(raw_text(text))
    if not isinstance(text, str) or not text.strip():
        st.caption("The reply is blank." if row["outcome"] == "blank" else "There is no text.")
    if isinstance(row["error"], str):
        st.text(row["error"])
    if pd.notna(row["text_limit"]):
        st.caption(f"Its source cut it after {row['text_limit']} characters.")
    st.markdown("**Read as**")
    predicted = _list(row["predicted"])
    if _is_scored(row):
        of_terms = row["answer_type"] == "term"
        nothing = "no accepted term" if of_terms else "nothing that could be an answer"
        st.text(", ".join(filter(None, predicted)) or nothing)
        st.caption(f"by {row['judge']}, version {row['scorer_version']}")
        gold = _list(row["gold"])
        if row["verdict"] == "wrong" and [_folded(row["text"])] == [_folded(one) for one in gold]:
            st.warning(
                "The reply is the gold answer word for word: the scorer read it as something else."
            )
    else:
        st.caption("Not scored.")


def _is_scored(row: pd.Series) -> bool:
    """Whether a scorer's verdict on the text counts."""
    return row["verdict"] in ("right", "wrong")


def _asked(row: pd.Series) -> None:
    st.markdown("**Gold answer**")
    gold = _list(row["gold"])
    either = row["answer_type"] in ("term", "relation")
    st.text((" or " if either else ", ").join(gold) or "A free prompt has no gold answer.")
    if isinstance(row["prompt"], str):
        st.markdown("**Prompt, as sent**")
        st.html(raw_text(row["prompt"]))
    else:
        st.markdown("**Question**")
        st.html(raw_text(str(row["question"])))
        if row["benchmark"] == "clutrr":
            st.caption("CLUTRR asks what the second person is to the first.")
        if isinstance(row["context"], str):
            st.markdown("**Context**")
            st.html(raw_text(row["context"]))
        if row["context_cut"] is True or row["context_cut"] == True:  # noqa: E712
            st.caption("The source cut this context; the rest is not known here.")
    if isinstance(row["dataset_note"], str) and not isinstance(row["prompt"], str):
        st.caption(row["dataset_note"])


def _numbers(row: pd.Series) -> None:
    applies = {
        "Hops": row["hops"],
        "Category": row["category"],
        "System": row["system"],
        "Language": row["language"],
    }
    known = {
        "Outcome": row["outcome"],
        **{name: value for name, value in applies.items() if pd.notna(value)},
        "Finish reason": row["finish_reason"],
        "Prompt tokens": row["prompt_tokens"],
        "Reply tokens": row["completion_tokens"],
        "Seconds": None if pd.isna(row["seconds"]) else f"{row['seconds']:.2f}",
        "Cost, US$": row["cost"],
        **{
            f"{name.replace('_', ' ').capitalize()}": value
            for name, value in json.loads(row["parameters"]).items()
        },
    }
    st.dataframe(
        pd.DataFrame([{key: _or(value, "unknown") for key, value in known.items()}]).astype(str),
        hide_index=True,
        alt="Numbers of this reply",
    )


def _permalink(response_id: str) -> str:
    parts = urlsplit(st.context.url or "")
    query = urlencode({links.REPLY: response_id})
    return urlunsplit((parts.scheme, parts.netloc, parts.path, query, ""))


def _list(listed: object) -> list[str]:
    """A JSON list of texts; none where there is null."""
    return list(json.loads(listed)) if isinstance(listed, str) else []


def _or(value: object, otherwise: str) -> object:
    return otherwise if value is None or pd.isna(value) else value  # type: ignore[call-overload]


def _folded(text: object) -> str:
    return _one_line(text).casefold().strip(" .")


def _one_line(text: object) -> str:
    return " ".join(str(text).split()) if isinstance(text, str) else ""
