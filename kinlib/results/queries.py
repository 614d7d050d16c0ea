"""Every question the pages ask of the store, one function each."""

import functools
from collections import Counter
from collections.abc import Mapping
from typing import Literal, NamedTuple, get_args

import numpy as np
import pandas as pd

from kinlib.reasoning.scoring import LENIENT, STRICT
from kinlib.results.filters import Filter, condition, judged
from kinlib.results.store import Store
from kinlib.stats import Method, cluster_mean, clusters, rate

Blanks = Literal["excluded", "wrong"]
"""What a rate does with blank, refused and failed replies: leave them out, or count them wrong."""

Dimension = Literal["hops", "category", "system", "language"]

_COUNTED = {
    "excluded": "('right', 'wrong')",
    "wrong": "('right', 'wrong', 'blank', 'refused', 'error')",
}
"""Verdicts in the denominator. Cancelled and unscored replies are in neither."""


OF_CELLS = ("terms", "selection")
"""Benchmarks that ask again and again about one cell: a relation in a language as one speaker says
it. Replies about a cell are alike, so an interval keeps them together."""

_BY_CELL = f"""histogram(
    case when benchmark in {OF_CELLS} then concat_ws(
        ' ', relation, language, coalesce(json_extract_string(attributes, '$.speaker'), 'any'),
        verdict = 'right'
    ) end
) filter (where verdict in $counted) as by_cell"""


def counts(store: Store) -> dict[str, int]:
    """How many genealogies, people, items, runs and replies the store holds."""
    row = store.query(
        "select (select count(*) from genealogy) as genealogies, "
        "(select count(*) from person) as people, (select count(*) from item) as items, "
        "(select count(*) from run) as runs, (select count(*) from response) as replies, "
        "(select count(*) from figure) as figures"
    ).iloc[0]
    return {str(name): int(value) for name, value in row.items()}


def datasets(store: Store) -> pd.DataFrame:
    """Data sets with their number of items, and what their sources left out."""
    return store.query(
        "select dataset_id, name, benchmark, count(item_id) as items, "
        "count(*) filter (where context_cut) as cut_contexts, any_value(note) as note "
        "from dataset left join item using (dataset_id) group by all order by benchmark, name"
    )


def runs(store: Store, blanks: Blanks, scorer: str = "") -> pd.DataFrame:
    """One row a run: where its numbers come from, its outcomes, and right of counted.

    Columns low and high are the limits of a 95 % interval: Wilson's, items taken as independent, or
    of whole cells for `OF_CELLS`; `cells` is how many (0: Wilson's), `way` how it was made. Runs
    without a scored reply have no score (unknown). `same` counts replies called wrong that
    are the one gold answer word for word: the scorer contradicts itself there. `strict` and
    `lenient` count what our two kinship scorers call right, null where they score nothing; the
    verdicts are those of `scorer`, of the run's own where it is empty.
    """
    table = judged(scorer)
    ours = ", ".join(
        "(select count(*) from score join response using (response_id) "
        "where run_id = found.run_id "
        f"and scorer = ? and correct and outcome in ('answered', 'truncated')) as {name}"
        for name in ("strict", "lenient")
    )
    frame = store.query(
        f"select *, {ours} from (select run_id, benchmark, any_value(dataset) as dataset, model, "
        "protocol, source, "
        "any_value(coalesce(judge, scorer)) as scorer, count(*) as replies, "
        "count(distinct item_id) as items, "
        "count(*) filter (where outcome = 'answered') as answered, "
        "count(*) filter (where outcome = 'blank') as blank, "
        "count(*) filter (where outcome = 'truncated') as truncated, "
        "count(*) filter (where outcome = 'refused') as refused, "
        "count(*) filter (where outcome = 'cancelled') as cancelled, "
        "count(*) filter (where outcome = 'error') as error, "
        "count(*) filter (where verdict = 'not scored') as not_scored, "
        "count(*) filter (where verdict = 'right') as right, "
        f"count(*) filter (where verdict in {_COUNTED[blanks]}) as counted, "
        f"{_BY_CELL.replace('$counted', _COUNTED[blanks])}, "
        "count(*) filter (where verdict = 'wrong' and json_array_length(gold) = 1 "
        "and lower(trim(text, e' .\\n\\t\\r')) = lower(gold ->> 0)) as same, "
        f"any_value(run_note) as note from {table.sql} group by all) as found "
        "order by source = 'ad hoc', benchmark, dataset, model, protocol",
        [STRICT, LENIENT, *table.parameters],
    )
    return _with_rates(frame)


def dimensions(store: Store, wanted: Filter) -> list[Dimension]:
    """Dimensions for which the replies under a filter have values."""
    where = condition(wanted)
    named = get_args(Dimension)
    columns = ", ".join(f"count({name}) > 0 as {name}" for name in named)
    table = judged(wanted.scorer)
    row = store.query(
        f"select {columns} from {table.sql} where {where.sql}",
        [*table.parameters, *where.parameters],
    ).iloc[0]
    return [name for name in named if row[name]]


