"""Scripts by grapheme, runs and words of several scripts."""

import sys
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from unicodedata2 import category, normalize

from kinlib.terms.scripts import (
    code_points,
    full_name,
    is_letter,
    mixed_words,
    runs,
    scan,
    script,
    words,
)

ANY = st.text(st.characters(exclude_categories=()))
"""Any text at all, lone surrogates and unassigned code points too."""
OF_INTEREST = st.text(
    st.sampled_from("कीत्क्षं़ँ।१\u200d\u200cதமிழ்பொ௧한글ᄒ\u1161\u11abㅋABé\u0301ー𝐀父 .|:\n😀")
)


def shares(text):
    return dict(scan(text).shares)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("मौसी जी", {"Deva": 3}),
        ("क्षत्रिय", {"Deva": 3}),
        ("நன்றி", {"Taml": 3}),
        ("한글", {"Hang": 2}),
        (normalize("NFD", "외할머니께"), {"Hang": 5}),
        ("ㅋㅋ", {"Hang": 2}),
        ("É", {"Latn": 1}),
        ("E\u0301", {"Latn": 1}),
        ("Priya Mausi ji, 12.5. १२ ।", {"Latn": 12}),
        ("।॥ १२३ ௧௨ 123 !?, 🎂", {}),
        ("", {}),
        ("父", {"Hani": 1}),
        ("\u115f\u1160\u3164\uffa0", {}),
        ("이\u3164모 a", {"Hang": 2, "Latn": 1}),
    ],
)
def test_letters_count_with_their_marks_and_nothing_else_does(text, told):
    assert shares(text) == told


def test_what_is_most_stands_first():
    assert list(scan("मौसी जी, happy birthday!").shares.items()) == [("Latn", 13), ("Deva", 3)]
    assert list(scan("கab한").shares) == ["Latn", "Hang", "Taml"], "equal ones by their code"


@pytest.mark.parametrize(
    ("text", "wanted", "told"),
    [
        ("जन्मदिन मुबारक! 🎂 2026", "Deva", "full"),
        ("Janamdin mubarak १२ ।", "Deva", "absent"),
        ("123", "Deva", "absent"),
        ("생일 축하해 (happy birthday)", "Hang", "partial"),
        (normalize("NFD", "생일"), "Hang", "full"),
        ("생일을 祝賀", "Hang", "partial"),
        ("𝐀", "Latn", "absent"),
        ("a𝐀", "Latn", "full"),
        ("\u3164 happy", "Hang", "absent"),
    ],
)
def test_the_requested_script_is_there_beside_others_or_not(text, wanted, told):
    assert scan(text).presence(wanted) == told


def test_what_scripts_share_goes_with_its_neighbours():
    """UAX 24: the script before, else the one after."""
    found = runs("(मौसी) - happy। 12")
    assert [(run.script, run.start, run.end, run.graphemes) for run in found] == [
        ("Deva", 0, 9, 2),
        ("Latn", 9, 18, 5),
    ]
    assert [run.script for run in runs("2026! ")] == ["Zyyy"]


def test_a_mark_stays_with_its_letter_whatever_its_own_script():
    assert [run.script for run in runs("aि")] == ["Latn"]


def test_mixed_words_are_named_with_their_scripts_and_hyphens_part_words():
    text = "Kim과 मौसीji, Kim-과 사랑"
    assert [(word.text, word.scripts) for word in mixed_words(text)] == [
        ("Kim과", ("Latn", "Hang")),
        ("मौसीji", ("Deva", "Latn")),
    ]
    assert scan(text).mixed
    assert not scan("Kim 과 मौसी ji").mixed


def test_code_points_tell_name_and_the_script_found():
    first, *_, last = code_points("की।")
    assert first[1:] == ("क", "U+0915", "DEVANAGARI LETTER KA", "Lo", "Deva")
    assert (last.number, last.script) == ("U+0964", "Deva")
    assert (full_name("Deva"), full_name("Zyyy")) == ("Devanagari", "no script of its own")


@given(ANY | OF_INTEREST)
def test_runs_cover_any_text_exactly_and_hold_all_its_letters(text):
    found = runs(text)
    assert "".join(text[run.start : run.end] for run in found) == text
    assert all(run.start < run.end for run in found)
    assert all(one.script != other.script for one, other in pairwise(found))
    counted = {}
    for run in found:
        if run.graphemes:
            counted[run.script] = counted.get(run.script, 0) + run.graphemes
    assert counted == shares(text)
    assert len(code_points(text)) == len(text)


@given(ANY | OF_INTEREST)
def test_the_quick_look_at_mixed_words_agrees_with_the_thorough_one(text):
    assert scan(text).mixed == bool(mixed_words(text))


@given(OF_INTEREST)
def test_words_are_the_letters_between_what_is_none(text):
    assert all(text[start:end].strip() for start, end in words(text))
    inside = {place for start, end in words(text) for place in range(start, end)}
    assert {place for place, c in enumerate(text) if is_letter(c)} <= inside


SYLLABLES = st.lists(
    st.sampled_from(
        [
            *"कखगमनशषaẽ한",
            "की",
            "क्ष",
            "न्\u200dद",
            "क़्ल",
            "मिं",
            "நி",
            "க்",
            "ᄒ\u1161\u11ab",
            "ᄀ\u1161",
        ]
    )
).map("".join)


@given(SYLLABLES)
def test_graphemes_are_those_of_uax_29(text):
    """Against the regex package, which knows them."""
    regex = pytest.importorskip("regex")
    clusters = regex.findall(r"\X", text)
    assert sum(shares(text).values()) == len(clusters)


def test_fonttools_and_unicodedata2_know_the_same_letters():
    letters = (chr(point) for point in range(sys.maxunicode + 1) if category(chr(point))[0] == "L")
    assert [c for c in letters if script(c) == "Zzzz"] == []
