"""The list of runs, a run put away, and runs scored again."""

import functools
import json
import shutil

import pandas as pd
import pytest
from filelock import FileLock

from kinlib import settings
from kinlib.errors import KinError
from kinlib.reasoning.scoring import LENIENT, STRICT
from kinlib.results import imports, journal, queries
from kinlib.results.pack import pack
from kinlib.results.rescore import ELSEWHERE, rescore
from kinlib.results.run_list import delete, journal_of, run_list
from kinlib.results.store import Store
from kinlib.terms import options
from tests.results import made_runs
from tests.results.made_runs import event, header, response, small


@pytest.fixture
def store(monkeypatch, tmp_path):
    monkeypatch.setenv("KINLIB_DATA", str(tmp_path / "data"))
    list(
        imports.import_paths([made_runs.question_set(tmp_path / "family-set")], settings.imports())
    )
    opened = Store(settings.database())
    yield opened
    opened.close()


@pytest.fixture
def ships(store, tmp_path):
    """The run run-9 in a pack that ships."""
    path = small(tmp_path / "theirs", "run-9")
    pack([str(path)], tmp_path / "data/demonstration/nine", lambda *_: None)


def listed(store):
    store.refresh()
    return run_list(store).set_index("run_id")


def test_a_run_is_one_row_with_all_that_is_known_of_it(store, ships):
    path = small(settings.journals())
    made_runs.write(
        settings.journals(),
        header(
            "run-0",
            benchmark="ad hoc",
            dataset_id=None,
            source="ad hoc",
            preset=None,
            repeats=None,
            items=None,
            versions=None,
        ),
    )
    small(settings.journals(), "run-c", source="control", model="control/gold")
    found = listed(store)
    assert list(found.index) == ["run-1", "run-9", "run-c", "run-0"], "controls, then ad hoc ones"
    run = found.loc["run-1"]
    assert (run["model"], run["dataset"], run["protocol"]) == ("some/model", "family-set", "direct")
    assert (run["preset"], run["source"], run["scorer"]) == ("short", "measured", STRICT)
    assert (run["replies"], run["planned"]) == (3, 3)
    counts = {name: run[name] for name in ("answered", "blank", "truncated", "error")}
    assert counts == {"answered": 2, "blank": 1, "truncated": 0, "error": 0}
    # Four calls were paid for, one of them an error that is made again.
    assert (run["prompt_tokens"], run["completion_tokens"], run["tokens"]) == (200, 16, 216)
    assert run["cost"] == 0
    assert run["served"] == ["some-model-2026"]
    assert run["versions"] == {"litellm": "1.2.3"}
    assert run["last"] == "2026-11-30T12:00:05+00:00"
    assert run["event"] == "finished"
    assert (run["origin"], run["file"]) == ("journal", str(path))
    shipped = found.loc["run-9"]
    assert shipped["origin"] == "shipped"
    assert shipped["file"] == str(settings.shipped() / "demonstration/nine")
    empty = found.loc["run-0"]
    assert (empty["replies"], empty["answered"], empty["versions"]) == (0, 0, {})
    for name in ("planned", "tokens", "cost", "last", "dataset", "event"):
        assert pd.isna(empty[name]), f"{name} is unknown, not nothing"


def test_the_cost_of_a_run_is_unknown_if_that_of_a_reply_is(store):
    made_runs.write(settings.journals(), header(), response("q_1", "a", cost=0.5),
                    response("q_2", "b", cost=None))  # fmt: skip
    made_runs.write(settings.journals(), header("run-2"), response("q_1", "a", "run-2", cost=0.5),
                    response("q_2", "b", "run-2", cost=0.25, outcome="cancelled"))  # fmt: skip
    found = listed(store)
    assert pd.isna(found.loc["run-1", "cost"])
    assert found.loc["run-2", "cost"] == 0.75


def test_a_deleted_run_is_moved_and_can_be_put_back(store):
    path = small(settings.journals())
    kept = path.read_bytes()
    assert len(listed(store)) == 1
    moved = delete("run-1")
    assert moved == settings.home() / "removed/run-1.jsonl"
    assert moved.read_bytes() == kept
    assert listed(store).empty
    assert queries.counts(store)["replies"] == 0
    small(settings.journals())
    assert delete("run-1").name == "run-1 (2).jsonl", "the first one is not written over"
    shutil.move(moved, path)
    assert len(listed(store)) == 1
    assert queries.counts(store)["replies"] == 3


