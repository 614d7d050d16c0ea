"""`python -m kinlib simulate`: a population that marries by the rules of a kinship system."""

import sys
from dataclasses import fields
from pathlib import Path
from typing import Annotated, cast

import typer

from kinlib.errors import KinError
from kinlib.kinship.parameters import Parameters
from kinlib.kinship.systems import SYSTEMS, Profile

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)

_DEFAULT = {one.name: one.default for one in fields(Parameters)}


@app.command()
def simulate(
    system: Annotated[str, typer.Argument(help=", ".join(SYSTEMS) + ".")],
    out: Annotated[Path, typer.Option(help="Where to: .ttl .ged .csv .zip .svg .png .html.")],
    seed: Annotated[int, typer.Option(help="One of many populations.")] = 1,
    profile: Annotated[str, typer.Option(help="Marriage rules: ethnographic or paper.")] = (
        "ethnographic"
    ),
    rule: Annotated[
        str, typer.Option(help="A variant of the rule: fbd (Sudanese), ezd (Dravidian) ...")
    ] = "",
    founders: Annotated[int, typer.Option(help="People in founding couples.")] = 10,
    start: Annotated[int, typer.Option(help="The first year.")] = 1900,
    years: Annotated[int, typer.Option(help="How many years pass.")] = 50,
    generations: Annotated[
        int | None, typer.Option(help="Instead of years: children down to this generation.")
    ] = None,
    people: Annotated[
        int | None, typer.Option(help="People wanted at the end; 65 of 10 founders in 50 years.")
    ] = None,
    steered: Annotated[
        bool, typer.Option(help="Births follow the people wanted, or fertility alone.")
    ] = True,
    fertility: Annotated[float, typer.Option(help="Births of a wife a year, at most.")] = cast(
        float, _DEFAULT["fertility"]
    ),
    mortality: Annotated[float, typer.Option(help="Multiplies all risks of dying.")] = 1.0,
    youngest: Annotated[int, typer.Option(help="Youngest age at marriage.")] = 18,
    oldest: Annotated[int, typer.Option(help="Age by which all men look for a wife.")] = 30,
    unmarried: Annotated[float, typer.Option(help="Share who never look for a spouse.")] = cast(
        float, _DEFAULT["unmarried"]
    ),
    age_gap: Annotated[int, typer.Option(help="Years a husband may be older.")] = 10,
    divorce: Annotated[float, typer.Option(help="Share of unions that end so.")] = cast(
        float, _DEFAULT["divorce"]
    ),
    remarriage: Annotated[
        float, typer.Option(help="Share of the widowed and divorced who marry again.")
    ] = cast(float, _DEFAULT["remarriage"]),
    newcomers: Annotated[
        float, typer.Option(help="Share who marry outside by choice; 0: nobody comes in.")
    ] = cast(float, _DEFAULT["newcomers"]),
    endogamy: Annotated[
        float | None, typer.Option(help="How strong preferences among kin are; 1 as the rule's.")
    ] = None,
    namesakes: Annotated[bool, typer.Option(help="People may share a full name.")] = False,
    names: Annotated[str, typer.Option(help="Culture of the names, or a CSV of names.")] = (
        "english"
    ),
) -> None:
    """Simulate a population and write it: the same parameters write the same bytes everywhere."""
    from kinlib.exchange import files
    from kinlib.exchange.names import name_list, read_names, shipped_names
    from kinlib.exchange.output import write_whole
    from kinlib.kinship.simulate import simulate as simulated

    wanted = files.format_for(out.suffix, out.name)
    given = Parameters(
        system=system, seed=seed, profile=cast(Profile, profile), option=rule, founders=founders,
        start=start, years=years, generations=generations, people=people, steered=steered,
        fertility=fertility, mortality=mortality, marriage_ages=(youngest, oldest),
        age_gap=age_gap, unmarried=unmarried, divorce=divorce, remarriage=remarriage,
        newcomers=newcomers, endogamy=endogamy, namesakes=namesakes,
    ).checked()  # fmt: skip
    if names.lower().endswith(".csv"):
        lists = read_names(Path(names))
        if len(lists) > 1:
            raise KinError(f"{names} has names of {len(lists)} cultures; keep one in the file.")
        chosen = next(iter(lists.values()))
    else:
        chosen = name_list(names, shipped_names())
    genealogy = simulated(given, chosen, _progress if sys.stderr.isatty() else None)
    # Whoever has a population drawn means all of it.
    whole = files.Options(everyone=True)
    for path, data in files.write_files(genealogy, out.name, whole).items():
        write_whole(out.with_name(path), data)
    print(f"{len(genealogy):,} people and {len(genealogy.unions):,} unions: {out}.")
    for line in wanted.lost(genealogy, whole):
        print(f"  no place in {wanted.name}: {line}")


def _progress(share: float) -> None:
    print(f"\r{share:4.0%}", end="" if share < 1 else "\n", file=sys.stderr, flush=True)
