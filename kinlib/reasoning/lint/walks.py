"""A tree to be walked from its primitive facts alone: fathers, mothers, sexes and unions.

Nothing a data set derived is used. A line is walked letter by letter (F M P, B Z G, S D C, H W E);
half-siblings are siblings. Whom English words or a class of a system mean is found in the same way.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property
from itertools import product

from kinlib.kinship.genealogy import Genealogy
from kinlib.kinship.kintype import ACROSS, DOWN, FEMALE, MALE, SPOUSE, UP
from kinlib.kinship.systems import SYSTEMS, classify
from kinlib.reasoning.answers import Relation
from kinlib.reasoning.contexts import CHILDREN, PARENTS, SIBLINGS, SPOUSES
from kinlib.reasoning.derivation import Chain, all_chains, class_of, nearest
from kinlib.reasoning.family import telling_names
from kinlib.reasoning.relation_words import kin_types

KINDS = (UP, ACROSS, DOWN, SPOUSE)
LETTER: Mapping[str, str] = {
    word: letter
    for words, letters in zip((PARENTS, SIBLINGS, CHILDREN, SPOUSES), KINDS, strict=True)
    for word, letter in zip(words, letters, strict=True)
}
"""The letter of a kin word: F of father, G of sibling."""

KIND = {letter: kind for kind in KINDS for letter in kind}
_HOPS = 8  # how far classes are followed, as when answers are derived


class Kin:
    """One tree; people are positions in its genealogy's columns."""

    def __init__(self, genealogy: Genealogy) -> None:
        self.genealogy = genealogy
        self._steps: dict[tuple[int, str], tuple[int, ...]] = {}
        self._within: dict[tuple[int, int], Mapping[int, int]] = {}
        self._nearest: dict[int, Mapping[int, tuple[Chain, ...]]] = {}
        self._walked: dict[tuple[int, str], frozenset[int]] = {}
        self.judged: dict[object, tuple[str, ...]] = {}  # what is untrue in a line of a context

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Everybody's name, with year or id where two share it."""
        return telling_names(self.genealogy)

    @cached_property
    def by_name(self) -> Mapping[str, tuple[int, ...]]:
        """Who bears a name, as it stands or made telling."""
        found: dict[str, dict[int, None]] = {}
        for place, names in enumerate(zip(self.names, self.genealogy.names, strict=True)):
            for name in names:
                found.setdefault(" ".join(name.split()), {})[place] = None
        return {name: tuple(places) for name, places in found.items()}

    def called(self, people: Iterable[int]) -> list[str]:
        """Names of people, in the order of the tree."""
        return [self.names[i] for i in sorted(people)]

    def step(self, person: int, letter: str) -> tuple[int, ...]:
        """Everybody one such step away."""
        key = person, letter
        if key not in self._steps:
            self._steps[key] = self._step(person, letter)
        return self._steps[key]

    def _step(self, person: int, letter: str) -> tuple[int, ...]:
        g = self.genealogy
        if letter in UP:
            pair = {"F": g.fathers, "M": g.mothers}.get(letter)
            return (
                g.parents_at(person)
                if pair is None
                else tuple(p for p in (pair[person],) if p >= 0)
            )
        if letter in DOWN:
            near: tuple[int, ...] = g.children_at(person)
        elif letter in SPOUSE:
            near = g.partners_at(person)
        else:
            beside = (c for parent in g.parents_at(person) for c in g.children_at(parent))
            near = tuple(other for other in dict.fromkeys(beside) if other != person)
        sex = "m" if letter in MALE else "f" if letter in FEMALE else ""
        return tuple(other for other in near if g.sexes[other] == sex) if sex else near

    def walk(self, ego: int, letters: str) -> frozenset[int]:
        """Everybody at the end of a line, ego left out."""
        key = ego, letters
        if key not in self._walked:
            people = {ego}
            for letter in letters:
                people = {other for person in people for other in self.step(person, letter)}
            self._walked[key] = frozenset(people - {ego})
        return self._walked[key]

    def lines(self, ego: int, letters: str) -> list[tuple[int, ...]]:
        """All lines of these letters as the people on them, ego first; none leads back to ego."""
        found: list[tuple[int, ...]] = [(ego,)]
        for letter in letters:
            found = [(*line, other) for line in found for other in self.step(line[-1], letter)]
        return [line for line in found if line[-1] != ego]

    def kin_type(self, line: tuple[int, ...], letters: str) -> str:
        """The letters of a line with the sexes of those on it; open where one is not known."""
        sexes = self.genealogy.sexes
        pairs = zip(letters, line[1:], strict=True)
        return "".join(KIND[letter]["mfu".index(sexes[person])] for letter, person in pairs)

    def within(self, ego: int, hops: int) -> Mapping[int, int]:
        """How many steps of any kind, marriages too, lead to everybody at most so far away."""
        key = ego, hops
        if key not in self._within:
            steps, layer = {ego: 0}, [ego]
            for hop in range(1, hops + 1):
                near = (
                    o for person in layer for letter in "PGCE" for o in self.step(person, letter)
                )
                layer = [other for other in dict.fromkeys(near) if other not in steps]
                steps |= dict.fromkeys(layer, hop)
            self._within[key] = steps
        return self._within[key]

    def meant(self, ego: int, words: str) -> frozenset[int] | None:
        """Whom English words for relatives of ego's mean, taken by the letter.

        Each word of a chain ("father's paternal uncle's child") is walked from everybody the words
        before it mean. None: they are not understood.
        """
        people = frozenset({ego})
        for word in words.split("'s "):
            found = kin_types(word)
            if not found:
                return None
            people = frozenset(o for p, k in product(people, found) for o in self.walk(p, k))
        return people - {ego}

    def members(self, ego: int, relation: Relation) -> frozenset[int]:
        """Ego's relatives of a kind, by their nearest lines of blood."""
        g = self.genealogy
        if not relation.system:
            return frozenset(g.partners_at(ego))
        if ego not in self._nearest:
            self._nearest[ego] = {
                alter: tuple(line for line in nearest(lines) if line.is_known)
                for alter, lines in self.chains[ego].items()
            }
        return frozenset(
            alter
            for alter, lines in self._nearest[ego].items()
            if (not relation.sex or g.sexes[alter] == relation.sex)
            and any(_fits(relation, line, g.sexes[ego]) for line in lines)
        )

    @cached_property
    def chains(self) -> list[Mapping[int, frozenset[Chain]]]:
        """Everybody's lines of blood to everybody."""
        g = self.genealogy
        return all_chains(g.fathers, g.mothers, g.sexes, _HOPS)


