"""The Prompt page's switches: each rebuilds the prompt and its key, and ways stand side by side."""

import json

import pytest

from kinlib import settings
from kinlib.errors import KinError
from kinlib.exchange.names import shipped_names
from kinlib.models import gateway, local
from kinlib.reasoning import protocols
from kinlib.reasoning.dataset import Recipe, build
from kinlib.reasoning.making import Manner
from kinlib.results import queries
from kinlib.results.formats import kinshipqa
from kinlib.results.formats.prompts import read_prompts
from kinlib.results.formats.source import Source
from kinlib.terms.prompts import Switches
from kinlib.ui import prompt_ways, shell
from kinlib.ui.prompt_item import row_of
from kinlib.ui.prompt_ways import Way
from tests.models.test_runs import reply
from tests.pages.test_prompt import area, button, family_questions, kin_terms, said, send

GRANDMOTHER = "father_mother__L3__BIRTHDAY__KO"


def shipped(name: str) -> dict[str, dict]:
    path = settings.ROOT / "data" / "items" / name
    rows = read_prompts(Source(path.name, path.read_bytes())).tables["item"]
    return {row["item_id"]: row for row in rows}


@pytest.fixture(scope="module")
def terms():
    return shipped("kin_terms.jsonl")


@pytest.fixture(scope="module")
def selection():
    return shipped("kin_term_selection.jsonl")


def asked_as(item, **switches) -> prompt_ways.Asked:
    return prompt_ways.put(item, "terms", Way(Switches(**switches)))


def test_every_shipped_term_prompt_has_its_switches_and_its_own_text_as_it_is(terms):
    for item in terms.values():
        ways = prompt_ways.ways(item, "terms")
        assert next(iter(ways)) == "as it is"
        assert set(ways) >= {"script asked for", "Latin letters allowed", "term given"}
        assert prompt_ways.put(item, "terms", ways["as it is"]).text == item["prompt"]


def test_a_switch_asks_for_the_same_relative_in_the_same_task(terms):
    item = terms[GRANDMOTHER]
    text = item["prompt"]
    assert asked_as(item, script=True).text == f"{text} Write in Hangul script."
    assert asked_as(item, term=True).text == f"{text} Use this term: 할머니."
    given = asked_as(item, romanised=True)
    assert given.text == f"{text} You may write in Latin letters."
    assert "halmeoni" in json.loads(given.item["gold"])
    assert "halmeoni" not in json.loads(item["gold"])
    assert asked_as(item, target_language=True).text.startswith("제 아버지의 어머니")
    four = asked_as(item, options="close")
    assert len(json.loads(four.item["attributes"])["options"]) == 4
    assert asked_as(item, recall=True).item["item_id"] == "father_mother__L3__RECALL__KO"


def test_an_underspecified_prompt_is_told_in_full_where_the_switch_tells_it(terms):
    item = terms["father_mother__L1__BIRTHDAY__KO"]
    assert asked_as(item, script=True).item["category"] == "L1"
    given = asked_as(item, term=True)
    assert given.item["category"] == "L3"
    assert "L3 prompt of the same cell" in given.note


def test_a_condition_narrows_the_key(terms):
    item = terms["wife_brother__L3__WEDDING__KO__HUSBAND"]
    assert prompt_ways.conditions(item) == ["elder", "younger"]
    way = Way(Switches(conditions=True), "younger")
    made = prompt_ways.put(item, "terms", way)
    assert "my wife's younger brother" in made.text
    assert json.loads(made.item["gold"]) == ["처남"]
    assert way.name() == "told: younger"
    assert prompt_ways.conditions(terms[GRANDMOTHER]) == []


def test_switches_that_contradict_each_other_are_said_to(terms):
    with pytest.raises(KinError, match="choose one"):
        asked_as(terms[GRANDMOTHER], script=True, romanised=True)


@pytest.fixture(scope="module")
def crow():
    made = build(
        Recipe("full", ("Crow",), 1, Manner("siblings"), 3, 40, 1), shipped_names()["english"]
    )
    return tuple(made.items)


