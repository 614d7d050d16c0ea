"""One prompt from the app: what is asked, and what is written down."""

import json
import threading
import time

import pytest

from kinlib import settings
from kinlib.errors import KinError
from kinlib.models import gateway, runs
from kinlib.models.reply import Parameters, Reply

PARAMETERS = Parameters(temperature=0, max_tokens=8, seed=1)


def reply(text: str, outcome: str = "answered") -> Reply:
    return Reply(
        outcome=outcome, text=text, reasoning=None, finish_reason="stop", error_kind=None,
        error=None, prompt_tokens=3, completion_tokens=2, seconds=0.1, first_token_seconds=None,
        cost=None, model="m", served_model="m-2026", dropped=(), attempts=1,
    )  # fmt: skip


@pytest.fixture
def asked(monkeypatch):
    """Prompts that reached the gateway; every reply is "Bob Ray"."""
    prompts = []

    def ask(model, prompt, parameters, **options):
        prompts.append((model, prompt, parameters, options))
        if grow := options.get("on_text"):
            grow("Bob ")
            grow("Ray")
        return reply("Bob Ray")

    monkeypatch.setattr(gateway, "ask", ask)
    return prompts


def wait(call: runs.Call) -> None:
    until = time.monotonic() + 10
    while call.running and time.monotonic() < until:
        time.sleep(0.01)
    assert not call.running


def test_a_prompt_from_the_app_is_journalled_as_ad_hoc_without_the_key(asked):
    prompt = runs.Prompt("Who is Ann's father?")
    call = runs.send("visit", 1, prompt, "m", PARAMETERS, api_key="sk-very-secret-key")
    wait(call)
    assert call.text == "Bob Ray"
    assert call.reply is not None
    again = runs.send("visit", 2, prompt, "m", PARAMETERS, api_key="sk-very-secret-key")
    wait(again)
    (file,) = settings.journals().iterdir()
    text = file.read_text(encoding="utf-8")
    lines = [json.loads(line) for line in text.splitlines()]
    assert [line["kind"] for line in lines] == ["run", "response", "response"]
    assert lines[0]["source"] == "ad hoc"
    assert "sk-very-secret-key" not in text + repr(call)
    assert len(asked) == 2


def test_stopping_a_call_reaches_the_gateway_and_keeps_what_came(monkeypatch):
    begun = threading.Event()

    def ask(model, prompt, parameters, *, on_text, cancelled, **options):
        on_text("half of ")
        begun.set()
        while not cancelled():
            time.sleep(0.01)
        return reply("half of ", "cancelled")

    monkeypatch.setattr(gateway, "ask", ask)
    call = runs.send("visit", 1, runs.Prompt("x"), "m", PARAMETERS)
    assert begun.wait(5)
    assert call.running
    call.cancel()
    wait(call)
    assert call.reply.outcome == "cancelled"
    (file,) = settings.journals().iterdir()
    assert json.loads(file.read_text(encoding="utf-8").splitlines()[1])["text"] == "half of "


def test_what_a_person_can_mend_is_said_and_not_journalled(monkeypatch):
    def ask(*args, **options):
        raise KinError("The prompt is empty; write something to send.")

    monkeypatch.setattr(gateway, "ask", ask)
    call = runs.send("visit", 1, runs.Prompt(" "), "m", PARAMETERS)
    wait(call)
    assert call.trouble == "The prompt is empty; write something to send."
    assert not settings.journals().exists()
