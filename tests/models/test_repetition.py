"""Replies of a run asked for again: which ones, how, and what is told of those that differ."""

import dataclasses
import json
import shutil
from pathlib import Path

import pytest

from kinlib import settings
from kinlib.errors import KinError
from kinlib.models import datasets, endpoints, gateway, local, plan, repetition, runner
from kinlib.models.reply import Parameters
from kinlib.results import journal, stored_replies
from kinlib.results.store import Store
from tests.models.test_runs import reply
from tests.results import made_runs
from tests.results.made_runs import event, header, response

REAL = Path(__file__).parent / "three_selections.jsonl"
SENT = {"temperature": 0.0, "top_p": None, "max_tokens": 64, "seed": 7}
HERE = {"processor": "a processor", "threads": 1}


@pytest.fixture
def drawn(monkeypatch, tmp_path):
    """Writes a journal with a sitting and these replies, and draws a sample of it."""
    monkeypatch.setenv("KINLIB_DATA", str(tmp_path / "nothing"))
    monkeypatch.setattr(runner, "processor", lambda: HERE["processor"])
    monkeypatch.setattr(local, "THREADS", HERE["threads"])

    def draw(*records, calls=20, **head):
        head = {"model": local.MODEL, "versions": plan.versions(), **head}
        begun = event("sitting", at="2026-11-30T12:00:00+00:00", **HERE)
        made_runs.write(settings.journals(), header(**head), begun, *records)
        return taken(calls)

    return draw


def taken(calls=20, run="run-1"):
    store = Store(None, judged=False)
    store.refresh()
    try:
        return stored_replies.draw(store, run, calls)
    finally:
        store.close()


@pytest.fixture
def ask(monkeypatch):
    """The gateway says what it is told to, by prompt; gives what it was asked."""
    asked, says = [], {}

    def stand_in(model, prompt, parameters, **options):
        asked.append((model, prompt, parameters, options))
        said = says.get(prompt, "Bob Ray")
        made = reply(said) if isinstance(said, str) else said
        return dataclasses.replace(made, served_model="some-model-2026")

    monkeypatch.setattr(gateway, "ask", stand_in)
    monkeypatch.setattr(gateway, "obstacle", lambda model: None)
    monkeypatch.setattr(gateway, "missing_keys", lambda *_: ())
    asked_and_says = dataclasses.make_dataclass("Gateway", ["asked", "says"])
    return asked_and_says(asked, says)


@pytest.fixture
def small(monkeypatch, tmp_path):
    """Little ships, so that little is taken in."""
    monkeypatch.setenv("KINLIB_DATA", str(made_runs.shipped(tmp_path / "data")))


def said(item, text, **more):
    return response(item, text, versions=plan.versions(), prompt=f"{item}?", **more)


def test_the_sample_is_always_the_same_and_of_replies_that_came_back_whole(drawn):
    replies = [said(f"q_{n}", "Bob Ray", position=n) for n in range(30)]
    none = [
        said("e", "", outcome="error", error="Busy."), said("c", "Bo", outcome="cancelled"),
        {**said("p", "Bob"), "prompt": None},
        said("twice", "", outcome="error", error="Busy."), said("twice", "Bob", attempt=2),
    ]  # fmt: skip
    all_of_them = drawn(*replies, *none, calls=100)
    names = [one.item_id for one in all_of_them.replies]
    assert sorted(names) == sorted([f"q_{n}" for n in range(30)] + ["twice"])
    assert names != sorted(names), "drawn, not in the order of the run"
    five = taken(5)
    assert [one.item_id for one in five.replies] == names[:5]
    assert (five.of, five.model) == (31, local.MODEL)
    shutil.rmtree(settings.journals())
    made_runs.write(settings.journals(), header(), *reversed([*replies, *none]))
    assert [one.item_id for one in taken(5).replies] == names[:5]


def test_runs_without_such_replies_are_refused(drawn):
    with pytest.raises(KinError, match="No reply of run-1 can be asked for again"):
        drawn(said("q_1", "", outcome="error", error="Busy."))
    with pytest.raises(KinError, match="There is no run run-2"):
        taken(run="run-2")


