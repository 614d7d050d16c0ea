"""Runs of the page's process: started once, stopped, gone on with, bound by the host's caps."""

import json
import threading
import time
from dataclasses import replace

import pytest

from kinlib.errors import KinError
from kinlib.models import allowance, datasets, gateway, plan
from kinlib.models.active import ActiveRuns, Going, Seen
from kinlib.models.reply import Parameters
from kinlib.models.runner import Budget
from tests.models.test_runs import reply

MODEL = "control/gold"


@pytest.fixture(scope="module")
def items():
    return datasets.load("selection")


@pytest.fixture
def slow(monkeypatch):
    """Every call waits until it is let through; three answers, then an error, and so on."""
    gate, asked, lock = threading.Semaphore(0), [], threading.Lock()

    def ask(model, prompt, parameters, *, item, cancelled, **_):
        while not gate.acquire(timeout=0.02):
            if cancelled():
                return reply("", outcome="cancelled")
        with lock:
            asked.append(item["item_id"])
            failed = len(asked) % 4 == 0
        failure = replace(reply("", outcome="error"), error_kind="rate limit")
        return failure if failed else reply("A")

    monkeypatch.setattr(gateway, "ask", ask)
    monkeypatch.setattr(gateway, "missing_keys", lambda *_: ())
    gate.asked = asked
    return gate


@pytest.fixture
def owner():
    owner = ActiveRuns()
    yield owner
    owner.close()


def planned(items, **wish):
    return plan.make(
        items.rows, MODEL, benchmark=items.benchmark, dataset_id=items.dataset_id, **wish
    )


def until(true, seconds=10.0):
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)


def lines(going: Going, kind: str) -> list[dict]:
    text = going.file.read_text(encoding="utf-8")
    return [line for line in map(json.loads, text.splitlines()) if line["kind"] == kind]


def test_a_run_is_started_stopped_and_gone_on_with_until_every_item_has_one_reply(
    slow, owner, items
):
    made = planned(items)
    going = owner.start(made, visit="v")
    slow.release(5)
    until(lambda: going.seen.replies == 5)
    (header,) = lines(going, "run")
    assert header["started"] > made.header["started"], "it began when it was started"
    assert dict(going.seen.errors) == {"rate limit": 1}
    assert owner.all() == (going,)
    assert going.running
    going.stop()
    until(lambda: not going.running)
    assert going.progress.state == "stopped"
    assert going.progress.done == len(lines(going, "response")) == 5
    slow.release(1000)
    again = owner.start(planned(items), visit="another")
    until(lambda: not again.running)
    assert again.progress.state == "finished"
    assert (again.progress.answered_before, again.total) == (5, 77)
    asked = [line["item_id"] for line in lines(again, "response")]
    assert sorted(asked) == sorted(row["item_id"] for row in items.rows)
    assert owner.all() == (again,), "the later sitting has taken the earlier one's place"


def test_a_run_that_is_going_on_is_not_started_twice_here_or_elsewhere(slow, owner, items):
    made = planned(items)
    assert not owner.is_going_on(made.file)
    going = owner.start(made, visit="v")
    elsewhere = ActiveRuns()  # it shares nothing but the folder, as another process would
    until(lambda: elsewhere.is_going_on(made.file))
    for one in (owner, elsewhere):
        with pytest.raises(KinError, match="going on already"):
            one.start(made, visit="v")
    assert owner.get(going.run_id) is going
    owner.dismiss(going.run_id)
    assert owner.get(going.run_id) is going, "what goes on cannot be dismissed"
    going.stop()
    until(lambda: not going.running)
    assert not elsewhere.is_going_on(made.file)
    owner.dismiss(going.run_id)
    assert owner.all() == ()


def test_looking_leaves_no_lock_behind(owner, items, home):
    made = planned(items)
    assert not owner.is_going_on(made.file)
    assert not home.exists() or not list(home.rglob("*.lock"))


def test_the_hosts_caps_bind_a_run(slow, owner, items, monkeypatch):
    monkeypatch.setenv("KINLIB_MAX_CALLS", "3/visit, 5/day")
    slow.release(1000)
    first = owner.start(planned(items), visit="a")
    until(lambda: not first.running)
    assert first.progress.done == 3
    assert "3 calls" in first.progress.reason
    with pytest.raises(KinError, match="3 calls for this visit"):
        owner.start(planned(items), visit="a")
    second = owner.start(planned(items), visit="b", budget=Budget(calls=1))
    until(lambda: not second.running)
    third = owner.start(planned(items), visit="b", budget=Budget(calls=10))
    until(lambda: not third.running)
    assert (second.progress.done, third.progress.done) == (1, 1)
    with pytest.raises(KinError, match="5 calls for today"):
        owner.start(planned(items), visit="c")
    assert len(slow.asked) == 5


