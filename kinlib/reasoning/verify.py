"""A saved data set proven again: every key from the saved trees, by both derivations.

The SPARQL queries are asked of the Turtle files as they lie there; the second derivation reads
nothing but fathers, mothers, sexes, years of birth and unions from them. Proofs and contexts have
to be true, and paths, hops, names and flags have to be those of the answer.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import pyoxigraph

from kinlib.errors import KinError
from kinlib.exchange.rdf import read_turtle
from kinlib.kinship.kintype import phrase
from kinlib.kinship.systems import classify
from kinlib.reasoning.answers import Answers, Ground, Relation, answers, ground
from kinlib.reasoning.constraints import violations
from kinlib.reasoning.contexts import read
from kinlib.reasoning.dataset import tree_file
from kinlib.reasoning.derivation import nearest
from kinlib.reasoning.family import WORDS, Family, family_of
from kinlib.reasoning.items import Item


@dataclass(frozen=True)
class Verified:
    """How many items were proven again, on how many trees, and what is wrong, line by line."""

    items: int
    trees: int
    faults: tuple[str, ...]


def verify(path: Path) -> Verified:
    """Prove a data set again; its trees lie in the folder `trees` beside it.

    Raises:
        KinError: the file or one of its trees cannot be read at all.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise KinError(f"{path} cannot be read: {why}.") from None
    faults: list[tuple[int, str]] = []
    by_tree: defaultdict[tuple[str, str], list[tuple[int, Item]]] = defaultdict(list)
    seen: dict[str, int] = {}
    for number, line in enumerate(lines, 1):
        try:
            item = Item.read(line)
        except KinError as error:
            faults.append((number, str(error)))
            continue
        if item.question_id in seen:
            faults.append((number, f"{item.question_id} is on line {seen[item.question_id]} too"))
        seen[item.question_id] = number
        by_tree[item.tree, item.kinship_system].append((number, item))
    if not by_tree:
        raise KinError(f"{path} holds no items; give the items.jsonl of a data set.")
    broken: dict[str, None] = {}
    for (tree, system), items in by_tree.items():
        asked, found = _ground(path.parent / tree_file(tree, system), system)
        broken |= dict.fromkeys(found)
        family = family_of(asked.genealogy)
        if family.id != tree:
            broken[f"{tree_file(tree, system)} holds other people than the items are about"] = None
            continue
        told = answers(asked, list(dict.fromkeys(relation_of(item) for _, item in items)))
        for number, item in items:
            for fault in _faults(item, asked, family, told):
                faults.append((number, f"{item.question_id}: {fault}"))
    told_lines = [f"line {number}: {fault}" for number, fault in sorted(faults)]
    return Verified(len(seen), len(by_tree), (*broken, *told_lines))


def relation_of(item: Item) -> Relation:
    """The relation that an item's query asks for.

    Raises:
        KinError: the item's relation has other fields.
    """
    try:
        return Relation(**item.relation)
    except TypeError:
        raise KinError(f"{item.question_id}: its field relation is no relation.") from None


def _ground(path: Path, system: str) -> tuple[Ground, list[str]]:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise KinError(f"{path} cannot be read: {error.strerror}.") from None
    genealogy = read_turtle(data, path.name)
    store = pyoxigraph.Store()
    store.load(data, format=pyoxigraph.RdfFormat.TURTLE)
    return replace(ground(genealogy, system), store=store), violations(data, path.name)


def _faults(
    item: Item, ground: Ground, family: Family, told: Mapping[Relation, Answers]
) -> Iterator[str]:
    """What is wrong with an item, in words."""
    place = {person_id: i for i, person_id in enumerate(family.ids)}
    named = (item.anchor_person, *item.target_persons, *item.relatives)
    if unknown := [person for person in named if person not in place]:
        yield f"{', '.join(unknown)} is not in its tree"
        return
    ego = place[item.anchor_person]
    relatives = [place[person] for person in item.relatives]
    if tuple(family.names[place[p]] for p in item.target_persons) != item.target_names:
        yield "its names are not those of its ids, in their order"
    if item.anchor_name != family.names[ego]:
        yield "its anchor has another name"
    yield from _key_faults(item, ground, family, told[relation_of(item)], ego, relatives)
    yield from _proof_faults(item, family, place, ego, relatives)


