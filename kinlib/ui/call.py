"""Calls to models from a page: which models, their keys, what may be spent, and one call's reply.

Every call of every page goes through `ask`, which keeps to the host's caps. A page may hold several
forms that ask once; each has a slot of its own in the session.
"""

import uuid
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import streamlit as st
from streamlit.errors import StreamlitSecretNotFoundError

from kinlib.errors import KinError
from kinlib.figures.highlight import raw_text
from kinlib.models import allowance, controls, estimates, gateway, local, runs
from kinlib.models.allowance import Reservation, Wanted
from kinlib.models.reply import Parameters, Reply
from kinlib.results.rows import Row, response_id

LOCAL = local.MODEL

MODELS = (
    LOCAL,
    "ollama/llama3.2",
    "openai/gpt-4o-mini",
    "anthropic/claude-haiku-4-5",
    "gemini/gemini-2.5-flash",
    "openrouter/z-ai/glm-5.1",
)
"""Suggestions only; any name that litellm knows can be typed."""

_KEYLESS = (local.PROVIDER, controls.PROVIDER, "ollama", "ollama_chat")
_FRAME = 64  # tokens, more than a provider puts about a prompt
_UNPAID = ("auth", "unknown model", "rate limit")
"""Errors of a provider that did no work."""

_VISIT, _NUMBER = "visit", "prompts of this visit"


@dataclass(frozen=True)
class Request:
    """What a form holds at this moment; an obstacle says why it cannot be sent."""

    prompt: runs.Prompt
    model: str
    parameters: Parameters
    api_key: str | None
    obstacle: str | None
    item: Row | None = None


def visit() -> str:
    """The id of this visit, by which its calls are counted."""
    made: str = st.session_state.setdefault(_VISIT, uuid.uuid4().hex)
    return made


def provider(model: str) -> str:
    """Who answers for a model, by the first part of its name; one without parts is OpenAI's."""
    return model.partition("/")[0] if "/" in model else "openai"


def api_keys(models: Iterable[str], slot: str) -> dict[str, str]:
    """Keys typed for this visit, by provider; a field for each provider that wants one."""
    asked = dict.fromkeys(provider(model) for model in models if model)
    wanting = [name for name in asked if name not in _KEYLESS]
    if not wanting:
        return {}
    typed: dict[str, str] = {}
    with st.container(horizontal=True):
        for name in wanting:
            key = st.text_input(
                f"API key of {name}, for this visit only",
                type="password",
                key=f"{slot}_key_{name}",
                autocomplete="off",
                placeholder="Empty: from the environment or .streamlit/secrets.toml",
                help="It is sent to the provider and nowhere else: never stored, logged or shown.",
                persist_state="session",
            )
            if key and key.strip():
                typed[name] = key.strip()
    _say_missing([model for model in models if model and provider(model) not in typed])
    return typed


def api_key(model: str, slot: str) -> str | None:
    """The key typed for this visit for one model, if it wants one."""
    return api_keys([model], slot).get(provider(model))


def _say_missing(models: Iterable[str]) -> None:
    # Asking which key a model needs loads litellm, so it waits until that has happened anyway.
    if not gateway.is_loaded():
        return
    for model in models:
        if provider(model) not in _KEYLESS and (need := gateway.missing_keys(model, secrets())):
            st.caption(f"No key for {model}: set {' or '.join(need)}, or type one here.")


def obstacle(model: str, prompt: str) -> str | None:
    """Why a prompt cannot be sent to a model, for a person; None: it can."""
    if not model:
        return "Choose a model."
    if model.startswith(f"{local.PROVIDER}/") and (missing := local.available()):
        return missing
    return None if prompt.strip() else "Write a prompt."


def may_cost(model: str, prompt: str, parameters: Parameters) -> float | None:
    """The most a call can cost in US dollars; None: no price is listed.

    A token is at least one byte of the text, and the reply at most as long as it may be.
    """
    read = len(prompt.encode("utf-8", "replace")) + _FRAME
    return estimates.cost(model, read, parameters.max_tokens)


