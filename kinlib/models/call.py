"""One request to a model, run in a thread of its own and reported as plain events.

The thread keeps the caller free to stop or give up while a provider is silent, and the caller's
callbacks run in the caller's thread, where Streamlit wants them.
"""

import contextvars
import queue
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from kinlib.models import bodies, local
from kinlib.models.failures import Failure


@dataclass(frozen=True)
class Piece:
    """Some more text."""

    text: str


@dataclass(frozen=True)
class Thought:
    """Some more reasoning, which is not part of the text."""

    text: str


@dataclass(frozen=True)
class End:
    """The provider closed its reply; None is what it did not say.

    Attributes:
        refusal: the provider's words for declining, where it has a field for them.
    """

    finish_reason: str | None
    refusal: str | None
    prompt_tokens: int | None
    completion_tokens: int | None
    served_model: str | None
    usage: Any = None


Event = Piece | Thought | End | Failure


def start(
    litellm: Any,
    arguments: Mapping[str, Any],
    explain: Callable[[BaseException], Failure],
    stop: threading.Event,
) -> "queue.SimpleQueue[Event]":
    """Send the request; events arrive in the queue, an End or a Failure last.

    Setting `stop` makes the thread close the connection at the next thing it receives.
    """
    events: queue.SimpleQueue[Event] = queue.SimpleQueue()

    def work() -> None:
        local.stopping.set(stop.is_set)
        bodies.stopping.set(stop.is_set)
        try:
            if arguments.get("stream"):
                events.put(_stream(litellm, arguments, events, stop))
            else:
                events.put(_whole(litellm.completion(**arguments), events))
        except Exception as error:  # litellm raises several families; explain knows them
            events.put(explain(error))

    context = contextvars.copy_context()
    threading.Thread(
        target=lambda: context.run(work), name="kinlib-model-call", daemon=True
    ).start()
    return events


def _whole(answer: Any, events: "queue.SimpleQueue[Event]") -> End:
    choice = answer.choices[0]
    message = choice.message
    if reasoning := _reasoning(message):
        events.put(Thought(reasoning))
    if message.content is not None and not isinstance(message.content, str):
        raise TypeError("The server sent a reply that is no text")
    if message.content:
        events.put(Piece(message.content))
    usage = getattr(answer, "usage", None)
    finish, served = _text(choice.finish_reason), _text(answer.model)
    return End(finish, _refusal(message), *_counts(usage), served, usage)


def _stream(
    litellm: Any,
    arguments: Mapping[str, Any],
    events: "queue.SimpleQueue[Event]",
    stop: threading.Event,
) -> End:
    finish: str | None = None
    stream = litellm.completion(**arguments)
    heard = stream.completion_stream = _Listener(stream.completion_stream)
    try:
        for part in stream:
            if stop.is_set():
                break
            for choice in part.choices[:1]:
                finish = _text(choice.finish_reason) or finish
                if reasoning := _reasoning(choice.delta):
                    events.put(Thought(reasoning))
                if content := _text(choice.delta.content):
                    events.put(Piece(content))
        served = _text(getattr(stream, "_provider_response_model", None))
        usage = _usage(stream)
    finally:
        stream.close()
    if not heard.parts and not stop.is_set():
        # A page of HTML, say: litellm would call this an empty reply that ended well.
        raise ConnectionError("The server sent nothing that could be read as a reply")
    return End(finish, heard.refusal or None, *_counts(usage), served, usage)


class _Listener:
    """The provider's own stream, listened to for what litellm leaves out of its copy."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream
        self._parts = iter(stream)
        self.parts = 0
        self.refusal = ""

    def __iter__(self) -> "_Listener":
        return self

    def __next__(self) -> Any:
        part = next(self._parts)
        self.parts += 1
        for choice in getattr(part, "choices", None) or ():
            self.refusal += _refusal(getattr(choice, "delta", None)) or ""
        return part

    def close(self) -> None:
        if close := getattr(self._stream, "close", None):
            close()


def _usage(stream: Any) -> Any:
    """The provider's own counts. litellm's last chunk is not asked: without counts it guesses."""
    reported = [part.usage for part in stream.chunks if getattr(part, "usage", None) is not None]
    return reported[-1] if reported else None


def _counts(usage: Any) -> tuple[int | None, int | None]:
    # litellm fills in zeros where a provider reports nothing, and no prompt has zero tokens.
    if usage is None or not usage.prompt_tokens:
        return None, None
    return _count(usage.prompt_tokens), _count(usage.completion_tokens or 0)


def _count(told: Any) -> int | None:
    """A number of tokens; None: no such number can be meant."""
    return int(told) if isinstance(told, int | float) and 0 <= told < 2**31 else None


def _text(told: Any) -> str | None:
    """What a provider says where words are due; it may send any JSON."""
    return (told or None) if isinstance(told, str) else None


def _reasoning(part: Any) -> str | None:
    return _text(getattr(part, "reasoning_content", None)) or _text(
        getattr(part, "reasoning", None)
    )


def _refusal(part: Any) -> str | None:
    if part is None:
        return None
    fields = getattr(part, "provider_specific_fields", None)
    further = fields.get("refusal") if isinstance(fields, dict) else None
    return _text(getattr(part, "refusal", None)) or _text(further)
