"""A drawing saved as HTML or SVG, opened from disk as a reader would."""

import pytest

from kinlib.exchange.html import html
from kinlib.exchange.rdf import read_turtle
from kinlib.exchange.svg import svg
from kinlib.kinship.layout import layout
from kinlib.settings import ROOT


@pytest.fixture(scope="module")
def family():
    path = ROOT / "data" / "families" / "darwin_wedgwood.ttl"
    g = read_turtle(path.read_bytes(), "Darwin and Wedgwood")
    return g, layout(g)


@pytest.fixture
def opened(page, family, tmp_path):
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    path = tmp_path / "tree.html"
    path.write_bytes(html(*family, ego="charles_darwin"))
    page.goto(path.as_uri())
    yield page
    assert [url for url in asked if not url.startswith("data:")] == [path.as_uri()]


def view(page):
    return [float(n) for n in page.get_attribute(".canvas svg", "viewBox").split()]


def in_view(page, person):
    """Whether the person's box lies inside the canvas, and the canvas on the screen."""
    box = page.locator(f"#{person} .box").bounding_box()
    canvas = page.locator(".canvas").bounding_box()
    x, y, height = canvas["x"], canvas["y"], page.viewport_size["height"]
    return (
        x <= box["x"] <= x + canvas["width"] - box["width"]
        and max(y, 0) <= box["y"] <= min(y + canvas["height"], height) - box["height"]
    )


def test_search_centres_people_and_keys_and_mouse_move_the_view(opened, family):
    _, picture = family
    opened.fill("#search", "GALTÓN")
    assert opened.inner_text("output") == "1 of 3: Charles Galton Darwin"
    opened.press("#search", "Enter")
    assert opened.inner_text("output") == "2 of 3: Francis Galton"
    found = opened.locator(".person.found")
    assert found.get_attribute("id") == "p-francis_galton"
    assert in_view(opened, "p-francis_galton")
    opened.fill("#search", "nobody at all")
    assert opened.inner_text("output") == "nobody of this name" and found.count() == 0
    opened.focus(".canvas")
    opened.keyboard.press("0")
    whole = view(opened)
    assert whole[2:] == [picture.width + 48, picture.height + 48]
    opened.keyboard.press("+")
    assert view(opened)[2] == pytest.approx(whole[2] / 1.25, abs=0.1)
    opened.keyboard.press("ArrowDown")
    assert view(opened)[1] > whole[1] + 30
    before = view(opened)
    opened.mouse.move(600, 400)
    opened.mouse.down()
    opened.mouse.move(500, 400)
    opened.mouse.up()
    assert view(opened)[0] > before[0] + 50 and view(opened)[2] == before[2]
    opened.mouse.wheel(0, -200)
    assert view(opened)[2] < before[2]


def test_a_line_of_the_outline_leads_to_the_person(opened):
    opened.get_by_role("link", name="George Darwin").click()
    assert opened.locator(".person.found").get_attribute("id") == "p-george_darwin"
    assert in_view(opened, "p-george_darwin")
    assert opened.evaluate("[...document.fonts].every(font => font.status === 'loaded')")


def test_without_scripts_the_drawing_and_the_text_are_there(browser, family, tmp_path):
    path = tmp_path / "tree.html"
    path.write_bytes(html(*family))
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(path.as_uri())
    assert page.locator(".canvas svg").is_visible() and not page.locator(".tools").is_visible()
    assert page.locator(".outline").get_by_text("Nora Darwin").is_visible()
    context.close()


def test_an_svg_file_opens_with_its_own_fonts(page, family, tmp_path):
    path = tmp_path / "tree.svg"
    path.write_bytes(svg(*family, ego="charles_darwin"))
    page.goto(path.as_uri())
    loaded = page.evaluate("document.fonts.ready.then(f => [...f].map(one => one.status))")
    assert loaded and set(loaded) == {"loaded"}
    fits = page.evaluate(
        """() => [...document.querySelectorAll(".person")].every((person) => {
        const right = (e) => e.getBBox().x + e.getBBox().width;
        const edge = right(person.querySelector(".box"));
        return [...person.querySelectorAll("text")].every((text) => right(text) < edge - 2);
        })"""
    )
    assert fits, "no name runs over the edge of its box"
