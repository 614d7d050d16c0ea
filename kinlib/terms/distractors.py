"""Wrong options for a relation: terms of other relations in the same language.

Broad ones come from the whole inventory, as in the paper (section 3.3); close ones share with the
asked relation what is easily confused. Drawn by hashes, so a seed gives the same everywhere.
"""

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeVar

from unicodedata2 import normalize

from kinlib.errors import KinError
from kinlib.terms.lexicon import Form, Lexicon, accepted
from kinlib.terms.relations import Cell, Relation, relations

Distance = Literal["broad", "close"]

STEPS = ("hypernym", "generation and side", "generation", "side", "inventory")
"""What a term's relation shares with the asked one, from near to far: the English word above both
(uncle), generation and side, either of them, nothing but the language. Close distractors are taken
from the nearest step that has any left; each says from which."""

_SILENT = re.compile(r"[\s\-\u093c\u200b-\u200d\ufeff]")  # U+093C: nukta
_SEX = {"wife": "female", "husband": "male"}
_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class Distractor:
    """A wrong option: its form, the relations it names first, and its step (one of `STEPS`)."""

    form: str
    relations: tuple[str, ...]
    step: str


def shown(lexicon: Lexicon, cell: Cell) -> Form:
    """The term that stands for a cell: its strict key, of a composite the first alternative.

    Raises:
        KinError: the lexicon has no strict form of the cell.
    """
    found = _strict(lexicon, cell)
    if not found:
        raise KinError(
            f"The lexicon {lexicon.name!r} has no strict form of {cell.relation} in "
            f"{cell.language}; add one."
        )
    return found[0]


def _strict(lexicon: Lexicon, cell: Cell) -> tuple[Form, ...]:
    speaker = _SEX.get(cell.speaker, cell.speaker)
    return accepted(lexicon, cell.relation, cell.language, speaker, ("strict",))


def folded(form: str) -> str:
    """A form without what does not make another word of it: NFC, nukta, spaces, hyphens."""
    return _SILENT.sub("", str(normalize("NFC", form)))


def shuffled(values: Iterable[_Value], *seed: object) -> list[_Value]:
    """The values in an order that depends on them and the seed alone, on every machine."""

    def place(value: _Value) -> bytes:
        return hashlib.sha256(repr((*seed, value)).encode("utf-8")).digest()

    return sorted(values, key=place)


def draw(
    lexicon: Lexicon, cell: Cell, distance: Distance, seed: int, count: int = 3
) -> tuple[Distractor, ...]:
    """Distractors for a cell, no two alike and none an accepted form of it at any tier.

    Forms are compared under `folded`; the relation's forms for all its speakers are excluded, so a
    man's item for the elder brother does not offer 오빠.

    Raises:
        KinError: the lexicon has too few other terms in the language.
    """
    found = _candidates(lexicon, cell)
    if len(found) < count:
        raise KinError(
            f"The lexicon {lexicon.name!r} has {len(found)} terms in {cell.language} that are no "
            f"term for {cell.relation}; {count} are needed as wrong options."
        )
    by_form = {one.form: one for one in found}
    drawn = [by_form[form] for form in shuffled(by_form, seed, *cell)]
    if distance == "close":
        drawn.sort(key=lambda one: STEPS.index(one.step))
    return tuple(drawn[:count])


def _candidates(lexicon: Lexicon, cell: Cell) -> list[Distractor]:
    by_relation: dict[str, list[Form]] = {}
    for form in lexicon.forms:
        if form.language == cell.language:
            by_relation.setdefault(form.relation, []).append(form)
    table = relations()
    asked = table[cell.relation]
    own = {folded(form.form) for form in by_relation.pop(asked.id, [])}
    named: dict[str, tuple[str, list[Relation]]] = {}
    for relation, forms in by_relation.items():
        other = cell._replace(relation=relation)
        for key in _strict(Lexicon(lexicon.name, tuple(forms)), other)[:1]:
            if folded(key.form) not in own:
                named.setdefault(folded(key.form), (key.form, []))[1].append(table[relation])
    return [
        Distractor(form, tuple(other.id for other in others),
                   min((_step(asked, other) for other in others), key=STEPS.index))
        for form, others in named.values()
    ]  # fmt: skip


def _step(asked: Relation, other: Relation) -> str:
    if asked.hypernym and asked.hypernym == other.hypernym:
        return "hypernym"
    generation = _generation(asked) == _generation(other)
    side = asked.side == other.side
    if generation and side:
        return "generation and side"
    return "generation" if generation else "side" if side else "inventory"


def _generation(relation: Relation) -> int:
    up, down = (sum(map(relation.kin_type.count, letters)) for letters in ("FM", "SD"))
    return up - down
