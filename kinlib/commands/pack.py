"""`python -m kinlib pack`: runs as a folder to hand on."""

import sys
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@app.command()
def pack(
    runs: Annotated[list[str], typer.Argument(help="Journals, packs, or ids (see `runs`).")],
    out: Annotated[Path, typer.Option(help="Folder to write; a pack there is replaced.")],
    question_set: Annotated[
        Path | None,
        typer.Option("--set", help="Folder of their data set, to pack whole, with its trees."),
    ] = None,
    dataset: Annotated[str | None, typer.Option(help="Name of that data set.")] = None,
    about: Annotated[str, typer.Option(help="What the pack is, in a sentence or two.")] = "",
) -> None:
    """Make runs into Parquet files with a list of them, to be handed on or to ship.

    Holds replies with all that the journal tells, the items they answer, verdicts and events.
    Whoever gets the folder says `python -m kinlib import FOLDER`. A pack made of itself is judged
    by today's scorers.
    """
    from kinlib.results.pack import pack as make

    def judging(_: str, done: int, total: int) -> None:
        if total > 1000 and done % 1000 == 0:
            print(f"judging reply {done:,} of {total:,}", file=sys.stderr, flush=True)

    made, problems = make(
        runs, out, judging, question_set=question_set, dataset=dataset, about=about
    )
    for problem in problems:
        print(f"line {problem.line} is left out: {problem.reason}", file=sys.stderr)
    size = sum(path.stat().st_size for path in out.iterdir())
    rows = ", ".join(f"{told['rows']:,} {name}" for name, told in made.tables.items())
    print(f"{out}: {made.about} Rows: {rows}; {size / 1e6:.1f} MB.")
