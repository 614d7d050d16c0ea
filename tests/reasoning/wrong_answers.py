"""Wrong answers built to have one cause, from the genealogies that items are about.

Nothing of `kinlib.reasoning.causes` or of its walking is used: who is what to whom is asked of
`kinlib.kinship.relate`, what a question means of the second derivation, where the chain runs of the
item's own proof. An answer is built only where, by the order of causes, nothing else could come
first, and only over lines that the context tells step by step.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from random import Random

from kinlib.kinship.genealogy import Genealogy
from kinlib.kinship.kintype import SEX, phrase
from kinlib.kinship.relate import KinPath, paths
from kinlib.kinship.systems.english import english
from kinlib.reasoning.contexts import Told, read
from kinlib.reasoning.dataset import DataSet
from kinlib.reasoning.derivation import Chain, class_of
from kinlib.reasoning.family import Family
from kinlib.reasoning.items import Item
from kinlib.words import normalised

DESCRIPTIVE = ("eskimo", "sudanese")
TURNED = str.maketrans("FMBZSDHW", "MFZBDSWH")
TRIES = 6  # of the people told of, so many are looked at for one item


@dataclass(frozen=True)
class Wrong:
    """An answer that is wrong for one reason."""

    cause: str
    item: Item
    predicted: tuple[str, ...]


@dataclass(frozen=True)
class Scene:
    """An item with its genealogy and what its context tells."""

    item: Item
    genealogy: Genealogy
    family: Family

    @cached_property
    def names(self) -> dict[str, str]:
        return dict(zip(self.family.ids, self.family.names, strict=True))

    @cached_property
    def context(self) -> Told:
        return read(self.item.context)

    @cached_property
    def told(self) -> list[str]:
        """Ids of everybody the context tells of."""
        ids = {name: person for person, name in self.names.items()}
        return [ids[name] for name in self.context.mentioned]

    def pairs(self, *words: str) -> set[tuple[str, str]]:
        """Whom the context calls somebody's father, sister and so on."""
        return {(f.subject, f.object) for f in self.context.facts if f.word in words}

    @cached_property
    def parents(self) -> set[tuple[str, str]]:
        down = self.pairs("son", "daughter")
        return self.pairs("father", "mother") | {(child, parent) for parent, child in down}

    @cached_property
    def siblings(self) -> set[tuple[str, str]]:
        children: dict[str, list[str]] = {}
        for child, parent in self.parents:
            children.setdefault(parent, []).append(child)
        shared = {pair for group in children.values() for pair in permutations(group, 2)}
        beside = self.pairs("brother", "sister")
        return beside | {(b, a) for a, b in beside} | shared

    @cached_property
    def spouses(self) -> set[tuple[str, str]]:
        joined = self.pairs("husband", "wife")
        return joined | {(b, a) for a, b in joined}

    def is_told(self, path: KinPath) -> bool:
        """Whether the context tells every step of a path."""
        people = [self.names[person] for person in path.people]
        for letter, a, b in zip(path.walk, people, people[1:], strict=False):
            told = {
                "F": self.parents, "M": self.parents, "B": self.siblings, "Z": self.siblings,
                "H": self.spouses, "W": self.spouses,
            }.get(letter)  # fmt: skip
            if (b, a) not in self.parents if told is None else (a, b) not in told:
                return False
        return True

    def ways(self, person: str) -> list[KinPath]:
        """How ego and somebody are related, if the context tells it without leaving anything out.

        A step-mother counts as a mother for `relate`; such people are left aside. Of equal lines
        one by blood counts before one over a marriage (S13).
        """
        found = paths(self.genealogy, self.item.anchor_person, person, 6)
        if not all(path.walk == path.kin_type and self.is_told(path) for path in found):
            return []
        by_blood = min((len(p.walk) for p in found if p.consanguineal), default=99)
        return [p for p in found if p.consanguineal or len(p.walk) < by_blood]

    def means(self, kin_type: str) -> bool:
        """Whether the question means relatives of this kin type, by the second derivation."""
        relation = self.item.relation
        if not relation["system"]:
            return kin_type in "HW"
        if any(letter in "HW" for letter in kin_type):
            return False
        up = tuple(SEX[c] for c in kin_type if c in "FM")
        down = tuple(SEX[c] for c in kin_type if c not in "FM")
        chain = Chain(up, down, any(c in "BZ" for c in kin_type))
        own = len(kin_type) == 1 or not chain.across
        ego = self.family.sexes[self.family.ids.index(self.item.anchor_person)]
        return (
            class_of(relation["system"], ego, chain) in relation["classes"]
            and relation["side"] in ("", kin_type[0])
            and relation["sex"] in ("", SEX[kin_type[-1]])
            and not (relation["others"] and own)
        )

    @cached_property
    def gold(self) -> list[str]:
        """Ids of the right people."""
        return list(self.item.target_persons)

    @cached_property
    def aims(self) -> list[str]:
        """Ids of all to whom the chain runs: the right people, or those compared."""
        return list(self.item.relatives)

    @cached_property
    def earlier(self) -> list[str]:
        """Ids of those on the proof between ego and its ends."""
        people = dict.fromkeys(subject for subject, _, _ in self.item.proof)
        return [p for p in people if p != self.item.anchor_person and p not in self.gold]

    @cached_property
    def english(self) -> set[str]:
        """Names of those whom the term means in English and of whom the context tells."""
        told = {self.names[person] for person in self.told}
        return set(self.item.english_answer or ()) & told

    def alike(self) -> list[str]:
        """Ids of those told of whose line is that of somebody right over the other parent."""
        place = {person: i for i, person in enumerate(self.family.ids)}
        found: dict[str, None] = {}
        for line in dict.fromkeys(self.item.kin_types):
            reached = {place[self.item.anchor_person]}
            for letter in line[0].translate(TURNED) + line[1:]:
                reached = {j for i in reached for j in self.family.next_of_kin[letter][i]}
            found |= dict.fromkeys(self.family.ids[i] for i in sorted(reached))
        return [p for p in found if p in self.told and p not in self.gold]

    def person_cause(self, person: str) -> str | None:
        """What naming somebody wrong would be, by the genealogy; None where that is not certain."""
        ways = self.ways(person)
        lines = {path.kin_type for path in ways}
        if not ways or self.names[person] in self.english or person in self.aims:
            return None
        if any(self.means(line) for line in lines):
            return None
        if person in self.earlier:
            return "incomplete chain"
        if any(self.is_beyond(path) for path in ways):
            return "overshoot"
        if any(self.means(line[:-1] + line[-1].translate(TURNED)) for line in lines):
            return "wrong sex"
        flipped = [c for c in lines if c[0] in "FM" and len(c) > 1]
        if any(self.means(line[0].translate(TURNED) + line[1:]) for line in flipped):
            return "wrong side"
        return "other person in context"

    def is_beyond(self, path: KinPath) -> bool:
        """Whether a path leads over a target to their kin by blood or to such a one's spouse."""
        return any(
            person in self.aims
            and self.means(path.walk[:place])
            and not set("HW") & set(path.walk[place:-1])
            for place, person in enumerate(path.people[:-1])
            if place
        )


