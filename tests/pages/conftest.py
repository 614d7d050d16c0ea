import logging
import shutil

import pytest
from streamlit.testing.v1 import AppTest

from kinlib import settings
from kinlib.models import gateway
from kinlib.results import imports
from kinlib.results.store import Store

PAGES = (
    "home",
    "genealogies",
    "questions",
    "results",
    "failures",
    "terms",
    "scripts",
    "prompt",
    "data",
)


@pytest.fixture
def open_page(caplog):
    """Open a page as a link does; no exception, no error box, nothing deprecated."""

    def opened(page: str, query: dict[str, str | list[str]] | None = None, **state) -> AppTest:
        app = AppTest.from_file(str(settings.ROOT / "app.py"), default_timeout=60).run()
        app.switch_page(f"pages/{page}.py")
        for key, value in (query or {}).items():
            app.query_params[key] = value
        for key, value in state.items():
            app.session_state[key] = value
        app.run()
        check(app)
        return app

    caplog.set_level(logging.WARNING)
    yield opened
    assert "will be removed" not in caplog.text
    assert "deprecated" not in caplog.text


@pytest.fixture(scope="session")
def shipped_database(tmp_path_factory):
    """A database with what ships taken in: making one takes a hundred times as long as opening."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KINLIB_HOME", str(tmp_path_factory.mktemp("shipped")))
        store = Store(settings.database())
        store.refresh()
        store.close()
        return settings.database()


@pytest.fixture(autouse=True)
def own_home(home, shipped_database):
    """Every page test has a home of its own, whose database is made already."""
    home.mkdir()
    shutil.copyfile(shipped_database, home / shipped_database.name)


@pytest.fixture(autouse=True)
def cold(monkeypatch):
    """No page test waits for litellm: its import takes seconds and no page needs it to be shown."""
    monkeypatch.setattr(gateway, "warm", lambda: None)


def check(app: AppTest) -> None:
    assert [element.value for element in app.exception] == []
    assert [element.value for element in app.error] == []


@pytest.fixture
def empty(monkeypatch, tmp_path):
    """Nothing ships and nothing is loaded."""
    monkeypatch.setenv("KINLIB_DATA", str(tmp_path / "nothing"))


@pytest.fixture(scope="session")
def release_home(shared, tmp_path_factory):
    home = tmp_path_factory.mktemp("release")
    for report in imports.import_paths([shared / "kinshipqa-release"], home / "imports"):
        assert report.note is None
    return home


@pytest.fixture
def release(release_home, home, monkeypatch):
    """The authors' release, imported; the tests that use it only read."""
    monkeypatch.setenv("KINLIB_HOME", str(release_home))
