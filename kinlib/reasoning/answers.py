"""Ground truth: SPARQL over the ontology, set against the second derivation.

A relation is asked of the whole tree, all relations of one form in one query. What it finds has to
be what `derivation` finds from fathers, mothers and sexes alone. An ego is not asked, and the
reason is kept, if the two differ; if equal lines to an alter differ, so that it depends on the line
whether they belong (S13); or if somebody belongs by a longer line only, though nearer kin by a
shorter one: the answers that are left are the same however a reader counts lines.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import repeat
from typing import Literal
from urllib.parse import quote

import pyoxigraph

from kinlib.exchange.statements import family_triples
from kinlib.exchange.turtle import FAMILY, KIN, PERSON
from kinlib.kinship.genealogy import Genealogy, Sex, natural
from kinlib.kinship.systems import system_name
from kinlib.reasoning.derivation import (
    Chain,
    Chains,
    all_chains,
    class_of,
    expanded,
    nearest,
)
from kinlib.reasoning.ontology import OWN_KIN, REACH, class_statements, class_word

PREFIXES = f"""\
PREFIX family: <{FAMILY}>
PREFIX kin: <{KIN}>
"""
_TYPE = pyoxigraph.NamedNode("http://www.w3.org/1999/02/22-rdf-syntax-ns#type")
_INTEGER = pyoxigraph.NamedNode("http://www.w3.org/2001/XMLSchema#integer")
_BORN = pyoxigraph.NamedNode(FAMILY + "yearOfBirth")
_KINDS = {"m": "family:Male", "f": "family:Female"}
_PARENTS = {"F": "family:hasFather", "M": "family:hasMother"}
_SPACES = {"family": FAMILY, "kin": KIN}
_BY_EGO = ("Iroquois", "Dravidian", "Crow", "Omaha")  # systems in which ego's sex decides


@dataclass(frozen=True)
class Relation:
    """Relatives one may ask for: members by blood of classes of a system, seen from ego.

    `side` keeps those through the father (F) or mother (M), `sex` men or women, and `others` leaves
    out ego's own lineal kin and siblings, so that of a class its further members remain. English
    terms are Eskimo classes: paternal uncles are UNCLE on the side F. Where one term leads on from
    another, `over` are the two family: words (hasPaternalUncle, hasSon) and the classes, which are
    Sudanese, the kin types they come to. `SPOUSE` is of no system.
    """

    system: str
    classes: tuple[str, ...]
    side: Literal["", "F", "M"] = ""
    sex: Literal["", "m", "f"] = ""
    others: bool = False
    over: tuple[str, ...] = ()

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        # A key of so many tables that it is worked out once.
        return hash((self.system, self.classes, self.side, self.sex, self.others, self.over))


SPOUSE = Relation("", ("spouse",))
"""Whoever ego is or was married to."""


@dataclass(frozen=True)
class Ground:
    """A tree made ready to be asked: its ontology as a store, and everybody's lines of blood.

    The classes in the store are those of `systems`: the system asked about first, then English,
    which is Eskimo, and Sudanese, whose classes are the kin types. `farther` are the egos who have
    kin by blood beyond the hops that were followed, so that a class might not be whole for them.
    `open_chains` are the lines over people of unknown sex: nobody can say what they make an alter.
    """

    genealogy: Genealogy
    systems: tuple[str, ...]
    store: pyoxigraph.Store
    chains: Sequence[Chains]
    farther: frozenset[int] = frozenset()
    open_chains: Mapping[int, Chains] = field(default_factory=dict)


@dataclass(frozen=True)
class Answers:
    """Who is what to whom in a tree, by positions, where both ways agree.

    `found[ego]` are the alters in the natural order of their ids; egos without any are left out.
    `refused[ego]` says why an ego cannot be asked.
    """

    found: Mapping[int, tuple[int, ...]]
    refused: Mapping[int, str]


def ground(
    genealogy: Genealogy, system: str, reach: int = REACH, *, english_only: bool = False
) -> Ground:
    """Make a tree ready; kin are followed to `reach` hops.

    With `english_only` the store has no classes but the English ones, for questions without any.

    Raises:
        KinError: no system is called so.
    """
    systems = tuple(dict.fromkeys((system_name(system), "Eskimo", "Sudanese")))
    columns = genealogy.fathers, genealogy.mothers, genealogy.sexes
    chains: list[Chains] = []
    farther, open_chains = set(), {}
    for ego, kin in enumerate(all_chains(*columns, reach + 1)):
        if all(line.hops <= reach and line.is_known for lines in kin.values() for line in lines):
            chains.append(kin)
            continue
        within = {a: frozenset(c for c in lines if c.hops <= reach) for a, lines in kin.items()}
        if not all(within.values()):
            farther.add(ego)
        known = {a: frozenset(c for c in lines if c.is_known) for a, lines in within.items()}
        unclear = {a: lines - known[a] for a, lines in within.items() if lines - known[a]}
        if unclear:
            open_chains[ego] = unclear
        chains.append({alter: lines for alter, lines in known.items() if lines})
    store = store_of(genealogy, ("Eskimo",) if english_only else systems, reach)
    return Ground(genealogy, systems, store, chains, frozenset(farther), open_chains)


def store_of(genealogy: Genealogy, systems: Sequence[str], reach: int = REACH) -> pyoxigraph.Store:
    """The ontology as a store: sexes, years of birth, family: statements, classes of systems."""
    people = [pyoxigraph.NamedNode(person_iri(person_id)) for person_id in genealogy.ids]

    def quads() -> Iterator[pyoxigraph.Quad]:
        for blocks in (class_statements(genealogy, systems, reach), family_triples(genealogy)):
            for block in blocks:
                words = [pyoxigraph.NamedNode(_iri(word)) for word in block.vocabulary]
                yield from map(
                    pyoxigraph.Quad,
                    map(people.__getitem__, block.subjects.tolist()),
                    map(words.__getitem__, block.words.tolist()),
                    map(people.__getitem__, block.objects.tolist()),
                )
        for person, sex, birth in zip(people, genealogy.sexes, genealogy.births, strict=True):
            if sex in _KINDS:
                yield pyoxigraph.Quad(person, _TYPE, pyoxigraph.NamedNode(_iri(_KINDS[sex])))
            if birth is not None:
                year = pyoxigraph.Literal(str(birth), datatype=_INTEGER)
                yield pyoxigraph.Quad(person, _BORN, year)

    store = pyoxigraph.Store()
    store.bulk_extend(quads())
    return store


def sparql(relations: Sequence[Relation], ego: str | None = None) -> str:
    """The query that finds ego and alter of each of these relations, which are of one form.

    With `ego`, a person's id, it finds this person's relatives only. ?word, with ?next or ?beyond,
    tells which of the relations a row is of.
    """
    form = relations[0]
    triples = (
        "?ego ?word ?linking . ?linking ?next ?alter ." if form.over else "?ego ?word ?alter ."
    )
    second = "?next" if form.over else "?beyond" if form.side else ""
    pairs = dict.fromkeys(pair for relation in relations for pair in _words(relation))
    if second:
        values = " ".join(f"({word} {then})" for word, then in pairs)
        lines = [f"VALUES (?word {second}) {{ {values} }}", triples]
    else:
        lines = [f"VALUES ?word {{ {' '.join(word for word, _ in pairs)} }}", triples]
    if ego is not None:
        lines.insert(0, f"VALUES ?ego {{ <{person_iri(ego)}> }}")
    if form.over:
        lines.append("FILTER (?alter != ?ego)")
    columns = " ".join(filter(None, ("?ego", "?word", second, "?alter")))
    if form.side or form.sex:
        # As a query of its own, for the engine would start from all men or all parents.
        lines = [f"{{ SELECT {columns} WHERE {{", *(f"  {line}" for line in lines), "} }"]
    if form.side:
        lines.append(f"?ego {_PARENTS[form.side]} ?parent . ?parent ?beyond ?alter .")
    if form.sex:
        lines.append(f"?alter a {_KINDS[form.sex]} .")
    if form.others:
        lines.append(f"MINUS {{ ?ego {OWN_KIN} ?alter }}")
    body = "\n  ".join(lines)
    return f"{PREFIXES}SELECT DISTINCT {columns} WHERE {{\n  {body}\n}}"


def answers(ground: Ground, relations: Sequence[Relation]) -> dict[Relation, Answers]:
    """Everyone's relatives of every kind asked, found twice."""
    ids = ground.genealogy.ids
    rank = {i: n for n, i in enumerate(sorted(range(len(ids)), key=lambda i: natural(ids[i])))}
    told = {}
    each = zip(relations, _queried(ground, relations), *second(ground, relations), strict=True)
    for relation, asked, sure, doubtful in each:
        found, refused = {}, {}
        for ego in asked.keys() | sure.keys() | doubtful.keys():
            unclear = doubtful.get(ego)
            if ground.genealogy.sexes[ego] == "u" and relation.system in _BY_EGO:
                refused[ego] = f"the sex of {ids[ego]}, who speaks, is not known"
                continue
            first, then = asked.get(ego, set()), sure.get(ego, set())
            if unclear:
                names = ", ".join(ids[i] for i in sorted(unclear))
                if unclear & ground.open_chains.get(ego, {}).keys():
                    refused[ego] = f"the sex of {names}, or on the line to them, is not known"
                else:
                    refused[ego] = f"lines to {names} differ"
            elif first != then:
                names = ", ".join(ids[i] for i in sorted(first ^ then))
                refused[ego] = f"the two derivations differ on {names}"
            else:
                found[ego] = tuple(sorted(first, key=rank.__getitem__))
        told[relation] = Answers(found, refused)
    return told


