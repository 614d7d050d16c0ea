"""Which solvers answer which items without the question, and their rates by cell."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from typing import Any, Literal, get_args

from kinlib.stats import Rate, rate

Field = Literal["category", "n_hops", "kind", "kinship_system", "answer_type"]

BLIND = ("farthest", "last", "random", "majority", "learned")
"""Question-blind solvers.

farthest: everyone as far as can be, by facts, from the person mentioned first (for one person the
last mentioned of them; for counts their number). last, random: the person mentioned last, or any.
majority: of counts and relations the most frequent one in other trees; of people there is none, so
it is wrong there. learned: gradient boosting on the shape of the context, from other trees.
"""
SOLVERS = (*BLIND, "last hop", "English default")
"""All solvers.

last hop: everyone whom a fact calls by the last word of the path, whosever relative they are.
English default: what the English word would mean, given by the builder for cultural items.
"""


@dataclass(frozen=True)
class Verdict:
    """Which solvers answer an item rightly; None where one cannot be asked.

    `chance` is how often a guess among what the question offers is right, None where it offers
    nothing: people compared, or the counts of the data set, of which the most frequent is guessed.
    """

    question_id: str
    category: int | str | None
    n_hops: int | None
    answer_type: str
    kind: str | None
    kinship_system: str | None
    solved: Mapping[str, bool | None]
    chance: float | None


@dataclass(frozen=True)
class Cell:
    """The items that share one value of a field.

    Each solver has its rate over those items it could be asked. `blind` names the question-blind
    one with the highest rate, chosen on these very items: what an attacker gets who knows which
    works best. `chance` is the mean over `with_chance` items.
    """

    value: Any
    n: int
    rates: Mapping[str, Rate]
    blind: str | None
    chance: float | None
    with_chance: int


def table(verdicts: Sequence[Verdict], by: Field | None = None) -> list[Cell]:
    """The rates of every solver by a field, numbers before texts; without one, in one cell."""
    groups: dict[Any, list[Verdict]] = {}
    for verdict in verdicts:
        groups.setdefault(getattr(verdict, by) if by else None, []).append(verdict)
    order = sorted(groups, key=lambda v: (v is None, isinstance(v, str), v if v is not None else 0))
    return [_cell(value, groups[value]) for value in order]


def summary(verdicts: Sequence[Verdict]) -> dict[str, Any]:
    """All rates as counts, for a manifest: {"correct": 3, "n": 10}, or null where unknown."""
    return {
        "all": _plain(_cell(None, verdicts)),
        **{
            f"by {field}": [{"value": cell.value} | _plain(cell) for cell in table(verdicts, field)]
            for field in get_args(Field)
        },
    }


def _cell(value: Any, verdicts: Sequence[Verdict]) -> Cell:
    rates = {}
    for name in SOLVERS:
        known = [solved for v in verdicts if (solved := v.solved[name]) is not None]
        rates[name] = rate(sum(known), len(known))
    shares = {name: rates[name].value for name in BLIND}
    told = {name: share for name, share in shares.items() if share is not None}
    chances = [v.chance for v in verdicts if v.chance is not None]
    return Cell(
        value=value,
        n=len(verdicts),
        rates=rates,
        blind=max(told, key=lambda name: told[name], default=None),
        chance=fsum(chances) / len(chances) if chances else None,
        with_chance=len(chances),
    )


def _plain(cell: Cell) -> dict[str, Any]:
    return {
        "n": cell.n,
        "solvers": {
            name: {"correct": each.hits, "n": each.n} if each.n else None
            for name, each in cell.rates.items()
        },
        "question-blind": cell.blind,
        "chance": cell.chance,
        "with chance": cell.with_chance,
    }
