"""The order of people within each generation: an input of `layout`.

Partners form a block; every block hangs in the family of one of its members (its owner), so the
blocks form trees, and walking these trees gives an order in which a family's own lines never
cross. Lines to the other partner's parents may: which family owns a couple, and the order of the
founders, are chosen to make few crossings.
"""

from bisect import bisect_right, insort
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

BUDGET = 50_000  # lines looked at while searching: about 0.2 s, whatever the size of the tree


@dataclass(frozen=True, slots=True)
class Unit:
    """One or two partners and their children, eldest first, as positions in some list."""

    partners: tuple[int, ...]
    children: tuple[int, ...]


@dataclass(frozen=True)
class Blocks:
    """The blocks of one connected family, each with its members, generation and children."""

    members: tuple[tuple[int, ...], ...]
    level: tuple[int, ...]
    units: tuple[Unit, ...]
    home: tuple[int, ...]  # of each unit: its block
    of: dict[int, int]  # of each person: the block
    parents: dict[int, int]  # of each person who has parents: the unit
    owners: tuple[tuple[int, ...], ...]  # of each block: the units its members are children of


@dataclass
class Arrangement:
    """An order of the blocks of each generation, and the unit that owns each block."""

    blocks: Blocks
    roots: list[int]
    owner: dict[int, int]
    columns: list[list[int]] = field(default_factory=list)
    members: dict[int, tuple[int, ...]] = field(default_factory=dict)
    cost: tuple[int, float] = (0, 0.0)


def blocks(
    family: Sequence[int],
    level: Sequence[int],
    units: Sequence[Unit],
    partners: Sequence[Sequence[int]],
) -> Blocks:
    """The blocks of a connected family; `partners` lists everyone's, earliest union first."""
    near = {i: [j for j in partners[i] if level[j] == level[i]] for i in family}
    of: dict[int, int] = {}
    members: list[tuple[int, ...]] = []
    # a walk from somebody with one partner keeps chains of unions together, in their order
    for start in sorted(family, key=lambda i: (len(near[i]) != 1, _rank(i, near), i)):
        if start not in of:
            chain = _chain(start, near)
            of.update(dict.fromkeys(chain, len(members)))
            members.append(tuple(chain))
    parents = {child: k for k, unit in enumerate(units) for child in unit.children}
    return Blocks(
        members=tuple(members),
        level=tuple(level[chain[0]] for chain in members),
        units=tuple(units),
        home=tuple(of[max(unit.partners, key=lambda p: (level[p], -p))] for unit in units),
        of=of,
        parents=parents,
        owners=tuple(
            tuple(dict.fromkeys(parents[i] for i in chain if i in parents)) for chain in members
        ),
    )


