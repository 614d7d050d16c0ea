"""A run started, watched and deleted in a real browser, with a real control."""

import re

import pytest

from kinlib.models import datasets


@pytest.fixture(scope="module")
def selection():
    return datasets.load("selection").dataset_id


def test_a_run_ends_in_the_list_by_itself_and_is_deleted_after_a_click_on_its_name(
    serve, visit, page, tmp_path, selection
):
    visit(f"data?show=Start+a+run&dataset={selection}", serve(tmp_path))
    page.get_by_role("combobox", name="Model").click()
    page.get_by_role("option", name="control/gold").click()
    page.get_by_text("Picks the key").wait_for()
    page.get_by_text(re.compile("0 of 77")).wait_for()
    page.get_by_role("button", name="Start", exact=True).click()
    # Nothing is clicked: the page looks by itself until the run is over, then at the list again.
    page.get_by_role("button", name="Dismiss").wait_for(timeout=90_000)
    page.get_by_text("77 of 77 replies · finished").wait_for()
    assert "show=Runs" in page.url
    (journal,) = (tmp_path / "journals").glob("run-*.jsonl")
    visit(f"data?show=Runs&opened={journal.stem}", page.url.split("/data")[0])
    page.get_by_text("answered 77").wait_for()
    page.get_by_role("button", name="Delete", exact=True).click()
    dialog = page.get_by_role("dialog")
    sure = dialog.get_by_role("button", name="Delete it")
    sure.wait_for()
    assert sure.is_disabled()
    dialog.get_by_text(f"Yes, delete {journal.stem}").click()
    page.wait_for_function(
        "() => [...document.querySelectorAll('[role=dialog] button')]"
        ".some(one => one.innerText === 'Delete it' && !one.disabled)"
    )
    sure.click()
    page.get_by_text("The run was moved to").wait_for()
    assert page.get_by_role("dialog").count() == 0
    assert not journal.exists()
    assert (tmp_path / "removed" / journal.name).is_file()
    assert "opened=" not in page.url
