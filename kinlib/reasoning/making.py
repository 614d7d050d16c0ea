"""Candidates made into items: worded, proven, with a context of the level asked for."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from hashlib import sha256
from itertools import chain
from random import Random
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from kinlib.kinship.genealogy import NONE, Genealogy
from kinlib.kinship.kintype import ACROSS, phrase
from kinlib.kinship.systems import classify, gloss
from kinlib.kinship.systems.english import english
from kinlib.reasoning.answers import Ground, Relation
from kinlib.reasoning.asking import PARAPHRASES, question
from kinlib.reasoning.derivation import class_of, nearest
from kinlib.reasoning.family import WORDS, Fact, Family
from kinlib.reasoning.items import AnswerType, Item, Renamed
from kinlib.reasoning.proof import (
    OTHERS,
    Level,
    Line,
    derivation_steps,
    elsewhere,
    line,
    proof,
    ring,
    whole,
)
from kinlib.reasoning.questions import CATEGORIES, Candidate, compared
from kinlib.reasoning.rules import Names, fictional_names, real_names, rule
from kinlib.reasoning.wording import BY_BLOOD, context


@dataclass(frozen=True, slots=True)
class Manner:
    """How questions are put.

    Attributes:
        level: how much the context tells.
        paraphrase: which of the ways to ask, from 0; None takes one by chance for each question.
        rule: whether the context of a cultural question states the system's rule.
        renamed: whether the system, its terms or both have made-up names; then the rule is stated.
        canary: what marks the text, so that it can be found in training data.
    """

    level: Level = "minimal"
    paraphrase: int | None = 0
    rule: bool = False
    renamed: Renamed = ""
    canary: str = ""


PLAIN = Manner()
"""The paper's: minimal contexts, the first way to ask, real names and no rule."""


@dataclass(frozen=True)
class Asking:
    """A tree with everything that items about it are made from.

    `alike` gives other candidates of the same form, for contexts that tell of other branches.
    """

    ground: Ground
    family: Family
    alike: Callable[[Candidate, Random], Sequence[Candidate]]
    english: dict[int, Mapping[str, list[int]]] = field(default_factory=dict, compare=False)

    def english_kin(self, ego: int) -> Mapping[str, list[int]]:
        """Ego's kin by blood by their English class, each class in the order of ids."""
        if ego not in self.english:
            kin: dict[str, list[int]] = {}
            chains = self.ground.chains[ego]
            for alter in sorted(chains, key=self.family.order.__getitem__):
                class_id = class_of("Eskimo", "u", nearest(chains[alter])[0])
                kin.setdefault(class_id, []).append(alter)
            self.english[ego] = kin
        return self.english[ego]


def make(asking: Asking, candidate: Candidate, manner: Manner) -> Item | None:
    """A candidate as an item, or None where its level needs a decoy that the tree does not have."""
    ground, family = asking.ground, asking.family
    system, ego = ground.systems[0], candidate.ego
    key = _key(family, candidate)
    chance = Random(int(key, 16))
    swap = chance.random() < 0.5
    way = chance.randrange(PARAPHRASES) if manner.paraphrase is None else manner.paraphrase
    ways = lines(family, candidate)
    years = compared(ground, candidate)
    proven = () if candidate.kind == "older" else proof(ways)
    told = (
        (proven, years)
        if manner.level == "minimal"
        else _told(asking, candidate, ways, manner.level, chance)
    )
    if told is None:
        return None
    facts, dated = told
    cultural = CATEGORIES[candidate.kind] == 4
    renamed = manner.renamed if cultural else ""
    names = _names(system, renamed)
    # Made-up words can only be understood with the rule.
    stated = cultural and (manner.rule or bool(renamed))
    notes = [BY_BLOOD] if manner.level != "minimal" else []
    notes += [rule_of(system, renamed)] if stated else []
    answer_type, truth, targets = _answer(family, candidate, years)
    people = {p for fact in proven for p in (fact.subject, fact.object)}.union(years)
    override, reclassified = _flags(ground, candidate)
    ids, called = family.ids, family.names
    return Item(
        question_id=f"{system.casefold()}_{key}",
        question_text=question(family, candidate, names, way, swap=swap),
        category=CATEGORIES[candidate.kind],
        n_hops=candidate.hops,
        kinship_system=system.casefold(),
        anchor_person=ids[ego],
        anchor_name=called[ego],
        target_persons=tuple(ids[i] for i in targets),
        target_names=tuple(called[i] for i in targets),
        ground_truth=truth,
        context=context(family, facts, chance, ego=ego, dated=dated, notes=notes),
        path=_path(candidate),
        bio_term=_bio_term(candidate),
        kin_term=" or ".join(candidate.asked.words(names)) if candidate.asked else None,
        has_cultural_override=override,
        proof_graph_size=len(people) + len(proven) + len(years),
        answer_type=answer_type,
        kind=candidate.kind,
        relatives=tuple(ids[i] for i in candidate.alters),
        kin_types=candidate.kin_types,
        relation=_written(candidate.relation),
        reclassified=reclassified,
        derivation_steps=_steps(candidate, ways, facts, manner.level),
        proof=tuple((ids[s], WORDS[letter], ids[o]) for s, letter, o in proven),
        accepted=_accepted(ground, candidate, ways),
        # Nobody takes a made-up word for English.
        english_answer=None if renamed in ("term", "both") else _english_answer(asking, candidate),
        chance=1 / len(years) if years else None,
        tree=family.id,
        level=manner.level,
        paraphrase=way,
        rule=stated,
        renamed=renamed,
        canary=manner.canary,
    )


