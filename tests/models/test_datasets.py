"""Data sets that can be put to a model, found without opening the database."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from kinlib import settings
from kinlib.errors import KinError
from kinlib.models import datasets
from kinlib.results.imports import import_paths

ROW = {"item_id": "q1", "prompt": "Who is Ann's father?", "gold": ["Bob Ray"],
       "answer_type": "people", "benchmark": "kinshipqa", "dataset": "Mine"}  # fmt: skip


def prompt_list(folder, *rows, name="list.jsonl"):
    path = folder / name
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_what_ships_is_found_by_a_word():
    terms, selection = datasets.load("terms"), datasets.load("selection")
    assert (len(terms.rows), terms.benchmark) == (300, "terms")
    assert (len(selection.rows), selection.benchmark) == (77, "selection")
    assert all(row["prompt"] and row["dataset_id"] == terms.dataset_id for row in terms.rows)
    shipped = datasets.load("Family questions, shipped")
    assert datasets.load(shipped.dataset_id) == shipped
    assert len(shipped.rows) == 43


def test_a_file_is_imported_and_lines_that_cannot_be_asked_are_told(tmp_path):
    bad = {**ROW, "item_id": "q2", "prompt": " "}
    path = prompt_list(tmp_path, ROW, bad, ROW, {**ROW, "item_id": "q3"})
    for _ in ("first", "again"):
        data = datasets.load(path)
        assert [row["item_id"] for row in data.rows] == ["q1", "q3"]
        assert (data.name, data.benchmark, data.left_out) == ("Mine", "kinshipqa", 2)
        assert [problem.line for problem in data.problems] == [2]
    assert datasets.load("Mine").rows == data.rows
    assert datasets.load(str(path)).rows == datasets.load(data.dataset_id).rows


def test_a_line_that_contradicts_a_known_item_is_not_asked(tmp_path):
    datasets.load(prompt_list(tmp_path, ROW))
    changed = {**ROW, "gold": ["Ann Lee"]}
    later = prompt_list(tmp_path, changed, {**ROW, "item_id": "q2"}, name="later.jsonl")
    assert [row["item_id"] for row in datasets.load(later).rows] == ["q2"]
    assert [row["item_id"] for row in datasets.load("Mine").rows] == ["q1", "q2"]
    with pytest.raises(KinError, match="other content"):
        datasets.load(prompt_list(tmp_path, changed, name="only.jsonl"))


def test_a_folder_of_questions_is_one_data_set(tmp_path):
    folder = tmp_path / "questions"
    folder.mkdir()
    row = {"question_id": "a", "question_text": "Who is Ann's father?", "ground_truth": ["Bob"],
           "category": 1, "n_hops": 1, "kinship_system": "crow", "context": "Bob is ...",
           "answer_type": "people"}  # fmt: skip
    prompt_list(folder, row, {**row, "question_id": "b"}, name="items.jsonl")
    data = datasets.load(folder)
    assert (len(data.rows), data.name, data.benchmark) == (2, "questions", "kinshipqa")
    assert not data.rows[0]["prompt"]
    assert data.rows[0]["question"] == "Who is Ann's father?"


def test_a_file_of_several_data_sets_wants_one_of_them_named(tmp_path):
    path = prompt_list(tmp_path, ROW, {**ROW, "item_id": "q2", "dataset": "Other"})
    with pytest.raises(KinError, match=r"holds several data sets.*Mine.*Other"):
        datasets.load(path)
    assert [row["item_id"] for row in datasets.load("Other").rows] == ["q2"]


def test_tables_that_ship_are_data_sets(tmp_path, monkeypatch):
    path = prompt_list(tmp_path, {**ROW, "dataset": "KinshipQA, demonstration"})
    (report,) = import_paths([path], settings.imports())
    shipped = tmp_path / "data" / "demonstration" / "kinshipqa"
    shipped.parent.mkdir(parents=True)
    (settings.imports() / report.import_id).rename(shipped)
    monkeypatch.setenv("KINLIB_DATA", str(tmp_path))
    with pytest.raises(KinError, match="stands for reasoning is not in"):
        datasets.load("reasoning")
    monkeypatch.setenv("KINLIB_DATA", str(tmp_path / "data"))
    assert [row["item_id"] for row in datasets.load("reasoning").rows] == ["q1"]


def test_what_is_not_there_is_named(tmp_path):
    with pytest.raises(KinError, match=r"nothing\.jsonl: neither a file nor a data set"):
        datasets.load("nothing.jsonl")
    (tmp_path / "empty").mkdir()
    with pytest.raises(KinError, match="holds nothing that can be asked"):
        datasets.load(tmp_path / "empty")


def test_a_plan_is_made_without_litellm_and_without_the_database(home):
    program = (
        "import sys; from kinlib.models import datasets, plan; d = datasets.load('terms'); "
        "p = plan.make(d.rows, 'openai/gpt-4o-mini', benchmark='terms', dataset_id=d.dataset_id); "
        "assert p.cost; sys.exit('litellm' in sys.modules)"
    )
    root = Path(__file__).resolve().parents[2]
    assert subprocess.run([sys.executable, "-c", program], cwd=root, check=False).returncode == 0
    assert not home.exists()
