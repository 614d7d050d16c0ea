"""Mirrored pairs on small counts worked by hand, and what their terms have in common."""

from dataclasses import replace

import pytest

from kinlib.terms import lineage
from kinlib.terms.lexicon import Lexicon, shipped
from kinlib.terms.lineage import absolute_mean, gaps, pairs, shared, signed_mean
from kinlib.terms.relations import relations

PATERNAL = ("father_father", "father_mother", "father_sister", "brother_daughter", "brother_son")
MATERNAL = ("mother_father", "mother_mother", "mother_sister", "sister_daughter", "sister_son")

# Table 4 in thirtieths of right attempts, pair by pair.
PRINTED = {"hi": (13, 15, 8, 14, 15), "ko": (11, 12, -13, -4, 0), "ta": (4, 7, 5, 1, -1)}


def counts(differences):
    """Counts of 30 attempts a side with these differences."""
    found = {}
    for language, each in differences.items():
        for one, other, less in zip(PATERNAL, MATERNAL, each, strict=True):
            found[one, language] = (15 + max(less, 0), 30)
            found[other, language] = (15 + max(-less, 0), 30)
    return found


def test_the_pairs_are_those_of_table_4():
    assert [(one.paternal, one.maternal) for one in pairs()] == list(
        zip(PATERNAL, MATERNAL, strict=True)
    )
    assert [one.name for one in pairs()][2] == "parent's sister"


def test_table_4_from_counts():
    found = gaps(counts(PRINTED), shipped())
    of = {code: [gap for gap in found if gap.language == code] for code in PRINTED}
    assert [round(100 * gap.value, 1) for gap in of["ko"]] == [36.7, 40.0, -43.3, -13.3, 0.0]
    assert 100 * signed_mean(of["hi"]) == pytest.approx(43.3, abs=0.05)
    assert 100 * signed_mean(of["ko"]) == pytest.approx(4.0, abs=0.05)
    controls = [gap for gap in found if gap.control]
    assert {gap.language for gap in controls} == {"ta"}
    assert [gap.pair.name for gap in controls] == [
        "grandfather", "grandmother", "sibling's daughter", "sibling's son",
    ]  # fmt: skip
    assert 100 * signed_mean(controls) == pytest.approx(9.2, abs=0.05)
    assert 100 * absolute_mean(controls) == pytest.approx(10.83, abs=0.005)
    assert 100 * signed_mean(of["ta"]) == pytest.approx(10.7, abs=0.05), "not the printed 9.2"


def test_what_the_two_relatives_share():
    found = {
        (pair.name, code): shared(pair, code, shipped()) for pair in pairs() for code in PRINTED
    }
    some = {key: how for key, how in found.items() if how != "no term"}
    assert some == {
        ("grandfather", "ta"): "every term",
        ("grandmother", "ta"): "one of several terms",
        ("sibling's daughter", "ta"): "every term",
        ("sibling's son", "ta"): "every term",
        ("sibling's daughter", "ko"): "one of several terms",
        ("sibling's son", "ko"): "one of several terms",
    }


def test_other_tiers_do_not_make_a_control():
    forms = tuple(replace(form, tier="paper") for form in shipped().forms)
    found = {shared(pair, "ta", Lexicon("loose", forms)) for pair in pairs()}
    assert found == {"no term"}


def test_what_was_not_asked_has_no_difference_and_no_mean():
    some = counts(PRINTED)
    del some["mother_sister", "hi"]
    some["father_father", "ko"] = (0, 0)
    found = gaps(some, shipped())
    unknown = [(gap.pair.name, gap.language) for gap in found if gap.value is None]
    assert unknown == [("grandfather", "ko"), ("parent's sister", "hi")]
    hindi = [gap for gap in found if gap.language == "hi"]
    assert (signed_mean(hindi), absolute_mean(hindi)) == (None, None)
    assert (signed_mean([]), absolute_mean([])) == (None, None)


def test_every_side_of_a_pair_is_a_tested_relation():
    for pair in lineage.pairs():
        for side in (pair.paternal, pair.maternal):
            assert relations()[side].tested
