"""The tab Controls of the Results page, and what a control is said to do before it runs."""

import json
import shutil
from urllib.parse import parse_qs, urlsplit

import pytest

from kinlib import settings
from kinlib.models import controls, datasets
from kinlib.results import imports
from kinlib.results.formats.source import Source
from tests.results import made_runs

TAB = {"show": "Controls"}
COMMON, SHORT = "control/most-frequent-term", "control/one-hop-short"

LEES = """\
Ann Lee is a woman.
Ann Lee's father is Bob Lee.
Ann Lee's mother is Sue Ray.
Bob Lee's brothers are Tom Lee and Ted Lee.
Sue Ray's sister is Meg Ray."""
UNCLES = {
    "question_id": "names", "question_text": "Who are Ann Lee's paternal uncles?", "category": 2,
    "n_hops": 2, "kinship_system": "eskimo", "anchor_name": "Ann Lee", "kin_types": ["FB", "FB"],
    "target_names": ["Tom Lee", "Ted Lee"], "ground_truth": ["Tom Lee", "Ted Lee"],
    "relation": {"system": "Eskimo", "classes": ["UNCLE"], "side": "F", "sex": "",
                 "others": False},
    "context": LEES, "answer_type": "people", "kind": "biological", "kin_term": None,
    "path": ["hasFather", "hasBrother"], "english_answer": None,
}  # fmt: skip
NUMBER = UNCLES | {
    "question_id": "number", "question_text": "How many paternal uncles does Ann Lee have?",
    "category": 3, "kind": "count", "answer_type": "count", "ground_truth": 2,
}  # fmt: skip


def journal(rows, model, *replies):
    """A run of a control over the items: what it says itself, or what is given."""
    benchmark, dataset = rows[0]["benchmark"], rows[0]["dataset_id"]
    run = f"{model.rpartition('/')[2]}-{benchmark}"
    said = replies or [controls.reply(model, row) for row in rows]
    made_runs.write(
        settings.journals(),
        made_runs.header(run, model=model, source="control", benchmark=benchmark,
                         dataset_id=dataset, protocol=None, items=len(rows)),
        *(made_runs.response(row["item_id"], text, run, dataset_id=dataset, position=at)
          for at, (row, text) in enumerate(zip(rows, said, strict=True), start=1)
          if text is not None),
    )  # fmt: skip


def of_kind(benchmark, rows):
    return [{**row, "benchmark": benchmark} for row in rows]


@pytest.fixture(autouse=True)
def items_alone(own_home, tmp_path, monkeypatch):
    """Items ship, runs do not: those of the demonstration would be counted too."""
    shutil.copytree(settings.ROOT / "data/items", tmp_path / "data/items")
    monkeypatch.setenv("KINLIB_DATA", str(tmp_path / "data"))
    settings.database().unlink()


@pytest.fixture(scope="module")
def terms():
    rows = [row for row in datasets.load("terms").rows if row["category"] == "L3"]
    return of_kind("terms", rows[:24])


@pytest.fixture(scope="module")
def letters():
    return of_kind("selection", datasets.load("selection").rows[:5])


@pytest.fixture
def family():
    lines = "".join(json.dumps(row) + "\n" for row in (UNCLES, NUMBER))
    source = Source("lees/questions.jsonl", lines.encode())
    assert imports.import_source(source, settings.imports()).note is None
    return of_kind("kinshipqa", datasets.load("lees").rows)


def said(app):
    boxes = (*app.caption, *app.info, *app.markdown, *app.warning)
    return " ".join(str(one.value) for one in boxes).replace("\\", "")


def tables(app):
    return [one.value for one in app.dataframe]


def replies(open_page, link):
    """The table of the Failures page that a link opens."""
    app = open_page("failures", parse_qs(urlsplit(link).query))
    return next(one.value for one in app.dataframe if "text" in one.value)


