"""`prompts` and `selection`: what they print, and that their lists can be run and imported."""

import json

import pytest
from typer.testing import CliRunner

from kinlib import settings
from kinlib.commands.terms import app
from kinlib.errors import KinError
from kinlib.models import datasets
from kinlib.results.imports import import_paths


def run(*arguments):
    done = CliRunner().invoke(app, [str(argument) for argument in arguments])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done


def rows_of(text):
    return [json.loads(line) for line in text.splitlines()]


def test_prompts_are_written_counted_and_can_be_run(tmp_path):
    file = tmp_path / "terms.jsonl"
    done = run("prompts", "--out", file)
    assert done.stdout.splitlines() == [
        f"{file}: Kin terms, 300 prompts.",
        "300 prompts: L1 146, L3 154; hi 98, ko 104, ta 98; 222 distinct texts.",
        "No native speaker has reviewed the terms, nor what is not English in the prompts.",
    ]
    data = datasets.load(file)
    assert (len(data.rows), data.benchmark, data.left_out) == (300, "terms", 0)
    assert data.rows[0]["prompt"] == rows_of(file.read_text("utf-8"))[0]["prompt"]


def test_switches_are_passed_on():
    done = run("prompts", "--conditions", "--target-language", "--script", "--options", "close",
               "--recall", "--seed", 3)  # fmt: skip
    rows = rows_of(done.stdout)
    assert len(rows) == 38  # 19 relations, two sides, one question
    assert rows[0]["switches"] == [
        "conditions", "target language", "script", "recall", "close options",
    ]  # fmt: skip
    assert rows[0]["dataset"].endswith("close options, seed 3")
    assert run("prompts", "--romanised", "--term").stdout.count("__LATIN__TERM") == 154


def test_without_a_file_items_are_printed_and_counts_go_to_standard_error():
    done = run("selection")
    assert len(rows_of(done.stdout)) == 77
    assert "77 items: hi 25, ko 27, ta 25; answers at A 20, B 19, C 19, D 19." in done.stderr


def test_selection_items_are_written_counted_and_imported(tmp_path):
    file = tmp_path / "close.jsonl"
    done = run("selection", "--distractors", "close", "--absent", "--out", file)
    assert "154 items" in done.stdout and "E 77" in done.stdout
    assert "The farthest distractor shares: " in done.stdout
    (told,) = import_paths([file], settings.imports())
    assert (told.stored, told.problems) == (154, ())
    seeded = rows_of(run("selection", "--positions", "seeded", "--seed", 5).stdout)
    assert seeded[0]["dataset"] == "Kin-term selection, 77 items, seeded positions, seed 5"


@pytest.mark.parametrize(
    "arguments",
    [
        ("prompts", "--script", "--romanised"),
        ("prompts", "--options", "near"),
        ("selection", "--distractors", "near"),
        ("selection", "--positions", "even"),
        ("prompts", "--out", "no/such/folder/x.jsonl"),
    ],
)
def test_what_cannot_be_meant_is_said_in_a_sentence(arguments):
    with pytest.raises(KinError, match=r"\.$"):
        run(*arguments)
