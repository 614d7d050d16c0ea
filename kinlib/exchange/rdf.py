"""Genealogies as RDF in the vocabulary of the KinshipQA release, read from and written to Turtle.

Only primitive facts are read: sexes, names, years, clans, parents and spouses. Parents may be
given from either side (hasFather, hasMother, hasParent, or hasChild, hasSon, hasDaughter of the
parent). Written files hold the same facts and none derived from them; `statements` derives those.
`family:yearOfDeath` and `family:hasAdoptiveParent` (from the adopted to each adopter, beside father
and mother) are our own additions to the vocabulary, read always and written if asked. Years of
unions have no place in it: use tables or GEDCOM.
"""

import re
from collections.abc import Iterable

import numpy as np

from kinlib.errors import KinError
from kinlib.exchange.facts import Facts, facts_of, text_of
from kinlib.exchange.graph import COMMENT, LABEL, ONTOLOGY_TYPE, Graph, parse_turtle
from kinlib.exchange.statements import Told
from kinlib.exchange.turtle import turtle
from kinlib.kinship.genealogy import Genealogy

__all__ = [
    "from_graph",
    "left_out",
    "parse_turtle",
    "read_facts",
    "read_turtle",
    "system_of",
    "title_of",
    "write_turtle",
]


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
    return facts_of(parse_turtle(data, name), name)


def system_of(graph: Graph) -> str | None:
    """The kinship system in the ontology header (".../ontology/crow_kinship": "crow")."""
    for node in sorted(graph.instances(ONTOLOGY_TYPE)):
        found = re.search(r"/ontology/(\w+)_kinship$", str(node))
        if found:
            return found[1]
    return None


def title_of(graph: Graph) -> str | None:
    """What the ontology header calls the family, if anything.

    The release calls every tree of a system alike ("Crow Kinship Ontology"): that is no name.
    """
    for node in sorted(graph.instances(ONTOLOGY_TYPE)):
        text = text_of(graph, node, LABEL)
        return None if re.fullmatch(r"(\w+ Kinship Ontology)?", text) else text
    return None


def from_graph(graph: Graph, name: str) -> Genealogy:
    """The primitive facts of a graph in the family: vocabulary as a genealogy."""
    found = facts_of(graph, name)
    faults = [finding for finding in found.findings if finding.severity == "fault"]
    if faults:
        more = f" ({len(faults) - 1} more; python -m kinlib check lists all)" if faults[1:] else ""
        raise KinError(f"{name}: {faults[0].sentence.removesuffix('.')}{more}.")
    notes = [text_of(graph, node, COMMENT) for node in graph.instances(ONTOLOGY_TYPE)]
    note = "\n".join(sorted(filter(None, notes)))
    return Genealogy.build(name, found.people, found.unions, system=system_of(graph), note=note)


def write_turtle(genealogy: Genealogy, *, own_terms: bool = False) -> bytes:
    """The genealogy as readable Turtle (UTF-8), the same bytes every time.

    Only words of the KinshipQA release are used; what they cannot say is left out, see `left_out`.
    With `own_terms` years of death and adoptive parents are written too, in words of ours.
    """
    people = Told(genealogy, adopters=own_terms).about(np.arange(len(genealogy)))
    pieces = turtle(genealogy, [people], system=genealogy.system, own_terms=own_terms)
    return "".join(pieces).encode()


def left_out(genealogy: Genealogy) -> tuple[str, ...]:
    """What `write_turtle` leaves out for want of a word in the release: "8 years of death"."""
    unions = genealogy.unions
    counted = {
        ("year of death", "years of death"): _known(genealogy.deaths),
        ("adoption", "adoptions"): sum(map(len, genealogy.adoptions)),
        ("year of a union", "years of unions"): _known(y for u in unions for y in (u.start, u.end)),
        ("later union of a couple", "later unions of couples"): (
            len(unions) - len({(union.a, union.b) for union in unions})
        ),
    }
    return tuple(f"{n:,} {one if n == 1 else more}" for (one, more), n in counted.items() if n)


def _known(years: Iterable[int | None]) -> int:
    return sum(year is not None for year in years)
