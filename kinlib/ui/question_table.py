"""A table of items, and the way from one to the next."""

import json
from collections.abc import Sequence

import streamlit as st

from kinlib.results import question_queries
from kinlib.results.question_queries import Wanted
from kinlib.results.rows import identifier
from kinlib.results.store import Store
from kinlib.ui import links, question_filters
from kinlib.ui.address import changed
from kinlib.ui.question_words import said
from kinlib.ui.text import plain

ROWS = 50
"""Items on one page of the table."""

MOST_SAVED = 20_000
"""Items that a page puts into one file."""


def table(store: Store, wanted: Wanted, ids: Sequence[str], total: int) -> str | None:
    """One page of the items under a filter; gives the id of the open one, which the address has."""
    sentence = question_filters.sentence(wanted)
    opened = st.query_params.get(links.ITEM)
    asked = f"{wanted.dataset_id} {sentence}"
    if changed("item filter", asked, first=asked):
        st.session_state[links.SHEET] = 1
        changed("item opened", "")  # its page is turned to, if the filter lets it through
    counted = f"**{len(ids):,} of {total:,} items.** Filter: {plain(sentence)}."
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(counted, width="content")
        sheet = _sheet(ids, opened)
        _download(store, wanted, len(ids))
    if not ids:
        st.info("No item passes this filter. Take a value out of it, or clear the search.")
        return opened
    frame = question_queries.rows(store, wanted.dataset_id, ids[(sheet - 1) * ROWS : sheet * ROWS])
    shown = [str(each) for each in frame["item_id"]]
    used = [name for name in ("system", "kind", "hops", "steps", "override") if _told(frame[name])]
    # The key holds what the rows are, so that a selection never points at other rows.
    key = f"items-{identifier(wanted.dataset_id, shown)}"
    rows = [shown.index(opened)] if opened in shown else []
    if _selected(key) != rows:
        st.session_state[key] = {"selection": {"rows": rows, "columns": [], "cells": []}}
    number = st.column_config.NumberColumn
    st.dataframe(
        frame.assign(
            question=[" ".join(text.split()) for text in frame["question"]],
            gold=[", ".join(_key(*each)) for each in zip(frame["gold"], frame["answer_type"],
                                                         strict=True)],
            category=[said("category", each) for each in frame["category"].fillna("unknown")],
        ),
        hide_index=True,
        height=300,
        column_order=["question", "gold", "category", *used],
        column_config={
            "question": st.column_config.TextColumn("Question", width=360),
            "gold": st.column_config.TextColumn("Key", width=170),
            "category": st.column_config.TextColumn("Category", width=180),
            "system": st.column_config.TextColumn("System", width=80),
            "kind": st.column_config.TextColumn("Kind", width=80),
            "hops": number("Hops", width=50),
            "steps": number("Steps", width=55, help="Derivation steps in its own context"),
            "override": st.column_config.CheckboxColumn("Override", width=75),
        },
        on_select=_choose,
        selection_mode="single-row",
        key=key,
        alt="Items under the filter; select a row to open it",
    )  # fmt: skip
    # The callback gets no arguments from the table, so it is told where to look.
    st.session_state[_SHOWN] = (key, shown)
    if not opened:
        st.caption("Select a row to see the item with its proof.")
    return opened


_SHOWN = "items shown"


def _download(store: Store, wanted: Wanted, number: int) -> None:
    """The items under the filter as JSON lines, put together when they are asked for."""

    def data() -> bytes:
        rows = question_queries.lines(store, wanted)
        return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()

    st.download_button(
        "JSONL", data, "items.jsonl", "application/jsonl", icon=":material/download:",
        on_click="ignore", key="items_download", disabled=not 0 < number <= MOST_SAVED,
        help=f"The items under the filter, all fields; up to {MOST_SAVED:,}.",
    )  # fmt: skip


def _choose() -> None:
    key, shown = st.session_state[_SHOWN]
    if rows := _selected(key):
        st.query_params[links.ITEM] = shown[rows[0]]
    else:
        st.query_params.pop(links.ITEM, None)
    changed("item opened", st.query_params.get(links.ITEM, ""))


def steps(ids: Sequence[str], item_id: str) -> None:
    """Buttons to the item before and after, and which of how many this one is."""
    place = ids.index(item_id) if item_id in ids else None
    with st.container(horizontal=True, vertical_alignment="center"):
        for label, icon, by in (
            ("Previous", ":material/arrow_back:", -1),
            ("Next", ":material/arrow_forward:", 1),
        ):
            there = place is not None and 0 <= place + by < len(ids)
            target = ids[place + by] if there and place is not None else None
            st.button(
                label, icon=icon, disabled=target is None, key=f"item-{label}", on_click=_open,
                args=(target,),
            )  # fmt: skip
        st.caption(
            "This item is not among those of the filter."
            if place is None
            else f"{place + 1:,} of {len(ids):,}"
        )


def _open(item_id: str | None) -> None:
    if item_id:
        st.query_params[links.ITEM] = item_id


def _sheet(ids: Sequence[str], opened: str | None) -> int:
    """Which page of the table is shown: that of an item just opened by a link or a button."""
    sheets = -(-len(ids) // ROWS)
    if changed("item opened", opened or "") and opened in ids:
        st.session_state[links.SHEET] = ids.index(opened) // ROWS + 1
    if st.session_state.get(links.SHEET, 1) > sheets:
        st.session_state[links.SHEET] = sheets
    if sheets < 2:
        return 1
    return st.pagination(sheets, key=links.SHEET, bind="query-params", width=400)


def _selected(key: str) -> list[int]:
    state = st.session_state.get(key)
    return list(state["selection"]["rows"]) if state else []


def _told(column: object) -> bool:
    return bool(column.notna().any())  # type: ignore[attr-defined]


def _key(gold: str, answer_type: str) -> list[str]:
    answers = [str(each) for each in json.loads(gold)]
    return answers[:1] if answer_type == "relation" else answers
