import json

import pytest

from kinlib.results import queries
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
