"""The generation (column) of every person in a genealogy: an input of `layout`."""

from collections import defaultdict, deque
from collections.abc import Iterable, Sequence

Pair = tuple[int, int]


def generations(parents: Sequence[Sequence[int]], couples: Sequence[Pair]) -> list[int]:
    """The generation of each person, the oldest of each connected family being 0.

    A child always stands after its parents, and partners share a generation unless the tree
    forbids it (somebody who married a descendant stays before them). Where nobody married across
    generations this is the longest path from the founders; where somebody did, their blood
    relatives keep their own generation and only the couple moves on.
    """
    wished = _wished(parents, couples)
    classes, order = _classes(parents, couples)
    above: defaultdict[int, set[int]] = defaultdict(set)
    below: defaultdict[int, set[int]] = defaultdict(set)
    for child, its in enumerate(parents):
        for parent in its:
            above[classes[child]].add(classes[parent])
            below[classes[parent]].add(classes[child])
    level = {c: min(wished) if wished else 0 for c in order}
    for i, c in enumerate(classes):
        level[c] = max(level[c], wished[i])
    for c in order:
        level[c] = max([level[c], *(level[p] + 1 for p in above[c])])
    for c in reversed(order):  # shorten lines: come as near to the children as costs nothing
        if len(below[c]) > len(above[c]):
            level[c] = max(level[c], min(level[k] for k in below[c]) - 1)
    result = [level[c] for c in classes]
    for family in families(parents, couples):
        used = sorted({result[i] for i in family})  # a couple that moved on may leave one empty
        place = {generation: k for k, generation in enumerate(used)}
        for i in family:
            result[i] = place[result[i]]
    return result


def families(parents: Sequence[Sequence[int]], couples: Iterable[Pair]) -> list[list[int]]:
    """People connected by descent or union, each family in ascending order."""
    near: list[list[int]] = [[] for _ in parents]
    links = [(i, parent) for i, its in enumerate(parents) for parent in its]
    for i, j in (*links, *couples):
        near[i].append(j)
        near[j].append(i)
    seen = [False] * len(parents)
    found = []
    for start in range(len(parents)):
        if seen[start]:
            continue
        seen[start] = True
        family = [start]
        for i in family:  # grows while it is read
            for j in near[i]:
                if not seen[j]:
                    seen[j] = True
                    family.append(j)
        found.append(sorted(family))
    return found


def _wished(parents: Sequence[Sequence[int]], couples: Iterable[Pair]) -> list[int]:
    """Generations counted along blood first and unions second, contradictions ignored."""
    blood: list[list[Pair]] = [[] for _ in parents]
    partners: list[list[int]] = [[] for _ in parents]
    for i, its in enumerate(parents):
        for parent in its:
            blood[i].append((parent, -1))
            blood[parent].append((i, 1))
    for i, j in couples:
        partners[i].append(j)
        partners[j].append(i)
    wished: dict[int, int] = {}
    for start in range(len(parents)):
        if start in wished:
            continue
        waiting: deque[Pair] = deque([(start, 0)])
        while waiting:
            i, depth = waiting.popleft()
            if i in wished:
                continue
            wished[i] = depth
            near = deque([i])
            while near:
                k = near.popleft()
                waiting.extend((j, wished[k]) for j in partners[k] if j not in wished)
                for j, step in blood[k]:
                    if j not in wished:
                        wished[j] = wished[k] + step
                        near.append(j)
    return [wished[i] for i in range(len(parents))]


def _classes(
    parents: Sequence[Sequence[int]], couples: Iterable[Pair]
) -> tuple[list[int], list[int]]:
    """Class of each person (partners share one) and the classes, ancestors before descendants.

    Couples whose sharing would put somebody before their own ancestor are let go, those furthest
    apart in descent first.
    """
    _, order = _ordered(parents, range(len(parents)))
    depth = [0] * len(parents)
    for i in order:
        depth[i] = max((depth[p] + 1 for p in parents[i]), default=0)
    kept = sorted(set(couples), key=lambda pair: (abs(depth[pair[0]] - depth[pair[1]]), pair))
    while True:
        classes = _joined(len(parents), kept)
        stuck, order = _ordered(parents, classes)
        if not stuck:
            return classes, order
        # the graph of single people has no loops, so some couple in a loop is to blame
        blame = max(k for k, pair in enumerate(kept) if classes[pair[0]] in stuck)
        del kept[blame]


def _joined(size: int, couples: Iterable[Pair]) -> list[int]:
    """Smallest member of each person's group when couples are joined."""
    root = list(range(size))

    def find(i: int) -> int:
        while root[i] != i:
            root[i] = root[root[i]]
            i = root[i]
        return i

    for i, j in couples:
        a, b = sorted((find(i), find(j)))
        root[b] = a
    return [find(i) for i in range(size)]


def _ordered(
    parents: Sequence[Sequence[int]], classes: Sequence[int]
) -> tuple[set[int], list[int]]:
    """Classes that lie on or between loops of descent, and the others ancestors first."""
    below: defaultdict[int, set[int]] = defaultdict(set)
    above: defaultdict[int, set[int]] = defaultdict(set)
    for i, its in enumerate(parents):
        for parent in its:
            below[classes[parent]].add(classes[i])
            above[classes[i]].add(classes[parent])
    everyone = sorted(set(classes))
    first = _peeled(everyone, above, below)
    left = [c for c in everyone if c not in set(first)]
    last = set(_peeled(left, below, above)) if left else set()
    return {c for c in left if c not in last}, first


def _peeled(
    nodes: Sequence[int], needs: dict[int, set[int]], feeds: dict[int, set[int]]
) -> list[int]:
    """Nodes that can be taken one after another once all they need among the nodes is taken."""
    pool = set(nodes)
    waiting = {c: len(needs.get(c, set()) & pool) for c in nodes}
    ready = deque(c for c in nodes if waiting[c] == 0)
    done = []
    while ready:
        c = ready.popleft()
        done.append(c)
        for k in sorted(feeds.get(c, set()) & pool):
            waiting[k] -= 1
            if waiting[k] == 0:
                ready.append(k)
    return done
