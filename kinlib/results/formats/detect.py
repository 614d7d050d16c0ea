"""Which reader a file is for, told by its content first and its ending second."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from kinlib.errors import KinError
from kinlib.exchange.files import is_gedcom
from kinlib.results.formats import (
    figure_table,
    gedcom,
    kinshipqa,
    prompts,
    published,
    replies,
    turtle,
)
from kinlib.results.formats.source import LONGEST_LINE, Source, check, document, raw_lines
from kinlib.results.rows import Batch

Reader = Callable[[Source], Batch]

READERS: Mapping[str, Reader] = {
    "questions": kinshipqa.read_questions,
    "paraphrase set": kinshipqa.read_paraphrases,
    "replies": replies.read_results,
    "paraphrase replies": replies.read_paraphrase_replies,
    "prompt list": prompts.read_prompts,
    "figures": published.read_json,
    "figure table": figure_table.read_csv,
    "genealogy": turtle.read_genealogy,
    "GEDCOM": gedcom.read_genealogy,
    "file list": lambda source: Batch(),
}
"""Readers by the format's name as reports show it."""

ENDINGS = (".jsonl", ".json", ".csv", ".ttl", ".ged")


def format_of(source: Source) -> str:
    """Name of the file's format.

    Raises:
        KinError: the file is empty, not text, or of no format that is read.
    """
    if source.suffix == ".ged" or (source.suffix == ".ttl" and is_gedcom(source.data)):
        return "GEDCOM"  # in UTF-16 too; its reader says what is wrong with the bytes
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
    # Summaries of the release's generators list the files they wrote, manifests of ours the trees;
    # neither holds a result.
    lists = isinstance(value, dict) and ("files" in value or {"recipe", "trees"} <= value.keys())
    return "file list" if lists else "figures"


def _jsonl_format(source: Source) -> str:
    # The first line of a known kind decides; bad and foreign ones before it are refused later.
    foreign: dict[str, Any] | None = None
    for line in raw_lines(source):
        if len(line) > LONGEST_LINE:
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if not isinstance(row, dict):
            continue
        foreign = foreign or row
        if replies.is_paraphrase_replies(row):
            return "paraphrase replies"
        if kinshipqa.is_paraphrases(row):
            return "paraphrase set"
        if kinshipqa.is_questions(row):
            return "questions"
        if prompts.is_prompts(row):
            return "prompt list"
    if foreign is None:
        raise KinError(f"{source.name}: none of its lines is a JSON object with fields.")
    raise KinError(
        f"{source.name}: its fields ({_names(foreign)}) belong to no format that is read; README "
        "lists the formats."
    )


def _names(row: dict[str, Any]) -> str:
    text = ", ".join(sorted(row)[:6])
    return text.encode("utf-8", "replace").decode() if len(text) <= 200 else text[:200] + "..."
