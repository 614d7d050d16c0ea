"""All runs there are, with where each comes from and how far it is; and how one is put away."""

import json
import os
from pathlib import Path
from typing import Literal

import pandas as pd
from filelock import FileLock, Timeout

from kinlib import settings
from kinlib.errors import KinError
from kinlib.results.records import OUTCOMES
from kinlib.results.store import Store

Kind = Literal["shipped", "journal", "import"]
"""Where a run lies: with kinlib, in a journal under KINLIB_HOME, or in what was imported."""

_COUNTS = ", ".join(
    f"count(*) filter (where final and outcome = '{name}') as \"{name}\"" for name in OUTCOMES
)

_RUNS = f"""
with one as (
    select *, superseded is not true as final,
        cost is null and outcome <> 'error' as unpriced
    from response
), told as (
    select run_id, count(*) filter (where final) as replies, {_COUNTS},
        max(replied_at) as last, sum(prompt_tokens)::bigint as prompt_tokens,
        sum(completion_tokens)::bigint as completion_tokens,
        case when not bool_or(unpriced) then coalesce(sum(cost), 0) end as cost,
        list_sort(list(distinct served_model) filter (where served_model is not null)) as served
    from one group by run_id
), latest as (
    select run_id, arg_max(event, position) as event from told_event
    where event <> 'rescore' group by run_id
)
select run.run_id, run.benchmark, dataset.name as dataset, run.model, run.protocol, run.preset,
    run.source, run.scorer, run.started, told.last, coalesce(told.replies, 0) as replies,
    run.planned, {", ".join(f'coalesce(told."{name}", 0) as "{name}"' for name in OUTCOMES)},
    told.prompt_tokens, told.completion_tokens,
    told.prompt_tokens + told.completion_tokens as tokens, told.cost,
    coalesce(told.served, []) as served, coalesce(run.versions, '{{}}') as versions,
    latest.event, run.origin
from scored_run as run left join told using (run_id) left join latest using (run_id)
left join dataset on dataset.dataset_id = run.dataset_id
order by run.source = 'ad hoc', run.source = 'control', run.benchmark, dataset.name, run.model,
    run.protocol, run.started, run.run_id
"""


def run_list(store: Store) -> pd.DataFrame:
    """One row a run: models first, then controls, then free prompts.

    Columns: run_id, benchmark, dataset (name), model, protocol, preset, source, scorer (whose
    verdicts are shown), started, last (when the last reply came), replies (final ones: one for each
    item and repeat), planned (calls in all), a column for each outcome that counts final replies,
    prompt_tokens, completion_tokens, tokens and cost (US dollars) of all attempts, served (names
    the provider answered with), versions (by library), event (what happened last), origin (`Kind`),
    file. What is unknown is null, never 0.
    """
    frame = store.query(_RUNS)
    places = [
        _place(run, origin) for run, origin in zip(frame["run_id"], frame["origin"], strict=True)
    ]
    return frame.assign(
        versions=frame["versions"].map(json.loads),
        served=frame["served"].map(list),
        planned=frame["planned"].astype("Int64"),
        **{
            name: frame[name].astype("Int64")
            for name in ("prompt_tokens", "completion_tokens", "tokens")
        },
        origin=[kind for kind, _ in places],
        file=[str(path) for _, path in places],
    )


def journal_of(run_id: str) -> Path | None:
    """The journal of a run under KINLIB_HOME; None: it has none there."""
    path = settings.journals() / f"{run_id}.jsonl"
    try:
        return path if path.name == f"{run_id}.jsonl" and path.is_file() else None
    except (OSError, ValueError):
        return None  # no file can be called so


def delete(run_id: str) -> Path:
    """Put a run away: its journal is moved to KINLIB_HOME/removed/, from where it can be put back.

    Raises:
        KinError: the run has no journal here (it ships, or was imported), or is going on.
    """
    path = journal_of(run_id)
    if path is None:
        raise KinError(
            f"The run {run_id} has no journal in {settings.journals()}: what ships or was imported "
            "is not deleted here; take its folder out of data/ or out of imports/ instead."
        )
    lock = FileLock(path.with_suffix(".lock"), timeout=0)
    try:
        with lock:
            moved = _free(settings.home() / "removed" / path.name)
            moved.parent.mkdir(parents=True, exist_ok=True)
            os.replace(path, moved)
    except Timeout as error:
        raise KinError(f"The run {run_id} is going on; stop it first.") from error
    except OSError as error:
        raise KinError(f"{path} cannot be moved to removed/: {error.strerror}.") from error
    path.with_suffix(".lock").unlink(missing_ok=True)
    return moved


def _free(path: Path) -> Path:
    number, free = 1, path
    while free.exists():
        number += 1
        free = path.with_name(f"{path.stem} ({number}){path.suffix}")
    return free


def _place(run_id: str, origin: str) -> tuple[Kind, Path]:
    """Where a run lies; one that ships and goes on here lies here."""
    if own := journal_of(run_id):
        return "journal", own
    kind, _, name = origin.partition("/")
    if kind == "import":
        return "import", settings.imports() / name
    if kind == "journal":
        return "journal", settings.journals() / name
    below = f"journals/{name}" if name.endswith(".jsonl") else name
    return "shipped", settings.shipped() / below
