"""The Scripts page: heat map, letters, replies by what they show, one reply script by script."""

import json

import pandas as pd
import pytest

from kinlib import settings
from kinlib.results import script_queries
from kinlib.results.rows import identifier, response_id
from kinlib.results.store import Store
from kinlib.terms.doubts import UNREVIEWED
from kinlib.ui import scripts_view
from tests.pages.conftest import check
from tests.results.test_script_queries import RUN, SAMCHON, fill, terms_dataset

CLICK = {"box": [], "lasso": [], "point_indices": []}


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    home = tmp_path_factory.mktemp("scripts")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KINLIB_HOME", str(home))
        store = Store(settings.database())
        store.refresh()
        fill(settings.journals(), terms_dataset(store))
        store.close()
    return home


@pytest.fixture
def loaded(made, home, monkeypatch):
    monkeypatch.setenv("KINLIB_HOME", str(made))


def said(app) -> str:
    boxes = [*app.caption, *app.info, *app.warning, *app.text, *app.subheader]
    return " ".join(str(element.value) for element in boxes).replace("\\", "")


def charts(app) -> list[dict]:
    return [json.loads(one.proto.spec) for one in app.get("plotly_chart")]


def html(app) -> str:
    return " ".join(one.proto.body for one in app.get("html"))


def replies(app):
    return next(d.value for d in app.dataframe if "response_id" in d.value.columns)


def test_without_replies_the_papers_figures_stand_alone(empty, open_page):
    app = open_page("scripts")
    assert "No reply to the kin-term prompts is loaded" in said(app)
    assert "Load results" in [one.proto.label for one in app.get("page_link")]
    (printed,) = charts(app)
    assert "162 of 162" in json.dumps(printed["data"][0]["text"])


def test_failures_stand_beside_the_papers(loaded, open_page):
    app = open_page("scripts", {"runs": RUN})
    here, paper, _ = charts(app)
    assert here["data"][0]["text"] == [["1 of 2", "1 of 1"]]
    assert here["data"][0]["x"] == ["Korean", "Tamil"], "the paper's order"
    assert "47 of 68" in json.dumps(paper["data"][0]["text"])
    beside = next(d.value for d in app.dataframe if "Paper, same model" in d.value.columns)
    assert beside["Paper, same model"].tolist() == ["15 of 83", "22 of 86"], "Kimi-K2.6"
    assert UNREVIEWED in said(app)
    assert "Not the same matcher" in said(app)


def test_the_matcher_and_the_level_decide_what_a_failure_is(loaded, open_page):
    frozen = open_page("scripts", {"runs": RUN, "matcher": "frozen, as the paper"})
    assert charts(frozen)[0]["data"][0]["text"] == [["1 of 3", "1 of 1"]]
    assert "Not the same matcher" not in said(frozen)
    both = open_page("scripts", {"runs": RUN, "level": "L1"})
    assert charts(both)[0]["data"][0]["text"] == [["1 of 1"]]
    assert "the level chosen is another" in said(both)


def test_runs_are_named_by_what_tells_them_apart_in_the_papers_order():
    there = pd.DataFrame(
        [
            ("r1", "local/smollm2", "measured"),
            ("r2", "x/y/llama-3.3-70b", "measured"),
            ("r3", "x/y/kimi-k2.6", "measured"),
        ],
        columns=["run_id", "model", "source"],
    ).assign(protocol="direct")
    ordered = scripts_view._in_paper_order(there, script_queries.printed())
    short, omitted = scripts_view._short(ordered)
    assert short == {"r3": "kimi-k2.6", "r2": "llama-3.3-70b", "r1": "smollm2"}
    assert list(short) == ["r3", "r2", "r1"], "Kimi, then Llama, as in the paper"
    assert omitted == "local/, x/y/, direct, measured"
    there.loc[2, ["model", "source"]] = "y/smollm2", "imported"
    assert scripts_view._short(there)[0] == {
        "r1": "local/smollm2 · measured", "r2": "x/y/llama-3.3-70b · measured",
        "r3": "y/smollm2 · imported",
    }, "two models of one name keep their providers"  # fmt: skip
    there.loc[2] = there.loc[0].replace("r1", "r3")
    assert scripts_view._short(there)[0]["r3"] == "smollm2 · r3"


def test_a_click_on_a_cell_lists_its_failures_without_the_script(loaded, open_page):
    app = open_page("scripts", {"runs": RUN})
    assert len(replies(app)) == 5
    square = charts(app)[0]["data"][1]["customdata"][0]
    app.session_state["script_cells"] = {"selection": {**CLICK, "points": [{"customdata": square}]}}
    app.run()
    check(app)
    assert app.query_params["cell"] in (f"{RUN}:ko", [f"{RUN}:ko"])
    assert replies(app)["text"].tolist() == [" ".join(SAMCHON.split())]
    assert "**1 replies.**" in said(app)


def test_marks_in_the_address_filter_and_carry_counts(loaded, open_page):
    app = open_page("scripts", {"runs": RUN, "having": ["ascii", "translation"]})
    assert len(replies(app)) == 1
    options = next(m for m in app.multiselect if m.label == "That show all of").options
    assert {"ASCII only (1)", "“Translation:” (1)", "“Note:” (1)", "failure (3)"} <= set(options)
    none = open_page("scripts", {"runs": RUN, "having": ["ascii", "refusal"]})
    assert "No reply shows all of these" in said(none)


def test_one_reply_is_shown_script_by_script_with_its_code_points_and_a_link(loaded, open_page):
    opened = response_id(RUN, "father_younger_brother__L3__WEDDING__KO", 1)
    app = open_page("scripts", {"runs": RUN, "reply": opened})
    assert "Hangul" in html(app) and "Latin, 6 letters" in html(app)
    assert "Asked for: Korean, in Hangul (Hang)." in said(app)
    assert not [d for d in app.dataframe if "number" in d.value.columns]
    app.toggle(key="script_points").set_value(True).run()
    points = next(d.value for d in app.dataframe if "number" in d.value.columns)
    assert points.iloc[0].tolist()[1:4] == ["고", "U+ACE0", "HANGUL SYLLABLE GO"]
    (link,) = [e.proto for e in app.get("page_link") if "Failures" in e.proto.label]
    assert opened in link.query_string


def test_a_row_that_is_selected_opens_its_reply(loaded, open_page):
    app = open_page("scripts", {"runs": RUN})
    key = f"script-replies-{identifier(list(replies(app)['response_id']))}"
    app.session_state[key] = {"selection": {"rows": [1], "columns": [], "cells": []}}
    app.run()
    check(app)
    wanted = replies(app)["response_id"].iloc[1]
    assert app.query_params["reply"] in (wanted, [wanted])
    assert "kin-scripts" in html(app)


def test_an_unknown_reply_is_said_and_nothing_breaks(loaded, open_page):
    app = open_page("scripts", {"runs": RUN, "reply": "<b>nope", "cell": "x:y", "having": "zzz"})
    assert "is not loaded here" in app.warning[0].value
    assert len(replies(app)) == 5
