"""Fixtures for every test: state of its own, the folder beside the repository, the browser."""

import os
import shutil
import sys
from pathlib import Path

import hypothesis
import pytest

# How long an example takes says how busy the machine is, not whether the code is right.
hypothesis.settings.register_profile(
    "kinlib", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("kinlib")

ROOT = Path(__file__).resolve().parents[1]
REQUIRE_BROWSER = os.environ.get("KINLIB_REQUIRE_BROWSER") == "1"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """An empty KINLIB_HOME, so that no test reads or writes anyone's data."""
    folder = tmp_path / "home"
    monkeypatch.setenv("KINLIB_HOME", str(folder))
    monkeypatch.delenv("KINLIB_DATA", raising=False)
    yield folder
    if streamlit := sys.modules.get("streamlit"):
        # Cached stores belong to the home of the test that opened them.
        streamlit.cache_data.clear()
        streamlit.cache_resource.clear()


@pytest.fixture(scope="session")
def shared():
    """The folder beside the repository that holds the papers and the published results."""
    folder = ROOT.parent / "shared"
    if not folder.is_dir():
        pytest.skip(f"no published results here: {folder} is missing")
    return folder


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args, playwright):
    """Chromium as installed on this machine; without one the test is skipped (CI: fails)."""
    found = next(filter(None, map(shutil.which, BROWSERS)), playwright.chromium.executable_path)
    if not Path(found).exists():
        pytest.skip("no browser: install chromium, or run `playwright install chromium`")
    quiet = ["background-networking", "component-update", "sync", "gpu", "quic"]
    args = ["--no-sandbox", "--no-first-run", *(f"--disable-{what}" for what in quiet)]
    return {**browser_type_launch_args, "executable_path": found, "args": args}


def pytest_collection_modifyitems(items):
    """Everything in tests/browser opens the app in Chromium, so it carries the mark."""
    for item in items:
        if "browser" in item.path.relative_to(ROOT).parts:
            item.add_marker("browser")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Where a browser is required, a skipped browser test is a failed one."""
    report = yield
    skipped = report.skipped and not hasattr(report, "wasxfail")
    if REQUIRE_BROWSER and skipped and item.get_closest_marker("browser"):
        report.outcome = "failed"
        report.longrepr = f"a browser test was skipped: {call.excinfo.value}"
    return report
