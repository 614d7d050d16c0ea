"""Faults of a loaded data set: its items and its trees, from the store, under the lint's rules."""

from collections import defaultdict
from typing import Any

import pyarrow as pa

from kinlib.exchange.tables import from_arrow
from kinlib.kinship.genealogy import Genealogy
from kinlib.reasoning.lint import Report, lint_items
from kinlib.reasoning.lint.case import Case
from kinlib.reasoning.lint.reading import tree_agreement
from kinlib.results import queries, question_queries
from kinlib.results.question_queries import Wanted
from kinlib.results.store import Store


def faults(store: Store, dataset_id: str) -> Report:
    """What the rules about items find in a data set; rules that need trees use the loaded ones.

    Items that name their tree find it by that name; those of others get, for each system, the
    loaded genealogy with whose facts most of them agree, if one holds their people.
    """
    rows = [_with_family(row) for row in question_queries.lines(store, Wanted(dataset_id))]
    trees: dict[str, Genealogy] = {}
    unnamed: defaultdict[str, list[Case]] = defaultdict(list)
    for place, row in enumerate(rows, 1):
        tree, system = row.get("tree"), row.get("kinship_system")
        if isinstance(tree, str) and tree.startswith("data/"):
            continue
        if not isinstance(tree, str) or not isinstance(system, str):
            case = Case(row, place, None)
            unnamed[case.system].append(case)
        elif tree not in trees and (found := question_queries.tree_of(store, system, tree)):
            trees[tree] = _genealogy(store, found)
    known = queries.genealogies(store)
    for origin, genealogy_id in zip(known["origin"], known["genealogy_id"], strict=True):
        if origin.startswith("data/families/"):
            trees.setdefault(origin, _genealogy(store, str(genealogy_id)))
    for system, cases in unnamed.items():
        of_system = known[known["system"].fillna("").str.casefold() == system.casefold()]
        loaded = (_genealogy(store, str(found)) for found in of_system["genealogy_id"])
        fits = [(tree_agreement(one, cases), -len(one), one) for one in loaded]
        best = max((fit for fit in fits if fit[0]), key=lambda fit: fit[:2], default=None)
        if best is not None:
            trees[system] = best[2]
    return lint_items(rows, trees, _terms(store, dataset_id))


def _terms(store: Store, dataset_id: str) -> list[dict[str, Any]]:
    """Items of the release's other splits whose terms belong to its table of terms."""
    sets = question_queries.question_sets(store)
    named = sets["name"].eq("kinshipqa") | sets["name"].str.endswith("_5_6hop_aug")
    if dataset_id not in set(sets[named]["dataset_id"]):
        return []
    others = sets[named & sets["dataset_id"].ne(dataset_id)]["dataset_id"]
    return [row for other in others for row in question_queries.lines(store, Wanted(str(other)))]


def _with_family(row: dict[str, Any]) -> dict[str, Any]:
    """A question of ours that names a family that ships has it as its tree."""
    family = row.get("family")
    return {**row, "tree": f"data/{family}"} if isinstance(family, str) else row


def _genealogy(store: Store, genealogy_id: str) -> Genealogy:
    people, unions = queries.genealogy_rows(store, genealogy_id)
    return from_arrow(
        genealogy_id, None, pa.Table.from_pandas(people), pa.Table.from_pandas(unions)
    )
