"""`python -m kinlib run`: a data set put to a model, with its plan printed first."""

import shutil
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kinlib.errors import KinError

if TYPE_CHECKING:
    from kinlib.models.plan import Plan
    from kinlib.models.reply import Parameters
    from kinlib.models.runner import Budget, Progress
    from kinlib.results.rows import Row

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)

SOME_ERRORS, STOPPED, INTERRUPTED = 1, 3, 130
"""Exit codes besides 0 (every prompt has its reply) and 2 (something a person can mend)."""

PIPED = 15.0
"""Seconds between two lines of progress where the output is no terminal."""


@app.command()
def run(
    prompts: Annotated[
        Path | None, typer.Argument(help="A prompt list, question file or data set folder.")
    ] = None,
    benchmark: Annotated[
        str | None,
        typer.Option(help="terms, selection, reasoning, a path, or a data set by name or id."),
    ] = None,
    model: Annotated[
        str | None, typer.Option(help="Any litellm name, or control/...; else the local one.")
    ] = None,
    preset: Annotated[str | None, typer.Option(help="paper, or short: fewer tokens.")] = None,
    protocol: Annotated[
        str | None, typer.Option(help="direct, chain of thought or few-shot, for questions.")
    ] = None,
    rule: Annotated[bool, typer.Option("--rule", help="State the system's rule.")] = False,
    repeats: Annotated[
        int | None, typer.Option(min=1, max=100, help="How often each is asked.")
    ] = None,
    temperature: Annotated[float | None, typer.Option(min=0, max=2)] = None,
    top_p: Annotated[float | None, typer.Option(min=0, max=1)] = None,
    max_tokens: Annotated[int | None, typer.Option(min=1, help="Longest reply.")] = None,
    seed: Annotated[
        int | None, typer.Option(help="One for all; else each item and repeat has its own.")
    ] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Only so many items.")] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Print the plan, ask nothing.")
    ] = False,
    resume: Annotated[str | None, typer.Option(help="Go on with a run, by its id.")] = None,
    again: Annotated[
        list[str] | None, typer.Option(help="Ask once more what ended so, such as error.")
    ] = None,
    new: Annotated[bool, typer.Option("--new", help="Begin again, even if begun.")] = False,
    take_from: Annotated[
        str | None, typer.Option(help="Take over what another local run has to the same requests.")
    ] = None,
    max_calls: Annotated[int | None, typer.Option(min=1, help="Stop after so many.")] = None,
    max_tokens_in_all: Annotated[
        int | None, typer.Option(min=1, help="Stop at so many, read or written.")
    ] = None,
    max_cost: Annotated[float | None, typer.Option(min=0, help="Stop at so many dollars.")] = None,
    concurrency: Annotated[int | None, typer.Option(min=1, help="Calls at a time.")] = None,
    endpoint: Annotated[
        list[str] | None,
        typer.Option(help='"URL" or "URL KEY_VARIABLE"; several share the calls.'),
    ] = None,
    timeout: Annotated[float, typer.Option(min=1, help="Seconds a reply may take.")] = 300,
) -> None:
    """Put a data set to a model; every reply is journalled as it arrives.

    The plan is printed first: calls, tokens, cost. Asked the same way twice, a run goes on where
    it was. Ctrl-C stops it cleanly, a second one at once. Exit code 0: every prompt has a reply;
    1: some ended in an error; 2: something to mend; 3: stopped by a budget or a failing provider;
    130: stopped by hand.
    """
    from kinlib import settings
    from kinlib.models import endpoints, local, plan, runner, taken_over

    if (prompts is not None) + (benchmark is not None) + (resume is not None) != 1:
        raise KinError("Name one thing to run: a path, --benchmark, or --resume with a run.")
    if model is not None and model != model.encode("utf-8", "replace").decode("utf-8"):
        raise KinError("The model's name holds bytes that are no UTF-8; type it again.")
    budget = runner.Budget(max_calls, max_tokens_in_all, max_cost)
    addresses = [endpoints.parse(text) for text in endpoint or ()]
    outcomes = _outcomes(again or [])
    given = {"temperature": temperature, "top_p": top_p, "max_tokens": max_tokens, "seed": seed}
    given = {name: value for name, value in given.items() if value is not None}
    if resume is None:
        made = _planned(
            str(prompts or benchmark), model or local.MODEL, preset or "paper", given,
            protocol=None if protocol is None else plan.protocol_of(protocol), rule=rule,
            repeats=repeats, limit=limit, fresh=new, again=outcomes,
        )  # fmt: skip
    elif given or model or preset or protocol or rule or repeats or new:
        raise KinError(
            "A run goes on the way it began: beside --resume, leave out the model, all settings "
            "and --new."
        )
    else:
        made = plan.resume(resume, limit=limit, again=outcomes)
    known: list[Row] = []
    if take_from is not None:
        name = take_from.removesuffix(".jsonl")
        made, known = taken_over.take_over(made, settings.journals() / f"{name}.jsonl")
        print(f"{len(known):,} replies are taken over from {name}.", flush=True)
    for line in described(made, budget, elsewhere=bool(addresses)):
        print(line, flush=True)
    if dry_run or not (made.tasks or known):
        return
    with _interruptible() as stopping, _shown() as show:
        progress = runner.execute(
            made, concurrency=concurrency, budget=budget, endpoints=addresses, known=known,
            timeout=timeout, cancelled=stopping, on_progress=show,
        )  # fmt: skip
    _end(made, progress, interrupted=stopping())


