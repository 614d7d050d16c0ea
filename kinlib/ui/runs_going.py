"""Runs going on: their progress as it comes, Stop, and how they ended."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import streamlit as st

from kinlib.models import gateway
from kinlib.models.active import ActiveRuns, Going, Seen
from kinlib.ui import runs_words as words
from kinlib.ui.text import plain

_EVERY = 1.0  # seconds between two looks


class Elsewhere(NamedTuple):
    """A run that another process is at, such as a terminal."""

    name: str
    file: Path
    planned: int | None


@st.cache_resource(show_spinner=False, on_release=ActiveRuns.close)
def active() -> ActiveRuns:
    """The runs of this process: one owner for all pages and visitors."""
    return ActiveRuns()


def show(elsewhere: Sequence[Elsewhere]) -> None:
    """A box for each run that is going on, or that ended since and is not dismissed."""
    owner = active()
    if not owner.all() and not elsewhere:
        return
    going = _running(owner)
    # Polling in a fragment: runs live in threads of their own, so no rerun repeats a call.
    look = st.fragment(_look, run_every=_EVERY if going or elsewhere else None)
    look(owner, going, tuple(elsewhere))


def _running(owner: ActiveRuns) -> frozenset[str]:
    return frozenset(going.run_id for going in owner.all() if going.running)


def _look(owner: ActiveRuns, before: frozenset[str], elsewhere: Sequence[Elsewhere]) -> None:
    there = [run for run in elsewhere if owner.is_going_on(run.file)]
    if _running(owner) != before or len(there) < len(elsewhere):
        # The whole page once more: the store takes in what came, and the list says how it ended.
        st.rerun()
    for going in owner.all():
        with st.container(border=True):
            _head(owner, going)
            _progress(going)
    for run in there:
        with st.container(border=True):
            _other(run)


def _head(owner: ActiveRuns, going: Going) -> None:
    run_id = going.run_id
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"**{plain(going.model)}**, {plain(going.benchmark)}", width="content")
        st.space("stretch")
        if going.running:
            st.button(
                "Stopping" if going.stopping else "Stop", icon=":material/stop:",
                key=f"stop_{run_id}", on_click=going.stop, disabled=going.stopping,
                help="What has come is kept, and the run can be gone on with. Calls on their way "
                "to a provider are waited for, up to half a minute.",
            )  # fmt: skip
        else:
            st.button(
                "Dismiss", key=f"dismiss_{run_id}", on_click=owner.dismiss, args=(run_id,),
                help="Takes this box away; the run stays in the list below.",
            )  # fmt: skip


def _progress(going: Going) -> None:
    progress = going.progress
    if going.trouble:
        st.error(plain(going.trouble))
    if progress is None:
        if going.running:
            st.progress(0.0, "Starting")
        return
    have = progress.answered_before + progress.done
    parts = [f"{have:,} of {going.total:,} replies"]
    if going.running:
        if not gateway.is_loaded():
            parts.append("litellm is loading, which takes seconds once")
        if progress.calls_per_second:
            parts.append(words.rate(progress.calls_per_second))
        if progress.seconds_left is not None:
            parts.append(f"{words.duration(progress.seconds_left)} left")
        parts.append(f"{progress.in_flight:,} on their way")
    else:
        parts.append(f"{progress.state} after {words.duration(progress.seconds)}")
    st.progress(_part(have, going.total), plain(" · ".join(parts)))
    told = [_errors(going.seen), words.tokens(progress.tokens), f"cost {words.cost(progress.cost)}"]
    st.caption(plain(" · ".join(told)))
    if progress.reason:
        st.caption(plain(progress.reason))


def _other(run: Elsewhere) -> None:
    seen = _followed(str(run.file))
    seen.look(run.file)
    st.markdown(f"**{plain(run.name)}**, in another process")
    said = f"{seen.replies:,} of {words.count(run.planned)} replies"
    st.progress(_part(seen.replies, run.planned or 0), plain(said))
    st.caption(
        plain(
            f"{_errors(seen)} · {words.tokens(seen.tokens)}. Stop it where it was started: Ctrl-C."
        )
    )


@st.cache_resource(show_spinner=False, max_entries=32)
def _followed(file: str) -> Seen:
    return Seen()


def _part(have: int, of: int) -> float:
    return min(1.0, have / of) if of else 0.0


def _errors(seen: Seen) -> str:
    if not seen.errors:
        return "no errors"
    kinds = ", ".join(f"{kind} {number:,}" for kind, number in seen.errors.most_common())
    return f"errors: {kinds}"
