"""Who in a genealogy may be living, and the genealogy without anything that tells of them.

Nobody is taken for dead because a death is likely: somebody with no death recorded may be living
unless born 100 or more years ago, and where the year of birth is missing the latest that the rest
of the tree allows counts instead. It rests on these bounds alone:

- a parent is at least 12 years older than a child, so 24 than a grandchild, and so on;
- people are born before they die, marry or part, and before somebody they adopted dies;
- a mother is alive when a child is born, a father was a year before, partners at one time;
- nobody lives longer than 125 years (the longest life on record is 122).
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import count

from kinlib.kinship.genealogy import NONE, Genealogy, Person, Union, fold

AGE = 100
"""Years from birth after which somebody without a recorded death is taken to have died."""
YOUNGEST_PARENT = 12
LONGEST_LIFE = 125
NAME = "Living"

_ROUNDS = 8  # bounds may pass up, down and across the tree so often; fewer only mask more people


def living(genealogy: Genealogy, today: int) -> frozenset[str]:
    """Ids of everyone who may be living in the year `today`."""
    latest = _latest_births(genealogy)
    return frozenset(
        person_id
        for person_id, death, born in zip(genealogy.ids, genealogy.deaths, latest, strict=True)
        if death is None and (born is None or today - born < AGE)
    )


def mask(genealogy: Genealogy, today: int) -> Genealogy:
    """The genealogy with nothing of the living but their sex and their links.

    They are called "Living" and get the ids living_1, living_2 and so on; years of their unions go
    too, the note, and a title in which one of their names may be read.
    """
    hidden = living(genealogy, today)
    ids = _neutral(genealogy, hidden)
    people = []
    for person in genealogy.people():
        if person.id in hidden:
            person = Person(person.id, NAME, sex=person.sex, father=person.father,
                            mother=person.mother, adopters=person.adopters)  # fmt: skip
        people.append(
            replace(
                person,
                id=ids[person.id],
                father=None if person.father is None else ids[person.father],
                mother=None if person.mother is None else ids[person.mother],
                adopters=tuple(ids[adopter] for adopter in person.adopters),
            )
        )
    unions = [
        Union(ids[u.a], ids[u.b])
        if {u.a, u.b} & hidden
        else Union(ids[u.a], ids[u.b], u.start, u.end)
        for u in genealogy.unions
    ]
    if not hidden:
        return genealogy
    title = "Family" if _tells_of(genealogy, hidden) else genealogy.name
    # Nobody can tell whom a note speaks of, so none is kept.
    return Genealogy.build(title, people, unions, system=genealogy.system)


def masked_ids(genealogy: Genealogy, today: int) -> dict[str, str]:
    """Which id everybody has in the masked genealogy."""
    return _neutral(genealogy, living(genealogy, today))


def _tells_of(genealogy: Genealogy, hidden: frozenset[str]) -> bool:
    """Whether a word of the title is part of a name or id of the hidden, or the reverse."""
    title = _words(genealogy.name)
    theirs = {
        word
        for i in map(genealogy.at, hidden)
        for word in _words(f"{genealogy.names[i]} {genealogy.ids[i]}")
    }
    return any(one in other or other in one for one in title for other in theirs)


def _words(text: str) -> set[str]:
    """Words of three letters or more (two of other scripts), without case and accents."""
    words = re.findall(r"[^\W\d_]{2,}", fold(text))
    return {word for word in words if len(word) > 2 or not word.isascii()}


def _neutral(genealogy: Genealogy, hidden: frozenset[str]) -> dict[str, str]:
    """New ids for the hidden; everyone else keeps theirs."""
    kept = set(genealogy.ids) - hidden
    free = (f"living_{number}" for number in count(1) if f"living_{number}" not in kept)
    return {i: next(free) if i in hidden else i for i in genealogy.ids}


def _latest_births(genealogy: Genealogy) -> list[int | None]:
    """Everyone's year of birth, or the last it can have been; None if nothing bounds it."""
    latest = list(genealogy.births)
    bounds = _fixed(genealogy)
    for i, birth in enumerate(genealogy.births):
        if birth is None:
            latest[i] = min(bounds[i], default=None)
    for _ in range(_ROUNDS):
        changed = False
        for i, birth in enumerate(genealogy.births):
            if birth is not None:
                continue
            its = [latest[i], *_passed(genealogy, latest, i)]
            best = min((year for year in its if year is not None), default=None)
            changed = changed or best != latest[i]
            latest[i] = best
        if not changed:
            break
    return latest


def _fixed(genealogy: Genealogy) -> list[list[int]]:
    """For everyone the years before which they were born whatever the others' births."""
    bounds: list[list[int]] = [[] if death is None else [death] for death in genealogy.deaths]
    for union in genealogy.unions:
        for year in (union.start, union.end):
            if year is not None:
                bounds[genealogy.at(union.a)].append(year)
                bounds[genealogy.at(union.b)].append(year)
    for adopters, death in zip(genealogy.adoptions, genealogy.deaths, strict=True):
        for adopter in adopters:
            if death is not None:
                bounds[adopter].append(death)
    return bounds


def _passed(genealogy: Genealogy, latest: list[int | None], i: int) -> Iterator[int | None]:
    """Bounds on one birth from children, parents and partners."""
    for child in genealogy.children_at(i):
        born = latest[child]
        yield None if born is None else born - YOUNGEST_PARENT
    for parent, late in ((genealogy.fathers[i], 1), (genealogy.mothers[i], 0)):
        if parent != NONE:
            yield _plus(_end(genealogy, latest, parent), late)
    for partner in genealogy.partners_at(i):
        yield _end(genealogy, latest, partner)


def _end(genealogy: Genealogy, latest: list[int | None], i: int) -> int | None:
    """The last year somebody can have lived."""
    death = genealogy.deaths[i]
    return _plus(latest[i], LONGEST_LIFE) if death is None else death


def _plus(year: int | None, more: int) -> int | None:
    return None if year is None else year + more