def accuracy_by(store: Store, dimension: Dimension, blanks: Blanks, wanted: Filter) -> pd.DataFrame:
    """Right of counted for each run and each value of a dimension; ad hoc runs are left out.

    Intervals are those of `runs`.
    """
    where, table = condition(wanted), judged(wanted.scorer)
    frame = store.query(
        f"select run_id, model, protocol, source, {dimension} as value, "
        "count(*) filter (where verdict = 'right') as right, "
        f"count(*) filter (where verdict in {_COUNTED[blanks]}) as counted, "
        f"{_BY_CELL.replace('$counted', _COUNTED[blanks])}, count(*) as replies "
        f"from {table.sql} where {where.sql} and {dimension} is not null "
        "and source <> 'ad hoc' group by all order by model, protocol, run_id, value",
        [*table.parameters, *where.parameters],
    )
    return _with_rates(frame)


class _Share(NamedTuple):
    value: float | None
    low: float | None
    high: float | None
    cells: int
    way: Method | Literal["items"]


def _with_rates(frame: pd.DataFrame) -> pd.DataFrame:
    shares = [
        _by_cell(tuple(sorted(cells.items())))
        if isinstance(cells, Mapping) and cells
        else _by_item(int(right), int(counted))
        for right, counted, cells in zip(
            frame["right"], frame["counted"], frame["by_cell"], strict=True
        )
    ]
    return frame.drop(columns="by_cell").assign(
        score=pd.array([each.value for each in shares], dtype="Float64"),
        low=pd.array([each.low for each in shares], dtype="Float64"),
        high=pd.array([each.high for each in shares], dtype="Float64"),
        cells=[each.cells for each in shares],
        way=[each.way for each in shares],
    )


def _by_item(right: int, counted: int) -> _Share:
    found = rate(right, counted)
    return _Share(found.value, found.low, found.high, 0, "items")


@functools.lru_cache(maxsize=1024)
def _by_cell(numbers: tuple[tuple[str, int], ...]) -> _Share:
    """A share of replies that are counted by cell and whether they are right ("... true")."""
    right, known = Counter[str](), Counter[str]()
    for label, n in numbers:
        cell, _, verdict = label.rpartition(" ")
        known[cell] += n
        right[cell] += n * (verdict == "true")
    values = np.concatenate(
        [np.arange(n, dtype=np.float64) < right[cell] for cell, n in known.items()]
    )
    labels = [cell for cell, n in known.items() for _ in range(n)]
    found = cluster_mean(values.astype(np.float64), clusters(labels))
    return _Share(found.value, found.low, found.high, found.clusters, found.method)


def choices(store: Store, scorer: str = "") -> dict[str, list[str]]:
    """Values that replies have, by filter field; verdicts and causes are those of a scorer."""
    named = ("benchmark", "outcome", "verdict", "category", "hops", "system", "language", "source",
             "cause", "behaviour")  # fmt: skip
    table = judged(scorer)
    columns = ", ".join(
        f"list(distinct {name} order by {name}) filter (where {name} is not null) as {name}"
        for name in named
    )
    signs = "list_sort(list_distinct(flatten(list(from_json(causes, '[\"varchar\"]')[2:]))))"
    row = store.query(
        f"select {columns}, {signs} as sign, list(distinct relation order by relation) "
        f"filter (where answer_type in ('term', 'option')) as asked_for from {table.sql}",
        table.parameters,
    ).iloc[0]
    found = (*named, "sign", "asked_for")
    return {name: [str(value) for value in _list(row[name])] for name in found}


def _list(value: object) -> list[object]:
    return list(value) if hasattr(value, "__iter__") else []


def run_names(store: Store) -> dict[str, str]:
    """A name for people for each run id that has replies."""
    frame = store.query(
        "select run_id, any_value(model) as model, any_value(protocol) as protocol, "
        "any_value(coalesce(dataset, benchmark)) as dataset, any_value(source) as source, "
        "any_value(started) as started from reply "
        "left join (select run_id, started from run) using (run_id) "
        "group by run_id order by model, dataset, protocol, started"
    )
    names: dict[str, str] = {}
    for row in frame.astype(object).where(frame.notna(), None).to_dict("records"):
        parts = (row["model"], row["protocol"], row["dataset"], f"({row['source']})")
        names[str(row["run_id"])] = " · ".join(str(part) for part in parts if part)
    return names


def count_replies(store: Store, wanted: Filter) -> int:
    """How many replies a filter lets through."""
    where, table = condition(wanted), judged(wanted.scorer)
    frame = store.query(
        f"select count(*) as n from {table.sql} where {where.sql}",
        [*table.parameters, *where.parameters],
    )
    return int(frame["n"].iloc[0])


_ORDER = "model, run_id, item_position, item_id, repeat, response_id"


