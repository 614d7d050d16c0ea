"""Characters that stand for others."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinlib.terms.look_alikes import look_alikes

ANY = st.text(st.characters(exclude_categories=()))


@pytest.mark.parametrize(
    ("text", "found", "like"),
    [
        ("сhacha ji", "с", "c"),
        ("Мama", "М", "M"),
        ("Привет pодной", "p", "р"),
        ("Ｈappy", "Ｈ", "H"),
        ("𝐇appy", "𝐇", "H"),
        ("आपको बधाई |", "|", "।"),
        ("दु:ख", ":", "ः"),
        ("अाप", "अा", "आ"),
        ("௨ங்கள்", "௨", "உ"),
    ],
)
def test_each_is_found_at_its_place(text, found, like):
    (one,) = look_alikes(text)
    assert (one.text, one.like, one.start) == (found, like, text.index(found))
    assert text[one.start : one.end] == found


@pytest.mark.parametrize(
    "text",
    [
        "Happy birthday | dear: uncle",
        "Привет, родной",
        "मौसी जी: आपको बधाई। नोट: यह",
        "| मौसी | चाची |",
        "௧௨ 2026",
        "ㅋㅋㅋ 생일 축하해요 ㅎㅎ",
        "Kim과 함께",
        "한글 abc αβγ",
    ],
)
def test_ordinary_writing_has_none(text):
    assert look_alikes(text) == ()


@given(ANY | st.text(st.sampled_from("अाेकि|:௧உ сpοＡ𝐀\n ")))
def test_any_text_is_read_and_places_are_right(text):
    for one in look_alikes(text):
        assert text[one.start : one.end] == one.text != one.like


def test_each_of_thousands_of_mixed_words_is_found():
    found = look_alikes("аa ab " * 20_000)
    assert len(found) == 20_000
    assert {(one.text, one.like) for one in found} == {("a", "а")}
