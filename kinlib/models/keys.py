"""Which key a model needs and where it is taken from; keys are handed on, never kept."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kinlib.models.redaction import environment_secrets

# Providers that take other credentials than one key find them in their own files too
# (AWS profiles, Google's default login), so that a missing variable proves nothing.
_ELSEWHERE = ("AWS_", "VERTEX", "GOOGLE_APPLICATION")

# What a secrets file also holds and nobody has to hide.
_PLAIN = ("_BASE", "_URL", "_VERSION", "_PROJECT", "_LOCATION", "_REGION", "_REGION_NAME")

_SHORTEST = 8  # characters of a key; a shorter one ("test") would be cut out of ordinary words

# What somebody typed as a key is one, however short, and they see when a word of a reply goes with
# it; below four characters it would be found in every other word and protect nothing.
_SHORTEST_TYPED = 4


@dataclass(frozen=True)
class Credentials:
    """What one call authenticates with; its repr shows no key.

    Attributes:
        arguments: for litellm.completion.
        secrets: values that must not appear in errors, besides those of the environment.
        exact: values that are also taken out of replies: these, and such of the environment as
            are too long to be a word of an answer.
        missing: environment variables of which one has to be set, nothing having been found.
        names: the variables this model's key may come from, for a sentence about it.
    """

    arguments: Mapping[str, str] = field(repr=False)
    secrets: tuple[str, ...] = field(repr=False)
    exact: tuple[str, ...] = field(repr=False)
    missing: tuple[str, ...]
    names: tuple[str, ...]


def credentials(
    litellm: Any,
    model: str,
    api_key: str | None,
    api_base: str | None,
    given: Mapping[str, str],
) -> Credentials:
    """The key for a model: as typed, else the environment's (litellm reads it), else as given.

    Args:
        litellm: the imported module.
        model: its name for litellm.
        api_key: typed by a person for this visit.
        api_base: address of the server, where it is not the provider's own.
        given: names and values from a secrets file; names are those of environment variables.
    """
    api_key = (api_key or "").strip()
    given = {name: value.strip() for name, value in given.items()}
    wanted = wanted_names(litellm, model)
    arguments = {"api_base": api_base} if api_base else {}
    if api_key:
        arguments["api_key"] = api_key
    for name in () if api_key else wanted:
        if given.get(name):
            arguments.setdefault(_argument(name), given[name])
    if "api_key" not in arguments and not wanted:
        arguments |= _stripped(litellm, model)
    names = tuple(name for name in wanted if _is_key(name))
    missing = names if "api_key" not in arguments else ()
    if missing and api_base:
        # Servers of one's own (LM Studio, vLLM, llama.cpp) want no key, their clients do.
        arguments["api_key"], missing = "no-key", ()
    hidden = [value for name, value in given.items() if not name.upper().endswith(_PLAIN)]
    typed = (api_key,) if len(api_key) >= _SHORTEST_TYPED else ()
    values = (*typed, *(value for value in hidden if len(value) >= _SHORTEST))
    return Credentials(
        arguments,
        secrets=values,
        exact=(*values, *environment_secrets(least=16)),
        missing=missing,
        names=names or known_names(litellm, model),
    )


def of_route(secrets: tuple[str, ...], given: Mapping[str, str]) -> Credentials:
    """Nothing to authenticate with, since the addresses bring their own keys; these stay hidden."""
    values = (*secrets, *(value.strip() for value in given.values() if len(value) >= _SHORTEST))
    return Credentials({}, values, (*values, *environment_secrets(least=16)), (), ())


def _stripped(litellm: Any, model: str) -> dict[str, str]:
    """The environment's key, where white space about it would make a header that nobody accepts."""
    for name in known_names(litellm, model):
        value = os.environ.get(name, "")
        if value.strip() not in ("", value):
            return {"api_key": value.strip()}
    return {}


def wanted_names(litellm: Any, model: str) -> tuple[str, ...]:
    """Environment variables the model wants and that are not set."""
    missing = tuple(litellm.validate_environment(model).get("missing_keys") or ())
    # A variable that holds white space alone is set, but holds no key.
    blank = (
        n for n in known_names(litellm, model) if n in os.environ and not os.environ[n].strip()
    )
    return missing or tuple(blank)


def known_names(litellm: Any, model: str) -> tuple[str, ...]:
    """The usual variable of a model's provider, when it is set already."""
    try:
        provider = litellm.get_llm_provider(model)[1]
    except Exception:  # litellm's way of saying that it does not know the model
        return ()
    return (f"{provider.upper()}_API_KEY",)


def _is_key(name: str) -> bool:
    return name.endswith(("_KEY", "_TOKEN")) and not name.startswith(_ELSEWHERE)


def _argument(name: str) -> str:
    """The argument of litellm for an environment variable's content."""
    if name.startswith("AWS_"):
        return name.lower()
    for ending in ("api_base", "api_version"):
        if name.lower().endswith(ending):
            return ending
    return "api_key"
