"""Which relative's term was said for which: arrows on the diagram of the benchmark's relations."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import dist
from typing import Any

import plotly.graph_objects as go

from kinlib.figures.kin_places import Point
from kinlib.figures.labels import escape
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

MOST = 25
"""Arrows drawn; more cannot be told apart."""

_ROWS = (80, 240, 410, 560)
_HEIGHT = 610
_ARROWS = {False: "#0072B2", True: "#56B4E9"}
_THICKEST = 9  # pixels
_NUMBERS = (10, 8, 12, 6, 14, 16, 4, 18, 20)
"""Of 25 points of an arrow those where its number may stand, the best first: near the start."""

_APART = 18  # pixels between the middles of two numbers


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

    Widths follow numbers of replies, which stand on the arrows; where those of larger ones and
    names of relatives leave no room, only the hover tells a number. `told` is a text under
    relatives, by kin type; those without one are pale. A flow to or from a relative who has no
    place here is not drawn. The points of the last trace are the arrows; their `customdata` is
    asked and said.
    """
    palette = DARK if dark else LIGHT
    places = term_places(rows=_ROWS)
    drawn = [flow for flow in flows if flow.asked in places and flow.said in places]
    drawn = sorted(drawn, key=lambda flow: -flow.replies)[:most]
    thickest = max((flow.replies for flow in drawn), default=1)
    curves = [bow(places[flow.asked], places[flow.said]) for flow in drawn]
    stands = _stand(curves, places, told)
    widths = [max(1.0, _THICKEST * flow.replies / thickest) for flow in drawn]
    colour = _ARROWS[dark]
    hover = [in_words(one) + (f": {escape(told[one])}" if one in told else "") for one in places]
    notes = [
        *(
            head(curve, colour, max(1.2, width / 3))
            for curve, width in zip(curves, widths, strict=True)
        ),
        *(_label(one, at, told, palette) for one, at in places.items()),
        *(
            _number(flow, at, palette)
            for flow, at in zip(drawn, stands, strict=True)
            if at is not None
        ),
    ]
    traces = [
        strokes(term_lines(places), palette.border),
        *(shaft(curve, colour, width, 0.55) for curve, width in zip(curves, widths, strict=True)),
        symbols(places, told.keys(), hover, palette),
        targets(
            [at or curve[_NUMBERS[0]] for curve, at in zip(curves, stands, strict=True)],
            [
                f"asked: {in_words(flow.asked)}<br>said: {in_words(flow.said)}<br>"
                f"{flow.replies:,} replies"
                for flow in drawn
            ],
            [(flow.asked, flow.said) for flow in drawn],
        ),
    ]
    return laid_out(traces, notes, _HEIGHT, palette)


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


def _stand(
    curves: Sequence[Sequence[Point]], places: Mapping[str, Point], told: Mapping[str, str]
) -> list[Point | None]:
    """Where the number of each arrow stands, earlier ones first; None: there is no room."""
    found: list[Point | None] = []
    for curve in curves:
        taken = [at for at in found if at is not None]
        free = (
            curve[step]
            for step in _NUMBERS
            if all(dist(curve[step], at) >= _APART for at in taken)
            and not any(_covers(curve[step], one, at, told) for one, at in places.items())
        )
        found.append(next(free, None))
    return found


def _covers(number: Point, one: str, at: Point, told: Mapping[str, str]) -> bool:
    """Whether a number would lie on a relative's symbol or on the lines below it."""
    across, down = number[0] - at[0], number[1] - at[1]
    half = max(12, 3.5 * max(len(one), len(told.get(one, "")))) + 10
    lines = 30 if one in told else 15
    return abs(across) < half and -20 < down < 12 + lines + 8


def _number(flow: Flow, at: Point, palette: Palette) -> dict[str, Any]:
    x, y = at
    return {
        **{"x": x, "y": y, "showarrow": False, "borderpad": 1, "bgcolor": palette.box},
        "text": f"{flow.replies:,}",
        "font": {"size": 11, "color": palette.text},
    }
