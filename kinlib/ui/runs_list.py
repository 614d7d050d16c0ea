"""The list of runs on the Data page: filtered, one row a run, a selected row opened."""

import pandas as pd
import streamlit as st

from kinlib.results.rows import identifier
from kinlib.ui import address, links
from kinlib.ui import runs_words as words

_FILTERS = {"model": "Model", "benchmark": "Benchmark", "source": "Source", "state": "State"}
_SEARCHED = ["run_id", "model", "benchmark", "dataset", "protocol", "preset", "source", "origin"]
_FEW = 9


def choose(frame: pd.DataFrame) -> str | None:
    """Filters and table; the id of the run that is open, by a click or by a link.

    `frame` is that of `run_list` with a column state.
    """
    shown = _filtered(frame)
    st.caption(
        f"**{len(shown):,} of {len(frame):,} runs.** Select one to see all that is known of it, "
        "to go on with it, to rescore or to delete it."
    )
    if shown.empty:
        st.info("The filters leave no run. Take one out.")
    else:
        _table(shown)
    opened = st.query_params.get(links.OPENED)
    if opened and opened not in set(frame["run_id"]):
        st.warning("The link opens a run that is not loaded here. Select one in the table.")
        return None
    return opened


def _filtered(frame: pd.DataFrame) -> pd.DataFrame:
    told = frame[_SEARCHED].fillna("").astype(str).agg(" ".join, axis=1).str.casefold()
    with st.container(horizontal=True):
        text = st.text_input(
            "Search",
            key=links.RUN_WORDS,
            bind="query-params",
            placeholder="Model, data set, protocol, id",
            icon=":material/search:",
            width=270,
        )
        for field, label in _FILTERS.items():
            values = sorted(set(map(str, frame[field].dropna())) - {""})
            if len(values) < 2 and links.OF_RUN[field] not in st.query_params:
                continue  # there is nothing to choose
            wanted = address.multiselect(
                label,
                values,
                key=links.OF_RUN[field],
                format_func=words.source if field == "source" else str,
                placeholder="All",
                width=165,
            )
            if wanted:
                frame = frame[frame[field].isin(wanted)]
    for word in (text or "").casefold().split():
        frame = frame[told.loc[frame.index].str.contains(word, regex=False)]
    return frame


def _table(frame: pd.DataFrame) -> None:
    number, text = st.column_config.NumberColumn, st.column_config.TextColumn
    ids = [str(run) for run in frame["run_id"]]
    used = [name for name in words.OUTCOMES if int(frame[name].sum())]
    chosen = st.dataframe(
        frame.assign(
            badge=frame["source"].map(lambda name: [words.source(name)]),
            dataset=[words.data_set(run) for run in words.rows(frame)],
            protocol=frame["protocol"].fillna(""),
            preset=frame["preset"].fillna(""),
            done=[words.share(row.replies, row.planned) for row in frame.itertuples()],
            tokens=[words.count(value) for value in frame["tokens"]],
            cost=[words.cost(value) for value in frame["cost"]],
            started=[words.when(value) for value in frame["started"]],
        ),
        hide_index=True,
        height="content" if len(frame) <= _FEW else 360,
        column_order=["model", "badge", "benchmark", "dataset", "protocol", "state", "done", *used,
                      "preset", "started", "tokens", "cost", "origin", "run_id"],
        column_config={
            "model": text("Model", width=170),
            "badge": st.column_config.MultiselectColumn(
                "Source", options=list(words.COLOURS), color=list(words.COLOURS.values()),
                width=130,
            ),
            "benchmark": text("Benchmark", width=90),
            "dataset": text("Data set", width=190),
            "protocol": text("Protocol", width=150),
            "state": text("State", width=140),
            "done": text("Replies", alignment="right", width=110),
            **{name: number(name.capitalize(), format="localized", width=80) for name in used},
            "preset": text("Preset", width=70),
            "started": text("Started", width=145),
            "tokens": text("Tokens", alignment="right", width=90),
            "cost": text("Cost", alignment="right", width=80),
            "origin": text("Origin", width=80),
            "run_id": text("Run", width=170),
        },
        on_select="rerun",
        selection_mode="single-row",
        # The key holds what the rows are, so that a selection never points at other rows.
        key=f"run-list-{identifier(ids)}",
        alt="Runs with where they come from and how far they are; select a row to open it",
    )  # fmt: skip
    rows = chosen["selection"]["rows"]
    choice = ids[rows[0]] if rows else ""
    if address.changed("run opened", choice) and choice:
        st.query_params[links.OPENED] = choice
