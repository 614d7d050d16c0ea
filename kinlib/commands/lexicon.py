"""`python -m kinlib lexicon`: check a lexicon of kin terms, and hand it on as CLDF."""

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from kinlib.terms.lexicon import Form, Lexicon

group = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Lexicons of kin terms: check one of your own, export as CLDF.",
)
app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
app.add_typer(group, name="lexicon")

Added = Annotated[bool, typer.Option("--add", help="Add the files to the lexicon that ships.")]


@group.command()
def check(
    files: Annotated[list[Path], typer.Argument(help="CSV files as data/README.md has them.")],
    add: Added = False,
) -> None:
    """Say what is wrong with a lexicon, line by line, and what it holds.

    Exit code 1 if a row is wrong, 2 if a file cannot be read at all.
    """
    from kinlib.terms import lexicon

    forms, problems = lexicon.check(*files, base=lexicon.shipped() if add else None)
    for problem in problems:
        print(problem.sentence())
    _print_counts(forms)
    if problems:
        print(f"{len(problems):,} problems.")
        raise typer.Exit(1)


@group.command()
def export(
    folder: Annotated[Path, typer.Argument(help="An empty folder, or one to be made.")],
    file: Annotated[
        list[Path] | None, typer.Option(help="A lexicon of your own in place of the shipped one.")
    ] = None,
    add: Added = False,
) -> None:
    """Write a lexicon as a CLDF Wordlist: forms, relations, languages, doubts and sources."""
    from kinlib.terms import cldf

    chosen = _chosen(file or [], add)
    written = cldf.export(chosen, folder)
    print(f"{len(chosen.forms):,} forms written; {written} describes them.")


def _chosen(files: list[Path], add: bool) -> "Lexicon":
    from kinlib.terms import lexicon

    if not files:
        return lexicon.shipped()
    return lexicon.load(*files, base=lexicon.shipped() if add else None)


def _print_counts(forms: "tuple[Form, ...]") -> None:
    from kinlib.terms.lexicon import TIERS

    for language in dict.fromkeys(form.language for form in forms):
        own = [form for form in forms if form.language == language]
        tiers = Counter(form.tier for form in own)
        told = ", ".join(f"{tiers[tier]:,} {tier}" for tier in TIERS)
        relations = len({form.relation for form in own})
        print(f"{language}: {len(own):,} forms ({told}) of {relations} relations.")
