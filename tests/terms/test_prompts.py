"""The 300 prompts against the paper's counts and the reconstruction; what switches change."""

import doctest
import itertools
import json
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinlib.errors import KinError
from kinlib.kinship.kintype import parse, spell
from kinlib.results.formats.prompts import read_prompts
from kinlib.results.formats.source import Source
from kinlib.terms import conditions, distractors, lexicon, prompts, wording
from kinlib.terms.lexicon import Lexicon, accepted, shipped
from kinlib.terms.prompts import Switches
from kinlib.terms.relations import LANGUAGES, cells, relations

PLAIN = prompts.prompts()
BY_ID = {row["item_id"]: row for row in PLAIN}


def ids(rows):
    return [row["item_id"] for row in rows]


def of(item_id, **switches):
    """The one item of a switched set that has this id."""
    return next(row for row in prompts.prompts(Switches(**switches)) if row["item_id"] == item_id)


def all_sets():
    """Combinations of switches that are not refused; of those that are alike, one of each."""
    flags = ("conditions", "target_language", "romanised", "term", "recall")
    for values in itertools.product((False, True), repeat=len(flags)):
        for options in ("", "close"):
            switches = Switches(**dict(zip(flags, values, strict=True)), options=options)
            try:
                yield switches, prompts.prompts(switches)
            except KinError:
                continue


def test_examples_in_the_docstrings_run():
    assert doctest.testmod(prompts).failed == 0


def test_counts_are_those_of_table_6():
    levels = Counter(row["level"] for row in PLAIN)
    assert (len(PLAIN), levels["L1"], levels["L3"]) == (300, 146, 154)
    assert len(set(ids(PLAIN))) == 300
    asked = {(row["level"], row["relation"], row["language"], row["speaker"]) for row in PLAIN}
    assert Counter(level for level, *_ in asked) == {"L1": 73, "L3": 77}
    assert Counter(c[2] for c in asked if c[0] == "L3") == {"hi": 25, "ta": 25, "ko": 27}
    only_l3 = [row for row in PLAIN if row["relation"] == "elder_brother"]
    assert len(only_l3) == 8 and {row["level"] for row in only_l3} == {"L3"}
    assert set(Counter(row["task"] for row in PLAIN).values()) == {150}


def test_uncle_stands_for_five_relations_so_texts_are_fewer_than_ids():
    texts = {level: {row["prompt"] for row in PLAIN if row["level"] == level}
             for level in ("L1", "L3")}  # fmt: skip
    assert (len(texts["L1"]), len(texts["L3"])) == (68, 154)
    assert len(texts["L1"] | texts["L3"]) == 222


def test_ids_fields_and_texts_are_those_reconstructed(shared):
    theirs = json.loads((shared / "lexicon/prompts_reconstructed.json").read_text("utf-8"))
    ours = [
        {"id": row["item_id"], "relation": row["relation"], "level": row["category"],
         "task": row["task"], "lang": row["language"], "speaker": row["speaker"],
         "text": row["prompt"]}
        for row in PLAIN
    ]  # fmt: skip
    assert ours == theirs


def test_an_item_has_the_fields_that_the_paper_lists():
    assert BY_ID["husband_sister__L1__WEDDING__KO__WIFE"] == {
        "item_id": "husband_sister__L1__WEDDING__KO__WIFE",
        "dataset": "Kin terms, 300 prompts", "benchmark": "terms", "category": "L1",
        "language": "ko", "relation": "husband_sister",
        "question": "I am the wife. Write a short message in Korean inviting my sister-in-law "
        "to my wedding.",
        "prompt": "I am the wife. Write a short message in Korean inviting my sister-in-law "
        "to my wedding.",
        "gold": ["시누이", "시누이님", "시누", "시누님", "시뉘"],
        "answer_type": "term", "level": "L1", "task": "wedding", "speaker": "wife",
        "kin_type": "HZ", "label": "sister-in-law", "expected": "시누이", "key": "sinui",
    }  # fmt: skip


def test_keys_are_whole_composite_keys_of_the_paper_tier():
    man = BY_ID["elder_brother__L3__BIRTHDAY__KO__MALE"]
    assert man["gold"] == ["형", "형님", "오빠", "오라버니", "오라버님"]
    assert (man["expected"], man["key"]) == ("형 / 오빠", "hyung (m) / oppa (f)")
    assert man["gold"] == BY_ID["elder_brother__L3__BIRTHDAY__KO__FEMALE"]["gold"]
    aunt = BY_ID["mother_sister__L3__BIRTHDAY__TA"]
    assert aunt["gold"] == ["சித்தி", "பெரியம்மா"]
    uncle = BY_ID["father_younger_brother__L3__WEDDING__HI"]
    assert uncle["gold"] == ["चाचा", "चाचाजी", "चाचा जी", "चाचा-जी"]


