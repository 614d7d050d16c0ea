"""Replies in the KinshipQA release's result files, with the verdicts its own scorer gave.

Two shapes (AUDIT.md §5.3): `{summary, questions: [...]}` of its tester and of its CLUTRR runner,
and JSONL of the paraphrase test. Their verdicts are kept as the score of a scorer of their own; a
reply of white space is blank, whatever the release counted it as.
"""

import functools
import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from kinlib.errors import KinError
from kinlib.results.formats.kinshipqa import NO_PROMPT, paraphrase_dataset, question
from kinlib.results.formats.source import Source, document, lines
from kinlib.results.rows import (
    Batch,
    Problem,
    Row,
    canonical,
    identifier,
    optional,
    response_id,
    storable,
    wanted,
    with_digest,
)

RELEASE = ("kinshipqa-release", "2026-06")
"""Name and version of the release's own scorer."""

STORY_LIMIT = 200
"""Characters after which the release cuts a CLUTRR story."""

CLUTRR_REPLY_LIMIT = 300
TESTER_REPLY_LIMIT = 1_000
"""Characters after which the release cuts a reply."""


def is_results(value: Any) -> bool:
    """Whether a JSON document is a result file with replies."""
    return (
        isinstance(value, dict)
        and isinstance(value.get("summary"), dict)
        and isinstance(value.get("questions"), list)
    )


def is_paraphrase_replies(row: Row) -> bool:
    """Whether an object looks like a line of the paraphrase results."""
    return {"question_id", "paraphrased_question", "raw_response", "exact_match"} <= row.keys()


def read_results(source: Source) -> Batch:
    """One run with its items, replies and verdicts from a tester or CLUTRR result file.

    Raises:
        KinError: the file is no whole JSON, or its summary does not say which model replied.
    """
    value = document(source)
    summary, rows = value["summary"], value["questions"]
    _check_summary(source, summary)
    batch = Batch(read=len(rows), place=_placing(source))
    if summary.get("benchmark") == "CLUTRR":
        run = _run(source, batch, "clutrr", f"CLUTRR {summary.get('config') or ''}".strip(),
                   f"The release cut every story at {STORY_LIMIT} characters and stores no "
                   "prompt; what it cut is not rebuilt.", summary)  # fmt: skip
        convert = _clutrr
    else:
        run = _run(source, batch, "kinshipqa", "results_test",
                   f"{NO_PROMPT} Its result files hold no contexts either.", summary)  # fmt: skip
        convert = _tested
    _read_rows(batch, run, enumerate(rows, 1), convert)
    return batch


def _check_summary(source: Source, summary: Row) -> None:
    model = summary.get("model")
    if not isinstance(model, dict) or not isinstance(model.get("model"), str):
        raise KinError(f"{source.name}: its summary names no model, so its replies have no owner.")
    try:
        optional(summary, "protocol", str)
        optional(summary, "config", str)
        optional(model, "provider", str)
        storable([summary.get("protocol"), summary.get("config"), model])
    except ValueError as error:
        raise KinError(f"{source.name}: in its summary, {error}; mend the file.") from error


def _placing(source: Source) -> Callable[[int | None, str], Problem]:
    """How a problem with the n-th question is told; lines are looked for once, when needed."""
    lines_of = functools.cache(lambda: _entry_lines(source))
    return lambda number, reason: Problem(
        lines_of().get(number or 0), f"question {number}: {reason}"
    )


def read_paraphrase_replies(source: Source) -> Batch:
    """The run of the paraphrase test; the model is named by the file (`..._gemma3.jsonl`)."""
    batch = Batch()
    dataset_id = paraphrase_dataset(batch)
    summary = {
        "model": {"model": source.stem.removeprefix("paraphrase_results_")},
        "protocol": "zero_shot_direct",
    }
    run = _add_run(source, batch, "kinshipqa", dataset_id, summary)
    _read_rows(batch, run, lines(source, batch), _paraphrased)
    return batch


@dataclass(frozen=True)
class _Run:
    run_id: str
    dataset_id: str


_Converter = Callable[[Row, _Run, int], tuple[Row, Row, Row]]


def _read_rows(
    batch: Batch, run: _Run, rows: Iterable[tuple[int, Any]], convert: _Converter
) -> None:
    seen: set[str] = set()
    for number, row in rows:
        try:
            if not isinstance(row, dict):
                raise ValueError("the entry is not an object")
            storable(row)
            item, response, score = convert(row, run, number)
            if item["item_id"] in seen:
                raise ValueError(f"the id {item['item_id']} stands in this file already")
        except ValueError as error:
            batch.refuse(number, str(error))
            continue
        seen.add(item["item_id"])
        batch.add("item", item)
        batch.add("response", response)
        batch.add("score", score)