def test_what_ships_and_what_is_going_on_is_not_deleted(store, ships):
    small(settings.journals())
    for name in ("run-9", "run-404", "../journals/run-1"):
        with pytest.raises(KinError, match="has no journal in"):
            delete(name)
    with (
        FileLock(settings.journals() / "run-1.lock"),
        pytest.raises(KinError, match="going on; stop it first"),
    ):
        delete("run-1")
    assert set(listed(store).index) == {"run-1", "run-9"}


@pytest.fixture
def relations(tmp_path):
    """Replies that only the lenient scorer takes: "aunt" for a mother's sister."""
    folder = tmp_path / "relations"
    folder.mkdir()
    rows = [
        {"question_id": f"r_{at}", "question_text": "How is Zoe related to Tim Ray?",
         "category": 1, "n_hops": 2, "kinship_system": "eskimo", "ground_truth": "mother's sister",
         "answer_type": "relation", "anchor_name": "Tim Ray", "target_names": ["Zoe"],
         "context": "Tim Ray's mother is Ann. Ann's sister is Zoe."}
        for at in (1, 2, 3)
    ]  # fmt: skip
    text = "".join(json.dumps(row) + "\n" for row in rows)
    (folder / "items.jsonl").write_text(text, encoding="utf-8")
    list(imports.import_paths([folder], settings.imports()))


def test_a_run_shows_the_verdicts_of_the_scorer_it_was_scored_again_by(store, relations):
    store.refresh()
    dataset = store.query("select dataset_id from dataset where name = 'relations'").iloc[0, 0]
    replies = ("Zoe is Tim Ray's mother's sister.", "Zoe is Tim Ray's aunt.", "Zoe is his uncle.")
    path = made_runs.write(
        settings.journals(), header(dataset_id=dataset),
        *(response(f"r_{at}", text, dataset_id=dataset) for at, text in enumerate(replies, 1)),
        response("r_1", "", repeat=2, dataset_id=dataset),
    )  # fmt: skip
    store.refresh()
    told = []
    (one,) = rescore(store, ["run-1"], LENIENT, lambda *done: told.append(done))
    assert told == [("journal/run-1.jsonl", 0, 3)]
    assert (one.before.scorer, one.before.right, one.before.scored) == (STRICT, 1, 3)
    assert (one.after.scorer, one.after.right, one.after.scored) == (LENIENT, 2, 3)
    assert (one.after.replies, one.changed) == (4, 1)
    assert one.sentence() == (
        f"run-1 (some/model): before {STRICT} {one.before.version}: 1 of 3 right (33.3 %), 1 "
        f"without a verdict; now {LENIENT} {one.after.version}: 2 of 3 right (66.7 %), 1 without "
        "a verdict. Verdicts that differ: 1."
    )
    run = queries.runs(store, "excluded").iloc[0]
    assert (run["scorer"], run["right"]) == (LENIENT, 2)
    assert listed(store).loc["run-1", "scorer"] == LENIENT
    assert listed(store).loc["run-1", "event"] is None, "what befell the calls"
    line = json.loads(path.read_bytes().splitlines()[-1])
    assert (line["kind"], line["event"], line["scorer"]) == ("event", "rescore", LENIENT)
    store.rebuild()
    assert queries.runs(store, "excluded").iloc[0]["right"] == 2, "the journal tells it"
    (back,) = rescore(store, (), STRICT)
    assert (back.before.right, back.after.right, back.changed) == (2, 1, 1)


def test_rates_of_an_older_scorer_are_those_that_were_written_down(store):
    path = small(settings.journals())
    older = {"scorer": STRICT, "version": "0.1", "right": 2, "scored": 2, "replies": 3}
    journal.append(path, event("rescore", scorer=STRICT, verdicts=older))
    store.refresh()
    (one,) = rescore(store, ["run-1"], STRICT)
    assert (one.before.version, one.before.right, one.after.right) == ("0.1", 2, 1)
    assert one.changed is None, "the older verdicts are not kept"
    (same,) = rescore(store, ["run-1"], STRICT)
    assert (same.before.right, same.changed) == (1, 0)


