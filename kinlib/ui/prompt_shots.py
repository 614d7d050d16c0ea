"""The calls of a visit to the Prompt page: sent in batches, kept until the visit ends."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import NamedTuple

import streamlit as st

from kinlib.models import runs
from kinlib.models.reply import Parameters
from kinlib.results.rows import Row
from kinlib.results.scores import Scored, scored, scorer_of
from kinlib.ui import call
from kinlib.ui.prompt_models import Models
from kinlib.ui.prompt_ways import Asked
from kinlib.ui.terms_words import phrase

_ALL, _SHOWN, _JUDGED = "prompt_shots", "prompt_shown", "prompt_judged"


@dataclass(frozen=True, eq=False)
class Shot:
    """One call: its number in the visit, the batch it was sent with, what was asked and when."""

    number: int
    batch: int
    asked: Asked
    call: runs.Call
    at: datetime = field(default_factory=lambda: datetime.now(UTC))

    @property
    def item_id(self) -> str:
        """The item asked; empty for a free prompt."""
        return "" if self.asked.item is None else str(self.asked.item["item_id"])


class Verdict(NamedTuple):
    """A shot in a word, the score of the benchmark's usual scorer, and all that was found."""

    word: str
    usual: Row | None
    found: Scored

    @property
    def evidence(self) -> str:
        """What the reply was read as; for a message, whose terms are in it besides."""
        said = json.loads(self.usual["predicted"] or "[]") if self.usual else []
        seen = self.found.surface
        others = json.loads(seen["others"]) if seen and not said else []
        return ", ".join([*map(str, said), *(f"(term of {phrase(one)})" for one in others)])

    @property
    def cause(self) -> str:
        """Why it is wrong, in a word; empty where it is right or nobody knows."""
        causes = json.loads(self.usual["causes"] or "[]") if self.usual else []
        return str(causes[0]) if causes else ""


def every() -> list[Shot]:
    """The calls of this visit, in the order they were made."""
    made: list[Shot] = st.session_state.setdefault(_ALL, [])
    return made


def shown() -> list[Shot]:
    """The batch that is looked at: the last one, or one of the history."""
    batch = st.session_state.get(_SHOWN)
    return [shot for shot in every() if shot.batch == batch]


def look_at(batch: int) -> None:
    """Show a batch again."""
    st.session_state[_SHOWN] = batch


def running(shots: Iterable[Shot]) -> bool:
    """Whether a reply is still awaited."""
    return any(shot.call.running for shot in shots)


def send(asked: Sequence[Asked], models: Models, parameters: Parameters) -> None:
    """Ask each model each prompt, all at once, and show them."""
    shots = every()
    if running(shown()):
        return
    batch = shots[-1].batch + 1 if shots else 1
    for one in asked:
        for model in models.names:
            made = call.ask(
                prompt_of(one), model, parameters, api_key=models.key(model), item=one.item
            )
            shots.append(Shot(len(shots) + 1, batch, one, made))
    look_at(batch)


def stop(shots: Iterable[Shot]) -> None:
    """Ask the models to stop; what came so far is kept."""
    for shot in shots:
        shot.call.cancel()


def prompt_of(asked: Asked) -> runs.Prompt:
    """What is journalled as asked.

    An edited text is no longer its item's there: nothing that is counted judges it by that key.
    """
    item = asked.item
    if item is None:
        return runs.Prompt(asked.text)
    if asked.edited:
        return runs.Prompt(asked.text, edited_from=str(item["item_id"]))
    return runs.Prompt(
        asked.text, asked.benchmark, str(item["dataset_id"]), str(item["item_id"]), asked.protocol
    )


def verdict(shot: Shot) -> Verdict:
    """What our scorers make of a finished call; judged once."""
    kept: dict[int, Verdict] = st.session_state.setdefault(_JUDGED, {})
    if shot.number not in kept:
        kept[shot.number] = _judge(shot)
    return kept[shot.number]


def _judge(shot: Shot) -> Verdict:
    reply, item = shot.call.reply, shot.asked.item
    if reply is None:
        return Verdict("not sent", None, Scored([]))
    if item is None:
        return Verdict(reply.outcome, None, Scored([]))
    found = scored({**shot.call.response, "response_id": call.response_of(shot.call)}, item)
    # By what is asked for: a list of somebody's own may name no benchmark that has a scorer.
    benchmark = {"term": "terms", "option": "selection"}.get(item["answer_type"], "kinshipqa")
    name = scorer_of(benchmark)
    usual = next((row for row in found.scores if row["scorer"] == name), None)
    if usual is None:
        return Verdict("not scored" if found.scores else reply.outcome, None, found)
    return Verdict("right" if usual["correct"] else "wrong", usual, found)
