"""Where each person of a genealogy stands on the page.

Trees run left to right: a generation is a column, a person one row of it, partners stand next to
each other, and children hang from a small union dot to the right of their parents. The picture
depends on the tree only, never on the order in which people were listed.

Adopted people whose parents are not drawn hang from their adopters' union (two adopters who are
no partners are not made a couple: one has the child, the other a line). Those with parents keep
their place by birth, and a second line leads from the adopters to them, unless the adopters stand
no further left than they do: then there is none, and only a list of close kin tells.
"""

import unicodedata
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from kinlib.kinship.blocks import Unit, arranged, blocks
from kinlib.kinship.genealogy import Genealogy
from kinlib.kinship.generations import families, generations
from kinlib.kinship.placing import placed
from kinlib.kinship.years import years

FONT = 13  # px; widths of boxes are measured for this size
BOX = 36  # height of a person's box: a name, and years and tag below it
ROW = 40  # between partners
TERM = 96  # least room for a kin term below a name
GUTTER = 56  # between columns, and more where lines are long
DOT = 24  # from a column's right edge to its union dots
FAMILY = 48  # between the nearest boxes of families that are not connected
MARGIN = 26  # a box's width beyond its text: the marker and the padding

# advance of a character in units of the font size (Noto Sans, rounded up), by kind
_NARROW = frozenset("fijlrtIJ'’.,:;()-|")
_WIDE = {"m": 0.94, "M": 0.91, "W": 0.94, "w": 0.79}
_WIDE |= dict.fromkeys("னஞளஷஸ", 1.3) | dict.fromkeys("ணஊஔஹ", 1.7) | dict.fromkeys("ைெ", 1.16)
_WIDE |= dict.fromkeys("ொோௌ", 1.8)
_KINDS = {"Lu": 0.67, "Ll": 0.59, "Lo": 0.7, "Nd": 0.58, "Mn": 0.0, "Mc": 0.3, "Zs": 0.27}
_TAMIL = {"Lo": 0.97, "Mc": 0.75}


@dataclass(frozen=True, slots=True)
class UnionNode:
    """Where lines of one union meet: `partners` (one if the other is not drawn) and `children`
    are ids, the children eldest first; `adopted` are children by adoption, apart from these;
    `consanguineous` if the partners share an ancestor. `bends` are points between boxes for lines
    to persons further than the next column.
    """

    id: str
    partners: tuple[str, ...]
    children: tuple[str, ...]
    x: float
    y: float
    consanguineous: bool
    bends: dict[str, tuple[tuple[float, float], ...]]
    adopted: tuple[str, ...] = ()


@dataclass(frozen=True)
class Layout:
    """A drawing: centres of boxes and union dots in px, x to the right, y downward.

    `positions` holds each drawn person once; a person's box is `BOX` px high and
    `widths[generation[id]]` px wide. `total` counts the genealogy, drawn or not.
    """

    positions: dict[str, tuple[float, float]]
    unions: tuple[UnionNode, ...]
    generation: dict[str, int]
    widths: tuple[float, ...]
    total: int
    width: float
    height: float

    @property
    def drawn(self) -> int:
        """Number of people drawn."""
        return len(self.positions)


def layout(
    genealogy: Genealogy,
    *,
    people: Collection[str] | None = None,
    focus: str | None = None,
    up: int = 3,
    down: int = 3,
) -> Layout:
    """The drawing of these people; of everyone, or the focus person's hourglass, if None.

    A box has room for a short word below the name, so a kin term shown there moves nobody.
    KinError if an id is not in the genealogy.
    """
    if people is None:
        people = genealogy.ids if focus is None else hourglass(genealogy, focus, up, down)
    who = sorted({genealogy.at(person_id) for person_id in people})
    local = {i: k for k, i in enumerate(who)}
    parents = [tuple(local[p] for p in genealogy.parents_at(i) if p in local) for i in who]
    couples = sorted(
        {
            (local[i], local[j])
            for i, j in ((genealogy.at(u.a), genealogy.at(u.b)) for u in genealogy.unions)
            if i in local and j in local
        }
    )
    adopters = _adopters(genealogy, who, couples)
    above = [its or next(iter(groups), ()) for its, groups in zip(parents, adopters, strict=True)]
    level = generations(above, couples)
    second = _second_lines(level, above, adopters)
    units = _units(genealogy, who, above, couples, second)
    rows, dots = _rows(genealogy, who, level, above, couples, units)
    widths = _widths(genealogy, who, level)
    lines = [Unit(u.partners, (*u.children, *second.get(u.partners, ()))) for u in units]
    left = _lefts(level, lines, rows, dots, widths)
    ids = [genealogy.ids[i] for i in who]
    bends = _bends(level, lines, rows, dots, left, widths)
    prefix = "union:"
    while any(person_id.startswith(prefix) for person_id in ids):
        prefix += ":"
    unions, seniority = [], genealogy.seniority
    for k, unit in enumerate(units):
        column = _column(level, unit)
        partners = tuple(ids[p] for p in unit.partners)
        born = tuple(c for c in unit.children if parents[c])
        adopted = sorted(set(lines[k].children) - set(born), key=lambda c: seniority(who[c]))
        node = UnionNode(
            id=f"{prefix}{k}",
            partners=partners,
            children=tuple(ids[c] for c in born),
            x=left[column] + widths[column] + DOT,
            y=dots[k],
            consanguineous=len(partners) == 2 and related(genealogy, *partners),
            bends={ids[i]: points for (of, i), points in bends.items() if of == k},
            adopted=tuple(ids[c] for c in adopted),
        )
        unions.append(node)
    middle = [x + width / 2 for x, width in zip(left, widths, strict=True)]
    return Layout(
        positions={ids[k]: (middle[level[k]], rows[k]) for k in range(len(who))},
        unions=tuple(unions),
        generation={ids[k]: level[k] for k in range(len(who))},
        widths=tuple(widths),
        total=len(genealogy),
        width=left[-1] + widths[-1] if widths else 0.0,
        height=max(rows, default=-BOX / 2) + BOX / 2,
    )


