"""Tables drawn again when a font arrives.

Streamlit draws its tables on a canvas. A canvas is not redrawn by itself when the browser has
fetched a slice of a font it asked for, so rows scrolled into view would keep boxes for letters.
"""

import streamlit as st

_watch = st.components.v2.component(
    "kin_fonts",
    html="<i></i>",
    css=":host, i { display: none; }",
    js="""
export default () => {
  if (globalThis.__kinFonts) return;
  globalThis.__kinFonts = true;
  document.fonts.addEventListener("loadingdone", () => {
    for (const grid of document.querySelectorAll("[data-testid=stDataFrameResizable]")) {
      const width = grid.style.width; // a changed size is what makes the table draw all of itself
      grid.style.width = `${grid.getBoundingClientRect().width - 1}px`;
      setTimeout(() => { grid.style.width = width; }, 60);
    }
  });
};
""",
)


def watch() -> None:
    """Keep the tables of this page in step with the fonts; draws nothing itself."""
    _watch(key="kin_fonts", height="content")
