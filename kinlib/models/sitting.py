"""One sitting of a run: its threads, its budget, and every reason for which it stops."""

import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from kinlib.models import estimates, gateway, limits
from kinlib.models.endpoints import Route
from kinlib.models.failures import Failure
from kinlib.models.plan import Plan, Task, now, versions
from kinlib.models.reply import Reply
from kinlib.results import journal
from kinlib.results.rows import Row

GRACE = 30.0
"""Seconds that calls on their way are given to come in after a run was asked to stop; they are
paid for by then. Calls of this process cost nothing and are given up at once."""

IN_A_ROW = 20
"""Calls that failed one after the other for reasons that lie with the provider: it is down."""

_HOPELESS = ("auth", "unknown model")
"""Errors that every further call would meet too."""

_CENT = 1e-9  # dollars; sums of prices are not exact

_UNPAID = (*_HOPELESS, "rate limit")
"""Errors by which a provider turns a call down unread; of others it is unknown what they cost."""

_ELSEWHERE = ("timeout", "rate limit", "network")

State = Literal["running", "stopping", "finished", "stopped"]


@dataclass(frozen=True)
class Budget:
    """What a sitting may take; None: no limit. A call is a prompt, attempts at it included.

    None is passed: a call starts only where the most that it can take fits in (`estimates.most`),
    and gives back what it did not take. Two things can still add to tokens and money: attempts
    that are repeated within a call, and a provider that writes more than it was asked to.
    """

    calls: int | None = None
    tokens: int | None = None
    cost: float | None = None


UNLIMITED = Budget()


@dataclass(frozen=True)
class Progress:
    """How far a sitting has come.

    Attributes:
        done: calls of this sitting that have their outcome; errors are some of them.
        total: calls of the plan, those answered before it included.
        tokens: read and written, as far as they were counted.
        cost: US dollars; None: of some reply it is unknown.
        seconds: since the sitting began.
        calls_per_second: lately; None: nothing has come in yet.
        seconds_left: at this rate; None: unknown.
        in_flight: calls on their way.
        reason: why it was stopped, a sentence.
        charged: US dollars taken of the budget: the most of every call on its way, given up or of
            unknown cost, so never too few; 0.0 where no price is listed.
    """

    done: int
    total: int
    answered_before: int
    errors: int
    tokens: int
    cost: float | None
    seconds: float
    calls_per_second: float | None
    seconds_left: float | None
    in_flight: int
    state: State
    reason: str = ""
    charged: float = 0.0


