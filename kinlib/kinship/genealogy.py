"""People, their parents and their unions, and ways to walk from one person to others.

A genealogy is kept in columns: `g.ids[i]`, `g.names[i]`, `g.fathers[i]` and so on describe one
person, and a parent is an index into the same columns (-1 if unknown), so 100,000 people are
cheap. Everything a reader usually needs is asked by id:

>>> g = Genealogy.build("Two", [Person("a", "Ann", sex="f"), Person("b", "Bob", mother="a")])
>>> g.children("a"), g.person("b").name
(('b',), 'Bob')
"""

import math
import re
import unicodedata
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, Self

from kinlib.errors import KinError
from kinlib.kinship import close_kin
from kinlib.kinship.problems import problems

Sex = Literal["m", "f", "u"]
NONE = -1  # index of a parent who is not known
_NUMBER = re.compile(r"([0-9]+)")


@dataclass(frozen=True, slots=True)
class Person:
    """One person; years are calendar years, `father` and `mother` are ids, None is "not known".

    `adopters` are the ids of adoptive parents, any number, beside father and mother.
    """

    id: str
    name: str
    given: str = ""
    surname: str = ""
    sex: Sex = "u"
    birth: int | None = None
    death: int | None = None
    father: str | None = None
    mother: str | None = None
    descent_group: str | None = None
    adopters: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Union:
    """Two partners by id, married or not; `start` and `end` are calendar years if known."""

    a: str
    b: str
    start: int | None = None
    end: int | None = None


