"""What controls show, counted by hand over a few replies whose verdicts are given."""

from pathlib import Path

import pytest

from kinlib.models import controls
from kinlib.reasoning.scoring import LENIENT, STRICT
from kinlib.results import queries, records
from kinlib.results.control_tables import answered
from kinlib.results.filters import Filter
from kinlib.results.intake import Intake, Origin
from kinlib.results.rows import canonical
from kinlib.results.store import Store
from tests.results.made_runs import header, response

ASKED = {"p1": "people", "p2": "people", "s1": "person", "n1": "count", "r1": "relation",
         "t1": "term", "o1": "option", "d1": "date"}  # fmt: skip
SHORT, BLANK = "control/one-hop-short", "control/blank"
CHAIN = "incomplete chain"


def run(run_id, model, source="control"):
    made = header(run_id, model=model, source=source, dataset_id="D")
    return [records.row_of({"kind": "run", **made})]


def reply(run_id, item, attempt=1, text="said", **verdicts):
    """A reply with what scorers say of it: whether it is right, or its causes."""
    made = response(item, text, run_id, dataset_id="D", attempt=attempt)
    made = records.row_of(made)[1]
    rows = [("response", made)]
    for scorer, told in verdicts.items():
        rows.append(("score", {
            "response_id": made["response_id"], "version": "1", "correct": told is True,
            "scorer": {"strict": STRICT, "lenient": LENIENT}.get(scorer, scorer),
            "causes": None if told in (True, None) else canonical(told),
        }))  # fmt: skip
    return rows


@pytest.fixture
def opened():
    store = Store(None, judged=False)

    def taken(*groups):
        found = Intake()
        found.rows["dataset"] = [{"dataset_id": "D", "name": "set", "benchmark": "kinshipqa"}]
        found.rows["item"] = [
            {"dataset_id": "D", "item_id": item, "position": at, "question": "?", "gold": "[]",
             "context_cut": False, "answer_type": kind, "attributes": "{}", "digest": ""}
            for at, (item, kind) in enumerate(ASKED.items())
        ]  # fmt: skip
        for table, row in (row for group in groups for row in group):
            found.rows.setdefault(table, []).append(row)
        store.take(Origin("data/made", "data", Path(), ""), found)
        return store

    yield taken
    store.close()


@pytest.fixture
def made(opened):
    return opened(
        run("c", SHORT),
        reply("c", "p1", strict=[CHAIN, "wrong sex"], lenient=[CHAIN, "wrong sex"]),
        reply("c", "p2", strict=["wrong side"], lenient=True, theirs=True),
        reply("c", "s1", strict=True, lenient=True),
        reply("c", "n1", strict=True, lenient=True),
        reply("c", "n1", attempt=2, strict=["counting", CHAIN], lenient=["counting"]),
        run("c2", SHORT),
        reply("c2", "p1", strict=None, lenient=[CHAIN]),
        run("b", BLANK),
        reply("b", "p1", text=""),
        run("m", "some/model", "measured"),
        reply("m", "p1", strict=[CHAIN], lenient=[CHAIN]),
    )


def test_runs_of_a_control_are_counted_together_and_by_what_is_asked_for(made):
    blank, count, people = answered(made)
    assert (people.control, people.kind) == (SHORT, "people")
    assert people.answer_types == ("people", "person")
    assert people.runs == ("c", "c2")
    assert (people.asked, people.blank, people.wrong) == (4, 0, 3)
    assert people.scored == {STRICT: (1, 4), LENIENT: (2, 4)}, "another's scorer is no proof"
    assert people.judges == (STRICT,)
    assert people.causes == {(CHAIN, "wrong sex"): 1, ("wrong side",): 1, (): 1}
    assert (people.first(CHAIN), people.first("wrong sex")) == (1, 0)
    assert (people.holding(CHAIN), people.holding("wrong sex")) == (1, 1)
    assert people.elsewhere(CHAIN) == ("", "wrong side")
    assert (count.control, count.kind) == (SHORT, "count")
    assert (blank.control, blank.asked) == (BLANK, 1)


def test_only_the_last_attempt_counts(made):
    count = answered(made)[1]
    assert (count.asked, count.wrong) == (1, 1)
    assert count.scored == {STRICT: (0, 1), LENIENT: (0, 1)}
    assert (count.first("counting"), count.holding(CHAIN)) == (1, 1)
    assert count.elsewhere("counting") == ()


def test_a_blank_reply_has_no_verdict(made):
    blank = answered(made)[0]
    assert (blank.asked, blank.blank, blank.wrong) == (1, 1, 0)
    assert (blank.scored, blank.judges, blank.causes) == ({}, (), {})


def test_wrong_and_causes_are_those_of_the_chosen_scorer(made):
    _, count, people = answered(made, LENIENT)
    assert people.judges == (LENIENT,)
    assert (people.wrong, people.first(CHAIN)) == (2, 2)
    assert people.elsewhere(CHAIN) == ()
    assert people.scored == {STRICT: (1, 4), LENIENT: (2, 4)}
    assert count.holding(CHAIN) == 0


def test_the_filter_of_failures_finds_the_very_replies(made):
    people = answered(made)[2]
    wanted = Filter(source=("control",), verdict=("wrong",), run=people.runs)
    assert queries.count_replies(made, wanted) == people.wrong + 1, "the number is wrong too"
    by_kind = Filter(source=("control",), verdict=("wrong",), answer_type=people.answer_types)
    assert queries.count_replies(made, by_kind) == people.wrong
    assert queries.choices(made)["answer_type"] == ["count", "people", "person"]


def test_what_is_asked_for_is_told_as_the_controls_tell_it(opened):
    store = opened(run("c", "control/gold"), *(reply("c", item, strict=True) for item in ASKED))
    found = {(kind, of.kind) for of in answered(store) for kind in of.answer_types}
    known = {(kind, controls.kind_of({"answer_type": kind})) for kind in ASKED.values()}
    assert found == {(kind, told or kind) for kind, told in known}


def test_without_controls_there_is_nothing(opened):
    assert answered(opened(run("m", "some/model", "measured"), reply("m", "p1"))) == ()
