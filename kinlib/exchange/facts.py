"""What an RDF graph in the family: vocabulary says of people: an input of `rdf`."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from urllib.parse import unquote

from rdflib import RDF, RDFS, Graph, Literal, Namespace, URIRef
from rdflib.term import Node

from kinlib.errors import KinError
from kinlib.kinship.findings import Finding, Kind
from kinlib.kinship.genealogy import Person, Sex, Union, natural

FAMILY = Namespace("http://example.org/family/")
PERSON = Namespace("http://example.org/person/")

_ABOUT_PEOPLE = ("hasFather", "hasMother", "hasParent", "hasChild", "hasSon", "hasDaughter")
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
    links: dict[str, list[tuple[Node, Node]]]
    sexes: dict[Node, set[Sex]]
    ids: dict[Node, str]
    names: dict[Node, str]
    found: list[Finding]

    def who(self, *nodes: Node) -> str:
        """Names with ids, joined by "and"."""
        both = ((self.names[node], self.ids[node]) for node in nodes)
        return " and ".join(name if name == i else f"{name} ({i})" for name, i in both)

    def fault(self, kind: Kind, nodes: Iterable[Node], sentence: str) -> None:
        """Note a contradiction."""
        self.found.append(Finding(kind, tuple(self.ids[node] for node in nodes), sentence))

    def sorted(self, nodes: Iterable[Node]) -> list[Node]:
        """Nodes in the natural order of their ids."""
        return sorted(nodes, key=lambda node: natural(self.ids[node]))


def facts_of(graph: Graph, name: str) -> Facts:
    """All primitive facts of a graph, whether or not they make a genealogy."""
    found: list[Finding] = []
    links = {word: _links(graph, word, found) for word in (*_ABOUT_PEOPLE, _ADOPTERS, *_SPOUSES)}
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
    adopters: defaultdict[Node, set[Node]] = defaultdict(set)
    for child, adopter in links[_ADOPTERS]:
        adopters[child].add(adopter)
    people = tuple(
        replace(
            _person(reading, node),
            father=ids[fathers[node]] if node in fathers else None,
            mother=ids[mothers[node]] if node in mothers else None,
            adopters=tuple(ids[adopter] for adopter in reading.sorted(adopters.get(node, ()))),
        )
        for node in reading.sorted(sexes)
    )
    found += _undescribed(reading)
    spouses = {tuple(sorted((ids[a], ids[b]))) for word in _SPOUSES for a, b in links[word]}
    unions = tuple(Union(a, b) for a, b in sorted(spouses))
    return Facts(people, unions, tuple(found))


def _links(graph: Graph, word: str, found: list[Finding]) -> list[tuple[Node, Node]]:
    """Who is linked to whom by a word, without links to what is no person."""
    links = []
    for one, other in graph.subject_objects(FAMILY[word]):
        if isinstance(other, Literal):
            text = (
                f"A relative of {local(one)} is the text {str(other)[:40]!r}; write a person "
                "there, such as person:p1."
            )
            found.append(Finding("not a person", (local(one),), text))
        else:
            links.append((one, other))
    return links


def _sexes(graph: Graph, links: Mapping[str, Iterable[tuple[Node, Node]]]) -> dict[Node, set[Sex]]:
    """Everyone who has a type of people or is linked to somebody, with the sexes given."""
    sexes: defaultdict[Node, set[Sex]] = defaultdict(set)
    kinds: dict[URIRef, set[Sex]] = {FAMILY.Male: {"m"}, FAMILY.Female: {"f"}, FAMILY.Person: set()}
    for kind, sex in kinds.items():
        for node in graph.subjects(RDF.type, kind):
            sexes[node] |= sex
    for one, other in (pair for pairs in links.values() for pair in pairs):
        sexes.setdefault(one, set())
        sexes.setdefault(other, set())
    return dict(sexes)


def _person(reading: _Reading, node: Node) -> Person:
    """What the graph says of one person, apart from kin."""
    graph, who = reading.graph, reading.who(node)
    if len(reading.sexes[node]) > 1:
        reading.fault("both sexes", [node], f"{who} is both male and female; keep one type.")
    years: list[int | None] = []
    for word in ("yearOfBirth", "yearOfDeath"):
        value = _one(graph, node, FAMILY[word])
        text = str(value).strip()
        good = value is not None and re.fullmatch(r"[+-]?\d{1,6}", text)
        years.append(int(text) if good else None)
        if value is not None and not good:
            sentence = f"family:{word} of {who} is {str(value)!r}; write a year like 1880."
            reading.fault("not a year", [node], sentence)
    group = _one(graph, node, FAMILY.belongsToClan)
    return Person(
        id=reading.ids[node],
        name=reading.names[node],
        given=text_of(graph, node, FAMILY.firstName),
        surname=text_of(graph, node, FAMILY.surname),
        sex=next(iter(reading.sexes[node])) if len(reading.sexes[node]) == 1 else "u",
        birth=years[0],
        death=years[1],
        descent_group=None if group is None else local(group),
    )


def _parents(reading: _Reading) -> tuple[dict[Node, Node], dict[Node, Node]]:
    """Father and mother of each child; unsexed or same-sex parents fill the free place."""
    links, sexes = reading.links, reading.sexes
    fathers = _only(reading, "hasFather", "two fathers")
    mothers = _only(reading, "hasMother", "two mothers")
    loose = {(child, parent) for child, parent in links["hasParent"]}
    loose |= {(c, p) for word in ("hasChild", "hasSon", "hasDaughter") for p, c in links[word]}
    third: defaultdict[Node, list[Node]] = defaultdict(list)
    # parents whose sex is known choose their place before others
    for child, parent in sorted(loose, key=lambda pair: (not sexes[pair[1]], str(pair))):
        if parent in (fathers.get(child), mothers.get(child)):
            continue
        wanted = (mothers, fathers) if "f" in sexes[parent] else (fathers, mothers)
        free = next((places for places in wanted if child not in places), None)
        if free is None:
            third[child].append(parent)
        else:
            free[child] = parent
    for child in reading.sorted(third):
        also = f"also {reading.who(*third[child])}"
        reading.fault(
            "more than two parents",
            (child, fathers[child], mothers[child], *third[child]),
            f"{reading.who(child)} has more than two parents ({also}); keep two.",
        )
    return fathers, mothers


def _only(reading: _Reading, word: str, kind: Kind) -> dict[Node, Node]:
    """The one value of each child; of several the first."""
    values: defaultdict[Node, set[Node]] = defaultdict(set)
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
    by: dict[Node, Node] = {}
    for one, other in (pair for pairs in reading.links.values() for pair in pairs):
        by.setdefault(other, one)
    for node in reading.sorted(by):
        if (node, None, None) not in reading.graph:
            text = f"{reading.who(node)} is named as kin by {reading.who(by[node])}, not described."
            people = (reading.ids[node], reading.ids[by[node]])
            yield Finding("person not described", people, text, "notable")


def _ids(nodes: Iterable[Node]) -> dict[Node, str]:
    """An id for each person: the rest of a person: IRI, else its last part if nobody shares it."""
    short = {node: local(node) for node in nodes}
    times = Counter(short.values())
    return {node: text if times[text] == 1 else str(node) for node, text in short.items()}


def local(node: Node) -> str:
    """The part of an IRI that tells people apart."""
    text = str(node)
    for space in (PERSON, FAMILY):
        if text.startswith(space) and len(text) > len(space):
            return unquote(text[len(space) :])
    return unquote(re.split(r"[/#]", text.rstrip("/#"))[-1]) or text


def _one(graph: Graph, node: Node, word: URIRef) -> Node | None:
    return min(graph.objects(node, word), key=str, default=None)


def text_of(graph: Graph, node: Node, word: URIRef) -> str:
    """The value; of several the one without a language, then the first in order."""
    values = [value for value in graph.objects(node, word) if isinstance(value, Literal)]
    return str(min(values, key=lambda v: (v.language or "", str(v)), default=""))


def _name(graph: Graph, node: Node) -> str:
    """The label, else given name and surname, else nothing."""
    given, surname = (text_of(graph, node, FAMILY[word]) for word in ("firstName", "surname"))
    return text_of(graph, node, RDFS.label) or f"{given} {surname}".strip()
