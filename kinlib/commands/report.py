"""`python -m kinlib report reasoning`, `report terms`: a paper's tables beside loaded results."""

import json
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar, cast, get_args

import typer

from kinlib.errors import KinError

if TYPE_CHECKING:
    from kinlib.results.queries import Blanks
    from kinlib.results.store import Store

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
group = typer.Typer(no_args_is_help=True, help="A paper's tables beside loaded results.")
app.add_typer(group, name="report")

Told = TypeVar("Told")
Written = Mapping[str, Callable[[Told], str]]
"""How a report is written, by the ending of a file's name; empty: for a terminal."""

_Run = Annotated[
    list[str] | None, typer.Option(help="Id of a run; may be repeated. All large ones if not.")
]
_Blanks = Annotated[
    str, typer.Option(help="Blank, refused and failed replies: excluded, or wrong.")
]
_Json = Annotated[bool, typer.Option("--json", help="Print JSON, numbers unrounded.")]
_Out = Annotated[Path | None, typer.Option(help="Write a file instead: .md .csv .json.")]


@group.callback()
def _reports() -> None:
    """A paper's tables beside loaded results."""


@group.command()
def reasoning(
    run: _Run = None,
    blanks: _Blanks = "excluded",
    verdicts: Annotated[
        str, typer.Option(help="strict or lenient: our scorers; else each run's own.")
    ] = "",
    as_json: _Json = False,
    out: _Out = None,
) -> None:
    """Tables 3-8 of the KinshipQA paper beside loaded runs, and the paper's contradictions."""
    from kinlib.reasoning.scoring import LENIENT, STRICT
    from kinlib.results import reconcile_text
    from kinlib.results.reconcile_report import report

    scorers = {"": "", "strict": STRICT, "lenient": LENIENT}
    _check(blanks, verdicts, scorers, out)
    with _store() as store:
        told = report(store, run or [], cast("Blanks", blanks), scorers[verdicts])
    writers = {"": reconcile_text.plain, ".md": reconcile_text.markdown,
               ".csv": reconcile_text.as_csv, ".json": reconcile_text.as_json}  # fmt: skip
    _tell(told, writers, as_json, out, f"{len(told.cells):,} cells of {len(told.columns):,}")


@group.command()
def terms(
    run: _Run = None,
    blanks: _Blanks = "excluded",
    verdicts: Annotated[
        str,
        typer.Option(
            help="frozen: the paper's matcher; bounded: ours; bounded-paper: ours with its terms."
        ),
    ] = "frozen",
    as_json: _Json = False,
    out: _Out = None,
) -> None:
    """Tables 1-6 of the kin-term paper beside loaded runs, selection, repeats, confusions."""
    from kinlib.results import term_text
    from kinlib.results.term_report import report
    from kinlib.terms.matching import BOUNDED, BOUNDED_PAPER, FROZEN

    scorers = {"frozen": FROZEN, "bounded": BOUNDED, "bounded-paper": BOUNDED_PAPER}
    _check(blanks, verdicts, scorers, out)
    with _store() as store:
        told = report(store, run or [], cast("Blanks", blanks), scorers[verdicts])
    writers = {"": term_text.plain, ".md": term_text.markdown, ".csv": term_text.as_csv,
               ".json": term_text.as_json}  # fmt: skip
    _tell(told, writers, as_json, out, f"{len(told.entries):,} entries of {len(told.columns):,}")


@group.command()
def flips(
    first: Annotated[
        str, typer.Option(help="The scorer that calls the replies right (frozen, bounded, ...).")
    ] = "frozen",
    second: Annotated[str, typer.Option(help="The scorer that calls them wrong.")] = "bounded",
    language: Annotated[str, typer.Option(help="hi, ta or ko; all if not given.")] = "",
    limit: Annotated[int, typer.Option(min=1, help="So many replies at most.")] = 1_000,
) -> None:
    """Replies on which two scorers disagree: counts on standard error, then a JSON object each.

    Scorers are frozen, bounded and bounded-paper, or any name that the store has (report reasoning
    names those of reasoning). Swap the two for the other way.
    """
    from kinlib.results import term_flips
    from kinlib.terms.matching import BOUNDED, BOUNDED_PAPER, FROZEN

    short = {"frozen": FROZEN, "bounded": BOUNDED, "bounded-paper": BOUNDED_PAPER}
    names = short.get(first, first), short.get(second, second)
    with _store() as store:
        counts = term_flips.tally(store, *names)
        found = term_flips.flips(store, *names, limit, language=language)
    if not counts.replies:
        raise KinError(f"No reply has verdicts of both {names[0]!r} and {names[1]!r}.")
    print(
        f"Of {counts.replies:,} replies {counts.both:,} are right for both, {counts.neither:,} for "
        f"neither, {counts.first_only:,} for {names[0]} only, {counts.second_only:,} for "
        f"{names[1]} only.",
        file=sys.stderr,
    )
    for row in found.astype(object).where(found.notna(), None).to_dict("records"):
        print(json.dumps(row, ensure_ascii=False))


@contextmanager
def _store() -> Iterator["Store"]:
    """An index of its own, with everything taken in: the app's database stays with the app."""
    from kinlib.results.store import Store

    with tempfile.TemporaryDirectory(prefix="kinlib-") as folder:
        if sys.stderr.isatty():
            print("Reading all results ...", file=sys.stderr, flush=True)
        store = Store(Path(folder) / "report.duckdb")
        try:
            store.refresh()
            yield store
        finally:
            store.close()


def _tell(told: Told, writers: Written[Told], as_json: bool, out: Path | None, size: str) -> None:
    """Write the file asked for, or print."""
    from kinlib.exchange.output import write_whole

    if out is not None:
        write_whole(out, writers[out.suffix.lower()](told).encode())
        print(f"{out}: {size} columns.")
    else:
        print(writers[".json" if as_json else ""](told), end="")


def _check(blanks: str, verdicts: str, scorers: Mapping[str, str], out: Path | None) -> None:
    """Say what is wrong with the options before anything is read."""
    from kinlib.results.queries import Blanks

    _one_of(blanks, get_args(Blanks), "--blanks")
    _one_of(verdicts, list(scorers), "--verdicts")
    if out is not None:
        _one_of(out.suffix.lower(), (".md", ".csv", ".json"), "The ending of --out")


def _one_of(value: str, known: Sequence[str], what: str) -> None:
    if value not in known:
        raise KinError(f"{what} is {value!r}; choose one of: {', '.join(filter(None, known))}.")
