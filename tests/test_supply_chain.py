"""What gets installed is what was locked, and nothing runs by itself at start."""

import re
import site
import sys
from importlib.metadata import version
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

ROOT = Path(__file__).resolve().parents[1]
LOCKS = ["requirements.txt", "requirements-dev.txt", "requirements-model.txt"]
MALICIOUS = {Version("1.82.7"), Version("1.82.8")}
# setuptools' own; it ships with the virtual environments of Python 3.11.
KNOWN_PTH = {"distutils-precedence.pth"}


def entries(name):
    """The entries of a lock: requirement and its hashes."""
    text = (ROOT / name).read_text(encoding="utf-8").replace("\\\n", " ")
    for line in text.splitlines():
        line = line.split(" #")[0].strip()
        if line and not line.startswith("#"):
            head, *hashes = re.split(r"\s+--hash=", line)
            yield Requirement(head), [value.strip() for value in hashes]


def pins(name):
    """Package, marker -> pinned version."""
    return {(req.name, str(req.marker)): str(req.specifier) for req, _ in entries(name)}


def asked(name):
    """The requirements a person wrote."""
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    return [Requirement(line) for line in lines if line and line[0] not in "#-"]


@pytest.mark.parametrize("lock", LOCKS)
def test_every_package_is_pinned_and_hashed(lock):
    found = list(entries(lock))
    assert found
    for requirement, hashes in found:
        assert re.fullmatch(r"==[^,*]+", str(requirement.specifier)), requirement
        assert hashes, requirement
        assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", value) for value in hashes), requirement


@pytest.mark.parametrize("name", ["requirements.in", "requirements-dev.in"])
def test_every_range_has_both_ends(name):
    for requirement in asked(name):
        operators = {part.operator for part in requirement.specifier}
        assert {">=", "<"} <= operators, requirement


def test_the_locks_answer_what_was_asked():
    for name in ("requirements", "requirements-dev"):
        locked = {req.name: next(iter(req.specifier)) for req, _ in entries(f"{name}.txt")}
        for requirement in asked(f"{name}.in"):
            assert requirement.specifier.contains(locked[requirement.name].version), requirement


def test_tests_run_on_the_releases_the_app_is_locked_to():
    app, dev = pins("requirements.txt"), pins("requirements-dev.txt")
    assert {package: dev.get(package) for package in app} == app


def test_litellm_is_not_one_of_the_malicious_releases():
    locked = pins("requirements.txt")[("litellm", "None")].removeprefix("==")
    for found in (Version(locked), Version(version("litellm"))):
        assert found >= Version("1.83.0")
        assert found not in MALICIOUS


def test_the_installed_packages_are_the_locked_ones():
    for requirement, _ in entries("requirements.txt"):
        if requirement.marker is None or requirement.marker.evaluate():
            assert requirement.specifier.contains(version(requirement.name)), requirement


@pytest.mark.skipif(sys.prefix == sys.base_prefix, reason="not in a virtual environment")
def test_no_package_runs_code_at_start():
    # The malicious litellm ran from a .pth file, without being imported.
    found = {path.name for folder in site.getsitepackages() for path in Path(folder).glob("*.pth")}
    assert found <= KNOWN_PTH
