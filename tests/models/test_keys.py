"""Keys as people type them: with spaces about them, or very short."""

import time
from types import SimpleNamespace

import pytest

from kinlib.models.failures import explain
from kinlib.models.keys import credentials
from kinlib.models.redaction import redact, remove_keys


def found(api_key=None, given=None, missing=("ACME_API_KEY",)):
    litellm = SimpleNamespace(
        validate_environment=lambda model: {"missing_keys": list(missing)},
        get_llm_provider=lambda model: (model, "acme"),
    )
    return credentials(litellm, "acme/m", api_key, None, given or {})


def test_white_space_about_typed_and_given_keys_is_dropped():
    assert found(" sk-12345678\n").arguments["api_key"] == "sk-12345678"
    given = found(given={"ACME_API_KEY": "sk-12345678\n"})
    assert given.arguments["api_key"] == "sk-12345678"
    assert "sk-12345678" in given.secrets
    assert found("  ").missing == ("ACME_API_KEY",)
    assert found(given={"ACME_API_KEY": " "}).missing == ("ACME_API_KEY",)


def test_white_space_about_the_key_of_the_environment_is_dropped(monkeypatch):
    monkeypatch.setenv("ACME_API_KEY", "sk-12345678\n")
    assert found(missing=()).arguments["api_key"] == "sk-12345678"
    monkeypatch.setenv("ACME_API_KEY", " ")
    assert found(missing=()).missing == ("ACME_API_KEY",)
    monkeypatch.setenv("ACME_API_KEY", "sk-12345678")
    assert "api_key" not in found(missing=()).arguments


def test_a_short_typed_key_is_removed_and_a_shorter_one_is_not():
    short = found("abcde")
    assert "abcde" not in redact("the key abcde is wrong", short.secrets)
    assert "abcde" not in remove_keys("you sent abcde", short.exact)
    assert found("abc").secrets == ()


@pytest.mark.parametrize("page", ["<html>" + "x" * 3_000_000, "sk-" * 1_000_000])
def test_a_page_instead_of_an_error_is_told_in_a_sentence_at_once(page):
    began = time.perf_counter()
    failure = explain(
        ValueError(page), model="m", timeout=1, key_names=(), clean=lambda text: redact(text)
    )
    assert len(failure.sentence) < 400
    assert time.perf_counter() - began < 1
