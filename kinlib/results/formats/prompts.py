"""Our own list of items with their prompts: one JSON object a line, ready to be run.

Fields: `item_id`, `prompt`, `question`, `gold` (list of texts), `answer_type` (people, count,
relation, term, option); optional `dataset`, `benchmark`, `category`, `hops`, `system`, `language`,
`relation`, `context`, `roster` (names an answer may hold) and any others, which are kept.
"""

from kinlib.results.formats.source import Source, lines
from kinlib.results.rows import Batch, Row, canonical, identifier, optional, wanted, with_digest

ANSWER_TYPES = ("people", "count", "relation", "term", "option")

_COLUMNS = frozenset(
    {
        "item_id",
        "prompt",
        "question",
        "gold",
        "answer_type",
        "dataset",
        "benchmark",
        "category",
        "hops",
        "system",
        "language",
        "relation",
        "context",
    }
)


def is_prompts(row: Row) -> bool:
    """Whether an object looks like a line of a prompt list."""
    return {"item_id", "prompt", "gold"} <= row.keys()


def read_prompts(source: Source) -> Batch:
    """Items of a prompt list; its data set is named by the lines, else by the file."""
    batch = Batch()
    known: set[str] = set()
    for number, row in lines(source, batch):
        try:
            name = source.dataset or optional(row, "dataset", str) or source.stem
            benchmark = optional(row, "benchmark", str) or "ad hoc"
            dataset_id = identifier("dataset", benchmark, name)
            batch.add("item", _item(row, dataset_id, number))
        except ValueError as error:
            batch.refuse(number, str(error))
            continue
        if dataset_id not in known:
            known.add(dataset_id)
            dataset = {"dataset_id": dataset_id, "name": name, "benchmark": benchmark}
            batch.add("dataset", dataset)
    return batch


def _item(row: Row, dataset_id: str, position: int) -> Row:
    kind = wanted(row, "answer_type", str)
    if kind not in ANSWER_TYPES:
        raise ValueError(
            f"the field 'answer_type' holds {kind!r}; {', '.join(ANSWER_TYPES)} are known"
        )
    gold = wanted(row, "gold", list)
    if not gold or not all(isinstance(answer, str) for answer in gold):
        raise ValueError("the field 'gold' is not a list of one or more texts")
    if not wanted(row, "prompt", str).strip():
        raise ValueError("the field 'prompt' is empty")
    roster = optional(row, "roster", list)
    if roster and not all(isinstance(name, str) for name in roster):
        raise ValueError("the field 'roster' is not a list of texts")
    category = optional(row, "category", (str, int))
    return with_digest(
        {
            "dataset_id": dataset_id,
            "item_id": wanted(row, "item_id", str),
            "position": position,
            "category": None if category is None else str(category),
            "hops": optional(row, "hops", int),
            **{
                key: optional(row, key, str)
                for key in ("system", "language", "relation", "context", "prompt")
            },
            "question": optional(row, "question", str) or wanted(row, "prompt", str),
            "context_cut": False,
            "gold": canonical(gold),
            "answer_type": kind,
            "attributes": canonical({key: row[key] for key in row.keys() - _COLUMNS}),
        }
    )
