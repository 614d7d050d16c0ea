"""Terms by speaker and relative age, worked by hand from the inventory's conditions."""

import pytest

from kinlib.terms.current import age_of, current, disputed, said_by, shared
from kinlib.terms.lexicon import shipped
from kinlib.terms.relations import LANGUAGES, relations


def said(relation, language, sex, age=""):
    return [form.form for form in current(shipped(), relation, language, sex, age)]


@pytest.mark.parametrize(
    ("relation", "language", "man", "woman"),
    [
        ("elder_brother", "ko", ["형"], ["오빠"]),
        ("sister", "ko", ["누나"], ["언니"]),
        ("elder_brother_wife", "ko", ["형수"], ["올케"]),
        ("elder_sister_husband", "ko", ["매형"], ["형부"]),
        ("younger_sister_husband", "ko", ["매제"], ["제부"]),
        ("sister_son", "ko", ["조카", "생질"], ["조카"]),
        ("brother_daughter", "ta", ["மகள்"], ["மருமகள்"]),
        ("sister_daughter", "ta", ["மருமகள்"], ["மகள்"]),
        ("brother_son", "ta", ["மகன்"], ["மருமகன்"]),
        ("sister_son", "ta", ["மருமகன்"], ["மகன்"]),
        ("husband_sister", "ko", [], ["시누이"]),
        ("wife_brother", "ko", ["처남"], []),
    ],
)
def test_a_man_and_a_woman_use_other_words(relation, language, man, woman):
    assert said(relation, language, "male") == man
    assert said(relation, language, "female") == woman


@pytest.mark.parametrize(
    ("relation", "language", "sex", "elder", "younger"),
    [
        ("mother_sister", "ta", "male", "பெரியம்மா", "சித்தி"),
        ("mother_sister_husband", "ta", "female", "பெரியப்பா", "சித்தப்பா"),
        ("wife_brother", "ko", "male", "형님", "처남"),
        ("wife_sister", "ko", "male", "처형", "처제"),
        ("husband_sister", "ko", "female", "형님", "아가씨"),
        ("husband_sister_husband", "ko", "female", "아주버님", "서방님"),
    ],
)
def test_the_relative_age_chooses_the_first_term(relation, language, sex, elder, younger):
    assert said(relation, language, sex, "elder")[0] == elder
    assert said(relation, language, sex, "younger")[0] == younger
    assert elder not in said(relation, language, sex, "younger")


def test_left_open_both_terms_stand_as_the_paper_has_them():
    assert said("mother_sister", "ta", "male") == ["சித்தி", "பெரியம்மா"]
    assert said("mother_mother", "ta", "male") == ["பாட்டி", "அம்மாயி"]


@pytest.mark.parametrize(
    ("relation", "form", "whether"),
    [
        ("father_sister_husband", "அத்தான்", True),
        ("wife_brother", "மாமன்", True),
        ("elder_brother", "भाई", True),
        ("elder_sister_husband", "형부", False),
        ("younger_sister_husband", "제부", False),
        ("husband_sister_husband", "아주버님", False),
        ("brother_daughter", "மகள்", False),
        ("brother_son", "மகன்", False),
        ("mother_mother", "외할머니", False),
    ],
)
def test_sources_dispute_forms_of_the_table_and_not_what_they_have_instead(relation, form, whether):
    rows = [one for one in shipped().forms if (one.relation, one.form) == (relation, form)]
    assert rows and all(disputed(one) == whether for one in rows)


def test_terms_that_relations_may_share_are_those_of_any_speaker_and_age():
    assert shared(shipped(), "hi") == ()
    assert shared(shipped(), "ko") == ("조카딸", "조카")
    assert {"தாத்தா", "சித்தி", "மாமா", "மச்சான்"} <= set(shared(shipped(), "ta"))
    assert "மருமகன்" not in shared(shipped(), "ta"), "for any one speaker it is one relation's"


@pytest.mark.parametrize("age", ["", "elder", "younger"])
@pytest.mark.parametrize("sex", ["male", "female"])
def test_every_relation_of_the_speaker_has_a_term_and_no_other_does(sex, age):
    foreign = {"male": "wife", "female": "husband"}[sex]
    for relation in relations().values():
        for language in LANGUAGES:
            found = current(shipped(), relation.id, language, sex, age)
            assert bool(found) == (relation.perspective != foreign), (relation.id, language)
            assert all(said_by(form) in ("any", sex) for form in found)
            assert all(age_of(form) in ("", age) for form in found) or not age
            assert len({form.form for form in found}) == len(found)
