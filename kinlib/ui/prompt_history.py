"""Prompt page: the calls of this visit, each to be looked at again."""

from urllib.parse import urlencode

import pandas as pd
import streamlit as st

from kinlib.results.filters import VERDICTS
from kinlib.ui import address, call, links, prompt_shots
from kinlib.ui.prompt_shots import Shot


def show() -> None:
    """A table of the visit, the latest call first; a click shows its batch again."""
    shots = prompt_shots.every()[::-1]
    if not shots:
        return
    st.subheader("This visit", anchor=False)
    frame = pd.DataFrame([_row(shot) for shot in shots])
    if not frame["Edited"].any():
        frame = frame.drop(columns="Edited")
    picked = st.dataframe(
        frame,
        hide_index=True,
        height="content" if len(frame) < 8 else 300,
        placeholder="unknown",
        column_config={
            "Time, UTC": st.column_config.DatetimeColumn(format="HH:mm:ss"),
            "Cost, US$": st.column_config.NumberColumn(format="%.5f"),
            "Reply": st.column_config.LinkColumn(display_text="open", help="On the Failures page"),
        },
        on_select="rerun",
        selection_mode="single-row",
        # A new call is the first row, so what was chosen before would be another row now.
        key=f"prompt_history_{len(shots)}",
        alt="Calls of this visit; select a row to see its replies again",
    )
    rows = picked["selection"]["rows"]
    chosen = shots[rows[0]] if rows and rows[0] < len(shots) else None
    new = address.changed("prompt history", "" if chosen is None else str(chosen.number))
    if new and chosen is not None and chosen.batch != prompt_shots.shown()[0].batch:
        prompt_shots.look_at(chosen.batch)
        st.rerun()


def _row(shot: Shot) -> dict[str, object]:
    reply = shot.call.reply
    return {
        "Time, UTC": shot.at,
        "Model": shot.call.model,
        "Item": shot.item_id or "free prompt",
        "Way": shot.asked.way,
        "Verdict": "running" if shot.call.running else prompt_shots.verdict(shot).word,
        "Edited": "edited prompt" if shot.asked.edited else "",
        "Tokens read": reply and reply.prompt_tokens,
        "Tokens written": reply and reply.completion_tokens,
        "Cost, US$": reply and reply.cost,
        "Reply": _link(shot),
    }


def _link(shot: Shot) -> str | None:
    if shot.call.reply is None:
        return None
    query = links.failures(
        reply=call.response_of(shot.call), source="ad hoc", verdict=list(VERDICTS)
    )
    return f"failures?{urlencode(query, doseq=True)}"
