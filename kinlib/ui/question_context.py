"""The context of an item: one fact a line, those of the proof marked."""

import re
from collections.abc import Mapping, Sequence

import streamlit as st

from kinlib.figures.facts import fact_list, holds
from kinlib.reasoning import contexts
from kinlib.results.question import Question
from kinlib.ui import question_tree
from kinlib.ui.question_words import LEVELS
from kinlib.ui.text import plain

_LONG = 12
"""Facts from which on a context scrolls."""


@st.fragment
def show(question: Question, names: Mapping[str, str]) -> None:
    """The facts of a context, one a line, with a box to find a name in them."""
    st.markdown("**Context**")
    if question.context is None:
        st.caption("The data set stores no context for this item: unknown.")
        return
    lines = _lines(question.context)
    search = ""
    if len(lines) > 4:
        search = st.text_input(
            "Find in the context", key=f"item_find_{question.item_id}", icon=":material/search:",
            placeholder="A name or a word", label_visibility="collapsed",
        )  # fmt: skip
    pairs = [{names.get(s, s), names.get(o, o)} for s, _, o in question.proof]
    dated = {names.get(person, person) for person in question_tree.compared(question)}
    facts = [(text, _is_needed(text, pairs, dated)) for text in lines]
    shown = [(text, proven) for text, proven in facts if holds(text, search or "")]
    with st.container(height=400 if len(shown) > _LONG else "content", border=len(shown) > _LONG):
        st.html(fact_list(shown, search or ""))
    counted = f"{len(lines):,} lines" if len(lines) > 1 else "1 line"
    said = [f"{len(shown):,} of {counted} hold “{plain(search)}”." if search else f"{counted}."]
    if any(proven for _, proven in facts):
        said.append("◆ the answer follows from these: people whom the proof joins, years compared.")
    said.append(LEVELS.get(question.level or "", "What its context leaves out is unknown."))
    if question.context_cut:
        said.append("The source cut this context; the rest is not known here.")
    st.caption(" ".join(said))


def _is_needed(text: str, pairs: Sequence[set[str]], dated: set[str]) -> bool:
    """Whether a line tells of two people whom the proof joins, or a year that is compared."""
    told = contexts.read(text)
    joined = any({fact.subject, fact.object} in pairs for fact in told.facts)
    return joined or not dated.isdisjoint(told.births)


def _lines(context: str) -> list[str]:
    """One fact a line, also where the source put all of them on one."""
    lines = [text for text in context.splitlines() if text.strip()]
    if len(lines) != 1:
        return lines
    parts = re.split(r"(?<=\.) (?=\S)", lines[0])
    # A name may hold a full stop and a space: then the line stays whole.
    same = contexts.read("\n".join(parts)).mentioned == contexts.read(lines[0]).mentioned
    return parts if same else lines
