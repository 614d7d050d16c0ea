"""What can be asked about a tree: every distinct question of every kind, with its answer.

The four categories of the KinshipQA paper (Table 2): 1 facts; 2 biological relatives over several
hops; 3 counts, filters by sex, who is older; 4 cultural classes, forward, as lists and in reverse.
All kinds exist for all systems, so that none differs from another in format. Questions are
enumerated, not drawn: `candidates` is the whole supply, from which `sampling` chooses.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from typing import Literal, NamedTuple, get_args
from zlib import crc32

from kinlib.kinship.systems.path import is_collateral
from kinlib.reasoning.answers import SPOUSE, Answers, Ground, Relation, answers
from kinlib.reasoning.cultural import Asked, asked
from kinlib.reasoning.derivation import class_of, nearest
from kinlib.reasoning.english import (
    FACTS,
    Term,
    biological,
    cousins,
    filters,
    lineal,
    term,
)

Kind = Literal[
    "fact", "biological", "count", "filter", "older", "oldest", "forward", "listing", "reverse"
]
KINDS: tuple[Kind, ...] = get_args(Kind)
CATEGORIES: Mapping[Kind, int] = {
    "fact": 1, "biological": 2, "count": 3, "filter": 3, "older": 3, "oldest": 3,
    "forward": 4, "listing": 4, "reverse": 4,
}  # fmt: skip
"""The paper's category of each kind."""

MOST_HOPS = 6


class Candidate(NamedTuple):
    """One question that can be asked of a tree: about whom, with what answer, over what.

    `alters` are the relatives meant, `kin_types` how each is related, `hops` the longest of these
    (S2). Of "older" questions the alters are one relative, compared with ego; of "oldest" all who
    are compared. `linking` is how many people a term that leads on goes over.
    """

    kind: Kind
    ego: int
    alters: tuple[int, ...]
    kin_types: tuple[str, ...]
    hops: int
    relation: Relation
    term: Term | None = None
    asked: Asked | None = None
    class_id: str = ""
    linking: int = 1


@dataclass(frozen=True)
class Supply:
    """All questions about a tree, how often one was refused and why.

    `disagreements` names every relative on whom the two derivations differ, which is a fault of
    ours.
    """

    candidates: tuple[Candidate, ...]
    refused: Mapping[str, int] = field(default_factory=dict)
    disagreements: tuple[str, ...] = ()


def candidates(
    ground: Ground, most: int = 4, cells: Collection[tuple[Kind, int]] | None = None
) -> Supply:
    """Every question about a tree, of `most` hops at most, in a fixed order.

    With `cells`, kinds and their hops, only those that are in one of them.
    """
    system = ground.systems[0]
    near = [
        {alter: min(line.kin_type for line in nearest(lines)) for alter, lines in kin.items()}
        for kin in ground.chains
    ]
    kinds = set(KINDS) if cells is None else {kind for kind, _ in cells}
    classes, kin_types = _present(ground, system, most)
    cultural = list(asked(system, classes)) if kinds & {"forward", "listing", "reverse"} else []
    exact = {
        k: Relation("Sudanese", (k,))
        for k in kin_types
        if is_collateral(k) and (cells is None or ("reverse", len(k)) in cells)
    }
    asking = (
        *(of.relation for kind, some in _terms(most).items() for of in _in(kind, some, cells)),
        *(
            of.linking.relation
            for kind, some in _terms(most).items()
            for of in _in(kind, some, cells)
            if of.linking is not None
        ),
        *(of.relation for of in cultural),
        *exact.values(),
    )
    found = answers(ground, list(dict.fromkeys(asking)))
    told = _Told(ground, near, found)
    every = chain(
        *(_of_terms(told, kind, _in(kind, of, cells)) for kind, of in _terms(most).items()),
        _cultural(told, "forward", cultural),
        _cultural(told, "listing", cultural),
        _reverse(told, exact, {of.classes[0]: of for of in cultural if len(of.classes) == 1}),
    )
    refused = Counter(
        next(short for mark, short in _REASONS.items() if mark in why)
        for answer in found.values()
        for why in answer.refused.values()
    )
    some = (c for c in every if c.hops <= most and (cells is None or (c.kind, c.hops) in cells))
    disagreements = tuple(
        f"{relation.system} {' '.join(relation.classes)} of {ground.genealogy.ids[ego]}: {why}"
        for relation, answer in found.items()
        for ego, why in answer.refused.items()
        if "derivations" in why
    )
    return Supply(tuple(some), dict(sorted(refused.items())), disagreements)


_REASONS = {
    "two derivations": "the two derivations differ",
    "not known": "the sex of somebody is not known",
    "differ": "lines of blood differ",
}
"""What is counted for a refusal, by what its sentence says."""


@cache
def _terms(most: int) -> Mapping[Kind, tuple[Term, ...]]:
    """The English terms of each kind of question, to so many hops."""
    multi = tuple(biological(most))
    several = (*lineal(most), *multi, *filters(most))
    # Everybody knows how many ancestors there are, and that the grandfather is not the oldest son.
    below = tuple(of for of in several if not any("+" in c for c in of.relation.classes))
    pairs = (of for of in cousins(most) if of.relation.classes[0].endswith("R0"))
    compared = (*lineal(most), *map(term, ("UNCLE", "AUNT", "NEPHEW", "NIECE")), *cousins(most))
    return {
        "fact": FACTS,
        "biological": multi,
        "count": tuple(dict.fromkeys((*FACTS[3:], *below))),
        "filter": tuple(filters(most)),
        "older": (FACTS[3], *pairs),
        "oldest": (*FACTS[3:], *(of for of in compared if of in below and of.hops <= most)),
    }


