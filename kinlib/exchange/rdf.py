"""Genealogies as RDF in the vocabulary of the KinshipQA release, read from and written to Turtle.

Only primitive facts are read: sexes, names, years, clans, parents and spouses. Parents may be
given from either side (hasFather, hasMother, hasParent, or hasChild, hasSon, hasDaughter of the
parent). Written files hold the primitive facts and no derived ones; `family:yearOfDeath` is our
own addition to the vocabulary. Years of unions have no place in it: use tables or GEDCOM.
"""

import logging
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from urllib.parse import quote, unquote

from rdflib import RDF, RDFS, Graph, Literal, Namespace, URIRef
from rdflib.namespace import OWL
from rdflib.plugins.parsers.notation3 import BadSyntax
from rdflib.term import Node

from kinlib.errors import KinError
from kinlib.kinship.genealogy import Genealogy, Person, Sex, Union

FAMILY = Namespace("http://example.org/family/")
PERSON = Namespace("http://example.org/person/")
ONTOLOGY = Namespace("http://example.org/ontology/")

_HEADER = """\
@prefix family: <http://example.org/family/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix person: <http://example.org/person/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
"""
_ABOUT_PEOPLE = ("hasFather", "hasMother", "hasParent", "hasChild", "hasSon", "hasDaughter")
_SPOUSES = ("hasSpouse", "hasHusband", "hasWife")
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def read_turtle(data: bytes, name: str) -> Genealogy:
    """The genealogy in a Turtle file; its ontology header tells the kinship system, if any.

    People whose IRI starts with http://example.org/person/ keep the rest as their id, others the
    last part of their IRI. KinError with the line for text that is not Turtle, and for a file
    without people or with contradictions (two fathers, say).
    """
    return from_graph(parse_turtle(data, name), name)


def parse_turtle(data: bytes, name: str) -> Graph:
    """The RDF graph of a Turtle file; KinError with the line if it is not Turtle."""
    graph = Graph()
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise KinError(f"{name}, line {line}: not UTF-8 text; save the file as UTF-8.") from None
    terms = logging.getLogger("rdflib.term")
    disabled, terms.disabled = terms.disabled, True  # it logs years that are not numbers; we raise
    try:
        graph.parse(data=text, format="turtle")
    except BadSyntax as error:
        why = " ".join(str(error._why).split()) or "unexpected text"
        raise KinError(
            f"{name}, line {error.lines + 1}: not Turtle ({why}); mend that line."
        ) from None
    except (ValueError, IndexError, AssertionError) as error:
        raise KinError(f"{name}: not Turtle that can be read ({error}); mend the file.") from None
    finally:
        terms.disabled = disabled
    return graph


def system_of(graph: Graph) -> str | None:
    """The kinship system in the ontology header (".../ontology/crow_kinship": "crow")."""
    for node in sorted(graph.subjects(RDF.type, OWL.Ontology), key=str):
        found = re.search(r"/ontology/(\w+)_kinship$", str(node))
        if found:
            return found[1]
    return None


def title_of(graph: Graph) -> str | None:
    """What the ontology header calls the family, if anything."""
    for node in sorted(graph.subjects(RDF.type, OWL.Ontology), key=str):
        return _text(graph, node, RDFS.label) or None
    return None


def from_graph(graph: Graph, name: str) -> Genealogy:
    """The primitive facts of a graph in the family: vocabulary as a genealogy."""
    links = {word: list(graph.subject_objects(FAMILY[word])) for word in _ABOUT_PEOPLE}
    spouses = [pair for word in _SPOUSES for pair in graph.subject_objects(FAMILY[word])]
    sexes: dict[Node, set[Sex]] = defaultdict(set)
    kinds: dict[URIRef, set[Sex]] = {FAMILY.Male: {"m"}, FAMILY.Female: {"f"}, FAMILY.Person: set()}
    for kind, sex in kinds.items():
        for node in graph.subjects(RDF.type, kind):
            sexes[node] |= sex
    for pairs in (*links.values(), spouses):
        for one, other in pairs:
            sexes.setdefault(one, set())
            sexes.setdefault(other, set())
    if not sexes:
        raise KinError(
            f"{name}: nobody in this file; people need the type family:Person "
            f"(<{FAMILY}Person>), family:Male or family:Female."
        )
    ids = _ids(sexes)
    fathers, mothers = _parents(links, sexes, ids, name)
    people = []
    for node, its in sexes.items():
        if len(its) > 1:
            raise KinError(f"{name}: {ids[node]} is both male and female; keep one type.")
        given, surname = (_text(graph, node, FAMILY[word]) for word in ("firstName", "surname"))
        group = _one(graph, node, FAMILY.belongsToClan)
        people.append(
            Person(
                id=ids[node],
                name=_text(graph, node, RDFS.label) or f"{given} {surname}".strip() or ids[node],
                given=given,
                surname=surname,
                sex=next(iter(its), "u"),
                birth=_year(graph, node, "yearOfBirth", ids[node], name),
                death=_year(graph, node, "yearOfDeath", ids[node], name),
                father=fathers.get(node),
                mother=mothers.get(node),
                descent_group=None if group is None else _local(group),
            )
        )
    pairs_of_ids = {tuple(sorted((ids[a], ids[b]))) for a, b in spouses}
    unions = [Union(a, b) for a, b in sorted(pairs_of_ids)]
    notes = [_text(graph, node, RDFS.comment) for node in graph.subjects(RDF.type, OWL.Ontology)]
    return Genealogy.build(
        name, people, unions, system=system_of(graph), note="\n".join(sorted(filter(None, notes)))
    )


