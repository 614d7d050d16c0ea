"""One item of a data set: question, context, key, proof on the tree, query, derivation."""

from collections.abc import Mapping, Sequence
from urllib.parse import urlencode, urlsplit, urlunsplit

import pandas as pd
import streamlit as st

from kinlib.errors import KinError
from kinlib.kinship.genealogy import Genealogy
from kinlib.kinship.kintype import phrase
from kinlib.kinship.systems import Classification, classify
from kinlib.kinship.systems.english import english
from kinlib.reasoning import contexts
from kinlib.reasoning.family import telling_names
from kinlib.results import queries
from kinlib.results.question import Question, question_of
from kinlib.results.question_queries import Wanted
from kinlib.results.store import Store
from kinlib.ui import (
    item_replies,
    kin_terms,
    links,
    question_context,
    question_filters,
    question_query,
    question_table,
    question_tree,
)
from kinlib.ui.question_words import (
    CATEGORIES,
    KINDS,
    depth,
    flags,
    guess,
    in_english,
    system_word,
)
from kinlib.ui.text import plain

_FEW = 5
"""Sentences up to which a proof is told without being asked for."""


def show(store: Store, wanted: Wanted, ids: Sequence[str], item_id: str) -> None:
    """Everything known of one item, and the way to the next."""
    row = queries.item(store, wanted.dataset_id, item_id)
    if row is None:
        st.warning(
            f"The link opens the item {plain(item_id)}, which this data set does not have. Choose "
            "one in the table, or another data set."
        )
        return
    question = question_of(dict(row))
    found = question_tree.family(store, question)
    names = _names(question, found[1] if found else None)
    question_table.steps(ids, item_id)
    if fault := question_filters.fault_of(item_id):
        st.warning(plain(fault), icon=":material/rule:")
    _head(question, names)
    left, right = st.columns([2, 3], gap="medium")
    with left:
        question_context.show(question, names)
    with right:
        _proof(store, question, found, names)
    left, right = st.columns([5, 3], gap="medium")
    with left:
        _relatives(question, found[1] if found else None, names)
    with right:
        _asked(question)
    question_query.show(question, found[1] if found else None, names)
    item_replies.show(store, question)
    _ways_on(question, found[0] if found else None)


def _names(question: Question, genealogy: Genealogy | None) -> dict[str, str]:
    """What the item calls people by their ids."""
    if genealogy is not None:
        return dict(zip(genealogy.ids, telling_names(genealogy), strict=True))
    pairs = dict(zip(question.targets, question.target_names, strict=False))
    if question.ego and question.ego_name:
        pairs[question.ego] = question.ego_name
    return pairs


def _head(question: Question, names: Mapping[str, str]) -> None:
    with st.container(horizontal=True, gap="small"):
        told = [
            system_word(question) if question.system else None,
            CATEGORIES.get(question.category or "", question.category),
            question.kind,
            None if question.level is None else f"{question.level} context",
        ]
        for text in filter(None, told):
            st.badge(plain(text), color="gray")
        if question.override:
            st.badge("override", color="orange")
        if question.reclassified:
            st.badge("reclassified", color="orange")
    st.subheader(plain(" ".join(question.text.split())), anchor=False)
    st.markdown(f"**Key:** {plain(_key(question, names))}")


def _key(question: Question, names: Mapping[str, str]) -> str:
    """The right answer, with what a number or a relation is about."""
    key = ", ".join(question.key)
    if question.answer_type == "count":
        counted = [names.get(person, person) for person in question.targets]
        people = ", ".join(counted or question.target_names)
        return f"{key} ({people})" if people else key
    if accepted := question.fields.get("accepted"):
        return f"{key} ({', '.join(map(str, accepted))} is right too)"
    return key


def _proof(
    store: Store, question: Question, found: tuple[str, Genealogy] | None, names: dict[str, str]
) -> None:  # fmt: skip
    st.markdown("**Proof**")
    steps = question.proof
    if picture := question_tree.picture(store, question):
        steps = picture.about.proof
        question_tree.draw(picture.about, picture.tree, picture.genealogy)
        if picture.note:
            st.caption(picture.note)
    else:
        st.info("The context tells of no family that could be drawn.")
    if not found and question.tree:
        st.page_link(links.DATA, label="Load the trees", icon=":material/database:")
    if steps:
        if not question.proof:
            st.caption("The data set holds no proof: these are the steps of its path.")
            people = picture.genealogy if picture else None
            names = dict(zip(people.ids, people.names, strict=True)) if people else names
        told = question_tree.sentences(steps, names)
        few = len(told) <= _FEW
        with st.container() if few else st.expander(f"The proof in {len(told):,} sentences"):
            st.markdown("\n".join(f"{place}. {plain(text)}" for place, text in enumerate(told, 1)))
    elif question.kind == "older":
        st.write("Years of birth prove the answer; no line of kin is needed.")
    else:
        st.caption("The data set holds no proof: the facts behind the key are unknown.")


