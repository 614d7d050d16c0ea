"""How people of a genealogy are related: kin types between two of them, or from one to all.

A path is walked over parents, siblings, children and spouses and is canonical (S2): half-siblings
count as siblings; a parent's spouse of the other sex as a parent, a spouse's child as a child and
their child as a sibling (the step-kin rules, over one such marriage a step). By S2's "one spouse at
a time" a spouse's other spouse is nobody in particular.

Among several paths between two people the fewest steps count, then blood before marriage (S13).
"""

import threading
import weakref
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kinlib.kinship.genealogy import Genealogy, Sex
from kinlib.kinship.kintype import generation
from kinlib.kinship.systems import (
    SYSTEMS,
    Classification,
    Great,
    Profile,
    Variant,
    class_id_if_known,
    classify_if_known,
    system_name,
)

MAX_STEPS = 8  # far beyond any term in use

# What the last step was, for what may follow. A spouse step remembers the sex of the person it
# started from, because a step back to that sex would lead nowhere (S2).
_START, _UP, _ACROSS, _DOWN = range(4)
_SPOUSE: dict[Sex, int] = {"m": 4, "f": 5, "u": 6}
_KEPT = {4: "m", 5: "f"}
_LETTER: tuple[dict[Sex, str], ...] = tuple(
    {"m": letters[0], "f": letters[1], "u": letters[2]} for letters in ("FMP", "BZG", "SDC", "HWE")
)
# What a step-kin step is made of: parent's spouse, parent's spouse's child, spouse's child.
_WALKED = {0: (0, 3), 1: (0, 3, 2), 2: (3, 2)}


@dataclass(frozen=True, slots=True)
class KinPath:
    """One path from ego to alter.

    `kin_type` is canonical; `annotated` the same with the relative ages that birth years tell
    (FeB; for alters of ego's generation also Kinbank's FBeS); `walk` is the path before step-kin
    are made kin (FW where `kin_type` says M), with `people` the ids it passes, ego first.
    """

    kin_type: str
    annotated: str
    walk: str
    people: tuple[str, ...]
    consanguineal: bool


@dataclass(frozen=True, slots=True)
class Relation:
    """What two people are to each other.

    `paths` lead from ego to alter and `back` from alter to ego, the preferred first; `classes` and
    `back_classes` hold one classification a path for each system. `ambiguous` are the systems in
    which the preferred paths, `preferred` of them, differ in class: no question to ask (S13).
    """

    ego: str
    alter: str
    paths: tuple[KinPath, ...]
    back: tuple[KinPath, ...]
    classes: dict[str, tuple[Classification, ...]]
    back_classes: dict[str, tuple[Classification, ...]]
    preferred: int
    ambiguous: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Kindred:
    """Everyone related to ego within so many steps, in columns, nearest first; ego is left out.

    `alters` are positions in the genealogy's columns; `kin_types` the preferred kin type and
    `choices` all kin types that S13 leaves equal; `classes[system]` a class id each, "" where a sex
    that is not known leaves it open; `ambiguous[system]` the rows whose choices differ in class.
    """

    ego: str
    alters: tuple[int, ...]
    kin_types: tuple[str, ...]
    choices: tuple[tuple[str, ...], ...]
    consanguineal: tuple[bool, ...]
    classes: dict[str, tuple[str, ...]]
    ambiguous: dict[str, frozenset[int]]

    def __len__(self) -> int:
        """Number of relatives."""
        return len(self.alters)


def paths(
    genealogy: Genealogy, ego: str, alter: str, max_steps: int = MAX_STEPS
) -> tuple[KinPath, ...]:
    """All canonical paths of the fewest steps, blood before marriage; none if there is none.

    Where all of these go through a marriage, the shortest paths by blood follow, so that a cousin
    who was married is W and MBD. Ego is no relative of ego.
    """
    start, goal = genealogy.at(ego), genealogy.at(alter)
    if start == goal:
        return ()
    links = _links(genealogy)
    found: set[KinPath] = set()
    for over_marriages in (True, False):
        if any(path.consanguineal for path in found):
            break
        before: dict[int, list[int]] = {}
        for layer in _layers(links, start, max_steps, over_marriages):
            before.update(layer)
            ends = [key for key in layer if key >> 4 == goal]
            walks = (walk for end in ends for walk in _walks(links, before, start, end))
            found.update(_kin_path(genealogy, start, walk) for walk in walks)
            if ends:
                break
        if not found:
            break
    order = sorted(found, key=lambda p: (len(p.kin_type), not p.consanguineal, p.kin_type, p.walk))
    return tuple(order)


