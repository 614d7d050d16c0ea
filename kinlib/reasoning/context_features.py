"""What the shape of a context tells of each person in it, as numbers for a learner.

Everything here is seen without the question: who is told to be what to how many, how far people
are apart, who has no facts beyond one, whose sex or year is told though nobody needs it. Were a
context built around its answer, one of these would give the answer away. Names themselves are no
features: only how they sort and how many share the last word.
"""

from collections import defaultdict, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinlib.reasoning.contexts import CHILDREN, PARENTS, SIBLINGS, SPOUSES, WORDS, Told

Numbers = NDArray[np.float64]
Shape = NDArray[np.float32]
Columns = dict[str, Any]

_PLACE = {word: place for place, word in enumerate(WORDS)}
_RISE = dict.fromkeys(PARENTS, 1) | dict.fromkeys(CHILDREN, -1)
_LAYERS = 6
_AROUND = 3  # of the numbers of the whole context, those told of each person too


@dataclass(frozen=True)
class Described:
    """A context in numbers: a row for each of `people` (in order of first mention), one for all.

    NaN stands for what the context leaves open.
    """

    people: tuple[str, ...]
    each: Shape
    whole: Numbers


@dataclass(frozen=True)
class _Graph:
    """The facts of a context as numbers: people by order of first mention, words by place."""

    subjects: NDArray[np.int64]
    words: NDArray[np.int64]
    objects: NDArray[np.int64]
    near: NDArray[np.bool_]  # whom any fact joins
    hops: Numbers  # between all, NaN where nothing joins them
    heights: Numbers  # generations above the first person of the same component
    components: NDArray[np.int64]


def hops_from_first(told: Told) -> Mapping[str, int]:
    """How many facts lie between the person mentioned first and everyone these facts reach."""
    if not told.mentioned:
        return {}
    near: defaultdict[str, list[str]] = defaultdict(list)
    for subject, _, other in _links(told):
        near[subject].append(other)
        near[other].append(subject)
    first = told.mentioned[0]
    hops, waiting = {first: 0}, deque([first])
    while waiting:
        person = waiting.popleft()
        for other in near[person]:
            if other not in hops:
                hops[other] = hops[person] + 1
                waiting.append(other)
    return hops


def describe(told: Told) -> Described:
    """The features of a context; contexts that mention nobody have no rows in `each`."""
    graph = _graph(told)
    size = len(told.mentioned)
    columns = _words(graph, size) | _shape(graph) | _kin(graph, size) | _telling(told, graph)
    whole = _whole(told, graph, columns)
    ranked = ("degree", "told", "farthest", "hops", "hops from first", "height", "last fact")
    columns |= {f"rank of {name}": _rank(columns[name]) for name in ranked}
    around = {f"whole {n}": np.full(size, whole[n]) for n in range(_AROUND)}
    each = np.array([*columns.values(), *around.values()], np.float32)
    return Described(told.mentioned, each.T, whole)


def _links(told: Told) -> list[tuple[str, str, str]]:
    """Facts, and each of the facts a loose one may be."""
    loose = [(subject, w, name) for subjects, w, name in told.loose for subject in subjects]
    return [*told.facts, *loose]


def _graph(told: Told) -> _Graph:
    place = {name: number for number, name in enumerate(told.mentioned)}
    links = [(place[a], _PLACE[word], place[b]) for a, word, b in _links(told)]
    subjects, words, objects = np.array(links, np.int64).reshape(-1, 3).T
    near = np.zeros((len(place), len(place)), np.bool_)
    near[subjects, objects] = near[objects, subjects] = True
    heights, components = _heights(links, len(place))
    return _Graph(subjects, words, objects, near, _hops(near), heights, components)


def _hops(near: NDArray[np.bool_]) -> Numbers:
    # 32-bit floats multiply fast; all that is asked of a product is whether it is 0.
    steps = near.astype(np.float32)
    reached = np.eye(len(near), dtype=np.bool_)
    hops = np.where(reached, 0.0, np.nan)
    front, distance = reached, 0
    while front.any():
        distance += 1
        front = (front.astype(np.float32) @ steps > 0) & ~reached
        reached = reached | front
        hops[front] = distance
    return hops


