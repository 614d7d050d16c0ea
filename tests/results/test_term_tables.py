"""The generation benchmark's tables from rows: the paper's counts, and small sets by hand."""

import csv
import io
import json
from collections import Counter

import pandas as pd
import pytest

from kinlib import settings
from kinlib.errors import KinError
from kinlib.results import term_faults, term_figures, term_rows, term_text
from kinlib.results.store import Store
from kinlib.results.term_counts import counts
from kinlib.results.term_figures import CATEGORIES, NO_SCRIPT, SHARES, TITLES, TermPlace, published
from kinlib.results.term_report import made, report
from kinlib.results.term_tables import OURS, pooled
from kinlib.stats import rate
from kinlib.terms.matching import BOUNDED, FROZEN
from kinlib.terms.relations import relations
from kinlib.terms.selection import NONE
from tests.results.term_sets import MODELS, asked, failed, found, letters, paper, spread

POOLED = "5 imported runs pooled"


@pytest.fixture(scope="module")
def figures():
    return published()


@pytest.fixture(scope="module")
def of_paper():
    """The report on 4,500 replies with the paper's counts."""
    return made(found(paper()), "excluded", FROZEN)


def entries(told, table, of=None):
    return [e for e in told.entries if e.place.table == table and of in (None, e.of.name)]


def by_label(told, table, of):
    return {entry.place.label: entry for entry in entries(told, table, of)}


# Printed figures


def test_the_printed_figures_are_those_of_the_list_beside_the_repository(shared):
    words = {
        "L3 passes with another inventory token": "L3 passes with another inventory term",
        "L3 failures without any requested-script character":
            "L3 failures without the requested script",
        "L3 failures lacking the requested script": "L3 failures without the requested script",
        "failures without requested script holding the romanised form":
            "failures without the requested script that hold the romanised term",
    }  # fmt: skip
    ids = {relation.phrase: relation.id for relation in relations().values()}

    def read(path):
        with path.open(encoding="utf-8", newline="") as file:
            return [
                (
                    row["table"], words.get(row["metric"], row["metric"]), float(row["value"]),
                    row["unit"], row["ci_low"], row["ci_high"], row["model"], row["language"],
                    row["task"], ids.get(row["relation"], row["relation"]),
                    row["pair"].removesuffix(" of controls"),
                    row["category"].replace("inventory token", "inventory term"),
                )
                for row in csv.DictReader(file)
            ]  # fmt: skip

    ours = Counter(read(settings.ROOT / "data/published/terms.csv"))
    theirs = Counter(read(shared / "published/terms.csv"))
    assert theirs.total() == 103
    assert not theirs - ours
    added = Counter(row[0] for row in (ours - theirs).elements())
    assert added == {"terms T6": 18, "terms 3.3": 4, "terms 3.2": 1, "terms 3": 1}


def value(figures, table, metric, model="", **place):
    return next(
        f for f in figures if (f.place, f.model) == (TermPlace(table, metric, **place), model)
    )


def hits(figure):
    return round(figure.value * figure.n / 100)


def test_the_printed_sums_hold(figures):
    first = [f for f in figures if f.place.table == "1"]
    assert [hits(f) for f in first] == [334, 225, 187, 162, 112]
    assert sum(map(hits, first)) == 1020
    assert sum(f.n for f in first) - 1020 == 1290
    for f in first:
        tasks = [value(figures, "2", "L3 accuracy", f.model, task=t) for t in term_figures.TASKS]
        assert sum(map(hits, tasks)) == hits(f), f.model
        silent = [
            value(figures, "scripts", "L3 failures without the requested script", f.model,
                  language=code)
            for code in ("hi", "ko", "ta")
        ]  # fmt: skip
        assert sum(one.n for one in silent) == f.n - hits(f), f.model
    silent = [f for f in figures if f.place.table == "scripts"]
    assert sum(hits(f) for f in silent if f.place.task) == 254
    assert sum(hits(f) for f in silent if f.model and "L3 failures" in f.place.metric) == 254
    for level, total in (("all levels", 2758), ("L3", 1290)):
        metric = f"failures by surface category, {level}"
        kinds = [value(figures, "failures", metric, category=kind) for kind in CATEGORIES]
        assert sum(map(hits, kinds)) == total
        assert {kind.n for kind in kinds} == {total}
    passes = value(figures, "failures", "passes, all levels")
    assert hits(passes) + hits(value(figures, "failures", "failures, all levels")) == 4500
    letters_ = [f.value for f in figures if f.place.category in tuple("ABCD")]
    assert letters_ == [13, 24, 21, 19]
    assert sum(letters_) == value(figures, "6", "selection items").value == 77