Found = Sequence[defaultdict[int, set[int]]]
"""For each relation asked, in their order: ego and whom was found."""


def second(ground: Ground, relations: Sequence[Relation]) -> tuple[Found, Found]:
    """Everyone's relatives by the second derivation, and those of whom it is doubtful."""
    sure: Found = [defaultdict(set) for _ in relations]
    doubtful: Found = [defaultdict(set) for _ in relations]
    fitting = _fitting(relations)
    judged = _judged(fitting)
    sexes = ground.genealogy.sexes
    for ego, kin in enumerate(ground.chains):
        for alter, lines in kin.items():
            certain, unclear = judged(sexes[ego], lines)
            for place in certain:
                sure[place][ego].add(alter)
            for place in unclear:
                doubtful[place][ego].add(alter)
    for ego, kin in ground.open_chains.items():
        for alter, lines in kin.items():
            for place in _possible(fitting, sexes[ego], lines):
                # Who belongs by a shorter line over known people belongs in any case.
                if alter not in sure[place][ego] or not _nearer(ground.chains[ego][alter], lines):
                    doubtful[place][ego].add(alter)
    if SPOUSE in relations:
        spouses = sure[relations.index(SPOUSE)]
        at = {person_id: i for i, person_id in enumerate(ground.genealogy.ids)}
        for union in ground.genealogy.unions:
            a, b = at[union.a], at[union.b]
            spouses[a].add(b)
            spouses[b].add(a)
    return sure, doubtful


