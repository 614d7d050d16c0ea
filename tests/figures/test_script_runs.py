"""Scripts drawn: runs of one reply as HTML, and charts of many."""

import html
import re

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinlib.figures.script_charts import Cell, lacking, letters
from kinlib.figures.script_runs import script_legend, script_runs
from kinlib.terms.scripts import runs

TAG = re.compile(r"<[^>]*>")


def read_back(block: str) -> str:
    """What a browser shows of a block."""
    return html.unescape(TAG.sub("", block))


def test_markup_in_a_reply_is_shown_and_not_obeyed():
    text = '<img src=x onerror="alert(1)"> मौसी & "जी"'
    block = script_runs(text, runs(text))
    assert "<img" not in block and 'onerror="' not in block
    assert read_back(block) == text


def test_a_run_tells_its_script_on_hover_and_in_the_legend_and_by_its_line():
    text = "मौसी ji"
    block, legend = script_runs(text, runs(text)), script_legend(runs(text))
    assert re.findall(r'title="([^"]*)"', block) == [
        "Devanagari, 2 letters, code points 0 to 4", "Latin, 2 letters, code points 5 to 6",
    ]  # fmt: skip
    lines = re.findall(r"underline (\w+)", block)
    assert len(set(lines)) == 2, "not by colour alone"
    assert read_back(legend) == (
        "Devanagari Deva · 2 letters in 1 runLatin Latn · 2 letters in 1 run"
    )


def test_scripts_without_a_look_of_their_own_have_one():
    text = "ম а ع ა"
    colours = re.findall(r"underline dashed (#\w+)", script_runs(text, runs(text)))
    assert len(set(colours)) == len(colours) == 4
    assert "Bengali" in script_legend(runs(text))


@given(st.text(st.characters(exclude_categories=["Cs"])) | st.text(st.sampled_from("<>&\"'मab\n")))
def test_any_text_is_one_line_of_escaped_html_that_reads_back_whole(text):
    block = script_runs(text, runs(text))
    assert "\n" not in block, "Streamlit would trim the lines"
    ours = r'<div class="kin-scripts"[^>]*>|</div>|<span style="[^"]*" title="[^"]*">|</span>'
    escaped = html.escape(text).replace("\n", "&#10;").replace("\r", "&#13;")
    assert re.sub(ours, "", block) == escaped


CELLS = [
    Cell("m <b>", "Hindi", 47, 68, "r:hi"),
    Cell("m <b>", "Korean", 0, 0, "r:ko"),
    Cell("n", "Hindi", 0, 41, "s:hi"),
]


def test_cells_say_n_of_n_and_what_does_not_fail_is_no_nought():
    heat, squares = lacking(CELLS).data
    assert list(heat.y) == ["n", "m &lt;b&gt;"], "the first run stands on top"
    assert [list(line) for line in heat.text] == [["0 of 41", ""], ["47 of 68", "no failures"]]
    assert [list(line) for line in heat.z] == [[0, None], [pytest.approx(100 * 47 / 68), None]]
    assert [one[0] for one in squares.customdata] == ["r:hi", "s:hi"]


def test_columns_stand_as_they_are_wanted_whatever_the_first_row_lacks():
    cells = [Cell("m", "Tamil", 1, 2), Cell("n", "Hindi", 1, 4)]
    heat, _ = lacking(cells, columns=["Hindi", "Tamil"]).data
    assert list(heat.x) == ["Hindi", "Tamil"]
    assert [list(line) for line in heat.text] == [["1 of 4", ""], ["", "1 of 2"]]
    assert list(lacking(cells).data[0].x) == ["Tamil", "Hindi"]


def test_letters_are_bars_by_script_with_a_pattern_each_and_rare_scripts_together():
    rows = [("a", "Latn", 60, 60.0), ("a", "Deva", 30, 30.0)]
    rows += [("a", script, 2, 2.0) for script in ("Arab", "Beng", "Thai", "Cyrl", "Grek")]
    rows += [("b", "Hang", 7, 100.0)]
    frame = pd.DataFrame(rows, columns=["row", "script", "letters", "percent"])
    figure = letters(frame)
    names = [bar.name for bar in figure.data]
    assert names[:3] == ["Latin", "Devanagari", "Hangul"] and names[-1] == "other scripts"
    assert len(names) == 8
    assert sum(sum(bar.x) for bar in figure.data if "b" not in bar.y) == pytest.approx(100)
    looks = {(bar.marker.color, bar.marker.pattern.shape) for bar in figure.data[:3]}
    assert len({shape for _, shape in looks}) == 3, "not by colour alone"
    assert list(figure.layout.yaxis.categoryarray) == ["b", "a"]
