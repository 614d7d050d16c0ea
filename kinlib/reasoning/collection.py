"""Data sets: items of one system over as many trees as its cells need.

Trees are simulated one after the other until every cell can be filled, or one loaded genealogy is
all there is; what a supply does not give is told, never drawn twice.
"""

from collections import Counter, abc
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Sized
from dataclasses import dataclass, replace
from random import Random

from kinlib.kinship.genealogy import Genealogy
from kinlib.kinship.names import NameList
from kinlib.kinship.parameters import Parameters
from kinlib.kinship.simulate import simulate
from kinlib.kinship.systems import system_name
from kinlib.reasoning.answers import ground
from kinlib.reasoning.family import family_of
from kinlib.reasoning.items import Item
from kinlib.reasoning.making import Asking, Manner, make, other_people
from kinlib.reasoning.questions import CATEGORIES, Candidate, Kind, Supply, candidates
from kinlib.reasoning.sampling import Cell, Cells, Offer, choose, offers

LEAST_TREES = 2
"""So many trees are used even where one would do, that no system stands on one family alone."""

MOST_TREES = 60
"""After so many trees a cell that still lacks items is told as short."""

PAPER_TREES = Parameters("Eskimo", people=66, marriage_ages=(16, 20), unmarried=0.0)
"""The paper's trees: 50 years, 60-70 people; all marry young, so that four generations fit."""

_SHARING: Mapping[Kind, Kind] = {"forward": "listing", "listing": "forward"}


@dataclass(frozen=True)
class Tree:
    """One genealogy of a data set, and all that can be asked about it."""

    genealogy: Genealogy
    asking: Asking
    supply: Supply

    @property
    def id(self) -> str:
        """The name that items know the tree by."""
        return self.asking.family.id


@dataclass(frozen=True)
class Collection:
    """Items of one system with their trees.

    `short` says of every cell that could not be filled how many items it lacks; `refused` why
    questions were refused and how often; `supply` how many candidates each cell had.
    """

    system: str
    items: tuple[Item, ...]
    trees: tuple[Tree, ...]
    supply: Mapping[Cell, int]
    short: Mapping[Cell, int]
    refused: Mapping[str, int]


def tree_of(
    genealogy: Genealogy, system: str, most: int, cells: abc.Collection[Cell] | None = None
) -> Tree:
    """A genealogy with all that can be asked about it, to `most` hops, or what is in some cells.

    Raises:
        KinError: no system is called so.
    """
    cultural = cells is None or any(CATEGORIES[kind] == 4 for kind, _ in cells)
    asked = ground(genealogy, system, english_only=not cultural)
    supply = candidates(asked, most, cells)
    family = family_of(genealogy)

    def alike(candidate: Candidate, chance: Random) -> Sequence[Candidate]:
        return other_people(supply.candidates, candidate, chance)

    return Tree(genealogy, Asking(asked, family, alike), supply)


def simulated(
    system: str,
    seed: int,
    names: NameList,
    years: int = PAPER_TREES.years,
    most: int = MOST_TREES,
) -> Iterator[Genealogy]:
    """So many trees of a system, one after the other; each has a seed of its own from `seed`.

    They are `PAPER_TREES`; over more years there are more people, as many as the simulation plans.
    """
    given = PAPER_TREES
    if years != given.years:
        given = replace(given, years=years, people=None)
    for number in range(most):
        yield simulate(replace(given, system=system, seed=seed * 10_000 + number), names)


def collect(
    system: str,
    genealogies: Iterable[Genealogy],
    cells: Cells,
    seed: int,
    manner: Manner,
    most: int,
    progress: Callable[[str], None] | None = None,
) -> Collection:
    """Items about these genealogies: as many of them are used as the cells need, in their order.

    The same arguments give the same items, byte for byte.

    Raises:
        KinError: no system is called so.
    """
    name = system_name(system)
    source = iter(genealogies)
    trees: list[Tree] = []
    pools: dict[Cell, list[Offer]] = {cell: [] for cell in cells}
    items: list[Item] = []
    made = Counter[Cell]()
    refused = Counter[str]()
    used: set[object] = set()
    exhausted = False

    def take(offer: Offer) -> bool:
        item = make(trees[offer.tree].asking, offer.candidate, manner)
        if item is None:
            refused[f"no decoy for the context at the level {manner.level}"] += 1
            return False
        items.append(item)
        return True

    while not exhausted and (not trees or _lacking(cells, made)):
        for genealogy in source:
            # Once there are a few families, others are only asked for what still lacks.
            lacking_now = {*_open(pools, cells), *(_lacking(cells, made) if made else ())}
            open_cells = cells if len(trees) < LEAST_TREES else lacking_now
            tree = tree_of(genealogy, name, most, open_cells)
            for offer in offers(len(trees), tree.id, tree.supply.candidates, seed):
                cell = offer.candidate.kind, offer.candidate.hops
                pools[cell].append(offer)
            trees.append(tree)
            refused.update(tree.supply.refused)
            if progress is not None:
                progress(f"{name}: {len(trees)} trees")
            if len(trees) >= LEAST_TREES and not _open(pools, cells):
                break
        else:
            exhausted = True
        for cell, wanted in cells.items():
            lacking = None if wanted is None else wanted - made[cell]
            made[cell] += choose(pools[cell], lacking, used, take)
    items.sort(key=lambda item: (item.category, item.n_hops, item.kind, item.question_id))
    asked_about = {item.tree for item in items}
    return Collection(
        name,
        tuple(items),
        tuple(tree for tree in trees if tree.id in asked_about),
        {cell: len(pool) for cell, pool in pools.items()},
        _lacking(cells, made),
        dict(sorted(refused.items())),
    )


def _lacking(cells: Cells, made: Mapping[Cell, int]) -> dict[Cell, int]:
    """How many items each cell still lacks."""
    return {
        cell: wanted - made.get(cell, 0)
        for cell, wanted in cells.items()
        if wanted is not None and wanted > made.get(cell, 0)
    }


def _open(pools: Mapping[Cell, Sized], cells: Cells) -> list[Cell]:
    """The cells whose supply may not be enough; some kinds share theirs."""
    found = []
    for (kind, hops), wanted in cells.items():
        other = _SHARING.get(kind)
        sharing = (cells.get((other, hops)) or 0) if other else 0
        if wanted is None or len(pools[kind, hops]) < wanted + sharing:
            found.append((kind, hops))
    return found
