"""What drawings on the diagram of the benchmark's relations share: ground, symbols, arrows."""

from collections.abc import Collection, Mapping, Sequence
from math import hypot
from typing import Any

import plotly.graph_objects as go

from kinlib.figures.diagram import FACE
from kinlib.figures.kin_places import Point
from kinlib.figures.network import Palette
from kinlib.figures.term_places import WIDTH
from kinlib.kinship.kintype import EGO, SEX, parse, spell

SYMBOLS: Mapping[str, str] = {"m": "triangle-up", "f": "circle", "u": "square"}
"""Triangle man, circle woman, square unknown."""

_BEND, _MOST_BENT = 0.2, 110  # how far an arrow bows out: a share of its length, in pixels
_CLEAR = 17  # pixels between an arrow's end and the middle of a symbol
_POINTS = 25


def laid_out(
    traces: Sequence[go.Scatter], notes: Sequence[Mapping[str, Any]], height: float,
    palette: Palette, side: float = 0,
) -> go.Figure:  # fmt: skip
    """A figure of these traces and annotations, in pixels from the upper left; `side` is margin."""
    axis = {"visible": False, "fixedrange": True}
    return go.Figure(
        list(traces),
        {
            "height": height,
            "margin": {"l": 4, "r": 4, "t": 4, "b": 4},
            "font": {"family": FACE},
            "paper_bgcolor": palette.box,
            "plot_bgcolor": palette.box,
            "hoverlabel": {"font": {"family": FACE, "size": 13}, "align": "left"},
            "showlegend": False,
            "dragmode": False,
            "annotations": list(notes),
            "xaxis": {**axis, "range": [-side, WIDTH + side]},
            "yaxis": {**axis, "range": [height, 0]},
        },
    )


def strokes(lines: Sequence[tuple[Point, Point]], colour: str, dash: str = "solid") -> go.Scatter:
    """Straight lines of one colour, as one trace without a hover."""
    return go.Scatter(
        x=[x for (a, _), (b, _) in lines for x in (a, b, None)],
        y=[y for (_, a), (_, b) in lines for y in (a, b, None)],
        mode="lines",
        line={"color": colour, "width": 1.5 if dash == "solid" else 1, "dash": dash},
        hoverinfo="skip",
    )


def in_words(kin_type: str) -> str:
    """A relative in English."""
    return {EGO: "ego", "E": "spouse"}.get(kin_type) or spell(parse(kin_type))


def symbols(
    places: Mapping[str, Point], bold: Collection[str], hover: Sequence[str], palette: Palette
) -> go.Scatter:
    """A symbol for each relative, large and dark for those in `bold`."""
    return go.Scatter(
        x=[x for x, _ in places.values()],
        y=[y for _, y in places.values()],
        mode="markers",
        marker={
            "symbol": [SYMBOLS["u" if one == EGO else SEX[one[-1]]] for one in places],
            "size": [20 if one in bold else 13 for one in places],
            "color": [palette.ego if one == EGO else palette.box for one in places],
            "opacity": 1,
            "line": {
                "color": [palette.text if one in bold else palette.line for one in places],
                "width": 1.2,
            },
        },
        hovertext=list(hover),
        hoverinfo="text",
    )


def bow(start: Point, end: Point, further: int = 0) -> list[Point]:
    """A bow of 25 points that ends short of both relatives; the way back bows the other way.

    `further`: how many bows with the same ends lie inside this one.
    """
    (x0, y0), (x1, y1) = start, end
    across, down = x1 - x0, y1 - y0
    length = hypot(across, down) or 1.0
    bend = min(_BEND, _MOST_BENT / length) * (1 + 0.6 * further)
    middle = (x0 + x1) / 2 + bend * down, (y0 + y1) / 2 - bend * across
    clear = min(0.35, _CLEAR / length)
    steps = [clear + (1 - 2 * clear) * step / (_POINTS - 1) for step in range(_POINTS)]
    return [
        (
            (1 - t) ** 2 * x0 + 2 * t * (1 - t) * middle[0] + t**2 * x1,
            (1 - t) ** 2 * y0 + 2 * t * (1 - t) * middle[1] + t**2 * y1,
        )
        for t in steps
    ]


def shaft(curve: Sequence[Point], colour: str, width: float = 2, opacity: float = 1) -> go.Scatter:
    """The line of an arrow."""
    return go.Scatter(
        x=[x for x, _ in curve],
        y=[y for _, y in curve],
        mode="lines",
        line={"color": colour, "width": width},
        opacity=opacity,
        hoverinfo="skip",
    )


def head(curve: Sequence[Point], colour: str, width: float = 2) -> dict[str, Any]:
    """The point of an arrow, an annotation."""
    (x0, y0), (x1, y1) = curve[-3], curve[-1]
    return {
        **{"x": x1, "y": y1, "ax": x0, "ay": y0, "axref": "x", "ayref": "y", "text": ""},
        **{"showarrow": True, "arrowhead": 2, "arrowcolor": colour, "arrowwidth": width},
    }


def targets(at: Sequence[Point], hover: Sequence[str], data: Sequence[Any] = ()) -> go.Scatter:
    """What the mouse finds on arrows, one point each."""
    return go.Scatter(
        x=[x for x, _ in at],
        y=[y for _, y in at],
        mode="markers",
        marker={"size": 24, "opacity": 0},
        customdata=list(data) or None,
        hovertext=list(hover),
        hoverinfo="text",
    )
