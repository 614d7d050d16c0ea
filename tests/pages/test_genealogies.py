import json

import pytest
from streamlit.testing.v1 import AppTest

from kinlib import settings
from kinlib.exchange.names import shipped_names
from kinlib.kinship.simulate import Parameters, simulate
from kinlib.results import imports, queries
from kinlib.ui import shell


def drawn(app) -> dict:
    (tree,) = (e for e in app.get("bidi_component") if e.proto.component_name == "kin_tree")
    return json.loads(tree.proto.json)


def tree_ids() -> dict[str, str]:
    frame = queries.genealogies(shell.store())
    return dict(zip(frame["name"], frame["genealogy_id"], strict=True))


@pytest.mark.parametrize(
    "system", ["crow", "dravidian", "eskimo", "hawaiian", "iroquois", "omaha", "sudanese"]
)
def test_each_released_family_is_drawn_with_57_people(system, release, open_page):
    app = open_page("genealogies", {"tree": tree_ids()[f"ontologies/{system}"]})
    nodes = drawn(app)["nodes"]
    people = [node["id"] for node in nodes if node["kind"] == "person"]
    assert len(people) == len(set(people)) == 57


def test_a_click_shows_that_person_and_their_kin(release, open_page):
    tree = tree_ids()["ontologies/crow"]
    app = open_page("genealogies", {"tree": tree}, tree_drawing={"selected": "person_30"})
    assert app.subheader[0].value == "Justin Williams"
    kin = app.dataframe[0].value
    assert dict(zip(kin["Kin"], kin["Name"], strict=True))["father"] == "Larry Williams"


def test_a_large_family_is_drawn_around_a_person(release, open_page):
    tree = tree_ids()["ontologies_extended/dravidian"]
    app = open_page("genealogies", {"tree": tree})
    data = drawn(app)
    people = [node for node in data["nodes"] if node["kind"] == "person"]
    assert 1 < len(people) < 120
    assert f"{len(people)} of " in data["summary"]


def test_degrees_and_search_come_from_the_link(release, open_page):
    tree = tree_ids()["ontologies/crow"]
    query = {"tree": tree, "view": "Degrees of kinship", "degrees": "1", "find": "justin williams"}
    app = open_page("genealogies", query)
    assert app.subheader[0].value == "Justin Williams"
    names = {node["id"] for node in drawn(app)["nodes"] if node["kind"] == "person"}
    assert "person_30" in names
    assert len(names) < 12


def test_a_link_to_a_person_who_is_not_there_says_so(release, open_page):
    app = open_page("genealogies", {"tree": tree_ids()["ontologies/crow"], "person": "x"})
    assert "not in this family" in app.warning[0].value


def people_in(app) -> set[str]:
    return {node["id"] for node in drawn(app)["nodes"] if node["kind"] == "person"}


def captions(app) -> str:
    return "\n".join(caption.value for caption in app.caption)


def test_ancestors_and_descendants_are_views_of_their_own(release, open_page):
    tree = tree_ids()["ontologies/crow"]
    whole = {"tree": tree, "focus": "person_30", "up": "8", "down": "8"}
    above = people_in(open_page("genealogies", {**whole, "view": "Ancestors"}))
    below = people_in(open_page("genealogies", {**whole, "view": "Descendants"}))
    both = people_in(open_page("genealogies", {**whole, "view": "Ancestors and descendants"}))
    assert "person_30" in above & below
    assert above | below == both
    assert above - below
    assert below - above


def test_a_recorded_descent_group_is_drawn_with_its_spouses(release, open_page):
    tree = tree_ids()["ontologies/crow"]
    query = {"tree": tree, "view": "Descent group", "group": "matriclan_1"}
    app = open_page("genealogies", query)
    people, _ = queries.genealogy_rows(shell.store(), tree)
    members = set(people["person_id"][people["descent_group"] == "matriclan_1"])
    assert members < people_in(app)
    assert f"{len(members)} members" in captions(app)
    # by the fathers' lines the group is another
    app = open_page("genealogies", {**query, "line": "patrilineal", "group": "person_1"})
    line = people_in(app)
    assert "person_1" in line
    assert line != members


def test_a_family_of_thousands_is_counted_before_it_is_drawn(home, shared, open_page):
    file = shared / "gedcom/royal92.ged"
    if not file.is_file():
        pytest.skip("royal92.ged is not here")
    (report,) = imports.import_paths([file], settings.imports())
    assert report.stored == 3010
    tree = tree_ids()["gedcom/royal92"]
    app = open_page("genealogies", {"tree": tree})
    assert 1 < len(people_in(app)) < 400
    app = open_page("genealogies", {"tree": tree, "view": "Everyone"})
    assert "All 3,010 people." in captions(app)
    assert not [e for e in app.get("bidi_component") if e.proto.component_name == "kin_tree"]
    (button,) = (b for b in app.button if b.label == "Draw 3,010 people")
    button.click().run(timeout=30)
    assert not app.exception
    assert len(people_in(app)) == 3010