@dataclass(frozen=True)
class Genealogy:
    """A closed set of people: every parent and partner named is in it, and nobody descends from
    themselves. Make one with `Genealogy.build`; people are kept in the natural order of their
    ids (person_2 before person_10), so the same people always give the same genealogy.

    `unions` holds the given unions and one for every two people with a child in common.
    Adoption is a link of its own, apart from descent: adopted people are nobody's `children`,
    and kin types and classes pass adoption by, because the systems are stated over filiation and
    marriage and do not say which adoptions count as either. `close_kin` and drawings show it.
    """

    name: str
    ids: tuple[str, ...]
    names: tuple[str, ...]
    givens: tuple[str, ...]
    surnames: tuple[str, ...]
    sexes: tuple[Sex, ...]
    births: tuple[int | None, ...]
    deaths: tuple[int | None, ...]
    fathers: tuple[int, ...]
    mothers: tuple[int, ...]
    groups: tuple[str | None, ...]
    adoptions: tuple[tuple[int, ...], ...]  # everyone's adopters
    unions: tuple[Union, ...]
    system: str | None = None
    note: str = ""

    @classmethod
    def build(
        cls,
        name: str,
        people: Iterable[Person],
        unions: Iterable[Union] = (),
        *,
        system: str | None = None,
        note: str = "",
    ) -> Self:
        """The genealogy of these people; KinError naming the first faults if it cannot be one.

        `system` is the kinship system the genealogy was made for, `note` a remark on its origin.
        """
        rows = sorted(people, key=lambda person: natural(person.id))
        given = list(unions)
        found = problems(rows, given)
        if found:
            more = f" (and {len(found) - 3} more)" if len(found) > 3 else ""
            raise KinError(f"Cannot build the genealogy {name!r}: {'; '.join(found[:3])}{more}.")
        index = {row.id: i for i, row in enumerate(rows)}
        return cls(
            name=name,
            ids=tuple(row.id for row in rows),
            names=tuple(row.name for row in rows),
            givens=tuple(row.given for row in rows),
            surnames=tuple(row.surname for row in rows),
            sexes=tuple(row.sex for row in rows),
            births=tuple(row.birth for row in rows),
            deaths=tuple(row.death for row in rows),
            fathers=tuple(NONE if row.father is None else index[row.father] for row in rows),
            mothers=tuple(NONE if row.mother is None else index[row.mother] for row in rows),
            groups=tuple(row.descent_group for row in rows),
            adoptions=tuple(
                tuple(sorted({index[a] for a in row.adopters})) if row.adopters else ()
                for row in rows
            ),
            unions=_all_unions(rows, given, index),
            system=system,
            note=note,
        )

    def __len__(self) -> int:
        """Number of people."""
        return len(self.ids)

    def __contains__(self, person_id: object) -> bool:
        """Whether somebody has this id."""
        return person_id in self.index

    @cached_property
    def index(self) -> dict[str, int]:
        """Position of each id in the columns."""
        return {person_id: i for i, person_id in enumerate(self.ids)}

    def at(self, person_id: str) -> int:
        """Position of this person in the columns; KinError if nobody has the id."""
        try:
            return self.index[person_id]
        except KeyError:
            raise KinError(
                f"Nobody in {self.name!r} has the id {person_id!r}; choose a person of this family."
            ) from None

    def person(self, person_id: str) -> Person:
        """The person with this id; KinError if nobody has it."""
        return self._row(self.at(person_id))

    def people(self) -> Iterator[Person]:
        """Everyone, in the natural order of ids."""
        return map(self._row, range(len(self.ids)))

    def parents(self, person_id: str) -> tuple[str, ...]:
        """Ids of the known parents: father, mother."""
        return self._named(self.parents_at(self.at(person_id)))

    def children(self, person_id: str) -> tuple[str, ...]:
        """Ids of the children, by year of birth (unknown years last)."""
        return self._named(self.children_at(self.at(person_id)))

    def adopters(self, person_id: str) -> tuple[str, ...]:
        """Ids of the adoptive parents, in the order of ids."""
        return self._named(self.adopters_at(self.at(person_id)))

    def adopted(self, person_id: str) -> tuple[str, ...]:
        """Ids of those this person adopted, by year of birth (unknown years last)."""
        return self._named(self.adopted_at(self.at(person_id)))

    def partners(self, person_id: str) -> tuple[str, ...]:
        """Ids of everyone this person had a union with, earliest union first."""
        return self._named(self.partners_at(self.at(person_id)))

    def siblings(self, person_id: str) -> tuple[str, ...]:
        """Ids of full and half siblings, by year of birth."""
        return self._named(self._siblings_at(self.at(person_id)))

    def half_siblings(self, person_id: str) -> tuple[str, ...]:
        """Ids of those siblings whose other parent is known to be someone else.

        With one parent not known the two count as full siblings: nothing says otherwise.
        """
        i = self.at(person_id)
        return self._named(j for j in self._siblings_at(i) if self._half(i, j))

    def ancestors(
        self, person_id: str, generations: int | None = None, *, adoption: bool = False
    ) -> tuple[str, ...]:
        """Ids of all ancestors, nearest generation first, up to so many generations.

        With `adoption` an adopter is as good as a parent.
        """
        return self._reach(person_id, generations, up=True, adoption=adoption)

    def descendants(
        self, person_id: str, generations: int | None = None, *, adoption: bool = False
    ) -> tuple[str, ...]:
        """Ids of all descendants, nearest generation first, down to so many generations."""
        return self._reach(person_id, generations, up=False, adoption=adoption)

    def within(self, ego: str, degrees: int) -> tuple[str, ...]:
        """Ids reached from ego in so many steps, ego first, nearest first.

        One step is to a parent, child, partner or sibling, an adopter or somebody adopted.
        """
        start = self.at(ego)
        seen = {start: 0}
        queue = deque([start])
        while queue:
            i = queue.popleft()
            if seen[i] == degrees:
                continue
            near = (*self.parents_at(i), *self._siblings_at(i), *self.partners_at(i))
            by_adoption = (*self.adopters_at(i), *self.adopted_at(i))
            for j in (*near, *self.children_at(i), *by_adoption):
                if j not in seen:
                    seen[j] = seen[i] + 1
                    queue.append(j)
        return self._named(seen)

    def close_kin(self, person_id: str) -> list[tuple[str, str]]:
        """(role, id) of parents, siblings, partners, children, grandparents and grandchildren.

        Roles are English words by the relative's sex: mother, half-brother, wife, grandchild,
        adoptive father, stepdaughter ... A parent's partner who is no parent is a step-parent,
        unless known to have died or parted from the parent before this person was born.
        """
        return close_kin.close_kin(self, person_id)

    def search(self, text: str) -> tuple[str, ...]:
        """Ids whose name or id contains the text, in any case, with or without accents.

        Composed and decomposed spellings are the same; vowel signs of Indic scripts count.
        """
        wanted = fold(text.strip())
        return tuple(self.ids[i] for i, entry in enumerate(self._folded) if wanted in entry)

    def parents_at(self, i: int) -> tuple[int, ...]:
        """Positions of the known parents of the person at position i: father, mother."""
        return tuple(j for j in (self.fathers[i], self.mothers[i]) if j != NONE)

    def children_at(self, i: int) -> tuple[int, ...]:
        """Positions of the children, by year of birth (unknown years last)."""
        return self._children.get(i, ())

    def partners_at(self, i: int) -> tuple[int, ...]:
        """Positions of the partners, earliest union first."""
        return self._partners.get(i, ())

    def adopters_at(self, i: int) -> tuple[int, ...]:
        """Positions of the adoptive parents, in their order."""
        return self.adoptions[i]

    def adopted_at(self, i: int) -> tuple[int, ...]:
        """Positions of those the person at position i adopted, by year of birth."""
        return self._adopted.get(i, ())

    def union_end(self, i: int, j: int) -> int | None:
        """Year in which the last union of these two ended; None if it did not or nobody knows."""
        return self._ends.get((i, j))

    def seniority(self, i: int) -> tuple[bool, int, int]:
        """Sorting key for siblings: year of birth, unknown years last, then id."""
        birth = self.births[i]
        return birth is None, birth or 0, i

    def _row(self, i: int) -> Person:
        father, mother = self.fathers[i], self.mothers[i]
        return Person(
            self.ids[i],
            self.names[i],
            self.givens[i],
            self.surnames[i],
            self.sexes[i],
            self.births[i],
            self.deaths[i],
            None if father == NONE else self.ids[father],
            None if mother == NONE else self.ids[mother],
            self.groups[i],
            self._named(self.adoptions[i]),
        )

    def _named(self, positions: Iterable[int]) -> tuple[str, ...]:
        return tuple(self.ids[j] for j in positions)

    def _siblings_at(self, i: int) -> list[int]:
        found = {j for parent in self.parents_at(i) for j in self.children_at(parent)} - {i}
        return sorted(found, key=self.seniority)

    def _half(self, i: int, j: int) -> bool:
        one, other = set(self.parents_at(i)), set(self.parents_at(j))
        return len(one) == len(other) == 2 and len(one & other) == 1

    def _reach(
        self, person_id: str, generations: int | None, *, up: bool, adoption: bool
    ) -> tuple[str, ...]:
        steps = [self.parents_at if up else self.children_at]
        if adoption:
            steps.append(self.adopters_at if up else self.adopted_at)
        start = self.at(person_id)
        found: dict[int, None] = {}
        layer = [start]
        while layer and (generations is None or generations > 0):
            near = (j for i in layer for step in steps for j in step(i))
            layer = list(dict.fromkeys(j for j in near if j not in found))
            found.update(dict.fromkeys(layer))
            generations = None if generations is None else generations - 1
        return self._named(found)

    @cached_property
    def _children(self) -> dict[int, tuple[int, ...]]:
        return self._turned(self.parents_at)

    @cached_property
    def _adopted(self) -> dict[int, tuple[int, ...]]:
        return self._turned(self.adopters_at)

    def _turned(self, above: Callable[[int], tuple[int, ...]]) -> dict[int, tuple[int, ...]]:
        """For everybody somebody else's `above` names: those who do, by year of birth."""
        lists: defaultdict[int, list[int]] = defaultdict(list)
        for i in range(len(self.ids)):
            for j in above(i):
                lists[j].append(i)
        return {i: tuple(sorted(kids, key=self.seniority)) for i, kids in lists.items()}

    @cached_property
    def _ends(self) -> dict[tuple[int, int], int]:
        ends: defaultdict[tuple[int, int], list[int | None]] = defaultdict(list)
        for union in self.unions:
            ends[self.index[union.a], self.index[union.b]].append(union.end)
        known = {pair: [y for y in years if y is not None] for pair, years in ends.items()}
        last = {pair: max(ys) for pair, ys in known.items() if len(ys) == len(ends[pair])}
        return last | {(j, i): year for (i, j), year in last.items()}

    @cached_property
    def _partners(self) -> dict[int, tuple[int, ...]]:
        lists: defaultdict[int, list[tuple[int | None, int]]] = defaultdict(list)
        for union in self.unions:
            i, j = self.index[union.a], self.index[union.b]
            lists[i].append((union.start, j))
            lists[j].append((union.start, i))

        def when(i: int, start: int | None, j: int) -> float:
            if start is not None:
                return start
            # Else the first child of both tells which union came first.
            both = (k for k in self.children_at(i) if j in self.parents_at(k))
            return next((b for k in both if (b := self.births[k]) is not None), math.inf)

        found: dict[int, tuple[int, ...]] = {}
        for i, unions in lists.items():
            if len(unions) > 1:
                order = sorted((when(i, start, j), j) for start, j in unions)
                found[i] = tuple(dict.fromkeys(j for _, j in order))
            else:
                found[i] = (unions[0][1],)
        return found

    @cached_property
    def _folded(self) -> tuple[str, ...]:
        return tuple(fold(f"{name}\n{i}") for name, i in zip(self.names, self.ids, strict=True))