def test_each_control_and_kind_has_a_row(open_page, family, terms, letters):
    journal(family, "control/gold")
    journal(family, SHORT, "Bob Lee.", "1")
    journal(family, "control/blank")
    journal(letters, "control/gold")
    app = open_page("results", TAB)
    assert "Gold must be right everywhere" in said(app)
    assert "Gold is right in all 7 replies" in said(app)
    people, options = tables(app)
    rows = people.set_index(["Control", "Asked for"])
    assert list(rows.index) == [
        ("gold", "names"), ("gold", "a number"), ("one-hop-short", "names"),
        ("one-hop-short", "a number"), ("blank", "names"), ("blank", "a number"),
    ]  # fmt: skip
    assert rows.loc[("gold", "names"), ["Right, strict", "Right, lenient", "Wrong"]].tolist() == [
        "1 of 1", "1 of 1", "0",
    ]  # fmt: skip
    short = rows.loc[("one-hop-short", "names")]
    assert short["Intended cause first"] == "incomplete chain: 1 of 1"
    assert short["What it does"].startswith("Stops one step before the end")
    number = rows.loc[("one-hop-short", "a number")]
    assert number["Intended cause first"] == "counting: 1 of 1"
    assert number["Further cause"] == "incomplete chain: 1 of 1"
    blank = rows.loc[("blank", "names")]
    assert blank[["Asked", "Right, strict", "Wrong", "Intended cause first"]].tolist() == [
        1, "no verdict", "1 blank", "none intended",
    ]  # fmt: skip
    assert "Asked for" not in options
    assert options["Right, stated"].tolist() == ["5 of 5"]
    assert "“counting” is the first cause of any single wrong number" in said(app)
    assert "same parser" in said(app)
    assert "verdicts of kinship strict" in said(app)
    lines = [one.value.replace("\\", "") for one in app.caption]
    assert [line for line in lines if line.startswith("Without")] == [
        "Without a loaded reply: gold (a relation), english-default, one-hop-short (a relation), "
        "over-inclusive, wrong-side, question-blind, blank (a relation).",
        "Without a loaded reply: wrong-side, most-frequent-term, question-blind, blank.",
    ]


@pytest.mark.parametrize("matcher", ["bounded", "frozen, as the paper"])
def test_errors_that_land_elsewhere_are_a_click_away(open_page, terms, matcher):
    said_by_rule = [controls.reply(COMMON, row) for row in terms]
    journal(terms, COMMON, "Dear you!", "Dear me!", *said_by_rule[2:])
    app = open_page("results", {**TAB, "matcher": matcher})
    assert "No run of control/gold is loaded" in said(app)
    (row,) = tables(app)[0].to_dict("records")
    wrong = int(row["Wrong"])
    assert row["Elsewhere"] == 2
    part = f"{wrong - 2} of {wrong} ({100 * (wrong - 2) / wrong:.1f} %)"
    assert row["Intended cause first"] == f"other inventory term: {part}"
    assert set(replies(open_page, row["Read"])["text"]) == {"Dear you!", "Dear me!"}


def test_gold_that_is_wrong_is_said_and_a_click_away(open_page, letters):
    gold = [controls.reply("control/gold", row) for row in letters]
    journal(letters, "control/gold", "I cannot tell", *gold[1:])
    app = open_page("results", TAB)
    assert "Gold is not right everywhere: right are 4 of 5 (option letter, a letter)" in said(app)
    (row,) = tables(app)[0].to_dict("records")
    assert (row["Right, first letter"], row["Elsewhere"]) == ("4 of 5", 1)
    assert replies(open_page, row["Read"])["text"].tolist() == ["I cannot tell"]


def test_without_control_runs_the_way_to_one_is_shown(open_page):
    app = open_page("results", TAB)
    assert "No run of a control is loaded" in said(app)
    assert "Start a run of one" in [one.proto.label for one in app.get("page_link")]


@pytest.mark.parametrize(
    ("model", "told"),
    [
        ("control/gold", "Picks the key's letter. It must be right everywhere."),
        ("control/question-blind", "Picks A."),
    ],
)
def test_before_a_control_runs_it_is_said_what_it_does(open_page, letters, model, told):
    query = {"show": "Start a run", "dataset": letters[0]["dataset_id"]}
    app = open_page("data", query, run_model=model)
    assert told in [one.value for one in app.caption]


def test_the_intended_causes_are_said_by_what_is_asked_for(open_page, family):
    query = {"show": "Start a run", "dataset": family[0]["dataset_id"]}
    app = open_page("data", query, run_model="control/wrong-side")
    assert (
        "Asked for names: Goes the same line over the other parent. Intended first cause of its "
        "errors: “wrong side”. Asked for a number: Counts the relatives on the other side. "
        "Intended first cause of its errors: “counting”, with “wrong side”."
    ) in said(app)
