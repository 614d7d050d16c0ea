"""The tab Runs of the Data page: what goes on, the list, and the run that is open."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import streamlit as st

from kinlib.models.active import ActiveRuns
from kinlib.results import run_list
from kinlib.results.store import Store
from kinlib.ui import runs_change, runs_detail, runs_going, runs_list
from kinlib.ui import runs_words as words
from kinlib.ui.runs_going import Elsewhere


def show(store: Store) -> None:
    """Progress, list and detail."""
    runs_change.say_deleted()
    frame = run_list.run_list(store)
    owner = runs_going.active()
    frame = frame.assign(state=[_state(owner, run) for run in words.rows(frame)])
    others = words.rows(frame[frame["state"] == words.ELSEWHERE])
    runs_going.show([_elsewhere(run) for run in others])
    if frame.empty:
        st.info("There is no run yet. Start one on the next tab, or import results on the first.")
        return
    opened = runs_list.choose(frame)
    if opened:
        (run,) = words.rows(frame[frame["run_id"] == opened])
        with st.container(border=True):
            runs_detail.show(store, run)
            runs_change.show(store, run)


def _state(owner: ActiveRuns, run: Mapping[str, Any]) -> str:
    """How far a run is, as its journal tells; empty for runs that were made elsewhere."""
    if run["origin"] == "journal":
        here = owner.get(str(run["run_id"]))
        if here is not None and here.running:
            return words.HERE
        if owner.is_going_on(Path(str(run["file"]))):
            return words.ELSEWHERE
    if run["source"] not in ("measured", "control") or not words.known(run["planned"]):
        return ""
    whole = run["replies"] >= run["planned"]
    return words.FINISHED if whole or run["event"] == "finished" else words.UNFINISHED


def _elsewhere(run: Mapping[str, Any]) -> Elsewhere:
    planned = int(run["planned"]) if words.known(run["planned"]) else None
    return Elsewhere(str(run["model"]), Path(str(run["file"])), planned)
