"""Runs on the Data page: the list, plan and start, progress and stop, rescoring and deleting."""

import json
import threading
import time
from dataclasses import replace

import pytest
from filelock import FileLock

from kinlib import settings
from kinlib.models import datasets, gateway, plan, runner
from kinlib.results import imports
from kinlib.results.formats.source import Source
from kinlib.terms.options import FIRST, STATED
from kinlib.ui import runs_going
from tests.models.test_runs import reply
from tests.pages.conftest import check
from tests.results.test_formats import ITEM

GOLD, HOSTED = "control/gold", "openai/gpt-4o-mini"
RUNS, START = {"show": "Runs"}, {"show": "Start a run"}


@pytest.fixture(scope="module")
def items():
    return datasets.load("selection")


@pytest.fixture
def asked(monkeypatch):
    """Calls answer with the key's letter, each when it is let through."""
    gate, options = threading.Semaphore(0), []

    def ask(model, prompt, parameters, *, item, cancelled, **more):
        options.append(more)
        while not gate.acquire(timeout=0.02):
            if cancelled():
                return reply("", outcome="cancelled")
        if more.get("api_key") == "limited":
            return replace(reply("", outcome="error"), error_kind="rate limit")
        return replace(reply(json.loads(item["gold"])[0]), cost=0.001)

    monkeypatch.setattr(gateway, "ask", ask)
    monkeypatch.setattr(gateway, "missing_keys", lambda *_: ())
    gate.options = options
    return gate


@pytest.fixture
def finished(items, asked):
    """A whole run of the gold control over the selection items, and its plan."""
    asked.release(1000)
    made = planned(items)
    assert runner.execute(made).state == "finished"
    return made


def planned(items, model=GOLD, **wish):
    return plan.make(
        items.rows, model, benchmark=items.benchmark, dataset_id=items.dataset_id, **wish
    )


def button(app, label):
    return next((each for each in app.button if each.label == label), None)


def press(app, label):
    button(app, label).click().run()
    check(app)


def said(app):
    boxes = [*app.info, *app.caption, *app.warning, *app.markdown, *app.text]
    return " ".join(str(one.value) for one in boxes).replace("\\", "")


def listed(app):
    return next(one.value for one in app.dataframe if "run_id" in one.value).set_index("run_id")


def known(app):
    frame = app.table[0].value
    told = zip(frame["What"], frame["As it is known"], strict=True)
    return {what: value.replace("\\", "") for what, value in told}


def numbers(app):
    return {metric.label: metric.value.replace("\\", "") for metric in app.metric}


def bars(app):
    return [one.proto.text.replace("\\", "") for one in app.get("progress")]


def until(true, seconds=15.0):
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)


def over():
    return not any(going.running for going in runs_going.active().all())


def begin(open_page, items, model=GOLD, **state):
    app = open_page("data", {**START, "dataset": items.dataset_id}, run_model=model, **state)
    press(app, "Start")
    return app


def test_what_ships_is_listed_and_a_filter_of_the_address_holds(open_page):
    app = open_page("data", RUNS)
    frame = listed(app)
    assert set(frame["origin"]) == {"shipped"}
    assert {"local/smollm2-135m"} <= set(frame["model"])
    count = len(frame)
    assert f"{count} of {count} runs." in said(app)
    one = open_page("data", {**RUNS, "of_benchmark": "terms", "of_words": "smollm2 KIN"})
    frame = listed(one)
    assert set(frame["benchmark"]) == {"terms"}
    assert f"{len(frame)} of {count} runs." in said(one)
    none = open_page("data", {**RUNS, "of_words": "no such words"})
    assert "The filters leave no run." in said(none)


def test_an_unknown_run_in_a_link_is_said_and_shipped_ones_cannot_be_deleted(open_page):
    app = open_page("data", {**RUNS, "opened": "run-nowhere"})
    assert "opens a run that is not loaded here" in said(app)
    shipped = listed(app).index[0]
    app = open_page("data", {**RUNS, "opened": shipped})
    assert button(app, "Delete").disabled
    assert "It ships with the workbench" in said(app)
    assert known(app)["Run"] == shipped


