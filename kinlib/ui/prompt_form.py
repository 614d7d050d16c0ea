"""Prompt page: what is asked of whom, what it may cost, and Send."""

from collections.abc import Sequence

import streamlit as st

from kinlib.models import controls, estimates
from kinlib.models.allowance import Wanted
from kinlib.models.reply import Parameters
from kinlib.results.store import Store
from kinlib.ui import call, prompt_item, prompt_models, prompt_shots, prompt_switches, prompt_ways
from kinlib.ui.prompt_models import Models
from kinlib.ui.prompt_ways import Asked


def show(store: Store) -> None:
    """Models, item, ways, text, parameters, and the button that sends."""
    models = prompt_models.choose()
    left, right = st.columns([5, 6], gap="large")
    further: list[Asked] = []
    with left:
        chosen = prompt_item.choose(store)
        if chosen is not None:
            made, further = prompt_switches.choose(chosen)
    with right:
        asked = _own() if chosen is None else _text(made)
        parameters = prompt_models.parameters(chosen)
        _send([asked, *further], models, parameters)


def _own() -> Asked:
    text = st.text_area("Prompt", key="prompt_free", height=180, persist_state="session")
    return Asked(text or "")


def _text(made: Asked) -> Asked:
    """The prompt as somebody leaves it."""
    assert made.item is not None
    if made.note:
        st.caption(made.note)
    # A switch makes another text, so it has a box of its own.
    key = f"prompt_{made.item['dataset_id']}_{made.item['item_id']}_{made.way}"
    lines = made.text.count("\n") + len(made.text) // 70 + 1
    text = st.text_area(
        "Prompt", value=made.text, key=key, height=min(320, 60 + 24 * lines),
        persist_state="session",
    )  # fmt: skip
    asked = prompt_ways.edited(made, text or "")
    if asked.edited:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.badge("edited prompt", color="gray")
            st.caption(f"{asked.doubt} The verdict is shown and counted nowhere.")
            st.button("Undo", type="tertiary", on_click=_undo, args=(key, made.text))
    return asked


def _undo(key: str, text: str) -> None:
    st.session_state[key] = text


def _send(asked: Sequence[Asked], models: Models, parameters: Parameters) -> None:
    running = prompt_shots.running(prompt_shots.shown())
    against = _obstacle(asked, models, parameters)
    calls = len(asked) * len(models.names)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            f"Send {calls} calls" if calls > 1 else "Send",
            type="primary", icon=":material/send:", key="prompt_send",
            disabled=running or against is not None,
            on_click=prompt_shots.send, args=(asked, models, parameters),
        )  # fmt: skip
        st.caption(against or _cost(asked, models, parameters))
    call.say_left()


def _wanted(asked: Sequence[Asked], models: Models, parameters: Parameters) -> list[Wanted]:
    return [
        Wanted(model, 1, call.may_cost(model, one.text, parameters))
        for one in asked
        for model in models.names
    ]


def _obstacle(asked: Sequence[Asked], models: Models, parameters: Parameters) -> str | None:
    """Why this cannot be sent; None: it can."""
    for model in models.names or ("",):
        for one in asked:
            if told := call.obstacle(model, one.text):
                return told
            if controls.is_control(model) and (
                one.item is None or not controls.applies(model, one.item)
            ):
                return f"{model} has no answer to this; controls answer certain items only."
    return call.refusal(_wanted(asked, models, parameters))


def _cost(asked: Sequence[Asked], models: Models, parameters: Parameters) -> str:
    """What the calls cost at most, where their models have a listed price."""
    wanted = _wanted(asked, models, parameters)
    known = sum(one.cost for one in wanted if one.cost is not None)
    unknown = list(dict.fromkeys(one.model for one in wanted if one.cost is None))
    if all(estimates.is_free(one.model) for one in wanted):
        return "Free: nothing leaves this machine."
    told = f"At most ${known:,.4f}" if len(unknown) < len(models.names) else ""
    if unknown:
        rest = f"no price is listed for {', '.join(unknown)}"
        told = f"{told}; {rest}" if told else f"Cost unknown: {rest}"
    return f"{told}."
