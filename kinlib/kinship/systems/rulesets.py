"""The seven rule sets, one row each: what a system is made of. A new system is a new row here."""

from dataclasses import dataclass, replace
from typing import Protocol

from kinlib.kinship.kintype import EgoSex
from kinlib.kinship.systems.crossness import dravidian, iroquois
from kinlib.kinship.systems.eskimo import eskimo
from kinlib.kinship.systems.hawaiian import hawaiian
from kinlib.kinship.systems.labels import Wording
from kinlib.kinship.systems.path import Rules, Trace
from kinlib.kinship.systems.skewing import Variant, crow, omaha, residue_class
from kinlib.kinship.systems.sudanese import sudanese


class Reduction(Protocol):
    """Rewrites a canonical path before it is classed."""

    def __call__(self, letters: str, ego: EgoSex, trace: Trace, variant: Variant) -> str:
        """The reduced path."""


@dataclass(frozen=True, slots=True)
class RuleSet:
    """A system: how it classes a consanguine, and what is special about it.

    `blood` gives the class of a path without spouse links. `reduce` rewrites the path first, spouse
    links included. `complete` systems class affines by `blood` too; the others use S10's table.
    `collapses` says whether great-grandkin may be called grandkin (`great="collapse"`).
    """

    name: str
    blood: Rules
    wording: Wording
    reduce: Reduction | None = None
    complete: bool = False
    collapses: bool = True


_PARALLEL = Wording(paper_sibling="parallel cousin", sibling_aliases=("parallel cousin",))

RULE_SETS: dict[str, RuleSet] = {
    rules.name: rules
    for rules in (
        RuleSet("Eskimo", eskimo, Wording(english="always"), collapses=False),
        RuleSet("Sudanese", sudanese, Wording(english="near"), complete=True, collapses=False),
        RuleSet("Hawaiian", hawaiian, Wording()),
        RuleSet("Iroquois", iroquois, _PARALLEL),
        RuleSet(
            "Dravidian",
            dravidian,
            replace(_PARALLEL, potential_spouse=True),
            complete=True,
        ),
        RuleSet("Crow", residue_class, Wording(aunt="female father"), reduce=crow),
        RuleSet(
            "Omaha",
            residue_class,
            Wording(
                uncle="male mother",
                own_uncle="mother's brother",
                uncle_aliases=("male mother", "mother's brother", "uncle"),
            ),
            reduce=omaha,
        ),
    )
}
