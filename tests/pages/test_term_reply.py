"""Kin-term replies on the Failures page: terms marked, why they fail, both matchers' verdicts."""

import pytest

from kinlib import settings
from kinlib.results.rows import response_id
from kinlib.results.store import Store
from kinlib.terms.doubts import UNREVIEWED
from tests.results.test_script_queries import RUN, fill, terms_dataset


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    home = tmp_path_factory.mktemp("term-replies")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KINLIB_HOME", str(home))
        store = Store(settings.database())
        store.refresh()
        fill(settings.journals(), terms_dataset(store))
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
    assert "Requested script: partial. Letters by script: Hang 6, Latn 6." in said(app)
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
    assert "The prompt leaves the relation open; the reply: no term (readings: none)." in said(app)
