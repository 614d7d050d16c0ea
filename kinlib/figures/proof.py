"""A proof on a drawn tree: each of its facts as a way along the lines that are there.

A step to a sibling runs over the dot of their parents, one to a parent or child over the dot where
they are joined, one to a spouse over that of the couple.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from kinlib.kinship.layout import DOT, Layout, UnionNode

GOLD = {False: "#BA8100", True: "#FFD34D"}
"""Of proofs and rings, in light and dark: no marker of a sex and no ego has it."""

RIGHT = {False: "#007A5A", True: "#35C79A"}
WRONG = {False: "#C44601", True: "#FF8A4C"}
"""Rings of people whom a reply names rightly and wrongly; those it misses keep the golden one."""

ROOM = 88
"""How many px more the columns of a proof stand apart: a word fits on each side of a dot."""

_BEFORE_DOT = 36  # of these


def proof_edges(
    layout: Layout, proof: Iterable[tuple[str, str, str]], colour: str
) -> list[dict[str, Any]]:
    """An edge for each fact whose people are drawn, from the subject to its object.

    `via` are the ids passed, both ends included; only these two where no drawn line joins them.
    """
    return [
        {
            "from": subject,
            "to": other,
            "kind": "proof",
            "word": word,
            "via": _way(layout.unions, subject, other),
            "color": colour,
            "width": 5,
        }
        for subject, word, other in dict.fromkeys(proof)
        if subject in layout.positions and other in layout.positions
    ]


def _way(unions: tuple[UnionNode, ...], subject: str, other: str) -> list[str]:
    born = [union for union in unions if subject in union.children]
    for union in unions:
        ends = {*union.partners, *union.children}
        if {subject, other} <= ends:
            return [subject, union.id, other]
    for mine in born:  # half-siblings: from one union of the parent's to the other
        for theirs in unions:
            shared = set(mine.partners) & set(theirs.partners)
            if other in theirs.children and shared:
                return [subject, mine.id, min(shared), theirs.id, other]
    return [subject, other]


def spread(layout: Layout, room: float = ROOM) -> Layout:
    """The same drawing with its columns further apart and dots towards the middle of the gaps."""
    middles = {layout.generation[i]: x for i, (x, _) in layout.positions.items()}
    # A line may bend just before a column's boxes, but never as far before it as a dot stands.
    lefts = [middles[column] - layout.widths[column] / 2 - DOT / 2 for column in sorted(middles)]

    def moved(x: float) -> float:
        return x + room * (sum(left <= x for left in lefts) - 1)

    unions = tuple(
        replace(
            union,
            x=moved(union.x) + min(room, _BEFORE_DOT),
            bends={
                person: tuple((moved(x), y) for x, y in points)
                for person, points in union.bends.items()
            },
        )
        for union in layout.unions
    )
    positions = {person: (moved(x), y) for person, (x, y) in layout.positions.items()}
    width = layout.width + room * (len(lefts) - 1)
    return replace(layout, positions=positions, unions=unions, width=width)
