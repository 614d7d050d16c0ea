"""The Scripts page: failures without the requested script, letters by script, and their replies."""

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
import streamlit as st

from kinlib.figures import script_charts
from kinlib.figures.script_charts import Cell
from kinlib.results import script_queries
from kinlib.results.reconcile_rows import names
from kinlib.results.script_queries import Printed, Scope
from kinlib.results.store import Store
from kinlib.results.term_figures import PRINTED_ORDER
from kinlib.terms.doubts import UNREVIEWED
from kinlib.terms.matching import FROZEN
from kinlib.ui import address, links, script_replies, terms_words
from kinlib.ui.text import plain

_LEVELS = {"L3": "L3, relation specified", "L1": "L1, English word only", "": "both levels"}
_QUIET = {"displayModeBar": False}


def show(store: Store, scorer: str) -> None:
    """Both charts of the chosen runs with the paper's figures below, and the replies in a cell.

    Failures are those of the kin-term matcher that `scorer` names.

    Raises:
        KinError: the file of printed figures is missing or damaged.
    """
    there = script_queries.runs(store)
    if there.empty:
        _alone()
        return
    printed = script_queries.printed()
    ids = [str(run) for run in there["run_id"]]
    named = dict(zip(ids, names(there.to_dict("records")), strict=True))
    usual = script_queries.usual(there)
    with st.container(horizontal=True):
        runs = address.multiselect(
            "Runs", ids, key=links.RUNS, format_func=named.__getitem__,
            placeholder=f"{len(usual)} of {len(ids)}: all but controls and ad hoc ones",
        )  # fmt: skip
        level = address.select(
            "Level", list(_LEVELS), key=links.LEVEL, format_func=_LEVELS.__getitem__, width=260
        )
    scope = Scope(runs or tuple(usual), level or "", scorer)
    frame = script_queries.cells(store, scope)
    if frame.empty:
        st.info("None of these runs has replies of this level. Choose others, or both levels.")
        return
    shown = _in_paper_order(there[there["run_id"].isin(frame["run_id"])], printed)
    short, omitted = _short(shown)
    cells = _cells(frame, short)
    languages = sorted(set(map(str, frame["language"])), key=_place)
    _heat_maps(cells, languages, printed, scope, omitted)
    _data(cells, printed, named, dict(zip(ids, map(str, there["model"]), strict=True)))
    _letters(script_queries.shares(store, scope), short)
    st.subheader("Replies")
    script_replies.show(store, scope, {cell.id: f"{cell.row}, {cell.column}" for cell in cells})


def _in_paper_order(there: pd.DataFrame, printed: Sequence[Printed]) -> pd.DataFrame:
    """Runs in the order in which the paper has their models; those of other models last."""
    models = [*dict.fromkeys(one.model for one in printed), None]
    places = {
        model: models.index(script_queries.printed_of(model, printed))
        for model in map(str, there["model"].unique())
    }
    return there.sort_values("model", key=lambda column: column.map(places), kind="stable")


def _short(shown: pd.DataFrame) -> tuple[dict[str, str], str]:
    """A name for each run that has room at a chart's edge, and what these names leave out.

    Left out are the providers of models, and a protocol or source that all of the runs have.
    """
    whole = list(map(str, shown["model"]))
    bare = [model.rpartition("/")[2] for model in whole]
    if len(set(bare)) < len(set(whole)):
        bare = whole
    providers = {model.removesuffix(name) for model, name in zip(whole, bare, strict=True)}
    omitted, parts = sorted(providers - {""}), [bare]
    for column in ("protocol", "source"):
        told = ["" if pd.isna(value) else str(value) for value in shown[column]]
        if len(set(told)) > 1:
            parts.append(told)
        else:
            omitted += filter(None, told[:1])
    labels = [" · ".join(filter(None, line)) for line in zip(*parts, strict=True)]
    ids = list(map(str, shown["run_id"]))
    named = {
        run: f"{label} · {run}" if labels.count(label) > 1 else label
        for run, label in zip(ids, labels, strict=True)
    }
    return named, ", ".join(omitted)


def _cells(frame: pd.DataFrame, named: Mapping[str, str]) -> list[Cell]:
    """Cells run by run, languages in the paper's order."""
    runs = list(named)
    rows = sorted(
        frame.to_dict("records"),
        key=lambda row: (runs.index(row["run_id"]), _place(row["language"])),
    )
    return [
        Cell(
            named[row["run_id"]],
            terms_words.language(row["language"]),
            int(row["lacking"]),
            int(row["failures"]),
            f"{row['run_id']}:{row['language']}",
        )
        for row in rows
    ]


def _place(language: str) -> tuple[int, str]:
    known = language in PRINTED_ORDER
    return PRINTED_ORDER.index(language) if known else len(PRINTED_ORDER), language


