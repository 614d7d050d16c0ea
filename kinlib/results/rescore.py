"""Runs judged again by a scorer of ours, whose verdicts are shown from then on.

Replies are never changed. What was done is a line of the run's journal, with the rates it gave, so
that the next time shows what another version of the scorer or of the lexicon changed.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

from kinlib import settings
from kinlib.errors import KinError
from kinlib.results import journal, pack_files
from kinlib.results.filters import BENCHMARKS
from kinlib.results.indexing import Judging
from kinlib.results.run_list import journal_of
from kinlib.results.store import Store, quietly

ELSEWHERE = "rescored.jsonl"
"""Journal that tells of runs without one here: those that ship, and imported ones."""


@dataclass(frozen=True)
class Verdicts:
    """What a scorer makes of a run: right of those it has a verdict on, of all final replies."""

    scorer: str
    version: str
    right: int
    scored: int
    replies: int

    def sentence(self) -> str:
        """For a person, with the denominator."""
        if not self.scored:
            return f"{self.scorer or 'no scorer'}: no verdicts on {self.replies:,} replies"
        share = 100 * self.right / self.scored
        return (
            f"{self.scorer} {self.version}: {self.right:,} of {self.scored:,} right "
            f"({share:.1f} %), {self.replies - self.scored:,} without a verdict"
        )


@dataclass(frozen=True)
class Rescored:
    """A run before and after; `changed` counts replies with another verdict, None: not known."""

    run_id: str
    model: str
    before: Verdicts
    after: Verdicts
    changed: int | None

    def sentence(self) -> str:
        """For a person."""
        differ = "" if self.changed is None else f" Verdicts that differ: {self.changed:,}."
        told = f"before {self.before.sentence()}; now {self.after.sentence()}."
        return f"{self.run_id} ({self.model}): {told}{differ}"


def scorers(benchmark: str) -> tuple[str, ...]:
    """Names of our scorers that score a benchmark."""
    return tuple(name for name, scored in BENCHMARKS.items() if benchmark in scored)


def rescore(
    store: Store, run_ids: Sequence[str], scorer: str, judging: Judging = quietly
) -> list[Rescored]:
    """Judge runs anew and show the verdicts of one scorer; written down before it is shown.

    Args:
        store: holds the runs; it has taken the change in when this returns.
        run_ids: the runs; none: all the scorer can score but free prompts.
        scorer: name of one of our scorers.
        judging: told how far it is.

    Raises:
        KinError: there is no such scorer or run, the scorer does not score a run's benchmark, or
            its journal cannot be written.
    """
    if scorer not in BENCHMARKS:
        there = ", ".join(f"“{name}”" for name in BENCHMARKS)
        raise KinError(f"There is no scorer “{scorer}”; there are {there}.")
    runs = _runs(store, run_ids, scorer)
    earlier = {run["run_id"]: _noted(store, run["run_id"]) for run in runs}
    store.judge_again([run["run_id"] for run in runs], judging)
    found = [_rescored(store, run, scorer, earlier[run["run_id"]]) for run in runs]
    for one in found:
        _write_down(one)
    store.refresh()
    return found


def _runs(store: Store, run_ids: Sequence[str], scorer: str) -> list[dict[str, Any]]:
    frame = store.query(
        "select run_id, model, benchmark, scorer, source from scored_run order by run_id"
    )
    known = {row["run_id"]: row for row in frame.astype(object).to_dict("records")}
    for run_id in run_ids:
        if run_id not in known:
            raise KinError(f"There is no run {run_id!r}; `python -m kinlib runs` lists them.")
        benchmark = known[run_id]["benchmark"]
        if benchmark not in BENCHMARKS[scorer]:
            raise KinError(
                f"The scorer {scorer!r} does not score {benchmark}, of which {run_id} is; choose "
                f"{' or '.join(scorers(benchmark)) or 'another run'}."
            )
    usual = [
        run_id
        for run_id, row in known.items()
        if row["benchmark"] in BENCHMARKS[scorer] and row["source"] != "ad hoc"
    ]
    return [{str(k): v for k, v in known[run_id].items()} for run_id in run_ids or usual]


def _noted(store: Store, run_id: str) -> Verdicts | None:
    """What the last rescoring gave; None: there was none that says so."""
    frame = store.query(
        "select fields from told_event where run_id = ? and event = 'rescore' "
        "order by position desc limit 1",
        [run_id],
    )
    try:
        told = json.loads(frame["fields"].iloc[0])["verdicts"]
        return Verdicts(**told)
    except (IndexError, KeyError, TypeError):
        return None


def _rescored(store: Store, run: dict[str, Any], scorer: str, noted: Verdicts | None) -> Rescored:
    run_id, shown = run["run_id"], run["scorer"]
    shown = shown if isinstance(shown, str) else ""
    before, after = (_verdicts(store, run_id, name) for name in (shown, scorer))
    changed = store.query(
        "select count(*) as n from response "
        "left join score as one on one.response_id = response.response_id and one.scorer = ? "
        "left join score as two on two.response_id = response.response_id and two.scorer = ? "
        "where run_id = ? and superseded is not true "
        "and one.correct is distinct from two.correct",
        [shown, scorer, run_id],
    )["n"].iloc[0]
    if noted is not None and noted != before and noted.scorer == shown:
        return Rescored(run_id, run["model"], noted, after, None)
    return Rescored(run_id, run["model"], before, after, int(changed))


def _verdicts(store: Store, run_id: str, scorer: str) -> Verdicts:
    row = store.query(
        "select count(*) as replies, count(correct) as scored, "
        "count(*) filter (where correct) as right, any_value(version) as version from response "
        "left join score on score.response_id = response.response_id and score.scorer = ? "
        "where run_id = ? and superseded is not true",
        [scorer, run_id],
    ).iloc[0]
    version = row["version"] if isinstance(row["version"], str) else ""
    return Verdicts(scorer, version, int(row["right"]), int(row["scored"]), int(row["replies"]))


def _write_down(one: Rescored) -> None:
    settings.journals().mkdir(parents=True, exist_ok=True)
    journal.append(
        journal_of(one.run_id) or settings.journals() / ELSEWHERE,
        {
            "kind": "event",
            "run_id": one.run_id,
            "event": "rescore",
            "at": datetime.now(UTC).isoformat(timespec="microseconds"),
            "scorer": one.after.scorer,
            "verdicts": asdict(one.after),
            "judged": pack_files.judged_by(),
        },
    )
