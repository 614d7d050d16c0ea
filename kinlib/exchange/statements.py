"""What the family: words of the KinshipQA release say of people's kin, in numpy columns.

Every word that fits is used: a father is a parent, a mother's brother an uncle and a maternal one.
Kin are kin by blood: half-siblings are siblings, step-kin are not, and of two ways to be kin the
shorter counts (a mother who is the father's sister is no aunt). Cousins are first cousins, uncles
and aunts siblings of parents, nephews and nieces children of siblings. Of people whose sex is not
known only what leaves it open is said, and there is no such word for an uncle or a niece.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from kinlib.exchange.parents import parent_words
from kinlib.kinship.genealogy import NONE, Genealogy
from kinlib.kinship.kindreds import Kindreds, kindreds
from kinlib.kinship.kintype import ACROSS, SEX, UP
from kinlib.kinship.steps import Column, Links, distinct

FAMILY_STEPS = 3  # to a first cousin
FAMILY_WORDS = (
    "family:hasFather", "family:hasMother", "family:hasParent", "family:hasAdoptiveParent",
    "family:hasSpouse", "family:hasHusband", "family:hasWife",
    "family:hasChild", "family:hasSon", "family:hasDaughter",
    "family:hasSibling", "family:hasBrother", "family:hasSister",
    "family:hasGrandparent", "family:hasGrandfather", "family:hasGrandmother",
    "family:hasPaternalGrandfather", "family:hasPaternalGrandmother",
    "family:hasMaternalGrandfather", "family:hasMaternalGrandmother", "family:hasGrandchild",
    "family:hasUncle", "family:hasAunt", "family:hasPaternalUncle", "family:hasPaternalAunt",
    "family:hasMaternalUncle", "family:hasMaternalAunt",
    "family:hasNephew", "family:hasNiece", "family:hasCousin",
)  # fmt: skip
# By steps up, across and down: the word for anybody, for a man, for a woman.
_WORDS = {
    "U": ("Parent", "", ""),
    "A": ("Sibling", "Brother", "Sister"),
    "D": ("Child", "Son", "Daughter"),
    "UU": ("Grandparent", "Grandfather", "Grandmother"),
    "UA": ("", "Uncle", "Aunt"),
    "AD": ("", "Nephew", "Niece"),
    "DD": ("Grandchild", "", ""),
    "UAD": ("Cousin", "", ""),
}
_SIDES = {"F": "Paternal", "M": "Maternal"}
_PLACE = {word: place for place, word in enumerate(FAMILY_WORDS)}
_ADOPTER, _SPOUSE = _PLACE["family:hasAdoptiveParent"], _PLACE["family:hasSpouse"]
_BY_SEX = np.array([_PLACE["family:hasHusband"], _PLACE["family:hasWife"], _SPOUSE])


@dataclass(frozen=True, slots=True)
class Statements:
    """Statements about some people, each once, by subject.

    `people`, `subjects` and `objects` are places in the genealogy's columns, `words` places in
    `vocabulary`, whose names are written with their prefix (family:hasUncle).
    """

    people: Column
    subjects: Column
    words: Column
    objects: Column
    vocabulary: tuple[str, ...]

    def __len__(self) -> int:
        """Number of statements."""
        return len(self.subjects)

    def triples(self, genealogy: Genealogy) -> Iterator[tuple[str, str, str]]:
        """Each statement as id, word, id."""
        ids, names = genealogy.ids, self.vocabulary
        columns = (self.subjects.tolist(), self.words.tolist(), self.objects.tolist())
        return ((ids[s], names[w], ids[o]) for s, w, o in zip(*columns, strict=True))

    def joined(self, *others: "Statements") -> "Statements":
        """These and others about the same people, by subject, word and object."""
        parts = (self, *others)
        names = tuple(dict.fromkeys(name for part in parts for name in part.vocabulary))
        places = [np.array([*map(names.index, part.vocabulary)], np.int64) for part in parts]
        return statements(
            self.people,
            np.concatenate([part.subjects for part in parts]),
            np.concatenate([place[p.words] for place, p in zip(places, parts, strict=True)]),
            np.concatenate([part.objects for part in parts]),
            names,
        )


def statements(
    people: Column, subjects: Column, words: Column, objects: Column, vocabulary: tuple[str, ...]
) -> Statements:
    """Statements brought into order: by subject, word and object, each once."""
    size = 1 + int(objects.max(initial=0))
    keys = distinct((subjects * len(vocabulary) + words) * size + objects)
    pairs, objects = np.divmod(keys, size)
    subjects, words = np.divmod(pairs, len(vocabulary))
    return Statements(people, subjects, words, objects, vocabulary)


def by_code(
    kin: Kindreds,
    rows: Column,
    codes: Column,
    words: Sequence[Sequence[str]],
    vocabulary: tuple[str, ...],
) -> Statements:
    """Statements about rows of kin: `words[code]` are those for a row with this code."""
    starts = np.cumsum([0, *map(len, words)])
    places = np.array([vocabulary.index(w) for some in words for w in some], np.int64)
    origin, word = Links(starts, places).follow(codes)
    row = rows[origin]
    return statements(kin.asked, kin.egos[row], word, kin.alters[row], vocabulary)


def family_words(kin_type: str) -> tuple[str, ...]:
    """The family: words for a kin type by blood, none if it has none; fathers are told apart."""
    steps = "".join("U" if c in UP else "A" if c in ACROSS else "D" for c in kin_type)
    either, man, woman = _WORDS.get(steps, ("", "", ""))
    sexed = {"m": man, "f": woman}.get(SEX[kin_type[-1]], "")
    side = _SIDES.get(kin_type[0], "") if sexed and steps[1:] else ""
    return tuple(
        f"family:has{word}" for word in (either, sexed, side + sexed if side else "") if word
    )


def family_triples(genealogy: Genealogy, derived: bool = True) -> Iterator[Statements]:
    """What the family: words say of everybody's kin, a block of people at a time.

    Without `derived` only that from which the rest follows: parents and spouses.
    """
    told = Told(genealogy)
    if not derived:
        yield told.about(np.arange(len(genealogy)))
        return
    for kin in kindreds(genealogy, FAMILY_STEPS, over_marriages=False):
        yield told.with_kin(kin)


class Told:
    """What a genealogy tells itself in family: words: parents, spouses and, if wished, adopters."""

    def __init__(self, genealogy: Genealogy, *, adopters: bool = False) -> None:
        told = np.array([*_told(genealogy, adopters)], np.int64)
        subjects, words, objects = told.reshape(-1, 3).T
        starts = np.searchsorted(subjects, np.arange(len(genealogy) + 1))
        self._words, self._objects = Links(starts, words), Links(starts, objects)
        self._sexes = np.array(["mfu".index(sex) for sex in genealogy.sexes], np.int64)

    def about(self, people: Column) -> Statements:
        """What is told of these people."""
        origin, words = self._words.follow(people)
        _, objects = self._objects.follow(people)
        return Statements(people, people[origin], words, objects, FAMILY_WORDS)

    def with_kin(self, kin: Kindreds) -> Statements:
        """The same of the egos in a block of kin by blood, with everything that follows."""
        told = self.about(kin.asked)
        spouse = told.words == _SPOUSE
        subjects, objects = told.subjects[spouse], told.objects[spouse]
        spouses = Statements(
            kin.asked, subjects, _BY_SEX[self._sexes[objects]], objects, FAMILY_WORDS
        )
        words = [family_words(text) for text in kin.texts]
        return told.joined(spouses, by_code(kin, kin.rows, kin.choices, words, FAMILY_WORDS))


def _told(genealogy: Genealogy, adopters: bool) -> Iterator[tuple[int, int, int]]:
    """Subject, word and object of what is told, by subject, then in the order of the words."""
    sexes = genealogy.sexes
    for i, (father, mother) in enumerate(zip(genealogy.fathers, genealogy.mothers, strict=True)):
        words = parent_words(
            None if father == NONE else sexes[father],
            None if mother == NONE else sexes[mother],
            father < mother,
        )
        told = [(_PLACE[f"family:{words[0]}"], father), (_PLACE[f"family:{words[1]}"], mother)]
        yield from ((i, word, parent) for word, parent in sorted(told) if parent != NONE)
        if adopters:
            yield from ((i, _ADOPTER, adopter) for adopter in genealogy.adopters_at(i))
        yield from ((i, _SPOUSE, spouse) for spouse in _spouses(genealogy, i))


def _spouses(genealogy: Genealogy, i: int) -> list[int]:
    """Spouses by the first child's birth: years of unions, not being told, must not matter."""
    partners = sorted(genealogy.partners_at(i))
    if len(partners) < 2:
        return partners
    first: dict[int, int] = {}
    for child in genealogy.children_at(i):
        birth = genealogy.births[child]
        if birth is not None:
            for parent in genealogy.parents_at(child):
                first.setdefault(parent, birth)
    return sorted(partners, key=lambda j: first.get(j, math.inf))
