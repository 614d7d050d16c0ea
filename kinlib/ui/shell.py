"""The frame around every page: browser tab, menu, the store, and errors said in a sentence."""

import functools
import gc
from collections.abc import Mapping
from contextvars import ContextVar
from pathlib import Path

import streamlit as st

from kinlib import settings
from kinlib.errors import KinError
from kinlib.reasoning.scoring import LENIENT, STRICT
from kinlib.results.filters import together
from kinlib.results.queries import Blanks
from kinlib.results.store import Store
from kinlib.terms.matching import BOUNDED_PAPER, FROZEN
from kinlib.ui import fonts, links

NAME = "Kinship workbench"

_BLANKS: Mapping[str, Blanks] = {"left out": "excluded", "counted as wrong": "wrong"}

_SCORERS = {"as each run came": "", "ours, strict": STRICT, "ours, lenient": LENIENT}

_MATCHERS = {
    "bounded": "",
    "frozen, as the paper": FROZEN,
    "bounded, the paper's terms": BOUNDED_PAPER,
}

_framed: ContextVar[bool] = ContextVar("framed", default=False)


def run() -> None:
    """Frame every page: browser tab, menu, then the page itself."""
    token = _framed.set(True)
    try:
        # Before st.navigation, else the browser asks a font server for an icon.
        st.set_page_config(page_title=NAME, page_icon="🌳", layout="wide")
        page = st.navigation(
            [
                st.Page(links.HOME, title="Start", icon=":material/home:", default=True),
                st.Page(links.GENEALOGIES, title="Genealogies", icon=":material/account_tree:"),
                st.Page(links.QUESTIONS, title="Questions", icon=":material/quiz:"),
                st.Page(links.RESULTS, title="Results", icon=":material/table_chart:"),
                st.Page(links.FAILURES, title="Failures", icon=":material/rule:"),
                st.Page(links.TERMS, title="Terms", icon=":material/translate:"),
                st.Page(links.SCRIPTS, title="Scripts", icon=":material/text_fields:"),
                st.Page(links.PROMPT, title="Prompt", icon=":material/chat:"),
                st.Page(links.DATA, title="Data", icon=":material/database:"),
            ],
            # Trees and tables are wide: the menu must not take a fifth of the page from them.
            position="top",
        )
        _settle()
        for foreign in st.query_params.keys() - links.KEYS[page.url_path]:
            del st.query_params[foreign]
        try:
            page.run()
        except KinError as error:
            st.error(str(error), icon=":material/error:")
        finally:
            # Last, and also on a page that stopped early: it takes no room and no page is without.
            fonts.watch()
    finally:
        _framed.reset(token)


def guard() -> None:
    """Run the frame first when a cold server opened a page directly (streamlit.md, trap 1)."""
    if not _framed.get():
        run()
        st.stop()


def store() -> Store:
    """The open store with everything new taken in.

    Raises:
        KinError: another program holds the database, or it is damaged.
    """
    opened = _open(str(settings.database()))
    with st.spinner("Taking in what is new"):
        opened.refresh()
    return opened


def blanks() -> Blanks:
    """The switch that says what rates do with replies that hold no answer."""
    chosen = st.segmented_control(
        "Blank, refused and failed replies",
        list(_BLANKS),
        default="left out",
        required=True,
        key=links.BLANKS,
        bind="query-params",
        persist_state="session",
        help="What a rate does with them: leave them out, or count them as wrong. Cancelled and "
        "unscored replies are never counted.",
    )
    return _BLANKS[str(chosen)]


def scorer() -> str:
    """The switches that say whose verdicts count; empty: those each run came with."""
    with st.container(horizontal=True):
        chosen = st.segmented_control(
            "Verdicts on reasoning replies",
            list(_SCORERS),
            default="as each run came",
            required=True,
            key=links.SCORER,
            bind="query-params",
            persist_state="session",
            help="Imported runs come with the verdicts of their own scorer. Ours read the same "
            "replies again: strict takes exact relations only, lenient also coarser words "
            "(“aunt” for a mother’s sister).",
        )
        kin_terms = matcher()
    return together(_SCORERS[str(chosen)], kin_terms)


def matcher() -> str:
    """The switch that says which matcher's verdicts on kin-term replies count; empty: bounded."""
    chosen = st.segmented_control(
        "Verdicts on kin-term replies",
        list(_MATCHERS),
        default="bounded",
        required=True,
        key=links.MATCHER,
        bind="query-params",
        persist_state="session",
        help="Bounded: an accepted term stands as a word, inflected or not. Frozen: it is anywhere "
        "in the letters, as the benchmark’s paper counts (외할머니 then passes for 할머니). The "
        "paper’s terms are those of its Table 8 with their spellings.",
    )
    return _MATCHERS[str(chosen)]


@st.cache_resource(show_spinner="Opening the results", on_release=Store.close)
def _open(path: str) -> Store:
    return Store(Path(path))


@functools.cache
def _settle() -> None:
    # Streamlit collects garbage after every rerun; what was imported once need not be looked at.
    gc.collect()
    gc.freeze()
