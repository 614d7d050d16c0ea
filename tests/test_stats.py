"""Intervals worked by hand, compared with SciPy and published tables, and counted in simulation."""

import numpy as np
import pytest
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st

from kinlib.stats import Term, cluster_mean, clusters, estimates, rate


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


def values(*numbers):
    return np.array(numbers, dtype=float)


def everything(array):
    return np.ones(len(array), dtype=bool)


def test_pairs_of_equal_values_are_worth_one_value_each():
    # By hand: 8 clusters of two right answers, 8 of two wrong ones. Each deviates by 1 in sum, so
    # the variance by clusters is 16/32^2; of independent values it is 32 x 0.25/32^2. Effect 2.
    found = cluster_mean(values(*[1] * 16, *[0] * 16), clusters([n // 2 for n in range(32)]))
    assert (found.value, found.n, found.clusters, found.blocks) == (0.5, 32, 16, 1)
    assert found.design_effect == pytest.approx(2)
    assert found.effective == pytest.approx(16)
    alone = cluster_mean(values(*[1] * 8, *[0] * 8), clusters(range(16)))
    assert (found.low, found.high) == (alone.low, alone.high)


def test_a_cluster_counts_by_its_size():
    # By hand: mean 20/30. One cluster of 15 right answers deviates by 15/3 = 5 in sum, 5 of one
    # right answer by 1/3 each, 10 of one wrong answer by -2/3 each: 25 + 5/9 + 40/9 = 30; the
    # values deviate by 20/9 + 40/9 = 60/9.
    sizes = clusters([0] * 15 + list(range(1, 16)))
    found = cluster_mean(values(*[1] * 20, *[0] * 10), sizes)
    assert found.value == pytest.approx(2 / 3)
    assert found.design_effect == pytest.approx(30 / (60 / 9))
    assert found.low < 0.45
    assert found.high > 0.8


def test_clusters_of_one_value_are_the_ordinary_bootstrap():
    right = values(*[1] * 145, *[0] * 55)
    found = cluster_mean(right, clusters(range(200)), 20_000)
    exact = scipy.stats.binom.ppf([0.025, 0.975], 200, 145 / 200) / 200
    assert [found.low, found.high] == pytest.approx(exact, abs=0.0051)
    theirs = scipy.stats.bootstrap(
        (right,), np.mean, n_resamples=20_000, method="percentile", rng=1
    ).confidence_interval
    assert [found.low, found.high] == pytest.approx(theirs, abs=0.0051)
    assert found.design_effect == pytest.approx(1)
    assert found.effective == pytest.approx(200)
    assert found.method == "clusters resampled"


def test_limits_over_clusters_are_those_of_scipy_over_cluster_means():
    random = np.random.default_rng(5)
    means = random.random(40)  # such as the F1 of an ego's 3 items, here all the same
    found = cluster_mean(np.repeat(means, 3), clusters(np.repeat(range(40), 3).tolist()), 20_000)
    theirs = scipy.stats.bootstrap(
        (means,), np.mean, n_resamples=20_000, method="percentile", rng=1
    ).confidence_interval
    assert [found.low, found.high] == pytest.approx(theirs, abs=0.004)
    assert found.design_effect == pytest.approx(3)


@given(
    st.lists(st.tuples(st.integers(0, 30), st.booleans()), min_size=40, max_size=120),
    st.integers(2, 5),
)
@settings(max_examples=25)
def test_items_repeated_within_their_clusters_add_nothing(rows, times):
    labels, right = zip(*rows, strict=True)
    once = cluster_mean(values(*right), clusters(labels), 200)
    often = cluster_mean(values(*right * times), clusters(labels * times), 200)
    assert (often.value, often.method) == (pytest.approx(once.value), once.method)
    assert often.n == times * once.n
    if once.low is None:
        assert often.low is None
        return
    assert [often.low, often.high] == pytest.approx([once.low, once.high])
    assert once.low <= once.value + 1e-9
    assert once.high >= once.value - 1e-9
    if once.effective is not None:
        assert often.effective == pytest.approx(once.effective)
        assert often.design_effect == pytest.approx(times * once.design_effect)


def test_blocks_are_drawn_first_and_clusters_within_them():
    random = np.random.default_rng(2)
    trees, egos, items = 6, 5, 4
    chance = np.clip(0.6 + 0.2 * random.standard_normal((trees, 1)), 0, 1)
    sums = random.binomial(items, np.repeat(chance, egos, axis=1))
    right = np.concatenate([[1.0] * k + [0.0] * (items - k) for k in sums.ravel()])
    ego = [e for _ in range(trees) for e in range(egos) for _ in range(items)]
    tree = [t for t in range(trees) for _ in range(egos * items)]
    found = cluster_mean(right, clusters(ego, tree), 8000)
    assert (found.clusters, found.blocks) == (30, 6)
    assert found.method == "blocks resampled, clusters within them"
    # The same, drawn one by one.
    drawn = [
        np.mean([sums[t, random.integers(0, egos, egos)] for t in random.integers(0, trees, trees)])
        for _ in range(8000)
    ]
    limits = np.percentile(np.array(drawn) / items, [2.5, 97.5])
    assert (found.low, found.high) == pytest.approx(tuple(limits), abs=0.0101)  # steps of 1/120
    # By hand: trees deviate from their mean, egos from their tree's; over what values deviate.
    by_tree = ((sums.sum(axis=1) - sums.sum(axis=1).mean()) ** 2).sum()
    by_ego = ((sums - sums.mean(axis=1, keepdims=True)) ** 2).sum()
    squares = ((right - right.mean()) ** 2).sum()
    assert found.design_effect == pytest.approx((by_tree + by_ego) / squares)
    # The design effect is that of the draws: their variance over the binomial one.
    assert np.var(np.array(drawn) / items) == pytest.approx(
        found.design_effect * squares / len(right) ** 2, rel=0.05
    )


def test_few_blocks_are_kept_and_strata_are_never_resampled():
    # Two trees, one all right and one all wrong but for one answer: resampling trees would give
    # means near 0 and 1.
    right = values(*[1] * 29, 0, *[0] * 29, 1)
    tree = ["a"] * 30 + ["b"] * 30
    kept = cluster_mean(right, clusters(range(60), tree))
    assert kept.method == "clusters resampled"
    assert kept.low > 0.44
    assert kept.high < 0.56
    # In a stratum of their own, six trees each: drawn within the stratum alone.
    strata = ["x"] * 30 + ["y"] * 30
    blocks = [number // 5 for number in range(60)]
    found = cluster_mean(right, clusters(range(60), blocks, strata))
    assert found.method == "blocks resampled, clusters within them"
    assert (found.low, found.high) == (pytest.approx(0.45, abs=0.03), pytest.approx(0.55, abs=0.03))
    pooled = cluster_mean(right, clusters(range(60), blocks))
    assert pooled.high - pooled.low > 0.4


def test_a_difference_is_paired_where_the_clusters_are_shared():
    random = np.random.default_rng(3)
    chance = np.repeat(random.random(40), 5)
    one = (random.random(200) < chance).astype(float)
    other = np.where(np.arange(200) % 20 == 0, 1 - one, one)  # differs on every twentieth item
    terms = [Term(1, one, everything(one)), Term(-1, other, everything(other))]
    labels = np.repeat(range(40), 5).tolist()
    paired = estimates(clusters(labels), [terms])[0]
    assert paired.value == pytest.approx(one.mean() - other.mean())
    # Each group of clusters of its own: the values of the other are simply not counted.
    both = np.concatenate([one, other])
    first = np.arange(400) < 200
    apart = estimates(
        clusters([*labels, *(label + 40 for label in labels)], [0] * 200 + [1] * 200),
        [[Term(1, both, first), Term(-1, both, ~first)]],
    )[0]
    assert apart.value == pytest.approx(paired.value)
    assert paired.high - paired.low < 0.4 * (apart.high - apart.low)
    assert paired.effective > 2 * apart.effective


def test_a_mean_of_two_runs_is_no_surer_than_one_if_they_answer_alike():
    right = values(*[1] * 70, *[0] * 30)
    among = clusters([number // 2 for number in range(100)])
    whole = [Term(0.5, right, everything(right))] * 2
    twice, once = estimates(among, [whole, [Term(1, right, everything(right))]])
    assert (twice.low, twice.high) == (pytest.approx(once.low), pytest.approx(once.high))
    assert (twice.n, twice.effective) == (200, pytest.approx(once.effective))


def test_no_interval_is_given_where_it_would_mean_nothing():
    def method(right, labels, **more):
        found = cluster_mean(values(*right), clusters(labels, **more))
        assert found.low is None
        assert found.high is None
        assert found.effective is None
        return found.method

    assert method([], []) == "nothing counted"
    assert method([1, 0] * 7, range(14)) == "too few clusters"
    assert method([1, 0] * 8, [number // 2 for number in range(16)]) == "too few clusters"
    assert method([1, 0] * 20, [None, *range(39)]) == "clusters unknown"
    assert method([1, 0] * 20, [number // 2 for number in range(40)]) == "no variation"
    assert method([0.5] * 40, range(40)) == "no variation"
    # 16 egos in 4 trees that are kept: each tree holds one of them fast.
    kept = [number % 4 for number in range(16)]
    assert method([1, 0] * 8, range(16), blocks=kept) == "too few clusters"
    assert cluster_mean(values(*[1, 1, 0] * 6), clusters(range(18), [*kept, 0, 1])).low is not None


def test_where_too_few_blocks_have_values_blocks_are_kept():
    right, tree = values(*[1, 1, 0, 1, 0] * 20), [number // 20 for number in range(100)]
    among = clusters(range(100), tree)
    assert cluster_mean(right, among).method == "blocks resampled, clusters within them"
    in_four, in_one = np.array(tree) < 4, np.array(tree) < 1
    four, whole, one, few = estimates(among, [
        [Term(1, right, in_four)], [Term(1, right, everything(right))], [Term(1, right, in_one)],
        [Term(1, right, in_one & (np.arange(100) < 10))],
    ])  # fmt: skip
    assert (four.method, four.blocks, four.clusters) == ("clusters resampled", 4, 80)
    assert whole.method == "blocks resampled, clusters within them"
    assert (one.low, one.high) != (None, None)
    assert (few.low, few.method) == (None, "too few clusters")
    alone = estimates(clusters(range(80), tree[:80]), [[Term(1, right[:80], in_four[:80])]])[0]
    assert (four.low, four.high) == pytest.approx((alone.low, alone.high), abs=0.02)


def test_values_all_alike_leave_the_doubt_of_as_many_trials_as_clusters():
    right = np.ones(60)
    found = cluster_mean(right, clusters([number // 3 for number in range(60)]))
    wilson = rate(20, 20)
    assert (found.value, found.low, found.high) == (1, wilson.low, wilson.high)
    assert found.method == "Wilson, a trial for each cluster"
    wrong = cluster_mean(np.zeros(60), clusters([number // 3 for number in range(60)]))
    assert (wrong.low, wrong.high) == (0, rate(0, 20).high)


def test_the_same_seed_gives_the_same_limits_and_others_nearly():
    right = values(*[1, 1, 0, 1, 0, 0, 1, 1, 1, 0] * 8)
    among = clusters([number // 4 for number in range(80)])
    first, again, other = (cluster_mean(right, among, seed=seed) for seed in (0, 0, 1))
    assert first == again
    assert first.low == pytest.approx(other.low, abs=0.03)


def test_an_interval_over_30_clusters_holds_the_mean_as_often_as_it_says():
    random = np.random.default_rng(4)
    among = clusters(np.repeat(range(30), 5).tolist())
    held = 0
    for sample in range(300):
        chance = np.where(random.random(30) < 0.5, 0.6, 0.9)  # mean 0.75
        right = random.binomial(1, np.repeat(chance, 5)).astype(float)
        found = cluster_mean(right, among, 400, sample)
        held += found.low <= 0.75 <= found.high
    assert 0.89 <= held / 300 <= 0.98


def test_the_cell_bootstrap_of_the_kin_term_benchmark_covers_what_it_says():
    # 77 cells of 6 attempts; benchmarks/coverage.py counts 2,000 data sets of nine kinds.
    random = np.random.default_rng(8)
    among = clusters(np.repeat(range(77), 6).tolist())
    chance = 1 / (1 + np.exp(-(0.4 + 2 * random.standard_normal(400_000))))
    truth, held = chance.mean(), 0
    for sample in range(300):
        drawn = random.choice(chance, 77)
        right = random.binomial(1, np.repeat(drawn, 6)).astype(float)
        found = cluster_mean(right, among, 400, sample)
        held += found.low <= truth <= found.high
    assert 0.92 <= held / 300 <= 0.97


@pytest.mark.parametrize(
    ("right", "low", "high"),
    [(334, 64.94, 79.22), (225, 40.04, 57.36), (187, 32.03, 49.13), (162, 26.62, 43.72),
     (112, 16.45, 32.47)],
)  # fmt: skip
def test_intervals_of_table_1_have_the_width_that_unequal_cells_give(right, low, high):
    # The cells are not printed. Beta-binomial ones, of a correlation of 0.54 between attempts in
    # all five rows alike, have the printed widths within 2 points; equal ones half of that.
    share = right / 462
    total = 1 / 0.54 - 1
    points = (np.arange(77) + 0.5) / 77
    hits = scipy.stats.betabinom.ppf(points, 6, share * total, (1 - share) * total).astype(int)
    while (less := right - hits.sum()) != 0:
        at = np.flatnonzero(hits < 6 if less > 0 else hits > 0)
        hits[at[len(at) // 2]] += np.sign(less)
    values_ = np.concatenate([[1.0] * k + [0.0] * (6 - k) for k in hits])
    found = cluster_mean(values_, clusters(np.repeat(range(77), 6).tolist()), 10_000)
    assert found.value == pytest.approx(share)
    assert 100 * (found.high - found.low) == pytest.approx(high - low, abs=2)
    apart = cluster_mean(values_, clusters(range(462)), 2_000)
    assert 100 * (apart.high - apart.low) < 0.6 * (high - low)
