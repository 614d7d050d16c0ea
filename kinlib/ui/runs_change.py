"""What can be done with a run: go on with it, rescore it, delete it."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd
import streamlit as st

from kinlib import settings
from kinlib.errors import KinError
from kinlib.models import plan
from kinlib.models.plan import Plan
from kinlib.results import rescore, run_list
from kinlib.results.rescore import Rescored, Verdicts
from kinlib.results.store import Store
from kinlib.ui import links, runs_plan
from kinlib.ui import runs_words as words
from kinlib.ui.text import plain

_SLOT = "go_on"
_SAID = "what became of a deletion"


def say_deleted() -> None:
    """What became of the run that was deleted last, once."""
    if said := st.session_state.pop(_SAID, None):
        st.info(plain(said))


def show(store: Store, run: Mapping[str, Any]) -> None:
    """The ways that are open to this run, and why others are not."""
    if run["state"] in (words.HERE, words.ELSEWHERE):
        st.caption("While a run goes on it is neither started again nor rescored nor deleted.")
        return
    run_id = str(run["run_id"])
    if run["source"] in ("measured", "control") and run["origin"] == "journal":
        unfinished = run["state"] == words.UNFINISHED
        title = "Go on with this run" if unfinished else "Ask some of it once more"
        more = _folded(title, f"more_{run_id}")
        if more.open:
            with more:
                _go_on(run)
    if scorers := rescore.scorers(str(run["benchmark"])):
        again = _folded("Rescore", f"rescore_{run_id}")
        if again.open:
            with again:
                _rescore(store, run, scorers)
    kept = _why_kept(run)
    with st.container(horizontal=True, vertical_alignment="center"):
        if st.button("Delete", icon=":material/delete:", key="delete", disabled=kept is not None):
            _delete(run)
        if kept:
            st.caption(plain(kept))


def _folded(title: str, key: str) -> Any:
    # What is folded is not made: a plan and the scorers take time.
    return st.expander(title, key=key, on_change="rerun")


def _go_on(run: Mapping[str, Any]) -> None:
    """What is left of a run, and the button that goes on with it."""
    run_id = str(run["run_id"])
    with st.container(horizontal=True):
        again = st.multiselect(
            "Ask once more what ended", ["error", "blank", "refused", "truncated"],
            key=f"again_{run_id}", placeholder="Nothing: only what has no reply", width=330,
        )  # fmt: skip
        limit = st.number_input(
            "Items, at most", 1, None, None, 10, key=f"limit_{run_id}", placeholder="all",
            width=150,
        )  # fmt: skip
    try:
        file = Path(str(run["file"]))
        stamp = file.stat().st_size if file.is_file() else 0
        made = _left(run_id, str(file), stamp, tuple(again), limit)
    except KinError as error:
        st.warning(plain(str(error)))
        return
    runs_plan.start(made, runs_plan.allowed(made.model, _SLOT), _SLOT, "Go on")


@st.cache_resource(show_spinner="Planning", max_entries=8)
def _left(run_id: str, file: str, stamp: int, again: tuple[str, ...], limit: int | None) -> Plan:
    return plan.resume(run_id, limit=limit, again=again)


def _why_kept(run: Mapping[str, Any]) -> str | None:
    """Why a run cannot be deleted here; None: it can."""
    if run["origin"] == "shipped":
        return "It ships with the workbench, as a file of the project; it cannot be deleted here."
    if run["origin"] == "import":
        return (
            "It was imported with other rows of its file; remove the import’s folder below "
            f"{settings.imports()} to be rid of them all."
        )
    return None


def _rescore(store: Store, run: Mapping[str, Any], scorers: Sequence[str]) -> None:
    st.caption(
        "Replies stay as they are. Verdicts are made anew, and those of the chosen scorer are "
        "shown from then on."
    )
    run_id, shown = str(run["run_id"]), run["scorer"]
    scorer = st.selectbox(
        "Scorer", scorers, index=scorers.index(shown) if shown in scorers else 0,
        key=f"scorer_{run_id}", width=320,
    )  # fmt: skip
    done = f"rescored {run_id}"
    if st.button("Rescore it", icon=":material/rule:", key="rescore_now"):
        try:
            # No bar: drawing one is where Streamlit breaks off for the next click, in mid-judging.
            with st.spinner("Judging the replies"):
                (found,) = rescore.rescore(store, [run_id], str(scorer))
        except KinError as error:
            st.error(plain(str(error)))
            return
        st.session_state[done] = found
        # The list and what is known of the run say the new scorer.
        st.rerun()
    if done in st.session_state:
        _before_and_after(st.session_state[done])


def _before_and_after(found: Rescored) -> None:
    st.dataframe(
        pd.DataFrame(
            [_line("Before", found.before), _line("Now", found.after)],
            columns=["", "Verdicts by", "Version", "Right of scored", "%", "Without a verdict"],
        ),
        hide_index=True,
        alt="Right of scored, before and after",
    )
    if found.changed is not None:
        st.caption(f"Verdicts that differ: {found.changed:,} of {found.after.replies:,} replies.")


def _line(when: str, told: Verdicts) -> tuple[str, ...]:
    share = f"{100 * told.right / told.scored:.1f}" if told.scored else "unknown"
    return (
        when, told.scorer or "nobody", told.version, f"{told.right:,} of {told.scored:,}", share,
        f"{told.replies - told.scored:,}",
    )  # fmt: skip


@st.dialog("Delete this run?")
def _delete(run: Mapping[str, Any]) -> None:
    run_id = str(run["run_id"])
    replies = words.share(run["replies"], run["planned"])
    st.markdown(plain(f"{run['model']} on {words.data_set(run)}: {replies} replies."))
    st.write(
        "It disappears from every page. Nothing is lost: its journal is moved to this folder, "
        "and moving it back brings the run back."
    )
    st.code(str(settings.home() / "removed"), language=None, wrap_lines=True)
    sure = st.checkbox(f"Yes, delete {plain(run_id)}", key=f"sure_{run_id}")
    if st.button(
        "Delete it", type="primary", disabled=not sure, key="delete_now",
        on_click=_remove, args=(run_id,),
    ):  # fmt: skip
        st.rerun()  # which also closes the dialog


def _remove(run_id: str) -> None:
    try:
        moved = run_list.delete(run_id)
    except KinError as error:
        st.session_state[_SAID] = str(error)
    else:
        st.query_params.pop(links.OPENED, None)
        st.session_state[_SAID] = f"The run was moved to {moved}."
