"""The roles of a person's nearest kin in English: parents, step-parents, half-sisters ..."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kinlib.kinship.genealogy import Genealogy

_PARENT = {"m": "father", "f": "mother", "u": "parent"}
_SIBLING = {"m": "brother", "f": "sister", "u": "sibling"}
_PARTNER = {"m": "husband", "f": "wife", "u": "partner"}
_CHILD = {"m": "son", "f": "daughter", "u": "child"}


def close_kin(genealogy: "Genealogy", person_id: str) -> list[tuple[str, str]]:
    """(role, id) of everyone near: see `Genealogy.close_kin`."""
    g, i = genealogy, genealogy.at(person_id)
    halves = set(g.half_siblings(person_id))
    siblings = [g.at(j) for j in g.siblings(person_id)]
    above = dict.fromkeys(k for j in g.parents_at(i) for k in g.parents_at(j))
    below = dict.fromkeys(k for j in g.children_at(i) for k in g.children_at(j))
    groups = (
        ("", _PARENT, g.parents_at(i)),
        ("adoptive ", _PARENT, g.adopters_at(i)),
        ("step", _PARENT, step_parents(g, i)),
        ("", _SIBLING, siblings),
        ("", _PARTNER, g.partners_at(i)),
        ("", _CHILD, g.children_at(i)),
        ("adopted ", _CHILD, g.adopted_at(i)),
        ("step", _CHILD, step_children(g, i)),
        ("grand", _PARENT, above),
        ("grand", _CHILD, below),
    )
    return [
        (
            ("half-" if words is _SIBLING and g.ids[j] in halves else before) + words[g.sexes[j]],
            g.ids[j],
        )
        for before, words, members in groups
        for j in members
    ]


def step_parents(genealogy: "Genealogy", i: int) -> list[int]:
    """Positions of partners of a parent, by birth or adoption, who are neither to this person.

    A partner known to have died or parted from the parent before this person's birth is none.
    """
    own = (*genealogy.parents_at(i), *genealogy.adopters_at(i))
    found = {
        partner: None
        for parent in own
        for partner in genealogy.partners_at(parent)
        if partner != i and partner not in own and not _over(genealogy, i, parent, partner)
    }
    return list(found)


def step_children(genealogy: "Genealogy", i: int) -> list[int]:
    """Positions of those whose step-parent the person at position i is, by year of birth."""
    near = {
        child
        for partner in genealogy.partners_at(i)
        for child in (*genealogy.children_at(partner), *genealogy.adopted_at(partner))
    }
    found = (child for child in near if i in step_parents(genealogy, child))
    return sorted(found, key=genealogy.seniority)


def _over(genealogy: "Genealogy", i: int, parent: int, partner: int) -> bool:
    """Whether the parent's union with the partner is known to have ended before i was born."""
    birth = genealogy.births[i]
    if birth is None:
        return False
    ends = (genealogy.deaths[partner], genealogy.union_end(parent, partner))
    return any(end is not None and end < birth for end in ends)
