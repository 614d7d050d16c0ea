"""Files that are broken in one way each, and what a person is told."""

import json
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinlib.results import imports
from kinlib.results.formats.kinshipqa import NO_PROMPT, read_questions
from kinlib.results.formats.source import Source
from kinlib.results.imports import import_source

ITEM = {
    "question_id": "crow_0001",
    "question_text": "Who is Ann's father?",
    "category": 1,
    "n_hops": 1,
    "kinship_system": "crow",
    "ground_truth": "Bob Ray",
    "context": "Ann's father is Bob Ray.",
}
ANSWER = {
    "id": "a-1", "story": "[Ann] is the mother of [Bob].", "query": "('Ann', 'Bob')",
    "target": "son", "predicted": "son", "correct": True, "n_hops": 2,
    "response_time": 0.5, "raw_response": "son", "is_error": False,
}  # fmt: skip


def lines(*rows: object) -> bytes:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()


def results(*questions: object) -> bytes:
    summary = {"benchmark": "CLUTRR", "config": "x", "model": {"provider": "p", "model": "m"}}
    return json.dumps({"summary": summary, "questions": questions}, indent=2).encode()


@pytest.mark.parametrize(
    ("name", "data", "told"),
    [
        ("a.jsonl", b"", "a.jsonl is empty"),
        ("a.jsonl", b" \n\n", "a.jsonl is empty"),
        ("a.json", b"\xff\xfe{\x00}\x00", "UTF-16"),
        ("a.json", b"PK\x03\x04\x00\x00", "binary"),
        (
            "a.json",
            b'{"summary": {"a": 1},\n "questions": [{"id": "x',
            "line 2: the file breaks off",
        ),
        ("a.json", b'{"summary": }', "line 1, column 13"),
        ("a.json", b'{"a":\n"\xe9"}', "line 2: byte 0xe9 is not UTF-8"),
        ("a.json", b"[" * 200_000, "nested too deeply"),
        ("a.json", b"1" * 5_000, "too long"),
        ("a.jsonl", b"not json\nnor this\n", "none of its lines is a JSON object"),
        ("a.jsonl", b'{"colour": 1}\n', "belong to no format"),
        ("a.pdf", b"%PDF-1.7", "are read, not this one"),
        ("a.json", b'{"summary": {}, "questions": []}', "names no model"),
        ("a.ttl", b"@prefix family: <http://x/> .\n\nfamily:a family:b", "not Turtle"),
    ],
)
def test_a_file_that_cannot_be_read_gets_one_sentence(tmp_path, name, data, told):
    report = import_source(Source(name, data), tmp_path)
    assert report.note is not None
    assert told in report.note
    assert "\n" not in report.note.strip()
    assert report.note.startswith(name)
    assert not imports.folders(tmp_path)


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        (b'{"question_id": "x", "question_text"', "not JSON"),
        (b'["a list"]', "not a JSON object"),
        (b'{"question_id": "caf\xe9"}', "byte 0xe9 is not UTF-8"),
        (lines({**ITEM, "question_id": 7})[:-1], "'question_id' holds 7, which is not text"),
        (lines({**ITEM, "n_hops": True})[:-1], "'n_hops' holds true"),
        (lines({**ITEM, "n_hops": 10**12})[:-1], "out of range"),
        (lines({k: v for k, v in ITEM.items() if k != "ground_truth"})[:-1], "is missing"),
        (lines({**ITEM, "ground_truth": [{"a": 1}]})[:-1], "other than texts or numbers"),
        (lines({**ITEM, "extra": float("nan")})[:-1], "NaN"),
        (b'{"question_id": "nul", "question_text": "\x00"}', "NUL"),
        (b'{"question_id": "x", "question_text": "\\ud83d", "ground_truth": "y"}', "surrogate"),
        (lines({**ITEM, "question_text": "Other?"})[:-1], "there already with other content"),
    ],
)
def test_one_bad_row_never_stops_the_rest(tmp_path, bad, reason):
    second = {**ITEM, "question_id": "crow_0002"}
    data = lines(ITEM) + bad + b"\n" + lines(second)
    report = import_source(Source("base/crow.jsonl", data), tmp_path)
    assert (report.read, report.stored, report.refused) == (3, 2, 1)
    (problem,) = report.problems
    assert problem.line == 2
    assert reason in problem.reason


def test_a_truncated_last_line_is_named_as_such(tmp_path):
    data = lines(ITEM, {**ITEM, "question_id": "b"})[:-20]
    report = import_source(Source("base/crow.jsonl", data), tmp_path)
    assert (report.stored, report.refused) == (1, 1)
    assert report.problems[0].line == 2
    assert "breaks off" in report.problems[0].reason


def test_a_byte_order_mark_is_no_part_of_the_data(tmp_path):
    report = import_source(Source("b/crow.jsonl", b"\xef\xbb\xbf" + lines(ITEM)), tmp_path)
    assert (report.stored, report.refused) == (1, 0)


def test_a_bad_entry_of_a_result_file_is_named_by_its_line(tmp_path):
    data = results(ANSWER, {**ANSWER, "id": "b", "correct": "yes"}, {**ANSWER, "id": "c"}, ANSWER)
    report = import_source(Source("r/clutrr.json", data), tmp_path)
    assert (report.read, report.stored, report.refused) == (4, 2, 2)
    text = data.decode().split("\n")
    first, second = report.problems
    assert '"id": "b"' in text[first.line], "the line is that of the entry's opening brace"
    assert "'correct' holds \"yes\"" in first.reason
    assert "stands in this file already" in second.reason


