"""Replies to kin-term prompts as the tables of the generation benchmark need them.

What is resampled together is a cell: a relation in a language as one speaker says it, with all
attempts of both tasks, as in the paper's Table 1. L1 and L3 attempts of a relation are one cell.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import pandas as pd

from kinlib.results.filters import judged
from kinlib.results.queries import Blanks
from kinlib.results.reconcile_rows import COUNTED, usual
from kinlib.results.store import Store
from kinlib.results.term_figures import LEVELS, NO_SCRIPT
from kinlib.stats import Clusters, clusters
from kinlib.terms.matching import FROZEN
from kinlib.terms.relations import LANGUAGES, relations
from kinlib.terms.selection import NONE

TERMS, SELECTION = "terms", "selection"
"""Names of the two benchmarks."""


@dataclass(frozen=True)
class TermReplies:
    """Replies of some runs, and what is resampled together.

    Attributes:
        frame: one row a reply to a prompt: run_id, model, protocol, source, dataset, item_id,
            repeat, level, language, relation, speaker, task, switched (the prompt is none of the
            paper's), verdict; cell; counted and right (by
            the blanks switch), failed (wrong, and its surface told), category (of a failure),
            unscripted, other (holds a term of another relation), romanised, translation, note;
            others (relations whose terms it holds).
        among: the cells of these rows, over all runs.
        selection: one row a reply to a selection item: run_id, model, protocol, source, dataset,
            item_id, language, relation, speaker, cell, verdict, position (letter of the right
            option), options (how many), absent (none of them is the term), state (`State`), right.
        remarks: sentences on what was left out.
    """

    frame: pd.DataFrame
    among: Clusters
    selection: pd.DataFrame
    remarks: tuple[str, ...]


def runs(store: Store) -> pd.DataFrame:
    """Runs with replies to kin-term prompts or selection items, largest first.

    Columns run_id, benchmark, model, protocol, source, dataset, replies.
    """
    return store.query(
        "select run_id, benchmark, model, protocol, source, any_value(dataset) as dataset, "
        "count(*) as replies from reply where (benchmark = ? and answer_type = 'term') "
        "or (benchmark = ? and answer_type = 'option') group by all "
        "order by replies desc, model, protocol, run_id",
        [TERMS, SELECTION],
    )


def chosen(there: pd.DataFrame, wanted: Sequence[str]) -> list[str]:
    """Ids of the runs to show, of those that `runs` gives: the usual ones where none are wanted.

    Selection is compared with generation: where only one of the two is wanted, the usual runs of
    the same models stand beside it.
    """
    found: list[str] = []
    models = set(there.loc[there["run_id"].isin(wanted), "model"])
    for benchmark in (TERMS, SELECTION):
        part = there[there["benchmark"] == benchmark]
        own = [str(run) for run in part["run_id"] if run in wanted]
        if not own:
            own = usual(part[part["model"].isin(models)] if wanted else part)
        found += own
    return found


def replies(store: Store, wanted: Sequence[str], blanks: Blanks, scorer: str) -> TermReplies:
    """The replies of some runs; verdicts on prompts are those of `scorer`, one of the matchers."""
    table = judged(scorer)
    others = "others_frozen" if scorer == FROZEN else "others"
    frame = store.query(
        f"select {_COMMON}, repeat, category as level, json_extract_string(attributes, '$.task') "
        "as task, coalesce(json_array_length(attributes, '$.switches'), 0) > 0 as switched, "
        f"causes, surface.{others} as others, surface.translation, surface.note, "
        f"surface.romanised from {table.sql} left join surface using (response_id) "
        "where benchmark = ? and answer_type = 'term' and list_contains(?, run_id) "
        "order by run_id, item_position, item_id, repeat, response_id",
        [*table.parameters, TERMS, list(wanted)],
    )
    selection = store.query(
        f"select {_COMMON}, outcome, predicted, gold, "
        "json_array_length(attributes, '$.options') as options, "
        "json_extract_string(attributes, '$.expected') as expected from reply "
        "where benchmark = ? and answer_type = 'option' and list_contains(?, run_id) "
        "order by run_id, item_position, item_id, response_id",
        [SELECTION, list(wanted)],
    )
    return prepared(frame, selection, blanks)


_COMMON = (
    "run_id, model, protocol, source, dataset, item_id, language, relation, "
    "coalesce(json_extract_string(attributes, '$.speaker'), 'any') as speaker, verdict"
)


def prepared(frame: pd.DataFrame, selection: pd.DataFrame, blanks: Blanks) -> TermReplies:
    """Rows as the queries give them, without those outside the benchmark, with cells."""
    tested = [relation.id for relation in relations().values() if relation.tested]

    def inside(rows: pd.DataFrame) -> pd.Series:
        return rows["relation"].isin(tested) & rows["language"].isin(list(LANGUAGES))

    here = inside(frame) & frame["level"].isin(LEVELS)
    kept = frame[here].reset_index(drop=True)
    wrong = kept["verdict"] == "wrong"
    category = kept["causes"].map(_first, na_action="ignore").where(wrong)
    kept = kept.assign(
        cell=_cells(kept),
        counted=kept["verdict"].isin(COUNTED[blanks]),
        right=kept["verdict"] == "right",
        failed=category.notna(),
        category=category,
        unscripted=category == NO_SCRIPT,
        others=kept["others"].map(_list),
        **{
            name: kept[name].fillna(False).astype(bool)
            for name in ("translation", "note", "romanised")
        },
    ).drop(columns="causes")
    kept["other"] = kept["others"].map(bool).astype(bool)
    # They are compared and picked from hundreds of times: as numbers that is quick.
    kept = kept.astype(dict.fromkeys(_REPEATED, "category"))
    offered = selection[inside(selection)].reset_index(drop=True)
    picked = offered.assign(
        cell=_cells(offered),
        position=offered["gold"].map(_first),
        right=offered["verdict"] == "right",
        absent=offered["expected"] == NONE,
        state=[
            _state(*row)
            for row in zip(
                offered["outcome"], offered["verdict"], offered["predicted"], strict=True
            )
        ],
    ).drop(columns=["gold", "outcome", "predicted", "expected"])
    remarks = (
        (~here, "{} to prompts outside the benchmark's relations, languages and levels."),
        (~inside(selection), "{} to selection items outside its relations and languages."),
        (wrong & category.isna(), "{} called wrong, whose surface is not told: of Section 4.2."),
    )
    numbers = [(int(marks.sum()), told) for marks, told in remarks]
    switched = kept.loc[kept["switched"].astype(bool), "dataset"].dropna().unique()
    return TermReplies(
        kept,
        clusters(kept["cell"].tolist()),
        picked,
        (
            *(
                f"Left out: {told.format('1 reply' if number == 1 else f'{number:,} replies')}"
                for number, told in numbers
                if number
            ),
            *(f"The prompts of {name} are not the paper's own." for name in switched),
        ),
    )


_REPEATED = (
    "run_id", "model", "protocol", "source", "dataset", "item_id", "level", "language", "relation",
    "speaker", "task", "verdict", "cell", "category",
)  # fmt: skip


def _cells(rows: pd.DataFrame) -> pd.Series:
    return rows["relation"] + " " + rows["language"] + " " + rows["speaker"]


def _first(listed: object) -> str | None:
    found = _list(listed)
    return found[0] if found else None


def _list(listed: object) -> tuple[str, ...]:
    """A JSON list of texts; null and anything else is empty."""
    found = json.loads(listed) if isinstance(listed, str) else []
    return tuple(map(str, found)) if isinstance(found, list) else ()


State = Literal["valid", "no letter", "blank", "left out"]
"""What a reply to a selection item is: a letter, a text without one, nothing, or not read."""


def _state(outcome: str, verdict: str, predicted: object) -> State:
    if outcome not in ("answered", "truncated"):
        return "left out" if outcome in ("cancelled", "not run") else "blank"
    if not isinstance(predicted, str):  # a scorer that came with the run and tells no letter
        return "valid" if verdict in ("right", "wrong") else "left out"
    return "valid" if _list(predicted) else "no letter"
