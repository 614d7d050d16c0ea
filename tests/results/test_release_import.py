"""The authors' release, as it lies in ../shared: counts worked out independently in AUDIT.md."""

from pathlib import Path

import pytest

from kinlib import settings
from kinlib.results import imports, queries
from kinlib.results.filters import Filter, condition
from kinlib.results.store import Store, rebuild


@pytest.fixture(scope="module")
def release_home(shared: Path, tmp_path_factory: pytest.TempPathFactory):
    home = tmp_path_factory.mktemp("release")
    folder = home / "imports"
    reports = list(imports.import_paths([shared / "kinshipqa-release"], folder))
    return home, reports


@pytest.fixture
def store(release_home, monkeypatch):
    home, _ = release_home
    monkeypatch.setenv("KINLIB_HOME", str(home))
    opened = Store(settings.database())
    opened.refresh()
    yield opened
    opened.close()


def test_nothing_of_the_release_is_refused(release_home):
    _, reports = release_home
    assert [report.sentence() for report in reports if report.note or report.problems] == []
    assert all(r.read == r.stored + r.already + r.refused for r in reports)


def test_base_split_has_its_3354_items_and_other_splits_are_data_sets_of_their_own(store):
    sizes = queries.datasets(store).set_index("name")["items"].to_dict()
    assert sizes["kinshipqa"] == 3354
    assert sizes["fictional/full"] == 3134
    assert sizes["kinshipqa_extended_5_6hop_aug"] == 249
    assert sizes["paraphrase_robustness"] == 50
    assert sizes["results_test"] == 20
    assert sizes["CLUTRR gen_train234_test2to10"] == 1048
    by_system = store.query(
        "select system, count(*) as n from item join dataset using (dataset_id) "
        "where name = 'kinshipqa' group by all"
    )
    assert by_system.set_index("system")["n"].to_dict() == {
        "crow": 468, "dravidian": 482, "eskimo": 487, "hawaiian": 482,
        "iroquois": 482, "omaha": 466, "sudanese": 487,
    }  # fmt: skip


def test_blank_replies_are_blank_and_not_wrong_answers(store):
    frame = store.query(
        "select model, count(*) as n, count(*) filter (where verdict = 'blank') as blank, "
        "count(*) filter (where verdict = 'wrong') as wrong "
        "from reply where benchmark = 'clutrr' group by all"
    ).set_index("model")
    assert frame["n"].to_dict() == dict.fromkeys(frame.index, 1048)
    assert frame["blank"].to_dict() == {
        "gemma3:27b": 0, "qwen3:32b": 603, "deepseek-r1:32b": 735,
    }  # fmt: skip
    # The release counted the blanks among the wrong: 1048 - 266 - 603 and 1048 - 173 - 735.
    assert frame["wrong"].to_dict() == {
        "gemma3:27b": 675, "qwen3:32b": 179, "deepseek-r1:32b": 140,
    }  # fmt: skip


def test_what_the_release_cut_is_marked_and_prompts_are_not_made_up(store):
    row = store.query(
        "select count(*) as n, count(*) filter (where context_cut) as cut, "
        "count(prompt) as prompts "
        "from item join dataset using (dataset_id) where benchmark = 'clutrr'"
    ).iloc[0]
    assert row.to_dict() == {"n": 1048, "cut": 957, "prompts": 0}


def test_the_denominator_switch_changes_what_a_rate_is_out_of(store):
    excluded = queries.runs(store, "excluded").set_index("model")
    wrong = queries.runs(store, "wrong").set_index("model")
    assert excluded.loc["qwen3:32b", ["right", "counted"]].tolist() == [266, 445]
    assert wrong.loc["qwen3:32b", ["right", "counted"]].tolist() == [266, 1048]
    assert wrong.loc["qwen3:32b", "score"] == pytest.approx(0.2538, abs=5e-5)


def test_figures_keep_the_numbers_of_their_tables(store):
    figures = queries.figures(store)
    gap = figures[(figures["source"] == "table4.csv") & (figures["metric"] == "gap")]
    assert gap.set_index("labels")["value"]['{"model":"gemini"}'] == 13.892691459426587
    totals = figures[figures["table_name"] == "opus_47_few_shot_cot_fixed"]
    assert totals.set_index("metric")["value"]["summary.n_total"] == 700
    hops = figures[figures["source"] == "all7_5_6hop_summary.json"]
    assert not hops["metric"].str.contains("hop|horizon").any(), "a label is not a figure"


def test_seven_genealogies_have_57_people(store):
    frame = queries.genealogies(store).set_index("name")
    base = frame[frame.index.str.startswith("ontologies/")]
    assert base["people"].to_dict() == {
        f"ontologies/{system}": 57
        for system in ("crow", "dravidian", "eskimo", "hawaiian", "iroquois", "omaha", "sudanese")
    }
    assert len(frame[frame.index.str.startswith("ontologies_extended/")]) == 7


def test_importing_twice_adds_nothing(release_home, shared, store):
    home, first = release_home
    before = queries.counts(store)
    again = list(imports.import_paths([shared / "kinshipqa-release"], home / "imports"))
    assert sum(report.stored for report in again) == 0
    assert [r.read for r in again] == [r.read for r in first]
    assert all(report.already == report.read for report in again)
    assert store.refresh() is False
    assert queries.counts(store) == before


def test_deleting_the_database_and_rebuilding_gives_the_same_counts(store):
    before = queries.counts(store)
    store.close()
    settings.database().unlink()
    again = rebuild(settings.database())
    try:
        assert queries.counts(again) == before
        again.rebuild()
        assert queries.counts(again) == before
    finally:
        again.close()


def test_previous_and_next_walk_through_every_reply_of_a_filter(store):
    wanted = Filter(benchmark=("clutrr",), verdict=("wrong",), hops=("2", "3"), text="Clarence")
    total = queries.count_replies(store, wanted)
    ids = list(queries.replies(store, wanted, 1000, 0)["response_id"])
    assert total == len(ids) > 5
    walked, at = [], ids[0]
    while at:
        walked.append(at)
        _, after, place = queries.neighbours(store, wanted, at)
        assert place == len(walked)
        at = after
    assert walked == ids
    assert condition(wanted).sentence == (
        "benchmark is clutrr; verdict is wrong; hops is 2 or 3; reply or question holds “Clarence”"
    )
