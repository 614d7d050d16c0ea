"""The second derivation of every answer: from fathers, mothers and sexes alone, by other means.

Nothing of `kinship.kindreds`, `relate` or `systems` is used. Lines of blood are walked as people,
not as kin types, and classes follow the closed forms of kinship-systems.md (S3-S9): who stands at
the top of a line and who links it, instead of rewritten strings. Where two answers agree that were
found so differently, an error would have to be in the specification itself.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import product

from kinlib.kinship.genealogy import NONE, Sex

Sexes = tuple[Sex, ...]


@dataclass(frozen=True)
class Chain:
    """A line of blood by the sexes of those on it.

    `up` are ego's ancestors on the line, nearest first; `down` those below, the alter last. Where
    `across`, the first below is a sibling of the last above (or of ego), half or full; else one of
    the two is empty, for a line is then straight.
    """

    up: Sexes
    down: Sexes
    across: bool

    @cached_property
    def hops(self) -> int:
        """Steps of the canonical kin type: parents, a sibling, children (S2)."""
        return len(self.up) + len(self.down)

    @property
    def generation(self) -> int:
        """How many generations the alter stands above ego."""
        return len(self.up) - len(self.down) + self.across

    @cached_property
    def is_known(self) -> bool:
        """Whether the sex of everybody on the line is known."""
        return "u" not in self.up and "u" not in self.down

    @cached_property
    def kin_type(self) -> str:
        """The same as letters: FZS."""
        above = "".join("FM"[s == "f"] for s in self.up)
        below = ["SD"[s == "f"] for s in self.down]
        if self.across:
            below[0] = "BZ"[self.down[0] == "f"]
        return above + "".join(below)


# One object for all that are alike: what is worked out of a chain is worked out once.
_chain = cache(Chain)

Chains = Mapping[int, frozenset[Chain]]
"""All lines of blood from ego to each alter, the shortest and the longer ones."""


def nearest(lines: Iterable[Chain]) -> list[Chain]:
    """The shortest of some lines; several where equal lines differ in somebody's sex."""
    ordered = sorted(lines, key=lambda line: line.hops)
    return [line for line in ordered if line.hops == ordered[0].hops]


@cache
def expanded(line: Chain) -> tuple[Chain, ...]:
    """What a line is if people of unknown sex on it are men or women."""
    open_sexes: list[tuple[Sex, ...]] = [
        ("m", "f") if sex == "u" else (sex,) for sex in (*line.up, *line.down)
    ]
    rise = len(line.up)
    return tuple(_chain(s[:rise], s[rise:], line.across) for s in product(*open_sexes))


def all_chains(
    fathers: Sequence[int], mothers: Sequence[int], sexes: Sequence[Sex], hops: int = 8
) -> list[Chains]:
    """For every ego, by position: all lines of blood of so many hops, to everyone they reach.

    Lines may run over people of unknown sex, or end there: `expanded` tells what they might be.
    """
    children: defaultdict[int, list[int]] = defaultdict(list)
    for child, pair in enumerate(zip(fathers, mothers, strict=True)):
        for parent in set(pair) - {NONE}:
            children[parent].append(child)
    return [_chains(fathers, mothers, sexes, children, ego, hops) for ego in range(len(sexes))]


def _chains(
    fathers: Sequence[int], mothers: Sequence[int], sexes: Sequence[Sex],
    children: Mapping[int, list[int]], ego: int, hops: int,
) -> Chains:  # fmt: skip
    found: defaultdict[int, set[Chain]] = defaultdict(set)

    def descend(top: int, up: Sexes, path: frozenset[int], across: bool) -> None:
        layer: list[tuple[int, Sexes]] = [(top, (sexes[top],))] if across else [(top, ())]
        for _ in range(hops - len(up) + (not across)):
            for alter, down in layer:
                if down and alter != ego:
                    found[alter].add(_chain(up, down, across))
            layer = [
                (child, (*down, sexes[child]))
                for person, down in layer
                for child in children.get(person, ())
                if child not in path
            ]

    climbing: list[tuple[int, tuple[int, ...]]] = [(ego, ())]
    descend(ego, (), frozenset({ego}), across=False)
    for _ in range(hops + 1):
        above = []
        for person, way in climbing:
            up = tuple(sexes[p] for p in way)
            if way:
                found[person].add(_chain(up, (), False))
            parents = [p for p in (fathers[person], mothers[person]) if p != NONE]
            beside = dict.fromkeys(k for p in parents for k in children[p])
            path = frozenset({ego, *way})
            for sibling in beside:
                if sibling not in path:
                    descend(sibling, up, path, across=True)
            above += [(p, (*way, p)) for p in parents]
        climbing = [(p, way) for p, way in above if len(way) <= hops]
    return {alter: frozenset(ways) for alter, ways in found.items()}


