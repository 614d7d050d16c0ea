"""What an RDF graph in the family: vocabulary says of people: an input of `rdf`."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import unquote

from kinlib.errors import KinError
from kinlib.exchange.graph import LABEL, Graph, Literal
from kinlib.exchange.parents import in_places
from kinlib.exchange.turtle import FAMILY, PERSON
from kinlib.kinship.findings import Finding, Kind
from kinlib.kinship.genealogy import Person, Sex, Union, natural

_CHILDREN = ("hasChild", "hasSon", "hasDaughter")
_PARENTS = ("hasFather", "hasMother", "hasParent")
_ADOPTERS = "hasAdoptiveParent"
_SPOUSES = ("hasSpouse", "hasHusband", "hasWife")


@dataclass(frozen=True)
class Facts:
    """People and unions as a graph has them; `findings` tell where it contradicts itself.

    Of two fathers, say, the people have the first.
    """

    people: tuple[Person, ...]
    unions: tuple[Union, ...]
    findings: tuple[Finding, ...]


@dataclass
class _Reading:
    """One graph on its way to `Facts`: links between people by word, people by node."""

    graph: Graph
    links: dict[str, list[tuple[str, str]]]
    sexes: dict[str, set[Sex]]
    ids: dict[str, str]
    names: dict[str, str]
    found: list[Finding]

    def who(self, *nodes: str) -> str:
        """Names with ids, joined by "and"."""
        both = ((self.names[node], self.ids[node]) for node in nodes)
        return " and ".join(name if name == i else f"{name} ({i})" for name, i in both)

    def fault(self, kind: Kind, nodes: Iterable[str], sentence: str) -> None:
        """Note a contradiction."""
        self.found.append(Finding(kind, tuple(self.ids[node] for node in nodes), sentence))

    def sorted(self, nodes: Iterable[str]) -> list[str]:
        """Nodes in the natural order of their ids."""
        all_nodes = list(nodes)
        if len(all_nodes) < 2:
            return all_nodes
        return sorted(all_nodes, key=lambda node: natural(self.ids[node]))


def facts_of(graph: Graph, name: str) -> Facts:
    """All primitive facts of a graph, whether or not they make a genealogy."""
    found: list[Finding] = []
    words = (*_PARENTS, *_CHILDREN, _ADOPTERS, *_SPOUSES)
    links = {word: _links(graph, word, found) for word in words}
    sexes = _sexes(graph, links)
    if not sexes and not found:
        raise KinError(
            f"{name}: nobody in this file; people need the type family:Person "
            f"(<{FAMILY}Person>), family:Male or family:Female."
        )
    ids = _ids(sexes)
    names = {node: _name(graph, node) or ids[node] for node in sexes}
    reading = _Reading(graph, links, sexes, ids, names, found)
    fathers, mothers = _parents(reading)
    adopters: defaultdict[str, set[str]] = defaultdict(set)
    for child, adopter in links[_ADOPTERS]:
        adopters[child].add(adopter)
    people = tuple(
        _person(reading, node, fathers.get(node), mothers.get(node), adopters.get(node, set()))
        for node in reading.sorted(sexes)
    )
    found += _undescribed(reading)
    spouses = {tuple(sorted((ids[a], ids[b]))) for word in _SPOUSES for a, b in links[word]}
    unions = tuple(Union(a, b) for a, b in sorted(spouses))
    return Facts(people, unions, tuple(found))


def _links(graph: Graph, word: str, found: list[Finding]) -> list[tuple[str, str]]:
    """Who is linked to whom by a word, without links to what is no person."""
    links = []
    for one, other in graph.pairs(FAMILY + word):
        if isinstance(other, Literal):
            text = (
                f"A relative of {local(one)} is the text {other.text[:40]!r}; write a person "
                "there, such as person:p1."
            )
            found.append(Finding("not a person", (local(one),), text))
        else:
            links.append((one, other))
    return links


def _sexes(graph: Graph, links: Mapping[str, Iterable[tuple[str, str]]]) -> dict[str, set[Sex]]:
    """Everyone who has a type of people or is linked to somebody, with the sexes given."""
    sexes: defaultdict[str, set[Sex]] = defaultdict(set)
    kinds: dict[str, set[Sex]] = {"Male": {"m"}, "Female": {"f"}, "Person": set()}
    for kind, sex in kinds.items():
        for node in graph.instances(FAMILY + kind):
            sexes[node] |= sex
    for one, other in (pair for pairs in links.values() for pair in pairs):
        sexes.setdefault(one, set())
        sexes.setdefault(other, set())
    return dict(sexes)


def _person(
    reading: _Reading, node: str, father: str | None, mother: str | None, adopters: set[str]
) -> Person:
    """What the graph says of one person."""
    graph, ids = reading.graph, reading.ids
    if len(reading.sexes[node]) > 1:
        sentence = f"{reading.who(node)} is both male and female; keep one type."
        reading.fault("both sexes", [node], sentence)
    years: list[int | None] = []
    for word in ("yearOfBirth", "yearOfDeath"):
        value = _one(graph, node, FAMILY + word)
        text = str(value).strip()
        good = value is not None and re.fullmatch(r"[+-]?\d{1,6}", text)
        years.append(int(text) if good else None)
        if value is not None and not good:
            sentence = f"family:{word} of {reading.who(node)} is {value!r}; write a year like 1880."
            reading.fault("not a year", [node], sentence)
    group = _one(graph, node, FAMILY + "belongsToClan")
    return Person(
        id=ids[node],
        name=reading.names[node],
        given=text_of(graph, node, FAMILY + "firstName"),
        surname=text_of(graph, node, FAMILY + "surname"),
        sex=next(iter(reading.sexes[node])) if len(reading.sexes[node]) == 1 else "u",
        birth=years[0],
        death=years[1],
        father=None if father is None else ids[father],
        mother=None if mother is None else ids[mother],
        descent_group=None if group is None else local(group),
        adopters=tuple(ids[adopter] for adopter in reading.sorted(adopters)),
    )


def _parents(reading: _Reading) -> tuple[dict[str, str], dict[str, str]]:
    """Father and mother of each child; unsexed or same-sex parents fill the free place."""
    links, sexes = reading.links, reading.sexes
    fathers = _only(reading, "hasFather", "two fathers")
    mothers = _only(reading, "hasMother", "two mothers")
    loose: defaultdict[str, set[str]] = defaultdict(set)
    for child, parent in links["hasParent"]:
        loose[child].add(parent)
    for parent, child in (pair for word in _CHILDREN for pair in links[word]):
        loose[child].add(parent)
    third: dict[str, list[str]] = {}
    for child, parents in loose.items():
        others = [(parent, _sex(sexes[parent])) for parent in reading.sorted(parents)]
        father, mother, left = in_places(fathers.get(child), mothers.get(child), others)
        if father is not None:
            fathers[child] = father
        if mother is not None:
            mothers[child] = mother
        if left:
            third[child] = left
    for child in reading.sorted(third):
        also = f"also {reading.who(*third[child])}"
        reading.fault(
            "more than two parents",
            (child, fathers[child], mothers[child], *third[child]),
            f"{reading.who(child)} has more than two parents ({also}); keep two.",
        )
    return fathers, mothers


def _sex(told: set[Sex]) -> Sex:
    """The sex that decides a parent's place."""
    return "f" if "f" in told else "m" if told else "u"


