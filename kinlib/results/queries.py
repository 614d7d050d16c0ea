"""Every question the pages ask of the store, one function each."""

from typing import Literal, get_args

import pandas as pd

from kinlib.reasoning.scoring import LENIENT, STRICT
from kinlib.results.filters import APART, Filter, condition, judged
from kinlib.results.rates import Blanks as Blanks
from kinlib.results.rates import by_cell, counted, with_rates
from kinlib.results.store import Store

Dimension = Literal["hops", "category", "system", "language"]

_LAST = "source = 'ad hoc', source = 'control'"
"""Order in which models come before controls, and these before single prompts."""


def counts(store: Store) -> dict[str, int]:
    """How many genealogies, people, items, runs, replies and figures the store holds.

    Runs and replies are those of models and people; `controls` are replies of rules.
    """
    row = store.query(
        "select (select count(*) from genealogy) as genealogies, "
        "(select count(*) from person) as people, (select count(*) from item) as items, "
        "(select count(*) from run where source <> 'control') as runs, "
        "count(*) filter (where source <> 'control') as replies, "
        "(select count(*) from figure) as figures, "
        "count(*) filter (where source = 'control') as controls from response "
        "join run using (run_id) where superseded is not true"
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
    of whole cells for `rates.OF_CELLS`; `cells` is how many (0: Wilson's), `way` how it was made.
    Runs without a scored reply have no score (unknown). `same` counts replies called wrong that
    are the one gold answer word for word: the scorer contradicts itself there. `strict` and
    `lenient` count what our two kinship scorers call right, null where they score nothing; the
    verdicts are those of `scorer`, of the run's own where it is empty.
    """
    table = judged(scorer)
    ours = ", ".join(
        "(select count(*) from score join response using (response_id) "
        "where run_id = found.run_id "
        "and superseded is not true "
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
        f"count(*) filter (where verdict in {counted(blanks)}) as counted, "
        f"{by_cell(blanks)}, "
        "count(*) filter (where verdict = 'wrong' and json_array_length(gold) = 1 "
        "and lower(trim(text, e' .\\n\\t\\r')) = lower(gold ->> 0)) as same, "
        f"any_value(run_note) as note from {table.sql} group by all) as found "
        f"order by {_LAST}, benchmark, dataset, model, protocol",
        [STRICT, LENIENT, *table.parameters],
    )
    return with_rates(frame)


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
    """Right of counted for each run and each value of a dimension.

    Runs of the sources `APART` are left out, unless the filter names their source or the runs
    themselves. Intervals are those of `runs`.
    """
    where, table = condition(wanted), judged(wanted.scorer)
    apart = () if wanted.source or wanted.run else APART
    frame = store.query(
        f"select run_id, model, protocol, source, {dimension} as value, "
        "count(*) filter (where verdict = 'right') as right, "
        f"count(*) filter (where verdict in {counted(blanks)}) as counted, "
        f"{by_cell(blanks)}, count(*) as replies "
        f"from {table.sql} where {where.sql} and {dimension} is not null "
        "and not list_contains(?, source) group by all order by model, protocol, run_id, value",
        [*table.parameters, *where.parameters, list(apart)],
    )
    return with_rates(frame)


def choices(store: Store, scorer: str = "") -> dict[str, list[str]]:
    """Values that replies have, by filter field; verdicts and causes are those of a scorer."""
    named = ("benchmark", "outcome", "verdict", "category", "hops", "system", "language", "source",
             "cause", "behaviour", "answer_type")  # fmt: skip
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
        f"group by run_id order by {_LAST.replace('source', 'any_value(source)')}, "
        "model, dataset, protocol, started"
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


def attempts(store: Store, response_id: str) -> pd.DataFrame:
    """All attempts at the item and repeat of a reply, first to last.

    The last that brought a reply counts.

    Columns: response_id, attempt, outcome, error_kind, error, replied_at, superseded, text.
    """
    return store.query(
        "select response_id, coalesce(attempt, 1) as attempt, outcome, error_kind, error, "
        "replied_at, coalesce(superseded, false) as superseded, text from response "
        "join (select run_id, item_id, repeat from response where response_id = ?) as of "
        "on response.run_id = of.run_id and response.repeat = of.repeat "
        "and response.item_id is not distinct from of.item_id order by attempt, response_id",
        [response_id],
    )


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
    """Genealogies with their system and number of people; families that ship come first."""
    return store.query(
        "select genealogy_id, name, system, people, note, origin from genealogy "
        "order by origin not like 'data/families/%', origin not like 'data/%', name"
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
    """Every reply to an item, under the verdicts of a scorer; controls and ad hoc ones last."""
    table = judged(scorer)
    return store.query(
        "select response_id, model, protocol, source, repeat, outcome, verdict, cause, predicted, "
        f"text from {table.sql} where dataset_id = ? and item_id = ? "
        f"order by {_LAST}, model, protocol, run_id, repeat",
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
