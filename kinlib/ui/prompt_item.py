"""Prompt page: which item of which data set is asked, or none."""

from typing import NamedTuple

import pandas as pd
import streamlit as st

from kinlib.results import queries
from kinlib.results.rows import Row
from kinlib.results.store import Store
from kinlib.ui import address, links

_SHOWN = 400
"""Items that the list holds at most; the search finds the others."""


class Chosen(NamedTuple):
    """An item row of the store, without pandas' marks for what is missing, and its benchmark."""

    row: Row
    benchmark: str


def choose(store: Store) -> Chosen | None:
    """The item chosen; None: a prompt of one's own is written."""
    datasets = queries.datasets(store)
    datasets = datasets[datasets["items"] > 0].set_index("dataset_id")
    chosen = address.select(
        "Take an item from",
        list(datasets.index),
        format_func=lambda key: str(datasets.loc[key, "name"]),
        key=links.DATASET,
        optional=True,
        placeholder="No item: write a prompt of your own",
    )
    if not chosen:
        return None
    item_id = _item(store, chosen)
    row = None if item_id is None else queries.item(store, chosen, item_id)
    if row is None:
        return None
    return Chosen(row_of(row), str(datasets.loc[chosen, "benchmark"]))


def row_of(item: pd.Series) -> Row:
    """A row of the table item as a plain one."""
    return {str(name): None if pd.isna(value) else value for name, value in item.items()}


def _item(store: Store, dataset_id: str) -> str | None:
    search = st.text_input("Search its items", key="item_search", icon=":material/search:")
    found = queries.items(store, dataset_id, search or "", _SHOWN)
    linked = st.query_params.get(links.ITEM)
    if linked and not search and linked not in set(found["item_id"]):
        # The list is cut; what a link asks for is in it all the same. Last: the address does not
        # hold the first one.
        exact = queries.items(store, dataset_id, linked, _SHOWN)
        found = pd.concat([found, exact[exact["item_id"] == linked]])
    if found.empty:
        st.info("No item holds that text.")
        return None
    questions = dict(zip(found["item_id"], found["question"], strict=True))
    return address.select(
        f"Item ({len(questions)} shown)" if len(questions) >= _SHOWN else "Item",
        list(questions),
        format_func=lambda key: f"{key}: {questions[key]}",
        key=links.ITEM,
    )
