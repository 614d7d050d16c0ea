"""A tree as rules look at it, and helpers for rules about its people, couples and statements."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, partial

from kinlib.kinship.genealogy import Genealogy
from kinlib.kinship.kintype import SEX
from kinlib.kinship.lines import Ancestry, Line, ancestry
from kinlib.kinship.systems import SYSTEMS
from kinlib.reasoning.lint.rule import Checked, Found, Rule, shown
from kinlib.reasoning.lint.walks import Kin, class_in

MOST_DEGREES = 12
"""To how many degrees cousins are followed."""

_SYSTEMS = {name.casefold(): name for name in SYSTEMS}


@dataclass(frozen=True)
class Stated:
    """What a tree's file states beyond primitive facts.

    `pairs` are who is stated to be what to whom, by word; `declared` and `used` are the words that
    the file declares and uses.
    """

    pairs: Mapping[str, Sequence[tuple[str, str]]] = field(default_factory=dict)
    declared: frozenset[str] = frozenset()
    used: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Tree:
    """One tree under the name that findings call it by."""

    name: str
    genealogy: Genealogy
    stated: Stated | None = None

    @cached_property
    def kin(self) -> Kin:
        """The tree to be walked."""
        return Kin(self.genealogy)

    @cached_property
    def ancestry(self) -> Callable[[int, int], Ancestry]:
        """The ways up from somebody, to cousins of a degree."""
        return cache(partial(ancestry, self.genealogy))

    @cached_property
    def system(self) -> str:
        """The kinship system the tree was made for, "" where nobody says."""
        told = self.genealogy.system or self.name.partition("_")[0]
        return _SYSTEMS.get(told.casefold(), "")

    def found(self, person: str, sentence: str) -> Found:
        """A finding about somebody of this tree."""
        return Found(f"{self.name} {person}", sentence)


def are_parallel(line: Line, system: str) -> bool | None:
    """Whether cousins of any degree are parallel, their linking parents being of one sex.

    None: they are by one rule and not by the other, for a Dravidian side is told by everybody who
    links them (S7), and many data sets go by the parents there too.
    """
    parallel = SEX[line.kin_type[0]] == SEX[line.kin_type[-2]]
    if system == "Dravidian" and (class_in(system, line.kin_type, "m") in ("B", "Z")) != parallel:
        return None
    return parallel


def per_tree(found: Sequence[Found], trees: Sequence[Tree]) -> str:
    """How many were found in each tree, for a note."""
    counts = Counter(one.subject.rpartition(" ")[0] or one.subject for one in found)
    told = [f"{tree.name} {counts[tree.name]}" for tree in trees if counts[tree.name]]
    return shown(told, 12)


def per_person(look: Callable[[Tree], Iterator[Found | None]]) -> Callable[..., Checked]:
    """A rule that looks at people, couples or statements: None for each that is well."""

    def looked(trees: Sequence[Tree]) -> Checked:
        told = [one for tree in trees for one in look(tree)]
        found = [one for one in told if one is not None]
        return Checked(len(told), found, per_tree(found, trees))

    return looked


def tree_rule(
    name: str, source: str, look: Callable[..., Checked], sentence: str, substance: bool = False
) -> Rule:
    """A rule about trees."""
    return Rule(name, sentence, source, "tree", substance, look, "trees")
