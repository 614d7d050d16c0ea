"""What a person sees: every page, links that open the same thing again, clicks and a prompt."""

import json
import re
import urllib.request
from pathlib import Path

import pytest

from kinlib.results import imports, journal

TITLES = {
    "": "How do language models handle kinship?",
    "genealogies": "Genealogies",
    "questions": "Questions",
    "results": "Results",
    "failures": "Failures",
    "terms": "Terms",
    "scripts": "Scripts",
    "prompt": "Prompt",
    "data": "Data",
}
MENU = ["Start", *(title for path, title in TITLES.items() if path)]


@pytest.fixture(scope="session")
def release_server(serve, shared, tmp_path_factory):
    home = tmp_path_factory.mktemp("release")
    for report in imports.import_paths([shared / "kinshipqa-release"], home / "imports"):
        assert report.note is None
    return serve(home)


def menu(page) -> list[str]:
    links = page.get_by_test_id("stTopNavLink")
    links.first.wait_for()
    return [re.sub(r"^\w+\n", "", text).strip() for text in links.all_inner_texts()]


def settled(page) -> None:
    page.wait_for_timeout(300)
    page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for()


@pytest.mark.parametrize("path", TITLES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_opens_with_its_menu_and_nothing_goes_wrong(path, scheme, visit, page):
    page.emulate_media(color_scheme=scheme)
    visit(path)
    assert page.locator("h1").first.inner_text() == TITLES[path]
    assert menu(page) == MENU


def test_five_tabs_at_once_on_a_cold_server_show_the_real_menu(serve, new_context):
    url = serve()
    context = new_context()
    paths = [path for path in TITLES if path]
    tabs = [context.new_page() for _ in paths]
    for tab, path in zip(tabs, paths, strict=True):
        # Not waited for: all five are on their way before the first has answered.
        tab.evaluate("url => { location.href = url }", f"{url}/{path}")
    for tab, path in zip(tabs, paths, strict=True):
        tab.locator("[data-testid=stMain] h1").first.wait_for()
        assert tab.locator("h1").first.inner_text() == TITLES[path]
        assert menu(tab) == MENU
        assert tab.title() == "Kinship workbench"
        assert tab.get_by_role("dialog").count() == 0


def tree_ready(page) -> int:
    page.wait_for_function("() => globalThis.__kinTree && globalThis.__kinTree.people.size > 0")
    return page.evaluate("() => globalThis.__kinTree.people.size")


def place(page, person: str) -> tuple[float, float]:
    """Where a person stands in the window."""
    box = page.locator(".kin-canvas").bounding_box()
    at = page.evaluate(
        "id => { const n = globalThis.__kinTree.network; return n.canvasToDOM(n.getPosition(id)) }",
        person,
    )
    return box["x"] + at["x"], box["y"] + at["y"]


def test_each_released_family_is_drawn_with_exactly_57_people(release_server, visit, page):
    visit("genealogies", release_server)
    for system in ("crow", "dravidian", "eskimo", "hawaiian", "iroquois", "omaha", "sudanese"):
        # The list is long and drawn in part: a person types what they look for.
        page.get_by_role("combobox", name="Family").fill(f"ontologies/{system}")
        page.get_by_role("option", name=f"ontologies/{system} (57").click()
        page.wait_for_function(
            "() => globalThis.__kinTree?.people.size === 57 && "
            "[...globalThis.__kinTree.people.keys()].every(id => id.startsWith('person_'))"
        )
        settled(page)
        nodes = page.evaluate(
            "() => globalThis.__kinTree.network.body.data.nodes.get()"
            ".filter(node => node.kind === 'person').map(node => node.id)"
        )
        assert len(nodes) == len(set(nodes)) == 57


def test_a_click_shows_the_person_and_keeps_the_view_and_the_link_shows_them_again(
    visit, page, new_context, server
):
    visit("genealogies")
    assert tree_ready(page) == 72
    page.get_by_label("Zoom in").click()
    page.wait_for_timeout(600)
    view = (
        "() => { const n = globalThis.__kinTree.network;"
        " return [n.getScale(), n.getViewPosition()] }"
    )
    before = page.evaluate(view)
    page.mouse.click(*place(page, "emma_wedgwood"))
    page.get_by_role("heading", name="Emma Wedgwood").wait_for()
    settled(page)
    assert page.evaluate(view) == before
    assert "person=emma_wedgwood" in page.url
    again = new_context().new_page()
    again.goto(page.url)
    again.get_by_role("heading", name="Emma Wedgwood").wait_for()


def test_a_double_click_draws_the_family_around_that_person(visit, page):
    visit("genealogies")
    tree_ready(page)
    page.get_by_role("button", name="Fit").click()
    page.wait_for_timeout(600)
    page.mouse.dblclick(*place(page, "nora_darwin"))
    page.get_by_role("heading", name="Nora Darwin").wait_for()
    page.wait_for_function("() => globalThis.__kinTree?.people.size < 72")
    assert page.evaluate("() => globalThis.__kinTree.people.has('charles_darwin')")
    assert "focus=nora_darwin" in page.url


def test_a_row_opens_in_full_and_its_link_opens_the_same_row_in_a_fresh_browser(
    release_server, visit, page, new_context
):
    visit("failures?benchmark=clutrr&verdict=wrong&hops=2", release_server)
    table = page.get_by_test_id("stDataFrame").first
    table.wait_for()
    settled(page)
    table.click(position={"x": 15, "y": 35 + 17})
    page.get_by_text("Reply, as received").wait_for()
    page.wait_for_url(re.compile("reply="))
    first = page.locator("pre.kin-raw").first.inner_text()
    page.get_by_role("button", name="Next", exact=True).click()
    page.get_by_text(re.compile(r"^2 of \d+$")).wait_for()
    settled(page)
    link = page.url
    second = page.locator("pre.kin-raw").all_inner_texts()
    assert second[0] != first
    fresh = new_context().new_page()
    fresh.goto(link)
    fresh.get_by_text(re.compile(r"^2 of \d+$")).wait_for()
    fresh.locator("pre.kin-raw").nth(len(second) - 1).wait_for()
    assert fresh.locator("pre.kin-raw").all_inner_texts() == second


HOSTILE = (
    "\n\n# not a heading <img src=x onerror=\"document.title='stolen'\"> **not bold** "
    "[link](http://evil.example) $x^2$ :material/home: <script>document.title='stolen'</script>"
)


def test_a_reply_is_shown_as_text_whatever_it_holds(serve, visit, page, tmp_path):
    header = {
        "run_id": "run-1", "benchmark": "kinshipqa", "dataset_id": None, "model": "<b>m</b>",
        "source": "measured", "parameters": {},
    }  # fmt: skip
    path = journal.start(tmp_path / "journals", header)
    reply = {
        "kind": "response", "run_id": "run-1", "dataset_id": None, "item_id": None, "repeat": 1,
        "position": 1, "outcome": "answered", "text": HOSTILE, "prompt": HOSTILE,
    }  # fmt: skip
    journal.append(path, reply)
    url = serve(tmp_path, KINLIB_DATA=str(tmp_path / "nothing"))
    visit("failures?verdict=not+scored", url)
    table = page.get_by_test_id("stDataFrame").first
    table.wait_for()
    settled(page)
    table.click(position={"x": 15, "y": 35 + 17})
    page.locator("pre.kin-raw").first.wait_for()
    shown = page.locator("pre.kin-raw").first.inner_text()
    assert HOSTILE.strip() in shown
    assert shown.startswith("↵\n↵\n"), "leading line ends are marked, not dropped"
    assert page.title() == "Kinship workbench"
    assert page.locator("pre.kin-raw img, pre.kin-raw a, pre.kin-raw strong").count() == 0


def test_the_local_model_answers_a_typed_prompt_once(serve, visit, page, tmp_path):
    visit("prompt", serve(tmp_path))
    page.get_by_role("spinbutton", name="Max tokens").fill("24")
    page.get_by_role("textbox", name="Prompt").fill(
        "Who is my mother's mother? Answer in one word."
    )
    page.get_by_role("textbox", name="Prompt").press("Control+Enter")
    settled(page)
    page.get_by_role("button", name="Send").click()
    page.get_by_text(re.compile(r"\d tokens read")).wait_for(timeout=90_000)
    reply = page.locator("pre.kin-raw").first.inner_text()
    assert reply.strip()
    # Reruns and a new tab must not ask again.
    page.get_by_role("spinbutton", name="Max tokens").fill("25")
    page.get_by_role("spinbutton", name="Max tokens").press("Enter")
    settled(page)
    assert page.locator("pre.kin-raw").first.inner_text() == reply
    (file,) = (tmp_path / "journals").iterdir()
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert [line["kind"] for line in lines] == ["run", "response"]
    assert lines[0]["source"] == "ad hoc"
    assert lines[1]["text"].strip() == reply.strip()
    assert lines[1]["completion_tokens"] <= 24
    page.get_by_role("link", name="Open this reply").click()
    page.get_by_text("Reply, as received").wait_for()
    assert page.locator("pre.kin-raw").first.inner_text() == reply


def test_files_dropped_on_the_data_page_are_imported_with_a_report(serve, visit, page, tmp_path):
    item = {"question_id": "x_1", "question_text": "Who is A's father?", "ground_truth": "B"}
    file = Path(tmp_path, "mine.jsonl")
    file.write_text(json.dumps(item) + "\nbroken\n", encoding="utf-8")
    visit("data", serve(tmp_path / "home"))
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_role("button", name="Import 1 file").click()
    page.get_by_text("Refused rows").first.wait_for()
    report = next((tmp_path / "home" / "imports").glob("*/report.json"))
    told = json.loads(report.read_text(encoding="utf-8"))
    assert (told["read"], told["stored"], told["refused"]) == (2, 1, 1)
    assert told["problems"][0]["line"] == 2


def test_only_this_machine_is_listened_to(server):
    with urllib.request.urlopen(f"{server}/_stcore/health") as answer:
        assert answer.status == 200
    port = int(server.rsplit(":", 1)[1])
    listening = [
        line.split()[1]
        for table in ("tcp", "tcp6")
        for line in Path(f"/proc/net/{table}").read_text().splitlines()[1:]
        if line.split()[3] == "0A" and line.split()[1].endswith(f":{port:04X}")
    ]
    assert listening == [f"0100007F:{port:04X}"]
