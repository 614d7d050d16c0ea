"""The tab Generation benchmark of the Results page."""

import pytest

from kinlib.terms.matching import BOUNDED, FROZEN
from tests.results.term_sets import FULLY, ITEMS, maternal, picks, right, shipped

TAB = {"show": "Generation benchmark"}


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    return shipped(
        tmp_path_factory.mktemp("terms") / "data",
        ("openai/gpt-oss-120b", FULLY, 2, right),
        ("openai/gpt-oss-120b", ITEMS, 1, picks),
        ("local/other", FULLY, 1, maternal),
    )


@pytest.fixture
def loaded(data, monkeypatch):
    monkeypatch.setenv("KINLIB_DATA", str(data))


def said(app):
    return " ".join(str(one.value) for one in (*app.caption, *app.info, *app.markdown)).replace(
        "\\", ""
    )


def choose(app, label, value):
    next(box for box in app.selectbox if box.label == label).set_value(value).run()
    assert [one.value for one in (*app.exception, *app.error)] == []


def first(app):
    return app.dataframe[0].value.set_index("Place")


def test_printed_figures_stand_beside_those_of_runs(loaded, open_page):
    app = open_page("results", {**TAB, "matcher": "frozen, as the paper"})
    table = app.dataframe[0].value.set_index("Run")
    name = "gpt-oss-120b"
    assert "All runs: Kin terms, 300 prompts · (measured). Models are named" in said(app)
    pooled = "2 measured runs pooled"
    assert next(iter(table.index)) == pooled
    # Three of four attempts at each of 77 cells are right.
    assert table.loc[name, ["Printed", "Here", "Difference", "Counted"]].tolist() == [
        "35.06", "75.00", "+39.94", "231 of 308",
    ]  # fmt: skip
    assert table.loc[name, "Cells"] == "77"
    assert f"Verdicts of {FROZEN}." in said(app)
    assert "No native speaker has reviewed" in said(app)
    choose(app, "Table", "3")
    lines = first(app)
    assert set(lines["Run"]) == {"gpt-oss-120b"}
    assert "All runs: Kin-term selection, 77 items · (measured)" in said(app)
    assert lines.loc["Generation accuracy on matched cells", "Counted"] == "mean over 75 cells"
    positions = lines.loc["Position-macro selection accuracy", "Counted"]
    assert positions == "4 positions: 75 of 75"
    assert lines.loc["Selection accuracy", "Counted"] == "75 of 75"
    assert lines.loc["Selection accuracy, blanks wrong", "Here"] == "97.40"
    assert lines.loc["Gap", ["Here", "Cells"]].tolist() == ["25.00", "75"]
    assert app.query_params["table"] in ("3", ["3"])
    choose(app, "Table", "selection")
    row = app.dataframe[0].value.iloc[0]
    assert (row["Right of valid"], row["Right, %"]) == ("75 of 75", "100.0")
    assert (row["Blank"], row["No letter"], row["P"]) == ("1", "1", "< 0.001")


def test_each_table_is_shown(loaded, open_page):
    app = open_page("results", {**TAB, "matcher": "frozen, as the paper"})
    box = next(one for one in app.selectbox if one.label == "Table")
    assert len(box.options) == 13
    titles = {}
    for table in ("2", "4", "5", "6", "failures", "scripts", "relations", "levels", "repeats",
                  "compared"):  # fmt: skip
        choose(app, "Table", table)
        titles[table] = app.dataframe[0].value
        assert len(titles[table])
    assert titles["4"].set_index("Place").loc["Grandfather, Hindi", "Counted"].count("of") == 2
    assert len(titles["relations"]) == 25
    assert set(titles["repeats"]["Mixed"]) == {"77"}
    assert titles["compared"].iloc[0]["Cells"] == "77"
    assert "trust the interval" in said(app)
    assert "adjusted for the number of pairs" in said(app)
    assert {"First", "Second"} <= set(titles["compared"])
    assert titles["4"].set_index("Place").loc["Signed mean, Hindi", "Counted"].startswith("5 pairs")


def test_the_matcher_is_the_page_s_and_the_paper_s_is_a_click_away(loaded, open_page):
    app = open_page("results", TAB)
    assert f"Verdicts of {BOUNDED} (the printed ones are the frozen matcher's)." in said(app)
    assert "Difference*: what is printed is of the frozen matcher" in said(app)
    assert "Difference*" in app.dataframe[0].value
    next(one for one in app.button if one.label == "Show the frozen verdicts").click().run()
    assert f"Verdicts of {FROZEN}." in said(app)
    assert "Difference" in app.dataframe[0].value
    assert app.query_params["matcher"] in ("frozen, as the paper", ["frozen, as the paper"])


def test_limits_that_are_not_of_the_bootstrap_say_so(loaded, open_page):
    app = open_page("results", {**TAB, "of": "other-terms", "table": "failures"})
    table = app.dataframe[0].value
    marked = table["95 % interval"].str.contains("(Wilson by cells)", regex=False)
    assert set(table.loc[marked, "Here"]) <= {"0.00", "100.00"}
    assert 0 < marked.sum() < len(table)
    assert "“Wilson by cells” beside limits" in said(app)


def test_hard_relations_and_arrows_are_those_of_the_chosen_run(loaded, open_page):
    app = open_page("results", {**TAB, "of": "other-terms"})
    assert "local/other" in said(app)
    assert len(app.get("plotly_chart")) == 1
    arrows = open_page(
        "results",
        {**TAB, "of": "other-terms", "part": "Said instead", "said_in": "Hindi"},
    )
    assert next(one.value for one in arrows.get("button_group") if one.label == "Language")
    told = arrows.dataframe[-2].value
    hindi = told[told["Language"] == "Hindi"].set_index("Asked")
    assert hindi.loc["father's mother", "Said instead"] == "mother's mother"
    assert hindi.loc["father's mother", ["Replies", "Of failing"]].tolist() == ["2", "2"]


def test_runs_can_be_chosen_by_the_link(loaded, open_page):
    app = open_page("results", {**TAB, "runs": "other-terms"})
    assert [one for one in first(app)["Run"] if "pooled" in one] == []


def test_without_runs_the_printed_tables_stand_alone(data, monkeypatch, tmp_path, open_page):
    folder = shipped(tmp_path / "data")
    monkeypatch.setenv("KINLIB_DATA", str(folder))
    app = open_page("results", {**TAB, "table": "6"})
    assert "no run has replies to kin-term prompts" in said(app)
    assert "300" in list(app.dataframe[0].value["Printed"])
    assert first(app) is not None
    assert app.expander[-1].label.endswith("what it does not print (15)")


def test_with_an_empty_data_folder_too(monkeypatch, tmp_path, open_page):
    monkeypatch.setenv("KINLIB_DATA", str(tmp_path))
    app = open_page("results", TAB)
    assert "no run has replies to kin-term prompts" in said(app)
    assert "72.29" in list(app.dataframe[0].value["Printed"])
    assert len(app.error) == 0


def test_intervals_of_kin_term_runs_keep_cells_whole(loaded, open_page):
    app = open_page("results", {"chart": "terms", "by": "language"})
    runs = app.dataframe[0].value
    over = runs.set_index("benchmark")["over"]
    assert set(over["terms"]) == {"77 cells, resampled"}
    assert "selection runs they are over cells" in said(app)
    assert set(app.dataframe[1].value["over"]) >= {"25 cells, resampled", "27 cells, resampled"}
