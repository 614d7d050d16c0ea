"""Some replies of a run asked for again: are they the same, character by character?"""

from collections.abc import Mapping
from typing import Any

import pandas as pd
import streamlit as st

from kinlib.errors import KinError
from kinlib.figures.highlight import raw_text
from kinlib.models import estimates, gateway, repetition
from kinlib.models.allowance import Wanted
from kinlib.models.repeating import Repeating, Repetitions
from kinlib.models.repetition import Compared
from kinlib.results import stored_replies
from kinlib.results.store import Store
from kinlib.results.stored_replies import Sample
from kinlib.ui import call
from kinlib.ui import runs_words as words
from kinlib.ui.text import plain

CALLS, MOST = 20, 200
_EVERY = 1.0  # seconds between two looks
_TROUBLE = "trouble of the last repetition"


@st.cache_resource(show_spinner=False, on_release=Repetitions.close)
def repetitions() -> Repetitions:
    """The repetitions of this process: one owner for all pages and visitors."""
    return Repetitions()


def show(store: Store, run: Mapping[str, Any]) -> None:
    """The folded section Ask again; `run` is a row of `run_list`."""
    # What is folded is not made: the sample is drawn where people look.
    box = st.expander("Ask again", key=f"repeat_{run['run_id']}", on_change="rerun")
    if box.open:
        with box:
            _inside(store, str(run["run_id"]))


def _inside(store: Store, run_id: str) -> None:
    last = repetitions().get(run_id)
    running = last is not None and last.running
    calls = st.number_input(
        "Calls", 1, MOST, CALLS, key=f"repeat_calls_{run_id}", width=150, disabled=running,
        help="Which replies are asked for is drawn by a hash: always the same ones.",
    )  # fmt: skip
    try:
        sample = stored_replies.draw(store, run_id, int(calls))
    except KinError as error:
        st.caption(plain(str(error)))
        return
    gateway.warm()
    st.caption(
        plain(
            f"{len(sample.replies):,} of {sample.of:,} replies are asked for again, with their "
            "stored prompts, parameters and seeds, and compared. What comes is not kept."
        )
    )
    _start(sample, running)
    if last is not None:
        # Polling in a fragment: it has a thread of its own, so no rerun repeats a call.
        st.fragment(_look, run_every=_EVERY if running else None)(last, running)


def _start(sample: Sample, running: bool) -> None:
    cost, slot = repetition.most_cost(sample), f"repeat_{sample.run_id}"
    key = call.api_key(sample.model, slot)
    if not estimates.is_free(sample.model):
        st.info(
            plain(
                f"{sample.model} is asked elsewhere: its replies may differ each time, seed or "
                f"not, and calls may cost money. Cost, at most: {words.cost(cost)}."
            )
        )
    wanted = Wanted(sample.model, len(sample.replies), cost)
    against = repetition.obstacle(sample) or call.refusal([wanted])
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            "Ask again", type="primary", icon=":material/replay:", key=f"{slot}_start",
            disabled=running or against is not None, on_click=_begin, args=(sample, key),
        )  # fmt: skip
        if against and not running:
            st.caption(plain(against))
    call.say_left()
    if told := st.session_state.pop(_TROUBLE, None):
        st.error(plain(told))


def _begin(sample: Sample, key: str | None) -> None:
    try:
        repetitions().start(sample, visit=call.visit(), api_key=key, secrets=call.secrets())
    except KinError as error:
        st.session_state[_TROUBLE] = str(error)


def _look(made: Repeating, before: bool) -> None:
    if made.running != before:
        # The whole page once more: the button comes back and polling ends.
        st.rerun()
    if made.trouble:
        st.error(plain(made.trouble))
    compared, total = list(made.compared), len(made.sample.replies)
    if made.running:
        _progress(made, compared, total)
    elif compared:
        _result(made, compared, total)


def _progress(made: Repeating, compared: list[Compared], total: int) -> None:
    same = sum(one.verdict == "same" for one in compared)
    said = f"{len(compared):,} of {total:,} asked for, {same:,} the same"
    if not gateway.is_loaded():
        said += " · litellm is loading, which takes seconds once"
    with st.container(horizontal=True, vertical_alignment="center"):
        st.progress(len(compared) / total, plain(said), width="stretch")
        st.button(
            "Stopping" if made.stopping else "Stop", icon=":material/stop:",
            key=f"repeat_{made.sample.run_id}_stop", on_click=made.stop, disabled=made.stopping,
        )  # fmt: skip


def _result(made: Repeating, compared: list[Compared], total: int) -> None:
    said = repetition.told(compared, total)
    others = [one for one in compared if one.verdict != "same"]
    box = st.warning if others or len(compared) < total else st.success
    box(plain(said))
    sentences = repetition.circumstances(made.sample, compared)
    if not sentences:
        sentences = ["All that is known of versions and processor is as it was."]
    st.caption(plain(" ".join([f"Asked {words.when(made.at)}.", *sentences])))
    if others:
        _others(made.sample.run_id, others)


def _others(run_id: str, others: list[Compared]) -> None:
    """What is not the same: a row each, and both texts of the one that is selected."""
    text = st.column_config.TextColumn
    chosen = st.dataframe(
        pd.DataFrame(
            {
                "Reply": [one.stored.name for one in others],
                "What": [one.sentence for one in others],
                "Then": [one.difference.then if one.difference else "" for one in others],
                "Now": [one.difference.now if one.difference else "" for one in others],
            }
        ),
        hide_index=True, on_select="rerun", selection_mode="single-row",
        key=f"repeat_{run_id}_others",
        column_config={"Then": text(width="large"), "Now": text(width="large")},
        alt="Replies that are not the same, with the place where the texts part",
    )  # fmt: skip
    rows = chosen["selection"]["rows"]
    one = others[rows[0] if rows and rows[0] < len(others) else 0]
    if one.verdict != "differs":
        return
    st.caption(plain(f"{one.stored.name}: both texts whole. Select a row to see another."))
    for column, name, shown in zip(
        st.columns(2), ("Then", "Now"), (one.stored.text, one.text), strict=True
    ):
        with column:
            st.markdown(f"**{name}**")
            st.html(raw_text(shown))
