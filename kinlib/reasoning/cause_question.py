"""What an item asks for, as far as it tells: who is right, which kin types are meant.

Items of ours say it in full; those of the release by path, or in the question's words.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any, Literal, get_args

from kinlib.errors import KinError
from kinlib.kinship.genealogy import Sex
from kinlib.kinship.kintype import LETTERS, SEX
from kinlib.kinship.systems import class_id_if_known, system_name
from kinlib.kinship.systems.path import is_collateral
from kinlib.reasoning.contexts import CHILDREN, PARENTS, SIBLINGS, SPOUSES
from kinlib.reasoning.relation_words import kin_types
from kinlib.reasoning.told_graph import ToldGraph, graph_of, kin, readings
from kinlib.words import find

Form = Literal["people", "person", "count", "relation"]
Row = Mapping[str, Any]
KinTypes = frozenset[str]

DESCRIPTIVE = ("Eskimo", "Sudanese")
"""Systems whose terms mean what they mean in English, so that no culture can be mistaken."""

_LONGEST = 6  # letters of a kin type that an item asks about
_STEPS = {
    f"has{word.title()}": letter
    for words, letters in ((PARENTS, "FMP"), (CHILDREN, "SDC"), (SIBLINGS, "BZG"), (SPOUSES, "HWE"))
    for word, letter in zip(words, letters, strict=True)
}


@dataclass(frozen=True)
class Question:
    """An item as the explanation of a wrong answer needs it.

    Attributes:
        gold: the right answer as texts; of a relation every text that is right.
        lines: whom the answer is about, or who are counted or compared, each with the kin types by
            which they may be related to ego; generic letters leave a sex open.
        meant: every kin type that the question means, of those who are not there too.
        english: whom the words mean in English, of those told of; None: nobody knows.
        terms: the words by which the item calls the relative or relatives.
        others: whether ego's own near kin of that name are left out.
        compared: those whose years of birth are compared.
    """

    id: str
    form: Form
    ego: str
    system: str
    gold: tuple[str, ...]
    lines: Mapping[str, KinTypes]
    meant: KinTypes
    english: frozenset[str] | None
    terms: tuple[str, ...]
    others: bool
    compared: frozenset[str]
    text: str
    graph: ToldGraph

    @property
    def targets(self) -> tuple[str, ...]:
        """Whom the answer is about, by name."""
        return tuple(self.lines)

    @property
    def kin(self) -> Mapping[str, KinTypes]:
        """Everybody's kin types as seen from ego."""
        return kin(self.graph, self.ego)

    @property
    def has_context(self) -> bool:
        """Whether anything is told of anybody."""
        return bool(self.graph.told.mentioned)

    def kin_type(self, name: str) -> str | None:
        """How somebody is related to ego by what is told: as meant, else by the shortest line."""
        of = self.kin.get(name, frozenset())
        return min(of, key=lambda k: (not self.among(k), len(k), k), default=None)

    def among(self, kin_type: str) -> bool:
        """Whether a kin type, or one that it may be, is meant."""
        return not self.meant.isdisjoint(readings(kin_type))

    def called(self, part: str) -> list[str]:
        """Those told of, two at least, who have this as a part of their name."""
        owners = [name for name in self.graph.told.mentioned if part in name.split()]
        return owners if len(owners) > 1 else []

    def tells_of(self, name: str) -> bool:
        """Whether the context or the question tells of somebody, in whatever words."""
        known = (*self.graph.told.mentioned, *self.targets, self.ego)
        unread = (*self.graph.told.other, self.text)
        return name in known or any(find(line, [name]) for line in unread)


