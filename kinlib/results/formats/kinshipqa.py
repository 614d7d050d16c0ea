"""Question files in the KinshipQA release's layout: one JSON object a line, 16 fields.

Source: the authors' release of June 2026 (schemas: AUDIT.md §5.1). The base split is the folder
`kinshipqa`; other folders hold other splits, whose ids repeat those of the base, so each folder is
a data set of its own.
"""

import json
from pathlib import PurePosixPath
from typing import Any

from kinlib.results.formats.source import Source, lines
from kinlib.results.rows import Batch, Row, canonical, identifier, optional, wanted, with_digest

NO_PROMPT = "Its source stores no prompt."

REPLY_FIELDS = frozenset(
    {
        "raw_response",
        "predicted",
        "exact_match",
        "partial_match",
        "precision",
        "recall",
        "f1",
        "response_time",
        "is_error",
        "protocol",
    }
)
"""Fields of a result row that say something of the reply, not of the question."""

ANSWER_TYPES = ("people", "person", "count", "relation")
"""What an item may ask for; an item of the release asks for people also where it means one."""

_COLUMNS = frozenset(
    {
        "question_id",
        "ground_truth",
        "category",
        "n_hops",
        "kinship_system",
        "context",
        "answer_type",
    }
)


def is_questions(row: Row) -> bool:
    """Whether an object looks like a question of the release."""
    return {"question_id", "question_text", "ground_truth"} <= row.keys()


def is_paraphrases(row: Row) -> bool:
    """Whether an object looks like a line of the release's paraphrase set."""
    return {"question_id", "paraphrased_question", "original_predicted"} <= row.keys()


def read_questions(source: Source) -> Batch:
    """Items of a question file."""
    batch = Batch()
    dataset_id = _dataset(batch, source.dataset or _split(source), NO_PROMPT)
    _read(source, batch, dataset_id, "question_text")
    items = batch.tables.get("item", [])
    if items and "canary" in json.loads(items[0]["attributes"]):
        # Ours leave prompts to the protocol of each run: nothing is missing.
        batch.tables["dataset"][0]["note"] = None
    return batch


def _split(source: Source) -> str:
    # The release nests its variants: data/fictional/full/crow_dataset.jsonl.
    folder = PurePosixPath(source.name).parent
    if folder.name in ("full", "system_only", "term_only"):
        return f"{folder.parent.name}/{folder.name}".lstrip("/")
    return folder.name or source.stem


def read_paraphrases(source: Source) -> Batch:
    """Items of the paraphrase set; the release stores no contexts for them."""
    batch = Batch()
    return _read(source, batch, paraphrase_dataset(batch), "paraphrased_question")


def _read(source: Source, batch: Batch, dataset_id: str, wording: str) -> Batch:
    for number, row in lines(source, batch):
        try:
            batch.add("item", question(row, dataset_id, number, wording))
        except ValueError as error:
            batch.refuse(number, str(error))
    return batch


def paraphrase_dataset(batch: Batch) -> str:
    """Add the paraphrase data set to a batch and give its id."""
    return _dataset(batch, "paraphrase_robustness", f"{NO_PROMPT} It stores no contexts either.")


def _dataset(batch: Batch, name: str, note: str) -> str:
    dataset_id = identifier("dataset", "kinshipqa", name)
    batch.add(
        "dataset",
        {"dataset_id": dataset_id, "name": name, "benchmark": "kinshipqa", "note": note},
    )
    return dataset_id


def question(row: Row, dataset_id: str, position: int, wording: str) -> Row:
    """One item row; `wording` names the field that holds the question.

    Raises:
        ValueError: a field is missing or of another kind; the text names it.
    """
    gold = wanted(row, "ground_truth", (str, list, int))
    category = optional(row, "category", (int, str))
    known = _COLUMNS | REPLY_FIELDS | {wording}
    return with_digest(
        {
            "dataset_id": dataset_id,
            "item_id": wanted(row, "question_id", str),
            "position": position,
            "category": None if category is None else str(category),
            "hops": optional(row, "n_hops", int),
            "system": optional(row, "kinship_system", str),
            "question": wanted(row, wording, str),
            "context": optional(row, "context", str),
            "context_cut": False,
            "gold": canonical([*gold_answers(gold), *_accepted(row)]),
            "answer_type": _told_type(row) or answer_type(row[wording], gold),
            "attributes": canonical({key: row[key] for key in row.keys() - known}),
        }
    )


def gold_answers(gold: Any) -> list[str]:
    """The key as a list of texts; the release writes text, list or number (AUDIT.md, I23)."""
    answers = gold if isinstance(gold, list) else [gold]
    for answer in answers:
        if isinstance(answer, bool) or not isinstance(answer, (str, int)):
            raise ValueError("the field 'ground_truth' holds something other than texts or numbers")
    return [str(answer) for answer in answers]


def _told_type(row: Row) -> str | None:
    """The answer type, where the row tells it, as the files do that we write."""
    told = row.get("answer_type")
    return told if told in ANSWER_TYPES else None


def _accepted(row: Row) -> list[str]:
    """Other texts that are as right, which files of ours have for relations."""
    if _told_type(row) != "relation":
        return []
    return [text for text in row.get("accepted") or () if isinstance(text, str)]


def answer_type(question_text: str, gold: Any) -> str:
    """What kind of answer is asked for: people, a count, or a relation (AUDIT.md §6)."""
    if isinstance(gold, int):
        return "count"
    lowered = question_text.lower()
    asks_relation = "biological relationship" in lowered or "what is their" in lowered
    return "relation" if asks_relation else "people"
