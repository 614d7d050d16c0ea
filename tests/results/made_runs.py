"""Small runs for tests of packs, of the list of runs and of scoring again."""

import json
import shutil
from pathlib import Path

from kinlib import settings
from kinlib.results import journal
from kinlib.results.rows import identifier

CHILDREN = identifier("dataset", "kinshipqa", "family-set")

ITEMS = (
    ("q_1", "Who is Ann's father?", ["Bob Ray"]),
    ("q_2", "Who is Ann's mother?", ["Eve Ray"]),
    ("q_3", "Who is Tim's father?", ["Bob Ray"]),
)
CONTEXT = "Ann Ray's father is Bob Ray. Ann Ray's mother is Eve Ray. Tim Ray's father is Bob Ray."


def question_set(folder: Path) -> Path:
    """A data set as a folder, with the tree of a family that ships."""
    (folder / "trees").mkdir(parents=True)
    rows = [
        {"question_id": item, "question_text": asked, "category": 1, "n_hops": 1,
         "context": CONTEXT, "kinship_system": "eskimo", "ground_truth": gold,
         "answer_type": "people"}
        for item, asked, gold in ITEMS
    ]  # fmt: skip
    text = "".join(json.dumps(row) + "\n" for row in rows)
    (folder / "items.jsonl").write_text(text, encoding="utf-8")
    shutil.copy(settings.ROOT / "data/families/tamil_family.ttl", folder / "trees/eskimo_1.ttl")
    return folder


def shipped(folder: Path) -> Path:
    """A folder of shipped data with the items of both kin-term benchmarks and nothing else."""
    (folder / "items").mkdir(parents=True)
    for name in ("kin_terms.jsonl", "kin_term_selection.jsonl"):
        shutil.copy(settings.ROOT / "data/items" / name, folder / "items")
    return folder


def header(run: str = "run-1", **more: object) -> dict[str, object]:
    """First line of a journal, as the runner writes it."""
    return {
        "run_id": run, "benchmark": "kinshipqa", "dataset_id": CHILDREN, "model": "some/model",
        "protocol": "direct", "preset": "short", "source": "measured",
        "parameters": {"temperature": 0.0, "top_p": None, "max_tokens": 64, "seed": None},
        "repeats": 1, "items": 3, "started": "2026-11-30T12:00:00+00:00",
        "versions": {"litellm": "1.2.3"}, **more,
    }  # fmt: skip


def response(item: str | None, text: str, run: str = "run-1", **more: object) -> dict[str, object]:
    """A reply with every field that the runner writes."""
    return {
        "kind": "response", "run_id": run, "dataset_id": CHILDREN, "item_id": item, "repeat": 1,
        "attempt": 1, "position": 1, "prompt": f"{CONTEXT}\n\n{item}?",
        "parameters": {"temperature": 0.0, "top_p": None, "max_tokens": 64, "seed": 7},
        "versions": {"litellm": "1.2.3"}, "at": "2026-11-30T12:00:05+00:00",
        "outcome": "answered" if text else "blank", "text": text, "reasoning": None,
        "finish_reason": "stop", "error_kind": None, "error": None, "prompt_tokens": 50,
        "completion_tokens": 4, "seconds": 1.5, "first_token_seconds": None, "cost": 0.0,
        "model": "some/model", "served_model": "some-model-2026", "dropped": [], "attempts": 1,
        **more,
    }  # fmt: skip


def asked(item: str, run: str = "run-1", attempt: int = 1) -> dict[str, object]:
    """A call that begins."""
    return {"kind": "asked", "run_id": run, "item_id": item, "repeat": 1, "attempt": attempt,
            "at": "2026-11-30T12:00:01+00:00"}  # fmt: skip


def event(what: str, run: str = "run-1", **more: object) -> dict[str, object]:
    """Something that befell the run."""
    return {"kind": "event", "run_id": run, "event": what, "at": "2026-11-30T12:01:00+00:00",
            **more}  # fmt: skip


def write(folder: Path, head: dict[str, object], *records: dict[str, object]) -> Path:
    """A journal of these lines."""
    path = journal.start(folder, head)
    for record in records:
        journal.append(path, record)
    return path


def small(folder: Path, run: str = "run-1", **more: object) -> Path:
    """Three replies: one right, one wrong, one blank; the wrong one came at the second attempt."""
    return write(
        folder, header(run, **more),
        event("sitting", run, at="2026-11-30T12:00:00+00:00", processor="x"),
        asked("q_1", run), response("q_1", "Bob Ray.", run),
        asked("q_2", run),
        response("q_2", "", run, position=2, outcome="error", error="Busy.", cost=None),
        asked("q_2", run, 2), response("q_2", "Ann Ray", run, position=2, attempt=2),
        asked("q_3", run), response("q_3", " ", run, position=3, outcome="blank"),
        event("finished", run),
    )  # fmt: skip
