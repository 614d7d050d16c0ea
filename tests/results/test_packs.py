"""Runs handed on as a folder of Parquet: whole, the same bytes, checked when they are taken in."""

import json
import shutil

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as parquet
import pytest

from kinlib import settings
from kinlib.errors import KinError
from kinlib.reasoning.scoring import STRICT
from kinlib.results import imports, indexing, journal, pack_checks, pack_files, queries
from kinlib.results.pack import pack
from kinlib.results.store import Store
from tests.results import made_runs
from tests.results.made_runs import CHILDREN, header, response, small

TERMS = "3bb26d93ce864169"


@pytest.fixture
def data(monkeypatch, tmp_path):
    folder = made_runs.shipped(tmp_path / "data")
    monkeypatch.setenv("KINLIB_DATA", str(folder))
    return folder


@pytest.fixture
def questions(tmp_path):
    return made_runs.question_set(tmp_path / "family-set")


def quiet(*_):
    pass


def terms(folder, run="run-terms", **more):
    item = "father_mother__L3__BIRTHDAY__KO"
    head = header(run, benchmark="terms", dataset_id=TERMS, protocol=None, **more)
    return made_runs.write(
        folder, head,
        response(item, "할머니, 생신 축하드려요!", run, dataset_id=TERMS),
        response(item, "Happy birthday!", run, dataset_id=TERMS, repeat=2),
    )  # fmt: skip


@pytest.fixture
def packed(data, questions, tmp_path):
    """A pack of two runs, one over the questions and one over the shipped prompts."""
    journals = [small(tmp_path / "theirs"), terms(tmp_path / "theirs")]
    pack(list(map(str, journals)), tmp_path / "handed on", quiet, question_set=questions)
    return tmp_path / "handed on"


def opened(path=None):
    store = Store(path or settings.database())
    store.refresh()
    return store


def frame(store, sql):
    return store.query(sql).drop(columns="origin", errors="ignore")


REPLIES = "select * from reply order by run_id, item_id, repeat"


def test_a_pack_gives_what_its_journals_give(packed, data, questions, tmp_path):
    shutil.copytree(tmp_path / "theirs", settings.journals())
    list(imports.import_paths([questions], settings.imports()))
    from_journals = opened(tmp_path / "one.duckdb")
    shutil.rmtree(settings.home())
    shutil.copytree(packed, data / "demonstration/theirs")
    from_pack = opened(tmp_path / "two.duckdb")
    assert queries.troubles(from_pack).empty
    for sql in (
        REPLIES,
        "select * from response order by response_id",
        "select * from score order by response_id, scorer",
        "select * from surface order by response_id",
        "select * from event order by event",
        "select * from run order by run_id",
        "select * from item where dataset_id = '" + CHILDREN + "' order by item_id",
    ):
        one, two = frame(from_journals, sql), frame(from_pack, sql)
        assert len(one) > 0
        pd.testing.assert_frame_equal(one, two)
    assert queries.counts(from_journals) == queries.counts(from_pack)
    assert queries.counts(from_pack)["replies"] == 5
    assert queries.counts(from_pack)["genealogies"] == 1
    from_journals.close()
    from_pack.close()


def test_the_files_hold_every_field(packed):
    rows = parquet.read_table(packed / "response.parquet").to_pylist()
    row = next(row for row in rows if row["item_id"] == "q_2" and row["attempt"] == 2)
    sent = response("q_2", "Ann Ray", attempt=2, position=2)
    for name in ("run_id", "repeat", "attempt", "position", "prompt", "text", "outcome",
                 "finish_reason", "prompt_tokens", "completion_tokens", "seconds", "cost",
                 "served_model"):  # fmt: skip
        assert row[name] == sent[name], name
    assert json.loads(row["parameters"]) == sent["parameters"]
    assert (row["seed"], row["requests"], row["replied_at"]) == (7, 1, sent["at"])
    told = json.loads((packed / "pack.json").read_text(encoding="utf-8"))
    assert told["name"] == "handed on"
    assert told["tables"]["response"]["rows"] == 6
    assert [run["outcomes"] for run in told["runs"]] == [
        {"answered": 2, "blank": 1}, {"answered": 2}
    ]  # fmt: skip
    assert told["runs"][0]["versions"] == {"litellm": "1.2.3"}
    assert told["judged"]["lexicon"] == pack_files.judged_by()["lexicon"]


