"""English terms: their words, their hops, and that they mean whom English calls so."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinlib.kinship.systems import class_id, classify
from kinlib.reasoning.english import JOINT, hops_of, plural, sexed, sided, term


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("uncle", "uncles"),
        ("first cousin", "first cousins"),
        ("first cousin once removed", "first cousins once removed"),
        ("second cousin twice removed", "second cousins twice removed"),
        ("third cousin 3 times removed", "third cousins 3 times removed"),
        ("great-grandchild", "great-grandchildren"),
        ("wife", "wives"),
        ("grandniece", "grandnieces"),
    ],
)
def test_plurals(one, many):
    assert plural(one) == many


@st.composite
def blood(draw):
    """A canonical kin type by blood of up to seven steps."""
    up = draw(st.text("FM", max_size=3))
    across = draw(st.sampled_from(["", "B", "Z"]))
    down = draw(st.text("SD", max_size=3))
    if up and down and not across:
        across = "B"
    return up + across + down or "F"


@given(blood(), st.sampled_from("mf"))
def test_a_term_has_the_hops_of_every_kin_type_it_means(letters, ego):
    known = class_id("Eskimo", letters, ego)
    assert hops_of(known) == len(letters)
    assert term(known).relation.classes == (known,)


@given(blood(), st.sampled_from("mf"))
def test_terms_and_sided_terms_are_the_labels_of_the_system(letters, ego):
    found = classify("Eskimo", letters, ego)
    base = term(found.class_id)
    words = {base.one, *(t.one for t in sided(base))}
    label = (
        found.label.replace("cousin", "first cousin") if found.label == "cousin" else found.label
    )
    assert label in words
    if sided(base):
        assert label != base.one  # English labels of ancestors, uncles and aunts show the side


def test_only_cousins_need_a_word_for_their_sex():
    assert [t.many for t in sexed(term("COUSIN1R0"))] == [
        "male first cousins",
        "female first cousins",
    ]
    assert sexed(term("UNCLE")) == ()
    assert sided(term("COUSIN1R0")) == ()


def test_joint_terms_are_of_one_generation():
    assert [t.many for t in JOINT][:3] == ["parents", "siblings", "children"]
    for each in JOINT:
        men, women = each.relation.classes
        assert hops_of(men) == hops_of(women) == each.hops


def test_a_class_that_is_no_english_one_is_refused():
    with pytest.raises(ValueError, match="XCm is no Eskimo class"):
        hops_of("XCm")
