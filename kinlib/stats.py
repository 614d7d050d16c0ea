"""Intervals: Wilson's for independent trials, a bootstrap for values that come in clusters."""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from math import fsum, sqrt
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

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


REPETITIONS = 2000
"""How often a bootstrap resamples unless asked otherwise."""

FEWEST_CLUSTERS = 15
"""With fewer clusters there is no interval. Over 15 of 5 items each a 95 % interval holds the mean
some 90 % of the time, over 60 some 94 %, over 77 of 6 items 94 to 95 % (benchmarks/coverage.py)."""

FEWEST_BLOCKS = 5
"""With fewer blocks in a stratum they are not resampled: the interval speaks of these alone."""

Numbers = npt.NDArray[np.float64]
Codes = npt.NDArray[np.int64]
Marks = npt.NDArray[np.bool_]

Method = Literal[
    "clusters resampled",
    "blocks resampled, clusters within them",
    "Wilson, a trial for each cluster",
    "too few clusters",
    "clusters unknown",
    "no variation",
    "nothing counted",
]
"""How an interval was made; the last four say why there is none."""


@dataclass(frozen=True)
class Clusters:
    """Which values are resampled together: clusters, in blocks, in strata, numbered from 0.

    Attributes:
        of_row: the cluster of each value; -1 where it is unknown.
        block: the block of each cluster.
        stratum: the stratum of each block. Strata are never resampled: they are what is compared.
        drawn: for each block, whether blocks of its stratum are resampled.
    """

    of_row: Codes
    block: Codes
    stratum: Codes
    drawn: Marks


class Term(NamedTuple):
    """A mean with its factor in a sum of means: the mean of those values that are counted."""

    factor: float
    values: Numbers
    counted: Marks


@dataclass(frozen=True)
class Estimate:
    """A mean, or a sum of means such as a difference, with its 95 % interval.

    `n` values in so many clusters and blocks; `estimates` says what `design_effect` and the
    `effective` size are. None is unknown.
    """

    value: float | None
    low: float | None
    high: float | None
    n: int
    clusters: int
    blocks: int
    design_effect: float | None
    effective: float | None
    method: Method
    repetitions: int


def clusters(
    labels: Sequence[Hashable],
    blocks: Sequence[Hashable] | None = None,
    strata: Sequence[Hashable] | None = None,
) -> Clusters:
    """Clusters by the labels of the values; a label of None is unknown.

    A label names a cluster within its block, as a block's names it within its stratum. Where none
    are given there is one block, and one stratum.
    """
    alone = [None] * len(labels)
    stratum = _codes(alone if strata is None else strata)
    block = _pairs(stratum, _codes(alone if blocks is None else blocks))
    known = np.array([label is not None for label in labels], dtype=bool)
    of_row = np.full(len(labels), -1, np.int64)
    of_row[known] = _pairs(block, _codes(labels))[known]
    of_row[known], first = _renumbered(of_row[known])
    block, first_block = _renumbered(block[known][first])
    stratum = _codes(stratum[known][first][first_block])
    return Clusters(of_row, block, stratum, (np.bincount(stratum) >= FEWEST_BLOCKS)[stratum])


def _codes(labels: Sequence[Hashable] | Codes) -> Codes:
    """Numbers for labels, in the order in which these first appear."""
    numbers: dict[Hashable, int] = {}
    return np.array([numbers.setdefault(label, len(numbers)) for label in labels], np.int64)


def _pairs(outer: Codes, inner: Codes) -> Codes:
    together: Codes = outer * (inner.max(initial=0) + 1) + inner
    return together


def _renumbered(codes: Codes) -> tuple[Codes, Codes]:
    """The same codes without gaps, and where each first stands."""
    _, first, renumbered = np.unique(codes, return_index=True, return_inverse=True)
    return renumbered.astype(np.int64), first.astype(np.int64)


def cluster_mean(
    values: Numbers, among: Clusters, repetitions: int = REPETITIONS, seed: int = 0
) -> Estimate:
    """Mean of all values (0 and 1, or such as F1) with its interval; see `estimates`."""
    everything = np.ones(len(values), dtype=bool)
    return estimates(among, [[Term(1, values, everything)]], repetitions, seed)[0]