def described(plan: "Plan", budget: "Budget", *, elsewhere: bool = False) -> list[str]:
    """A plan in lines for a person.

    Args:
        plan: what is asked.
        budget: of the sitting.
        elsewhere: the model answers at somebody's own address, where no listed price holds.
    """
    from kinlib.models import estimates
    from kinlib.models.reply import Parameters

    header, calls = plan.header, len(plan.tasks)
    settings = _settings(Parameters(**header["parameters"]), int(header.get("repeats") or 1))
    manner = f", {header['protocol']}" if header.get("protocol") else ""
    named = f", preset {header['preset']}" if header.get("preset") else ""
    cost = None if elsewhere and plan.cost else plan.cost
    lines = [
        f"{plan.model} on {plan.benchmark}{manner}{named}: {settings}.",
        f"{plan.total:,} calls, {plan.answered:,} of them answered already, {calls:,} to make.",
    ]
    if calls:
        lines += [
            f"About {plan.prompt_tokens:,} tokens to read ({plan.basis}), at most "
            f"{plan.completion_tokens:,} to write.",
            f"Cost: {_dollars(cost)}.",
        ]
    else:
        lines.append("Nothing is left to ask; --again error asks once more what failed, --new "
                     "begins another run.")  # fmt: skip
    if plan.left_out:
        first = plan.problems[0].reason if plan.problems else ""
        lines.append(f"{plan.left_out:,} items are left out; the first: {first}")
    if calls and (budget.tokens or budget.cost is not None):
        most = max(
            estimates.most(plan.model, task.prompt, task.parameters.max_tokens)[0]
            for task in plan.tasks
        )
        lines.append(
            f"A call starts only while the most it can take, up to {most:,} tokens, fits into the "
            "budget. Only attempts repeated within a call can add to it."
        )
    return [*lines, f"Journal: {plan.file}"]


def line_of(progress: "Progress") -> str:
    """Progress in one line."""
    made = progress.answered_before + progress.done
    parts = [f"{made:,} of {progress.total:,}"]
    if progress.errors:
        parts.append(f"{progress.errors:,} error{'s' * (progress.errors > 1)}")
    if progress.calls_per_second:
        rate = progress.calls_per_second
        parts.append(f"{rate:.1f}/s" if rate >= 1 else f"{rate * 60:.1f}/min")
    if progress.state == "running" and progress.seconds_left is not None:
        parts.append(f"{_time(progress.seconds_left)} left")
    if progress.tokens:  # rules read and write none
        parts.append(f"{progress.tokens:,} tokens")
    if progress.cost:
        parts.append(f"${progress.cost:,.4g}")
    if progress.state == "stopping":
        parts.append(f"stopping, {progress.in_flight} on their way")
    return ", ".join(parts)


