"""`report terms`: from an index of its own, over small journals of replies."""

import csv
import json

import pytest
from typer.testing import CliRunner

from kinlib import settings
from kinlib.commands.report import app
from kinlib.errors import KinError
from tests.results.term_sets import FULLY, ITEMS, maternal, picks, right, shipped


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    return shipped(
        tmp_path_factory.mktemp("terms") / "data",
        ("meta/llama-3.3-70b-instruct", FULLY, 1, maternal),
        ("meta/llama-3.3-70b-instruct", ITEMS, 1, picks),
        ("local/other", FULLY, 3, right),
    )


@pytest.fixture(autouse=True)
def _loaded(data, monkeypatch):
    monkeypatch.setenv("KINLIB_DATA", str(data))


def run(*arguments):
    done = CliRunner().invoke(app, ["report", "terms", *(str(each) for each in arguments)])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.output


def entries(told, table, label):
    return {e["of"].split(" · ")[0]: e for e in told["entries"]
            if (e["table"], e["label"]) == (table, label)}  # fmt: skip


def test_tables_stand_beside_the_printed_figures():
    text = run()
    assert text.startswith("Verdicts of terms frozen; blank, refused and failed replies are left")
    lines = [line.split() for line in text.splitlines() if "llama" in line]
    first = next(line for line in lines if "24.24" in line)
    # Every Hindi and Tamil prompt is passed, but for the Hindi ones about a father's parents; in
    # Tamil the grandparents have one term. Printed, here, difference, right of counted.
    assert first[-8:-4] == ["+38.10", "96", "of", "154"]
    assert "Table 3. Selection beside generation" in text
    assert "Where the paper contradicts itself, and what it does not print" in text
    assert not settings.database().exists(), "the database is the app's"


def test_json_and_files_hold_every_entry(tmp_path):
    told = json.loads(run("--json"))
    assert len(told["published"]) == 127
    assert {entry["table"] for entry in told["entries"]} == {
        *"123456", "failures", "scripts", "relations", "levels",
    }  # fmt: skip
    gap = entries(told, "3", "Gap")["meta/llama-3.3-70b-instruct"]
    assert (gap["published"], gap["cells"]) == (53.68, 75)
    assert len(told["consistency"]) == 1
    assert told["consistency"][0]["mixed"] == 77
    assert len(told["comparisons"]) == 1
    assert {(a["asked"], a["said"]) for a in told["arrows"] if a["language"] == "hi"} == {
        ("father_father", "mother_father"), ("father_mother", "mother_mother"),
    }  # fmt: skip
    assert run("--out", tmp_path / "r.csv").startswith(f"{tmp_path / 'r.csv'}: ")
    with (tmp_path / "r.csv").open(encoding="utf-8", newline="") as file:
        assert len(list(csv.DictReader(file))) == len(told["entries"])
    run("--out", tmp_path / "r.json")
    assert json.loads((tmp_path / "r.json").read_text("utf-8")) == told
    run("--out", tmp_path / "r.md")
    text = (tmp_path / "r.md").read_text("utf-8")
    assert text.startswith("# Kin terms")
    assert "| 24.24 | 62.34 | +38.10 | 96 of 154 |" in text


def test_runs_and_matchers_can_be_chosen():
    told = json.loads(run("--json", "--run", "other-terms", "--verdicts", "bounded"))
    assert [one["runs"] for one in told["runs"]] == [["other-terms"]]
    assert told["verdicts"] == "terms bounded"
    bounded = entries(told, "1", "L3")["local/other"]
    frozen = entries(json.loads(run("--json", "--run", "other-terms")), "1", "L3")["local/other"]
    # A woman does not say 형 or 형수: the frozen matcher's keys hold both speakers' terms.
    assert (frozen["right"], bounded["right"]) == (231 + 77, 308 - 8)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--run", "nothing"], "No run 'nothing' has replies to kin-term prompts"),
        (["--blanks", "kept"], "--blanks is 'kept'; choose one of: excluded, wrong"),
        (["--verdicts", "strict"], "choose one of: frozen, bounded, bounded-paper"),
        (["--out", "r.pdf"], "'.pdf'; choose one of: .md, .csv, .json"),
        (["--out", "nowhere/r.md"], "cannot be written"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(tmp_path, monkeypatch, arguments, told):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(KinError) as caught:
        run(*arguments)
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)
    assert list(tmp_path.glob("*.*")) == []
