"""A plan carried out: what is asked and journalled, and every way in which a run can stop."""

import dataclasses
import json
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from kinlib.errors import KinError
from kinlib.models import estimates, gateway, plan, runner, sitting
from kinlib.models.endpoints import Endpoint
from kinlib.models.failures import Failure
from kinlib.models.reply import Parameters, Reply
from kinlib.models.runner import Budget

ROWS = [
    {"item_id": f"q{n}", "position": n, "dataset_id": "d", "prompt": f"Ask q{n}.",
     "answer_type": "people"}
    for n in range(1, 31)
]  # fmt: skip
ANSWER = Reply(
    outcome="answered", text="Bob", reasoning=None, finish_reason="stop", error_kind=None,
    error=None, prompt_tokens=3, completion_tokens=2, seconds=0.1, first_token_seconds=None,
    cost=0.25, model="m", served_model="m-2026", dropped=(), attempts=1,
)  # fmt: skip


def error(kind, attempts=1):
    return dataclasses.replace(ANSWER, outcome="error", text="", error_kind=kind, error="Broken.",
                               attempts=attempts, cost=None)  # fmt: skip


@pytest.fixture
def ask(monkeypatch):
    """Puts a function in the gateway's place; gives what was asked."""

    def put(answer):
        asked = []

        def stand_in(model, prompt, parameters, **options):
            asked.append((prompt, parameters, options))
            return answer(prompt, **options) if callable(answer) else answer

        monkeypatch.setattr(gateway, "ask", stand_in)
        monkeypatch.setattr(gateway, "missing_keys", lambda model, secrets: ())
        return asked

    return put


@pytest.fixture
def prices(monkeypatch):
    """Dollars for a token read and one written by m."""
    listed = estimates._prices
    monkeypatch.setattr(
        estimates, "_prices", lambda model: (0.003, 0.004) if model == "m" else listed(model)
    )


def make(number=6, model="m", **options):
    made = plan.make(ROWS[:number], model, benchmark="ad hoc", dataset_id="d", **options)
    # Priced like the answers, so that a budget of money has something to rest on.
    return dataclasses.replace(made, cost=0.25 * len(made.tasks))


def lines(made, kind=None):
    every = [json.loads(line) for line in made.file.read_text(encoding="utf-8").splitlines()]
    return [line for line in every if kind in (None, line["kind"])]


def test_every_reply_is_journalled_with_all_that_is_known_of_the_call(ask):
    asked = ask(ANSWER)
    made = make(2)
    progress = runner.execute(made, concurrency=1)
    assert (progress.state, progress.done, progress.total, progress.errors) == ("finished", 2, 2, 0)
    assert (progress.tokens, progress.cost, progress.in_flight) == (10, 0.5, 0)
    kinds = [line["kind"] for line in lines(made)]
    assert kinds == ["run", "event", "asked", "response", "asked", "response", "event"]
    task, reply = made.tasks[0], lines(made, "response")[0]
    assert reply == {
        "kind": "response", "run_id": made.run_id, "dataset_id": "d", "item_id": task.key[0],
        "repeat": 1, "attempt": 1, "position": task.position, "prompt": task.prompt,
        "parameters": dataclasses.asdict(task.parameters), "versions": plan.versions(),
        "at": reply["at"], **dataclasses.asdict(ANSWER), "dropped": [],
    }  # fmt: skip
    assert reply["parameters"]["seed"] == plan.seed_of(task.key[0], 1)
    sitting, end = lines(made, "event")
    assert (sitting["event"], sitting["tasks"], sitting["concurrency"]) == ("sitting", 2, 1)
    assert (end["event"], end["reason"]) == ("finished", "")
    assert [options["item"]["item_id"] for _, _, options in asked] == [t.key[0] for t in made.tasks]


def test_what_is_answered_is_not_asked_again(ask):
    asked = ask(ANSWER)
    runner.execute(make(6, limit=4))
    assert len(asked) == 4
    left = make()
    assert (left.answered, len(left.tasks)) == (4, 2)
    progress = runner.execute(left)
    assert (progress.answered_before, progress.done, progress.total) == (4, 2, 6)
    assert len({prompt for prompt, *_ in asked}) == len(asked) == 6
    assert [e["event"] for e in lines(left, "event")] == [
        "sitting", "stopped", "sitting", "finished",
    ]  # fmt: skip
    assert runner.execute(make()).done == 0