def relate(
    genealogy: Genealogy,
    ego: str,
    alter: str,
    systems: Sequence[str] = SYSTEMS,
    *,
    profile: Profile = "ethnographic",
    variant: Variant = "I",
    great: Great = "keep",
    max_steps: int = MAX_STEPS,
) -> Relation:
    """What two people call each other in these systems, over every path `paths` finds."""
    names = [system_name(system) for system in systems]
    there, back = (
        paths(genealogy, ego, alter, max_steps),
        paths(genealogy, alter, ego, max_steps),
    )

    def classes(found: Sequence[KinPath], speaker: str) -> dict[str, tuple[Classification, ...]]:
        sex = genealogy.sexes[genealogy.at(speaker)]
        return {
            name: tuple(
                classify_if_known(name, path.kin_type, sex, profile, variant, great)
                for path in found
            )
            for name in names
        }

    known = classes(there, ego)
    first = there[0] if there else None
    preferred = sum(
        first is not None
        and (len(path.kin_type), path.consanguineal) == (len(first.kin_type), first.consanguineal)
        for path in there
    )
    ambiguous = tuple(
        name for name in names if len({c.class_id for c in known[name][:preferred]}) > 1
    )
    return Relation(ego, alter, there, back, known, classes(back, alter), preferred, ambiguous)


def classify_all(
    genealogy: Genealogy,
    ego: str,
    systems: Sequence[str] = SYSTEMS,
    *,
    variant: Variant = "I",
    max_steps: int = MAX_STEPS,
) -> Kindred:
    """The class of everyone within `max_steps` of ego, from one breadth-first walk."""
    start = genealogy.at(ego)
    texts = {start << 4: {""}}
    found: dict[int, tuple[bool, tuple[str, ...]]] = {}
    letters, sexes = _LETTER, genealogy.sexes
    for layer in _layers(_links(genealogy), start, max_steps):
        now: dict[int, set[str]] = {}
        reached: dict[int, tuple[set[str], set[str]]] = {}
        for key, befores in layer.items():
            letter = letters[min(key >> 1 & 7, 4) - 1][sexes[key >> 4]]
            now[key] = here = {text + letter for b in befores for text in texts[b]}
            if key >> 4 not in found:
                reached.setdefault(key >> 4, (set(), set()))[key & 1].update(here)
        for alter, (blood, marriage) in reached.items():
            found[alter] = bool(blood), tuple(sorted(blood or marriage))
        texts = now
    names = [system_name(system) for system in systems]
    choices = tuple(kin_types for _, kin_types in found.values())
    sex = sexes[start]
    classes, ambiguous = {}, {}
    for name in names:
        class_of = {
            text: class_id_if_known(name, text, sex, variant)
            for text in {t for c in choices for t in c}
        }
        classes[name] = tuple(class_of[c[0]] for c in choices)
        ambiguous[name] = frozenset(
            row
            for row, c in enumerate(choices)
            if len(c) > 1 and len({class_of[text] for text in c}) > 1
        )
    return Kindred(
        ego=ego,
        alters=tuple(found),
        kin_types=tuple(c[0] for c in choices),
        choices=choices,
        consanguineal=tuple(blood for blood, _ in found.values()),
        classes=classes,
        ambiguous=ambiguous,
    )


class _Links:
    """Who is one canonical step away from whom, worked out when first asked.

    Each neighbour is a number: twice the position, plus one if the step goes over a marriage.
    """

    def __init__(self, genealogy: Genealogy) -> None:
        self._genealogy = weakref.proxy(genealogy)
        self.sexes = genealogy.sexes
        self._known: dict[int, tuple[tuple[int, ...], ...]] = {}

    def of(self, i: int) -> tuple[tuple[int, ...], ...]:
        """Parents, siblings, children, spouses of the person at position i."""
        known = self._known.get(i)
        if known is None:
            g: Genealogy = self._genealogy
            parents = g.parents_at(i)
            partners = g.partners_at(i)
            siblings = {j for p in parents for j in g.children_at(p)} - {i}
            children = g.children_at(i)
            others = [q for p in parents for q in g.partners_at(p)]
            step = [q for p in parents for q in g.partners_at(p) if self.opposite(p, q)]
            beside = {j for q in others for j in g.children_at(q)} - siblings - {i}
            below = {j for q in partners for j in g.children_at(q)} - set(children)
            known = self._known[i] = (
                (*(2 * j for j in parents), *(2 * j + 1 for j in {*step} - {*parents, i})),
                (*(2 * j for j in siblings), *(2 * j + 1 for j in beside)),
                (*(2 * j for j in children), *(2 * j + 1 for j in below - {i})),
                tuple(2 * j + 1 for j in partners),
            )
        return known

    def between(self, i: int, j: int, kind: int) -> list[tuple[int, ...]]:
        """The people a step from i to j goes over, if it goes over a marriage: each way one."""
        if 2 * j in self.of(i)[kind] or kind == 3:
            return [()]
        g: Genealogy = self._genealogy
        if kind == 0:
            near = g.parents_at(i)
            return [(p,) for p in near if j in g.partners_at(p) and self.opposite(p, j)]
        if kind == 2:
            return [(q,) for q in g.partners_at(i) if j in g.children_at(q)]
        return [(p, q) for p in g.parents_at(i) for q in g.partners_at(p) if j in g.children_at(q)]

    def opposite(self, i: int, j: int) -> bool:
        """Whether one is a man and the other a woman."""
        return {self.sexes[i], self.sexes[j]} == {"m", "f"}


