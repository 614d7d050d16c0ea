"""The Terms page: cards, diagram, containment and the try-it box, by link and by hand."""

import json

import pytest
from unicodedata2 import normalize

from kinlib import settings
from kinlib.results import term_flips
from kinlib.results.rows import identifier
from kinlib.terms.containment import contained
from kinlib.terms.doubts import UNREVIEWED
from kinlib.terms.lexicon import shipped
from kinlib.terms.matching import BOUNDED, FROZEN
from kinlib.terms.relations import relations
from kinlib.ui import shell
from tests.results.test_term_flips import fill, terms_dataset

DIAGRAM = {"show": "Diagram"}
TRY = {"show": "Try it"}
HELD = {"show": "Containment"}


def said(app) -> str:
    boxes = [*app.markdown, *app.caption, *app.info, *app.warning, *app.subheader]
    return " ".join(str(element.value) for element in boxes).replace("\\", "")


def figure(app) -> dict:
    return json.loads(app.get("plotly_chart")[0].proto.spec)


def notes(app) -> str:
    return " ".join(note["text"] for note in figure(app)["layout"]["annotations"])


def turned(app, **query):
    """The same page under another address."""
    for key, value in query.items():
        app.query_params[key] = value
    app.run()
    assert [element.value for element in (*app.exception, *app.error)] == []
    return app


def test_every_tab_says_that_nobody_has_reviewed_the_terms(open_page):
    app = open_page("terms")
    assert UNREVIEWED in said(app)
    for tab in (DIAGRAM, HELD, TRY):
        assert UNREVIEWED in said(turned(app, **tab))


def test_a_link_opens_a_card_with_three_languages_side_by_side(open_page):
    app = open_page("terms", {"relation": "mother_sister_husband"})
    assert app.subheader[0].value.replace("\\", "") == "Mother's sister's husband (MZH)"
    told = said(app)
    assert all(term in told for term in ("मौसा", "சித்தப்பா", "이모부", "imobu", "chithappa"))
    assert "confidence low" in told
    assert "the cross uncle" in told, "the doubt about the key மாமா is explained"
    assert "sister younger than mother" in told
    table = app.dataframe[0].value
    assert {"form", "script", "tier", "provenance", "attested", "contested"} <= set(table.columns)
    assert set(table["script"]) == {"Deva", "Taml", "Hang"}


def test_every_relation_has_a_card(open_page):
    app = open_page("terms")
    for relation in relations().values():
        turned(app, relation=relation.id)
        assert app.subheader[0].value.endswith(f"({relation.kin_type})")


def test_what_is_looked_up_opens_its_card(open_page):
    app = open_page("terms")
    for typed, relation in (
        (str(normalize("NFD", "외할머니")), "mother_mother"),
        ("Periyappa", "father_elder_brother"),
        ("mother’s brother’s wife", "mother_brother_wife"),
        ("MBW", "mother_brother_wife"),
    ):
        app.text_input(key="word").set_value(typed).run()
        assert f"({relations()[relation].kin_type})" in app.subheader[0].value.replace("\\", "")
        assert app.query_params["relation"] in (relation, [relation])
        assert not any(f"relation={relation}&" in link.proto.query_string
                       for link in app.get("page_link"))  # fmt: skip


def test_a_link_with_a_word_opens_what_was_found_first_or_its_own_relation(open_page):
    app = open_page("terms", {"word": "외할머니"})
    assert "(MM)" in app.subheader[0].value.replace("\\", "")
    app = open_page("terms", {"word": "periyappa", "relation": "mother_sister_husband"})
    assert "(MZH)" in app.subheader[0].value.replace("\\", "")
    (other,) = app.get("page_link")
    assert "father_elder_brother" in other.proto.query_string
    app.selectbox(key="relation").set_value("sister").run()
    assert "(eZ)" in app.subheader[0].value.replace("\\", ""), "a later choice stands"


def test_a_doubt_is_told_once_and_an_extended_form_does_not_bear_it(open_page):
    told = said(open_page("terms", {"relation": "husband_sister_husband"}))
    assert told.count("No source has either word") == 1
    assert told.count("서방님 is the husband of the husband's younger sister") == 1
    assert "The doubt above is about this key too" in told
    assert "To be known" not in told and "homonym_of set" not in told
    told = said(open_page("terms", {"relation": "elder_sister_husband"}))
    assert told.count("Men say 매형") == 1 and "said by women; female speaker" not in told


def test_what_is_nowhere_is_said_to_be_so_and_shown_as_text(open_page):
    app = open_page("terms", {"word": "<b>zorro</b>"})
    assert "holds “<b>zorro</b>”" in said(app)


