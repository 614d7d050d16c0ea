"""Verdicts of our own scorers on replies, and causes of wrong answers, made from their texts."""

import functools
import json
from typing import Any, NamedTuple

from kinlib.errors import KinError
from kinlib.reasoning import causes, contexts, scoring
from kinlib.reasoning.scoring import Asked
from kinlib.results import term_scores
from kinlib.results.released import as_released
from kinlib.results.rows import Row, canonical
from kinlib.score import Score
from kinlib.terms import matching, options

SCORED = ("answered", "truncated")
"""Outcomes with a text to score; a truncated reply is scored as it stands, as the papers do."""

OWN = (*scoring.SCORERS, *matching.MATCHERS, options.FIRST, options.STATED)
"""Scorers of ours, which score every reply there is; a release may bring verdicts of its own."""

RELATIONAL = ("kinshipqa", "clutrr")
"""Benchmarks that the kinship scorers score."""


def scorer_of(benchmark: str) -> str | None:
    """Name of our scorer whose verdicts are shown for a benchmark; None: it has none."""
    return {
        **dict.fromkeys(RELATIONAL, scoring.STRICT),
        "terms": matching.BOUNDED,
        "selection": options.FIRST,
    }.get(benchmark)


class Scored(NamedTuple):
    """Rows of the tables score and surface for one reply."""

    scores: list[Row]
    surface: Row | None = None


def score_rows(response: Row, item: Row) -> list[Row]:
    """Rows of the table score for a reply to an item; none where there is nothing to score."""
    return scored(response, item).scores


def scored(response: Row, item: Row) -> Scored:
    """What our scorers make of a reply to an item; nothing where it has no text."""
    text: Any = response["text"]
    if response["outcome"] not in SCORED or not isinstance(text, str):
        return Scored([])
    made = functools.partial(_row, response["response_id"])
    if item["answer_type"] == "term":
        judged = term_scores.judge(text, item)
        rows = [
            made(name, matching.VERSION, score, canonical(causes) if causes else None)
            for name, (score, causes) in judged.scores.items()
        ]
        seen = judged.surface and {"response_id": response["response_id"], **judged.surface}
        return Scored(rows, seen)
    if item["answer_type"] == "option":
        picks = term_scores.pick(text, item).items()
        return Scored([made(name, options.VERSION, score, None) for name, score in picks])
    found = scoring.scores(text, _asked(_Key(item))).items()
    return Scored(
        [made(name, scoring.VERSION, score, _causes(item, score)) for name, score in found]
    )


def _row(response_id: str, name: str, version: str, score: Score, causes: str | None) -> Row:
    return {
        "response_id": response_id,
        "scorer": name,
        "version": version,
        "correct": score.correct,
        "precision": score.precision,
        "recall": score.recall,
        "f1": score.f1,
        "predicted": canonical(score.predicted),
        "reading": score.reading,
        "causes": causes,
    }


def asked_of(row: Row) -> Asked:
    """What a scorer has to know of an item row of the store."""
    fields = as_released(row)
    listed = fields.get("roster")  # a question file may use the field for anything
    told = contexts.read(row.get("context") or "")
    if isinstance(listed, list):
        roster = tuple(name for name in listed if isinstance(name, str))
    else:
        roster = told.mentioned
    answer_type = str(row["answer_type"])
    targets = fields.get("target_names")
    alters = targets if answer_type == "relation" and isinstance(targets, list) else []
    ego, alter = fields.get("anchor_name"), alters[0] if len(alters) == 1 else None
    return Asked(
        answer_type,
        tuple(map(str, json.loads(row["gold"]))),
        roster,
        ego if isinstance(ego, str) else None,
        alter if isinstance(alter, str) else None,
        told.sexes.get(alter) if isinstance(alter, str) else None,
        _terms(fields) if answer_type == "relation" else (),
        str(row["question"]),
    )


def _terms(fields: Row) -> tuple[str, ...]:
    """What the question of a relation calls the relative."""
    term = fields.get("kin_term")
    return tuple(term.split(" or ")) if isinstance(term, str) else ()


class _Key:
    """An item row to be remembered by its data set and id; a class because a row has no hash."""

    def __init__(self, row: Row) -> None:
        self.row = row
        self._key = (row["dataset_id"], row["item_id"], row["gold"], row.get("context"))

    def __hash__(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self._key == other._key


@functools.lru_cache(maxsize=4096)
def _asked(key: _Key) -> Asked:
    return asked_of(key.row)


def _causes(item: Row, score: Score) -> str | None:
    """Why an answer is wrong; None: it is right, or the item tells too little to say."""
    if score.correct or score.reading is None:
        return None
    try:
        explained = causes.explain(as_released(item), score.predicted)
    except KinError:  # the page that shows the reply says what the item does not tell
        return None
    return canonical(explained.causes) if explained else None
