"""Heights for people whose order is settled: an input of `layout`.

Parents want to stand centred on their children, children close together beside their parents.
Both wishes are weighed again and again, one generation after the other; within a generation the
best heights that keep order and distance are found exactly (pool adjacent violators).
"""

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

from kinlib.kinship.blocks import Arrangement, Unit, turned

GAP = 6  # px between blocks, more between families
FAMILY_GAP = 14
SWEEPS = 12


def placed(arrangement: Arrangement, *, row: float) -> tuple[dict[int, float], list[float]]:
    """Height of each person and of each unit's dot, in px, partners `row` px apart."""
    return _Placing(arrangement, row).run()


def spread(wished: Sequence[float], weights: Sequence[float], gaps: Sequence[float]) -> list[float]:
    """Positions nearest to the wished ones (weighted squares), each at least so far from the last.

    `gaps[k]` is the least distance between k-1 and k; gaps[0] is ignored.
    """
    pools: list[tuple[float, float, int]] = []  # mean, weight, size: of shifted wishes
    shift, shifts = 0.0, []
    for k, (wish, weight) in enumerate(zip(wished, weights, strict=True)):
        shift += gaps[k] if k else 0.0
        shifts.append(shift)
        mean, size = wish - shift, 1
        while pools and pools[-1][0] > mean:
            above, its, count = pools.pop()
            mean = (above * its + mean * weight) / (its + weight)
            weight, size = weight + its, size + count
        pools.append((mean, weight, size))
    flat = [mean for mean, _, size in pools for _ in range(size)]
    return [y + shift for y, shift in zip(flat, shifts, strict=True)]


class _Placing:
    """One placing: `top` is the height of the first person of each block."""

    def __init__(self, arrangement: Arrangement, row: float) -> None:
        self.a, self.family, self.row = arrangement, arrangement.blocks, row
        self.units_at: defaultdict[int, list[int]] = defaultdict(list)
        for k, home in enumerate(self.family.home):
            self.units_at[home].append(k)
        self.gaps = [self._gaps(column) for column in arrangement.columns]
        self.top: dict[int, float] = {}
        for column, gaps in zip(arrangement.columns, self.gaps, strict=True):
            y = -sum(gaps) / 2
            for b, gap in zip(column, gaps, strict=True):
                y += gap
                self.top[b] = y
        self.offset = {
            i: k * row for chain in arrangement.members.values() for k, i in enumerate(chain)
        }
        self.beside = [self._beside(unit) for unit in self.family.units]

    def run(self) -> tuple[dict[int, float], list[float]]:
        """Sweep to the children and back; the way back decides, so that parents are centred."""
        count = len(self.a.columns)
        for sweep in range(SWEEPS):
            pull = 0.2 + 0.8 * (1 - sweep / SWEEPS)  # children follow their parents less and less
            for column in (*range(count), *reversed(range(count))):
                self._settle(column, pull)
            if sweep == SWEEPS // 2:
                self._turn()
        people = {i: self.y(i) for chain in self.a.members.values() for i in chain}
        return people, [self.dot(k) for k in range(len(self.family.units))]

    def y(self, i: int) -> float:
        """Height of a person."""
        return self.top[self.family.of[i]] + self.offset[i]

    def dot(self, unit: int) -> float:
        """Height of a union's dot: between neighbours, else beside the later partner."""
        home = self.family.home[unit]
        its = [
            self.offset[p] for p in self.family.units[unit].partners if self.family.of[p] == home
        ]
        near = max(its) - min(its) <= self.row
        return self.top[home] + (sum(its) / len(its) if near else max(its))

    def _gaps(self, column: Sequence[int]) -> list[float]:
        gaps = [0.0]
        for above, b in pairwise(column):
            alone = self.a.owner.get(above, -1) != self.a.owner.get(b, -2)
            space = self.row * len(self.a.members[above])
            gaps.append(space + (FAMILY_GAP if alone else GAP))
        return gaps

    def _beside(self, unit: Unit) -> dict[int, float]:
        """Where the children a unit owns would stand about their middle, packed."""
        number = (
            self.family.units.index(unit)
            if not unit.children
            else self.family.parents[unit.children[0]]
        )
        spots: dict[int, float] = {}
        y = 0.0
        for child in unit.children:
            b = self.family.of[child]
            if self.a.owner[b] == number:
                spots[child] = y + self.offset[child]
                y += self.row * len(self.a.members[b]) + GAP
        middle = (min(spots.values()) + max(spots.values())) / 2 if spots else 0.0
        return {child: spot - middle for child, spot in spots.items()}

    def _settle(self, column: int, pull: float) -> None:
        order = self.a.columns[column]
        wished, weights = [], []
        for b in order:
            total = force = 0.0
            for i in self.a.members[b]:
                unit = self.family.parents.get(i)
                if unit is not None:
                    own = self.a.owner[b] == unit
                    weight = pull if own else pull / 2
                    target = self.dot(unit) + self.beside[unit].get(i, 0.0)
                    total, force = total + weight, force + weight * (target - self.offset[i])
            for unit in self.units_at[b]:
                children = self.family.units[unit].children
                if children:
                    ys = [self.y(c) for c in children if self.a.owner[self.family.of[c]] == unit]
                    ys = ys or [self.y(c) for c in children]
                    weight = 2.0 * len(ys)
                    middle = (min(ys) + max(ys)) / 2
                    total += weight
                    force += weight * (middle - (self.dot(unit) - self.top[b]))
            wished.append(force / total if total else self.top[b])
            weights.append(total or 0.01)
        for b, y in zip(order, spread(wished, weights, self.gaps[column]), strict=True):
            self.top[b] = y

    def _turn(self) -> None:
        """Turn couples once real heights are known."""
        heights = {k: self.dot(k) for k in range(len(self.family.units))}
        for b, chain in self.a.members.items():
            self.a.members[b] = turned(self.family, chain, heights)
            self.offset.update({i: k * self.row for k, i in enumerate(self.a.members[b])})
        self.beside = [self._beside(unit) for unit in self.family.units]
