"""Ask again, on the detail of a run: progress, stop, and what came out."""

import threading
from dataclasses import replace

import pytest

from kinlib import settings
from kinlib.models import datasets, gateway, plan, runner
from kinlib.ui import runs_repeat
from tests.models.test_runs import reply
from tests.pages.conftest import check
from tests.pages.test_runs_page import RUNS, bars, button, press, said, until

MARKUP = "<b>B</b> **B** $x$"


@pytest.fixture
def asked(monkeypatch):
    """Calls answer A, each when it is let through."""
    gate, asked = threading.Semaphore(0), []

    def ask(model, prompt, parameters, *, item, cancelled, **_):
        while not gate.acquire(timeout=0.02):
            if cancelled():
                return reply("", outcome="cancelled")
        asked.append(item["item_id"])
        return reply("A")

    monkeypatch.setattr(gateway, "ask", ask)
    monkeypatch.setattr(gateway, "missing_keys", lambda *_: ())
    gate.asked = asked
    return gate


@pytest.fixture
def finished(asked):
    """A whole run of the gold control over the selection items."""
    data = datasets.load("selection")
    made = plan.make(
        data.rows, "control/gold", benchmark=data.benchmark, dataset_id=data.dataset_id
    )
    asked.release(len(made.tasks))
    assert runner.execute(made).state == "finished"
    asked.asked.clear()
    return made


@pytest.fixture
def opened(open_page, finished):
    """The detail of that run, with Ask again unfolded."""
    return lambda **state: open_page(
        "data", {**RUNS, "opened": finished.run_id}, **{f"repeat_{finished.run_id}": True, **state}
    )


def over():
    return not any(one.running for one in runs_repeat.repetitions()._last.values())


def begin(app):
    press(app, "Ask again")
    return app


def ended(app):
    until(over)
    app.run()
    check(app)
    return app


def boxes(kind):
    return [one.value.replace("\\", "") for one in kind]


def test_folded_nothing_of_it_is_made(open_page, finished):
    app = open_page("data", {**RUNS, "opened": finished.run_id})
    assert button(app, "Ask again") is None


def test_twenty_replies_that_are_the_same_are_said_to_be(opened, asked, finished):
    before = finished.file.read_bytes()
    app = opened()
    assert "20 of 77 replies are asked for again" in said(app)
    asked.release(20)
    app = ended(begin(app))
    assert boxes(app.success) == ["20 of 20 replies are the same, character by character."]
    assert "All that is known of versions and processor is as it was." in said(app)
    assert len(set(asked.asked)) == 20
    assert finished.file.read_bytes() == before
    assert not button(app, "Ask again").disabled


def test_progress_is_seen_by_another_visit_which_may_stop_it(opened, asked, finished):
    begin(opened())
    asked.release(3)
    until(lambda: len(runs_repeat.repetitions().get(finished.run_id).compared) == 3)
    other = opened()
    assert "3 of 20 asked for, 3 the same" in bars(other)[-1]
    assert button(other, "Ask again").disabled
    press(other, "Stop")
    other = ended(other)
    assert boxes(other.warning) == [
        "3 of 20 replies are the same, character by character; 1 could not be asked for again; "
        "16 were not asked for: it was stopped."
    ]


def test_those_that_differ_are_shown_side_by_side_as_data(
    opened, finished, monkeypatch
):  # fmt: skip
    monkeypatch.setattr(gateway, "ask", lambda *_, **__: reply(MARKUP))
    app = opened(**{f"repeat_calls_{finished.run_id}": 2})
    app = ended(begin(app))
    assert boxes(app.warning) == ["0 of 2 replies are the same, character by character; 2 differ."]
    table = next(one.value for one in app.dataframe if "Now" in one.value)
    assert table["Now"].tolist() == [MARKUP, MARKUP]
    assert table["What"].tolist() == ["The texts part at character 1."] * 2
    html = [one.proto.body for one in app.get("html")]
    assert any("&lt;b&gt;B&lt;/b&gt; **B** $x$" in body for body in html)
    assert not any("<b>B" in body for body in html)


def test_a_hosted_model_is_said_to_differ_and_to_cost(opened, finished, monkeypatch):
    draw = runs_repeat.stored_replies.draw
    monkeypatch.setattr(
        runs_repeat.stored_replies, "draw",
        lambda *given: replace(draw(*given), model="openai/gpt-4o-mini"),
    )  # fmt: skip
    app = opened()
    assert "openai/gpt-4o-mini is asked elsewhere: its replies may differ each time" in said(app)
    assert "Cost, at most: $0.0" in said(app)
    assert "API key of openai, for this visit only" in [box.label for box in app.text_input]


def test_the_hosts_caps_close_it(opened, monkeypatch):
    monkeypatch.setenv("KINLIB_MAX_CALLS", "19/visit")
    app = opened()
    assert button(app, "Ask again").disabled
    assert "The host allows 19 calls for this visit; 19 are left and 20 are wanted." in said(app)
    assert not settings.allowance().exists()
