"""The doors of the project: make, CI and Streamlit's settings do what README says."""

import os
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
CONFIG = tomllib.loads((ROOT / ".streamlit/config.toml").read_text(encoding="utf-8"))
MODES = ["light", "dark"]

needs_make = pytest.mark.skipif(not shutil.which("make"), reason="make is not installed")


def make(*arguments, cwd=ROOT):
    return subprocess.run(["make", *arguments], cwd=cwd, capture_output=True, text=True)


def luminance(colour):
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    """Contrast ratio of WCAG 2, 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def backgrounds(mode):
    theme = CONFIG["theme"][mode]
    colours = {theme["backgroundColor"], theme["secondaryBackgroundColor"]}
    return colours | {theme["sidebar"]["backgroundColor"]}


@needs_make
def test_make_alone_lists_the_targets():
    done = make()
    assert done.returncode == 0
    for target in ("app", "dev", "test", "lint", "lock"):
        assert f"make {target}\t" in done.stdout


@needs_make
def test_make_refuses_an_old_python_in_one_sentence(tmp_path):
    shutil.copy(ROOT / "Makefile", tmp_path)
    for lock in ("requirements.txt", "requirements-model.txt"):
        (tmp_path / lock).touch()
    old = tmp_path / "python3.9"
    old.write_text("#!/bin/sh\nexit 1\n")
    old.chmod(0o755)
    done = make("app", f"PYTHON={old}", cwd=tmp_path)
    assert done.returncode != 0
    assert "Python 3.11 or newer" in done.stderr
    assert not (tmp_path / ".venv").exists()


@needs_make
def test_a_changed_lock_is_installed_and_an_unchanged_one_is_not(tmp_path):
    shutil.copy(ROOT / "Makefile", tmp_path)
    (tmp_path / ".venv/bin").mkdir(parents=True)
    (tmp_path / ".venv/bin/python").touch()
    for name in ("requirements.txt", "requirements-dev.txt", "requirements-model.txt"):
        (tmp_path / name).touch()
    stamps = [tmp_path / ".venv" / f"{name}.stamp" for name in ("app", "dev", "model")]
    for stamp in stamps:
        stamp.touch()
        os.utime(stamp, (2_000_000_000, 2_000_000_000))
    assert "pip install" not in make("-n", "app", cwd=tmp_path).stdout
    assert "pip install" not in make("-n", "test", cwd=tmp_path).stdout
    os.utime(tmp_path / "requirements.txt", (2_000_000_001, 2_000_000_001))
    done = make("-n", "app", cwd=tmp_path)
    assert "--require-hashes -r requirements.txt" in done.stdout
    assert "requirements-model.txt" not in done.stdout


def test_ci_can_run_and_requires_the_browser():
    script = ROOT / ".ci/run"
    text = script.read_text(encoding="utf-8")
    assert os.name == "nt" or os.access(script, os.X_OK)
    assert "KINLIB_REQUIRE_BROWSER=1" in text
    assert "noto" not in "".join(line for line in text.splitlines() if not line.startswith("#"))


def test_ci_fails_on_a_skipped_browser_test(pytester, monkeypatch):
    monkeypatch.setenv("KINLIB_REQUIRE_BROWSER", "1")
    pytester.makeconftest((ROOT / "tests/conftest.py").read_text(encoding="utf-8"))
    pytester.makeini("[pytest]\nmarkers = browser")
    pytester.makepyfile(
        "import pytest\n"
        "@pytest.mark.browser\ndef test_a(): pytest.skip('no browser')\n"
        "def test_b(): pytest.skip('any other reason')\n"
    )
    result = pytester.runpytest_subprocess("-p", "no:cacheprovider")
    result.assert_outcomes(failed=1, skipped=1)


def test_only_this_machine_reaches_the_app():
    assert CONFIG["server"]["address"] == "127.0.0.1"
    assert CONFIG["server"]["showEmailPrompt"] is False
    assert CONFIG["server"].get("enableXsrfProtection", True)
    assert CONFIG["server"].get("enableCORS", True)
    assert CONFIG["browser"]["gatherUsageStats"] is False


def test_streamlit_knows_every_setting():
    from streamlit import config

    known = config.get_config_options()

    def walk(table, name):
        for key, value in table.items():
            if isinstance(value, dict):
                yield from walk(value, f"{name}.{key}")
            else:
                yield f"{name}.{key}"

    settings = [name for section, table in CONFIG.items() for name in walk(table, section)]
    assert not [name for name in settings if name not in known]


@pytest.mark.parametrize("mode", MODES)
def test_text_has_enough_contrast(mode):
    theme = CONFIG["theme"][mode]
    for background in backgrounds(mode):
        assert contrast(theme["textColor"], background) >= 7
        assert contrast(theme["linkColor"], background) >= 4.5
        # Parts of widgets; WCAG asks 3 of them.
        assert contrast(theme["primaryColor"], background) >= 3
    assert contrast(theme["codeTextColor"], theme["codeBackgroundColor"]) >= 7
    # A primary button has white text.
    assert contrast(theme["primaryColor"], "#FFFFFF") >= 4.5


def test_the_chart_colours_differ_only_where_the_background_swallows_one():
    light = CONFIG["theme"]["chartCategoricalColors"]
    dark = CONFIG["theme"]["dark"]["chartCategoricalColors"]
    assert len(set(light)) == 8
    assert light[:-1] == dark[:-1]
    assert contrast(light[-1], CONFIG["theme"]["light"]["backgroundColor"]) > 10
    assert contrast(dark[-1], CONFIG["theme"]["dark"]["backgroundColor"]) > 10
