"""Which reader a file is for, told by its content first and its ending second."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from kinlib.errors import KinError
from kinlib.results.formats import kinshipqa, prompts, published, replies, turtle
from kinlib.results.formats.source import Source, check, document
from kinlib.results.rows import Batch

Reader = Callable[[Source], Batch]

READERS: Mapping[str, Reader] = {
    "questions": kinshipqa.read_questions,
    "paraphrase set": kinshipqa.read_paraphrases,
    "replies": replies.read_results,
    "paraphrase replies": replies.read_paraphrase_replies,
    "prompt list": prompts.read_prompts,
    "figures": published.read_json,
    "figure table": published.read_csv,
    "genealogy": turtle.read_genealogy,
    "file list": lambda source: Batch(),
}
"""Readers by the format's name as reports show it."""

ENDINGS = (".jsonl", ".json", ".csv", ".ttl")


def format_of(source: Source) -> str:
    """Name of the file's format.

    Raises:
        KinError: the file is empty, not text, or of no format that is read.
    """
    check(source)
    if source.suffix == ".ttl":
        return "genealogy"
    if source.suffix == ".csv":
        return "figure table"
    if source.suffix == ".json":
        return _json_format(document(source))
    if source.suffix == ".jsonl":
        return _jsonl_format(source)
    raise KinError(f"{source.name}: files ending in {', '.join(ENDINGS)} are read, not this one.")


def _json_format(value: Any) -> str:
    if replies.is_results(value):
        return "replies"
    # Summaries of the release's generators list the files they wrote and hold no result.
    return "file list" if isinstance(value, dict) and "files" in value else "figures"


def _jsonl_format(source: Source) -> str:
    # The first few lines decide; one of them may be bad.
    for line in source.data.removeprefix(b"\xef\xbb\xbf").split(b"\n", 20)[:20]:
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if not isinstance(row, dict):
            continue
        if replies.is_paraphrase_replies(row):
            return "paraphrase replies"
        if kinshipqa.is_paraphrases(row):
            return "paraphrase set"
        if kinshipqa.is_questions(row):
            return "questions"
        if prompts.is_prompts(row):
            return "prompt list"
        raise KinError(
            f"{source.name}: its fields ({', '.join(sorted(row)[:6])}) belong to no format that "
            "is read; README lists the formats."
        )
    raise KinError(f"{source.name}: none of its first lines is a JSON object.")
