"""Replies of a run asked for again: the same prompts, parameters and seeds; are they the same?

What comes back is compared and shown, and never journalled: it is no reply of the run.

    sample = draw(store, run_id)
    compared = [one for one in again(sample)]
    told(compared, len(sample.replies)), circumstances(sample, compared)
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from kinlib.errors import KinError
from kinlib.models import difference, estimates, gateway, local, runner
from kinlib.models.difference import Difference
from kinlib.models.endpoints import Endpoint
from kinlib.models.plan import versions
from kinlib.models.reply import Parameters, Reply, check
from kinlib.results.stored_replies import Sample, StoredReply

Verdict = Literal["same", "differs", "not asked"]

TIMEOUT = 300.0
"""Seconds a whole reply may take, as in a run."""

_FRAME = 64  # tokens, more than a provider puts about a prompt


@dataclass(frozen=True)
class Compared:
    """A stored reply beside what came now.

    Attributes:
        reply: None: no request could be made of what is stored.
        text: of the reply, as the store would keep it.
        difference: where the texts part; None: nowhere, or there is nothing to compare.
        trouble: why there is nothing to compare, a sentence; empty: there is.
    """

    stored: StoredReply
    reply: Reply | None
    text: str = ""
    difference: Difference | None = None
    trouble: str = ""

    @property
    def verdict(self) -> Verdict:
        """Same: whole text and outcome are; not asked: there is nothing to compare."""
        if self.trouble or self.reply is None:
            return "not asked"
        alike = self.difference is None and self.reply.outcome == self.stored.outcome
        return "same" if alike else "differs"

    @property
    def sentence(self) -> str:
        """What differs, or why there is nothing to compare; empty for what is the same."""
        if self.trouble or self.reply is None:
            return self.trouble
        ends = f"{self.stored.outcome} then, {self.reply.outcome} now"
        if self.difference is not None:
            other = "" if self.reply.outcome == self.stored.outcome else f" ({ends})"
            return f"The texts part at character {self.difference.place:,}{other}."
        return "" if self.verdict == "same" else f"The text is the same, its end is not: {ends}."


def again(
    sample: Sample,
    *,
    api_key: str | None = None,
    secrets: Mapping[str, str] | None = None,
    endpoints: Sequence[Endpoint] = (),
    cancelled: Callable[[], bool] = lambda: False,
) -> Iterator[Compared]:
    """Ask one by one, each compared as it comes; what a provider does wrong is in `trouble`.

    Args:
        sample: of `stored_replies.draw`.
        api_key: typed for this visit; never kept.
        secrets: values by name from the host's secrets file.
        endpoints: addresses that the run was asked at.
        cancelled: asked several times a second; True ends it, with the call on its way the last.

    Raises:
        KinError: the model cannot be asked at all.
    """
    if (sentence := obstacle(sample, endpoints)) is not None:
        raise KinError(sentence)
    if not api_key and not endpoints and (names := gateway.missing_keys(sample.model, secrets)):
        raise KinError(
            f"There is no key for {sample.model}; set {' or '.join(names)} in the environment."
        )
    way: dict[str, Any] = {"api_key": api_key, "secrets": secrets}
    if endpoints:
        way["route"] = gateway.route_of(sample.model, endpoints)
    for stored in sample.replies:
        if cancelled():
            return
        try:
            parameters = _parameters(stored)
        except KinError as error:
            yield Compared(stored, None, trouble=str(error))
            continue
        reply = gateway.ask(
            sample.model, stored.prompt, parameters, item=stored.item, timeout=TIMEOUT,
            cancelled=cancelled, stream=False, **way,
        )  # fmt: skip
        yield _compared(stored, reply)


def obstacle(sample: Sample, endpoints: Sequence[Endpoint] = ()) -> str | None:
    """Why the model cannot be asked, for a person; None: nothing is known."""
    if sample.endpoints and not endpoints:
        return (
            f"The run was asked at {', '.join(sample.endpoints)}, not at the provider's own "
            f"address; type `python -m kinlib repeat {sample.run_id} --endpoint URL`."
        )
    return gateway.obstacle(sample.model)


def most_cost(sample: Sample) -> float | None:
    """US dollars at most; None: no price is listed. A token is at least one byte of the text."""
    sums = [
        estimates.cost(
            sample.model, len(stored.prompt.encode("utf-8", "replace")) + _FRAME,
            parameters.max_tokens,
        )
        for stored in sample.replies
        if (parameters := _usable(stored)) is not None
    ]  # fmt: skip
    known = [cost for cost in sums if cost is not None]
    return sum(known) if len(known) == len(sums) else None


def told(compared: Sequence[Compared], total: int) -> str:
    """What came out, in a sentence with its denominator."""
    counts = {name: 0 for name in ("same", "differs", "not asked")}
    for one in compared:
        counts[one.verdict] += 1
    same, differ, not_asked = counts.values()
    if same == total:
        return f"{same:,} of {total:,} replies are the same, character by character."
    parts = [f"{same:,} of {total:,} replies are the same, character by character"]
    parts += [f"{differ:,} {'differs' if differ == 1 else 'differ'}"] if differ else []
    parts += [f"{not_asked:,} could not be asked for again"] if not_asked else []
    left = total - len(compared)
    return "; ".join(parts) + (f"; {left:,} were not asked for: it was stopped." if left else ".")


def circumstances(sample: Sample, compared: Iterable[Compared]) -> list[str]:
    """What is not as it was when the replies were made, in sentences; none: all that is known is.

    A difference may come from there: versions, processor and threads, the model that answered,
    parameters it did not take, seeds; and hosted models promise nothing.
    """
    pairs = [
        (one.stored, one.reply)
        for one in compared
        if one.reply is not None and one.verdict != "not asked"
    ]
    if not pairs:
        return []
    found, own = [], sample.model == local.MODEL
    for name, version in versions().items():
        if own or name == "litellm":
            found += _changed(name, ((then.versions.get(name), version) for then, _ in pairs))
    if own:
        # Threads share the sums of long texts out otherwise, and rounding may tip a later token.
        here = {"processor": runner.processor(), "threads": local.THREADS}
        for name, value in here.items():
            told_then = ((then.sitting.get(name), value) for then, _ in pairs)
            found += _changed(name.capitalize(), told_then)
    found += _changed(
        "Model that answered", ((then.served_model, now.served_model) for then, now in pairs)
    )
    found += _changed(
        "Parameters it did not take",
        ((", ".join(then.dropped) or "none", ", ".join(now.dropped) or "none")
         for then, now in pairs),
    )  # fmt: skip
    if seedless := sum(then.parameters.get("seed") is None for then, _ in pairs):
        found.append(f"Asked without a seed: {seedless:,} of {len(pairs):,}.")
    if not estimates.is_free(sample.model):
        found.append(
            f"{sample.model} is asked elsewhere: its replies may differ each time, seed or not."
        )
    return found


def _changed(what: str, pairs: Iterable[tuple[object, object]]) -> list[str]:
    """A sentence on what was one way and is another now."""
    changed = [pair for pair in pairs if pair[0] != pair[1]]
    then, now = (sorted({str(pair[at] or "not told") for pair in changed}) for at in (0, 1))
    return [f"{what} then: {', '.join(then)}; now: {', '.join(now)}."] if changed else []


def _parameters(stored: StoredReply) -> Parameters:
    """The parameters sent.

    Raises:
        KinError: they are not stored, or cannot be meant.
    """
    if "max_tokens" not in stored.parameters:
        raise KinError("Its parameters are not stored.")
    try:
        parameters = Parameters(**stored.parameters)
        check(stored.prompt, parameters)
    except TypeError:
        raise KinError("Its parameters are not those of a call of ours.") from None
    return parameters


def _usable(stored: StoredReply) -> Parameters | None:
    try:
        return _parameters(stored)
    except KinError:
        return None


def _compared(stored: StoredReply, reply: Reply) -> Compared:
    if reply.outcome == "cancelled":
        return Compared(stored, reply, trouble="It was stopped while this call was on its way.")
    if reply.outcome == "error":
        return Compared(stored, reply, trouble=reply.error or "The call failed.")
    # The store shows half a surrogate pair as ?, so that both texts are as it keeps them.
    text = reply.text.encode("utf-8", "replace").decode()
    return Compared(stored, reply, text, difference.first(stored.text, text))