def lines(family: Family, candidate: Candidate) -> list[tuple[Line, str]]:
    """The lines from ego to everybody meant, each with its kin type."""
    return [
        (line(family, candidate.ego, alter, kin_type), kin_type)
        for alter, kin_type in zip(candidate.alters, candidate.kin_types, strict=True)
    ]


def _steps(
    candidate: Candidate, ways: Sequence[tuple[Line, str]], facts: Iterable[Fact], level: Level
) -> int:
    if candidate.kind == "older":
        return 2  # two years are read
    if level == "minimal" and len(ways) == 1:
        return candidate.hops  # a single line has no short cut
    return derivation_steps(facts, candidate.ego, candidate.alters)


def _told(
    asking: Asking, candidate: Candidate, ways: Sequence[tuple[Line, str]], level: Level,
    chance: Random,
) -> tuple[tuple[Fact, ...], tuple[int, ...]] | None:  # fmt: skip
    """The facts of a wider context, and the people whose years of birth it tells."""
    family = asking.family
    facts = ring(family, ways, chance)
    if facts is None:
        return None
    if level == "branches":
        around = _branches(asking, candidate, ways, facts, chance)
        if len(around) < OTHERS:
            return None
        facts = tuple(dict.fromkeys(chain(facts, *around)))
    elif level == "family":
        facts = whole(family)
    if not compared(asking.ground, candidate):
        return facts, ()
    people = {p for fact in facts for p in (fact.subject, fact.object)}
    return facts, tuple(sorted(i for i in people if family.births[i] is not None))


def _branches(
    asking: Asking, candidate: Candidate, ways: Sequence[tuple[Line, str]],
    facts: Iterable[Fact], chance: Random,
) -> list[tuple[Fact, ...]]:  # fmt: skip
    """The same rings around other people, as many as can be.

    Each of those in the middle, ego too, is told of in their own ring alone: else ego would be the
    only one of whom no other ring tells.
    """
    family = asking.family
    told = {person for fact in facts for person in (fact.subject, fact.object)}
    middle = {candidate.ego}
    alike = (lines(family, other) for other in asking.alike(candidate, chance))
    rings: list[tuple[Fact, ...]] = []
    for other in chain(alike, elsewhere(family, ways, chance)):
        start = other[0][0][0]
        found = None if start in told else ring(family, other, chance)
        people = {person for fact in found or () for person in (fact.subject, fact.object)}
        if found is None or not middle.isdisjoint(people):
            continue
        told |= people
        middle.add(start)
        rings.append(found)
        if len(rings) == OTHERS:
            break
    return rings


def _answer(
    family: Family, candidate: Candidate, years: Sequence[int]
) -> tuple[AnswerType, str | int | tuple[str, ...], tuple[int, ...]]:
    """What kind of answer is right, the answer, and who it is about."""
    alters = candidate.alters
    if years:
        return "person", family.names[years[0]], (years[0],)
    if candidate.kind == "count":
        return "count", len(alters), alters
    if candidate.kind == "reverse":
        return "relation", phrase(candidate.kin_types[0]), alters
    return "people", tuple(family.names[i] for i in alters), alters


def _key(family: Family, candidate: Candidate) -> str:
    told = candidate.alters if candidate.kind in ("older", "reverse") else ()
    alters = tuple(family.ids[i] for i in told)
    asked = candidate.asked.classes if candidate.asked else ()
    parts = (family.id, family.ids[candidate.ego], candidate.kind, asked, alters)
    text = f"({', '.join(map(repr, parts))}, {_of_whom(candidate.relation)}"
    return sha256(text.encode()).hexdigest()[:12]


@cache
def _of_whom(of: Relation) -> str:
    return repr((of.system, of.classes, of.side, of.sex, of.others, of.over)).removeprefix("(")


def _path(candidate: Candidate) -> tuple[str, ...] | None:
    """Words of the line to the farthest of the people meant."""
    if candidate.kind == "older":
        return None
    longest = max(candidate.kin_types, key=len)
    return tuple(f"has{WORDS[letter].title()}" for letter in longest)


