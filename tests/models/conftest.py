"""What the tests of this room share: the faulty server, and no key of the developer's own."""

import os
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from faulty_server import serving


@pytest.fixture(autouse=True)
def no_keys(monkeypatch):
    """No key from the environment reaches a test, nor an address that keys go to."""
    for name in list(os.environ):
        if name.endswith(("_API_KEY", "_API_BASE", "_BASE_URL", "_AUTH_TOKEN")):
            monkeypatch.delenv(name)


@pytest.fixture
def server():
    with serving() as faulty:
        yield faulty


def pytest_collection_modifyitems(items):
    """A narrow exception to `filterwarnings = error`: litellm silences this at its import, and
    pytest undoes that after every test."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            for rule in (
                "ignore:Accessing the 'model_:DeprecationWarning",
                "ignore:Pydantic serializer warnings:UserWarning",
            ):
                item.add_marker(pytest.mark.filterwarnings(rule))