def hourglass(genealogy: Genealogy, focus: str, up: int = 3, down: int = 3) -> tuple[str, ...]:
    """Ids of the focus person, ancestors and descendants within so many generations, by birth or
    adoption, the partners of the focus and of descendants, and siblings of the focus with both
    their parents.
    """
    chosen = dict.fromkeys([focus, *genealogy.ancestors(focus, up, adoption=True)])
    line = [focus, *genealogy.descendants(focus, down, adoption=True)]
    chosen.update(dict.fromkeys(line))
    for person_id in line:
        chosen.update(dict.fromkeys(genealogy.partners(person_id)))
    if up > 0:
        for sibling in genealogy.siblings(focus):
            chosen.update(dict.fromkeys([sibling, *genealogy.parents(sibling)]))
    return tuple(sorted(chosen, key=genealogy.at))


def related(genealogy: Genealogy, a: str, b: str) -> bool:
    """Whether two people share an ancestor, or one is the other's ancestor."""
    ours = {a, *genealogy.ancestors(a)}
    return b in ours or not ours.isdisjoint(genealogy.ancestors(b))


def text_width(text: str, size: float = FONT) -> float:
    """About how many px wide a text of any script is drawn at this font size."""
    return size * sum(map(_ems, unicodedata.normalize("NFC", text)))


def _ems(character: str) -> float:
    if unicodedata.east_asian_width(character) in "WF":
        return 1.0
    kinds = _KINDS | _TAMIL if "\u0b80" <= character <= "\u0bff" else _KINDS
    usual = kinds.get(unicodedata.category(character), 0.6)
    return 0.36 if character in _NARROW else _WIDE.get(character, usual)


def _adopters(
    genealogy: Genealogy, who: Sequence[int], couples: Iterable[tuple[int, int]]
) -> list[list[tuple[int, ...]]]:
    """Everyone's drawn adopters: couples first, then those who adopted without a partner."""
    local = {i: k for k, i in enumerate(who)}
    pairs = set(couples)
    found = []
    for i in who:
        left = [local[a] for a in genealogy.adopters_at(i) if a in local]
        groups: list[tuple[int, ...]] = []
        for one, other in combinations(left, 2):
            if (one, other) in pairs and one in left and other in left:
                groups.append((one, other))
                left = [a for a in left if a not in (one, other)]
        found.append([*groups, *((a,) for a in left)])
    return found


def _second_lines(
    level: Sequence[int],
    above: Sequence[tuple[int, ...]],
    adopters: Sequence[Sequence[tuple[int, ...]]],
) -> dict[tuple[int, ...], list[int]]:
    """Adopters whose line to a child is not the one it hangs from, where it can run rightwards."""
    found: defaultdict[tuple[int, ...], list[int]] = defaultdict(list)
    for k, groups in enumerate(adopters):
        for group in groups:
            if group != tuple(sorted(above[k])) and max(level[a] for a in group) < level[k]:
                found[group].append(k)
    return dict(found)


