"""What looks wrong in a family: years and kin that contradict each other, forbidden marriages."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from kinlib.kinship import integrity, marriage
from kinlib.kinship.findings import Finding
from kinlib.kinship.genealogy import Genealogy
from kinlib.kinship.systems import Profile
from kinlib.ui import address, links
from kinlib.ui.genealogy_focus import WANTED
from kinlib.ui.text import plain

_NONE = "none"
_SHOWN = 10  # people of one finding who get a button


def show(genealogy: Genealogy, genealogy_id: str) -> None:
    """Findings as a table; one chosen shows buttons that lead to its people."""
    own = (genealogy.system or "").capitalize()
    rules = {f"{s}-{p}-{o}".rstrip("-").lower(): (s, p, o) for s, p, o in marriage.RULES}
    names = {key: _name(*row) for key, row in rules.items()}
    # The rule of the system a family was made for comes first, else none at all.
    mine = [key for key in rules if rules[key][0] == own and rules[key][1] == "ethnographic"]
    keys = [*mine, *([] if mine else [_NONE]), *(k for k in rules if k not in mine)]
    keys += [_NONE] if mine else []
    st.subheader("What looks wrong")
    chosen = address.select(
        "Marriage rule", keys, key=links.RULE, width=420,
        format_func=lambda key: names.get(key, "no rule"),
    )  # fmt: skip
    forbidden: tuple[Finding, ...] = ()
    if chosen in rules:
        row = rules[str(chosen)]
        forbidden = _marriages(genealogy, genealogy_id, row)
        st.caption(marriage.RULES[row].sentence)
        st.markdown(
            f"**{len(forbidden):,} of {len(genealogy.unions):,} unions** are forbidden by it."
        )
    doubts = _integrity(genealogy, genealogy_id)
    faults = sum(finding.severity == "fault" for finding in doubts)
    st.caption(
        f"Besides: {faults:,} {'fault' if faults == 1 else 'faults'} that cannot be true or almost "
        f"never are, {len(doubts) - faults:,} notable, among {len(genealogy):,} people."
    )
    if found := [*forbidden, *doubts]:
        _table(genealogy, genealogy_id, found)


def _table(genealogy: Genealogy, genealogy_id: str, found: Sequence[Finding]) -> None:
    frame = pd.DataFrame([{"": f.severity, "Kind": f.kind, "What": f.sentence} for f in found])
    chosen = st.dataframe(
        frame, hide_index=True, on_select="rerun", selection_mode="single-row",
        key=f"findings-{genealogy_id}-{len(found)}", height=min(400, 38 + 35 * len(found)),
        column_config={
            "Weight": st.column_config.TextColumn("Weight", width=80),
            "Kind": st.column_config.TextColumn("Kind", width=210),
            "What": st.column_config.TextColumn("What", width=900),
        },
        alt="Findings; select a row to see its people",
    )  # fmt: skip
    rows = chosen["selection"]["rows"]
    if not rows:
        st.caption("Select a row to go to the people it names.")
        return
    finding = found[rows[0]]
    st.text(finding.sentence)
    with st.container(horizontal=True):
        for person_id in finding.people[:_SHOWN]:
            st.button(
                plain(genealogy.person(person_id).name), key=f"finding-{person_id}",
                icon=":material/person_search:", on_click=_look_at, args=(person_id,),
            )  # fmt: skip


def _look_at(person_id: str) -> None:
    st.session_state[WANTED] = person_id


def _name(system: str, profile: str, option: str) -> str:
    return f"{system}, {profile}" + (f" ({option})" if option else "")


@st.cache_data(max_entries=100, show_spinner="Looking for contradictions")
def _integrity(_genealogy: Genealogy, genealogy_id: str) -> tuple[Finding, ...]:
    return integrity.check(_genealogy)


@st.cache_data(max_entries=200, show_spinner="Applying the marriage rule")
def _marriages(
    _genealogy: Genealogy, genealogy_id: str, row: tuple[str, Profile, str]
) -> tuple[Finding, ...]:
    return marriage.findings(_genealogy, marriage.RULES[row])