def _only(reading: _Reading, word: str, kind: Kind) -> dict[str, str]:
    """The one value of each child; of several the first."""
    values: defaultdict[str, set[str]] = defaultdict(set)
    for child, parent in reading.links[word]:
        values[child].add(parent)
    first = {}
    for child in reading.sorted(values):
        first[child], *more = parents = reading.sorted(values[child])
        if more:
            number = "two" if len(parents) == 2 else len(parents)
            text = f"has {number} values of family:{word}, {reading.who(*parents)}; keep one."
            reading.fault(kind, (child, *parents), f"{reading.who(child)} {text}")
    return first


def _undescribed(reading: _Reading) -> Iterator[Finding]:
    """People others name as kin and the graph says nothing of: an id may be misspelt."""
    by: dict[str, str] = {}
    for one, other in (pair for pairs in reading.links.values() for pair in pairs):
        by.setdefault(other, one)
    for node in reading.sorted(by):
        if not reading.graph.describes(node):
            text = f"{reading.who(node)} is named as kin by {reading.who(by[node])}, not described."
            people = (reading.ids[node], reading.ids[by[node]])
            yield Finding("person not described", people, text, "notable")


def _ids(nodes: Iterable[str]) -> dict[str, str]:
    """An id for each person: the rest of a person: IRI, else its last part if nobody shares it."""
    short = {node: local(node) for node in nodes}
    times = Counter(short.values())
    return {node: text if times[text] == 1 else str(node) for node, text in short.items()}


def local(node: str) -> str:
    """The part of an IRI that tells people apart."""
    text = str(node)
    for space in (PERSON, FAMILY):
        if text.startswith(space) and len(text) > len(space):
            return unquote(text[len(space) :])
    return unquote(re.split(r"[/#]", text.rstrip("/#"))[-1]) or text


def _one(graph: Graph, node: str, word: str) -> str | None:
    values = (v.text if isinstance(v, Literal) else v for v in graph.values(node, word))
    return min(values, default=None)


def text_of(graph: Graph, node: str, word: str) -> str:
    """The value; of several the one without a language, then the first in order."""
    values = [value for value in graph.values(node, word) if isinstance(value, Literal)]
    return min(values, key=lambda v: (v.language, v.text), default=Literal("")).text


def _name(graph: Graph, node: str) -> str:
    """The label, else given name and surname, else nothing."""
    given, surname = (text_of(graph, node, FAMILY + word) for word in ("firstName", "surname"))
    return text_of(graph, node, LABEL) or f"{given} {surname}".strip()
