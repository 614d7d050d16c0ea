"""A plan carried out: many calls at a time, every reply in the journal the moment it exists.

Killed at any moment, a run goes on where it was: a call has a line when it begins and another with
its reply, so that only calls that were on their way are made again, with the next attempt number.
"""

import contextlib
import platform
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from kinlib.errors import KinError
from kinlib.models import asked_before, gateway, limits, local
from kinlib.models.endpoints import Endpoint
from kinlib.models.plan import Plan, Task, versions
from kinlib.models.sitting import UNLIMITED, Budget, Progress, Sitting
from kinlib.results import journal
from kinlib.results.rows import Row

__all__ = ["Budget", "Progress", "execute", "is_going_on", "processor"]

RETRIES = 4
"""Further attempts at a call; a person who waits gets fewer."""


def execute(
    plan: Plan,
    *,
    concurrency: int | None = None,
    budget: Budget = UNLIMITED,
    endpoints: Sequence[Endpoint] = (),
    api_key: str | None = None,
    secrets: Mapping[str, str] | None = None,
    known: Sequence[Row] = (),
    timeout: float = 300,
    cancelled: Callable[[], bool] = lambda: False,
    on_progress: Callable[[Progress], None] | None = None,
) -> Progress:
    """Make the calls of a plan; returns when all have their outcome, or it had to stop.

    Args:
        plan: of `plan.make` or `plan.resume`.
        concurrency: calls at a time; None: as many as suit the provider (`limits`).
        budget: of this sitting.
        endpoints: several addresses of the model, between which calls are shared.
        api_key: typed for this visit; never kept.
        secrets: values by name from the host's secrets file.
        known: lines that are journalled before anything is asked (`taken_over`).
        timeout: seconds a whole reply may take.
        cancelled: asked several times a second; True ends the run. Calls on their way are waited
            for (`GRACE`), and those that do not come in are made again when the run goes on.
        on_progress: called in this thread a few times a second, and with the last state.

    Raises:
        KinError: another process is at this run, the budget cannot be kept, the model cannot be
            asked at all, or the journal cannot be written.
    """
    limit = limits.default(plan.model, len(endpoints)) if concurrency is None else concurrency
    if not 1 <= limit <= limits.MOST:
        raise KinError(f"{limit} calls at a time cannot be meant; choose 1 to {limits.MOST}.")
    if budget.cost is not None and (plan.cost is None or (endpoints and plan.cost)):
        raise KinError(
            f"The price of {plan.model} is unknown, so no budget of money can be kept; give one "
            "of tokens or calls."
        )
    _check_model(plan, api_key, secrets, endpoints)
    with _alone(plan.file):
        tasks = _still_open(plan)
        journal.start(plan.file.parent, plan.header)
        with journal.Appender(plan.file) as file:
            asking = {
                "secrets": secrets, "timeout": timeout, "retries": RETRIES, "stream": False,
                **_way(plan.model, endpoints, api_key),
            }  # fmt: skip
            run = Sitting(plan, tasks, file, limits.Gate(limit), budget, asking)
            for line in known:
                file.append(line)
            run.note("sitting", tasks=len(tasks), taken_over=len(known), concurrency=limit,
                     budget=asdict(budget), endpoints=[one.shown for one in endpoints],
                     processor=processor(), threads=local.THREADS, versions=versions())  # fmt: skip
            return run.go(cancelled, on_progress)


def is_going_on(file: Path) -> bool:
    """Whether some process is at the run of a journal just now."""
    try:
        with _alone(file):
            return False
    except KinError:
        return True


@contextlib.contextmanager
def _alone(file: Path) -> Iterator[None]:
    """Keep other processes, and other threads of this one, from the same run."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        # The system lets go of it when a process ends, however it ends.
        lock = FileLock(file.with_suffix(".lock"), timeout=0)
        lock.acquire()
    except Timeout:
        raise KinError(
            f"The run {file.stem} is going on in another process; wait for its end, or stop it."
        ) from None
    except OSError as error:
        raise KinError(f"{file.parent} cannot be written: {error.strerror}.") from error
    try:
        yield
    finally:
        lock.release()


def _check_model(
    plan: Plan, api_key: str | None, secrets: Mapping[str, str] | None, endpoints: Sequence[Any]
) -> None:
    """What is clear before anything is asked or written."""
    if (sentence := gateway.obstacle(plan.model)) is not None:
        raise KinError(sentence)
    if not api_key and not endpoints and (names := gateway.missing_keys(plan.model, secrets)):
        raise KinError(
            f"There is no key for {plan.model}; set {' or '.join(names)} in the environment."
        )


def _way(model: str, endpoints: Sequence[Endpoint], api_key: str | None) -> dict[str, Any]:
    """Where calls go and with which key, as `gateway.ask` takes it."""
    if not endpoints:
        return {"api_key": api_key}
    if len(endpoints) == 1 and endpoints[0].model is None:
        # litellm's Router takes 3 ms more of every call, and has nothing to choose.
        return {"api_base": endpoints[0].base, "api_key": endpoints[0].key}
    return {"route": gateway.route_of(model, endpoints)}


def _still_open(plan: Plan) -> list[Task]:
    """Tasks that nobody else has seen to since the plan was made."""
    before = asked_before.read(plan.file)
    return [task for task in plan.tasks if before.attempts.get(task.key, 0) < task.attempt]


def processor() -> str:
    """What the local model's arithmetic depends on, in words."""
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
