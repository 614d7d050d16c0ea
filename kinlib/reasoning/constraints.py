"""What must hold in an ontology, as one SPARQL query each: a check like SHACL's, in Oxigraph.

Every query finds what violates it, so a sound file gives no rows.
"""

from collections.abc import Mapping

import pyoxigraph

from kinlib.errors import KinError
from kinlib.exchange.turtle import FAMILY, KIN, PERSON

MOST = 5
"""How many violations of one rule are named."""

_PREFIXES = f"""\
PREFIX family: <{FAMILY}>
PREFIX kin: <{KIN}>
PREFIX owl: <http://www.w3.org/2002/07/owl#>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>
"""
_OURS = f'FILTER (STRSTARTS(STR(?what), "{FAMILY}") || STRSTARTS(STR(?what), "{KIN}"))'

CONSTRAINTS: Mapping[str, str] = {
    "a property that is used is not declared": f"""
        SELECT DISTINCT ?what WHERE {{
          ?s ?what ?o {_OURS}
          FILTER NOT EXISTS {{ ?what a ?kind
            VALUES ?kind {{ owl:ObjectProperty owl:DatatypeProperty }} }} }}""",
    "a class that is used is not declared": f"""
        SELECT DISTINCT ?what WHERE {{
          ?s a ?what {_OURS} FILTER NOT EXISTS {{ ?what a owl:Class }} }}""",
    "a property has no label, domain or range": """
        SELECT ?what WHERE {
          VALUES ?kind { owl:ObjectProperty owl:DatatypeProperty } ?what a ?kind
          FILTER NOT EXISTS { ?what rdfs:label ?l ; rdfs:domain ?d ; rdfs:range ?r } }""",
    "a subject is outside the domain": """
        SELECT ?what ?s WHERE {
          ?what rdfs:domain ?class . ?s ?what ?o FILTER NOT EXISTS { ?s a ?class } }""",
    "an object is outside the range": """
        SELECT ?what ?o WHERE {
          ?what a owl:ObjectProperty ; rdfs:range ?class . ?s ?what ?o
          FILTER NOT EXISTS { ?o a ?class } }""",
    "a value is of another type than the range": """
        SELECT ?what ?s WHERE {
          ?what a owl:DatatypeProperty ; rdfs:range ?type . ?s ?what ?o
          FILTER (DATATYPE(?o) != ?type) }""",
    "somebody has two fathers, mothers or years of birth": """
        SELECT DISTINCT ?what ?s WHERE {
          VALUES ?what { family:hasFather family:hasMother family:yearOfBirth }
          ?s ?what ?a, ?b FILTER (?a != ?b) }""",
    "the word tells another sex than is recorded": """
        SELECT ?what ?o WHERE {
          VALUES (?what ?class) {
            (family:hasFather family:Male) (family:hasMother family:Female)
            (family:hasBrother family:Male) (family:hasSister family:Female)
            (family:hasSon family:Male) (family:hasDaughter family:Female)
            (family:hasHusband family:Male) (family:hasWife family:Female) }
          ?s ?what ?o FILTER NOT EXISTS { ?o a ?class } }""",
    "somebody is both a man and a woman": """
        SELECT ?s WHERE { ?s a family:Male, family:Female }""",
    "somebody is their own relative": f"""
        SELECT ?what ?s WHERE {{ ?s ?what ?s {_OURS} }}""",
    "a relation lacks its converse": """
        SELECT ?what ?s ?o WHERE {
          VALUES (?what ?back) {
            (family:hasSibling family:hasSibling) (family:hasSpouse family:hasSpouse)
            (family:hasCousin family:hasCousin) (family:hasParent family:hasChild)
            (family:hasChild family:hasParent) }
          ?s ?what ?o FILTER NOT EXISTS { ?o ?back ?s } }""",
    "a narrower word stands without the wider": """
        SELECT ?what ?s ?o WHERE {
          VALUES (?what ?wider) {
            (family:hasFather family:hasParent) (family:hasMother family:hasParent)
            (family:hasBrother family:hasSibling) (family:hasSister family:hasSibling)
            (family:hasSon family:hasChild) (family:hasDaughter family:hasChild)
            (family:hasHusband family:hasSpouse) (family:hasWife family:hasSpouse)
            (family:hasPaternalUncle family:hasUncle) (family:hasMaternalUncle family:hasUncle)
            (family:hasPaternalAunt family:hasAunt) (family:hasMaternalAunt family:hasAunt) }
          ?s ?what ?o FILTER NOT EXISTS { ?s ?wider ?o } }""",
}
"""What a violation is, and the query that finds it; rows give the word and whom it is about."""


def violations(turtle: bytes, name: str) -> list[str]:
    """One sentence for every rule that an ontology in Turtle breaks, with the first cases.

    Raises:
        KinError: the text is not Turtle.
    """
    store = pyoxigraph.Store()
    try:
        store.load(turtle, format=pyoxigraph.RdfFormat.TURTLE)
    except (SyntaxError, ValueError) as error:
        raise KinError(f"{name} is not Turtle: {error}") from None
    found = []
    for rule, query in CONSTRAINTS.items():
        rows = store.query(_PREFIXES + query)
        assert isinstance(rows, pyoxigraph.QuerySolutions)
        cases = [" ".join(filter(None, map(_short, row))) for row in rows]
        if cases:
            more = f" and {len(cases) - MOST:,} more" if len(cases) > MOST else ""
            found.append(f"{name}: {rule}: {', '.join(sorted(cases)[:MOST])}{more}.")
    return found


def _short(node: object) -> str:
    if not isinstance(node, pyoxigraph.NamedNode):
        return ""
    for space, prefix in ((FAMILY, "family:"), (KIN, "kin:"), (PERSON, "")):
        if node.value.startswith(space):
            return prefix + node.value.removeprefix(space)
    return node.value
