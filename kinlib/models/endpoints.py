"""Several addresses that answer for one model, between which litellm's Router shares the calls.

An address that asks for fewer calls, or fails again and again, is left alone for a while. Asking
again stays with the gateway: the Router is told not to.
"""

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from kinlib.errors import KinError

COOL_DOWN = 5.0
"""Seconds an address is left alone that does not say for how long."""


@dataclass(frozen=True)
class Endpoint:
    """One address; its key is looked up by the name of an environment variable, never given.

    Attributes:
        base: where the model answers, such as https://host/v1.
        key_name: the variable; None: the address wants no key.
        model: litellm's name of the model there, where it differs.
    """

    base: str
    key_name: str | None = None
    model: str | None = None

    @property
    def key(self) -> str:
        """The key, as the environment has it now; empty: none."""
        return os.environ.get(self.key_name or "", "").strip()

    @property
    def shown(self) -> str:
        """Scheme and host: all that follows may hold a secret, and so may what stands before."""
        parts = urlsplit(self.base)
        return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"


@dataclass(frozen=True)
class Route:
    """A Router ready for calls, and the keys in use; its repr shows none.

    Attributes:
        router: has `completion` like litellm itself.
        secrets: values that must not be shown or stored.
        addresses: how many there are.
    """

    router: Any = field(repr=False)
    secrets: tuple[str, ...] = field(repr=False)
    addresses: int = 1


def parse(text: str) -> Endpoint:
    """An address as it is typed: `URL`, `URL KEY_VARIABLE` or `URL KEY_VARIABLE provider/model`.

    Raises:
        KinError: it is no address, or no variable of such a name is set.
    """
    base, *more = text.split()[:3] or ("",)
    parts = urlsplit(base)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise KinError("An endpoint begins with http:// or https://, then host and path.")
    found = Endpoint(base, *more)
    if found.model and "://" in found.model:
        raise KinError("The third word of an endpoint is the model's name there, no address.")
    if found.key_name and not os.environ.get(found.key_name, "").strip():
        # What stands there may be the key itself, typed by mistake: it is not repeated.
        raise KinError(
            f"The second word of the endpoint {found.shown} names no environment variable that is "
            "set; set one to the key and give its name."
        )
    return found


def share(litellm: Any, model: str, endpoints: Sequence[Endpoint]) -> Route:
    """A Router over the endpoints, which answers under the model's own name.

    Args:
        litellm: the imported module.
        model: litellm's name of the model, such as openai/llama-3.
        endpoints: one or more.
    """
    keys = [one.key for one in endpoints]
    hidden = [_password(one.base) for one in endpoints]
    router = litellm.Router(
        model_list=[
            {
                "model_name": model,
                "litellm_params": {
                    "model": one.model or model,
                    "api_base": one.base,
                    # Servers of one's own want no key, their clients do.
                    "api_key": key or "no-key",
                },
            }
            for one, key in zip(endpoints, keys, strict=True)
        ],
        num_retries=0,
        max_fallbacks=0,
        cooldown_time=COOL_DOWN,
    )
    return Route(router, tuple(secret for secret in (*keys, *hidden) if secret), len(endpoints))


def _password(base: str) -> str:
    return urlsplit(base).password or ""
