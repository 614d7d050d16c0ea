"""Which term passes for which relation because it holds its term: arrows on the kin diagram."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Any

import plotly.graph_objects as go

from kinlib.figures.diagram import FACE
from kinlib.figures.kin_places import Point
from kinlib.figures.labels import colour, escape, ink
from kinlib.figures.network import DARK, LIGHT, Palette
from kinlib.figures.term_diagram import SYMBOLS, strokes
from kinlib.figures.term_places import WIDTH, term_lines, term_places
from kinlib.kinship.kintype import EGO, SEX, parse, spell

MOST = 40
"""Arrows drawn; more cannot be told apart."""

_ROWS = (74, 204, 364, 504)
_HEIGHT = 550
_SIDE = 30
_BEND = 0.16  # how far an arrow bows out, as a share of its length
_CLEAR = 16  # pixels between an arrow's end and the middle of a symbol


@dataclass(frozen=True, slots=True)
class Passing:
    """An answer right for `answers` passes for `passes` (kin types), for it holds the form `short`.

    `number` tells languages apart: arrows of one number have one colour.
    """

    answers: str
    passes: str
    short: str
    told: str
    number: int = 0


def containment_map(passings: Sequence[Passing], *, dark: bool = False) -> go.Figure:
    """Arrows from the relative whose term is said to the one for whom it passes.

    On each arrow stands the form that is held. Relatives without an arrow are pale. The points of
    the last trace are the arrows, in the order given.
    """
    palette = DARK if dark else LIGHT
    places = term_places(rows=_ROWS)
    drawn = [one for one in passings if {one.answers, one.passes} <= places.keys()][:MOST]
    curves = [_curve(places[one.answers], places[one.passes]) for one in drawn]
    touched = {kin_type for one in drawn for kin_type in (one.answers, one.passes)}
    figure = go.Figure(
        [
            strokes(term_lines(places), palette.border),
            *(_line(curve, colour(one.number)) for one, curve in zip(drawn, curves, strict=True)),
            _symbols(places, touched, palette),
            _points(drawn, curves),
        ]
    )
    axis = {"visible": False, "fixedrange": True}
    figure.update_layout(
        height=_HEIGHT,
        margin={"l": 4, "r": 4, "t": 4, "b": 4},
        font={"family": FACE},
        paper_bgcolor=palette.box,
        plot_bgcolor=palette.box,
        hoverlabel={"font": {"family": FACE, "size": 13}, "align": "left"},
        showlegend=False,
        dragmode=False,
        annotations=[
            *(_head(curve, colour(one.number)) for one, curve in zip(drawn, curves, strict=True)),
            *(_name(kin_type, at, kin_type in touched, palette) for kin_type, at in places.items()),
            *(_form(one, curve) for one, curve in zip(drawn, curves, strict=True)),
        ],
        xaxis={**axis, "range": [-_SIDE, WIDTH + _SIDE]},
        yaxis={**axis, "range": [_HEIGHT, 0]},
    )
    return figure


def _curve(start: Point, end: Point) -> list[Point]:
    """A bow that ends short of both relatives."""
    (x0, y0), (x1, y1) = start, end
    across, down = x1 - x0, y1 - y0
    clear = min(0.35, _CLEAR / (hypot(across, down) or 1.0))
    bend = (x0 + x1) / 2 + _BEND * down, (y0 + y1) / 2 - _BEND * abs(across)
    found = []
    for step in range(25):
        t = clear + (1 - 2 * clear) * step / 24
        shares = (1 - t) ** 2, 2 * t * (1 - t), t**2
        found.append(
            (
                shares[0] * x0 + shares[1] * bend[0] + shares[2] * x1,
                shares[0] * y0 + shares[1] * bend[1] + shares[2] * y1,
            )
        )
    return found


def _line(curve: Sequence[Point], line: str) -> go.Scatter:
    return go.Scatter(
        x=[x for x, _ in curve],
        y=[y for _, y in curve],
        mode="lines",
        line={"color": line, "width": 2},
        hoverinfo="skip",
    )


def _symbols(places: Mapping[str, Point], touched: set[str], palette: Palette) -> go.Scatter:
    sexes = ["u" if one == EGO else SEX[one[-1]] for one in places]
    names = [{EGO: "ego", "E": "spouse"}.get(one) or spell(parse(one)) for one in places]
    return go.Scatter(
        x=[x for x, _ in places.values()],
        y=[y for _, y in places.values()],
        mode="markers",
        marker={
            "symbol": [SYMBOLS[sex] for sex in sexes],
            "size": [20 if one in touched else 13 for one in places],
            "color": [palette.ego if one == EGO else palette.box for one in places],
            "opacity": 1,
            "line": {
                "color": [palette.text if one in touched else palette.line for one in places],
                "width": 1.2,
            },
        },
        hovertext=names,
        hoverinfo="text",
    )


def _points(drawn: Sequence[Passing], curves: Sequence[Sequence[Point]]) -> go.Scatter:
    """What the mouse finds on an arrow."""
    return go.Scatter(
        x=[curve[12][0] for curve in curves],
        y=[curve[12][1] for curve in curves],
        mode="markers",
        marker={"size": 24, "opacity": 0},
        hovertext=[escape(one.told) for one in drawn],
        hoverinfo="text",
    )


def _head(curve: Sequence[Point], line: str) -> dict[str, Any]:
    (x0, y0), (x1, y1) = curve[-3], curve[-1]
    return {
        **{"x": x1, "y": y1, "ax": x0, "ay": y0, "axref": "x", "ayref": "y", "text": ""},
        **{"showarrow": True, "arrowhead": 2, "arrowcolor": line, "arrowwidth": 2},
    }


def _name(kin_type: str, at: Point, touched: bool, palette: Palette) -> dict[str, Any]:
    name = {EGO: "ego", "E": "spouse"}.get(kin_type, kin_type)
    return {
        **{"x": at[0], "y": at[1] + 12, "yanchor": "top", "showarrow": False, "borderpad": 0},
        **{"text": f"<b>{name}</b>" if touched else name},
        "font": {"size": 11, "color": palette.text if touched else palette.faint},
    }


def _form(one: Passing, curve: Sequence[Point]) -> dict[str, Any]:
    x, y = curve[12]
    fill = colour(one.number)
    return {
        **{"x": x, "y": y, "yanchor": "bottom", "showarrow": False, "borderpad": 1},
        **{"bgcolor": fill},
        **{"text": escape(one.short), "font": {"size": 12, "color": ink(fill)}},
    }
