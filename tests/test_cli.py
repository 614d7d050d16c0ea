"""The command line, as a person calls it."""

import json
import subprocess
import sys
from pathlib import Path

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
    # The four families, and the trees of the demonstration's questions.
    assert "30 genealogies, 1,872 people, 1,842 items" in done.stdout


def test_bad_input_to_run_is_one_line_and_exit_code_2(tmp_path):
    done = kinlib("run", tmp_path / "none.jsonl")
    assert done.returncode == 2
    (line,) = done.stderr.strip().splitlines()
    assert line.startswith(f"{tmp_path / 'none.jsonl'}: neither a file nor a data set")


@pytest.mark.parametrize("verb", ["import", "rebuild", "run"])
def test_every_verb_has_help(verb):
    done = kinlib(verb, "--help", TERM="dumb")
    assert done.returncode == 0
    assert "Usage: python -m kinlib" in done.stdout


PROMPT = {"item_id": "q", "prompt": "Who?", "gold": ["Ann"], "answer_type": "people"}


@pytest.mark.parametrize("verb", ["import", "rebuild", "run"])
@pytest.mark.parametrize("fault", ["a file", "unwritable"])
def test_a_home_that_cannot_be_used_is_one_line(tmp_path, verb, fault):
    file = tmp_path / "list.jsonl"
    file.write_text(json.dumps(PROMPT) + "\n", encoding="utf-8")
    home = file if fault == "a file" else "/proc/nowhere"
    if fault == "unwritable" and not Path("/proc").is_dir():
        pytest.skip("no folder here that nobody can write")
    done = kinlib(verb, *([] if verb == "rebuild" else [file]), KINLIB_HOME=str(home))
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1, done.stderr
    assert "cannot be written" in done.stderr and "KINLIB_HOME" in done.stderr


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--top-p", "0"], "Top-p 0 is outside"),
        (["--seed", "-1"], "Seed -1 is outside"),
        (["--model", " "], "name of the model is empty"),
        (["--model", "local/none"], "There is no local/none"),
    ],
)
def test_options_that_cannot_be_meant_are_one_line_and_start_no_journal(tmp_path, options, told):
    file = tmp_path / "list.jsonl"
    file.write_text(json.dumps(PROMPT) + "\n", encoding="utf-8")
    done = kinlib("run", file, *options)
    assert done.returncode == 2
    assert told in done.stderr and len(done.stderr.splitlines()) == 1
    assert not settings.journals().exists()


def test_what_can_and_cannot_be_found_is_named_path_by_path(tmp_path):
    (tmp_path / "empty").mkdir()
    file = tmp_path / "caf\u00e9.jsonl"
    file.write_text(json.dumps(ITEM) + "\n", encoding="utf-8")
    done = kinlib("import", tmp_path / "empty", "x" * 300, file, PYTHONIOENCODING="ascii")
    assert done.returncode == 1
    assert done.stderr == ""
    assert "empty holds no file that is read" in done.stdout
    assert "File name too long." in done.stdout or f"{'x' * 300} does not exist." in done.stdout
    assert "caf\\xe9.jsonl: questions, 1 read, 1 stored" in done.stdout
