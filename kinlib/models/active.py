"""Runs going on in this process, held apart from pages and visitors, who come and go.

Each run has a thread of its own. What it has done lies in its journal, so a process that ends,
however it ends, leaves a run that can be gone on with.
"""

import json
import threading
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from kinlib.errors import KinError
from kinlib.models import allowance, estimates, runner
from kinlib.models.allowance import Reservation
from kinlib.models.plan import Plan, now
from kinlib.models.runner import Budget, Progress

_UNLIMITED = Budget()


@dataclass
class Seen:
    """What a journal says so far, read on from where it was read last, whoever writes it.

    A class because it grows with the file, and several pages may look at once.

    Attributes:
        offset: bytes read.
        begun: calls that were begun, replied to or not.
        errors: failed calls by kind.
        tokens: read and written, as far as they were counted.
    """

    offset: int = 0
    begun: int = 0
    errors: Counter[str] = field(default_factory=Counter)
    tokens: int = 0
    _replied: set[tuple[str, int]] = field(default_factory=set, repr=False)
    _reading: threading.Lock = field(default_factory=threading.Lock, repr=False)

    @property
    def replies(self) -> int:
        """Items with a reply, each repeat counted."""
        return len(self._replied)

    def look(self, file: Path) -> None:
        """Read what has come since; a journal that is gone tells nothing more."""
        with self._reading:
            self._look(file)

    def _look(self, file: Path) -> None:
        try:
            with file.open("rb") as journal:
                journal.seek(self.offset)
                new = journal.read()
        except OSError:
            return
        whole = new[: new.rfind(b"\n") + 1]
        self.offset += len(whole)
        for line in whole.splitlines():
            try:
                self._take(json.loads(line))
            except (ValueError, TypeError, KeyError, RecursionError):
                continue  # the store says so where people look

    def _take(self, record: Mapping[str, Any]) -> None:
        self.begun += record["kind"] == "asked"
        if record["kind"] != "response":
            return
        self._replied.add((str(record["item_id"]), int(record["repeat"])))
        if record["outcome"] == "error":
            self.errors[str(record["error_kind"])] += 1
        self.tokens += (record["prompt_tokens"] or 0) + (record["completion_tokens"] or 0)


@dataclass
class Going:
    """A run that was started here, as far as it has come; it holds no key.

    A class because it is shared by the thread that runs it and the pages that look.

    Attributes:
        total: replies that make it whole, those it had before included.
        progress: None until the first report.
        seen: what this sitting has put into the journal.
        trouble: why the run could not go on, for a person; None: nothing is wrong.
    """

    run_id: str
    model: str
    benchmark: str
    file: Path
    total: int
    seen: Seen
    progress: Progress | None = None
    trouble: str | None = None
    running: bool = True
    started: float = field(default_factory=time.monotonic)
    _stop: threading.Event = field(default_factory=threading.Event, repr=False)

    @property
    def stopping(self) -> bool:
        """Whether it was asked to stop and still waits for its last replies."""
        return self.running and self._stop.is_set()

    def stop(self) -> None:
        """Ask it to stop; what has come is kept."""
        self._stop.set()


