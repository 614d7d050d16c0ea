"""One family under two systems side by side, or under all seven."""

import streamlit as st

from kinlib.figures.multiples import multiples
from kinlib.kinship.genealogy import Genealogy
from kinlib.kinship.systems import SYSTEMS
from kinlib.ui import kin_terms, links
from kinlib.ui.genealogy_focus import View, described
from kinlib.ui.genealogy_view import picture_of, tree_of

_ALL = "All seven"


def show(genealogy: Genealogy, genealogy_id: str, view: View) -> None:
    """Two drawings of one layout, or seven small ones, coloured by ego's terms."""
    if view.ego is None:
        st.info("Terms are ego's: choose somebody here, or “Make ego” on Family.")
        chosen = st.selectbox(
            "Ego", sorted(genealogy.ids, key=lambda i: genealogy.person(i).name), index=None,
            key=f"compare-ego-{genealogy_id}", placeholder="Choose", width=340,
            format_func=lambda i: described(genealogy, i),
        )  # fmt: skip
        if chosen:
            st.query_params[links.EGO] = chosen
            st.rerun()
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        first = st.segmented_control(
            "Left", [_ALL, *SYSTEMS], default=_ALL, required=True, key=links.SYSTEM_LEFT,
            bind="query-params",
        )  # fmt: skip
        second = "Omaha"
        if first != _ALL:
            second = str(
                st.segmented_control(
                    "Right", SYSTEMS, default="Omaha", required=True, key=links.SECOND,
                    bind="query-params",
                )
            )  # fmt: skip
        profile, variant = kin_terms.wording(skewing=True)
    picture = picture_of(genealogy, genealogy_id, view)
    wanted = SYSTEMS if first == _ALL else (str(first), second)
    looks = {
        system: kin_terms.painted(genealogy, genealogy_id, view.ego, system, profile, variant)
        for system in wanted
    }
    if first == _ALL:
        dark = st.context.theme.type == "dark"
        st.plotly_chart(
            multiples(genealogy, picture, looks, view.ego, dark=dark),
            key="multiples", config={"displaylogo": False},
        )  # fmt: skip
        st.caption("Everyone stands at one place in all seven; hover to read a term.")
        return
    for side, column, system in zip(("left", "right"), st.columns(2), wanted, strict=True):
        with column:
            st.markdown(f"#### {system}")
            tree_of(genealogy, genealogy_id, picture, view, looks[system], key=f"tree_{side}",
                    height=520)  # fmt: skip
            kin_terms.legend(looks[system], genealogy)
