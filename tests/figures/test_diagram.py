"""The kin diagram of a terminology as a plotly figure."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kinlib.figures.diagram import DiagramCell, kin_diagram, terminology_cells
from kinlib.figures.labels import colour, escape, ink, letters_of, width, wrap
from kinlib.kinship.terminology import CORE, read

LIST = {
    "mF": "tata", "mFB": "tata", "mM": "mama", "mMB": "koko", "mFZ": "-", "mFBS": "kaka",
    "mMZS": "kaka", "mFBD": "kaka", "fF": "baba",
}  # fmt: skip


def cells(ego="m", **more):
    rows = [{"parameter": p, "word": w} for p, w in {**LIST, **more}.items()]
    return terminology_cells(read(enumerate(rows, start=2)), ego)


def people(figure):
    """Kin type -> what is drawn there."""
    trace = figure.data[1]
    names = ("text", "hovertext")
    marker = {name: trace.marker[name] for name in ("symbol", "color")}
    columns = [
        *(trace[name] for name in names),
        marker["symbol"],
        marker["color"],
        trace.x,
        trace.y,
    ]
    keys = (*names, "symbol", "color", "x", "y")
    return {
        kin_type: dict(zip(keys, row, strict=True))
        for kin_type, row in zip(trace.customdata, zip(*columns, strict=True), strict=True)
    }


def labels(figure):
    return [annotation.text for annotation in figure.layout.annotations]


def test_every_core_kin_type_has_a_place_of_its_own():
    drawn = people(kin_diagram({}, ego="m"))
    assert {*CORE, "EGO", "W", "FF", "FM", "MF", "MM"} == drawn.keys()
    assert len({(one["x"], one["y"]) for one in drawn.values()}) == len(drawn)
    assert "H" in people(kin_diagram({}, ego="f"))


def test_generations_run_top_down_and_men_are_triangles():
    drawn = people(kin_diagram(cells(), ego="f"))
    rows = [drawn[t]["y"] for t in ("FF", "F", "EGO", "S")]
    assert rows == sorted(set(rows))
    assert drawn["FB"]["y"] == drawn["F"]["y"] and drawn["MZD"]["y"] == drawn["EGO"]["y"]
    assert drawn["BS"]["y"] == drawn["S"]["y"]
    assert drawn["MB"]["symbol"] == "triangle-up" and drawn["MZ"]["symbol"] == "circle"
    assert drawn["EGO"]["symbol"] == "circle"
    assert people(kin_diagram({}, ego="m"))["EGO"]["symbol"] == "triangle-up"


def test_relatives_of_one_term_share_a_colour_and_a_letter():
    drawn = people(kin_diagram(cells(), ego="m"))
    looks = {t: (drawn[t]["color"], drawn[t]["text"]) for t in ("F", "FB", "FBS", "FBD", "MZS")}
    assert looks["F"] == looks["FB"] != looks["FBS"]
    assert looks["FBS"] == looks["FBD"] == looks["MZS"]
    assert drawn["M"]["color"] == drawn["MB"]["color"], "terms of one relative only are all pale"
    assert drawn["M"]["text"] != drawn["MB"]["text"]
    assert "one term with FBD, MZS" in drawn["FBS"]["hovertext"]


def test_gap_unknown_and_recorded_are_told_apart_without_colour():
    drawn = people(kin_diagram(cells(), ego="m"))
    assert (drawn["FZ"]["text"], drawn["MZ"]["text"]) == ("–", "?")
    assert "no term" in drawn["FZ"]["hovertext"] and "not recorded" in drawn["MZ"]["hovertext"]
    key = labels(kin_diagram(cells(), ego="m"))[-1]
    assert "–  no term" in key and "?  not recorded" in key


def test_a_word_that_was_not_compared_is_shown_and_marked():
    figure = kin_diagram({"BD": DiagramCell("tala", None, "recorded")}, ego="f")
    assert people(figure)["BD"]["text"] == "×"
    assert "tala<br>not compared" in people(figure)["BD"]["hovertext"]
    assert "×  not compared" in labels(figure)[-1]


def test_the_switch_of_ego_changes_whose_words_are_shown():
    assert "baba" in people(kin_diagram(cells("f"), ego="f"))["F"]["hovertext"]
    assert "tata" in people(kin_diagram(cells("m"), ego="m"))["F"]["hovertext"]


def test_hovering_gives_kin_type_path_and_words():
    hover = people(kin_diagram(cells(), ego="m"))["FBS"]["hovertext"]
    assert hover.startswith("<b>FBS</b>  father's brother's son<br>kaka")


def test_spouses_of_siblings_and_of_parents_siblings_are_drawn_if_asked_for():
    asked = dict.fromkeys(("FBW", "FZH", "MBW", "MZH", "BW", "ZH"), DiagramCell())
    plain, more = people(kin_diagram({}, ego="m")), people(kin_diagram(asked, ego="m"))
    assert more.keys() - plain.keys() == asked.keys()
    for spouse in asked:
        assert more[spouse]["y"] == more[spouse[:-1]]["y"]
        assert abs(more[spouse]["x"] - more[spouse[:-1]]["x"]) < 100


def test_kin_types_without_a_place_are_passed_by():
    assert "WMB" not in people(kin_diagram({"WMB": DiagramCell("x", None, "recorded")}, ego="m"))


@pytest.mark.parametrize("dark", [False, True])
def test_words_are_data_and_never_markup(dark):
    evil = "<b>x</b> &amp; <a href='javascript:1'>$\\alpha$</a>\n%{y}"
    drawn = {"F": DiagramCell(evil, "<g>", "recorded")}
    figure = kin_diagram(drawn, ego="m", dark=dark)
    shown = [*labels(figure), *figure.data[1].hovertext]
    joined = "".join(shown).replace("<br>", "").replace("</span>", "")
    assert "<a" not in joined and "<b>x" not in joined and "$" not in joined
    assert "&amp;amp;" in joined
    assert figure.data[1].hovertemplate is None and figure.data[1].texttemplate is None


def test_light_and_dark_differ_and_the_font_is_the_apps():
    light, dark = (kin_diagram(cells(), ego="m", dark=d) for d in (False, True))
    assert light.layout.paper_bgcolor != dark.layout.paper_bgcolor
    assert light.layout.font.family == "Kin Sans, sans-serif"


def test_any_number_of_groups_has_colours_and_letters_of_its_own():
    assert [letters_of(n) for n in (0, 25, 26, 51, 52, 701, 702)] == [
        "A", "Z", "AA", "AZ", "BA", "ZZ", "AAA",
    ]  # fmt: skip
    assert len({colour(n) for n in range(60)}) == 60
    assert (ink("#FFFFFF"), ink("#0072B2")) == ("#000000", "#FFFFFF")


def test_labels_break_at_spaces_and_hyphens_and_end_in_dots():
    assert wrap("tata, koko", 6) == ["tata,", "koko"]
    assert wrap("ka-ya-wan-da", 8) == ["ka-ya-", "wan-da"]
    assert wrap("ha-je, ha-ga", 8) == ["ha-je,", "ha-ga"], "a word that fits a line is kept whole"
    assert wrap("aaaaaaaaaaaaa", 4, most=2) == ["aaaa", "aaa…"]
    assert wrap("할머니", 4) == ["할머", "니"]
    assert wrap("", 5) == []


@given(st.text(max_size=60), st.floats(3, 40))
def test_labels_keep_within_their_room_and_lines(text, room):
    lines = wrap(text, room)
    assert len(lines) <= 3
    if text.isascii() and text.isalnum():
        assert all(width(line) <= room for line in lines)


@given(st.text(max_size=40))
def test_escaped_text_holds_no_markup(text):
    assert not set("<>$\n\r") & set(escape(text))


cell = st.builds(
    DiagramCell,
    st.text(max_size=20),
    st.none() | st.text(max_size=2),
    st.sampled_from(["recorded", "gap", "unknown"]),
)


@settings(max_examples=20, deadline=None)
@given(st.dictionaries(st.sampled_from([*CORE, "FBW", "ZH", "W", "x"]), cell))
def test_any_cells_can_be_drawn(terms):
    assert len(kin_diagram(terms, ego="f").data) == 2