def test_the_diagram_changes_with_ego_age_and_language(open_page):
    app = open_page("terms", DIAGRAM)
    man = notes(app)
    assert "형" in man and "오빠" not in man and "சித்தி" in man and "பெரியம்மா" in man
    app.segmented_control(key="said_by").set_value("woman").run()
    app.segmented_control(key="age").set_value("elder").run()
    woman = notes(app)
    assert "오빠" in woman and "아주버님" in woman and "மருமகள்" in woman
    app.multiselect(key="tongue").set_value(["hi"]).run()
    one = notes(app)
    assert "मामा" in one and "மாமா" not in one
    assert notes(open_page("terms", {**DIAGRAM, "said_by": "woman", "age": "elder"})) == woman


def test_a_relative_of_the_diagram_opens_its_card(open_page):
    point = {"selection": {"points": [{"customdata": "MB"}], "point_indices": [], "box": []}}
    app = open_page("terms", DIAGRAM, terms_diagram=point)
    assert app.subheader[0].value.replace("\\", "") == "Mother's brother (MB)"
    assert "mother_brother" in app.query_params["relation"]


def test_the_map_says_what_passes_for_what(open_page):
    app = open_page("terms", {**HELD, "tongue": "ko"})
    rows = app.dataframe[0].value
    assert "An answer with 외할머니 passes for father's mother" in set(rows["Effect"])
    assert set(rows["Language"]) == {"Korean"} and len(rows) == 14
    assert "할머니" in notes(app)
    words = app.dataframe[1].value.set_index("Holds")
    assert "doll" in words.loc["형", "Words such as"]
    assert words.loc["형", "Words"] == 287


def test_forms_beyond_the_table_would_pass(open_page):
    app = open_page("terms", {**HELD, "tongue": "hi", "forms": "all"})
    effects = set(app.dataframe[0].value["Effect"])
    assert "An answer with बुआजी would pass for father's mother" in effects
    assert "An answer with ननदोई passes for husband's sister" in effects


def selected(row: int) -> dict:
    return {"selection": {"rows": [row], "columns": [], "cells": []}}


@pytest.fixture
def replies(home):
    """The eight labelled replies to shipped prompts."""
    fill(settings.journals(), terms_dataset(shell.store()))
    return home


def test_the_replies_a_form_touches_are_listed_with_a_link(replies, open_page):
    app = open_page("terms", {**HELD, "tongue": "ko"})
    rows = app.dataframe[0].value
    place = rows["Effect"].tolist().index("An answer with 외할머니 passes for father's mother")
    assert rows["Replies"].iloc[place] == 1
    ids = [(one.language, *one.passes, *one.answers) for one in contained(shipped(), "ko")]
    key = f"inside terms-{identifier(ids)}"
    app = open_page("terms", {**HELD, "tongue": "ko"}, **{key: selected(place)})
    listed = app.dataframe[1].value
    assert listed["text"].tolist() == ["외할머니, 생신 축하드려요!"]
    assert listed["read"].tolist() == ["할머니"]


def test_flips_are_counted_both_ways_and_open_in_failures(replies, open_page):
    app = open_page("terms", {**HELD, "flips": "the bounded one alone"})
    assert "3 are right for the frozen one alone and 2 for the bounded one alone" in said(app)
    assert set(app.dataframe[-1].value["text"]) == {
        "அன்புள்ள மருமகளே, வாழ்த்துகள்!", "प्यारे भतीजे, जन्मदिन मुबारक!",
    }  # fmt: skip
    ids = term_flips.flips(shell.store(), FROZEN, BOUNDED, 9)["response_id"].tolist()
    app = open_page("terms", HELD, **{f"flips-{identifier(ids)}": selected(0)})
    assert "reply=" in app.get("page_link")[-1].proto.query_string


def test_the_maternal_word_passes_the_frozen_matcher_alone(open_page):
    text = "외할머니, 생신 축하드려요!"
    query = {**TRY, "written": "ko", "relation": "father_mother", "message": text}
    app = open_page("terms", query)
    verdicts = app.dataframe[0].value.set_index("Matcher")["Verdict"]
    assert verdicts.tolist() == ["right", "right", "wrong", "wrong", "wrong"]
    evidence = app.dataframe[1].value
    assert evidence[["There", "From", "To"]].values.tolist() == [
        ["외할머니", 0, 4], ["할머니", 1, 4],
    ]  # fmt: skip
    surface = app.dataframe[2].value.set_index("What")["Seen"]
    assert surface["Category of the failure"] == "other inventory term"
    assert surface["Terms of other relations"] == "mother's mother"


