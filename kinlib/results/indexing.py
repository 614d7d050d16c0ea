"""Rows into the database and out of it, one origin at a time, in a transaction of the caller's."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

import duckdb
import pyarrow as pa

from kinlib.results import intake, pack_files, records, schema
from kinlib.results.intake import Intake, Origin
from kinlib.results.rows import Problem, Row
from kinlib.results.scores import OWN, SCORED, scored

SCHEMA_ORIGIN = "schema"
"""Name under which the intake table keeps the shape of the database."""

AGAIN = "+"
"""Before a stamp: rows of the origin may be missing that another had before it and has no more."""

Judging = Callable[[str, int, int], None]
"""Told, while replies are judged, of which origin, how many, and of how many."""

_TOLD_EVERY = 100

# What makes two rows of one key contradict each other, and how the row is called.
_CONTENT = {
    "item": ("digest", "'the item ' || item_id"),
    "response": (
        "concat_ws('|', outcome, text)",
        "'the reply to ' || coalesce(item_id, 'a free prompt') || ', repeat ' || repeat",
    ),
}


def noted(cursor: duckdb.DuckDBPyConnection) -> dict[str, tuple[str, int]]:
    """Stamp and bytes read of every origin that was taken in."""
    rows = cursor.execute(
        "select origin, stamp, bytes from intake where origin <> ?", [SCHEMA_ORIGIN]
    ).fetchall()
    return {origin: (stamp, size) for origin, stamp, size in rows}


def note(
    cursor: duckdb.DuckDBPyConnection, origin: str, stamp: str, size: int,
    problems: Iterable[Problem] = (),
) -> None:  # fmt: skip
    """Write down that an origin was taken in, or why it was not."""
    cursor.execute("delete from intake where origin = ?", [origin])
    cursor.execute(
        "insert into intake values (?, ?, ?, ?)",
        [origin, stamp, size, intake.problems_json(problems)],
    )


def line_problems(cursor: duckdb.DuckDBPyConnection, origin: str) -> list[Problem]:
    """The problems of an origin that are with its lines; others are found again each time."""
    # All rows are fetched: a result that is not read to its end blocks the connection.
    rows = cursor.execute("select problems from intake where origin = ?", [origin]).fetchall()
    return [problem for row in rows for problem in intake.problems_of(row[0]) if problem.line]


def take_out(cursor: duckdb.DuckDBPyConnection, origin: str) -> None:
    """Remove every row of an origin, and mark those that may fill the gaps."""
    # Our verdicts on its items would outlive the keys they came from.
    cursor.execute(
        "delete from score where response_id in (select response_id from response join item "
        "using (dataset_id, item_id) where item.origin = ?) and list_contains(?, scorer)",
        [origin, list(OWN)],
    )
    cursor.execute(
        "delete from surface where response_id in (select response_id from response join item "
        "using (dataset_id, item_id) where item.origin = ?)",
        [origin],
    )
    for table in [*schema.KEYS, "intake"]:
        cursor.execute(f"delete from {table} where origin = ?", [origin])
    cursor.execute(
        "update intake set stamp = ? || stamp where not starts_with(stamp, ?) "
        "and origin in (select origin from overlap where holder = ?)",
        [AGAIN, AGAIN, origin],
    )
    cursor.execute("delete from overlap where holder = ? or origin = ?", [origin, origin])
    _supersede(cursor)


def put(
    cursor: duckdb.DuckDBPyConnection, origin: Origin, found: Intake, earlier: Iterable[Problem],
    judging: Judging | None,
) -> None:  # fmt: skip
    """Add the rows of an origin and note it.

    Args:
        cursor: in a transaction.
        origin: where the rows are from.
        found: the rows.
        earlier: problems to keep.
        judging: told while replies are judged; None: they are not judged.
    """
    problems = [*earlier, *found.problems]
    tables = dict(found.tables)
    for table in schema.KEYS:
        rows = tables.get(table)
        if rows is None and found.rows.get(table):
            rows = schema.arrow_table(table, found.rows[table], origin.name)
        if rows is not None and rows.num_rows:
            lines = [row.get("line") for row in found.rows.get(table, ())]
            contradicting = _insert(cursor, table, rows, lines, origin.name)
            problems += contradicting
            if table == "item" and contradicting:
                tables = pack_files.unjudged(tables)  # it was judged by another key
    if origin.kind in ("journal", "pack"):
        problems += _orphans(cursor, origin.name)
    _supersede(cursor)
    if judging is not None:
        _judge(cursor, "(response.origin = $of or item.origin = $of)", origin.name, judging)
    note(cursor, origin.name, origin.stamp, found.size, problems)


def _insert(
    cursor: duckdb.DuckDBPyConnection, table: str, rows: pa.Table,
    lines: list[int | None], origin: str,
) -> list[Problem]:  # fmt: skip
    """Insert rows whose key is not there yet; of two in one origin the first counts."""
    count = rows.num_rows
    rows = rows.set_column(
        rows.schema.get_field_index("origin"), "origin", pa.repeat(pa.scalar(origin), count)
    )
    rows = rows.append_column("nth", pa.array(range(count), pa.int64()))
    rows = rows.append_column("line", pa.array(lines or [None] * count, pa.int64()))
    keys = schema.KEYS[table]
    same = " and ".join(f"there.{key} = incoming.{key}" for key in keys)
    cursor.register("incoming", rows)
    try:
        problems = _contradictions(cursor, table, same) if table in _CONTENT else []
        cursor.execute(
            f"insert into overlap select distinct incoming.origin, there.origin from incoming "
            f"join {table} as there on {same} where there.origin <> incoming.origin"
        )
        # Rows are told apart by key here, not by constraints, so that bulk loading stays fast.
        listed = ", ".join(keys)
        twice = f"select 1 from incoming group by {listed} having count(*) > 1 limit 1"
        first = (
            f"qualify row_number() over (partition by {listed} order by nth) = 1 order by nth"
            if cursor.execute(twice).fetchall()
            else ""  # sorting whole rows takes as long as all the rest
        )
        cursor.execute(
            f"insert into {table} by name select * exclude (nth, line) from incoming "
            f"where not exists (select 1 from {table} as there where {same}) {first}"
        )
    finally:
        cursor.unregister("incoming")
    return problems


def _contradictions(cursor: duckdb.DuckDBPyConnection, table: str, same: str) -> list[Problem]:
    content, called = _CONTENT[table]
    key = ", ".join(schema.KEYS[table])
    rows = cursor.execute(
        f"with one as (select *, {content} as content, {called} as called from incoming), "
        f"ranked as (select *, first_value(content) over (partition by {key} order by nth) "
        "as first from one) "
        "select line, called, origin, nth from ranked where content <> first union all "
        f"select line, called, there.origin, nth from one as incoming join (select *, {content} "
        f"as content from {table}) as there on {same} where there.content <> incoming.content "
        "order by nth"
    ).fetchall()
    return [
        Problem(line, f"{called} is there already with other content (in {where}): left out")
        for line, called, where, _ in rows
    ]


def _orphans(cursor: duckdb.DuckDBPyConnection, origin: str) -> list[Problem]:
    row = cursor.execute(
        "select count(*) from response where origin = ? "
        "and not exists (select 1 from run where run.run_id = response.run_id)",
        [origin],
    ).fetchone()
    count = row[0] if row else 0
    if not count:
        return []
    replies = "1 reply belongs" if count == 1 else f"{count} replies belong"
    return [Problem(None, f"{replies} to a run that no line describes")]


def _supersede(cursor: duckdb.DuckDBPyConnection) -> None:
    """Mark the attempts that another at the same item and repeat counts instead of."""
    again = "select 1 from response where attempt > 1 or superseded limit 1"
    if not cursor.execute(again).fetchall():
        return
    # As `records.final_key`: any attempt that brought a reply comes after all that did not.
    brought = ", ".join(f"'{name}'" for name in records.REPLIED)
    rank = f"coalesce(attempt, 1) + if(outcome in ({brought}), 1::bigint << 32, 0)"
    cursor.execute(
        f"update response set superseded = final.rank > ({rank}) from "
        f"(select run_id, item_id, repeat, max({rank}) as rank from response "
        "where run_id in (select run_id from response where attempt > 1 or superseded) "
        "group by all) as final where response.run_id = final.run_id "
        "and response.item_id is not distinct from final.item_id "
        "and response.repeat = final.repeat and coalesce(superseded, false) "
        f"<> (final.rank > ({rank}))"
    )


def judge_again(cursor: duckdb.DuckDBPyConnection, runs: Sequence[str], judging: Judging) -> None:
    """Our verdicts on the replies of some runs, in place of those there are."""
    of = "response_id in (select response_id from response where list_contains(?, run_id))"
    ids = list(runs)
    cursor.execute(f"delete from score where list_contains(?, scorer) and {of}", [list(OWN), ids])
    cursor.execute(f"delete from surface where {of}", [ids])
    _judge(cursor, "list_contains($of, response.run_id)", ids, judging)


def _judge(
    cursor: duckdb.DuckDBPyConnection, which: str, of: str | list[str], judging: Judging
) -> None:
    """Our verdicts on replies that have none; `which` is a condition on response and item."""
    rows = cursor.execute(
        "select response_id, outcome, text, response.origin, item.* exclude (origin, position) "
        f"from response join item using (dataset_id, item_id) where {which} "
        "and list_contains($scored, outcome) and not exists (select 1 from score where "
        "score.response_id = response.response_id and list_contains($own, score.scorer))",
        {"of": of, "scored": list(SCORED), "own": list(OWN)},
    )
    columns = [column[0] for column in rows.description or ()]
    made: defaultdict[tuple[str, str], list[Row]] = defaultdict(list)
    found = rows.fetchall()
    for number, values in enumerate(found):
        row = dict(zip(columns, values, strict=True))
        if number % _TOLD_EVERY == 0:
            judging(row["origin"], number, len(found))
        judged = scored(row, row)
        made["score", row["origin"]] += judged.scores
        made["surface", row["origin"]] += [judged.surface] if judged.surface else []
    for (table, whose), lines in made.items():
        if lines:
            _insert(cursor, table, schema.arrow_table(table, lines, whose), [], whose)