def fold(text: str) -> str:
    """Text for comparing names: case and Latin, Greek or Cyrillic accents removed, NFKD."""
    spread = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in spread if not "\u0300" <= c <= "\u036f")


def natural(text: str) -> tuple[tuple[str | int, ...], str]:
    """Sorting key with numbers as numbers: person_2 before person_10."""
    parts: list[str | int] = [*_NUMBER.split(text)]  # text and numbers by turns, text first
    parts[1::2] = map(int, parts[1::2])
    return tuple(parts), text


def _all_unions(
    rows: Sequence[Person], given: Iterable[Union], index: dict[str, int]
) -> tuple[Union, ...]:
    """Given and implied unions, each once, partners and unions in the order of their ids."""
    kept: dict[tuple[int, int, int | None, int | None], None] = {}
    for union in given:
        i, j = index[union.a], index[union.b]
        kept[min(i, j), max(i, j), union.start, union.end] = None
    pairs = {key[:2] for key in kept}
    for father, mother in dict.fromkeys((row.father, row.mother) for row in rows):
        if father is not None and mother is not None:
            i, j = index[father], index[mother]
            pair = (i, j) if i < j else (j, i)
            if pair not in pairs:
                pairs.add(pair)
                kept[*pair, None, None] = None

    def order(key: tuple[int, int, int | None, int | None]) -> tuple[float, ...]:
        i, j, start, end = key
        return i, j, math.inf if start is None else start, math.inf if end is None else end

    ordered = sorted(kept, key=order)
    return tuple(Union(rows[i].id, rows[j].id, start, end) for i, j, start, end in ordered)