def test_every_printed_figure_has_a_place_with_a_meaning(figures):
    tables = Counter(figure.place.table for figure in figures)
    assert tables == {
        "1": 5, "2": 12, "3": 15, "4": 19, "5": 15, "6": 24, "failures": 12, "scripts": 19,
        "relations": 6,
    }  # fmt: skip
    for figure in figures:
        known = figure.place.metric in SHARES
        assert known == (figure.place.table in ("1", "2", "failures", "scripts", "relations"))
        assert figure.place.label
    assert set(TITLES) - set(tables) == {"levels"}
    assert len(term_figures.places(figures, "relations")) == 25 * 4


@pytest.mark.parametrize(
    ("old", "new"), [("72.29", "often"), ("72.29", "inf"), (",hi,", ",hx,"), ("wife_brother", "x")]
)
def test_what_ships_damaged_is_named(monkeypatch, tmp_path, old, new):
    text = (settings.ROOT / "data/published/terms.csv").read_text("utf-8")
    (tmp_path / "published").mkdir()
    (tmp_path / "published/terms.csv").write_text(text.replace(old, new, 1), "utf-8")
    (tmp_path / "lexicon").symlink_to(settings.ROOT / "data/lexicon")
    monkeypatch.setenv("KINLIB_DATA", str(tmp_path))
    with pytest.raises(KinError, match=r"terms\.csv, line \d+, is no figure"):
        published()


# What the paper contradicts, and does not print


def test_what_follows_from_printed_figures_is_worked_out_and_not_typed(figures):
    path = settings.ROOT / "data/published/term_contradictions.csv"
    with path.open(encoding="utf-8", newline="") as file:
        typed = {row["id"]: row for row in csv.DictReader(file)}
    listed = {one.id: one for one in term_faults.contradictions(figures)}
    assert list(listed) == list(typed)
    empty = {key for key, row in typed.items() if not row["elsewhere"]}
    assert empty == set(term_faults.recomputed(figures))
    assert all(one.printed and one.elsewhere and one.sentence for one in listed.values())
    told = {key: listed[key].elsewhere for key in empty}
    # relations.md, "Proof" and "What the percentages add".
    assert told["t1-l1"] == "722 of 2,190 at L1, 33.0 %"
    assert told["t3-passes"] == "162 passes on 77 cells, 162 on 75"
    assert told["s42-cells"] == "70 of 120; of 90 it would be 52.5"
    assert told["t6-texts"] == "222 distinct texts, 68 at L1"
    assert told["keys"].startswith("71 distinct cells of Table 8")
    assert "73 with Korean speakers apart" in told["keys"]
    # By hand: 95.83 - 47/144 is the gap of 63.19, and so on; 68 of 75 and 60 of 77 in all.
    assert told["t3-languages"] == (
        "GPT-OSS-120B 23 of 24, 27 of 27, 18 of 24; "
        "Llama-3.3-70B 19 of 25, 27 of 27, 14 of 25 (Hindi, Korean, Tamil)"
    )
    assert told["t3-positions"] == "A 11, B 19, C 17, D 13"
    assert sum((11, 19, 17, 13)) == 60
    macro = (11 / 13 + 19 / 24 + 17 / 21 + 13 / 19) / 4
    assert macro == pytest.approx(0.7829, abs=5e-5)
    assert told["t4-mean"] == (
        "9.2 over the four pairs with a dagger, 10.7 over all five; the Tamil column of Table 5 "
        "has a mean of 10.7"
    )
    assert told["s42-l1"] == "925, 328, 215, 0 of 1,468 failures at L1"


