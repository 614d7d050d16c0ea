"""Exact tests of counts, by SciPy."""


def above_chance(hits: int, n: int, chance: float) -> float | None:
    """One-sided p of so many hits or more in n independent trials; None without a trial.

    Raises:
        ValueError: hits is not between 0 and n.
    """
    return _binomial(hits, n, chance, "greater")


def mcnemar(only_first: int, only_second: int) -> float | None:
    """Two-sided p of McNemar's exact test (1947), on how many pairs only one of the two was right.

    Pairs have to be independent of each other. None where the two never differ.

    Raises:
        ValueError: a number is negative.
    """
    return _binomial(only_first, only_first + only_second, 0.5, "two-sided")


def _binomial(hits: int, n: int, chance: float, alternative: str) -> float | None:
    if not 0 <= hits <= n:
        raise ValueError(f"{hits} of {n} is no share")
    if n == 0:
        return None
    # It takes a second to load, and few pages test anything.
    from scipy.stats import binomtest  # type: ignore[import-untyped]

    return float(binomtest(hits, n, chance, alternative=alternative).pvalue)
