"""The family that a context tells of, as a genealogy: for drawing items whose tree is not loaded.

Everybody's id is their name. Only what is told is in it, with two additions that a drawing cannot
do without: siblings whose parents nobody names hang on a person without a name, and where a parent
of one of them is named, it is a parent of all (a context does not tell half-siblings apart).
Statements that no family can fulfil (a third parent, somebody among their own ancestors) are left
out.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from kinlib.errors import KinError
from kinlib.kinship.genealogy import Genealogy, Person, Union
from kinlib.reasoning.contexts import CHILDREN, PARENTS, SIBLINGS, SPOUSES, Fact, Told

UNTOLD = "parent not named"
"""What a person is called who stands for parents that nobody names."""

_KINDS = (PARENTS, CHILDREN, SIBLINGS, SPOUSES)


def told_family(told: Told, name: str) -> Genealogy | None:
    """The genealogy of everybody a context mentions; None where it tells of nobody."""
    if not told.mentioned:
        return None
    groups = _groups(told)
    parents: dict[str, dict[str, str]] = {who: {} for who in told.mentioned}
    unions: dict[tuple[str, str], None] = {}
    for subject, word, other in told.facts:
        if word in PARENTS:
            _add(told, parents, groups[subject], other, word)
        elif word in CHILDREN:
            _add(told, parents, groups[other], subject, "parent")
        elif word in SPOUSES and (other, subject) not in unions:
            unions[subject, other] = None
    people = [
        Person(who, who, sex=told.sexes.get(who, "u"), birth=told.births.get(who),
               father=parents[who].get("father"), mother=parents[who].get("mother"))
        for who in told.mentioned
    ]  # fmt: skip
    untold: list[Person] = []
    for place, person in enumerate(people):
        group = groups[person.id]
        if len(group) > 1 and not (person.father or person.mother):
            parent = f"{UNTOLD} of {group[0]}"
            untold.append(Person(parent, UNTOLD))
            people[place] = Person(
                person.id, person.name, sex=person.sex, birth=person.birth, father=parent
            )
    joined = [Union(a, b) for a, b in unions if a != b]
    try:
        return Genealogy.build(name, [*people, *dict.fromkeys(untold)], joined)
    except KinError:  # told of a family that cannot be
        return None


def _groups(told: Told) -> dict[str, tuple[str, ...]]:
    """Everybody with the siblings told of, in the order of their mention."""
    group = {who: frozenset({who}) for who in told.mentioned}
    for subject, word, other in told.facts:
        if word in SIBLINGS:
            whole = group[subject] | group[other]
            for who in whole:
                group[who] = whole
    children: defaultdict[str, list[str]] = defaultdict(list)
    for who in told.mentioned:
        children[min(group[who])].append(who)
    return {who: tuple(children[min(group[who])]) for who in told.mentioned}


def _add(
    told: Told, parents: dict[str, dict[str, str]], children: Iterable[str], parent: str, word: str
) -> None:
    """Make somebody the parent of these; whoever's sex is not told takes the place that is free."""
    sex = {"father": "m", "mother": "f"}.get(word) or told.sexes.get(parent)
    places = {"m": ("father",), "f": ("mother",)}.get(sex or "", ("father", "mother"))
    for child in children:
        for place in places:
            if child != parent and parents[child].setdefault(place, parent) == parent:
                break


def walked(told: Told, ego: str, path: Sequence[str]) -> tuple[Fact, ...]:
    """The facts on the ways from ego by a path of the release's words (hasFather, hasChild)."""
    found: dict[Fact, None] = {}
    reached = {ego}
    for step in path:
        word = step.removeprefix("has").casefold()
        same = next((kind for kind in _KINDS if word in kind), ())
        facts = [
            fact
            for fact in told.facts
            if fact.subject in reached and (fact.word == word or _is_one(fact.word, word, same))
        ]
        found |= dict.fromkeys(facts)
        reached = {fact.object for fact in facts}
    return tuple(found)


def _is_one(word: str, wanted: str, kind: Sequence[str]) -> bool:
    """Whether a word is of the same kind of step and one of the two leaves the sex open."""
    return word in kind and kind[-1] in (word, wanted)
