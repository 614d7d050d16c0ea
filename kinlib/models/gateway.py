"""One prompt to one model, one typed Reply back: the only importer of litellm.

litellm costs three seconds and 180 MB, so it is imported with the first call; `warm` does that
ahead of time.

    reply = ask("local/smollm2-135m", "Who is a father's father?", Parameters(seed=1))
    reply.outcome, reply.text
"""

import contextlib
import gc
import logging
import os
import random
import threading
import time
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from kinlib.errors import KinError
from kinlib.models import bodies, controls, keys, local
from kinlib.models.attempt import attempt
from kinlib.models.endpoints import Endpoint, Route, share
from kinlib.models.failures import Failure
from kinlib.models.reply import Parameters, Reply, check

FIRST_WAIT, LONGEST_WAIT = 1.0, 8.0
"""Seconds before the second attempt, doubled for each further one up to the longest."""

_ENVIRONMENT = {
    # Without these litellm asks GitHub for price lists and the like.
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",
    "LITELLM_LOCAL_ANTHROPIC_BETA_HEADERS": "True",
    "LITELLM_OFFLINE_MODE": "True",
    # Otherwise it reads a .env file from wherever the program was started.
    "LITELLM_MODE": "PRODUCTION",
}

_NOISY = ("LiteLLM", "LiteLLM Proxy", "LiteLLM Router", "openai", "httpx", "httpcore")

_importing = threading.Lock()
_litellm: Any = None


def is_loaded() -> bool:
    """Whether litellm has been imported, so that a call starts at once."""
    return _litellm is not None


def warm() -> None:
    """Start importing litellm in the background; returns at once."""
    if not is_loaded():
        threading.Thread(target=_load, name="kinlib-warm-litellm", daemon=True).start()