def test_a_printed_figure_that_is_missing_is_said(figures):
    with pytest.raises(KinError, match="lacks figures"):
        term_faults.contradictions([f for f in figures if f.place.table != "3"])


# The paper's counts give the paper's figures


def test_rows_with_the_paper_s_counts_give_its_figures(of_paper, figures):
    shown = Counter()
    for entry in of_paper.entries:
        table = entry.place.table
        if table in ("1", "2", "failures", "scripts") and entry.difference is not None:
            assert abs(entry.difference) <= 0.00501, (entry.of.name, entry.place.label)
            shown[table] += 1
    assert shown == {"1": 6, "2": 12, "failures": 12, "scripts": 2 + 15 + 2}
    assert {column.paper for column in of_paper.columns} == {"Average", *MODELS.values()}
    glm = entries(of_paper, "1", "z-ai/glm-5.1 · set · (imported)")[0]
    assert (glm.right, glm.counted, glm.cells) == (334, 462, 77)
    assert glm.low < glm.value < glm.high
    assert glm.interval == "cells resampled 2,000 times, percentiles"
    pooled = entries(of_paper, "1", POOLED)[0]
    assert (pooled.right, pooled.counted, pooled.published.value) == (1020, 2310, 100 * 1020 / 2310)


def test_table_6_from_rows_and_from_our_own_prompts(of_paper):
    for of in (OURS.name, POOLED):
        found_ = by_label(of_paper, "6", of)
        differ = {label for label, entry in found_.items() if entry.difference}
        assert all(label.startswith("Selection items by answer position") for label in differ), of
    ours = by_label(of_paper, "6", OURS.name)
    assert len(ours) == 20
    assert ours["Expected-term keys"].value == 71
    assert ours["Selection items by answer position, A"].value == 20
    pooled = by_label(of_paper, "6", POOLED)
    assert (pooled["Replies"].value, pooled["Models"].value) == (4500, 5)
    single = by_label(of_paper, "6", "z-ai/glm-5.1 · set · (imported)")
    assert single["Replies per model"].value == 900
    assert "Replies" not in single


def test_a_run_of_l3_prompts_alone_has_no_more_l3_only_relations_than_the_design():
    told = counts(found(asked("L3")).frame)
    assert told["L3 cells", ""] == 77
    assert [told[f"L3-only {of}", ""] for of in ("relations", "cells", "prompts", "replies")] == [
        1, 4, 8, 24
    ]  # fmt: skip


def test_levels_and_relations(of_paper):
    levels = by_label(of_paper, "levels", POOLED)
    assert (levels["L1"].right, levels["L1"].counted, levels["L1"].cells) == (722, 2190, 73)
    assert (levels["L3, Hindi"].right, levels["L3, Hindi"].counted) == (750 - 385, 750)
    assert (levels["L3, Korean"].counted, levels["L3, Korean"].cells) == (810, 27)
    hard = {e.place: e for e in entries(of_paper, "relations", POOLED)}
    wife = hard[TermPlace("relations", "L3 accuracy", relation="elder_brother_wife")]
    assert (wife.counted, wife.cells, wife.low) == (120, 4, None)
    assert wife.interval == "none: too few cells"
    assert wife.difference == pytest.approx(wife.value - 58.33)
    alone = next(
        e for e in entries(of_paper, "relations", "z-ai/glm-5.1 · set · (imported)")
        if e.place == wife.place
    )  # fmt: skip
    assert (alone.published.value, alone.difference) == (58.33, None), "all five beside one"


# By hand


