"""The same family under several systems at once: small pictures of one layout."""

from collections.abc import Mapping

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from kinlib.figures.classes import Painted
from kinlib.figures.labels import escape
from kinlib.figures.network import DARK, LIGHT
from kinlib.kinship.genealogy import Genealogy
from kinlib.kinship.layout import Layout

_SYMBOLS = {"m": "triangle-up", "f": "circle", "u": "square"}
_ACROSS = 2


def multiples(
    genealogy: Genealogy, layout: Layout, painted: Mapping[str, Painted], ego: str, *, dark: bool
) -> go.Figure:
    """One panel a system, everyone at the same place in each, coloured by the class ego uses."""
    palette = DARK if dark else LIGHT
    names = list(painted)
    titles = [f"{name}: {len(painted[name].legend)} classes" for name in names]
    down = -(-len(names) // _ACROSS)
    figure = make_subplots(
        down, _ACROSS, subplot_titles=titles, horizontal_spacing=0.02, vertical_spacing=0.07
    )
    lines = _lines(layout)
    people = list(layout.positions)
    sexes = [genealogy.person(key).sex for key in people]
    for index, name in enumerate(names):
        row, column = divmod(index, _ACROSS)
        at = {"row": row + 1, "col": column + 1}
        figure.add_trace(
            go.Scatter(
                x=lines[0], y=lines[1], mode="lines", hoverinfo="skip",
                line={"color": palette.line, "width": 0.8},
            ),
            **at,
        )  # fmt: skip
        look = painted[name]
        figure.add_trace(
            go.Scatter(
                x=[layout.positions[key][0] for key in people],
                y=[layout.positions[key][1] for key in people],
                mode="markers",
                marker={
                    "size": [15 if key == ego else 9 for key in people],
                    "color": [look.colours.get(key, palette.ego) for key in people],
                    "symbol": [_SYMBOLS[sex] for sex in sexes],
                    "line": {
                        "width": [3 if key == ego else 0 for key in people],
                        "color": palette.ego,
                    },
                },
                text=[
                    f"{escape(genealogy.person(key).name)}: "
                    f"{'ego' if key == ego else escape(look.tags.get(key, 'not related'))}"
                    for key in people
                ],
                hovertemplate="%{text}<extra></extra>",
                customdata=people,
            ),
            **at,
        )
    figure.update_xaxes(visible=False)
    figure.update_yaxes(visible=False, autorange="reversed")
    figure.update_layout(
        height=300 * down, showlegend=False, margin={"l": 5, "r": 5, "t": 30, "b": 5}
    )
    return figure


def _lines(layout: Layout) -> tuple[list[float | None], list[float | None]]:
    xs: list[float | None] = []
    ys: list[float | None] = []
    for union in layout.unions:
        for key in (*union.partners, *union.children, *union.adopted):
            x, y = layout.positions[key]
            xs += [x, union.x, None]
            ys += [y, union.y, None]
    return xs, ys
