"""Descent groups: who belongs with whom through the father's, or the mother's, line alone."""

from collections.abc import Mapping, Sequence
from typing import Literal

from kinlib.kinship.genealogy import NONE, Genealogy

Descent = Literal["matrilineal", "patrilineal", "sides"]
"""By which parent a child's group goes; Dravidian sides go by the father (S7)."""


BY_SYSTEM: Mapping[str, Descent] = {
    "Sudanese": "patrilineal",
    "Iroquois": "matrilineal",
    "Dravidian": "sides",
    "Crow": "matrilineal",
    "Omaha": "patrilineal",
}
"""The rule of descent of a system (S12); Eskimo is bilateral and Hawaiian ambilineal: no groups."""


def lineages(genealogy: Genealogy, descent: Descent) -> tuple[str, ...]:
    """Each person's lineage: the id of the topmost known ancestor of that line.

    >>> from kinlib.kinship.genealogy import Person
    >>> two = [Person("a", "Ann", sex="f"), Person("b", "Bob", mother="a")]
    >>> lineages(Genealogy.build("Two", two), "matrilineal")
    ('a', 'a')
    """
    return tuple(genealogy.ids[top] for top in _tops(genealogy, descent))


def groups(genealogy: Genealogy, descent: Descent) -> tuple[str | None, ...]:
    """Each person's group under a rule of descent; None where nobody can tell.

    The recorded groups, where they are recorded and pass from parent to child by this rule; a
    person without one has that of the nearest ancestor of the line. Else the lineages, except for
    sides, which no tree shows by itself.
    """
    if follows(genealogy, descent):
        found = list(genealogy.groups)
        line = genealogy.mothers if descent == "matrilineal" else genealogy.fathers
        for i in range(len(found)):
            j, below = i, []
            while found[j] is None and line[j] != NONE:
                below.append(j)
                j = line[j]
            for k in below:
                found[k] = found[j]
        return tuple(found)
    return (None,) * len(genealogy) if descent == "sides" else lineages(genealogy, descent)


def follows(genealogy: Genealogy, descent: Descent) -> bool:
    """Whether groups are recorded and no child's differs from that of the parent it goes by.

    Groups of a tree made for a system are of that system's kind and no other.
    """
    own = BY_SYSTEM.get((genealogy.system or "").capitalize())
    if own is not None and own != descent:
        return False
    line = genealogy.mothers if descent == "matrilineal" else genealogy.fathers
    recorded = genealogy.groups
    pairs = [(recorded[i], recorded[p]) for i, p in enumerate(line) if p != NONE]
    known = [(child, parent) for child, parent in pairs if child is not None and parent is not None]
    return bool(known) and all(child == parent for child, parent in known)


def _tops(genealogy: Genealogy, descent: Descent) -> list[int]:
    line = genealogy.mothers if descent == "matrilineal" else genealogy.fathers
    top: list[int] = [NONE] * len(line)
    for i in range(len(line)):
        j, below = i, []
        while top[j] == NONE and line[j] != NONE:
            below.append(j)
            j = line[j]
        if top[j] == NONE:
            top[j] = j
        for k in below:
            top[k] = top[j]
    return top


def with_spouses(genealogy: Genealogy, groups: Sequence[str | None], group: str) -> tuple[str, ...]:
    """Ids of a group's members, then of their spouses who are not of it; `groups` a column."""
    members = [i for i, own in enumerate(groups) if own == group]
    spouses = dict.fromkeys(j for i in members for j in genealogy.partners_at(i))
    beside = [j for j in spouses if groups[j] != group]
    return tuple(genealogy.ids[i] for i in (*members, *beside))
