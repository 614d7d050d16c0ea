import re

from kinlib.figures.classes import NO_CLASS, class_colours, paint, short
from kinlib.figures.legend import class_legend
from kinlib.kinship.genealogy import Genealogy, Person
from kinlib.kinship.naming import name_all

FAMILY = Genealogy.build(
    "family",
    [
        Person("f", "F", sex="m"), Person("m", "M", sex="f"), Person("x", "X", sex="m"),
        Person("e", "E", sex="m", father="f", mother="m"),
        Person("z", "Z", sex="f", father="f", mother="m"),
        Person("u", "U", sex="u", father="f", mother="m"),
        Person("zs", "ZS", sex="m", mother="z"),
    ],
)  # fmt: skip


def test_everyone_related_is_named_and_strangers_are_not():
    names = name_all(FAMILY, "e", "Iroquois")
    assert {key: found.class_id for key, found in names.items()} == {
        "f": "F", "m": "M", "z": "Z", "u": "", "zs": "XS",
    }  # fmt: skip
    assert names["u"].defined is False, "a sibling of unknown sex has no class"


def test_people_without_a_class_are_grey_and_counted_nowhere():
    look = paint(name_all(FAMILY, "e", "Iroquois"), FAMILY.ids, "e")
    assert look.colours["x"] == look.colours["u"] == NO_CLASS
    assert "e" not in look.colours
    assert {name: count for name, _, _, count in look.legend} == {"F": 1, "M": 1, "Z": 1, "XS": 1}


def test_a_usual_class_has_the_same_colour_whatever_else_is_there():
    few, many = class_colours(["F", "XCm"]), class_colours(["FZDS", "XCm", "AUNT3", "F"])
    assert few["F"] == many["F"]
    assert few["XCm"] == many["XCm"]
    assert len(set(many.values())) == 4


def test_the_legend_escapes_what_it_shows():
    html = class_legend([("F", "<b>father</b>", "#0072B2", 3)], 2)
    assert "<b>" not in html
    assert "&lt;b&gt;father&lt;/b&gt;" in html
    assert re.findall(r">(F 3|2)<", html) == ["F 3", "2"]


def test_short_labels_follow_the_papers_table_9():
    assert short("classificatory father") == "cl. father"
    assert short("cross-uncle") == "cross-uncle"