def test_the_plan_is_told_before_anything_is_asked(open_page, items, asked):
    query = {**START, "dataset": items.dataset_id}
    app = open_page("data", query, run_model=GOLD, run_limit=10)
    told = numbers(app)
    assert (told["Calls"], told["Answered already"]) == ("10", "0 of 10")
    assert told["Cost, at most"] == "$0.00"
    app = open_page("data", query, run_model="openai/nobody-knows")
    told = numbers(app)
    assert (told["Calls"], told["Cost, at most"]) == ("77", "unknown")
    priced = open_page("data", query, run_model="openai/gpt-4o-mini")
    assert numbers(priced)["Cost, at most"].startswith("$0.0")
    assert asked.options == []
    assert not settings.journals().exists()


def test_questions_are_put_by_a_protocol(open_page, asked):
    source = Source("own/questions.jsonl", json.dumps(ITEM).encode() + b"\n")
    assert imports.import_source(source, settings.imports()).note is None
    (own,) = datasets.load("own").rows
    app = open_page(
        "data", {**START, "dataset": own["dataset_id"]}, run_model="ollama/x",
        run_protocol="chain of thought", run_rule=True,
    )  # fmt: skip
    assert "ollama/x: chain of thought, rule in context, temperature 0" in said(app)
    assert "Protocol" in [box.label for box in app.selectbox]


def test_a_run_is_started_watched_from_another_visit_stopped_and_gone_on_with(
    open_page, items, asked
):
    app = begin(open_page, items)
    (going,) = runs_going.active().all()
    assert app.tabs[1].label == "Runs"
    asked.release(5)
    until(lambda: going.seen.replies == 5)
    other = open_page("data", RUNS)
    assert bars(other)[0].startswith("5 of 77 replies")
    assert "no errors · 25 tokens · cost $0.0050" in said(other)
    assert listed(other).loc[going.run_id, ["state", "done"]].tolist() == ["going on", "5 of 77"]
    other = open_page("data", {**RUNS, "opened": going.run_id})
    assert "While a run goes on" in said(other)
    assert button(other, "Delete") is None
    press(other, "Stop")
    until(over)
    app.run()
    check(app)
    assert "stopped after" in bars(app)[0]
    assert "It was asked to stop." in said(app)
    assert listed(app).loc[going.run_id, "state"] == "unfinished"
    press(app, "Dismiss")
    assert bars(app) == []
    asked.release(1000)
    app = open_page("data", {**RUNS, "opened": going.run_id}, **{f"more_{going.run_id}": True})
    assert numbers(app)["Answered already"] == "5 of 77"
    press(app, "Go on")
    until(over)
    app.run()
    assert listed(app).loc[going.run_id, ["state", "done"]].tolist() == ["finished", "77 of 77"]
    lines = map(json.loads, going.file.read_text(encoding="utf-8").splitlines())
    replied = [line["item_id"] for line in lines if line["kind"] == "response"]
    assert sorted(replied) == sorted(row["item_id"] for row in items.rows)


def test_a_run_that_a_terminal_is_at_is_shown_and_can_be_neither_started_nor_deleted(
    open_page, items, finished
):
    made = planned(items, again=("answered",))
    with FileLock(made.file.with_suffix(".lock")):
        app = open_page("data", {**RUNS, "opened": made.run_id})
        assert "control/gold**, in another process" in said(app)
        assert bars(app) == ["77 of 77 replies"]
        assert listed(app).loc[made.run_id, "state"] == "going on elsewhere"
        assert button(app, "Delete") is None
        assert button(app, "Stop") is None
    app.run()
    assert listed(app).loc[made.run_id, "state"] == "finished"
    assert button(app, "Delete") is not None


