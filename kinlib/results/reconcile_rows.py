"""Replies to KinshipQA items as the paper's tables need them, and what is resampled together.

The clusters are tree and ego: items about the kin of one person share facts, and items of one tree
share people. Two items are clones if they have the same question but for the system's name, the
same facts and the same key. Trees with a tenth of their items in common count as one, and there
egos with a clone in common as one cluster: four of the release's seven trees are the same 57
people, and the others share most of these (AUDIT.md, T1).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from kinlib.results.filters import judged
from kinlib.results.paper_tables import SEVEN
from kinlib.results.queries import Blanks
from kinlib.results.question_queries import BENCHMARK
from kinlib.results.store import Store
from kinlib.stats import Clusters, Codes, clusters

COUNTED: dict[Blanks, tuple[str, ...]] = {
    "excluded": ("right", "wrong"),
    "wrong": ("right", "wrong", "blank", "refused", "error"),
}
"""Verdicts in the denominator, as in queries.py."""

AVERAGED = ("measured", "imported", "human")
"""Sources of which runs are averaged, each on its own; no controls, no free prompts."""

_ADDED = r"_0[5-9]\d\d$"
"""Ids of items that the release has since the paper: cultural ones of 4 hops and more."""


@dataclass(frozen=True)
class Replies:
    """Replies to items of the seven systems, with their clusters.

    Attributes:
        frame: one row a reply: run_id, model, protocol, source, dataset, item_id, verdict, causes,
            category, hops, system, override, several (answers), counted and right (by the blanks
            switch), clone (a number that clones share) and asked (one for each item asked).
        among: the clusters of these rows, over all runs.
        remarks: sentences on what was left out, and on how trees and egos were found.
    """

    frame: pd.DataFrame
    among: Clusters
    remarks: tuple[str, ...]


def runs(store: Store, scorer: str = "") -> pd.DataFrame:
    """Runs with scored replies to KinshipQA items of the seven systems, largest first.

    Columns run_id, model, protocol, source, dataset, replies (that are scored).
    """
    table = judged(scorer)
    return store.query(
        "select run_id, model, protocol, source, any_value(dataset) as dataset, "
        f"count(*) as replies from {table.sql} where benchmark = ? and correct is not null "
        "and list_contains(?, lower(system)) group by all "
        "order by replies desc, model, protocol, run_id",
        [*table.parameters, BENCHMARK, _systems()],
    )


def names(found: Sequence[Mapping[Any, Any]]) -> list[str]:
    """A name for people for each run, with its id where two have the same."""
    plain = []
    for run in found:
        parts = (run["model"], run["protocol"], run["dataset"], f"({run['source']})")
        plain.append(" · ".join(part for part in parts if isinstance(part, str)))
    return [
        f"{name} {run['run_id']}" if plain.count(name) > 1 else name
        for name, run in zip(plain, found, strict=True)
    ]


def usual(found: pd.DataFrame) -> list[str]:
    """Ids of the runs to begin with, of those that `runs` gives.

    No controls and no free prompts, and none with less than a tenth of the largest one's replies
    or over other items or by another protocol than its: an average would compare what cannot be
    compared.
    """
    kept = found[found["source"].isin(AVERAGED)]
    manner = kept[["dataset", "protocol"]].fillna("")
    same = manner.eq(manner.iloc[0]).all(axis=1) if len(kept) else kept["replies"].gt(0)
    large = 10 * kept["replies"] >= kept["replies"].max()
    return [str(run) for run in kept.loc[large & same, "run_id"]]


def replies(store: Store, wanted: Sequence[str], blanks: Blanks, scorer: str = "") -> Replies:
    """The replies of some runs; the verdicts are those of `scorer`, or of each run's own."""
    table = judged(scorer)
    frame = store.query(
        _ROWS.replace("$replies", table.sql),
        [BENCHMARK, *table.parameters, BENCHMARK, list(wanted)],
    )
    return prepared(frame, blanks)


# What an item tells is looked for once an item, and where its file is a result file without
# contexts, in the same item of another data set.
_FIELDS = ("tree", "anchor_person", "anchor_name", "has_cultural_override")
_ROWS = f"""
with item_row as (
    select item.*, lower(item.system) as kinship_system,
        json_extract_string(attributes, [{", ".join(f"'$.{field}'" for field in _FIELDS)}]) as told
    from item join dataset using (dataset_id) where benchmark = ?
), told_item as (
    select dataset_id, item_id, question, gold, context, kinship_system,
        answer_type, told[1] as tree, coalesce(told[2], told[3]) as ego, told[4] as override
    from item_row
), elsewhere as (
    select item_id, question, gold, min(tree) as tree, min(ego) as ego, min(context) as context
    from told_item where ego is not null group by all
), item_told as (
    select dataset_id, item_id, kinship_system, override = 'true' as override,
        coalesce(it.tree, elsewhere.tree) as tree, coalesce(it.ego, elsewhere.ego) as ego,
        answer_type <> 'relation' and json_array_length(gold) > 1 as several,
        md5(concat_ws(chr(31), replace(lower(question), kinship_system, ''), list_sort(
            list_transform(
                string_split_regex(coalesce(it.context, elsewhere.context, ''), '\\.\\s+|\\n'),
                lambda fact: trim(fact, ' .')
            )
        )::varchar, list_sort(gold::json::varchar[])::varchar)) as digest
    from told_item as it left join elsewhere using (item_id, question, gold)
)
select run_id, model, protocol, source, dataset, dataset_id, item_id, verdict, causes, category,
    hops, kinship_system as system, coalesce(override, false) as override, tree, ego, several,
    digest
from $replies join item_told using (dataset_id, item_id)
where benchmark = ? and list_contains(?, run_id)
order by run_id, item_position, item_id, repeat, response_id
"""


