"""An item as rules look at it: its fields made safe, its context read, its tree at hand.

Rows may lack fields or have odd ones; whatever cannot be used counts as not told.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from functools import cached_property
from typing import Any, Literal

from kinlib.kinship.genealogy import Genealogy
from kinlib.kinship.kintype import SEX
from kinlib.reasoning.answers import Relation
from kinlib.reasoning.contexts import Told
from kinlib.reasoning.lint.context import Context, context_of, mentioned
from kinlib.reasoning.lint.walks import LETTER, Kin, relation_of
from kinlib.reasoning.relation_words import kin_types

Form = Literal["people", "person", "count", "relation"]
_FICTIONAL = "fictional_"
_LONGEST = 12  # steps of a path that is walked
_SEXED = re.compile(r"\b(fe)?male\b")


class Case:
    """One item. `ego` and `targets` are positions in the tree `kin`, where there is one."""

    def __init__(self, row: Mapping[str, Any], place: int, kin: Kin | None) -> None:
        self.row = row
        self.place = place
        self.kin = kin

    def text(self, name: str) -> str:
        """A field that is a text, else ""."""
        value = self.row.get(name)
        return value if isinstance(value, str) else ""

    def texts(self, name: str) -> tuple[str, ...]:
        """A field that is a list of texts, else ()."""
        value = self.row.get(name)
        if not isinstance(value, (list, tuple)) or not all(isinstance(t, str) for t in value):
            return ()
        return tuple(value)

    def number(self, name: str) -> int | None:
        """A field that is a whole number, as number or digits."""
        value = self.row.get(name)
        if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) < 9:
            return int(value)
        return value if isinstance(value, int) and not isinstance(value, bool) else None

    @cached_property
    def id(self) -> str:
        """The item's id, or its place where it has none."""
        return self.text("question_id") or f"item {self.place}"

    @cached_property
    def question(self) -> str:
        """The question."""
        return self.text("question_text")

    @cached_property
    def anchor(self) -> str:
        """The name of whom the question is about."""
        return self.text("anchor_name")

    @cached_property
    def category(self) -> int | None:
        """The paper's category, 1 to 4."""
        return self.number("category")

    @cached_property
    def hops(self) -> int | None:
        """How many hops the item says it takes."""
        return self.number("n_hops")

    @cached_property
    def system(self) -> str:
        """The kinship system in small letters, the real one of a fictional item."""
        told = self.text("kinship_system_original") or self.text("kinship_system")
        return told.casefold().removeprefix(_FICTIONAL).split("_")[0]

    @cached_property
    def fictional(self) -> bool:
        """Whether system or terms are renamed in a question that is about them."""
        renamed = self.text("renamed") or self.text("fictional_label")
        by_name = self.text("kinship_system").startswith(_FICTIONAL)
        return self.category == 4 and bool(renamed or by_name)

    @property
    def has_tree(self) -> bool:
        """Whether there is a tree that the item is about."""
        return self.kin is not None

    @cached_property
    def has_context(self) -> bool:
        """Whether the item has a context."""
        return bool(self.text("context").strip())

    def forget(self) -> None:
        """Give the context free, which is large."""
        self.__dict__.pop("context", None)

    @cached_property
    def context(self) -> Context:
        """The context, to be walked."""
        return context_of(self.text("context"))

    @property
    def told(self) -> Told:
        """What the context tells, in no order."""
        return self.context.told

    @property
    def first(self) -> str:
        """Who is mentioned first in the context, "" if nobody is."""
        return next(mentioned(self.text("context")), "")

    def in_order(self, people: Collection[str]) -> list[str]:
        """Some people in the order in which the context mentions them first."""
        return [name for name in dict.fromkeys(mentioned(self.text("context"))) if name in people]

    @cached_property
    def form(self) -> Form:
        """What is asked for; where the item does not say, a text that asks for it is a relation."""
        told = self.row.get("answer_type")
        if told in ("people", "person", "count", "relation"):
            return told  # type: ignore[no-any-return]
        if self.number("ground_truth") is not None and not self.text("ground_truth"):
            return "count"
        asked = self.question.casefold()
        relation = "biological relationship" in asked or "what is their" in asked
        return "relation" if relation else "people"

    @cached_property
    def key(self) -> tuple[str, ...]:
        """The names of the key, where people are asked for."""
        if self.form in ("count", "relation"):
            return ()
        one = self.text("ground_truth")
        return (one,) if one else self.texts("ground_truth")

    @cached_property
    def meant(self) -> tuple[str, ...]:
        """The names of the people whom key, count or relation are about."""
        return self.key or self.texts("target_names")

    @cached_property
    def path(self) -> str:
        """The path in letters; "" where there is none, or words nobody knows."""
        words = [word.removeprefix("has").casefold() for word in self.texts("path")[: _LONGEST + 1]]
        known = len(words) <= _LONGEST and all(word in LETTER for word in words)
        return "".join(LETTER[word] for word in words) if known else ""

    @cached_property
    def kin_term(self) -> str:
        """The cultural term asked about, "" where none is or it is the English one."""
        term = self.text("kin_term")
        return "" if term == self.text("bio_term") else term

    @cached_property
    def relation(self) -> Relation | None:
        """What our own items say they ask for."""
        return relation_of(self.row.get("relation"))

    @cached_property
    def ego(self) -> int | None:
        """Whom the question is about, where the tree has somebody of this id and name."""
        return self._known(self.text("anchor_person"), self.anchor)

    def _known(self, person: str, name: str = "") -> int | None:
        if self.kin is None:
            return None
        place = self.kin.genealogy.index.get(person)
        if person and name and place not in self.kin.by_name.get(name, ()):
            return None
        if place is None and not person:
            places = self.kin.by_name.get(name, ())
            return places[0] if len(places) == 1 else None
        return place

    @cached_property
    def targets(self) -> tuple[int, ...]:
        """Positions of the people meant; () if one of them is not in the tree."""
        people = self.texts("target_persons")
        if people:
            places = [self._known(person) for person in people]
        else:
            places = [self._known("", name) for name in self.texts("target_names")]
        return tuple(p for p in places if p is not None) if None not in places else ()

    @cached_property
    def asked(self) -> str:
        """The words for the relatives asked for: "sisters" of "Who are Ann's sisters?"."""
        who = re.escape(self.anchor)
        for form in (rf"{who}['’]s (.+?)(?: according to .+)?[?.]", rf"How many (.+?) does {who} "):
            if self.anchor and (found := re.search(form, self.question)):
                return found[1]
        return ""

    @cached_property
    def one_sex(self) -> str:
        """The sex, m or f, of those whom a filter asks for; "" where either is asked for."""
        if self.category != 3 or self.form != "people":
            return ""
        if said := _SEXED.search(self.question.replace(self.anchor, "") if self.anchor else ""):
            return "f" if said[1] else "m"
        sexes = {SEX[kin_type[-1]] for kin_type in kin_types(self.asked)}
        return sexes.pop() if len(sexes) == 1 else ""


def cases(rows: Iterable[Mapping[str, Any]], trees: Mapping[str, Genealogy]) -> list[Case]:
    """Items with their trees.

    Trees are found by an item's `tree` or by `tree` after the system and "_"; an item without a
    tree's id by its system. Names of systems are compared in small letters.
    """
    known = {name.casefold(): genealogy for name, genealogy in trees.items()}
    kins: dict[str, Kin] = {}
    found = []
    for place, row in enumerate(rows, 1):
        case = Case(row, place, None)
        tree = case.text("tree").casefold()
        names = (tree, f"{case.system}_{tree}") if tree else (case.system,)
        if name := next((name for name in names if name in known), ""):
            if name not in kins:
                kins[name] = Kin(known[name])
            case.kin = kins[name]
        found.append(case)
    return found
