"""Tables and charts of the Results page."""

from typing import Any

import pandas as pd
import streamlit as st

from kinlib.figures import charts
from kinlib.results import queries
from kinlib.results.filters import APART, LEFT_OUT, Filter
from kinlib.results.scores import RELATIONAL
from kinlib.results.store import Store
from kinlib.stats import FEWEST_CLUSTERS, REPETITIONS
from kinlib.ui import links

_COUNTED = {
    "excluded": "of the replies with an answer; blank, refused and failed ones are left out",
    "wrong": "of all replies; blank, refused and failed ones count as wrong",
}

_INTERVALS = (
    "95 % intervals over items are Wilson’s, items taken as independent. Of kin-term and "
    "selection runs they are over cells (a relation in a language as one speaker says it), since "
    f"replies about one cell are alike: cells are resampled whole, {REPETITIONS:,} times; "
    "where all replies are right, or none is, Wilson’s with each cell a trial. With fewer than "
    f"{FEWEST_CLUSTERS} cells there is none."
)

_WAYS = {
    "items": "items, Wilson",
    "clusters resampled": "{cells} cells, resampled",
    "Wilson, a trial for each cluster": "{cells} cells, Wilson",
    "too few clusters": "none: {cells} cells are too few",
    "no variation": "none: {cells} cells do not vary",
}
"""How an interval was made, by `way` of the queries."""

_OUTCOMES = ("answered", "blank", "truncated", "refused", "cancelled", "error")

_SOURCES = {
    "measured": "measured here",
    "imported": "imported",
    "ad hoc": "ad hoc",
    "human": "human",
    "control": "control",
}


def runs(frame: pd.DataFrame, blanks: queries.Blanks) -> None:
    """Table of runs; a chosen row opens its failures."""
    shown = frame.assign(
        source=frame["source"].map(_SOURCES),
        protocol=frame["protocol"].fillna("not stated"),
        dataset=frame["dataset"].fillna("free prompts"),
        scorer=frame["scorer"].fillna("nobody"),
        score=100 * frame["score"],
        interval=[_interval(row.low, row.high) for row in frame.itertuples()],
        over=[_over(row.way, row.cells) for row in frame.itertuples()],
        of=[_share(row.right, row.counted) for row in frame.itertuples()],
        ours=[
            ""
            if row.benchmark not in RELATIONAL
            else f"{row.strict:,} · {row.lenient:,} of {row.replies:,}"
            for row in frame.itertuples()
        ],
    )
    number = st.column_config.NumberColumn
    used = [name for name in _OUTCOMES if int(frame[name].sum())]
    contradicted = ["same"] if int(frame["same"].sum()) else []
    unscored = ["not_scored"] if int(frame["not_scored"].sum()) else []
    chosen = st.dataframe(
        shown,
        hide_index=True,
        placeholder="unknown",
        column_order=["model", "dataset", "protocol", "source", "score", "of", "interval", "over",
                      "ours", *contradicted, *used, *unscored, "scorer", "benchmark", "replies"],
        column_config={
            "model": st.column_config.TextColumn("Model"),
            "benchmark": "Benchmark",
            "dataset": "Data set",
            "protocol": "Protocol",
            "source": "Source",
            "score": number("Right, %", format="%.1f"),
            "of": st.column_config.TextColumn("Right of counted", alignment="right"),
            "interval": st.column_config.TextColumn("95 % interval", alignment="right"),
            "over": "Interval over",
            "ours": st.column_config.TextColumn("Ours, strict · lenient", alignment="right"),
            "replies": number("Replies", format="localized"),
            **{name: number(name.capitalize(), format="localized") for name in used},
            "not_scored": number("Not scored", format="localized"),
            "same": number("Gold, called wrong", format="localized"),
            "scorer": st.column_config.TextColumn("Verdicts by"),
        },
        on_select="rerun",
        selection_mode="single-row",
        key="runs",
        alt="Runs with their outcomes and scores",
    )  # fmt: skip
    st.caption(
        f"Right, % is {_COUNTED[blanks]} (switch above). {_INTERVALS} A truncated "
        "reply is scored on its text. Imported runs show the "
        "verdicts of the scorer they came with unless ours is chosen above; “gold, called wrong” "
        "counts replies that are the gold answer word for word and that it called wrong."
    )
    st.caption(
        "Ours: how many of all the run's replies our two scorers call right. Strict takes "
        "exact relations only; lenient takes “aunt” for a mother’s sister too."
    )
    rows = chosen["selection"]["rows"]
    if rows:
        run = frame.iloc[rows[0]]
        st.page_link(
            links.FAILURES,
            label=f"Open the failures of {run['model']}",
            icon=":material/rule:",
            query_params=links.failures(run=[run["run_id"]]),
        )


