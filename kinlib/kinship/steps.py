"""Who is one canonical step from whom in a whole population, in numpy columns.

The vectorised twin of what `relate` works out person by person (S2 with the step-kin rules).
"""

from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

from kinlib.kinship.genealogy import NONE, Genealogy

Column = npt.NDArray[np.int64]


def distinct(values: Column) -> Column:
    """The different values, in order; np.unique hashes first, which takes several times as long."""
    ordered = np.sort(values)
    new = np.ones(len(ordered), bool)
    new[1:] = ordered[1:] != ordered[:-1]
    return ordered[new]


@dataclass(frozen=True, slots=True)
class Links:
    """Whom each person is linked to: the person at place i to others[starts[i] : starts[i + 1]]."""

    starts: Column
    others: Column

    def follow(self, people: Column) -> tuple[Column, Column]:
        """Every link of these people: from which place among them, and whom it leads to."""
        first = self.starts[people]
        number = self.starts[people + 1] - first
        origin = np.repeat(np.arange(len(people)), number)
        along = np.arange(len(origin)) - np.repeat(np.cumsum(number) - number, number)
        return origin, self.others[first[origin] + along]


@dataclass(frozen=True, slots=True)
class Steps:
    """The four kinds of canonical steps from each person.

    Links lead to 2 * place, plus one if the step goes over a marriage. `sexes` are 0 for men, 1
    for women, 2 where it is not known.
    """

    up: Links
    across: Links
    down: Links
    spouse: Links
    sexes: Column


@dataclass(frozen=True, slots=True)
class _Pairs:
    """Pairs of people, each once and in order, as numbers first * size + second."""

    keys: Column
    size: int

    @classmethod
    def of(cls, first: Column, second: Column, size: int) -> Self:
        return cls(distinct(first * size + second), size)

    @property
    def first(self) -> Column:
        return self.keys // self.size

    @property
    def second(self) -> Column:
        return self.keys % self.size

    def then(self, other: Self) -> Self:
        """From the first of each pair to whomever its second leads to by the other pairs."""
        starts = np.searchsorted(other.first, np.arange(self.size + 1))
        origin, end = Links(starts, other.second).follow(self.second)
        return self.of(self.first[origin], end, self.size)

    def but(self, *others: Self) -> Self:
        """Without the others, and without anybody paired with themselves."""
        keys = self.keys[self.first != self.second]
        for other in others:
            keys = np.setdiff1d(keys, other.keys, assume_unique=True)
        return type(self)(keys, self.size)


def steps_of(genealogy: Genealogy, over_marriages: bool = True) -> Steps:
    """All canonical steps between the people of a genealogy, by blood only if so wished."""
    size = len(genealogy)
    sexes = np.array(["mfu".index(sex) for sex in genealogy.sexes], np.int64)
    above = np.array([*genealogy.fathers, *genealogy.mothers], np.int64)
    known = above != NONE
    parents = _Pairs.of(np.tile(np.arange(size), 2)[known], above[known], size)
    children = _Pairs.of(parents.second, parents.first, size)
    siblings = parents.then(children).but()
    spouses = step_parents = step_siblings = step_children = none = _Pairs(parents.keys[:0], size)
    if over_marriages:
        place = genealogy.index
        ends = [(place[union.a], place[union.b]) for union in genealogy.unions]
        one, other = np.array(ends, np.int64).reshape(-1, 2).T
        spouses = _Pairs.of(np.append(one, other), np.append(other, one), size)
        # Only a parent's spouse of the other sex is a parent, but any one's child is a sibling.
        opposite = _Pairs(spouses.keys[sexes[spouses.first] + sexes[spouses.second] == 1], size)
        step_parents = parents.then(opposite).but(parents)
        step_siblings = parents.then(spouses).then(children).but(siblings)
        step_children = spouses.then(children).but(children)
    return Steps(
        up=_links(parents, step_parents),
        across=_links(siblings, step_siblings),
        down=_links(children, step_children),
        spouse=_links(none, spouses),
        sexes=sexes,
    )


def _links(blood: _Pairs, marriage: _Pairs) -> Links:
    size = blood.size
    first = np.append(blood.first, marriage.first)
    order = np.argsort(first, kind="stable")
    others = np.append(2 * blood.second, 2 * marriage.second + 1)
    return Links(np.searchsorted(first[order], np.arange(size + 1)), others[order])
