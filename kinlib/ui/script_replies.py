"""Replies on the Scripts page: filtered by what they show, and one of them script by script."""

from collections.abc import Mapping
from dataclasses import replace

import pandas as pd
import streamlit as st

from kinlib.figures.script_runs import script_legend, script_runs
from kinlib.results import queries, script_queries
from kinlib.results.rows import identifier
from kinlib.results.script_queries import MARKS, Scope, Wanted
from kinlib.results.store import Store
from kinlib.terms.look_alikes import look_alikes
from kinlib.terms.relations import LANGUAGES
from kinlib.terms.scripts import code_points, full_name, mixed_words, runs
from kinlib.ui import address, links, terms_words
from kinlib.ui.text import plain

_ROWS, _FEW = 50, 8
_PRESENCE = {"absent": "no", "partial": "beside others", "full": "yes"}


def show(store: Store, scope: Scope, cells: Mapping[str, str]) -> None:
    """The replies in a cell that show all that is asked for, and the one that is open.

    `cells` are names for the ids of cells, a run and a language ("RUN:hi").
    """
    with st.container(horizontal=True):
        cell = address.select(
            "Of", list(cells), key=links.CELL, format_func=cells.__getitem__, optional=True,
            placeholder="All runs and languages",
        )  # fmt: skip
        run, _, language = (cell or "").rpartition(":")
        within = Wanted(scope, run, language)
        counts = script_queries.counts(store, within)
        marks = address.multiselect(
            "That show all of", list(MARKS), key=links.HAVING,
            format_func=lambda mark: f"{MARKS[mark].label} ({counts[mark]:,})",
            placeholder=f"Anything ({counts['']:,})",
        )  # fmt: skip
    wanted = replace(within, marks=marks)
    total = script_queries.counts(store, wanted)[""]
    st.caption(f"**{total:,} replies.**")
    if total:
        _table(store, wanted, total)
    else:
        st.info("No reply shows all of these. Take one out, or choose another cell.")
    if opened := st.query_params.get(links.REPLY):
        _reply(store, str(opened), scope.scorer)


def _table(store: Store, wanted: Wanted, total: int) -> None:
    """One page of the replies; a selected row is opened, by its id in the address."""
    if address.changed("script filter", repr(wanted), first=repr(wanted)):
        st.session_state[links.PAGE] = 1
    pages = -(-total // _ROWS)
    page = st.pagination(pages, key=links.PAGE, bind="query-params") if pages > 1 else 1
    frame = script_queries.replies(store, wanted, _ROWS, (page - 1) * _ROWS)
    ids = [str(each) for each in frame["response_id"]]
    chosen = st.dataframe(
        frame.assign(
            language=[terms_words.language(str(code)) for code in frame["language"]],
            relation=[terms_words.phrase(str(one)) for one in frame["relation"]],
            script=frame["script"].map(_PRESENCE),
            text=[" ".join(str(text).split()) for text in frame["text"]],
        ),
        hide_index=True,
        height=320 if len(frame) > _FEW else "content",
        column_order=["verdict", "model", "language", "level", "relation", "script", "text"],
        column_config={
            "verdict": st.column_config.TextColumn("Verdict", width=70),
            "model": st.column_config.TextColumn("Model", width=150),
            "language": st.column_config.TextColumn("Language", width=80),
            "level": st.column_config.TextColumn("Level", width=50),
            "relation": st.column_config.TextColumn("Asked for", width=170),
            "script": st.column_config.TextColumn("Requested script", width=120),
            "text": st.column_config.TextColumn("Reply", width="large"),
        },
        on_select="rerun",
        selection_mode="single-row",
        # The key holds what the rows are, so that a selection never points at other rows.
        key=f"script-replies-{identifier(ids)}",
        alt="Replies under the filter; select a row to see its scripts",
    )
    rows = chosen["selection"]["rows"]
    choice = ids[rows[0]] if rows else ""
    if address.changed("script reply", choice) and choice:
        st.query_params[links.REPLY] = choice
    if links.REPLY not in st.query_params:
        st.caption("Select a row to see the reply script by script.")


def _reply(store: Store, response_id: str, scorer: str) -> None:
    row = queries.reply(store, response_id, scorer)
    if row is None or not isinstance(row["text"], str):
        st.warning(
            f"The link opens the reply {plain(response_id)}, which is not loaded here or has no "
            "text. Choose one in the table."
        )
        return
    text, language = str(row["text"]), str(row["language"])
    found = runs(text)
    with st.container(border=True):
        st.text(f"{row['model']} · {row['dataset']} · {row['item_id']} · {row['verdict']}")
        if language in LANGUAGES:
            code = LANGUAGES[language].script
            st.caption(f"Asked for: {LANGUAGES[language].name}, in {full_name(code)} ({code}).")
        st.html(script_legend(found))
        st.html(script_runs(text, found))
        _oddities(text)
        if st.toggle("Code points", key="script_points"):
            _points(text)
        st.page_link(
            links.FAILURES,
            label="Open the reply on Failures",
            icon=":material/rule:",
            query_params=links.failures(reply=response_id),
        )


def _oddities(text: str) -> None:
    """Words of several scripts, and characters that stand for others."""
    if mixed := mixed_words(text):
        listed = ", ".join(
            dict.fromkeys(f"{word.text} ({' '.join(word.scripts)})" for word in mixed)
        )
        st.caption(plain(f"Words of several scripts: {listed}."))
    if alike := look_alikes(text):
        listed = ", ".join(
            dict.fromkeys(f"{one.text} for {one.like} ({one.kind})" for one in alike)
        )
        st.caption(plain(f"Look-alikes: {listed}."))


def _points(text: str) -> None:
    st.dataframe(
        pd.DataFrame(
            [point._replace(script=f"{full_name(point.script)} ({point.script})")
             for point in code_points(text)]
        ),
        hide_index=True,
        height=320,
        column_config={
            "place": st.column_config.NumberColumn("Place", width="small"),
            "character": st.column_config.TextColumn("Character", width="small"),
            "number": st.column_config.TextColumn("Code point", width="small"),
            "name": st.column_config.TextColumn("Name", width="large"),
            "category": st.column_config.TextColumn("Category", width="small"),
            "script": st.column_config.TextColumn("Script, by neighbours where shared"),
        },
        alt="Code points of the reply",
    )  # fmt: skip
