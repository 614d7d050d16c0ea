"""Looking a term up in every way a person may type it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from unicodedata2 import normalize

from kinlib.terms.lexicon import shipped
from kinlib.terms.relations import relations
from kinlib.terms.search import latin, search


def found(text):
    return list(dict.fromkeys(hit.relation for hit in search(shipped(), text)))


@pytest.mark.parametrize("form", ["NFC", "NFD", "NFKC", "NFKD"])
@pytest.mark.parametrize(
    ("word", "relation"),
    [
        ("외할머니", "mother_mother"),
        ("கொழுந்தியாள்", "wife_sister"),
        ("बड़े पापा", "father_elder_brother"),
        ("भाँजी", "sister_daughter"),
    ],
)
def test_a_native_form_is_found_in_any_encoding(word, relation, form):
    assert found(str(normalize(form, word)))[0] == relation


def test_a_word_cut_short_finds_what_begins_so_after_the_word_itself():
    hits = search(shipped(), "दादी")
    assert [hits[0].form.form, hits[0].rank] == ["दादी", 0]
    assert {hit.form.form for hit in hits} >= {"दादीजी", "दादी माँ"}


def test_one_letter_is_no_search_for_all_words_with_it():
    assert [hit.form.form for hit in search(shipped(), "형")] == ["형"]
    assert search(shipped(), "m") == ()


@pytest.mark.parametrize(
    ("typed", "relation", "form"),
    [
        ("Dādī", "father_mother", "दादी"),
        ("dadi", "father_mother", "दादी"),
        ("DADIJI", "father_mother", "दादी"),
        ("Keun Abeoji", "father_elder_brother", "큰아버지"),
        ("keun-abeoji", "father_elder_brother", "큰아버지"),
        ("oe halmeoni", "mother_mother", "외할머니"),
        ("seobangnim", "husband_sister_husband", "서방님"),
        ("hyeong", "elder_brother", "형"),
        ("tāttā", "father_father", "தாத்தா"),
        ("cittappā", "father_younger_brother", "சித்தப்பா"),
        ("attai", "father_sister", "அத்தை"),
        ("citti", "father_younger_brother_wife", "சித்தி"),
        ("marumakaḷ", "brother_daughter", "மருமகள்"),
        ("maccāṉ", "elder_sister_husband", "மச்சான்"),
        ("cācā", "father_younger_brother", "चाचा"),
    ],
)
def test_of_a_romanisation_case_hyphens_spaces_and_diacritics_do_not_count(typed, relation, form):
    first = search(shipped(), typed)[0]
    assert (first.relation, first.form.form, first.how) == (relation, form, "romanisation")


def test_a_romanisation_names_its_own_alternative_of_a_composite_key():
    forms = {hit.form.form for hit in search(shipped(), "machan") if hit.rank == 0}
    assert forms == {"மச்சான்"}


def test_a_term_of_several_relations_finds_them_all():
    assert set(found("periyappa")) == {"father_elder_brother", "mother_sister_husband"}


@pytest.mark.parametrize("relation", relations().values(), ids=lambda one: one.kin_type)
def test_every_relation_is_found_by_its_kin_type_and_its_phrase(relation):
    assert found(relation.kin_type)[0] == relation.id
    assert found(relation.phrase)[0] == relation.id
    assert found(relation.phrase.replace("'", "\u2019").upper())[0] == relation.id


def test_a_kin_type_without_age_finds_both():
    assert found("FB") == ["father_elder_brother", "father_younger_brother"]


def test_a_kin_type_finer_than_the_relation_finds_it():
    assert found("MeZ")[0] == "mother_sister"
    assert found("WyB") == ["wife_brother"]
    assert found("e B")[0] == "elder_brother"
    assert "father_younger_brother" not in found("FeB")


@pytest.mark.parametrize(
    ("typed", "relations_found"),
    [
        ("sister-in-law", {"elder_brother_wife", "husband_sister"}),
        ("maternal aunt", {"mother_sister", "mother_brother_wife"}),
        ("paternal grandfather", {"father_father"}),
        ("nephew", {"brother_son", "sister_son"}),
    ],
)
def test_english_words_above_the_relation_find_what_they_stand_for(typed, relations_found):
    assert set(found(typed)) == relations_found


def test_what_is_nowhere_finds_nothing():
    for text in ("", "   ", "<b>", "zzz", "uncle's bicycle", "삼겹살"):
        assert search(shipped(), text) == ()


@given(st.text(max_size=30))
def test_no_text_raises_and_all_that_is_found_is_a_relation(text):
    assert {hit.relation for hit in search(shipped(), text)} <= set(relations())


@given(st.text(max_size=30))
def test_a_romanisation_folded_twice_is_folded_once(text):
    assert latin(latin(text)) == latin(text)