def _fits(relation: Relation, line: Chain, sex: str) -> bool:
    """Whether a line is of a relation: class, side, and no own kin where others are asked for."""
    if relation.side and ("M" if line.up[:1] == ("f",) else "F") != relation.side:
        return False
    if relation.others and (line.hops == 1 or not line.across):
        return False
    if sex == "u" and relation.system not in ("Eskimo", "Hawaiian", "Sudanese"):
        return False
    return class_of(relation.system, sex, line) in relation.classes  # type: ignore[arg-type]


def of_sex(sexes: Sequence[str], people: Sequence[int]) -> str:
    """What some people of one sex are: "a man", "women"."""
    one, many = {"m": ("a man", "men"), "f": ("a woman", "women")}[sexes[people[0]]]
    return many if len(people) > 1 else one


@cache
def class_in(system: str, kin_type: str, sex: str) -> str:
    """The class of a kin type in a system; ego's sex is m or f."""
    return classify(system, kin_type, sex).class_id  # type: ignore[arg-type]


def relation_of(told: object) -> Relation | None:
    """The relation an item of ours says it asks for; None where it is none."""
    if not isinstance(told, Mapping) or told.keys() != Relation.__dataclass_fields__.keys():
        return None
    classes, over = told["classes"], told["over"]
    if not all(isinstance(part, (list, tuple)) for part in (classes, over)):
        return None
    if told["system"] not in ("", *SYSTEMS) or not all(isinstance(c, str) for c in classes):
        return None
    plain = {**told, "classes": tuple(classes), "over": tuple(map(str, over))}
    return Relation(**plain)
