"""`report reasoning`: from an index of its own, over small result files."""

import csv
import json
import shutil

import pytest
from typer.testing import CliRunner

from kinlib import settings
from kinlib.commands.report import app
from kinlib.errors import KinError
from kinlib.results.formats.source import Source
from kinlib.results.imports import import_source


@pytest.fixture(autouse=True)
def published_alone(home, tmp_path, monkeypatch):
    """Of what ships only the printed figures: nothing else is to be taken in each time."""
    shutil.copytree(settings.ROOT / "data/published", tmp_path / "data/published")
    monkeypatch.setenv("KINLIB_DATA", str(tmp_path / "data"))


def run(*arguments):
    done = CliRunner().invoke(app, ["report", "reasoning", *(str(each) for each in arguments)])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.output


def question(number, reply, right):
    return {
        "question_id": f"omaha_{number:04}", "category": 2, "n_hops": 2, "kinship_system": "omaha",
        "question_text": f"Who is the aunt of Ann Lee {number}?", "ground_truth": "Eve Lee",
        "has_cultural_override": number % 2 == 0, "anchor_name": f"Ann Lee {number}",
        "exact_match": right, "raw_response": reply, "predicted": [],
    }  # fmt: skip


@pytest.fixture
def imported(home):
    """Two runs over the same 40 items: one all right, one half right with 10 blanks."""
    for model, halves in (("gemma3:27b", False), ("other", True)):
        rows = [
            question(number, "" if halves and number < 10 else "Eve Lee",
                     not halves or number >= 25)
            for number in range(40)
        ]  # fmt: skip
        summary = {"model": {"model": model}, "protocol": "few_shot_cot"}
        data = json.dumps({"summary": summary, "questions": rows}).encode()
        assert import_source(Source(f"{model}/r.json", data), settings.imports()).stored == 40
    return home


def runs():
    return {one["name"]: one["runs"] for one in json.loads(run("--json"))["runs"]}


def test_tables_stand_beside_the_printed_figures(imported):
    text = run()
    assert "average of 2 imported runs" in text
    lines = [line.split() for line in text.splitlines() if line.startswith("  Omaha, all")]
    # printed, here, difference, counted, interval, egos, worth, distinct
    assert lines[1][2:8] == ["77.4", "100.0", "+22.6", "40", "of", "40"]
    assert lines[2][2:8] == ["77.4", "50.0", "-27.4", "15", "of", "30"]
    assert lines[2][11:] == ["30", "in", "1", "30", "30"]
    assert lines[0][3:5] == ["75.0", "(sd"]
    assert "Where the paper contradicts itself" in text
    assert not settings.database().exists(), "the database is the app's"


def test_json_and_files_hold_every_cell(imported, tmp_path):
    told = json.loads(run("--json"))
    assert len(told["published"]) == 113
    assert {cell["table"] for cell in told["cells"]} == set("345678")
    assert len(told["contradictions"]) == 22
    assert run("--out", tmp_path / "r.csv").startswith(f"{tmp_path / 'r.csv'}: ")
    with (tmp_path / "r.csv").open(encoding="utf-8", newline="") as file:
        assert len(list(csv.DictReader(file))) == len(told["cells"])
    run("--out", tmp_path / "r.json")
    assert json.loads((tmp_path / "r.json").read_text("utf-8")) == told
    run("--out", tmp_path / "r.md")
    text = (tmp_path / "r.md").read_text("utf-8")
    assert text.startswith("# KinshipQA")
    assert "| Omaha, all | 77.4 | 100.0 | +22.6 | 40 of 40 |" in text


def test_runs_blanks_and_verdicts_can_be_chosen(imported):
    names = runs()
    other = next(ids for name, ids in names.items() if name.startswith("other"))
    told = json.loads(run("--json", "--run", other[0], "--blanks", "wrong"))
    assert [one["runs"] for one in told["runs"]] == [other]
    overall = next(
        cell for cell in told["cells"] if (cell["table"], cell["column"]) == ("4", "All")
    )
    assert (overall["right"], overall["counted"]) == (15, 40)
    ours = json.loads(run("--json", "--run", other[0], "--verdicts", "strict"))
    overall = next(
        cell for cell in ours["cells"] if (cell["table"], cell["column"]) == ("4", "All")
    )
    assert (overall["right"], overall["counted"]) == (30, 30), "its replies say the key"
    assert ours["verdicts"] == "kinship strict"
    both = json.loads(run("--json", *(part for ids in names.values() if len(ids) == 1
                                      for part in ("--run", ids[0]))))  # fmt: skip
    assert len(both["runs"]) == 3


def test_without_results_the_printed_figures_are_shown(home):
    text = run()
    assert "printed figures alone" in text
    assert "  Omaha, category 4" in text
    assert json.loads(run("--json"))["cells"] == []


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--run", "nothing"], "No run 'nothing' has scored replies"),
        (["--blanks", "kept"], "--blanks is 'kept'; choose one of: excluded, wrong"),
        (["--verdicts", "mine"], "choose one of: strict, lenient"),
        (["--out", "r.pdf"], "'.pdf'; choose one of: .md, .csv, .json"),
        (["--out", "nowhere/r.md"], "cannot be written"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(home, tmp_path, monkeypatch, arguments, told):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(KinError) as caught:
        run(*arguments)
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)
    assert list(tmp_path.glob("*.*")) == []
