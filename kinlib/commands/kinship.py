"""Kinship without the app: `classify` kin types, `relate` two people, `check` a family."""

import csv
import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any, cast

import typer

from kinlib.errors import KinError
from kinlib.kinship import marriage
from kinlib.kinship import relate as kin
from kinlib.kinship.genealogy import Genealogy
from kinlib.kinship.integrity import check_people
from kinlib.kinship.kintype import EgoSex, KinType, parse, spell
from kinlib.kinship.systems import (
    SYSTEMS,
    Classification,
    Great,
    Profile,
    Variant,
    system_name,
)
from kinlib.kinship.systems import classify as classified

app = typer.Typer(add_completion=False, no_args_is_help=True, pretty_exceptions_enable=False)

_NEEDED = ("system", "kin_type", "ego_sex")
_ADDED = ("canonical", "class", "label", "override", "reclassified", "error")
_SEXES: dict[str, EgoSex] = {
    **{"male": "m", "m": "m", "man": "m", "ms": "m"},
    **{"female": "f", "f": "f", "woman": "f", "ws": "f"},
}
_SPEAKERS = {"m": "man speaking", "f": "woman speaking", None: "ego's sex unknown"}

_Profile = Annotated[str, typer.Option(help="Labels: ethnographic or paper.")]
_Variant = Annotated[str, typer.Option(help="Type of Crow and Omaha: I or III.")]
_Great = Annotated[str, typer.Option(help="Great-grandkin: keep their class, or collapse.")]
_Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@app.command()
def classify(
    system: Annotated[str | None, typer.Argument(help=", ".join(SYSTEMS) + ".")] = None,
    kin_type: Annotated[str | None, typer.Argument(help="Such as FZS or mFBeS.")] = None,
    ego: Annotated[str | None, typer.Option(help="Ego's sex: male or female.")] = None,
    profile: _Profile = "ethnographic",
    variant: _Variant = "I",
    great: _Great = "keep",
    explain: Annotated[bool, typer.Option("--explain", help="Show each rule.")] = False,
    as_json: _Json = False,
    batch: Annotated[
        Path | None, typer.Option(help="A CSV with the columns system, kin_type, ego_sex.")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Where --batch writes its CSV.")] = None,
) -> None:
    """What ego calls a relative in a kinship system: one kin type, or a table of them.

    With --batch every row of the table gets canonical, class, label, override, reclassified and
    error; exit code 1 if a row could not be classified.
    """
    options = {"profile": profile, "variant": variant, "great": great}
    if batch is not None or out is not None:
        if system is not None or batch is None or out is None:
            raise KinError(
                "Give --batch IN.csv and --out OUT.csv together, and nothing before them."
            )
        rows, bad = _batch(batch, out, options)
        if as_json:
            print(json.dumps({"rows": rows, "errors": bad}))
        else:
            print(f"{rows:,} rows, {bad:,} with an error: {out}")
        if bad:
            raise typer.Exit(1)
        return
    if system is None or kin_type is None:
        raise KinError("Give a system and a kin type, such as: classify Crow FZS --ego male.")
    asked, found = _one(system, kin_type, ego, options)
    if as_json:
        print(json.dumps(_record(found, str(asked)), ensure_ascii=False, indent=2))
        return
    print(f"{str(asked)[:-3]} ({spell(asked)}), {_SPEAKERS[found.ego]}, {found.system}:")
    print("\n".join(_lines(found, explain=explain)))


@app.command()
def relate(
    file: Annotated[Path, typer.Argument(help="A family: Turtle, GEDCOM or CSV.")],
    a: Annotated[str, typer.Argument(help="A person: id, or name if only one has it.")],
    b: Annotated[str, typer.Argument(help="Another person.")],
    system: Annotated[str | None, typer.Option(help="One system instead of all.")] = None,
    profile: _Profile = "ethnographic",
    variant: _Variant = "I",
    great: _Great = "keep",
    as_json: _Json = False,
) -> None:
    """How two people of a family are related, and what they call each other."""
    from kinlib.exchange.files import read_genealogy_file

    genealogy = read_genealogy_file(file).genealogy
    one, other = person_named(genealogy, a), person_named(genealogy, b)
    found = kin.relate(
        genealogy,
        one,
        other,
        [system_name(system)] if system else SYSTEMS,
        profile=cast(Profile, profile),
        variant=cast(Variant, variant),
        great=cast(Great, great),
    )
    sides = (
        (one, other, found.paths, found.classes),
        (other, one, found.back, found.back_classes),
    )
    if as_json:
        records = [
            {
                "ego": ego,
                "alter": alter,
                "paths": [
                    {**asdict(path), "classes": [_record(classes[s][n]) for s in classes]}
                    for n, path in enumerate(paths)
                ],
            }
            for ego, alter, paths, classes in sides
        ]
        record = {"relations": records, "preferred": found.preferred, "ambiguous": found.ambiguous}
        print(json.dumps(record, ensure_ascii=False, indent=2))
        return
    names = dict(zip(genealogy.ids, genealogy.names, strict=True))
    if one == other:
        print(f"{names[one]} is one person, not two.")
    elif not found.paths:
        print(f"{names[one]} and {names[other]} are not related within {kin.MAX_STEPS} steps.")
    for ego, alter, paths, classes in sides:
        for n, path in enumerate(paths):
            chain = " > ".join(names[person] for person in path.people)
            words = spell(parse(path.annotated))
            print(f"{names[alter]} is {names[ego]}'s {path.annotated} ({words}): {chain}")
            for name in classes:
                print("\n".join(_lines(classes[name][n], head=f"{name}: ")))
    if found.ambiguous:
        print(f"Ambiguous, paths equally near differ in class: {', '.join(found.ambiguous)}.")


@app.command()
def check(
    file: Annotated[Path, typer.Argument(help="A family: Turtle, GEDCOM or CSV.")],
    marriages: Annotated[
        str | None, typer.Option(help="Also unions that a system's marriage rule forbids.")
    ] = None,
    profile: Annotated[str, typer.Option(help="The rule: ethnographic or paper.")] = "ethnographic",
    variant: Annotated[str, typer.Option(help="The rule's variant: fbd, ezd, grandmothers.")] = "",
    as_json: _Json = False,
) -> None:
    """What looks wrong in a family: who contradicts whom, and which years cannot be true.

    Prints a line for each finding, faults first. Exit code 1 if there are faults.
    """
    from kinlib.exchange.files import read_facts_file, read_genealogy_file

    rule = None if marriages is None else marriage.rule(marriages, cast(Profile, profile), variant)
    people, unions, told = read_facts_file(file)
    found = check_people(people, unions, told)
    if rule is not None:
        # KinError if the faults leave no genealogy whose lines of descent could be walked.
        found += marriage.findings(read_genealogy_file(file).genealogy, rule)
    faults = sum(finding.severity == "fault" for finding in found)
    counts = {"people": len(people), "faults": faults, "notable": len(found) - faults}
    if as_json:
        record = {"findings": [asdict(finding) for finding in found], **counts}
        print(json.dumps(record, ensure_ascii=False, indent=2))
    else:
        for finding in found:
            print(f"{finding.severity}: {finding.kind}: {finding.sentence}")
        print(", ".join(f"{number:,} {name}" for name, number in counts.items()) + ".")
    if faults:
        raise typer.Exit(1)


def _one(
    system: str, text: str, ego: str | None, options: dict[str, str]
) -> tuple[KinType, Classification]:
    """The kin type as asked and its class; ego's sex from the option or from the text."""
    sex = None if ego is None else _SEXES.get(ego.strip().casefold())
    if ego is not None and sex is None:
        raise KinError(f"Ego's sex is {ego!r}; write male or female.")
    asked = parse(text, sex)
    if asked.ego is None:
        raise KinError(f"Ego's sex is missing for {text!r}; say male or female (--ego, ego_sex).")
    return asked, classified(system, asked, asked.ego, **cast(dict[str, Any], options))


def _lines(found: Classification, *, head: str = "", explain: bool = False) -> Iterator[str]:
    """A classification for reading: label and class, then the rules if asked for."""
    if not found.class_id:
        yield f"  {head}no class: {found.derivation[0].why}"
    elif not found.defined:
        yield f"  {head}{found.label} (no class of its own: {found.class_id})"
    else:
        yield f"  {head}{found.label} (class {found.class_id}, {found.term})"
    if explain:
        for step in found.derivation:
            yield f"    {step.before} > {step.after}  {step.rule}: {step.why}"


def _record(found: Classification, asked: str | None = None) -> dict[str, Any]:
    """A classification under the names the batch columns have."""
    return {
        "system": found.system,
        **({} if asked is None else {"kin_type": asked}),
        "ego_sex": {"m": "male", "f": "female", None: None}[found.ego],
        "canonical": found.kin_type,
        "class": found.class_id,
        "term": found.term,
        "label": found.label,
        "aliases": found.aliases,
        "override": found.override,
        "reclassified": found.reclassified,
        "defined": found.defined,
        "derivation": [asdict(step) for step in found.derivation],
    }


def _batch(source: Path, target: Path, options: dict[str, str]) -> tuple[int, int]:
    """Classify a table row by row; how many rows there were, how many of them bad."""
    classified("Crow", "F", "m", **cast(dict[str, Any], options))  # a wrong option stops here
    if target.exists() and source.exists() and target.samefile(source):
        raise KinError(f"{target} is both --batch and --out; write to another file.")
    rows = bad = 0
    try:
        with source.open(encoding="utf-8-sig", newline="") as read:
            table = csv.DictReader(read)
            columns = list(table.fieldnames or [])
            if missing := [name for name in _NEEDED if name not in columns]:
                raise KinError(f"{source} has no column {missing[0]}; its first line must name it.")
            with target.open("w", encoding="utf-8", newline="") as write:
                kept = [name for name in columns if name not in _ADDED]
                writer = csv.DictWriter(write, [*kept, *_ADDED], extrasaction="ignore")
                writer.writeheader()
                for row in table:
                    found = _cells(row, options)
                    rows += 1
                    bad += bool(found["error"])
                    writer.writerow({**row, **found})
    except OSError as error:
        raise KinError(f"{error.filename}: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise KinError(f"{source} is not UTF-8 text; save it as CSV in UTF-8.") from None
    except csv.Error as error:
        raise KinError(f"{source}, row {rows + 1}, cannot be read as CSV: {error}.") from None
    return rows, bad


def _cells(row: dict[str, Any], options: dict[str, str]) -> dict[str, str]:
    """The added cells of one row."""
    system, text, ego = ((row[name] or "").strip() for name in _NEEDED)
    try:
        _, found = _one(system, text, ego or None, options)
    except KinError as error:
        return {**dict.fromkeys(_ADDED, ""), "error": str(error)}
    flags = [str(flag).lower() for flag in (found.override, found.reclassified)]
    values = [found.kin_type, found.class_id, found.label, *flags, ""]
    return dict(zip(_ADDED, values, strict=True))


def person_named(genealogy: Genealogy, text: str) -> str:
    """The id of the person meant: an id, or a name that only one has; KinError for others."""
    if text in genealogy:
        return text
    named = [i for i, name in zip(genealogy.ids, genealogy.names, strict=True) if name == text]
    named = named or list(genealogy.search(text)) if text.strip() else []
    if len(named) == 1:
        return named[0]
    if named:
        some = ", ".join(named[:4]) + (" ..." if len(named) > 4 else "")
        raise KinError(
            f"{text!r} may be any of {some} in {genealogy.name!r}; give one of these ids."
        )
    return genealogy.ids[genealogy.at(text)]
