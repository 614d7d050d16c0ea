"""Prompt page: one call on a card, from its first word to its verdict and numbers."""

from typing import Literal

import streamlit as st

from kinlib.figures.highlight import raw_text
from kinlib.ui import call, prompt_shots
from kinlib.ui.prompt_shots import Shot
from kinlib.ui.text import plain

_COLOURS: dict[str, Literal["green", "red"]] = {
    "right": "green",
    "answered": "green",
    "wrong": "red",
}


def show(shot: Shot, *, several: bool) -> None:
    """One reply: who says it, in which of several ways it was asked, how it stands, its words."""
    one = shot.call
    way = f"  \n{plain(shot.asked.way)}" if several else ""
    st.markdown(f"**{plain(one.model)}**{way}")
    if one.running:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.badge("running", icon=":material/hourglass_top:", color="blue")
            st.button(
                "Stop", icon=":material/stop:", key=f"prompt_stop_{shot.number}",
                on_click=prompt_shots.stop, args=((shot,),),
            )  # fmt: skip
        if one.text:
            st.html(raw_text(one.text))
        else:
            st.caption(call.waits(one))
        return
    if one.trouble:
        st.error(plain(one.trouble))
        return
    words(shot)


def words(shot: Shot) -> None:
    """A finished reply as it came, with its outcome, verdict, reasoning and numbers."""
    reply = shot.call.reply
    assert reply is not None
    judged = prompt_shots.verdict(shot)
    with st.container(horizontal=True, gap="small"):
        for word in dict.fromkeys((reply.outcome, judged.word)):
            st.badge(word, color=_COLOURS.get(word, "orange"))
        if shot.asked.edited:
            st.badge("edited prompt", color="gray", help=shot.asked.doubt)
    if reply.error:
        st.error(plain(reply.error))
    if reply.text:
        st.html(raw_text(reply.text))
    elif reply.outcome == "blank":
        st.caption("The reply is blank.")
    if reply.reasoning:
        with st.expander(f"Reasoning ({len(reply.reasoning):,} characters)"):
            st.html(raw_text(reply.reasoning))
    if reply.attempts:
        st.caption(plain(_numbers(shot)))
    if reply.dropped:
        st.caption(f"Not taken by this model, so not sent: {', '.join(reply.dropped)}.")


def _numbers(shot: Shot) -> str:
    """Time, tokens, cost and how it ended, in a line."""
    reply = shot.call.reply
    assert reply is not None
    first = reply.first_token_seconds
    parts = [
        f"{reply.seconds:.1f} s" + (f", first word after {first:.1f} s" if first else ""),
        f"{_count(reply.prompt_tokens)} tokens read, {_count(reply.completion_tokens)} written",
        "cost unknown" if reply.cost is None else f"${reply.cost:.5f}" if reply.cost else "free",
        *([f"ended by: {reply.finish_reason}"] if reply.finish_reason else []),
        *([f"served by {reply.served_model}"] if _is_other(shot) else []),
    ]
    return " · ".join(parts)


def _is_other(shot: Shot) -> bool:
    """Whether the provider answers with another name than the one asked for."""
    reply = shot.call.reply
    served = reply.served_model if reply else None
    return bool(served) and served != shot.call.model.partition("/")[2]


def _count(tokens: int | None) -> str:
    return "unknown" if tokens is None else f"{tokens:,}"
