"""Kin terms on the Genealogies page: which system, seen by whom, and why."""

from dataclasses import dataclass
from typing import cast

import pandas as pd
import streamlit as st

from kinlib.figures.classes import Painted, paint, short
from kinlib.figures.legend import class_legend
from kinlib.kinship.genealogy import Genealogy
from kinlib.kinship.kintype import phrase
from kinlib.kinship.naming import name_all
from kinlib.kinship.relate import KinPath, Relation, relate
from kinlib.kinship.systems import SYSTEMS, Classification, Profile, Variant
from kinlib.ui import links
from kinlib.ui.text import plain

_NONE = "No terms"
_MOST = 4
"""Paths and classifications shown for one pair; the preferred ones come first."""


@dataclass(frozen=True)
class Terms:
    """The system whose terms are shown (None: none), and how they are read."""

    system: str | None
    profile: Profile
    variant: Variant


def terms_controls() -> Terms:
    """System, label profile, and Lounsbury's type where it matters."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        system = st.segmented_control(
            "Kin terms", [_NONE, *SYSTEMS], default=_NONE, required=True, key=links.SYSTEM,
            bind="query-params",
            help="Everyone is coloured and labelled by the term that ego uses.",
        )  # fmt: skip
        chosen = None if system == _NONE else str(system)
        return Terms(chosen, *wording(chosen in ("Crow", "Omaha")))


def wording(skewing: bool) -> tuple[Profile, Variant]:
    """Whose labels, and which type of skewing; both kept in the address."""
    profile = st.segmented_control(
        "Labels", ["ethnographic", "paper"], default="ethnographic", required=True,
        key=links.PROFILE, bind="query-params",
        help="As ethnographies label the terms, or as the KinshipQA paper does.",
    )  # fmt: skip
    variant = "I"
    if skewing:
        variant = str(
            st.segmented_control(
                "Skewing", ["I", "III"], default="I", required=True, key=links.VARIANT,
                bind="query-params",
                help="Lounsbury's types: III skews also where the mother's brother (Omaha: "
                "father's sister) is the relative meant.",
            )
        )  # fmt: skip
    return cast(Profile, profile), cast(Variant, variant)


@st.cache_data(max_entries=200, show_spinner=False)
def painted(
    _genealogy: Genealogy, genealogy_id: str, ego: str, system: str, profile: Profile,
    variant: Variant,
) -> Painted:  # fmt: skip
    """Colours and words of everyone, for one ego and system."""
    names = name_all(_genealogy, ego, system, profile=profile, variant=variant)
    return paint(names, _genealogy.ids, ego)


def legend(look: Painted, genealogy: Genealogy) -> None:
    """Classes by the number of people in them, and how many people have none."""
    classed = sum(row[3] for row in look.legend)
    st.html(class_legend(look.legend, len(genealogy) - 1 - classed))
    if any("cl. " in tag for tag in look.tags.values()):
        st.caption("cl.: classificatory, of the class but not the parent, sibling or child meant.")


def terms_panel(genealogy: Genealogy, ego: str, alter: str, terms: Terms) -> None:
    """What ego calls a person in all seven systems, over which paths, and by which rules."""
    found = relate(genealogy, ego, alter, profile=terms.profile, variant=terms.variant)
    name = plain(genealogy.person(ego).name)
    st.markdown(f"**To {name} (ego)**")
    if not found.paths:
        st.caption("Not related within eight steps.")
        return
    paths_list(found.paths[:_MOST])
    if len(found.paths) > _MOST:
        st.caption(f"{_MOST} of {len(found.paths):,} paths are shown.")
    seven_terms(found, terms.system)


def paths_list(paths: tuple[KinPath, ...]) -> None:
    """Each path: its kin type, and in words."""
    for path in paths:
        marked = f" ({path.annotated})" if path.annotated != path.kin_type else ""
        kind = "" if path.consanguineal else ", by marriage"
        st.markdown(f"**{path.kin_type}**{plain(marked)}: {phrase(path.kin_type)}{kind}")


def seven_terms(found: Relation, first: str | None = None, back: bool = False) -> None:
    """A table of the seven systems over the paths of a relation, with the derivations."""
    classes = found.back_classes if back else found.classes
    paths = found.back if back else found.paths
    several = len(paths) > 1
    rows = [
        {
            "System": system,
            **({"Path": each.kin_type} if several else {}),
            "Term": short(each.label),
            "Class": each.class_id or "none",
        }
        for system, all_of in classes.items()
        for each in dict.fromkeys(all_of[:_MOST])
    ]
    st.dataframe(
        pd.DataFrame(rows), hide_index=True, height="content", alt="Terms in seven systems"
    )
    if found.ambiguous and not back:
        st.caption(f"Ambiguous in {', '.join(found.ambiguous)}: its paths differ in class.")
    shown = first or "Crow"
    for each in dict.fromkeys(classes[shown][:_MOST]):
        with st.expander(f"Why {short(each.label)} in {shown}"):
            derivation(each)


def derivation(found: Classification) -> None:
    """The rules that fired, step by step."""
    if not found.derivation:
        st.caption(f"{found.kin_type} is a class of its own: no rule changes it.")
    for number, step in enumerate(found.derivation, 1):
        arrow = f"{step.before or 'ego'} → {step.after or 'no class'}"
        st.markdown(f"{number}. **{plain(step.rule)}**: {plain(arrow)}  \n{plain(step.why)}")
    notes = [
        *(["differs from English (override)"] if found.override else []),
        *(["among other kin than in English (reclassified)"] if found.reclassified else []),
        *([f"also called {', '.join(found.aliases)}"] if found.aliases else []),
    ]
    if notes:
        st.caption(plain("; ".join(notes).capitalize()) + ".")
