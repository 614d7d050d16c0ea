"""The legend of a drawing coloured by class, as escaped HTML."""

import html
from collections.abc import Sequence

from kinlib.figures.classes import NO_CLASS
from kinlib.figures.labels import ink


def class_legend(rows: Sequence[tuple[str, str, str, int]], unclassed: int) -> str:
    """Chips of (class id, meaning, colour, people), and how many people have no class."""
    chips = [_chip(f"{name} {count}", meaning, colour) for name, meaning, colour, count in rows]
    if unclassed:
        chips.append(_chip(str(unclassed), "no class, or not related", NO_CLASS))
    return f'<div style="display:flex;flex-wrap:wrap;gap:.35rem .9rem">{"".join(chips)}</div>'


def _chip(mark: str, meaning: str, colour: str) -> str:
    return (
        f'<span style="white-space:nowrap"><span style="{_MARK};background:{colour};'
        f'color:{ink(colour)}">{html.escape(mark)}</span> '
        f'<span style="font-size:.85rem">{html.escape(meaning)}</span></span>'
    )


_MARK = "border-radius:.3rem;padding:.1rem .45rem;font-size:.85rem;font-weight:600"
