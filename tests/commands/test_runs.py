"""`runs`, `rescore` and `pack`: from the terminal, while the app has the database."""

import json

import pytest
from typer.testing import CliRunner

from kinlib import settings
from kinlib.cli import app
from kinlib.errors import KinError
from kinlib.results import imports, queries
from kinlib.results.store import Store
from tests.results import made_runs
from tests.results.made_runs import small


@pytest.fixture
def questions(monkeypatch, tmp_path):
    monkeypatch.setenv("KINLIB_DATA", str(made_runs.shipped(tmp_path / "data")))
    return made_runs.question_set(tmp_path / "family-set")


@pytest.fixture
def there(questions):
    list(imports.import_paths([questions], settings.imports()))
    small(settings.journals())
    small(settings.journals(), "run-c", source="control", model="control/gold")


def run(*arguments):
    done = CliRunner().invoke(app, [str(each) for each in arguments])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.output


def test_runs_are_listed_while_the_app_has_the_database(there):
    held = Store(settings.database())
    text = run("runs")
    held.close()
    lines = text.splitlines()
    assert lines[0].split()[:4] == ["run", "model", "benchmark", "protocol"]
    assert lines[1].split()[:3] == ["run-1", "some/model", "family-set"]
    for told in ("measured", "3 of 3", "2 answered, 1 blank", "2026-11-30 12:00", "$0.00"):
        assert told in lines[1]
    assert "control/gold" in lines[2]
    assert lines[3] == "2 runs; 1 of them is a control, in no average."
    found = [json.loads(line) for line in run("runs", "--json").splitlines()]
    assert [one["run_id"] for one in found] == ["run-1", "run-c"]
    assert found[0]["tokens"] == 216
    assert found[0]["file"] == str(settings.journals() / "run-1.jsonl")


def test_no_runs_are_said_to_be_none(questions):
    assert run("runs") == "There is no run yet; `python -m kinlib run` makes one.\n"
    assert run("runs", "--json") == ""


def test_scoring_again_prints_the_rates_before_and_after(there):
    text = run("rescore", "--scorer", "kinship lenient", "run-1")
    assert text.count("1 of 2 right (50.0 %), 1 without a verdict") == 2
    assert "Verdicts that differ: 0." in text
    assert not settings.database().exists(), "the database is the app's"
    store = Store(settings.database())
    store.refresh()
    scorers = queries.runs(store, "excluded").set_index("run_id")["scorer"]
    store.close()
    assert dict(scorers) == {"run-1": "kinship lenient", "run-c": "kinship strict"}
    assert run("rescore", "--scorer", "option letter") == (
        "No run is of a benchmark that this scorer scores.\n"
    )
    with pytest.raises(KinError, match="there are “kinship strict”"):
        run("rescore")


def test_a_pack_made_here_is_imported_elsewhere(there, questions, monkeypatch, tmp_path):
    out = tmp_path / "pack"
    text = run("pack", "run-1", "run-c", "--out", out, "--set", questions, "--about", "A test.")
    assert text.startswith(f"{out}: A test. Rows: 1 dataset, 3 item, 2 run, 8 response,")
    monkeypatch.setenv("KINLIB_HOME", str(tmp_path / "elsewhere"))
    told = run("import", out)
    assert told.splitlines()[0] == (
        "pack: run pack, 8 read, 8 stored, 0 already there, 0 refused. A test."
    )
    found = [json.loads(line) for line in run("runs", "--json").splitlines()]
    assert [(one["run_id"], one["source"], one["origin"]) for one in found] == [
        ("run-1", "imported", "import"), ("run-c", "control", "import"),
    ]  # fmt: skip
    assert found[0]["answered"] == 2
