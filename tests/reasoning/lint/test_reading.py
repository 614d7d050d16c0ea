"""Broken and odd files: what can be read is checked, the rest is told."""

import csv
import io
import json

import pytest

from kinlib.errors import KinError
from kinlib.exchange.rdf import write_turtle
from kinlib.reasoning.lint import lint_path
from tests.reasoning.lint.family import family, item


def lines(*rows):
    return "".join(json.dumps(row) + "\n" for row in rows)


def test_bad_lines_are_problems_and_the_rest_is_checked(tmp_path):
    text = lines(item()) + "{broken\n[1, 2]\n\n" + lines({"question_id": "x"}, item(n_hops=9))
    (tmp_path / "crow_dataset.jsonl").write_text(text, "utf-8")
    report = lint_path(tmp_path)
    assert report.problems == (
        "crow_dataset.jsonl, line 2 is not JSON.",
        "crow_dataset.jsonl, line 3 is no item: it lacks question_text or ground_truth.",
        "crow_dataset.jsonl, line 5 is no item: it lacks question_text or ground_truth.",
    )
    assert report.count("wrong-hops").checked == 2 and report.count("wrong-hops").found == 1


def test_summaries_and_raw_versions_are_passed_over(tmp_path):
    for name in ("crow_dataset.jsonl", "crow_dataset_raw.jsonl", "summary.json"):
        (tmp_path / name).write_text(lines(item()), "utf-8")
    report = lint_path(tmp_path)
    assert report.count("same-id").checked == 1
    assert report.notes[:2] == (
        "summary.json is no list of items and was passed over.",
        "crow_dataset_raw.jsonl is a raw version and was passed over.",
    )
    assert lint_path(tmp_path / "crow_dataset_raw.jsonl").count("same-id").checked == 1


def test_a_tree_is_found_beside_that_holds_the_people(tmp_path):
    tmp_path = tmp_path / "here"
    data = tmp_path / "split"
    data.mkdir(parents=True)
    (data / "crow_dataset.jsonl").write_text(lines(item(ground_truth="Bea")), "utf-8")
    for folder, changes in (("a_others", {"Al": {"name": "Abe"}}), ("b_ours", {})):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "crow.ttl").write_bytes(write_turtle(family(changes)))
    (tmp_path / "c_broken").mkdir()
    (tmp_path / "c_broken/crow.ttl").write_text("no Turtle", "utf-8")
    for path in (data, data / "crow_dataset.jsonl"):
        report = lint_path(path)
        assert report.count("wrong-key").found == 1
        assert report.notes == ("Tree of crow: b_ours/crow.ttl.",)
    (tmp_path / "b_ours/crow.ttl").unlink()
    report = lint_path(data)
    assert report.count("wrong-key").checked is None
    assert "No tree found that holds the people of the 1 items of crow" in report.notes[0]
    given = lint_path(data, trees=tmp_path / "a_others")
    assert given.count("unknown-person").found == 1


def test_of_several_trees_that_hold_the_people_the_one_with_their_facts_is_taken(tmp_path):
    tmp_path = tmp_path / "here"
    (tmp_path / "split").mkdir(parents=True)
    (tmp_path / "split/crow_dataset.jsonl").write_text(lines(item()), "utf-8")
    for folder, changes in (
        ("a", {"Dee": {"father": "ola"}}), ("b", {"Gus": {"mother": "jo"}}), ("c", {}),
    ):  # fmt: skip
        (tmp_path / folder).mkdir()
        tree = family(changes, unions=[("Al", "Bea")])
        (tmp_path / folder / "crow.ttl").write_bytes(write_turtle(tree))
    assert lint_path(tmp_path / "split").notes == ("Tree of crow: c/crow.ttl.",)


def test_a_folder_of_trees_with_one_that_cannot_be_read(tmp_path):
    (tmp_path / "crow.ttl").write_bytes(write_turtle(family()))
    (tmp_path / "omaha.ttl").write_text("<a> <b> .", "utf-8")
    report = lint_path(tmp_path)
    assert report.count("same-tree").checked == 1
    assert len(report.problems) == 1 and "omaha.ttl" in report.problems[0]


def table(*rows):
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(["", "id", "story", "query", "target", "genders", "task_name", "task_split"])
    writer.writerows(rows)
    return text.getvalue()


def test_a_table_of_clutrr_tells_its_tasks_by_its_name(tmp_path):
    good = [0, "a", "[Bob] is [Ann]'s son.", "('Ann', 'Bob')", "daughter", "Bob:male",
            "task_1.3", "train"]  # fmt: skip
    (tmp_path / "1.2,1.4_train.csv").write_text(table(good, good[:4]), "utf-8")
    report = lint_path(tmp_path)
    assert report.count("clutrr-wrong-sex").found == report.count("clutrr-leaked-task").found == 1
    assert report.problems == ("1.2,1.4_train.csv, line 3: too many or few fields.",)


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({}, "holds no .jsonl, .ttl, .csv file"),
        ({"a.csv": "name,age\nAnn,3\n"}, "no columns story and query"),
        ({"a.jsonl": "nothing\n"}, "line 1 is not JSON"),
        ({"a.jsonl": ""}, "no items, trees or CLUTRR rows"),
        ({"sub/a.jsonl": "{}"}, "give one of its folders: sub"),
        ({"a.ttl": "no"}, "a.ttl"),
    ],
)
def test_what_cannot_be_read_at_all_is_an_error(tmp_path, files, said):
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    with pytest.raises(KinError, match=said):
        lint_path(tmp_path)


def test_other_paths_that_cannot_be_read(tmp_path):
    with pytest.raises(KinError, match="does not exist"):
        lint_path(tmp_path / "none")
    (tmp_path / "a.txt").write_text("x", "utf-8")
    with pytest.raises(KinError, match=r"a\.txt is no"):
        lint_path(tmp_path / "a.txt")
    (tmp_path / "b.jsonl").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(KinError, match="not UTF-8"):
        lint_path(tmp_path / "b.jsonl")
    (tmp_path / "c.jsonl").write_text(lines(item()), "utf-8")
    (tmp_path / "empty").mkdir()
    with pytest.raises(KinError, match=r"holds no \.ttl file"):
        lint_path(tmp_path / "c.jsonl", trees=tmp_path / "empty")