def test_the_same_runs_give_the_same_bytes(packed, questions, tmp_path):
    journals = sorted((tmp_path / "theirs").iterdir(), reverse=True)
    pack(list(map(str, journals)), tmp_path / "again/handed on", quiet, question_set=questions)
    names = sorted(path.name for path in packed.iterdir())
    assert names == sorted(path.name for path in (tmp_path / "again/handed on").iterdir())
    for name in names:
        assert (packed / name).read_bytes() == (tmp_path / "again/handed on" / name).read_bytes()


def test_a_run_is_packed_by_its_id_and_an_old_pack_is_replaced(data, questions, tmp_path):
    list(imports.import_paths([questions], settings.imports()))
    small(settings.journals())
    terms(settings.journals())
    out = tmp_path / "mine"
    pack(["run-1", "run-terms"], out, quiet)
    made = pack(["run-1"], out, quiet).manifest
    assert [run["run_id"] for run in made.runs] == ["run-1"]
    assert made.tables["item"]["rows"] == 3, "the items that were asked come with it"
    assert not (out / "surface.parquet").exists(), "the older pack had it"
    shutil.copytree(out, data / "demonstration/mine")
    shutil.rmtree(settings.journals())
    again = pack(["run-1"], tmp_path / "again", quiet).manifest  # from the pack
    assert dict(again.tables) == dict(made.tables)


def test_a_pack_made_of_itself_is_whole_and_judged_by_today_s_scorers(packed, data):
    listed = packed / "pack.json"
    told = json.loads(listed.read_text(encoding="utf-8"))
    as_it_was = {path.name: path.read_bytes() for path in packed.iterdir()}
    listed.write_text(json.dumps({**told, "judged": {}, "about": "Mine."}), encoding="utf-8")
    made = pack([str(packed)], packed, quiet).manifest
    assert made.about == "Mine."
    assert dict(made.judged) == pack_files.judged_by()
    for name, kept in as_it_was.items():
        if name != "pack.json":
            assert (packed / name).read_bytes() == kept, name


def test_lines_that_cannot_be_packed_are_told(data, questions, tmp_path):
    path = small(tmp_path / "theirs")
    with path.open("ab") as file:
        file.write(b"garbage\n")
    made, problems = pack([str(path)], tmp_path / "out", quiet, question_set=questions)
    assert made.tables["response"]["rows"] == 4
    assert [problem.line for problem in problems] == [12]


def test_what_cannot_be_packed_is_said(data, tmp_path):
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes/mine.txt").write_text("keep")
    with pytest.raises(KinError, match="is there and no run pack"):
        pack(["run-1"], tmp_path / "notes", quiet)
    with pytest.raises(KinError, match="no run 'run-9'; `python -m kinlib runs` lists"):
        pack(["run-9"], tmp_path / "out", quiet)
    with pytest.raises(KinError, match="holds no questions"):
        pack(["run-9"], tmp_path / "out", quiet, question_set=tmp_path / "notes")
    assert (tmp_path / "notes/mine.txt").read_text() == "keep"


def test_verdicts_of_today_s_scorers_are_taken_and_others_made_again(packed, data, monkeypatch):
    shutil.copytree(packed, data / "demonstration/theirs")
    judged = []
    scored = indexing.scored
    monkeypatch.setattr(indexing, "scored", lambda *row: judged.append(row) or scored(*row))
    store = opened()
    before = frame(store, "select * from score order by response_id, scorer")
    assert not judged
    path = data / "demonstration/theirs/pack.json"
    told = json.loads(path.read_text(encoding="utf-8"))
    told["judged"]["lexicon"] = "another"
    path.write_text(json.dumps(told), encoding="utf-8")
    progress = []
    store.refresh(lambda *done: progress.append(done))
    assert len(judged) == 4
    assert progress == [("data/demonstration/theirs", 0, 4)]
    pd.testing.assert_frame_equal(
        before, frame(store, "select * from score order by response_id, scorer")
    )
    store.close()