def _relatives(question: Question, genealogy: Genealogy | None, names: Mapping[str, str]) -> None:
    """How everybody meant is related to ego, and what ego calls them, derived."""
    ego = question.ego_name or "ego"
    st.markdown(f"**How they are related to {plain(ego)}**")
    if not question.kin_types:
        path = " → ".join(_word(step) for step in question.path)
        said = [
            f"Path: {path}." if path else "The path is unknown.",
            f"Called: {question.kin_term}." if question.kin_term else "",
            f"In English: {question.bio_term}." if question.bio_term else "",
        ]
        st.write(plain(" ".join(filter(None, said))))
        st.caption("Kin types and who else is meant: unknown, the data set does not tell them.")
        return
    classes = _classes(question, genealogy)
    system = system_word(question)
    known = bool(classes)
    rows = [
        {
            "Relative": names.get(person, person),
            "Kin type": kin_type,
            "In words": phrase(kin_type),
            "In English": english(kin_type),
            **(
                {f"In {system}": " or ".join(dict.fromkeys(c.label for c in classes[kin_type]))}
                if known
                else {}
            ),
        }
        for person, kin_type in zip(question.relatives, question.kin_types, strict=False)
    ]
    st.dataframe(
        pd.DataFrame(rows), hide_index=True, height="content",
        alt="How the relatives are related to ego",
    )  # fmt: skip
    if not known:
        st.caption(f"{system} is none of the seven systems, so no term can be derived here.")
    elif question.category != "4":
        st.caption(f"The question asks in English: {system} terms play no part in its key.")
    for found in classes.values():
        for each in found:
            speaker = "" if len(found) == 1 else f", a {'man' if each.ego == 'm' else 'woman'} ego"
            with st.expander(
                plain(f"Why {each.kin_type} is “{each.label}” in {each.system}{speaker}")
            ):
                kin_terms.derivation(each)


def _classes(
    question: Question, genealogy: Genealogy | None
) -> dict[str, tuple[Classification, ...]]:
    """What ego calls each kin type; twice where ego's sex is not known and matters."""
    sex = _ego_sex(question, genealogy)
    found: dict[str, tuple[Classification, ...]] = {}
    try:
        for kin_type in dict.fromkeys(question.kin_types):
            man = classify(question.system or "", kin_type, "m")
            woman = classify(question.system or "", kin_type, "f")
            if sex == "m" or (sex != "f" and man.class_id == woman.class_id):
                found[kin_type] = (man,)
            else:
                found[kin_type] = (woman,) if sex == "f" else (man, woman)
    except KinError:
        return {}
    return found


def _ego_sex(question: Question, genealogy: Genealogy | None) -> str | None:
    if genealogy is not None and question.ego is not None:
        return genealogy.person(question.ego).sex
    if question.context and question.ego_name:
        return contexts.read(question.context).sexes.get(question.ego_name)
    return None


def _word(step: str) -> str:
    """A word of the release's paths, as people say it: hasFather is father."""
    return step[3:4].lower() + step[4:] if step.startswith("has") else step


def _asked(question: Question) -> None:
    """What it takes to answer, in sentences."""
    st.markdown("**What it takes**")
    kind = KINDS.get(question.kind or "")
    said = [
        f"{question.kind.capitalize()}: {kind}." if question.kind and kind else None,
        depth(question),
        *flags(question),
        in_english(question),
        guess(question),
    ]
    st.markdown("\n".join(f"- {plain(text)}" for text in said if text))


def _ways_on(question: Question, genealogy_id: str | None) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        if genealogy_id and question.ego:
            system = system_word(question)
            st.page_link(
                links.GENEALOGIES, label="Open the family with ego's terms",
                icon=":material/account_tree:",
                query_params={
                    links.TREE: genealogy_id, links.EGO: question.ego, links.SYSTEM: system,
                    **({links.PERSON: question.targets[0]} if question.targets else {}),
                },
            )  # fmt: skip
        if st.button("Ask on the Prompt page", icon=":material/chat:", key="item_prompt"):
            # Its list of items is cut; the search brings this one in.
            st.session_state["item_search"] = question.item_id
            query = {links.DATASET: question.dataset_id, links.ITEM: question.item_id}
            st.switch_page(links.PROMPT, query_params=query)
        with st.popover("Link to this item", icon=":material/link:"):
            st.code(_permalink(question), language=None)
    with st.expander("All fields, as the data set has them"):
        st.json(question.fields)
    if question.canary:
        st.caption(plain(question.canary))


def _permalink(question: Question) -> str:
    parts = urlsplit(st.context.url or "")
    query = urlencode({links.SET: question.dataset_id, links.ITEM: question.item_id})
    return urlunsplit((parts.scheme, parts.netloc, parts.path, query, ""))