def test_calls_that_were_given_up_count_and_those_never_begun_do_not(
    slow, owner, items, monkeypatch
):
    monkeypatch.setenv("KINLIB_MAX_CALLS", "50/visit")
    going = owner.start(planned(items), visit="a", concurrency=4)
    slow.release(2)
    until(lambda: going.seen.replies == 2 and going.seen.begun == 6)
    assert allowance.left("a").calls.visit == 0, "all of it is set aside while the run goes on"
    going.stop()
    until(lambda: not going.running)
    assert allowance.left("a").calls.visit == 44


def test_a_cap_on_money_refuses_a_model_without_a_price(owner, items, monkeypatch):
    monkeypatch.setenv("KINLIB_MAX_COST", "1/visit")
    made = plan.make(
        items.rows, "openai/nobody-knows", benchmark=items.benchmark, dataset_id=items.dataset_id
    )
    with pytest.raises(KinError, match="price of openai/nobody-knows is unknown"):
        owner.start(made, visit="a")
    assert owner.all() == ()


@pytest.mark.parametrize("counted", [True, False])
def test_a_cap_on_money_is_never_passed_and_what_is_unknown_counts_in_full(
    owner, items, monkeypatch, counted
):
    """At 256 calls at a time; a gpt-4 call of the longest reply costs about 6 cents."""
    tokens = (50, 1024) if counted else (None, None)
    cost = 0.0015 + 0.06144 if counted else None
    asked = []

    def ask(model, prompt, parameters, **_):
        asked.append(prompt)
        time.sleep(0.05)
        answer = replace(reply("A"), prompt_tokens=tokens[0], completion_tokens=tokens[1])
        return replace(answer, cost=cost)

    monkeypatch.setattr(gateway, "ask", ask)
    monkeypatch.setattr(gateway, "missing_keys", lambda *_: ())
    monkeypatch.setenv("KINLIB_MAX_COST", "0.30/visit, 0.40/day")
    wish = {"benchmark": items.benchmark, "dataset_id": items.dataset_id,
            "parameters": Parameters(max_tokens=1024)}  # fmt: skip
    going = owner.start(plan.make(items.rows, "openai/gpt-4", **wish), visit="a", concurrency=256)
    until(lambda: not going.running)
    assert 1 <= len(asked) <= 4 and going.progress.state == "stopped"
    assert "is used up" in going.progress.reason
    left = allowance.left("a").cost
    spent = len(asked) * 0.06294
    assert 0 <= left.visit <= 0.30 - spent + 1e-6
    if counted:
        assert left.visit == pytest.approx(0.30 - spent)
    assert left.day == pytest.approx(left.visit + 0.10)
    again = plan.make(items.rows, "openai/gpt-4", **wish)
    with pytest.raises(KinError, match=r"The host allows \$0.30 for this visit"):
        owner.start(again, visit="a")


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_fault_of_the_program_ends_the_run_with_a_sentence(owner, items, slow, monkeypatch):
    def broken(*_, **__):
        raise RuntimeError("sk-secret-0123456789")

    monkeypatch.setattr(gateway, "ask", broken)
    going = owner.start(planned(items), visit="a", api_key="sk-secret-0123456789")
    until(lambda: not going.running)
    assert going.trouble == "The run failed inside the program; the terminal shows where."
    assert "sk-secret" not in repr(going)


def test_what_a_person_can_mend_is_told_in_its_own_words(owner, items, slow):
    going = owner.start(planned(items), visit="a", concurrency=1000)
    until(lambda: not going.running)
    assert "1000 calls at a time cannot be meant" in going.trouble


def test_closing_stops_every_run(slow, items):
    owner = ActiveRuns()
    going = owner.start(planned(items), visit="a")
    until(lambda: going.seen.begun > 0)
    owner.close()
    assert not going.running
    assert going.progress.state == "stopped"


def test_a_journal_is_read_on_line_by_line_whoever_writes_it(tmp_path):
    file = tmp_path / "run-1.jsonl"
    seen = Seen()
    seen.look(file)
    asked = {"kind": "asked", "item_id": "a", "repeat": 1}
    said = {
        "kind": "response", "item_id": "a", "repeat": 1, "outcome": "error",
        "error_kind": "timeout", "prompt_tokens": 7, "completion_tokens": None,
    }  # fmt: skip
    later = {**said, "outcome": "answered", "error_kind": None, "completion_tokens": 5}
    text = "".join(json.dumps(line) + "\n" for line in (asked, said, [1], later))
    with file.open("a", encoding="utf-8") as out:
        out.write(text[:-9])
        out.flush()
        seen.look(file)
        assert (seen.begun, seen.replies, seen.tokens) == (1, 1, 7)
        out.write(text[-9:] + "no record\n")
    seen.look(file)
    assert (seen.begun, seen.replies, seen.tokens) == (1, 1, 19), "an item asked again is one"
    assert dict(seen.errors) == {"timeout": 1}
