"""What controls prove of the scorers: how often gold is right, where errors of the others land."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kinlib.models.controls import INTENDED, NAMES, Control, Kind, kind_of, reply
from kinlib.models.reply import outcome_of
from kinlib.results.rows import Row
from kinlib.results.scores import score_rows

ENOUGH = 0.95
"""Share of a control's errors that have to land in the cause meant for them."""


@dataclass(frozen=True, slots=True)
class Proof:
    """A control by one scorer over the items of a kind that it answers.

    Attributes:
        asked: replies; 0 where it has no answer of its own to any of the items.
        scorer: empty where replies have no verdict, being blank.
        right: how many of the replies are; of a control other than gold, by luck.
        landed: how many of those that are wrong have the intended cause as their first.
        also: how many of them have the further cause or sign.
    """

    control: Control
    kind: Kind
    scorer: str
    asked: int
    right: int = 0
    landed: int = 0
    also: int = 0

    @property
    def wrong(self) -> int:
        """Replies that have a verdict and are wrong."""
        return self.asked - self.right if self.scorer else 0

    @property
    def holds(self) -> bool:
        """Whether gold is always right, and errors of others land where they are meant to."""
        if self.control.name == "control/gold":
            return self.wrong == 0
        return not self.control.cause or self.landed >= ENOUGH * self.wrong


def prove(items: Iterable[Row], seeds: Sequence[int] = (0,)) -> list[Proof]:
    """Ask every control every item of the store, once for each seed, and score the replies.

    Proofs come by kind of item, control and scorer.
    """
    asked: Counter[tuple[Kind, str]] = Counter()
    counts: dict[tuple[Kind, str, str], Counter[str]] = {}
    for item in items:
        kind = kind_of(item)
        for name in NAMES if kind else ():
            for seed in seeds:
                text = reply(name, item, seed)
                if kind is None or text is None:
                    continue
                asked[kind, name] += 1
                control = INTENDED[name, kind]
                for scorer, found in _judged(text, item, control).items():
                    counts.setdefault((kind, name, scorer), Counter()).update(found)
    proofs = []
    for (name, kind), control in INTENDED.items():
        if n := asked[kind, name]:
            judged = {of[2]: count for of, count in counts.items() if of[:2] == (kind, name)}
            proofs += [
                Proof(control, kind, scorer, n, count["right"], count["landed"], count["also"])
                for scorer, count in (judged or {"": Counter[str]()}).items()
            ]
    return proofs


def _judged(text: str, item: Row, control: Control) -> dict[str, list[str]]:
    """By scorer, what counts of a reply: that it is right, or that its causes are those meant."""
    response = {"response_id": "", "outcome": outcome_of(text, "stop"), "text": text}
    found: dict[str, list[str]] = {}
    for row in score_rows(response, item):
        causes = json.loads(row["causes"] or "[]")
        told = {
            "right": row["correct"],
            "landed": not row["correct"] and control.cause in causes[:1],
            "also": not row["correct"] and control.also in causes,
        }
        found[row["scorer"]] = [name for name, is_so in told.items() if is_so]
    return found
