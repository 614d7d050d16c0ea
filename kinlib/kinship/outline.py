"""A drawn genealogy as lines of text: for screen readers, for copying, for looking up.

Descendants stand indented under the eldest couples. Each person has one entry, and a later
appearance (in the family of the parents, of another partner, of adopters) refers to it:

>>> people = [Person("a", "Ann", sex="f", birth=1812), Person("b", "Bob", mother="a")]
>>> print(outline_text(Genealogy.build("Two", people), ["a", "b"]))
Ann (woman, b. 1812)
  Bob (sex not known)
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from kinlib.kinship.genealogy import Genealogy, Person
from kinlib.kinship.generations import families
from kinlib.kinship.years import dated, years

SEX = {"m": "man", "f": "woman", "u": "sex not known"}

Group = tuple[int, ...]  # a parent, or two partners in ascending order


@dataclass(frozen=True, slots=True)
class OutlineLine:
    """One line: `text` about the person with this id, `depth` steps in.

    A "partner" stands below the person whose partner it is, and the children of both, one step
    further in, below the partner. `entry` is False where the line only refers to one above.
    """

    depth: int
    person: str
    kind: Literal["person", "partner"]
    entry: bool
    text: str


def outline(
    genealogy: Genealogy, people: Collection[str], *, tags: Mapping[str, str] | None = None
) -> tuple[OutlineLine, ...]:
    """Lines for these people and for what links them; each of them is the entry of one line.

    Families stand in the order of their eldest, children in the order of birth, and children of
    one parent alone before those of couples. `tags` are short words after a name, such as kin
    terms. KinError if an id is not in the genealogy.
    """
    who = sorted({genealogy.at(person_id) for person_id in people})
    return tuple(_Writer(genealogy, who, tags or {}).lines())


def outline_text(
    genealogy: Genealogy, people: Collection[str], *, tags: Mapping[str, str] | None = None
) -> str:
    """The outline as plain text, two spaces a step, one line break after each line but the last."""
    lines = outline(genealogy, people, tags=tags)
    return "\n".join("  " * line.depth + " ".join(line.text.split()) for line in lines)


@dataclass
class _Links:
    """Who is linked with whom among the people of an outline, by position in the genealogy."""

    above: dict[int, set[int]]
    children: dict[Group, list[int]]
    adopted: dict[Group, list[int]]
    groups: dict[int, list[Group]]  # in which each person is a parent or partner, earliest first


def _links(genealogy: Genealogy, who: list[int]) -> _Links:
    chosen = set(who)
    children: defaultdict[Group, list[int]] = defaultdict(list)
    adopted: defaultdict[Group, list[int]] = defaultdict(list)
    above: dict[int, set[int]] = {}
    for i in sorted(who, key=genealogy.seniority):
        parents = [p for p in genealogy.parents_at(i) if p in chosen]
        if parents:
            children[tuple(sorted(parents))].append(i)
        left = [a for a in genealogy.adopters_at(i) if a in chosen]
        above[i] = {*parents, *left}
        while left:
            one = left.pop(0)
            other = next((a for a in left if a in genealogy.partners_at(one)), None)
            if other is not None:
                left.remove(other)
            adopted[(one,) if other is None else (one, other)].append(i)
    groups = {
        i: [
            *([(i,)] if (i,) in children or (i,) in adopted else []),
            *((min(i, j), max(i, j)) for j in genealogy.partners_at(i) if j in chosen),
        ]
        for i in who
    }
    return _Links(above, dict(children), dict(adopted), groups)


def _lineages(genealogy: Genealogy, who: list[int]) -> dict[int, int]:
    """Each person with all ancestors, drawn or not, as a set of bits by position.

    Two share an ancestor, or one is the other's, if they share a bit: for the couples of a long
    line far quicker than walking up from each.
    """
    found: dict[int, int] = {}
    waiting = list(who)
    while waiting:
        i = waiting[-1]
        parents = genealogy.parents_at(i)
        if above := [p for p in parents if p not in found]:
            waiting += above
            continue
        waiting.pop()
        found[i] = 1 << i
        for parent in parents:
            found[i] |= found[parent]
    return found


# What is still to be written, last first: a person at a depth (as a child of adopters?), a group
# below one of its members, or the other groups of somebody who was written as a partner.
Task = tuple[Literal["person", "adopted", "group", "others"], int, Group, int]


@dataclass
class _Writer:
    """Writes an outline without recursion: chains of descent may be longer than Python's stack."""

    genealogy: Genealogy
    who: list[int]
    tags: Mapping[str, str]
    links: _Links = field(init=False)
    written: set[int] = field(default_factory=set)
    done: set[Group] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.links = _links(self.genealogy, self.who)
        self.lineages = _lineages(self.genealogy, self.who)
        self.spans: defaultdict[Group, list[str]] = defaultdict(list)
        for union in self.genealogy.unions:
            ends = (self.genealogy.at(union.a), self.genealogy.at(union.b))
            if words := _span(union.start, union.end):
                self.spans[min(ends), max(ends)].append(words)

    def lines(self) -> Iterator[OutlineLine]:
        for start in self._starts():
            if start not in self.written:
                yield from self._below(start)

    def _starts(self) -> list[int]:
        """Everyone without parents here: families by their eldest, and in each those first who
        did not marry into a line that will come to them.
        """
        local = {i: k for k, i in enumerate(self.who)}
        above = [[local[p] for p in self.links.above[i]] for i in self.who]
        groups = self.links.groups
        pairs = [(local[g[0]], local[g[-1]]) for i in self.who for g in groups[i]]
        seniority = self.genealogy.seniority
        found = []
        for family in families(above, pairs):
            eldest = min(seniority(self.who[k]) for k in family)
            for i in (self.who[k] for k in family if not above[k]):
                married_in = any(self.links.above[j] for g in groups[i] for j in g)
                found.append((eldest, married_in, seniority(i), i))
        return [i for *_, i in sorted(found)]

    def _below(self, start: int) -> Iterator[OutlineLine]:
        tasks: list[Task] = [("person", start, (), 0)]
        while tasks:
            what, i, group, depth = tasks.pop()
            if what == "group":
                if group not in self.done:
                    self.done.add(group)
                    yield from (self._partner(j, group, depth) for j in group if j != i)
                    tasks += reversed(self._children(group, depth + 1))
                continue
            groups = self.links.groups[i]
            if what != "others":
                yield self._person(i, depth, adopted=what == "adopted")
            elif any(other not in self.done for other in groups):
                yield self._again(i, depth)
            # who has parents here has other families below them, all others have them here
            new = [
                j for g in groups for j in g if j not in self.written and not self.links.above[j]
            ]
            tasks += [("others", j, (), depth) for j in reversed(new)]
            tasks += [("group", i, g, depth) for g in reversed(groups)]

    def _children(self, group: Group, depth: int) -> list[Task]:
        born = self.links.children.get(group, ())
        adopted = self.links.adopted.get(group, ())
        return [
            *(("person", child, (), depth) for child in born),
            *(("adopted", child, (), depth) for child in adopted),
        ]

    def _person(self, i: int, depth: int, *, adopted: bool) -> OutlineLine:
        person = self.genealogy.person(self.genealogy.ids[i])
        entry = i not in self.written
        self.written.add(i)
        if entry:
            text = f"{_name(person)} ({self._facts(person, adopted)})"
        else:
            text = f"see above: {_name(person, full=True)}{' (adopted)' if adopted else ''}"
        return OutlineLine(depth, person.id, "person", entry, text)

    def _again(self, i: int, depth: int) -> OutlineLine:
        person = self.genealogy.person(self.genealogy.ids[i])
        text = f"other families of {_name(person, full=True)}, see above"
        return OutlineLine(depth, person.id, "partner", False, text)

    def _partner(self, i: int, group: Group, depth: int) -> OutlineLine:
        person = self.genealogy.person(self.genealogy.ids[i])
        entry = i not in self.written
        self.written.add(i)
        said = [f"with {_name(person)} ({self._facts(person)})"] if entry else []
        said += [] if entry else [f"with {_name(person, full=True)}"]
        said += self.spans[group]
        kin = self.lineages[group[0]] & self.lineages[group[1]]
        said += ["related by descent"] if kin else []
        said += [] if entry else ["see above"]
        return OutlineLine(depth, person.id, "partner", entry, ", ".join(said))

    def _facts(self, person: Person, adopted: bool = False) -> str:
        facts = (SEX[person.sex], years(person), "adopted" if adopted else "")
        return ", ".join(filter(None, (*facts, self.tags.get(person.id, ""))))


def _name(person: Person, *, full: bool = False) -> str:
    """The name, and in full the years too, which tell namesakes apart."""
    name = person.name or person.id
    return f"{name}, {years(person)}" if full and years(person) else name


def _span(start: int | None, end: int | None) -> str:
    """When a union was: "m. 1839", "m. 1839–1850", "until 1850" or ""."""
    if start is None:
        return "" if end is None else f"until {dated(end)}"
    return f"m. {dated(start)}" if end is None else f"m. {dated(start)}–{dated(end)}"
