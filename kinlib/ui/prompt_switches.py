"""Prompt page: the buttons that say in which way an item is put, and in which ways besides."""

from collections.abc import Sequence
from typing import Any

import streamlit as st

from kinlib.errors import KinError
from kinlib.terms import prompts
from kinlib.terms.prompts import Switches
from kinlib.ui import links, prompt_ways
from kinlib.ui.prompt_item import Chosen
from kinlib.ui.prompt_ways import Asked, Way
from kinlib.ui.text import plain

_KEPT: dict[str, Any] = {"bind": "query-params", "persist_state": "session"}

_SCAFFOLD = {
    "in its language": "target_language",
    "script asked for": "script",
    "Latin letters allowed": "romanised",
    "term given": "term",
    "term only": "recall",
}


def choose(chosen: Chosen) -> tuple[Asked, list[Asked]]:
    """The prompt as the buttons make it, and the same item in the further ways chosen."""
    item, benchmark = chosen
    if benchmark == "terms" and prompt_ways.is_plain(item):
        way = _scaffold(chosen)
    elif prompt_ways.is_question(item):
        way = _protocol(chosen)
    else:
        way = Way()
    first = _put(chosen, way)
    ways = prompt_ways.ways(item, benchmark)
    if len(ways) < 2:
        return first, []
    names = st.multiselect(
        "Compare with",
        list(ways),
        key=links.WAYS,
        placeholder="Ask the same item in other ways too",
        help="Each model is asked once for each way, with the same parameters; the verdicts stand "
        "side by side below.",
        **_KEPT,
    )
    further = [_put(chosen, ways[name]) for name in names if ways[name] != way]
    return first, further


def _put(chosen: Chosen, way: Way) -> Asked:
    """The item in a way; as it is, where that cannot be."""
    try:
        return prompt_ways.put(chosen.row, chosen.benchmark, way)
    except KinError as error:
        st.warning(plain(str(error)))
        return prompt_ways.put(chosen.row, chosen.benchmark, Way())


def _protocol(chosen: Chosen) -> Way:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        protocol = st.segmented_control(
            "Protocol",
            prompt_ways.possible(chosen.row),
            default="direct",
            required=True,
            key=links.PROTOCOL,
            **_KEPT,
        )
        rule = False
        if prompt_ways.can_state_rule(chosen.row):
            rule = st.toggle("State the system's rule", key=links.STATED, **_KEPT)
    return Way(protocol=protocol or "direct", rule=rule)


def _scaffold(chosen: Chosen) -> Way:
    on = st.pills(
        "Switches",
        list(_SCAFFOLD),
        selection_mode="multi",
        wrap=True,
        key=links.SCAFFOLD,
        help="What the paper's prompts do not say. Each rebuilds the prompt and its key.",
        **_KEPT,
    )
    with st.container(horizontal=True):
        offered = st.segmented_control(
            "Options", ("broad", "close"), key=links.OFFERED,
            help="Four terms to choose from: the others from the whole inventory, or alike.",
            **_KEPT,
        )  # fmt: skip
        told: Sequence[str] = prompt_ways.conditions(chosen.row)
        condition = (
            st.segmented_control("Said besides", told, key=links.TOLD, **_KEPT) if told else None
        )
    switches = Switches(
        conditions=bool(condition),
        options=offered or "",
        **{field: label in on for label, field in _SCAFFOLD.items()},
    )
    try:
        prompts.checked(switches)
    except KinError as error:
        st.warning(plain(str(error)))
        return Way()
    return Way(switches, condition or "")
