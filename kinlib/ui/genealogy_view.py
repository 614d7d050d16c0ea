"""The Genealogies page: which family, how much of it, the drawing, and the person looked at."""

from dataclasses import dataclass, replace
from typing import Any

import pandas as pd
import pyarrow as pa
import streamlit as st

from kinlib.exchange.tables import from_arrow
from kinlib.figures.classes import Painted
from kinlib.figures.network import network
from kinlib.kinship.genealogy import Genealogy
from kinlib.kinship.layout import Layout, hourglass, layout, years
from kinlib.results import queries
from kinlib.results.rows import identifier
from kinlib.results.store import Store
from kinlib.ui import address, links
from kinlib.ui.address import changed
from kinlib.ui.kin_terms import Terms, legend, painted, terms_panel
from kinlib.ui.text import plain
from kinlib.ui.tree import family_tree

WHOLE = 120
"""People up to whom a family is drawn whole; a larger one is drawn around a person."""

EVERYONE, AROUND, DEGREES = "Everyone", "Ancestors and descendants", "Degrees of kinship"

_TREE, _WANTED, _PEOPLE = "tree_drawing", "tree: wanted", "tree: people"

_SEXES = {"m": "man", "f": "woman", "u": "sex not known"}


@dataclass(frozen=True)
class View:
    """How much is drawn around whom, who is looked at, and by whose terms (ego)."""

    kind: str
    focus: str
    person: str | None
    ego: str | None
    up: int = 3
    down: int = 3
    degrees: int = 2


def choose(known: pd.DataFrame) -> str:
    """Box to choose a genealogy; a link to one that is not loaded is said so."""
    ids = list(known["genealogy_id"])
    named = {str(row["genealogy_id"]): row for row in known.to_dict("records")}
    wanted = st.query_params.get(links.TREE)
    if wanted and wanted not in ids:
        st.warning("The link asks for a family that is not loaded here; another one is shown.")

    def name(key: str) -> str:
        row = named[key]
        system = f", {row['system']}" if isinstance(row["system"], str) else ""
        return f"{row['name']} ({row['people']:,} people{system})"

    opened_again = links.TREE not in st.session_state
    chosen = address.select(
        "Family",
        ids,
        format_func=name,
        key=links.TREE,
        on_change=_forget_person,
        width=340,
    )
    _keep_people(str(chosen), opened_again)
    return str(chosen)


def _keep_people(genealogy_id: str, opened_again: bool) -> None:
    """Ego and the person looked at come back with the page, unless a link says otherwise."""
    keys = (links.EGO, links.PERSON, links.FOCUS)
    now = {key: st.query_params[key] for key in keys if key in st.query_params}
    family, before = st.session_state.get(_PEOPLE, ("", {}))
    if opened_again and not now and family == genealogy_id:
        st.query_params.update(before)
        now = before
    st.session_state[_PEOPLE] = (genealogy_id, now)


def note(known: pd.DataFrame, genealogy_id: str) -> None:
    """What the file of a family says of it: real or invented, by whom."""
    text = known.set_index("genealogy_id")["note"][genealogy_id]
    if isinstance(text, str):
        st.caption(plain(text))


def _forget_person() -> None:
    for key in (links.EGO, links.PERSON, links.FOCUS):
        st.query_params.pop(key, None)
    for key in (_TREE, links.VIEW, links.FIND):
        st.session_state.pop(key, None)


def load(store: Store, genealogy_id: str) -> Genealogy:
    """The genealogy from the store, read once."""
    return _load(store, genealogy_id)


@st.cache_resource(max_entries=20, show_spinner=False)
def _load(_store: Store, genealogy_id: str) -> Genealogy:
    # Its id is a hash of its content, so the same id is the same family in any store.
    people, unions = queries.genealogy_rows(_store, genealogy_id)
    return from_arrow(
        genealogy_id, None, pa.Table.from_pandas(people), pa.Table.from_pandas(unions)
    )


