"""Scores of replies we asked for ourselves, made from items and texts by the benchmark's scorer."""

import json
from typing import Any

from kinlib.reasoning import contexts, scoring
from kinlib.results.rows import Row, canonical
from kinlib.terms import matching

SCORED = ("answered", "truncated")
"""Outcomes with a text to score; a truncated reply is scored as it stands, as the papers do."""


def scorer_of(benchmark: str) -> str | None:
    """Name of the scorer whose verdicts are shown for a benchmark; None: it has none."""
    return {"kinshipqa": scoring.NAME, "terms": matching.NAME}.get(benchmark)


def score_row(response: Row, item: Row) -> Row | None:
    """Row of the table score for a reply to an item; None where there is nothing to score."""
    text: Any = response.get("text")
    if response["outcome"] not in SCORED or not isinstance(text, str):
        return None
    gold = json.loads(item["gold"])
    if item["answer_type"] == "term":
        name, version = matching.NAME, matching.VERSION
        score = matching.match(text, item["language"], gold)
    else:
        name, version = scoring.NAME, scoring.VERSION
        scored = scoring.score(text, item["answer_type"], gold, _roster(item))
        if scored is None:
            return None
        score = scored
    return {
        "response_id": response["response_id"],
        "scorer": name,
        "version": version,
        "correct": score.correct,
        "precision": score.precision,
        "recall": score.recall,
        "f1": score.f1,
        "predicted": canonical(score.predicted),
    }


def _roster(item: Row) -> list[str]:
    """The names an answer may hold: those the item lists, else those its context mentions."""
    given = json.loads(item["attributes"]).get("roster")
    if isinstance(given, list):  # a question file may use the field for anything
        return [name for name in given if isinstance(name, str)]
    return list(contexts.read(item.get("context") or "").mentioned)
