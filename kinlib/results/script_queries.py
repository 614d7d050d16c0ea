"""What the Scripts page asks of the store: replies to kin-term prompts by their writing systems."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

import pandas as pd

from kinlib.results.filters import APART, judged
from kinlib.results.paper_tables import model_in_paper
from kinlib.results.store import Store
from kinlib.results.term_figures import published
from kinlib.terms.screen import Sign

LACKING = "L3 failures without the requested script"
"""The paper's figure that stands beside ours (section 4.2)."""


class Mark(NamedTuple):
    """Something that a reply can show: a word for it, and the SQL condition."""

    label: str
    sql: str


def _sign(sign: Sign) -> str:
    return f"list_contains(json_extract_string(signs, '$[*]'), '{sign}')"


MARKS: Mapping[str, Mark] = MappingProxyType(
    {
        "failure": Mark("failure", "verdict = 'wrong'"),
        "absent": Mark("no requested script", "script = 'absent'"),
        "partial": Mark("other scripts beside it", "script = 'partial'"),
        "ascii": Mark("ASCII only", "ascii_only"),
        "translation": Mark("“Translation:”", "translation"),
        "note": Mark("“Note:”", "note"),
        "english": Mark("English explanation", _sign("English explanation")),
        "romanised": Mark("romanised term", "romanised"),
        "mixed": Mark("mixed-script word", _sign("mixed-script word")),
        "look_alike": Mark("look-alike", _sign("look-alike")),
        "refusal": Mark("refusal in prose", _sign("refusal in prose")),
    }
)
"""What replies can be filtered by; several marks must all hold."""


@dataclass(frozen=True)
class Scope:
    """Replies that a page is about: of these runs, of this level (empty: both), judged by whom."""

    runs: tuple[str, ...]
    level: str = "L3"
    scorer: str = ""


@dataclass(frozen=True)
class Wanted:
    """Replies of a scope in one cell (empty: any) that show all of these `MARKS`."""

    scope: Scope
    run: str = ""
    language: str = ""
    marks: tuple[str, ...] = ()


class Printed(NamedTuple):
    """A cell as the paper prints it: so many failures without the requested script, of how many."""

    model: str
    language: str
    lacking: int
    failures: int


def runs(store: Store) -> pd.DataFrame:
    """Runs with replies whose surface is known: run_id, model, protocol, source, dataset, replies.

    The largest come first, controls and ad hoc ones last.
    """
    return store.query(
        "select * from (select run_id, model, protocol, source, any_value(dataset) as dataset, "
        "count(*) as replies from reply join surface using (response_id) group by all) "
        "order by source = 'ad hoc', source = 'control', replies desc, model, protocol, run_id"
    )


def usual(there: pd.DataFrame) -> list[str]:
    """Ids of the runs to begin with, of those that `runs` gives: no controls, no free prompts."""
    return [str(run) for run in there.loc[~there["source"].isin(APART), "run_id"]]


def cells(store: Store, scope: Scope) -> pd.DataFrame:
    """One row a run and language: replies, failures, and those lacking the requested script.

    A failure is a reply with a text that its matcher calls wrong; blank ones are none.
    """
    sql, parameters = _replies(Wanted(scope))
    return store.query(
        "select run_id, model, protocol, source, language, count(*) as replies, "
        "count(*) filter (where verdict = 'wrong') as failures, "
        "count(*) filter (where verdict = 'wrong' and script = 'absent') as lacking "
        f"from {sql} group by all order by model, protocol, run_id, language",
        parameters,
    )


def shares(store: Store, scope: Scope) -> pd.DataFrame:
    """Letters by run, language and script, and their share in percent; all replies with a text."""
    sql, parameters = _replies(Wanted(scope))
    return store.query(
        "select *, 100 * letters / sum(letters) over (partition by run_id, language) as percent "
        "from (select run_id, model, protocol, source, language, used as script, "
        "sum((shares ->> used)::bigint)::bigint as letters "
        f"from (select *, unnest(json_keys(shares)) as used from {sql}) group by all) "
        "order by model, protocol, run_id, language, letters desc, script",
        parameters,
    )


def counts(store: Store, wanted: Wanted) -> dict[str, int]:
    """For each mark, how many of the replies wanted show it; empty: how many there are."""
    sql, parameters = _replies(wanted)
    columns = ", ".join(
        f"count(*) filter (where {mark.sql}) as {name}" for name, mark in MARKS.items()
    )
    row = store.query(f'select count(*) as "every", {columns} from {sql}', parameters).iloc[0]
    return {"": int(row["every"])} | {name: int(row[name]) for name in MARKS}


def replies(store: Store, wanted: Wanted, limit: int, offset: int) -> pd.DataFrame:
    """One page of the replies wanted, in reading order."""
    sql, parameters = _replies(wanted)
    return store.query(
        "select response_id, verdict, model, language, relation, category as level, script, "
        f"shares, text from {sql} "
        "order by model, run_id, language, item_position, item_id, repeat, response_id "
        "limit ? offset ?",
        [*parameters, limit, offset],
    )


def printed() -> tuple[Printed, ...]:
    """The paper's cells, in its order.

    Raises:
        KinError: the file of printed figures is missing or damaged.
    """
    return tuple(
        Printed(one.model, one.place.language, round(one.value * one.n / 100), one.n)
        for one in published()
        if one.place.metric == LACKING and one.n and one.place.language
    )


def printed_of(model: str, figures: Sequence[Printed]) -> str | None:
    """What the paper calls a model that has a name of its own here; None: it has no such model."""
    return model_in_paper(model, figures)


def _replies(wanted: Wanted) -> tuple[str, list[object]]:
    """The replies with their verdicts and surfaces as a table, and its parameters."""
    table = judged(wanted.scope.scorer)
    parameters: list[object] = [*table.parameters, list(wanted.scope.runs)]
    parts = ["list_contains(?, run_id)", "verdict in ('right', 'wrong')"]
    for column, value in (
        ("category", wanted.scope.level),
        ("run_id", wanted.run),
        ("language", wanted.language),
    ):
        if value:
            parts.append(f"{column} = ?")
            parameters.append(value)
    parts += [MARKS[mark].sql for mark in wanted.marks]
    # The rest of the surface's columns has names of its own; `version` and `origin` do not.
    sql = (
        f"(select replies.*, surface.* exclude (response_id, version, origin) from {table.sql} "
        f"as replies join surface using (response_id) where {' and '.join(parts)}) as seen"
    )
    return sql, parameters