def test_a_plan_that_somebody_else_has_seen_to_asks_nothing_twice(ask):
    asked = ask(ANSWER)
    made = make()
    runner.execute(made)
    assert runner.execute(made).done == 0
    assert len(asked) == 6


def test_errors_are_outcomes_and_are_asked_once_more_on_demand(ask):
    ask(lambda prompt, **_: error("other") if prompt == "Ask q2." else ANSWER)
    progress = runner.execute(make())
    assert (progress.state, progress.done, progress.errors) == ("finished", 6, 1)
    asked = ask(ANSWER)
    assert len(make().tasks) == 0
    again = make(again=("error",))
    runner.execute(again)
    assert [prompt for prompt, *_ in asked] == ["Ask q2."]
    both = [r for r in lines(again, "response") if r["item_id"] == "q2"]
    assert [(r["attempt"], r["outcome"]) for r in both] == [(1, "error"), (2, "answered")]


def test_no_more_calls_are_on_their_way_than_allowed_and_all_places_are_used(ask):
    inside, most, lock = 0, 0, threading.Lock()
    meet = threading.Barrier(5)

    def answer(prompt, **_):
        nonlocal inside, most
        with lock:
            inside += 1
            most = max(most, inside)
        meet.wait(20)
        with lock:
            inside -= 1
        return ANSWER

    ask(answer)
    assert runner.execute(make(30), concurrency=5).done == 30
    assert most == 5


@pytest.mark.parametrize(
    ("budget", "calls", "reason"),
    [
        (Budget(calls=4), 4, "budget of 4 calls"),
        # Each takes 5 of the most it can: 7 bytes of prompt, 100 around it, 20 of reply.
        (Budget(tokens=141), 3, "budget of 141 tokens is used up: 15 are taken, and the next call "
                                "may take 127."),
        # Each takes a quarter of the most it can: 107 x 0.003 + 20 x 0.004.
        (Budget(cost=0.9), 2, "budget of $0.9 is used up: $0.5 are taken, and the next call may "
                              "take $0.401."),
    ],
)  # fmt: skip
def test_a_budget_stops_a_run_cleanly_and_it_goes_on(ask, prices, budget, calls, reason):
    asked = ask(ANSWER)
    made = make(parameters=Parameters(max_tokens=20))
    progress = runner.execute(made, concurrency=1, budget=budget)
    assert (progress.state, progress.done, len(asked)) == ("stopped", calls, calls)
    assert reason in progress.reason
    assert lines(made, "event")[-1]["reason"] == progress.reason
    runner.execute(make(parameters=Parameters(max_tokens=20)))
    assert len(asked) == 6


def test_a_budget_of_calls_is_never_passed_however_many_threads_there_are(ask):
    asked = ask(ANSWER)
    assert runner.execute(make(30), concurrency=16, budget=Budget(calls=7)).done == 7
    assert len(asked) == 7


def test_a_budget_waits_for_the_calls_on_their_way_even_where_they_are_free(ask):
    late = threading.Event()

    def answer(prompt, **options):
        late.wait(0.5)
        assert not options["cancelled"]()
        return ANSWER

    ask(answer)
    made = make(6, model="control/blank")
    progress = runner.execute(made, concurrency=2, budget=Budget(calls=2))
    assert (progress.state, progress.done) == ("stopped", 2)


def test_tokens_that_were_not_counted_are_taken_for_the_most_they_can_be(ask):
    ask(dataclasses.replace(ANSWER, prompt_tokens=None, completion_tokens=None, cost=None))
    made = make(parameters=Parameters(max_tokens=100))
    progress = runner.execute(made, concurrency=1, budget=Budget(tokens=414))
    assert (progress.done, progress.tokens, progress.cost) == (2, 0, None)


@pytest.mark.parametrize("budget", [Budget(cost=1.6), Budget(tokens=260)])
def test_a_budget_is_never_passed_however_many_threads_there_are(ask, prices, budget):
    """Four calls at a time can take the money, two the tokens; the others wait for their ends."""
    inside, most, lock = 0, 0, threading.Lock()

    def answer(prompt, **_):
        nonlocal inside, most
        with lock:
            inside += 1
            most = max(most, inside)
        time.sleep(0.05)
        with lock:
            inside -= 1
        return dataclasses.replace(ANSWER, cost=0.001)

    ask(answer)
    made = make(30, parameters=Parameters(max_tokens=20))
    room = 3 if budget.cost else 2
    progress = runner.execute(made, concurrency=16, budget=budget)
    assert most == room
    assert progress.done < 30 if budget.tokens else progress.state == "finished"
    assert progress.charged == pytest.approx(progress.cost) == pytest.approx(progress.done * 0.001)


