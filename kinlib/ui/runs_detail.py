"""One run in full: everything known of it, and the ways to its results."""

from collections.abc import Mapping
from typing import Any

import pandas as pd
import streamlit as st

from kinlib.results import run_detail
from kinlib.results.filters import VERDICTS
from kinlib.results.run_detail import Detail
from kinlib.results.store import Store
from kinlib.ui import links, runs_repeat
from kinlib.ui import runs_words as words
from kinlib.ui.text import plain

_TABS = {
    "kinshipqa": "KinshipQA paper",
    "terms": "Generation benchmark",
    "selection": "Generation benchmark",
}
"""Which tab of Results has the tables of a benchmark."""


def show(store: Store, run: Mapping[str, Any]) -> None:
    """Head, links, all that is known of a run, and whether it gives the same replies again.

    `run` is a row of `run_list` with its state.
    """
    st.subheader(plain(str(run["model"])))
    with st.container(horizontal=True, vertical_alignment="center"):
        name = words.source(run["source"])
        st.badge(name, color=words.COLOURS.get(name, "gray"))  # type: ignore[arg-type]
        if run["state"]:
            st.badge(str(run["state"]), color="gray")
        protocol = str(run["protocol"]) if words.known(run["protocol"]) else ""
        st.markdown(plain(" · ".join(filter(None, (words.data_set(run), protocol)))))
    _links(run)
    found = run_detail.detail(store, str(run["run_id"]))
    if found is not None:
        _known(run, found)
        _events(found)
        runs_repeat.show(store, run)


def _links(run: Mapping[str, Any]) -> None:
    run_id, benchmark = str(run["run_id"]), str(run["benchmark"])
    with st.container(horizontal=True):
        st.page_link(
            links.FAILURES, label="Its replies, failures first", icon=":material/rule:",
            query_params=links.failures(
                run=run_id, source=str(run["source"]), verdict=list(VERDICTS)
            ),
        )  # fmt: skip
        if benchmark in _TABS:
            st.page_link(
                links.RESULTS, label="Beside the paper", icon=":material/table_chart:",
                query_params={links.SHOW: _TABS[benchmark], links.RUNS: run_id},
            )  # fmt: skip
        if benchmark == "terms":
            st.page_link(
                links.SCRIPTS, label="Its scripts", icon=":material/text_fields:",
                query_params={links.RUNS: run_id},
            )  # fmt: skip


def _known(run: Mapping[str, Any], found: Detail) -> None:
    """A line for each thing that is known; what is not known has none, save where that tells."""
    lines = {
        "Run": str(run["run_id"]),
        "Benchmark": str(run["benchmark"]),
        "Data set": words.data_set(run),
        "Protocol": str(run["protocol"]) if words.known(run["protocol"]) else "",
        "Preset": str(run["preset"]) if words.known(run["preset"]) else "",
        "Parameters": _pairs({k: v for k, v in found.parameters.items() if v is not None}),
        "Parameters the model does not take": ", ".join(found.dropped),
        "Replies": words.share(run["replies"], run["planned"]),
        "Outcomes": _pairs({name: int(run[name]) for name in words.OUTCOMES if run[name]}),
        "Errors by kind": _pairs(found.errors),
        "Tokens": words.count(run["tokens"]),
        "Cost": words.cost(run["cost"]),
        "Verdicts by": str(run["scorer"]) if words.known(run["scorer"]) else "nobody",
        "Started": words.when(run["started"]),
        "Last reply": words.when(run["last"]),
        "Served as": _pairs(found.served, " × ") or "not told",
        "Requests": words.count(found.requests),
        "Asked more than once": words.count(found.again) if found.again else "",
        "Seconds a reply, median": f"{found.seconds:,.2f}" if found.seconds is not None else "",
        "Versions": _pairs(found.versions),
        "What its source left out": found.note or "",
        "Comes from": str(run["origin"]),
        "File": str(run["file"]) if words.known(run["file"]) else "",
    }
    # A table of text: it breaks long lines on a narrow screen, as a grid does not.
    st.table(
        pd.DataFrame(
            [(what, plain(value)) for what, value in lines.items() if value],
            columns=["What", "As it is known"],
        ),
        border="horizontal",
        hide_index=True,
        hide_header=True,
        alt="All that is known of the run",
    )


def _events(found: Detail) -> None:
    if not found.events:
        return
    with st.expander(f"What happened to it ({len(found.events):,})"):
        st.dataframe(
            pd.DataFrame(
                [(words.when(one.at), one.name, _pairs(one.fields)) for one in found.events],
                columns=["When", "What", "More"],
            ),
            hide_index=True,
            column_config={"More": st.column_config.TextColumn(width="large")},
            alt="Events of the run",
        )


def _pairs(values: Mapping[str, Any], between: str = " ") -> str:
    return ", ".join(f"{name}{between}{_said(value)}" for name, value in values.items())


def _said(value: Any) -> str:
    if isinstance(value, Mapping):
        return f"({_pairs({k: v for k, v in value.items() if v is not None})})"
    if isinstance(value, list):
        return f"({', '.join(map(_said, value))})"
    return f"{value:g}" if isinstance(value, float) else str(value)