def _heat_maps(
    cells: Sequence[Cell], languages: Sequence[str], printed: Sequence[Printed], scope: Scope,
    omitted: str,
) -> None:  # fmt: skip
    """Ours above the paper's: side by side, neither has room for its names and numbers."""
    st.subheader("Failures without the requested script")
    if scope.scorer != FROZEN:
        st.caption(
            "**Not the same matcher:** failures of the runs are counted by the bounded one, the "
            "printed ones by the frozen one. Choose “frozen” above to compare like with like."
        )
    dark = st.context.theme.type == "dark"
    st.caption(
        "Runs loaded here. A click on a cell lists its replies below."
        + (
            plain(f" Left out of the names: {omitted}; Show data has them in full.")
            if omitted
            else ""
        )
    )
    event = st.plotly_chart(
        script_charts.lacking(
            cells, columns=list(map(terms_words.language, languages)), dark=dark
        ),
        key="script_cells", on_select="rerun", selection_mode="points", config=_QUIET,
    )  # fmt: skip
    _open(event["selection"]["points"], {cell.id: cell for cell in cells})
    st.caption(
        "As the paper prints it (section 4.2), for L3."
        + ("" if scope.level == "L3" else " These are L3 only; the level chosen is another.")
    )
    st.plotly_chart(
        script_charts.lacking(_printed(printed), dark=dark), key="script_printed", config=_QUIET
    )
    st.caption(
        "A failure is a reply with a text that the matcher chosen above calls wrong; blank ones "
        "are left out. It lacks the script if none of its letters is of it: digits, danda and "
        f"punctuation do not count. {UNREVIEWED}"
    )


def _open(points: Sequence[Mapping[str, Any]], cells: Mapping[str, Cell]) -> None:
    """A cell that was clicked is the one whose replies are listed, until another is chosen."""
    chosen = str(points[0]["customdata"][0]) if points else ""
    if not address.changed("script cell", chosen):
        return
    if chosen in cells:
        st.query_params[links.CELL] = chosen
        lacks = cells[chosen].lacking > 0
        st.query_params[links.HAVING] = ["failure", "absent"] if lacks else ["failure"]
    else:
        st.query_params.pop(links.CELL, None)


def _printed(printed: Sequence[Printed]) -> list[Cell]:
    return [
        Cell(one.model, terms_words.language(one.language), one.lacking, one.failures)
        for one in sorted(printed, key=lambda one: _place(one.language))
    ]


def _data(
    cells: Sequence[Cell], printed: Sequence[Printed], named: Mapping[str, str],
    models: Mapping[str, str],
) -> None:  # fmt: skip
    """The same as a table, with whole names and the paper's figure of the same model, if any."""
    beside = {(one.model, one.language): one for one in printed}
    rows = []
    for cell in cells:
        run, _, language = cell.id.rpartition(":")
        name = script_queries.printed_of(models[run], printed)
        one = beside.get((name or "", language))
        rows.append(
            (named[run], cell.column, cell.lacking, cell.failures, cell.share,
             f"{one.lacking} of {one.failures}" if one else "")
        )  # fmt: skip
    number, text = st.column_config.NumberColumn, st.column_config.TextColumn
    with st.expander("Show data"):
        st.dataframe(
            pd.DataFrame(
                rows, columns=["Run", "Language", "Without", "Failures", "%", "Paper, same model"]
            ),
            hide_index=True,
            height="content",
            column_config={
                "Without": number("Without the script", format="localized"),
                "Failures": number(format="localized"),
                "%": number(format="%.1f"),
                "Paper, same model": text(alignment="right"),
            },
            alt="Failures without the requested script by run and language",
        )


def _letters(frame: pd.DataFrame, named: Mapping[str, str]) -> None:
    st.subheader("Letters by script")
    if frame.empty:
        st.caption("None of these replies has a letter.")
        return
    order = list(named)
    frame = frame.sort_values("run_id", key=lambda runs: runs.map(order.index), kind="stable")
    shown = frame.assign(
        row=[
            f"{named[str(run)]}, {terms_words.language(str(language))}"
            for run, language in zip(frame["run_id"], frame["language"], strict=True)
        ]
    )
    st.plotly_chart(script_charts.letters(shown), key="script_letters", config=_QUIET)
    st.caption(
        "All replies with a text, right and wrong. A letter with its marks counts one; characters "
        "that all scripts share are not counted."
    )
    with st.expander("Show data"):
        st.dataframe(
            shown,
            hide_index=True,
            column_order=["row", "script", "letters", "percent"],
            column_config={
                "row": "Run and language",
                "script": "Script (ISO 15924)",
                "letters": st.column_config.NumberColumn("Letters", format="localized"),
                "percent": st.column_config.NumberColumn("%", format="%.2f"),
            },
            alt="Letters by run, language and script",
        )


def _alone() -> None:
    st.info(
        "No reply to the kin-term prompts is loaded; below are the paper's figures alone. Load "
        "results on the Data page, or run the prompts: `python -m kinlib prompts` writes them."
    )
    st.page_link(links.DATA, label="Load results", icon=":material/database:")
    st.subheader("Failures without the requested script")
    dark = st.context.theme.type == "dark"
    st.plotly_chart(
        script_charts.lacking(_printed(script_queries.printed()), dark=dark),
        key="script_printed",
        config=_QUIET,
    )
    st.caption(plain("As the paper prints it, section 4.2: L3 failures without the script."))