def _planned(name: str, model: str, preset: str, given: dict[str, Any], **options: Any) -> "Plan":
    from kinlib.models import datasets, plan, presets

    data = datasets.load(name)
    if data.left_out:
        print(f"{data.left_out:,} lines of {name} are left out; `import` says why.", flush=True)
    chosen = replace(presets.preset(data.benchmark, preset).parameters, **given) if given else None
    return plan.make(
        data.rows, model, benchmark=data.benchmark, dataset_id=data.dataset_id, preset=preset,
        parameters=chosen, **options,
    )  # fmt: skip


def _outcomes(again: list[str]) -> list[str]:
    from kinlib.results.records import OUTCOMES

    for outcome in again:
        if outcome not in OUTCOMES:
            raise KinError(f"There is no outcome “{outcome}”; choose {', '.join(OUTCOMES)}.")
    return again


def _settings(parameters: "Parameters", repeats: int) -> str:
    told = [f"at most {parameters.max_tokens:,} tokens a reply"]
    if parameters.top_p is not None:
        told.insert(0, f"top-p {parameters.top_p:g}")
    if parameters.temperature is not None:
        told.insert(0, f"temperature {parameters.temperature:g}")
    if parameters.seed is not None:
        told.append(f"seed {parameters.seed}")
    return ", ".join(told) + (f", each item {repeats} times" if repeats > 1 else "")


def _dollars(cost: float | None) -> str:
    if cost is None:
        return "unknown"
    return f"at most ${cost:,.4g}" if cost else "none"


def _time(seconds: float) -> str:
    minutes, hours = round(seconds / 60), seconds / 3600
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{minutes} min" if minutes < 90 else f"{hours:.1f} h"


@contextmanager
def _interruptible() -> Iterator[Callable[[], bool]]:
    """Whether somebody asked to stop; the second time Python's own way of stopping is back."""
    asked: list[int] = []
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

    def hear(number: int, _: object) -> None:
        asked.append(number)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)

    for number in before:
        signal.signal(number, hear)
    try:
        yield lambda: bool(asked)
    except KeyboardInterrupt:
        print("\nStopped at once; calls on their way are made again when it goes on.")
        raise typer.Exit(INTERRUPTED) from None
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def _shown() -> "Iterator[Callable[[Progress], None]]":
    """Shows progress: one line drawn again and again, or a line now and then where it is piped."""
    live, last = sys.stdout.isatty(), time.monotonic()
    drawn = 0

    def show(progress: "Progress") -> None:
        nonlocal last, drawn
        line = line_of(progress)
        if live:
            line = line[: shutil.get_terminal_size().columns - 1]
            print("\r" + line.ljust(drawn), end="", flush=True)
            drawn = len(line)
        elif time.monotonic() - last >= PIPED:
            last = time.monotonic()
            print(line, flush=True)

    try:
        yield show
    finally:
        if drawn:
            print(flush=True)


def _end(plan: "Plan", progress: "Progress", *, interrupted: bool) -> None:
    from kinlib.models import asked_before

    outcomes = Counter(asked_before.read(plan.file).outcomes.values())
    listed = ", ".join(f"{number:,} {outcome}" for outcome, number in outcomes.most_common())
    calls = "call" if progress.done == 1 else "calls"
    made = f"{progress.done:,} {calls} in {_time(progress.seconds)}"
    print(f"{made}; the run has {listed or 'no reply yet'}.", flush=True)
    if progress.state == "stopped":
        print(f"{progress.reason} Go on with: python -m kinlib run --resume {plan.run_id}")
        raise typer.Exit(INTERRUPTED if interrupted else STOPPED)
    if progress.errors:
        raise typer.Exit(SOME_ERRORS)
