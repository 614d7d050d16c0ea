"""A message with marks: escaped, whole letters, one mark in another."""

import html
import re

from hypothesis import given
from hypothesis import strategies as st

from kinlib.figures.marked import Mark, key, marked

TAG = re.compile(r"<(/?)(div|mark|sup)\b[^<>]*>")


def bare(page: str) -> str:
    """The text as a reader has it, labels left out."""
    return html.unescape(re.sub(r"<[^<>]+>", "", re.sub(r"<sup.*?</sup>", "", page)))


def marks(page: str) -> list[str]:
    """What stands in each innermost or outer mark, in order of where it opens."""
    found, open_ = [], []
    at = 0
    for tag in TAG.finditer(page):
        if tag[2] == "mark":
            if tag[1]:
                index, start = open_.pop()
                found[index] = bare(page[start : tag.start()])
            else:
                open_.append((len(found), tag.end()))
                found.append("")
        at = tag.end()
    assert at and not open_
    return found


def test_markup_in_a_message_and_in_labels_is_text():
    text = "<script>alert(1)</script> & \"quotes\" 'too'"
    page = marked(text, [Mark(0, 8, "accepted", "<b>", '" onmouseover="x')])
    assert bare(page) == text
    assert "<script" not in page and "<b>" not in page
    assert 'onmouseover="x' not in page
    assert marks(page) == ["<script>"]


def test_each_kind_differs_in_colour_and_in_its_underline():
    looks = {
        kind: re.search(r'<mark style="([^"]+)"', marked("abc", [Mark(0, 3, kind)]))[1]
        for kind in ("accepted", "other", "literal")
    }
    lines = {re.search(r"underline (\w+)", look)[1] for look in looks.values()}
    assert len(set(looks.values())) == len(lines) == 3
    legend = key([("accepted", "right <i>"), ("other", "other")])
    assert marks(legend) == ["right <i>", "other"] and "<i>" not in legend


def test_a_form_inside_a_longer_word_is_marked_in_it():
    page = marked("외할머니께", [Mark(1, 4, "literal", "holds FM"), Mark(0, 4, "other", "MM")])
    assert marks(page) == ["외할머니", "할머니"]
    assert page.index("</mark></mark>") < page.index(">MM<") < page.index(">holds FM<")


def test_a_mark_takes_whole_letters():
    """ताऊ in बताऊँ ends before the chandrabindu, which would be drawn on a dotted circle."""
    assert marks(marked("बताऊँ", [Mark(1, 4, "literal")])) == ["ताऊँ"]
    conjunct = "नन्दोई"
    assert marks(marked(conjunct, [Mark(0, 2, "literal")])) == ["नन्दो"]
    decomposed = "\u1112\u1167\u11bc\u1102\u1175\u11b7"  # 형님
    assert marks(marked(decomposed, [Mark(0, 2, "literal")])) == [decomposed[:3]]


def test_marks_that_cross_or_lie_outside_are_left_out():
    spans = ((0, 3), (2, 5), (5, 9), (-1, 2), (4, 4), (3, 4))
    assert marks(marked("abcdef", [Mark(*span, "other") for span in spans])) == ["abc", "d"]


def test_a_block_is_one_line_with_line_ends_kept():
    page = marked("one\n two\r\n", [Mark(0, 3, "accepted")])
    assert "\n" not in page and "\r" not in page
    assert bare(page) == "one\n two\r\n"


@given(
    st.text(max_size=30),
    st.lists(
        st.builds(
            Mark, st.integers(-2, 32), st.integers(-2, 32),
            st.sampled_from(("accepted", "other", "literal")), st.text(max_size=4),
            st.text(max_size=4),
        ),
        max_size=6,
    ),
)  # fmt: skip
def test_whatever_is_marked_the_text_stays_and_nothing_in_it_is_markup(text, those):
    page = marked(text, those)
    depth = 0
    for tag in TAG.finditer(page):
        depth += -1 if tag[1] else 1
        assert depth >= 0
    assert depth == 0
    assert bare(page) == text
    assert not re.sub(TAG, "", page).count("<")


def test_thousands_of_marks_are_drawn_in_a_row_or_in_each_other():
    row = marked("चाचा " * 20_000, [Mark(5 * at, 5 * at + 4, "other") for at in range(20_000)])
    assert row.count("<mark") == row.count("</mark>") == 20_000
    nested = marked("ab" * 2000, [Mark(at, 4000 - at, "other") for at in range(2000)])
    assert bare(nested) == "ab" * 2000 and nested.count("<mark") == nested.count("</mark>") == 2000
