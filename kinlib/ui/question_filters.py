"""Which data set of questions, and which of its items: by any attribute they have."""

import streamlit as st

from kinlib.results import question_queries
from kinlib.results.question_queries import LABELS, Wanted
from kinlib.results.store import Store
from kinlib.ui import address, links
from kinlib.ui.question_words import VALUES, said
from kinlib.ui.text import plain

_FIRST = ("system", "category", "kind", "hops")
_ARRIVED, _FAULT = "questions: open", "questions: fault"
_OF_ONE_SET = (links.SHEET, links.ITEM, *links.WITH.values())


def open_set(dataset_id: str, item_id: str | None = None, fault: str = "") -> None:
    """Show this data set's items from its start, or one of them and its fault, at the next run."""
    st.session_state[_ARRIVED] = (dataset_id, item_id)
    st.session_state[_FAULT] = (item_id, fault)


def fault_of(item_id: str) -> str:
    """The fault for which this item was opened; empty where it was opened otherwise."""
    item, fault = st.session_state.get(_FAULT, ("", ""))
    return str(fault) if item == item_id else ""


def arrive() -> None:
    """Turn to the data set that was asked for, before any widget is drawn."""
    dataset_id, item_id = st.session_state.pop(_ARRIVED, (None, None))
    if dataset_id:
        address.forget(links.SET, links.WORDS, *_OF_ONE_SET)
        st.session_state[links.SHOW] = BROWSE
        st.query_params[links.SET] = dataset_id
        if item_id:
            st.query_params[links.ITEM] = item_id


BROWSE, FAULTS, BUILD = "Browse", "Faults", "Build a data set"
"""The tabs."""


def chosen_set(store: Store) -> str:
    """The box that says which data set is shown; its id, which the address keeps."""
    sets = question_queries.question_sets(store).set_index("dataset_id")
    names, sizes = sets["name"].to_dict(), sets["items"].to_dict()
    asked = st.query_params.get(links.SET)
    if asked and asked not in sets.index:
        st.warning("The link asks for a data set that is not loaded here; another one is shown.")
    return str(
        address.select(
            "Data set", list(sets.index), key=links.SET, width=460,
            format_func=lambda i: f"{names[i]} ({sizes[i]:,} items)",
            on_change=address.forget, args=_OF_ONE_SET,
        )
    )  # fmt: skip


def wanted_items(store: Store) -> Wanted:
    """Boxes for data set and filters, all kept in the address; what is chosen."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        chosen = chosen_set(store)
        text = st.text_input(
            "Search", key=links.WORDS, bind="query-params", icon=":material/search:", width=380,
            placeholder="Words in the question, or a name",
        )  # fmt: skip
    known = _values(store, chosen, question_queries.stamp(store, chosen))
    _say_unknown(known)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        picked = {name: _box(name, known[name]) for name in _FIRST}
        more = [name for name in LABELS if name not in _FIRST and _offered(name, known[name])]
        if more:
            used = sum(bool(st.query_params.get(links.WITH[name])) for name in more)
            label = f"More filters ({used} in use)" if used else "More filters"
            with st.popover(label, icon=":material/filter_list:"):
                left, right = st.columns(2)
                for place, name in enumerate(more):
                    with (left, right)[place % 2]:
                        picked[name] = _box(name, known[name], width="stretch")
    return Wanted(chosen, tuple(picked.items()), text or "")


def sentence(wanted: Wanted) -> str:
    """What a filter lets through, in words."""
    return question_queries.condition(wanted, VALUES).sentence


@st.cache_data(max_entries=50, show_spinner=False)
def _values(_store: Store, dataset_id: str, stamp: str) -> dict[str, list[str]]:
    return question_queries.values(_store, dataset_id)


@st.cache_resource(max_entries=20, show_spinner=False)
def _matching(_store: Store, wanted: Wanted, stamp: str) -> tuple[str, ...]:
    return question_queries.matching(_store, wanted)


def matching(store: Store, wanted: Wanted) -> tuple[str, ...]:
    """The ids of the items under a filter; a filter is asked once as long as the items stay."""
    return _matching(store, wanted, question_queries.stamp(store, wanted.dataset_id))


def _offered(name: str, values: list[str]) -> bool:
    """Whether a filter can choose anything; one in use stays."""
    return len(values) > 1 or bool(st.query_params.get(links.WITH[name]))


def _box(name: str, values: list[str], width: int | str = 170) -> tuple[str, ...]:
    if not _offered(name, values):
        return ()
    return address.multiselect(
        LABELS[name].capitalize(), values, key=links.WITH[name], width=width, placeholder="All",
        format_func=lambda value: said(name, value),
    )  # fmt: skip


def _say_unknown(known: dict[str, list[str]]) -> None:
    for name, key in links.WITH.items():
        if unknown := [v for v in st.query_params.get_all(key) if v not in known[name]]:
            st.warning(
                f"The link asks for {LABELS[name]} {plain(', '.join(unknown))}, which this data "
                "set does not have; it is left out of the filter."
            )
