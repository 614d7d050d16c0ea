"""Turtle text of genealogies: the same bytes for the same statements, in order and readable."""

import re
from collections.abc import Iterable, Iterator, Sequence
from urllib.parse import quote

import numpy as np

from kinlib.exchange.statements import Statements
from kinlib.kinship.genealogy import Genealogy

FAMILY = "http://example.org/family/"
KIN = "http://example.org/kinship/"
ONTOLOGY = "http://example.org/ontology/"
PERSON = "http://example.org/person/"

_PREFIXES = {
    "family": FAMILY,
    "kin": KIN,
    "owl": "http://www.w3.org/2002/07/owl#",
    "person": PERSON,
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
}
_ESCAPES = str.maketrans({'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"})
_PLAIN = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]*")
_TYPES = {
    "m": "a family:Male, family:Person",
    "f": "a family:Female, family:Person",
    "u": "a family:Person",
}


def quoted(text: str) -> str:
    """A string as Turtle writes it."""
    return f'"{text.translate(_ESCAPES)}"'


def statement(subject: str, facts: Iterable[str]) -> str:
    """One statement about a subject, a line for each fact."""
    return f"{subject} " + " ;\n    ".join(facts) + " .\n"


def turtle(
    genealogy: Genealogy,
    blocks: Iterable[Statements],
    *,
    system: str | None,
    declared: Sequence[str] = (),
    own_terms: bool = False,
) -> Iterator[str]:
    """A file in pieces: header, declarations, descent groups, then people with these statements.

    `own_terms` adds years of death, for which the release has no word.
    """
    prefixes = [p for p in _PREFIXES if p != "kin" or declared]
    yield "".join(f"@prefix {prefix}: <{_PREFIXES[prefix]}> .\n" for prefix in prefixes)
    about = ["a owl:Ontology", f"rdfs:label {quoted(genealogy.name)}"]
    if genealogy.note:
        about.append(f"rdfs:comment {quoted(genealogy.note)}")
    name = f"{system}_kinship" if system else "kinship"
    yield "\n" + statement(_iri("", ONTOLOGY, name), about)
    for text in declared:
        yield "\n" + text
    for group in sorted({group for group in genealogy.groups if group is not None}):
        yield "\n" + statement(_iri("family:", FAMILY, group), ["a family:Clan"])
    iris = [_iri("person:", PERSON, person_id) for person_id in genealogy.ids]
    for block in blocks:
        yield "".join(_people(genealogy, iris, block, own_terms))


def _people(
    genealogy: Genealogy, iris: list[str], told: Statements, own_terms: bool
) -> Iterator[str]:
    """Everyone a block of statements is about."""
    g, vocabulary = genealogy, told.vocabulary
    runs = np.flatnonzero(
        (np.diff(told.subjects, prepend=-1) != 0) | (np.diff(told.words, prepend=-1) != 0)
    )
    words = told.words[runs].tolist()
    # Facts of the person at a place in the block lie between two of these.
    ends = np.searchsorted(told.subjects[runs], told.people, side="right").tolist()
    bounds = [*runs.tolist(), len(told)]
    others = [iris[j] for j in told.objects.tolist()]
    run = 0
    for i, end in zip(told.people.tolist(), ends, strict=True):
        facts = [_TYPES[g.sexes[i]], f"rdfs:label {quoted(g.names[i])}"]
        if g.givens[i]:
            facts.append(f"family:firstName {quoted(g.givens[i])}^^xsd:string")
        if g.surnames[i]:
            facts.append(f"family:surname {quoted(g.surnames[i])}^^xsd:string")
        if g.births[i] is not None:
            facts.append(f"family:yearOfBirth {g.births[i]}")
        if own_terms and g.deaths[i] is not None:
            facts.append(f"family:yearOfDeath {g.deaths[i]}")
        if (group := g.groups[i]) is not None:
            facts.append(f"family:belongsToClan {_iri('family:', FAMILY, group)}")
        for k in range(run, end):
            some = ", ".join(others[bounds[k] : bounds[k + 1]])
            facts.append(f"{vocabulary[words[k]]} {some}")
        run = end
        yield "\n" + statement(iris[i], facts)


def _iri(prefix: str, space: str, local: str) -> str:
    if prefix and _PLAIN.fullmatch(local):
        return prefix + local
    return f"<{space}{quote(local, safe='')}>"