def estimates(
    among: Clusters, sums: Iterable[Sequence[Term]], repetitions: int = REPETITIONS, seed: int = 0
) -> list[Estimate]:
    """Sums of means with 95 % percentile intervals of a cluster bootstrap, all from one resampling.

    Whole clusters are drawn with replacement within their blocks, as many as there are. Where a
    stratum has `FEWEST_BLOCKS` or more, its blocks are drawn first, then clusters within each block
    drawn (Davison and Hinkley 1997, section 3.8), unless too few blocks have a value that is
    counted: then they stay as they are, and the interval speaks of these alone. A mean is that of
    all values drawn, so clusters count by their size. Since the draws are shared, a difference of
    two groups is paired wherever they have clusters in common. Draws without any value of a group
    are left out.

    Design effect (Kish 1965): the variance by clusters over that of n independent values. For one
    mean the latter is sum((value - mean)^2) / n^2, with 0 and 1 the binomial one. Let z be the sum
    of the deviations of a cluster's values from the mean, over n; the former is the sum of squares
    of z less its block's mean z, and where blocks are drawn that of blocks in their stratum
    besides: what the draws vary by. In a sum of means z and the independent variances are added,
    with their factors. Nothing is corrected for small samples, so clusters of one value have an
    effect of 1. The effective size is n over it.

    Values that are all 0, or all 1, show no doubt however they are drawn: there the interval is
    Wilson's with each unit a single trial, and there is no design effect.
    """
    parts = [[_part(among, term) for term in total] for total in sums]
    found = _estimates(among, parts, repetitions, seed)
    fixed = replace(among, drawn=np.zeros_like(among.drawn))
    again = [at for at, one in enumerate(found) if one.method == "too few clusters"]
    if again and among.drawn.any():
        kept = _estimates(fixed, [parts[at] for at in again], repetitions, seed)
        for at, one in zip(again, kept, strict=True):
            found[at] = one
    return found


def _estimates(
    among: Clusters, parts: Sequence[Sequence["_Part"]], repetitions: int, seed: int
) -> list[Estimate]:
    every = [part for each in parts for part in each]
    shape = (len(every), len(among.block))
    totals = np.reshape([part.totals for part in every], shape).T
    counts = np.reshape([part.counts for part in every], shape).T
    drawn = _drawn_means(among, totals, counts, repetitions, seed)
    ends = accumulate(map(len, parts))
    return [
        _estimate(among, each, drawn[:, end - len(each) : end])
        for each, end in zip(parts, ends, strict=True)
    ]


class _Part(NamedTuple):
    """What is needed of a term once its values are summed by cluster."""

    factor: float
    n: int
    mean: float
    deviation: float  # sum of squared deviations from the mean
    alike: bool
    known: bool
    totals: Numbers
    counts: Numbers


def _part(among: Clusters, term: Term) -> _Part:
    values, of = term.values[term.counted].astype(np.float64), among.of_row[term.counted]
    known = of >= 0
    n, size = len(values), len(among.block)
    mean = float(values.mean()) if n else 0.0
    alike = not n or bool(np.ptp(values) == 0)
    return _Part(
        term.factor, n, mean, float(((values - mean) ** 2).sum()), alike,
        bool(known.all()), np.bincount(of[known], values[known], size).astype(np.float64),
        np.bincount(of[known], minlength=size).astype(np.float64),
    )  # fmt: skip


def _estimate(among: Clusters, parts: Sequence[_Part], drawn: Numbers) -> Estimate:
    touched = np.any([part.counts for part in parts], axis=0)
    method = _method(among, parts, touched)
    value = low = high = effect = None
    if method != "nothing counted":
        value = fsum(part.factor * part.mean for part in parts)
    if method in ("clusters resampled", "blocks resampled, clusters within them"):
        factors = np.array([part.factor for part in parts])
        low, high = (float(end) for end in np.nanpercentile(drawn @ factors, (2.5, 97.5)))
        effect = _design_effect(among, parts)
        if low == high:  # as with one right and one wrong answer in every cluster
            low = high = effect = None
            method = "no variation"
    elif method == "Wilson, a trial for each cluster":
        own = len(among.stratum) + np.arange(len(among.block))
        drawn_first = np.where(among.drawn[among.block], among.block, own)
        units = len(np.unique(drawn_first[touched]))
        wilson = rate(round(parts[0].mean) * units, units)
        low, high = wilson.low, wilson.high
    n = sum(part.n for part in parts)
    return Estimate(
        value, low, high, n, int(touched.sum()), len(np.unique(among.block[touched])),
        effect, n / effect if effect else None, method, len(drawn),
    )  # fmt: skip


