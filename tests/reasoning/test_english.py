"""English terms: their words, their hops, and that they mean whom English calls so."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinlib.kinship.systems import class_id, classify
from kinlib.reasoning.english import (
    FACTS,
    biological,
    filters,
    hops_of,
    lineal,
    plural,
    sexed,
    sided,
    term,
)


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
    shows_side = found.class_id.startswith(("UNCLE", "AUNT")) or "+" in found.class_id
    words = {each.one for each in sided(base)} if shows_side else {base.one}
    label = "first cousin" if found.label == "cousin" else found.label
    assert label in words


def test_terms_for_both_sexes_are_of_one_generation():
    assert [each.many for each in FACTS] == [
        "fathers",
        "mothers",
        "spouses",
        "siblings",
        "children",
    ]
    assert [each.one for each in lineal(3)] == [
        "grandparent",
        "grandchild",
        "great-grandparent",
        "great-grandchild",
    ]
    for each in lineal(6):
        men, women = each.relation.classes
        assert hops_of(men) == hops_of(women) == each.hops


def test_filters_say_the_sex_that_a_word_leaves_open():
    assert [each.many for each in filters(3)][:6] == [
        "brothers",
        "sisters",
        "sons",
        "daughters",
        "male grandparents",
        "female grandparents",
    ]
    assert "male first cousins" in [each.many for each in sexed(term("COUSIN1R0"))]


def test_terms_that_lead_on_say_whose_relatives_they_are():
    (of,) = (
        each
        for each in biological(4)
        if each.one == "grandchild" and each.linking and each.linking.one == "paternal uncle"
    )
    assert of.hops == 4
    assert set(of.relation.classes) == {"FBSS", "FBSD", "FBDS", "FBDD"}
    # the paper's own example (Appendix B, 1)
    assert of.of("Lisa Williams", number=6) == "the grandchildren of Lisa Williams's paternal uncle"
    assert of.of("Ann", 1, linking=2) == "the grandchild of one of Ann's paternal uncles"


def test_no_term_is_there_twice():
    for most in (4, 6):
        terms = list(biological(most))
        assert len({each.relation for each in terms}) == len(terms)
        assert max(each.hops for each in terms) == most


def test_a_class_that_is_no_english_one_is_refused():
    with pytest.raises(ValueError, match="XCm is no Eskimo class"):
        hops_of("XCm")
