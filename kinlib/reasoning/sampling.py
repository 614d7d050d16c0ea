"""How many items of which kind and depth a data set has, and which candidates become these items.

The profile `paper` has the margins of the KinshipQA paper's Table 3 exactly: per system 50 facts,
50 biological items of each of 2, 3 and 4 hops, 100 counts, filters and comparisons (91 of 1 hop and
9 of 2; 90 and 10 in the descriptive systems), and 66 cultural items of 2 and of 3 hops each (and 55
of 4 in the descriptive systems). Together 974 + 2,160 items; by category 350, 1,050, 700, 1,034;
by hops 985, 877, 812, 460. Within a cell the kinds are as evenly mixed as can be, and alike in all
systems, so that a gap between systems is no gap between formats. The profile `full` has every kind
at every depth.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from operator import attrgetter
from random import Random
from typing import Literal, NamedTuple, get_args

from kinlib.reasoning.questions import KINDS, Candidate, Kind

Profile = Literal["paper", "full"]
PROFILES: tuple[Profile, ...] = get_args(Profile)
DESCRIPTIVE = ("Eskimo", "Sudanese")

Cell = tuple[Kind, int]
"""A kind of question and its hops."""

Cells = Mapping[Cell, int | None]
"""How many items of a kind and of so many hops are wanted; None for all there are."""

PAPER_CONTRADICTIONS = (
    "Section 3.5 promises at least 80 questions per cell; Table 3 leaves 50 per system for facts "
    "and the release has cells of 50, 55 and 66. The table is kept.",
    "Section 3.5 says four founders and 60-70 people; four founders cannot marry on under most "
    "rules, and the release has 10 founders and 57 people. Ours have 10 founders and 60-70 people.",
    "Table 3 counts the five systems as 100 % override, and 21.1 % of all items: only the 660 "
    "cultural items of the five are overrides. The flag is set item by item.",
)
"""Where the paper's own figures contradict each other, and what is done about it."""


def paper(system: str) -> Cells:
    """The cells of Table 3 for one system."""
    descriptive = system in DESCRIPTIVE
    cells: dict[Cell, int] = {("fact", 1): 50}
    cells |= {("biological", hops): 50 for hops in (2, 3, 4)}
    near, far = (30, (4, 3, 3)) if descriptive else (31, (3, 3, 3))
    cells |= {("count", 1): near, ("filter", 1): 30, ("older", 1): 15, ("oldest", 1): 15}
    cells |= {("count", 2): far[0], ("filter", 2): far[1], ("oldest", 2): far[2]}
    for hops, total in ((2, 66), (3, 66), *(((4, 55),) if descriptive else ())):
        for place, kind in enumerate(_CULTURAL):
            cells[kind, hops] = (total + 2 - place) // 3
    return cells


_CULTURAL: tuple[Kind, ...] = ("forward", "listing", "reverse")


def full(most: int, total: int | None = None) -> Cells:
    """Every kind at every depth to `most` hops: all items there are, or so many, evenly."""
    cells = [(kind, hops) for hops in range(1, most + 1) for kind in KINDS if _exists(kind, hops)]
    if total is None:
        return dict.fromkeys(cells)
    share, rest = divmod(total, len(cells))
    return {cell: share + (place < rest) for place, cell in enumerate(cells)}


def _exists(kind: Kind, hops: int) -> bool:
    if kind == "fact":
        return hops == 1
    if kind == "older":  # siblings, first and second cousins
        return hops in (1, 3, 5)
    return hops > 1 or kind in ("count", "filter", "oldest")


class Offer(NamedTuple):
    """A candidate of a tree (by its number), with its place in an order of chance.

    The order is drawn tree by tree, so neither other trees nor a context's level change it.
    """

    place: float
    tree: int
    candidate: Candidate

    @property
    def mark(self) -> tuple[object, ...]:
        """What two items must not share: to name relatives is one question in all its forms."""
        one = self.candidate
        named = one.kind in ("biological", "forward", "listing")
        pair = one.alters if one.kind in ("older", "reverse") else ()
        return self.tree, "named" if named else one.kind, one.ego, one.relation, pair

    @property
    def inferences(self) -> tuple[tuple[object, ...], ...]:
        """What items had better not share: whose relatives they are about, and which these are."""
        one = self.candidate
        return (self.tree, one.ego, one.relation), (self.tree, one.alters)


def offers(tree: int, tree_id: str, supply: Iterable[Candidate], seed: int) -> Iterator[Offer]:
    """A tree's candidates in an order of chance that seed and tree alone decide."""
    chance = Random(f"{seed} {tree_id}")
    return (Offer(chance.random(), tree, candidate) for candidate in supply)


def choose(
    supply: Iterable[Offer],
    wanted: int | None,
    used: set[object],
    take: Callable[[Offer], bool],
) -> int:
    """Offer candidates in their order until so many are taken, None for all; how many were.

    Those that share an inference with one taken, as siblings' questions do, come last; those that
    share a mark never. `used` is what was taken before.
    """
    taken = 0
    later = []
    for offer in sorted(supply, key=attrgetter("place")):
        if taken == wanted:
            return taken
        mark, inferences = offer.mark, offer.inferences
        if mark in used:
            continue
        if not used.isdisjoint(inferences):
            later.append(offer)
        elif take(offer):
            used.add(mark)
            used.update(inferences)
            taken += 1
    for offer in later:
        if taken == wanted:
            break
        if offer.mark not in used and take(offer):
            used.add(offer.mark)
            taken += 1
    return taken
