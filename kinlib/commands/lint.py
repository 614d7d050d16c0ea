"""`python -m kinlib lint`: faults of anybody's kinship data, by named rules."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kinlib.errors import KinError

if TYPE_CHECKING:
    from kinlib.reasoning.lint import Count, Report

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@app.command()
def lint(
    path: Annotated[
        Path,
        typer.Argument(
            help="A data set of ours or of the KinshipQA release, a folder of Turtle trees, "
            "CLUTRR's tables; folder or file."
        ),
    ],
    trees: Annotated[
        Path | None,
        typer.Option(help="Folder of the items' trees, SYSTEM.ttl; else looked for around."),
    ] = None,
    terms: Annotated[
        Path | None,
        typer.Option(
            help="Items whose terms belong to the table of terms; else those of the release's "
            "base split and split of 5 and 6 hops, where they lie around."
        ),
    ] = None,
    rule: Annotated[
        str | None, typer.Option(help="Print everything this rule found, with the evidence.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="The whole report as JSON.")] = False,
) -> None:
    """Find faults in a data set: each rule with what it found among how many, and two examples.

    Rules of substance (marked *) say that a key, a label or answerability is wrong. Exit code 1 if
    one of these finds anything, 2 if the input, or a line of it, cannot be read.
    """
    from kinlib.reasoning.lint import RULES, faulty, lint_path

    if rule is not None and rule not in RULES:
        raise KinError(f"There is no rule {rule!r}; choose one of: {', '.join(RULES)}.")
    found = lint_path(path, trees, terms)
    if as_json:
        print(json.dumps(found.plain(RULES), ensure_ascii=False, indent=1))
    elif rule is not None:
        _print_rule(found, rule)
    else:
        _print(found)
    if faulty(found):
        raise typer.Exit(1)
    if found.problems:
        raise typer.Exit(2)


def _print_rule(found: "Report", name: str) -> None:
    from kinlib.reasoning.lint import RULES

    print(f"{name} ({RULES[name].source}): {RULES[name].sentence}")
    for finding in found.of(name):
        print(f"{finding.subject}: {finding.sentence}")
    print(f"{len(found.of(name)):,} found.")


def _print(found: "Report") -> None:
    from kinlib.reasoning.lint import RULES

    for text in (*found.notes, *found.problems):
        print(text)
    told = [count for count in found.counts if count.checked]
    width = max((len(count.rule) for count in told), default=4)
    print(f"  {'rule':<{width}} {'found':>7} {'checked':>8} {'%':>6}  examples")
    for count in told:
        mark = "*" if RULES[count.rule].substance else " "
        print(f"{mark} {count.rule:<{width}} {_numbers(count)}")
    for word, wanted in (("Nothing to check for", 0), ("Not checked", None)):
        names = [count.rule for count in found.counts if count.checked == wanted]
        if names:
            print(f"{word}: {', '.join(names)}.")
    print("* of substance: key, label or answerability is wrong. --rule NAME shows all it found.")


def _numbers(count: "Count") -> str:
    share = "" if count.share is None else f"{100 * count.share:.1f}"
    told = "; ".join(filter(None, (", ".join(count.examples), count.note)))
    return f"{count.found or 0:>7,} {count.checked or 0:>8,} {share:>6}  {told}".rstrip()