def test_the_stored_request_is_sent_again_and_nothing_is_journalled(drawn, ask):
    sample = drawn(said("q_1", "Bob Ray", parameters={**SENT, "seed": 5, "top_p": 0.9}))
    (file,) = settings.journals().iterdir()
    before = file.read_bytes()
    (one,) = repetition.again(sample)
    ((model, prompt, parameters, options),) = ask.asked
    assert (model, prompt, parameters) == (local.MODEL, "q_1?", Parameters(0.0, 0.9, 64, 5))
    assert options["stream"] is False
    assert one.verdict == "same"
    assert repetition.told([one], 1) == "1 of 1 replies are the same, character by character."
    assert repetition.circumstances(sample, [one]) == []
    assert [path for path in settings.home().rglob("*") if path.is_file()] == [file]
    assert file.read_bytes() == before


def test_each_reply_is_the_same_or_differs_or_could_not_be_asked_for(drawn, ask):
    long = "Bob Ray, " * 400
    sample = drawn(
        said("same", long, outcome="truncated", finish_reason="length"),
        said("late", long, outcome="truncated", finish_reason="length"),
        said("end", "Bob Ray"),
        said("failed", "Bob Ray"),
        said("unknown", "Bob Ray", parameters={}),
        said("odd", "Bob Ray", parameters={"max_tokens": 5, "top_k": 1}),
        said("half", "Bob \ud83d"),
    )
    cut = dataclasses.replace(reply(long), outcome="truncated", finish_reason="length")
    ask.says.update({
        "same?": cut,
        "late?": dataclasses.replace(cut, text=long[:-2] + "."),
        "end?": dataclasses.replace(reply("Bob Ray"), outcome="truncated"),
        "failed?": dataclasses.replace(reply("", outcome="error"), error="The server is down."),
        "half?": "Bob \ud83d",
    })  # fmt: skip
    found = {one.stored.item_id: one for one in repetition.again(sample)}
    assert {name: one.verdict for name, one in found.items()} == {
        "same": "same", "late": "differs", "end": "differs", "failed": "not asked",
        "unknown": "not asked", "odd": "not asked", "half": "same",
    }  # fmt: skip
    assert found["late"].difference.place == len(long) - 1
    assert found["late"].sentence == f"The texts part at character {len(long) - 1:,}."
    assert found["end"].sentence == (
        "The text is the same, its end is not: answered then, truncated now."
    )
    assert found["failed"].sentence == "The server is down."
    assert found["unknown"].sentence == "Its parameters are not stored."
    assert len(ask.asked) == 5
    assert repetition.told(list(found.values()), 7) == (
        "2 of 7 replies are the same, character by character; 2 differ; "
        "3 could not be asked for again."
    )


def test_what_is_not_as_it_was_is_told(drawn, ask, monkeypatch):
    sample = drawn(
        said("a", "Bob Ray", served_model="some-model-2025"),
        {**said("b", "Bob Ray", dropped=["seed"]), "versions": {"litellm": "1.0"}},
    )  # fmt: skip
    monkeypatch.setattr(runner, "processor", lambda: "another")
    monkeypatch.setattr(local, "THREADS", 3)
    now = plan.versions()
    told = repetition.circumstances(sample, list(repetition.again(sample)))
    assert f"litellm then: 1.0; now: {now['litellm']}." in told
    assert "Processor then: a processor; now: another." in told
    assert "Threads then: 1; now: 3." in told
    assert "Model that answered then: some-model-2025; now: some-model-2026." in told
    assert "Parameters it did not take then: seed; now: none." in told


def test_what_was_not_told_then_is_said(drawn, ask):
    shutil.rmtree(settings.home(), ignore_errors=True)
    made_runs.write(
        settings.journals(), header(model=local.MODEL), said("a", "Bob Ray", parameters=SENT)
    )
    sample = taken()
    told = repetition.circumstances(sample, list(repetition.again(sample)))
    assert told == [
        f"Processor then: not told; now: {runner.processor()}.",
        f"Threads then: not told; now: {local.THREADS}.",
    ]


