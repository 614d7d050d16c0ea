"""A real language's kin terms against the seven systems."""

import pandas as pd
import streamlit as st

from kinlib.errors import KinError
from kinlib.figures.diagram import kin_diagram, terminology_cells
from kinlib.kinship.agreement import agreement, nearest
from kinlib.kinship.kintype import EgoSex
from kinlib.kinship.sharing import corrections
from kinlib.kinship.systems import SYSTEMS
from kinlib.kinship.terminology import read_csv
from kinlib.ui import links
from kinlib.ui.text import plain


def show() -> None:
    """Upload box; the nearest system, agreement with each, and the terms on a kin diagram."""
    st.write(
        "A list of kin terms in Kinbank's layout: a CSV file with the columns `parameter` (ego's "
        "sex and a kin type: `mFB` is a man's father's brother, `fMeZ` a woman's mother's elder "
        "sister) and `word`. Kin types that share a word are compared with those that a system "
        "puts in one class."
    )
    file = st.file_uploader("Kin terms (CSV)", type=["csv"], key="terminology_file")
    if file is None:
        st.caption("Nothing is stored: the list is read for this visit only.")
        return
    try:
        terms = read_csv(file.getvalue())
    except KinError as error:
        st.warning(plain(f"{file.name}: {error}"))
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        core = st.segmented_control(
            "Kin types", ["Core", "All blood kin"], default="Core", required=True,
            key="terminology_core",
            help="Core: 22 kin types to first cousins, for each sex of ego.",
        )  # fmt: skip
        sex = st.segmented_control(
            "Ego", ["man", "woman"], default="man", required=True, key=links.SPEAKER,
            bind="query-params",
        )  # fmt: skip
    ego: EgoSex = "m" if sex == "man" else "f"
    closest = nearest(terms)
    best = " and ".join(closest.best)
    st.markdown(f"#### Nearest: {best}{' (tied)' if closest.tied else ''}")
    if closest.affinal:
        iroquois, dravidian = closest.affinal
        st.caption(
            "Iroquois and Dravidian are alike on core kin. Of the affinal pairs on which they "
            f"differ, {iroquois} side with Iroquois and {dravidian} with Dravidian."
        )
    dark = st.context.theme.type == "dark"
    st.plotly_chart(
        kin_diagram(terminology_cells(terms, ego), ego=ego, dark=dark),
        key="terminology_diagram", config={"displaylogo": False},
    )  # fmt: skip
    found = [agreement(terms, system, core=core == "Core") for system in SYSTEMS]
    st.dataframe(
        pd.DataFrame(
            [
                {
                    "System": one.system,
                    "Agreeing pairs": f"{one.agreeing:,} of {one.pairs:,}",
                    "Agreement, %": None if one.share is None else 100 * one.share,
                    "ARI": one.ari,
                }
                for one in sorted(found, key=lambda one: -one.agreeing)
            ]
        ),
        hide_index=True,
        height="content",
        column_config={
            "Agreeing pairs": st.column_config.TextColumn(alignment="right"),
            "Agreement, %": st.column_config.NumberColumn(format="%.1f"),
            "ARI": st.column_config.NumberColumn(
                format="%.2f", help="Agreement beyond chance; none where a side merges nothing."
            ),
        },
        alt="Agreement with each system",
    )
    left = [
        *((row.line, row.parameter, row.reason) for row in terms.left_out),
        *((entry.line, entry.kin_type, "often wrong in Morgan's lists, so not counted")
          for entry in corrections(terms)),
    ]  # fmt: skip
    if left:
        with st.expander(f"{len(left):,} rows left out"):
            st.dataframe(
                pd.DataFrame(left, columns=["Line", "Parameter", "Reason"]),
                hide_index=True, alt="Rows left out",
            )  # fmt: skip
