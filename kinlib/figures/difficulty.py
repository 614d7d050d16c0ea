"""How hard each relation is, language by language: a dot plot."""

from collections.abc import Sequence
from dataclasses import dataclass

import plotly.graph_objects as go

from kinlib.figures.diagram import FACE
from kinlib.figures.labels import colour

_MARKERS = ("circle", "square", "diamond", "triangle-up", "x")


@dataclass(frozen=True, slots=True)
class Share:
    """Right of counted replies about a relation in a language."""

    relation: str
    language: str
    right: int
    counted: int


def difficulty(shares: Sequence[Share]) -> go.Figure:
    """A line a relation, the hardest lowest, and on it a marker a language with right of counted.

    Markers differ in size, so that equal ones are all seen. There are no intervals: a relation in a
    language is one cell, and attempts at it are alike.
    """
    known = [share for share in shares if share.counted]
    languages = list(dict.fromkeys(share.language for share in known))
    names = sorted(
        dict.fromkeys(share.relation for share in known), key=lambda name: _overall(known, name)
    )
    figure = go.Figure()
    for number, language in enumerate(languages):
        of = {share.relation: share for share in known if share.language == language}
        here = [name for name in names if name in of]
        figure.add_trace(
            go.Scatter(
                x=[100 * of[name].right / of[name].counted for name in here],
                y=here,
                name=language,
                mode="markers",
                marker={"symbol": _MARKERS[number % len(_MARKERS)], "size": max(6, 15 - 4 * number),
                        "color": colour(number), "opacity": 0.85},
                customdata=[(of[name].right, of[name].counted) for name in here],
                hovertemplate="%{y}: %{customdata[0]} of %{customdata[1]}"
                f"<extra>{language}</extra>",
            )
        )  # fmt: skip
    figure.update_layout(
        height=90 + 24 * len(names),
        margin={"l": 10, "r": 10, "t": 30, "b": 10},
        font={"family": FACE},
        xaxis={"title": "Right, %", "range": [-3, 103], "side": "bottom"},
        yaxis={"type": "category", "categoryorder": "array", "categoryarray": names,
               "automargin": True, "showgrid": True},
        legend={"orientation": "h", "y": 1.0, "yanchor": "bottom", "x": 0},
    )  # fmt: skip
    return figure


def _overall(shares: Sequence[Share], relation: str) -> float:
    of = [share for share in shares if share.relation == relation]
    return sum(share.right for share in of) / sum(share.counted for share in of)
