import pytest

from kinlib.reasoning.scoring import score

ROSTER = ["Ann Lee", "Bob Ray", "Mary Ann Smith", "Ann Smith", "Jean-Luc O'Neill"]


@pytest.mark.parametrize(
    ("reply", "gold", "right"),
    [
        ("Bob Ray", ["Bob Ray"], True),
        ("The father is **Bob Ray**.", ["Bob Ray"], True),
        ("Bob Ray and Ann Lee", ["Ann Lee", "Bob Ray"], True),
        ("Bob Ray", ["Ann Lee", "Bob Ray"], False),
        ("Bob Ray, Ann Lee", ["Bob Ray"], False),
        ("Mary Ann Smith", ["Mary Ann Smith"], True),
        ("Mary Ann Smith", ["Ann Smith"], False),
        ("jean-luc o'neill", ["Jean-Luc O'Neill"], True),
        ("a", ["Bob Ray"], False),
        ("the child", ["Bob Ray"], False),
        ("", ["Bob Ray"], False),
    ],
)
def test_people(reply, gold, right):
    assert score(reply, "people", gold, ROSTER).correct is right


@pytest.mark.parametrize(
    ("reply", "gold", "right"),
    [("3", "3", True), ("There are 3.", "3", True), ("13", "3", False), ("3.5", "3", False)],
)
def test_counts(reply, gold, right):
    assert score(reply, "count", [gold], []).correct is right


def test_precision_recall_and_f1_are_over_sets():
    result = score("Bob Ray, Ann Lee", "people", ["Bob Ray", "Ann Smith", "Mary Ann Smith"], ROSTER)
    assert (result.precision, result.recall) == (1 / 2, 1 / 3)
    assert result.f1 == pytest.approx(0.4)


def test_relations_are_not_scored_yet_and_not_called_wrong():
    assert score("uncle", "relation", ["uncle"], []) is None
