import base64
import io
import os
import re
import subprocess
import sys
import unicodedata
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from fontTools.ttLib import TTFont
from hypothesis import given
from hypothesis import strategies as st

from kinlib.errors import KinError
from kinlib.exchange import fonts
from kinlib.exchange.gedcom import read_gedcom
from kinlib.exchange.palette import DARK, LIGHT
from kinlib.exchange.rdf import read_turtle
from kinlib.exchange.svg import draw, identifier, svg
from kinlib.kinship.genealogy import Genealogy, Person, Union
from kinlib.kinship.layout import BOX, layout
from kinlib.settings import ROOT

FAMILIES = sorted((ROOT / "data" / "families").glob("*.ttl"))
RELEASE = ROOT.parent / "shared" / "kinshipqa-release" / "data" / "ontologies"
NS = "{http://www.w3.org/2000/svg}"
FONT = re.compile(r'font-weight:(\d+);src:url\(data:font/woff2;base64,([^)]+)\)format\("woff2"\)')
HOSTILE = [
    "</title></svg><script>alert(1)</script>",
    "\x00\x07\x1b[31m\ud800 \ufffe",
    "\u202eleft to right\u2066",
    "]]> &amp; &lt; ' \"",
    "  two\n lines\t\r\n",
    "",
]


def family(path):
    return read_turtle(path.read_bytes(), path.stem)


def people(root):
    return [g for g in root.iter(f"{NS}g") if g.get("class") == "person"]


def texts(root):
    return {
        (600 if "strong" in text.get("class").split() else 400, "".join(text.itertext()))
        for text in root.iter(f"{NS}text")
    }


def embedded(data):
    for weight, coded in FONT.findall(data.decode()):
        yield int(weight), TTFont(io.BytesIO(base64.b64decode(coded)))


