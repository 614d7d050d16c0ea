"""Charts as plotly figures, from tables as the queries give them."""

import pandas as pd
import plotly.graph_objects as go

# Okabe and Ito's palette; a dash and a marker of its own go with each colour.
COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#8C8C8C")
_DARK_COLOURS = ("#56B4E9", "#E69F00", "#2FC59B", "#E59AC6", "#8FB7FF", "#FF8A3C", "#C0C0C0")
_DASHES = ("solid", "dash", "dot", "dashdot", "longdash")
_MARKERS = ("circle", "square", "diamond", "triangle-up", "x", "star", "cross")


def accuracy(frame: pd.DataFrame, dimension: str, *, dark: bool = False) -> go.Figure:
    """Share of right replies by a dimension, a line a run, with its 95 % interval.

    Args:
        frame: columns run_id, name, value, right, counted, score, low, high.
        dimension: what `value` is; only hops are joined by lines.
        dark: whether the ground is dark.
    """
    figure = go.Figure()
    colours = _DARK_COLOURS if dark else COLOURS
    order = sorted(frame["value"].dropna().unique(), key=_natural)
    for index, (_, rows) in enumerate(frame.groupby(["name", "run_id"], sort=False)):
        known = rows[rows["score"].notna()]
        score = known["score"].astype(float)
        figure.add_trace(
            go.Scatter(
                x=[str(value) for value in known["value"]],
                y=100 * score,
                name=str(rows["name"].iloc[0]),
                mode="lines+markers" if dimension == "hops" else "markers",
                line={"color": colours[index % 7], "dash": _DASHES[index % 5]},
                marker={"symbol": _MARKERS[index % 7], "size": 9, "color": colours[index % 7]},
                error_y={
                    "type": "data",
                    "symmetric": False,
                    "array": 100 * (known["high"].astype(float) - score),
                    "arrayminus": 100 * (score - known["low"].astype(float)),
                    "thickness": 1,
                    "width": 3,
                },
                customdata=known[["right", "counted"]],
                hovertemplate="%{y:.1f} %, %{customdata[0]} of %{customdata[1]}"
                f"<extra>{dimension} %{{x}}</extra>",
            )
        )
    figure.update_layout(
        height=420,
        # Only hops have an order that a line may follow; runs stand beside each other elsewhere.
        scattermode="overlay" if dimension == "hops" else "group",
        margin={"l": 10, "r": 10, "t": 10, "b": 10},
        yaxis={"title": "Right, %", "range": [0, 105], "rangemode": "tozero"},
        xaxis={
            "title": dimension.capitalize(),
            "type": "category",
            "categoryorder": "array",
            "categoryarray": [str(value) for value in order],
        },
        legend={"orientation": "h", "y": -0.22},
    )
    return figure


def _natural(value: object) -> tuple[int, float, str]:
    text = str(value)
    return (0, float(text), "") if text.isdigit() else (1, 0.0, text)
