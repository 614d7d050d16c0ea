"""Arrows from the relative whose term is said to the one for whom it passes."""

from hypothesis import given
from hypothesis import strategies as st

from kinlib.figures.containment_map import MOST, Passing, containment_map
from kinlib.figures.term_places import term_places

GRANDMOTHERS = Passing("MM", "FM", "할머니", "An answer with 외할머니 passes for father's mother")


def heads(figure):
    return [note for note in figure.layout.annotations if note.showarrow]


def test_the_arrow_ends_at_the_relative_for_whom_the_term_passes():
    figure = containment_map([GRANDMOTHERS])
    (head,) = heads(figure)
    symbols = figure.data[-2]
    names = dict(zip(symbols.hovertext, zip(symbols.x, symbols.y, strict=True), strict=True))
    x, y = names["father's mother"]
    assert abs(head.x - x) < 25 and abs(head.y - y) < 25
    assert head.ax > head.x, "it comes from the mother's side"
    assert figure.data[-1].hovertext[0].startswith("An answer with 외할머니")
    assert "할머니" in [note.text for note in figure.layout.annotations]


def test_only_those_with_an_arrow_stand_out():
    figure = containment_map([GRANDMOTHERS])
    bold = {note.text for note in figure.layout.annotations if note.text.startswith("<b>")}
    assert bold == {"<b>MM</b>", "<b>FM</b>"}
    assert len(figure.data[-2].x) == len(term_places())


def test_languages_differ_in_colour_and_arrows_that_have_no_place_are_left_out():
    other = Passing("WB", "MB", "மாமா", "", number=1)
    figure = containment_map([GRANDMOTHERS, other, Passing("FFF", "FM", "x", "")])
    assert len(heads(figure)) == 2
    assert len({head.arrowcolor for head in heads(figure)}) == 2
    dark = containment_map([other], dark=True)
    assert dark.layout.paper_bgcolor != figure.layout.paper_bgcolor


def test_forms_of_arrows_with_the_same_ends_do_not_lie_on_each_other():
    again = [Passing("MM", "FM", "할머니", ""), Passing("MM", "FM", "பாட்டி", "", 1)] * 2
    figure = containment_map(again)
    assert len(set(zip(figure.data[-1].x, figure.data[-1].y, strict=True))) == 4
    notes = [note for note in figure.layout.annotations if note.text in ("할머니", "பாட்டி")]
    for at, one in enumerate(notes):
        for other in notes[:at]:
            assert abs(one.x - other.x) > 60 or abs(one.y - other.y) > 20


def test_languages_are_named_in_the_colour_of_their_arrows():
    figure = containment_map([
        Passing("MM", "FM", "할머니", "", 0, "Korean"), Passing("WB", "MB", "x", "", 1, "<b>Own"),
    ])  # fmt: skip
    fills = {note.text: note.bgcolor for note in figure.layout.annotations}
    assert fills["Korean"] == fills["할머니"] != fills["x"] == fills["&lt;b&gt;Own"]


def test_no_more_arrows_than_can_be_told_apart():
    assert len(heads(containment_map([GRANDMOTHERS] * (MOST + 5)))) == MOST
    assert heads(containment_map([])) == []


@given(st.text(max_size=30), st.text(max_size=30))
def test_words_are_never_markup(short, told):
    figure = containment_map([Passing("MM", "FM", short, told)])
    assert "<" not in figure.layout.annotations[-1].text
    assert "<" not in figure.data[-1].hovertext[0]