def controls(genealogy: Genealogy) -> View:
    """How much is drawn, the search, and the ids in the address, checked."""
    _take_clicks(genealogy)
    kinds = (*([EVERYONE] if len(genealogy) <= WHOLE else []), AROUND, DEGREES)
    _search(genealogy)
    person, ego = _known(genealogy, links.PERSON), _known(genealogy, links.EGO)
    kind = st.segmented_control(
        "Draw", kinds, required=True, key=links.VIEW, bind="query-params",
        default=None if links.VIEW in st.session_state else kinds[0],
    )  # fmt: skip
    focus = _known(genealogy, links.FOCUS) or _middle(genealogy)
    # Degrees are counted from ego; the other drawing stays while one looks at people in it.
    centre = ego or person or focus if kind == DEGREES else focus
    view = View(str(kind), centre, person, ego)
    if kind == AROUND:
        view = replace(view, up=_steps("Generations up", links.UP, 0, 3),
                       down=_steps("Generations down", links.DOWN, 0, 3))  # fmt: skip
    elif kind == DEGREES:
        view = replace(view, degrees=_steps("Degrees", links.DEGREES, 1, 2))
    return view


def _steps(label: str, key: str, least: int, default: int) -> int:
    return st.slider(label, least, 8, default, key=key, bind="query-params", width=160)


def _take_clicks(genealogy: Genealogy) -> None:
    """Clicks reach the script before anything is drawn, so the drawing shows them at once."""
    state: Any = st.session_state.get(_TREE)
    seen: dict[str, Any] = dict(state) if hasattr(state, "get") else {}
    clicked: str = seen.get("selected") or ""
    opened: str = seen.get("opened") or ""
    if wanted := st.session_state.pop(_WANTED, None):
        _look_at(wanted)
    elif opened in genealogy:
        _look_at(opened)
        if st.session_state.get(links.VIEW) in (None, EVERYONE):
            st.session_state[links.VIEW] = AROUND
    elif changed("person clicked", clicked):
        if clicked in genealogy:
            st.query_params[links.PERSON] = clicked
        else:
            st.query_params.pop(links.PERSON, None)


def _search(genealogy: Genealogy) -> None:
    text = st.text_input(
        "Find a person", key=links.FIND, bind="query-params", icon=":material/search:",
        placeholder="Name or id", width=220,
    )  # fmt: skip
    found = genealogy.search(text) if text else ()
    if text and not found:
        st.caption("Nobody of that name.")
    chosen = found[0] if len(found) == 1 else None
    if len(found) > 1:
        chosen = st.selectbox(
            f"{len(found):,} found", found, index=None, key=f"found-{text}",
            format_func=lambda key: _described(genealogy, key), placeholder="Choose", width=260,
        )  # fmt: skip
    if changed("person found", chosen or "") and chosen:
        _look_at(chosen)


def _look_at(person_id: str) -> None:
    # Both at once: one step of the browser's back button.
    st.query_params.update({links.PERSON: person_id, links.FOCUS: person_id})
    # The drawing must agree, else a click on the one it still thinks chosen would say nothing.
    st.session_state[_TREE] = {"selected": person_id}
    changed("person clicked", person_id)


def _known(genealogy: Genealogy, key: str) -> str | None:
    wanted = st.query_params.get(key)
    if wanted and wanted not in genealogy:
        st.warning("The link names a person who is not in this family; nobody is marked.")
        st.query_params.pop(key, None)
        return None
    return wanted


def _middle(genealogy: Genealogy) -> str:
    """Someone with many kin up and down: a good first view."""
    if len(genealogy) > 5_000:
        return next(genealogy.people()).id
    return max(
        (person.id for person in genealogy.people()),
        key=lambda key: len(genealogy.ancestors(key, 3)) * (1 + len(genealogy.descendants(key, 3))),
    )


def draw(genealogy: Genealogy, genealogy_id: str, view: View, terms: Terms) -> None:
    """The drawing with its legend, coloured by ego's terms if a system is chosen."""
    picture = picture_of(genealogy, genealogy_id, view)
    look = None
    if terms.system and view.ego:
        look = painted(
            genealogy, genealogy_id, view.ego, terms.system, terms.profile, terms.variant
        )
    elif terms.system:
        st.info(
            f"{terms.system} terms are ego's: click a person and press “Make ego”, then everyone "
            "is coloured and labelled by what ego calls them."
        )
    tree_of(genealogy, genealogy_id, picture, view, look, key=_TREE)
    if look:
        legend(look, genealogy)
    if view.kind != EVERYONE:
        centre = plain(genealogy.person(view.focus).name)
        outside = view.person is not None and view.person not in picture.positions
        st.caption(
            f"{picture.drawn:,} of {len(genealogy):,} people, drawn around **{centre}**."
            + (" The person looked at is not among them." if outside else "")
        )
    st.caption(
        "▲ man · ● woman · ■ sex not known · † dead · thick border: ego · a dot joins a couple "
        "and their children · double line: the couple share an ancestor · dashed line: adopted "
        "child. Click a person to look at them, double click to draw the family around them."
    )