def class_of(system: str, ego: Sex, chain: Chain) -> str:
    """Class id of an alter on a line, in a system, by closed form; ego's sex is known.

    Ids are those of kinship-systems.md.
    """
    return _class_of(system, ego, chain)


@cache
def _class_of(system: str, ego: Sex, chain: Chain) -> str:
    alter = (chain.down or chain.up)[-1]
    if system == "Sudanese":
        return chain.kin_type  # S4: every line has a class of its own
    if not chain.across:
        return _straight(chain.generation, alter)
    if len(chain.up) == 0 and len(chain.down) == 1:
        return _pick("B", "Z", alter)
    return _RULES[system](ego, chain, alter)


def _straight(generation: int, sex: Sex) -> str:
    """Class of ancestors and descendants, and of all who are called like them."""
    if abs(generation) == 1:
        return _pick("F", "M", sex) if generation > 0 else _pick("S", "D", sex)
    sign = "+" if generation > 0 else "-"
    return f"G{abs(generation)}{sign}{sex}"


def _pick(man: str, woman: str, sex: Sex) -> str:
    return man if sex == "m" else woman


def _eskimo(ego: Sex, chain: Chain, alter: Sex) -> str:
    """S3: lineal and collateral kin apart, cousins by degree and removal."""
    up, down = len(chain.up), len(chain.down) - 1
    if up and down:
        return f"COUSIN{min(up, down)}R{abs(up - down)}"
    word = _pick("UNCLE", "AUNT", alter) if up else _pick("NEPHEW", "NIECE", alter)
    degree = up or down
    return word if degree == 1 else f"{word}{degree}"


def _hawaiian(ego: Sex, chain: Chain, alter: Sex) -> str:
    """S5: generation and sex."""
    if chain.generation == 0:
        return _pick("B", "Z", alter)
    return _straight(chain.generation, alter)


def _by_crossness(cross: bool, generation: int, alter: Sex) -> str:
    """The table of S6 and S7."""
    if abs(generation) > 1:
        return _straight(generation, alter)
    if not cross:
        return _pick("B", "Z", alter) if not generation else _straight(generation, alter)
    pairs = {1: ("MB", "FZ"), 0: ("XCm", "XCf"), -1: ("XS", "XD")}
    return _pick(*pairs[generation], alter)


def _iroquois(ego: Sex, chain: Chain, alter: Sex) -> str:
    """S6: two linking relatives of the lower generation, of like sex or not."""
    g = chain.generation
    mine = ego if g < 0 else chain.up[0]
    theirs = alter if g > 0 else chain.down[-2]
    return _by_crossness(mine != theirs, g, alter)


def _dravidian(ego: Sex, chain: Chain, alter: Sex) -> str:
    """S7: the side a person is on, ego's being 0: everybody is on the father's side."""
    linked = (*chain.up, *chain.down[:-1])
    side = sum(sex == "f" for sex in linked) % 2
    g = chain.generation
    if g > 0:
        cross = side != (alter == "f")
    elif g < 0:
        cross = side != (ego == "f")
    else:
        cross = side == 1
    return _by_crossness(cross, g, alter)


def _skewed(woman: Sex) -> Callable[[Sex, Chain, Sex], str]:
    """S8 and S9 without rewriting: of the siblings at the top, which line is shortened."""

    def rule(ego: Sex, chain: Chain, alter: Sex) -> str:
        above, below = (ego, *chain.up), chain.down
        a, top = len(chain.up), 0
        while a > 0 and top < len(below) - 1:
            mine, theirs = above[a], below[top]
            if mine == theirs:
                a, top = a - 1, top + 1
            elif theirs == woman:
                top += 1
            else:
                a -= 1
        b = len(below) - 1 - top
        if a == b == 0:
            return _pick("B", "Z", alter)
        if b == 0:
            if above[a] == alter or a > 1:
                return _straight(a, alter)
            return _pick("MB", "FZ", alter)
        if ego == below[top] or b > 1:
            return _straight(-b, alter)
        return _pick("XS", "XD", alter)

    return rule


_RULES: Mapping[str, Callable[[Sex, Chain, Sex], str]] = {
    "Eskimo": _eskimo,
    "Hawaiian": _hawaiian,
    "Iroquois": _iroquois,
    "Dravidian": _dravidian,
    "Crow": _skewed("f"),
    "Omaha": _skewed("m"),
}
