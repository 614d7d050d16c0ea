"""Where two texts part, in characters as people see them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinlib.models.difference import Difference, first, graphemes

LETTERS = st.text(
    "ab \n\r\u0915\u094d\u0937\u093f\u0bae\u0bbe\u1100\u1161\uac00\u11a8\u200d\u200c👩"
)


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("", []),
        ("ab\r\nc", ["a", "b", "\r\n", "c"]),
        ("मौसी जी", ["मौ", "सी", " ", "जी"]),
        ("क्षमा", ["क्ष", "मा"]),
        ("க்ஷ", ["க்", "ஷ"]),
        ("அம்மா", ["அ", "ம்", "மா"]),
        ("\u1112\u1161\u11af머니", ["\u1112\u1161\u11af", "머", "니"]),
        ("👩🏽‍👩‍👧!", ["👩🏽‍👩‍👧", "!"]),
        ("\n\u0301", ["\n", "\u0301"]),
    ],
)
def test_a_letter_stays_with_its_marks(text, cut):
    assert graphemes(text) == cut


@pytest.mark.parametrize(
    ("then", "now", "place", "excerpts"),
    [
        ("A", "B", 1, ("A", "B")),
        ("The answer is A.", "The answer is B.", 15, ("…e answer is A.", "…e answer is B.")),
        ("दादी", "दादा", 2, ("दादी", "दादा")),
        ("A, B", "A, B, C", 5, ("A, B", "A, B, C")),
        ("A" + "x" * 50, "", 1, ("A" + "x" * 39 + "…", "")),
    ],
)
def test_the_first_place_is_told_with_what_stands_there(then, now, place, excerpts):
    assert first(then, now) == Difference(place, *excerpts)


def test_texts_that_look_alike_are_not_the_same():
    assert first("\u0958", "\u0915\u093c") == Difference(1, "\u0958", "\u0915\u093c")
    assert first("हाँ", "हाँ") is None


@given(LETTERS, LETTERS)
def test_before_the_place_texts_are_the_same_and_there_they_are_not(then, now):
    one, two = graphemes(then), graphemes(now)
    assert "".join(one) == then
    found = first(then, now)
    assert (found is None) == (then == now)
    if found is not None:
        at = found.place - 1
        assert one[:at] == two[:at]
        assert one[at : at + 1] != two[at : at + 1]
