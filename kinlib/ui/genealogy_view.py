"""The Genealogies page: which family, how much of it, the drawing, and the person looked at."""

from collections.abc import Collection
from dataclasses import replace

import pandas as pd
import pyarrow as pa
import streamlit as st

from kinlib.exchange.tables import from_arrow
from kinlib.figures.classes import Painted
from kinlib.figures.network import network
from kinlib.kinship.genealogy import Genealogy
from kinlib.kinship.layout import Layout, layout
from kinlib.kinship.outline import outline_text
from kinlib.kinship.parameters import SIMULATED
from kinlib.kinship.years import dated, years
from kinlib.results import queries
from kinlib.results.rows import identifier
from kinlib.results.store import Store
from kinlib.ui import address, links
from kinlib.ui.genealogy_focus import EVERYONE, GROUP, LARGE, TREE, WANTED, View, group_of
from kinlib.ui.kin_terms import Terms, legend, painted, terms_panel
from kinlib.ui.text import plain
from kinlib.ui.tree import family_tree

_PEOPLE, _ASKED = "tree: people", "tree: asked for"

_SEXES = {"m": "man", "f": "woman", "u": "sex not known"}


def choose(known: pd.DataFrame) -> str:
    """Box to choose a genealogy; a link to one that is not loaded is said so."""
    ids = list(known["genealogy_id"])
    named = {str(row["genealogy_id"]): row for row in known.to_dict("records")}
    wanted = st.query_params.get(links.TREE)
    if wanted and wanted not in ids:
        st.warning("The link asks for a family that is not loaded here; another one is shown.")

    def name(key: str) -> str:
        row = named[key]
        system = row["system"] if isinstance(row["system"], str) else ""
        system = f", {system}" if system and system not in row["name"].lower() else ""
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
    address.forget(*links.OF_ONE_FAMILY)
    for key in (TREE, links.FIND):
        st.session_state.pop(key, None)


def load(store: Store, known: pd.DataFrame, genealogy_id: str) -> Genealogy:
    """The genealogy from the store, read once."""
    row = known.set_index("genealogy_id").loc[genealogy_id]
    said = [value if isinstance(value, str) else None for value in (row["system"], row["note"])]
    return _load(store, genealogy_id, str(row["name"]), said[0], said[1] or "")


@st.cache_resource(max_entries=20, show_spinner=False)
def _load(_store: Store, genealogy_id: str, name: str, system: str | None, note: str) -> Genealogy:
    # Its id is a hash of its content, so the same id is the same family in any store.
    people, unions = queries.genealogy_rows(_store, genealogy_id)
    genealogy = from_arrow(name, system, pa.Table.from_pandas(people), pa.Table.from_pandas(unions))
    return replace(genealogy, note=note)


def draw(genealogy: Genealogy, genealogy_id: str, view: View, terms: Terms) -> None:
    """The drawing with its legend, coloured by ego's terms if a system is chosen."""
    people = view.people(genealogy)
    st.caption(_counted(genealogy, view, people))
    if not _is_wanted(genealogy_id, people):
        return
    look = look_of(genealogy, genealogy_id, view, terms)
    if terms.system and look is None:
        st.info(
            f"{terms.system} terms are ego's: click a person and press “Make ego”, then everyone "
            "is coloured and labelled by what ego calls them."
        )
    tree_of(
        genealogy, genealogy_id, picture_of(genealogy, genealogy_id, view), view, look, key=TREE
    )
    if look:
        legend(look, genealogy)
    st.caption(
        "▲ man · ● woman · ■ sex not known · † dead · thick border: ego · dark frame: whose kin "
        "are drawn · a dot joins a couple and their children · double line: the couple share an "
        "ancestor · dashed line: adopted child. Click a person to look at them, double click to "
        "draw the family around them."
    )
    with st.expander("The same as text, for reading and copying"):
        st.code(
            outline_text(genealogy, people, tags=look.tags if look else None),
            language=None, height=400,
        )  # fmt: skip


def look_of(genealogy: Genealogy, genealogy_id: str, view: View, terms: Terms) -> Painted | None:
    """Colours and words for everyone by what ego calls them; None without ego or system."""
    if not (terms.system and view.ego):
        return None
    return painted(genealogy, genealogy_id, view.ego, terms.system, terms.profile, terms.variant)


def _counted(genealogy: Genealogy, view: View, people: Collection[str]) -> str:
    """How many people a view draws, said before they are drawn."""
    if view.kind == EVERYONE:
        return f"All {len(genealogy):,} people."
    counts = f"{len(people):,} of {len(genealogy):,} people"
    if view.kind == GROUP:
        members = sum(group == view.group for group in group_of(genealogy, view.line))
        said = f"{counts}: {members:,} members and {len(people) - members:,} spouses."
    else:
        said = f"{counts}, drawn around **{plain(genealogy.person(view.focus).name)}**."
    outside = view.person is not None and view.person not in people
    return said + (" The person looked at is not among them." if outside else "")


def _is_wanted(genealogy_id: str, people: Collection[str]) -> bool:
    """Whether to draw: a drawing of very many people waits until it is asked for."""
    if len(people) <= LARGE:
        return True
    stamp = identifier(genealogy_id, len(people), min(people), max(people))
    if st.session_state.get(_ASKED) == stamp:
        return True
    st.button(
        f"Draw {len(people):,} people", key="draw_many", icon=":material/draw:",
        on_click=st.session_state.update, args=({_ASKED: stamp},),
    )  # fmt: skip
    st.caption("So many people take the browser a while; a narrower view is easier to read.")
    return False


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
        centre=None if view.kind in (EVERYONE, GROUP) else view.focus, height=height,
    )  # fmt: skip


def picture_of(genealogy: Genealogy, genealogy_id: str, view: View) -> Layout:
    """Where everyone stands in this view."""
    # Whom one looks at and by whose terms moves nobody.
    return _picture(genealogy, genealogy_id, replace(view, person=None, ego=None))


@st.cache_resource(max_entries=200, show_spinner="Drawing")
def _picture(_genealogy: Genealogy, genealogy_id: str, view: View) -> Layout:
    return layout(_genealogy, people=view.people(_genealogy))


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
        "Born": "not known" if person.birth is None else dated(person.birth),
        "Died": _unrecorded(genealogy) if person.death is None else dated(person.death),
        **_unions(genealogy, person.id),
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


def _unrecorded(genealogy: Genealogy) -> str:
    simulated = genealogy.note.startswith(SIMULATED)
    return "alive at the end" if simulated else "not known"


def _unions(genealogy: Genealogy, person_id: str) -> dict[str, str]:
    """Partners with the years of each union, where any is known."""
    said = []
    for union in genealogy.unions:
        if person_id in (union.a, union.b) and (union.start, union.end) != (None, None):
            other = genealogy.person(union.b if union.a == person_id else union.a)
            start = "" if union.start is None else dated(union.start)
            end = "" if union.end is None else f" until {dated(union.end)}"
            said.append((union.start or 0, f"{other.name}: {start}{end}".strip()))
    return {"Married": "; ".join(text for _, text in sorted(said))} if said else {}


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
        st.session_state[WANTED] = kin[cells[0][0]][1]
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
