"""Kin-term replies on the Failures page: terms marked, why they fail, both matchers' verdicts."""

import pytest

from kinlib import settings
from kinlib.results import journal, queries
from kinlib.results.rows import response_id
from kinlib.results.store import Store
from kinlib.terms.doubts import UNREVIEWED
from kinlib.terms.relations import relations
from kinlib.terms.selection import selection
from tests.results.test_script_queries import RUN, fill, terms_dataset

PICKS = "run-picks"


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    home = tmp_path_factory.mktemp("term-replies")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KINLIB_HOME", str(home))
        store = Store(settings.database())
        store.refresh()
        fill(settings.journals(), terms_dataset(store))
        sets = queries.datasets(store)
        dataset_id = str(sets[sets["benchmark"] == "selection"]["dataset_id"].iloc[0])
        header = {"run_id": PICKS, "benchmark": "selection", "dataset_id": dataset_id,
                  "model": "m", "source": "measured", "parameters": {}}  # fmt: skip
        path = journal.start(settings.journals(), header)
        item = next(
            one for one in selection() if one["item_id"] == "father_younger_brother__REC__HI"
        )
        wrong = next(letter for letter in "ABCD" if letter not in item["gold"])
        journal.append(
            path,
            {"kind": "response", "run_id": PICKS, "dataset_id": dataset_id,
             "item_id": item["item_id"], "repeat": 1, "position": 1, "outcome": "answered",
             "text": wrong},
        )  # fmt: skip
        store.close()
    return home


@pytest.fixture
def opened(made, home, monkeypatch, open_page):
    monkeypatch.setenv("KINLIB_HOME", str(made))

    def reply(item, repeat=1, **query):
        return open_page("failures", {"reply": response_id(RUN, item, repeat), **query})

    return reply


def said(app) -> str:
    boxes = [*app.caption, *app.markdown]
    return "\n".join(str(element.value) for element in boxes).replace("\\", "")


def html(app) -> str:
    return " ".join(one.proto.body for one in app.get("html"))


def test_the_wrong_term_is_marked_and_the_failure_explained(opened):
    app = opened("father_younger_brother__L3__WEDDING__KO")
    assert "고모</mark><sup" in html(app)
    assert "Why it fails: other inventory term; sex error" in said(app)
    assert "Requested script: partial. Letters by script: Hangul 6, Latin 6." in said(app)
    assert "Terms of other relations: father's sister." in said(app)
    assert UNREVIEWED in said(app)


def test_a_reply_without_a_term_says_so(opened):
    app = opened("mother_brother__L3__BIRTHDAY__TA")
    assert "No inventory term stands in the reply." in said(app)
    assert "no requested script" in said(app)


def test_the_matcher_switch_changes_the_verdict(opened):
    item = "mother_mother__L3__BIRTHDAY__KO"
    badges = {}
    for matcher in ("bounded", "frozen, as the paper"):
        app = opened(item, matcher=matcher)
        badges[matcher] = {
            b for b in ("right", "wrong") if f":{b}" in said(app) or f"[{b}]" in said(app)
        }
    assert badges == {"bounded": {"right"}, "frozen, as the paper": {"wrong"}}


def test_a_prompt_that_leaves_the_relation_open_tells_what_the_reply_does(opened):
    app = opened("father_father__L1__BIRTHDAY__HI")
    assert "What the reply does: no term (readings taken: none)." in said(app)


def test_replies_are_filtered_by_sign_relation_and_behaviour(made, home, monkeypatch, open_page):
    monkeypatch.setenv("KINLIB_HOME", str(made))
    for query, replies, words in (
        ({"sign": "sex error"}, 1, "further cause or sign is sex error"),
        ({"asked_for": "father_younger_brother"}, 2, "relation is father_younger_brother"),
        ({"behaviour": "no term"}, 1, "behaviour is no term"),
    ):
        app = open_page("failures", {"run": RUN, **query})
        assert f"**{replies} replies.**" in said(app), query
        assert words in said(app)


def test_a_selection_reply_tells_what_was_offered(made, home, monkeypatch, open_page):
    monkeypatch.setenv("KINLIB_HOME", str(made))
    item = "father_younger_brother__REC__HI"
    app = open_page("failures", {"reply": response_id(PICKS, item, 1), "verdict": "wrong"})
    right = next(one for one in selection() if one["item_id"] == item)
    assert f"{right['gold'][0]}. चाचा: the right one" in said(app)
    for wrong in right["distractors"]:
        phrase = relations()[wrong["relations"][0]].phrase
        assert f"{wrong['form']}: {phrase}" in said(app)
