"""Repetitions of the page's process: one a run, stopped, bound by the host's caps."""

import json
import threading
from dataclasses import replace

import pytest

from kinlib import settings
from kinlib.errors import KinError
from kinlib.models import allowance, gateway
from kinlib.models.repeating import Repetitions
from kinlib.results.stored_replies import Sample, StoredReply
from tests.models.test_active import until
from tests.models.test_runs import reply

STORED = StoredReply(
    "q", 1, "Who?", {"max_tokens": 8, "seed": 1}, "answered", "A", "stop", None, {}, (), {}, None
)
SAMPLE = Sample(
    "run-1", "openai/gpt-4o-mini", "terms", 9, (),
    tuple(replace(STORED, item_id=f"q{n}") for n in range(4)),
)  # fmt: skip


@pytest.fixture
def gate(monkeypatch):
    """Every call waits until it is let through, and costs a cent."""
    gate = threading.Semaphore(0)

    def ask(model, prompt, parameters, *, cancelled, **_):
        while not gate.acquire(timeout=0.02):
            if cancelled():
                return reply("", outcome="cancelled")
        return replace(reply("A"), cost=0.01)

    monkeypatch.setattr(gateway, "ask", ask)
    monkeypatch.setattr(gateway, "missing_keys", lambda *_: ())
    return gate


@pytest.fixture
def owner():
    owner = Repetitions()
    yield owner
    owner.close()


def test_it_comes_reply_by_reply_and_is_kept_until_the_next(gate, owner):
    assert owner.get("run-1") is None
    made = owner.start(SAMPLE, visit="v", api_key="sk-never-shown")
    gate.release(2)
    until(lambda: len(made.compared) == 2)
    assert made.running
    assert "sk-never-shown" not in repr(made)
    with pytest.raises(KinError, match="asked for again already"):
        owner.start(SAMPLE, visit="another")
    gate.release(2)
    until(lambda: not made.running)
    assert [one.verdict for one in made.compared] == ["same"] * 4
    assert owner.get("run-1") is made
    again = owner.start(SAMPLE, visit="v")
    assert owner.get("run-1") is again
    gate.release(4)
    until(lambda: not again.running)
    assert not settings.home().exists(), "nothing is kept"


def test_stopping_keeps_what_was_compared(gate, owner):
    made = owner.start(SAMPLE, visit="v")
    gate.release(1)
    until(lambda: made.compared)
    made.stop()
    until(lambda: not made.running)
    assert [one.verdict for one in made.compared] == ["same", "not asked"]


def test_what_cannot_be_asked_is_said(gate, owner, monkeypatch):
    monkeypatch.setattr(gateway, "missing_keys", lambda *_: ("OPENAI_API_KEY",))
    made = owner.start(SAMPLE, visit="v")
    until(lambda: not made.running)
    assert made.trouble.startswith("There is no key")
    assert made.compared == []


def test_the_hosts_caps_bind_it_and_are_told_what_was_used(gate, owner, monkeypatch):
    monkeypatch.setenv("KINLIB_MAX_CALLS", "5/visit")
    monkeypatch.setenv("KINLIB_MAX_COST", "1/visit")
    made = owner.start(SAMPLE, visit="v")
    gate.release(1)
    until(lambda: made.compared)
    assert allowance.left("v").calls.visit == 1, "all are set aside"
    made.stop()
    until(lambda: not made.running)
    left = allowance.left("v")
    assert left.calls.visit == 3, "one that came, and one that was given up"
    assert 1 - left.cost.visit == pytest.approx(0.01, abs=0.001)
    with pytest.raises(KinError, match="3 are left and 4 are wanted"):
        owner.start(SAMPLE, visit="v")
    (day,) = settings.allowance().iterdir()
    kinds = [json.loads(line)["kind"] for line in day.read_text(encoding="utf-8").splitlines()]
    assert kinds == ["reserved", "settled"]
