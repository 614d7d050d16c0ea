"""Import folders: whole or absent, whoever else imports, and whatever became of them since."""

import json
import os
import time

import pytest

from kinlib import settings
from kinlib.errors import KinError
from kinlib.results import import_folders, imports
from kinlib.results.formats.source import Source
from tests.results.test_formats import ANSWER, ITEM, lines, results

FAMILY = b"""@prefix family: <http://example.org/family/> .
@prefix x: <http://elsewhere.example/people#> .
x:a a family:Male . x:b a family:Female ; family:hasFather x:a .
"""
PROMPT = {
    "item_id": "q1", "prompt": "Who is Ann's father?", "gold": ["Bob Ray"], "answer_type": "people",
}  # fmt: skip


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("KINLIB_DATA", str(tmp_path / "nothing-ships"))
    return tmp_path / "imports"


def test_a_half_written_folder_counts_as_nothing_and_is_swept_after_a_day(folder):
    for name, age in ((".import-new", 0), (".import-old", 2 * 24 * 3600)):
        half = folder / name
        half.mkdir(parents=True)
        (half / "report.json").write_text('{"name": "x"}')
        os.utime(half, (time.time() - age, time.time() - age))
    assert imports.folders(folder) == []
    report = imports.import_source(Source("base/a.jsonl", lines(ITEM)), folder)
    assert sorted(p.name for p in folder.iterdir()) == [".import-new", report.import_id]


def test_an_import_that_lacks_a_table_is_made_again_and_not_called_there(folder):
    source = Source("r/clutrr.json", results(ANSWER))
    first = imports.import_source(source, folder)
    assert first.tables == ("dataset", "run", "item", "response", "score")
    (folder / first.import_id / "response.parquet").write_bytes(b"")
    again = imports.import_source(source, folder)
    assert (again.read, again.refused) == (1, 0)
    assert import_folders.missing(folder / first.import_id, again) is None
    assert imports.import_source(source, folder).already == 1
    assert [p for p in folder.iterdir() if p.name.startswith(".")] == []


def test_the_importer_who_comes_second_reports_rows_as_there(folder, monkeypatch):
    source = Source("base/a.jsonl", lines(ITEM))
    put = import_folders._put

    def late(growing, target):
        monkeypatch.setattr(import_folders, "_put", put)
        assert imports.import_source(source, folder).stored == 1
        return put(growing, target)

    monkeypatch.setattr(import_folders, "_put", late)
    report = imports.import_source(source, folder)
    assert (report.read, report.stored, report.already) == (1, 0, 1)
    assert len(list(folder.iterdir())) == 1


def test_reports_of_before_are_read_and_unreadable_ones_hide_no_other(folder):
    old = folder / "old"
    old.mkdir(parents=True)
    known = {"name": "a", "format": "questions", "import_id": "old", "read": 2, "stored": 1,
             "already": 0, "refused": 1, "problems": [{"line": 3, "reason": "x"}],
             "note": None, "of a later version": 1}  # fmt: skip
    (old / "report.json").write_text(json.dumps(known))
    report = imports.read_report(old)
    assert (report.read, report.tables, report.problems[0].line) == (2, (), 3)
    (old / "report.json").write_text("[1")
    assert "remove the folder" in imports.read_report(old).note


def test_rows_that_another_import_has_are_kept_too(folder):
    imports.import_source(Source("base/a.jsonl", lines(ITEM)), folder)
    other = {**ITEM, "question_id": "crow_0002"}
    report = imports.import_source(Source("base/b.jsonl", lines(ITEM, other)), folder)
    assert (report.read, report.stored, report.already) == (2, 1, 1)
    path = folder / report.import_id / "item.parquet"
    assert import_folders.parquet.read_metadata(path).num_rows == 2


def test_the_same_family_or_figures_from_another_folder_are_there_already(folder):
    table = b"model,em\nx,1\n"
    for name, data in (("a/f.ttl", FAMILY), ("a/t.csv", table)):
        assert imports.import_source(Source(name, data), folder).stored > 0
    for name, data in (("b/f.ttl", FAMILY), ("b/u.csv", table)):
        report = imports.import_source(Source(name, data), folder)
        assert (report.stored, report.already) == (0, report.read)
        assert "It was imported as a/" in report.sentence()


