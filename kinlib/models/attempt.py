"""One attempt at a reply: the events of a call gathered into a Reply."""

import functools
import math
import queue
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

from kinlib.models import call, controls, keys, local
from kinlib.models.endpoints import Route
from kinlib.models.failures import Failure, explain
from kinlib.models.redaction import StreamGuard, redact, remove_keys
from kinlib.models.reply import Reply, outcome_of

_LISTEN = 0.1  # seconds between two looks at whether the caller gave up
_LISTEN_WHOLE = 0.5  # the same where nobody watches the reply grow: a run has many such calls

_NOTHING = call.End(None, None, None, None, None)

_GRACE = 2.0  # seconds given to litellm to report its own time-out first


def attempt(
    litellm: Any,
    arguments: Mapping[str, Any],
    found: keys.Credentials,
    timeout: float,
    on_text: Callable[[str], None] | None,
    gone: Callable[[], bool],
    route: Route | None = None,
) -> tuple[Reply, Failure | None]:
    """Send the request once; with the reply comes the failure, if it is one.

    Args:
        litellm: the imported module.
        arguments: for litellm.completion.
        found: the key in use, and all that must not be shown.
        timeout: longest silence in seconds.
        on_text: called with each new piece of text.
        gone: whether the caller gave up.
        route: sends the request instead of litellm itself, to one of several addresses.
    """
    model = arguments["model"]
    clean = functools.partial(redact, secrets=found.secrets)
    meaning = functools.partial(
        explain, model=model, timeout=timeout, key_names=found.names, clean=clean
    )
    guard = StreamGuard(found.exact)
    text, reasoning, first = "", "", None
    end: call.End | None = None
    failure: Failure | None = None
    stop = threading.Event()
    # The local model counts its own silence: waiting for its turn is not silence.
    silence = None if model == local.MODEL else timeout + _GRACE
    listen = _LISTEN if arguments["stream"] else _LISTEN_WHOLE
    began = heard = time.monotonic()
    events = call.start(litellm if route is None else route.router, arguments, meaning, stop)
    try:
        while end is None and failure is None and not gone():
            try:
                event = events.get(timeout=listen)
            except queue.Empty:
                if silence is not None and time.monotonic() - heard > silence:
                    failure = meaning(TimeoutError())
                continue
            heard = time.monotonic()
            if isinstance(event, call.Piece):
                if first is None and arguments["stream"]:
                    first = heard - began
                text += event.text
                if on_text is not None and (shown := guard.feed(event.text)):
                    on_text(shown)
            elif isinstance(event, call.Thought):
                reasoning += event.text
            elif isinstance(event, call.End):
                end = event
            else:
                failure = event
        if on_text is not None and (shown := guard.rest()):
            on_text(shown)
    finally:
        stop.set()
    made = functools.partial(
        _reply, litellm, arguments, found, clean, seconds=time.monotonic() - began, first=first,
        elsewhere=route is not None,
    )  # fmt: skip
    try:
        return made(end, failure, text, reasoning), failure
    except Exception as error:  # whatever a provider sends, it must not end a run
        failure = meaning(error)
        return made(None, failure, "", ""), failure


def _reply(
    litellm: Any,
    arguments: Mapping[str, Any],
    found: keys.Credentials,
    clean: Callable[[str], str],
    end: call.End | None,
    failure: Failure | None,
    text: str,
    reasoning: str,
    *,
    seconds: float,
    first: float | None,
    elsewhere: bool,
) -> Reply:
    """What was received, in one; without an end and without a failure the caller gave up."""
    ended = end or _NOTHING
    refused = ended.refusal is not None or (failure is not None and failure.refused)
    was_cut = end is None and failure is None
    lost = failure is not None and not refused
    return Reply(
        outcome="error"
        if lost
        else outcome_of(text, ended.finish_reason, refused=refused, cancelled=was_cut),
        # As received, save for keys: a provider that echoes one must not put it in a journal.
        text=remove_keys(text, found.exact),
        reasoning=remove_keys(reasoning, found.exact) or None,
        finish_reason=remove_keys(ended.finish_reason or "", found.exact) or None,
        error_kind=failure.kind if failure is not None and lost else None,
        error=failure.sentence if failure is not None else clean(ended.refusal or "") or None,
        prompt_tokens=ended.prompt_tokens,
        completion_tokens=ended.completion_tokens,
        seconds=seconds,
        first_token_seconds=first,
        cost=_cost(litellm, arguments, ended, elsewhere=elsewhere),
        model=arguments["model"],
        served_model=remove_keys(ended.served_model or "", found.exact) or None,
        dropped=(),
        attempts=1,
    )


def _cost(
    litellm: Any, arguments: Mapping[str, Any], end: call.End, *, elsewhere: bool = False
) -> float | None:
    """US dollars, or None where the model has no listed price or tokens were not counted."""
    if arguments["model"] == local.MODEL or controls.is_control(arguments["model"]):
        return 0.0
    if end.prompt_tokens is None or end.completion_tokens is None:
        return None
    try:
        # litellm reads a model without a price as free.
        info = litellm.model_cost[litellm.get_model_info(arguments["model"])["key"]]
        if "input_cost_per_token" not in info:
            return None
        elsewhere = elsewhere or bool(arguments.get("api_base"))
        if elsewhere and info.get("litellm_provider") == "openai":
            return None  # somebody else's server under the name of OpenAI's model
        dollars = float(sum(litellm.cost_per_token(arguments["model"], usage_object=end.usage)))
        return dollars if math.isfinite(dollars) and dollars >= 0 else None
    except Exception:  # litellm raises a plain Exception for models it does not list
        return None
