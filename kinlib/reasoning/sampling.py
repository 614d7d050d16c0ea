"""How many items of which kind and depth a data set has, and which candidates become these items.

The profile `paper` has the margins of the KinshipQA paper's Table 3 exactly: per system 50 facts,
50 biological items of each of 2, 3 and 4 hops, 100 counts, filters and comparisons (91 of 1 hop and
9 of 2; 90 and 10 in the descriptive systems), and 66 cultural items of 2 and of 3 hops each (and 55
of 4 in the descriptive systems). Together 974 + 2,160 items; by category 350, 1,050, 700, 1,034;
by hops 985, 877, 812, 460. Within a cell the kinds are as evenly mixed as can be, and alike in all
systems, so that a gap between systems is no gap between formats. The profile `full` has every kind
at every depth.
"""

from collections.abc import Iterable, Mapping
from random import Random
from typing import Literal, get_args

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
    "rules, and the release has 10 founders and 57 people. Ours have 10 founders and about 65.",
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


def mark(tree: int, candidate: Candidate) -> tuple[object, ...]:
    """What two items must not share: to ask for somebody's relatives is one, in whatever form."""
    named = candidate.kind in ("biological", "forward", "listing")
    kind = "named" if named else candidate.kind
    pair = candidate.alters if candidate.kind in ("older", "reverse") else ()
    return tree, kind, candidate.ego, candidate.relation, pair


def choose(
    supply: Iterable[tuple[int, Candidate]],
    wanted: int | None,
    used: set[tuple[object, ...]],
    chance: Random,
) -> list[tuple[int, Candidate]]:
    """So many of a supply by chance, None for all; candidates come with the number of their tree.

    Those that repeat an inference, as siblings' questions do, are taken only when nothing else is
    left; those whose mark is in `used` never, and the marks of the chosen are added to it.
    """
    shuffled = list(supply)
    chance.shuffle(shuffled)
    chosen: list[tuple[int, Candidate]] = []
    repeated: list[tuple[int, Candidate]] = []
    inferred = set()
    for tree, candidate in shuffled:
        if len(chosen) == wanted:
            return chosen
        own = mark(tree, candidate)
        if own in used:
            continue
        inference = tree, candidate.inference
        if inference in inferred:
            repeated.append((tree, candidate))
            continue
        inferred.add(inference)
        used.add(own)
        chosen.append((tree, candidate))
    for tree, candidate in repeated:
        if len(chosen) == wanted:
            break
        own = mark(tree, candidate)
        if own not in used:
            used.add(own)
            chosen.append((tree, candidate))
    return chosen
