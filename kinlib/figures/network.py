"""A genealogy as a pyvis network: nodes, edges and colours for people and unions.

The network can be drawn by anything that reads vis data; `kinlib.ui.tree` draws each person as a
box with a marker, name and years. Names are data: nothing in them is read as markup.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kinlib.kinship.genealogy import Genealogy, Person
from kinlib.kinship.layout import BOX, FONT, Layout, UnionNode, years

if TYPE_CHECKING:
    from pyvis.network import Network

FACE = "Kin Sans, Noto Sans, Noto Sans Devanagari, Noto Sans Tamil, Noto Sans KR, sans-serif"
STRAIGHT = 500  # more people than this get straight lines

_SHAPES = {"m": "triangle", "f": "dot", "u": "square"}
_WORDS = {"m": "man", "f": "woman", "u": "sex not known"}


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours of a tree: of markers by sex (Okabe-Ito), and of all else."""

    m: str
    f: str
    u: str
    ego: str
    text: str
    faint: str
    line: str
    box: str
    border: str


LIGHT = Palette(
    m="#0072B2",
    f="#B8508F",
    u="#5F6B76",
    ego="#C24E00",
    text="#1B2730",
    faint="#5B6873",
    line="#7D8A96",
    box="#FFFFFF",
    border="#C9D1D9",
)
DARK = Palette(
    m="#56B4E9",
    f="#E59AC6",
    u="#A9B4BF",
    ego="#F0A23C",
    text="#EEF2F5",
    faint="#AAB5BF",
    line="#7F8C99",
    box="#1A2129",
    border="#3B4753",
)


def network(
    genealogy: Genealogy,
    layout: Layout,
    *,
    ego: str | None = None,
    dark: bool = False,
    colours: Mapping[str, str] | None = None,
    tags: Mapping[str, str] | None = None,
    face: str = FACE,
) -> "Network":
    """The drawn people and unions at their places, ready for `kinlib.ui.tree.family_tree`.

    `colours` replaces marker colours by person id (CSS colours); `tags` are short words after a
    name, such as kin terms (hand the same to `layout`, which makes room). Ego gets a thick border
    and the word "ego". A union of kin has `consanguineous` edges, drawn double; lines to adopted
    children are `adoptive`, drawn dashed.
    """
    from pyvis.network import Network  # 0.3 s, and only pages with a tree need it

    palette = DARK if dark else LIGHT
    net = Network(directed=True, cdn_resources="in_line")
    people = [
        _person_node(genealogy.person(i), layout, palette, ego, colours or {}, tags or {}, face)
        for i in layout.positions
    ]
    net.nodes = people + [
        _union_node(union.id, union.x, union.y, palette) for union in layout.unions
    ]
    net.edges = [edge for union in layout.unions for edge in _edges(union, palette)]
    net.options = _options(face, palette, straight=layout.drawn > STRAIGHT)
    return net


def label(person: Person, *, ego: bool = False, tag: str = "") -> str:
    """The text at a person's marker: name, years and tag, "ego" first if it is ego."""
    parts = ["ego" if ego else "", person.name, years(person), tag]
    return "  ".join(part for part in parts if part)


def _person_node(
    person: Person,
    layout: Layout,
    palette: Palette,
    ego: str | None,
    colours: Mapping[str, str],
    tags: Mapping[str, str],
    face: str,
) -> dict[str, Any]:
    x, y = layout.positions[person.id]
    is_ego = person.id == ego
    colour = colours.get(person.id) or getattr(palette, person.sex)
    tag = tags.get(person.id, "")
    return {
        "id": person.id,
        "kind": "person",
        "label": label(person, ego=is_ego, tag=tag),
        "title": _title(person, is_ego, tag),
        "name": person.name,
        "years": years(person),
        "tag": tag,
        "tinted": person.id in colours,
        "ego": is_ego,
        "shape": _SHAPES[person.sex],
        "size": 7,
        "x": x,
        "y": y,
        "fixed": True,
        "boxWidth": layout.widths[layout.generation[person.id]],
        "boxHeight": BOX,
        "borderWidth": 3 if is_ego else 1,
        "color": {
            "background": colour,
            "border": palette.ego if is_ego else palette.border,
            "highlight": {"background": colour, "border": palette.ego},
        },
        "egoText": palette.box,
        "font": {"color": palette.text, "face": face, "size": FONT, "multi": False},
    }


def _title(person: Person, is_ego: bool, tag: str) -> str:
    """The tooltip, plain text of one fact a line."""
    lines = [f"{person.name}{' (ego)' if is_ego else ''}", _WORDS[person.sex]]
    lines += [] if person.birth is None else [f"born {person.birth}"]
    lines += [] if person.death is None else [f"died {person.death}"]
    lines += [] if person.descent_group is None else [f"descent group {person.descent_group}"]
    lines += [tag] if tag else []
    return "\n".join(lines)


def _union_node(union_id: str, x: float, y: float, palette: Palette) -> dict[str, Any]:
    return {
        "id": union_id,
        "kind": "union",
        "label": "",
        "shape": "dot",
        "size": 3,
        "x": x,
        "y": y,
        "fixed": True,
        "chosen": False,
        "borderWidth": 0,
        "color": palette.line,
    }


def _edges(union: UnionNode, palette: Palette) -> list[dict[str, Any]]:
    """Lines partner -> dot and dot -> child."""
    double = union.consanguineous
    width = 4 if double else 1.5
    look = {"color": palette.line, "arrows": ""}
    return [
        *(
            {
                "from": partner,
                "to": union.id,
                "kind": "partner",
                "consanguineous": double,
                "width": width,
                "bends": union.bends.get(partner, ()),
                **look,
            }
            for partner in union.partners
        ),
        *(
            {
                "from": union.id,
                "to": child,
                "kind": "child",
                "adoptive": adoptive,
                "dashes": adoptive,
                "width": 1.5,
                "bends": union.bends.get(child, ()),
                **look,
            }
            for adoptive, children in ((False, union.children), (True, union.adopted))
            for child in children
        ),
    ]


def _options(face: str, palette: Palette, *, straight: bool) -> dict[str, Any]:
    smooth = {"enabled": True, "type": "cubicBezier", "forceDirection": "horizontal"}
    return {
        "autoResize": True,
        "physics": {"enabled": False},
        "layout": {"improvedLayout": False, "randomSeed": 1},
        "interaction": {
            "dragNodes": False,
            "hover": True,
            "multiselect": False,
            "selectConnectedEdges": False,
            "tooltipDelay": 250,
        },
        "nodes": {"font": {"face": face, "multi": False}},
        "edges": {"smooth": {"enabled": False} if straight else smooth, "chosen": False},
        "background": palette.box,
    }
