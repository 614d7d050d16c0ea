"""Which term passes for which relation because it holds its term: arrows on the kin diagram."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import plotly.graph_objects as go

from kinlib.figures.kin_places import Point
from kinlib.figures.labels import colour, escape, ink
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
_MIDDLE = 12  # of 25 points of an arrow the one with its form


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
    curves = [bow(places[one.answers], places[one.passes]) for one in drawn]
    touched = {kin_type for one in drawn for kin_type in (one.answers, one.passes)}
    traces = [
        strokes(term_lines(places), palette.border),
        *(shaft(curve, colour(one.number)) for one, curve in zip(drawn, curves, strict=True)),
        symbols(places, touched, [in_words(one) for one in places], palette),
        targets([curve[_MIDDLE] for curve in curves], [escape(one.told) for one in drawn]),
    ]
    notes = [
        *(head(curve, colour(one.number)) for one, curve in zip(drawn, curves, strict=True)),
        *(_name(kin_type, at, kin_type in touched, palette) for kin_type, at in places.items()),
        *(_form(one, curve) for one, curve in zip(drawn, curves, strict=True)),
    ]
    return laid_out(traces, notes, _HEIGHT, palette, _SIDE)


def _name(kin_type: str, at: Point, touched: bool, palette: Palette) -> dict[str, Any]:
    name = {EGO: "ego", "E": "spouse"}.get(kin_type, kin_type)
    return {
        **{"x": at[0], "y": at[1] + 12, "yanchor": "top", "showarrow": False, "borderpad": 0},
        **{"text": f"<b>{name}</b>" if touched else name},
        "font": {"size": 11, "color": palette.text if touched else palette.faint},
    }


def _form(one: Passing, curve: Sequence[Point]) -> dict[str, Any]:
    x, y = curve[_MIDDLE]
    fill = colour(one.number)
    return {
        **{"x": x, "y": y, "yanchor": "bottom", "showarrow": False, "borderpad": 1},
        **{"bgcolor": fill},
        **{"text": escape(one.short), "font": {"size": 12, "color": ink(fill)}},
    }
