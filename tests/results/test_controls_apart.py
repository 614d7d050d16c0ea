"""Controls, free prompts, and runs of other sources: in no figure that is not theirs."""

import pytest

from kinlib import settings
from kinlib.reasoning.scoring import STRICT
from kinlib.results import (
    filters,
    imports,
    queries,
    reconcile_report,
    reconcile_rows,
    script_queries,
    term_flips,
    term_report,
    term_rows,
)
from kinlib.results.filters import Filter
from kinlib.results.pack import pack
from kinlib.results.reconcile import columns
from kinlib.results.store import Store
from kinlib.terms.matching import BOUNDED, FROZEN
from tests.results import made_runs
from tests.results.made_runs import CHILDREN, header, response

TERMS = "3bb26d93ce864169"
SOURCES = {
    "run-m1": "measured", "run-m2": "measured", "run-i1": "imported", "run-i2": "imported",
    "run-c1": "control", "run-c2": "control", "run-a": "ad hoc",
}  # fmt: skip
RIGHT = {"run-m1"}
SAID = "father_mother__L3__BIRTHDAY__KO"


def fill(folder, run, source):
    text = "Bob Ray" if run in RIGHT else "Nobody"
    made_runs.write(folder, header(run, source=source, model=run), response("q_1", text, run))
    term = f"{run}-t"
    said = "외할머니, 생신 축하드려요!"  # right for the frozen matcher alone
    made_runs.write(
        folder,
        header(term, source=source, model=run, benchmark="terms", dataset_id=TERMS, protocol=None),
        response(SAID, said, term, dataset_id=TERMS),
    )
    return [folder / f"{name}.jsonl" for name in (run, term)]


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    """One reply a run to a question and to a message; the imported runs came as a pack."""
    folder = tmp_path_factory.mktemp("apart")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KINLIB_HOME", str(folder / "home"))
        patch.setenv("KINLIB_DATA", str(made_runs.shipped(folder / "data")))
        questions = made_runs.question_set(folder / "family-set")
        list(imports.import_paths([questions], settings.imports()))
        theirs = []
        for run, source in SOURCES.items():
            if source == "imported":
                theirs += fill(folder / "theirs", run, "measured")
            else:
                fill(settings.journals(), run, source)
        pack(list(map(str, theirs)), folder / "pack", lambda *_: None)
        list(imports.import_paths([folder / "pack"], settings.imports()))
        opened = Store(settings.database())
        opened.refresh()
        assert len(opened.query("select * from run")) == 14
        yield opened
        opened.close()


def test_a_table_of_runs_has_controls_after_models_and_averages_nothing(store):
    found = queries.runs(store, "excluded")
    assert list(found["replies"]) == [1] * 14
    order = list(dict.fromkeys(found["source"]))
    assert order.index("control") == len(order) - 2
    assert order[-1] == "ad hoc"
    names = list(queries.run_names(store).values())
    assert [name[name.rindex("(") :] for name in names[-6:]] == ["(control)"] * 4 + ["(ad hoc)"] * 2


def test_accuracy_by_anything_leaves_controls_out_unless_they_are_asked_for(store):
    wanted = Filter(benchmark=("kinshipqa",))
    by = queries.accuracy_by(store, "hops", "excluded", wanted)
    assert set(by["run_id"]) == {"run-m1", "run-m2", "run-i1", "run-i2"}
    asked = queries.accuracy_by(store, "hops", "excluded", Filter(source=("control",)))
    assert set(asked["run_id"]) == {"run-c1", "run-c2"}
    named = queries.accuracy_by(store, "hops", "excluded", Filter(run=("run-c1", "run-m1")))
    assert set(named["run_id"]) == {"run-c1", "run-m1"}
    assert "Controls" in filters.LEFT_OUT


def test_what_is_loaded_counts_controls_apart(store):
    counts = queries.counts(store)
    assert (counts["runs"], counts["replies"], counts["controls"]) == (10, 10, 4)


def test_failures_begin_without_controls_and_free_prompts(store):
    usual = Filter(source=filters.KEPT, verdict=filters.FAILURES)
    assert queries.count_replies(store, usual) == 3 + 4
    assert not set(filters.KEPT) & set(filters.APART)


def test_replies_to_an_item_have_controls_after_models(store):
    order = list(queries.replies_to(store, CHILDREN, "q_1", STRICT)["source"])
    assert order[-3:] == ["control", "control", "ad hoc"]


def test_flips_between_matchers_are_counted_without_controls(store):
    assert term_flips.tally(store, FROZEN, BOUNDED).first_only == 4
    found = term_flips.flips(store, FROZEN, BOUNDED, 99)
    assert sorted(found["source"]) == ["imported", "imported", "measured", "measured"]
    assert term_flips.through_forms(store, FROZEN, BOUNDED)["replies"].tolist() == [4]
    assert term_flips.tally(store, FROZEN, BOUNDED, ["control"]).first_only == 2


def test_scripts_begin_with_no_control(store):
    there = script_queries.runs(store)
    assert list(there["source"])[-3:] == ["control", "control", "ad hoc"]
    assert set(script_queries.usual(there)) == {"run-m1-t", "run-m2-t", "run-i1-t", "run-i2-t"}


def sources(column):
    return {SOURCES[run.removesuffix("-t")] for run in column.runs}


def test_tables_beside_the_papers_average_each_source_alone_and_no_control(store):
    every = [f"{run}-t" for run in SOURCES]
    for told in (
        reconcile_report.report(store, list(SOURCES), "excluded"),
        term_report.report(store, every, "excluded"),
    ):
        several = [column for column in told.columns if len(column.runs) > 1]
        assert [sources(column) for column in several] == [{"measured"}, {"imported"}]
        assert {column.source for column in told.columns} == set(SOURCES.values())
    average = next(e for e in told.entries if e.of.name.startswith("2 measured"))
    assert set(average.of.runs) == {"run-m1-t", "run-m2-t"}


def test_runs_to_begin_with_are_models(store):
    usual = reconcile_rows.usual(reconcile_rows.runs(store))
    assert set(usual) == {"run-m1", "run-m2", "run-i1", "run-i2"}
    usual = term_rows.chosen(term_rows.runs(store), ())
    assert set(usual) == {"run-m1-t", "run-m2-t", "run-i1-t", "run-i2-t"}


def test_runs_by_another_protocol_are_another_average(store):
    frame = reconcile_rows.replies(store, list(SOURCES), "excluded").frame
    frame.loc[frame["run_id"] == "run-m2", "protocol"] = "direct, rule in context"
    several = [column for column in columns(frame, ()) if len(column.runs) > 1]
    assert [column.name for column in several] == ["average of 2 imported runs"]
    frame.loc[frame["run_id"] == "run-i1", ["source", "protocol"]] = ["measured", "direct"]
    (one,) = [column for column in columns(frame, ()) if len(column.runs) > 1]
    assert (one.name, one.runs) == ("average of 2 measured runs, direct", ("run-i1", "run-m1"))
    runs = reconcile_rows.runs(store)
    runs.loc[runs["run_id"] == "run-m2", "protocol"] = "direct, rule in context"
    assert "run-m2" not in reconcile_rows.usual(runs)
