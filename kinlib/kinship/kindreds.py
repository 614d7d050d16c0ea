"""The kin of a whole population: `relate.classify_all` for every ego at once, in numpy columns.

The rules are those of `relate`, which is the reference: canonical steps (S2), the fewest steps
first, blood before marriage among these (S13). Egos are worked through in blocks: apart from the
links between people, memory does not grow with the population.

>>> for block in kindreds(genealogy, max_steps=3):
...     told = classes(block, "Crow")
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kinlib.kinship.genealogy import Genealogy, Sex
from kinlib.kinship.kintype import ACROSS, DOWN, SPOUSE, UP
from kinlib.kinship.steps import Column, Links, Steps, distinct, steps_of
from kinlib.kinship.systems import Variant, class_id_if_known, system_name

Mask = npt.NDArray[np.bool_]

_SEXES: tuple[Sex, ...] = ("m", "f", "u")
_LETTERS = "BCDEFGHMPSWZ"  # in alphabetical order, as choices are
_START, _UP, _ACROSS, _DOWN, _SPOUSE = range(5)  # a spouse step: 4, 5, 6 by the sex it starts from
# Place among the letters of a step up, across, down, to a spouse, for a man, a woman, somebody.
_LETTER = np.array([[_LETTERS.index(c) for c in row] for row in (UP, ACROSS, DOWN, SPOUSE)])


@dataclass(frozen=True, slots=True)
class Kindreds:
    """Relatives of a block of egos, one row a pair: by ego, then nearest first, then by alter.

    `asked` are all egos of the block, with kin or without. `egos` and `alters` are places in the
    genealogy's columns, `consanguineal` tells kin by blood alone, `sexes` are the egos' (0 man, 1
    woman, 2 not known). The kin types of a row that S13 leaves equal are those `choices` whose
    `rows` is the row, in alphabetical order, as places in the table `texts`; `kin_types` holds the
    first of them, the preferred one.
    """

    asked: Column
    egos: Column
    alters: Column
    consanguineal: Mask
    sexes: Column
    kin_types: Column
    choices: Column
    rows: Column
    texts: tuple[str, ...]

    def __len__(self) -> int:
        """Number of pairs."""
        return len(self.egos)


@dataclass(frozen=True, slots=True)
class Classes:
    """What egos call their relatives in one system: for each row a place in the table `ids`.

    The id is that of the preferred kin type, "" where a sex that is not known leaves it open;
    `ambiguous` are the rows whose choices differ in class (S13).
    """

    codes: Column
    ids: tuple[str, ...]
    ambiguous: Mask


def kindreds(
    genealogy: Genealogy,
    max_steps: int = 3,
    egos: Sequence[int] | None = None,
    *,
    over_marriages: bool = True,
) -> Iterator[Kindreds]:
    """Everyone's relatives within so many steps, a block of egos at a time, in their order.

    `egos` are places in the columns, everybody's if None. Without `over_marriages` kin by blood
    only are found: then a cousin one has married is a cousin.
    """
    steps = steps_of(genealogy, over_marriages)
    chosen = np.unique(np.array(range(len(genealogy)) if egos is None else egos, np.int64))
    # Each step more finds about four times as many people, as long as there are so many.
    size = max(8, 65_536 >> 2 * max_steps, 32_768 // max(1, len(genealogy)))
    for first in range(0, len(chosen), size):
        yield _of_block(steps, chosen[first : first + size], max_steps)


def classes(kindreds: Kindreds, system: str, variant: Variant = "I") -> Classes:
    """The class of every row: each kin type is looked up once for each sex of egos.

    Raises:
        KinError: no system is called so.
    """
    name, texts, rows = system_name(system), kindreds.texts, kindreds.rows
    asked = kindreds.choices * 3 + kindreds.sexes[rows]
    used = np.flatnonzero(np.bincount(asked, minlength=3 * len(texts)))
    found = [class_id_if_known(name, texts[c // 3], _SEXES[c % 3], variant) for c in used.tolist()]
    ids = tuple(sorted(set(found)))
    place = {class_id: number for number, class_id in enumerate(ids)}
    code_of = np.zeros(3 * len(texts), np.int64)
    code_of[used] = [place[class_id] for class_id in found]
    codes = code_of[asked]
    first = codes[_starts(rows)]
    ambiguous = np.zeros(len(kindreds), bool)
    ambiguous[rows[codes != first[rows]]] = True
    return Classes(first, ids, ambiguous)


@dataclass(frozen=True, slots=True)
class _Walks:
    """Walks of one length: of which ego (a place in the block), ending in which state, spelt how.

    A state is the person reached, the kind of the last step and whether a marriage was passed,
    packed into person << 4 | kind << 1 | marriage as in `relate`.
    """

    egos: Column
    states: Column
    texts: Column

    def chosen(self, which: Mask) -> "_Walks":
        return _Walks(self.egos[which], self.states[which], self.texts[which])


def _of_block(steps: Steps, egos: Column, max_steps: int) -> Kindreds:
    size = len(steps.sexes)
    walks = _Walks(np.arange(len(egos)), egos << 4, np.zeros(len(egos), np.int64))
    spelt, table = [""], list[str]()
    seen = known = np.zeros(0, np.int64)  # states and people reached in fewer steps
    pairs, marriages, choices = [known], [known], [known]
    for length in range(1, max_steps + 1):
        walks = _onward(steps, walks)
        walks = walks.chosen(walks.states >> 4 != egos[walks.egos])
        keys = walks.egos * (size << 4) + walks.states
        # What was reached in fewer steps, and by blood if not, leads on as well.
        walks = walks.chosen(~(_within(keys, seen) | _within(keys & ~1, seen)))
        if not len(walks.egos):
            break
        walks, spelt = _spelt(walks, spelt)
        pair, marriage, text = _nearest(walks, size, len(spelt), known)
        pairs.append(pair)
        marriages.append(marriage)
        choices.append(text + len(table))
        table += spelt
        if length < max_steps:
            known = distinct(np.append(known, pair))
            keys = (walks.egos * (size << 4) + walks.states) * len(spelt) + walks.texts
            keys, texts = np.divmod(distinct(keys), len(spelt))
            walks = _Walks(*np.divmod(keys, size << 4), texts)
            seen = distinct(np.append(seen, keys))
    pair, marriage, choice = map(np.concatenate, (pairs, marriages, choices))
    ego, alter = np.divmod(pair, size)
    order = np.argsort(ego, kind="stable")  # within ego it stays nearest first, then by alter
    ego, alter, marriage, choice = ego[order], alter[order], marriage[order], choice[order]
    starts = _starts(pair[order])
    rows = np.repeat(np.arange(len(starts)), np.diff(starts, append=len(order)))
    people = egos[ego[starts]]
    return Kindreds(
        asked=egos,
        egos=people,
        alters=alter[starts],
        consanguineal=marriage[starts] == 0,
        sexes=steps.sexes[people],
        kin_types=choice[starts],
        choices=choice,
        rows=rows,
        texts=tuple(table),
    )


def _onward(steps: Steps, walks: _Walks) -> _Walks:
    """All walks one step longer that S2 leaves alone, with codes of their letters for texts."""
    person, kind, married = walks.states >> 4, walks.states >> 1 & 7, walks.states & 1
    sexes = steps.sexes
    beside = (kind != _ACROSS) & (kind != _DOWN)
    below = (kind == _START) | (kind == _ACROSS) | (kind == _DOWN)
    parts = []

    def go(links: Links, step: int, places: Column) -> None:
        origin, end = links.follow(person[places])
        came = places[origin]
        to = end >> 1
        last: Column | int = step
        if step == _SPOUSE:
            here, there = sexes[person[came]], sexes[to]
            # A parent's spouse is a parent, and reached as one; and no step leads back to the sex
            # that the last spouse step came from.
            parent = (kind[came] == _UP) & (here + there == 1)
            kept = ~(parent | (kind[came] == _SPOUSE + there) & (there < 2))
            came, to, end = came[kept], to[kept], end[kept]
            last = _SPOUSE + sexes[person[came]]
        states = to << 4 | last << 1 | married[came] | end & 1
        texts = walks.texts[came] * len(_LETTERS) + _LETTER[step - 1][sexes[to]]
        parts.append(_Walks(walks.egos[came], states, texts))

    go(steps.up, _UP, np.flatnonzero(beside))
    go(steps.across, _ACROSS, np.flatnonzero(beside))
    go(steps.down, _DOWN, np.flatnonzero(below))
    go(steps.spouse, _SPOUSE, np.arange(len(person)))
    return _Walks(
        np.concatenate([part.egos for part in parts]),
        np.concatenate([part.states for part in parts]),
        np.concatenate([part.texts for part in parts]),
    )


def _spelt(walks: _Walks, before: list[str]) -> tuple[_Walks, list[str]]:
    """The walks with their texts as places in a new alphabetical table, and that table."""
    used = np.bincount(walks.texts, minlength=len(before) * len(_LETTERS)) > 0
    places = np.cumsum(used) - 1
    codes = np.flatnonzero(used).tolist()
    table = [before[code // len(_LETTERS)] + _LETTERS[code % len(_LETTERS)] for code in codes]
    return _Walks(walks.egos, walks.states, places[walks.texts]), table


def _nearest(walks: _Walks, size: int, texts: int, known: Column) -> tuple[Column, Column, Column]:
    """Whom these walks are the first to reach: pair, whether over a marriage, kin type.

    All kin types of a pair, by blood if there are any by blood, else those over a marriage.
    """
    pairs = walks.egos * size + (walks.states >> 4)
    new = ~_within(pairs, known)
    keys = distinct((pairs[new] * 2 + (walks.states[new] & 1)) * texts + walks.texts[new])
    pair, marriage = keys // (2 * texts), keys // texts & 1
    starts = _starts(pair)
    least = np.repeat(marriage[starts], np.diff(starts, append=len(pair)))
    best = marriage == least
    return pair[best], marriage[best], (keys % texts)[best]


def _starts(column: Column) -> Column:
    """Where each run of one value starts."""
    return np.flatnonzero(np.diff(column, prepend=-1))


def _within(values: Column, among: Column) -> Mask:
    """Which values are among others, which are in order."""
    if not len(among):
        return np.zeros(len(values), bool)
    places = np.minimum(np.searchsorted(among, values), len(among) - 1)
    return np.equal(among[places], values)
