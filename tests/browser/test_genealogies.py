"""The Genealogies page as a person uses it: clicks on any part of a box, a family made, files."""

import json
import xml.etree.ElementTree as xml

from kinlib.exchange.files import read_bytes
from kinlib.kinship.integrity import check

PEOPLE = "() => globalThis.__kinTree.people.size"


def settled(page):
    page.wait_for_timeout(300)
    page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for()


def corner(page, person, across, down):
    """A point of a person's box in the window; 0 and 0 are its centre, 1 and 1 its corner."""
    box = page.locator(".kin-canvas").bounding_box()
    at = page.evaluate(
        """([id, across, down]) => {
          const { network, people } = globalThis.__kinTree;
          const { x, y, boxWidth, boxHeight } = people.get(id);
          return network.canvasToDOM({ x: x + across * boxWidth / 2, y: y + down * boxHeight / 2 });
        }""",
        [person, across, down],
    )
    return box["x"] + at["x"], box["y"] + at["y"]


def in_view(page):
    """Some people whose whole boxes are seen."""
    return page.evaluate(
        """() => {
          const { network, people, root } = globalThis.__kinTree;
          const canvas = root.querySelector(".kin-canvas");
          return [...people.values()].filter(({ x, y, boxWidth }) => {
            const at = network.canvasToDOM({ x, y });
            return at.x > boxWidth && at.x < canvas.clientWidth - boxWidth
              && at.y > 60 && at.y < canvas.clientHeight - 40;
          }).map(({ id, name }) => [id, name]);
        }"""
    )


def test_a_person_is_chosen_anywhere_on_the_box_and_not_beside_it(visit, page):
    page.set_viewport_size({"width": 1400, "height": 1300})  # the whole drawing is on screen
    visit("genealogies")
    page.wait_for_function("() => globalThis.__kinTree?.people.size === 72")
    settled(page)
    people = in_view(page)
    assert len(people) > 4
    spots = [(0.8, 0.6), (-0.8, -0.6), (0.8, -0.6), (-0.8, 0.6)]
    for (person, name), (across, down) in zip(people, spots, strict=False):
        page.mouse.click(*corner(page, person, across, down))
        page.get_by_role("heading", name=name, exact=True).wait_for()
        settled(page)
        assert page.evaluate("() => globalThis.__kinTree.selected") == person
    page.mouse.click(*corner(page, person, 1.3, 0))  # between two columns
    page.get_by_role("heading", name="Nobody chosen").wait_for()


def test_a_tooltip_shows_facts_as_text(visit, page):
    page.set_viewport_size({"width": 1400, "height": 1300})  # the whole drawing is on screen
    visit("genealogies")
    page.wait_for_function("() => globalThis.__kinTree?.people.size === 72")
    settled(page)
    person, name = in_view(page)[0]
    page.mouse.move(*corner(page, person, 0.7, 0.5))
    tip = page.locator(".kin-tip")
    tip.wait_for(state="visible")
    assert tip.inner_text().splitlines()[0] == name
    page.mouse.move(*corner(page, person, 1.4, 0))
    tip.wait_for(state="hidden")


def test_a_family_is_generated_opened_and_saved(serve, visit, page, tmp_path):
    url = serve(tmp_path / "home")
    visit("genealogies", url)
    page.get_by_role("button", name="Generate").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("combobox", name="Kinship system").click()
    page.get_by_role("option", name="Crow").click()
    settled(page)
    dialog.get_by_role("button", name="Generate", exact=True).click()
    dialog.wait_for(state="hidden")
    page.wait_for_function("() => globalThis.__kinTree?.people.has('person_1')")
    settled(page)
    assert 60 <= page.evaluate(PEOPLE) <= 70
    assert "tree=" in page.url
    page.get_by_role("button", name="Export").click()
    files = {}
    for label, ending in (("GEDCOM", ".ged"), ("SVG", ".svg")):
        page.get_by_text(label, exact=True).click()
        settled(page)
        page.get_by_role("button", name="Make the file").click()
        with page.expect_download() as saved:
            page.get_by_role("button", name=f"Save {label}").click()
        assert saved.value.suggested_filename == f"Crow_seed_1{ending}"
        files[label] = saved.value.path().read_bytes()
    read = read_bytes(files["GEDCOM"], "crow.ged").genealogy
    assert len(read) == page.evaluate(PEOPLE)
    assert check(read) == ()
    drawing = xml.fromstring(files["SVG"])
    groups = drawing.findall(".//{http://www.w3.org/2000/svg}g[@class='person']")
    assert len(groups) == len(read)


def test_a_file_is_opened_and_says_what_was_skipped_and_who_may_live(serve, visit, page, tmp_path):
    url = serve(tmp_path / "home")
    visit("genealogies", url)
    page.get_by_role("button", name="Open a file").click()
    text = (
        "0 HEAD\n1 GEDC\n2 VERS 5.5.1\n1 CHAR UTF-8\n0 @I1@ INDI\n1 NAME Zaphod /Quux/\n1 SEX M\n"
        "1 BIRT\n2 DATE 1 MAY 1999\n2 PLAC Betelgeuse\n1 OCCU President\n0 TRLR\n"
    )
    # Its ending lies: what a file holds decides.
    file = {"name": "quux.ttl", "mimeType": "text/plain", "buffer": text.encode()}
    page.get_by_role("dialog").locator("input[type=file]").set_input_files(file)
    page.get_by_role("dialog").wait_for(state="hidden")
    page.wait_for_function("() => globalThis.__kinTree?.people.size === 1")
    settled(page)
    said = page.locator("[data-testid=stAlert]").inner_text()
    assert "1 of 1 people may be living" in said
    assert page.get_by_text("on what was mended or skipped").count() == 1
    page.get_by_role("button", name="Export").click()
    page.get_by_text("GEDCOM", exact=True).click()
    settled(page)
    page.get_by_role("button", name="Make the file").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save GEDCOM").click()
    written = saved.value.path().read_text(encoding="utf-8")
    assert "Living" in written
    assert "Quux" not in written
    assert json.dumps(written).count("1999") == 0