Fitting = Callable[[Sex, Chain, bool], Sequence[int]]
"""Gives the places of the relations a line is of; told ego's sex and whether the kin are own."""


def _possible(fitting: Fitting, ego: Sex, lines: Iterable[Chain]) -> set[int]:
    """The relations an alter might be of, over lines with people of unknown sex."""
    return {
        place
        for line in lines
        for one in expanded(line)
        for place in fitting(ego, one, one.hops == 1 or not one.across)
    }


def _nearer(known: Iterable[Chain], others: Iterable[Chain]) -> bool:
    return min(line.hops for line in known) < min(line.hops for line in others)


def _judged(
    fitting: Fitting,
) -> Callable[[Sex, frozenset[Chain]], tuple[list[int], list[int]]]:
    """A function that gives the places of the relations an alter is of: sure and doubtful ones.

    It is told ego's sex and all lines to the alter; many alters are reached by the same.
    """

    @cache
    def judged(ego: Sex, lines: frozenset[Chain]) -> tuple[list[int], list[int]]:
        short = nearest(lines)
        own = short[0].hops == 1 or not short[0].across
        near = Counter(place for line in short for place in fitting(ego, line, own))
        sure = [place for place, count in near.items() if count == len(short)]
        unclear = [place for place, count in near.items() if count < len(short)]
        far = {place for line in lines - set(short) for place in fitting(ego, line, own)}
        return sure, unclear + sorted(far - near.keys())

    return judged


