import json

import pytest

from kinlib.results.scores import OWN, scored, scorer_of
from kinlib.results.term_scores import judge, pick
from kinlib.terms import options, prompts, selection
from kinlib.terms.matching import BOUNDED, BOUNDED_PAPER, FROZEN

ITEMS = {item["item_id"]: item for item in prompts.prompts()}


def row(item, **changes):
    """An item as the store has it."""
    item = item | changes
    columns = ("item_id", "language", "relation", "category", "answer_type")
    return {
        **{name: item.get(name) for name in columns},
        "gold": json.dumps(item["gold"], ensure_ascii=False),
        "attributes": json.dumps(item, ensure_ascii=False),
    }


def verdicts(text, item):
    return {name: score.correct for name, (score, _) in judge(text, row(item)).scores.items()}


def test_each_matcher_gives_its_verdict():
    grandmother = ITEMS["father_mother__L3__BIRTHDAY__KO"]
    assert verdicts("할머니, 생신 축하드려요!", grandmother) == {
        FROZEN: True, BOUNDED: True, BOUNDED_PAPER: True
    }  # fmt: skip
    assert verdicts("외할머니, 생신 축하드려요!", grandmother) == {
        FROZEN: True, BOUNDED: False, BOUNDED_PAPER: False
    }  # fmt: skip
    niece = ITEMS["brother_daughter__L3__BIRTHDAY__KO"]
    assert verdicts("사랑하는 조카야, 생일 축하해!", niece) == {
        FROZEN: False, BOUNDED: True, BOUNDED_PAPER: False
    }  # fmt: skip


def test_a_speaker_has_their_own_words_but_for_the_frozen_matcher():
    item = ITEMS["elder_brother__L3__BIRTHDAY__KO__MALE"]
    assert verdicts("오빠, 생일 축하해!", item) == {
        FROZEN: True, BOUNDED: False, BOUNDED_PAPER: False
    }  # fmt: skip


def test_a_condition_leaves_its_own_key_alone():
    items = prompts.prompts(prompts.Switches(conditions=True))
    elder = next(
        item
        for item in items
        if (item["relation"], item["language"], item.get("condition"))
        == ("mother_sister", "ta", "elder")
    )
    assert verdicts("பெரியம்மா, வாழ்த்துகள்!", elder)[BOUNDED]
    assert not verdicts("சித்தி, வாழ்த்துகள்!", elder)[BOUNDED]
    assert verdicts("சித்தி, வாழ்த்துகள்!", ITEMS["mother_sister__L3__BIRTHDAY__TA"])[BOUNDED]


def test_romanisations_count_where_the_prompt_allows_them():
    items = prompts.prompts(prompts.Switches(romanised=True))
    item = next(i for i in items if i["relation"] == "mother_sister" and i["language"] == "hi")
    assert all(verdicts("Priya mausi, shubhkamnayein!", item).values())
    plain = ITEMS["mother_sister__L3__BIRTHDAY__HI"]
    assert not any(verdicts("Priya mausi, shubhkamnayein!", plain).values())


def test_failures_carry_their_surface_and_passes_none():
    item = ITEMS["father_elder_brother__L3__BIRTHDAY__HI"]
    found = judge("प्रिय चाचाजी, जन्मदिन मुबारक!", row(item))
    score, causes = found.scores[BOUNDED]
    assert (score.correct, score.predicted) == (False, ())
    assert causes == ("other inventory term", "seniority error")
    assert found.surface["script"] == "full"
    assert json.loads(found.surface["others"]) == ["father_younger_brother"]
    assert found.surface["behaviour"] is None
    passed = judge("प्रिय ताऊजी!", row(item)).scores[BOUNDED]
    assert (passed[0].correct, passed[0].predicted, passed[1]) == (True, ("ताऊजी",), ())


def test_an_underspecified_prompt_shows_what_the_reply_does():
    item = ITEMS["father_elder_brother__L1__BIRTHDAY__HI"]
    surface = judge("प्रिय चाचाजी, जन्मदिन मुबारक!", row(item)).surface
    assert surface["behaviour"] == "unjustified default"
    assert json.loads(surface["readings"]) == ["FyB"]


def test_an_item_of_a_language_of_ones_own_is_judged_by_its_key():
    item = {
        "item_id": "x", "language": "cy", "relation": "father_mother", "category": "L3",
        "answer_type": "term", "gold": ["mam-gu"],
    }  # fmt: skip
    found = judge("Penblwydd hapus, Mam-gu!", row(item))
    assert found.scores[BOUNDED][0].correct
    assert not found.scores[FROZEN][0].correct, "the paper's matcher does not fold case"
    assert found.surface is None
    assert not judge("mam-guod", row(item)).scores[BOUNDED][0].correct


@pytest.mark.parametrize(
    ("text", "first", "stated"),
    [("C", True, True), ("A good choice would be C.", False, True), ("none of it", False, False)],
)
def test_option_letters_are_read_both_ways(text, first, stated):
    item = row(next(item for item in selection.selection() if item["gold"] == ["C"]))
    found = pick(text, item)
    assert found[options.FIRST].correct is first
    assert found[options.STATED].correct is stated


def test_a_reply_gets_a_row_a_scorer_and_one_of_its_surface():
    item = row(ITEMS["father_mother__L3__BIRTHDAY__KO"])
    response = {"response_id": "r", "outcome": "answered", "text": "외할머니!"}
    found = scored(response, item)
    assert [line["scorer"] for line in found.scores] == [FROZEN, BOUNDED, BOUNDED_PAPER]
    assert {line["response_id"] for line in found.scores} == {found.surface["response_id"]} == {"r"}
    assert set(OWN) >= {line["scorer"] for line in found.scores}
    assert scorer_of("terms") == BOUNDED
    blank = scored(response | {"outcome": "blank", "text": ""}, item)
    assert (blank.scores, blank.surface) == ([], None)