def run(model, verdicts, source="imported", **more):
    """A run over all L3 attempts, right where `verdicts` says so of a row."""
    rows = asked(run_id=f"{model} {source}", model=model, source=source, **more)
    return [row | {"verdict": "right" if verdicts(row) else "wrong"} for row in rows]


def test_sources_are_never_pooled_together_and_controls_not_at_all():
    rows = [
        *run("a", lambda row: True), *run("b", lambda row: False),
        *run("c", lambda row: True, "measured"), *run("d", lambda row: True, "control"),
        *run("e", lambda row: True, "control"), *run("f", lambda row: True, "ad hoc"),
        *run("g", lambda row: True, "human"),
    ]  # fmt: skip
    together = [column for column in pooled(found(rows), ()) if len(column.runs) > 1]
    assert [(c.name, c.runs) for c in together] == [
        ("2 imported runs pooled", ("a imported", "b imported"))
    ]
    told = made(found(rows[:924]), "excluded", FROZEN)
    assert entries(told, "1", together[0].name)[0].value == 50


def test_runs_over_different_sets_are_not_pooled():
    rows = [*run("a", lambda row: True), *run("b", lambda row: True, dataset="other")]
    assert all(len(column.runs) == 1 for column in pooled(found(rows), ()))


def test_lineage_by_hand():
    # Of six attempts at a cell: father's father 5, mother's father 2; all others 3.
    hits = Counter()

    def verdict(row):
        hits[row["relation"], row["language"]] += 1
        n = {"father_father": 5, "mother_father": 2}.get(row["relation"], 3)
        return hits[row["relation"], row["language"]] <= n

    told = made(found(run("gpt-oss-120b", verdict)), "excluded", FROZEN)
    name = told.columns[0].name
    four = by_label(told, "4", name)
    hindi = four["Grandfather, Hindi"]
    assert (hindi.value, hindi.sides) == (50, ((5, 6), (2, 6)))
    assert (hindi.low, hindi.interval, hindi.cells) == (None, "none: too few cells", 2)
    assert four["Signed mean, Hindi"].value == pytest.approx(10)
    assert four["Signed mean of controls, Tamil"].value == pytest.approx(12.5)
    assert four["Signed mean, Tamil"].value == pytest.approx(10)
    assert four["Mean absolute gap, Tamil controls"].value == pytest.approx(12.5)
    five = by_label(told, "5", name)
    assert five["Hindi"].difference == pytest.approx(10 - 90)
    assert five["Korean"].published.value == -6.7


def chosen(model, letter_of, source="imported"):
    """Replies to the 77 items, the right option at A, B, C, D in turn."""
    rows = []
    for row, right in zip(asked(repeats=1, tasks=("x",)), letters(77), strict=True):
        said = letter_of(row, right)
        rows.append(
            {name: row[name] for name in ("relation", "language", "speaker", "item_id")}
            | {"run_id": f"{model} picks", "model": model, "source": source,
               "gold": json.dumps([right]), "predicted": json.dumps([said] if said else []),
               "verdict": "right" if said == right else "wrong"}
        )  # fmt: skip
    return rows


