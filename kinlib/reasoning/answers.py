"""Ground truth: SPARQL over the ontology, set against the second derivation.

A relation is asked of the whole tree in one query. What it finds has to be what `derivation` finds
from fathers, mothers and sexes alone; an ego for whom the two differ, or whose kin are joined to
them by equal lines of which only some fit (S13), is not asked, and the reason is kept.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal
from urllib.parse import quote

import pyoxigraph

from kinlib.exchange.statements import family_triples
from kinlib.exchange.turtle import FAMILY, KIN, PERSON
from kinlib.kinship.genealogy import Genealogy, natural
from kinlib.reasoning.derivation import Chains, class_of
from kinlib.reasoning.ontology import class_statements, class_word

PREFIXES = f"""\
PREFIX family: <{FAMILY}>
PREFIX kin: <{KIN}>
"""
_TYPE = pyoxigraph.NamedNode("http://www.w3.org/1999/02/22-rdf-syntax-ns#type")
_INTEGER = pyoxigraph.NamedNode("http://www.w3.org/2001/XMLSchema#integer")
_KINDS = {"m": "family:Male", "f": "family:Female"}
_SPACES = {"family": FAMILY, "kin": KIN}
_SEXLESS = ("Eskimo", "Sudanese", "Hawaiian")  # systems in which ego's sex decides nothing


@dataclass(frozen=True, slots=True)
class Relation:
    """Relatives one may ask for: members by blood of classes of a system, seen from ego.

    `side` keeps those through the father (F) or mother (M), `sex` men or women, and `others` leaves
    out ego's own parents, siblings and children, so that of a class its further members remain.
    English terms are Eskimo classes: paternal uncles are UNCLE on the side F.
    """

    system: str
    classes: tuple[str, ...]
    side: Literal["", "F", "M"] = ""
    sex: Literal["", "m", "f"] = ""
    others: bool = False


Line = tuple[int, str, int]
"""An alter, the letter of the first step to them (F: through the father), and the hops."""


@dataclass(frozen=True)
class Derived:
    """The second derivation in one system: for each ego the lines to members of each class.

    `ways[ego]` counts the equally short lines to each alter, whatever their class.
    """

    lines: Sequence[Mapping[str, Sequence[Line]]]
    ways: Sequence[Mapping[int, int]]


@dataclass(frozen=True)
class Answers:
    """Who is what to whom in a tree, by positions, where both ways agree.

    `found[ego]` are the alters in the natural order of their ids; egos without any are left out.
    `refused[ego]` says why an ego cannot be asked.
    """

    found: Mapping[int, tuple[int, ...]]
    refused: Mapping[int, str]


def store_of(genealogy: Genealogy, systems: Sequence[str]) -> pyoxigraph.Store:
    """The ontology as a store: sexes, years of birth, family: statements, classes of systems."""
    nodes: dict[str, pyoxigraph.NamedNode] = {}

    def node(name: str) -> pyoxigraph.NamedNode:
        known = nodes.get(name)
        if known is None:
            space, colon, local = name.partition(":")
            known = nodes[name] = pyoxigraph.NamedNode(
                _SPACES[space] + local if colon and space in _SPACES else _person(name)
            )
        return known

    def quads() -> Iterator[pyoxigraph.Quad]:
        for blocks in (class_statements(genealogy, systems), family_triples(genealogy)):
            for block in blocks:
                for subject, word, value in block.triples(genealogy):
                    yield pyoxigraph.Quad(node(subject), node(word), node(value))
        for person_id, sex, birth in zip(
            genealogy.ids, genealogy.sexes, genealogy.births, strict=True
        ):
            if sex in _KINDS:
                yield pyoxigraph.Quad(node(person_id), _TYPE, node(_KINDS[sex]))
            if birth is not None:
                year = pyoxigraph.Literal(str(birth), datatype=_INTEGER)
                yield pyoxigraph.Quad(node(person_id), node("family:yearOfBirth"), year)

    store = pyoxigraph.Store()
    store.bulk_extend(quads())
    return store


def sparql(relation: Relation) -> str:
    """The query that finds every pair of ego and alter in a relation."""
    words = " | ".join(class_word(relation.system, c) for c in relation.classes)
    lines = [f"?ego {words} ?alter ."]
    if relation.sex:
        lines.append(f"?alter a {_KINDS[relation.sex]} .")
    if relation.others:
        own = "family:hasParent | family:hasSibling | family:hasChild"
        lines.append(f"FILTER NOT EXISTS {{ ?ego {own} ?alter }}")
    if relation.side:
        parent = {"F": "family:hasFather", "M": "family:hasMother"}[relation.side]
        ways = " | ".join(dict.fromkeys(_beyond(c) for c in relation.classes))
        lines.append(f"FILTER EXISTS {{ ?ego {parent} ?parent . ?parent {ways} ?alter }}")
    body = "\n  ".join(lines)
    return f"{PREFIXES}SELECT DISTINCT ?ego ?alter WHERE {{\n  {body}\n}}"


def derived(genealogy: Genealogy, chains: Sequence[Chains], system: str) -> Derived:
    """The classes of everybody's kin by the second derivation; `chains` are `all_chains`.

    Egos of unknown sex have classes only where a system does not ask for it.
    """
    lines: list[dict[str, list[Line]]] = []
    for ego, kin in enumerate(chains):
        sex = genealogy.sexes[ego]
        named: dict[str, list[Line]] = {}
        if sex != "u" or system in _SEXLESS:
            for alter, ways in kin.items():
                for chain in ways:
                    line = alter, chain.kin_type[0], chain.hops
                    named.setdefault(class_of(system, sex, chain), []).append(line)
        lines.append(named)
    return Derived(lines, [{alter: len(ways) for alter, ways in kin.items()} for kin in chains])


def answers(
    genealogy: Genealogy, store: pyoxigraph.Store, derived: Derived, relation: Relation
) -> Answers:
    """Everyone's relatives of a kind, found twice; `derived` is of the relation's system."""
    asked = _queried(genealogy, store, relation)
    found, refused = {}, {}
    for ego in range(len(genealogy)):
        sure, doubtful = second(genealogy, derived, ego, relation)
        first = asked.get(ego, frozenset())
        if doubtful:
            names = ", ".join(genealogy.ids[i] for i in sorted(doubtful))
            refused[ego] = f"equal lines to {names} differ"
        elif first != sure:
            names = ", ".join(genealogy.ids[i] for i in sorted(first ^ sure))
            refused[ego] = f"the two derivations differ on {names}"
        elif first:
            found[ego] = tuple(sorted(first, key=lambda i: natural(genealogy.ids[i])))
    return Answers(found, refused)


def second(
    genealogy: Genealogy, derived: Derived, ego: int, relation: Relation
) -> tuple[frozenset[int], frozenset[int]]:
    """Ego's relatives of a kind by the second derivation, and those of whom it is doubtful."""
    fits: Counter[int] = Counter()
    for class_id in relation.classes:
        for alter, side, hops in derived.lines[ego].get(class_id, ()):
            fits[alter] += (
                (not relation.side or side == relation.side)
                and (not relation.sex or genealogy.sexes[alter] == relation.sex)
                and not (relation.others and hops == 1)
            )
    ways = derived.ways[ego]
    sure = frozenset(alter for alter, count in fits.items() if count == ways[alter])
    return sure, frozenset(alter for alter, count in fits.items() if 0 < count < ways[alter])


def _queried(
    genealogy: Genealogy, store: pyoxigraph.Store, relation: Relation
) -> dict[int, frozenset[int]]:
    place = {_person(person_id): i for i, person_id in enumerate(genealogy.ids)}
    pairs: defaultdict[int, set[int]] = defaultdict(set)
    rows = store.query(sparql(relation))
    assert isinstance(rows, pyoxigraph.QuerySolutions)
    for row in rows:
        ego, alter = row["ego"], row["alter"]
        assert isinstance(ego, pyoxigraph.NamedNode)
        assert isinstance(alter, pyoxigraph.NamedNode)
        pairs[place[ego.value]].add(place[alter.value])
    return {ego: frozenset(alters) for ego, alters in pairs.items()}


def _beyond(class_id: str) -> str:
    """The path from ego's parent on to a grandparent, or an ancestor's sibling, of a class."""
    if class_id.startswith("G"):
        steps = ["family:hasParent"] * (int(class_id[1:].partition("+")[0]) - 1)
    else:
        degree = int(class_id.lstrip("UNCLEAT") or 1)
        steps = ["family:hasParent"] * (degree - 1) + ["family:hasSibling"]
    return "/".join(steps)


def _person(person_id: str) -> str:
    return PERSON + quote(person_id, safe="")
