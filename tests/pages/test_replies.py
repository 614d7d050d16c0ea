"""Reasoning replies on Questions and Failures: drawn on their proof, with the cause; faults."""

import json
import time

import pytest

from kinlib import settings
from kinlib.exchange.names import shipped_names
from kinlib.figures.proof import GOLD, RIGHT, WRONG
from kinlib.models import gateway, local
from kinlib.reasoning.dataset import Recipe, build, files, manifest
from kinlib.reasoning.making import Manner
from kinlib.results import imports, journal, queries
from kinlib.results.rows import identifier, response_id
from kinlib.ui import shell
from tests.models.test_runs import reply

RUN = "run-test"
SET = identifier("dataset", "kinshipqa", "small")


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A set of 60 Hawaiian items about aunts and further, and replies to three of them."""
    recipe = Recipe("full", ("Hawaiian",), 1, Manner("siblings"), 3, 60, 1)
    built = build(recipe, shipped_names()["english"])
    items = list(built.items)
    home = tmp_path_factory.mktemp("replies")
    imports.keep_dataset(dict(files(built, manifest(built))), "small", home / "imports")
    several = next(i for i in items if i.kind == "listing" and len(i.target_names) > 2)
    reverse = next(i for i in items if i.kind == "reverse")
    fact = next(i for i in items if i.kind == "fact")
    texts = [
        (several, f"{several.target_names[0]} and {several.anchor_name}"),
        (reverse, "a stranger"),
        (fact, "Zorba Greek"),
    ]
    header = {
        "kind": "run", "run_id": RUN, "benchmark": "kinshipqa", "dataset_id": SET, "model": "m",
        "protocol": "direct", "source": "measured", "parameters": {},
    }  # fmt: skip
    file = journal.start(home / "journals", header)
    for place, (item, text) in enumerate(texts, 1):
        journal.append(
            file,
            {"kind": "response", "run_id": RUN, "dataset_id": SET, "item_id": item.question_id,
             "repeat": 1, "position": place, "outcome": "answered", "text": text},
        )  # fmt: skip
    return home, items, several, reverse


@pytest.fixture
def loaded(made, home, monkeypatch):
    monkeypatch.setenv("KINLIB_HOME", str(made[0]))
    return made


def drawings(app) -> list[dict]:
    trees = (e for e in app.get("bidi_component") if e.proto.component_name == "kin_tree")
    return [json.loads(tree.proto.json) for tree in trees]


def rings(drawing) -> dict[str, str]:
    return {node["id"]: node["ring"] for node in drawing["nodes"] if "ring" in node}


def said(app) -> str:
    boxes = [*app.caption, *app.markdown, *app.info, *app.warning, *app.success]
    return "\n".join(str(element.value) for element in boxes).replace("\\", "")


def test_a_reply_is_drawn_beside_the_proof_with_right_wrong_and_missed_people(loaded, open_page):
    _, _, item, _ = loaded
    app = open_page("questions", {"set": SET, "item": item.question_id})
    proof, answered = drawings(app)
    assert set(rings(proof).values()) == {GOLD[False]}
    named, *missed = item.target_persons
    assert rings(answered) == {
        named: RIGHT[False], item.anchor_person: WRONG[False],
        **dict.fromkeys(missed, GOLD[False]),
    }  # fmt: skip
    tags = {node["id"]: node.get("tag", "") for node in answered["nodes"]}
    assert "✓ said" in tags[named] and "✗ said" in tags[item.anchor_person]
    assert all("missed" in tags[person] for person in missed)
    assert f"{item.anchor_name} is the person whom the question is about" in said(app)


def test_a_failure_tells_its_cause_and_opens_its_question(loaded, open_page):
    _, _, item, reverse = loaded
    app = open_page("failures", {"reply": response_id(RUN, item.question_id, 1)})
    assert len(rings(drawings(app)[0])) == len(item.target_persons) + 1
    assert "other person in context" in said(app)
    app = open_page("failures", {"reply": response_id(RUN, reverse.question_id, 1)})
    assert "No relation could be read." in said(app)


def test_failures_are_filtered_by_cause(loaded, open_page):
    app = open_page("failures", {"cause": "hallucinated name", "run": RUN})
    assert "**1 replies.**" in said(app) and "cause is hallucinated name" in said(app)
    shown = next(d.value for d in app.dataframe if "cause" in d.value.columns)
    assert shown["text"].tolist() == ["Zorba Greek"]


def test_a_question_is_asked_now_and_the_reply_drawn(loaded, open_page, monkeypatch, tmp_path):
    _, _, item, _ = loaded
    asked = []

    def ask(model, prompt, parameters, **options):
        asked.append((model, prompt))
        return reply(", ".join(item.target_names))

    monkeypatch.setattr(gateway, "ask", ask)
    monkeypatch.setattr(local, "available", lambda: None)
    monkeypatch.setattr(settings, "journals", lambda: tmp_path / "journals")
    app = open_page("questions", {"set": SET, "item": item.question_id})
    app.button(key="item_ask_send").click().run()
    until = time.monotonic() + 10
    while app.session_state["item_ask_call"].running and time.monotonic() < until:
        time.sleep(0.02)
    app.run()
    app.run()
    assert len(asked) == 1 and item.question_text in asked[0][1]
    assert "Right: all that is asked for, and nothing else." in said(app)
    assert rings(drawings(app)[-1]) == dict.fromkeys(item.target_persons, RIGHT[False])


def test_the_verdict_switch_rescores_imported_runs(release, open_page):
    counted = {}
    for scorer in ("as each run came", "ours, strict", "ours, lenient"):
        app = open_page("results", {"verdicts": scorer})
        shown = next(d.value for d in app.dataframe if "of" in d.value.columns)
        by_model = dict(zip(shown["model"] + shown["dataset"], shown["of"], strict=True))
        counted[scorer] = by_model["gemma3paraphrase_robustness"]
    assert list(counted.values()) == ["42 of 50", "33 of 50", "42 of 50"]


def test_faults_of_the_release_are_counted_and_ours_has_none_of_substance(
    loaded, release_home, open_page, monkeypatch
):
    app = open_page("questions", {"set": SET, "show": "Faults"})
    assert "No rule of substance finds anything:" in said(app)
    assert not [e for e in app.expander if "not checked" in e.label], "its trees are loaded"
    monkeypatch.setenv("KINLIB_HOME", str(release_home))
    frame = queries.datasets(shell.store()).set_index("name")["dataset_id"]
    app = open_page("questions", {"set": str(frame["kinshipqa"]), "show": "Faults"})
    shown = next(d.value for d in app.dataframe if "Rule" in d.value.columns).set_index("Rule")
    found = {rule: int(shown["Found"][rule]) for rule in (
        "sex-filter-key", "no-distractor", "sex-not-stated", "omitted-same-term-kin",
        "sex-contradiction", "conflicting-key", "override-flag", "unaligned-ids", "path-code",
    )}  # fmt: skip
    assert list(found.values()) == [97, 2304, 401, 206, 61, 9, 190, 1243, 339]