def test_what_was_given_up_or_failed_unseen_stays_charged_and_what_was_turned_down_does_not(
    ask, prices
):
    wish = {"parameters": Parameters(max_tokens=20)}
    kinds = iter(["timeout", "rate limit", "auth"])
    uncounted = {"prompt_tokens": None, "completion_tokens": None}
    ask(lambda prompt, **_: dataclasses.replace(error(next(kinds)), **uncounted))
    progress = runner.execute(make(3, **wish), concurrency=1)
    assert progress.charged == pytest.approx(0.401)
    stop = threading.Event()

    def hang(prompt, **options):
        stop.set()
        return dataclasses.replace(ANSWER, outcome="cancelled")

    ask(hang)
    made = make(1, fresh=True, **wish)
    assert runner.execute(made, cancelled=stop.is_set).charged == pytest.approx(0.401)


def test_no_money_means_no_paid_call_and_no_end_to_free_ones(ask, prices):
    asked = ask(ANSWER)
    progress = runner.execute(make(), budget=Budget(cost=0.0))
    assert (progress.state, progress.done, asked) == ("stopped", 0, [])
    ask(dataclasses.replace(ANSWER, cost=0.0))
    free = runner.execute(make(6, model="control/blank"), budget=Budget(cost=0.0))
    assert (free.state, free.done) == ("finished", 6)


def test_a_budget_that_the_last_call_reaches_stopped_nothing(ask, prices):
    ask(dataclasses.replace(ANSWER, prompt_tokens=None, completion_tokens=None, cost=None))
    made = make(2, parameters=Parameters(max_tokens=20))
    progress = runner.execute(made, concurrency=1, budget=Budget(2, 254, 0.802))
    assert (progress.state, progress.reason, progress.done) == ("finished", "", 2)
    assert progress.charged == pytest.approx(0.802)


def test_a_budget_of_money_needs_a_price(ask):
    asked = ask(ANSWER)
    made = dataclasses.replace(make(), cost=None)
    for options in ({}, {"endpoints": [Endpoint("http://127.0.0.1:1/v1")]}):
        with pytest.raises(KinError, match="price of m is unknown"):
            runner.execute(made, budget=Budget(cost=1.0), **options)
    assert asked == [] and not made.file.exists()


@pytest.mark.parametrize("kind", ["auth", "unknown model"])
def test_an_error_that_every_call_would_meet_stops_at_once_and_is_no_item_s(ask, kind):
    asked = ask(error(kind))
    made = make()
    progress = runner.execute(made, concurrency=1)
    assert (progress.state, progress.reason, progress.done) == ("stopped", "Broken.", 0)
    assert len(asked) == 1
    assert lines(made, "response") == []
    ask(ANSWER)
    assert [t.attempt for t in make().tasks].count(2) == 1
    assert runner.execute(make()).done == 6


def test_once_replies_have_come_one_such_error_is_the_item_s_own_and_three_are_not(ask):
    first = make(20).tasks[0].prompt
    bad = {task.prompt for task in make(20).tasks[5:6]}
    ask(lambda prompt, **_: error("auth") if prompt in bad else ANSWER)
    assert (p := runner.execute(make(20), concurrency=1)).state == "finished" and p.errors == 1
    asked = ask(lambda prompt, **_: ANSWER if prompt == first else error("auth"))
    made = make(20, fresh=True)
    progress = runner.execute(made, concurrency=1)
    assert (progress.state, len(asked), progress.errors) == ("stopped", 4, 2)
    assert len(lines(made, "response")) == 3


def test_a_provider_that_is_down_is_not_asked_for_ever(ask, monkeypatch):
    monkeypatch.setattr(sitting, "IN_A_ROW", 4)
    asked = ask(error("network"))
    progress = runner.execute(make(30), concurrency=1)
    assert (progress.state, len(asked), progress.errors) == ("stopped", 4, 4)
    assert "4 calls in a row failed" in progress.reason and "--again error" in progress.reason
    ask(error("other"))
    assert runner.execute(make(30)).state == "finished", "errors of the items' own end nothing"


