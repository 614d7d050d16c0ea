"""What a run will ask, before it starts: the plan in numbers, the limits set for it, and Start."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import streamlit as st

from kinlib.errors import KinError
from kinlib.models import limits, local
from kinlib.models.allowance import Wanted
from kinlib.models.plan import Plan
from kinlib.models.runner import Budget
from kinlib.ui import call, links, runs_going
from kinlib.ui import runs_words as words
from kinlib.ui.text import plain

_TROUBLE = "trouble of the last start"


@dataclass(frozen=True)
class Allowed:
    """What a person allows a run: the most it may use, calls at once, and the key."""

    budget: Budget
    concurrency: int | None
    api_key: str | None = field(repr=False)


def allowed(model: str, slot: str) -> Allowed:
    """Boxes for the key, the budget and the calls at once; `slot` keeps their names apart."""
    key = call.api_key(model, slot) if model else None
    if key:
        st.caption("A run keeps the key in memory until it ends, even if you leave the page.")
    with st.container(horizontal=True):
        calls = st.number_input(
            "Most calls", 1, None, None, 100, key=f"{slot}_calls", placeholder="no limit",
            width=150, help="The run stops cleanly after so many, and can be gone on with.",
        )  # fmt: skip
        tokens = st.number_input(
            "Most tokens", 1, None, None, 10_000, key=f"{slot}_tokens", placeholder="no limit",
            width=150, help="Read and written together, as the provider counts them.",
        )  # fmt: skip
        cost = st.number_input(
            "Most US$", 0.01, None, None, 1.0, key=f"{slot}_cost", placeholder="no limit",
            width=150, help="By litellm’s list of prices; where none is listed it cannot bind.",
        )  # fmt: skip
        at_once = st.number_input(
            "Calls at once", 1, limits.MOST, None, 1, key=f"{slot}_at_once",
            placeholder=str(limits.default(model)), width=150,
            help="Empty: as many as suit the provider; fewer while it asks for fewer.",
        )  # fmt: skip
    return Allowed(Budget(calls, tokens, cost), at_once, key)


def start(plan: Plan, asked: Allowed, slot: str, label: str) -> None:
    """The plan in numbers, what stands against it, and the button that starts it."""
    _numbers(plan)
    against = _obstacle(plan)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            label, type="primary", icon=":material/play_arrow:", key=f"{slot}_start",
            disabled=against is not None, on_click=_start, args=(plan, asked),
        )  # fmt: skip
        if against:
            st.caption(plain(against))
    call.say_left()
    if told := st.session_state.pop(_TROUBLE, None):
        st.error(plain(told))


def _numbers(plan: Plan) -> None:
    told: Sequence[tuple[str, str, str | None]] = (
        ("Calls", f"{len(plan.tasks):,}", None),
        ("Answered already", f"{plan.answered:,} of {plan.total:,}", None),
        ("Tokens read, about", f"{plan.prompt_tokens:,}", f"Estimate: {plan.basis}."),
        ("Tokens written, at most", f"{plan.completion_tokens:,}", None),
        ("Cost, at most", words.cost(plan.cost), "By litellm’s list of prices, in US dollars."),
    )
    with st.container(horizontal=True, gap="medium"):
        for label, value, help in told:
            st.metric(label, plain(value), help=help, width="content")
    st.caption(plain(f"Journal: {plan.file}"))


def _obstacle(plan: Plan) -> str | None:
    """Why the run cannot start now, for a person; None: it can."""
    if not plan.tasks:
        return "Nothing is left to ask: every reply is in the journal."
    going = runs_going.active().get(plan.run_id)
    if going is not None and going.running:
        return "This run is going on; its progress is on the tab Runs."
    if plan.model.startswith(f"{local.PROVIDER}/") and (missing := local.available()):
        return missing
    # What the caps leave cuts the run short; only if they leave no call at all it cannot start.
    cost = None if plan.cost is None else plan.cost / len(plan.tasks)
    return call.refusal([Wanted(plan.model, 1, cost)])


def _start(plan: Plan, asked: Allowed) -> None:
    """Begin, and show the progress; a callback, so that the tab can still be changed."""
    try:
        runs_going.active().start(
            plan,
            visit=call.visit(),
            budget=asked.budget,
            concurrency=asked.concurrency,
            api_key=asked.api_key,
            secrets=call.secrets(),
        )
    except KinError as error:
        st.session_state[_TROUBLE] = str(error)
    else:
        st.session_state[links.SHOW] = "Runs"
