import json
import subprocess
import sys

import pytest

from kinlib.figures.network import DARK, LIGHT, label, network
from kinlib.kinship.genealogy import Genealogy, Person, Union
from kinlib.kinship.layout import Layout, layout

# pyvis imports IPython and jinja2; what they deprecate is not ours
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

HOSTILE = "<img src=x onerror=alert(1)> href <b>bold</b> *md*"


def family() -> tuple[Genealogy, Layout]:
    people = [
        Person("a", "Ann", sex="f", birth=1812, death=1882),
        Person("b", HOSTILE, sex="m"),
        Person("c", "Cy", sex="u", birth=1840, father="b", mother="a"),
        Person("d", "Di", sex="f", father="b", mother="a"),
    ]
    g = Genealogy.build("x", people, [Union("c", "d")])
    return g, layout(g)


def nodes(**options):
    g, drawing = family()
    return {node["id"]: node for node in network(g, drawing, **options).nodes}


def test_shapes_tell_the_sex_and_places_come_from_the_layout():
    _, drawing = family()
    drawn = nodes()
    assert [drawn[i]["shape"] for i in "abcd"] == ["dot", "triangle", "square", "dot"]
    assert all((drawn[i]["x"], drawn[i]["y"]) == drawing.positions[i] for i in "abcd")
    assert sum(node["kind"] == "union" for node in drawn.values()) == len(drawing.unions) == 2


def test_names_stay_plain_text():
    node = nodes(ego="b", tags={"b": HOSTILE})["b"]
    assert node["name"] == HOSTILE and HOSTILE in node["label"] and HOSTILE in node["title"]
    assert node["font"]["multi"] is False


def test_labels_hold_years_the_mark_of_the_dead_and_ego_as_a_word():
    ann = Person("a", "Ann", birth=1812, death=1882)
    assert label(ann) == "Ann  1812–1882 †"
    assert label(ann, ego=True, tag="FZ") == "ego  Ann  1812–1882 †  FZ"
    drawn = nodes(ego="a")
    assert drawn["a"]["label"].startswith("ego ") and not drawn["c"]["label"].startswith("ego")
    assert drawn["a"]["borderWidth"] > drawn["c"]["borderWidth"]
    assert drawn["a"]["color"]["border"] == LIGHT.ego


def test_a_union_of_kin_is_double_on_both_its_lines_only():
    g, drawing = family()
    net = network(g, drawing)
    double = [(e["from"], e["kind"]) for e in net.edges if e.get("consanguineous")]
    assert double == [("c", "partner"), ("d", "partner")]
    ids = {node["id"] for node in net.nodes}
    assert {end for edge in net.edges for end in (edge["from"], edge["to"])} <= ids


def test_lines_to_adopted_children_are_marked():
    people = [Person("a", "Ann"), Person("b", "Bo", father="a"), Person("c", "C", adopters=("a",))]
    g = Genealogy.build("x", people)
    edges = {e["to"]: e for e in network(g, layout(g)).edges if e["kind"] == "child"}
    assert {i: (e["adoptive"], e["dashes"]) for i, e in edges.items()} == {
        "b": (False, False),
        "c": (True, True),
    }


def test_colours_can_be_given_and_follow_the_theme():
    assert nodes(colours={"a": "#123456"})["a"]["color"]["background"] == "#123456"
    assert nodes(dark=True)["a"]["color"]["background"] == DARK.f != LIGHT.f


def luminance(colour: str) -> float:
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_colours_stand_out(palette):
    def contrast(one: str, other: str) -> float:
        low, high = sorted((luminance(one), luminance(other)))
        return (high + 0.05) / (low + 0.05)

    assert contrast(palette.text, palette.box) >= 7
    assert all(contrast(c, palette.box) >= 3 for c in (palette.line, palette.ego))
    assert all(contrast(c, palette.box) >= 4 for c in (palette.m, palette.f, palette.u))
    assert contrast(palette.box, palette.ego) >= 4  # the word "ego" on its flag


def test_physics_is_off_and_many_people_get_straight_lines():
    g, drawing = family()
    options = network(g, drawing, face="My Sans").options
    assert options["physics"]["enabled"] is False
    assert options["layout"]["improvedLayout"] is False
    assert options["edges"]["smooth"]["type"] == "cubicBezier"
    assert options["nodes"]["font"]["face"] == "My Sans"
    crowd = Genealogy.build("many", [Person(f"p{k}", "X") for k in range(501)])
    assert network(crowd, layout(crowd)).options["edges"]["smooth"]["enabled"] is False


def test_the_data_are_json_and_pyvis_agrees():
    g, drawing = family()
    drawn, edges, *_, options = network(g, drawing).get_network_data()
    assert json.loads(json.dumps([drawn, edges]))[0][1]["name"] == HOSTILE
    assert json.loads(options)["physics"] == {"enabled": False}


def test_importing_the_module_does_not_load_pyvis():
    script = "import sys, kinlib.figures.network; print('pyvis' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "False"
