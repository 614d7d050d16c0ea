"""The Prompt page as a person uses it: models side by side, one stopped, a link that reopens."""

import re
from urllib.parse import urlencode

import pytest

from kinlib.results.rows import identifier

TERMS = identifier("dataset", "terms", "Kin terms, 300 prompts")
ITEM = "father_mother__L3__BIRTHDAY__KO"
LONG = 120_000  # milliseconds: litellm loads, and the machine may be busy


@pytest.fixture(scope="module")
def capped(serve):
    """An app whose host allows twelve calls a visit."""
    return serve(KINLIB_MAX_CALLS="12/visit, 500/day")


def link(**query) -> str:
    return f"prompt?{urlencode({'dataset': TERMS, 'item': ITEM, **query}, doseq=True)}"


def settled(page):
    page.wait_for_timeout(400)
    page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for()


def test_ways_and_models_are_compared_and_a_link_opens_them_again(capped, visit, page, new_context):
    models = ["control/gold", "control/wrong-side"]
    visit(link(model=models, ways=["term given", "script asked for"]), capped)
    page.get_by_text("Left: 12 calls for this visit").wait_for()
    page.get_by_role("button", name="Send 6 calls").click()
    page.get_by_text("Evidence: control/gold · as it is").wait_for(timeout=LONG)
    settled(page)
    page.get_by_text("Left: 6 calls for this visit").wait_for()
    # The second row is the other control's: its grandmother is on the mother's side.
    page.get_by_test_id("stDataFrame").first.click(position={"x": 15, "y": 35 + 35 + 17})
    page.get_by_text("Evidence: control/wrong-side · as it is").wait_for()
    assert page.locator("mark", has_text="할머니").count() >= 1
    page.get_by_text("other inventory term; side error").wait_for()
    page.locator("[data-testid=stMultiSelect]").first.get_by_label("Clear all").click()
    page.get_by_text("Choose a model.").wait_for()
    settled(page)

    page.get_by_text("script asked for", exact=True).first.click()
    page.wait_for_url(re.compile("scaffold=script"))
    fresh = new_context().new_page()
    fresh.goto(page.url)
    fresh.get_by_role("textbox", name="Prompt").wait_for()
    settled(fresh)
    text = fresh.get_by_role("textbox", name="Prompt").input_value()
    assert text.endswith("Write in Hangul script.")


def test_one_of_two_replies_is_stopped_and_kept_as_far_as_it_came(capped, visit, page):
    visit(link(model=["local/smollm2-135m", "control/gold"]), capped)
    page.set_viewport_size({"width": 400, "height": 900})
    page.get_by_role("button", name="Send 2 calls").click()
    cards = page.locator("pre.kin-raw")
    page.get_by_text("1 of 2 ended").wait_for(timeout=LONG)
    page.wait_for_function("() => document.querySelector('pre.kin-raw')?.innerText.length > 20",
                           timeout=LONG)  # fmt: skip
    page.get_by_role("button", name="Stop", exact=True).first.click()
    page.get_by_text("cancelled", exact=True).first.wait_for(timeout=LONG)
    assert len(cards.first.inner_text()) > 10
    page.get_by_role("button", name="Send 2 calls").and_(page.locator(":enabled")).wait_for()
    width = page.evaluate("() => document.querySelector('[data-testid=stMain]').scrollWidth")
    assert width <= 400, "nothing is wider than a telephone"
