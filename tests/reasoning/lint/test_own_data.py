"""Our own data sets: no fault of substance where contexts claim distractors, and faults put in."""

import json

import pytest

from kinlib.exchange.names import name_list, shipped_names
from kinlib.reasoning.baselines import solve
from kinlib.reasoning.dataset import Recipe, build, files, manifest
from kinlib.reasoning.lint import RULES, lint_items, lint_path, lint_trees
from kinlib.reasoning.lint.answerable import farthest_guess
from kinlib.reasoning.lint.case import Case
from kinlib.reasoning.making import Manner

NAMES = name_list("english", shipped_names())
DEEP = {"most": 6, "years": 100}
FEW = {"systems": ("Sudanese", "Crow", "Dravidian")}


def made(level, items=18, paraphrase=0, rule=False, renamed="", **more):
    """Rows and trees of a small data set of all seven systems."""
    manner = Manner(level, paraphrase, rule, renamed)
    dataset = build(Recipe("full", seed=4, manner=manner, items=items, **more), NAMES)
    trees = {tree.id: tree.genealogy for c in dataset.collections for tree in c.trees}
    return [json.loads(item.line()) for item in dataset.items], trees


def of_substance(report):
    return {count.rule for count in report.counts if count.found and RULES[count.rule].substance}


@pytest.mark.parametrize(
    ("level", "more"),
    [
        ("siblings", {}), ("branches", {"items": 12, "paraphrase": None}), ("family", {}),
        ("family", {"items": 40, "systems": ("Crow", "Dravidian"), **DEEP}),
        ("siblings", {"renamed": "both", "paraphrase": 1, **FEW}),
        ("family", {"renamed": "term", **FEW}),
        ("siblings", {"renamed": "system", "rule": True, "paraphrase": 2, **FEW}),
    ],
)  # fmt: skip
def test_contexts_with_distractors_have_no_fault_of_substance(level, more):
    rows, trees = made(level, **more)
    report = lint_items(rows, trees)
    assert of_substance(report) == set(), [f for f in report.findings if RULES[f.rule].substance]
    assert report.count("wrong-key").checked + report.count("sex-filter-key").checked == len(rows)
    assert of_substance(lint_trees(trees)) == set()


@pytest.fixture(scope="module")
def minimal():
    return made("minimal", 30)


def test_minimal_contexts_lack_distractors_and_nothing_else(minimal):
    report = lint_items(*minimal)
    assert of_substance(report) == {"no-distractor", "blind-solvable"}
    distractor = report.count("no-distractor")
    assert distractor.found == distractor.checked


def test_the_blind_guess_is_that_of_the_baselines(minimal):
    rows, _ = minimal
    some = [row for row in rows if row["answer_type"] != "relation"][::20]
    expected = [verdict.solved["farthest"] for verdict in solve(some)]
    cases = [Case(row, place, None) for place, row in enumerate(some)]
    found = [
        case.number("ground_truth") == len(guess)
        if case.form == "count"
        else set(guess) == set(case.key)
        for case in cases
        for guess in [farthest_guess(case)]
    ]
    assert found == expected and any(found) and not all(found)


def test_every_changed_key_is_noticed():
    """Also where all but one of the names are right, or the number is off by one."""
    rows, trees = made("family", 20)
    changed = []
    for row in rows:
        key = row["ground_truth"]
        kind = row["answer_type"]
        if kind == "count":
            new = key + 1
        elif kind == "relation":
            new = "father's mother's brother" if key != "father's mother's brother" else "brother"
        elif kind == "person":
            new = "Zoe Nobody"
        else:
            new = [*key[1:], row["anchor_name"]]
        changed.append(row | {"ground_truth": new})
    report = lint_items(changed, trees)
    noticed = {f.subject for name in ("wrong-key", "sex-filter-key") for f in report.of(name)}
    assert noticed == {row["question_id"] for row in rows}
    assert {row["answer_type"] for row in rows} == {"people", "person", "count", "relation"}


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        (lambda row: {"n_hops": row["n_hops"] + 1}, "wrong-hops"),
        (lambda row: {"target_names": row["target_names"][::-1]}, "unaligned-ids"),
        (lambda row: {"anchor_name": "Zoe Nobody"}, "unknown-person"),
        (lambda row: {"proof_graph_size": 1}, "proof-size"),
        (lambda row: {"context": row["context"].replace("father", "brother")}, "false-fact"),
        (lambda row: {"context": row["context"].split("\n")[0]}, "insufficient-context"),
    ],
)
def test_other_faults_put_in_are_noticed(minimal, change, rule):
    rows, trees = minimal
    row = next(
        r for r in rows
        if r["kind"] == "biological" and len(r["target_names"]) > 1 and "father" in r["context"]
    )  # fmt: skip
    assert lint_items([row | change(row)], trees).count(rule).found == 1
    assert lint_items([row], trees).count(rule).found == 0


def test_a_folder_of_ours_is_read_with_its_trees(tmp_path):
    dataset = build(Recipe("full", ("Crow", "Omaha"), items=30, manner=Manner("siblings")), NAMES)
    for name, data in files(dataset, manifest(dataset)):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(data)
    for path in (tmp_path, tmp_path / "items.jsonl"):
        report = lint_path(path)
        assert of_substance(report) == set() and report.problems == ()
        assert report.count("wrong-key").checked > 30
        assert report.count("born-before-parents").checked > 50
