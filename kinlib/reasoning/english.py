"""English words for relatives as questions ask for them, each with the relation it means.

A term means all whom English calls so, on the whole tree: "first cousins once removed" are parents'
cousins and cousins' children. Every member is as many hops away, by the length of the canonical
kin type (S2), for that is how the terms are made: an uncle is 2 hops, a second cousin 5. Some terms
lead on from another: "the daughters of X's paternal aunts".
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import Literal

from kinlib.kinship.systems import gloss
from kinlib.reasoning.answers import SPOUSE, Relation

_SYSTEM = "Eskimo"
_COUSIN = re.compile(r"COUSIN([0-9]+)R([0-9]+)")
_GRANDKIN = re.compile(r"G([0-9]+)([+-])([mf])")
_DEGREE = re.compile(r"(UNCLE|AUNT|NEPHEW|NIECE)([0-9]*)")
_REMOVED = re.compile(r"(.*?)( (?:once|twice|[0-9]+ times) removed)?", re.DOTALL)
_SIDES: dict[str, Literal["F", "M"]] = {"paternal": "F", "maternal": "M"}
_SEXES: dict[str, Literal["m", "f"]] = {"male": "m", "female": "f"}
_NEAR = {"F": "father", "M": "mother", "B": "brother", "Z": "sister", "S": "son", "D": "daughter"}
# What relatives of a relative are called, by the kin types that are added; with their family: word.
_ON_DOWN = {
    "child": ("S", "D"), "son": ("S",), "daughter": ("D",),
    "grandchild": ("SS", "SD", "DS", "DD"),
}  # fmt: skip
_ON_ACROSS = {
    "sibling": ("B", "Z"), "brother": ("B",), "sister": ("Z",),
    "nephew": ("BS", "ZS"), "niece": ("BD", "ZD"),
}  # fmt: skip
_LINKING = {"uncle": ("FB", "MB"), "aunt": ("FZ", "MZ")}
_ABOVE = {"grandfather": ("FF", "MF"), "grandmother": ("FM", "MM")}


@dataclass(frozen=True, slots=True)
class Term:
    """An English word for relatives: one of them, several, whom it means, how many hops away.

    With `linking` they are the relatives of these relatives of ego.
    """

    one: str
    many: str
    relation: Relation
    hops: int
    linking: "Term | None" = None

    def of(self, name: str, number: int = 1, linking: int = 1) -> str:
        """The relatives of somebody: "Ann's paternal uncles", "the son of Ann's maternal aunt".

        `number` is how many there are, `linking` how many relatives they are relatives of.
        """
        word = self.one if number == 1 else self.many
        if self.linking is None:
            return f"{name}'s {word}"
        one_of = "one of " if number == 1 and linking > 1 else ""
        return f"the {word} of {one_of}{self.linking.of(name, linking)}"


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


def plural(one: str) -> str:
    """More than one of a relative: "first cousins once removed", "children", "wives"."""
    head, removed = _REMOVED.fullmatch(one).groups("")  # type: ignore[union-attr]  # fits any text
    if head.endswith("child"):
        return f"{head}ren{removed}"
    if head.endswith("wife"):
        return f"{head[:-2]}ves{removed}"
    return f"{head}s{removed}"


def _joint(man: str) -> str:
    """The word for both sexes of what a man is called: grandparent, great-grandchild."""
    words = {"F": "parent", "B": "sibling", "S": "child"}
    if man in words:
        return words[man]
    one = gloss(man)
    return one.removesuffix("father").removesuffix("son") + ("parent" if "+" in man else "child")


def term(*class_ids: str) -> Term:
    """The term of an Eskimo class, without side: uncles, grandnieces, second cousins.

    Two classes that differ by sex alone have one term as well: parents, siblings, grandchildren.
    """
    one = _joint(class_ids[0]) if len(class_ids) == 2 else gloss(class_ids[0])
    if one == "cousin":
        one = "first cousin"
    return Term(one, plural(one), Relation(_SYSTEM, class_ids), hops_of(class_ids[0]))


def sided(of: Term) -> tuple[Term, ...]:
    """The paternal and the maternal term of ancestors, uncles and aunts, whom English so tells."""
    return tuple(
        replace(
            of, one=f"{w} {of.one}", many=f"{w} {of.many}", relation=replace(of.relation, side=s)
        )
        for w, s in _SIDES.items()
    )


def sexed(of: Term) -> tuple[Term, ...]:
    """Male and female ones, of kin whose word does not tell their sex."""
    return tuple(
        replace(
            of, one=f"{w} {of.one}", many=f"{w} {of.many}", relation=replace(of.relation, sex=s)
        )
        for w, s in _SEXES.items()
    )


FACTS = (
    term("F"),
    term("M"),
    Term("spouse", "spouses", SPOUSE, 1),
    term("B", "Z"),
    term("S", "D"),
)
"""What a fact question asks: father, mother, spouses, siblings, children."""

NEAR = (term("B"), term("Z"), term("S"), term("D"))
"""Siblings and children by sex."""


def lineal(most: int) -> Iterator[Term]:
    """Grandparents, grandchildren and further ones that leave the sex open, to so many hops."""
    for generation, sign in product(range(2, most + 1), "+-"):
        yield term(f"G{generation}{sign}m", f"G{generation}{sign}f")


def cousins(most: int) -> Iterator[Term]:
    """Cousins of every degree and removal within so many hops."""
    for degree in range(1, most):
        for removal in range(most):
            of = term(f"COUSIN{degree}R{removal}")
            if of.hops <= most:
                yield of


def biological(most: int) -> Iterator[Term]:
    """The terms of two hops and more: those that tell a side in all forms, and terms that lead on.

    Sexes that no single word tells are left to filters.
    """
    yield from lineal(most)
    for generation, sex in product(range(2, most + 1), "mf"):
        yield from sided(term(f"G{generation}+{sex}"))
    for degree, word in product(range(1, most), ("UNCLE", "AUNT", "NEPHEW", "NIECE")):
        of = term(word if degree == 1 else f"{word}{degree}")
        yield of
        if word in ("UNCLE", "AUNT"):
            yield from sided(of)
    yield from cousins(most)
    for of in leading_on():
        if of.hops <= most:
            yield of


def filters(most: int) -> Iterator[Term]:
    """Brothers, sisters, sons, daughters; male and female grandchildren, cousins and so on."""
    yield from NEAR
    for of in (*lineal(most), *cousins(most)):
        yield from sexed(of)


def leading_on() -> Iterator[Term]:
    """Relatives of uncles, aunts, grandparents and first cousins, by a word of their own."""
    for linking, onward in ((_LINKING, _ON_DOWN), (_ABOVE, _ON_ACROSS)):
        for (word, kin_types), (side, letter) in product(linking.items(), _SIDES.items()):
            (of,) = (t for t in sided(_first(word)) if t.one.startswith(side))
            through = [k for k in kin_types if k[0] == letter]
            yield from _onward(of, through, f"has{side.title()}{word.title()}", onward)
    cousin = [a + b for a, b in product(("FB", "FZ", "MB", "MZ"), "SD")]
    yield from _onward(term("COUSIN1R0"), cousin, "hasCousin", _ON_DOWN)


def _first(word: str) -> Term:
    class_ids = {"grandfather": "G2+m", "grandmother": "G2+f"}
    return term(class_ids.get(word, word.upper()))


def _onward(
    linking: Term, through: list[str], word: str, onward: dict[str, tuple[str, ...]]
) -> Iterator[Term]:
    for one, added in onward.items():
        kin_types = tuple(a + b for a, b in product(through, added))
        relation = Relation("Sudanese", kin_types, over=(word, f"has{one.title()}"))
        yield Term(one, plural(one), relation, len(kin_types[0]), linking)