def missing_keys(model: str, secrets: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """Environment variables of which one must be set before the model can be asked.

    Empty when a key was found in the environment or in `secrets`, or none is needed. Imports
    litellm, except for the local model and controls.
    """
    if model == local.MODEL or controls.is_control(model):
        return ()
    return keys.credentials(_load(), model, None, None, secrets or {}).missing


def obstacle(model: str) -> str | None:
    """Why a model cannot be asked, as far as its name tells; None: nothing is known."""
    failure = _own_trouble(model)
    return None if failure is None else failure.sentence


def route_of(model: str, endpoints: Sequence[Endpoint]) -> Route:
    """A way to several addresses of one model, for `ask`; imports litellm."""
    return share(_load(), model, endpoints)


def ask(
    model: str,
    prompt: str,
    parameters: Parameters,
    *,
    system: str | None = None,
    api_key: str | None = None,
    api_base: str | None = None,
    secrets: Mapping[str, str] | None = None,
    timeout: float = 120,
    retries: int = 2,
    on_text: Callable[[str], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
    stream: bool | None = None,
    route: Route | None = None,
    on_wait: Callable[[Failure], None] | None = None,
    item: Mapping[str, Any] | None = None,
) -> Reply:
    """Send one prompt and wait for its outcome, whatever it is.

    What a provider or the network does wrong is an outcome, never an exception. Time-outs, rate
    limits and failures on the provider's side are tried again, unless text has arrived already.

    Args:
        prompt: sent as the user's one message, unchanged.
        parameters: what was chosen; the reply's `dropped` names those the model does not take.
        system: a system message before it.
        model: litellm's name, such as openai/gpt-4o-mini, or local/smollm2-135m.
        api_key: typed for this visit; else the environment's is used, else the one in secrets.
        api_base: address of another server of the same kind.
        secrets: keys from a file, by the names of their environment variables.
        timeout: longest silence in seconds, for the first and between any two pieces; without
            on_text and cancelled the whole reply has to come within it.
        retries: further attempts, at most.
        on_text: called in this thread with each new piece of text.
        cancelled: asked about ten times a second; True ends the call and keeps what has come.
        stream: let the reply come in pieces; None: if on_text or cancelled is given. A whole one
            takes a third of the computing, and is lost if the call is ended.
        route: several addresses between which calls are shared, instead of key and address.
        on_wait: called with the reason before a pause that ends in another attempt.
        item: the store's row of the item that the prompt belongs to; read by controls alone.

    Raises:
        KinError: the prompt is empty or a parameter makes no sense. Whatever on_text raises
            passes through, and ends the call.
    """
    check(prompt, parameters)
    if not model.strip() or timeout <= 0 or retries < 0:
        raise KinError(
            f"Model “{model}” with a time-out of {timeout:g} s and {retries} retries cannot be "
            "asked; name a model, a time above 0 and 0 or more retries."
        )
    if (failure := _own_trouble(model)) is not None:
        return _failed(model, failure)
    litellm = _load()
    if route is None:
        found = keys.credentials(litellm, model, api_key, api_base, secrets or {})
    else:
        found = keys.of_route(route.secrets, secrets or {})
    if found.missing:
        return _failed(model, _no_key(model, found))
    arguments = _arguments(model, prompt, system, parameters, found, timeout)
    watched = on_text is not None or cancelled is not None
    arguments["stream"] = watched if stream is None else stream
    if arguments["stream"]:
        arguments["stream_options"] = {"include_usage": True}
    gone = cancelled or (lambda: False)
    dropped = _dropped(litellm, model, parameters)
    controls.asked.set(item)
    with _typed(litellm, api_key):
        for number in range(1, retries + 2):
            reply, failure = attempt(litellm, arguments, found, timeout, on_text, gone, route)
            reply = replace(reply, dropped=dropped, attempts=number)
            if failure is None or not failure.again or reply.text or number > retries:
                return reply
            if route is not None and route.addresses > 1 and not failure.everywhere:
                failure = replace(failure, wait=None)  # the others were not asked to wait
            if on_wait is not None:
                on_wait(failure)
            if not _rest(_pause(failure, number), gone):
                return replace(reply, outcome="cancelled", error_kind=None, error=None)
        raise AssertionError("unreachable: the last attempt always returns")


def _pause(failure: Failure, number: int) -> float:
    """Seconds before another attempt, spread so that calls turned down together do not return so.

    Never shorter than the provider asks for.
    """
    if failure.wait is not None:
        return failure.wait * random.uniform(1.0, 1.25)
    return min(FIRST_WAIT * 2.0 ** (number - 1), LONGEST_WAIT) * random.uniform(0.8, 1.2)


_typing = threading.Lock()
_typed_calls = 0


@contextlib.contextmanager
def _typed(litellm: Any, api_key: str | None) -> Iterator[None]:
    """A call with a key that somebody typed.

    litellm keeps clients, and with them such keys, for an hour. They go with the last call of
    those under way, so that the calls of a run share a connection.
    """
    global _typed_calls
    if not api_key:
        yield
        return
    with _typing:
        _typed_calls += 1
    try:
        yield
    finally:
        with _typing:
            _typed_calls -= 1
            if not _typed_calls:
                litellm.in_memory_llm_clients_cache.flush_cache()


def _load() -> Any:
    """litellm, imported once and made quiet; other callers wait for the first."""
    global _litellm
    with _importing:
        if _litellm is None:
            os.environ.update(_ENVIRONMENT)
            import litellm

            _quiet(litellm)
            bodies.watch()
            litellm.custom_provider_map = [
                {"provider": own.PROVIDER, "custom_handler": own.provider(litellm)}
                for own in (local, controls)
            ]
            litellm.utils.custom_llm_setup()
            # Streamlit collects garbage after every script run; without this it would walk
            # through litellm's million objects each time (235 ms).
            gc.freeze()
            _litellm = litellm
        return _litellm


def _quiet(litellm: Any) -> None:
    litellm.suppress_debug_info = True
    litellm.set_verbose = False
    litellm.telemetry = False
    litellm.disable_streaming_logging = True
    # A model that repeats itself is what we study; litellm would end the reply with an error.
    litellm.REPEATED_STREAMING_CHUNK_LIMIT = 2**62
    for callbacks in ("callbacks", "success_callback", "failure_callback", "input_callback"):
        setattr(litellm, callbacks, [])
    litellm._async_success_callback, litellm._async_failure_callback = [], []
    # What a provider sends in the wrong form, a key in it perhaps, would be printed.
    warnings.filterwarnings("ignore", r"Pydantic serializer warnings", UserWarning)
    for name in _NOISY:
        # Their messages hold request addresses and headers, which may hold keys.
        logger = logging.getLogger(name)
        logger.setLevel(logging.CRITICAL + 1)
        logger.propagate = False
        logger.handlers.clear()


def _arguments(
    model: str,
    prompt: str,
    system: str | None,
    parameters: Parameters,
    found: keys.Credentials,
    timeout: float,
) -> dict[str, Any]:
    messages = [{"role": "user", "content": prompt}]
    if system:
        messages.insert(0, {"role": "system", "content": system})
    return {
        "model": model,
        "messages": messages,
        **_given(parameters),
        **found.arguments,
        "timeout": timeout,
        "num_retries": 0,
        "max_retries": 0,
        "drop_params": True,
    }


def _given(parameters: Parameters) -> dict[str, float | int]:
    every = {
        "temperature": parameters.temperature,
        "top_p": parameters.top_p,
        "max_tokens": parameters.max_tokens,
        "seed": parameters.seed,
    }
    return {name: value for name, value in every.items() if value is not None}


def _dropped(litellm: Any, model: str, parameters: Parameters) -> tuple[str, ...]:
    try:
        name, provider, *_ = litellm.get_llm_provider(model)
        taken = litellm.get_supported_openai_params(name, custom_llm_provider=provider)
    except Exception:  # unknown to litellm: the call itself will say so
        return ()
    if taken is None:
        return ()
    if "max_completion_tokens" in taken:
        taken = [*taken, "max_tokens"]  # litellm translates it
    return tuple(name for name in _given(parameters) if name not in taken)


def _rest(seconds: float, gone: Callable[[], bool]) -> bool:
    """Wait; False as soon as the caller gives up."""
    until = time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0:
        if gone():
            return False
        time.sleep(min(0.1, left))
    return not gone()


def _own_trouble(model: str) -> Failure | None:
    """Why the local model or a control cannot be asked, or a name that is an address."""
    if "://" in model:
        # litellm would send the prompt there, and for some providers the host's key.
        return Failure(
            "unknown model",
            "A model's name cannot hold an address; give the address as an endpoint, and the name "
            "the model has there.",
        )
    if controls.is_control(model) and model not in controls.NAMES:
        return Failure(
            "unknown model", f"There is no {model}; the controls are {', '.join(controls.NAMES)}."
        )
    if not model.startswith(f"{local.PROVIDER}/"):
        return None
    if model != local.MODEL:
        return Failure(
            "unknown model", f"There is no {model}; the one local model is {local.MODEL}."
        )
    sentence = local.available()
    return None if sentence is None else Failure("other", sentence)


def _no_key(model: str, found: keys.Credentials) -> Failure:
    return Failure(
        "auth",
        f"There is no key for {model}; set {' or '.join(found.missing)} in the environment or in "
        ".streamlit/secrets.toml, or type a key for this visit.",
    )


def _failed(model: str, failure: Failure) -> Reply:
    """A reply that no request was sent for."""
    return Reply(
        outcome="error",
        text="",
        reasoning=None,
        finish_reason=None,
        error_kind=failure.kind,
        error=failure.sentence,
        prompt_tokens=None,
        completion_tokens=None,
        seconds=0.0,
        first_token_seconds=None,
        cost=None,
        model=model,
        served_model=None,
        dropped=(),
        attempts=0,
    )