def ask(
    prompt: runs.Prompt,
    model: str,
    parameters: Parameters,
    *,
    api_key: str | None = None,
    item: Row | None = None,
) -> runs.Call:
    """Send a prompt in the background, within the host's caps; a refusal is the call's trouble."""
    number = st.session_state.get(_NUMBER, 0) + 1
    try:
        reserved = allowance.reserve(visit(), model, 1, may_cost(model, prompt.text, parameters))
    except KinError as error:
        return runs.Call(prompt, model, parameters, trouble=str(error))
    st.session_state[_NUMBER] = number
    return runs.send(
        visit(), number, prompt, model, parameters,
        api_key=api_key, secrets=secrets(), item=item,
        ended=lambda _, reply: _settle(reserved, reply),
    )  # fmt: skip


def _settle(reserved: Reservation, reply: Reply | None) -> None:
    if reply is None:
        allowance.settle(reserved)
        return
    unpaid = reply.outcome == "error" and reply.error_kind in _UNPAID
    cost = 0.0 if unpaid and reply.cost is None else reply.cost
    allowance.settle(reserved, calls=1 if reply.attempts else 0, cost=cost)


def refusal(wanted: Iterable[Wanted]) -> str | None:
    """Why the host's caps do not let these calls be made together; None: they do."""
    try:
        return allowance.obstacle(visit(), list(wanted))
    except KinError as error:
        return str(error)


def say_left() -> None:
    """What the host's caps leave, where there are any."""
    try:
        told = allowance.left(visit()).sentence()
    except KinError:
        return  # the refusal says it
    if told:
        st.caption(told)


def current(slot: str) -> runs.Call | None:
    """The last call of a slot."""
    call: runs.Call | None = st.session_state.get(_name(slot))
    return call


def send(request: Request, slot: str, label: str = "Send") -> None:
    """Send and Stop."""
    call = current(slot)
    running = call is not None and call.running
    stopped = request.obstacle or refusal([_wanted(request)])
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            label, type="primary", icon=":material/send:", key=f"{slot}_send",
            disabled=running or stopped is not None,
            on_click=_send, args=(request, slot),
        )  # fmt: skip
        if running and call is not None:
            st.button("Stop", icon=":material/stop:", key=f"{slot}_stop", on_click=call.cancel)
        elif stopped:
            st.caption(stopped)
    say_left()


def _wanted(request: Request) -> Wanted:
    cost = may_cost(request.model, request.prompt.text, request.parameters)
    return Wanted(request.model, 1, cost)


def follow(slot: str, finished: Callable[[runs.Call], None]) -> None:
    """The reply of the slot's last call, as it streams in, then what `finished` shows of it."""
    call = current(slot)
    if call is not None:
        # Polling in a fragment: the call lives in a thread of its own, so no rerun repeats it.
        st.fragment(_follow, run_every=0.3 if call.running else None)(slot, call, finished)


def waits(call: runs.Call) -> str:
    """What a call without a word yet waits for."""
    before = local.before(call)
    if before is None:
        return "Waiting for the first word …"
    return f"{before} {'call waits' if before == 1 else 'calls wait'} before yours."


def response_of(call: runs.Call) -> str:
    """The id under which a reply is kept."""
    record = call.response
    return response_id(record["run_id"], record["item_id"], record["repeat"])


def secrets() -> Mapping[str, str]:
    """Values by name from the host's secrets file."""
    try:
        return {key: value for key, value in st.secrets.items() if isinstance(value, str)}
    except StreamlitSecretNotFoundError:
        return {}


def _name(slot: str) -> str:
    return f"{slot}_call"


def _send(request: Request, slot: str) -> None:
    call = current(slot)
    if call is not None and call.running:
        return
    st.session_state[_name(slot)] = ask(
        request.prompt, request.model, request.parameters,
        api_key=request.api_key, item=request.item,
    )  # fmt: skip


def _follow(slot: str, call: runs.Call, finished: Callable[[runs.Call], None]) -> None:
    shown = f"{slot}_shown_running"
    if call.running:
        st.session_state[shown] = True
        with st.container(horizontal=True):
            st.badge("running", icon=":material/hourglass_top:", color="blue")
        if call.text:
            st.html(raw_text(call.text))
        else:
            st.caption(waits(call))
        return
    if st.session_state.pop(shown, False):
        # The whole page once more: Send comes back, Stop goes, polling ends.
        st.rerun()
    if call.trouble:
        st.error(call.trouble)
        return
    finished(call)
