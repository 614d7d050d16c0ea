"""A tree as proofs and contexts walk it: everybody's next of kin by letter, and telling names."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple

from kinlib.kinship.genealogy import NONE, Genealogy, Sex, natural

LETTERS = "FMBZSDHW"
"""One canonical step to a person of known sex (S2); half-siblings are siblings."""

WORDS = {
    "F": "father", "M": "mother", "B": "brother", "Z": "sister",
    "S": "son", "D": "daughter", "H": "husband", "W": "wife",
}  # fmt: skip


class Fact(NamedTuple):
    """What a sentence says: by which of `LETTERS` the object follows from the subject, by place."""

    subject: int
    letter: str
    object: int


@dataclass(frozen=True)
class Family:
    """A tree by places: `next_of_kin[letter][i]` are i's fathers, mothers, brothers and so on.

    Names are unique; `order[i]` is the rank of i's id in its natural order.
    """

    id: str
    ids: tuple[str, ...]
    names: tuple[str, ...]
    sexes: tuple[Sex, ...]
    births: tuple[int | None, ...]
    order: tuple[int, ...]
    next_of_kin: Mapping[str, Sequence[tuple[int, ...]]]

    def facts(self, person: int, letters: str) -> list[Fact]:
        """The facts about a person's next of kin of these letters."""
        return [
            Fact(person, letter, other)
            for letter in letters
            for other in self.next_of_kin[letter][person]
        ]


def family_of(genealogy: Genealogy) -> Family:
    """Everybody's next of kin; people of unknown sex are nobody's, for no letter names them."""
    size, sexes = len(genealogy), genealogy.sexes
    place = {person_id: i for i, person_id in enumerate(genealogy.ids)}
    children: list[list[int]] = [[] for _ in range(size)]
    partners: list[list[int]] = [[] for _ in range(size)]
    parents = list(zip(genealogy.fathers, genealogy.mothers, strict=True))
    for child, pair in enumerate(parents):
        for parent in dict.fromkeys(pair):
            if parent != NONE:
                children[parent].append(child)
    for union in genealogy.unions:
        a, b = place[union.a], place[union.b]
        partners[a].append(b)
        partners[b].append(a)

    def siblings(person: int) -> list[int]:
        beside = (c for parent in parents[person] if parent != NONE for c in children[parent])
        return [other for other in dict.fromkeys(beside) if other != person]

    near: dict[str, list[tuple[int, ...]]] = {letter: [] for letter in LETTERS}
    for person in range(size):
        above = [parent for parent in parents[person] if parent != NONE]
        groups = (above, siblings(person), children[person], dict.fromkeys(partners[person]))
        for letters, others in zip(("FM", "BZ", "SD", "HW"), groups, strict=True):
            man, woman = letters[0], letters[1]
            near[man].append(tuple(i for i in others if sexes[i] == "m"))
            near[woman].append(tuple(i for i in others if sexes[i] == "f"))
    rank = sorted(range(size), key=lambda i: natural(genealogy.ids[i]))
    order = sorted(range(size), key=rank.__getitem__)
    return Family(
        tree_id(genealogy), genealogy.ids, telling_names(genealogy), sexes, genealogy.births,
        tuple(order), near,
    )  # fmt: skip


def telling_names(genealogy: Genealogy) -> tuple[str, ...]:
    """Everybody's name, with the year of birth or else the id where two people share it."""
    plain = [" ".join(name.split()) for name in genealogy.names]
    dated = [
        name if year is None else f"{name} (born {year})"
        for name, year in zip(plain, genealogy.births, strict=True)
    ]
    alike, still = Counter(plain), Counter(dated)
    names = []
    for name, with_year, person_id in zip(plain, dated, genealogy.ids, strict=True):
        if not name:
            names.append(person_id)
        elif alike[name] == 1:
            names.append(name)
        elif still[with_year] == 1 and with_year != name:
            names.append(with_year)
        else:
            names.append(f"{name} ({person_id})")
    return tuple(names)


def tree_id(genealogy: Genealogy) -> str:
    """A name for these very people: their ids, names, sexes, years, parents and unions, hashed."""
    people = zip(
        genealogy.ids, genealogy.names, genealogy.sexes, genealogy.births, genealogy.fathers,
        genealogy.mothers, strict=True,
    )  # fmt: skip
    unions = sorted({tuple(sorted((union.a, union.b))) for union in genealogy.unions})
    return sha256(repr((list(people), unions)).encode()).hexdigest()[:12]
