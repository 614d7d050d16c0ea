"""What a drawn person looks like and is said to be: colours, marker and words, in one place.

Everything that draws a genealogy (the app's tree, SVG, PNG, a page of its own) takes them here.
"""

from dataclasses import dataclass

from kinlib.kinship.genealogy import Person
from kinlib.kinship.outline import SEX
from kinlib.kinship.years import dated, years


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours of a tree: of markers by sex (Okabe-Ito), and of all else."""

    m: str
    f: str
    u: str
    ego: str
    text: str
    faint: str
    line: str
    box: str
    border: str
    page: str


LIGHT = Palette(
    m="#0072B2",
    f="#B8508F",
    u="#5F6B76",
    ego="#C24E00",
    text="#1B2730",
    faint="#5B6873",
    line="#7D8A96",
    box="#FFFFFF",
    border="#C9D1D9",
    page="#FFFFFF",
)
DARK = Palette(
    m="#56B4E9",
    f="#E59AC6",
    u="#A9B4BF",
    ego="#F0A23C",
    text="#EEF2F5",
    faint="#AAB5BF",
    line="#7F8C99",
    box="#1A2129",
    border="#3B4753",
    page="#16191D",
)


def label(person: Person, *, ego: bool = False, tag: str = "") -> str:
    """The text at a person's marker: name, years and tag, "ego" first if it is ego."""
    parts = ["ego" if ego else "", person.name, years(person), tag]
    return "  ".join(part for part in parts if part)


def tooltip(person: Person, *, ego: bool = False, tag: str = "") -> str:
    """What is known of a person and who it is here, as plain text of one fact a line."""
    lines = [f"{person.name}{' (ego)' if ego else ''}", SEX[person.sex]]
    lines += [] if person.birth is None else [f"born {dated(person.birth)}"]
    lines += [] if person.death is None else [f"died {dated(person.death)}"]
    lines += [] if person.descent_group is None else [f"descent group {person.descent_group}"]
    lines += [tag] if tag else []
    return "\n".join(lines)
