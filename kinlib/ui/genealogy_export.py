"""The export button: a family, or the drawing of a view, as a file."""

import re
from dataclasses import replace
from datetime import date

import streamlit as st

from kinlib.errors import KinError
from kinlib.exchange import drawings, files, privacy
from kinlib.exchange.gedcom_write import VERSIONS
from kinlib.figures.classes import Painted
from kinlib.kinship.genealogy import Genealogy
from kinlib.kinship.parameters import SIMULATED
from kinlib.ui.genealogy_focus import View
from kinlib.ui.text import plain

_MEDIA = {".ttl": "text/turtle", ".ged": "text/plain", ".zip": "application/zip",
          ".svg": "image/svg+xml", ".png": "image/png", ".html": "text/html"}  # fmt: skip
_NAMES = {".ttl": "Turtle", ".ged": "GEDCOM", ".zip": "CSV (zip)", ".svg": "SVG", ".png": "PNG",
          ".html": "HTML"}  # fmt: skip
_DRAWN = (".svg", ".png", ".html")


def popover(genealogy: Genealogy, genealogy_id: str, view: View, look: Painted | None) -> None:
    """Format, masking of the living, and the button that saves the file."""
    with st.popover("Export", icon=":material/download:", key="export", width="content"):
        ending = st.segmented_control(
            "Format", list(_NAMES), format_func=lambda one: _NAMES[one], default=".ttl",
            required=True, key="export_format",
        )  # fmt: skip
        may_live = privacy.living(genealogy, date.today().year)
        masked = st.toggle(
            f"Hide the {len(may_live):,} who may be living" if may_live else "Nobody may be living",
            value=bool(may_live) and not genealogy.note.startswith(SIMULATED),
            disabled=not may_live, key=f"export_mask_{genealogy_id}",
            help="No death recorded and not known to be born 100 or more years ago: their names, "
            "years and ids are left out, their places stay.",
        )  # fmt: skip
        options = _options(str(ending))
        drawn = ending in _DRAWN
        if drawn:
            st.caption(f"The drawing as it is now: {len(view.people(genealogy)):,} people.")
        else:
            st.caption(f"All {len(genealogy):,} people.")
            for line in files.format_for(str(ending)).lost(genealogy, options):
                st.caption(plain(f"Has no place there: {line}."))
        # Made when it is wanted: a picture of many people takes seconds.
        if not st.button("Make the file", key="export_make", type="primary"):
            return
        try:
            with st.spinner("Making the file"):
                if drawn:
                    data = drawings.drawing(
                        genealogy, view.people(genealogy), str(ending),
                        ego=view.ego, dark=st.context.theme.type == "dark",
                        colours=look.colours if look else {}, tags=look.tags if look else {},
                        mask_in=date.today().year if masked else None,
                    )  # fmt: skip
                else:
                    hidden = privacy.mask(genealogy, date.today().year) if masked else genealogy
                    data = files.write(hidden, str(ending), options)
        except KinError as error:
            st.error(plain(str(error)))
            return
        name = re.sub(r"[^\w-]+", "_", genealogy.name).strip("_") or "family"
        st.download_button(
            f"Save {_NAMES[str(ending)]} ({_size(len(data))})", data, f"{name}{ending}",
            _MEDIA[str(ending)], key="export_save", icon=":material/save:", on_click="ignore",
        )  # fmt: skip


def _options(ending: str) -> files.Options:
    options = files.Options()
    if ending == ".ged":
        version = st.segmented_control(
            "Version", VERSIONS, default=VERSIONS[0], required=True, key="export_gedcom",
            help="5.5.1 is what most programs read; 7.0 is the present standard.",
        )  # fmt: skip
        options = replace(options, gedcom=version)
    if ending == ".ttl":
        own = st.toggle(
            "Years of death and adoptions in terms of our own", key="export_own",
            help="The vocabulary of the KinshipQA release has no words for them.",
        )  # fmt: skip
        options = replace(options, own_terms=own)
    return options


def _size(number: int) -> str:
    return f"{number / 1e6:.1f} MB" if number >= 1e6 else f"{max(1, number // 1000):,} kB"
