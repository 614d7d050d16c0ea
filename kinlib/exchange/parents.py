"""Parents in RDF: who is told as father or mother, who as a parent, and who that makes father.

A genealogy has a father and a mother, but a parent's sex may not be known, and a couple may be of
one sex. hasFather is said of men and hasMother of women wherever the places can be told so.
"""

from collections.abc import Iterable
from functools import lru_cache
from itertools import product
from typing import TypeVar

from kinlib.kinship.genealogy import Sex

T = TypeVar("T")
_CLAIMS = {  # what to avoid in telling places: a contradiction, a claim, and saying too little
    ("hasFather", "f"): 9,
    ("hasMother", "m"): 9,
    ("hasFather", "u"): 2,
    ("hasMother", "u"): 2,
    ("hasParent", "m"): 1,
    ("hasParent", "f"): 1,
}


def in_places(
    father: T | None, mother: T | None, others: Iterable[tuple[T, Sex]]
) -> tuple[T | None, T | None, list[T]]:
    """Father, mother and who is left when parents without a place take the free ones.

    A woman takes the mother's place if it is free, anybody else the father's; those whose sex is
    known choose first, otherwise in the order given.
    """
    left: list[T] = []
    for parent, sex in sorted(others, key=lambda other: other[1] == "u"):
        if parent in (father, mother):
            continue
        if mother is None and (sex == "f" or father is not None):
            mother = parent
        elif father is None:
            father = parent
        else:
            left.append(parent)
    return father, mother, left


@lru_cache(64)
def parent_words(father: Sex | None, mother: Sex | None, in_order: bool) -> tuple[str, str]:
    """The words for a father and a mother of these sexes (None: nobody) that `in_places` undoes.

    `in_order` tells whether the father's id stands before the mother's.
    """

    def undone(words: tuple[str, str]) -> bool:
        told = [(0, father, words[0]), (1, mother, words[1])]
        others = [(place, sex) for place, sex, word in told if sex and word == "hasParent"]
        fixed = [place if sex and word != "hasParent" else None for place, sex, word in told]
        found = in_places(fixed[0], fixed[1], others if in_order else others[::-1])
        return found[:2] == (None if father is None else 0, None if mother is None else 1)

    def cost(words: tuple[str, str]) -> int:
        pairs = zip(words, (father, mother), strict=True)
        return sum(_CLAIMS.get((word, sex or ""), 0) for word, sex in pairs)

    choices = product(("hasFather", "hasParent"), ("hasMother", "hasParent"))
    return min(filter(undone, choices), key=cost)
