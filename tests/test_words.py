import unicodedata
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinlib.words import find


def terms(text: str, *wanted: str, open_end: bool = False) -> list[str]:
    return [found.term for found in find(text, wanted, open_end=open_end)]


def test_a_term_inside_another_word_is_not_found():
    assert terms("외할머니, 생신 축하해요", "할머니", open_end=True) == []
    assert terms("할머니께 드려요", "할머니", open_end=True) == ["할머니"]
    assert terms("할머니께 드려요", "할머니") == []
    assert terms("नानी जी", "नानी") == ["नानी"]
    assert terms("ज्ञानी", "नानी") == []
    assert terms("Maryanne Smith", "Mary") == []


def test_a_term_is_never_cut_inside_a_syllable():
    # மாம is the start of மாமா: the vowel sign belongs to the last letter.
    assert terms("மாமா", "மாம", open_end=True) == []
    assert terms("காகா", "காக", open_end=True) == []
    assert terms("काका", "काक", open_end=True) == []


def test_the_longest_term_wins():
    assert terms("Mary Ann Smith came", "Ann Smith", "Mary Ann Smith") == ["Mary Ann Smith"]
    assert terms("नानी जी नमस्ते", "नानी", "नानी जी") == ["नानी जी"]


def test_possessives_and_punctuation_end_a_word():
    assert terms("Bob Ray's, “Ann Lee”.", "Bob Ray", "Ann Lee") == ["Bob Ray", "Ann Lee"]


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_composed_and_decomposed_text_are_one(form):
    text = unicodedata.normalize(form, "사랑하는 할머니 and José Ñu")
    assert terms(text, "할머니", "José Ñu") == ["할머니", "José Ñu"]


@given(st.text(max_size=60), st.lists(st.text(min_size=1, max_size=6), max_size=4))
def test_any_text_and_terms_give_ordered_places_that_do_not_overlap(text, wanted):
    found = find(text, wanted)
    assert all(one.end <= two.start for one, two in pairwise(found))