def many(size):
    """A tree of two children a couple."""
    rows = [Person("h0", "Ann", sex="f", birth=1500), Person("w0", "Bob", sex="m")]
    for k in range(1, (size - 1) // 2 + 1):
        above = (k - 1) // 2
        rows += [
            Person(f"h{k}", f"Ann {k}", sex="f", father=f"w{above}", mother=f"h{above}"),
            Person(f"w{k}", "Bob", sex="m"),
        ]
    pairs = [Union(f"h{k}", f"w{k}") for k in range(len(rows) // 2)]
    return Genealogy.build("many", rows, pairs)


def check_places(root):
    """Every box, dot and line lies on the page, and boxes do not touch each other."""
    left, top, width, height = map(float, root.get("viewBox").split())
    assert (float(root.get("width")), float(root.get("height"))) == (width, height)
    boxes = []
    for rect in root.iter(f"{NS}rect"):
        x, y, w, h = (float(rect.get(name)) for name in ("x", "y", "width", "height"))
        assert left <= x and top <= y and x + w <= left + width and y + h <= top + height
        if rect.get("class") == "box":
            boxes.append((x, y, w))
            assert left + 20 <= x and x + w + 20 <= left + width and top + 20 <= y
    for circle in root.iter(f"{NS}circle"):
        assert left + 6 < float(circle.get("cx")) < left + width - 6
    for path in root.iter(f"{NS}path"):
        for command, numbers in re.findall(r"([MCLH])([-\d. ]+)", path.get("d")):
            values = list(map(float, numbers.split()))
            xs, ys = (values, []) if command == "H" else (values[::2], values[1::2])
            assert all(left <= x <= left + width for x in xs)
            assert all(top <= y <= top + height for y in ys)
    for x in {x for x, _, _ in boxes}:
        ys = sorted(y for other, y, _ in boxes if other == x)
        assert all(b - a >= BOX for a, b in pairwise(ys))


@pytest.mark.parametrize("path", FAMILIES, ids=lambda path: path.stem)
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_a_shipped_family_is_drawn_whole(path, dark):
    g = family(path)
    picture, ego = layout(g), g.ids[0]
    data = svg(g, picture, dark=dark, ego=ego, tags={g.ids[1]: "MBD"}, title="A & B")
    assert data == svg(g, picture, dark=dark, ego=ego, tags={g.ids[1]: "MBD"}, title="A & B")
    root = ElementTree.fromstring(data)
    assert [p.get("id") for p in people(root)] == [identifier(i) for i in picture.positions]
    for person, group in zip(map(g.person, picture.positions), people(root), strict=True):
        said = group.find(f"{NS}title").text.split("\n")
        assert said[0] == person.name + (" (ego)" if person.id == ego else "")
        assert {"m": "man", "f": "woman"}[person.sex] == said[1]
        assert person.name in {"".join(t.itertext()) for t in group.iter(f"{NS}text")}
    assert root.get("role") == "img" and root.find(f"{NS}title").text == "A & B"
    assert f"{len(g)} people" in root.find(f"{NS}desc").text
    assert (DARK if dark else LIGHT).text.encode() in data
    check_places(root)


@pytest.mark.parametrize("path", FAMILIES, ids=lambda path: path.stem)
def test_fonts_hold_what_is_written_and_nothing_else(path):
    g = family(path)
    data = svg(g, layout(g), ego=g.ids[0], tags={g.ids[1]: "MBD"})
    root = ElementTree.fromstring(data)
    for weight in (400, 600):
        written = {c for own, text in texts(root) for c in text if own == weight}
        held = set()
        for own, font in embedded(data):
            assert font["name"].getDebugName(1) == "Kin Sans"
            if own == weight:
                held |= set(map(chr, font.getBestCmap()))
        spread = set(unicodedata.normalize("NFD", "".join(written)))
        assert written <= held <= written | spread
    assert len(data) < 60_000


def test_conjuncts_and_split_vowel_signs_keep_their_glyphs():
    def glyphs(text):
        ((_, _, data),) = fonts.cuts({400: text})
        with TTFont(io.BytesIO(data)) as font:
            return len(font.getGlyphOrder()), set(map(chr, font.getBestCmap()))

    count, held = glyphs("क्षत्र")
    assert held == set("क्षत्र") and count > 12  # half forms, kṣa, tra, reph
    _, held = glyphs("கொ")
    assert held == {"க", "ொ", "ெ", "ா"}  # shapers take the sign apart
    assert glyphs("김")[1] == {"김"}


def test_all_that_static_has_can_be_embedded_and_the_rest_is_left_to_the_viewer():
    held = frozenset().union(*(face.characters for face in fonts.faces()))
    assert set("가힣ক毛") & held == {"가", "힣"}
    for text in ("Ἀχιλλεύς", "Ёлка", "Ångström ẞ", "ㄱ", "한\u1112\u1161\u11ab", "♀△"):
        found = {c for _, characters, _ in fonts.cuts({400: text}) for c in characters}
        assert set(text) <= found, text
    assert fonts.cuts({400: "毛澤東"}) == () and fonts.css({}) == ""
    assert [c for _, c, _ in fonts.cuts({400: "a\u200d"})] == ["a"]


def test_kin_adoption_ego_and_colours_are_drawn():
    rows = [
        Person("a", "Ann", sex="f", birth=-44),
        Person("b", "Bo", sex="m"),
        Person("c", "Cy", sex="u", father="b", mother="a", death=20),
        Person("d", "Di", sex="f", father="b", mother="a"),
        Person("e", "Ed", sex="m", adopters=("a", "b")),
    ]
    g = Genealogy.build("x", rows, [Union("c", "d")])
    data = svg(g, layout(g), ego="c", colours={"d": "#123456", "e": "rgb(1, 2, 3)", "zz": "no"})
    root = ElementTree.fromstring(data)
    look = [path.get("class") for path in root.iter(f"{NS}path")]
    assert (look.count("line kin"), look.count("line gap"), look.count("line adopted")) == (2, 2, 1)
    assert look.count("line") == 2 + 2  # two partners, two children
    shapes = {g.get("id"): [child.tag.removeprefix(NS) for child in g] for g in people(root)}
    assert "circle" in shapes["p-a"] and "path" in shapes["p-b"]
    ego = next(g for g in people(root) if g.get("id") == "p-c")
    assert {rect.get("class") for rect in ego.iter(f"{NS}rect")} >= {"flag", "edge ego", "u"}
    assert ["".join(t.itertext()) for t in ego.iter(f"{NS}text")][:2] == ["ego", "Cy"]
    assert data.count(b'fill="#123456"') == 2 and data.count(b'fill="rgb(1, 2, 3)"') == 2
    check_places(root)


@pytest.mark.parametrize("colour", ["url(http://x/y)", '"/><script>', "red;x:y", "var(--a)"])
def test_what_is_no_colour_is_refused(colour):
    g = Genealogy.build("x", [Person("a", "A")])
    with pytest.raises(KinError, match="is not a colour"):
        svg(g, layout(g), colours={"a": colour})


def test_years_and_kin_terms_share_a_line_only_where_all_have_room():
    rows = [Person("a", "Ann", birth=1900), Person("b", "Bo", birth=1901, death=1950)]
    g = Genealogy.build("x", rows)

    def written(tag):
        root = ElementTree.fromstring(svg(g, layout(g), tags={"a": "FZ", "b": tag}))
        return {text for _, text in texts(root)}

    assert written("MB") == {"Ann", "b. 1900", "FZ", "Bo", "1901–1950 †", "MB"}
    assert written("mother's brother") == {"Ann", "FZ", "Bo", "mother's brother"}
    (long,) = {text for text in written("x" * 60) if "x" in text}
    assert long.endswith("…") and len(long) < 30


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_stay_text(name):
    g = Genealogy.build(name, [Person(f"<{name}>", name, sex="m"), Person("b", "B", sex="f")])
    data = svg(g, layout(g), ego="b", tags={"b": name}, title=name)
    root = ElementTree.fromstring(data)
    assert {e.tag.removeprefix(NS) for e in root.iter()} <= {
        *("svg", "title", "desc", "style", "rect", "path", "g", "circle", "text")
    }
    assert len(people(root)) == 2
    assert all(re.fullmatch(r"p-[\w.-]+", p.get("id"), re.ASCII) for p in people(root))
    assert not re.search("[\x00-\x08\x0b-\x1f\u202e\u2066]", data.decode())


@given(st.lists(st.text(st.characters()), min_size=1, max_size=4, unique=True))
def test_any_text_can_be_a_name_an_id_and_a_tag(names):
    rows = [Person(f"{name}.", name, sex="u") for name in names]
    g = Genealogy.build("any", rows)
    tags = {row.id: row.name for row in rows}
    root = ElementTree.fromstring(draw(g, layout(g), ego=rows[0].id, tags=tags).element())
    assert len({p.get("id") for p in people(root)}) == len(names)


def test_nothing_comes_from_elsewhere():
    for path in FAMILIES:
        g = family(path)
        text = re.sub("base64,[A-Za-z0-9+/=]+", "", svg(g, layout(g)).decode())
        assert re.findall(r"\w+://[^\"' ]+", text) == ["http://www.w3.org/2000/svg"]
        assert set(re.findall(r"url\(.{5}", text)) <= {"url(data:"}
        assert not re.search(r"@import|<image|<use|href", text)


def test_the_same_bytes_whatever_the_hash_seed():
    script = (
        "import sys, hashlib; from pathlib import Path\n"
        "from kinlib.exchange.rdf import read_turtle; from kinlib.exchange.svg import svg\n"
        "from kinlib.exchange.html import html; from kinlib.kinship.layout import layout\n"
        "g = read_turtle(Path(sys.argv[1]).read_bytes(), 'x'); p = layout(g)\n"
        "print(hashlib.sha256(svg(g, p) + html(g, p)).hexdigest())"
    )
    command = [sys.executable, "-c", script, str(FAMILIES[-1])]
    running = [
        subprocess.Popen(
            command, cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": seed}, stdout=subprocess.PIPE
        )
        for seed in ("1", "2")
    ]
    said = [process.communicate()[0].strip() for process in running]
    assert [process.returncode for process in running] == [0, 0]
    assert said[0] == said[1] and len(said[0]) == 64


def test_release_families_are_drawn_whole():
    paths = sorted(RELEASE.glob("*.ttl"))
    if not paths:
        pytest.skip(f"the KinshipQA release is not here ({RELEASE})")
    for path in paths:
        g = family(path)
        root = ElementTree.fromstring(draw(g, layout(g), ego="person_10").element())
        assert len(people(root)) == len(g) == 57
        check_places(root)


def test_three_thousand_royals_are_drawn_whole():
    path = ROOT.parent / "shared" / "gedcom" / "royal92.ged"
    if not path.exists():
        pytest.skip(f"the royal family is not here ({path})")
    g = read_gedcom(path.read_bytes(), "royal92").genealogy
    root = ElementTree.fromstring(draw(g, layout(g)).element())
    assert len(people(root)) == len({p.get("id") for p in people(root)}) == len(g) == 3010
    check_places(root)


def test_part_of_a_genealogy_none_of_it_and_much_of_it():
    g = many(500)
    root = ElementTree.fromstring(draw(g, layout(g)).element())
    assert len(people(root)) == len(g) == 500
    check_places(root)
    part = layout(g, focus="h1", up=1, down=1)
    root = ElementTree.fromstring(svg(g, part, title=""))
    assert len(people(root)) == part.drawn < 500
    assert f"{part.drawn} of 500 people" in root.find(f"{NS}desc").text
    assert root.find(f"{NS}title").text == "many"
    root = ElementTree.fromstring(svg(g, layout(g, people=[])))
    assert people(root) == [] and float(root.get("width")) > 0
