"""How long people live, when women bear children, and how a population is to grow.

All tables are worked out from plain arithmetic on decimals that every platform rounds alike, so a
seed gives the same people everywhere.
"""

from bisect import bisect_right
from functools import cache
from itertools import accumulate

OLDEST = 105
"""Nobody lives longer."""

LAST_CHILD = 45
"""Age of a woman at which she bears no more children."""

BIRTHS, GROWTH = 0.095, 1.006
"""Births in the first year for each founder that a steered population aims at, and their yearly
growth: 10 founders have 55 children and grandchildren in 50 years, and are 65 people with them, as
the paper's trees are 60-70."""

_INFANT, _CHILD, _ADULT = 0.04, 0.004, 0.004
_FECUNDITY = ((15, 0.3), (18, 0.7), (20, 1.0), (30, 0.9), (35, 0.7), (40, 0.35), (43, 0.1))


@cache
def survival(mortality: float) -> tuple[float, ...]:
    """The share of people who have died before each age from 0 to `OLDEST`, rising to 1.

    A life table by Gompertz' law: the risk of death is 4 % in the first year, 0.4 % a year in
    childhood, 0.3 % at 15 and doubles every 9 years; `mortality` multiplies every risk. At 1 a
    newborn can expect about 62 years.
    """
    alive, dead = 1.0, []
    for age in range(OLDEST):
        risk = _INFANT if not age else _CHILD if age < 5 else 0.002
        if age >= 15:
            # One doubling in nine years as repeated multiplication: no pow, no platform.
            risk = _ADULT
            for _ in range(age - 15):
                risk *= 1.080059738892306  # 2 ** (1 / 9)
        alive *= 1.0 - min(1.0, risk * mortality)
        dead.append(round(1.0 - alive, 9))
    return (*dead[:-1], 1.0)


def age_at_death(u: float, mortality: float, lived: int = 0) -> int:
    """The age at which someone dies who has reached the age `lived`; `u` is uniform on [0, 1)."""
    table = survival(mortality)
    before = table[lived - 1] if lived else 0.0
    return min(OLDEST, max(lived, bisect_right(table, before + u * (1.0 - before))))


@cache
def fecundity() -> tuple[float, ...]:
    """How likely a birth is at each age of a wife, of the likeliest, from 0 to `LAST_CHILD` - 1."""
    steps = dict(_FECUNDITY)
    return tuple(accumulate(range(LAST_CHILD), lambda now, age: steps.get(age, now), initial=0.0))[
        1:
    ]


def plan(founders: int, years: int, people: int | None = None) -> tuple[float, ...]:
    """How many people there are to have been by the end of each year, the first year first.

    `BIRTHS` x founders are born in the first year; that number grows by the same share every year,
    by `GROWTH` or so that `people` have lived in all.
    """
    first = BIRTHS * founders
    growth = GROWTH if people is None else _growth(first, years, people - founders)
    return tuple(accumulate(_births(first, growth, years), initial=float(founders)))[1:]


def _births(first: float, growth: float, years: int) -> list[float]:
    return list(accumulate([first] * years, lambda now, _: now * growth))


def _growth(first: float, years: int, wanted: int) -> float:
    """The yearly growth with which so many are born; by halving, hence the same everywhere."""
    low, high = 0.0, 2.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if sum(_births(first, middle, years)) < wanted else (low, middle)
    return low