def test_a_pack_over_other_keys_is_judged_by_the_keys_here(packed, data):
    """The items that ship have changed since the run was packed."""
    path = data / "items/kin_terms.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines()
    changed = [json.loads(line) for line in lines]
    for item in changed:
        if item["item_id"] == "father_mother__L3__BIRTHDAY__KO":
            item.update(gold=["다른말"], condition="none of the lexicon's")
    text = "".join(json.dumps(item, ensure_ascii=False) + "\n" for item in changed)
    path.write_text(text, encoding="utf-8")
    shutil.copytree(packed, data / "demonstration/theirs")
    store = opened()
    assert (
        "father_mother__L3__BIRTHDAY__KO is there already"
        in (queries.troubles(store)["problems"].iloc[0])
    )
    by = "select verdict from reply where run_id = 'run-terms' order by repeat"
    assert list(store.query(by)["verdict"]) == ["wrong", "wrong"]
    store.close()


def damage(folder, table, change):
    """Change a table, and its sum in the list too, as somebody could."""
    path = folder / f"{table}.parquet"
    parquet.write_table(change(parquet.read_table(path)), path)
    listed = folder / "pack.json"
    told = json.loads(listed.read_text(encoding="utf-8"))
    told["tables"][table]["sha256"] = pack_files.digest(path)
    listed.write_text(json.dumps(told), encoding="utf-8")


def with_column(name, value):
    def change(table):
        at = table.schema.get_field_index(name)
        return table.set_column(at, name, pa.array([value] * table.num_rows))

    return change


@pytest.mark.parametrize(
    ("table", "column", "value", "told"),
    [
        ("item", "attributes", "{", "attributes holds '{', no JSON object"),
        ("item", "gold", '"Bob"', "no JSON array"),
        ("run", "source", "made up", "source holds 'made up'; measured, imported"),
        ("response", "outcome", "fine", "outcome holds 'fine'"),
        ("run", "versions", '{"a":' * 3000 + "1" + "}" * 3000, "cannot be read"),
        ("run", "versions", '{"a":[' * 60 + "]}" * 60, "more than 50 deep"),
        ("run", "versions", f'{{"a":{"9" * 5000}}}', "cannot be read"),
        ("run", "versions", r'{"a":"\ud800"}', "no JSON object"),
        ("run", "run_id", "x" * 10_000, "no name of a run"),
        ("response", "run_id", "../../x", "no name of a run"),
        ("event", "run_id", "a\nb", "no name of a run"),
        ("run", "planned", -5, "planned holds a number below 0"),
        ("response", "cost", -1e300, "cost holds a number below 0"),
        ("response", "cost", float("nan"), "cost holds a number below 0"),
        ("response", "seconds", float("inf"), "seconds holds a number"),
        ("response", "prompt_tokens", -1, "prompt_tokens holds a number below 0"),
        ("response", "attempt", 0, "attempt holds a number below 1"),
        ("response", "repeat", "first", "response.parquet cannot be read"),
        ("score", "response_id", None, "score.parquet lacks values of response_id"),
    ],
)
def test_a_table_that_would_stop_a_query_is_refused(packed, data, table, column, value, told):
    damage(packed, table, with_column(column, value))
    (report,) = imports.import_paths([packed], settings.imports())
    assert told in report.note
    shutil.copytree(packed, data / "demonstration/theirs")
    store = opened()
    assert told in queries.troubles(store)["problems"].iloc[0]
    assert queries.counts(store)["items"] == 377, "what ships besides is there"
    store.close()


def test_a_small_file_of_a_great_many_rows_is_refused_before_it_is_read(packed, monkeypatch, data):
    table = parquet.read_table(packed / "response.parquet")
    one = table.slice(0, 1).take(pa.repeat(pa.scalar(0), pack_checks.MOST_ROWS + 1))
    damage(packed, "response", lambda _: one)
    monkeypatch.setattr(pack_files, "read_table", lambda path, _: table if path.stem == "response"
                        and pytest.fail("it was read") else parquet.read_table(path))  # fmt: skip
    (report,) = imports.import_paths([packed], settings.imports())
    assert "response.parquet holds 1,000,001 rows" in report.note


