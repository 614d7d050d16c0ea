"""The kin-type calculator: a kin type typed, its terms in seven systems."""

from dataclasses import replace

import pandas as pd
import streamlit as st

from kinlib.errors import KinError
from kinlib.kinship.kintype import EgoSex, expand, normalise, parse, spell
from kinlib.kinship.systems import SYSTEMS, classify
from kinlib.ui import kin_terms, links
from kinlib.ui.text import plain


def show() -> None:
    """Box for the kin type and ego's sex; spelled out, then the seven terms with their rules."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        text = st.text_input(
            "Kin type", "FZDS", key=links.KIN, bind="query-params", width=220,
            help="F M father mother, B Z brother sister, S D son daughter, H W husband wife; "
            "P G C E parent, sibling, child, spouse; e and y before a letter: elder, younger.",
        )  # fmt: skip
        sex = st.segmented_control(
            "Ego", ["man", "woman"], default="man", required=True, key=links.SPEAKER,
            bind="query-params",
        )  # fmt: skip
        profile, variant = kin_terms.wording(skewing=True)
    if not text:
        st.info("Type a kin type such as FZDS: father's sister's daughter's son.")
        return
    try:
        typed = parse(text)
        # A kin type may say itself who speaks: mFBS, FBS ws.
        ego: EgoSex = typed.ego or ("m" if sex == "man" else "f")
        typed = replace(typed, ego=ego)
        kinds = expand(typed)
        found = {
            str(kind): [classify(s, kind, ego, profile=profile, variant=variant) for s in SYSTEMS]
            for kind in kinds
        }
    except KinError as error:
        st.warning(plain(str(error)))
        return
    st.markdown(f"#### {plain(spell(typed)).capitalize()}")
    canonical = normalise(kinds[0])
    if len(kinds) == 1 and canonical.letters != typed.letters:
        st.caption(f"The same as {canonical.letters or 'ego'}: {plain(spell(canonical))}.")
    rows = [
        {
            "System": each.system,
            **({"Kin type": kind} if len(kinds) > 1 else {}),
            "Term": each.label,
            "Class": each.class_id or "none",
            "Differs from English": each.override,
        }
        for index in range(len(SYSTEMS))
        for kind, all_of in found.items()
        for each in (all_of[index],)
    ]
    st.dataframe(pd.DataFrame(rows), hide_index=True, height="content", alt="Terms by system")
    st.markdown("**Derivations**")
    for index, system in enumerate(SYSTEMS):
        for kind, all_of in found.items():
            which = f" ({kind})" if len(kinds) > 1 else ""
            with st.expander(f"{system}{which}: {all_of[index].label}"):
                kin_terms.derivation(all_of[index])