def test_the_same_questions_in_another_split_are_imported_and_remarked_on(folder):
    imports.import_source(Source("base/a.jsonl", lines(ITEM)), folder)
    report = imports.import_source(Source("other/a.jsonl", lines(ITEM)), folder)
    assert (report.stored, report.note) == (1, None)
    assert "bytes are those of base/a.jsonl" in report.sentence()


def test_totals_of_two_runs_with_equal_numbers_are_both_kept(folder):
    data = b'{"summary": {"n": 1}}'
    for run in ("one", "two"):
        source = Source(f"{run}/combined_results.json", data)
        assert imports.import_source(source, folder).stored == 1


def test_an_edited_copy_of_a_shipped_list_is_refused_and_an_equal_one_is_there(
    folder, tmp_path, monkeypatch
):
    monkeypatch.setenv("KINLIB_DATA", str(tmp_path / "data"))
    (tmp_path / "data" / "items").mkdir(parents=True)
    row = {**PROMPT, "dataset": "Shipped"}
    (tmp_path / "data" / "items" / "list.jsonl").write_bytes(lines(row))
    same = imports.import_source(Source("mine/copy.jsonl", lines(row)), folder)
    assert (same.stored, same.already, same.refused) == (0, 1, 0)
    edited = imports.import_source(Source("m/e.jsonl", lines({**row, "gold": ["Ann"]})), folder)
    assert (edited.stored, edited.refused) == (0, 1)
    assert edited.problems[0].line == 1


def test_one_id_twice_with_other_content_is_refused_by_its_line(folder):
    data = lines(PROMPT, {**PROMPT, "gold": ["Ann"]}, PROMPT)
    report = imports.import_source(Source("m/list.jsonl", data), folder)
    assert (report.stored, report.already, report.refused) == (1, 1, 1)
    assert report.problems[0].line == 2


def test_a_home_that_cannot_be_written_is_one_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(KinError, match=r"cannot be written: .*KINLIB_HOME"):
        imports.import_source(Source("b/a.jsonl", lines(ITEM)), tmp_path / "file" / "imports")


def test_an_error_nobody_foresaw_costs_its_file_only(tmp_path, monkeypatch):
    def broken(source):
        raise ZeroDivisionError

    monkeypatch.setitem(imports.READERS, "questions", broken)
    for name, data in (("a.jsonl", lines(ITEM)), ("b.ttl", FAMILY)):
        (tmp_path / name).write_bytes(data)
    first, second = imports.import_paths([tmp_path], settings.imports())
    assert "a.jsonl cannot be read" in first.note and "ZeroDivisionError" in first.note
    assert second.stored == 2


def test_folders_that_are_empty_or_closed_are_named_and_the_rest_goes_on(tmp_path, monkeypatch):
    (tmp_path / "empty").mkdir()
    (tmp_path / "full" / "closed").mkdir(parents=True)
    (tmp_path / "full" / "f.ttl").write_bytes(FAMILY)
    scan = os.scandir

    def scandir(path):
        if str(path).endswith("closed"):
            raise PermissionError(13, "Permission denied", str(path))
        return scan(path)

    monkeypatch.setattr(os, "scandir", scandir)
    paths = [tmp_path / "empty", tmp_path / "full", tmp_path / ("x" * 300)]
    empty, closed, family, long = imports.import_paths(paths, settings.imports())
    assert "holds no file that is read" in empty.note
    assert "closed cannot be opened: Permission denied." in closed.note
    assert family.stored == 2
    assert long.note.endswith(("File name too long.", "does not exist."))


def test_a_file_name_that_is_not_utf8_can_be_reported(tmp_path):
    try:
        (tmp_path / os.fsdecode(b"f\xff.ttl")).write_bytes(FAMILY)
    except (OSError, UnicodeError):
        pytest.skip("this system knows no such names")
    (report,) = imports.import_paths([tmp_path], settings.imports())
    assert report.stored == 2
    report.sentence().encode()


def test_many_small_files_read_the_import_folders_once(tmp_path, folder, monkeypatch):
    for number in range(30):
        row = {**ITEM, "question_id": f"q{number}"}
        (tmp_path / f"f{number:02}.jsonl").write_bytes(lines(row))
    calls = []
    stored = imports.Known._stored
    monkeypatch.setattr(imports.Known, "_stored", lambda *a: calls.append(a) or stored(*a))
    done = list(imports.import_paths([tmp_path], folder))
    assert sum(report.stored for report in done) == 30
    assert len(calls) == 1
