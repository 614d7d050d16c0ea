"""Facts of a context as a list, those of a proof marked and what is looked for highlighted."""

import html
from collections.abc import Iterable

from kinlib.words import normalised


def fact_list(facts: Iterable[tuple[str, bool]], wanted: str = "") -> str:
    """Escaped HTML of facts, each with whether the proof needs it; `wanted` is highlighted."""
    lines = (
        f'<li style="{_ITEM}"><span style="{_MARK}">{"◆" if proven else ""}</span>'
        f"{_highlighted(text, wanted)}</li>"
        for text, proven in facts
    )
    return f'<ul class="kin-facts" dir="auto" style="{_LIST}">{"".join(lines)}</ul>'


def holds(text: str, wanted: str) -> bool:
    """Whether a text holds another one, whatever their case and composition."""
    return normalised(wanted.strip()) in normalised(text)


_LIST = "list-style:none;margin:0;padding:0;font-size:.95rem;line-height:1.55"
_ITEM = "display:flex;margin:0;padding:.05rem 0;overflow-wrap:anywhere"
_MARK = "flex:0 0 1.3rem;color:#C28A00"


def _highlighted(text: str, wanted: str) -> str:
    # Offsets are of the text as it stands, so only case is folded, where that keeps the length.
    folded, sought = text.lower(), wanted.strip().lower()
    if not sought or len(folded) != len(text):
        return f"<span>{html.escape(text)}</span>"
    parts, start = [], 0
    while (at := folded.find(sought, start)) >= 0:
        found = html.escape(text[at : at + len(sought)])
        parts += [html.escape(text[start:at]), f"<mark>{found}</mark>"]
        start = at + len(sought)
    return f"<span>{''.join(parts)}{html.escape(text[start:])}</span>"
