"""Faults of kinship data sets, ours or anyone's, by named rules.

Read are items in the layout of the KinshipQA release, trees in its Turtle vocabulary, and tables of
CLUTRR's generator. Each rule has a definition and the number of the fault in the audit of the
release that it stands for; it says how many it checked, how many it found, and for each the
evidence in a sentence. Keys are found again from fathers, mothers, sexes, unions and years alone.

>>> row = {"question_id": "a", "question_text": "Who are Ann's childs?", "ground_truth": "Bob"}
>>> lint_items([row], {}).of("grammar")
(Finding(rule='grammar', subject='a', sentence="No English: 'childs'."),)

What the audit blames and no data set shows by itself has no rule: T3 and the command lines of
section 2 (a program, not its data), T5 and the contradictions within the paper (claims in prose),
no deaths and no marriage years of T6 (the vocabulary has no words for them), I26 (terms that a
generator might have used and did not; the tables of its terms are no data), the omissions of I28
(FBC and MZC of Crow and Omaha are just not asked about), paths of I8 that were dropped, and
sections 6 and 7 (scoring, replies and budgets: empty replies are counted where replies are).
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from kinlib.kinship.genealogy import Genealogy
from kinlib.reasoning.lint import (
    answerable,
    clutrr,
    fields,
    forests,
    keys,
    meaning,
    people,
    phrasing,
)
from kinlib.reasoning.lint.case import cases
from kinlib.reasoning.lint.keys import Terms, omitted
from kinlib.reasoning.lint.reading import fitting_trees, given_trees, more_terms, read_path
from kinlib.reasoning.lint.rule import Count, Finding, Report, Rule, joined, report
from kinlib.reasoning.lint.tree import Stated, Tree

__all__ = [
    "RULES", "Count", "Finding", "Report", "Rule", "faulty", "lint_clutrr", "lint_items",
    "lint_path", "lint_trees",
]  # fmt: skip


def _items(terms: Terms) -> tuple[Rule, ...]:
    """The rules about items; one looks into a table of terms."""
    every = (
        *keys.RULES, omitted(terms), *answerable.RULES, *meaning.RULES, *phrasing.RULES,
        *fields.RULES,
    )  # fmt: skip
    return tuple(sorted(every, key=lambda rule: not rule.substance))


_TREES = (*people.RULES, *forests.RULES)
RULES: Mapping[str, Rule] = {
    rule.name: rule for rule in (*_items(Terms({})), *_TREES, *clutrr.RULES)
}
"""Every rule by its name, those of substance first; about items, trees and CLUTRR rows."""


def lint_items(
    rows: Iterable[Mapping[str, Any]],
    trees: Mapping[str, Genealogy] | None = None,
    terms: Iterable[Mapping[str, Any]] = (),
) -> Report:
    """What the rules about items find in some, which are one data set.

    Args:
        rows: items, as in the release's files or our own; any field may be missing.
        trees: by an item's `tree` (or that after its system and "_"), else by its system.
        terms: further items, whose terms belong to the data set's table of terms.
    """
    items = cases(rows, trees or {})
    table = Terms.of([*items, *cases(terms, {})])
    return report(_items(table), items)


def lint_trees(
    trees: Mapping[str, Genealogy], stated: Mapping[str, Stated] | None = None
) -> Report:
    """What the rules about trees find in the trees of one data set, by their names.

    `stated` are the derived statements of their files; without them rules about these are not
    checked.
    """
    told = stated or {}
    return report(_TREES, [Tree(name, tree, told.get(name)) for name, tree in trees.items()])


def lint_clutrr(rows: Iterable[Mapping[str, Any]]) -> Report:
    """What the rules about CLUTRR find in the rows of its tables, fields as texts."""
    return report(clutrr.RULES, [clutrr.Row(row, place) for place, row in enumerate(rows, 1)])


def lint_path(path: Path, trees: Path | None = None, terms: Path | None = None) -> Report:
    """What the rules find in a data set's folder or file.

    Trees of items without a tree of their own are looked for in the folders around, or in `trees`;
    further terms in the release's base split and its split of 5 and 6 hops, where these lie around,
    or in `terms`.

    Raises:
        KinError: nothing at the path can be read.
    """
    found = read_path(path)
    reports = []
    if found.items:
        own = {tree.name: tree.genealogy for tree in found.trees}
        known = given_trees(trees) if trees else fitting_trees(path, found.items, own, found.notes)
        more = read_path(terms).items if terms else more_terms(path, found.notes)
        reports.append(lint_items(found.items, own | known, more))
    if found.trees:
        stated = {tree.name: tree.stated for tree in found.trees if tree.stated is not None}
        reports.append(lint_trees({tree.name: tree.genealogy for tree in found.trees}, stated))
    if found.clutrr:
        reports.append(lint_clutrr(found.clutrr))
    whole = joined(reports)
    return replace(whole, problems=tuple(found.problems), notes=tuple(found.notes))


def faulty(told: Report) -> bool:
    """Whether a rule of substance found anything."""
    return any(count.found and RULES[count.rule].substance for count in told.counts)