def test_asked_to_stop_it_waits_for_what_is_paid_for(ask):
    begun, stop = threading.Event(), threading.Event()

    def answer(prompt, **options):
        begun.set()
        stop.wait(10)
        time.sleep(0.5)
        assert not options["cancelled"]()
        return ANSWER

    ask(answer)
    states = []

    def look(progress):
        states.append(progress.state)
        if begun.is_set():
            stop.set()

    progress = runner.execute(make(), concurrency=2, cancelled=stop.is_set, on_progress=look)
    assert (progress.state, progress.done) == ("stopped", 2)
    assert progress.reason == "It was asked to stop."
    assert states[0] == "running" and "stopping" in states and states[-1] == "stopped"


@pytest.mark.parametrize(("model", "grace"), [("m", 0.2), ("control/blank", 30.0)])
def test_what_does_not_come_in_is_given_up_and_asked_again(ask, monkeypatch, model, grace):
    """Paid calls after the grace, calls of this process at once."""
    monkeypatch.setattr(sitting, "GRACE", grace)
    hangs = make(6).tasks[2].prompt

    def answer(prompt, **options):
        while prompt == hangs and not options["cancelled"]():
            time.sleep(0.01)
        return dataclasses.replace(ANSWER, outcome="cancelled") if prompt == hangs else ANSWER

    asked = ask(answer)
    began = time.monotonic()
    made = make(6, model=model)
    progress = runner.execute(made, concurrency=1, cancelled=lambda: len(asked) == 3)
    assert (progress.state, progress.done) == ("stopped", 2)
    assert time.monotonic() - began < 10
    left = make(6, model=model)
    assert (left.tasks[0].prompt, left.tasks[0].attempt) == (hangs, 2)


def test_two_cannot_be_at_one_run(ask):
    begun, go_on = threading.Event(), threading.Event()

    def answer(prompt, **_):
        begun.set()
        go_on.wait(20)
        return ANSWER

    ask(answer)
    made = make(1)
    assert not runner.is_going_on(made.file)
    thread = threading.Thread(target=runner.execute, args=(made,))
    thread.start()
    assert begun.wait(20)
    assert runner.is_going_on(made.file)
    with pytest.raises(KinError, match="going on in another process"):
        runner.execute(make(1))
    program = "import sys, pathlib; from kinlib.models import runner; " \
        "sys.exit(runner.is_going_on(pathlib.Path(sys.argv[1])))"  # fmt: skip
    root = Path(__file__).resolve().parents[2]
    other = subprocess.run([sys.executable, "-c", program, made.file], cwd=root, check=False)
    assert other.returncode == 1
    go_on.set()
    thread.join(20)
    assert not runner.is_going_on(made.file)


def test_a_rate_limit_slows_the_whole_run(ask):
    times = []

    def answer(prompt, **options):
        times.append(time.monotonic())
        if len(times) == 1:
            options["on_wait"](Failure("rate limit", "Slow down.", True, wait=0.6))
        return ANSWER

    ask(answer)
    runner.execute(make(4), concurrency=1)
    assert times[1] - times[0] >= 0.6
    assert times[3] - times[1] < 0.6


def test_a_journal_that_cannot_be_written_ends_the_run_with_a_sentence(ask, monkeypatch):
    ask(ANSWER)

    def full(*_, **__):
        raise KinError("The journal cannot be written: No space left on device.")

    monkeypatch.setattr(sitting.Sitting, "_record", full)
    with pytest.raises(KinError, match="No space left"):
        runner.execute(make())


def test_what_is_clear_beforehand_is_said_before_anything_is_written(ask, monkeypatch):
    ask(ANSWER)
    made = make()
    for number in (0, 10_000):
        with pytest.raises(KinError, match="calls at a time cannot be meant"):
            runner.execute(made, concurrency=number)
    monkeypatch.setattr(gateway, "missing_keys", lambda model, secrets: ("M_API_KEY",))
    with pytest.raises(KinError, match="There is no key for m; set M_API_KEY"):
        runner.execute(made)
    assert not made.file.exists()
    assert runner.execute(made, api_key="typed-key").state == "finished"
    assert "typed-key" not in made.file.read_text(encoding="utf-8")


def test_progress_tells_rate_and_time_left(ask):
    ask(lambda prompt, **_: time.sleep(0.05) or ANSWER)
    seen = []
    runner.execute(make(12), concurrency=1, on_progress=seen.append)
    assert seen[0].calls_per_second is None and seen[0].seconds_left is None
    last = seen[-1]
    assert 0 < last.calls_per_second <= 20.5
    assert last.seconds_left == 0
    middle = next(p for p in seen if 2 <= p.done < 12)
    assert middle.seconds_left == pytest.approx((12 - middle.done) / middle.calls_per_second)