def test_the_same_item_under_another_key_is_a_conflict_not_a_silent_overwrite(tmp_path):
    import_source(Source("base/a.jsonl", lines(ITEM)), tmp_path)
    other = {**ITEM, "ground_truth": "Someone Else"}
    report = import_source(Source("base/b.jsonl", lines(other)), tmp_path)
    assert (report.stored, report.already, report.refused) == (0, 0, 1)
    assert "crow_0001" in report.problems[0].reason
    named = import_source(Source("base/b.jsonl", lines(other), "another split"), tmp_path)
    assert named.stored == 1


def test_files_over_the_limit_are_named_and_not_read(tmp_path, monkeypatch):
    monkeypatch.setattr(imports, "LARGEST", 10)
    path = tmp_path / "huge.jsonl"
    path.write_bytes(lines(ITEM))
    (report,) = imports.import_paths([path], tmp_path / "imports")
    assert report.note is not None
    assert "huge.jsonl" in report.note
    assert "split it" in report.note


def test_a_missing_path_is_named(tmp_path):
    (report,) = imports.import_paths([tmp_path / "nowhere"], tmp_path)
    assert report.note == f"{tmp_path / 'nowhere'} does not exist."


@given(data=st.binary(max_size=300), ending=st.sampled_from([".json", ".jsonl", ".csv", ".ttl"]))
def test_no_bytes_make_the_importer_raise(tmp_path_factory, data, ending):
    folder: Path = tmp_path_factory.mktemp("fuzz")
    report = import_source(Source(f"x{ending}", data), folder)
    assert report.note or report.read == report.stored + report.already + report.refused


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(row=st.fixed_dictionaries({}, optional={key: JSON for key in [*ITEM, *ANSWER]}))
def test_no_value_in_a_known_field_makes_the_importer_raise(tmp_path_factory, row):
    folder = tmp_path_factory.mktemp("fuzz")
    for source in (
        Source("q.jsonl", lines({**ITEM, **row}, ITEM)),
        Source("r.json", results({**ANSWER, **row}, ANSWER)),
    ):
        report = import_source(source, folder)
        assert report.note or report.read == report.stored + report.already + report.refused


def test_foreign_and_bad_first_lines_do_not_refuse_the_file(tmp_path):
    data = b"\x00\n" + lines({"colour": 1}) * 40 + lines(ITEM)
    report = import_source(Source("base/crow.jsonl", data), tmp_path)
    assert (report.read, report.stored, report.refused) == (42, 1, 41)
    assert report.problems[0].reason == "the line holds a NUL byte"


def test_many_bad_lines_take_no_longer_than_good_ones(tmp_path):
    data = lines(ITEM) + b"x" * 50 + b"\n" * 2 + (b"{" + b" " * 100 + b"\n") * 40_000
    began = time.perf_counter()
    report = import_source(Source("base/crow.jsonl", data), tmp_path)
    assert report.refused == 40_001
    assert time.perf_counter() - began < 5


@pytest.mark.parametrize(
    "summary",
    [
        {"model": {"model": "m", "provider": 7}},
        {"model": {"model": "m"}, "protocol": ["x"]},
        {"model": {"model": "m \ud83d"}},
        {"model": {"model": "m"}, "benchmark": "CLUTRR", "config": {}},
    ],
)
def test_a_summary_of_other_kinds_is_one_sentence(tmp_path, summary):
    data = json.dumps({"summary": summary, "questions": [ANSWER]}).encode()
    report = import_source(Source("r/clutrr.json", data), tmp_path)
    assert "r/clutrr.json: in its summary, the " in report.note


def test_a_conflict_in_a_result_file_is_named_by_its_line(tmp_path):
    import_source(Source("r/a.json", results(ANSWER)), tmp_path)
    inner = {"questions": [1, 2], "model": {"model": "m"}, "benchmark": "CLUTRR", "config": "x"}
    value = {"summary": inner, "questions": [{**ANSWER, "id": "b"}, {**ANSWER, "target": "x"}]}
    data = json.dumps(value, indent=2).encode()
    report = import_source(Source("r/b.json", data), tmp_path)
    assert (report.stored, report.refused) == (1, 1)
    (problem,) = report.problems
    assert problem.reason.startswith("question 2: the item a-1 is there already")
    assert '"id": "a-1"' in data.decode().split("\n")[problem.line]


@pytest.mark.parametrize("roster", ["Ann", [1], {"a": "b"}])
def test_a_roster_is_a_list_of_texts(tmp_path, roster):
    row = {"item_id": "q", "prompt": "?", "gold": ["a"], "answer_type": "people"}
    report = import_source(Source("l.jsonl", lines(row, {**row, "roster": roster})), tmp_path)
    assert (report.stored, report.refused) == (1, 1)
    assert "'roster'" in report.problems[0].reason


def test_our_own_questions_are_not_said_to_lack_prompts():
    theirs = {"question_id": "a", "question_text": "Who?", "ground_truth": ["Ann"]}
    ours = theirs | {"canary": "KinshipQA items by kinlib, not for training."}
    notes = {}
    for name, row in (("theirs", theirs), ("ours", ours)):
        batch = read_questions(Source(f"{name}/items.jsonl", json.dumps(row).encode()))
        (dataset,) = batch.tables["dataset"]
        notes[name] = dataset["note"]
    assert notes == {"theirs": NO_PROMPT, "ours": None}
