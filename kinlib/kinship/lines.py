"""Every line of descent that joins two people, to a bounded degree.

`relate.paths` finds the nearest paths only; a marriage rule must look at all of them, because
second cousins on one side may be parallel cousins on another (AUDIT T9 of the KinshipQA release).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from kinlib.kinship.genealogy import NONE, Sex

THIRD_COUSINS = 3
"""Steps up to the siblings at the top of a line, and down from them, at most."""


class Kin(Protocol):
    """Columns about people, as a Genealogy has them; parents are positions, -1 is not known."""

    @property
    def fathers(self) -> Sequence[int]: ...  # noqa: D102
    @property
    def mothers(self) -> Sequence[int]: ...  # noqa: D102
    @property
    def sexes(self) -> Sequence[Sex]: ...  # noqa: D102


@dataclass(frozen=True, slots=True)
class Line:
    """One line of blood from a person to another.

    `kin_type` is canonical (FZS); `up` counts the generations from the person to the top of the
    line, `down` those from there to the other: siblings are 1 and 1, first cousins 2 and 2, a
    grandfather is 2 and 0.
    """

    kin_type: str
    up: int
    down: int

    @property
    def lineal(self) -> bool:
        """Whether one descends from the other."""
        return not self.up or not self.down


@dataclass(frozen=True, slots=True)
class Ancestry:
    """The ways up from a person, by the forebear they lead under.

    A way is the people passed, the person first; it ends at a child of the forebear. Where two
    people's ways end under one forebear, siblings join their lines.
    """

    person: int
    under: Mapping[int, Sequence[tuple[int, ...]]]


def ancestry(kin: Kin, i: int, degree: int = THIRD_COUSINS) -> Ancestry:
    """The ways up from the person at position i that lines to cousins of this degree may take."""
    fathers, mothers = kin.fathers, kin.mothers
    under: dict[int, list[tuple[int, ...]]] = {}
    layer: list[tuple[int, ...]] = [(i,)]
    for _ in range(degree + 1):
        above = []
        for way in layer:
            end = way[-1]
            for parent in (fathers[end], mothers[end]):
                if parent != NONE:
                    under.setdefault(parent, []).append(way)
                    above.append((*way, parent))
        layer = above
    return Ancestry(i, under)


def lines(kin: Kin, i: int, j: int, degree: int = THIRD_COUSINS) -> tuple[Line, ...]:
    """All lines between the people at positions i and j, up to cousins of this degree.

    Ancestors and descendants count to `degree` + 1 generations, collateral kin to `degree` steps
    above and below a pair of siblings, full or half. A line that would pass one person twice is
    none. Shortest first; lines of one kin type are told once.
    """
    return lines_between(kin, ancestry(kin, i, degree), ancestry(kin, j, degree))


def lines_between(kin: Kin, one: Ancestry, other: Ancestry) -> tuple[Line, ...]:
    """The same for two people whose ancestries are known already."""
    if one.person == other.person:
        return ()
    sexes = kin.sexes
    i, j = one.person, other.person
    found = {Line(_up(sexes, (*way, j)), len(way), 0) for way in one.under.get(j, ())}
    found |= {Line(_down(sexes, (*way, i)), 0, len(way)) for way in other.under.get(i, ())}
    for parent in one.under.keys() & other.under.keys():
        for way in one.under[parent]:
            for back in other.under[parent]:
                if way[-1] != back[-1] and set(way).isdisjoint(back):
                    across = _ACROSS[sexes[back[-1]]]
                    name = f"{_up(sexes, way)}{across}{_down(sexes, back)}"
                    found.add(Line(name, len(way), len(back)))
    return tuple(sorted(found, key=lambda line: (line.up + line.down, line.up, line.kin_type)))


def forebears(kin: Kin, i: int, generations: int = THIRD_COUSINS + 1) -> frozenset[int]:
    """Positions of a person and all ancestors so many generations up.

    Two people whose forebears have nobody in common are joined by no line: a quick first test.
    """
    fathers, mothers = kin.fathers, kin.mothers
    found = layer = [i]
    for _ in range(generations):
        above = [fathers[q] for q in layer] + [mothers[q] for q in layer]
        layer = [p for p in above if p != NONE]
        if not layer:
            break
        found = found + layer
    return frozenset(found)


def _up(sexes: Sequence[Sex], way: tuple[int, ...]) -> str:
    return "".join([_UP[sexes[p]] for p in way[1:]])


def _down(sexes: Sequence[Sex], way: tuple[int, ...]) -> str:
    return "".join([_DOWN[sexes[p]] for p in way[-2::-1]])


_UP: dict[Sex, str] = {"m": "F", "f": "M", "u": "P"}
_ACROSS: dict[Sex, str] = {"m": "B", "f": "Z", "u": "G"}
_DOWN: dict[Sex, str] = {"m": "S", "f": "D", "u": "C"}
