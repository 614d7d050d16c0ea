"""Repeated attempts, two runs on the same cells, and confusions: small sets worked by hand."""

import json
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kinlib.exact import mcnemar
from kinlib.results.reconcile import columns
from kinlib.results.term_agreement import comparisons, consistency
from kinlib.results.term_confusion import arrows
from kinlib.results.term_figures import NO_TERM, OTHER
from tests.results.term_sets import asked, failed, found


def attempts(*verdicts, **more):
    """Attempts at one prompt: r for right, w for wrong, b for blank."""
    names = {"r": "right", "w": "wrong", "b": "blank"}
    return [
        {"repeat": at, "verdict": names[one], **more} for at, one in enumerate(verdicts, start=1)
    ]


def test_triples_by_hand():
    rows = [
        *attempts(*"rrr", item_id="1"), *attempts(*"www", item_id="2"),
        *attempts(*"rrw", item_id="3"), *attempts(*"wrw", item_id="4"),
        *attempts(*"rrb", item_id="5"), *attempts(*"rbb", item_id="6"),
        *attempts(*"rw", item_id="7", level="L1"),
    ]  # fmt: skip
    got = found(rows)
    first, third = consistency(got.frame, columns(got.frame, ()))
    assert (first.level, first.prompts, first.mixed, first.agreement.value) == ("L1", 1, 1, 0)
    # Prompt 5 has two attempts that count, 6 has one and drops out. Pairs that agree: 3 of 3 twice,
    # 1 of 3 twice, 1 of 1.
    assert (third.prompts, third.attempts) == (5, 14)
    assert (third.all_right, third.mixed, third.all_wrong) == (2, 2, 1)
    assert third.agreement.value == pytest.approx((1 + 1 + 1 / 3 + 1 / 3 + 1) / 5)
    assert third.agreement.method == "too few clusters"
    counted = found(rows, blanks="wrong")
    _, all_ = consistency(counted.frame, columns(counted.frame, ()))
    assert (all_.prompts, all_.mixed, all_.attempts) == (6, 4, 18)


def test_consistency_is_of_single_runs_and_of_repeated_prompts():
    got = found([row | {"run_id": run} for run in "ab" for row in asked(repeats=1)])
    assert consistency(got.frame, columns(got.frame, ())) == ()
    got = found([row | {"run_id": run} for run in "ab" for row in asked(repeats=2)])
    told = consistency(got.frame, columns(got.frame, ()))
    assert [(one.of.runs, one.prompts, one.agreement.clusters) for one in told] == [
        (("a",), 154, 77), (("b",), 154, 77),
    ]  # fmt: skip


def two(first, second, attempts=462):
    """Two runs over all 77 cells, or the first attempts; right where a function says so."""
    rows = []
    for name, right in (("a", first), ("b", second)):
        for at, row in enumerate(asked(run_id=name, model=name)[:attempts]):
            rows.append(row | {"verdict": "right" if right(at, row) else "wrong"})
    return rows


def test_two_runs_on_shared_cells_by_hand():
    # The first is right at all six of 20 cells, the second at three of each of these and of 10
    # more.
    rows = two(lambda at, row: at < 120, lambda at, row: at < 180 and at % 2 == 0)
    got = found(rows)
    (one,) = comparisons(got.frame, columns(got.frame, ()))
    assert (one.first.name[:1], one.second.name[:1]) == ("a", "b")
    assert one.difference.value == pytest.approx((120 - 90) / 462)
    assert (one.better, one.worse, one.even) == (20, 10, 47)
    assert one.cells_p == pytest.approx(mcnemar(20, 10))
    assert (one.matched, one.only_first, one.only_second) == (462, 60, 30)
    assert one.attempts_p == pytest.approx(mcnemar(60, 30))
    assert one.attempts_p < one.cells_p, "attempts of a cell are alike: McNemar is too sure"
    assert one.difference.clusters == 77
    assert one.difference.low < 0.065 < one.difference.high


def test_only_cells_and_attempts_that_both_have_are_compared():
    rows = two(lambda at, row: True, lambda at, row: False)
    hindi = [row for row in rows if row["run_id"] == "a" or row["language"] == "hi"]
    few = [row for row in hindi if row["run_id"] == "a" or row["repeat"] == 1]
    got = found(few)
    (one,) = comparisons(got.frame, columns(got.frame, ()))
    assert (one.difference.value, one.difference.clusters, one.matched) == (1, 25, 50)
    assert one.difference.method == "no variation"
    apart = [row for row in rows if (row["run_id"] == "a") == (row["language"] == "hi")]
    got = found(apart)
    assert comparisons(got.frame, columns(got.frame, ())) == ()


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=96, max_size=96))
@settings(max_examples=10)
def test_a_comparison_turned_round_is_the_same_with_its_sign(verdicts):
    def compared(first, second):
        got = found(
            two(lambda at, row: verdicts[at][first], lambda at, row: verdicts[at][second], 96)
        )
        return comparisons(got.frame, columns(got.frame, ()))[0]

    there, back = compared(0, 1), compared(1, 0)
    assert there.difference.value == pytest.approx(-back.difference.value)
    assert (there.better, there.only_first) == (back.worse, back.only_second)
    assert there.attempts_p == back.attempts_p
    assert there.difference.value == pytest.approx(sum(a - b for a, b in verdicts) / 96)


def said(*relations, asked_for="father_mother", language="ko", **more):
    kind = OTHER if relations else NO_TERM
    return {
        "relation": asked_for, "language": language, "others": json.dumps(relations),
        **failed(kind), **more,
    }  # fmt: skip


def test_arrows_go_from_the_relation_asked_to_every_one_said():
    rows = [
        said("mother_mother"), said("mother_mother", "wife_sister"), said(), said("sister"),
        said("mother_mother", level="L1"), said("mother_mother", language="hi"),
        said("mother_mother", verdict="right", causes=None), said("mother_mother", "mother_mother"),
    ]  # fmt: skip
    got = found([row | {"item_id": str(at)} for at, row in enumerate(rows)])
    told = arrows(got.frame, columns(got.frame, ()))
    assert [(a.language, a.said, a.replies, a.failures) for a in told] == [
        ("hi", "mother_mother", 1, 1),
        ("ko", "mother_mother", 3, 5), ("ko", "sister", 1, 5), ("ko", "wife_sister", 1, 5),
    ]  # fmt: skip
    assert {a.asked for a in told} == {"father_mother"}


def test_arrows_of_pooled_runs_are_the_sum_of_theirs():
    rows = [said("mother_mother", run_id=run, item_id=f"{run}{at}")
            for run, n in (("a", 2), ("b", 3)) for at in range(n)]  # fmt: skip
    got = found(rows)
    told = Counter(
        {arrow.of.runs: arrow.replies for arrow in arrows(got.frame, columns(got.frame, ()))}
    )
    assert told == {("a", "b"): 5, ("a",): 2, ("b",): 3}