# By hand from data/lexicon and the column "condition" or the notes on contested keys.
UNDER = {
    "mother_mother__L3__BIRTHDAY__TA__STANDARD": ["பாட்டி"],
    "mother_mother__L3__BIRTHDAY__TA__KONGU": ["அம்மாயி", "அமத்தா"],
    "mother_sister__L3__BIRTHDAY__TA__ELDER": ["பெரியம்மா"],
    "mother_sister__L3__BIRTHDAY__TA__YOUNGER": ["சித்தி", "சின்னம்மா"],
    "mother_sister_husband__L3__WEDDING__TA__ELDER": ["பெரியப்பா"],
    "mother_sister_husband__L3__WEDDING__TA__YOUNGER": ["சித்தப்பா"],
    "brother_daughter__L3__BIRTHDAY__TA__MAN": ["மகள்", "அண்ணன் மகள்", "தம்பி மகள்"],
    "brother_daughter__L3__BIRTHDAY__TA__WOMAN": ["மருமகள்", "அண்ணன் மகள்", "தம்பி மகள்"],
    "sister_son__L3__BIRTHDAY__TA__MAN": ["மருமகன்", "மருமான்", "அக்கா மகன்", "தங்கை மகன்"],
    "sister_son__L3__BIRTHDAY__TA__WOMAN": ["மகன்", "அக்கா மகன்", "தங்கை மகன்"],
    "sister_son__L3__BIRTHDAY__KO__MAN": ["조카", "생질"],
    "sister_son__L3__BIRTHDAY__KO__WOMAN": ["조카"],
    "elder_brother__L3__BIRTHDAY__KO__MAN": ["형", "형님"],
    "elder_brother__L3__BIRTHDAY__KO__WOMAN": ["오빠", "오라버니", "오라버님"],
    "elder_sister_husband__L3__BIRTHDAY__KO__MAN": ["매형", "자형", "매부"],
    "elder_sister_husband__L3__BIRTHDAY__KO__WOMAN": ["형부"],
    "younger_sister_husband__L3__BIRTHDAY__KO__WOMAN": ["제부"],
    "husband_sister_husband__L3__BIRTHDAY__KO__WIFE__ELDER": [
        "아주버님", "아주버니", "시매부", "시매부님"],
    "husband_sister_husband__L3__BIRTHDAY__KO__WIFE__YOUNGER": ["서방님", "시매부", "시매부님"],
    "wife_brother__L3__BIRTHDAY__KO__HUSBAND__ELDER": ["형님"],
    "wife_brother__L3__BIRTHDAY__KO__HUSBAND__YOUNGER": ["처남"],
    "wife_brother__L3__BIRTHDAY__HI__HUSBAND__ELDER": [
        "साले साहब", "साले जी", "भाई साहब", "भाईसाहब"],
    "wife_brother__L3__BIRTHDAY__HI__HUSBAND__YOUNGER": ["साला", "साले साहब", "साले जी"],
}  # fmt: skip


@pytest.mark.parametrize("item_id", UNDER)
def test_under_a_condition_only_its_forms_are_right(item_id):
    assert of(item_id, conditions=True)["gold"] == UNDER[item_id]


def test_the_two_sides_of_a_condition_differ_and_nothing_doubtful_is_right():
    rows = prompts.prompts(Switches(conditions=True))
    assert len(rows) == 76  # 19 split relations, two sides, two tasks
    sides = {}
    for row in rows:
        where = (row["relation"], row["language"], row["task"])
        sides.setdefault(where, []).append(row["gold"])
        forms = accepted(shipped(), row["relation"], row["language"])
        sure = {form.form for form in forms if form.confidence != "low"}
        assert row["gold"] and set(row["gold"]) <= sure
    assert all(len(pair) == 2 and pair[0] != pair[1] for pair in sides.values())


