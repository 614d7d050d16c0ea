"""What a context tells of a family, to be walked by names.

Only what the facts say, or plainly follows, is known: a parent's child is a child, whoever share a
told parent are siblings, half or full. Sexes and lines that are not told stay open: a letter P, G,
C or E stands for a step to somebody of unknown sex.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from kinlib.kinship.kintype import ACROSS, DOWN, EITHER, SPOUSE, UP
from kinlib.reasoning.contexts import CHILDREN, PARENTS, SIBLINGS, SPOUSES, Told, read

MOST_STEPS = 8
"""How far relatives are looked for; the longest line an item asks about has 6."""

_KIND = {
    word: kind
    for words, kind in ((PARENTS, UP), (SIBLINGS, ACROSS), (CHILDREN, DOWN), (SPOUSES, SPOUSE))
    for word in words
}
_BACK = {UP: DOWN, ACROSS: ACROSS, DOWN: UP, SPOUSE: SPOUSE}
_KIND_OF = {letter: kind for kind in _BACK for letter in kind}
# What may follow a step on a canonical line (S2); a parent's child, say, is a sibling.
_NEXT = {
    "": (UP, ACROSS, DOWN, SPOUSE), UP: (UP, ACROSS, SPOUSE), ACROSS: (DOWN, SPOUSE),
    DOWN: (DOWN, SPOUSE), SPOUSE: (UP, ACROSS, DOWN),
}  # fmt: skip

Near = Mapping[str, Mapping[str, tuple[str, ...]]]


@dataclass(frozen=True, eq=False)
class ToldGraph:
    """People and who is one step away from whom; `near[kind][name]`, kinds as in `kintype`.

    `firm` are the children who are surely their parent's: of "their children" nobody says whose.
    """

    told: Told
    near: Near
    firm: Mapping[str, tuple[str, ...]]

    def of(self, name: str, kind: str) -> tuple[str, ...]:
        """Somebody's parents, siblings, children or spouses, in the order they are told."""
        near = self.near[kind].get(name, ())
        if kind != ACROSS:
            return near
        above = (self.firm.get(parent, ()) for parent in self.near[UP].get(name, ()))
        shared = (child for children in above if name in children for child in children)
        return tuple(other for other in dict.fromkeys((*near, *shared)) if other != name)

    def letter(self, kind: str, name: str) -> str:
        """The letter of a step of this kind to somebody."""
        return kind["mf".find(self.told.sexes.get(name, "u"))]

    def step(self, names: Iterable[str], letter: str) -> frozenset[str]:
        """Everybody who may be one such step away; an unknown sex may be either."""
        kind = _KIND_OF[letter]
        fitting = (letter, kind[2]) if letter != kind[2] else tuple(kind)
        return frozenset(
            other
            for name in names
            for other in self.of(name, kind)
            if self.letter(kind, other) in fitting
        )

    def walk(self, names: Iterable[str], letters: str) -> tuple[frozenset[str], ...]:
        """Who is reached after each step of a line, those who set out included."""
        reached = [frozenset(names)]
        for letter in letters:
            reached.append(self.step(reached[-1], letter))
        return tuple(reached)

    def between(self, ego: str, letters: str, goal: str) -> tuple[frozenset[str], ...]:
        """Who stands on the lines from ego to a goal after each step but the last; else nothing."""
        reached = self.walk((ego,), letters)
        if goal not in reached[-1]:
            return ()
        onward, found = frozenset({goal}), []
        for place in range(len(letters) - 1, 0, -1):
            onward = frozenset(
                n for n in reached[place] if self.step((n,), letters[place]) & onward
            )
            found.append(onward - {ego, goal})
        return tuple(reversed(found))


@lru_cache(maxsize=512)
def graph_of(context: str) -> ToldGraph:
    """The graph of a context; the last few hundred are kept."""
    told = read(context)
    near: dict[str, defaultdict[str, dict[str, None]]] = {k: defaultdict(dict) for k in _BACK}
    firm: defaultdict[str, dict[str, None]] = defaultdict(dict)
    links = [((subject,), word, other) for subject, word, other in told.facts]
    for subjects, word, other in (*links, *told.loose):
        kind = _KIND[word]
        for subject in subjects:
            if subject == other:
                continue
            near[kind][subject][other] = None
            near[_BACK[kind]][other][subject] = None
            if kind in (UP, DOWN) and len(subjects) == 1:
                parent, child = (subject, other) if kind == DOWN else (other, subject)
                firm[parent][child] = None
    return ToldGraph(
        told,
        {kind: {name: tuple(of) for name, of in each.items()} for kind, each in near.items()},
        {name: tuple(children) for name, children in firm.items()},
    )


@lru_cache(maxsize=512)
def kin(graph: ToldGraph, ego: str) -> Mapping[str, frozenset[str]]:
    """Everybody's kin types as seen from ego, whom no line of `MOST_STEPS` reaches left out.

    They are those of the shortest lines by blood, and of a shorter one over a marriage (S13).
    """
    blood: dict[str, frozenset[str]] = {}
    shortest: dict[str, frozenset[str]] = {}
    layer: dict[tuple[str, str, bool], set[str]] = {(ego, "", False): {""}}
    seen = set(layer)
    for _ in range(MOST_STEPS):
        after: dict[tuple[str, str, bool], set[str]] = {}
        for (name, last, married), texts in layer.items():
            for kind in _NEXT[last]:
                over = married or kind == SPOUSE
                for other in graph.of(name, kind):
                    state = (other, kind, over)
                    if other == ego or state in seen or (other, kind, False) in seen:
                        continue
                    letter = graph.letter(kind, other)
                    after.setdefault(state, set()).update(text + letter for text in texts)
        found: defaultdict[str, tuple[set[str], set[str]]] = defaultdict(lambda: (set(), set()))
        for (name, _, married), texts in after.items():
            found[name][married].update(texts)
        for name, (by_blood, by_marriage) in found.items():
            shortest.setdefault(name, frozenset(by_blood or by_marriage))
            if by_blood:
                blood.setdefault(name, frozenset(by_blood))
        seen |= after.keys()
        layer = after
    return {name: blood.get(name, frozenset()) | kin_types for name, kin_types in shortest.items()}


@lru_cache(maxsize=1 << 14)
def readings(kin_type: str) -> frozenset[str]:
    """The kin types that one with open sexes may be."""
    return frozenset(
        map("".join, product(*(_KIND_OF[c][:2] if c in EITHER else c for c in kin_type)))
    )
