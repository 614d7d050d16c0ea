"""Confusion arrows on the diagram of the benchmark's relations, and the dot plot beside them."""

from itertools import combinations, product
from math import hypot

import pytest

from kinlib.figures.confusion import MOST, Flow, confusion
from kinlib.figures.difficulty import Share, difficulty
from kinlib.figures.term_places import term_places
from kinlib.kinship.kintype import SEX
from kinlib.terms.relations import relations

FLOWS = [Flow("MM", "FM", 12), Flow("FM", "MM", 3), Flow("BD", "ZD", 6), Flow("HZH", "eZ", 1)]


def notes(figure):
    return [note for note in figure.layout.annotations if note.text]


def heads(figure):
    return [note for note in figure.layout.annotations if note.showarrow]


def arrows(figure):
    """The curves: all lines but the diagram's own."""
    return [trace for trace in figure.data[1:] if trace.mode == "lines"]


def test_every_relation_of_the_benchmark_can_be_an_end():
    places = term_places()
    kin_types = {relation.kin_type for relation in relations().values()}
    assert kin_types <= places.keys()
    flows = [Flow(one, "FF", 1) for one in kin_types - {"FF"}]
    drawn = confusion(flows, {}, most=100).data[-1].customdata
    assert {asked for asked, _ in drawn} == kin_types - {"FF"}


def test_arrows_run_from_the_relative_asked_to_the_one_said_in_width_by_number():
    figure = confusion(FLOWS, {})
    places = term_places(rows=(80, 240, 410, 560))
    curves, widths = arrows(figure), [trace.line.width for trace in arrows(figure)]
    assert [tuple(one) for one in figure.data[-1].customdata] == [
        ("MM", "FM"), ("BD", "ZD"), ("FM", "MM"), ("HZH", "eZ"),
    ]  # fmt: skip
    for curve, (asked, said) in zip(curves, figure.data[-1].customdata, strict=True):
        start, end = (curve.x[0], curve.y[0]), (curve.x[-1], curve.y[-1])
        assert start == pytest.approx(places[asked], abs=19)
        assert end == pytest.approx(places[said], abs=19)
    assert widths == sorted(widths, reverse=True)
    assert widths[0] == pytest.approx(2 * widths[1]) == pytest.approx(4 * widths[2])
    for head, curve in zip(heads(figure), curves, strict=True):
        assert (head.x, head.y) == (curve.x[-1], curve.y[-1])


def test_two_arrows_between_the_same_two_do_not_lie_on_each_other():
    figure = confusion(FLOWS[:2], {})
    one, other = ((trace.x[12], trace.y[12]) for trace in arrows(figure))
    assert abs(one[0] - other[0]) + abs(one[1] - other[1]) > 40


def test_no_arrow_leaves_the_picture():
    ends = list(term_places())
    figure = confusion([Flow(a, b, 1) for a in ends for b in ends if a != b], {}, most=2000)
    low, high = figure.layout.yaxis.range[1], figure.layout.yaxis.range[0]
    for trace in arrows(figure):
        assert low < min(trace.y) and max(trace.y) < high
        assert min(trace.x) > figure.layout.xaxis.range[0] - 30


def test_numbers_and_what_is_told_of_relatives_are_written_out():
    texts = [note.text for note in notes(confusion(FLOWS, {"MM": "3 of 90"}))]
    assert {"12", "3", "6", "1"} <= set(texts)
    assert any("<b>MM</b>" in text and "3 of 90" in text for text in texts)
    hover = confusion(FLOWS, {"MM": "<b>3"}).data[-2].hovertext
    assert not any("<b>3" in text for text in hover)
    told = confusion(FLOWS, {}).data[-1].hovertext[0]
    assert told == "asked: mother's mother<br>said: father's mother<br>12 replies"


def test_numbers_keep_apart_from_each_other_and_from_names():
    places = term_places(rows=(80, 240, 410, 560))
    ends = [one for one in places if one not in ("EGO", "E")]
    flows = [Flow(a, b, 2 + at) for at, (a, b) in enumerate(product(ends[:8], ends[:8])) if a != b]
    figure = confusion(flows, dict.fromkeys(ends, "30 of 150"))
    numbers = [note for note in notes(figure) if note.text.isdecimal()]
    assert 5 < len(numbers) < MOST, "so many cannot all have room"
    for one, other in combinations(numbers, 2):
        assert hypot(one.x - other.x, one.y - other.y) >= 18
    for number, (x, y) in product(numbers, places.values()):
        assert abs(number.x - x) > 12 or not -10 < number.y - y < 40
    # Those that went are smaller than one that stays, and the hover has them all.
    assert str(max(flow.replies for flow in flows)) in {number.text for number in numbers}
    assert len(figure.data[-1].hovertext) == MOST


def test_men_women_and_those_of_unknown_sex_have_their_symbols():
    symbols = dict(zip(term_places(), confusion([], {}).data[-2].marker.symbol, strict=True))
    for kin_type, symbol in symbols.items():
        sex = SEX.get(kin_type[-1]) if kin_type not in ("EGO", "E") else None
        assert symbol == {"m": "triangle-up", "f": "circle", None: "square"}[sex], kin_type


def test_the_most_frequent_are_drawn_and_strangers_are_not():
    many = [Flow("FF", one, n) for n, one in enumerate(term_places(), start=1)]
    assert len(arrows(confusion(many, {}))) == MOST
    assert arrows(confusion([Flow("FFFF", "FF", 3), Flow("FF", "xx", 3)], {})) == []


def test_the_dot_plot_orders_relations_by_all_languages_together():
    figure = difficulty([
        Share("uncle", "Hindi", 9, 10), Share("uncle", "Korean", 1, 10),
        Share("aunt", "Hindi", 2, 10), Share("aunt", "Korean", 2, 10),
        Share("niece", "Korean", 6, 6), Share("nephew", "Hindi", 0, 0),
    ])  # fmt: skip
    assert list(figure.layout.yaxis.categoryarray) == ["aunt", "uncle", "niece"]
    hindi, korean = figure.data
    assert (hindi.name, list(hindi.y), list(hindi.x)) == ("Hindi", ["aunt", "uncle"], [20, 90])
    assert list(korean.customdata[-1]) == [6, 6]
    assert hindi.marker.symbol != korean.marker.symbol
    assert hindi.error_x.array is None