def test_everything_known_of_a_run_is_told_with_links_to_its_results(open_page, finished):
    run = finished.run_id
    app = open_page("data", {**RUNS, "opened": run})
    told = known(app)
    assert told["File"] == str(finished.file)
    assert told["Parameters"] == "max_tokens 1024, temperature 0"
    assert told["Replies"] == "77 of 77"
    assert told["Outcomes"] == "answered 77"
    assert told["Cost"] == "$0.0770"
    assert told["Served as"] == "m-2026 × 77"
    assert told["Requests"] == "77"
    assert "litellm" in told["Versions"]
    assert told["Tokens"] == "385"
    assert listed(app).loc[run, "badge"] == ["control"]
    events = next(one.value for one in app.dataframe if "When" in one.value)
    assert events["What"].tolist() == ["sitting", "finished"]
    ways = {one.proto.label: one.proto.query_string for one in app.get("page_link")}
    assert f"run={run}" in ways["Its replies, failures first"]
    assert "source=control" in ways["Its replies, failures first"]
    assert f"runs={run}" in ways["Beside the paper"]


def test_errors_are_told_by_kind_and_asked_again_on_wish(open_page, items, asked):
    asked.release(3)
    app = begin(open_page, items, HOSTED, **{"run_key_openai": "limited", "run_calls": 3})
    (going,) = runs_going.active().all()
    until(over)
    app.run()
    assert "errors: rate limit 3" in said(app)
    assert "The budget of 3 calls is used up." in said(app)
    app = open_page(
        "data", {**RUNS, "opened": going.run_id},
        **{f"more_{going.run_id}": True, f"again_{going.run_id}": ["error"]},
    )  # fmt: skip
    assert numbers(app)["Answered already"] == "0 of 77"
    assert known(app)["Errors by kind"] == "rate limit 3"


def test_a_typed_key_reaches_the_provider_and_nothing_else(open_page, items, asked):
    asked.release(1)
    key = "sk-visit-only-0123456789"
    begin(open_page, items, HOSTED, **{"run_key_openai": key, "run_calls": 1})
    until(over)
    assert asked.options[0]["api_key"] == key
    written = (path.read_bytes() for path in settings.home().rglob("*") if path.is_file())
    assert not any(key.encode() in content for content in written)
    assert key not in repr(runs_going.active().all())


def test_the_hosts_caps_bind_runs_of_the_page(open_page, items, asked, monkeypatch):
    monkeypatch.setenv("KINLIB_MAX_CALLS", "3/visit")
    asked.release(1000)
    app = begin(open_page, items)
    until(over)
    app.run()
    assert bars(app)[0].startswith("3 of 77 replies")
    (going,) = runs_going.active().all()
    app.query_params["opened"] = going.run_id
    app.session_state[f"more_{going.run_id}"] = True
    app.run()
    assert button(app, "Go on").disabled
    assert "The host allows 3 calls for this visit; 0 are left" in said(app)


def test_a_run_is_rescored_and_both_rates_are_told_with_their_denominators(open_page, finished):
    run = finished.run_id
    app = open_page(
        "data", {**RUNS, "opened": run}, **{f"rescore_{run}": True, f"scorer_{run}": STATED}
    )
    assert known(app)["Verdicts by"] == FIRST
    press(app, "Rescore it")
    told = next(one.value for one in app.dataframe if "Right of scored" in one.value)
    assert told["Verdicts by"].tolist() == [FIRST, STATED]
    assert told["Right of scored"].tolist() == ["77 of 77", "77 of 77"]
    assert "Verdicts that differ: 0 of 77 replies." in said(app)
    assert known(app)["Verdicts by"] == STATED


def test_a_run_is_deleted_after_a_click_on_its_name_and_its_journal_is_kept(open_page, finished):
    run = finished.run_id
    app = open_page("data", {**RUNS, "opened": run})
    press(app, "Delete")
    assert button(app, "Delete it").disabled
    assert str(settings.home() / "removed") in [one.value for one in app.code]
    next(box for box in app.checkbox if box.label == f"Yes, delete {run}").check()
    press(app, "Delete")
    press(app, "Delete it")
    moved = settings.home() / "removed" / finished.file.name
    assert moved.is_file()
    assert not finished.file.exists()
    assert f"The run was moved to {moved}." in said(app)
    assert run not in listed(app).index
    assert "opens a run" not in said(app)