def test_selection_beside_generation_on_the_same_cells():
    # Every cell is passed three times of six, but for the two without a valid selection: never.
    silent = {("father_father", "hi"), ("father_father", "ta")}
    count = Counter()

    def passes(row):
        cell = tuple(row[name] for name in ("relation", "language", "speaker"))
        count[cell] += 1
        return count[cell] <= 3 and cell[:2] not in silent

    def letter(row, right):
        if (row["relation"], row["language"]) in silent:
            return None
        return "A" if row["language"] == "ko" and right != "A" else right

    rows = chosen("gpt-oss-120b", letter)
    blank = next(row for row in rows if row["predicted"] == "[]")
    blank |= {"outcome": "blank", "verdict": "blank"}
    told = made(found(run("gpt-oss-120b", passes), rows), "excluded", FROZEN)
    (one,) = told.selections
    assert (one.valid, one.blank, one.no_letter) == (75, 1, 1)
    korean = [right for row, right in zip(rows, letters(77), strict=True)
              if row["language"] == "ko"]  # fmt: skip
    wrong = sum(right != "A" for right in korean)
    assert one.right == 75 - wrong
    assert one.p_value < 0.001
    at = {position.letter: position for position in one.positions}
    assert sum(position.items for position in at.values()) == 77
    assert at["A"].right == at["A"].valid
    expected = [at[letter].right / at[letter].valid for letter in "ABCD"]
    assert one.macro == pytest.approx(sum(expected) / 4)
    lines = {entry.place.label: entry for entry in entries(told, "3")}
    assert lines["Selection accuracy"].value == pytest.approx(100 * (75 - wrong) / 75)
    assert lines["Selection accuracy, blanks wrong"].value == pytest.approx(100 * (75 - wrong) / 77)
    matched = lines["Generation accuracy on matched cells"]
    assert (matched.value, matched.counted) == (50, 75)
    assert entries(told, "1")[0].value == pytest.approx(100 * 75 * 3 / 462), "both are left in here"
    gap = lines["Gap"]
    assert gap.value == pytest.approx(100 * (75 - wrong) / 75 - 50)
    assert (gap.cells, gap.published.low, gap.published.high) == (75, 45.11, 64)
    assert gap.low < gap.value < gap.high
    assert lines["Gap, Hindi"].value == pytest.approx(50)
    assert (lines["Gap, Hindi"].cells, lines["Gap, Korean"].cells) == (24, 27)
    assert (lines["Gap, Hindi"].low, lines["Gap, Hindi"].interval) == (None, "none: no variation")
    assert lines["Gap, Korean"].value == pytest.approx(100 * (27 - wrong) / 27 - 50)


def test_the_interval_of_a_gap_is_paired_by_cell():
    # A cell is selected if it is passed at all, so the gap is 0 or 1/2 in every cell.
    rows = run("m", lambda row: row["relation"] < "father_n" and row["task"] == "birthday")
    picks = chosen("m", lambda row, right: right if row["relation"] < "father_n" else "E")
    told = made(found(rows, picks), "excluded", FROZEN)
    gap = told.selections[0].gaps[0].difference
    share = told.selections[0].right / 77
    assert gap.value == pytest.approx(share / 2)
    wilson = rate(told.selections[0].right, 77)
    assert gap.low == pytest.approx(wilson.low / 2, abs=0.02)
    assert gap.high == pytest.approx(wilson.high / 2, abs=0.02)


def test_a_selection_run_stands_beside_a_run_of_its_model_only():
    rows = chosen("m", lambda row, right: right)
    told = made(found(run("other", lambda row: True), rows), "excluded", FROZEN)
    (one,) = told.selections
    assert one.beside is None
    assert one.gaps[0].difference.method == "nothing counted"
    lines = {entry.place.label: entry for entry in entries(told, "3")}
    assert (lines["Selection accuracy"].value, lines["Gap"].value) == (100, None)


def test_of_two_runs_of_a_model_the_larger_stands_beside_its_selection():
    picked = chosen("m", lambda row, right: right)
    small = run("m", lambda row: True, protocol="a")[:6]
    large = [row | {"run_id": "z"} for row in run("m", lambda row: False, protocol="b")]
    (one,) = made(found([*small, *large], picked), "excluded", FROZEN).selections
    assert one.beside.startswith("m · b")
    assert one.gaps[0].generation == 0


def test_items_without_the_answer_are_counted_apart():
    rows = chosen("m", lambda row, right: right)
    absent = [
        row | {"item_id": f"{row['item_id']} absent", "gold": '["E"]', "predicted": '["E"]',
               "verdict": "right" if at < 50 else "wrong", "expected": NONE, "options": 5}
        for at, row in enumerate(rows)
    ]  # fmt: skip
    told = made(found((), rows + absent), "excluded", FROZEN)
    (one,) = told.selections
    assert (one.valid, one.right, one.absent, one.chance) == (77, 77, (50, 77), 0.25)
    five = made(found((), [row | {"options": 5} for row in rows]), "excluded", FROZEN)
    assert five.selections[0].chance == 0.2


