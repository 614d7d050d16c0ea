"""Whether the people of a genealogy can have lived as it says: who is named, in which years.

Years are calendar years, so every difference may be off by one; no rule looks for finer faults,
such as siblings born within nine months. Where a year is unknown nothing is said. Bounds are wide:
what lies beyond them is almost always a slip. Which unions are lawful differs between societies,
so unions of children, of parent and child and of full siblings are notable and no faults; so are
two parents of one sex, and a younger or a dead adopter (heirs were adopted for the dead).

>>> from kinlib.kinship.genealogy import Genealogy, Person
>>> two = [Person("a", "Ann", birth=1880), Person("b", "Bob", birth=1855, mother="a")]
>>> [finding.sentence for finding in check(Genealogy.build("Two", two))]
['Bob (b), born 1855, is older than the mother, Ann (a), born 1880.']
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

from kinlib.kinship.findings import Finding, Kind, called
from kinlib.kinship.genealogy import Genealogy, Person, Union
from kinlib.kinship.problems import impossible
from kinlib.kinship.years import dated

YOUNGEST_PARENT = 10  # years between a parent and a child, at least
OLDEST_MOTHER = 60  # years between a mother and a child, at most
OLDEST_FATHER = 90
AFTER_FATHER = 1  # years from a father's death to a child's birth, at most
LONGEST_LIFE = 120
CHILDHOOD = 10  # a partner younger than this is a child

_People = Mapping[str, Person]
_notable = partial(Finding, severity="notable")


def check(genealogy: Genealogy) -> tuple[Finding, ...]:
    """Everything that looks wrong, faults first, then by kind and by person."""
    return _sorted(_doubts(tuple(genealogy.people()), genealogy.unions))


def check_people(
    people: Sequence[Person], unions: Iterable[Union] = (), found: Iterable[Finding] = ()
) -> tuple[Finding, ...]:
    """The same for people and unions that may be no genealogy, and what keeps them from being one.

    A parent, adopter or partner nobody has the id of is told once and passed over then. What was
    `found` before, on reading the people, takes its place among the rest.
    """
    given = tuple(unions)
    return _sorted([*found, *impossible(people, given), *_doubts(people, given)])


def _sorted(found: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple(sorted(found, key=lambda finding: finding.rank))


def _doubts(people: Sequence[Person], unions: Sequence[Union]) -> Iterator[Finding]:
    """What looks wrong with people who may or may not be a genealogy."""
    known = {person.id: person for person in people}
    for person in people:
        yield from _life(person)
        parents = [
            (role, known[parent])
            for role, parent in (("father", person.father), ("mother", person.mother))
            if parent is not None and parent in known
        ]
        if parents:
            yield from _births(person, parents)
            yield from _sexes(person, parents)
        if person.adopters:
            yield from _adoptions(person, known)
    for union in unions:
        if union.a in known and union.b in known:
            yield from _union(union, known)
    yield from _close_partners(people, unions, known)


def _life(person: Person) -> Iterator[Finding]:
    birth, death, who = person.birth, person.death, (person.id,)
    if birth is None or death is None:
        return
    if death < birth:
        text = f"{called(person)} died in {dated(death)}, before being born in {dated(birth)}."
        yield Finding("death before birth", who, text)
    elif death - birth > LONGEST_LIFE:
        text = (
            f"{called(person)} lived {death - birth} years, from {dated(birth)} to {dated(death)}."
        )
        yield Finding("life too long", who, text)


def _births(child: Person, parents: Iterable[tuple[str, Person]]) -> Iterator[Finding]:
    """Findings about when a child was born, seen from each parent."""
    if child.birth is None:
        return
    younger = []
    for place, parent in parents:
        role = {"m": "father", "f": "mother", "u": place}[parent.sex]
        if parent.birth is not None and child.birth < parent.birth:
            younger.append((role, parent, parent.birth))
        elif parent.birth is not None:
            yield from _age(child, child.birth, parent, child.birth - parent.birth, role)
        if parent.death is not None:
            yield from _late(child, child.birth, parent, child.birth - parent.death, role)
    if younger:
        elders = ", and ".join(
            f"the {role}, {called(p)}, born {dated(birth)}" for role, p, birth in younger
        )
        yield Finding(
            "child older than a parent",
            (child.id, *(parent.id for _, parent, _ in younger)),
            f"{called(child)}, born {dated(child.birth)}, is older than {elders}.",
        )


def _age(child: Person, year: int, parent: Person, gap: int, role: str) -> Iterator[Finding]:
    """Findings about the age of a parent at a birth."""
    limit, kind = _OLDEST[role]
    if gap < YOUNGEST_PARENT:
        kind = "parent too young"
    elif gap <= limit:
        return
    text = f"{called(child)}, born {dated(year)}, has a {role} {_years(gap)} older: "
    yield Finding(kind, (child.id, parent.id), f"{text}{called(parent)}, born {dated(year - gap)}.")


def _late(child: Person, year: int, parent: Person, gap: int, role: str) -> Iterator[Finding]:
    """Findings about children born after a parent's death."""
    limit, kind = _LATEST[role]
    if gap <= limit:
        return
    text = f"{called(child)} was born in {dated(year)}, {_years(gap)} after the {role}, "
    yield Finding(
        kind, (child.id, parent.id), f"{text}{called(parent)}, died in {dated(year - gap)}."
    )