def test_a_condition_is_said_in_prompt_label_and_kin_type():
    row = of("mother_sister_husband__L3__WEDDING__TA__ELDER", conditions=True)
    assert row["prompt"] == (
        "Write a short message in Tamil inviting my mother's elder sister's husband to my wedding."
    )
    assert (row["kin_type"], row["condition"]) == ("MeZH", "elder")
    woman = of("brother_son__L3__BIRTHDAY__TA__WOMAN", conditions=True)
    assert woman["prompt"].startswith("I am a female speaker. Write")
    assert (woman["speaker"], woman["kin_type"]) == ("female", "BS ws")
    place = of("mother_mother__L3__BIRTHDAY__TA__KONGU", conditions=True)
    assert place["prompt"].startswith("Use the word of the Kongu dialect. Write")
    for row in prompts.prompts(Switches(conditions=True)):
        if row["condition"] in ("elder", "younger"):
            assert spell(parse(row["kin_type"])) == row["label"]


def test_the_term_of_a_condition_is_one_that_only_it_allows():
    expected = {
        "wife_brother__L3__BIRTHDAY__HI__HUSBAND__ELDER": "भाई साहब",
        "husband_sister__L3__BIRTHDAY__KO__WIFE__YOUNGER": "아가씨",
        "sister_daughter__L3__BIRTHDAY__KO__MAN": "생질녀",
        "sister_son__L3__BIRTHDAY__KO__WOMAN": "조카",  # nothing but what a man says too
    }
    for item_id, term in expected.items():
        assert of(item_id, conditions=True)["expected"] == term


def test_instructions_in_the_target_language_by_hand():
    texts = {
        "father_elder_brother__L3__BIRTHDAY__KO__NATIVE":
            "제 아버지의 형의 생일을 축하하는 짧은 메시지를 한국어로 써 주세요.",
        "father_elder_brother__L3__WEDDING__KO__NATIVE":
            "제 아버지의 형을 제 결혼식에 초대하는 짧은 메시지를 한국어로 써 주세요.",
        "mother_mother__L3__WEDDING__KO__NATIVE":
            "제 어머니의 어머니를 제 결혼식에 초대하는 짧은 메시지를 한국어로 써 주세요.",
        "husband_sister__L3__BIRTHDAY__HI__WIFE__NATIVE":
            "मैं पत्नी हूँ। मेरे पति की बहन को जन्मदिन की बधाई देने के लिए हिंदी में एक छोटा संदेश लिखिए।",
        "mother_father__L3__BIRTHDAY__TA__NATIVE":
            "என் தாயின் தந்தைக்குப் பிறந்தநாள் வாழ்த்துக் கூறும் ஒரு சிறிய செய்தியைத் தமிழில் எழுதுங்கள்.",
        "mother_father__L3__WEDDING__TA__NATIVE":
            "என் தாயின் தந்தையை என் திருமணத்திற்கு அழைக்கும் ஒரு சிறிய செய்தியைத் தமிழில் எழுதுங்கள்.",
    }  # fmt: skip
    rows = {row["item_id"]: row for row in prompts.prompts(Switches(target_language=True))}
    assert len(rows) == 154
    for item_id, text in texts.items():
        assert rows[item_id]["prompt"] == text
        assert "native speaker" in rows[item_id]["note"]


@pytest.mark.parametrize("split", [False, True])
@pytest.mark.parametrize("recall", [False, True])
def test_native_instructions_never_name_the_relative_and_hold_no_english(split, recall):
    rows = prompts.prompts(Switches(conditions=split, target_language=True, recall=recall))
    for row in rows:
        assert not any("a" <= letter.lower() <= "z" for letter in row["prompt"])
        assert "{" not in row["prompt"]
        for form in accepted(shipped(), row["relation"], row["language"]):
            assert form.form not in row["prompt"], (row["item_id"], form.form)


def test_one_switch_adds_its_sentence_and_no_more():
    plain = BY_ID["father_younger_brother__L3__BIRTHDAY__HI"]
    item = "father_younger_brother__L3__BIRTHDAY__HI__"
    script = of(item + "SCRIPT", script=True)
    assert script["prompt"] == f"{plain['prompt']} Write in Devanagari script."
    latin = of(item + "LATIN", romanised=True)
    assert latin["prompt"] == f"{plain['prompt']} You may write in Latin letters."
    assert latin["gold"][: len(plain["gold"])] == plain["gold"] and "chacha" in latin["gold"]
    term = of(item + "TERM", term=True)
    assert term["prompt"] == f"{plain['prompt']} Use this term: चाचा."
    assert (term["supplied"], term["gold"]) == ("चाचा", plain["gold"])
    chosen = of(item + "CLOSE", options="close")
    assert chosen["prompt"].startswith(f"{plain['prompt']} Use one of these terms: ")
    assert chosen["prompt"].endswith(f"{', '.join(chosen['options'])}.")
    assert "चाचा" in chosen["options"]
    assert set(chosen["options"]) <= {"चाचा", "ताऊ", "फूफा", "मामा", "मौसा"}


