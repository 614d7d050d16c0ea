"""Exact tests against sums of binomial coefficients, worked out apart."""

from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinlib.exact import above_chance, mcnemar


@pytest.mark.parametrize(("hits", "n"), [(68, 75), (60, 77), (68, 77)])
def test_the_paper_s_selections_are_above_a_choice_of_four(hits, n):
    p = above_chance(hits, n, 0.25)
    assert p < 0.001
    assert p == pytest.approx(sum(comb(n, k) * 3 ** (n - k) for k in range(hits, n + 1)) / 4**n)


@given(st.integers(1, 80).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_above_chance_is_the_upper_tail(case):
    hits, n = case
    tail = sum(comb(n, k) * 3 ** (n - k) for k in range(hits, n + 1)) / 4**n
    assert above_chance(hits, n, 0.25) == pytest.approx(tail)


def test_mcnemar_by_hand():
    # Of 9 pairs that differ one is for the first: 2 x (1 + 9) / 2^9.
    assert mcnemar(1, 8) == mcnemar(8, 1) == pytest.approx(20 / 512)
    assert mcnemar(3, 3) == 1
    assert mcnemar(0, 5) == pytest.approx(2 / 32)


def test_without_a_trial_there_is_no_p():
    assert above_chance(0, 0, 0.25) is None
    assert mcnemar(0, 0) is None


@pytest.mark.parametrize(("hits", "n"), [(-1, 4), (5, 4)])
def test_impossible_counts_are_refused(hits, n):
    with pytest.raises(ValueError, match="is no share"):
        above_chance(hits, n, 0.25)
    with pytest.raises(ValueError, match="is no share"):
        mcnemar(hits, n - hits)