def _heights(links: Sequence[tuple[int, int, int]], size: int) -> tuple[Numbers, NDArray[np.int64]]:
    """Generations above the first of each component, by the first way found; components."""
    steps: list[list[tuple[int, int]]] = [[] for _ in range(size)]
    for subject, word, other in links:
        rise = _RISE.get(WORDS[word], 0)
        steps[subject].append((other, rise))
        steps[other].append((subject, -rise))
    heights = [0] * size
    components = [-1] * size
    for start in range(size):
        if components[start] >= 0:
            continue
        components[start] = start
        waiting = deque([start])
        while waiting:
            person = waiting.popleft()
            for other, rise in steps[person]:
                if components[other] < 0:
                    components[other] = start
                    heights[other] = heights[person] + rise
                    waiting.append(other)
    return np.array(heights, np.float64), np.array(components, np.int64)


def _words(graph: _Graph, size: int) -> Columns:
    """How often each has a relative told by each word, and is told as one."""
    has, called = np.zeros((2, size, len(WORDS)))
    np.add.at(has, (graph.subjects, graph.words), 1)
    np.add.at(called, (graph.objects, graph.words), 1)
    return (
        {f"has {word}": has[:, place] for word, place in _PLACE.items()}
        | {f"is {word}": called[:, place] for word, place in _PLACE.items()}
        | {"has": has.sum(1), "is": called.sum(1), "told": has.sum(1) + called.sum(1)}
        | {"kinds": (has > 0).sum(1) + (called > 0).sum(1)}
    )


def _shape(graph: _Graph) -> Columns:
    """Where each stands in the net of facts: between others, at its edge, how high up."""
    hops, near, heights = graph.hops, graph.near, graph.heights
    degree = near.sum(1)
    joined = ~np.isnan(hops)
    reach = joined.sum(1)
    known = np.where(joined, hops, 0.0)
    farthest = known.max(1, initial=0)
    first, last = (hops[end] if len(hops) else np.empty(0) for end in (0, -1))
    widest = np.where(joined, farthest, 0).max(1, initial=0)
    narrowest = np.where(joined, farthest, np.inf).min(1, initial=np.inf)
    low = np.where(joined, heights, np.inf).min(1, initial=np.inf)
    high = np.where(joined, heights, -np.inf).max(1, initial=-np.inf)
    neighbours = np.where(near, degree, 0)
    own = joined[0] if len(hops) else np.empty(0, np.bool_)
    return {
        "degree": degree,
        "reach": reach,
        "farthest": farthest,
        "from edge": widest - farthest,
        "from centre": farthest - narrowest,
        "hops": known.sum(1) / np.maximum(reach - 1, 1),
        "hops from first": first,
        "hops from last": last,
        "as far from first": (first[:, None] == first).sum(1),
        "at the end from first": first == first[own].max(initial=0),
        "leaves beside": (near & (degree == 1)).sum(1),
        "busiest beside": neighbours.max(1, initial=0),
        "busy beside": neighbours.sum(1) / np.maximum(degree, 1),
        "within two": (known == 2).sum(1),
        "height": np.where(own, heights, np.nan),
        "above lowest": heights - low,
        "below highest": high - heights,
        "of like height": (joined & (heights[:, None] == heights)).sum(1),
    }


def _kin(graph: _Graph, size: int) -> Columns:
    """Kin as the facts mean them, whichever of the two each was told of."""

    def matrix(straight: Sequence[str], reverse: Sequence[str]) -> NDArray[np.float32]:
        pairs = np.zeros((size, size), np.float32)
        for (first, *_), a, b in (
            (straight, graph.subjects, graph.objects),
            (reverse, graph.objects, graph.subjects),
        ):
            chosen = groups == _PLACE[first] // 3
            pairs[a[chosen], b[chosen]] = 1
        return pairs

    groups = graph.words // 3
    parents, siblings = matrix(PARENTS, CHILDREN), matrix(SIBLINGS, SIBLINGS)
    spouses = matrix(SPOUSES, SPOUSES)
    grandparents = (parents @ parents > 0).astype(np.float32)
    great = grandparents @ parents > 0
    alike = (parents @ parents.T + siblings > 0).astype(np.float32)
    np.fill_diagonal(alike, 0)
    nieces = alike @ parents.T > 0
    twice = np.zeros((size, size))
    np.add.at(twice, (graph.subjects, graph.objects), 1)
    twice += twice.T
    return {
        "parents": parents.sum(1),
        "children": parents.sum(0),
        "siblings": siblings.sum(1),
        "siblings seen": alike.sum(1),
        "spouses": spouses.sum(1),
        "grandparents": grandparents.sum(1),
        "grandchildren": grandparents.sum(0),
        "great-grandparents": great.sum(1),
        "great-grandchildren": great.sum(0),
        "siblings' children": nieces.sum(1),
        "parents' siblings": (parents @ alike > 0).sum(1),
        "cousins": (parents @ nieces > 0).sum(1),
        "told twice": (twice > 1).sum(1),
    }


