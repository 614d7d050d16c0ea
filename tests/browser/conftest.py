"""A running app, and a browser that fails the test when something goes wrong behind the page."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from urllib.error import URLError
from urllib.parse import urlsplit

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROBES = ("/_stcore/health", "/_stcore/host-config")
LOOPBACK = {"127.0.0.1", "localhost", "::1"}


def _free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _healthy(url, process, seconds=30):
    """Whether the server answers; False when it ended by itself (its port was taken)."""
    until = time.monotonic() + seconds
    while time.monotonic() < until and process.poll() is None:
        try:
            with urllib.request.urlopen(f"{url}/_stcore/health", timeout=2) as answer:
                return answer.status == 200
        except (URLError, OSError):
            time.sleep(0.1)
    return False


@pytest.fixture(scope="session")
def serve(tmp_path_factory):
    """Start the app on a free port: serve(home) -> its address. A new home means cold and empty."""
    processes = []

    def start(home=None, **environment):
        folder = tmp_path_factory.mktemp("server")
        log = folder / "log.txt"
        env = {**os.environ, "KINLIB_HOME": str(home or folder / "home"), **environment}
        command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.headless=true"]
        for _ in range(3):
            port = _free_port()
            with log.open("ab") as out:
                process = subprocess.Popen(
                    [*command, f"--server.port={port}"],
                    cwd=ROOT,
                    env=env,
                    stdin=subprocess.DEVNULL,
                    stdout=out,
                    stderr=subprocess.STDOUT,
                )
            processes.append(process)
            url = f"http://127.0.0.1:{port}"
            if _healthy(url, process):
                return url
        pytest.fail(f"the app did not start:\n{log.read_text(errors='replace')}")

    try:
        yield start
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


@pytest.fixture(scope="session")
def server(serve):
    """One app for all tests of this worker, with the shipped data and no imports."""
    return serve()


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args):
    return {**browser_context_args, "locale": "en-GB", "viewport": {"width": 1400, "height": 900}}


@pytest.fixture
def problems():
    """What went wrong behind the pages so far; a test that provokes an error may clear it."""
    return []


@pytest.fixture
def new_context(new_context, problems):
    """Browser contexts that report script errors, console errors and requests to elsewhere."""

    def stay(url):
        parts = urlsplit(url)
        if parts.scheme in {"http", "https", "ws", "wss"} and parts.hostname not in LOOPBACK:
            problems.append(f"request to {url}")

    def heard(message):
        # On a deep link Streamlit's client asks for its server below the page's own path too, and
        # the browser reports that 404; the app cannot prevent it.
        probe = urlsplit(message.location["url"]).path.endswith(PROBES)
        if message.type == "error" and not (probe and "404" in message.text):
            problems.append(f"console: {message.text}")

    def watched(**options):
        context = new_context(**options)
        context.on("request", lambda request: stay(request.url))
        context.on("console", heard)
        context.on("weberror", lambda error: problems.append(f"script: {error.error}"))
        context.on("page", lambda page: page.on("websocket", lambda ws: stay(ws.url)))
        return context

    yield watched
    assert not problems, "\n".join(problems)


@pytest.fixture
def visit(page, server):
    """Open a page of the app and wait until it stands: visit("failures?run=x") -> the page."""

    def go(path="", base=server):
        page.goto(f"{base}/{path.lstrip('/')}")
        page.locator("[data-testid=stMain] h1, [data-testid=stException]").first.wait_for()
        page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for()
        failed = page.locator("[data-testid=stException]")
        assert failed.count() == 0, failed.first.inner_text()
        return page

    return go
