"""Which relative's term was said for which: arrows on the diagram of the benchmark's relations."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Any

import plotly.graph_objects as go

from kinlib.figures.diagram import FACE
from kinlib.figures.kin_places import Point
from kinlib.figures.labels import escape
from kinlib.figures.network import DARK, LIGHT, Palette
from kinlib.figures.term_places import WIDTH, term_lines, term_places
from kinlib.kinship.kintype import EGO, SEX, parse, spell

MOST = 25
"""Arrows drawn; more cannot be told apart."""

_ROWS = (80, 240, 410, 560)
_HEIGHT = 610
_ARROWS = {False: "#0072B2", True: "#56B4E9"}
_THICKEST = 9  # pixels
_BEND, _MOST_BENT = 0.22, 110  # how far an arrow bows out: a share of its length, in pixels
_NUMBER = 10  # of 25 points of an arrow the one with its number: nearer to its start
_CLEAR = 17  # pixels between an arrow's end and the middle of a symbol


@dataclass(frozen=True, slots=True)
class Flow:
    """So many replies that were asked for one relative and named the other, both as kin types."""

    asked: str
    said: str
    replies: int


def confusion(
    flows: Sequence[Flow], told: Mapping[str, str], *, most: int = MOST, dark: bool = False
) -> go.Figure:
    """The most frequent flows as arrows, from the relative asked for to the one named.

    Widths follow numbers of replies, which stand on the arrows. `told` is a text under relatives,
    by kin type; those without one are pale. A flow to or from a relative who has no place here is
    not drawn. The points of the last trace are the arrows; their `customdata` is asked and said.
    """
    palette = DARK if dark else LIGHT
    places = term_places(rows=_ROWS)
    drawn = [flow for flow in flows if flow.asked in places and flow.said in places]
    drawn = sorted(drawn, key=lambda flow: -flow.replies)[:most]
    thickest = max((flow.replies for flow in drawn), default=1)
    curves = [_curve(places[flow.asked], places[flow.said]) for flow in drawn]
    widths = [max(1.0, _THICKEST * flow.replies / thickest) for flow in drawn]
    colour = _ARROWS[dark]
    figure = go.Figure(
        [
            _strokes(places, palette),
            *(_line(*one, colour) for one in zip(curves, widths, strict=True)),
            _symbols(places, told, palette),
            _middles(drawn, curves),
        ]
    )
    notes = [
        *(_head(curve, width, colour) for curve, width in zip(curves, widths, strict=True)),
        *(_label(one, at, told, palette) for one, at in places.items()),
        *(_number(flow, curve, palette) for flow, curve in zip(drawn, curves, strict=True)),
    ]
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
        annotations=notes,
        xaxis={**axis, "range": [0, WIDTH]},
        yaxis={**axis, "range": [_HEIGHT, 0]},
    )
    return figure


def _curve(start: Point, end: Point) -> list[Point]:
    """A bow from one relative to another, ending short of both; the way back bows the other way."""
    (x0, y0), (x1, y1) = start, end
    across, down = x1 - x0, y1 - y0
    length = hypot(across, down) or 1.0
    bend = min(_BEND, _MOST_BENT / length)
    middle = (x0 + x1) / 2 + bend * down, (y0 + y1) / 2 - bend * across
    clear = min(0.3, _CLEAR / length)
    steps = [clear + (1 - 2 * clear) * step / 24 for step in range(25)]
    return [
        (
            (1 - t) ** 2 * x0 + 2 * t * (1 - t) * middle[0] + t**2 * x1,
            (1 - t) ** 2 * y0 + 2 * t * (1 - t) * middle[1] + t**2 * y1,
        )
        for t in steps
    ]


def _strokes(places: Mapping[str, Point], palette: Palette) -> go.Scatter:
    strokes = term_lines(places)
    return go.Scatter(
        x=[x for (a, _), (b, _) in strokes for x in (a, b, None)],
        y=[y for (_, a), (_, b) in strokes for y in (a, b, None)],
        mode="lines",
        line={"color": palette.border, "width": 1.2},
        hoverinfo="skip",
    )


def _line(curve: Sequence[Point], width: float, colour: str) -> go.Scatter:
    return go.Scatter(
        x=[x for x, _ in curve],
        y=[y for _, y in curve],
        mode="lines",
        line={"color": colour, "width": width},
        opacity=0.55,
        hoverinfo="skip",
    )


def _symbols(places: Mapping[str, Point], told: Mapping[str, str], palette: Palette) -> go.Scatter:
    sexes = [SEX.get(one[-1], "u") if one not in (EGO, "E") else "u" for one in places]
    return go.Scatter(
        x=[x for x, _ in places.values()],
        y=[y for _, y in places.values()],
        mode="markers",
        marker={
            "symbol": [{"m": "triangle-up", "f": "circle"}.get(sex, "square") for sex in sexes],
            "size": [20 if one in told else 13 for one in places],
            "color": [
                palette.ego if one == EGO else palette.box if one in told else palette.border
                for one in places
            ],
            "opacity": 1,
            "line": {"color": palette.text, "width": 1.2},
        },
        hovertext=[_words(one) + (f": {escape(told[one])}" if one in told else "")
                   for one in places],
        hoverinfo="text",
    )  # fmt: skip


def _words(kin_type: str) -> str:
    """A relative in English."""
    return {EGO: "ego", "E": "spouse"}.get(kin_type) or spell(parse(kin_type))


def _middles(drawn: Sequence[Flow], curves: Sequence[Sequence[Point]]) -> go.Scatter:
    """What the mouse finds on an arrow."""
    middles = [curve[_NUMBER] for curve in curves]
    return go.Scatter(
        x=[x for x, _ in middles],
        y=[y for _, y in middles],
        mode="markers",
        marker={"size": 22, "opacity": 0},
        customdata=[(flow.asked, flow.said) for flow in drawn],
        hovertext=[
            f"asked: {_words(flow.asked)}<br>said: {_words(flow.said)}<br>{flow.replies:,} replies"
            for flow in drawn
        ],
        hoverinfo="text",
    )


def _head(curve: Sequence[Point], width: float, colour: str) -> dict[str, Any]:
    (x0, y0), (x1, y1) = curve[-3], curve[-1]
    return {
        **{"x": x1, "y": y1, "ax": x0, "ay": y0, "axref": "x", "ayref": "y", "text": ""},
        **{"showarrow": True, "arrowhead": 2, "arrowcolor": colour},
        **{"arrowwidth": max(1.2, width / 3), "arrowsize": 1.2},
    }


def _label(one: str, at: Point, told: Mapping[str, str], palette: Palette) -> dict[str, Any]:
    name = {EGO: "<b>ego</b>", "E": "spouse"}.get(one, one)
    lines = [f"<b>{name}</b>" if one in told else name]
    lines += [f'<span style="font-size:10px">{escape(told[one])}</span>'] if one in told else []
    return {
        **{"x": at[0], "y": at[1] + 12, "yanchor": "top", "showarrow": False, "borderpad": 0},
        **{"bgcolor": palette.box, "opacity": 0.85},
        "text": "<br>".join(lines),
        "font": {"size": 11, "color": palette.text if one in told else palette.faint},
    }


def _number(flow: Flow, curve: Sequence[Point], palette: Palette) -> dict[str, Any]:
    x, y = curve[_NUMBER]
    return {
        **{"x": x, "y": y, "showarrow": False, "borderpad": 1, "bgcolor": palette.box},
        "text": f"{flow.replies:,}",
        "font": {"size": 11, "color": palette.text},
    }
