"""Two items of each kind and system, answered by hand from a list of the family, with reasons.

The answers in hand_checked.jsonl were worked out by readers who saw the families, the questions and
the specification of the systems, but neither our keys nor our code; three of them, whose questions
came later, by whoever wrote this test.
"""

import json
from collections import Counter
from pathlib import Path

import pytest

from kinlib.exchange.names import shipped_names
from kinlib.kinship.simulate import Parameters, simulate
from kinlib.kinship.systems import SYSTEMS
from kinlib.reasoning.collection import tree_of
from kinlib.reasoning.making import PLAIN, make
from kinlib.reasoning.questions import KINDS

ROWS = [
    json.loads(line)
    for line in Path(__file__).with_name("hand_checked.jsonl").read_text("utf-8").splitlines()
]


def test_there_are_two_of_each_kind_and_system():
    counts = Counter((row["system"], row["kind"]) for row in ROWS)
    assert counts == {(system, kind): 2 for system in SYSTEMS for kind in KINDS}
    assert all(len(row["reasoning"].split()) >= 12 for row in ROWS)


@pytest.mark.parametrize("system", SYSTEMS)
def test_keys_are_the_answers_worked_out_by_hand(system):
    given = Parameters(system, seed=5, founders=8, people=40, marriage_ages=(16, 22))
    tree = tree_of(simulate(given, shipped_names()["english"]), system, 5)
    made = (make(tree.asking, candidate, PLAIN) for candidate in tree.supply.candidates)
    items = {item.question_id: item for item in made if item is not None}
    for row in ROWS:
        if row["system"] == system:
            item = items[row["id"]]
            assert item.question_text == row["question"]
            truth = item.ground_truth
            assert (sorted(truth) if isinstance(truth, tuple) else truth) == (
                sorted(row["answer"]) if isinstance(row["answer"], list) else row["answer"]
            ), row["reasoning"]