def test_what_a_reply_to_an_item_is():
    rows = [
        {}, {"predicted": "[]", "verdict": "wrong"}, {"outcome": "blank", "verdict": "blank"},
        {"outcome": "error", "verdict": "error"}, {"outcome": "cancelled", "verdict": "cancelled"},
        {"outcome": "truncated"}, {"predicted": None, "verdict": "wrong"},
        {"predicted": None, "verdict": "not scored"},
    ]  # fmt: skip
    assert list(found((), rows).selection["state"]) == [
        "valid", "no letter", "blank", "blank", "left out", "valid", "valid", "left out",
    ]  # fmt: skip


def test_blank_replies_follow_the_switch():
    rows = spread(asked(), 231)
    for row in rows[:100]:
        row |= {"verdict": "blank"}
    for blanks, counted in (("excluded", 362), ("wrong", 462)):
        told = made(found(rows, blanks=blanks), blanks, FROZEN)
        assert entries(told, "1")[0].counted == counted


def test_what_is_outside_the_benchmark_is_left_out_and_said():
    rows = [
        *asked()[:3], {"relation": "sister"}, {"relation": "cousin"}, {"language": "fr"},
        {"level": "L2"}, {"verdict": "wrong"},
    ]  # fmt: skip
    got = found(rows, [{"language": None}])
    assert len(got.frame) == 4
    assert got.remarks == (
        "Left out: 4 replies to prompts outside the benchmark's relations, languages and levels.",
        "Left out: 1 reply to selection items outside its relations and languages.",
        "Left out: 1 reply called wrong, whose surface is not told: of Section 4.2.",
    )


def test_prompts_that_are_not_the_paper_s_are_named():
    got = found([row | {"switched": True, "dataset": "set: script"} for row in asked()])
    assert got.remarks == ("The prompts of set: script are not the paper's own.",)


def test_without_any_reply_the_tables_are_empty_and_not_broken():
    told = made(found([{"language": "fr"}]), "excluded", FROZEN)
    assert told.columns == []
    text = term_text.plain(told)
    assert "printed figures alone" in text


def test_categories_count_the_first_cause_of_failures_only():
    rows = [
        {**failed(NO_SCRIPT), "romanised": True}, failed(NO_SCRIPT), failed(CATEGORIES[0]),
        {**failed(CATEGORIES[1]), "romanised": True},
        {"verdict": "right", "others": '["mother_sister"]'}, {"verdict": "right"},
        {"verdict": "blank"},
    ]  # fmt: skip
    rows[2]["causes"] = json.dumps([CATEGORIES[0], NO_SCRIPT])
    rows = [row | {"item_id": str(at)} for at, row in enumerate(rows)]
    told = made(found(rows, blanks="wrong"), "wrong", FROZEN)
    lines = {entry.place.label: (entry.right, entry.counted) for entry in entries(told, "failures")}
    assert lines["L3 failures, no requested script"] == (2, 4)
    assert lines["L3 failures, other inventory term"] == (1, 4)
    assert lines["L3 passes with another inventory term"] == (1, 2)
    romanised = "Failures without the requested script that hold the romanised term"
    assert lines[romanised] == (1, 2)
    assert lines["Failures, all levels"] == (5, 7)


# What is written


