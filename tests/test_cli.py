"""The command line, as a person calls it."""

import json
import subprocess
import sys

import pytest

from kinlib import settings


def kinlib(*arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    import os

    return subprocess.run(
        [sys.executable, "-m", "kinlib", *map(str, arguments)],
        capture_output=True, text=True, cwd=settings.ROOT, env={**os.environ, **environment},
    )  # fmt: skip


ITEM = {"question_id": "x_1", "question_text": "Who is A's father?", "ground_truth": "B"}


def test_import_prints_counts_and_refused_rows_and_tells_by_its_exit_code(tmp_path):
    file = tmp_path / "mine.jsonl"
    file.write_text(json.dumps(ITEM) + "\nbroken\n", encoding="utf-8")
    done = kinlib("import", file)
    assert done.returncode == 1
    assert "2 read, 1 stored, 0 already there, 1 refused." in done.stdout
    assert "  line 2: the line is not JSON" in done.stdout
    assert done.stderr == ""
    again = kinlib("import", file)
    assert "2 read, 0 stored, 1 already there, 1 refused." in again.stdout


def test_import_of_nothing_to_read_is_one_sentence(tmp_path):
    done = kinlib("import", tmp_path / "nowhere")
    assert done.returncode == 1
    assert "nowhere does not exist." in done.stdout
    assert "Traceback" not in done.stderr


def test_rebuild_prints_what_the_database_holds(tmp_path):
    done = kinlib("rebuild")
    assert done.returncode == 0, done.stderr
    assert "4 genealogies, 153 people, 91 items" in done.stdout


def test_bad_input_to_run_is_one_line_and_exit_code_2(tmp_path):
    done = kinlib("run", tmp_path / "none.jsonl")
    assert done.returncode == 2
    assert done.stderr.strip().splitlines() == [
        f"{tmp_path / 'none.jsonl'}: No such file or directory."
    ]


@pytest.mark.parametrize("verb", ["import", "rebuild", "run"])
def test_every_verb_has_help(verb):
    done = kinlib(verb, "--help", TERM="dumb")
    assert done.returncode == 0
    assert "Usage: python -m kinlib" in done.stdout