def test_a_mans_word_is_told_from_a_womans(open_page):
    query = {**TRY, "written": "ko", "relation": "elder_brother", "message": "오빠, 생일 축하해!",
             "asked_by": "male"}  # fmt: skip
    app = open_page("terms", query)
    verdicts = app.dataframe[0].value.set_index("Matcher")["Verdict"]
    assert verdicts.tolist() == ["right", "wrong", "wrong", "wrong", "wrong"]
    assert "the relation's term, another speaker's" in set(app.dataframe[1].value["How"])


def test_a_form_of_the_other_sex_that_counts_is_told(open_page):
    query = {**TRY, "written": "ko", "relation": "elder_sister_husband", "message": "형부!"}
    told = "The lexicon has 형부 as said by women; this cell is not split by speaker, so it counts."
    assert told in said(open_page("terms", {**query, "asked_by": "male"}))
    assert told not in said(open_page("terms", {**query, "asked_by": "female"}))


def test_scripts_have_their_names(open_page):
    app = open_page("terms", {**TRY, "message": "दादी hello", "written": "hi"})
    surface = app.dataframe[-2].value.set_index("What")["Seen"]
    assert surface["Letters by script"] == "Latin 5, Devanagari 2"


def test_shared_forms_say_which_speaker_and_which_are_disputed(open_page):
    app = open_page("terms", {**HELD, "tongue": "ta"})
    tables = [each.value for each in app.dataframe if "Disputed for" in each.value.columns]
    rows = tables[0].set_index("Form")
    assert "brother's daughter: by women" in rows.loc["மருமகள்", "Said"]
    assert "wife's brother" in rows.loc["மாமன்", "Disputed for"]


def test_each_example_fills_the_form_and_tells_the_matchers_apart(open_page):
    app = open_page("terms", TRY)
    names = [button.key for button in app.button if button.key.startswith("example ")]
    assert len(names) == 4
    for name in names:
        app.button(key=name).click().run()
        assert [element.value for element in app.exception] == []
        assert set(app.dataframe[0].value["Verdict"]) == {"right", "wrong"}


def test_a_message_is_shown_escaped(open_page):
    app = open_page("terms", {**TRY, "message": "<img src=x onerror=alert(1)> दादी"})
    pages = [element.proto.body for element in app.get("html")]
    assert not any("<img" in page for page in pages)
    assert any("&lt;img" in page for page in pages)


GOOD = "relation,language,form,script,tier,romanisation\nmother_brother,te,మామ,Telu,strict,mama\n"
BAD = GOOD + "mother_brother,te,అత్త,Telu,golden,atta\nno_relation,te,అక్క,Telu,strict,akka\n"


def upload(app, text: str):
    app.file_uploader(key="terms_file").upload("mine.csv", text.encode(), "text/csv").run()
    assert [element.value for element in app.exception] == []
    return app


def test_a_lexicon_of_ones_own_is_used_on_every_tab(open_page):
    app = upload(open_page("terms", {"relation": "mother_brother", "word": "mama"}), GOOD)
    assert "మామ" in said(app) and "मामा" in said(app)
    assert "Key of this lexicon" in said(app) and "Key of Table 8" in said(app)
    app.query_params["show"] = "Try it"
    app.query_params["written"] = "te"
    app.query_params["message"] = "మామ గారూ, జన్మదిన శుభాకాంక్షలు!"
    app.run()
    assert [element.value for element in app.exception] == []
    assert set(app.dataframe[0].value["Verdict"]) == {"right"}


def test_wrong_rows_of_it_are_told_one_by_one(open_page):
    app = upload(open_page("terms", {"relation": "mother_brother"}), BAD)
    problems = app.dataframe[0].value
    assert problems["Line"].unique().tolist() == [3, 4]
    assert "golden" in problems["What is wrong"].iloc[0]
    assert "no_relation" in problems["What is wrong"].iloc[-1]
    assert "మామ" in said(app)


def test_a_file_that_is_no_table_gets_one_sentence(open_page):
    app = upload(open_page("terms"), "\x00\x01")
    assert app.warning.len == 1
    assert app.warning[0].value.startswith("mine.csv, line 1")


def test_a_lexicon_alone_of_a_language_that_does_not_ship_works_on_every_tab(open_page):
    app = open_page("terms")
    app.toggle(key="terms_beside").set_value(False).run()
    upload(app, GOOD)
    for tab in ("Relations", "Diagram", "Containment", "Try it"):
        turned(app, show=tab, relation="mother_brother", message="మామ!", written="te")
        assert "mine.csv: 1 form, for this visit" in said(app)
    assert set(app.dataframe[0].value["Verdict"]) == {"right"}
