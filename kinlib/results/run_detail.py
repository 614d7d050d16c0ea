"""What the store knows of one run beyond its row in the list of runs."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import pandas as pd

from kinlib.results.store import Store


class Event(NamedTuple):
    """Something that happened to a run: when (ISO 8601), what, and what the journal says of it."""

    at: str
    name: str
    fields: Mapping[str, Any]


@dataclass(frozen=True)
class Detail:
    """A run's settings, how its replies came, and what happened to it.

    Attributes:
        parameters: as the run was started; the seed of a call is the call's own.
        versions: libraries by name; empty: not told.
        note: what its source left out; None: nothing.
        served: replies by the name the provider answered with.
        errors: failed calls by kind.
        dropped: parameters that the model does not take.
        requests: sent for all the replies, those repeated at once included; None: not told.
        again: replies that took more than one attempt, such as one that a kill had lost.
        seconds: a reply took, at the middle of all; None: not told.
    """

    parameters: Mapping[str, Any]
    versions: Mapping[str, str]
    note: str | None
    served: Mapping[str, int]
    errors: Mapping[str, int]
    dropped: Sequence[str]
    requests: int | None
    again: int
    seconds: float | None
    events: Sequence[Event]


def detail(store: Store, run_id: str) -> Detail | None:
    """All of it for one run; None: there is no such run."""
    told = store.query("select parameters, versions, note from run where run_id = ?", [run_id])
    if told.empty:
        return None
    replies = store.query(
        "select served_model, error_kind, outcome, dropped, sum(requests) as requests, "
        "count(*) as replies, count(*) filter (where attempt > 1) as again "
        "from response where run_id = ? and superseded is not true group by all",
        [run_id],
    )
    middle = store.query(
        "select median(seconds) as seconds from response "
        "where run_id = ? and superseded is not true",
        [run_id],
    )
    happened = store.query(
        "select happened, event, fields from event where run_id = ? order by happened",
        [run_id],
    )
    run, seconds, requests = told.iloc[0], middle["seconds"].iloc[0], replies["requests"]
    return Detail(
        json.loads(run["parameters"]),
        json.loads(run["versions"]) if isinstance(run["versions"], str) else {},
        run["note"] if isinstance(run["note"], str) else None,
        _counted(replies, "served_model"),
        _counted(replies[replies["outcome"] == "error"].fillna({"error_kind": "other"}),
                 "error_kind"),
        sorted({name for listed in replies["dropped"].dropna() for name in json.loads(listed)}),
        int(requests.sum()) if requests.notna().any() else None,
        int(replies["again"].sum()),
        None if pd.isna(seconds) else float(seconds),
        [Event(at, name, json.loads(fields)) for at, name, fields in happened.itertuples(False)],
    )  # fmt: skip


def _counted(frame: pd.DataFrame, column: str) -> dict[str, int]:
    """Replies by the values of a column, the most frequent first."""
    counts = frame.groupby(column)["replies"].sum().sort_values(ascending=False, kind="stable")
    return {str(value): int(number) for value, number in counts.items()}