def _run(source: Source, batch: Batch, benchmark: str, name: str, note: str, summary: Row) -> _Run:
    dataset_id = identifier("dataset", benchmark, name)
    batch.add(
        "dataset",
        {"dataset_id": dataset_id, "name": name, "benchmark": benchmark, "note": note},
    )
    return _add_run(source, batch, benchmark, dataset_id, summary)


def _add_run(source: Source, batch: Batch, benchmark: str, dataset_id: str, summary: Row) -> _Run:
    run = _Run(identifier("run", source.digest), dataset_id)
    provider = summary["model"].get("provider")
    batch.add(
        "run",
        {
            "run_id": run.run_id,
            "benchmark": benchmark,
            "dataset_id": dataset_id,
            "model": summary["model"]["model"],
            "protocol": summary.get("protocol"),
            "source": "imported",
            "scorer": RELEASE[0],
            "parameters": canonical({"provider": provider} if provider else {}),
            "note": "Verdicts are those of the release's own scorer.",
        },
    )
    return run


def _tested(row: Row, run: _Run, position: int) -> tuple[Row, Row, Row]:
    item = question(row, run.dataset_id, position, "question_text")
    return item, *_reply(row, run, item, TESTER_REPLY_LIMIT, _measures(row, "exact_match"))


def _paraphrased(row: Row, run: _Run, position: int) -> tuple[Row, Row, Row]:
    item = question(row, run.dataset_id, position, "paraphrased_question")
    return item, *_reply(row, run, item, TESTER_REPLY_LIMIT, _measures(row, "exact_match"))


def _clutrr(row: Row, run: _Run, position: int) -> tuple[Row, Row, Row]:
    story = wanted(row, "story", str)
    item = with_digest(
        {
            "dataset_id": run.dataset_id,
            "item_id": wanted(row, "id", str),
            "position": position,
            "hops": optional(row, "n_hops", int),
            "question": wanted(row, "query", str),
            "context": story,
            "context_cut": len(story) >= STORY_LIMIT,
            "gold": canonical([wanted(row, "target", str)]),
            "answer_type": "relation",
            "attributes": canonical({}),
        }
    )
    return item, *_reply(row, run, item, CLUTRR_REPLY_LIMIT, _measures(row, "correct"))


def _measures(row: Row, verdict: str) -> Row:
    predicted = optional(row, "predicted", (str, list))
    return {
        "correct": wanted(row, verdict, bool),
        **{key: optional(row, key, (int, float)) for key in ("precision", "recall", "f1")},
        "predicted": canonical(predicted if isinstance(predicted, list) else [predicted or ""]),
    }


def _reply(row: Row, run: _Run, item: Row, limit: int, score: Row) -> tuple[Row, Row]:
    text = wanted(row, "raw_response", str)
    reply_id = response_id(run.run_id, item["item_id"], 1)
    failed = optional(row, "is_error", bool)
    response = {
        "response_id": reply_id,
        "run_id": run.run_id,
        "dataset_id": run.dataset_id,
        "item_id": item["item_id"],
        "repeat": 1,
        "position": item["position"],
        "outcome": "error" if failed else "answered" if text.strip() else "blank",
        "text": text,
        "text_limit": limit if len(text) >= limit else None,
        "seconds": optional(row, "response_time", (int, float)),
        "error": "The release marks this reply as an error and does not say which." if failed
        else None,
    }  # fmt: skip
    scorer, version = RELEASE
    return response, {"response_id": reply_id, "scorer": scorer, "version": version, **score}


def _entry_lines(source: Source) -> dict[int, int]:
    """Line on which each entry of the top-level `questions` begins, by its number from 1."""
    text = source.data.decode("utf-8-sig")
    starts: dict[int, int] = {}
    decoder = json.JSONDecoder()
    line, counted = 1, 0
    position = _questions_at(text, decoder)
    while entry := _BETWEEN.match(text, position):
        line += text.count("\n", counted, entry.end())
        counted = entry.end()
        starts[len(starts) + 1] = line
        _, position = decoder.raw_decode(text, entry.end())
    return starts


_BETWEEN = re.compile(r"[\s,]*(?=[^\s,\]])")


def _questions_at(text: str, decoder: json.JSONDecoder) -> int:
    """Where the list of questions begins; a key of that name deeper in the file is another."""
    found, position = len(text), text.index("{") + 1
    while key := re.compile(r"[\s,]*(?=\")").match(text, position):
        name, position = decoder.raw_decode(text, key.end())
        position = text.index(":", position) + 1
        while text[position].isspace():
            position += 1
        if name == "questions":
            found = position + 1  # of two, the last counts, as it does for the reader
        _, position = decoder.raw_decode(text, position)
    return found
