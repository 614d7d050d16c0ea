"""All that is known of one run, from its journal."""

import json

import pytest

from kinlib import settings
from kinlib.results import run_detail
from kinlib.results.run_detail import Event
from kinlib.results.store import Store

RUN = {
    "kind": "run", "run_id": "run-1", "benchmark": "selection", "dataset_id": "d", "model": "m/x",
    "protocol": None, "preset": "paper", "source": "measured", "repeats": 1, "items": 4,
    "parameters": {"temperature": 0.0, "top_p": None, "max_tokens": 64, "seed": None},
    "started": "2026-11-30T12:00:00+00:00", "versions": {"litellm": "1.110.2"}, "note": "half",
}  # fmt: skip
SAID = {
    "kind": "response", "run_id": "run-1", "dataset_id": "d", "item_id": "a", "repeat": 1,
    "attempt": 1, "position": 1, "outcome": "answered", "text": "A", "prompt": "?", "attempts": 1,
    "seconds": 1.0, "served_model": "x-2026", "at": "2026-11-30T12:00:01+00:00", "dropped": [],
}  # fmt: skip
FAILED = {**SAID, "outcome": "error", "text": "", "served_model": None, "error": "No."}
EVENT = {"kind": "event", "run_id": "run-1"}
EVENTS = [
    {**EVENT, "event": "sitting", "at": "2026-11-30T12:00:00+00:00", "tasks": 4},
    {**EVENT, "event": "stopped", "at": "2026-11-30T12:01:00+00:00", "reason": "Asked."},
]


@pytest.fixture
def store(monkeypatch, tmp_path):
    monkeypatch.setenv("KINLIB_DATA", str(tmp_path / "nothing"))
    store = Store(None, judged=False)
    yield store
    store.close()


def write(store, *records):
    settings.journals().mkdir(parents=True)
    text = "".join(json.dumps(record) + "\n" for record in records)
    (settings.journals() / "run-1.jsonl").write_text(text, encoding="utf-8")
    store.refresh()


def test_settings_and_events_are_told_and_what_is_not_known_is_none(store):
    write(store, RUN, *reversed(EVENTS))
    found = run_detail.detail(store, "run-1")
    assert found.parameters == RUN["parameters"]
    assert found.versions == {"litellm": "1.110.2"}
    assert found.note == "half"
    assert (found.requests, found.seconds, found.again) == (None, None, 0)
    assert (found.served, found.errors, found.dropped) == ({}, {}, [])
    assert found.events == [
        Event("2026-11-30T12:00:00+00:00", "sitting", {"tasks": 4}),
        Event("2026-11-30T12:01:00+00:00", "stopped", {"reason": "Asked."}),
    ]
    assert run_detail.detail(store, "run-2") is None


def test_of_several_attempts_at_an_item_the_last_reply_is_counted(store):
    limited = {**FAILED, "error_kind": "rate limit", "attempts": 5}
    write(
        store,
        RUN,
        SAID,
        {**limited, "item_id": "b"},
        {**SAID, "item_id": "b", "attempt": 2, "served_model": "x-2027", "seconds": 3.0},
        {**limited, "item_id": "c", "attempts": 2},
        {**FAILED, "item_id": "d", "error_kind": None, "dropped": ["seed", "top_p"]},
        {**SAID, "item_id": "e", "seconds": 2.0, "dropped": ["seed"]},
    )
    found = run_detail.detail(store, "run-1")
    assert found.served == {"x-2026": 2, "x-2027": 1}
    assert found.errors == {"other": 1, "rate limit": 1}
    assert found.again == 1
    assert found.requests == 1 + 1 + 2 + 1 + 1
    assert found.dropped == ["seed", "top_p"]
    assert found.seconds == 1.0
