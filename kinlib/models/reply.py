"""What is asked of a model and what came back, as plain values."""

import math
from dataclasses import dataclass
from typing import Literal

from kinlib.errors import KinError

Outcome = Literal["answered", "blank", "truncated", "refused", "cancelled", "error"]
ErrorKind = Literal["timeout", "auth", "rate limit", "network", "unknown model", "other"]


@dataclass(frozen=True)
class Parameters:
    """How a model is asked to write; None leaves the choice to the provider.

    Attributes:
        temperature: 0 to 2, without unit.
        top_p: share of probability sampled from, above 0 and at most 1.
        max_tokens: longest reply, in tokens, reasoning included where a provider counts it so.
        seed: the same seed asks for the same reply; not every provider keeps that promise.
    """

    temperature: float | None = None
    top_p: float | None = None
    max_tokens: int = 1024
    seed: int | None = None


@dataclass(frozen=True)
class Reply:
    """One prompt's outcome. None always means unknown, never zero.

    Attributes:
        outcome: the closed set of design.md, without "not run".
        text: as received, save that an echoed API key is replaced by "[key removed]".
        reasoning: what a reasoning model shows of its thinking, apart from the text.
        finish_reason: the provider's own word ("stop", "length", "content_filter", ...).
        error_kind: why there is no answer, when the outcome is "error".
        error: one sentence for people, without keys; also says what a provider refused.
        prompt_tokens: tokens read, as the provider counted them.
        completion_tokens: tokens written, as the provider counted them.
        seconds: the last attempt, from request to last character; pauses before are not in it.
        first_token_seconds: from request to first character; None when nothing was streamed.
        cost: US dollars by litellm's price list; 0.0 for the local model and controls.
        model: the name asked for.
        served_model: the name the provider answered with.
        dropped: parameters that were set and that the model does not take.
        attempts: requests sent; 0 when it was clear beforehand that none could succeed.
    """

    outcome: Outcome
    text: str
    reasoning: str | None
    finish_reason: str | None
    error_kind: ErrorKind | None
    error: str | None
    prompt_tokens: int | None
    completion_tokens: int | None
    seconds: float
    first_token_seconds: float | None
    cost: float | None
    model: str
    served_model: str | None
    dropped: tuple[str, ...]
    attempts: int


def outcome_of(
    text: str, finish_reason: str | None, *, refused: bool = False, cancelled: bool = False
) -> Outcome:
    """The outcome of a reply that ended without an error.

    White space alone is blank even when the length limit ended it: a reasoning model that
    spends its whole budget thinking has said nothing that could be scored.
    """
    if cancelled:
        return "cancelled"
    if refused or finish_reason == "content_filter":
        return "refused"
    if not text.strip():
        return "blank"
    return "truncated" if finish_reason == "length" else "answered"


def check(prompt: str, parameters: Parameters) -> None:
    """Raise KinError when a prompt is empty or a parameter cannot be meant."""
    if not prompt.strip():
        raise KinError("The prompt is empty; write something to send.")
    try:
        prompt.encode()
    except UnicodeEncodeError as error:
        raise KinError(
            f"Character {error.start + 1} of the prompt is half of a surrogate pair, which no "
            "model can be sent; paste the text again as UTF-8."
        ) from None
    temperature, top_p = parameters.temperature, parameters.top_p
    if temperature is not None and not 0 <= temperature <= 2:
        raise KinError(f"Temperature {temperature:g} is outside 0 to 2; choose one within.")
    if top_p is not None and (math.isnan(top_p) or not 0 < top_p <= 1):
        raise KinError(f"Top-p {top_p:g} is outside 0 (excluded) to 1; choose one within.")
    if parameters.max_tokens < 1:
        raise KinError(
            f"A longest reply of {parameters.max_tokens} tokens is none; allow 1 or more."
        )
    if parameters.seed is not None and not 0 <= parameters.seed < 2**32 - 1:
        raise KinError(f"Seed {parameters.seed} is outside 0 to 4294967294; choose one within.")