def _key_faults(
    item: Item, ground: Ground, family: Family, told: Answers, ego: int, relatives: list[int]
) -> Iterator[str]:
    if why := told.refused.get(ego):
        yield f"its key is not certain: {why}"
    found = told.found.get(ego, ())
    one_of = item.kind in ("older", "reverse")
    if not (set(relatives) <= set(found) if one_of else tuple(relatives) == found):
        yield "its relatives are not those found in the tree"
    if item.kind == "older":
        compared = [ego, *relatives]
    else:
        compared = relatives if item.kind == "oldest" else []
    births = family.births
    expected = _expected(item, family, relatives, compared)
    if item.ground_truth != expected:
        yield f"its key is {item.ground_truth!r}, found was {expected!r}"
    if compared and item.target_persons[:1] != (
        family.ids[min(compared, key=lambda i: births[i] or 0)],
    ):
        yield "its target is not the oldest"
    if len(relatives) != len(item.kin_types) or not relatives:
        yield "it does not say for each relative how they are related"
        return
    if item.n_hops != max(map(len, item.kin_types)):
        yield "its hops are not the length of its longest kin type"
    for alter, kin_type in zip(relatives, item.kin_types, strict=True):
        lines = ground.chains[ego].get(alter, frozenset())
        married = item.relation["system"] == ""
        if not married and kin_type not in {line.kin_type for line in nearest(lines)}:
            yield f"{family.names[alter]} is no {phrase(kin_type)}"
    if item.category == 4:
        sex = family.sexes[ego]
        found_of = [classify(item.kinship_system, k, sex) for k in item.kin_types]  # type: ignore[arg-type]
        if item.has_cultural_override != all(one.override for one in found_of):
            yield "its flag of an override is wrong"
        if item.reclassified != all(one.reclassified for one in found_of):
            yield "its flag of a reclassification is wrong"
    elif item.has_cultural_override or item.reclassified:
        yield "it is flagged as an override and asks nothing of a system"


def _expected(item: Item, family: Family, relatives: list[int], compared: list[int]) -> object:
    if compared:
        return family.names[min(compared, key=lambda i: family.births[i] or 0)]
    if item.answer_type == "count":
        return len(relatives)
    if item.answer_type == "relation":
        return phrase(item.kin_types[0])
    return tuple(family.names[i] for i in relatives)


def _proof_faults(
    item: Item, family: Family, place: Mapping[str, int], ego: int, relatives: list[int]
) -> Iterator[str]:
    letters = {word: letter for letter, word in WORDS.items()}
    near: defaultdict[int, set[int]] = defaultdict(set)
    for subject, word, other in item.proof:
        step = family.next_of_kin[letters[word]][place[subject]]
        if place[other] not in step:
            yield f"its proof says that {other} is the {word} of {subject}"
        near[place[subject]].add(place[other])
    reached = {ego}
    for _ in item.proof:
        reached |= {other for person in list(reached) for other in near[person]}
    if item.kind != "older" and not set(relatives) <= reached:
        yield "its proof does not lead to everybody"
    by_name = {name: i for i, name in enumerate(family.names)}
    context = read(item.context)
    for fact in context.facts:
        who, whom = by_name.get(fact.subject), by_name.get(fact.object)
        letter = letters.get(fact.word)
        if who is None or whom is None or letter is None:
            yield f"its context tells of {fact.subject} and {fact.object}, who are not in its tree"
        elif whom not in family.next_of_kin[letter][who]:
            yield f"its context says that {fact.object} is {fact.subject}'s {fact.word}"
    for name, sex in context.sexes.items():
        if name in by_name and family.sexes[by_name[name]] != sex:
            yield f"its context tells another sex of {name}"
    for name, year in context.births.items():
        if name in by_name and family.births[by_name[name]] != year:
            yield f"its context tells another year of birth of {name}"
    told = {(f.subject, f.word, f.object) for f in context.facts}
    if item.level in ("minimal", "siblings", "branches"):
        names = family.names
        for subject, word, other in item.proof:
            if (names[place[subject]], word, names[place[other]]) not in told:
                yield f"its context does not tell of {other}, whom its proof needs"