@pytest.mark.parametrize("rule", [False, True])
@pytest.mark.parametrize("protocol", protocols.PROTOCOLS)
def test_a_question_is_put_as_a_run_puts_it(crow, home, protocol, rule):
    asked = 0
    for item in crow:
        source = Source("set/items.jsonl", item.line().encode())
        (row,) = kinshipqa.read_questions(source).tables["item"]
        if rule and not prompt_ways.can_state_rule(row):
            continue
        asked += 1
        made = prompt_ways.put(row, "kinshipqa", Way(protocol=protocol, rule=rule))
        assert made.text == protocols.prompt(item, protocol, rule=rule)
        assert made.protocol == protocol + (", rule in context" if rule else "")
    assert asked > 5


def test_an_edit_is_said_to_touch_what_makes_the_key_right(selection):
    item = selection["father_father__REC__HI"]
    made = prompt_ways.put(item, "selection", Way())
    assert not made.edited
    assert not prompt_ways.edited(made, made.text).edited
    polite = prompt_ways.edited(made, f"Please. {made.text}")
    assert "word for word" in polite.doubt
    swapped = made.text.replace("A. दादाजी\nB. भतीजा", "A. भतीजा\nB. दादाजी")
    assert "changes the options" in prompt_ways.edited(made, swapped).doubt
    assert "the question and the options" in prompt_ways.edited(made, "Hello").doubt
    assert prompt_ways.edited(made, "Hello").item is item


@pytest.fixture
def echo(monkeypatch):
    """A model that says the prompt back, so that a prompt with the term in it is right."""
    monkeypatch.setattr(local, "available", lambda: None)
    monkeypatch.setattr(gateway, "ask", lambda model, prompt, *_, **__: reply(prompt))


def test_a_link_opens_an_item_with_its_switches(echo, open_page):
    query = {"dataset": kin_terms(), "item": GRANDMOTHER, "scaffold": ["script asked for"]}
    app = open_page("prompt", query)
    assert area(app, GRANDMOTHER).value.endswith("Write in Hangul script.")
    pills = next(each for each in app.get("button_group") if each.label == "Switches")
    pills.set_value(["term given"]).run()
    assert area(app, GRANDMOTHER).value.endswith("Use this term: 할머니.")


def test_ways_are_compared_side_by_side(echo, open_page):
    query = {
        "dataset": kin_terms(),
        "item": GRANDMOTHER,
        "model": ["local/smollm2-135m", "ollama/a"],
        "ways": ["term given", "script asked for"],
    }
    app = open_page("prompt", query)
    send(app, "Send 6 calls")
    table = app.dataframe[0].value
    assert table["Way"].tolist() == [
        way for way in ("as it is", "term given", "script asked for") for _ in range(2)
    ]
    assert table["Verdict"].tolist() == ["wrong"] * 2 + ["right"] * 2 + ["wrong"] * 2
    assert table["Evidence"].tolist()[2:4] == ["할머니"] * 2
    assert set(table["Tokens written"]) == {2}
    frame = shell.store().query("select item_id, verdict from reply where source = 'ad hoc'")
    assert set(frame["item_id"]) == {
        GRANDMOTHER, f"{GRANDMOTHER}__TERM", f"{GRANDMOTHER}__SCRIPT"
    }  # fmt: skip


def test_a_protocol_in_the_address_makes_the_prompt(echo, open_page):
    query = {"dataset": family_questions(), "item": "darwin_wedgwood_01"}
    app = open_page("prompt", {**query, "protocol": "chain of thought"})
    assert "five steps" in area(app, "darwin_wedgwood_01").value
    choice = next(each for each in app.get("button_group") if each.label == "Protocol")
    assert choice.options == ["direct", "chain of thought"], "no system, so nothing to show solved"
    send(app)
    frame = shell.store().query("select protocol from reply where source = 'ad hoc'")
    assert frame["protocol"].tolist() == ["chain of thought"]


def test_contradicting_switches_leave_the_prompt_as_it_is(echo, open_page):
    both = ["script asked for", "Latin letters allowed"]
    app = open_page("prompt", {"dataset": kin_terms(), "item": GRANDMOTHER, "scaffold": both})
    assert "choose one" in said(app)
    assert area(app, GRANDMOTHER).value.endswith("a happy birthday.")
    assert not button(app, "Send").disabled


def test_a_control_is_only_asked_what_it_answers(echo, open_page):
    app = open_page("prompt", {"model": "control/gold"})
    app.text_area(key="prompt_free").set_value("Hello").run()
    assert button(app, "Send").disabled
    assert "control/gold has no answer to this" in said(app)
    row = row_of(queries.item(shell.store(), kin_terms(), GRANDMOTHER))
    assert row["hops"] is None
