"""Prompt page: which models are asked, with which keys and parameters."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import streamlit as st

from kinlib.models import controls, local, plan, presets
from kinlib.models.reply import Parameters
from kinlib.ui import address, call, links
from kinlib.ui.prompt_item import Chosen

MOST = 5
"""Models asked at once, so that their replies fit side by side."""

_FIELDS = ("temperature", "top_p", "max_tokens")


@dataclass(frozen=True)
class Models:
    """The models chosen, and the keys typed for this visit by provider; its repr shows no key."""

    names: tuple[str, ...]
    keys: Mapping[str, str] = field(repr=False)

    def key(self, model: str) -> str | None:
        """The key typed for a model."""
        return self.keys.get(call.provider(model))


def choose() -> Models:
    """The models to be asked, one to five of them."""
    chosen = st.multiselect(
        "Models",
        (*call.MODELS, *controls.NAMES),
        default=[call.LOCAL],
        max_selections=MOST,
        accept_new_options=True,
        key=links.MODEL,
        bind="query-params",
        persist_state="session",
        placeholder="Choose or type a model",
        help="Up to five at once. Any litellm name can be typed: provider/model. The local model "
        "needs no key and no network; controls answer benchmark items by a rule.",
    )
    names = tuple(dict.fromkeys(filter(None, (name.strip() for name in chosen))))[:MOST]
    if any(name.startswith(f"{local.PROVIDER}/") for name in names):
        if missing := local.available():
            st.warning(missing)
        elif waiting := local.queue_length():
            calls = "1 call is" if waiting == 1 else f"{waiting} calls are"
            st.caption(f"The local model answers one call at a time; {calls} before yours now.")
    return Models(names, call.api_keys(names, "prompt"))


def parameters(chosen: Chosen | None) -> Parameters:
    """How the models are to write: as the benchmark's paper asks, until somebody changes it.

    Args:
        chosen: the item; None: a free prompt, whose parameters stay as they are.
    """
    paper = None if chosen is None else presets.preset(chosen.benchmark).parameters
    if chosen and paper and address.changed("preset of", chosen.benchmark):
        _fill(paper)
    keep: dict[str, Any] = {"persist_state": "session"}
    for name, value in (("temperature", 0.0), ("top_p", 1.0), ("max_tokens", 256)):
        st.session_state.setdefault(name, value)
    one, two, three, four = st.columns(4)
    theirs = "provider’s"
    temperature = one.number_input(
        "Temperature", 0.0, 2.0, None, 0.1, key="temperature", placeholder=theirs, **keep
    )
    top_p = two.number_input(
        "Top-p", 0.01, 1.0, None, 0.05, key="top_p", placeholder=theirs, **keep
    )
    limit = three.number_input("Max tokens", 1, 32_768, step=64, key="max_tokens", **keep)
    seed = four.number_input("Seed", 0, 2**31 - 1, None, 1, key="seed", placeholder="none", **keep)
    made = Parameters(
        None if temperature is None else float(temperature),
        None if top_p is None else float(top_p),
        int(limit),
        None if seed is None else int(seed),
    )
    if chosen and paper:
        _compare(made, paper, str(chosen.row["item_id"]))
    return made


def _fill(paper: Parameters) -> None:
    for name in _FIELDS:
        st.session_state[name] = getattr(paper, name)


def _compare(made: Parameters, paper: Parameters, item_id: str) -> None:
    """Say whether these are the paper's parameters, and offer them and a run's seed."""
    same = all(getattr(made, name) == getattr(paper, name) for name in _FIELDS)
    seed = plan.seed_of(item_id, 1)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(f"{'The' if same else 'Not the'} paper’s parameters for this benchmark.")
        if not same:
            st.button("Fill in the paper’s", type="tertiary", on_click=_fill, args=(paper,))
        if made.seed != seed:
            st.button(
                "Use a run’s seed", type="tertiary", on_click=_seed, args=(seed,),
                help="The seed with which a run asks this item for the first time.",
            )  # fmt: skip


def _seed(seed: int) -> None:
    st.session_state["seed"] = seed
