"""The proof of an item drawn on its family: who is drawn, and what is said at their names."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

import streamlit as st

from kinlib.errors import KinError
from kinlib.figures.network import network
from kinlib.figures.proof import GOLD, RIGHT, WRONG, spread
from kinlib.kinship.genealogy import Genealogy
from kinlib.kinship.kintype import phrase
from kinlib.kinship.layout import layout
from kinlib.kinship.relate import paths
from kinlib.kinship.years import dated
from kinlib.reasoning import contexts
from kinlib.reasoning.family import WORDS, family_of, telling_names, tree_id
from kinlib.reasoning.proof import line
from kinlib.reasoning.told_family import told_family, walked
from kinlib.results import queries, question_queries
from kinlib.results.question import Question, Step
from kinlib.results.rows import identifier
from kinlib.results.store import Store
from kinlib.ui import genealogy_view, links
from kinlib.ui.genealogy_focus import LARGE
from kinlib.ui.text import plain
from kinlib.ui.tree import family_tree

NOT_NAMED = (
    "Drawn from what the context tells: the data set does not say which family this is about."
)
NOT_LOADED = (
    "Drawn from what the context tells: the family is not loaded. Load the data set’s folder trees "
    "on the Data page to see it whole."
)

ITEM = "item_tree"
"""Names the drawing of an item's own proof."""

PROOF, TOLD, WHOLE = "The proof", "Everybody in the context", "The whole family"

Mark = Literal["right", "wrong", "missed"]
"""What a reply makes of a person: named and right, named and wrong, not named and right."""

_MARKED: Mapping[Mark, str] = {"right": "✓ said", "wrong": "✗ said", "missed": "missed"}

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


@dataclass(frozen=True)
class Picture:
    """A family to draw an item on, and the item with the ids of that family.

    `tree` names the drawing; `note` says where the family comes from if it is not the item's tree.
    """

    tree: str
    genealogy: Genealogy
    about: Question
    note: str = ""


def picture(store: Store, question: Question) -> Picture | None:
    """The item's tree, or the shipped family it names, or what its context tells; None: nothing."""
    if found := family(store, question):
        return Picture(*found, question)
    if shipped := _shipped(store, question):
        return shipped
    if drawable := _told(question):
        note = NOT_NAMED if question.tree is None else NOT_LOADED
        return Picture(f"told by {question.dataset_id}", *drawable, note)
    return None


def _shipped(store: Store, question: Question) -> Picture | None:
    """For questions that name a family that ships, with ego's id and the path."""
    file, ego = question.fields.get("family"), question.ego
    words = [step.removeprefix("has").casefold() for step in question.path]
    if not isinstance(file, str) or ego is None or not set(words) <= _LETTERS.keys():
        return None
    path = "".join(_LETTERS[word] for word in words)
    known = queries.genealogies(store)
    ids = known[known["origin"] == f"data/{file}"]["genealogy_id"]
    genealogy = genealogy_view.load(store, known, str(ids.iloc[0])) if len(ids) else None
    if genealogy is None or ego not in genealogy:
        return None
    targets = tuple(person for person in question.targets if person in genealogy)
    about = replace(question, relatives=targets, kin_types=(path,) * len(targets))
    proof = steps_of(about, genealogy)
    return Picture(str(ids.iloc[0]), genealogy, replace(about, proof=proof))


def _told(question: Question) -> tuple[Genealogy, Question] | None:
    """The family as the item's context tells it, and the item about it; people's ids are names."""
    known = contexts.read(question.context or "")
    genealogy = told_family(known, question.item_id)
    if genealogy is None or question.ego_name is None or question.ego_name not in genealogy:
        return None
    steps = walked(known, question.ego_name, question.path)
    proof = tuple((fact.subject, _word(fact.word, known.sexes.get(fact.object)), fact.object)
                  for fact in steps)  # fmt: skip
    names = tuple(name for name in question.target_names if name in genealogy)
    about = replace(question, ego=question.ego_name, targets=names, relatives=(), kin_types=(),
                    proof=proof)  # fmt: skip
    return genealogy, about


def _word(word: str, sex: str | None) -> str:
    """A word of a fact with its sex where that is known; a child is then a son or a daughter."""
    kinds = (contexts.PARENTS, contexts.CHILDREN, contexts.SIBLINGS, contexts.SPOUSES)
    kind = next(kind for kind in kinds if word in kind)
    return kind[{"m": 0, "f": 1}.get(sex or "", kind.index(word))]


def steps_of(question: Question, genealogy: Genealogy) -> tuple[Step, ...]:
    """The facts from ego to the relatives: the proof, or where years prove, the lines of kin."""
    if question.proof:
        known = (s for s in question.proof if s[0] in genealogy and s[2] in genealogy)
        return tuple(step for step in known if step[1] in contexts.WORDS)
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


