"""The surface of replies: four categories, signs, romanised forms, refusals, English talk."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from unicodedata2 import normalize

from kinlib.errors import KinError
from kinlib.terms import prose
from kinlib.terms.confusions import differences
from kinlib.terms.lexicon import load
from kinlib.terms.matching import find, literal
from kinlib.terms.normalising import key
from kinlib.terms.relations import cells, relations
from kinlib.terms.screen import CATEGORIES, SIGNS, category, causes, row, surface

ANY = st.text(st.characters(exclude_categories=()))


@pytest.mark.parametrize(
    ("text", "language", "relation", "told"),
    [
        ("आदरणीय चाचाजी, बधाई!", "hi", "father_elder_brother", "other inventory term"),
        ("आपको बधाई!", "hi", "father_elder_brother", "target script, no inventory term"),
        ("Dear Tau ji, badhai ho!", "hi", "father_elder_brother", "no requested script"),
        ("Badhai! १२।", "hi", "father_elder_brother", "no requested script"),
        ("Tauji, आपको बधाई!", "hi", "father_elder_brother", "target script and romanised form"),
        ("Tauji और चाचाजी, बधाई!", "hi", "father_elder_brother", "other inventory term"),
        ("samchon, 생신 축하드려요!", "ko", "father_younger_brother",
         "target script and romanised form"),
        ("", "ko", "father_younger_brother", "no requested script"),
    ],
)  # fmt: skip
def test_a_failure_is_of_one_of_the_papers_four_categories(text, language, relation, told):
    seen = surface(text, language, relation)
    assert category(seen) == category(seen, literal=True) == told
    assert causes(seen)[0] == told


def test_other_terms_are_words_for_one_matcher_and_letters_for_the_other():
    seen = surface("외할머니, 생신 축하드려요!", "ko", "mother_mother")
    assert seen.others == ()
    assert seen.others_frozen == ("father_mother",)
    told = surface("외숙모, 생신 축하드려요!", "ko", "father_mother")
    assert (category(told), told.others) == ("other inventory term", ("mother_brother_wife",))


def test_a_reply_in_decomposed_hangul_has_the_same_words():
    text = "외삼촌, 생신 축하드려요!"
    composed, apart = (
        surface(normalize(form, text), "ko", "father_younger_brother") for form in ("NFC", "NFD")
    )
    assert composed.others == apart.others == ("mother_brother",)
    assert composed.shares == apart.shares
    assert (composed.others_frozen, apart.others_frozen) == (("mother_brother",), ())


@pytest.mark.parametrize(
    ("text", "language", "relation", "signs"),
    [
        ("दादी, जन्मदिन मुबारक!", "hi", "mother_mother", {"side error"}),
        ("चाचाजी, बधाई!", "hi", "father_elder_brother", {"seniority error"}),
        ("தாய்மாமா, வாழ்த்துகள்!", "ta", "father_younger_brother", {"side error"}),
        ("고모부, 축하드려요!", "ko", "father_sister", {"sex error", "affinal for consanguineal"}),
        ("큰어머니, 축하드려요!", "ko", "father_sister", {"affinal for consanguineal"}),
        ("भैया, बधाई!", "hi", "wife_brother", {"consanguineal for affinal"}),
        ("ताऊजी, बधाई!", "hi", "father_father", {"generation error"}),
        ("भतीजी, बधाई!", "hi", "sister_daughter", {"side error"}),
        ("ताऊजी, चाचाजी भी आएँगे!", "hi", "father_elder_brother", {"additional terms"}),
        ("ताऊजी, बधाई!", "hi", "father_elder_brother", set()),
        ("अंकल, बधाई!", "hi", "father_elder_brother", {"generic or loan word"}),
        ("ஆன்ட்டிக்கு வாழ்த்துகள்!", "ta", "father_sister", {"generic or loan word"}),
        ("아주머니께, 축하드려요!", "ko", "mother_sister", {"generic or loan word"}),
        ("அத்தை / சித்தி, வாழ்த்துகள்!", "ta", "father_sister",
         {"additional terms", "several alternatives"}),
        ("Priya Mausi-ji, badhai ho!", "hi", "mother_sister", {"romanised form"}),
        ("मौसीji, बधाई!", "hi", "mother_sister", {"mixed-script word"}),
        ("दादी जी, बधाई |", "hi", "father_mother", {"look-alike"}),
    ],
)  # fmt: skip
def test_signs_say_what_is_there(text, language, relation, signs):
    assert set(surface(text, language, relation).signs) == signs


@pytest.mark.parametrize(
    ("term", "own", "other"), [("형", "male", "female"), ("오빠", "female", "male")]
)
def test_another_speakers_word_is_another_term_but_no_other_relations(term, own, other):
    seen = surface(f"{term}, 생일 축하해!", "ko", "elder_brother", other)
    assert (seen.others, seen.others_frozen, seen.signs) == ((), (), ("other speaker's term",))
    assert category(seen) == "other inventory term"
    assert surface(f"{term}, 생일 축하해!", "ko", "elder_brother", own).signs == ()


@pytest.mark.parametrize(
    ("text", "relation", "signs"),
    [
        # FyB or MyZH for MZ: sex for certain; FyB is of the other side, MyZH of the same.
        ("சித்தப்பா, வாழ்த்துகள்!", "mother_sister", ("sex error",)),
        # MB or FZH for FyB: one of the other side, one by marriage.
        ("மாமா, வாழ்த்துகள்!", "father_younger_brother", ()),
        ("சித்தப்பா, வாழ்த்துகள்!", "father_elder_brother", ("seniority error",)),
    ],
)
def test_of_a_term_of_several_relations_only_what_is_certain_is_charged(text, relation, signs):
    seen = surface(text, "ta", relation)
    assert (seen.signs, category(seen)) == (signs, "other inventory term")


@pytest.mark.parametrize(
    ("text", "language", "relation", "at_l3", "at_l1"),
    [
        ("मामा जी, शादी में आइए!", "hi", "father_elder_brother", {"side error"}, set()),
        ("मामा जी, दादी भी आएँ!", "hi", "father_elder_brother", {"side error"}, set()),
        ("दादी, शादी में आइए!", "hi", "father_elder_brother",
         {"sex error", "generation error"}, {"sex error", "generation error"}),
        ("भैया, शादी में आइए!", "hi", "wife_brother",
         {"consanguineal for affinal"}, {"consanguineal for affinal"}),
    ],
)  # fmt: skip
def test_an_l1_reply_is_charged_with_nothing_for_a_reading_of_the_word(
    text, language, relation, at_l3, at_l1
):
    l3, l1 = (surface(text, language, relation, level=level) for level in ("L3", "L1"))
    assert (set(l3.signs), set(l1.signs)) == (at_l3, at_l1)
    assert category(l1) == category(l3) == "other inventory term"


def test_of_several_terms_the_nearest_is_charged():
    seen = surface("नानाजी, मामी, चाची: बधाई!", "hi", "father_sister")
    assert seen.signs == ("affinal for consanguineal",)
    assert seen.others == (
        "mother_father", "mother_brother_wife", "father_younger_brother_wife",
    )  # fmt: skip


def test_differences_are_of_the_relations_and_go_both_ways_alike():
    mirrored = {"consanguineal for affinal": "affinal for consanguineal"}
    for one in relations():
        assert differences(one, one) == ()
        for other in relations():
            there, back = differences(one, other), differences(other, one)
            swapped = {**mirrored, **{value: name for name, value in mirrored.items()}}
            assert {swapped.get(name, name) for name in there} == set(back)
    for pair in ({"father_father", "mother_father"}, {"brother_son", "sister_son"},
                 {"father_sister", "mother_sister"}):  # fmt: skip
        one, other = sorted(pair)
        assert differences(one, other) == ("side",)


@pytest.mark.parametrize(
    ("text", "relation", "held"),
    [
        ("Dadaji, janamdin mubarak", "father_father", True),
        ("DADA-JI", "father_father", True),
        ("Dādā jī", "father_father", True),
        ("Priya dada, badhai!", "father_father", True),
        ("my dear dada!", "father_father", False),
        ("मैं tai chi सीखता हूँ", "father_elder_brother_wife", False),
        ("Tai ji, badhai!", "father_elder_brother_wife", True),
        ("My mama loves birthday cake", "mother_brother", False),
        ("Mamaji, badhai!", "mother_brother", True),
        ("dadagiri", "father_father", False),
        ("grandada", "father_father", False),
        ("dadi", "father_father", False),
        ("naniji", "mother_mother", True),
        ("bhai-ya", "elder_brother", True),
    ],
)
def test_the_romanised_form_stands_as_a_word(text, relation, held):
    assert surface(text, "hi", relation).romanised is held


def test_names_and_words_of_english_are_no_romanised_form():
    assert not surface("IMO this is nice", "ko", "mother_sister").romanised
    assert surface("Imo-nim!", "ko", "mother_sister").romanised
    assert not surface("Dear Anna, happy birthday", "ta", "elder_brother").romanised
    assert surface("Anbulla Anna, vaazhthukkal", "ta", "elder_brother").romanised


def test_korean_romanisations_take_hyphens_and_nim():
    for text in ("oe-halmeoni", "oehalmeoni", "Oe halmeoni-nim!"):
        assert surface(text, "ko", "mother_mother").romanised, text
    assert not surface("halmeoni", "ko", "mother_mother").romanised
    assert surface("hyungnim", "ko", "elder_brother").romanised
    assert not surface("m", "ko", "elder_brother").romanised, "(m) in a key is no form"


REFUSALS = {
    "en": [
        "I'm sorry, but I can't help with that request.",
        "I cannot write a message in Hindi.",
        "Sorry, I’m not able to assist with this.",
        "As an AI language model, I do not have relatives.",
        "I'm sorry, but I can't do that.",
        "I can't assist with this",
        "I am unable to fulfill your request.",
    ],
    "hi": [
        "क्षमा करें, मैं यह संदेश नहीं लिख सकता।",
        "मुझे खेद है, मैं आपके इस अनुरोध को पूरा नहीं कर सकती।",
        "माफ़ कीजिए, मैं इसमें आपकी सहायता नहीं कर सकता।",
        "मैं यह नहीं लिख सकता।",
        "मैं आपकी मदद करने में असमर्थ हूँ।",
    ],
    "ta": [
        "மன்னிக்கவும், என்னால் இந்தச் செய்தியை எழுத முடியாது.",
        "மன்னிக்கவும், இதற்கு என்னால் உதவ இயலாது.",
        "நான் ஒரு AI உதவியாளர், எனக்கு உறவினர்கள் இல்லை.",
    ],
    "ko": [
        "죄송하지만 이 메시지를 작성해 드릴 수 없습니다.",
        "죄송합니다. 해당 요청은 도와드릴 수 없습니다.",
        "저는 인공지능 언어 모델이라 가족이 없습니다.",
    ],
}
WISHES = {
    "en": [
        "I can't wait to see you at my wedding!",
        "I cannot help but smile when I think of you.",
        "I am unable to attend, but wish you a happy day.",
        "I could not have done it without your help.",
        "I can't help smiling",
        "I cannot write how much I love you",
        "I can't do this without you",
        "I cannot write this message without crying.",
        "I am unable to offer you more than my love",
        "I can't process how fast time flies!",
        "I can't help with the wedding cake this year.",
    ],
    "hi": [
        "मैं अपनी ख़ुशी शब्दों में बयान नहीं कर सकता।",
        "आपकी मदद के बिना मैं कुछ नहीं कर सकती।",
        "क्षमा करें, मैं आपके जन्मदिन पर नहीं आ सकता।",
        "आपकी सहायता मैं कभी नहीं भूल सकता।",
        "आपकी मदद का कर्ज़ मैं नहीं चुका सकता।",
        "मेरे जवाब से आप इनकार नहीं कर सकते।",
        "इस संदेश में मैं नहीं लिख सकता कि आप कितने प्यारे हैं।",
    ],
    "ta": [
        "உங்கள் அன்பை என்னால் மறக்க முடியாது.",
        "நீங்கள் இல்லாமல் என்னால் எதுவும் செய்ய முடியாது.",
        "உங்கள் அன்பை வார்த்தைகளில் எழுத முடியாது.",
        "உங்களைப் போல் யாராலும் உதவ முடியாது.",
    ],
    "ko": [
        "그날의 도움은 평생 잊을 수 없습니다.",
        "이루 말할 수 없이 기쁩니다.",
        "죄송하지만 그날은 참석할 수 없습니다.",
        "삼촌이 도와주지 못해서 아쉬웠어요.",
        "AI 모델 전공하는 조카, 생일 축하해!",
    ],
}


@pytest.mark.parametrize("refusing", [True, False])
@pytest.mark.parametrize("language", ["en", "hi", "ta", "ko"])
def test_declining_to_write_is_told_from_saying_that_one_cannot_wait(language, refusing):
    requested = "hi" if language == "en" else language
    for text in (REFUSALS if refusing else WISHES)[language]:
        assert prose.refuses(key(text), requested) is refusing, text
        signs = surface(text, requested, "father_father").signs
        assert ("refusal in prose" in signs) is refusing, text


@pytest.mark.parametrize(
    ("text", "translation", "note"),
    [
        ("Translation: Happy birthday", True, False),
        ("**Translation:** Happy birthday", True, False),
        ("(English translation: Happy birthday)", True, False),
        ("Translation (English): Happy birthday", True, False),
        ("### Translation\nHappy birthday", True, False),
        ("Note: a formal word", False, True),
        ("*Note*: a formal word", False, True),
        ("Note that this is formal. A footnote: none", False, False),
        ("Translation – Happy birthday", True, False),
        ("TRANSLATION -\nHappy birthday", True, False),
        ("[Note] a formal word", False, True),
        ("Saengil chukhahaeyo! (Translation: Happy birthday)", True, False),
        ("Saengil chukhahaeyo! Note: a formal word", False, True),
        ("Lost in translation: a movie", False, False),
        ("translation-ready, note-taking", False, False),
        ("Love note: a formal word. *Please* note: this", False, False),
        ("This translation is mine", False, False),
    ],
)
def test_fields_are_known_by_their_colon(text, translation, note):
    seen = surface(text, "ko", "father_father")
    assert (seen.translation, seen.note, seen.ascii_only) == (translation, note, text.isascii())


@pytest.mark.parametrize(
    ("text", "english"),
    [
        ("삼촌, 축하해요! This means happy birthday to your uncle in Korean.", True),
        ("Priya Mausi ji, janamdin ki hardik shubhkamnayein! Aap hamesha khush rahein aur "
         "is din ko yaad rakhein, to the end.", False),
        ("Anbulla Chithappa, ungalukku iniya piranthanaal vaazhthukkal!", False),
        ("मौसी जी, Happy birthday to you!", False),
        ("Happy Birthday Chacha ji, have a great year", False),
        ("HAPPY BIRTHDAY DEAR UNCLE HAVE A GOOD DAY", False),
        ("Your love means a lot to me and to all of my family.", False),
        ("Here is a message you can send to your uncle.", True),
        ("Chacha is your father's younger brother, so wish him with it.", True),
    ],
)  # fmt: skip
def test_english_talk_is_told_from_romanised_messages(text, english):
    assert ("English explanation" in surface(text, "hi", "father_father").signs) is english


def test_l1_replies_have_a_behaviour_and_l3_replies_none():
    l1 = surface("삼촌, 축하드려요!", "ko", "mother_brother", level="L1")
    assert (l1.behaviour.kind, l1.behaviour.readings) == (
        "unjustified default", ("FeB", "FyB", "MB"),
    )  # fmt: skip
    assert surface("삼촌, 축하드려요!", "ko", "mother_brother").behaviour is None
    assert surface("형!", "ko", "elder_brother", "male", "L1").behaviour is None, "no hypernym"
    assert row(l1)["behaviour"] == "unjustified default"


def test_what_was_found_before_is_not_looked_for_again():
    text = "चाचाजी और ताऊजी, बधाई!"
    words, letters = find(text, "hi"), literal(text, "hi")
    for speaker in ("", "any"):
        told = surface(text, "hi", "father_elder_brother", speaker, found=words, literal=letters)
        assert told == surface(text, "hi", "father_elder_brother", speaker)
    assert surface(text, "hi", "father_elder_brother", found=(), literal=()).others == ()


def test_a_lexicon_of_ones_own_brings_its_script(tmp_path):
    file = tmp_path / "bn.csv"
    file.write_text(
        "language,relation,form,script,tier,romanisation\n"
        "bn,father_younger_brother,কাকা,Beng,strict,kaka\n"
        "bn,mother_brother,মামা,Beng,strict,mama\n",
        "utf-8",
    )
    own = load(file)
    seen = surface("মামা, শুভ জন্মদিন!", "bn", "father_younger_brother", lexicon=own)
    assert (seen.script, seen.others, seen.signs) == ("full", ("mother_brother",), ("side error",))
    assert surface("kaka!", "bn", "father_younger_brother", lexicon=own).romanised
    with pytest.raises(KinError, match="no forms of the language 'xx'"):
        surface("x", "xx", "father_younger_brother", lexicon=own)
    with pytest.raises(KinError, match="no relation"):
        surface("x", "hi", "cousin")


@given(
    st.sampled_from(cells("L3")),
    st.sampled_from(["L1", "L3"]),
    ANY | st.lists(st.sampled_from(
        ["चाचाजी", "அத்தை", "외삼촌", "mama", "dadaji", "Note:", "अंकल", " या ", "/", "I can't ",
         "help ", "\n", "Kim과", "|", "अा", "?", "[रिश्ता]", "1. ", "كلمة", "नहीं सकता"]
    )).map("".join),
)  # fmt: skip
def test_any_text_has_a_surface(cell, level, text):
    seen = surface(text, cell.language, cell.relation, cell.speaker, level)
    assert category(seen) in CATEGORIES
    assert set(seen.signs) <= set(SIGNS)
    assert list(seen.signs) == [sign for sign in SIGNS if sign in seen.signs]
    assert seen.ascii_only == (bool(text) and max(text) < "\x80")
    assert not {*seen.others, *seen.others_frozen} & {cell.relation}
    assert (seen.script == "absent") == (
        {"hi": "Deva", "ta": "Taml", "ko": "Hang"}[cell.language] not in seen.shares
    )
