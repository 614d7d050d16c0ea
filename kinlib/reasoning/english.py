"""English words for relatives as questions ask for them, each with the relation it means.

A term means all whom English calls so, on the whole tree: "first cousins once removed" are parents'
cousins and cousins' children. Every member is as many hops away, by the length of the canonical kin
type (S2), for that is how the terms are made: an uncle is 2 hops, a second cousin 5.
"""

import re
from dataclasses import dataclass, replace
from typing import Literal

from kinlib.kinship.systems import gloss
from kinlib.reasoning.answers import Relation

_SYSTEM = "Eskimo"
_COUSIN = re.compile(r"COUSIN([0-9]+)R([0-9]+)")
_GRANDKIN = re.compile(r"G([0-9]+)([+-])([mf])")
_DEGREE = re.compile(r"(UNCLE|AUNT|NEPHEW|NIECE)([0-9]*)")
_REMOVED = re.compile(r"(.*?)( (?:once|twice|[0-9]+ times) removed)?", re.DOTALL)
_SIDES: dict[str, Literal["F", "M"]] = {"paternal": "F", "maternal": "M"}
_NEAR = {"F": "father", "M": "mother", "B": "brother", "Z": "sister", "S": "son", "D": "daughter"}


@dataclass(frozen=True, slots=True)
class Term:
    """An English word for relatives: one of them, several, whom it means, how many hops away."""

    one: str
    many: str
    relation: Relation
    hops: int


def hops_of(class_id: str) -> int:
    """How many steps the canonical kin type of every member of an Eskimo class has."""
    if class_id in _NEAR:
        return 1
    if found := _COUSIN.fullmatch(class_id):
        return 2 * int(found[1]) + 1 + int(found[2])
    if found := _GRANDKIN.fullmatch(class_id):
        return int(found[1])
    if found := _DEGREE.fullmatch(class_id):
        return int(found[2] or 1) + 1
    raise ValueError(f"{class_id} is no Eskimo class by blood")


def term(class_id: str) -> Term:
    """The term of an Eskimo class, without side: uncles, grandnieces, second cousins."""
    one = gloss(class_id)
    if _COUSIN.fullmatch(class_id) and one == "cousin":
        one = "first cousin"
    return Term(one, plural(one), Relation(_SYSTEM, (class_id,)), hops_of(class_id))


def sided(of: Term) -> tuple[Term, ...]:
    """The paternal and the maternal term, where English tells sides: ancestors, uncles, aunts."""
    (class_id,) = of.relation.classes
    above = class_id.startswith(("UNCLE", "AUNT")) or "+" in class_id
    if not above:
        return ()
    return tuple(
        Term(f"{word} {of.one}", f"{word} {of.many}", replace(of.relation, side=side), of.hops)
        for word, side in _SIDES.items()
    )


def sexed(of: Term) -> tuple[Term, ...]:
    """Male and female cousins: the only kin whose word does not tell their sex."""
    if not _COUSIN.fullmatch(of.relation.classes[0]):
        return ()
    words: tuple[tuple[str, Literal["m", "f"]], ...] = (("male", "m"), ("female", "f"))
    return tuple(
        Term(f"{word} {of.one}", f"{word} {of.many}", replace(of.relation, sex=sex), of.hops)
        for word, sex in words
    )


def joint(one: str, many: str, men: str, women: str) -> Term:
    """A term for two classes that differ by sex alone: grandparents, siblings, children."""
    relation = Relation(_SYSTEM, (men, women))
    return Term(one, many, relation, hops_of(men))


JOINT = (
    joint("parent", "parents", "F", "M"),
    joint("sibling", "siblings", "B", "Z"),
    joint("child", "children", "S", "D"),
    joint("grandparent", "grandparents", "G2+m", "G2+f"),
    joint("grandchild", "grandchildren", "G2-m", "G2-f"),
    joint("great-grandparent", "great-grandparents", "G3+m", "G3+f"),
    joint("great-grandchild", "great-grandchildren", "G3-m", "G3-f"),
)
"""Terms that leave the sex open."""


def plural(one: str) -> str:
    """More than one of a relative: "first cousins once removed", "children", "wives"."""
    head, removed = _REMOVED.fullmatch(one).groups("")  # type: ignore[union-attr]  # fits any text
    if head.endswith("child"):
        return f"{head}ren{removed}"
    if head.endswith("wife"):
        return f"{head[:-2]}ves{removed}"
    return f"{head}s{removed}"
