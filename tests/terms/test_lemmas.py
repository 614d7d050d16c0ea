"""Forms grouped under their headwords."""

import pytest

from kinlib.terms.lemmas import lemmas
from kinlib.terms.lexicon import Lexicon, shipped
from kinlib.terms.relations import LANGUAGES, relations


def test_every_form_stands_under_one_headword():
    for relation in relations():
        for language in LANGUAGES:
            found = [
                form
                for lemma in lemmas(shipped(), relation, language)
                for form in (lemma.head, *lemma.variants)
            ]
            wanted = [
                form
                for form in shipped().forms
                if (form.relation, form.language) == (relation, language)
            ]
            assert sorted(found, key=id) == sorted(wanted, key=id)


def test_keys_come_first_and_spellings_are_variants():
    first, *rest = lemmas(shipped(), "father_mother", "hi")
    assert first.head.form == "दादी"
    assert {form.form for form in first.variants} >= {"दादीजी", "दादी जी", "दादी माँ"}
    assert [lemma.head.tier for lemma in rest] == ["extended"] * len(rest)


def test_a_mans_and_a_womans_word_are_two_headwords():
    heads = [lemma.head.form for lemma in lemmas(shipped(), "elder_brother", "ko")]
    assert heads[:2] == ["형", "오빠"]


def test_without_its_headword_the_first_variant_leads():
    forms = tuple(form for form in shipped().forms if form.form != "दादी")
    first = lemmas(Lexicon("cut", forms), "father_mother", "hi")[0]
    assert first.head.lemma == "दादी" and first.head.form == "दादीजी"


@pytest.mark.parametrize(
    ("relation", "language", "head", "variants"),
    [
        ("sister_daughter", "ta", "தங்கை மகள்", set()),
        ("brother_daughter", "ta", "தம்பி மகள்", set()),
        ("husband_sister_husband", "hi", "भाई साहब", set()),
        ("husband_sister", "hi", "जीजी", set()),
        ("mother_brother", "ko", "외숙", {"외숙님"}),
        ("father_younger_brother", "ko", "작은아빠", {"작은 아빠"}),
        ("elder_brother", "ko", "오라비", set()),
        ("elder_brother", "hi", "भैया", {"भइया", "बड़े भैया"}),
    ],
)
def test_another_word_or_condition_is_a_headword_and_no_spelling(
    relation, language, head, variants
):
    found = {one.head.form: one for one in lemmas(shipped(), relation, language)}
    assert {form.form for form in found[head].variants} >= variants
    assert bool(found[head].variants) == bool(variants)


def test_what_is_also_written_supposes_the_same():
    for relation in relations():
        for language in LANGUAGES:
            for lemma in lemmas(shipped(), relation, language):
                for form in lemma.variants:
                    assert form.condition == lemma.head.condition
                    assert form.valid_speaker == lemma.head.valid_speaker
