"""Samples of stored replies: from a journal and from a pack of it they are the same."""

import shutil

import pytest

from kinlib import settings
from kinlib.results import stored_replies
from kinlib.results.pack import pack
from kinlib.results.store import Store
from tests.results import made_runs
from tests.results.made_runs import event, header, response

SENT = {"temperature": 0.7, "top_p": 0.95, "max_tokens": 64}


@pytest.fixture
def data(monkeypatch, tmp_path):
    folder = made_runs.shipped(tmp_path / "data")
    monkeypatch.setenv("KINLIB_DATA", str(folder))
    return folder


def drawn():
    store = Store(None, judged=False)
    store.refresh()
    try:
        return stored_replies.draw(store, "run-1", 20)
    finally:
        store.close()


def test_a_pack_holds_all_that_is_needed_to_ask_again(data, tmp_path):
    questions = made_runs.question_set(tmp_path / "family-set")
    sent = [{**SENT, "seed": seed} for seed in (11, 12, 13)]
    file = made_runs.write(
        settings.journals(), header(),
        event("sitting", at="2026-11-30T12:00:00+00:00", processor="one", endpoints=["http://a"]),
        response("q_1", "Bob Ray", parameters=sent[0], dropped=["seed"]),
        event("sitting", at="2026-11-30T12:10:00+00:00", processor="two", endpoints=[]),
        response("q_2", "Eve Ray", parameters=sent[1], at="2026-11-30T12:10:05+00:00"),
        response("q_3", " ", parameters=sent[2], outcome="blank", at="2026-11-30T11:00:00+00:00"),
    )  # fmt: skip
    of_journal = drawn()
    found = {one.item_id: one for one in of_journal.replies}
    assert [found[f"q_{n}"].parameters for n in (1, 2, 3)] == sent
    assert [found[f"q_{n}"].sitting.get("processor") for n in (1, 2, 3)] == ["one", "two", None]
    assert found["q_1"].dropped == ("seed",)
    assert found["q_1"].versions == {"litellm": "1.2.3"}
    assert of_journal.endpoints == ("http://a",)
    assert found["q_1"].item is None, "its data set is not loaded"
    pack([str(file)], data / "demonstration/handed on", lambda *_: None, question_set=questions)
    shutil.rmtree(settings.journals())
    of_pack = drawn()
    assert [one.item_id for one in of_pack.replies] == [one.item_id for one in of_journal.replies]
    for one in of_pack.replies:
        before = found[one.item_id]
        assert one.item["item_id"] == one.item_id
        assert (one.prompt, one.text, one.parameters, one.sitting, one.versions) == (
            before.prompt, before.text, before.parameters, before.sitting, before.versions
        )  # fmt: skip
    assert of_pack.endpoints == of_journal.endpoints