def _bio_term(candidate: Candidate) -> str | None:
    if candidate.kind == "reverse":
        return phrase(candidate.kin_types[0])
    of = candidate.term
    if of is None or candidate.kind == "older":
        return None
    return of.one if of.linking is None else f"{of.linking.one}'s {of.one}"


def _accepted(
    ground: Ground, candidate: Candidate, ways: Sequence[tuple[Line, str]]
) -> tuple[str, ...]:
    """Answers to a reverse question beside the phrase: letters; English where it is exact; halves.

    Who says "father's half-brother" of a half-sibling is more exact than the key.
    """
    if candidate.kind != "reverse":
        return ()
    ((people, kin_type),) = ways
    accepted = [kin_type]
    if len(kin_type) == 2 and kin_type[0] in "FM":
        accepted.append(english(kin_type))
    step = next(n for n, letter in enumerate(kin_type) if letter in ACROSS)
    if not _share_both(ground.genealogy, people[step], people[step + 1]):
        words = [WORDS[letter] for letter in kin_type]
        words[step] = f"half-{words[step]}"
        accepted.append("'s ".join(words))
    return tuple(accepted)


def _share_both(genealogy: Genealogy, a: int, b: int) -> bool:
    """Whether two siblings have both parents in common, or may have: one is not known."""
    sides = (genealogy.fathers, genealogy.mothers)
    return all(NONE in (side[a], side[b]) or side[a] == side[b] for side in sides)


_READ_AS = {"MB": ("UNCLE", ""), "FZ": ("AUNT", ""), "XCm": ("COUSIN1R0", "m"),
            "XCf": ("COUSIN1R0", "f"), "XS": ("NEPHEW", ""), "XD": ("NIECE", "")}  # fmt: skip


def _english_answer(asking: Asking, candidate: Candidate) -> tuple[str, ...] | None:
    """What the words mean in English, in which a classificatory mother is the mother."""
    if candidate.asked is None:
        return None
    system, family = candidate.asked.relation.system, asking.family
    if candidate.kind == "reverse":
        return (phrase(candidate.class_id) if system == "Sudanese" else gloss(candidate.class_id),)
    if system in ("Eskimo", "Sudanese"):
        return tuple(family.names[i] for i in candidate.alters)
    wanted = (_READ_AS.get(class_id, (class_id, "")) for class_id in candidate.asked.classes)
    kin = asking.english_kin(candidate.ego)
    found = {
        alter
        for class_id, sex in wanted
        for alter in kin.get(class_id, ())
        if sex in ("", family.sexes[alter])
    }
    return tuple(family.names[i] for i in sorted(found, key=family.order.__getitem__))


def _flags(ground: Ground, candidate: Candidate) -> tuple[bool, bool]:
    """Whether the system calls everybody meant otherwise than English, and by another category."""
    if candidate.asked is None:
        return False, False
    system, sex = ground.systems[0], ground.genealogy.sexes[candidate.ego]
    flags = [_flag(system, kin_type, sex) for kin_type in candidate.kin_types]
    return all(override for override, _ in flags), all(moved for _, moved in flags)


@cache
def _written(relation: Relation) -> dict[str, Any]:
    return asdict(relation)


@cache
def _flag(system: str, kin_type: str, sex: Any) -> tuple[bool, bool]:
    found = classify(system, kin_type, sex)
    return found.override, found.reclassified


@cache
def _names(system: str, renamed: Renamed) -> Names:
    return fictional_names(system, renamed) if renamed else real_names(system)


@cache
def rule_of(system: str, renamed: Renamed = "") -> str:
    """The rule of a system in words, under its real or made-up names.

    Raises:
        KinError: no system is called so.
    """
    return rule(system, _names(system, renamed))


def other_people(
    candidates: Iterable[Candidate], wanted: Candidate, chance: Random
) -> list[Candidate]:
    """Candidates about other people with other answers: of the same relation, else as many hops.

    Where a relation is asked for, those of other relations come first: else the context tells it.
    """
    taken = {wanted.ego, *wanted.alters}
    alike, near = [], []
    for other in candidates:
        if other.kind != wanted.kind or other.ego in taken or taken & set(other.alters):
            continue
        if other.relation == wanted.relation:
            alike.append(other)
        elif other.hops == wanted.hops:
            near.append(other)
    chance.shuffle(alike)
    chance.shuffle(near)
    return near + alike if wanted.kind == "reverse" else alike + near


def canary(*parts: object) -> str:
    """What marks a data set's texts, so that they can be found in training data."""
    guid = uuid5(NAMESPACE_URL, f"kinlib/kinshipqa/{parts!r}")
    return f"KinshipQA items by kinlib, not for training. Canary GUID {guid}"