def _widths(genealogy: Genealogy, who: Sequence[int], level: Sequence[int]) -> list[float]:
    """Width of each generation's boxes: that of its longest label."""
    widths = [0.0] * (max(level, default=-1) + 1)
    for k, i in enumerate(who):
        person = genealogy.person(genealogy.ids[i])
        longer = max(text_width(person.name, FONT), text_width(years(person), FONT - 2), TERM)
        wide = MARGIN + longer + 8
        widths[level[k]] = max(widths[level[k]], round(wide))
    return widths


def _column(level: Sequence[int], unit: Unit) -> int:
    """The generation a union's dot stands beside."""
    return max(level[p] for p in unit.partners)


def _bends(
    level: Sequence[int],
    units: Sequence[Unit],
    rows: Sequence[float],
    dots: Sequence[float],
    left: Sequence[float],
    widths: Sequence[float],
) -> dict[tuple[int, int], tuple[tuple[float, float], ...]]:
    """Ways for lines that pass whole columns, by unit and person: through gaps between boxes."""
    lanes = []
    for column in range(len(widths)):
        ys = sorted(y for y, of in zip(rows, level, strict=True) if of == column)
        gaps = [(a + b) / 2 for a, b in pairwise(ys) if b - a > ROW + 1]
        lanes.append([ys[0] - ROW / 2 - 3, *gaps, ys[-1] + ROW / 2 + 3])
    found = {}
    for k, unit in enumerate(units):
        home = _column(level, unit)
        ends = [(c, home, dots[k], level[c], rows[c]) for c in unit.children]
        ends += [(p, level[p], rows[p], home + 1, dots[k]) for p in unit.partners]
        for person, first, y1, last, y2 in ends:
            points: list[tuple[float, float]] = []
            for column in range(first + 1, last):
                wish = y1 + (y2 - y1) * (column - first) / (last - first)
                y = min(lanes[column], key=lambda lane: (abs(lane - wish), lane))
                points += [(left[column] - 6, y), (left[column] + widths[column] + 6, y)]
            if points:
                found[k, person] = tuple(points)
    return found


def _lefts(
    level: Sequence[int],
    units: Iterable[Unit],
    rows: Sequence[float],
    dots: Sequence[float],
    widths: Sequence[float],
) -> list[float]:
    """Left edges of the columns; long lines need room, else they run side by side."""
    gutters = [float(GUTTER)] * len(widths)
    for unit, y in zip(units, dots, strict=True):
        column = _column(level, unit)
        reach = max((abs(rows[c] - y) for c in unit.children), default=0.0)
        gutters[column] = max(gutters[column], round(GUTTER + min(reach, 640.0) / 14))
    lefts = [0.0]
    for width, gutter in zip(widths, gutters, strict=True):
        lefts.append(lefts[-1] + width + gutter)
    return lefts[: len(widths)]


def _units(
    genealogy: Genealogy,
    who: Sequence[int],
    parents: Sequence[tuple[int, ...]],
    couples: Iterable[tuple[int, int]],
    second: Iterable[tuple[int, ...]],
) -> list[Unit]:
    """Each union, or parent without a drawn partner, with the children of both, and the adopters
    second lines start from.
    """
    children: defaultdict[tuple[int, ...], list[int]] = defaultdict(list)
    for partners in (*couples, *second):
        children[partners] = []
    for k, its in enumerate(parents):
        if its:
            children[tuple(sorted(its))].append(k)
    return [
        Unit(partners, tuple(sorted(kids, key=lambda k: genealogy.seniority(who[k]))))
        for partners, kids in sorted(children.items())
    ]


def _rows(
    genealogy: Genealogy,
    who: Sequence[int],
    level: Sequence[int],
    parents: Sequence[tuple[int, ...]],
    couples: Sequence[tuple[int, int]],
    units: Sequence[Unit],
) -> tuple[list[float], list[float]]:
    """Height of every person and every union dot, connected families one below the other."""
    rows, dots = [0.0] * len(who), [0.0] * len(units)
    local = {i: k for k, i in enumerate(who)}
    partners = [[local[j] for j in genealogy.partners_at(i) if j in local] for i in who]
    home: defaultdict[int, list[int]] = defaultdict(list)
    connected = families(parents, couples)
    family_of = {k: f for f, family in enumerate(connected) for k in family}
    for k, unit in enumerate(units):
        home[family_of[unit.partners[0]]].append(k)
    top = BOX / 2
    for f, family in enumerate(connected):
        its = [units[k] for k in home[f]]
        people, unions = placed(arranged(blocks(family, level, its, partners)), row=ROW)
        first = min(people.values())
        for k, y in people.items():
            rows[k] = round(top + y - first)  # whole px keep lines sharp
        for k, y in zip(home[f], unions, strict=True):
            dots[k] = round(top + y - first)
        top = max(rows[k] for k in family) + FAMILY
    return rows, dots