def test_the_last_line_decides_whose_verdicts_are_shown_whatever_its_date(store):
    path = small(settings.journals())
    journal.append(path, event("rescore", scorer=LENIENT, at="2999-01-01T00:00:00+00:00"))
    journal.append(path, event("stopped", at="2999-01-01T00:00:00+00:00"))
    journal.append(path, event("rescore", scorer=STRICT))
    journal.append(path, event("finished", at="2026-11-30T13:00:00+00:00"))
    journal.append(path, event("rescore", scorer="mine", at="2999-01-02T00:00:00+00:00"))
    run = listed(store).loc["run-1"]
    assert (run["scorer"], run["event"]) == (STRICT, "finished")
    assert "'scorer' holds 'mine'" in queries.troubles(store)["problems"].iloc[0]
    journal.append(path, event("rescore", scorer=LENIENT, at="2026-11-30T11:00:00+00:00"))
    assert listed(store).loc["run-1", "scorer"] == LENIENT
    store.rebuild()
    assert listed(store).loc["run-1", "scorer"] == LENIENT


def test_what_is_said_here_comes_after_what_came_with_the_run(store, tmp_path):
    path = small(tmp_path / "theirs", "run-9")
    told = event("rescore", "run-9", scorer=STRICT, at="2999-01-01T00:00:00+00:00")
    journal.append(path, told)
    pack([str(path)], tmp_path / "data/demonstration/nine", lambda *_: None)
    store.refresh()
    rescore(store, ["run-9"], LENIENT)
    assert listed(store).loc["run-9", "scorer"] == LENIENT


def test_a_run_of_a_rule_is_a_control_whatever_its_journal_says(store):
    small(settings.journals(), model="control/gold")
    assert listed(store).loc["run-1", "source"] == "control"


@pytest.mark.parametrize("name", ["x" * 10_000, "a\0b"])
def test_an_id_that_no_file_can_have_has_no_journal(name):
    assert journal_of(name) is None
    with pytest.raises(KinError, match="has no journal"):
        delete(name)


def test_an_odd_journal_leaves_the_list_of_the_others(store):
    small(settings.journals())
    deep = functools.reduce(lambda inner, _: {"a": inner}, range(400), {})
    for number, odd in enumerate(({"run_id": "x" * 10_000}, {"versions": deep})):
        line = json.dumps({"kind": "run", **header("run-2"), **odd}) + "\n"
        (settings.journals() / f"odd-{number}.jsonl").write_text(line, encoding="utf-8")
    bits = json.dumps({"kind": "run", **header("run-3")}).replace("1.2.3", "9" * 5000)
    (settings.journals() / "odd-3.jsonl").write_text(
        bits.replace(f'"{"9" * 5000}"', "9" * 5000) + "\n", encoding="utf-8"
    )
    assert list(listed(store).index) == ["run-1"]
    assert len(queries.troubles(store)) == 3


def test_what_ships_is_scored_again_in_a_journal_of_its_own(store, ships):
    store.refresh()
    (one,) = rescore(store, (), LENIENT)
    assert one.run_id == "run-9"
    assert [path.name for path in settings.journals().iterdir()] == [ELSEWHERE]
    assert listed(store).loc["run-9", "scorer"] == LENIENT
    assert queries.troubles(store).empty


def test_a_scorer_that_does_not_fit_is_refused(store):
    small(settings.journals())
    store.refresh()
    with pytest.raises(KinError, match="no scorer “mine”; there are “kinship strict”"):
        rescore(store, ["run-1"], "mine")
    with pytest.raises(KinError, match="does not score kinshipqa, of which run-1 is; choose kin"):
        rescore(store, ["run-1"], options.FIRST)
    with pytest.raises(KinError, match="no run 'run-5'"):
        rescore(store, ["run-5"], STRICT)
    assert rescore(store, (), options.FIRST) == []
    assert listed(store).loc["run-1", "scorer"] == STRICT
