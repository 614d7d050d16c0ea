"""An item row of the store as a line of JSON: the release's 16 fields first, under its names."""

import json
from collections.abc import Mapping
from typing import Any

import pandas as pd

Row = Mapping[Any, Any]

_RELEASED = (
    "question_id", "question_text", "category", "n_hops", "kinship_system", "anchor_person",
    "anchor_name", "target_persons", "target_names", "ground_truth", "context", "path", "bio_term",
    "kin_term", "has_cultural_override", "proof_graph_size",
)  # fmt: skip


def as_released(row: Row) -> dict[str, Any]:
    """An item row of the store as its line of a file had it; fields it never had are left out."""
    told: dict[str, Any] = json.loads(row["attributes"])
    told |= {
        "question_id": row["item_id"],
        "question_text": row["question"],
        "ground_truth": _truth(row),
        "answer_type": row["answer_type"],
    }
    columns = {
        "n_hops": "hops", "category": "category", "kinship_system": "system", "context": "context"
    }  # fmt: skip
    told |= {name: row[column] for name, column in columns.items() if pd.notna(row.get(column))}
    if "n_hops" in told:
        told["n_hops"] = int(told["n_hops"])
    if (category := told.get("category")) and category.isdecimal():
        told["category"] = int(category)
    first = [name for name in _RELEASED if name in told]
    return {name: told[name] for name in (*first, *(name for name in told if name not in first))}


def _truth(row: Row) -> object:
    """The key as our own files write it: its type follows from the type of answer."""
    gold = json.loads(row["gold"])
    if row["answer_type"] == "people" or not gold:
        return gold
    return int(gold[0]) if row["answer_type"] == "count" and gold[0].isdecimal() else gold[0]
