"""The way a proof takes over a drawing, worked by hand on a family of eight."""

import pytest

from kinlib.figures.network import network
from kinlib.figures.proof import GOLD, ROOM, proof_edges, spread
from kinlib.kinship.genealogy import Genealogy, Person
from kinlib.kinship.layout import layout

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

# Fay with Max had Ann and Bob; with Ned she had Cid, half-brother of both. Ann and Ole had Eva.
FAMILY = Genealogy.build(
    "x",
    [
        Person("max", "Max", sex="m"),
        Person("fay", "Fay", sex="f"),
        Person("ned", "Ned", sex="m"),
        Person("ann", "Ann", sex="f", father="max", mother="fay"),
        Person("bob", "Bob", sex="m", father="max", mother="fay"),
        Person("cid", "Cid", sex="m", father="ned", mother="fay"),
        Person("ole", "Ole", sex="m"),
        Person("eva", "Eva", sex="f", father="ole", mother="ann"),
    ],
)


def ways(*steps, people=None):
    """By (subject, object): the people and the couples passed, couples as their partners."""
    drawing = layout(FAMILY, people=people)
    couples = {union.id: frozenset(union.partners) for union in drawing.unions}
    return {
        (edge["from"], edge["to"]): [couples.get(one, one) for one in edge["via"]]
        for edge in proof_edges(drawing, steps, "#123456")
    }


@pytest.mark.parametrize(
    ("step", "over"),
    [
        (("ann", "brother", "bob"), [frozenset({"max", "fay"})]),
        (("ann", "mother", "fay"), [frozenset({"max", "fay"})]),
        (("ann", "daughter", "eva"), [frozenset({"ann", "ole"})]),
        (("ole", "wife", "ann"), [frozenset({"ann", "ole"})]),
        (
            ("ann", "brother", "cid"),
            [frozenset({"max", "fay"}), "fay", frozenset({"ned", "fay"})],
        ),
    ],
)
def test_a_step_runs_over_the_lines_that_join_the_two(step, over):
    subject, _, other = step
    assert ways(step) == {(subject, other): [subject, *over, other]}


def test_a_step_between_people_whom_no_drawn_line_joins_runs_straight():
    people = ["ann", "bob"]
    assert ways(("ann", "brother", "bob"), people=people) == {("ann", "bob"): ["ann", "bob"]}


def test_a_step_to_somebody_who_is_not_drawn_is_left_out_and_one_told_twice_is_drawn_once():
    steps = [("ann", "mother", "fay"), ("ann", "mother", "fay"), ("ann", "father", "max")]
    assert list(ways(*steps, people=["ann", "fay"])) == [("ann", "fay")]


def test_only_the_ringed_have_a_ring_and_a_drawing_without_proof_is_as_it_was():
    drawing = layout(FAMILY)
    plain = network(FAMILY, drawing)
    proven = network(
        FAMILY, drawing, proof=[("ann", "brother", "bob")], ringed={"bob": GOLD[False]}
    )
    assert proven.edges[: len(plain.edges)] == plain.edges
    (edge,) = proven.edges[len(plain.edges) :]
    assert (edge["kind"], edge["word"]) == ("proof", "brother")
    assert [node["id"] for node in proven.nodes if "ring" in node] == ["bob"]
    assert not [node for node in plain.nodes if "ring" in node]
    dark = network(FAMILY, drawing, proof=[("ann", "brother", "bob")], dark=True)
    assert dark.edges[-1]["color"] != edge["color"]


def test_columns_are_spread_and_dots_stay_between_them():
    near = layout(FAMILY)
    far = spread(near)
    for person, (x, y) in near.positions.items():
        assert far.positions[person] == (x + near.generation[person] * ROOM, y)
    assert far.width == near.width + 2 * ROOM
    for union in far.unions:
        column = max(far.generation[p] for p in union.partners)
        half = far.widths[column] / 2
        before = max(far.positions[p][0] for p in union.partners) + half
        after = min(far.positions[c][0] for c in union.children) - far.widths[column + 1] / 2
        # Room for "father" on the one side and for "daughter" with its arrow on the other.
        assert union.x - before >= 58
        assert after - union.x >= 80
