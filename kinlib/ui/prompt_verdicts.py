"""Prompt page: what every scorer says of a batch's replies, and the evidence of one of them."""

import json
from typing import Any

import pandas as pd
import streamlit as st

from kinlib.figures.highlight import raw_text
from kinlib.models.reply import Reply
from kinlib.results.filters import VERDICTS
from kinlib.results.rows import Row
from kinlib.results.store import Store
from kinlib.ui import call, links, prompt_card, prompt_shots, reply_on_tree, term_reply
from kinlib.ui.prompt_models import MOST
from kinlib.ui.prompt_shots import Shot, Verdict
from kinlib.ui.text import plain


def progress(shots: list[Shot]) -> None:
    """How far the calls of a large batch are."""
    rows = [
        {
            "Way": shot.asked.way,
            "Model": shot.call.model,
            "State": _state(shot),
            "Characters": len(shot.call.text),
        }
        for shot in shots
    ]
    st.dataframe(pd.DataFrame(rows), hide_index=True, height="content", alt="Calls on their way")


def show(store: Store, shots: list[Shot]) -> None:
    """The table of verdicts where there is something to compare, and the evidence of one reply."""
    done = [shot for shot in shots if shot.call.reply is not None]
    if not done:
        for shot in shots if len(shots) > MOST else ():
            st.error(plain(shot.call.trouble or ""))
        return
    chosen = _table(shots) if len(shots) > 1 else shots[0]
    if chosen.call.reply is None:
        st.error(plain(chosen.call.trouble or ""))
        return
    _detail(store, chosen, alone=len(shots) == 1, listed=len(shots) > MOST)


def _scorers(found: Verdict) -> str:
    """What every scorer says of a reply."""
    return "; ".join(
        f"{row['scorer']}: {'right' if row['correct'] else 'wrong'}" for row in found.found.scores
    )


def _state(shot: Shot) -> str:
    if shot.call.running:
        return "running" if shot.call.text else call.waits(shot.call).rstrip(".… ")
    return prompt_shots.verdict(shot).word


def _table(shots: list[Shot]) -> Shot:
    """One row a call, one column a scorer; the call chosen in it."""
    frame = pd.DataFrame([_row(shot) for shot in shots])
    empty = [name for name in ("Way", "Edited", "Evidence", "Why") if not frame[name].any()]
    frame = frame.drop(columns=empty)
    picked = st.dataframe(
        frame,
        hide_index=True,
        height="content" if len(frame) < 12 else 420,
        placeholder="unknown",
        column_config={
            "Evidence": st.column_config.TextColumn("Evidence", width="medium"),
            "Cost, US$": st.column_config.NumberColumn(format="%.5f"),
            "Seconds": st.column_config.NumberColumn(format="%.1f"),
        },
        on_select="rerun",
        selection_mode="single-row",
        selection_default={"selection": {"rows": [0], "columns": [], "cells": []}},
        key=f"prompt_table_{shots[0].batch}",
        alt="Verdicts side by side; select a row to see its evidence",
    )
    places = picked["selection"]["rows"]
    return shots[places[0]] if places and places[0] < len(shots) else shots[0]


def _row(shot: Shot) -> dict[str, Any]:
    found, reply = prompt_shots.verdict(shot), shot.call.reply
    by_scorer = {
        str(row["scorer"]): "right" if row["correct"] else "wrong" for row in found.found.scores
    }
    numbers = reply and {
        "Tokens read": reply.prompt_tokens,
        "Tokens written": reply.completion_tokens,
        "Seconds": reply.seconds,
        "Cost, US$": reply.cost,
    }
    return {
        "Way": shot.asked.way,
        "Model": shot.call.model,
        "Verdict": found.word,
        "Edited": "edited prompt" if shot.asked.edited else "",
        "Evidence": found.evidence,
        "Why": found.cause,
        **by_scorer,
        **(numbers or {}),
    }


def _detail(store: Store, shot: Shot, *, alone: bool, listed: bool) -> None:
    """The marked evidence of one reply, the prompt it answers, and the way to where it is kept."""
    found, asked, reply = prompt_shots.verdict(shot), shot.asked, shot.call.reply
    assert reply is not None
    if not alone:
        name = " · ".join(filter(None, (shot.call.model, asked.way)))
        st.markdown(f"**Evidence: {plain(name)}**")
    if listed:
        prompt_card.words(shot)
    if asked.edited and asked.item is not None:
        st.info(
            f"{asked.doubt} The verdict is by the key of {plain(shot.item_id)}; it is shown here "
            "and counted nowhere.",
            icon=":material/edit:",
        )
    if found.usual and asked.item is not None:
        _judged(store, asked.item, reply, found, told=not alone)
    with st.expander(f"The prompt sent ({shot.item_id or 'no item'})"):
        st.html(raw_text(asked.text))
    st.page_link(
        links.FAILURES,
        label="Open this reply on the Failures page",
        icon=":material/link:",
        query_params=links.failures(
            reply=call.response_of(shot.call), source="ad hoc", verdict=list(VERDICTS)
        ),
    )


def _judged(store: Store, item: Row, reply: Reply, found: Verdict, *, told: bool) -> None:
    """The key, what every scorer says, and the reply on its proof or with its terms marked.

    `told`: a table above has what the scorers say already.
    """
    score = found.usual
    assert score is not None
    if not told:
        st.caption(plain(_scorers(found)))
    if item["answer_type"] not in ("term", "option"):
        reply_on_tree.show(store, item, score, key="prompt_tree")
        return
    st.text(f"Key: {' or '.join(json.loads(item['gold']))}")
    causes = json.loads(score["causes"]) if score["causes"] else []
    term_reply.show(item, reply.text, causes, found.found.surface)
