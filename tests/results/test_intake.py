"""Damaged files, odd orders of events: every origin by itself, the index what the files say."""

import functools
import json
import os
import shutil

import pytest

from kinlib import settings
from kinlib.errors import KinError
from kinlib.results import indexing, intake, journal, queries
from kinlib.results.filters import Filter
from kinlib.results.store import Store, rebuild
from tests.results.test_formats import ANSWER, ITEM, lines, results
from tests.results.test_store import queries_dataset, response, run_header, store, take, verdicts

__all__ = ["store"]


def problems(store: Store, origin: str) -> list[list[object]]:
    frame = queries.troubles(store).set_index("origin")
    return json.loads(frame.loc[origin, "problems"]) if origin in frame.index else []


def replies(store: Store) -> int:
    return queries.counts(store)["replies"]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"repeat": "1"}, "'repeat' holds \"1\", which is not a whole number"),
        ({"repeat": 10**12}, "out of range"),
        ({"outcome": "fine"}, "'outcome' holds 'fine'"),
        ({"text": 7}, "'text' holds 7"),
        ({"run_id": None}, "'run_id' holds null"),
        ({"seconds": float("nan")}, "NaN or Infinity"),
        ({"cost": 10**400}, "out of range"),
        ({"cost": -0.5}, "'cost' holds -0.5, which is below 0"),
        ({"prompt_tokens": -1}, "'prompt_tokens' holds -1"),
        ({"seconds": -1}, "'seconds' holds -1"),
        ({"attempt": 0}, "'attempt' holds 0"),
        ({"run_id": "x" * 201}, "no name of a run"),
        ({"run_id": "../run"}, "no name of a run"),
        ({"run_id": "a\nb"}, "no name of a run"),
        ({"versions": functools.reduce(lambda inner, _: {"a": inner}, range(300), {})}, "50 deep"),
        ({"kind": "poem"}, "'kind' holds 'poem'"),
        ({"item_id": ["x"]}, "'item_id'"),
    ],
)
def test_a_bad_record_of_a_journal_is_one_problem_with_its_line(store, change, reason):
    path = journal.start(settings.journals(), run_header())
    journal.append(path, response(None, None, "one"))
    journal.append(path, {**response(None, None, "two", repeat=2), **change})
    journal.append(path, response(None, None, "three", repeat=3))
    store.refresh()
    assert replies(store) == 2
    ((line, told),) = problems(store, "journal/run-1.jsonl")
    assert line == 3
    assert reason in told


@pytest.mark.parametrize("change", [{"source": "hearsay"}, {"parameters": []}, {"model": 1}])
def test_a_bad_header_is_named_and_its_replies_counted(store, change):
    path = journal.start(settings.journals(), run_header(**change))
    for number in range(12):
        journal.append(path, response(None, None, "x", repeat=number))
    store.refresh()
    first, last = problems(store, "journal/run-1.jsonl")
    assert first[0] == 1 and next(iter(change)) in first[1]
    assert last == [None, "12 replies belong to a run that no line describes"]


def test_problems_of_a_growing_journal_add_up(store):
    path = journal.start(settings.journals(), run_header())
    for text in ("garbage", "more"):
        with path.open("ab") as file:
            file.write(text.encode() + b"\n")
        store.refresh()
    assert [line for line, _ in problems(store, "journal/run-1.jsonl")] == [2, 3]


def test_half_a_pair_in_an_id_stops_nothing(store):
    path = journal.start(settings.journals(), run_header(note="\ud83d"))
    journal.append(path, response(None, "id \ud83d", "x"))
    store.refresh()
    assert queries.replies(store, Filter(), 9, 0)["item_id"].tolist() == ["id ?"]


def damage(kind: str, folder) -> None:
    path = folder / "response.parquet"
    if kind == "corrupt":
        path.write_bytes(b"PAR1 and no more")
    elif kind == "empty":
        path.write_bytes(b"")
    elif kind == "missing":
        path.unlink()
    elif kind == "other":
        shutil.copy(folder / "dataset.parquet", path)
    elif kind == "report":
        (folder / "report.json").write_text("{")


@pytest.mark.parametrize("kind", ["corrupt", "empty", "missing", "other"])
def test_a_damaged_import_is_named_once_and_the_others_are_there(store, kind):
    bad = take("r/clutrr.json", results(ANSWER))
    damage(kind, settings.imports() / bad.import_id)
    take("base/crow.jsonl", lines(ITEM))
    for act in (store.refresh, store.rebuild):
        act()
        assert queries.datasets(store)["items"].tolist() == [1]
        ((_, told),) = problems(store, f"import/{bad.import_id}")
        assert "response.parquet" in told
        assert store.refresh() is False, "it is not tried again before it changes"


def test_an_unreadable_report_and_an_unknown_table_are_named_and_the_rows_are_there(store):
    done = take("base/crow.jsonl", lines(ITEM))
    folder = settings.imports() / done.import_id
    damage("report", folder)
    shutil.copy(folder / "item.parquet", folder / "poem.parquet")
    store.refresh()
    assert queries.counts(store)["items"] == 1
    told = [reason for _, reason in problems(store, f"import/{done.import_id}")]
    assert "report.json" in told[0] and "poem.parquet" in told[1]


def test_a_damaged_import_is_taken_in_once_it_is_mended(store):
    done = take("r/clutrr.json", results(ANSWER))
    damage("corrupt", settings.imports() / done.import_id)
    store.refresh()
    take("r/clutrr.json", results(ANSWER))
    assert store.refresh() is True
    assert replies(store) == 1
    assert problems(store, f"import/{done.import_id}") == []


