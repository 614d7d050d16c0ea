"""Intervals and tests: plain functions over counts."""

from dataclasses import dataclass
from math import sqrt

_Z95 = 1.959963984540054
"""97.5 % quantile of the standard normal distribution."""


@dataclass(frozen=True)
class Rate:
    """`hits` of `n`, with the limits of an interval; all None-valued where n is 0 (unknown)."""

    hits: int
    n: int
    value: float | None
    low: float | None
    high: float | None


def rate(hits: int, n: int) -> Rate:
    """A share with its 95 % Wilson score interval (Wilson 1927), the n trials independent.

    Raises:
        ValueError: hits is not between 0 and n.
    """
    if not 0 <= hits <= n:
        raise ValueError(f"{hits} of {n} is no share")
    if n == 0:
        return Rate(hits, n, None, None, None)
    share, z2 = hits / n, _Z95**2
    middle = (share + z2 / (2 * n)) / (1 + z2 / n)
    half = _Z95 / (1 + z2 / n) * sqrt(share * (1 - share) / n + z2 / (4 * n * n))
    return Rate(hits, n, share, max(0.0, middle - half), min(1.0, middle + half))
