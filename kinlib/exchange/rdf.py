"""Genealogies as RDF in the vocabulary of the KinshipQA release, read from and written to Turtle.

Only primitive facts are read: sexes, names, years, clans, parents and spouses. Parents may be
given from either side (hasFather, hasMother, hasParent, or hasChild, hasSon, hasDaughter of the
parent). Written files hold the primitive facts and no derived ones; `family:yearOfDeath` and
`family:hasAdoptiveParent` (from the adopted to each adopter, beside father and mother) are our own
additions to the vocabulary. Years of unions have no place in it: use tables or GEDCOM.
"""

import logging
import re
from collections.abc import Iterable
from itertools import count
from urllib.parse import quote

from rdflib import RDF, RDFS, BNode, Graph, Namespace, URIRef
from rdflib.namespace import OWL
from rdflib.plugins.parsers.notation3 import BadSyntax
from rdflib.term import Node

from kinlib.errors import KinError
from kinlib.exchange.facts import FAMILY, PERSON, Facts, facts_of, text_of
from kinlib.kinship.genealogy import Genealogy

ONTOLOGY = Namespace("http://example.org/ontology/")

_HEADER = """\
@prefix family: <http://example.org/family/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix person: <http://example.org/person/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
"""
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def read_turtle(data: bytes, name: str) -> Genealogy:
    """The genealogy in a Turtle file; its ontology header tells the kinship system, if any.

    People whose IRI starts with http://example.org/person/ keep the rest as their id, others the
    last part of their IRI. KinError with the line for text that is not Turtle, and for a file
    without people or with contradictions (two fathers, say).
    """
    return from_graph(parse_turtle(data, name), name)


def read_facts(data: bytes, name: str) -> Facts:
    """What a Turtle file says of people, even if they cannot be a genealogy.

    KinError for text that is not Turtle and for a file without people.
    """
    return facts_of(_with_named_blanks(parse_turtle(data, name)), name)


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
    except RecursionError:
        raise KinError(f"{name}: nested too deeply to be a family; mend the file.") from None
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
        return text_of(graph, node, RDFS.label) or None
    return None


def from_graph(graph: Graph, name: str) -> Genealogy:
    """The primitive facts of a graph in the family: vocabulary as a genealogy."""
    found = facts_of(_with_named_blanks(graph), name)
    faults = [finding for finding in found.findings if finding.severity == "fault"]
    if faults:
        more = f" ({len(faults) - 1} more; python -m kinlib check lists all)" if faults[1:] else ""
        raise KinError(f"{name}: {faults[0].sentence.removesuffix('.')}{more}.")
    notes = [text_of(graph, node, RDFS.comment) for node in graph.subjects(RDF.type, OWL.Ontology)]
    note = "\n".join(sorted(filter(None, notes)))
    try:
        return Genealogy.build(name, found.people, found.unions, system=system_of(graph), note=note)
    except KinError as error:
        raise KinError(_shortened(str(error))) from None


def _with_named_blanks(graph: Graph) -> Graph:
    """The graph with its blank nodes named by their order in the file.

    The parser gives them names by chance, and ids have to be the same at every reading.
    """
    nodes = {node for triple in graph for node in triple}
    # The chance part is the same for all of a file, a counter follows it.
    blank = sorted((n for n in nodes if isinstance(n, BNode)), key=lambda n: (len(n), n))
    if not blank:
        return graph
    numbers = (number for number in count(1) if PERSON[f"unnamed_{number}"] not in nodes)
    names: dict[Node, URIRef] = {node: PERSON[f"unnamed_{next(numbers)}"] for node in blank}
    named = Graph()
    for s, p, o in graph:
        named.add((names.get(s, s), names.get(p, p), names.get(o, o)))
    return named


def _shortened(sentence: str) -> str:
    """A sentence about a circle of ancestors with its first and last names only."""
    clauses = []
    for clause in sentence.split("; "):
        steps = clause.split(" > ")
        clauses.append(" > ".join([*steps[:3], "…", *steps[-2:]] if len(steps) > 6 else steps))
    return "; ".join(clauses)


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
            ("hasAdoptiveParent", person.adopters),
            ("hasSpouse", genealogy.partners(person.id)),
        )
        facts += [(f"family:{w}", [_iri("person:", PERSON, i) for i in its]) for w, its in kin]
        parts.append(_statement(_iri("person:", PERSON, person.id), facts))
    return "\n".join(parts).encode()


def _statement(subject: str, facts: Iterable[tuple[str, Iterable[str]]]) -> str:
    lines = [f"{word} {', '.join(values)}" for word, values in facts if values]
    return f"{subject} " + " ;\n    ".join(lines) + " .\n"


def _iri(prefix: str, space: str, local: str) -> str:
    if prefix and re.fullmatch(r"[A-Za-z0-9_]([A-Za-z0-9_-]*)", local):
        return prefix + local
    return f"<{space}{quote(local, safe='')}>"


def _quoted(text: str) -> str:
    return '"' + "".join(_ESCAPES.get(c, c) for c in text) + '"'