def person_iri(person_id: str) -> str:
    """The IRI of a person."""
    return PERSON + quote(person_id, safe="")


def _fitting(relations: Sequence[Relation]) -> Fitting:
    asking: defaultdict[str, defaultdict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for place, relation in enumerate(relations):
        for class_id in relation.classes if relation.system else ():
            asking[relation.system][class_id].append(place)

    def fits(relation: Relation, side: str, alter: str, own: bool) -> bool:
        return (
            (not relation.side or side == relation.side)
            and (not relation.sex or alter == relation.sex)
            and not (relation.others and own)
        )

    @cache
    def fitting(ego: Sex, line: Chain, own: bool) -> Sequence[int]:
        side = "M" if line.up and line.up[0] == "f" else "F"
        alter = (line.down or line.up)[-1]
        return [
            place
            for system, by_class in asking.items()
            if ego != "u" or system not in _BY_EGO
            for place in by_class.get(class_of(system, ego, line), ())
            if fits(relations[place], side, alter, own)
        ]

    return fitting


def _queried(ground: Ground, relations: Sequence[Relation]) -> Found:
    forms: defaultdict[object, list[int]] = defaultdict(list)
    for number, relation in enumerate(relations):
        form = (relation.side, relation.sex, relation.others, bool(relation.over))
        forms[form].append(number)
    place = {person_iri(person_id): i for i, person_id in enumerate(ground.genealogy.ids)}
    found: Found = [defaultdict(set) for _ in relations]
    for some in forms.values():
        rows = ground.store.query(sparql([relations[number] for number in some]))
        assert isinstance(rows, pyoxigraph.QuerySolutions)
        # Ten times as fast as row by row; no IRI of ours holds a comma.
        table = rows.serialize(format=pyoxigraph.QueryResultsFormat.CSV) or b""
        head, _, body = table.decode().partition("\r\n")
        width = head.count(",") + 1
        values = body.replace("\r\n", ",").split(",")[:-1]
        egos = map(place.__getitem__, values[::width])
        alters = map(place.__getitem__, values[width - 1 :: width])
        then = values[2::width] if width == 4 else repeat("")
        by_word: defaultdict[tuple[str, str], defaultdict[int, set[int]]]
        by_word = defaultdict(lambda: defaultdict(set))
        for word, after, ego, alter in zip(values[1::width], then, egos, alters, strict=False):
            by_word[word, after][ego].add(alter)
        for number in some:
            for word, after in _words(relations[number]):
                for ego, others in by_word.get((_iri(word), _iri(after)), {}).items():
                    found[number][ego] |= others
    return found


@cache
def _iri(name: str) -> str:
    space, _, local = name.partition(":")
    return _SPACES[space] + local if local else ""


def _words(relation: Relation) -> Iterator[tuple[str, str]]:
    """What a query of a relation asks for: the word for each class, and the one that goes on."""
    if relation.over:
        first, then = relation.over
        yield f"family:{first}", f"family:{then}"
    elif not relation.system:
        yield "family:hasSpouse", ""
    else:
        for class_id in relation.classes:
            then = class_word("Eskimo", _beyond(class_id)) if relation.side else ""
            yield class_word(relation.system, class_id), then


def _beyond(class_id: str) -> str:
    """What a grandparent, an uncle or an aunt of a degree is to ego's parent, in English."""
    if class_id.startswith("G"):
        generation, sex = int(class_id[1:-2]) - 1, class_id[-1]
        near = {"m": "F", "f": "M"}[sex]
        return near if generation == 1 else f"G{generation}+{sex}"
    word = class_id.rstrip("0123456789")
    degree = int(class_id.removeprefix(word) or 1) - 1
    if degree == 0:
        return {"UNCLE": "B", "AUNT": "Z"}[word]
    return word if degree == 1 else f"{word}{degree}"
