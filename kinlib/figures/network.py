"""A genealogy as a pyvis network: nodes, edges and colours for people and unions.

The network can be drawn by anything that reads vis data; `kinlib.ui.tree` draws each person as a
box with a marker, name and years. Names are data: nothing in them is read as markup.
"""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from kinlib.exchange.palette import DARK as DARK
from kinlib.exchange.palette import LIGHT as LIGHT
from kinlib.exchange.palette import Palette as Palette
from kinlib.exchange.palette import label as label
from kinlib.exchange.palette import tooltip
from kinlib.figures.proof import GOLD, proof_edges
from kinlib.kinship.genealogy import Genealogy, Person
from kinlib.kinship.layout import BOX, FONT, Layout, UnionNode
from kinlib.kinship.years import years

if TYPE_CHECKING:
    from pyvis.network import Network

FACE = "Kin Sans, Noto Sans, Noto Sans Devanagari, Noto Sans Tamil, Noto Sans KR, sans-serif"
STRAIGHT = 500  # more people than this get straight lines

_SHAPES = {"m": "triangle", "f": "dot", "u": "square"}


def network(
    genealogy: Genealogy,
    layout: Layout,
    *,
    ego: str | None = None,
    dark: bool = False,
    colours: Mapping[str, str] | None = None,
    tags: Mapping[str, str] | None = None,
    face: str = FACE,
    proof: Iterable[tuple[str, str, str]] = (),
    ringed: Mapping[str, str] | None = None,
) -> "Network":
    """The drawn people and unions at their places, ready for `kinlib.ui.tree.family_tree`.

    `colours` replaces marker colours by person id (CSS colours); `tags` are short words after a
    name, such as kin terms (hand the same to `layout`, which makes room). Ego gets a thick border
    and the word "ego". A union of kin has `consanguineous` edges, drawn double; lines to adopted
    children are `adoptive`, drawn dashed. Facts of a `proof` (whose relative, by which word, who it
    is) are thick golden edges over the lines that join them; `ringed` gives people a ring of a
    colour.
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
    net.edges += proof_edges(layout, proof, GOLD[dark])
    for node in people:
        if ringed and node["id"] in ringed:
            node["ring"] = ringed[node["id"]]
    net.options = _options(face, palette, straight=layout.drawn > STRAIGHT)
    return net


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
        "title": tooltip(person, ego=is_ego, tag=tag),
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
            "hover": False,
            "multiselect": False,
            "selectConnectedEdges": False,
        },
        "nodes": {"font": {"face": face, "multi": False}},
        "edges": {"smooth": {"enabled": False} if straight else smooth, "chosen": False},
        "background": palette.box,
    }
