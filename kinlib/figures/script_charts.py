"""Charts of writing systems: failures without the requested script, and letters by script."""

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd
import plotly.graph_objects as go

from kinlib.figures.charts import COLOURS
from kinlib.figures.labels import escape
from kinlib.terms.scripts import full_name

_ROW, _EDGE = 44, 56
"""Pixels of a row, and of what stands above and below the rows."""

_SCALES = {
    False: [[0.0, "#EEF1F4"], [1.0, "#D55E00"]],
    True: [[0.0, "#262D35"], [1.0, "#FF8A3C"]],
}
_COLOUR = {"Latn": COLOURS[1], "Deva": COLOURS[0], "Taml": COLOURS[2], "Hang": COLOURS[3]}
_PATTERN = {"Latn": ".", "Deva": "", "Taml": "/", "Hang": "x"}
_OTHERS = "other scripts"
_SHOWN = 4
"""Scripts beside the four that have a colour of their own; further ones are added up."""


@dataclass(frozen=True, slots=True)
class Cell:
    """Failures of one row (a run) in one column (a language), and how many lack the script."""

    row: str
    column: str
    lacking: int
    failures: int
    id: str = ""

    @property
    def share(self) -> float | None:
        """Percent; None: there are no failures."""
        return 100 * self.lacking / self.failures if self.failures else None

    @property
    def said(self) -> str:
        """As the paper writes it: 47 of 68."""
        return f"{self.lacking:,} of {self.failures:,}" if self.failures else "no failures"


def lacking(cells: Sequence[Cell], *, columns: Sequence[str] = (), dark: bool = False) -> go.Figure:
    """Failures without the requested script: a row a run, a column a language, "n of n" in a cell.

    Plotly gives no selection of a heat map, so an invisible square lies on every cell; its
    `customdata` begins with the cell's id. Rows stand as the cells come, columns too if their order
    is not given. `dark`: whether the ground is dark.
    """
    rows = list(dict.fromkeys(cell.row for cell in cells))[::-1]
    columns = list(columns or dict.fromkeys(cell.column for cell in cells))
    at = {(cell.row, cell.column): cell for cell in cells}
    grid = [[at.get((row, column)) for column in columns] for row in rows]
    shown = [escape(row) for row in rows]
    known = [cell for cell in cells if cell.failures]
    figure = go.Figure(
        [
            go.Heatmap(
                x=columns, y=shown, zmin=0, zmax=100, colorscale=_SCALES[dark], showscale=False,
                z=[[cell and cell.share for cell in line] for line in grid],
                text=[[cell.said if cell else "" for cell in line] for line in grid],
                texttemplate="%{text}", hoverinfo="skip", xgap=3, ygap=3,
            ),
            go.Scatter(
                x=[cell.column for cell in known], y=[escape(cell.row) for cell in known],
                mode="markers", showlegend=False,
                marker={"symbol": "square", "size": _ROW - 8, "opacity": 0},
                customdata=[(cell.id, cell.said, cell.share) for cell in known],
                hovertemplate="%{customdata[1]} failures without the script, "
                "%{customdata[2]:.1f} %<extra>%{y}, %{x}</extra>",
            ),
        ]
    )  # fmt: skip
    figure.update_layout(
        height=_EDGE + _ROW * len(rows),
        margin={"l": 10, "r": 10, "t": 30, "b": 10},
        # A click anywhere in a cell is one on its square.
        hovermode="closest",
        hoverdistance=-1,
        xaxis={"side": "top", "fixedrange": True, "categoryarray": columns},
        yaxis={"fixedrange": True, "categoryarray": shown, "automargin": True},
    )
    return figure


def letters(frame: pd.DataFrame) -> go.Figure:
    """Letters by script as stacked bars, one a run and language; a script has a pattern too.

    Args:
        frame: columns row (name of the bar), script (ISO 15924), letters, percent.
    """
    totals = frame.groupby("script")["letters"].sum().sort_values(ascending=False)
    more = [str(script) for script in totals.index if script not in _COLOUR]
    kept = [*(script for script in _COLOUR if script in totals.index), *more[:_SHOWN]]
    named = frame.assign(script=frame["script"].where(frame["script"].isin(kept), _OTHERS))
    summed = named.groupby(["row", "script"], sort=False)[["letters", "percent"]].sum()
    rows = list(dict.fromkeys(map(str, frame["row"])))
    figure = go.Figure()
    for place, script in enumerate([*kept, *([_OTHERS] if len(more) > _SHOWN else [])]):
        own = summed.xs(script, level="script")
        name = _OTHERS if script == _OTHERS else full_name(script)
        figure.add_trace(
            go.Bar(
                y=[escape(str(row)) for row in own.index], x=own["percent"], name=name,
                orientation="h",
                marker={
                    "color": _COLOUR.get(script, COLOURS[4 + place % 3]),
                    "pattern": {"shape": _PATTERN.get(script, "-"), "fillmode": "overlay",
                                "fgcolor": "rgba(255,255,255,.75)", "size": 7, "solidity": 0.2},
                },
                customdata=own["letters"],
                hovertemplate="%{customdata:,} letters, %{x:.1f} %"
                f"<extra>{name}, %{{y}}</extra>",
            )
        )  # fmt: skip
    figure.update_layout(
        barmode="stack",
        height=100 + 30 * len(rows),
        margin={"l": 10, "r": 24, "t": 10, "b": 10},
        xaxis={"title": "Letters, %", "range": [0, 100], "dtick": 20},
        yaxis={"categoryarray": [escape(row) for row in rows][::-1], "automargin": True},
        legend={"orientation": "h", "y": 1.02, "yanchor": "bottom", "traceorder": "normal"},
    )
    return figure