def replies(store: Store, wanted: Filter, limit: int, offset: int) -> pd.DataFrame:
    """One page of replies in reading order: run by run, items as their source has them."""
    where, table = condition(wanted), judged(wanted.scorer)
    return store.query(
        "select response_id, verdict, cause, model, dataset, item_id, hops, category, system, "
        "language, coalesce(question, prompt) as question, gold, answer_type, text, outcome "
        f"from {table.sql} where {where.sql} order by {_ORDER} limit ? offset ?",
        [*table.parameters, *where.parameters, limit, offset],
    )


def reply(store: Store, response_id: str, scorer: str = "") -> pd.Series | None:
    """Everything known of one reply, under the verdict of a scorer; None: there is none such."""
    table = judged(scorer)
    frame = store.query(
        f"select * from {table.sql} where response_id = ?", [*table.parameters, response_id]
    )
    return None if frame.empty else frame.iloc[0]


def neighbours(
    store: Store, wanted: Filter, response_id: str
) -> tuple[str | None, str | None, int | None]:
    """The replies before and after one under a filter, and its place from 1 (None: not among)."""
    where, table = condition(wanted), judged(wanted.scorer)
    frame = store.query(
        "select * from (select response_id, "
        f"lag(response_id) over (order by {_ORDER}) as previous, "
        f"lead(response_id) over (order by {_ORDER}) as next, "
        f"row_number() over (order by {_ORDER}) as place "
        f"from {table.sql} where {where.sql}) where response_id = ?",
        [*table.parameters, *where.parameters, response_id],
    )
    if frame.empty:
        return None, None, None
    row = frame.iloc[0]
    before, after = (str(x) if pd.notna(x) else None for x in (row["previous"], row["next"]))
    return before, after, int(row["place"])


def verdicts(store: Store, response_id: str) -> pd.DataFrame:
    """What every scorer makes of a reply, by its name and version."""
    return store.query(
        "select scorer, version, correct, precision, recall, f1, predicted, reading, causes "
        "from score where response_id = ? order by scorer, version",
        [response_id],
    )


def surface(store: Store, response_id: str) -> pd.Series | None:
    """What a reply to a kin-term prompt is made of; None: it is none, or has no text."""
    frame = store.query("select * from surface where response_id = ?", [response_id])
    return None if frame.empty else frame.iloc[0]


def genealogies(store: Store) -> pd.DataFrame:
    """Genealogies with their system and number of people, shipped ones first."""
    return store.query(
        "select genealogy_id, name, system, people, note, origin from genealogy "
        "order by origin not like 'data/%', name"
    )


def genealogy_rows(store: Store, genealogy_id: str) -> tuple[pd.DataFrame, pd.DataFrame]:
    """People and partnerships of a genealogy, in their order."""
    people = store.query(
        "select * exclude (genealogy_id, origin) from person "
        "where genealogy_id = ? order by position",
        [genealogy_id],
    )
    unions = store.query(
        "select * exclude (genealogy_id, origin) from partnership "
        "where genealogy_id = ? order by position",
        [genealogy_id],
    )
    return people, unions


def items(store: Store, dataset_id: str, text: str, limit: int) -> pd.DataFrame:
    """Items of a data set whose question or id holds a text, in their order."""
    return store.query(
        "select dataset_id, item_id, benchmark, question, context, context_cut, prompt, gold, "
        "answer_type, hops, category, system, language from item "
        "join (select dataset_id, benchmark from dataset) using (dataset_id) "
        "where dataset_id = ? and (contains(lower(question), lower(?)) "
        "or contains(lower(item_id), lower(?))) order by position limit ?",
        [dataset_id, text, text, limit],
    )


def item(store: Store, dataset_id: str | None, item_id: str | None) -> pd.Series | None:
    """One item as the store has it; None if there is none of that name."""
    frame = store.query(
        "select * from item where dataset_id = ? and item_id = ?", [dataset_id, item_id]
    )
    return None if frame.empty else frame.iloc[0]


def benchmark(store: Store, dataset_id: str) -> str:
    """The benchmark that a data set belongs to."""
    frame = store.query("select benchmark from dataset where dataset_id = ?", [dataset_id])
    return "ad hoc" if frame.empty else str(frame["benchmark"].iloc[0])


def replies_to(store: Store, dataset_id: str, item_id: str, scorer: str) -> pd.DataFrame:
    """Every reply to an item, under the verdicts of a scorer; ad hoc ones come last."""
    table = judged(scorer)
    return store.query(
        "select response_id, model, protocol, source, repeat, outcome, verdict, cause, predicted, "
        f"text from {table.sql} where dataset_id = ? and item_id = ? "
        "order by source = 'ad hoc', model, protocol, run_id, repeat",
        [*table.parameters, dataset_id, item_id],
    )


def figures(store: Store) -> pd.DataFrame:
    """Published figures as their files have them."""
    return store.query(
        "select source, table_name, labels, metric, value from figure "
        "order by source, origin, position"
    )


def troubles(store: Store) -> pd.DataFrame:
    """Lines of journals and shipped files that could not be used."""
    return store.query("select origin, problems from intake where problems <> '[]' order by origin")
