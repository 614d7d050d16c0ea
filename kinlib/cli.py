"""The same verbs without the app: `python -m kinlib import | rebuild | run`."""

import io
import sys
from pathlib import Path
from typing import Annotated

import typer

from kinlib import settings
from kinlib.commands import (
    controls,
    exchange,
    kinship,
    lexicon,
    lint,
    match,
    pack,
    population,
    reasoning,
    repeat,
    replies,
    report,
    run,
    runs,
    screen,
    terminology,
    terms,
)
from kinlib.errors import KinError

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Kinship in language models: import results, run prompts, rebuild the database.",
)
app.add_typer(kinship.app)
app.add_typer(terminology.app)
app.add_typer(exchange.app)
app.add_typer(population.app)
app.add_typer(reasoning.app)
app.add_typer(replies.app)
app.add_typer(lint.app)
app.add_typer(report.app)
app.add_typer(run.app)
app.add_typer(controls.app)
app.add_typer(runs.app)
app.add_typer(repeat.app)
app.add_typer(pack.app)
app.add_typer(lexicon.app)
app.add_typer(match.app)
app.add_typer(screen.app)
app.add_typer(terms.app)


@app.command("import")
def import_(
    paths: Annotated[list[Path], typer.Argument(help="Files, or folders searched for files.")],
    dataset: Annotated[
        str | None, typer.Option(help="Name of the data set; otherwise its folder names it.")
    ] = None,
) -> None:
    """Take in result files, question files, figures and family trees.

    Prints a line a file and each refused row with its line number and reason. Exit code 1 if
    anything was refused.
    """
    from kinlib.results.imports import import_paths

    totals, trouble = [0, 0, 0, 0], False
    for told in import_paths(paths, settings.imports(), dataset):
        print(told.sentence())
        for problem in told.problems:
            where = f"line {problem.line}: " if problem.line else ""
            print(f"  {where}{problem.reason}")
        counts = (told.read, told.stored, told.already, told.refused)
        totals = [total + count for total, count in zip(totals, counts, strict=True)]
        trouble = trouble or bool(told.note or told.problems)
    read, stored, already, refused = totals
    print(f"{read:,} rows read, {stored:,} stored, {already:,} already there, {refused:,} refused.")
    if trouble:
        raise typer.Exit(1)


@app.command()
def rebuild() -> None:
    """Make the database again from shipped data, imports and journals."""
    from kinlib.results.queries import counts
    from kinlib.results.store import rebuild as rebuild_store

    store = rebuild_store(settings.database())
    print(", ".join(f"{number:,} {name}" for name, number in counts(store).items()) + ".")
    store.close()


def main() -> None:
    """Run the command line; what people can mend is one line on standard error, exit code 2."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that knows few characters shows the others as numbers.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        app(prog_name="python -m kinlib")
    except KinError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        print(f"{where}{error.strerror or error}.", file=sys.stderr)
        sys.exit(2)
