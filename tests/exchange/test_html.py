import base64
import hashlib
import re
from html.parser import HTMLParser

import pytest

from kinlib.exchange.html import html
from kinlib.exchange.palette import DARK, LIGHT
from kinlib.exchange.rdf import read_turtle
from kinlib.exchange.svg import identifier
from kinlib.kinship.genealogy import Genealogy, Person
from kinlib.kinship.layout import layout
from kinlib.kinship.outline import outline
from kinlib.settings import ROOT

VOID = {"meta", "input"}
HOSTILE = "</title></style></script><img src=x onerror=alert(1)>\x00\u202e&amp;"


class Page(HTMLParser):
    """What a page holds; fails on tags that are not closed in order."""

    def __init__(self, data):
        super().__init__(convert_charrefs=True)
        self.open, self.tags, self.ids, self.links, self.text = [], [], [], [], {}
        self.feed(data.decode())
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        self.ids += [value for name, value in attributes if name == "id"]
        self.links += [value for name, value in attributes if name in ("href", "src")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.setdefault(self.open[-1] if self.open else "", []).append(data)


def family(name):
    return read_turtle((ROOT / "data" / "families" / f"{name}.ttl").read_bytes(), name)


def page_of(g, **options):
    return Page(html(g, layout(g), **options))


def test_the_page_holds_drawing_and_outline_of_the_same_people():
    g = family("darwin_wedgwood")
    page = page_of(g, ego="charles_darwin", title="Darwins", tags={"emma_wedgwood": "MBD"})
    groups = [a["id"] for tag, a in page.tags if tag == "g" and a.get("class") == "person"]
    assert sorted(groups) == sorted(map(identifier, g.ids))
    assert len(page.ids) == len(set(page.ids))
    assert {link.removeprefix("#") for link in page.links} == set(groups)
    lines = outline(g, g.ids, tags={"emma_wedgwood": "MBD"})
    assert page.text["a"] == [line.text for line in lines]
    assert page.text["h1"] == ["Darwins"] and "72 people" in page.text["p"]
    nested = [line.depth for line in lines]
    assert sum(tag == "ul" for tag, _ in page.tags) == 2 + sum(
        b > a for a, b in zip([0, *nested], nested, strict=False)
    )


def test_only_what_the_page_brings_may_run_or_load():
    data = html(family("tamil_family"), layout(family("tamil_family"))).decode()
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', data)[1]
    assert policy.startswith("default-src 'none'; ") and "unsafe" not in policy
    for kind in ("style", "script"):
        (content,) = re.findall(f"<{kind}>(.*?)</{kind}>", data, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{digest}'" in policy
    assert data.index("Content-Security-Policy") < data.index("<style>")
    bare = re.sub("base64,[A-Za-z0-9+/=]+", "", data)
    assert re.findall(r"\w+://[^\"' ]+", bare) == ["http://www.w3.org/2000/svg"]
    assert set(re.findall(r"url\(.{5}", bare)) == {"url(data:"}
    assert not re.search(r'@import|style="|<link|<img| on[a-z]+=', bare)


@pytest.mark.parametrize("dark", [None, True, False])
def test_light_dark_or_as_the_reader_likes_and_paper_is_white(dark):
    g = Genealogy.build("x", [Person("a", "Ann")])
    data = html(g, layout(g), dark=dark).decode()
    assert data.count(f"--page:{LIGHT.page}") == 1
    assert data.count(f"--page:{DARK.page}") == (0 if dark is False else 1)
    assert ("prefers-color-scheme" in data) == (dark is None)
    if dark is not False:
        assert data.index(LIGHT.text) < data.index("@media screen") < data.index(DARK.text)


def test_hostile_names_stay_text():
    rows = [Person(HOSTILE, HOSTILE, sex="m"), Person("b", "B", father=HOSTILE)]
    g = Genealogy.build(HOSTILE, rows)
    page = page_of(g, ego="b", tags={"b": HOSTILE}, title=HOSTILE)
    assert {tag for tag, _ in page.tags} & {"img", "iframe", "b"} == set()
    assert sum(tag == "script" for tag, _ in page.tags) == 1
    assert "<img src=x onerror=alert(1)>" in page.text["h1"][0]
    assert "\x00" not in page.text["h1"][0] and "\u202e" not in page.text["a"][0]


def test_deep_lines_are_nested_only_so_far():
    rows = [Person("0", "A")] + [Person(str(k), "A", father=str(k - 1)) for k in range(1, 300)]
    page = page_of(Genealogy.build("deep", rows))
    assert len(page.text["a"]) == 300
    assert sum(tag == "ul" for tag, _ in page.tags) == 102


def test_nobody_drawn_is_a_page_too():
    g = Genealogy.build("x", [Person("a", "Ann")])
    page = Page(html(g, layout(g, people=[])))
    assert "0 of 1 people" in page.text["p"] and "a" not in page.text
