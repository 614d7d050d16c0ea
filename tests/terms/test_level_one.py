"""What replies to L1 prompts do, on replies written and labelled for it before the rule was run."""

import json
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinlib.terms.hypernyms import cues, hypernym_terms
from kinlib.terms.level_one import KINDS, behaviour
from kinlib.terms.matching import find
from kinlib.terms.relations import LANGUAGES, cells

REPLIES = [
    json.loads(line)
    for line in Path(__file__).with_name("level_one_replies.jsonl").read_text("utf-8").splitlines()
]
"""Ours, in three languages; no native speaker has reviewed them."""


def done(text, language, relation):
    return behaviour(text, language, relation, find(text, language))


def test_every_behaviour_is_labelled_in_every_language_that_can_show_it():
    assert len(REPLIES) > 100
    there = {(reply["language"], reply["behaviour"]) for reply in REPLIES}
    complete = "complete without ambiguity"
    for language in LANGUAGES:
        told = {kind for code, kind in there if code == language}
        assert set(KINDS) - told <= ({complete} if language == "hi" else set())


@pytest.mark.parametrize("reply", REPLIES, ids=lambda reply: f"{reply['id']} {reply['why']}")
def test_a_reply_does_what_it_is_labelled_to_do(reply):
    found = done(reply["text"], reply["language"], reply["relation"])
    assert found.kind == reply["behaviour"]
    assert found.with_draft == reply.get("with_draft", False)
    if "readings" in reply:
        assert sorted(found.readings) == sorted(reply["readings"])


@pytest.mark.parametrize(
    ("hypernym_of", "language", "word", "complete"),
    [
        ("father_father", "ta", "தாத்தா", True),
        ("father_mother", "ta", "பாட்டி", True),
        ("mother_father", "ko", "할아버지", True),
        ("father_mother", "ko", "할머니", True),
        ("sister_son", "ko", "조카", True),
        ("sister_daughter", "ko", "조카", True),
        ("brother_son", "ta", "மருமகன்", False),
        ("brother_daughter", "ta", "மகள்", False),
        ("mother_brother", "ta", "மாமா", False),
        ("mother_brother", "ko", "삼촌", False),
        ("mother_sister", "ta", "சித்தி", False),
    ],
)
def test_a_word_for_every_reading_is_no_default(hypernym_of, language, word, complete):
    wanted = "complete without ambiguity" if complete else "unjustified default"
    assert done(f"{word}!", language, hypernym_of).kind == wanted


def test_who_speaks_decides_which_in_laws_are_meant():
    """A wife's brother-in-law is 도련님; a husband has none of that name."""
    assert done("도련님, 생일 축하해요!", "ko", "husband_sister_husband").readings == ("HyB",)
    assert done("도련님, 생일 축하해요!", "ko", "wife_brother").kind == "no term"
    assert done("도련님, 생일 축하해요!", "ko", "elder_sister_husband").readings == ("HyB",)


def test_every_term_alone_is_a_default_complete_or_generic():
    relation = {
        (cell.language, term.hypernym, term.perspective): cell.relation
        for cell in cells("L1")
        for term in hypernym_terms()
        if _admits(cell, term)
    }
    for term in hypernym_terms():
        asked = relation[term.language, term.hypernym, term.perspective]
        found = done(f"{term.term}, 2026!", term.language, asked)
        if term.category == "kin":
            assert found.kind in ("complete without ambiguity", "unjustified default"), term
            assert set(term.kin_types) <= set(found.readings), term
        else:
            assert found.kind == "generic", term


def _admits(cell, term):
    from kinlib.terms.relations import relations

    asked = relations()[cell.relation]
    return (cell.language, asked.hypernym) == (term.language, term.hypernym) and (
        term.perspective in ("any", asked.perspective) or not asked.perspective
    )


@given(
    st.sampled_from(cells("L1")),
    st.text(st.characters(exclude_categories=()))
    | st.lists(
        st.sampled_from(
            [term.term for term in hypernym_terms()] + [cue.cue for cue in cues()]
            + [" ", "? ", "\n\n", "[", "](", "\n1. ", ": ", "(", ")", "'", "जी", "님께", "வுக்கு"]
        )
    ).map("".join),
)  # fmt: skip
def test_any_text_does_one_thing(cell, text):
    found = done(text, cell.language, cell.relation)
    assert found.kind in KINDS
    assert not found.with_draft or found.kind == "clarification"
    assert bool(found.readings) or found.kind in (
        "clarification", "placeholder", "generic", "no term",
    )  # fmt: skip


@pytest.mark.parametrize("gap", ["\n\n", "\n"])
def test_a_bracket_after_the_message_offers_another_term(gap):
    text = f'चाचाजी, जन्मदिन की शुभकामनाएँ!{gap}(यदि वे आपके मामा हैं तो "मामाजी" लिखें)'
    assert done(text, "hi", "father_younger_brother").kind == "several alternatives"
    wish = "चाचाजी, यदि आप और मामाजी आएँ तो ख़ुशी होगी!"
    assert done(wish, "hi", "father_younger_brother").kind == "ambiguous"


@pytest.mark.parametrize(
    "text", ["कौन से? " + "मामा चाचा " * 8000, "चाचा " * 16000 + "कौन से?", "कौन से चाचा? " * 6000]
)
def test_a_term_repeated_thousands_of_times_is_looked_for_once(text):
    found = find(text, "hi")
    start = time.process_time()
    behaviour(text, "hi", "father_younger_brother", found)
    assert time.process_time() - start < 2, "5 s when every place was looked at"
