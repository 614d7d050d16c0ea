import json
import os
import threading

import pytest

from kinlib.errors import KinError
from kinlib.results import journal

HEADER = {"run_id": "run-1", "model": "m"}


def test_records_come_back_in_order_and_as_they_were(tmp_path):
    path = journal.start(tmp_path / "journals", HEADER)
    texts = ["외할머니\n\n", "நன்றி \u2028 x", "\r\x00", "half \ud83d", ""]
    for text in texts:
        journal.append(path, {"kind": "response", "text": text})
    records, problems, offset = journal.read(path)
    assert records[0] == {"kind": "run", **HEADER}
    assert [record["text"] for record in records[1:]] == texts
    assert problems == []
    assert offset == path.stat().st_size


def test_a_torn_last_line_is_left_and_closed_off_by_the_next_append(tmp_path):
    path = journal.start(tmp_path, HEADER)
    whole = path.stat().st_size
    with path.open("ab") as file:
        file.write(b'{"kind": "response", "te')
    records, problems, offset = journal.read(path)
    assert (len(records), problems, offset) == (1, [], whole)
    journal.append(path, {"kind": "response", "text": "after"})
    records, problems, offset = journal.read(path)
    assert records[-1]["text"] == "after"
    assert [problem.line for problem in problems] == [2]
    assert offset == path.stat().st_size


def test_reading_goes_on_from_an_offset_with_true_line_numbers(tmp_path):
    path = journal.start(tmp_path, HEADER)
    _, _, offset = journal.read(path)
    with path.open("ab") as file:
        file.write(b'{"kind": "response"}\nnonsense\n[1]\n')
    records, problems, offset = journal.read(path, offset)
    assert records == [{"kind": "response"}]
    assert [problem.line for problem in problems] == [3, 4]
    assert journal.read(path, offset) == ([], [], offset)


def test_starting_again_goes_on_with_the_journal(tmp_path):
    path = journal.start(tmp_path, HEADER)
    journal.append(path, {"kind": "response"})
    assert journal.start(tmp_path, HEADER) == path
    assert len(journal.read(path)[0]) == 2


def test_lines_of_eight_threads_are_never_mixed(tmp_path):
    path = journal.start(tmp_path, HEADER)

    def write(who: int) -> None:
        for number in range(20):
            journal.append(path, {"who": who, "number": number, "text": "x" * 5_000})

    threads = [threading.Thread(target=write, args=(who,)) for who in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    written = [json.loads(line) for line in path.read_text().splitlines()[1:]]
    assert len(written) == 160
    assert {(line["who"], line["number"]) for line in written} == {
        (who, number) for who in range(8) for number in range(20)
    }


def test_a_header_that_a_kill_tore_off_is_written_again(tmp_path):
    path = tmp_path / "run-1.jsonl"
    path.write_bytes(b'{"kind": "run", "run_id": "ru')
    journal.start(tmp_path, HEADER)
    journal.append(path, {"kind": "response"})
    journal.start(tmp_path, HEADER)
    numbered, problems, _ = journal.read_numbered(path)
    assert [(line, record["kind"]) for line, record in numbered] == [(2, "run"), (3, "response")]
    assert [problem.line for problem in problems] == [1]


def test_a_journal_that_cannot_be_written_is_one_sentence(tmp_path):
    (tmp_path / "run-1.jsonl").mkdir()
    with pytest.raises(KinError, match=r"cannot be written: .*; make room"):
        journal.append(tmp_path / "run-1.jsonl", {})


def test_a_journal_kept_open_takes_lines_of_many_threads_and_syncs_every_one(tmp_path, monkeypatch):
    path = journal.start(tmp_path, HEADER)
    synced, real = [], os.fsync

    def fsync(descriptor):
        synced.append(path.stat().st_size)
        real(descriptor)

    monkeypatch.setattr(os, "fsync", fsync)
    kept_until = []
    with journal.Appender(path) as file:

        def write(who: int) -> None:
            for number in range(20):
                file.append({"who": who, "number": number, "text": "x" * 5_000})
                line = f'"who": {who}, "number": {number}, '.encode()
                kept_until.append((path.read_bytes().index(line), max(synced)))

        threads = [threading.Thread(target=write, args=(who,)) for who in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    written, problems, _ = journal.read(path)
    assert len(written) == 161 and not problems
    assert all(place < end for place, end in kept_until), "it returned before its line was synced"
    assert len(synced) <= 160


def test_a_line_that_needs_no_sync_is_there_at_once_and_not_synced(tmp_path, monkeypatch):
    path = journal.start(tmp_path, HEADER)
    monkeypatch.setattr(os, "fsync", lambda _: pytest.fail("it was synced"))
    with journal.Appender(path) as file:
        file.append({"kind": "asked"}, sync=False)
        assert len(journal.read(path)[0]) == 2


def test_a_torn_line_is_closed_off_when_a_journal_is_opened(tmp_path):
    path = journal.start(tmp_path, HEADER)
    with path.open("ab") as torn:
        torn.write(b'{"kind": "respon')
    with journal.Appender(path) as file:
        file.append({"number": 1})
        file.append({"number": 2})
    numbered, problems, _ = journal.read_numbered(path)
    assert [line for line, _ in numbered] == [1, 3, 4]
    assert [problem.line for problem in problems] == [2]


def test_a_line_that_a_full_disk_cut_is_closed_off_by_the_next(tmp_path):
    path = journal.start(tmp_path, HEADER)
    with journal.Appender(path) as file:
        real = file._file

        class Full:
            def write(self, line):
                real.write(line[:9])
                raise OSError(28, "No space left on device")

        file._file = Full()
        with pytest.raises(KinError, match="No space left"):
            file.append({"number": 1})
        file._file = real
        file.append({"number": 2})
    assert [r.get("number") for r in journal.read(path)[0]] == [None, 2]