class Sitting:
    """The calls of a plan made by threads. A class because they share it; `_lock` guards that."""

    def __init__(
        self, plan: Plan, tasks: list[Task], file: journal.Appender, gate: limits.Gate,
        budget: Budget, asking: Mapping[str, Any],
    ) -> None:  # fmt: skip
        self._plan, self._file, self._gate = plan, file, gate
        self._budget, self._asking = budget, asking
        self._left = deque(tasks)
        self._before = plan.total - len(tasks)
        self._versions = versions()
        self._lock = threading.Lock()
        self._room = threading.Condition(self._lock)  # a call has given back what it did not take
        self._over, self._given_up = threading.Event(), threading.Event()
        self._hurried = False  # a used-up budget has time to wait for calls on their way
        self._began = time.monotonic()
        self._recent: deque[float] = deque(maxlen=100)
        self._started = self._done = self._errors = self._row = self._tokens = self._out = 0
        self._charged_tokens, self._charged = 0, 0.0
        self._cost: float | None = 0.0
        self._reason = ""
        self._trouble: BaseException | None = None

    def note(self, event: str, **fields: Any) -> None:
        """An event line of the journal."""
        line = {"kind": "event", "run_id": self._plan.run_id, "event": event, "at": now()}
        self._file.append({**line, **fields})

    def go(
        self, cancelled: Callable[[], bool], on_progress: Callable[[Progress], None] | None
    ) -> Progress:
        """Make the calls; see `runner.execute`."""
        threads = [
            threading.Thread(target=self._work, name="kinlib-run-call", daemon=True)
            for _ in range(min(self._gate.limit, len(self._left)))
        ]
        try:
            for thread in threads:
                thread.start()
            self._watch(threads, cancelled, on_progress)
        finally:
            self._given_up.set()
            self._over.set()
        if self._trouble is not None:
            if on_progress is not None:
                on_progress(self._progress("stopped"))  # what it took is to be known all the same
            raise self._trouble
        whole = len(self._left) == 0 and not self._reason
        last = self._progress("finished" if whole else "stopped")
        # A limited sitting is finished; its run is not.
        ended = whole and last.total == self._calls_of_all()
        self.note("finished" if ended else "stopped", reason=last.reason, done=last.done)
        if on_progress is not None:
            on_progress(last)
        return last

    def _calls_of_all(self) -> int:
        header = self._plan.header
        return int(header.get("items") or 0) * int(header.get("repeats") or 1)

    def _watch(
        self, threads: Sequence[threading.Thread], cancelled: Callable[[], bool],
        on_progress: Callable[[Progress], None] | None,
    ) -> None:  # fmt: skip
        until: float | None = None
        while alive := [thread for thread in threads if thread.is_alive()]:
            if cancelled():
                self._stop("It was asked to stop.")
            if until is None and self._hurried:
                free = estimates.is_free(self._plan.model)
                until = time.monotonic() + (0.0 if free else GRACE)
            if until is not None and time.monotonic() >= until:
                self._given_up.set()
                if time.monotonic() > until + GRACE:
                    return  # whatever still hangs is a daemon's, and is not listened to
            if on_progress is not None:
                on_progress(self._progress("stopping" if self._over.is_set() else "running"))
            alive[0].join(0.2)

    def _work(self) -> None:
        try:
            while self._gate.enter(self._over.is_set):
                well = False
                try:
                    task = self._next()
                    if task is None:
                        return
                    try:
                        well = self._ask(task)
                    finally:
                        with self._room:
                            self._out -= 1
                            self._room.notify_all()
                finally:
                    self._gate.leave(well)
        except BaseException as error:
            with self._lock:
                self._trouble = self._trouble or error
            self._stop("The run failed inside the program.")

    def _next(self) -> Task | None:
        """The next call, charged with the most it can take; None: there is to be none."""
        with self._room:
            while self._left and not self._over.is_set():
                task = self._left[0]
                tokens, dollars = self._most(task)
                against = self._against(tokens, dollars)
                if against is None:
                    self._started += 1
                    self._out += 1
                    self._charged_tokens += tokens
                    self._charged += dollars
                    return self._left.popleft()
                if not self._out or self._started == self._budget.calls:
                    self._end(against)
                else:
                    self._room.wait(0.2)  # those on their way may take less than was charged
        return None

    def _most(self, task: Task) -> tuple[int, float]:
        return estimates.most(self._plan.model, task.prompt, task.parameters.max_tokens)

    def _against(self, more: int, dollars: float) -> str | None:
        """Why a call that may take so many more tokens and dollars cannot start."""
        calls, tokens, cost = self._budget.calls, self._budget.tokens, self._budget.cost
        if calls is not None and self._started >= calls:
            return f"The budget of {calls:,} calls is used up."
        if tokens is not None and self._charged_tokens + more > tokens:
            return (
                f"The budget of {tokens:,} tokens is used up: {self._charged_tokens:,} are taken, "
                f"and the next call may take {more:,}."
            )
        if cost is not None and self._charged + dollars > cost + _CENT:
            return (
                f"The budget of ${cost:,.4g} is used up: ${self._charged:,.4g} are taken, and the "
                f"next call may take ${dollars:,.4g}."
            )
        return None

    def _ask(self, task: Task) -> bool:
        """Make one call and keep its reply; whether it was answered."""
        name, repeat = task.key
        about = {"run_id": self._plan.run_id, "item_id": name, "repeat": repeat,
                 "attempt": task.attempt}  # fmt: skip
        # Not synced: a kill keeps what was written, and after a power cut the call is made again.
        self._file.append({"kind": "asked", **about, "at": now()}, sync=False)
        reply = gateway.ask(
            self._plan.model, task.prompt, task.parameters, item=task.item,
            cancelled=self._given_up.is_set, on_wait=self._slow, **self._asking,
        )  # fmt: skip
        if reply.outcome == "cancelled" or self._given_up.is_set():
            return False  # paid for all the same: what it was charged with stays
        if self._hopeless(reply):
            self._correct(task, reply)
            return False
        self._correct(task, reply)
        self._file.append(self._record(about, task, reply))
        self._count(reply)
        return reply.outcome != "error"

    def _slow(self, failure: Failure) -> None:
        route: Route | None = self._asking.get("route")
        one = route is None or route.addresses == 1
        if failure.kind == "rate limit" and (one or failure.everywhere):
            self._gate.slow(gateway.FIRST_WAIT if failure.wait is None else failure.wait)

    def _hopeless(self, reply: Reply) -> bool:
        """Whether every further call would fail alike: then the reply is none of the item's.

        Once replies have come, one such error may be an item's own (some providers answer 403 to
        a prompt they will not take); three in a row are not.
        """
        if reply.outcome != "error" or not (reply.error_kind in _HOPELESS or not reply.attempts):
            return False
        with self._lock:
            if self._reason or self._done == self._errors or self._row >= 2:
                self._hurried = True
                self._end(reply.error or f"{self._plan.model} cannot be asked.")
                return True
        return False

    def _record(self, about: Row, task: Task, reply: Reply) -> Row:
        return {
            "kind": "response", **about, "dataset_id": task.item.get("dataset_id"),
            "position": task.position, "prompt": task.prompt,
            "parameters": asdict(task.parameters), "versions": self._versions, "at": now(),
            **asdict(reply),
        }  # fmt: skip

    def _count(self, reply: Reply) -> None:
        failed = reply.outcome == "error"
        with self._lock:
            self._done += 1
            self._recent.append(time.monotonic())
            self._errors += failed
            # An error of the item's own says nothing of the next.
            theirs = failed and reply.error_kind in (*_ELSEWHERE, *_HOPELESS)
            self._row = self._row + 1 if theirs else 0
            if not failed:
                known = None if self._cost is None or reply.cost is None else reply.cost
                self._cost = None if self._cost is None or known is None else self._cost + known
            self._tokens += (reply.prompt_tokens or 0) + (reply.completion_tokens or 0)
            if self._row >= IN_A_ROW:
                self._end(
                    f"{IN_A_ROW} calls in a row failed ({reply.error}) Go on with --again error "
                    "when it works again."
                )

    def _correct(self, task: Task, reply: Reply) -> None:
        """Give back what a call was charged with and did not take, as far as that is known."""
        most, dollars = self._most(task)
        read, written = reply.prompt_tokens, reply.completion_tokens
        if reply.outcome == "error" and (not reply.attempts or reply.error_kind in _UNPAID):
            tokens, cost = 0, 0.0
        elif read is None or written is None:
            return
        else:
            listed = estimates.cost(self._plan.model, read, written) or 0.0
            tokens, cost = read + written, listed if reply.cost is None else reply.cost
        with self._lock:
            self._charged_tokens += tokens - most
            self._charged += cost - dollars

    def _stop(self, reason: str) -> None:
        with self._lock:
            self._hurried = True
            self._end(reason)

    def _end(self, reason: str) -> None:
        """No further call begins; the first reason counts."""
        self._reason = self._reason or reason
        self._over.set()

    def _progress(self, state: State) -> Progress:
        with self._lock:
            rate = None
            if self._recent:
                # Of the last hundred: the time before them, if there was one, is not theirs.
                whole = len(self._recent) == self._done
                since = self._began if whole else self._recent[0]
                rate = (len(self._recent) - (not whole)) / max(self._recent[-1] - since, 1e-3)
            left = self._plan.total - self._before - self._done
            return Progress(
                self._done, self._plan.total, self._before, self._errors, self._tokens,
                self._cost, time.monotonic() - self._began, rate, left / rate if rate else None,
                self._out, state, self._reason, max(0.0, self._charged),
            )  # fmt: skip
