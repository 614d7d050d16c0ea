"""One reply as coloured runs of scripts, as escaped HTML.

A script has a colour and a kind of underline, so that nothing hangs on colour alone; what it is
stands in the legend and where the mouse rests on a run.
"""

import html
from collections.abc import Mapping, Sequence

from kinlib.figures.labels import colour
from kinlib.terms.scripts import UNKNOWN, Run, full_name

_LOOKS: Mapping[str, tuple[str, str]] = {
    "Latn": ("#E69F00", "dotted"),
    "Deva": ("#0072B2", "solid"),
    "Taml": ("#009E73", "double"),
    "Hang": ("#CC79A7", "wavy"),
    UNKNOWN: ("#808080", "none"),
}
_FIRST_OTHER = 6
"""Number of the first colour that none of the four has."""


def script_runs(text: str, runs: Sequence[Run]) -> str:
    """A text in one block, each run in the look of its script; all of it escaped, none left out."""
    scripts = _in_order(runs)
    spans = "".join(
        f'<span style="{_style(run.script, scripts)}" title="{html.escape(_told(run))}">'
        f"{_escaped(text[run.start : run.end])}</span>"
        for run in runs
    )
    return f'<div class="kin-scripts" dir="auto" style="{_BLOCK}">{spans}</div>'


def script_legend(runs: Sequence[Run]) -> str:
    """Each script of a text in its look, with its letters and in how many runs they stand."""
    scripts = _in_order(runs)
    chips = []
    for script in scripts:
        own = [run for run in runs if run.script == script]
        letters = sum(run.graphemes for run in own)
        said = (
            f"{letters:,} letter{'s' * (letters != 1)} in {len(own):,} run{'s' * (len(own) != 1)}"
        )
        chips.append(
            f'<span><span style="{_style(script, scripts)}">{html.escape(full_name(script))}</span>'
            f" {html.escape(script)} · {said}</span>"
        )
    return f'<div style="{_LEGEND}">{"".join(chips)}</div>'


def _in_order(runs: Sequence[Run]) -> list[str]:
    return list(dict.fromkeys(run.script for run in runs))


def _style(script: str, scripts: Sequence[str]) -> str:
    if script in _LOOKS:
        of, line = _LOOKS[script]
    else:
        others = [one for one in scripts if one not in _LOOKS]
        of, line = colour(_FIRST_OTHER + others.index(script)), "dashed"
    return (
        f"background:{of}2E;text-decoration:underline {line} {of} 2px;"
        "text-underline-offset:.3em;border-radius:.15rem"
    )


def _told(run: Run) -> str:
    letters = f"{run.graphemes:,} letter{'s' * (run.graphemes != 1)}"
    return f"{full_name(run.script)}, {letters}, code points {run.start} to {run.end - 1}"


def _escaped(text: str) -> str:
    # Streamlit trims lines of HTML, so that a block must be one line.
    return html.escape(text).replace("\n", "&#10;").replace("\r", "&#13;")


_FACE = "'Kin Sans',sans-serif"
_BLOCK = (
    f"white-space:pre-wrap;overflow-wrap:anywhere;font-family:{_FACE};line-height:1.9;"
    "padding:.6rem 1rem;border-radius:.4rem;background:rgba(128,128,128,.06);color:inherit;"
    "max-height:32rem;overflow:auto;unicode-bidi:plaintext"
)
_LEGEND = f"display:flex;flex-wrap:wrap;gap:.35rem 1.2rem;font-size:.85rem;font-family:{_FACE}"
