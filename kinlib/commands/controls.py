"""`python -m kinlib controls`: what each control does, and what it proves of the scorers."""

from itertools import groupby
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from kinlib.models.controls_proof import Proof

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@app.command()
def controls(
    datasets: Annotated[
        list[str] | None,
        typer.Argument(help="Data sets to try them on: terms, selection, reasoning, a file, a "
                       "folder, or the name of one that was imported."),
    ] = None,
) -> None:  # fmt: skip
    """List the rule-based respondents: what each does, and in which cause its errors should land.

    With data sets, ask all of them every item and score the replies. Exit code 1 if gold is wrong
    anywhere, or less than 95 % of another one's errors have the intended cause as their first.
    """
    from kinlib.models.controls import ASKED, CONTROLS

    if datasets:
        proofs = [proof for name in datasets for proof in _tried(name)]
        if not all(proof.holds for proof in proofs):
            raise typer.Exit(1)
        return
    for name, rows in groupby(CONTROLS, key=lambda control: control.name):
        print(name)
        for one in rows:
            asked = ", ".join(ASKED[kind] for kind in one.kinds)
            meant = f"“{one.cause}”" if one.cause else "none"
            also = f", with “{one.also}”" if one.also else ""
            print(f"  Asked for {asked}: {one.does} Intended cause: {meant}{also}.")


def _tried(name: str) -> "list[Proof]":
    from kinlib.models.controls import ASKED
    from kinlib.models.controls_proof import prove
    from kinlib.models.datasets import load

    found = load(name)
    proofs = prove(found.rows)
    print(f"{found.name}: {len(found.rows):,} items")
    for of, rows in groupby(proofs, key=lambda proof: (proof.control.name, proof.kind)):
        group = list(rows)
        print(f"  {of[0]}, {ASKED[of[1]]}: {group[0].asked:,} asked")
        for proof in group:
            if proof.scorer:
                print(f"    {proof.scorer}: {_verdict(proof)}")
    return proofs


def _verdict(proof: "Proof") -> str:
    told = f"{proof.right:,} right, {proof.wrong:,} wrong"
    shares = ((proof.control.cause, proof.landed), (proof.control.also, proof.also))
    for cause, number in shares if proof.wrong else ():
        if cause:
            told += f", “{cause}” {number:,} of {proof.wrong:,} ({number / proof.wrong:.1%})"
    return told + ("" if proof.holds else " - not as it should be")
