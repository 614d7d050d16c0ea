"""Where the relatives of the kin-term benchmark stand in a diagram run top down, in pixels.

The benchmark's relations are kin types that the textbook diagram has no place for: elder and
younger siblings of the father, siblings' spouses, the spouse's siblings.
"""

from collections.abc import Iterator, Mapping, Sequence

from kinlib.figures.kin_places import Point
from kinlib.kinship.kintype import EGO, EgoSex

WIDTH = 1200
ROWS: Sequence[float] = (36, 196, 386, 576)
"""Grandparents, parents, ego, siblings' children."""

_PARENTS = ("FeB", "FeBW", "FyB", "FyBW", "FZ", "FZH", "F", "M", "MB", "MBW", "MZ", "MZH")
_OWN = ("eB", "eBW", "B", "eZ", "eZH", "Z", "yZ", "yZH", EGO)
_SPOUSE: Mapping[EgoSex | None, tuple[str, ...]] = {
    "m": ("W", "WB", "WZ"),
    "f": ("H", "HZ", "HZH"),
    None: ("E", "HZ", "HZH", "WB", "WZ"),
}
_BAR = 24  # the line over siblings lies so far above them


def term_places(ego: EgoSex | None = None, rows: Sequence[float] = ROWS) -> dict[str, Point]:
    """A place for each relation of the benchmark, by kin type, from the upper left of 1,200 pixels.

    `relations()[id].kin_type` is the key of a relation. Relatives who only link others have places
    too: ego, parents, a brother, a sister, a younger sister, and ego's spouse.

    Args:
        ego: a man has no husband's sister and a woman no wife's brother; None: all are there, and
            the spouse is "E".
        rows: how low grandparents, parents, ego and siblings' children stand.
    """
    places: dict[str, Point] = {}
    for row, relatives in enumerate((_PARENTS, (*_OWN, *_SPOUSE[ego])), start=1):
        step = WIDTH / len(relatives)
        places |= {one: ((at + 0.5) * step, rows[row]) for at, one in enumerate(relatives)}
    step = WIDTH / len(_PARENTS)
    for couple, children in ((("FF", "FM"), ("FeB", "F")), (("MF", "MM"), ("M", "MZ"))):
        middle = sum(places[child][0] for child in children) / 2
        places |= {
            one: (middle + side * step, rows[0]) for one, side in zip(couple, (-1, 1), strict=True)
        }
    for parent in ("B", "Z"):
        x = places[parent][0]
        places |= {parent + "D": (x - 0.6 * step, rows[3]), parent + "S": (x + 0.6 * step, rows[3])}
    return places


def term_families(places: Mapping[str, Point]) -> Iterator[tuple[list[str], list[str]]]:
    """Couples (one parent, or none where they are not drawn) and their children drawn here."""
    spouse = next(one for one in ("W", "H", "E") if one in places)
    yield ["FF", "FM"], ["FeB", "FyB", "FZ", "F"]
    yield ["MF", "MM"], ["M", "MB", "MZ"]
    yield ["F", "M"], ["eB", "B", "eZ", "Z", "yZ", EGO]
    yield ["B"], ["BD", "BS"]
    yield ["Z"], ["ZD", "ZS"]
    yield [], [one for one in (spouse, "HZ", "WB", "WZ") if one in places]
    couples = ("FeB FeBW", "FyB FyBW", "FZ FZH", "MB MBW", "MZ MZH", "eB eBW", "eZ eZH", "yZ yZH")
    for couple in (*couples, "HZ HZH", f"{EGO} {spouse}"):
        if all(one in places for one in couple.split()):
            yield couple.split(), []


def term_lines(places: Mapping[str, Point]) -> list[tuple[Point, Point]]:
    """The strokes of marriage (two lines, =) and descent (down to a bar over the children)."""
    strokes: list[tuple[Point, Point]] = []
    for parents, children in term_families(places):
        xs = sorted(places[one][0] for one in parents)
        middle = [sum(xs) / len(xs)] if xs else []
        if len(xs) == 2:
            y = places[parents[0]][1]
            strokes += [((xs[0], y + dy), (xs[1], y + dy)) for dy in (-2.5, 2.5)]
        if children:
            bar = places[children[0]][1] - _BAR
            under = sorted([*middle, *(places[child][0] for child in children)])
            strokes += [((x, places[parents[0]][1]), (x, bar)) for x in middle]
            strokes.append(((under[0], bar), (under[-1], bar)))
            strokes += [((places[child][0], bar), places[child]) for child in children]
    return strokes