def drawn(
    question: Question, genealogy: Genealogy, how: str, also: Iterable[str] = ()
) -> tuple[str, ...]:
    """Who is drawn: those on the proof and the parents that join siblings, or more.

    People whom a reply names are drawn `also`, with the line that joins them to ego.
    """
    if how == WHOLE:
        return genealogy.ids
    people = {question.ego, *question.relatives, *question.targets}
    people.update(p for s, _, o in steps_of(question, genealogy) for p in (s, o))
    for person in also:
        people.update(_between(genealogy, str(question.ego), person))
    if how == TOLD and question.context:
        called = dict(zip(telling_names(genealogy), genealogy.ids, strict=True))
        people.update(map(called.get, contexts.read(question.context).mentioned))
    known = {person for person in people if person is not None and person in genealogy}
    return tuple(sorted(known | _joining(genealogy, known), key=genealogy.at))


def _between(genealogy: Genealogy, ego: str, person: str) -> tuple[str, ...]:
    """The people on the shortest line from ego to somebody, or only that person."""
    try:
        return paths(genealogy, ego, person)[0].people
    except (KinError, IndexError):
        return (person,)


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


def tags(
    question: Question, genealogy: Genealogy, marks: Mapping[str, Mark] | None = None
) -> dict[str, str]:
    """The words at people's names: kin type seen from ego, years that are compared, the answer.

    With the marks of a reply they say whom it names and whom it misses instead of the answer.
    """
    letters = {question.ego: ""}
    steps = steps_of(question, genealogy)
    for _ in steps:
        for subject, word, other in steps:
            if subject in letters and word in _LETTERS:
                letters.setdefault(other, letters[subject] + _LETTERS[word])
    said: dict[str, list[str]] = {p: [word] for p, word in letters.items() if p and word}
    for person in compared(question):
        if person in genealogy and (year := genealogy.person(person).birth) is not None:
            said[person] = [dated(year)]
    if marks:
        for person, mark in marks.items():
            said.setdefault(person, []).append(_MARKED[mark])
    else:
        for person in question.targets:
            said.setdefault(person, []).append(_RING.get(question.answer_type, ("answer", ""))[0])
    return {person: " · ".join(words) for person, words in said.items()}


def compared(question: Question) -> tuple[str, ...]:
    """The ids of those whose years of birth decide."""
    if question.kind == "oldest":
        return question.relatives
    alone = question.kind != "older" or question.ego is None
    return () if alone else (str(question.ego), *question.relatives)


def legend(question: Question, marks: Mapping[str, Mark] | None = None) -> str:
    """What the marks of the drawing mean."""
    ringed = _RING.get(question.answer_type, ("answer", "the answer"))
    gold = "gold line: a step of the proof, from ego on · " if question.proof else ""
    rings = f"gold ring and “{ringed[0]}”: {ringed[1]}"
    if marks:
        rings = (
            f"green ring and “{_MARKED['right']}”: named rightly · orange ring and "
            f"“{_MARKED['wrong']}”: named wrongly · gold ring and “{_MARKED['missed']}”: not named"
        )
    return (
        f"{gold}{rings} · thick border: ego · letters: kin type "
        "seen from ego (F M B Z S D H W: father, mother, brother, sister, son, daughter, husband, "
        "wife) · ▲ man · ● woman · a dot joins a couple and their children"
    )


@st.fragment
def draw(
    question: Question, genealogy_id: str, genealogy: Genealogy,
    marks: Mapping[str, Mark] | None = None, key: str = ITEM,
) -> None:  # fmt: skip
    """The drawing with the choice of how much of the family is shown.

    `marks` say of people, by id, what a reply makes of them.
    """
    choices = [PROOF, TOLD, *([WHOLE] if len(genealogy) <= LARGE else [])]
    # A page may hold several drawings; the address tells of the item's own.
    bound: dict[str, Any] = (
        {"key": links.DRAWN, "bind": "query-params"} if key == ITEM else {"key": f"{key}_drawn"}
    )
    how = st.segmented_control(
        "Draw", choices, default=PROOF, required=True, label_visibility="collapsed", **bound
    )
    people = drawn(question, genealogy, str(how), marks or ())
    picture = spread(layout(genealogy, people=people))
    dark = st.context.theme.type == "dark"
    words = tags(question, genealogy, marks)
    net = network(
        genealogy, picture, ego=question.ego, dark=dark, tags=words, proof=question.proof,
        ringed=_rings(question, marks, dark),
    )  # fmt: skip
    event = family_tree(
        net,
        key=key,
        stamp=identifier(genealogy_id, question.item_id, how, dark, marks),
        total=len(genealogy),
        focus=question.ego,
        height=round(min(620, max(300, 0.9 * picture.height + 90))),
    )
    if event.selected and event.selected != question.ego:
        st.caption(_related(genealogy, str(question.ego), event.selected))
    st.caption(legend(question, marks))


def _rings(question: Question, marks: Mapping[str, Mark] | None, dark: bool) -> dict[str, str]:
    """The colour of the ring around each person who has one."""
    colours = {"right": RIGHT[dark], "wrong": WRONG[dark], "missed": GOLD[dark]}
    if marks:
        return {person: colours[mark] for person, mark in marks.items()}
    return dict.fromkeys(question.targets, GOLD[dark])


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
