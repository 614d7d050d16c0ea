"""How much of a family is drawn around whom: the controls above a drawing, and the people."""

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from kinlib.kinship import descent
from kinlib.kinship.genealogy import Genealogy
from kinlib.kinship.layout import hourglass
from kinlib.kinship.years import years
from kinlib.ui import address, links
from kinlib.ui.address import changed

WHOLE = 120
"""People up to whom a family is drawn whole at once."""

LARGE = 400
"""People from whom on a drawing is made only when asked for: the browser needs a second or more."""

EVERYONE, AROUND, DEGREES = "Everyone", "Ancestors and descendants", "Degrees of kinship"
ANCESTORS, DESCENDANTS, GROUP = "Ancestors", "Descendants", "Descent group"

TREE, WANTED = "tree_drawing", "tree: wanted"

_RECORDED = "recorded"
_LINES = {"matrilineal": "Mothers' lines", "patrilineal": "Fathers' lines"}


@dataclass(frozen=True)
class View:
    """How much is drawn around whom, who is looked at, and by whose terms (ego).

    `line` and `group` choose a descent group: recorded, matrilineal or patrilineal, and its name.
    """

    kind: str
    focus: str
    person: str | None
    ego: str | None
    up: int = 3
    down: int = 3
    degrees: int = 2
    line: str = ""
    group: str = ""

    def people(self, genealogy: Genealogy) -> tuple[str, ...]:
        """Ids of everyone in this view."""
        match self.kind:
            case "Everyone":
                return genealogy.ids
            case "Degrees of kinship":
                return genealogy.within(self.focus, self.degrees)
            case "Descent group":
                return descent.with_spouses(genealogy, group_of(genealogy, self.line), self.group)
        up = 0 if self.kind == DESCENDANTS else self.up
        down = 0 if self.kind == ANCESTORS else self.down
        return hourglass(genealogy, self.focus, up, down)


def controls(genealogy: Genealogy, genealogy_id: str) -> View:
    """How much is drawn, the search, and the ids in the address, checked."""
    _take_clicks(genealogy)
    _search(genealogy)
    person, ego = _known(genealogy, links.PERSON), _known(genealogy, links.EGO)
    kinds = [EVERYONE, AROUND, ANCESTORS, DESCENDANTS, DEGREES, GROUP]
    if len(genealogy) > WHOLE:  # the first is shown at first
        kinds = [AROUND, EVERYONE, *kinds[2:]]
    kind = address.select("Draw", kinds, key=links.VIEW, format_func=str, width=230)
    focus = _known(genealogy, links.FOCUS) or _middle(genealogy, genealogy_id)
    # Degrees are counted from ego; the other drawings stay while one looks at people in them.
    centre = ego or person or focus if kind == DEGREES else focus
    view = View(str(kind), centre, person, ego)
    if view.kind in (AROUND, ANCESTORS):
        view = replace(view, up=_steps("Generations up", links.UP, 0, 3))
    if view.kind in (AROUND, DESCENDANTS):
        view = replace(view, down=_steps("Generations down", links.DOWN, 0, 3))
    if view.kind == DEGREES:
        view = replace(view, degrees=_steps("Degrees", links.DEGREES, 1, 2))
    if view.kind == GROUP:
        view = _descent_group(genealogy, view)
    return view


def group_of(genealogy: Genealogy, line: str) -> tuple[str | None, ...]:
    """The descent group of each person, as recorded or by a line."""
    if line == _RECORDED:
        return genealogy.groups
    return descent.lineages(genealogy, "matrilineal" if line == "matrilineal" else "patrilineal")


def _descent_group(genealogy: Genealogy, view: View) -> View:
    recorded = {_RECORDED: "Recorded groups"} if any(genealogy.groups) else {}
    names = recorded | _LINES
    line = address.select(
        "By", list(names), key=links.LINE, format_func=lambda key: names[key], width=170
    )
    groups = group_of(genealogy, str(line))
    sizes = Counter(group for group in groups if group is not None)
    known = sorted(sizes, key=lambda group: (-sizes[group], group))
    mine = groups[genealogy.at(view.person or view.focus)]
    if mine is not None:
        known.remove(mine)
        known.insert(0, mine)

    def name(group: str) -> str:
        said = group if line == _RECORDED else f"line of {genealogy.person(group).name}"
        return f"{said} ({sizes[group]:,})"

    chosen = address.select("Group", known, key=links.GROUP, format_func=name, width=280)
    return replace(view, line=str(line), group=chosen or "")


def _steps(label: str, key: str, least: int, default: int) -> int:
    return st.slider(label, least, 8, default, key=key, bind="query-params", width=160)


def _take_clicks(genealogy: Genealogy) -> None:
    """Clicks reach the script before anything is drawn, so the drawing shows them at once."""
    state: Any = st.session_state.get(TREE)
    seen: dict[str, Any] = dict(state) if hasattr(state, "get") else {}
    clicked: str = seen.get("selected") or ""
    opened: str = seen.get("opened") or ""
    if wanted := st.session_state.pop(WANTED, None):
        look_at(wanted)
    elif opened in genealogy:
        look_at(opened)
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
            format_func=lambda key: described(genealogy, key), placeholder="Choose", width=260,
        )  # fmt: skip
    if changed("person found", chosen or "") and chosen:
        look_at(chosen)


def look_at(person_id: str) -> None:
    """Make somebody the person looked at and the middle of the drawing."""
    # Both at once: one step of the browser's back button.
    st.query_params.update({links.PERSON: person_id, links.FOCUS: person_id})
    # The drawing must agree, else a click on the one it still thinks chosen would say nothing.
    st.session_state[TREE] = {"selected": person_id}
    changed("person clicked", person_id)


def _known(genealogy: Genealogy, key: str) -> str | None:
    wanted = st.query_params.get(key)
    if wanted and wanted not in genealogy:
        st.warning("The link names a person who is not in this family; nobody is marked.")
        st.query_params.pop(key, None)
        return None
    return wanted


@st.cache_data(max_entries=100, show_spinner=False)
def _middle(_genealogy: Genealogy, genealogy_id: str) -> str:
    """Someone with many kin up and down: a good first view."""
    if len(_genealogy) > 5_000:
        return _genealogy.ids[0]
    return max(
        _genealogy.ids,
        key=lambda key: (
            len(_genealogy.ancestors(key, 3)) * (1 + len(_genealogy.descendants(key, 3)))
        ),
    )


def described(genealogy: Genealogy, person_id: str) -> str:
    """Name and years, for a list to choose from."""
    person = genealogy.person(person_id)
    return f"{person.name} {years(person)}".strip()
