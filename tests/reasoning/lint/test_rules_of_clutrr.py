"""Each rule about rows of CLUTRR's generator, by hand, and its sixteen ways to compose."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinlib.reasoning.lint import RULES, lint_clutrr
from kinlib.reasoning.lint.clutrr import composed
from kinlib.reasoning.relation_words import kin_types


def row(**changes):
    """Mary's husband's mother, or the same with changes; every field is a text, as in the CSV."""
    return {
        "id": "r1", "story": "[Ann] is [Bob]'s mother. [Bob] is [Mary]'s husband.",
        "query": "('Mary', 'Ann')", "text_query": "", "target": "mother-in-law", "text_target": "",
        "clean_story": "[Bob] is [Mary]'s husband. [Ann] is [Bob]'s mother.",
        "proof_state": "[{('Mary', 'mother-in-law', 'Ann'): "
        "[('Mary', 'husband', 'Bob'), ('Bob', 'mother', 'Ann')]}]",
        "f_comb": "husband-mother", "task_name": "task_1.2", "story_edges": "[(0, 1), (1, 2)]",
        "edge_types": "['husband', 'mother']", "query_edge": "(0, 2)",
        "genders": "Mary:female,Bob:male,Ann:female", "syn_story": "", "node_mapping": "{}",
        "task_split": "train",
    } | changes  # fmt: skip


def of_child(relation, target, **changes):
    """A row whose proof goes over Mary's son Bob."""
    return row(
        target=target, edge_types=f"['son', '{relation}']", f_comb=f"son-{relation}",
        proof_state=f"[{{('Mary', '{target}', 'Ann'): "
        f"[('Mary', 'son', 'Bob'), ('Bob', '{relation}', 'Ann')]}}]",
    ) | changes  # fmt: skip


EXAMPLES = {
    "clutrr-unsound-step": (
        [of_child("grandmother", "mother")],
        "Ann, Mary's son's grandmother, is Mary's mother; they may as well be Mary's husband's "
        "mother",
        [row()],
    ),
    "clutrr-wrong-target": (
        [row(target="mother")], "by the story Ann is Mary's husband's mother", [row()],
    ),
    "clutrr-wrong-sex": (
        [row(genders="Ann:male")], "target is mother-in-law, and Ann is a man", [row()],
    ),
    "clutrr-other-proof": ([row(target="mother")], "its proof comes to mother-in-law", [row()]),
    "clutrr-two-targets": (
        [row(), row(id="r2", target="aunt")], "of r1, with target mother-in-law; here it is aunt",
        [row(), row(id="r2")],
    ),
    "clutrr-task-length": (
        [row(task_name="task_1.3")], "task_1.3 promises 3 relations; there are 2", [row()],
    ),
    "clutrr-leaked-task": (
        [row(asked_tasks=("1.3", "1.4"))], "of task 1.2; asked were 1.3 and 1.4",
        [row(asked_tasks=("1.2", "1.3"))],
    ),
    "clutrr-split-leak": (
        [row(), row(id="r2", task_split="test")], "that of r1, which is for training",
        [row(), row(id="r2", task_split="test", clean_story="[Bob] is here.")],
    ),
    "clutrr-misspelt": ([row(target="neice")], "neice for niece", [row(target="niece")]),
    "clutrr-repeated": ([row(), row(id="r2")], "It is r1 again", [row(), row(id="r2", story="x")]),
}  # fmt: skip


def test_every_rule_about_clutrr_has_an_example():
    assert EXAMPLES.keys() == {name for name, rule in RULES.items() if rule.of == "CLUTRR"}


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_fault_is_found_with_its_evidence(name):
    rows, said, _ = EXAMPLES[name]
    found = lint_clutrr(rows)
    assert found.count(name).found == 1
    assert said in found.of(name)[0].sentence
    assert found.of(name)[0].subject == rows[-1]["id"]


@pytest.mark.parametrize("name", EXAMPLES)
def test_what_is_sound_is_checked_and_not_found(name):
    count = lint_clutrr(EXAMPLES[name][2]).count(name)
    assert count.checked and count.found == 0


def test_a_released_row_has_its_relation_in_another_column():
    found = lint_clutrr([row(target="13", target_text="mother-in-law")])
    assert found.findings == () and found.count("clutrr-wrong-target").checked == 1


def test_the_audits_two_rules_are_the_invalid_ones_of_the_generators_sixteen():
    """Section 10: child + uncle or aunt, and child + grandparent; all others follow by S2."""
    words = {
        "child": ("son", "daughter"), "parent": ("father", "mother"), "spouse": ("husband", "wife"),
        "sibling": ("brother", "sister"), "grand": ("grandson", "granddaughter"),
        "grandparent": ("grandfather", "grandmother"), "in-law": ("son-in-law", "daughter-in-law"),
        "parent-in-law": ("father-in-law", "mother-in-law"), "nephew": ("nephew", "niece"),
        "uncle": ("uncle", "aunt"),
    }  # fmt: skip
    rules = [
        ("child", "child", "grand"), ("child", "spouse", "in-law"), ("child", "sibling", "child"),
        ("child", "uncle", "sibling"), ("child", "grandparent", "parent"),
        ("parent", "child", "sibling"), ("parent", "parent", "grandparent"),
        ("parent", "sibling", "uncle"), ("spouse", "parent", "parent-in-law"),
        ("spouse", "grand", "grand"), ("spouse", "child", "child"),
        ("sibling", "sibling", "sibling"), ("sibling", "grandparent", "grandparent"),
        ("sibling", "child", "nephew"), ("sibling", "parent", "parent"),
        ("grand", "sibling", "grand"),
    ]  # fmt: skip
    invalid = set()
    for first, then, result in rules:
        for one, (place, other), sex in product(words[first], enumerate(words[then]), "mf"):
            # Couples of this generator are a man and a woman.
            if (one, sex) in {("wife", "f"), ("husband", "m")} or (one, other) in {
                ("son", "husband"), ("daughter", "wife"),
            }:  # fmt: skip
                continue
            may = composed((one, other), sex)
            assert may & kin_types(words[result][place]), (one, other)
            if not may <= kin_types(words[result][place]):
                invalid.add((first, then))
    assert invalid == {("child", "uncle"), ("child", "grandparent")}


@given(st.dictionaries(st.sampled_from([*row()]), st.text(max_size=40) | st.none()))
def test_odd_rows_do_no_harm(changes):
    found = lint_clutrr([row(), row(**changes), {}])
    assert {count.rule for count in found.counts} == EXAMPLES.keys()


@pytest.mark.parametrize("text", ["[" * 500, "{1: 2}", "__import__('os')", "[(0, 'a')]", "(0,)"])
def test_fields_that_are_no_lists_are_not_told(text):
    changed = row(story_edges=text, query=text, proof_state=text)
    assert lint_clutrr([changed]).count("clutrr-wrong-target").checked == 0
