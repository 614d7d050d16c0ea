"""What a run costs and stands: `benchmarks/runs.py [--kills | --kills-only]`.

Prints the computing time of a call by the runner beside that of litellm's own completion against
the same local server, and what journalling takes; with --kills, a run of 2,000 items at 64 calls at
a time is killed three times and everything about its end is checked. Computing time of the
process is measured, not time on the clock, so that a busy machine counts little.
"""

import random
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "models"))

import killed_runs

from kinlib.models import gateway, plan, runner
from kinlib.models.endpoints import Endpoint
from kinlib.models.reply import Parameters
from kinlib.results import journal

CALLS = 400
PARAMETERS = Parameters(temperature=0.0, max_tokens=64, seed=5)


def main() -> None:
    """Computing time, then journals, then kills if they are asked for; `--kills-only`: these."""
    if "--kills-only" in sys.argv:
        kills()
        return
    with killed_runs.server() as base, tempfile.TemporaryDirectory() as folder:
        began = time.process_time()
        gateway._load()
        print(f"litellm imported: {time.process_time() - began:.1f} s of computing, once")
        for concurrency in (1, 8, 64):
            computing(base, Path(folder), concurrency)
        appending(Path(folder))
    if "--kills" in sys.argv:
        kills()


def computing(base: str, folder: Path, concurrency: int) -> None:
    """A call by litellm itself, by the gateway and by the runner."""
    litellm = gateway._load()
    arguments = {
        "model": "openai/mixed", "api_key": "no-key", "api_base": base, "max_retries": 0,
        "num_retries": 0, "temperature": 0.0, "max_tokens": 64, "seed": 5, "timeout": 60,
        "messages": [{"role": "user", "content": "Who is Ann's father? ok"}],
    }  # fmt: skip

    def by_gateway() -> None:
        gateway.ask("openai/mixed", "Who is Ann's father? ok", PARAMETERS, api_base=base,
                    stream=False, cancelled=lambda: False)  # fmt: skip

    own = each(lambda: litellm.completion(**arguments), concurrency)
    through = each(by_gateway, concurrency)
    told = [f"gateway {through:.1f} ms ({through / own:.2f} x)"]
    one, other = Endpoint(base), Endpoint(f"{base}/")
    for name, endpoints in ("runner", (one,)), ("with two endpoints", (one, other)):
        taken = running(folder, endpoints, concurrency)
        told.append(f"{name} {taken:.1f} ms ({taken / own:.2f} x)")
    print(f"{concurrency} at a time: litellm {own:.1f} ms a call, {', '.join(told)}", flush=True)


def each(call: Callable[[], object], concurrency: int) -> float:
    """Milliseconds of computing that a call takes."""
    with ThreadPoolExecutor(concurrency) as pool:
        list(pool.map(lambda _: call(), range(2 * concurrency)))
        began = time.process_time()
        list(pool.map(lambda _: call(), range(CALLS)))
    return 1000 * (time.process_time() - began) / CALLS


def running(folder: Path, endpoints: tuple[Endpoint, ...], concurrency: int) -> float:
    """The same for a run, with its plan made, its lock, its journal and its progress."""
    rows = [
        {"item_id": f"item{n}", "position": n, "dataset_id": "d", "prompt": f"Item {n}: ok"}
        for n in range(CALLS)
    ]
    made = plan.make(rows, "openai/mixed", benchmark="ad hoc", dataset_id="d",
                     parameters=PARAMETERS)  # fmt: skip
    file = folder / f"{concurrency}-{len(endpoints)}.jsonl"
    began = time.process_time()
    progress = runner.execute(
        replace(made, file=file, header={**made.header, "run_id": file.stem}),
        concurrency=concurrency, endpoints=endpoints, on_progress=lambda progress: None,
    )  # fmt: skip
    assert (progress.done, progress.errors) == (CALLS, 0), progress
    return 1000 * (time.process_time() - began) / CALLS


def appending(folder: Path) -> None:
    """Synced lines a second from 64 threads: the file opened for each, and kept open."""
    record = {"kind": "response", "text": "x" * 1500}
    path = folder / "journal.jsonl"
    rates = []
    with journal.Appender(path) as kept:
        for append in (lambda: journal.append(path, record), lambda: kept.append(record)):
            began, before = time.perf_counter(), time.process_time()

            def work(append: Callable[[], None] = append) -> None:
                for _ in range(20):
                    append()

            threads = [threading.Thread(target=work) for _ in range(64)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            lines = 64 * 20
            taken = time.perf_counter() - began
            rates.append((lines / taken, 1000 * (time.process_time() - before) / lines))
    (opened, one), (kept_open, two) = rates
    print(f"journal, 64 threads: opened for each line {opened:,.0f} lines/s and {one:.2f} ms of "
          f"computing a line; kept open {kept_open:,.0f}/s ({kept_open / opened:.1f} x), "
          f"{two:.2f} ms")  # fmt: skip


def kills(number: int = 2000, concurrency: int = 64) -> None:
    """The large run; its three kills come at moments drawn anew each time."""
    points = sorted(random.SystemRandom().sample(range(50, number - 100), 3))
    # Replies that take their time, so that many are on their way at the server too.
    with killed_runs.server(0.5) as base, tempfile.TemporaryDirectory() as folder:
        listed = Path(folder) / "list.jsonl"
        named = killed_runs.write_list(listed, number)
        done = killed_runs.run(Path(folder) / "state", listed, base, concurrency, points, 20)
        wrong = killed_runs.faults_of(done, named, concurrency, base)
        begun = sum(r["kind"] == "asked" for r in killed_runs.records(done.journal))
        busiest = killed_runs.asked(base)["busiest"]
    print(
        f"{number:,} items, {concurrency} at a time, killed at {points} replies: on their way "
        f"then {[len(flying) for flying in done.in_flight]}, begun again {begun - number}, at "
        f"most {busiest} calls at the server, {done.seconds:.0f} s, exit code {done.code}"
    )
    print("\n".join(wrong) or "every item has one outcome, of the right kind; no key anywhere")


if __name__ == "__main__":
    main()