def test_every_format_says_the_same(of_paper):
    rows = list(csv.DictReader(io.StringIO(term_text.as_csv(of_paper))))
    told = json.loads(term_text.as_json(of_paper))
    assert len(rows) == len(told["entries"]) == len(of_paper.entries)
    for row, entry in zip(rows, told["entries"], strict=True):
        assert row["label"] == entry["label"]
        assert (float(row["value"]) if row["value"] else None) == entry["value"]
    assert len(told["published"]) == 127
    assert len(told["comparisons"]) == 10
    text, markdown = term_text.plain(of_paper), term_text.markdown(of_paper)
    for one in (text, markdown):
        assert "334 of 462" in one
        assert "1,020 of 2,310" in one
        assert "722 of 2,190 at L1, 33.0 %" in one
        assert "No native speaker has reviewed" in one
        assert "Llama-3.3-70B 19 of 25, 27 of 27, 14 of 25" in one
    for block in markdown.split("\n\n"):
        if block.startswith("|"):
            assert len({line.count("|") for line in block.splitlines()}) == 1


def test_without_runs_the_printed_figures_stand_alone(home, tmp_path, monkeypatch):
    monkeypatch.setattr(settings, "shipped", lambda: settings.ROOT / "data")
    monkeypatch.setattr("kinlib.results.intake.origins", list)
    store = Store(tmp_path / "x.duckdb")
    told = report(store)
    with pytest.raises(KinError, match="No run 'z' has replies to kin-term prompts"):
        report(store, ["z"])
    store.close()
    assert told.columns == []
    text = term_text.plain(told)
    assert "GLM-5.1, L3" in text
    assert "64.94 to 79.22" in text
    assert "Our own prompts" in text
    assert len(list(csv.DictReader(io.StringIO(term_text.as_csv(told))))) == 127


# The store


def test_replies_that_ship_are_judged_by_the_matcher_asked_for(home, tmp_path):
    store = Store(tmp_path / "x.duckdb")
    store.refresh()
    there = term_rows.runs(store)
    kept = term_rows.chosen(there, ())
    assert kept == list(there.loc[there["source"] == "measured", "run_id"])
    by_matcher = {
        matcher: term_rows.replies(store, kept, "excluded", matcher)
        for matcher in (FROZEN, BOUNDED)
    }
    told = report(store, (), "excluded", FROZEN)
    store.close()
    frame = by_matcher[FROZEN].frame
    # The runs of the model; the controls beside them are in no table.
    assert len(frame) == there.loc[there["run_id"] == kept[0], "replies"].sum() >= 60
    assert set(frame["task"]) == {"birthday", "wedding"}
    assert frame["failed"].sum() == (frame["verdict"] == "wrong").sum()
    assert set(frame.loc[frame["failed"], "category"]) <= set(CATEGORIES)
    assert frame["cell"].nunique() >= 24
    others = {matcher: got.frame["others"].map(len).sum() for matcher, got in by_matcher.items()}
    assert others[BOUNDED] <= others[FROZEN]
    assert entries(told, "1")[0].counted == (frame["level"] == "L3").sum()
    assert told.remarks == ()


def test_runs_of_the_same_models_stand_beside_the_ones_wanted():
    there = pd.DataFrame(
        [
            ("a", "terms", "m", 900), ("b", "terms", "n", 900), ("s", "selection", "m", 77),
            ("t", "selection", "n", 77), ("old", "terms", "m", 12),
        ],
        columns=["run_id", "benchmark", "model", "replies"],
    ).assign(source="measured", protocol=None, dataset=["p", "p", "q", "q", "p"])  # fmt: skip
    assert term_rows.chosen(there, ()) == ["a", "b", "s", "t"]
    assert term_rows.chosen(there, ["a"]) == ["a", "s"]
    assert term_rows.chosen(there, ["t"]) == ["b", "t"]
    assert term_rows.chosen(there, ["old", "a", "t"]) == ["a", "old", "t"]
    assert term_rows.chosen(there.iloc[:0], ()) == []


def test_one_reply_more_is_seen():
    rows = [row for row in paper() if row["level"] == "L3" and row["model"].startswith("z-ai")]
    next(row for row in rows if row["verdict"] == "wrong")["verdict"] = "right"
    told = made(found(rows), "excluded", FROZEN)
    off = [entry.of.paper for entry in entries(told, "1") if abs(entry.difference or 0) > 0.00501]
    assert off == ["GLM-5.1"]
