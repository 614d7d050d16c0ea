"""`repeat`: what it prints of replies asked for again, and its exit codes."""

import dataclasses
import json

import pytest
from typer.testing import CliRunner

from kinlib import settings
from kinlib.cli import app
from kinlib.errors import KinError
from kinlib.models import gateway
from kinlib.results.store import Store
from tests.models.test_runs import reply
from tests.results import made_runs
from tests.results.made_runs import small


@pytest.fixture(autouse=True)
def there(monkeypatch, tmp_path):
    monkeypatch.setenv("KINLIB_DATA", str(made_runs.shipped(tmp_path / "data")))
    small(settings.journals(), model="openai/gpt-4o-mini")


@pytest.fixture
def says(monkeypatch):
    """What the model says by item; what is stored elsewhere."""
    says = {"q_1": "Bob Ray.", "q_2": "Ann Ray", "q_3": " "}

    def ask(model, prompt, parameters, **_):
        said = says[prompt[-4:-1]]
        if isinstance(said, BaseException):
            raise said
        outcome = "answered" if said.strip() else "blank"
        return dataclasses.replace(reply(said, outcome), served_model="some-model-2026")

    monkeypatch.setattr(gateway, "ask", ask)
    monkeypatch.setattr(gateway, "missing_keys", lambda *_: ())
    return says


def run(*arguments):
    done = CliRunner().invoke(app, ["repeat", *map(str, arguments)])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done


def test_the_same_replies_end_with_0_while_the_app_has_the_database(says):
    held = Store(settings.database())
    done = run("run-1.jsonl", "--calls", 50)
    held.close()
    lines = done.output.splitlines()
    assert done.exit_code == 0
    assert lines[0].startswith(
        "openai/gpt-4o-mini on kinshipqa: 3 of 3 replies, drawn by a hash, are asked for again. "
        "Cost: at most $"
    )
    assert [line.split()[:4] for line in lines[1:4]] == [
        [str(n), "of", "3", "same"] for n in (1, 2, 3)
    ]
    assert lines[4].startswith("3 of 3 replies are the same, character by character.")
    assert lines[5].startswith("litellm then: 1.2.3; now: ")
    assert len(run("run-1", "--calls", 2).output.splitlines()) == len(lines) - 1


def test_what_differs_is_shown_as_data_and_ends_with_1(says):
    says["q_2"] = "Ann \x1b[31mRay"
    done = run("run-1")
    assert done.exit_code == 1
    assert "differs    q_2, repeat 1\n    The texts part at character 5.\n" in done.output
    assert '    then "Ann Ray"\n    now  "Ann \\u001b[31mRay"\n' in done.output
    assert "2 of 3 replies are the same, character by character; 1 differs." in done.output


def test_as_json_it_is_one_object_with_both_texts(says):
    says["q_2"] = "Tim Ray"
    done = run("run-1", "--json")
    told = json.loads(done.output)
    assert done.exit_code == 1
    assert (told["calls"], told["of"], told["same"], told["differ"]) == (3, 3, 2, 1)
    (other,) = [one for one in told["replies"] if one["verdict"] == "differs"]
    assert (other["item_id"], other["character"]) == ("q_2", 1)
    assert (other["then"]["text"], other["now"]["text"]) == ("Ann Ray", "Tim Ray")
    assert any("litellm then: 1.2.3" in one for one in told["circumstances"])


def test_stopped_by_hand_it_tells_what_came(says):
    says["q_2"] = KeyboardInterrupt()
    done = run("run-1")
    assert done.exit_code == 130
    assert "not asked for: it was stopped." in done.output


def test_a_run_that_is_not_there_is_said(says):
    with pytest.raises(KinError, match="There is no run run-9"):
        run("run-9")
