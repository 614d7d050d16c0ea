"""Prompt page: the replies of a batch side by side as they stream in, then their verdicts."""

import streamlit as st

from kinlib.results.store import Store
from kinlib.ui import prompt_card, prompt_shots, prompt_verdicts
from kinlib.ui.prompt_models import MOST
from kinlib.ui.prompt_shots import Shot

_EVERY = 0.4  # seconds between looks at replies on their way
_RUNNING = "prompt_running"


def show(store: Store) -> None:
    """The batch that is looked at."""
    shots = prompt_shots.shown()
    if not shots:
        st.caption(
            "Replies stream in here, side by side. They are kept as ad hoc replies, apart from "
            "all averages."
        )
        return
    # Polling in a fragment: the calls live in threads of their own, so no rerun repeats them.
    every = _EVERY if prompt_shots.running(shots) else None
    st.fragment(_follow, run_every=every)(store, shots)


def _follow(store: Store, shots: list[Shot]) -> None:
    running = [shot for shot in shots if shot.call.running]
    before = st.session_state.get(_RUNNING, 0)
    st.session_state[_RUNNING] = len(running)
    if len(running) < before:
        # The whole page once more: the history learns of it; with the last one Send comes back
        # and polling ends.
        st.rerun()
    _head(shots, running)
    if len(shots) <= MOST:
        several = len({shot.asked.way for shot in shots}) > 1
        grid = st.grid(len(shots), min_column_width=220, gap="medium")
        for shot in shots:
            with grid.cell():
                prompt_card.show(shot, several=several)
    elif running:
        prompt_verdicts.progress(shots)
    if not running:
        prompt_verdicts.show(store, shots)


def _head(shots: list[Shot], running: list[Shot]) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.subheader("Replies" if len(shots) > 1 else "Reply", anchor=False, width="content")
        if running:
            told = f"{len(shots) - len(running)} of {len(shots)} ended"
            st.badge(told if len(shots) > 1 else "running", color="blue")
        if len(running) > 1:
            st.button(
                "Stop all", icon=":material/stop:", key="prompt_stop_all",
                on_click=prompt_shots.stop, args=(running,),
            )  # fmt: skip
