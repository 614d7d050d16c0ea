import html
import re

from hypothesis import given
from hypothesis import strategies as st

from kinlib.figures.highlight import raw_text


def read_back(block: str) -> str:
    """What a browser shows of a block."""
    return html.unescape(re.sub(r"<[^>]*>", "", block))


def test_markup_is_shown_and_not_obeyed():
    block = raw_text('<img src=x onerror="alert(1)"> & **bold**')
    assert "<img" not in block
    assert read_back(block) == '<img src=x onerror="alert(1)"> & **bold**'


def test_white_space_at_the_ends_is_drawn():
    assert read_back(raw_text("\n\ngrandson ")) == "↵\n↵\ngrandson·"
    assert read_back(raw_text(" \n")) == "·↵\n"


@given(st.text())
def test_any_text_is_one_line_of_html_whose_inside_survives(text):
    block = raw_text(text)
    assert "\n" not in block, "Streamlit would trim the lines"
    shown = read_back(block)
    core = text.strip()
    # Browsers read a lone carriage return and NUL as something else; Python's unescape does too.
    if "\r" not in core and "\x00" not in core:
        assert core in shown
