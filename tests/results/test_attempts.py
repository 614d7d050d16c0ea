"""Replies to one item and repeat: the last attempt counts, wherever anything is counted."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from kinlib import settings as places
from kinlib.reasoning.scoring import STRICT
from kinlib.results import imports, journal, queries, reconcile_rows, records
from kinlib.results.filters import Filter
from kinlib.results.intake import Intake, Origin
from kinlib.results.reply_files import read_replies
from kinlib.results.rows import response_id
from kinlib.results.store import Store
from tests.results import made_runs
from tests.results.made_runs import asked, event, header, response, small


@pytest.fixture
def store(monkeypatch, tmp_path):
    monkeypatch.setenv("KINLIB_DATA", str(tmp_path / "nothing-ships"))
    list(imports.import_paths([made_runs.question_set(tmp_path / "family-set")], places.imports()))
    opened = Store(places.database())
    yield opened
    opened.close()


def told(store, sql):
    return [tuple(row) for row in store.query(sql).itertuples(index=False)]


def test_the_last_attempt_counts_once_everywhere(store):
    path = small(places.journals())
    store.refresh()
    assert queries.troubles(store).empty, "lines of all kinds are taken in without complaint"
    assert queries.counts(store)["replies"] == 3
    run = queries.runs(store, "wrong").iloc[0]
    assert (run["replies"], run["answered"], run["error"], run["blank"]) == (3, 2, 0, 1)
    assert (run["right"], run["counted"], run["strict"]) == (1, 3, 1)
    assert queries.count_replies(store, Filter()) == 3
    assert queries.choices(store)["outcome"] == ["answered", "blank"]
    assert list(queries.replies(store, Filter(), 9, 0)["text"]) == ["Bob Ray.", "Ann Ray", " "]
    by = queries.accuracy_by(store, "hops", "wrong", Filter())
    assert (by["right"].sum(), by["replies"].sum()) == (1, 3)
    found = reconcile_rows.replies(store, ["run-1"], "wrong")
    assert len(found.frame) == 3
    assert len(read_replies(path, [path.parents[2] / "family-set"]).pairs) == 3


def test_all_attempts_at_an_item_can_be_seen(store):
    small(places.journals())
    store.refresh()
    last = response_id("run-1", "q_2", 1, 2)
    seen = queries.attempts(store, last)
    assert list(seen["outcome"]) == ["error", "answered"]
    assert list(seen["superseded"]) == [True, False]
    assert seen["error"].iloc[0] == "Busy."
    assert queries.reply(store, response_id("run-1", "q_2", 1)) is None
    assert list(queries.attempts(store, response_id("run-1", "q_1", 1))["attempt"]) == [1]


def test_a_later_attempt_takes_the_place_of_one_that_was_taken_in(store):
    path = made_runs.write(places.journals(), header(), asked("q_1"), response("q_1", "Eve Ray"))
    store.refresh()
    assert told(store, "select verdict from reply") == [("wrong",)]
    journal.append(path, asked("q_1", attempt=2))
    journal.append(path, response("q_1", "Bob Ray", attempt=2))
    store.refresh()
    assert told(store, "select verdict, attempt from reply") == [("right", 2)]
    kept = path.read_bytes()
    path.write_bytes(kept[: kept.index(b'"attempt": 2')].rpartition(b"\n")[0] + b"\n")
    store.refresh()
    assert told(store, "select verdict from reply") == [("wrong",)], "the journal is the truth"


def test_every_field_of_a_reply_is_in_the_store(store):
    full = response(
        "q_1", "Bob Ray", reasoning="Ann, so Bob.", first_token_seconds=0.25, cost=0.002,
        dropped=["top_p"], attempts=3, attempt=2, finish_reason="stop", seconds=2.5,
    )  # fmt: skip
    made_runs.write(places.journals(), header(), full, event("stopped", reason="budget"))
    store.refresh()
    row = store.query("select * from response").iloc[0].to_dict()
    for name in ("run_id", "item_id", "repeat", "attempt", "position", "prompt", "outcome", "text",
                 "reasoning", "finish_reason", "prompt_tokens", "completion_tokens", "seconds",
                 "first_token_seconds", "cost", "served_model"):  # fmt: skip
        assert row[name] == full[name], name
    assert (row["requests"], row["seed"], row["replied_at"]) == (3, 7, full["at"])
    assert row["dropped"] == '["top_p"]'
    assert row["versions"] == '{"litellm":"1.2.3"}'
    assert row["parameters"] == '{"max_tokens":64,"seed":7,"temperature":0.0,"top_p":null}'
    run = store.query("select preset, repeats, planned, versions from run").iloc[0]
    assert tuple(run) == ("short", 1, 3, '{"litellm":"1.2.3"}')
    assert told(store, "select event, fields from event") == [("stopped", '{"reason":"budget"}')]
    assert queries.reply(store, response_id("run-1", "q_1", 1, 2), STRICT)["preset"] == "short"


@settings(max_examples=15)
@given(
    some.lists(
        some.tuples(some.sampled_from(["a", "b"]), some.integers(1, 3), some.integers(1, 4)),
        unique=True, min_size=1, max_size=12,
    ),
    some.randoms(use_true_random=False),
)  # fmt: skip
def test_whatever_the_order_there_is_one_final_reply_for_each_item_and_repeat(calls, random):
    random.shuffle(calls)
    cut = random.randrange(len(calls) + 1)
    store = Store(None, judged=False)
    for at, part in enumerate((calls[:cut], calls[cut:])):
        found = Intake()
        lines = [header(), *(response(item, f"{attempt}", repeat=repeat, attempt=attempt)
                             for item, repeat, attempt in part)]  # fmt: skip
        lines[0] = {"kind": "run", **lines[0]}
        for line in lines:
            table, row = records.row_of(line)
            found.rows.setdefault(table, []).append(row)
        store.take(Origin(f"journal/{at}", "journal", Path(), ""), found)
    final = store.query("select item_id, repeat, text from reply")
    store.close()
    wanted = {}
    for item, repeat, attempt in calls:
        wanted[item, repeat] = max(attempt, wanted.get((item, repeat), 0))
    assert len(final) == len(wanted)
    assert {(row.item_id, row.repeat): int(row.text) for row in final.itertuples()} == wanted
