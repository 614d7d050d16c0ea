"""One item as the Questions page reads it: what its data set tells, each field checked.

Items come from anyone's files, so a field may be missing or hold anything; then it is None here,
and the page says that it is not known.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kinlib.kinship.systems import SYSTEMS
from kinlib.reasoning.answers import Relation
from kinlib.reasoning.family import LETTERS
from kinlib.results.released import Row, as_released

_WORD = re.compile(r"[A-Za-z0-9+-]*")

Step = tuple[str, str, str]
"""A fact of a proof: whose relative, by which word, who it is; people by id."""


@dataclass(frozen=True)
class Question:
    """An item; fields are called as in `kinlib.reasoning.items.Item`, None is not told.

    `key` are the right answers as texts, and `fields` the item as its line of a file had it.
    """

    dataset_id: str
    item_id: str
    text: str
    key: tuple[str, ...]
    answer_type: str
    category: str | None = None
    hops: int | None = None
    system: str | None = None
    context: str | None = None
    context_cut: bool = False
    kind: str | None = None
    level: str | None = None
    tree: str | None = None
    ego: str | None = None
    ego_name: str | None = None
    targets: tuple[str, ...] = ()
    target_names: tuple[str, ...] = ()
    relatives: tuple[str, ...] = ()
    kin_types: tuple[str, ...] = ()
    path: tuple[str, ...] = ()
    bio_term: str | None = None
    kin_term: str | None = None
    steps: int | None = None
    override: bool | None = None
    reclassified: bool | None = None
    english_answer: tuple[str, ...] | None = None
    chance: float | None = None
    proof: tuple[Step, ...] = ()
    relation: Relation | None = None
    canary: str | None = None
    fields: Mapping[str, Any] = field(default_factory=dict)


def question_of(row: Row) -> Question:
    """The item of a row of the table item."""
    told = as_released(row)
    gold = tuple(map(str, json.loads(row["gold"])))
    answer_type = str(row["answer_type"])
    return Question(
        dataset_id=str(row["dataset_id"]),
        item_id=str(row["item_id"]),
        text=str(row["question"]),
        # What follows the relation of a reverse question are other texts that are as right.
        key=gold[:1] if answer_type == "relation" else gold,
        answer_type=answer_type,
        category=_text(row["category"]),
        hops=_number(told.get("n_hops")),
        system=_text(row["system"]),
        context=_text(row["context"]),
        context_cut=bool(row["context_cut"]),
        ego=_text(told.get("anchor_person")),
        ego_name=_text(told.get("anchor_name")),
        targets=_texts(told.get("target_persons")) or (),
        target_names=_texts(told.get("target_names")) or (),
        relatives=_texts(told.get("relatives")) or (),
        kin_types=_kin_types(told.get("kin_types")),
        path=_texts(told.get("path")) or (),
        steps=_number(told.get("derivation_steps")),
        override=_flag(told.get("has_cultural_override")),
        reclassified=_flag(told.get("reclassified")),
        english_answer=_texts(told.get("english_answer")),
        chance=_share(told.get("chance")),
        proof=_proof(told.get("proof")),
        relation=_relation(told.get("relation")),
        fields=told,
        **{
            name: _text(told.get(name))
            for name in ("kind", "level", "tree", "bio_term", "kin_term", "canary")
        },
    )


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value else None


def _texts(value: object) -> tuple[str, ...] | None:
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        return None
    return tuple(value)


def _number(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _share(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) and 0 <= value <= 1 else None


def _flag(value: object) -> bool | None:
    return value if isinstance(value, bool) else None


def _proof(value: object) -> tuple[Step, ...]:
    steps = [_texts(step) for step in value] if isinstance(value, list) else []
    whole = [(step[0], step[1], step[2]) for step in steps if step and len(step) == 3]
    return tuple(whole) if len(whole) == len(steps) else ()


def _kin_types(value: object) -> tuple[str, ...]:
    """Kin types of single letters of known sex, as our items have them; others are not told."""
    found = _texts(value) or ()
    return found if all(kin_type and set(kin_type) <= set(LETTERS) for kin_type in found) else ()


def _relation(value: object) -> Relation | None:
    """What a query asks for; its words become part of SPARQL, so only plain ones are taken."""
    if not isinstance(value, dict):
        return None
    given: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in value.items()}
    try:
        relation = Relation(**given)
        words = ("", *relation.classes, *relation.over)
        known = relation.system in ("", *SYSTEMS) and all(map(_WORD.fullmatch, words))
    except TypeError:  # it has other fields, or other kinds of values
        return None
    fits = relation.side in ("", "F", "M") and relation.sex in ("", "m", "f") and relation.classes
    return relation if known and fits and len(relation.over) in (0, 2) else None
