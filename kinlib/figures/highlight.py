"""Model output as escaped HTML: shown as it is, never read as markdown or markup."""

import html

_EDGE = {"\n": "↵", "\t": "⇥", " ": "·", "\r": "␍"}


def raw_text(text: str) -> str:
    """A reply in a `pre` block, every character of it.

    White space before and after the text, which would be invisible, is drawn as marks (↵ for a
    line end, · for a space). The block is one line of HTML: Streamlit trims lines of white space.
    """
    body = text.strip()
    start = text.index(body) if body else len(text)
    before, after = text[:start], text[start + len(body) :]
    inner = f"{_marks(before)}{_escaped(body)}{_marks(after)}"
    return f'<pre class="kin-raw" dir="auto" style="{_STYLE}">{inner}</pre>'


_STYLE = (
    "white-space:pre-wrap;overflow-wrap:anywhere;margin:0;"
    "font-family:'Source Code Pro','Kin Sans',monospace;padding:.75rem 1rem;"
    "border-radius:.4rem;background:rgba(128,128,128,.1);"
    "color:inherit;font-size:.95rem;max-height:32rem;overflow:auto;unicode-bidi:plaintext"
)


def _escaped(text: str) -> str:
    return html.escape(text).replace("\n", "&#10;").replace("\r", "&#13;")


def _marks(space: str) -> str:
    if not space:
        return ""
    marks = "".join(
        _EDGE.get(character, f"U+{ord(character):04X}") + ("&#10;" if character == "\n" else "")
        for character in space
    )
    return f'<span style="opacity:.45" title="white space in the reply">{marks}</span>'
