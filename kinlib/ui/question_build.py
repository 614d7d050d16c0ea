"""The Build tab: a data set made, shown, downloaded, and kept."""

import io
import time
import zipfile
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import streamlit as st

from kinlib import settings
from kinlib.errors import KinError
from kinlib.kinship.names import NameList
from kinlib.reasoning.dataset import DataSet, build, files, manifest, scores, shortages
from kinlib.results import imports, queries
from kinlib.results.store import Store
from kinlib.ui import question_filters, question_outcome, question_recipe
from kinlib.ui.question_recipe import Order
from kinlib.ui.text import plain

_BUILT = "questions: built"
_MOMENT = (1980, 1, 1, 0, 0, 0)
_SCORED = 0.3
"""Share of the bar that making the items is given where baselines follow."""


@dataclass(frozen=True)
class Built:
    """A data set with what is told of it: manifest, files by name, and how long it took."""

    dataset: DataSet
    names: NameList
    told: Mapping[str, Any]
    files: Mapping[str, bytes]
    seconds: float


def show(store: Store) -> None:
    """Form, button, progress, and what was made last."""
    order = question_recipe.form(store)
    if order is not None:
        obstacle = order.obstacle()
        if obstacle:
            st.warning(plain(obstacle), icon=":material/terminal:")
        pressed = st.button(
            "Build", type="primary", icon=":material/construction:", key="build",
            disabled=obstacle is not None,
        )  # fmt: skip
        if not obstacle:
            st.caption(order.takes())
        progress = st.empty()
        with st.expander("The same from a terminal"):
            st.code(order.command(), language=None, wrap_lines=True)
        if pressed:
            _make(order, progress)
    built: Built | None = st.session_state.get(_BUILT)
    if built is not None:
        _show(store, built)


def _make(order: Order, place: Any) -> None:
    bar = place.progress(0.0, "Families are simulated")
    systems = order.recipe.systems
    whole = _SCORED if order.baselines else 1.0

    def progress(text: str) -> None:
        done = next(n for n, system in enumerate(systems) if text.startswith(system))
        bar.progress(whole * done / len(systems), text)

    began = time.perf_counter()
    try:
        dataset = build(order.recipe, order.names, order.genealogy, progress)
        scored = None
        if order.baselines:
            bar.progress(whole, "The items are made; solvers try them without their questions")
            scored = scores(dataset, order.names)
    except KinError as error:
        place.error(plain(str(error)))
        return
    st.session_state[_BUILT] = told(dataset, order.names, scored, time.perf_counter() - began)
    place.empty()


def told(
    dataset: DataSet, names: NameList, scored: Mapping[str, Any] | None, seconds: float
) -> Built:
    """A data set with its manifest and files."""
    about = manifest(dataset, scored)
    return Built(dataset, names, about, dict(files(dataset, about)), seconds)


def zipped(contents: Mapping[str, bytes]) -> bytes:
    """Files in one archive; the same bytes every time."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in contents.items():
            entry = zipfile.ZipInfo(name, _MOMENT)
            entry.create_system = 3
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data)
    return whole.getvalue()


def _show(store: Store, built: Built) -> None:
    about = built.told
    st.subheader("What was built", anchor=False)
    if not about["items"]:
        st.warning("No item could be made: the family gives no question of these kinds.")
        return
    question_outcome.counts(about, cells(built.dataset), shortages(built.dataset), built.seconds)
    if about["baselines"] is None:
        st.caption("The baselines are not scored yet: what a blind solver gets is unknown.")
        if st.button("Score the baselines", icon=":material/visibility_off:", key="build_score"):
            with st.spinner("Solvers try the items without their questions"):
                scored = scores(built.dataset, built.names)
            st.session_state[_BUILT] = told(built.dataset, built.names, scored, built.seconds)
            st.rerun()
    else:
        question_outcome.baselines(about["baselines"])
    _downloads(built)
    _keep(store, built)
    st.caption(plain(about["canary"]))


def cells(dataset: DataSet) -> Mapping[tuple[int, int], int]:
    """How many items each category has of how many hops."""
    return Counter((item.category, item.n_hops) for item in dataset.items)


def _downloads(built: Built) -> None:
    name = f"kinshipqa_{built.told['sha256'][:8]}"
    archive: Callable[[], bytes] = lambda: zipped(built.files)  # noqa: E731
    with st.container(horizontal=True):
        for label, data, file, mime in (
            ("Items (JSONL)", built.files["items.jsonl"], f"{name}.jsonl", "application/jsonl"),
            ("Manifest", built.files["manifest.json"], f"{name}_manifest.json", "application/json"),
            ("Data card", built.files["README.md"], f"{name}_README.md", "text/markdown"),
            ("Everything, with the trees in Turtle (zip)", archive, f"{name}.zip",
             "application/zip"),
        ):  # fmt: skip
            st.download_button(
                label, data, file, mime, icon=":material/download:", on_click="ignore",
                key=f"download-{file}",
            )  # fmt: skip
    st.caption(
        "One item a line, the release's 16 fields first. The manifest holds seed, settings and "
        "versions; all but the trees carry the canary below."
    )


def _keep(store: Store, built: Built) -> None:
    r, digest = built.dataset.recipe, built.told["sha256"][:6]
    systems = "seven systems" if len(r.systems) == 7 else ", ".join(r.systems)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = st.text_input(
            "Name of the data set", f"{systems}, {r.profile}, {r.manner.level}, seed {r.seed}",
            key=f"build_name_{digest}", width=420,
        )  # fmt: skip
        keep = st.button("Keep and browse", type="primary", icon=":material/save:", key="keep")
    if not keep:
        return
    # With the digest behind it, one name never means two data sets.
    whole = f"{' '.join(name.split()) or 'KinshipQA'} ({digest})"
    try:
        with st.spinner("Taking in items and trees"):
            imports.keep_dataset(built.files, whole, settings.imports())
            store.refresh()
    except KinError as error:
        st.error(plain(str(error)))
        return
    known = queries.datasets(store).set_index("name")["dataset_id"]
    question_filters.open_set(str(known[whole]))
    st.rerun()