def prepared(frame: pd.DataFrame, blanks: Blanks) -> Replies:
    """Rows as the query gives them, without those outside the paper's tables, with clusters."""
    inside = SEVEN.marks(frame)
    added = inside & (
        frame["item_id"].str.contains(_ADDED, regex=True)
        & (frame["category"] == "4")
        & (frame["hops"] >= 4)
    ).fillna(False).to_numpy(dtype=bool)
    kept = frame[inside & ~added].reset_index(drop=True)
    untold = kept["tree"].isna()
    tree = kept["tree"].where(~untold, kept["dataset_id"] + " " + kept["system"])
    clone = _codes(kept["digest"])
    trees = _copies(_codes(tree), clone)
    same = _codes(pd.Series(trees).astype(str) + " " + pd.Series(clone).astype(str))
    ego = _joined(_codes(tree + "\n" + kept["ego"].fillna("")), same)
    systems = _joined(_codes(kept["system"]), trees)
    known = kept["ego"].notna()
    among = clusters(
        [label if sure else None for label, sure in zip(ego.tolist(), known, strict=True)],
        trees.tolist(),
        systems.tolist(),
    )
    kept = kept.assign(
        clone=clone,
        asked=_codes(kept["dataset_id"] + "\n" + kept["item_id"]),
        counted=kept["verdict"].isin(COUNTED[blanks]),
        right=(kept["verdict"] == "right").astype(float),
    ).drop(columns=["tree", "ego", "digest", "dataset_id"])
    uncaused = (kept["verdict"] == "wrong") & kept["causes"].isna()
    remarks = (
        (~inside, "Left out: {} to items of other systems."),
        (added, "Left out: {} to items that the release has since the paper."),
        (uncaused, "Left out of Table 8: {} called wrong without a cause; our own scorers tell "
         "causes where the item tells enough."),
        (~known, "No interval: {} to items that do not tell whose kin they ask about; load the "
         "data set they belong to."),
    )  # fmt: skip
    numbers = ((int(marks.sum()), told) for marks, told in remarks)
    sentences = [
        told.format("1 reply" if number == 1 else f"{number:,} replies")
        for number, told in numbers
        if number
    ]
    return Replies(kept, among, (*sentences, *_on_trees(kept["system"], tree, trees, untold)))


def _on_trees(system: pd.Series, tree: pd.Series, joined: Codes, untold: pd.Series) -> list[str]:
    sentences = []
    if untold.any():
        names = ", ".join(name.capitalize() for name in sorted(system[untold].unique()))
        sentences.append(f"Where items tell no tree, their system stands for it: {names}.")
    told, counted = tree.nunique(), len(np.unique(joined))
    if counted < told:
        sentences.append(f"{told} trees share items word for word and count as {counted}.")
    return sentences


def _codes(texts: pd.Series) -> Codes:
    return pd.factorize(texts)[0].astype(np.int64)


def _copies(tree: Codes, clone: Codes) -> Codes:
    """Labels of trees, the same for trees that have a tenth of the smaller one's items in common.

    A few clones are chance: two simulated people may have the same names and the same father's.
    """
    held = pd.DataFrame({"tree": tree, "clone": clone}).drop_duplicates()
    size = held["tree"].value_counts()
    pairs = held.merge(held, on="clone").groupby(["tree_x", "tree_y"]).size().reset_index(name="n")
    smaller = np.minimum(size[pairs["tree_x"]].to_numpy(), size[pairs["tree_y"]].to_numpy())
    linked = pairs[pairs["n"] >= smaller / 10]  # every tree is linked with itself
    ends = np.concatenate([linked["tree_x"], linked["tree_y"]]).astype(np.int64)
    label = _joined(ends, np.tile(np.arange(len(linked)), 2))
    return pd.Series(label, index=ends).groupby(level=0).first()[tree].to_numpy(dtype=np.int64)


def _joined(inner: Codes, outer: Codes) -> Codes:
    """Labels that rows share if they are linked by any chain of equal labels of the two kinds."""
    label = inner
    while True:
        spread = pd.Series(label).groupby(outer).transform("min").to_numpy()
        spread = pd.Series(spread).groupby(inner).transform("min").to_numpy(dtype=np.int64)
        if (spread == label).all():
            return spread
        label = spread


def _systems() -> list[str]:
    return sorted(SEVEN.systems or ())