def test_bad_shipped_files_and_folders_called_like_files_stop_nothing(store, monkeypatch):
    data = settings.shipped()
    for name, text in (("families/a.ttl", "x y"), ("items/a.jsonl", "{}"), ("items/b.jsonl", "")):
        (data / name).parent.mkdir(parents=True, exist_ok=True)
        (data / name).write_text(text)
    row = {"item_id": "q", "prompt": "?", "gold": ["a"], "answer_type": "people"}
    (data / "items" / "c.jsonl").write_bytes(lines(row, {**row, "gold": ["b"]}))
    (settings.journals() / "folder.jsonl").mkdir(parents=True)
    for act in (store.refresh, store.rebuild):
        act()
        assert queries.counts(store)["items"] == 1
        assert "not Turtle" in problems(store, "data/families/a.ttl")[0][1]
        assert "empty" in problems(store, "data/items/b.jsonl")[0][1]
        ((line, told),) = problems(store, "data/items/c.jsonl")
        assert line == 2 and "the item q is there already with other content" in told


def test_an_error_in_sql_leaves_out_its_origin_only(store, monkeypatch):
    take("base/crow.jsonl", lines(ITEM))
    bad = take("r/clutrr.json", results(ANSWER))
    put = indexing.put

    def broken(cursor, origin, *more):
        if origin.name.endswith(bad.import_id):
            cursor.execute("select nothing from nowhere")
        put(cursor, origin, *more)

    monkeypatch.setattr(indexing, "put", broken)
    for act in (store.refresh, store.rebuild):
        act()
        assert queries.counts(store)["items"] == 1
        assert "CatalogException" in problems(store, f"import/{bad.import_id}")[0][1]


def test_readers_never_see_an_empty_store_while_it_is_rebuilt(store, monkeypatch):
    take("r/clutrr.json", results(ANSWER))
    store.refresh()
    seen = []
    put = indexing.put

    def watched(*args):
        seen.append(replies(store))
        put(*args)

    monkeypatch.setattr(indexing, "put", watched)
    store.rebuild()
    assert seen == [1]
    assert replies(store) == 1


def test_replies_are_scored_when_their_items_arrive_later(store):
    dataset = take_dataset(store)
    path = journal.start(settings.journals(), run_header(dataset_id=dataset))
    journal.append(path, response(dataset, "crow_0001", "It is Bob Ray."))
    store.refresh()
    assert verdicts(store) == ["not scored"]
    report = take("base/crow.jsonl", lines(ITEM))
    store.refresh()
    assert verdicts(store) == ["right"]
    shutil.rmtree(settings.imports() / report.import_id)
    store.refresh()
    assert verdicts(store) == ["not scored"], "as a rebuild would have it"


def take_dataset(store: Store) -> str:
    report = take("base/crow.jsonl", lines(ITEM))
    dataset = queries_dataset(store)
    shutil.rmtree(settings.imports() / report.import_id)
    store.refresh()
    return dataset


def test_an_edited_journal_of_the_same_length_is_read_again(store):
    path = journal.start(settings.journals(), run_header())
    journal.append(path, response(None, None, "before"))
    store.refresh()
    path.write_bytes(path.read_bytes().replace(b"before", b"after!"))
    os.utime(path, ns=(1, 1))
    store.refresh()
    assert queries.replies(store, Filter(), 9, 0)["text"].tolist() == ["after!"]


def test_what_two_imports_share_outlives_either(store):
    second = {**ITEM, "question_id": "crow_0002"}
    a = take("base/a.jsonl", lines(ITEM))
    store.refresh()
    b = take("base/b.jsonl", lines(ITEM, second))
    store.refresh()
    assert queries.counts(store)["items"] == 2
    shutil.rmtree(settings.imports() / a.import_id)
    store.refresh()
    items = store.query("select item_id, origin from item order by 1")
    assert items["item_id"].tolist() == ["crow_0001", "crow_0002"]
    assert set(items["origin"]) == {f"import/{b.import_id}"}
    assert store.refresh() is False


def test_the_first_of_two_replies_with_one_id_counts_and_the_second_is_named(store):
    path = journal.start(settings.journals(), run_header())
    for text in ("first", "second", "first"):
        journal.append(path, response(None, "q", text))
    store.refresh()
    assert queries.replies(store, Filter(), 9, 0)["text"].tolist() == ["first"]
    ((line, told),) = problems(store, "journal/run-1.jsonl")
    assert line == 3 and "the reply to q, repeat 1 is there already" in told


def test_a_home_with_signs_of_patterns_in_its_name_is_read(tmp_path, monkeypatch):
    monkeypatch.setenv("KINLIB_HOME", str(tmp_path / "a=b [x] *"))
    monkeypatch.setenv("KINLIB_DATA", str(tmp_path / "nothing"))
    take("r/clutrr.json", results(ANSWER))
    opened = rebuild(settings.database())
    assert replies(opened) == 1
    opened.close()


def test_a_home_that_is_a_file_and_a_database_that_is_a_folder_are_one_sentence(
    tmp_path, monkeypatch
):
    settings.database().mkdir(parents=True)
    for act in (Store, rebuild):
        with pytest.raises(KinError, match=r"database|cannot be removed"):
            act(settings.database())
    (tmp_path / "file").write_text("")
    with pytest.raises(KinError, match=r"cannot be written: .*KINLIB_HOME"):
        Store(tmp_path / "file" / "kinlib.duckdb")


def test_the_reading_number_is_part_of_the_shape(store, monkeypatch):
    store.close()
    monkeypatch.setattr(intake, "READING", intake.READING + 1)
    take("r/clutrr.json", results(ANSWER))
    again = Store(settings.database())
    again.refresh()
    assert replies(again) == 1
    again.close()
