"""A text with stretches of it marked, as escaped HTML: what a matcher read, where it stands.

A mark has a colour, a kind of underline and a small label after it, so that nothing hangs on
colour alone.
"""

import html
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from unicodedata2 import category, combining

Kind = Literal["accepted", "other", "literal"]
"""An accepted form; a term of another relation; a form that is a mere substring there."""

_COLOURS = {"accepted": "0,158,115", "other": "213,94,0", "literal": "0,114,178"}
_UNDERLINES = {"accepted": "solid", "other": "wavy", "literal": "dashed"}
_FACE = "'Kin Sans',sans-serif"
_VIRAMA = 9  # its canonical combining class
_JOINERS = "\u200c\u200d"


@dataclass(frozen=True, slots=True)
class Mark:
    """Code points `start` to `end` (excluded) of a text, with a label and a longer explanation."""

    start: int
    end: int
    kind: Kind
    label: str = ""
    told: str = ""


def marked(text: str, marks: Sequence[Mark]) -> str:
    """The text in one block with its marks, escaped and kept as it is, line ends included.

    A mark is drawn around whole letters, vowel signs and conjuncts included. One inside another is
    drawn in it; of marks that overlap otherwise, the first stands. Marks outside the text are none.
    """
    within = [mark for mark in marks if 0 <= mark.start < mark.end <= len(text)]
    whole = [replace(mark, start=s, end=e) for mark in within for s, e in [_letters(text, mark)]]
    whole.sort(key=lambda mark: (mark.start, -mark.end))
    inner = "".join(_drawn(text, whole))
    return f'<div class="kin-marked" dir="auto" style="{_BLOCK}">{inner}</div>'


def key(kinds: Sequence[tuple[Kind, str]]) -> str:
    """What each kind of mark means, each shown as it is in the text."""
    chips = [_open(Mark(0, 0, kind)) + html.escape(words) + "</mark>" for kind, words in kinds]
    return f'<div style="{_KEY}">{"".join(f"<span>{chip}</span>" for chip in chips)}</div>'


def _drawn(text: str, marks: Sequence[Mark]) -> Iterator[str]:
    """The text with its marks, sorted by where they begin.

    Labels stand after the outermost mark, so that they part no word.
    """
    around: list[Mark] = []
    labelled: list[Mark] = []
    at = 0
    for mark in (*marks, None):
        while around and (mark is None or around[-1].end <= mark.start):
            end = around.pop().end
            yield f"{_escaped(text[at:end])}</mark>"
            at = end
            if not around:
                yield from map(_label, labelled)
                labelled = []
        if mark and not (around and around[-1].end < mark.end):
            yield _escaped(text[at : mark.start]) + _open(mark)
            at = mark.start
            around.append(mark)
            labelled.append(mark)
    yield _escaped(text[at:])


def _letters(text: str, mark: Mark) -> tuple[int, int]:
    """Where the letters begin and end that a mark touches: a cut letter is drawn as two."""
    start, end = mark.start, mark.end
    while start > 0 and _follows(text, start):
        start -= 1
    while end < len(text) and _follows(text, end):
        end += 1
    return start, end


def _follows(text: str, at: int) -> bool:
    """Whether a character is drawn in one with the one before it."""
    here, before = text[at], text[at - 1]
    return (
        category(here)[0] == "M"
        or here in _JOINERS
        or "\u1160" <= here <= "\u11ff"  # Hangul vowels and finals
        or (category(here)[0] == "L" and (combining(before) == _VIRAMA or before in _JOINERS))
    )


def _open(mark: Mark) -> str:
    colour = _COLOURS[mark.kind]
    style = (
        f"color:inherit;background:rgba({colour},.22);border-radius:.2rem;padding:.1rem 0;"
        f"text-decoration:underline {_UNDERLINES[mark.kind]} rgb({colour}) 2px;"
        f"text-underline-offset:{'.2em' if mark.kind == 'literal' else '.4em'}"
    )
    told = f' title="{html.escape(mark.told)}"' if mark.told else ""
    return f'<mark style="{style}"{told}>'


def _label(mark: Mark) -> str:
    return f'<sup style="{_LABEL}">{html.escape(mark.label)}</sup>' if mark.label else ""


def _escaped(text: str) -> str:
    # Streamlit trims lines of HTML, so that a block must be one line.
    return html.escape(text).replace("\n", "&#10;").replace("\r", "&#13;")


_BLOCK = (
    f"white-space:pre-wrap;overflow-wrap:anywhere;font-family:{_FACE};line-height:2.1;"
    "padding:.6rem 1rem;border-radius:.4rem;background:rgba(128,128,128,.1);color:inherit;"
    "max-height:32rem;overflow:auto;unicode-bidi:plaintext"
)
# Inline-block, so that the underline of a mark around it does not run on under the label.
_LABEL = "display:inline-block;font-size:.7rem;opacity:.85;margin:0 .25em 0 .15em;user-select:none"
_KEY = f"display:flex;flex-wrap:wrap;gap:.35rem 1.2rem;font-size:.85rem;font-family:{_FACE}"