def _telling(told: Told, graph: _Graph) -> Columns:
    """How each is told of beside kin: sex, year, place in the text, name."""
    people = told.mentioned
    size = len(people)
    stated, births = set(told.stated), told.births
    years = np.array([births.get(name, np.nan) for name in people], np.float64)
    numbers = np.arange(len(graph.subjects))
    first, last = np.full(size, np.nan), np.full(size, np.nan)
    for ends in (graph.subjects, graph.objects):
        np.fmin.at(first, ends, numbers)
        np.fmax.at(last, ends, numbers)
    alphabet = {name: place for place, name in enumerate(sorted(people))}
    surnames: defaultdict[str, int] = defaultdict(int)
    for name in people:
        surnames[_surname(name)] += 1
    return {
        "is a man": [told.sexes.get(name) == "m" for name in people],
        "is a woman": [told.sexes.get(name) == "f" for name in people],
        "sex stated": [name in stated for name in people],
        "year told": ~np.isnan(years),
        "rank of year": _rank(years),
        "place": np.arange(size),
        "place of all": np.arange(size) / max(size, 1),
        "first fact": first / max(len(numbers), 1),
        "last fact": last / max(len(numbers), 1),
        "place in alphabet": [alphabet[name] / size for name in people],
        "of the name": [surnames[_surname(name)] for name in people],
        "of the first's name": [_surname(name) == _surname(people[0]) for name in people],
    }


def _surname(name: str) -> str:
    """The last word, without what tells people of one name apart: Ann Lee (born 1900)."""
    return (name.partition(" (")[0].split() or [name])[-1]


def _whole(told: Told, graph: _Graph, columns: Columns) -> Numbers:
    """The context as one row, with the words by hops from the person mentioned first."""
    size, facts = len(told.mentioned), len(told.facts) + len(told.loose)
    first = np.nan_to_num(columns["hops from first"], nan=-1)
    layers = np.bincount(first.astype(np.int64) + 1, minlength=_LAYERS + 2)[2 : _LAYERS + 2]
    heights = columns["height"]
    known = np.clip(heights[~np.isnan(heights)], -4, 5).astype(np.int64)
    storeys = np.bincount(known + 4, minlength=10)[1:9]
    words = np.bincount(graph.words, minlength=len(WORDS))
    paths = []
    for hop in range(1, _LAYERS):
        outward = (first[graph.subjects] == hop - 1) & (first[graph.objects] == hop)
        inward = (first[graph.objects] == hop - 1) & (first[graph.subjects] == hop)
        for way in (outward, inward):
            counts = np.bincount(graph.words[way], minlength=len(WORDS))
            paths.append(float(counts.argmax()) if way.any() else -1.0)
    men, women = np.sum(columns["is a man"]), np.sum(columns["is a woman"])
    top = [float(np.max(columns[name], initial=0)) for name in ("degree", "farthest", "told")]
    return np.array(
        [
            size, facts, facts / max(size, 1), len(set(graph.components.tolist())), men, women,
            len(told.stated), len(told.births), len(told.loose), len(told.other), layers.max(),
            first.max(initial=0), (columns["degree"] == 1).sum(),
            np.max(columns["above lowest"], initial=0), *top, *layers, *storeys, *words, *paths,
        ],
        np.float64,
    )  # fmt: skip


def _rank(values: Any) -> Numbers:
    """The share of the others that have less, likes halved; NaN stays."""
    numbers = np.asarray(values, np.float64)
    known = np.sort(numbers[~np.isnan(numbers)])
    below, upto = np.searchsorted(known, numbers, "left"), np.searchsorted(known, numbers, "right")
    ranks = (below + upto) / (2 * max(len(known), 1))
    return np.where(np.isnan(numbers), np.nan, ranks)