def _method(among: Clusters, parts: Sequence[_Part], touched: Marks) -> Method:
    if not all(part.n for part in parts):
        return "nothing counted"
    if not all(part.known for part in parts):
        return "clusters unknown"
    if any(_too_few(among, part.counts) for part in parts):
        return "too few clusters"
    if all(part.alike for part in parts):
        means = {part.mean for part in parts}
        one_sided = means in ({0.0}, {1.0}) and all(part.factor > 0 for part in parts)
        return "Wilson, a trial for each cluster" if one_sided else "no variation"
    if among.drawn[among.block[touched]].any():
        return "blocks resampled, clusters within them"
    return "clusters resampled"


def _too_few(among: Clusters, counts: Numbers) -> bool:
    """Whether too few units remain once each group that they are drawn within has taken one."""
    by_block = np.bincount(among.block, counts > 0, len(among.stratum))
    free_clusters = np.maximum(by_block - 1, 0)[~among.drawn]
    by_stratum = np.bincount(among.stratum, (by_block > 0) & among.drawn)
    free_blocks = np.maximum(by_stratum - 1, 0)
    kept = bool((by_block[~among.drawn] > 0).any())
    return (kept and free_clusters.sum() < FEWEST_CLUSTERS - 1) or (
        bool(by_stratum.any()) and free_blocks.sum() < FEWEST_BLOCKS - 1
    )


def _design_effect(among: Clusters, parts: Sequence[_Part]) -> float:
    z = np.sum(
        [part.factor / part.n * (part.totals - part.mean * part.counts) for part in parts], axis=0
    )
    by_block = np.bincount(among.block, z).astype(np.float64)
    variance = _squares(z, among.block).sum()
    variance += _squares(by_block, among.stratum)[among.drawn].sum()
    return float(variance) / fsum(p.factor**2 * p.deviation / p.n**2 for p in parts)


def _squares(values: Numbers, group: Codes) -> Numbers:
    """Squared deviations from the mean of each value's group."""
    squares: Numbers = (values - (np.bincount(group, values) / np.bincount(group))[group]) ** 2
    return squares


_AT_ONCE = 4_000_000
"""Weights held in memory at a time, 8 bytes each."""


def _drawn_means(
    among: Clusters, totals: Numbers, counts: Numbers, repetitions: int, seed: int
) -> Numbers:
    """The mean of each column in each resampling; NaN where nothing of it was drawn."""
    random = np.random.Generator(np.random.PCG64(seed))
    means = np.full((repetitions, totals.shape[1]), np.nan)
    step = max(1, _AT_ONCE // max(1, len(among.block)))
    for start in range(0, repetitions, step):
        rows = means[start : start + step]
        weights = _weights(among, random, len(rows))
        weight = weights @ counts
        np.divide(weights @ totals, weight, out=rows, where=weight > 0)
    return means


def _weights(among: Clusters, random: np.random.Generator, repetitions: int) -> Numbers:
    """How often each cluster is drawn in each repetition."""
    times = np.ones((repetitions, len(among.stratum)), np.int64)
    for stratum in range(among.stratum.max(initial=-1) + 1):
        within = np.flatnonzero((among.stratum == stratum) & among.drawn)
        if len(within):
            share = np.full(len(within), 1 / len(within))
            times[:, within] = random.multinomial(len(within), share, repetitions)
    weights = np.zeros((repetitions, len(among.block)))
    order = np.argsort(among.block, kind="stable")
    ends = np.cumsum(np.bincount(among.block, minlength=len(among.stratum)))
    for block, end in enumerate(ends):
        within = order[ends[block - 1] if block else 0 : end]
        share = np.full(len(within), 1 / len(within))
        # Drawing a block's clusters anew for each time it is drawn is one longer draw.
        weights[:, within] = random.multinomial(times[:, block] * len(within), share)
    return weights
