"""A run against the faulty server, killed at random moments and gone on with: used by a small test
and by the large one of benchmarks/runs.py.
"""

import json
import os
import random
import subprocess
import sys
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
KEY = "sk-proj-Zq81kfmEoR02nslWpqzx77AA"
VARIABLE = "FAULTY_SERVER_PASSWORD"  # no name that redaction would know by its ending

OUTCOMES = {
    "ok": ("answered", None), "echo": ("answered", None), "no-usage": ("answered", None),
    "429-soon": ("answered", None), "500-then-ok": ("answered", None),
    "half-body-then-ok": ("answered", None), "silent-then-ok": ("answered", None),
    "none": ("blank", None), "empty": ("blank", None), "spaces": ("blank", None),
    "blank-length": ("blank", None), "length": ("truncated", None),
    "filter": ("refused", None), "refusal": ("refused", None), "policy": ("refused", None),
    "429-quota": ("error", "rate limit"), "500": ("error", "network"),
    "503": ("error", "network"), "not-json": ("error", "network"),
    "half-body": ("error", "network"), "silent": ("error", "timeout"),
    "400": ("error", "other"), "context": ("error", "other"),
}  # fmt: skip
"""What becomes of a prompt that ends in the name of a fault."""

RARE = {"silent": 1, "silent-then-ok": 4, "429-soon": 6}
"""How many prompts meet the faults that take as long as the time-out, or slow the whole run down;
the others: many."""

# Waits of a tenth of those of a real run, so that a test of seconds meets every fault.
_PROGRAM = """
import sys
from kinlib import cli
from kinlib.models import gateway, runner
gateway.FIRST_WAIT, runner.RETRIES = 0.1, 1
sys.exit(cli.main())
"""


def write_list(path: Path, number: int) -> dict[str, str]:
    """A prompt list of so many items; the fault of each item by its id."""
    common = [fault for fault in OUTCOMES if fault not in RARE]
    faults = [fault for fault, times in RARE.items() for _ in range(times)]
    # Two of three are answered at once: a provider that mostly fails ends a run, as it should.
    while len(faults) < number:
        faults.append("ok" if len(faults) % 3 else common[len(faults) // 3 % len(common)])
    random.Random(7).shuffle(faults)
    named = {f"item{n:04}": fault for n, fault in enumerate(faults)}
    path.write_text(
        "".join(
            json.dumps({"item_id": name, "prompt": f"{name} {fault}", "gold": ["x"],
                        "answer_type": "people", "benchmark": "ad hoc"}) + "\n"
            for name, fault in named.items()
        ),
        encoding="utf-8",
    )  # fmt: skip
    return named


@contextmanager
def server(pause: float = 0.02) -> Iterator[str]:
    """The faulty server as a process of its own, a reply taking so many seconds; its address."""
    program = [sys.executable, str(Path(__file__).parent / "faulty_server.py"), str(pause)]
    with subprocess.Popen(
        program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        yield process.stdout.readline().strip()
        process.stdin.close()
        process.terminate()


def asked(base: str) -> dict[str, Any]:
    """How often the server was asked each prompt, and how many calls it had at most at a time."""
    with urllib.request.urlopen(base.removesuffix("/v1") + "/asked") as answer:
        told: dict[str, Any] = json.load(answer)
    return told


@dataclass
class Killed:
    """What came of it: `in_flight` are the calls on their way at each kill."""

    home: Path
    journal: Path
    output: str
    in_flight: list[set[str]]
    kept: list[set[str]]
    seconds: float
    code: int


def run(
    home: Path, listed: Path, base: str, concurrency: int, kills: list[int], timeout: float = 5
) -> Killed:
    """Run a list through the server; kill -9 as soon as so many replies are in the journal."""
    environment = {**os.environ, "KINLIB_HOME": str(home), VARIABLE: KEY,
                   "PYTHONPATH": str(ROOT)}  # fmt: skip
    command = [
        sys.executable, "-c", _PROGRAM, "run", str(listed), "--model", "openai/mixed",
        "--concurrency", str(concurrency), "--endpoint", f"{base} {VARIABLE}",
        "--timeout", str(timeout),
    ]  # fmt: skip
    output, flying, kept = home.with_suffix(".out"), [], []
    began = time.monotonic()
    with output.open("wb") as out:
        for replies in (*kills, None):
            process = subprocess.Popen(
                command, env=environment, stdout=out, stderr=subprocess.STDOUT
            )
            if replies is None:
                code = process.wait(600)
                break
            while process.poll() is None and _replies(home) < replies:
                time.sleep(0.02)
            process.kill()
            process.wait()
            lines = list(records(_journal(home)))
            answered = {line["item_id"] for line in lines if line["kind"] == "response"}
            kept.append(answered)
            flying.append({line["item_id"] for line in lines if line["kind"] == "asked"} - answered)
    text = output.read_text(encoding="utf-8")
    return Killed(home, _journal(home), text, flying, kept, time.monotonic() - began, code)


def faults_of(done: Killed, named: dict[str, str], concurrency: int, base: str) -> list[str]:
    """Everything that is not as it has to be, in sentences; empty: all is well."""
    wrong = []
    lines = list(records(done.journal))
    replies = [line for line in lines if line["kind"] == "response"]
    times = Counter(line["item_id"] for line in replies)
    wrong += [f"{name} has {times[name]} outcomes" for name in named if times[name] != 1]
    for line in replies:
        fault = named[line["item_id"]]
        got = line["outcome"], line["error_kind"]
        if got != OUTCOMES[fault]:
            wrong.append(f"{line['item_id']} ({fault}) ended as {got}: {line['error']}")
    begun = Counter(line["item_id"] for line in lines if line["kind"] == "asked")
    repeated = {name for name in begun if begun[name] > 1}
    if not repeated <= set().union(*done.in_flight):
        wrong.append("calls were repeated that were not on their way at a kill")
    if any(len(flying) > concurrency for flying in done.in_flight):
        wrong.append(f"more than {concurrency} calls were on their way at a kill")
    attempts = {line["item_id"]: line["attempt"] for line in replies}
    wrong += [f"the attempt of {name} is {attempts[name]}, begun {begun[name]} times"
              for name in attempts if attempts[name] != begun[name]]  # fmt: skip
    told = asked(base)
    extra = sum(number - 1 for prompt, number in told["times"].items() if prompt.endswith(" ok"))
    if extra > sum(map(len, done.in_flight)):
        wrong.append(f"the server was asked {extra} times more than needed")
    if told["busiest"] > concurrency:
        wrong.append(f"the server had {told['busiest']} calls at a time")
    return wrong + leaks(done)


def leaks(done: Killed) -> list[str]:
    """Where any eight characters in a row of the key are found: on disk, or in what was shown."""
    pieces = [KEY[start : start + 8].encode() for start in range(8, len(KEY) - 7)]
    files = [path for path in done.home.rglob("*") if path.is_file()]
    found = [str(path) for path in files if any(piece in path.read_bytes() for piece in pieces)]
    return [f"the key is in {name}" for name in found] + [
        "the key was shown" for piece in pieces[:1] if piece in done.output.encode()
    ]


def records(journal: Path) -> Iterator[dict[str, Any]]:
    """Whole lines; what a kill tore is passed over."""
    for line in journal.read_bytes().split(b"\n"):
        try:
            record = json.loads(line)
        except ValueError:
            continue
        yield record


def _journal(home: Path) -> Path:
    return next(iter((home / "journals").glob("*.jsonl")), home / "none")


def _replies(home: Path) -> int:
    path = _journal(home)
    return path.read_bytes().count(b'{"kind": "response"') if path.exists() else 0
