"""Choices by id that the address keeps.

Streamlit's own `bind="query-params"` writes the words shown, which are neither unique nor lasting
where they are made from data; here the address holds the ids. An address that changed under a
page that is already open (a link, the back button) wins over what was chosen before.
"""

from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st


def select(
    label: str,
    options: Sequence[str],
    *,
    key: str,
    format_func: Callable[[str], str],
    optional: bool = False,
    **more: Any,
) -> str | None:
    """A select box of ids; the first one is chosen, or none if `optional`, where none is asked for.

    `more` goes to `st.selectbox`.
    """
    default = None if optional or not options else options[0]
    asked = _asked(key)
    if asked is not None:
        st.session_state[key] = next((value for value in asked if value in options), default)
    elif st.session_state.get(key) not in options:
        st.session_state[key] = default
    chosen: str | None = st.selectbox(label, options, format_func=format_func, key=key, **more)
    _tell(key, [chosen] if chosen and chosen != default else [])
    return chosen


def multiselect(
    label: str, options: Sequence[str], *, key: str, format_func: Callable[[str], str], **more: Any
) -> tuple[str, ...]:
    """A box of several ids, empty where none is asked for; `more` goes to `st.multiselect`."""
    asked = _asked(key)
    before = st.session_state.get(key, []) if asked is None else asked
    st.session_state[key] = [value for value in before if value in options]
    chosen = st.multiselect(label, options, format_func=format_func, key=key, **more)
    _tell(key, chosen)
    return tuple(chosen)


def forget(*keys: str) -> None:
    """Choices as if never made: the next ones shown are the first."""
    for key in keys:
        st.query_params.pop(key, None)
        st.session_state.pop(key, None)
        st.session_state.pop(_told(key), None)


def changed(what: str, value: str, first: str = "") -> bool:
    """Whether a value is another than it was at the last run; `first` counts as the one before.

    Only what changed may overrule a later choice: a table's or a drawing's selection stays as it
    is while the page moves on by other means.
    """
    before = st.session_state.get(f"seen: {what}", first)
    st.session_state[f"seen: {what}"] = value
    return bool(value != before)


def _asked(key: str) -> list[str] | None:
    """Values the address asks for, where it asks for others than it did; None: as before."""
    asked = st.query_params.get_all(key)
    before: list[str] = st.session_state.get(_told(key), [])
    if key in st.session_state:
        return None if asked == before else asked
    # The page was left and is open again: without a wish in the address it is as it was.
    return asked or before


def _tell(key: str, values: Sequence[str]) -> None:
    st.session_state[_told(key)] = list(values)
    if values:
        st.query_params[key] = list(values)
    else:
        st.query_params.pop(key, None)


def _told(key: str) -> str:
    return f"{key}, as the address has it"
