import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kinlib.errors import KinError
from kinlib.kinship import blocks
from kinlib.kinship.genealogy import Genealogy, Person, Union
from kinlib.kinship.layout import BOX, ROW, Layout, hourglass, layout, related, text_width
from kinlib.kinship.placing import spread
from kinlib.kinship.years import years


@pytest.fixture(scope="module", autouse=True)
def short_search():
    """The search for few crossings is the slow part, and no test here is about its length."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(blocks, "BUDGET", 3000)
        yield


@st.composite
def genealogies(draw) -> Genealogy:
    """Any parents born earlier, any partners: cousin marriages, remarriages, odd generations."""
    size = draw(st.integers(1, 24))
    people = []
    for k in range(size):
        father, mother = (draw(st.none() | st.integers(0, k - 1)) if k else None for _ in range(2))
        people.append(
            Person(
                f"p{k}",
                draw(
                    st.sampled_from(["Ann", "김영호", "பாலசுப்பிரமணியன்", "A very long name indeed"])
                ),
                sex=draw(st.sampled_from("mfu")),
                birth=draw(st.none() | st.integers(1800, 1900)),
                father=None if father is None else f"p{father}",
                mother=None if mother is None or mother == father else f"p{mother}",
                adopters=tuple(
                    f"p{i}"
                    for i in (draw(st.lists(st.integers(0, k - 1), max_size=3)) if k > 4 else ())
                ),
            )
        )
    pairs = draw(
        st.lists(st.tuples(st.integers(0, size - 1), st.integers(0, size - 1)), max_size=8)
    )
    return Genealogy.build("random", people, [Union(f"p{a}", f"p{b}") for a, b in pairs if a != b])


def assert_sound(g: Genealogy, drawing: Layout, people: set[str]) -> None:
    assert set(drawing.positions) == people
    columns: dict[int, list[float]] = {}
    for person, (x, y) in drawing.positions.items():
        columns.setdefault(drawing.generation[person], []).append(y)
        assert BOX / 2 - 0.01 <= y <= drawing.height - BOX / 2 + 0.01
        assert 0 <= x <= drawing.width
    for ys in columns.values():
        assert all(b - a >= BOX for a, b in pairwise(sorted(ys)))
    edges = {}
    for person, (x, _) in drawing.positions.items():
        half = drawing.widths[drawing.generation[person]] / 2
        edges.setdefault(drawing.generation[person], (x - half, x + half))
        assert edges[drawing.generation[person]] == (x - half, x + half)  # one column, one x
    ordered = [edges[k] for k in sorted(edges)]
    assert all(left[1] < right[0] for left, right in pairwise(ordered))
    for union in drawing.unions:
        for child in union.children:
            assert drawing.positions[child][0] > union.x
        for partner in union.partners:
            assert drawing.positions[partner][0] < union.x
    drawn = {(p, c) for union in drawing.unions for c in union.children for p in union.partners}
    assert drawn == {(p, c) for c in people for p in g.parents(c) if p in people}
    taken = {(p, c) for union in drawing.unions for c in union.adopted for p in union.partners}
    assert taken <= {(p, c) for c in people for p in g.adopters(c)}
    orphans = [c for c in people if not people & {*g.parents(c)} and people & {*g.adopters(c)}]
    assert {*orphans} <= {c for _, c in taken}
    lines = [(u.id, c) for u in drawing.unions for c in (*u.children, *u.adopted)]
    assert len(set(lines)) == len(lines)
    couples = {(u.a, u.b) for u in g.unions}
    for union in drawing.unions:
        assert all(drawing.positions[child][0] > union.x for child in union.adopted)
        # every dot is a couple's, or leads somewhere
        assert union.partners in couples or union.children or union.adopted


@given(genealogies())
@settings(max_examples=40, deadline=None)
def test_everyone_stands_once_apart_and_right_of_their_parents(g):
    assert_sound(g, layout(g), set(g.ids))


@given(genealogies(), st.randoms(use_true_random=False))
@settings(max_examples=25, deadline=None)
def test_the_order_of_the_input_does_not_matter(g, random):
    people, unions = list(g.people()), list(g.unions)
    random.shuffle(people)
    random.shuffle(unions)
    assert layout(Genealogy.build("random", people, unions)) == layout(g)


@given(genealogies(), st.integers(0, 3), st.integers(0, 3))
@settings(max_examples=25, deadline=None)
def test_an_hourglass_is_sound_too(g, up, down):
    focus = g.ids[len(g) // 2]
    chosen = set(hourglass(g, focus, up, down))
    assert {focus, *g.ancestors(focus, up), *g.descendants(focus, down)} <= chosen
    drawing = layout(g, focus=focus, up=up, down=down)
    assert_sound(g, drawing, chosen)
    assert drawing.drawn == len(chosen) and drawing.total == len(g)


def cousins() -> Genealogy:
    """Grandparents a, b; their children c, d marry e, f; the cousins g and h marry and have i."""
    rows = [("a", "m", None, None), ("b", "f", None, None), ("c", "m", "a", "b"),
            ("d", "f", "a", "b"), ("e", "f", None, None), ("f", "m", None, None),
            ("g", "m", "c", "e"), ("h", "f", "f", "d"), ("i", "u", "g", "h")]  # fmt: skip
    return Genealogy.build("c", [Person(i, i, sex=s, father=f, mother=m) for i, s, f, m in rows])


def test_cousins_who_marry_stand_once_side_by_side_and_are_marked():
    drawing = layout(cousins())
    assert abs(drawing.positions["g"][1] - drawing.positions["h"][1]) == ROW
    double = [u.partners for u in drawing.unions if u.consanguineous]
    assert double == [("g", "h")]
    assert [drawing.generation[i] for i in "abcdefghi"] == [0, 0, 1, 1, 1, 1, 2, 2, 3]


def test_partners_are_adjacent_and_siblings_are_in_order_of_birth():
    births = {"z": 1900, "y": 1902, "x": 1904, "w": 1901}
    people = [Person("f", "F", sex="m"), Person("m", "M", sex="f"), Person("s", "S", sex="u")]
    people += [Person(i, i, birth=year, father="f", mother="m") for i, year in births.items()]
    drawing = layout(Genealogy.build("x", people, [Union("s", "y")]))
    at = {i: y for i, (_, y) in drawing.positions.items()}
    assert abs(at["f"] - at["m"]) == abs(at["s"] - at["y"]) == ROW
    assert at["z"] < at["w"] < at["y"] < at["x"]
    (union,) = [u for u in drawing.unions if u.partners == ("f", "m")]
    assert union.y == pytest.approx((at["z"] + at["x"]) / 2, abs=1)  # parents centred on children


def test_several_partners_stand_around_and_their_children_do_not_cross():
    people = [Person(i, i) for i in "abc"]
    people += [Person(f"a{k}", "x", birth=1900 + k, father="a", mother="b") for k in range(3)]
    people += [Person(f"c{k}", "x", birth=1910 + k, father="c", mother="b") for k in range(3)]
    drawing = layout(Genealogy.build("x", people))
    at = {i: y for i, (_, y) in drawing.positions.items()}
    assert at["a"] + 2 * ROW == at["b"] + ROW == at["c"]
    assert max(at[f"a{k}"] for k in range(3)) < min(at[f"c{k}"] for k in range(3))


def test_marrying_a_sisters_daughter_moves_the_couple_not_the_sister():
    rows = [("a", None), ("b", "a"), ("c", "a"), ("d", "c"), ("e", "b")]
    people = [Person(i, i, mother=m, father="d" if i == "e" else None) for i, m in rows]
    drawing = layout(Genealogy.build("x", people))
    assert drawing.generation == {"a": 0, "b": 2, "c": 1, "d": 2, "e": 3}
    line = next(u for u in drawing.unions if u.partners == ("a",))
    ((x1, y), (x2, same)) = line.bends["b"]  # the line to b passes the column of c beside c
    assert y == same and x1 < drawing.positions["c"][0] < x2
    assert abs(y - drawing.positions["c"][1]) > BOX / 2


def test_no_generation_is_left_empty_where_a_couple_moves_on():
    rows = [("p", "", ""), ("a", "", ""), ("b", "", "p"), ("c", "", ""), ("d", "", "a")]
    rows += [("e", "", "d"), ("f", "c", "e"), ("g", "", "p")]
    people = [Person(i, i, father=f or None, mother=m or None) for i, f, m in rows]
    g = Genealogy.build("x", people, [Union("a", "b"), Union("a", "c")])
    drawing = layout(g)
    assert_sound(g, drawing, set(g.ids))
    assert {*drawing.generation.values()} == set(range(max(drawing.generation.values()) + 1))


def test_marrying_ones_own_grandchild_is_drawn_and_ends():
    people = [Person("a", "a"), Person("b", "b", father="a"), Person("c", "c", father="b")]
    g = Genealogy.build("x", people, [Union("a", "c")])
    drawing = layout(g)
    assert [drawing.generation[i] for i in "abc"] == [0, 1, 2]
    assert next(u for u in drawing.unions if u.partners == ("a", "c")).consanguineous


def test_a_line_of_more_than_a_thousand_generations_is_drawn():
    people = [Person(f"p{k}", "X", father=f"p{k - 1}" if k else None) for k in range(1200)]
    drawing = layout(Genealogy.build("long", people), people=[f"p{k}" for k in range(1200)])
    assert drawing.generation["p1199"] == 1199


def test_a_box_has_room_for_a_kin_term_and_hangul_counts_double():
    short = Genealogy.build("short", [Person("a", "A")])
    assert layout(short).widths[0] > text_width("mother's brother", 11)
    assert text_width("김영호") == 3 * text_width("김") > text_width("abc")
    assert text_width("क़") == pytest.approx(text_width("क"))  # a nukta takes no room


def orphans(*unions: Union) -> Genealogy:
    """Cy, adopted by a and b, and their child d."""
    people = [Person("a", "A"), Person("b", "B"), Person("c", "C", birth=1900, adopters=("a", "b"))]
    people.append(Person("d", "D", birth=1910, father="a", mother="b"))
    return Genealogy.build("x", people if not unions else people[:3], unions)


def test_an_adopted_person_stands_among_the_adopters_children():
    drawing = layout(orphans())
    (union,) = drawing.unions
    assert (union.partners, union.children, union.adopted) == (("a", "b"), ("d",), ("c",))
    assert drawing.generation == {"a": 0, "b": 0, "c": 1, "d": 1}
    assert drawing.positions["c"][1] < drawing.positions["d"][1]


def test_adopters_without_a_union_are_not_made_a_couple():
    people = list(orphans(Union("a", "b")).people())
    drawing = layout(Genealogy.build("x", people))
    assert [(u.partners, u.adopted) for u in drawing.unions] == [(("a",), ("c",)), (("b",), ("c",))]


def test_a_person_with_parents_keeps_the_place_and_gets_a_second_line():
    rows = [("f", None, None, ()), ("m", None, None, ()), ("s", None, None, ())]
    rows += [("c", "f", "m", ("s",)), ("x", None, None, ()), ("o", "x", None, ("f", "m", "c"))]
    people = [Person(i, i, father=f, mother=m, adopters=a) for i, f, m, a in rows]
    plain = [Person(p.id, p.id, father=p.father, mother=p.mother) for p in people]
    unions = [Union("m", "s")]
    drawing = layout(Genealogy.build("x", people, unions))
    before = layout(Genealogy.build("x", plain, unions))
    assert drawing.generation == before.generation
    heights = [{i: y for i, (_, y) in each.positions.items()} for each in (drawing, before)]
    assert heights[0] == heights[1]
    adopted = {u.partners: u.adopted for u in drawing.unions if u.adopted}
    assert adopted == {("s",): ("c",), ("f", "m"): ("o",)}  # c stands no further left than o


def test_an_hourglass_follows_adoption():
    assert set(hourglass(orphans(Union("a", "b")), "c")) == {"a", "b", "c"}
    assert set(hourglass(orphans(Union("a", "b")), "a", up=0)) == {"a", "b", "c"}
    assert set(hourglass(orphans(), "c", up=0)) == {"c"}


def test_years():
    assert years(Person("a", "A")) == ""
    assert years(Person("a", "A", birth=1809)) == "b. 1809"
    assert years(Person("a", "A", death=1882)) == "d. 1882 †"
    assert years(Person("a", "A", birth=1809, death=1882)) == "1809–1882 †"


def test_years_before_christ():
    assert years(Person("a", "A", birth=-69)) == "b. 69 BC"
    assert years(Person("a", "A", death=-30)) == "d. 30 BC †"
    assert years(Person("a", "A", birth=-356, death=-323)) == "356–323 BC †"
    assert years(Person("a", "A", birth=-63, death=14)) == "63 BC–14 †"


def test_nobody_and_unknown_people():
    g = cousins()
    empty = layout(g, people=[])
    assert (empty.drawn, empty.total, empty.width, empty.height) == (0, 9, 0, 0)
    with pytest.raises(KinError, match="'zz'"):
        layout(g, people=["zz"])


def test_related():
    g = cousins()
    assert related(g, "g", "h") and related(g, "a", "i") and not related(g, "e", "f")


def test_spread_keeps_order_and_distance():
    assert spread([0, 0, 10], [1, 1, 1], [0, 4, 4]) == [-2, 2, 10]
    assert spread([5, 0], [1, 3], [0, 1]) == [0.5, 1.5]
    assert spread([], [], []) == []


def test_the_picture_does_not_depend_on_the_hash_seed():
    root = Path(__file__).resolve().parents[2]
    script = (
        "from pathlib import Path; from kinlib.exchange.rdf import read_turtle;"
        "from kinlib.kinship.layout import layout;"
        "data = Path('data/families/darwin_wedgwood.ttl').read_bytes();"
        "print(layout(read_turtle(data, 'D')))"
    )
    pictures = {
        subprocess.run(
            [sys.executable, "-c", script],
            cwd=root,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(root)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "77")
    }
    assert len(pictures) == 1 and "charles_darwin" in pictures.pop()
