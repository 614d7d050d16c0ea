"""`python -m kinlib report reasoning`: the paper's tables, printed and from loaded results."""

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast, get_args

import typer

from kinlib.errors import KinError

if TYPE_CHECKING:
    from kinlib.results.queries import Blanks
    from kinlib.results.reconcile_report import Report

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
group = typer.Typer(no_args_is_help=True, help="A paper's tables beside loaded results.")
app.add_typer(group, name="report")


@group.callback()
def _reports() -> None:
    """A paper's tables beside loaded results."""


@group.command()
def reasoning(
    run: Annotated[
        list[str] | None, typer.Option(help="Id of a run; may be repeated. All large ones if not.")
    ] = None,
    blanks: Annotated[
        str, typer.Option(help="Blank, refused and failed replies: excluded, or wrong.")
    ] = "excluded",
    verdicts: Annotated[
        str, typer.Option(help="strict or lenient: our scorers; else each run's own.")
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, numbers unrounded.")] = False,
    out: Annotated[Path | None, typer.Option(help="Write a file instead: .md .csv .json.")] = None,
) -> None:
    """Tables 3-8 of the KinshipQA paper beside loaded runs, and the paper's contradictions."""
    from kinlib.exchange.output import write_whole
    from kinlib.reasoning.scoring import LENIENT, STRICT
    from kinlib.results import reconcile_text
    from kinlib.results.queries import Blanks

    scorers = {"": "", "strict": STRICT, "lenient": LENIENT}
    _one_of(blanks, get_args(Blanks), "--blanks")
    _one_of(verdicts, list(scorers), "--verdicts")
    writers = {".md": reconcile_text.markdown, ".csv": reconcile_text.as_csv,
               ".json": reconcile_text.as_json}  # fmt: skip
    if out is not None:
        _one_of(out.suffix.lower(), list(writers), "The ending of --out")
    report = _report(run or [], cast(Blanks, blanks), scorers[verdicts])
    if out is not None:
        write_whole(out, writers[out.suffix.lower()](report).encode())
        print(f"{out}: {len(report.cells):,} cells of {len(report.columns):,} columns.")
    else:
        print((reconcile_text.as_json if as_json else reconcile_text.plain)(report), end="")


def _report(runs: Sequence[str], blanks: "Blanks", verdicts: str) -> "Report":
    """The report from an index of its own: the app's database stays with the app."""
    from kinlib.results.reconcile_report import report
    from kinlib.results.store import Store

    with tempfile.TemporaryDirectory(prefix="kinlib-") as folder:
        if sys.stderr.isatty():
            print("Reading all results ...", file=sys.stderr, flush=True)
        store = Store(Path(folder) / "report.duckdb")
        try:
            store.refresh()
            return report(store, runs, blanks, verdicts)
        finally:
            store.close()


def _one_of(value: str, known: Sequence[str], what: str) -> None:
    if value not in known:
        raise KinError(f"{what} is {value!r}; choose one of: {', '.join(filter(None, known))}.")
