"""Published figures from CSV and JSON: every number kept or named, none of unknown meaning."""

import pytest

from kinlib.results import imports
from kinlib.results.formats.source import Source


def take(tmp_path, data: bytes, name: str = "t/table.csv") -> imports.Report:
    return imports.import_source(Source(name, data), tmp_path / "imports")


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"model,em\nx,1\ny,2,3\nz,4\n", (3, "3 cells, the header 2")),
        (b'model,em\nx,1\n"y,2\nz,4\n', (3, "never closed")),
        (b'model,em\nx,1\n"y"y,2\nz,4\n', (3, "not CSV")),
        (b"model,em\nx,1\ny,\x002\nz,4\n" + b"w,9\n" * 20, (3, "NUL")),
        (b"model,em\nx,1\n" + b"y" * 200_000 + b",2\nz,4\n", (3, "never closed")),
        (b"model,em\nx,1\ny,12%\nz,4\n", (3, "'em' holds '12%'")),
        (b'model,em\nx,1\ny,"1,234"\nz,4\n', (3, "'em' holds '1,234'")),
        (b"model,em\nx,1\ny,NaN\nz,4\n", (3, "'em' holds 'NaN'")),
        (b"model,em\nx,1\ny," + b"9" * 400 + b"\nz,4\n", (3, "write a number")),
    ],
)
def test_a_bad_row_or_cell_of_a_table_is_named_and_the_rest_is_kept(tmp_path, data, told):
    report = take(tmp_path, data)
    assert report.note is None
    assert report.read == report.stored + report.refused
    (problem,) = report.problems
    assert problem.line == told[0]
    assert told[1] in problem.reason
    assert report.stored == 2 + 20 * (b"w,9" in data)


@pytest.mark.parametrize("data", [b"model;em\nx;1\n", b"model\tem\nx\t1\n", b"model,em\rx,1\r"])
def test_semicolons_tabs_and_old_line_ends_are_read(tmp_path, data):
    assert take(tmp_path, data).stored == 1


@pytest.mark.parametrize(
    ("name", "data", "told"),
    [
        ("t/a.csv", b"a,b\n1,2\n", "no column says what its numbers are of"),
        ("t/a.csv", b"model,em,em\nx,1,2\n", "line 1: two columns are called 'em'"),
        ("t/a.csv", b"model,em\n", "holds nothing to import"),
        ("t/a.json", b'{"a": 1}', "nothing says what its numbers are of"),
        ("t/a.json", b"[1, 2]", "nothing says what its numbers are of"),
        ("t/a.json", b'[{"a": 1}]', "nothing says what its numbers are of"),
        ("t/a.json", b"{}", "holds nothing to import"),
        ("t/a.json", b"[]", "holds nothing to import"),
        (
            "t/a.json",
            b'{"summary": {"model": {"model": "m"}}, "questions": []}',
            "holds nothing to import",
        ),
    ],
)
def test_numbers_of_unknown_meaning_and_empty_files_get_one_sentence(tmp_path, name, data, told):
    assert told in take(tmp_path, data, name).note


def test_only_a_list_of_files_is_called_one(tmp_path):
    report = take(tmp_path, b'{"files": ["a"]}', "t/a.json")
    assert (report.note, report.sentence()) == (
        None, "t/a.json: a list of files, nothing to import."
    )  # fmt: skip


def test_a_table_of_unclosed_quotes_is_given_up_with_its_lines(tmp_path):
    report = take(tmp_path, b"model,em\n" + b'"a""\n' * 50)
    assert report.note is None and report.stored == 0
    assert report.read == report.refused == len(report.problems) > 1


@pytest.mark.parametrize(
    ("number", "told"),
    [("NaN", "no number"), ("-Infinity", "no number"), ("1" + "0" * 400, "too large")],
)
def test_a_number_that_is_none_is_refused_and_named(tmp_path, number, told):
    report = take(tmp_path, b'{"m": {"a": 1, "b": %s}}' % number.encode(), "t/a.json")
    assert (report.stored, report.refused) == (1, 1)
    assert "m.b" in report.problems[0].reason and told in report.problems[0].reason


def test_half_a_surrogate_pair_in_a_label_is_refused(tmp_path):
    report = take(tmp_path, b'[{"model": "\\ud83d", "em": 1}, {"model": "x", "em": 2}]', "t/a.json")
    assert (report.stored, report.refused) == (1, 1)
