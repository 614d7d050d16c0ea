"""What a run may take, told before it starts: tokens, and money by litellm's list of prices.

Neither a tokenizer nor litellm is loaded for it: counting tokens exactly would cost three seconds
and be right for a few families of models only. What an estimate rests on is said beside it.
"""

import functools
import importlib.util
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kinlib.models import controls, local

BYTES_A_TOKEN = 3.0
"""Of UTF-8. English takes 4 to 5 bytes a token, Indian and Korean letters 2 to 6, so this is
rather too many tokens than too few."""

FRAME = 100
"""Tokens around a prompt, at most: what chat templates put there."""

ENOUGH = 10
"""Replies whose counted prompts are a better guide than the rule of thumb."""

_PRICES = "model_prices_and_context_window_backup.json"


def prompt_tokens(size: int, seen: tuple[int, int, int] = (0, 0, 0)) -> tuple[int, str]:
    """Tokens of prompts of so many bytes in all, and what the number rests on.

    Args:
        size: bytes of UTF-8.
        seen: replies of the same run, the bytes of their prompts and the tokens counted for them.
    """
    replies, read, counted = seen
    if replies >= ENOUGH and read and counted:
        return round(size * counted / read), f"as counted in {replies:,} replies of this run"
    return round(size / BYTES_A_TOKEN), f"a token for every {BYTES_A_TOKEN:g} bytes"


def cost(model: str, read: int, written: int) -> float | None:
    """US dollars for so many tokens read and written; None where no price is listed."""
    if is_free(model):
        return 0.0
    prices = _prices(model)
    return None if prices is None else read * prices[0] + written * prices[1]


def most(model: str, prompt: str, longest: int) -> tuple[int, float]:
    """The tokens and US dollars that one request can take; 0.0 dollars where no price is listed.

    No tokenizer makes more than a token of a byte. That is three times what is usual, and right for
    a limit that must hold.

    Args:
        model: litellm's name.
        prompt: the text sent.
        longest: tokens of the longest reply.
    """
    read = len(prompt.encode("utf-8", "replace")) + FRAME
    return read + longest, cost(model, read, longest) or 0.0


def is_free(model: str) -> bool:
    """Whether a model runs here, so that a call costs nothing but time."""
    return model == local.MODEL or controls.is_control(model)


@functools.lru_cache(maxsize=64)
def _prices(model: str) -> tuple[float, float] | None:
    """Dollars for a token read and one written."""
    entry = _entry(model)
    read, written = entry.get("input_cost_per_token"), entry.get("output_cost_per_token")
    if not isinstance(read, int | float) or not isinstance(written, int | float):
        return None
    return float(read), float(written)


def _entry(model: str) -> Mapping[str, Any]:
    spec = importlib.util.find_spec("litellm")
    folder = next(iter(spec.submodule_search_locations or ()), None) if spec else None
    if folder is None:
        return {}
    try:
        listed = json.loads((Path(folder) / _PRICES).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    provider, _, name = model.partition("/")
    entry = listed.get(model)
    if entry is None and name and (listed.get(name) or {}).get("litellm_provider") == provider:
        entry = listed[name]
    return entry if isinstance(entry, dict) else {}