def tree_of(
    genealogy: Genealogy, genealogy_id: str, picture: Layout, view: View, look: Painted | None,
    *, key: str, height: int = 640,
) -> None:  # fmt: skip
    """One drawing; nobody's place depends on the terms shown."""
    dark = st.context.theme.type == "dark"
    colours, tags = (look.colours, look.tags) if look else ({}, {})
    net = network(genealogy, picture, ego=view.ego, dark=dark, colours=colours, tags=tags)
    stamp = identifier(genealogy_id, sorted(picture.positions), view.ego, dark, colours, tags)
    family_tree(
        net, key=key, stamp=stamp, total=len(genealogy), focus=view.person or view.ego,
        height=height,
    )  # fmt: skip


def picture_of(genealogy: Genealogy, genealogy_id: str, view: View) -> Layout:
    """Where everyone stands in this view."""
    return _picture(
        genealogy, genealogy_id, view.kind, view.focus, view.up, view.down, view.degrees
    )


@st.cache_resource(max_entries=200, show_spinner="Drawing")
def _picture(
    _genealogy: Genealogy, genealogy_id: str, kind: str, focus: str, up: int, down: int,
    degrees: int,
) -> Layout:  # fmt: skip
    if kind == EVERYONE:
        return layout(_genealogy)
    if kind == AROUND:
        return layout(_genealogy, people=hourglass(_genealogy, focus, up, down))
    return layout(_genealogy, people=_genealogy.within(focus, degrees))


def person_panel(genealogy: Genealogy, view: View, terms: Terms) -> None:
    """Facts of the person looked at, what ego calls them, and their close kin."""
    if view.person is None:
        st.subheader("Nobody chosen")
        st.write("Click a person in the drawing, or find one by name.")
        _everyone(genealogy)
        return
    person = genealogy.person(view.person)
    st.subheader(plain(person.name))
    facts = {
        "Sex": _SEXES[person.sex].removeprefix("sex "),
        "Born": person.birth or "not known",
        "Died": person.death or "not known",
        "Descent group": person.descent_group,
        "Id": person.id,
    }
    st.table(
        {key: str(value) for key, value in facts.items() if value is not None},
        border="horizontal",
    )
    if view.person == view.ego:
        st.button("No ego", key="no_ego", on_click=_make_ego, args=(None,))
    else:
        st.button("Make ego", key="make_ego", on_click=_make_ego, args=(view.person,))
        if view.ego:
            terms_panel(genealogy, view.ego, view.person, terms)
    _close_kin(genealogy, view.person)


def _make_ego(person_id: str | None) -> None:
    if person_id:
        st.query_params[links.EGO] = person_id
    else:
        st.query_params.pop(links.EGO, None)


def _close_kin(genealogy: Genealogy, person_id: str) -> None:
    kin = genealogy.close_kin(person_id)
    st.markdown("**Close kin**")
    if not kin:
        st.caption("None in this family tree.")
        return
    frame = pd.DataFrame(
        [
            {"Kin": role, "Name": genealogy.person(key).name, "Years": years(genealogy.person(key))}
            for role, key in kin
        ]
    )
    chosen = st.dataframe(
        frame,
        hide_index=True,
        on_select="rerun",
        selection_mode="single-cell",
        key=f"kin-of-{person_id}",
        alt="Close kin; select a cell to look at that person",
        height="content",
    )
    if cells := chosen["selection"]["cells"]:
        st.session_state[_WANTED] = kin[cells[0][0]][1]
        st.rerun()


def _everyone(genealogy: Genealogy) -> None:
    with st.expander(f"All {len(genealogy):,} people as a table"):
        st.dataframe(
            pd.DataFrame(
                [
                    {"Name": person.name, "Years": years(person), "Sex": _SEXES[person.sex]}
                    for person in genealogy.people()
                ]
            ),
            hide_index=True,
            alt="Everyone in this family",
        )


def _described(genealogy: Genealogy, person_id: str) -> str:
    person = genealogy.person(person_id)
    return f"{person.name} {years(person)}".strip()