_LOCK = threading.Lock()
_KNOWN: dict[int, tuple[weakref.ref[Genealogy], _Links]] = {}


def _links(genealogy: Genealogy) -> _Links:
    """The links of this genealogy, kept for the few genealogies last asked about.

    By identity: comparing or hashing a genealogy would read every column.
    """
    place = id(genealogy)
    with _LOCK:
        known = _KNOWN.get(place)
        if known is None or known[0]() is not genealogy:
            while len(_KNOWN) >= 4:
                _KNOWN.pop(next(iter(_KNOWN)))
            known = _KNOWN[place] = weakref.ref(genealogy), _Links(genealogy)
    return known[1]


def _layers(
    links: _Links, start: int, max_steps: int, over_marriages: bool = True
) -> Iterator[dict[int, list[int]]]:
    """Breadth first from a person: for each state reached in 1, 2 ... steps, the states before it.

    A state is who was reached, by what kind of step, and whether over a marriage, packed into
    person << 4 | kind << 1 | marriage. Only pairs of steps that S2 leaves alone are walked.
    """
    sexes = links.sexes
    seen: set[int] = set()
    frontier: dict[int, list[int]] = {start << 4: []}
    for _ in range(max_steps):
        layer: dict[int, list[int]] = {}
        for key in frontier:
            i, state, marriage = key >> 4, key >> 1 & 7, key & 1
            up, across, down, spouses = links.of(i)
            steps: list[tuple[int, int]] = []
            if state not in (_ACROSS, _DOWN):
                steps += [(j, _UP) for j in up]
                steps += [(j, _ACROSS) for j in across]
            if state in (_START, _ACROSS, _DOWN):
                steps += [(j, _DOWN) for j in down]
            code = _SPOUSE[sexes[i]]
            for j in spouses:
                sex = sexes[j >> 1]
                if state == _UP and sex != sexes[i] and "u" not in (sex, sexes[i]):
                    continue  # a parent, and reached as one
                if state >= 4 and _KEPT.get(state) == sex:
                    continue  # back to where the last spouse step came from
                steps.append((j, code))
            for j, kind in steps:
                if j >> 1 == start or (j & 1 and not over_marriages):
                    continue
                new = j >> 1 << 4 | kind << 1 | marriage | j & 1
                # What was reached in fewer steps, and by blood if not, leads on as well.
                if new not in seen and (new & ~1) not in seen:
                    layer.setdefault(new, []).append(key)
        if not layer:
            return
        seen.update(layer)
        yield layer
        frontier = layer


@dataclass(frozen=True, slots=True)
class _Stride:
    """One canonical step: to whom, of what kind, and over whom if it makes step-kin kin."""

    person: int
    kind: int
    over: tuple[int, ...]


def _walks(
    links: _Links, before: dict[int, list[int]], start: int, key: int
) -> Iterator[tuple[_Stride, ...]]:
    """Every way from start to a state."""
    if key >> 4 == start:
        yield ()
        return
    person, kind = key >> 4, min(key >> 1 & 7, 4) - 1
    for earlier in before[key]:
        for over in links.between(earlier >> 4, person, kind):
            for walk in _walks(links, before, start, earlier):
                yield (*walk, _Stride(person, kind, over))


def _kin_path(genealogy: Genealogy, start: int, strides: tuple[_Stride, ...]) -> KinPath:
    sexes, births = genealogy.sexes, genealogy.births
    here, people, walk, steps = start, [start], "", []
    for stride in strides:
        letter = _LETTER[stride.kind][sexes[stride.person]]
        mark = _age(births[here], births[stride.person]) if stride.kind == 1 else ""
        steps.append(mark + letter)
        passed = (*stride.over, stride.person)
        kinds = _WALKED[stride.kind] if stride.over else (stride.kind,)
        walk += "".join(_LETTER[k][sexes[j]] for k, j in zip(kinds, passed, strict=True))
        people += passed
        here = stride.person
    kin_type = "".join(step[-1] for step in steps)
    if len(steps) > 1 and strides[-1].kind == 2 and not generation(kin_type):
        steps[-1] = _age(births[start], births[here]) + steps[-1]
    return KinPath(
        kin_type=kin_type,
        annotated="".join(steps),
        walk=walk,
        people=tuple(genealogy.ids[j] for j in people),
        consanguineal=not any(s.over or s.kind == 3 for s in strides),
    )


def _age(than: int | None, birth: int | None) -> str:
    if than is None or birth is None or than == birth:
        return ""
    return "e" if birth < than else "y"