def question_of(row: Row) -> Question:
    """Read an item row, ours or the release's.

    Raises:
        KinError: it holds no answer that another could be compared with.
    """
    gold, form = _gold(row), form_of(row)
    ego, system = _text(row, "anchor_name"), _system(row)
    graph = graph_of(_text(row, "context"))
    # Of two who are named in the question, years alone decide, whatever they are to each other.
    by_years = row.get("kind") == "older"
    of_key = () if by_years else _key_lines(row, ego)
    sex: Sex = graph.told.sexes.get(ego, "u")
    meant = frozenset[str]() if by_years else _meant(row, system, sex) | _all_readings(of_key)
    compared = _compared(row, graph, ego, meant)
    return Question(
        id=_text(row, "question_id") or "The item",
        form=form,
        ego=ego,
        system=system,
        gold=gold,
        lines=_lines(row, of_key, () if by_years else _targets(row, form, gold, compared)),
        meant=meant,
        english=_english(row, form, graph, ego),
        terms=_terms(row),
        others=_is_of_others(row),
        compared=compared,
        text=_text(row, "question_text"),
        graph=graph,
    )


def _targets(
    row: Row, form: Form, gold: tuple[str, ...], compared: frozenset[str]
) -> tuple[str, ...]:
    named = _texts(row.get("target_names"))
    if form in ("count", "relation"):
        return named
    return tuple(dict.fromkeys((*gold, *named, *sorted(compared))))


def _lines(row: Row, of_key: Sequence[str], targets: Sequence[str]) -> Mapping[str, KinTypes]:
    """How each target is related, where the item says; else each may be on any of the lines."""
    told = _texts(row.get("target_names")), _texts(row.get("target_persons"))
    relatives = _texts(row.get("relatives"))
    if told[1] == relatives and len(relatives) == len(told[0]) == len(of_key):
        own = {name: frozenset({k}) for name, k in zip(told[0], of_key, strict=True)}
    else:
        own = {}
    return {target: own.get(target, frozenset(of_key)) for target in targets}


def form_of(row: Row) -> Form:
    """What kind of answer is asked for; where the item does not say, as in the release."""
    told, gold = row.get("answer_type"), row.get("ground_truth")
    if isinstance(told, str) and told in get_args(Form):
        return told  # type: ignore[return-value]  # one of them
    if isinstance(gold, int):
        return "count"
    asked = _text(row, "question_text").casefold()
    relation = "biological relationship" in asked or "what is their" in asked
    return "relation" if relation else "people"


def _gold(row: Row) -> tuple[str, ...]:
    truth = row.get("ground_truth")
    gold = (
        (str(truth),) if isinstance(truth, int) and not isinstance(truth, bool) else _texts(truth)
    )
    if not gold:
        raise KinError(
            f"{_text(row, 'question_id') or 'The item'} holds no answer in its field ground_truth, "
            "so nothing can be said of a wrong one; choose an item with a key."
        )
    return (*gold, *_texts(row.get("accepted"))) if form_of(row) == "relation" else gold


def _key_lines(row: Row, ego: str) -> tuple[str, ...]:
    """The kin types of the right people: told outright, by the path, or by the question's words."""
    told = _texts(row.get("kin_types"))
    if told and all(map(_is_kin_type, told)):
        return told
    path = _texts(row.get("path"))
    if path and len(path) <= _LONGEST and all(step in _STEPS for step in path):
        return ("".join(_STEPS[step] for step in path),)
    if form_of(row) == "relation":
        return tuple(sorted(kin_types(_text(row, "ground_truth"))))
    if row.get("category") in (4, "4"):
        return ()  # the words are the system's, not English
    asked = _text(row, "bio_term") or _text(row, "question_text").replace(ego or "\n", "")
    return tuple(sorted(kin_types(asked)))


def _is_kin_type(text: str) -> bool:
    return 0 < len(text) <= _LONGEST and set(text) <= set(LETTERS)


def _all_readings(of: Iterable[str]) -> KinTypes:
    return frozenset(reading for kin_type in of for reading in readings(kin_type))


