"""The form that starts a run: what is asked, of whom, how; then the plan."""

from dataclasses import dataclass

import pandas as pd
import streamlit as st

from kinlib import settings
from kinlib.errors import KinError
from kinlib.models import controls, datasets, gateway, plan, presets
from kinlib.models.datasets import DataSet
from kinlib.models.plan import Plan
from kinlib.models.presets import Preset
from kinlib.reasoning.protocols import PROTOCOLS, Protocol
from kinlib.results import queries
from kinlib.results.store import Store
from kinlib.ui import address, call, control_words, links, runs_plan
from kinlib.ui.text import plain

_SLOT = "run"


@dataclass(frozen=True)
class Wish:
    """What the form holds, besides the data set: all that tells one plan from another."""

    model: str
    preset: str
    protocol: Protocol | None
    rule: bool
    repeats: int
    limit: int | None
    fresh: bool


def show(store: Store) -> None:
    """Form, plan and Start."""
    gateway.warm()
    with st.container(horizontal=True):
        chosen = _data_set(store)
        if chosen is None:
            return
        model = _model()
    _say_control(model, chosen)
    wish = _wish(chosen, model)
    allowed = runs_plan.allowed(wish.model, _SLOT)
    if not wish.model:
        st.info("Choose a model, or type the name of one.")
        return
    try:
        made = _plan(chosen, wish)
    except KinError as error:
        st.warning(plain(str(error)))
        return
    st.subheader("Plan")
    _what(made)
    runs_plan.start(made, allowed, _SLOT, "Go on" if made.answered else "Start")


def _data_set(store: Store) -> DataSet | None:
    frame = queries.datasets(store)
    frame = frame[frame["items"] > 0].set_index("dataset_id")
    if frame.empty:
        st.info("There is no data set to run. Take files in on the first tab.")
        return None
    counts = {str(one): int(number) for one, number in frame["items"].items()}
    named = {str(one): str(name) for one, name in frame["name"].items()}
    ids = sorted(counts, key=lambda one: one != datasets.REASONING)
    chosen = str(
        address.select(
            "Benchmark", ids, key=links.DATASET,
            format_func=lambda one: f"{named[one]} ({counts[one]:,} items)", width=440,
        )
    )  # fmt: skip
    try:
        # An item never changes under its id, so their number tells one state from another.
        stamp = counts[chosen], str(settings.shipped()), str(settings.home())
        return _load(chosen, stamp)
    except KinError as error:
        st.warning(plain(str(error)))
        return None


@st.cache_resource(show_spinner="Reading the items", max_entries=4)
def _load(dataset_id: str, stamp: tuple[int, str, str]) -> DataSet:
    return datasets.load(dataset_id)


def _model() -> str:
    chosen = st.selectbox(
        "Model", (*call.MODELS, *controls.NAMES), key="run_model", accept_new_options=True,
        persist_state="session", width=360,
        help="Any litellm name: provider/model. control/… are rules that prove the scorers; they "
        "need no key, and averages leave them out.",
    )  # fmt: skip
    return (chosen or "").strip()


def _wish(chosen: DataSet, model: str) -> Wish:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = str(
            st.segmented_control(
                "Preset", list(presets.NAMES), default=presets.NAMES[0], required=True,
                key="run_preset", persist_state="session",
                help="paper: as the papers ask. short: the same with shorter replies.",
            )
        )  # fmt: skip
        preset = presets.preset(chosen.benchmark, name)
        protocol, rule = _protocol(chosen, preset)
        repeats = st.number_input(
            "Repeats", 1, 100, preset.repeats, key=f"run_repeats_{chosen.benchmark}_{name}",
            width=130, help="How often each item is asked, with another seed each time.",
        )  # fmt: skip
        limit = st.number_input(
            "Items, at most", 1, None, None, 10, key="run_limit", placeholder="all", width=150,
            help="A random sample of them: the order is drawn by a hash of their ids.",
        )  # fmt: skip
        fresh = st.toggle(
            "Begin anew", key="run_fresh",
            help="Off: an unfinished run of the very same settings is gone on with.",
        )  # fmt: skip
    return Wish(model, name, protocol, rule, int(repeats), limit, fresh)


def _protocol(chosen: DataSet, preset: Preset) -> tuple[Protocol | None, bool]:
    """How questions without a prompt of their own are put."""
    if all(row.get("prompt") for row in chosen.rows):
        return None, False
    protocol = st.selectbox(
        "Protocol", PROTOCOLS, index=PROTOCOLS.index(preset.protocol), key="run_protocol",
        width=190, persist_state="session",
    )  # fmt: skip
    rule = st.toggle(
        "Rule in context", key="run_rule", persist_state="session",
        help="States the system’s rule in the context of every cultural question.",
    )  # fmt: skip
    return plan.protocol_of(str(protocol)), rule


def _say_control(model: str, chosen: DataSet) -> None:
    kinds = dict.fromkeys(kind for row in chosen.rows if (kind := controls.kind_of(row)))
    meant = {kind: found for kind in kinds if (found := controls.INTENDED.get((model, kind)))}
    if meant:
        st.caption(plain(control_words.told(meant)))


def _plan(chosen: DataSet, wish: Wish) -> Plan:
    return _made(chosen.dataset_id, len(chosen.rows), wish, _stamp(), _chosen=chosen)


# The journals' folder is part of the key: another home has other journals.
@st.cache_resource(show_spinner="Planning", max_entries=8)
def _made(
    dataset_id: str, items: int, wish: Wish, stamp: tuple[str, ...], *, _chosen: DataSet
) -> Plan:
    return plan.make(
        _chosen.rows, wish.model, benchmark=_chosen.benchmark, dataset_id=dataset_id,
        preset=wish.preset, protocol=wish.protocol, rule=wish.rule, repeats=wish.repeats,
        limit=wish.limit, fresh=wish.fresh,
    )  # fmt: skip


def _stamp() -> tuple[str, ...]:
    """What the journals of runs hold by now: a plan is of what is left."""
    folder = settings.journals()
    files = sorted(folder.glob("run-*.jsonl"))
    return str(folder), *(f"{file.name} {file.stat().st_size}" for file in files)


def _what(made: Plan) -> None:
    """How the model is asked, and which items are not."""
    asked = made.header["parameters"]
    told = [
        str(made.header["protocol"] or "prompts as they are"),
        *(f"{name.replace('_', '-')} {asked[name]:g}" for name in ("temperature", "top_p")
          if asked[name] is not None),
        f"replies of at most {asked['max_tokens']:,} tokens",
        f"{made.header['repeats']} repeats" if made.header["repeats"] > 1 else "each item once",
    ]  # fmt: skip
    st.caption(plain(f"{made.model}: {', '.join(told)}."))
    if made.left_out:
        with st.expander(f"{made.left_out:,} items are not asked"):
            st.dataframe(
                pd.DataFrame({"Reason": [problem.reason for problem in made.problems]}),
                hide_index=True, alt="Items that are not asked",
            )  # fmt: skip
