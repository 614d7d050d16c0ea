"""`python -m kinlib convert IN OUT`: a genealogy from one file format into another."""

from datetime import date
from pathlib import Path
from typing import Annotated

import typer

from kinlib.commands.kinship import person_named
from kinlib.errors import KinError
from kinlib.kinship.parameters import SIMULATED

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)

_SHOWN = 12  # problems that are printed; a foreign file may have thousands of one kind


@app.command()
def convert(
    source: Annotated[Path, typer.Argument(help="Turtle, GEDCOM, CSV of people, or their zip.")],
    target: Annotated[Path, typer.Argument(help="Ending .ttl .ged .csv .zip .svg .png .html.")],
    mask_living: Annotated[
        bool, typer.Option("--mask-living", help="Hide who may be living.")
    ] = False,
    today: Annotated[
        int | None, typer.Option(help="The year in which people may be living; this one.")
    ] = None,
    gedcom: Annotated[str, typer.Option(help="Version of GEDCOM: 5.5.1 or 7.0.")] = "5.5.1",
    own_terms: Annotated[
        bool, typer.Option("--own-terms", help="Turtle with deaths and adoptions, in our words.")
    ] = False,
    focus: Annotated[
        str | None, typer.Option(help="A drawing: the person whose kin it shows.")
    ] = None,
    up: Annotated[int, typer.Option(min=0, help="Generations above the focus person.")] = 3,
    down: Annotated[int, typer.Option(min=0, help="Generations below.")] = 3,
    everyone: Annotated[bool, typer.Option("--everyone", help="A drawing of all people.")] = False,
    dark: Annotated[bool, typer.Option("--dark", help="A drawing for dark pages.")] = False,
) -> None:
    """Convert a genealogy: says what was read, what was skipped, and what the target cannot hold.

    OUT.csv gets its unions in OUT.unions.csv beside it. Drawings of more than 120 people need
    --focus or --everyone. Files are written whole or not at all.
    """
    from kinlib.exchange import files, privacy
    from kinlib.exchange.gedcom_write import VERSIONS
    from kinlib.exchange.output import write_whole

    if gedcom not in VERSIONS:
        raise KinError(f"GEDCOM {gedcom} is not written; choose {' or '.join(VERSIONS)}.")
    wanted = files.format_for(target.suffix, target.name)
    if target.exists() and source.exists() and target.samefile(source):
        raise KinError(f"{target} is both IN and OUT; write to another file.")
    reading = files.read_genealogy_file(source)
    genealogy = reading.genealogy
    unions = len(genealogy.unions)
    print(f"{source}: {len(genealogy):,} people and {unions:,} unions read.")
    for line in reading.skipped:
        print(f"  skipped: {line}")
    for problem in reading.problems[:_SHOWN]:
        print(f"  {f'line {problem.line}: ' if problem.line else ''}{problem.reason}")
    if len(reading.problems) > _SHOWN:
        print(f"  and {len(reading.problems) - _SHOWN:,} problems more.")
    chosen = None if focus is None else person_named(genealogy, focus)
    year = date.today().year if today is None else today
    may_live = privacy.living(genealogy, year)
    if mask_living:
        if chosen is not None:
            chosen = privacy.masked_ids(genealogy, year)[chosen]
        genealogy = privacy.mask(genealogy, year)
        print(f"Masked in case they are living in {year}: {len(may_live):,} people.")
        if may_live and reading.genealogy.note:
            print("  left out with them: the note, which may speak of them")
    elif may_live and not genealogy.note.startswith(SIMULATED):
        print(f"May be living in {year}: {len(may_live):,} people; --mask-living hides them.")
    options = files.Options(gedcom, own_terms, chosen, up, down, everyone=everyone, dark=dark)
    written = files.write_files(genealogy, target.name, options)
    for line in wanted.lost(genealogy, options):
        print(f"  no place in {wanted.name}: {line}")
    for name, data in written.items():
        write_whole(target.with_name(name), data)
    print(f"Written: {', '.join(str(target.with_name(name)) for name in written)}.")