def _sexes(child: Person, parents: Sequence[tuple[str, Person]]) -> Iterator[Finding]:
    """Fathers who are women and mothers who are men, unless two parents of one sex have a child.

    A genealogy has a place for a father and one for a mother, and two women stand in both.
    """
    sexes = [parent.sex for _, parent in parents]
    ids = (child.id, *(parent.id for _, parent in parents))
    if len(set(ids)) == 3 and sexes in (["m", "m"], ["f", "f"]):
        one, other = (called(parent) for _, parent in parents)
        text = f"Both parents of {called(child)}, {one} and {other}, are {_MANY[sexes[0]]}."
        yield _notable("parents of one sex", ids, text)
        return
    for role, parent in parents:
        if (role, parent.sex) in (("father", "f"), ("mother", "m")):
            text = f"{called(parent)}, the {role} of {called(child)}, is {_ONE[parent.sex]}."
            yield Finding("parent of the wrong sex", (child.id, parent.id), text)


def _adoptions(child: Person, known: _People) -> Iterator[Finding]:
    if child.birth is None:
        return
    for adopter in (known[i] for i in child.adopters if i in known):
        ids, text = (
            (child.id, adopter.id),
            f"{called(child)}, born {dated(child.birth)}, was adopted by ",
        )
        if adopter.birth is not None and child.birth <= adopter.birth:
            text += f"{called(adopter)}, who is no older, born {dated(adopter.birth)}."
            yield _notable("adopter younger than the adopted", ids, text)
        if adopter.death is not None and child.birth > adopter.death:
            text += f"{called(adopter)}, dead since {dated(adopter.death)}."
            yield _notable("adopter died before the adopted was born", ids, text)


def _union(union: Union, known: _People) -> Iterator[Finding]:
    """Findings about the years of a union."""
    ids, start, end = tuple(dict.fromkeys((union.a, union.b))), union.start, union.end
    text = "The union of " + " and ".join(called(known[i]) for i in (union.a, union.b))
    if start is not None and end is not None and end < start:
        text_end = f"{text} ended in {dated(end)}, before it began in {dated(start)}."
        yield Finding("union ends before it begins", ids, text_end)
    for person in (known[i] for i in ids):
        years = [(verb, y) for verb, y in (("began", start), ("ended", end)) if y is not None]
        for verb, year in years:
            if person.birth is not None and year < person.birth:
                words = f"{text} {verb} in {dated(year)}, before {called(person)} was born in"
                yield Finding("union before birth", ids, f"{words} {dated(person.birth)}.")
            if person.death is not None and year > person.death:
                words = f"{text} {verb} in {dated(year)}, after {called(person)} died in"
                yield Finding("union after death", ids, f"{words} {dated(person.death)}.")
        if person.birth is not None and start is not None:
            age = start - person.birth
            if 0 <= age < CHILDHOOD:
                words = (
                    f"{text} began in {dated(start)}, when {called(person)} was {_years(age)} old"
                )
                yield _notable("union in childhood", ids, f"{words}.")


def _close_partners(
    people: Iterable[Person], unions: Iterable[Union], known: _People
) -> Iterator[Finding]:
    """Partners, or parents of one child, who are parent and child or full siblings."""
    pairs = [(union.a, union.b) for union in unions]
    pairs += [(p.father, p.mother) for p in people if p.father and p.mother]
    once: dict[tuple[str, ...], tuple[str, str]] = {}
    for pair in pairs:
        once.setdefault(tuple(sorted(pair)), pair)
    for a, b in ((known[i], known[j]) for i, j in once.values() if i in known and j in known):
        for elder, younger in ((a, b), (b, a)):
            if elder is not younger and elder.id in (younger.father, younger.mother):
                text = f"{called(elder)} and {called(younger)}, partners, are parent and child."
                yield _notable("partners are parent and child", (elder.id, younger.id), text)
        theirs = {a.father, a.mother}
        if a is not b and None not in theirs and theirs == {b.father, b.mother}:
            text = f"{called(a)} and {called(b)}, partners, are children of the same two parents."
            yield _notable("partners are full siblings", (a.id, b.id), text)


def _years(number: int) -> str:
    return f"{number} year" if number == 1 else f"{number} years"


_OLDEST: dict[str, tuple[int, Kind]] = {
    "father": (OLDEST_FATHER, "father too old"),
    "mother": (OLDEST_MOTHER, "mother too old"),
}
_LATEST: dict[str, tuple[int, Kind]] = {
    "father": (AFTER_FATHER, "born after the father's death"),
    "mother": (0, "born after the mother's death"),
}
_ONE = {"m": "a man", "f": "a woman"}
_MANY = {"m": "men", "f": "women"}