def test_hosted_models_promise_nothing_and_cost_money(drawn, ask):
    sample = drawn(
        said("a", "Bob Ray", parameters={**SENT, "seed": None}), model="openai/gpt-4o-mini"
    )
    told = repetition.circumstances(sample, list(repetition.again(sample)))
    assert told == [
        "Asked without a seed: 1 of 1.",
        "openai/gpt-4o-mini is asked elsewhere: its replies may differ each time, seed or not.",
    ]
    cost = repetition.most_cost(sample)
    assert 0 < cost < 0.001
    assert repetition.most_cost(dataclasses.replace(sample, model="some/thing")) is None
    assert repetition.most_cost(dataclasses.replace(sample, model=local.MODEL)) == 0.0


def test_without_a_key_nothing_is_asked(drawn, ask, monkeypatch):
    monkeypatch.setattr(gateway, "missing_keys", lambda *_: ("OPENAI_API_KEY",))
    sample = drawn(said("a", "Bob Ray"), model="openai/gpt-4o-mini")
    with pytest.raises(KinError, match="set OPENAI_API_KEY in the environment"):
        list(repetition.again(sample))
    assert len(list(repetition.again(sample, api_key="typed"))) == 1


def test_a_run_asked_at_another_address_is_not_sent_to_the_providers_own(drawn, ask, monkeypatch):
    at = "http://127.0.0.1:9/v1"
    sample = drawn(
        event("sitting", at="2026-11-30T12:00:01+00:00", endpoints=[at], **HERE),
        said("a", "Bob Ray"), model="openai/mine",
    )  # fmt: skip
    with pytest.raises(KinError, match=f"asked at {at}, .* --endpoint URL"):
        list(repetition.again(sample))
    monkeypatch.setattr(gateway, "route_of", lambda model, given: (model, *given))
    given = endpoints.Endpoint(at)
    assert [one.verdict for one in repetition.again(sample, endpoints=[given])] == ["same"]
    assert ask.asked[0][3]["route"] == ("openai/mine", given)


def test_it_is_stopped_between_calls_and_within_one(drawn, ask):
    sample = drawn(*(said(f"q_{n}", "Bob Ray") for n in range(5)))
    found = []
    for one in repetition.again(sample, cancelled=lambda: len(found) == 2):
        found.append(one)
    assert repetition.told(found, 5) == (
        "2 of 5 replies are the same, character by character; 3 were not asked for: it was stopped."
    )
    ask.says.update({f"q_{n}?": reply("Bo", outcome="cancelled") for n in range(5)})
    one = next(repetition.again(sample))
    assert (one.verdict, one.sentence) == (
        "not asked", "It was stopped while this call was on its way."
    )  # fmt: skip


def test_a_control_gives_the_same_replies_through_the_real_gateway(small):
    items = datasets.load("selection")
    made = plan.make(items.rows, "control/most-frequent-term", benchmark=items.benchmark,
                     dataset_id=items.dataset_id, limit=8)  # fmt: skip
    assert runner.execute(made).state == "finished"
    sample = taken(6, made.run_id)
    found = list(repetition.again(sample))
    assert [one.verdict for one in found] == ["same"] * 6
    assert all(one.stored.item["item_id"] == one.stored.item_id for one in found)
    assert repetition.circumstances(sample, found) == []


@pytest.mark.skipif(local.available() is not None, reason=str(local.available()))
def test_the_local_model_gives_three_replies_of_the_demonstration_again(home, small):
    """Strict where they were made: AMD EPYC, one thread; elsewhere what differs is told."""
    (home / "journals").mkdir(parents=True)
    file = home / "journals/run-f6ba31326a836d97.jsonl"
    shutil.copyfile(REAL, file)
    there = {"processor": "AMD EPYC", "threads": 1}
    head = json.loads(REAL.read_text(encoding="utf-8").splitlines()[0])
    journal.append(file, {**event("sitting", head["run_id"], at=head["started"]), **there})
    sample = taken(3, head["run_id"])
    found = list(repetition.again(sample))
    assert len(found) == 3
    told = repetition.circumstances(sample, found)
    if not told:
        assert [one.verdict for one in found] == ["same"] * 3
    assert all(one.verdict in ("same", "differs") for one in found)
    if (runner.processor(), local.THREADS) != tuple(there.values()):
        assert told