def _meant(row: Row, system: str, sex: Sex) -> KinTypes:
    """All kin types of the relation an item of ours asks for."""
    relation = row.get("relation")
    if not isinstance(relation, dict):
        return frozenset()
    if relation.get("system") == "":
        return frozenset("HW")
    try:
        name = system_name(str(relation.get("system")))
    except KinError:
        return frozenset()
    classes, side = _texts(relation.get("classes")), relation.get("side")
    wanted_sex, others = relation.get("sex"), bool(relation.get("others"))
    by_class = _by_class(name, sex)
    return frozenset(
        kin_type
        for class_id in classes
        for kin_type in by_class.get(class_id, ())
        if (not side or kin_type[0] == side)
        and (not wanted_sex or SEX[kin_type[-1]] == wanted_sex)
        and not (others and not is_collateral(kin_type))
    )


@cache
def _by_class(system: str, sex: Sex) -> Mapping[str, tuple[str, ...]]:
    """The kin types by blood of every class of a system, as somebody of a sex uses it."""
    classes: dict[str, list[str]] = {}
    for ups, across, downs in product(range(_LONGEST + 1), (0, 1), range(_LONGEST + 1)):
        if not 0 < ups + across + downs <= _LONGEST or (ups and downs and not across):
            continue
        for letters in product(*["FM"] * ups, *["BZ"] * across, *["SD"] * downs):
            kin_type = "".join(letters)
            classes.setdefault(class_id_if_known(system, kin_type, sex), []).append(kin_type)
    return {class_id: tuple(kin_types) for class_id, kin_types in classes.items() if class_id}


def _compared(row: Row, graph: ToldGraph, ego: str, meant: KinTypes) -> frozenset[str]:
    """Those whose years are compared: the two that are named, or the relatives meant."""
    if row.get("kind") == "older":
        return frozenset(f.term for f in find(_text(row, "question_text"), graph.told.mentioned))
    if row.get("kind") != "oldest":
        return frozenset()
    related = kin(graph, ego).items()
    meant_ones = {name for name, types in related if any(readings(k) & meant for k in types)}
    return frozenset(meant_ones).union(_texts(row.get("target_names")))


def _english(row: Row, form: Form, graph: ToldGraph, ego: str) -> frozenset[str] | None:
    """Whom the system's terms mean in English, of those told of."""
    if form not in ("people", "person") or _is_made_up(row):
        return None
    if "english_answer" in row:  # ours, null where the terms are made up
        reading = frozenset(_texts(row["english_answer"])).intersection(graph.told.mentioned)
        return None if row["english_answer"] is None else reading
    if row.get("category") not in (4, "4"):
        return None
    types = frozenset(k for term in _terms(row) for k in kin_types(term))
    found = {n for n, of in kin(graph, ego).items() if any(readings(k) <= types for k in of)}
    return frozenset(found) or None


def plain_term(text: str) -> str:
    """A term without what makes it a system's: "mother" of "classificatory mother (Chitti)"."""
    return " ".join(text.partition("(")[0].replace("classificatory", "").split())


def _terms(row: Row) -> tuple[str, ...]:
    """The terms an item uses, and what they are in English: niece and nephew of "niece/nephew"."""
    parts = plain_term(_text(row, "kin_term")).replace(" or ", "/").split("/")
    english = _texts(row.get("english_answer")) if form_of(row) == "relation" else ()
    return tuple(dict.fromkeys(filter(None, map(str.strip, (*parts, *english)))))


def _is_made_up(row: Row) -> bool:
    """Whether the terms have made-up names, which nobody takes for English."""
    fictional = "fictional_mode" in row or "fictional_label" in row
    return fictional and row.get("fictional_mode") != "system_only"


def _is_of_others(row: Row) -> bool:
    relation = row.get("relation")
    return isinstance(relation, dict) and bool(relation.get("others"))


def _system(row: Row) -> str:
    """The system's proper name, or what the item calls it."""
    told = _text(row, "kinship_system")
    try:
        return system_name(told)
    except KinError:
        return told


def _text(row: Row, name: str) -> str:
    value = row.get(name)
    return value if isinstance(value, str) else ""


def _texts(value: Any) -> tuple[str, ...]:
    """One text or several, whatever else stands there left out."""
    values = value if isinstance(value, list | tuple) else [value]
    return tuple(one for one in values if isinstance(one, str) and one)