def accuracy(store: Store, frame: pd.DataFrame, blanks: queries.Blanks, scorer: str = "") -> None:
    """Chart of accuracy by hops, category, system or language, with its table."""
    scored = frame[(frame["counted"] > 0) & ~frame["source"].isin(APART)]
    if scored.empty:
        st.info("No reply has been scored yet.")
        return
    benchmarks = sorted(scored["benchmark"].unique())
    with st.container(horizontal=True):
        benchmark = st.segmented_control(
            "Benchmark", benchmarks, default=benchmarks[0], required=True,
            key=links.CHART, bind="query-params",
        )  # fmt: skip
        wanted = Filter(benchmark=(str(benchmark),), scorer=scorer)
        dimensions = queries.dimensions(store, wanted)
        if not dimensions:
            st.caption("Its items carry neither hops nor category, system or language.")
            return
        by = st.segmented_control(
            "By", dimensions, default=dimensions[0], required=True,
            key=links.BY, bind="query-params",
        )  # fmt: skip
    table = queries.accuracy_by(store, by, blanks, wanted)
    if table.empty:
        st.info(f"The replies of {benchmark} carry no {by}; choose another split.")
        return
    names = queries.run_names(store)
    table = table.assign(name=[names[run] for run in table["run_id"]])
    st.plotly_chart(
        charts.accuracy(table, str(by), dark=st.context.theme.type == "dark"),
        key="accuracy",
        config={"displaylogo": False},
    )
    st.caption(f"{_INTERVALS} {LEFT_OUT}")
    with st.expander("Show data"):
        st.dataframe(
            table.assign(
                over=[_over(row.way, row.cells) for row in table.itertuples()],
                score=100 * table["score"],
                interval=[_interval(row.low, row.high) for row in table.itertuples()],
            ),
            hide_index=True,
            column_order=["name", "value", "right", "counted", "score", "interval", "over",
                          "replies"],
            column_config={
                "name": "Run",
                "value": str(by).capitalize(),
                "right": "Right",
                "counted": "Counted",
                "score": st.column_config.NumberColumn("Right, %", format="%.1f"),
                "interval": st.column_config.TextColumn("95 % interval", alignment="right"),
                "over": "Interval over",
                "replies": "Replies",
            },
            alt=f"Accuracy by {by}",
        )  # fmt: skip


def published(figures: pd.DataFrame) -> None:
    """Figures that releases print or store as totals, searchable."""
    if figures.empty:
        st.info("No published figures are loaded. The Data page takes tables (JSON, CSV) in.")
        st.page_link(links.DATA, label="Load tables", icon=":material/database:")
        return
    st.caption(
        "Numbers as their files have them, never averaged with replies measured or imported here."
    )
    files = st.multiselect(
        "File", sorted(figures["source"].unique()), key=links.FILE, bind="query-params",
        placeholder="All",
    )  # fmt: skip
    shown = figures[figures["source"].isin(files)] if files else figures
    st.dataframe(
        shown,
        hide_index=True,
        column_config={
            "source": "File",
            "table_name": "Table",
            "labels": st.column_config.JsonColumn("Of what", width="large"),
            "metric": "Metric",
            "value": st.column_config.NumberColumn("Value", format="%.4g"),
        },
        alt="Published figures",
    )
    st.caption(f"{len(shown):,} of {len(figures):,} figures.")


def _over(way: Any, cells: Any) -> str:
    return _WAYS[way].format(cells=cells)


def _interval(low: Any, high: Any) -> str:
    return "unknown" if pd.isna(low) else f"{100 * low:.1f}–{100 * high:.1f}"


def _share(right: object, counted: object) -> str:
    return f"{right:,} of {counted:,}" if counted else "unknown"
