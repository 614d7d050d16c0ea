"""A family tree on a page: a pyvis network drawn by vis-network in a Streamlit component.

Two components share the work, so that little is sent twice: the loader carries vis-network (from
inside the pyvis package, 469 KB), the tree carries the data and the script of `tree.js`.
"""

from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import streamlit as st

if TYPE_CHECKING:
    from pyvis.network import Network

_HTML = """\
<div class="kin-tree">
  <div class="kin-canvas" tabindex="0" role="application" aria-label="Family tree"></div>
  <div class="kin-tools">
    <button type="button" data-act="in" aria-label="Zoom in" title="Zoom in (+)">+</button>
    <button type="button" data-act="out" aria-label="Zoom out" title="Zoom out (-)">−</button>
    <button type="button" data-act="fit" title="Show the whole tree (0)">Fit</button>
    <button type="button" data-act="full" title="Fill the screen">Full screen</button>
  </div>
  <div class="kin-count" aria-hidden="true"></div>
  <div class="kin-tip" role="tooltip" hidden></div>
  <div class="kin-said" aria-live="polite"></div>
</div>
"""


@dataclass(frozen=True, slots=True)
class TreeEvent:
    """What a person did in a tree: the id clicked last, and the id just double-clicked, if any."""

    selected: str | None
    opened: str | None


def _vis() -> str:
    """vis-network's source; found without importing pyvis, which costs 0.3 s."""
    spec = find_spec("pyvis")
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError("pyvis is not installed; install requirements.txt.")
    script = Path(spec.origin).parent / "templates/lib/vis-9.1.2/vis-network.min.js"
    return script.read_text(encoding="utf-8")


def _asset(name: str) -> str:
    return Path(__file__).with_name(name).read_text(encoding="utf-8")


_loader = st.components.v2.component(
    "kin_vis",
    js=_vis() + "\n;globalThis.__kinVis = globalThis.vis;"
    "globalThis.dispatchEvent(new Event('kin-vis-ready'));\nexport default () => {};\n",
)
_tree = st.components.v2.component(
    "kin_tree", html=_HTML, css=_asset("tree.css"), js=_asset("tree.js")
)


def family_tree(
    net: "Network",
    *,
    key: str,
    stamp: str,
    total: int | None = None,
    focus: str | None = None,
    centre: str | None = None,
    height: int = 640,
) -> TreeEvent:
    """The tree on the page, and what was clicked in it.

    A click on a person selects, a double click (or Enter) opens: the page may centre on them.
    The drawing is renewed when `stamp` changes, so put into it all that the network depends on;
    zoom and pan survive while the same people stand at the same places. `focus` is an id to
    bring into view, `centre` that of the person whose kin are drawn (framed, and in the middle at
    first), `total` the size of the genealogy for "n of m people drawn", `height` px.
    """
    nodes, edges = net.nodes, net.edges
    drawn = sum(node["kind"] == "person" for node in nodes)
    state: Any = st.session_state.get(key) or {}
    selected = state.get("selected")
    _loader(key=f"{key}-vis", height="content")
    result: Any = _tree(
        key=key,
        data={
            "nodes": nodes,
            "edges": edges,
            "options": net.options,
            "stamp": stamp,
            "focus": focus,
            "centre": centre,
            "selected": selected,
            "summary": f"{drawn:,} of {max(drawn, total or 0):,} people drawn",
            "height": height,
        },
        default={"selected": None},
        on_selected_change=lambda: None,
        on_opened_change=lambda: None,
    )
    shown = {node["id"] for node in nodes if node["kind"] == "person"}
    chosen, opened = result.get("selected"), result.get("opened")
    return TreeEvent(
        selected=chosen if chosen in shown else None, opened=opened if opened in shown else None
    )