def wrong_answers(dataset: DataSet, strangers: list[str], chance: Random) -> Iterator[Wrong]:
    """Wrong answers to the items of a data set, of every cause that can be built for each."""
    for collection in dataset.collections:
        trees = {tree.id: tree for tree in collection.trees}
        for item in collection.items:
            tree = trees[item.tree]
            scene = Scene(item, tree.genealogy, tree.asking.family)
            form = {"count": _of_count, "relation": _of_relation}.get(item.answer_type, _of_people)
            for cause, predicted in form(scene, strangers, chance):
                yield Wrong(cause, item, tuple(predicted))
            yield Wrong("format", item, ())


def _of_people(scene: Scene, strangers: list[str], chance: Random):
    item, names = scene.item, scene.names
    gold = [names[person] for person in scene.gold]
    wrong = [p for p in scene.told if p not in scene.gold and p != item.anchor_person]
    if len(gold) > 1:
        some = chance.sample(gold, chance.randrange(1, len(gold)))
        if set(some) != scene.english:
            yield "omission", some
    if wrong:
        more = [names[p] for p in chance.sample(wrong, min(len(wrong), chance.randrange(1, 3)))]
        if {*gold, *more} != scene.english:
            yield "over-inclusion", chance.sample([*gold, *more], len(gold) + len(more))
    untold = [n for n in scene.names.values() if n not in item.context + item.question_text]
    nobody = chance.choice(strangers if chance.random() < 0.5 or not untold else untold)
    if nobody not in item.context + item.question_text:
        yield "hallucinated name", [nobody, *(gold if chance.random() < 0.3 else [])]
    english = item.english_answer
    if english and set(english) not in (set(gold), set()) and set(english) == scene.english:
        yield "cultural default", english
    if item.kind in ("older", "oldest"):
        among = [item.anchor_person, *scene.aims] if item.kind == "older" else scene.aims
        yield "wrong comparison", [names[chance.choice([p for p in among if p not in scene.gold])]]
    if item.kind == "older":
        return
    chance.shuffle(wrong)
    by_cause: dict[str, list[str]] = {}
    for person in dict.fromkeys((*scene.earlier[:2], *scene.alike()[:4], *wrong[:TRIES])):
        by_cause.setdefault(scene.person_cause(person) or "", []).append(names[person])
    by_cause.pop("", None)
    for cause, people in by_cause.items():
        # An answer may miss some, too: that is no cause while somebody wrong is named.
        partly = gold[1:2] if chance.random() < 0.3 else []
        yield cause, [*people[: chance.randrange(1, 3)], *partly]


