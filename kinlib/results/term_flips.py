"""Where two scorers disagree on the same replies, both ways, and through which forms they do.

For kin terms: what the frozen matcher passes and the bounded one does not, because a form only sat
inside another word; and what only the bounded one finds, in an inflection or another encoding.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from kinlib.results.filters import KEPT
from kinlib.results.store import Store

_BOTH = (
    "from score as one join score as two using (response_id) join reply using (response_id) "
    "where one.scorer = ? and two.scorer = ? and list_contains(?, source)"
)


@dataclass(frozen=True, slots=True)
class Tally:
    """Replies that both scorers read: right for both, for one of them only, or for neither."""

    both: int
    first_only: int
    second_only: int
    neither: int

    @property
    def replies(self) -> int:
        """All replies that both scorers read."""
        return self.both + self.first_only + self.second_only + self.neither


def tally(store: Store, first: str, second: str, sources: Sequence[str] = KEPT) -> Tally:
    """How often two scorers agree, and how often each alone calls a reply right.

    They are counts of replies, of all sources wanted together: no controls and no free prompts
    unless these are named (`LEFT_OUT` says so).
    """
    row = store.query(
        "select count(*) filter (where one.correct and two.correct) as both_right, "
        "count(*) filter (where one.correct and not two.correct) as first_only, "
        "count(*) filter (where two.correct and not one.correct) as second_only, "
        f"count(*) filter (where not one.correct and not two.correct) as neither {_BOTH}",
        [first, second, list(sources)],
    ).iloc[0]
    return Tally(*(int(row[name]) for name in row.index))


def flips(
    store: Store, first: str, second: str, limit: int, offset: int = 0, *, language: str = "",
    relations: Sequence[str] = (), forms: Sequence[str] = (), sources: Sequence[str] = KEPT,
) -> pd.DataFrame:  # fmt: skip
    """Replies that the first scorer calls right and the second wrong, in reading order.

    Swap the scorers for the other way. `forms` lets those through in which the first scorer read
    one of these forms; `language` and `relations` are those of the item.

    Columns: response_id, model, protocol, source, dataset, item_id, language, relation, read_first,
    read_second (JSON lists of what each scorer read), text.
    """
    where, parameters = _narrowed(language, relations, forms)
    return store.query(
        "select response_id, model, protocol, source, dataset, item_id, language, relation, "
        f"one.predicted as read_first, two.predicted as read_second, text {_BOTH} "
        f"and one.correct and not two.correct {where} "
        "order by model, run_id, item_position, item_id, repeat, response_id limit ? offset ?",
        [first, second, list(sources), *parameters, limit, offset],
    )


def through_forms(
    store: Store, first: str, second: str, sources: Sequence[str] = KEPT
) -> pd.DataFrame:
    """How many flips each form carries: language, relation, form, replies; most first.

    A reply with two forms counts for both.
    """
    return store.query(
        "select language, relation, form, count(distinct response_id) as replies from "
        "(select response_id, language, relation, "
        f"unnest(from_json(one.predicted, '[\"varchar\"]')) as form {_BOTH} "
        "and one.correct and not two.correct) "
        "group by all order by replies desc, language, relation, form",
        [first, second, list(sources)],
    )


def _narrowed(
    language: str, relations: Sequence[str], forms: Sequence[str]
) -> tuple[str, list[object]]:
    parts: list[str] = []
    parameters: list[object] = []
    if language:
        parts.append("and language = ?")
        parameters.append(language)
    if relations:
        parts.append("and list_contains(?, relation)")
        parameters.append(list(relations))
    if forms:
        parts.append("and list_has_any(?, from_json(one.predicted, '[\"varchar\"]'))")
        parameters.append(list(forms))
    return " ".join(parts), parameters