def write_turtle(genealogy: Genealogy) -> bytes:
    """The genealogy's primitive facts as readable Turtle (UTF-8), the same bytes every time."""
    system = f"{genealogy.system}_kinship" if genealogy.system else "kinship"
    about = [("a", ["owl:Ontology"]), ("rdfs:label", [_quoted(genealogy.name)])]
    if genealogy.note:
        about.append(("rdfs:comment", [_quoted(genealogy.note)]))
    parts = [_HEADER, _statement(_iri("", ONTOLOGY, system), about)]
    groups = sorted({group for group in genealogy.groups if group is not None})
    parts += [_statement(_iri("family:", FAMILY, g), [("a", ["family:Clan"])]) for g in groups]
    for person in genealogy.people():
        kind = {"m": ["family:Male"], "f": ["family:Female"], "u": []}[person.sex]
        facts: list[tuple[str, list[str]]] = [
            ("a", [*kind, "family:Person"]),
            ("rdfs:label", [_quoted(person.name)]),
        ]
        for word, text in (("firstName", person.given), ("surname", person.surname)):
            facts.append((f"family:{word}", [f"{_quoted(text)}^^xsd:string"] if text else []))
        for word, year in (("yearOfBirth", person.birth), ("yearOfDeath", person.death)):
            facts.append((f"family:{word}", [] if year is None else [str(year)]))
        group = person.descent_group
        facts.append(
            ("family:belongsToClan", [] if group is None else [_iri("family:", FAMILY, group)])
        )
        kin = (
            ("hasFather", [person.father] if person.father else []),
            ("hasMother", [person.mother] if person.mother else []),
            ("hasSpouse", genealogy.partners(person.id)),
        )
        facts += [(f"family:{w}", [_iri("person:", PERSON, i) for i in its]) for w, its in kin]
        parts.append(_statement(_iri("person:", PERSON, person.id), facts))
    return "\n".join(parts).encode()


def _parents(
    links: Mapping[str, Iterable[tuple[Node, Node]]],
    sexes: Mapping[Node, set[Sex]],
    ids: Mapping[Node, str],
    name: str,
) -> tuple[dict[Node, str], dict[Node, str]]:
    """Father and mother of each child by id; unsexed or same-sex parents fill the free place."""
    fathers: dict[Node, Node] = {}
    mothers: dict[Node, Node] = {}
    for places, word in ((fathers, "hasFather"), (mothers, "hasMother")):
        for child, parent in links[word]:
            if places.setdefault(child, parent) != parent:
                raise KinError(
                    f"{name}: {ids[child]} has two values of family:{word}, {ids[places[child]]} "
                    f"and {ids[parent]}; keep one."
                )
    loose = {(child, parent) for child, parent in links["hasParent"]}
    loose |= {(c, p) for word in ("hasChild", "hasSon", "hasDaughter") for p, c in links[word]}
    # parents whose sex is known choose their place before others
    for child, parent in sorted(loose, key=lambda pair: (not sexes[pair[1]], str(pair))):
        if parent in (fathers.get(child), mothers.get(child)):
            continue
        wanted = (mothers, fathers) if "f" in sexes[parent] else (fathers, mothers)
        free = next((places for places in wanted if child not in places), None)
        if free is None:
            raise KinError(
                f"{name}: {ids[child]} has more than two parents (also {ids[parent]}); keep two."
            )
        free[child] = parent
    return (
        {child: ids[parent] for child, parent in fathers.items()},
        {child: ids[parent] for child, parent in mothers.items()},
    )


def _ids(nodes: Iterable[Node]) -> dict[Node, str]:
    """An id for each person: the rest of a person: IRI, else its last part if nobody shares it."""
    short = {node: _local(node) for node in nodes}
    count: defaultdict[str, int] = defaultdict(int)
    for text in short.values():
        count[text] += 1
    return {node: text if count[text] == 1 else str(node) for node, text in short.items()}


def _local(node: Node) -> str:
    text = str(node)
    for space in (PERSON, FAMILY):
        if text.startswith(space) and len(text) > len(space):
            return unquote(text[len(space) :])
    return unquote(re.split(r"[/#]", text.rstrip("/#"))[-1]) or text


def _one(graph: Graph, node: Node, word: URIRef) -> Node | None:
    return min(graph.objects(node, word), key=str, default=None)


def _text(graph: Graph, node: Node, word: URIRef) -> str:
    """The value; of several the one without a language, then the first in order."""
    values = [value for value in graph.objects(node, word) if isinstance(value, Literal)]
    return str(min(values, key=lambda v: (v.language or "", str(v)), default=""))


def _year(graph: Graph, node: Node, word: str, who: str, name: str) -> int | None:
    value = _one(graph, node, FAMILY[word])
    if value is None:
        return None
    if not re.fullmatch(r"[+-]?\d{1,6}", str(value).strip()):
        raise KinError(f"{name}: family:{word} of {who} is {str(value)!r}; write a year like 1880.")
    return int(str(value))


def _statement(subject: str, facts: Iterable[tuple[str, Iterable[str]]]) -> str:
    lines = [f"{word} {', '.join(values)}" for word, values in facts if values]
    return f"{subject} " + " ;\n    ".join(lines) + " .\n"


def _iri(prefix: str, space: str, local: str) -> str:
    if prefix and re.fullmatch(r"[A-Za-z0-9_]([A-Za-z0-9_-]*)", local):
        return prefix + local
    return f"<{space}{quote(local, safe='')}>"


def _quoted(text: str) -> str:
    return '"' + "".join(_ESCAPES.get(c, c) for c in text) + '"'
