"""Conditions under which some of a relation's terms are right and others are not.

The paper accepts every alternative of a composite key whatever the speaker's sex or the relative's
age, and leaves splitting them to future work (sections "Limitations", "Future Work"). Here a
relation is split where the lexicon says which form belongs to which condition.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from kinlib.terms.current import age_of
from kinlib.terms.lexicon import Form, Lexicon
from kinlib.terms.relations import LANGUAGES, Cell, Relation, Speaker, relations

Kind = Literal["speaker", "age", "dialect"]


@dataclass(frozen=True, slots=True)
class Condition:
    """What a prompt says besides the relation: `word` is male, elder, kongu and the like."""

    id: str
    kind: Kind
    word: str


CONDITIONS: Mapping[Kind, tuple[Condition, ...]] = MappingProxyType(
    {
        "speaker": (Condition("MAN", "speaker", "male"), Condition("WOMAN", "speaker", "female")),
        "age": (Condition("ELDER", "age", "elder"), Condition("YOUNGER", "age", "younger")),
        "dialect": (
            Condition("STANDARD", "dialect", "standard"),
            Condition("KONGU", "dialect", "kongu"),
        ),
    }
)
"""The age is that of the sibling in the middle of the relation: mother's elder sister."""

_SPLIT: Mapping[Kind, Mapping[str, str]] = {
    "speaker": {
        "ta": "brother_daughter brother_son sister_daughter sister_son",
        "ko": "sister_daughter sister_son elder_brother elder_brother_wife elder_sister_husband "
        "younger_sister_husband",
    },
    "age": {
        "hi": "wife_brother",
        "ta": "mother_sister mother_sister_husband husband_sister wife_brother",
        "ko": "husband_sister husband_sister_husband wife_brother",
    },
    "dialect": {"ta": "mother_mother"},
}
SPLIT: Mapping[tuple[str, str], Kind] = MappingProxyType(
    {
        (relation, language): kind
        for kind, languages in _SPLIT.items()
        for language, names in languages.items()
        for relation in names.split()
    }
)
"""What splits a relation in a language. Not every slash of Table 8 is a condition: Hindi भैया / भाई
and Tamil மாமா / மாமன் are free alternatives. The Tamil husband's sister's husband is not split,
since all that the lexicon has for the younger sister's is of low confidence."""


def split_cells() -> tuple[tuple[Cell, Condition], ...]:
    """Every cell that is split, once for each of its conditions, in the order of Table 8."""
    return tuple(
        (Cell(relation.id, language, _speaker(relation, condition)), condition)
        for relation in relations().values()
        for language in LANGUAGES
        if (relation.id, language) in SPLIT
        for condition in CONDITIONS[SPLIT[relation.id, language]]
    )


def _speaker(relation: Relation, condition: Condition) -> Speaker:
    if condition.kind == "speaker":
        return "male" if condition.word == "male" else "female"
    return relation.perspective or "any"


def valid_forms(lexicon: Lexicon, cell: Cell, condition: Condition) -> tuple[Form, ...]:
    """Forms of any tier that are right under a condition, in the lexicon's order.

    Forms of low confidence are left out, and so are keys that no source supports. A form that is
    the ordinary term of another relation too counts: under a condition it is often the only one.
    """
    return tuple(
        form
        for form in lexicon.forms
        if (form.relation, form.language) == (cell.relation, cell.language)
        and form.confidence != "low"
        and _valid(form, condition)
    )


def proper(forms: Iterable[Form], condition: Condition) -> Form:
    """Of forms that are right under a condition, the first that only it allows; else the first."""
    forms = tuple(forms)
    others = [other for other in CONDITIONS[condition.kind] if other != condition]
    own = (form for form in forms if not any(_valid(form, other) for other in others))
    return next(own, forms[0])


def _valid(form: Form, condition: Condition) -> bool:
    if condition.kind == "speaker":
        return form.valid_speaker in ("any", condition.word)
    if condition.kind == "age":
        return age_of(form) in ("", condition.word)
    if condition.word == "standard":
        return not form.condition and form.type != "regional"
    return condition.word in form.condition.lower()


def phrase(relation: Relation, condition: Condition | None) -> str:
    """The relation in English, with the condition's age: "mother's elder sister's husband"."""
    if condition is None or condition.kind != "age":
        return relation.phrase
    return re.sub(r"\b(sister|brother)\b", rf"{condition.word} \1", relation.phrase, count=1)


def kin_type(relation: Relation, condition: Condition | None) -> str:
    """The kin type with the condition's age or speaker: MeZH, BD ws."""
    if condition is None or condition.kind == "dialect":
        return relation.kin_type
    if condition.kind == "age":
        return re.sub("[BZ]", condition.word[0] + r"\g<0>", relation.kin_type, count=1)
    return f"{relation.kin_type} {'ms' if condition.word == 'male' else 'ws'}"