def test_recall_asks_once_a_cell_for_the_term_alone():
    rows = prompts.prompts(Switches(recall=True))
    assert Counter(row["level"] for row in rows) == {"L1": 73, "L3": 77}
    row = of("father_younger_brother__L3__RECALL__TA", recall=True)
    assert row["prompt"] == (
        "Which kinship term in Tamil correctly refers to my father's younger brother? "
        "Answer with the term only."
    )


def test_a_speaker_is_given_the_own_term():
    rows = prompts.prompts(Switches(term=True))
    given_terms = {row["item_id"]: row["supplied"] for row in rows}
    assert given_terms["elder_brother__L3__BIRTHDAY__KO__MALE__TERM"] == "형"
    assert given_terms["elder_brother__L3__BIRTHDAY__KO__FEMALE__TERM"] == "오빠"


def test_every_combination_has_ids_of_its_own_and_is_a_prompt_list():
    seen, names, count = set(), set(), 0
    own = {cell[:2]: {form.form for form in accepted(shipped(), *cell[:2])} for cell in cells()}
    for switches, rows in all_sets():
        count += 1
        found = set(ids(rows))
        assert len(found) == len(rows) and not found & seen, switches
        seen |= found
        names.add(rows[0]["dataset"])
        for row in rows:
            if options := row.get("options"):
                assert len(set(map(distractors.folded, options))) == 4
                assert len(set(options) & own[row["relation"], row["language"]]) == 1
    # conditions x target language x romanised x (term, or recall x options)
    assert count == 2 * 2 * 2 * 5 == len(names)


def test_what_is_written_is_read_without_a_problem():
    rows = prompts.prompts(Switches(conditions=True, romanised=True, options="broad"))
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    batch = read_prompts(Source("set.jsonl", text.encode("utf-8")))
    assert (batch.read, batch.problems, len(batch.tables["item"])) == (76, [], 76)
    told = json.loads(batch.tables["item"][0]["attributes"])
    assert {"task", "speaker", "kin_type", "level", "condition", "options"} <= told.keys()


@pytest.mark.parametrize(
    ("switches", "words"),
    [
        ({"script": True, "romanised": True}, "Latin letters"),
        ({"term": True, "options": "close"}, "nothing to choose"),
        ({"term": True, "recall": True}, "nothing to choose"),
        ({"options": "near"}, "'near'"),
    ],
)
def test_switches_that_contradict_each_other_are_refused(switches, words):
    with pytest.raises(KinError, match=words):
        prompts.prompts(Switches(**switches))


def test_a_lexicon_without_a_term_is_named():
    with pytest.raises(KinError, match=r"'mine' has no form of father_father in hi"):
        prompts.prompts(lexicon=Lexicon("mine", ()))
    without = tuple(form for form in shipped().forms if form.form != "형부")
    with pytest.raises(KinError, match=r"'mine' has no form of elder_sister_husband in ko, female"):
        prompts.prompts(Switches(conditions=True), Lexicon("mine", without))


def test_keys_come_from_the_lexicon_that_is_given():
    changed = tuple(
        lexicon.Form(**{**vars_of(form), "form": "ताऊजान"}) if form.form == "ताऊ" else form
        for form in shipped().forms
    )
    rows = prompts.prompts(lexicon=Lexicon("mine", changed))
    assert rows[12]["relation"] == "father_elder_brother" and rows[12]["gold"][0] == "ताऊजान"


def vars_of(form):
    return {name: getattr(form, name) for name in lexicon.COLUMNS}


def test_every_sentence_is_there_in_every_language():
    for code, sentences in wording.WORDINGS.items():
        assert {"wife", "husband", "male", "female"} <= sentences.said.keys()
        assert code == "en" or code in LANGUAGES
    for cell in cells():
        assert wording.described(cell.language, cell.relation)


@given(st.sampled_from(conditions.split_cells()))
def test_a_condition_splits_what_is_accepted(split):
    cell, condition = split
    forms = conditions.valid_forms(shipped(), cell, condition)
    assert set(forms) <= set(accepted(shipped(), cell.relation, cell.language))
    assert conditions.proper(forms, condition) in forms
    assert relations()[cell.relation].tested
