"""The Questions page as a person uses it: a row clicked, a proof seen on its tree, a set built."""

import json
import re

import pytest

from kinlib.exchange.names import shipped_names
from kinlib.reasoning.dataset import Recipe, build, files, manifest
from kinlib.reasoning.making import Manner
from kinlib.results import imports
from kinlib.results.rows import identifier


def settled(page):
    page.wait_for_timeout(300)
    page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for()


@pytest.fixture(scope="module")
def small(serve, tmp_path_factory):
    """An app with a set of 60 Crow items; its address, the set's id and the items."""
    made = build(
        Recipe("full", ("Crow",), 1, Manner("siblings"), 3, 60, 1), shipped_names()["english"]
    )
    home = tmp_path_factory.mktemp("questions")
    imports.keep_dataset(dict(files(made, manifest(made))), "small", home / "imports")
    return serve(home), identifier("dataset", "kinshipqa", "small"), list(made.items)


# The colour of the drawing at points of the tree, as the eye gets it.
SEEN = """
(points) => {
  const { network } = globalThis.__kinTree;
  const { canvas } = network.canvas.frame;
  const ratio = canvas.width / canvas.clientWidth;
  return points.map(([x, y]) => {
    const at = network.canvasToDOM({ x, y });
    const ctx = canvas.getContext("2d");
    return [...ctx.getImageData(Math.round(at.x * ratio), Math.round(at.y * ratio), 1, 1).data];
  });
}
"""
RINGED = """
() => [...globalThis.__kinTree.people.values()].filter((node) => node.ring)
  .map(({ id, x, y, boxWidth }) => ({ id, left: [x - boxWidth / 2 - 4, y - 10] }))
"""
STEPS = """
() => globalThis.__kinTree.proof.map(({ edge, parts }) => {
  const [x1, y1] = parts[0].points[0], [x2, y2] = parts[0].points.at(-1);
  return { from: edge.from, word: edge.word, to: edge.to, middle: [(x1 + x2) / 2, (y1 + y2) / 2] };
})
"""


def near(seen, colour) -> bool:
    wanted = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
    return all(abs(a - b) < 24 for a, b in zip(seen[:3], wanted, strict=True))


def test_a_row_opens_its_item_with_the_proof_on_the_tree_and_the_link_opens_it_again(
    small, visit, page, new_context
):
    url, dataset, items = small
    item = next(i for i in items if i.kind == "reverse" and i.n_hops == 3)
    name = item.target_names[0]
    page.set_viewport_size({"width": 1400, "height": 1600})
    page.emulate_media(color_scheme="light")
    visit(f"questions?set={dataset}&with_kind=reverse&with_hops=3&words={name}", url)
    table = page.get_by_test_id("stDataFrame").first
    table.wait_for()
    settled(page)
    table.click(position={"x": 15, "y": 35 + 17})
    page.get_by_text("The query behind the key").wait_for()
    page.wait_for_url(re.compile("item=crow_"))
    opened = next(i for i in items if i.question_id in page.url)
    proof_is_seen(page, opened, "#BA8100")
    fresh = new_context(color_scheme="dark").new_page()
    fresh.set_viewport_size({"width": 1400, "height": 1600})
    fresh.goto(page.url)
    proof_is_seen(fresh, opened, "#FFD34D")
    # A higher drawing is not zoomed into.
    fresh.get_by_text("The whole family").first.click()
    fresh.wait_for_function("() => globalThis.__kinTree.people.size > 30")
    settled(fresh)
    assert fresh.evaluate("globalThis.__kinTree.network.getScale()") <= 1.2


def proof_is_seen(page, item, gold):
    page.get_by_role("heading", name=item.question_text).wait_for()
    page.wait_for_function("() => globalThis.__kinTree?.proof?.length > 0")
    settled(page)
    steps = page.evaluate(STEPS)
    assert [(step["from"], step["word"], step["to"]) for step in steps] == list(item.proof)
    ringed = page.evaluate(RINGED)
    assert {ring["id"] for ring in ringed} == set(item.target_persons)
    # There is gold on the way from ego to the first dot, and at the left of each ring.
    points = [steps[0]["middle"], *(ring["left"] for ring in ringed)]
    assert all(near(seen, gold) for seen in page.evaluate(SEEN, points))


def test_a_set_is_built_saved_and_browsed(small, visit, page):
    visit("questions?show=Build+a+data+set", small[0])
    page.get_by_text("Full", exact=True).click()
    settled(page)
    page.get_by_role("spinbutton", name="Items a system").fill("5")
    page.get_by_text("Score the baselines").click()
    settled(page)
    page.get_by_role("button", name="Build", exact=True).click()
    page.get_by_text("What was built").wait_for()
    settled(page)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Items (JSONL)").click()
    lines = saved.value.path().read_text(encoding="utf-8").splitlines()
    assert len(lines) == 35
    first = json.loads(lines[0])
    assert list(first)[:3] == ["question_id", "question_text", "category"]
    assert page.get_by_text(first["canary"]).count() == 1
    page.get_by_role("button", name="Keep and browse").click()
    page.get_by_text("35 of 35 items.").wait_for()
    assert page.get_by_role("tab", name="Browse").get_attribute("aria-selected") == "true"
