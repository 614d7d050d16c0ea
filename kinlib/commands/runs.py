"""`python -m kinlib runs | rescore`: the runs there are, and their replies judged again."""

import json
from typing import Annotated, Any

import typer

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)

_HEAD = ("run", "model", "benchmark", "protocol", "source", "replies", "outcomes", "started",
         "cost", "lies in")  # fmt: skip


@app.command()
def runs(
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a run.")] = False,
) -> None:
    """List all runs: those that ship, those made here, and imported ones.

    The database is not opened, so the app may be running.
    """
    from kinlib.results.run_list import run_list
    from kinlib.results.store import Store

    store = Store(None, judged=False)
    store.refresh()
    frame = run_list(store)
    store.close()
    told = frame.astype(object).where(frame.notna(), None).to_dict("records")
    if as_json:
        for run in told:
            print(json.dumps(run, ensure_ascii=False))
        return
    if not told:
        print("There is no run yet; `python -m kinlib run` makes one.")
        return
    rows = [_HEAD, *map(_line, told)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        print("  ".join(cells).rstrip())
    controls = sum(run["source"] == "control" for run in told)
    them = "1 of them is a control" if controls == 1 else f"{controls:,} of them are controls"
    count = "1 run" if len(told) == 1 else f"{len(told):,} runs"
    print(f"{count}; {them}, in no average." if controls else f"{count}.")


def _line(run: dict[Any, Any]) -> tuple[str, ...]:
    from kinlib.results.records import OUTCOMES

    planned = "" if run["planned"] is None else f" of {run['planned']:,}"
    counts = ", ".join(f"{run[name]:,} {name}" for name in OUTCOMES if run[name])
    return (
        run["run_id"],
        run["model"],
        run["dataset"] or run["benchmark"],
        run["protocol"] or "",
        run["source"],
        f"{run['replies']:,}{planned}",
        counts,
        (run["started"] or "unknown")[:16].replace("T", " "),
        "unknown" if run["cost"] is None else f"${run['cost']:.2f}",
        run["origin"],
    )


@app.command()
def rescore(
    run: Annotated[
        list[str] | None,
        typer.Argument(help="Ids of runs; none: all that the scorer can score."),
    ] = None,
    scorer: Annotated[str, typer.Option(help="Name of a scorer; a wrong one lists them.")] = "",
) -> None:
    """Judge replies again; the scorer's verdicts are shown for these runs from then on.

    Prints the rates before and after. The journal notes it, and the app takes it in; the database
    is not opened.
    """
    from kinlib.results.rescore import rescore as judge
    from kinlib.results.store import Store

    store = Store(None, judged=False)
    store.refresh()
    try:
        found = judge(store, run or (), scorer)
    finally:
        store.close()
    for one in found:
        print(one.sentence())
    if not found:
        print("No run is of a benchmark that this scorer scores.")
