"""Two people of a family: how they are related, drawn and said in both directions."""

import streamlit as st

from kinlib.figures.network import network
from kinlib.kinship.genealogy import Genealogy
from kinlib.kinship.kintype import phrase
from kinlib.kinship.layout import layout
from kinlib.kinship.relate import relate
from kinlib.kinship.years import years
from kinlib.results.rows import identifier
from kinlib.ui import address, kin_terms, links
from kinlib.ui.text import plain
from kinlib.ui.tree import family_tree

_MOST = 6
"""Paths shown: families that marry in have thousands of equally short ones."""

_CHAIN, _REST = "#D55E00", "#9AA3AB"


def show(genealogy: Genealogy, genealogy_id: str, whole: int) -> None:
    """Two boxes of people, the chain between them on the tree, terms both ways."""
    ids = list(genealogy.ids)

    def name(key: str) -> str:
        person = genealogy.person(key)
        return f"{person.name} {years(person)}".strip()

    with st.container(horizontal=True, vertical_alignment="bottom"):
        ego = address.select("Ego", ids, key=links.EGO, format_func=name, width=340)
        alter = address.select(
            "Relative", ids, key=links.PERSON, format_func=name, optional=True,
            placeholder="Choose a second person", width=340,
        )  # fmt: skip
        profile, variant = kin_terms.wording(skewing=True)
    if ego is None or alter is None or ego == alter:
        st.info("Choose two people: the paths between them are drawn, and named both ways.")
        return
    found = relate(genealogy, ego, alter, profile=profile, variant=variant)
    if not found.paths:
        st.warning("They are not related within eight steps, by blood or marriage.")
        return
    shown = found.paths[:_MOST]
    steps: dict[str, set[str]] = {}
    for path in shown:
        for index, key in enumerate(path.people):
            steps.setdefault(key, set()).add(path.walk[:index])
    chain = {key: " = ".join(sorted(all_of, key=lambda step: (len(step), step)))
             for key, all_of in steps.items()}  # fmt: skip
    people = None if len(genealogy) <= whole else _around(genealogy, chain)
    picture = layout(genealogy, people=people)
    dark = st.context.theme.type == "dark"
    colours = {key: _CHAIN if key in chain else _REST for key in picture.positions}
    tags = {key: tag for key, tag in chain.items() if tag}
    net = network(genealogy, picture, ego=ego, dark=dark, colours=colours, tags=tags)
    stamp = identifier("relate", genealogy_id, sorted(picture.positions), ego, alter, dark)
    family_tree(net, key="relate_drawing", stamp=stamp, total=len(genealogy), focus=alter,
                height=460)  # fmt: skip
    there, back = st.columns(2, gap="medium")
    for column, one, other, paths, is_back in (
        (there, ego, alter, found.paths, False),
        (back, alter, ego, found.back, True),
    ):
        with column:
            first, second = (plain(genealogy.person(key).name) for key in (one, other))
            words = phrase(paths[0].kin_type)
            st.markdown(f"#### {second} is {first}'s {words}")
            kin_terms.paths_list(paths[:_MOST])
            if len(paths) > _MOST:
                st.caption(f"{_MOST} of {len(paths):,} equally short paths are shown.")
            kin_terms.seven_terms(found, back=is_back)


def _around(genealogy: Genealogy, chain: dict[str, str]) -> tuple[str, ...]:
    """The chain with the parents and partners of those in it: a small tree that explains it."""
    near = dict.fromkeys(chain)
    for key in chain:
        near |= dict.fromkeys((*genealogy.parents(key), *genealogy.partners(key)))
    return tuple(near)