def test_what_looks_wrong_is_listed_and_leads_to_the_people(release, open_page):
    tree = tree_ids()["ontologies_extended/dravidian"]
    app = open_page("genealogies", {"tree": tree})
    (table,) = (d.value for d in app.dataframe if "Kind" in d.value.columns)
    kinds = table["Kind"].value_counts()
    assert kinds["child older than a parent"] == 15
    assert kinds["forbidden marriage"] == 11
    # by the paper's rule, which lets cousins of unlike generation marry
    app = open_page("genealogies", {"tree": tree, "rule": "dravidian-paper"})
    (table,) = (d.value for d in app.dataframe if "Kind" in d.value.columns)
    assert table["Kind"].value_counts()["forbidden marriage"] == 8
    key = f"findings-{tree}-{len(table)}"
    assert list(table["Kind"][:9]) == ["forbidden marriage"] * 8 + ["child older than a parent"]
    chosen = {"selection": {"rows": [8], "columns": [], "cells": []}}
    app = open_page("genealogies", {"tree": tree, "rule": "dravidian-paper"}, **{key: chosen})
    (sentence,) = (t.value for t in app.text if "is older than" in t.value)
    (first,) = (b for b in app.button if b.label and sentence.startswith(b.label))
    first.click().run()
    assert app.subheader[0].value == first.label


def the_form():
    """What the dialog shows; AppTest closes a dialog with the first click in it."""
    from kinlib.ui import genealogy_sources, shell

    genealogy_sources.form(shell.store())


def simulated():
    known = queries.genealogies(shell.store())
    mine = known["origin"].str.startswith("import/")  # trees of shipped items are simulated too
    return known[mine & known["note"].str.startswith("Simulated by kinlib", na=False)]


def test_a_family_is_generated_and_kept(home):
    app = AppTest.from_function(the_form, default_timeout=60).run()
    app.selectbox(key="generate_system").set_value("Omaha").run()
    assert "patriclan" in captions(app)
    app.number_input(key="generate_seed").set_value(5).run()
    app.selectbox(key="generate_names").set_value("tamil").run()
    app.button(key="generate").click().run()
    assert not app.exception
    (row,) = simulated().to_dict("records")
    assert app.query_params["tree"] in (row["genealogy_id"], [row["genealogy_id"]])
    assert (row["name"], row["system"]) == ("Omaha, seed 5", "omaha")
    assert "names: tamil" in row["note"]
    expected = simulate(Parameters("Omaha", seed=5), shipped_names()["tamil"])
    people, _ = queries.genealogy_rows(shell.store(), row["genealogy_id"])
    assert list(people["name"]) == list(expected.names)


def test_settings_that_cannot_be_are_said(home):
    app = AppTest.from_function(the_form, default_timeout=60).run()
    app.number_input(key="generate_founders").set_value(11).run()
    app.button(key="generate").click().run()
    assert not app.exception
    assert "founders are couples" in app.error[0].value
    assert simulated().empty


def test_every_setting_of_a_simulation_is_in_the_form(home):
    app = AppTest.from_function(the_form, default_timeout=60).run()
    app.selectbox(key="generate_system").set_value("Sudanese").run()
    app.selectbox(key="generate_option").set_value("fbd").run()
    app.segmented_control(key="generate_span").set_value("Generations").run()
    app.number_input(key="generate_generations").set_value(3)
    app.number_input(key="generate_start").set_value(1800)
    app.toggle(key="generate_namesakes").set_value(True)
    app.slider(key="generate_divorce").set_value(0.5)
    app.slider(key="generate_endogamy").set_value(5.0).run()
    app.button(key="generate").click().run()
    assert not app.exception
    (note,) = simulated()["note"]
    for said in ("option fbd", "generations 3", "start 1800", "namesakes True", "divorce 0.5",
                 "endogamy 5.0"):  # fmt: skip
        assert said in note


def test_a_page_without_families_offers_to_make_or_open_one(empty, open_page):
    app = open_page("genealogies")
    assert [b.label for b in app.button] == ["Generate", "Open a file"]


@pytest.mark.parametrize("ending", [".ttl", ".ged", ".zip", ".svg", ".png", ".html"])
def test_a_view_is_exported_in_every_format(ending, open_page):
    app = open_page("genealogies", {"tree": tree_ids()["Darwin–Wedgwood family"]})
    app.segmented_control(key="export_format").set_value(ending).run()
    app.button(key="export_make").click().run(timeout=60)
    assert not app.exception
    assert not app.error
    (save,) = app.get("download_button")
    assert save.proto.label.startswith("Save ")


def test_the_outline_says_everyone_who_is_drawn(open_page):
    app = open_page("genealogies", {"tree": tree_ids()["Darwin–Wedgwood family"]})
    (outline,) = (c.value for c in app.code if "Emma Wedgwood" in c.value)
    people, _ = queries.genealogy_rows(shell.store(), tree_ids()["Darwin–Wedgwood family"])
    assert all(name in outline for name in people["name"])


def test_ego_is_chosen_on_the_compare_tab_too(open_page):
    tree = tree_ids()["Darwin–Wedgwood family"]
    app = open_page("genealogies", {"tree": tree, "show": "Compare systems"})
    app.selectbox(key=f"compare-ego-{tree}").set_value("emma_wedgwood").run()
    assert not app.exception
    assert app.query_params["ego"] in ("emma_wedgwood", ["emma_wedgwood"])
    assert app.get("plotly_chart")
