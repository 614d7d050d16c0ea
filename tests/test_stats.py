import pytest

from kinlib.stats import rate


def test_wilson_interval_equals_published_values():
    # Newcombe 1998, Statistics in Medicine 17, table I, method 3: 81/263, 15/148, 0/20, 1/29.
    for hits, n, low, high in (
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ):
        found = rate(hits, n)
        assert found.low == pytest.approx(low, abs=5e-5)
        assert found.high == pytest.approx(high, abs=5e-5)
        assert found.value == hits / n


def test_a_rate_of_nothing_is_unknown_and_not_zero():
    assert (rate(0, 0).value, rate(0, 0).low, rate(0, 0).high) == (None, None, None)


@pytest.mark.parametrize(("hits", "n"), [(-1, 3), (4, 3)])
def test_more_hits_than_trials_is_refused(hits, n):
    with pytest.raises(ValueError, match="no share"):
        rate(hits, n)
