"""What the paper's Table 6 counts, of the prompts made here and of the replies of a run."""

import functools
from collections.abc import Mapping

import pandas as pd

from kinlib.terms.lexicon import Lexicon, shipped
from kinlib.terms.prompts import prompts
from kinlib.terms.relations import relations
from kinlib.terms.selection import selection

Counts = Mapping[tuple[str, str], float]
"""Numbers by metric of the published file and category (a letter, or empty)."""

ATTEMPTS = 3
"""How often the paper asks each prompt."""


def designed() -> Counts:
    """Of our own prompts, selection items and inventory, each prompt asked as often as there.

    Raises:
        KinError: what ships is damaged.
    """
    return _designed(shipped())


@functools.lru_cache(maxsize=2)
def _designed(lexicon: Lexicon) -> Counts:
    rows = pd.DataFrame(prompts(lexicon=lexicon))
    rows["cell"] = rows["relation"] + " " + rows["language"] + " " + rows["speaker"]
    places = pd.Series([item["position"] for item in selection(lexicon=lexicon)]).value_counts()
    known, forms = relations().values(), lexicon.forms
    keys = {(one.language, one.key) for one in forms if relations()[one.relation].tested}
    return {
        **_asked(rows),
        ("reference relations", ""): sum(not relation.tested for relation in known),
        ("runs per prompt", ""): ATTEMPTS,
        ("replies per model", ""): ATTEMPTS * len(rows),
        ("L3-only replies", ""): ATTEMPTS * _asked(rows)["L3-only prompts", ""],
        ("selection items", ""): int(places.sum()),
        **{("selection items by answer position", str(at)): int(n) for at, n in places.items()},
        ("expected-term keys", ""): len(keys),
        ("inventory entries", ""): len({(one.language, one.relation) for one in forms}),
    }


def counts(frame: pd.DataFrame) -> Counts:
    """Of the replies of one run, or of several: columns as `TermReplies.frame` has them."""
    if frame.empty:
        return {}
    found = dict(_asked(frame))
    models, replies = frame["model"].nunique(), len(frame)
    attempts = frame.groupby(["run_id", "item_id"]).size()
    found["runs per prompt", ""] = float(attempts.mean())
    found["replies per model", ""] = replies / models
    found["L3-only replies", ""] = int(_l3_only(frame).sum()) / models
    if frame["run_id"].nunique() > 1:
        found |= {("models", ""): models, ("replies", ""): replies}
    return found


def _asked(rows: pd.DataFrame) -> dict[tuple[str, str], float]:
    found: dict[tuple[str, str], float] = {
        ("tested relations", ""): rows["relation"].nunique(),
        ("prompts", ""): rows["item_id"].nunique(),
    }
    for level, of in rows.groupby("level"):
        found[f"{level} prompts", ""] = of["item_id"].nunique()
        found[f"{level} cells", ""] = of["cell"].nunique()
    alone = rows[_l3_only(rows)]
    for name, column in (("relations", "relation"), ("cells", "cell"), ("prompts", "item_id")):
        found[f"L3-only {name}", ""] = alone[column].nunique()
    return found


def _l3_only(rows: pd.DataFrame) -> pd.Series:
    """Whether each row is of a relation that has no L1 prompt, as the design has it."""
    with_word = [one.id for one in relations().values() if one.hypernym]
    return ~rows["relation"].isin(with_word)
