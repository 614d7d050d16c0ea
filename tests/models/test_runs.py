"""A list of prompts, and one prompt from the app: what is asked, and what is written down."""

import dataclasses
import json
import threading
import time

import pytest

from kinlib import settings
from kinlib.errors import KinError
from kinlib.models import gateway, runs
from kinlib.models.reply import Parameters, Reply
from kinlib.results import imports, queries
from kinlib.results.filters import Filter
from kinlib.results.store import Store

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


def prompt_list(tmp_path, *rows):
    path = tmp_path / "list.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


ROW = {
    "item_id": "q1", "prompt": "Who is Ann's father?", "gold": ["Bob Ray"],
    "answer_type": "people", "benchmark": "kinshipqa", "hops": 1,
}  # fmt: skip


def test_each_prompt_is_asked_once_and_journalled_before_the_next(tmp_path, asked):
    path = prompt_list(tmp_path, ROW, {**ROW, "item_id": "q2", "gold": ["Ann Lee"]})
    steps = runs.run_list(path, "m", PARAMETERS)
    first = next(steps)
    assert (first.number, first.total, first.item_id) == (1, 2, "q1")
    (file,) = settings.journals().iterdir()
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert [line["kind"] for line in lines] == ["run", "response"]
    assert lines[0]["parameters"] == {
        "temperature": 0, "top_p": None, "max_tokens": 8, "seed": 1,
    }  # fmt: skip
    assert lines[1]["prompt"] == ROW["prompt"]
    assert lines[1]["served_model"] == "m-2026"
    assert lines[1]["cost"] is None, "unknown is unknown"
    assert len(asked) == 1
    assert [done.item_id for done in steps] == ["q2"]
    store = Store(settings.database())
    try:
        store.refresh()
        frame = queries.replies(
            store, Filter(source=("measured",), benchmark=("kinshipqa",)), 99, 0
        )
        mine = frame[frame["model"] == "m"].set_index("item_id")
        assert mine["verdict"].to_dict() == {"q1": "right", "q2": "wrong"}
    finally:
        store.close()


def test_a_list_with_a_bad_line_runs_the_rest(tmp_path, asked):
    path = prompt_list(tmp_path, ROW, {**ROW, "item_id": "q2", "prompt": " "})
    assert [done.item_id for done in runs.run_list(path, "m", PARAMETERS)] == ["q1"]


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ([{"question_id": "a", "question_text": "b", "ground_truth": "c"}], "no prompt list"),
        ([{**ROW, "answer_type": "poem"}], "no usable prompt"),
    ],
)
def test_a_file_that_is_no_list_is_named(tmp_path, asked, rows, told):
    with pytest.raises(KinError, match=told):
        list(runs.run_list(prompt_list(tmp_path, *rows), "m", PARAMETERS))
    assert asked == []


def test_a_missing_file_is_named(tmp_path, asked):
    with pytest.raises(KinError, match="No such file"):
        list(runs.run_list(tmp_path / "none.jsonl", "m", PARAMETERS))


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


def test_a_list_that_is_run_can_be_found_among_the_imports(tmp_path, asked):
    list(runs.run_list(prompt_list(tmp_path, ROW), "m", PARAMETERS))
    (folder,) = imports.folders(settings.imports())
    assert imports.read_report(folder).stored == 1


def test_what_contradicts_a_stored_item_or_repeats_one_is_not_asked(tmp_path, asked):
    list(runs.run_list(prompt_list(tmp_path, ROW), "m", PARAMETERS))
    changed, new = {**ROW, "gold": ["Ann Lee"]}, {**ROW, "item_id": "q2"}
    other = {**new, "prompt": "Who is Bob's father?"}
    path = prompt_list(tmp_path, changed, new, new, other)
    for _ in ("first", "again"):
        done = list(runs.run_list(path, "m", PARAMETERS))
        assert [(step.item_id, step.total, step.left_out) for step in done] == [("q2", 1, 3)]
    with pytest.raises(KinError, match="no usable prompt"):
        list(runs.run_list(prompt_list(tmp_path, changed), "m", PARAMETERS))
    assert [prompt for _, prompt, *_ in asked] == [ROW["prompt"]] * 3


@pytest.mark.parametrize(
    ("model", "parameters", "told"),
    [
        (" ", PARAMETERS, "name of the model is empty"),
        ("m", Parameters(top_p=0), "Top-p 0"),
        ("m", Parameters(seed=-1), "Seed -1"),
    ],
)
def test_what_cannot_be_meant_is_said_before_anything_is_written(
    tmp_path, asked, model, parameters, told
):
    with pytest.raises(KinError, match=told):
        list(runs.run_list(prompt_list(tmp_path, ROW), model, parameters))
    assert not settings.journals().exists()
    assert asked == []


@pytest.mark.parametrize(("attempts", "written"), [(0, 0), (1, 1)])
@pytest.mark.parametrize("kind", ["auth", "unknown model"])
def test_a_list_stops_at_an_error_that_every_prompt_would_meet(
    tmp_path, monkeypatch, kind, attempts, written
):
    calls = []

    def ask(*args, **options):
        calls.append(args)
        failed = dataclasses.replace(reply("", "error"), error_kind=kind, error="No key.")
        return dataclasses.replace(failed, attempts=attempts)

    monkeypatch.setattr(gateway, "ask", ask)
    path = prompt_list(tmp_path, ROW, {**ROW, "item_id": "q2"})
    with pytest.raises(KinError, match=r"No key\."):
        list(runs.run_list(path, "m", PARAMETERS))
    assert len(calls) == 1
    assert len(list(settings.journals().glob("*.jsonl"))) == written
