"""A reasoning reply on its proof: who is named rightly, wrongly or not, and why it is wrong."""

import json
from typing import Any

import streamlit as st

from kinlib.errors import KinError
from kinlib.kinship.genealogy import Genealogy
from kinlib.reasoning import causes
from kinlib.reasoning.cause_kinds import CAUSES, Explained
from kinlib.reasoning.family import telling_names
from kinlib.results.question import Question, question_of
from kinlib.results.released import as_released
from kinlib.results.store import Store
from kinlib.ui import question_tree
from kinlib.ui.question_tree import Mark
from kinlib.ui.text import plain


def show(store: Store, item: Any, score: Any, *, key: str, headed: bool = True) -> None:
    """The verdict in a sentence, its causes, and the drawing.

    Args:
        store: where the family is looked for.
        item: the row of the table item.
        score: the row of the table score.
        key: names the drawing on its page.
        headed: whether the answer as read and the key are shown above it.
    """
    question = question_of(dict(item))
    said = tuple(map(str, json.loads(score["predicted"] or "[]")))
    if headed:
        st.markdown(
            f"**Read as:** {plain(', '.join(said) or 'no answer')}  \n"
            f"**Key:** {plain(', '.join(question.key))}"
        )
    explained = _why(item, said, bool(score["correct"]), score.get("reading"))
    picture = question_tree.picture(store, question)
    if picture is None:
        st.caption("The item tells of no family that could be drawn.")
        return
    marks = _marks(question, explained, picture.genealogy)
    question_tree.draw(picture.about, picture.tree, picture.genealogy, marks, key)
    if picture.note:
        st.caption(picture.note)


def _why(item: Any, said: tuple[str, ...], correct: bool, reading: object) -> Explained | None:
    """Say whether a reply is right, and if not, why."""
    if correct:
        st.success("Right: all that is asked for, and nothing else.", icon=":material/check:")
        return None
    try:
        explained = causes.explain(as_released(dict(item)), said)
    except KinError as error:
        st.warning(f"Wrong. The cause is unknown: {plain(str(error))}", icon=":material/help:")
        return None
    if explained is None:  # the scorer that called it wrong asks for more than the graph does
        st.warning("The scorer calls it wrong, though it names the right people.")
        return None
    if reading not in (None, "answer"):
        st.caption(f"How far the reply could be read: {reading}.")
    st.warning(plain(explained.sentence), icon=":material/close:")
    with st.container(horizontal=True, gap="small"):
        for place, cause in enumerate(explained.causes):
            st.badge(cause, color="gray" if place else "red", help=CAUSES[cause])
    return explained


def _marks(
    question: Question, explained: Explained | None, genealogy: Genealogy
) -> dict[str, Mark]:
    """What the reply makes of each person drawn, by id; nobody where a number is asked for."""
    names = dict(zip(telling_names(genealogy), genealogy.ids, strict=True))
    if question.answer_type == "count":
        return {}
    if explained is None:
        right = question.target_names or question.key
        return {names[name]: "right" for name in right if name in names}
    marks: dict[str, Mark] = {}
    for person in explained.persons:
        known: Mark = "right" if person.verdict == "right" else "wrong"
        if (person_id := names.get(person.name)) is not None:
            marks[person_id] = "missed" if person.verdict == "missed" else known
    return marks
