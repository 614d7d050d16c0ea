"""The store: one owner, right rows for every thread, nothing lost with the database file."""

import subprocess
import sys
import threading

import pytest

from kinlib import settings
from kinlib.errors import KinError
from kinlib.results import imports, journal, queries
from kinlib.results.filters import Filter
from kinlib.results.formats.source import Source
from kinlib.results.store import Store, rebuild
from tests.results.test_formats import ANSWER, ITEM, lines, results


@pytest.fixture
def store(monkeypatch, tmp_path):
    monkeypatch.setenv("KINLIB_DATA", str(tmp_path / "nothing-ships"))
    opened = Store(settings.database())
    yield opened
    opened.close()


def take(name: str, data: bytes) -> imports.Report:
    return imports.import_source(Source(name, data), settings.imports())


def run_header(**more: object) -> dict[str, object]:
    return {
        "run_id": "run-1", "benchmark": "kinshipqa", "dataset_id": None, "model": "m",
        "source": "measured", "parameters": {}, **more,
    }  # fmt: skip


def response(dataset_id: str | None, item_id: str | None, text: str, **more: object):
    return {
        "kind": "response", "run_id": "run-1", "dataset_id": dataset_id, "item_id": item_id,
        "repeat": 1, "position": 1, "outcome": "answered", "text": text, **more,
    }  # fmt: skip


def test_eight_threads_reading_200_times_each_get_their_own_rows(store):
    many = [
        {**ANSWER, "id": f"a-{number}", "raw_response": f"reply {number}"} for number in range(64)
    ]
    take("r/clutrr.json", results(*many))
    store.refresh()
    ids = list(queries.replies(store, Filter(), 64, 0)["response_id"])
    right, failures = [], []

    def read(who: int) -> None:
        for number in range(200):
            wanted = ids[(who * 7 + number) % 64]
            try:
                frame = store.query(
                    "select response_id, item_id, text from reply where response_id = ?", [wanted]
                )
                row = frame.iloc[0]
                assert len(frame) == 1
                assert row["response_id"] == wanted
                assert row["text"] == f"reply {row['item_id'].removeprefix('a-')}"
                right.append(wanted)
            except BaseException as error:
                failures.append(error)

    threads = [threading.Thread(target=read, args=(who,)) for who in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert len(right) == 1600


def test_a_journal_is_taken_in_line_by_line_as_it_grows_and_scored(store):
    take("base/crow.jsonl", lines(ITEM, {**ITEM, "question_id": "crow_0002"}))
    dataset_id = queries_dataset(store)
    path = journal.start(settings.journals(), run_header(dataset_id=dataset_id))
    journal.append(path, response(dataset_id, "crow_0001", "It is Bob Ray."))
    assert store.refresh() is True
    assert verdicts(store) == ["right"]
    journal.append(path, response(dataset_id, "crow_0002", "Nobody", position=2))
    journal.append(
        path, response(dataset_id, "crow_0002", " \n", position=3, repeat=2, outcome="blank")
    )
    assert store.refresh() is True
    assert verdicts(store) == ["right", "wrong", "blank"]
    assert store.refresh() is False


def queries_dataset(store: Store) -> str:
    store.refresh()
    return str(queries.datasets(store)["dataset_id"].iloc[0])


def verdicts(store: Store) -> list[str]:
    return list(store.query("select verdict from reply order by position")["verdict"])


def test_half_a_surrogate_pair_in_a_journal_stops_nothing(store):
    path = journal.start(settings.journals(), run_header())
    journal.append(path, response(None, None, "cut emoji \ud83d"))
    store.refresh()
    assert queries.replies(store, Filter(), 9, 0)["text"].tolist() == ["cut emoji ?"]


def test_an_import_that_is_removed_leaves_nothing_behind(store):
    report = take("r/clutrr.json", results(ANSWER))
    store.refresh()
    assert queries.counts(store)["replies"] == 1
    folder = settings.imports() / str(report.import_id)
    for file in folder.iterdir():
        file.unlink()
    folder.rmdir()
    assert store.refresh() is True
    assert queries.counts(store)["replies"] == 0
    assert store.query("select count(*) as n from score")["n"].iloc[0] == 0


def test_bad_journal_lines_are_reported_and_the_rest_is_there(store):
    path = journal.start(settings.journals(), run_header())
    with path.open("ab") as file:
        file.write(b"garbage\n")
    journal.append(path, response(None, None, "fine"))
    store.refresh()
    assert queries.counts(store)["replies"] == 1
    trouble = queries.troubles(store)
    assert trouble["origin"].tolist() == ["journal/run-1.jsonl"]
    assert "[2, " in trouble["problems"].iloc[0]


def test_another_process_holding_the_file_is_named(store):
    code = (
        "from pathlib import Path; from kinlib.errors import KinError\n"
        "from kinlib.results.store import Store, rebuild\n"
        "for act in (Store, rebuild):\n"
        f"    try: act(Path({str(settings.database())!r}))\n"
        "    except KinError as error: print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=settings.ROOT, check=True
    )
    import os

    told = done.stdout.splitlines()
    assert len(told) == 2
    assert all(f"process {os.getpid()}" in line and "KINLIB_HOME" in line for line in told)


def test_a_file_that_is_no_database_says_how_to_make_it_again():
    settings.database().parent.mkdir(parents=True, exist_ok=True)
    settings.database().write_bytes(b"not a database" * 1000)
    with pytest.raises(KinError, match="python -m kinlib rebuild"):
        Store(settings.database())
    rebuild(settings.database()).close()


def test_a_database_of_an_older_shape_is_made_again(store, monkeypatch):
    take("r/clutrr.json", results(ANSWER))
    store.refresh()
    store.close()
    from kinlib.results import schema

    monkeypatch.setattr(schema, "SCHEMA", schema.SCHEMA + "\ncreate table newer (x integer);")
    again = Store(settings.database())
    try:
        again.refresh()
        assert queries.counts(again)["replies"] == 1
        assert again.query("select count(*) as n from newer")["n"].iloc[0] == 0
    finally:
        again.close()


def test_ad_hoc_replies_are_kept_out_of_accuracy(store):
    take("base/crow.jsonl", lines(ITEM))
    dataset_id = queries_dataset(store)
    path = journal.start(settings.journals(), run_header(source="ad hoc"))
    journal.append(path, response(dataset_id, "crow_0001", "Bob Ray"))
    store.refresh()
    assert verdicts(store) == ["right"]
    assert queries.accuracy_by(store, "hops", "excluded", Filter()).empty


def test_a_search_text_is_a_text_and_not_a_pattern_or_sql(store):
    texts = ["100 % sure", "it's; drop table item --", "외할머니", "a_b"]
    path = journal.start(settings.journals(), run_header())
    for number, text in enumerate(texts):
        journal.append(path, response(None, None, text, repeat=number, position=number))
    store.refresh()

    def found(text: str) -> list[str]:
        return list(queries.replies(store, Filter(text=text), 9, 0)["text"])

    assert found("%") == ["100 % sure"]
    assert found("'s; drop table item --") == ["it's; drop table item --"]
    assert found("_") == ["a_b"]
    assert found("외할머니") == ["외할머니"], "decomposed finds composed"
    assert found("IT'S") == ["it's; drop table item --"]
