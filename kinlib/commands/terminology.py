"""`python -m kinlib terminology FILE.csv`: a language's kin terms against the seven systems."""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from kinlib.errors import KinError
from kinlib.kinship.agreement import Agreement, Nearest, agreement, nearest
from kinlib.kinship.sharing import Treatment, corrections
from kinlib.kinship.systems import SYSTEMS
from kinlib.kinship.terminology import Entry, Terminology, read_csv

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@app.command("terminology")
def terminology(
    file: Annotated[Path, typer.Argument(help="CSV in Kinbank's layout: parameter, word.")],
    core: Annotated[
        bool, typer.Option("--core/--all", help="Kin types to first cousins, or all blood kin.")
    ] = True,
    treatment: Annotated[
        Treatment,
        typer.Option(help="Spelling: folded with known errors dropped, folded, or as written."),
    ] = "corrected",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Measure a language's kin terms against the seven systems and name the nearest.

    Two kin types of one sex agree with a system if they have one term and one class, or different
    terms and different classes. ARI is that agreement beyond chance (n/a if a side merges nothing).
    """
    try:
        terms = read_csv(file.read_bytes())
    except (KinError, OSError) as error:
        why = f"{error.strerror}." if isinstance(error, OSError) else error
        print(f"{file}: {why}", file=sys.stderr)
        raise typer.Exit(2) from None
    found = [agreement(terms, s, core=core, treatment=treatment) for s in SYSTEMS]
    found.sort(key=lambda one: -one.agreeing)
    closest = nearest(terms, treatment)
    if as_json:
        print(json.dumps(_data(terms, found, closest, core, treatment), ensure_ascii=False))
        return
    rows = len({entry.line for entry in terms.entries})
    print(f"{file}: terms from {rows:,} rows, {len(terms.left_out):,} rows left out.")
    kin = "core kin types, to first cousins" if core else "all blood kin"
    print(f"Agreement on {kin}, {treatment} spelling:")
    for one in found:
        share = "   n/a" if one.share is None else f"{100 * one.share:5.1f} %"
        ari = "n/a" if one.ari is None else f"{one.ari:.2f}"
        print(f"  {one.system:<10} {one.agreeing:>5,} of {one.pairs:,} pairs, {share}, ARI {ari}")
    print(sentence(closest))
    if treatment == "corrected":
        for entry in corrections(terms):
            print(
                f"  line {entry.line}: not counted: often wrong in Morgan's lists ({_said(entry)})."
            )
    for row in terms.left_out:
        print(f"  line {row.line}: left out: {row.reason}")


def sentence(found: Nearest) -> str:
    """The nearest system in words, ties said."""
    if not found.order[0][0].pairs:
        return "Nearest: none; no two core kin types of one sex can be compared."
    names = found.best
    text = f"Nearest on core kin: {names[0]}."
    if found.tied:
        text = f"Nearest on core kin: tied, {', '.join(names[:-1])} and {names[-1]}."
    if found.affinal and set(names) & {"Iroquois", "Dravidian"}:
        iroquois, dravidian = found.affinal
        text += (
            " Iroquois and Dravidian are alike there; of the affinal pairs they differ on,"
            f" {iroquois} side with Iroquois and {dravidian} with Dravidian."
        )
    return text


def _said(entry: Entry) -> str:
    speaker = "man" if entry.ego == "m" else "woman"
    age = {"e": "elder ", "y": "younger ", "": ""}[entry.mark]
    return f"{age}{entry.kin_type}, {speaker} speaking"


def _data(
    terms: Terminology,
    found: list[Agreement],
    closest: Nearest,
    core: bool,
    treatment: Treatment,
) -> dict[str, object]:
    affinal = closest.affinal
    return {
        "kin_types": "core" if core else "all",
        "treatment": treatment,
        "agreement": [
            {
                "system": one.system,
                "pairs": one.pairs,
                "agreeing": one.agreeing,
                "share": one.share,
                "ari": one.ari,
                "table": one.table,
            }
            for one in found
        ],
        "nearest": {
            "systems": closest.best if closest.order[0][0].pairs else (),
            "tied": closest.tied,
            "affinal": affinal and {"Iroquois": affinal[0], "Dravidian": affinal[1]},
        },
        "corrections": [
            {"line": entry.line, "kin_type": _said(entry)}
            for entry in (corrections(terms) if treatment == "corrected" else ())
        ],
        "left_out": [
            {"line": row.line, "parameter": row.parameter, "reason": row.reason}
            for row in terms.left_out
        ],
    }