@pytest.mark.parametrize("name", [5, None, {"a": 1}, "", "x" * 201, "a\nb", "\ud800x"])
def test_a_pack_without_a_short_name_is_refused(packed, data, name):
    listed = packed / "pack.json"
    told = json.loads(listed.read_text(encoding="utf-8"))
    listed.write_text(json.dumps({**told, "name": name}), encoding="utf-8")
    (report,) = imports.import_paths([packed], settings.imports())
    assert report.name == "handed on"
    assert "name of at most 200" in report.note or "cannot be read as the list" in report.note


def test_rules_are_controls_whoever_says_what(packed, data):
    damage(packed, "run", with_column("model", "control/gold"))
    list(imports.import_paths([packed], settings.imports()))
    store = opened()
    assert set(store.query("select source from run")["source"]) == {"control"}
    store.close()


def test_a_choice_of_a_scorer_unknown_here_is_left_out_of_a_pack(packed, data):
    def odd(table):
        table = with_column("event", "rescore")(table)
        return with_column("fields", '{"scorer":"mine"}')(table)

    damage(packed, "event", odd)
    list(imports.import_paths([packed], settings.imports()))
    store = opened()
    assert queries.troubles(store).empty
    assert store.query("select * from event").empty
    assert list(store.query("select scorer from scored_run where run_id = 'run-1'")["scorer"]) == [
        STRICT
    ]
    store.close()


def test_replies_that_a_pack_holds_twice_are_stored_once(packed, data):
    damage(packed, "response", lambda table: pa.concat_tables([table, table]))
    (report,) = imports.import_paths([packed], settings.imports())
    assert (report.read, report.stored, report.already) == (12, 6, 6)


def test_bytes_that_changed_on_the_way_are_noticed(packed):
    path = packed / "response.parquet"
    kept = bytearray(path.read_bytes())
    kept[len(kept) // 2] ^= 1
    path.write_bytes(bytes(kept))
    (report,) = imports.import_paths([packed], settings.imports())
    assert "response.parquet is not as it was written; get the pack again" in report.note
    (packed / "pack.json").write_text('{"format": "another"}')
    (report,) = imports.import_paths([packed], settings.imports())
    assert "cannot be read as the list of a run pack" in report.note


def test_an_imported_pack_is_nobody_s_measurement_here(packed, data, tmp_path):
    control = terms(tmp_path / "more", "run-c", source="control", model="control/gold")
    pack([str(control)], tmp_path / "all/control", quiet)
    shutil.copytree(packed, tmp_path / "all/below/theirs")
    (tmp_path / "all/notes.csv").write_text("")
    done = list(imports.import_paths([tmp_path / "all"], settings.imports()))
    told = {one.name: one for one in done}
    theirs = told["handed on"]
    assert (theirs.read, theirs.stored, theirs.refused) == (6, 6, 0)
    again = list(imports.import_paths([packed], settings.imports()))
    assert (again[0].stored, again[0].already) == (0, 6)
    store = opened()
    sources = store.query("select run_id, source from run order by run_id")
    assert list(sources.itertuples(index=False, name=None)) == [
        ("run-1", "imported"), ("run-c", "control"), ("run-terms", "imported")
    ]  # fmt: skip
    by = "select verdict from reply where run_id = 'run-terms' order by repeat"
    assert list(store.query(by)["verdict"]) == ["right", "wrong"]
    store.close()


def test_a_run_that_ships_and_goes_on_here_is_counted_once(packed, data, tmp_path):
    shutil.copytree(packed, data / "demonstration/theirs")
    store = opened()
    settings.journals().mkdir(parents=True)
    shutil.copy(tmp_path / "theirs/run-1.jsonl", settings.journals())
    own = settings.journals() / "run-1.jsonl"
    journal.append(own, response("q_2", "Eve Ray", attempt=3, position=2))
    store.refresh()
    assert queries.troubles(store).empty
    right = "select item_id from reply where run_id = 'run-1' and verdict = 'right' order by 1"
    assert list(store.query(right)["item_id"]) == ["q_1", "q_2"]
    assert queries.counts(store)["replies"] == 5
    own.unlink()
    store.refresh()
    assert list(store.query(right)["item_id"]) == ["q_1"]
    assert queries.counts(store)["replies"] == 5
    store.close()