def _of_count(scene: Scene, strangers: list[str], chance: Random):
    right = scene.item.ground_truth
    yield "counting", [str(chance.choice([n for n in range(right + 4) if n != right]))]
    yield "format", [chance.choice(["several", "many of them", "?"])]


def _of_relation(scene: Scene, strangers: list[str], chance: Random):
    item, (key,) = scene.item, scene.item.kin_types
    terms = {*(item.english_answer or ()), *(item.kin_term or "").split(" or ")}
    flipped = key[:-1] + key[-1].translate(TURNED)
    across = key[0].translate(TURNED) + key[1:] if key[0] in "FM" else ""
    built = {
        "incomplete chain": key[: chance.randrange(1, len(key))],
        "overshoot": key + chance.choice("SD") if key[-1] in "BZSD" else "",
        "wrong sex": flipped,
        "wrong side": across,
        "other relation": chance.choice([
            k for k in ("FMB", "MFZD", "BDS", "ZS", "DD", "MM", "FFZSD", "MB", "FZ")
            if not k.startswith(key) and not key.startswith(k) and k not in (flipped, across, key)
        ]),
    }  # fmt: skip
    for cause, line in built.items():
        if line and phrase(line) not in terms:
            yield cause, [phrase(line)]
    word = english(key, sided=False)
    if word == phrase(key):
        return
    given_back = {normalised(term) for term in terms}
    if item.kinship_system in DESCRIPTIVE or normalised(word) not in given_back:
        yield "coarse term", [word]
    if item.kinship_system not in DESCRIPTIVE:
        # "Uncle" is coarse English everywhere; "father" is what the system says.
        # A mother's brother called mother's brother is no mistake.
        yield from (("cultural default", [t]) for t in sorted(terms) if t and _is_plain(t, key))


def _is_plain(term: str, key: str) -> bool:
    """Whether a term surely means somebody else in English than the relative of this line."""
    return term in ("father", "mother", "brother", "sister", "son", "daughter") and len(key) > 1
