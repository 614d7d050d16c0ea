"""One item of a data set: question, key, context and proof, as a line of JSON has it.

The first 16 fields are those of the KinshipQA release, in its order (AUDIT.md 5.1), with three
differences: `target_persons` are filled for every kind of answer and aligned with `target_names`;
the type of `ground_truth` follows from `answer_type` alone; `proof_graph_size` is people and facts
of the proof, for every category.
"""

import json
from dataclasses import dataclass, fields
from typing import Any, Literal, Self

from kinlib.errors import KinError
from kinlib.reasoning.proof import Level
from kinlib.reasoning.questions import Kind

AnswerType = Literal["people", "person", "count", "relation"]
Renamed = Literal["", "system", "term", "both"]


@dataclass(frozen=True, slots=True)
class Item:
    """One question with its key; tuples are lists in JSON.

    Attributes:
        question_id: made from the tree, ego, kind and relation, so it is the same at every level.
        path: family: words of the line to the farthest target; null where years alone decide.
        relatives: whom the question's words mean: the targets, or those among whom the oldest is.
        kin_types: how each of the relatives is related to the anchor, in their order.
        relation: what the SPARQL query asks for (`answers.Relation`).
        has_cultural_override: the system calls every target otherwise than English does (S11).
        reclassified: as override, and puts them in another English category (S11).
        derivation_steps: facts on the shortest way to the farthest target in this very context; of
            two people compared, the two years.
        proof: the facts behind the answer, by ids: subject, word, object.
        accepted: other texts that are as right, of relations.
        english_answer: what somebody answers who takes the terms for English; null outside
            category 4, and where the terms are made up.
        chance: share of right answers of somebody who guesses among those compared.
    """

    question_id: str
    question_text: str
    category: int
    n_hops: int
    kinship_system: str
    anchor_person: str
    anchor_name: str
    target_persons: tuple[str, ...]
    target_names: tuple[str, ...]
    ground_truth: str | int | tuple[str, ...]
    context: str
    path: tuple[str, ...] | None
    bio_term: str | None
    kin_term: str | None
    has_cultural_override: bool
    proof_graph_size: int
    answer_type: AnswerType
    kind: Kind
    relatives: tuple[str, ...]
    kin_types: tuple[str, ...]
    relation: dict[str, Any]
    reclassified: bool
    derivation_steps: int
    proof: tuple[tuple[str, str, str], ...]
    accepted: tuple[str, ...]
    english_answer: tuple[str, ...] | None
    chance: float | None
    tree: str
    level: Level
    paraphrase: int
    rule: bool
    renamed: Renamed
    canary: str

    def line(self) -> str:
        """The item as one line of JSON."""
        return _ENCODE({name: getattr(self, name) for name in _FIELDS})

    @classmethod
    def read(cls, text: str) -> Self:
        """An item from its line of JSON.

        Raises:
            KinError: it is no item; the text says what is missing or unknown.
        """
        try:
            row = json.loads(text)
        except ValueError as error:
            raise KinError("The line is not JSON.") from error
        if not isinstance(row, dict):
            raise KinError("The line is not a JSON object.")
        if missing := [name for name in _FIELDS if name not in row]:
            raise KinError(f"The fields {', '.join(missing)} are missing.")
        return cls(**{name: _frozen(name, row[name]) for name in _FIELDS})


_ENCODE = json.JSONEncoder(ensure_ascii=False).encode
_FIELDS = tuple(one.name for one in fields(Item))


def _frozen(name: str, value: Any) -> Any:
    if name == "proof" and isinstance(value, list):
        return tuple(map(tuple, value))
    if isinstance(value, dict):
        return {key: _frozen(key, part) for key, part in value.items()}
    return tuple(value) if isinstance(value, list) else value
