"""One call to a model: which model, its key, Send and Stop, the reply as it streams in.

A page may hold several such calls; each has a slot of its own in the session.
"""

import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import streamlit as st
from streamlit.errors import StreamlitSecretNotFoundError

from kinlib.figures.highlight import raw_text
from kinlib.models import gateway, local, runs
from kinlib.models.reply import Parameters
from kinlib.results.rows import response_id

LOCAL = "local/smollm2-135m"

MODELS = (
    LOCAL,
    "ollama/llama3.2",
    "openai/gpt-4o-mini",
    "anthropic/claude-haiku-4-5",
    "gemini/gemini-2.5-flash",
    "openrouter/z-ai/glm-5.1",
)
"""Suggestions only; any name that litellm knows can be typed."""

_VISIT, _NUMBER = "visit", "prompts of this visit"


@dataclass(frozen=True)
class Request:
    """What a form holds at this moment; an obstacle says why it cannot be sent."""

    prompt: runs.Prompt
    model: str
    parameters: Parameters
    api_key: str | None
    obstacle: str | None


def api_key(model: str, slot: str) -> str | None:
    """The key typed for this visit, if the model needs one."""
    if model.startswith("local/"):
        return None
    typed = st.text_input(
        "API key, for this visit only",
        type="password",
        key=f"{slot}_key",
        autocomplete="off",
        placeholder="Empty: from the environment or .streamlit/secrets.toml",
        help="It is sent to the provider and nowhere else: never stored, logged or shown.",
        persist_state="session",
    )
    key = (typed or "").strip() or None
    # Asking which key a model needs loads litellm, so it waits until that has happened anyway.
    if model and not key and gateway.is_loaded():
        missing = gateway.missing_keys(model, _secrets())
        if missing:
            st.caption(f"No key found: set {' or '.join(missing)}, or type one here.")
    return key


def obstacle(model: str, prompt: str) -> str | None:
    """Why a prompt cannot be sent to a model, for a person; None: it can."""
    if not model:
        return "Choose a model."
    if model.startswith("local/") and (missing := local.available()):
        return missing
    return None if prompt.strip() else "Write a prompt."


def current(slot: str) -> runs.Call | None:
    """The last call of a slot."""
    call: runs.Call | None = st.session_state.get(_name(slot))
    return call


def send(request: Request, slot: str, label: str = "Send") -> None:
    """Send and Stop."""
    call = current(slot)
    running = call is not None and call.running
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            label, type="primary", icon=":material/send:", key=f"{slot}_send",
            disabled=running or request.obstacle is not None,
            on_click=_send, args=(request, slot),
        )  # fmt: skip
        if running and call is not None:
            st.button("Stop", icon=":material/stop:", key=f"{slot}_stop", on_click=call.cancel)
        elif request.obstacle:
            st.caption(request.obstacle)


def follow(slot: str, finished: Callable[[runs.Call], None]) -> None:
    """The reply of the slot's last call, as it streams in, then what `finished` shows of it."""
    call = current(slot)
    if call is not None:
        # Polling in a fragment: the call lives in a thread of its own, so no rerun repeats it.
        st.fragment(_follow, run_every=0.3 if call.running else None)(slot, call, finished)


def response_of(call: runs.Call) -> str:
    """The id under which a reply is kept."""
    record = call.response
    return response_id(record["run_id"], record["item_id"], record["repeat"])


def _name(slot: str) -> str:
    return f"{slot}_call"


def _send(request: Request, slot: str) -> None:
    call = current(slot)
    if call is not None and call.running:
        return
    visit = st.session_state.setdefault(_VISIT, uuid.uuid4().hex)
    number = st.session_state.get(_NUMBER, 0) + 1
    st.session_state[_NUMBER] = number
    st.session_state[_name(slot)] = runs.send(
        visit, number, request.prompt, request.model, request.parameters,
        api_key=request.api_key, secrets=_secrets(),
    )  # fmt: skip


def _secrets() -> Mapping[str, str]:
    try:
        return {key: value for key, value in st.secrets.items() if isinstance(value, str)}
    except StreamlitSecretNotFoundError:
        return {}


def _follow(slot: str, call: runs.Call, finished: Callable[[runs.Call], None]) -> None:
    shown = f"{slot}_shown_running"
    if call.running:
        st.session_state[shown] = True
        with st.container(horizontal=True):
            st.badge("running", icon=":material/hourglass_top:", color="blue")
        st.html(raw_text(call.text) if call.text else "<p>Waiting for the first word …</p>")
        return
    if st.session_state.pop(shown, False):
        # The whole page once more: Send comes back, Stop goes, polling ends.
        st.rerun()
    if call.trouble:
        st.error(call.trouble)
        return
    finished(call)
