"""What loaded runs of controls show of the scorers and of the causes of errors."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd

from kinlib.results.filters import judged
from kinlib.results.scores import OWN
from kinlib.results.store import Store


@dataclass(frozen=True, slots=True)
class Answered:
    """The final replies of a control to the items of a kind, all loaded runs together.

    Attributes:
        control: the name of the model.
        kind: what is asked for: people (one or several), count, relation, term, option.
        answer_types: that name, or those, as items and filters have it.
        runs: ids.
        asked: replies, those to the same item in several runs or repeats each counted.
        blank: replies that are, which have no verdict.
        scored: by scorer of ours, how many replies are right and how many have a verdict.
        judges: scorers of `wrong` and `causes`: the chosen one, or those the runs came with.
        wrong: replies that they call so.
        causes: how many of these have which causes, the first one first; none where none is told.
    """

    control: str
    kind: str
    answer_types: tuple[str, ...]
    runs: tuple[str, ...]
    asked: int
    blank: int
    scored: Mapping[str, tuple[int, int]]
    judges: tuple[str, ...]
    wrong: int
    causes: Mapping[tuple[str, ...], int]

    def first(self, cause: str) -> int:
        """How many wrong replies have this cause first."""
        return sum(n for causes, n in self.causes.items() if causes[:1] == (cause,))

    def holding(self, cause: str) -> int:
        """How many wrong replies have this cause or sign at any place."""
        return sum(n for causes, n in self.causes.items() if cause in causes)

    def elsewhere(self, cause: str) -> tuple[str, ...]:
        """First causes of the other wrong replies, in order of the alphabet; "" where none is."""
        firsts = {causes[0] if causes else "" for causes in self.causes}
        return tuple(sorted(firsts - {cause}))


_ANSWERED = """
with said as (
    select response_id, run_id, model, answer_type, outcome, verdict, judge, causes,
        if(answer_type = 'person', 'people', answer_type) as kind
    from {replies} where source = 'control' and answer_type is not null
), by_scorer as (
    select model, kind, scorer, count(*) filter (where correct) as n, count(*) as known
    from said join score using (response_id) where list_contains(?, scorer) group by all
), scored as (
    select model, kind, list({{'scorer': scorer, 'n': n, 'known': known}} order by scorer) as scored
    from by_scorer group by all
)
select model, kind, scored,
    list(distinct answer_type order by answer_type) as answer_types,
    list(distinct run_id order by run_id) as runs,
    list(distinct judge order by judge) filter (where judge is not null) as judges,
    count(*) as asked,
    count(*) filter (where outcome = 'blank') as blank,
    count(*) filter (where verdict = 'wrong') as wrong,
    histogram(coalesce(causes, '[]')) filter (where verdict = 'wrong') as causes
from said left join scored using (model, kind) group by all order by model, kind
"""


def answered(store: Store, scorer: str = "") -> tuple[Answered, ...]:
    """What each control says to each kind of item, by control and kind.

    Args:
        store: with the runs.
        scorer: whose verdicts and causes count, one or `filters.together` several; empty: those of
            the scorer each run came with.
    """
    table = judged(scorer)
    frame = store.query(_ANSWERED.format(replies=table.sql), [*table.parameters, list(OWN)])
    return tuple(_row(row) for _, row in frame.iterrows())


def _row(row: pd.Series) -> Answered:
    return Answered(
        control=str(row["model"]),
        kind=str(row["kind"]),
        answer_types=tuple(map(str, row["answer_types"])),
        runs=tuple(map(str, row["runs"])),
        asked=int(row["asked"]),
        blank=int(row["blank"]),
        scored={one["scorer"]: (one["n"], one["known"]) for one in _there(row["scored"])},
        judges=tuple(map(str, _there(row["judges"]))),
        wrong=int(row["wrong"]),
        causes={tuple(json.loads(text)): int(n) for text, n in dict(_there(row["causes"])).items()},
    )


def _there(value: Any) -> Any:
    return value if hasattr(value, "__iter__") else ()
