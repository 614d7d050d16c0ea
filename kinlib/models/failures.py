"""What an exception of litellm means to a person, and whether asking again can help."""

import email.utils
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kinlib.models.reply import ErrorKind

LONGEST_WAIT = 30.0
"""Seconds a provider's Retry-After is honoured for; more would look like a hang."""


_LONGEST_MESSAGE = 10_000
"""Characters of a provider's message that are looked at."""


@dataclass(frozen=True)
class Failure:
    """Why a request brought no reply.

    Attributes:
        sentence: for people, without keys.
        again: whether the same request may succeed later.
        wait: seconds the provider asks to wait, None when it does not say.
        refused: the provider's content filter turned the prompt down.
        everywhere: all addresses of the model are being left alone, so that nothing was sent.
    """

    kind: ErrorKind
    sentence: str
    again: bool = False
    wait: float | None = None
    refused: bool = False
    everywhere: bool = False


# By class name along the inheritance, first match wins: importing the classes would cost the
# three seconds of importing litellm, and a name is all that is needed.
_KINDS: tuple[tuple[str, ErrorKind], ...] = (
    ("Timeout", "timeout"),
    ("APITimeoutError", "timeout"),
    ("TimeoutError", "timeout"),
    ("AuthenticationError", "auth"),
    ("PermissionDeniedError", "auth"),
    ("RateLimitError", "rate limit"),
    ("RouterRateLimitError", "rate limit"),  # every address of a model is being left alone
    ("NotFoundError", "unknown model"),
    ("LiteLLMUnknownProvider", "unknown model"),
    ("BadRequestError", "other"),
    ("UnprocessableEntityError", "other"),
    ("APIResponseValidationError", "other"),
    ("InternalServerError", "network"),
    ("ServiceUnavailableError", "network"),
    ("BadGatewayError", "network"),
    ("APIConnectionError", "network"),
    ("ConnectionError", "network"),
)

_BY_STATUS: dict[int, ErrorKind] = {
    401: "auth",
    403: "auth",
    404: "unknown model",
    408: "timeout",
    429: "rate limit",
}

_FILTERED = frozenset({"content_policy_violation", "content_filter"})

_AGAIN = frozenset({"timeout", "rate limit", "network"})


def explain(
    error: BaseException,
    *,
    model: str,
    timeout: float,
    key_names: Sequence[str],
    clean: Callable[[str], str],
) -> Failure:
    """The failure behind an exception; `clean` takes keys out of what the provider said.

    The exception is not kept: it, its request and its traceback hold the key.
    """
    error = _innermost(error)
    names = _class_names(error)
    # Two hundred characters are shown; a provider may send a whole page of HTML.
    message = str(getattr(error, "message", "") or error)[:_LONGEST_MESSAGE]
    said = _said(clean(message))
    if "ContentPolicyViolationError" in names or _code(error) in _FILTERED:
        return Failure("other", f"{model} refused the prompt{said}.", refused=True)
    kind = _kind(error, names, message)
    if "LLM Provider NOT provided" in message:
        said = ""  # litellm's own advice is about its Python interface
    if getattr(error, "llm_provider", None) == "local" and kind == "other":
        return Failure(kind, clean(_bare(message)))  # written by local.py for people already
    sentence = {
        "timeout": f"{model} sent nothing for {timeout:g} seconds; try again or allow more time.",
        "auth": f"{model} did not accept the key{said}; "
        f"check {' or '.join(key_names) or 'the key and what it may be used for'}.",
        "rate limit": f"{model} asks for fewer calls{said}; wait, or check the account's limits.",
        "network": f"{model} could not be reached or failed on its side{said}; "
        "check the connection and the address, then try again.",
        "unknown model": f"No model answers to {model}{said}; check the name: litellm wants "
        "provider/model, such as openai/gpt-4o-mini.",
        "other": f"The prompt is too long for {model}{said}; shorten it."
        if "ContextWindowExceededError" in names
        else f"{model} could not take the request{said}.",
    }[kind]
    # An exhausted account also answers 429, and stays exhausted.
    again = kind in _AGAIN and _code(error) != "insufficient_quota"
    everywhere = "RouterRateLimitError" in names
    wait = _retry_after(error) if again else None
    return Failure(kind, sentence, again, wait, everywhere=everywhere)


def _innermost(error: BaseException) -> BaseException:
    """The provider's own error: litellm wraps what happens in mid-stream."""
    inner = getattr(error, "original_exception", None)
    return _innermost(inner) if isinstance(inner, BaseException) and inner is not error else error


def _class_names(error: BaseException) -> tuple[str, ...]:
    return tuple(cls.__name__ for cls in type(error).__mro__)


def _code(error: BaseException) -> str | None:
    """The provider's own code for what went wrong, where its answer had the OpenAI form."""
    body = getattr(error, "body", None)
    code = body.get("code") if isinstance(body, dict) else None
    return code if isinstance(code, str) else None


def _kind(error: BaseException, names: tuple[str, ...], message: str) -> ErrorKind:
    if "LLM Provider NOT provided" in message or _code(error) == "model_not_found":
        return "unknown model"
    kind = next((kind for name, kind in _KINDS if name in names), None)
    status = getattr(error, "status_code", None)
    # litellm has no class of its own for some codes (403) and calls them APIError.
    if kind in (None, "network") and isinstance(status, int) and status in _BY_STATUS:
        return _BY_STATUS[status]
    if kind is None:
        # A plain APIError is how the openai package reports an error event inside a stream.
        return "network" if isinstance(status, int) and status >= 500 else "other"
    return kind


def _retry_after(error: BaseException) -> float | None:
    if isinstance(rest := getattr(error, "cooldown_time", None), int | float):
        return min(float(rest), LONGEST_WAIT)
    for headers in (
        getattr(getattr(error, "response", None), "headers", None),
        getattr(error, "litellm_response_headers", None),
    ):
        value = headers.get("retry-after") if headers is not None else None
        if value is None:
            continue
        try:
            seconds = float(value)
        except ValueError:
            try:
                seconds = email.utils.parsedate_to_datetime(value).timestamp() - time.time()
            except ValueError:
                continue
        if seconds >= 0:
            return min(seconds, LONGEST_WAIT)
    return None


def _bare(message: str) -> str:
    """The message without the class names litellm puts before it, on one line."""
    first = " ".join(message.split()).partition(" This looks like a bug in LiteLLM")[0]
    first = first.partition(" LiteLLM: model group ")[0].partition("Traceback (most recent")[0]
    return re.sub(r"^((litellm\.)?\w*(Error|Exception|Timeout)( -|:) )+", "", first)


def _said(message: str) -> str:
    text = _bare(message).rstrip(". ")
    return f" ({text[:200]}{'…' if len(text) > 200 else ''})" if text else ""
