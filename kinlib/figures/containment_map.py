"""Which term passes for which relation because it holds its term: arrows on the kin diagram."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import plotly.graph_objects as go

from kinlib.figures.kin_places import Point
from kinlib.figures.labels import colour, escape, ink, width
from kinlib.figures.network import DARK, LIGHT, Palette
from kinlib.figures.term_canvas import (
    bow,
    head,
    in_words,
    laid_out,
    shaft,
    strokes,
    symbols,
    targets,
)
from kinlib.figures.term_places import term_lines, term_places
from kinlib.kinship.kintype import EGO

MOST = 40
"""Arrows drawn; more cannot be told apart."""

_ROWS = (74, 204, 364, 504)
_HEIGHT = 550
_SIDE = 30
_AT = (12, 9, 15, 7, 17, 5, 19)  # of 25 points of an arrow those that its form may stand at
_LETTER, _LINE = 12, 24  # average letter and line of a form, where the window is 900 pixels wide


@dataclass(frozen=True, slots=True)
class Passing:
    """An answer right for `answers` passes for `passes` (kin types), for it holds the form `short`.

    `number` tells languages apart: arrows of one number have one colour, `language` names it.
    """

    answers: str
    passes: str
    short: str
    told: str
    number: int = 0
    language: str = ""


def containment_map(passings: Sequence[Passing], *, dark: bool = False) -> go.Figure:
    """Arrows from the relative whose term is said to the one for whom it passes.

    On each arrow stands the form that is held, clear of other forms where there is room; above, in
    which colour each language is. Relatives without an arrow are pale. The points of
    the last trace are the arrows, in the order given.
    """
    palette = DARK if dark else LIGHT
    places = term_places(rows=_ROWS)
    drawn = [one for one in passings if {one.answers, one.passes} <= places.keys()][:MOST]
    curves = _curves(drawn, places)
    at = _clear(drawn, curves)
    touched = {kin_type for one in drawn for kin_type in (one.answers, one.passes)}
    traces = [
        strokes(term_lines(places), palette.border),
        *(shaft(curve, colour(one.number)) for one, curve in zip(drawn, curves, strict=True)),
        symbols(places, touched, [in_words(one) for one in places], palette),
        targets(at, [escape(one.told) for one in drawn]),
    ]
    notes = [
        *(head(curve, colour(one.number)) for one, curve in zip(drawn, curves, strict=True)),
        *(_name(kin_type, at, kin_type in touched, palette) for kin_type, at in places.items()),
        *_legend({one.number: one.language for one in drawn if one.language}),
        *(_chip(place, one.short, one.number) for one, place in zip(drawn, at, strict=True)),
    ]
    return laid_out(traces, notes, _HEIGHT, palette, _SIDE)


def _name(kin_type: str, at: Point, touched: bool, palette: Palette) -> dict[str, Any]:
    name = {EGO: "ego", "E": "spouse"}.get(kin_type, kin_type)
    return {
        **{"x": at[0], "y": at[1] + 12, "yanchor": "top", "showarrow": False, "borderpad": 0},
        **{"text": f"<b>{name}</b>" if touched else name},
        "font": {"size": 11, "color": palette.text if touched else palette.faint},
    }


def _curves(drawn: Sequence[Passing], places: Mapping[str, Point]) -> list[list[Point]]:
    """A curve for each arrow; arrows with the same ends lie one outside the other."""
    before: Counter[tuple[str, str]] = Counter()
    curves = []
    for one in drawn:
        ends = one.answers, one.passes
        curves.append(bow(places[one.answers], places[one.passes], before[ends]))
        before[ends] += 1
    return curves


def _clear(drawn: Sequence[Passing], curves: Sequence[Sequence[Point]]) -> list[Point]:
    """Where on its arrow each form stands: nearest to the middle without lying on another one."""
    taken: list[tuple[float, Point]] = []
    for one, curve in zip(drawn, curves, strict=True):
        half = (width(one.short) + 1) * _LETTER / 2
        free = (
            curve[at]
            for at in _AT
            if all(
                abs(curve[at][0] - x) >= half + other or abs(curve[at][1] - y) >= _LINE
                for other, (x, y) in taken
            )
        )
        taken.append((half, next(free, curve[_AT[0]])))
    return [place for _, place in taken]


def _legend(languages: Mapping[int, str]) -> list[dict[str, Any]]:
    """The languages, each in the colour of its arrows."""
    return [
        _chip((row, 14), name, number) | {"xanchor": "left"}
        for row, (number, name) in zip(range(0, 1200, 110), sorted(languages.items()), strict=False)
    ]


def _chip(at: Point, text: str, number: int) -> dict[str, Any]:
    fill = colour(number)
    return {
        **{"x": at[0], "y": at[1], "yanchor": "middle", "showarrow": False, "borderpad": 1},
        **{"bgcolor": fill},
        **{"text": escape(text), "font": {"size": 12, "color": ink(fill)}},
    }
