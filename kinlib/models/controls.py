"""Rule-based respondents that prove the scorers and the causes of errors.

A control is asked like any model, by the name control/..., but looks at the item with its key and
answers by a rule: gold is always right, and each other one is wrong in one known way. What a scorer
makes of gold, and a cause finder of the others, shows whether they can be trusted. Controls need no
key, cost nothing and are left out of averages over models.
"""

from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal

from kinlib.models import controls_reasoning, controls_terms, responding
from kinlib.models.controls_reasoning import Row
from kinlib.models.responding import End

PROVIDER = "control"

Kind = Literal["people", "count", "relation", "term", "option"]
"""What an item asks for: names, a number, a relation, a message with a term, a letter."""

ASKED: Mapping[Kind, str] = MappingProxyType(
    {
        "people": "names",
        "count": "a number",
        "relation": "a relation",
        "term": "a message with a kin term",
        "option": "a letter",
    }
)
"""The words for what an item asks for."""

_REASONING: tuple[Kind, ...] = ("people", "count", "relation")


@dataclass(frozen=True, slots=True)
class Control:
    """What a control does where items of some kinds are asked.

    Attributes:
        name: the model's name.
        kinds: what the items ask for.
        does: a sentence for people.
        cause: the first cause that its errors are meant to land in; empty: none.
        also: a cause or sign that is meant to hold besides; empty: none.
    """

    name: str
    kinds: tuple[Kind, ...]
    does: str
    cause: str = ""
    also: str = ""


CONTROLS = (
    Control("control/gold", _REASONING, "Gives the key."),
    Control("control/gold", ("term",), "Uses the key's term; where the prompt leaves open who is "
            "meant, it offers the terms of all who may be."),
    Control("control/gold", ("option",), "Picks the key's letter."),
    Control("control/english-default", ("people",), "Takes the system's term for English, and "
            "names those whom it would mean.", "cultural default"),
    Control("control/english-default", ("relation",), "Gives the system's term back as if it were "
            "English.", "cultural default"),
    Control("control/english-default", ("term",), "Writes the message, and the English word for "
            "the relative in it.", "target script, no inventory term"),
    Control("control/one-hop-short", ("people", "relation"), "Stops one step before the end of the "
            "line.", "incomplete chain"),
    Control("control/one-hop-short", ("count",), "Counts the people one step before the end of the "
            "line.", "counting", "incomplete chain"),
    Control("control/over-inclusive", ("people",), "Names everybody right, and besides those on "
            "the other side or of the other sex; or else somebody else.", "over-inclusion"),
    Control("control/over-inclusive", ("count",), "Counts those on the other side and of the other "
            "sex too.", "counting", "over-inclusion"),
    Control("control/over-inclusive", ("relation",), "Gives two relations, of which one is right.",
            "over-inclusion"),
    Control("control/over-inclusive", ("term",), "Offers another relative's term beside the right "
            "one. The matchers pardon it: they look for the right one."),
    Control("control/romaniser", ("term",), "Writes greeting and right term in Latin letters, the "
            "rest in the language's own script.", "target script and romanised form",
            "romanised form"),
    Control("control/wrong-side", ("people", "relation"), "Goes the same line over the other "
            "parent.", "wrong side"),
    Control("control/wrong-side", ("count",), "Counts the relatives on the other side.",
            "counting", "wrong side"),
    Control("control/wrong-side", ("term",), "Uses the term of the relative on the other side of "
            "the family.", "other inventory term", "side error"),
    Control("control/wrong-side", ("option",), "Picks the term of the relative on the other side "
            "of the family. Letters have no causes."),
    Control("control/most-frequent-term", ("term",), "Uses the term that is right for most "
            "relations of the language, whoever is asked for.", "other inventory term"),
    Control("control/most-frequent-term", ("option",), "Picks the term that is right for most "
            "relations of the language. Letters have no causes."),
    Control("control/question-blind", _REASONING, "Draws a person of the context, a number from 1 "
            "to 5 or a relation of two steps, by lot."),
    Control("control/question-blind", ("term",), "Uses a term of the language drawn by lot."),
    Control("control/question-blind", ("option",), "Picks A."),
    Control("control/blank", (*_REASONING, "term", "option"), "Says nothing. A blank reply is an "
            "outcome, and has neither verdict nor cause."),
)  # fmt: skip
"""Every control, by what is asked, in the order in which they are listed."""

NAMES: tuple[str, ...] = tuple(dict.fromkeys(control.name for control in CONTROLS))

INTENDED: Mapping[tuple[str, Kind], Control] = MappingProxyType(
    {(control.name, kind): control for control in CONTROLS for kind in control.kinds}
)
"""By control and by what is asked: the cause its errors are meant to land in, or none."""

asked: ContextVar[Row | None] = ContextVar("asked", default=None)
"""The item that a prompt belongs to; messages alone do not tell it."""


def is_control(model: str) -> bool:
    """Whether a model's name is that of a control, known or not."""
    return model.startswith(f"{PROVIDER}/")


def kind_of(item: Row) -> Kind | None:
    """What an item row of the store asks for; None: nothing that a control answers."""
    kinds: Mapping[str, Kind] = {
        **{kind: kind for kind in ("people", "count", "relation", "term", "option")},
        "person": "people",
    }
    return kinds.get(str(item.get("answer_type")))


def intended(name: str, item: Row) -> Control | None:
    """What a control is meant to do with an item; None: it does not answer such items."""
    kind = kind_of(item)
    return INTENDED.get((name, kind)) if kind else None


def applies(name: str, item: Row) -> bool:
    """Whether a control answers an item: its rule must lead to an answer that is its own."""
    return reply(name, item) is not None


def reply(name: str, item: Row, seed: int = 0) -> str | None:
    """What a control says to an item, the same for the same item and seed.

    Args:
        name: one of `NAMES`.
        item: an item row of the store, with its key.
        seed: of the call; it chooses the wording, and what is drawn by lot.

    Returns:
        The reply; None where the control does not answer such an item.
    """
    meant = intended(name, item)
    if meant is None:
        return None
    rule = name.removeprefix(f"{PROVIDER}/")
    if rule == "blank":
        return ""
    if item["answer_type"] in ("term", "option"):
        return controls_terms.reply(rule, item, seed)
    return controls_reasoning.reply(rule, item, seed)


def provider(litellm: Any) -> Any:
    """The controls as a litellm provider, to be listed in litellm.custom_provider_map.

    litellm itself is handed in, so that this module never imports it.
    """

    def said(call: Mapping[str, Any]) -> str:
        item, model = asked.get(), call["model"]
        name = f"{PROVIDER}/{model}"
        text = None if item is None else reply(name, item, call["optional_params"].get("seed") or 0)
        if text is not None:
            return text
        trouble = (
            f"{name} answers items of a benchmark only, for it looks at their key; choose one."
            if item is None
            else f"{name} has no answer of its own to item {item.get('item_id')}; leave it out."
        )
        raise litellm.BadRequestError(message=trouble, model=model, llm_provider=PROVIDER)

    def pieces(call: Mapping[str, Any]) -> Iterator[str | End]:
        yield said(call)
        yield End("stop")

    return responding.provider(litellm, pieces, lambda call: str(call["model"]))