def _in(
    kind: Kind, terms: Iterable[Term], cells: Collection[tuple[Kind, int]] | None
) -> Iterator[Term]:
    return (of for of in terms if cells is None or (kind, of.hops) in cells)


def _present(ground: Ground, system: str, most: int) -> tuple[set[str], list[str]]:
    """The classes and the kin types of a system that occur in a tree."""
    sexes = ground.genealogy.sexes
    met = {
        (sexes[ego], line)
        for ego, kin in enumerate(ground.chains)
        if sexes[ego] != "u"
        for lines in kin.values()
        for line in nearest(lines)
        if line.hops <= most
    }
    kin_types = {line.kin_type for _, line in met}
    return {class_of(system, sex, line) for sex, line in met}, sorted(
        kin_types, key=lambda k: (len(k), k)
    )


@dataclass(frozen=True)
class _Told:
    """What was found in a tree: the kin type of everybody to everybody, and the answers."""

    ground: Ground
    near: Sequence[Mapping[int, str]]
    found: Mapping[Relation, Answers]
    related: dict[Relation, Mapping[int, tuple[str, ...]]] = field(default_factory=dict)

    def kin_types(self, of: Relation) -> Mapping[int, tuple[str, ...]]:
        """For everybody who has relatives of a kind, how each of them is related."""
        if of not in self.related:
            self.related[of] = {
                ego: _kin_types(self, ego, alters, of)
                for ego, alters in self.found[of].found.items()
            }
        return self.related[of]


def _kin_types(told: _Told, ego: int, alters: Sequence[int], of: Relation) -> tuple[str, ...]:
    if of == SPOUSE:
        sexes = told.ground.genealogy.sexes
        return tuple({"m": "H", "f": "W", "u": "E"}[sexes[alter]] for alter in alters)
    near = told.near[ego]
    return tuple([near[alter] for alter in alters])


def _of_terms(told: _Told, kind: Kind, terms: Iterable[Term]) -> Iterator[Candidate]:
    for of in terms:
        related = told.kin_types(of.relation)
        for ego, alters in told.found[of.relation].found.items():
            linking = 1
            if of.linking is not None:
                over = told.found[of.linking.relation].found.get(ego)
                if over is None:
                    continue
                linking = len(over)
            kin_types = related[ego]
            if "E" in kin_types:
                continue
            if kind == "older":
                yield from _pairs(told, ego, alters, kin_types, of)
            elif kind != "oldest" or _one_oldest(told, alters):
                yield Candidate(
                    kind, ego, alters, kin_types, of.hops, of.relation, of, linking=linking
                )


def _pairs(
    told: _Told, ego: int, alters: Sequence[int], kin_types: Sequence[str], of: Term
) -> Iterator[Candidate]:
    """Pairs whose years of birth are known and differ, each once."""
    births = told.ground.genealogy.births
    for alter, kin_type in zip(alters, kin_types, strict=True):
        a, b = births[ego], births[alter]
        if a is None or b is None or a == b:
            continue
        # Whose question it is must not tell who is older, as the order of ids would.
        ids = sorted((told.ground.genealogy.ids[ego], told.ground.genealogy.ids[alter]))
        if (ids[0] == told.ground.genealogy.ids[ego]) == bool(crc32(" ".join(ids).encode()) % 2):
            yield Candidate("older", ego, (alter,), (kin_type,), of.hops, of.relation, of)


def _one_oldest(told: _Told, alters: Sequence[int]) -> bool:
    """Whether of three people or more one was surely born before all the others."""
    years = [told.ground.genealogy.births[alter] for alter in alters]
    known = [year for year in years if year is not None]
    return len(years) > 2 and len(known) == len(years) and known.count(min(known)) == 1


def _cultural(told: _Told, kind: Kind, classes: Iterable[Asked]) -> Iterator[Candidate]:
    for of in classes:
        related = told.kin_types(of.relation)
        for ego, alters in told.found[of.relation].found.items():
            if told.ground.genealogy.sexes[ego] == "u" or ego in told.ground.farther:
                continue
            kin_types = related[ego]
            hops = max(map(len, kin_types))
            yield Candidate(kind, ego, alters, kin_types, hops, of.relation, asked=of)


def _reverse(
    told: _Told, exact: Mapping[str, Relation], single: Mapping[str, Asked]
) -> Iterator[Candidate]:
    """Pairs joined by one line of blood only, of a class that both derivations tell."""
    ground = told.ground
    for kin_type, relation in exact.items():
        for ego, alters in told.found[relation].found.items():
            sex = ground.genealogy.sexes[ego]
            for alter in alters if sex != "u" else ():
                lines = ground.chains[ego][alter]
                class_id = class_of(ground.systems[0], sex, next(iter(lines)))
                of = single.get(class_id)
                known = len(lines) == 1 and alter not in ground.open_chains.get(ego, ())
                if of and known and alter in told.found[of.relation].found.get(ego, ()):
                    yield Candidate(
                        "reverse", ego, (alter,), (kin_type,), len(kin_type), relation,
                        asked=of, class_id=class_id,
                    )  # fmt: skip


def compared(ground: Ground, candidate: Candidate) -> tuple[int, ...]:
    """Who is compared by years of birth, the oldest first; nobody where no years are asked."""
    births = ground.genealogy.births
    people = {"older": (candidate.ego, *candidate.alters), "oldest": candidate.alters}
    return tuple(sorted(people.get(candidate.kind, ()), key=lambda i: births[i] or 0))