def arranged(family: Blocks) -> Arrangement:
    """An order of the family's blocks with few crossings and short lines.

    Climbs to the best arrangement near the first one, then shakes it and climbs again while the
    budget lasts. The shaking is seeded: the same family is always arranged in the same way.
    """
    owner = {b: units[0] for b, units in enumerate(family.owners) if units}
    roots = [b for b, units in enumerate(family.owners) if not units]
    lines = sum(len(unit.children) for unit in family.units)
    best, left = _climbed(_laid(family, roots, owner), BUDGET // (1 + lines))
    shake = Random(0)
    choices = sum(len(units) > 1 for units in family.owners) + len(roots) - 1
    while left > 0 and best.cost[0] > 0 and choices > 0:
        other, left = _climbed(_laid(family, *_shaken(best, shake)), left - 1)
        if other.cost < best.cost:
            best = other
    return best


def _climbed(best: Arrangement, tries: int) -> tuple[Arrangement, int]:
    """The best arrangement reached by single moves, and how many tries are left."""
    improved = True
    while improved and tries > 0:
        improved = False
        for roots, owner in _moves(best):
            tries -= 1
            other = _laid(best.blocks, roots, owner)
            if other.cost < best.cost:
                best, improved = other, True
            if tries <= 0:
                break
    return best, tries


def _shaken(now: Arrangement, random: Random) -> tuple[list[int], dict[int, int]]:
    """Some owners and founders' places changed at random."""
    roots, owner = list(now.roots), dict(now.owner)
    free = [b for b, units in enumerate(now.blocks.owners) if len(units) > 1]
    for _ in range(4):
        if free:
            b = random.choice(free)
            owner[b] = random.choice(now.blocks.owners[b])
        if len(roots) > 1:
            roots.insert(random.randrange(len(roots)), roots.pop(random.randrange(len(roots))))
    return roots, owner


def turned(family: Blocks, chain: tuple[int, ...], height: Mapping[int, float]) -> tuple[int, ...]:
    """A couple with the partner on top whose parents are higher; a founder comes second."""
    if len(chain) != 2:
        return chain
    one, two = (height[family.parents[i]] if i in family.parents else float("inf") for i in chain)
    return chain[::-1] if one > two else chain


def _rank(i: int, near: dict[int, list[int]]) -> int:
    """Which of the only partner's partners this person is."""
    return near[near[i][0]].index(i) if near[i] else 0


def _chain(start: int, near: dict[int, list[int]]) -> list[int]:
    chain: dict[int, None] = {}
    waiting = [start]
    while waiting:
        i = waiting.pop()
        if i not in chain:
            chain[i] = None
            # longer branches last, so that a partner without others stays beside this person
            waiting += sorted(
                reversed([j for j in near[i] if j not in chain]), key=lambda j: -len(near[j])
            )
    return list(chain)


def _moves(now: Arrangement) -> Iterator[tuple[list[int], dict[int, int]]]:
    """Arrangements one change away: another owner for a block, another place for a founder."""
    for b, units in enumerate(now.blocks.owners):
        for unit in units:
            if unit != now.owner[b]:
                yield now.roots, {**now.owner, b: unit}
    for k in range(len(now.roots)):
        rest = now.roots[:k] + now.roots[k + 1 :]
        for place in range(len(now.roots)):
            if place != k:
                yield [*rest[:place], now.roots[k], *rest[place:]], now.owner


def _laid(family: Blocks, roots: list[int], owner: dict[int, int]) -> Arrangement:
    """The arrangement these choices give, with its number of crossings and length of lines."""
    laid = Arrangement(family, roots, owner)
    laid.columns = [[] for _ in range(max(family.level) + 1)]
    units_at: defaultdict[int, list[int]] = defaultdict(list)
    for k, home in enumerate(family.home):
        units_at[home].append(k)
    waiting = list(reversed(roots))
    seen = set(roots)
    while waiting:
        b = waiting.pop()
        laid.columns[family.level[b]].append(b)
        at = {i: k for k, i in enumerate(family.members[b])}
        below = []
        for _, k in sorted(
            (max(at.get(p, 0) for p in family.units[k].partners), k) for k in units_at[b]
        ):
            for c in (family.of[child] for child in family.units[k].children):
                if owner[c] == k and c not in seen:
                    seen.add(c)
                    below.append(c)
        waiting.extend(reversed(below))
    laid.members = {}
    height: dict[int, float] = {}
    size = [sum(len(family.members[b]) for b in column) or 1 for column in laid.columns]
    place: dict[int, int] = {}
    for column, total in zip(laid.columns, size, strict=True):
        count = 0
        for b in column:
            laid.members[b] = chain = turned(family, family.members[b], height)
            for i in chain:
                place[i] = count
                count += 1
        here = {i: place[i] / total for b in column for i in laid.members[b]}
        for b in column:
            for k in units_at[b]:
                its = [here[p] for p in family.units[k].partners if p in here]
                height[k] = sum(its) / len(its)
    laid.cost = _cost(family, place, height, size)
    return laid


def _cost(
    family: Blocks, place: dict[int, int], height: dict[int, float], size: Sequence[int]
) -> tuple[int, float]:
    spans: defaultdict[tuple[int, int], list[tuple[float, int]]] = defaultdict(list)
    length = 0.0
    for k, unit in enumerate(family.units):
        start = family.level[family.home[k]]
        for child in unit.children:
            end = family.level[family.of[child]]
            spans[start, end].append((height[k], place[child]))
            length += abs(height[k] - (place[child] + 0.5) / size[end])
    crossings = 0
    for lines in spans.values():
        passed: list[int] = []
        for _, end in sorted(lines):
            crossings += len(passed) - bisect_right(passed, end)
            insort(passed, end)
    return crossings, length