class ActiveRuns:
    """The runs started in this process. A class because it owns their threads."""

    def __init__(self) -> None:
        self._lock, self._looking = threading.Lock(), threading.Lock()
        self._going: dict[str, Going] = {}
        self._threads: dict[str, threading.Thread] = {}

    def start(
        self, plan: Plan, *, visit: str, budget: Budget = _UNLIMITED, **options: Any
    ) -> Going:
        """Start a run, or go on with it, and return at once.

        Args:
            plan: what is asked.
            visit: id of the visit that asks for it; the host's caps bind it.
            budget: the most this sitting may use; what the host's caps leave binds it too.
            options: for `runner.execute`: concurrency, endpoints, api_key, secrets.

        Raises:
            KinError: the run is going on already, here or in another process, or the host's caps
                leave it nothing.
        """
        with self._lock:
            if self.is_going_on(plan.file):
                raise KinError(
                    f"The run {plan.run_id} is going on already; wait for its end, or stop it."
                )
            if not plan.file.exists():
                # A plan may have been looked at for an hour before it is started.
                plan = replace(plan, header={**plan.header, "started": now()})
            seen = Seen(plan.file.stat().st_size if plan.file.exists() else 0)
            going = Going(plan.run_id, plan.model, plan.benchmark, plan.file, plan.total, seen)
            reserved, budget = _within_caps(plan, visit, budget)
            thread = threading.Thread(
                target=_work,
                args=(going, plan, reserved, {"budget": budget, **options}),
                name="kinlib-run",
                daemon=True,
            )
            self._going[plan.run_id] = going
            self._threads[plan.run_id] = thread
            thread.start()
        return going

    def is_going_on(self, file: Path) -> bool:
        """Whether the run of a journal is going on, here or in another process."""
        here = self.get(file.stem)
        if here is not None and here.running:
            return True
        # A lock is a file that only runs make: looking must not leave one behind. And looking takes
        # the lock for a moment, so two pages that look at once would each see the other.
        with self._looking:
            return file.with_suffix(".lock").exists() and runner.is_going_on(file)

    def get(self, run_id: str) -> Going | None:
        """A run that was started here and is not dismissed, going on or over."""
        return self._going.get(run_id)

    def all(self) -> tuple[Going, ...]:
        """Every run that was started here and is not dismissed, the latest first."""
        with self._lock:
            return tuple(sorted(self._going.values(), key=lambda going: -going.started))

    def dismiss(self, run_id: str) -> None:
        """Forget a run that is over; one that is going on stays."""
        with self._lock:
            going = self._going.get(run_id)
            if going is not None and not going.running:
                del self._going[run_id], self._threads[run_id]

    def close(self, wait: float = 5.0) -> None:
        """Ask every run to stop, and wait so many seconds for them all."""
        for going in self.all():
            going.stop()
        until = time.monotonic() + wait
        for thread in list(self._threads.values()):
            thread.join(max(0.0, until - time.monotonic()))


def _within_caps(plan: Plan, visit: str, budget: Budget) -> tuple[Reservation, Budget]:
    """What is set aside of the host's caps for a run, and the budget that keeps it within."""
    left = allowance.left(visit)
    calls = _least(len(plan.tasks), budget.calls, left.calls.visit, left.calls.day)
    cost = plan.cost
    # Not even one call: the sentence that says so is the one about a single call.
    if cost is not None and plan.tasks:
        most = [
            estimates.most(plan.model, task.prompt, task.parameters.max_tokens)[1]
            for task in plan.tasks
        ]
        cost = max(most[0], _least(sum(most), budget.cost, left.cost.visit, left.cost.day))
    reserved = allowance.reserve(visit, plan.model, max(1, int(calls)), cost)
    if not reserved.id:
        return reserved, budget
    money = _least(reserved.cost, budget.cost) if allowance.caps().cost else budget.cost
    return reserved, replace(budget, calls=reserved.calls, cost=money)


def _least(first: float, *others: float | None) -> float:
    return min([first, *(one for one in others if one is not None)])


def _work(going: Going, plan: Plan, reserved: Reservation, options: Mapping[str, Any]) -> None:
    def look(progress: Progress) -> None:
        going.seen.look(going.file)
        going.progress = progress

    try:
        runner.execute(plan, cancelled=going._stop.is_set, on_progress=look, **options)
    except KinError as error:
        going.trouble = str(error)
    except BaseException:
        going.trouble = "The run failed inside the program; the terminal shows where."
        raise
    finally:
        _settle(going, reserved)
        going.running = False


def _settle(going: Going, reserved: Reservation) -> None:
    """Tell the host's caps what was used; a call that was given up counts, and is paid for."""
    going.seen.look(going.file)
    made = going.progress
    allowance.settle(reserved, going.seen.begun, None if made is None else made.charged)
