"""The proof of an item drawn on its family: who is drawn, and what is said at their names."""

from collections.abc import Collection, Iterable

import streamlit as st

from kinlib.errors import KinError
from kinlib.figures.network import network
from kinlib.figures.proof import spread
from kinlib.kinship.genealogy import Genealogy
from kinlib.kinship.kintype import phrase
from kinlib.kinship.layout import layout
from kinlib.kinship.relate import paths
from kinlib.kinship.years import dated
from kinlib.reasoning import contexts
from kinlib.reasoning.family import WORDS, family_of, telling_names, tree_id
from kinlib.reasoning.proof import line
from kinlib.results import queries, question_queries
from kinlib.results.question import Question, Step
from kinlib.results.rows import identifier
from kinlib.results.store import Store
from kinlib.ui import genealogy_view, links
from kinlib.ui.genealogy_focus import LARGE
from kinlib.ui.text import plain
from kinlib.ui.tree import family_tree

PROOF, TOLD, WHOLE = "The proof", "Everybody in the context", "The whole family"

_LETTERS = {word: letter for letter, word in WORDS.items()}
_RING = {
    "count": ("counted", "those who are counted"),
    "relation": ("asked about", "the relative asked about"),
}


def family(store: Store, question: Question) -> tuple[str, Genealogy] | None:
    """The id and the people of the tree an item is about; None: it is not known or not loaded."""
    if question.tree is None or question.system is None:
        return None
    found = question_queries.tree_of(store, question.system, question.tree)
    if found is None:
        return None
    genealogy = genealogy_view.load(store, queries.genealogies(store), found)
    # A file may be called like a tree and hold other people.
    known = tree_id(genealogy) == question.tree and question.ego in genealogy
    return (found, genealogy) if known else None


def steps_of(question: Question, genealogy: Genealogy) -> tuple[Step, ...]:
    """The facts from ego to the relatives: the proof, or where years prove, the lines of kin."""
    if question.proof:
        known = (s for s in question.proof if s[0] in genealogy and s[2] in genealogy)
        return tuple(step for step in known if step[1] in _LETTERS)
    found: list[Step] = []
    if question.ego is None or len(question.kin_types) != len(question.relatives):
        return ()
    people = family_of(genealogy)
    place = genealogy.index
    for alter, kin_type in zip(question.relatives, question.kin_types, strict=True):
        try:
            way = [people.ids[i] for i in line(people, place[question.ego], place[alter], kin_type)]
        except (ValueError, KeyError):  # the data set says of the two what is not so
            continue
        found += zip(way, (WORDS[letter] for letter in kin_type), way[1:], strict=False)
    return tuple(found)


def drawn(question: Question, genealogy: Genealogy, how: str) -> tuple[str, ...]:
    """Who is drawn: those on the proof and the parents that join siblings, or more."""
    if how == WHOLE:
        return genealogy.ids
    people = {question.ego, *question.relatives, *question.targets}
    people.update(p for s, _, o in steps_of(question, genealogy) for p in (s, o))
    if how == TOLD and question.context:
        called = dict(zip(telling_names(genealogy), genealogy.ids, strict=True))
        people.update(map(called.get, contexts.read(question.context).mentioned))
    known = {person for person in people if person is not None and person in genealogy}
    return tuple(sorted(known | _joining(genealogy, known), key=genealogy.at))


def _joining(genealogy: Genealogy, people: Collection[str]) -> set[str]:
    """The parents that siblings among these people share."""
    return {
        parent
        for person in people
        for sibling in genealogy.siblings(person)
        if sibling in people
        for parent in genealogy.parents(person)
        if parent in genealogy.parents(sibling)
    }


def tags(question: Question, genealogy: Genealogy) -> dict[str, str]:
    """The words at people's names: kin type seen from ego, years that are compared, the answer."""
    letters = {question.ego: ""}
    steps = steps_of(question, genealogy)
    for _ in steps:
        for subject, word, other in steps:
            if subject in letters:
                letters.setdefault(other, letters[subject] + _LETTERS[word])
    said: dict[str, list[str]] = {p: [word] for p, word in letters.items() if p and word}
    for person in compared(question):
        if person in genealogy and (year := genealogy.person(person).birth) is not None:
            said[person] = [dated(year)]
    for person in question.targets:
        said.setdefault(person, []).append(_RING.get(question.answer_type, ("answer", ""))[0])
    return {person: " · ".join(words) for person, words in said.items()}


def compared(question: Question) -> tuple[str, ...]:
    """The ids of those whose years of birth decide."""
    if question.kind == "oldest":
        return question.relatives
    alone = question.kind != "older" or question.ego is None
    return () if alone else (str(question.ego), *question.relatives)


def legend(question: Question) -> str:
    """What the marks of the drawing mean."""
    ringed = _RING.get(question.answer_type, ("answer", "the answer"))
    gold = "gold line: a step of the proof, from ego on · " if question.proof else ""
    return (
        f"{gold}gold ring and “{ringed[0]}”: {ringed[1]} · thick border: ego · letters: kin type "
        "seen from ego (F M B Z S D H W: father, mother, brother, sister, son, daughter, husband, "
        "wife) · ▲ man · ● woman · a dot joins a couple and their children"
    )


@st.fragment
def draw(question: Question, genealogy_id: str, genealogy: Genealogy) -> None:
    """The drawing with the choice of how much of the family is shown."""
    choices = [PROOF, TOLD, *([WHOLE] if len(genealogy) <= LARGE else [])]
    how = st.segmented_control(
        "Draw", choices, default=PROOF, required=True, key=links.DRAWN, bind="query-params",
        label_visibility="collapsed",
    )  # fmt: skip
    people = drawn(question, genealogy, str(how))
    picture = spread(layout(genealogy, people=people))
    dark = st.context.theme.type == "dark"
    words = tags(question, genealogy)
    net = network(
        genealogy, picture, ego=question.ego, dark=dark, tags=words, proof=question.proof,
        ringed=question.targets,
    )  # fmt: skip
    event = family_tree(
        net,
        key="item_tree",
        stamp=identifier(genealogy_id, question.item_id, how, dark),
        total=len(genealogy),
        focus=question.ego,
        height=round(min(620, max(300, 0.9 * picture.height + 90))),
    )
    if event.selected and event.selected != question.ego:
        st.caption(_related(genealogy, str(question.ego), event.selected))
    st.caption(legend(question))


def _related(genealogy: Genealogy, ego: str, alter: str) -> str:
    """Who the person clicked is to ego."""
    name = plain(genealogy.person(alter).name)
    try:
        found = paths(genealogy, ego, alter)[:3]
    except KinError:
        found = ()
    ways = "; ".join(f"{path.kin_type}, {phrase(path.kin_type)}" for path in found)
    return f"**{name}**: ego's {ways}." if ways else f"**{name}**: not related to ego nearby."


def sentences(steps: Iterable[Step], names: dict[str, str]) -> list[str]:
    """Facts of a proof as sentences."""
    told = (f"{names.get(s, s)}'s {word} is {names.get(o, o)}." for s, word, o in steps)
    return [" ".join(text.split()) for text in told]
