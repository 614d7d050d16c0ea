"""In what a relative named differs from the one asked for: side, age, sex, generation, marriage.

>>> differences("mother_mother", "father_mother")
('side',)
>>> differences("father_elder_brother", "father_sister_husband")
('affinal for consanguineal',)
"""

import functools
from collections.abc import Sequence
from typing import Literal, NamedTuple, get_args

from kinlib.kinship import kintype
from kinlib.terms.matching import Evidence
from kinlib.terms.relations import relations

Difference = Literal[
    "side",
    "seniority",
    "sex",
    "generation",
    "affinal for consanguineal",
    "consanguineal for affinal",
]
DIFFERENCES: tuple[Difference, ...] = get_args(Difference)


class _Traits(NamedTuple):
    """What is told by a kin type; empty: it does not have that trait."""

    side: str
    age: str
    sex: str
    generation: int
    affinal: bool


def differences(asked: str, named: str) -> tuple[Difference, ...]:
    """Traits in which a relation differs from the one asked for, in the order of `DIFFERENCES`.

    Side is the father's or the mother's; of a sibling's child it is the brother's or the sister's,
    as in Table 4 of the paper. Age is elder or younger, where both relations say which. What the
    kin types do not tell apart (a mother's sister of either age) does not differ.
    """
    return _between(_kin_type(asked), _kin_type(named))


def nearest(asked: str, others: Sequence[Evidence]) -> tuple[Difference, ...]:
    """In what the terms of a reply miss the relation asked for, in the order of `DIFFERENCES`.

    A term of several relations is read as the one that differs least; where several differ as
    little, only what all of them differ in is certain: சித்தப்பா, said to a mother's sister, may be
    her husband, so that its sex differs and its side need not. Of several terms the nearest counts,
    the earlier in the text if two are as near. So a reply is charged with no more than it must be.
    """
    wanted = _kin_type(asked)
    read = [_distance(wanted, tuple(entry.kin_type for entry in other.entries)) for other in others]
    return min(read, key=_number).certain if read else ()


class _Distance(NamedTuple):
    """How far a term is from a kin type: the fewest differences, and those that it must have."""

    number: int
    certain: tuple[Difference, ...]


def _number(distance: _Distance) -> int:
    return distance.number


@functools.lru_cache(maxsize=8192)
def _distance(asked: str, kin_types: tuple[str, ...]) -> _Distance:
    read = [_between(asked, kin_type) for kin_type in kin_types]
    fewest = min(map(len, read))
    closest = [names for names in read if len(names) == fewest]
    return _Distance(
        fewest, tuple(name for name in closest[0] if all(name in names for names in closest))
    )


@functools.cache
def _kin_type(relation: str) -> str:
    return relations()[relation].kin_type


@functools.lru_cache(maxsize=8192)
def _between(asked: str, named: str) -> tuple[Difference, ...]:
    one, other = _traits(asked), _traits(named)
    marriage: Difference = (
        "consanguineal for affinal" if one.affinal else "affinal for consanguineal"
    )
    differ: dict[Difference, bool] = {
        "side": bool(one.side and other.side) and one.side != other.side,
        "seniority": bool(one.age and other.age) and one.age != other.age,
        "sex": one.sex != other.sex,
        "generation": one.generation != other.generation,
        marriage: one.affinal != other.affinal,
    }
    return tuple(name for name in DIFFERENCES if differ.get(name))


def _traits(kin_type: str) -> _Traits:
    letters = kintype.parse(kin_type).letters
    generation = kintype.generation(letters)
    side = letters[0] if letters[0] in "FM" else ""
    if letters[0] in "BZ" and generation < 0:
        side = {"B": "F", "Z": "M"}[letters[0]]
    return _Traits(
        side,
        "".join(mark for mark in kin_type if mark in "ey"),
        "m" if letters[-1] in kintype.MALE else "f",
        generation,
        any(letter in "HW" for letter in letters),
    )
