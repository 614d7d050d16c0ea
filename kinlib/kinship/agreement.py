"""How well a language's own terms agree with a kinship system (kinship-systems.md S16).

Two kin types of one ego's sex and one alter's sex are a pair. The language says whether they have
one term, a system whether they are one class; agreement is the share of pairs on which both say
the same.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations, groupby

from kinlib.kinship.kintype import EgoSex
from kinlib.kinship.sharing import Slots, Treatment, share_term, slots
from kinlib.kinship.systems import SYSTEMS, Variant, class_id, system_name
from kinlib.kinship.terminology import AFFINES, CORE, GRANDKIN, Terminology

_MEN, _AFFINE = frozenset("FBSH"), frozenset("HW")


@dataclass(frozen=True, slots=True)
class Agreement:
    """Pairs of kin types by what the language and what the system say of them.

    `table` has a row for "one term" and one for "different terms", and in each a column for "one
    class" and one for "different classes".
    """

    system: str
    table: tuple[tuple[int, int], tuple[int, int]]

    @property
    def pairs(self) -> int:
        """How many pairs could be compared."""
        return sum(map(sum, self.table))

    @property
    def agreeing(self) -> int:
        """On how many of them language and system say the same."""
        return self.table[0][0] + self.table[1][1]

    @property
    def share(self) -> float | None:
        """Share of pairs agreeing; None without pairs."""
        return self.agreeing / self.pairs if self.pairs else None

    @property
    def ari(self) -> float | None:
        """Adjusted Rand index, which over pairs is Cohen's kappa (Warrens 2008).

        None where one side merges nothing or everything: then it is 0 by construction, as for
        Sudanese, or not defined.
        """
        (a, b), (c, d) = self.table
        if not (a + b and c + d and a + c and b + d):
            return None
        return 2 * (a * d - b * c) / ((a + b) * (b + d) + (a + c) * (c + d))


@dataclass(frozen=True, slots=True)
class Nearest:
    """The systems in order of core agreement; those in one place are tied.

    `affinal` counts, where Iroquois and Dravidian alone shared a place, the affinal pairs on which
    the two differ and the language sides with Iroquois, and with Dravidian. "Nearest" is not "is":
    on core kin the two cannot differ, and few lists hold the kin types on which they do.
    """

    order: tuple[tuple[Agreement, ...], ...]
    affinal: tuple[int, int] | None = None

    @property
    def best(self) -> tuple[str, ...]:
        """The nearest system, or those tied for it."""
        return tuple(agreement.system for agreement in self.order[0])

    @property
    def tied(self) -> bool:
        """Whether no single system is nearest."""
        return len(self.best) > 1


def agreement(
    terminology: Terminology,
    system: str,
    *,
    core: bool = True,
    treatment: Treatment = "corrected",
    variant: Variant = "I",
) -> Agreement:
    """Agreement of a terminology with one system, over core kin types or all consanguines.

    Args:
        terminology: the language's terms.
        system: one of `SYSTEMS`, in any case.
        core: only the 22 core kin types (to first cousins), or all consanguineal ones.
        treatment: "strict" compares words letter by letter; "folded" by the folded spelling of
            S16, which forgives what early spellings waver on; "corrected" also leaves out rows
            known to be wrong in Morgan's North American lists (`sharing.corrections`).
        variant: Crow and Omaha variant, "I" or "III" (S8).
    """
    system = system_name(system)
    by_type = slots(terminology, treatment)
    chosen = {k: v for k, v in by_type.items() if (k[1] in CORE if core else _blood(k[1]))}
    return Agreement(system, _count(chosen, system, variant))


def nearest(terminology: Terminology, treatment: Treatment = "corrected") -> Nearest:
    """The systems by core agreement, best first, ties said.

    Where Iroquois and Dravidian are tied with each other only, the affinal pairs they predict
    differently (FZH = MB, BW = MBD ...) decide, if they do (S16).
    """
    by_type = slots(terminology, treatment)
    chosen = {k: v for k, v in by_type.items() if k[1] in CORE}
    found = [Agreement(system, _count(chosen, system, "I")) for system in SYSTEMS]
    found.sort(key=lambda one: -one.agreeing)
    order = [tuple(group) for _, group in groupby(found, key=lambda one: one.agreeing)]
    for place, group in enumerate(order):
        if {one.system for one in group} == {"Iroquois", "Dravidian"}:
            sides = _affinal(by_type)
            if sides[0] != sides[1]:
                winner = "Iroquois" if sides[0] > sides[1] else "Dravidian"
                one, other = sorted(group, key=lambda one: one.system != winner)
                order[place : place + 1] = [(one,), (other,)]
            return Nearest(tuple(order), sides)
    return Nearest(tuple(order))


def partition(
    terminology: Terminology,
    ego: EgoSex,
    *,
    types: Iterable[str] | None = None,
    treatment: Treatment = "corrected",
) -> tuple[tuple[str, ...], ...]:
    """Kin types grouped by shared term, for a diagram; a type with a term of its own is alone.

    Alter's sex does not matter here (English cousin). Types linked by a chain of shared terms are
    one group. Only `types` are grouped: by default core, grandkin and affines.
    """
    by_type = slots(terminology, treatment)
    wanted = (*CORE, *GRANDKIN, *AFFINES[ego]) if types is None else tuple(types)
    groups: list[list[str]] = []
    for kin_type in dict.fromkeys(wanted):
        if (own := by_type.get((ego, kin_type))) is None:
            continue
        linked = [g for g in groups if any(share_term(own, by_type[ego, other]) for other in g)]
        groups = [g for g in groups if g not in linked]
        groups.append([*(other for g in linked for other in g), kin_type])
    place = {kin_type: i for i, kin_type in enumerate(wanted)}
    ordered = (sorted(group, key=place.__getitem__) for group in groups)
    return tuple(map(tuple, sorted(ordered, key=lambda group: place[group[0]])))


def _blood(kin_type: str) -> bool:
    return _AFFINE.isdisjoint(kin_type)


def _pairs(by_type: Iterable[tuple[EgoSex, str]]) -> Iterable[tuple[EgoSex, str, str]]:
    """Pairs of kin types with the same ego's sex and the same alter's sex."""
    for (ego, a), (same_ego, b) in combinations(by_type, 2):
        if ego == same_ego and (a[-1] in _MEN) == (b[-1] in _MEN):
            yield ego, a, b


def _count(
    by_type: Mapping[tuple[EgoSex, str], Slots], system: str, variant: Variant
) -> tuple[tuple[int, int], tuple[int, int]]:
    classes = {(ego, t): class_id(system, t, ego, variant) for ego, t in by_type}
    table = [[0, 0], [0, 0]]
    for ego, a, b in _pairs(by_type):
        one_term = share_term(by_type[ego, a], by_type[ego, b])
        if one_term is not None:
            table[not one_term][classes[ego, a] != classes[ego, b]] += 1
    return (table[0][0], table[0][1]), (table[1][0], table[1][1])


def _affinal(by_type: Mapping[tuple[EgoSex, str], Slots]) -> tuple[int, int]:
    """Affinal pairs that side with Iroquois, and with Dravidian, of those they differ on."""
    sides = [0, 0]
    for ego, a, b in _pairs(by_type):
        if _blood(a) and _blood(b):
            continue
        iroquois, dravidian = (
            class_id(system, a, ego) == class_id(system, b, ego)
            for system in ("Iroquois", "Dravidian")
        )
        one_term = share_term(by_type[ego, a], by_type[ego, b])
        if iroquois != dravidian and one_term is not None:
            sides[one_term == dravidian] += 1
    return sides[0], sides[1]
