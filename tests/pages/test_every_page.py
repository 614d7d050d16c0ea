"""Every page with an empty store, with what ships, and with the imported release."""

import pytest

from tests.pages.conftest import PAGES

TITLES = {
    "home": "How do language models handle kinship?", "genealogies": "Genealogies",
    "questions": "Questions", "results": "Results", "failures": "Failures", "terms": "Terms",
    "scripts": "Scripts", "prompt": "Prompt", "data": "Data",
}  # fmt: skip


def said(app) -> str:
    boxes = [*app.info, *app.caption, *app.warning, *app.markdown, *app.text]
    return " ".join(str(element.value) for element in boxes)


# Scripts has the paper's figures beside; without that file it says so instead of being empty.
@pytest.mark.parametrize("name", [name for name in PAGES if name != "scripts"])
def test_an_empty_store_says_what_to_do_next(name, empty, open_page):
    app = open_page(name)
    assert app.title[0].value == TITLES[name]
    if name in ("home", "genealogies", "questions", "results", "failures"):
        assert "Data page" in said(app) or "Generate one" in said(app)
    # The lexicon is no part of the store: its terms are always there.
    assert app.dataframe.len == (name == "terms")


@pytest.mark.parametrize("name", PAGES)
def test_what_ships_is_real_and_shown(name, open_page):
    app = open_page(name)
    assert app.title[0].value == TITLES[name]
    if name == "home":
        numbers = {metric.label: int(metric.value.replace(",", "")) for metric in app.metric}
        assert numbers["Genealogies"] >= 3
        assert numbers["Model replies"] >= 60
    if name == "failures":
        assert app.dataframe.len == 1
    if name == "results":
        models = app.dataframe[0].value["model"].tolist()
        assert "local/smollm2-135m" in models


@pytest.mark.parametrize("name", PAGES)
def test_the_release_is_shown(name, release, open_page):
    app = open_page(name)
    assert app.title[0].value == TITLES[name]
    if name == "results":
        frame = app.dataframe[0].value
        clutrr = frame[frame["benchmark"] == "clutrr"].set_index("model")
        assert clutrr["blank"].to_dict() == {
            "gemma3:27b": 0, "qwen3:32b": 603, "deepseek-r1:32b": 735,
        }  # fmt: skip
        assert clutrr.loc["qwen3:32b", "of"] == "266 of 445"


def test_the_switch_changes_the_denominator_on_results(release, open_page):
    app = open_page("results", {"blanks": "counted as wrong"})
    frame = app.dataframe[0].value
    clutrr = frame[frame["benchmark"] == "clutrr"].set_index("model")
    assert clutrr.loc["qwen3:32b", "of"] == "266 of 1,048"


def test_filters_come_from_the_link(release, open_page):
    app = open_page("failures", {"benchmark": "clutrr", "verdict": "blank", "hops": ["2", "3"]})
    told = said(app)
    assert "benchmark is clutrr; verdict is blank; hops is 2 or 3" in told
    frame = app.dataframe[0].value
    assert set(frame["verdict"]) == {"blank"}
    assert set(frame["hops"]) <= {2, 3}


def test_a_link_to_a_value_that_is_not_loaded_says_so(release, open_page):
    app = open_page("failures", {"system": "klingon"})
    assert "klingon" in app.warning[0].value


def test_a_link_to_one_reply_opens_it_and_previous_and_next_step_on(release, open_page):
    from kinlib.results import queries
    from kinlib.results.filters import Filter
    from kinlib.ui import shell

    query = {"benchmark": "clutrr", "verdict": "blank"}
    wanted = Filter(benchmark=("clutrr",), verdict=("blank",))
    ids = list(queries.replies(shell.store(), wanted, 3, 0)["response_id"])
    app = open_page("failures", {**query, "reply": ids[1]})
    assert "2 of 1,338" in said(app)
    assert "The reply is blank." in said(app)
    assert "The source cut this context" in said(app) or "cut every story" in said(app)
    next(button for button in app.button if button.label == "Next").click().run()
    assert app.query_params["reply"] in (ids[2], [ids[2]])
    assert "3 of 1,338" in said(app)


def test_a_link_to_an_unknown_reply_gives_a_chooser_and_no_traceback(release, open_page):
    app = open_page("failures", {"reply": "<b>nope"})
    assert "is not loaded here" in app.warning[0].value
    assert app.dataframe.len == 1


def test_a_database_held_by_another_program_is_said_in_a_sentence(home):
    import subprocess
    import sys

    from streamlit.testing.v1 import AppTest

    from kinlib import settings

    code = (
        "import sys, duckdb; from pathlib import Path\n"
        f"p = Path({str(settings.database())!r}); p.parent.mkdir(parents=True, exist_ok=True)\n"
        "c = duckdb.connect(str(p)); print('held', flush=True); sys.stdin.read()"
    )
    holder = subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    try:
        assert holder.stdout.readline() == b"held\n"
        app = AppTest.from_file(str(settings.ROOT / "app.py"), default_timeout=60).run()
        assert app.exception.len == 0
        assert f"process {holder.pid}" in app.error[0].value
        assert "KINLIB_HOME" in app.error[0].value
    finally:
        holder.communicate()
