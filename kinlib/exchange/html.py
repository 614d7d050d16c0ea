"""A drawing of a genealogy as one HTML file: to pan, zoom, search, print and read aloud.

The file opens anywhere by a double click and asks nobody for anything: fonts, styles and script
are inside, and a content security policy lets nothing else in. Below the drawing stands the same
genealogy as text (`kinlib.kinship.outline`).
"""

import base64
import hashlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from kinlib.exchange import fonts
from kinlib.exchange.palette import DARK, LIGHT, Palette
from kinlib.exchange.svg import draw, identifier, marked, readable, rules
from kinlib.kinship.genealogy import Genealogy
from kinlib.kinship.layout import Layout
from kinlib.kinship.outline import OutlineLine, outline

DEEPEST = 100  # nested lists; what is deeper stands at the same step, as browsers nest only so far

_LEGEND = (
    ('<path class="m" d="M10 3L16.5 14.7 3.5 14.7Z"/>', "man"),
    ('<circle class="f" cx="10" cy="9" r="6"/>', "woman"),
    ('<rect class="u" x="4.5" y="3.5" width="11" height="11"/>', "sex not known"),
    ('<rect class="edge ego" x="2" y="2" width="16" height="14" rx="3"/>', "ego"),
    ('<path class="line" d="M0 7.2H20M0 10.8H20"/>', "union of kin"),
    ('<path class="line adopted" d="M0 9H20"/>', "adoption"),
    ('<circle class="dot" cx="10" cy="9" r="3"/>', "union"),
    ('<text class="small" x="7" y="13">†</text>', "dead"),
)
_TOOLS = """\
<div class="tools" hidden>
<input id="search" type="search" placeholder="Find a person" aria-label="Find a person by name" \
autocomplete="off" spellcheck="false">
<button type="button" data-act="in" aria-label="Zoom in" title="Zoom in (+)">+</button>
<button type="button" data-act="out" aria-label="Zoom out" title="Zoom out (-)">−</button>
<button type="button" data-act="fit" title="Show all of it (0)">Fit</button>
<output aria-live="polite"></output>
</div>
"""
_HINT = (
    "Drag to move. Click into the drawing and turn the wheel to zoom; or use the keys + and −, the "
    "arrows, and 0 for all of it. Enter in the search box goes to the next person, a line of the "
    "text below to the person it names."
)


def html(
    genealogy: Genealogy,
    picture: Layout,
    *,
    dark: bool | None = None,
    ego: str | None = None,
    colours: Mapping[str, str] | None = None,
    tags: Mapping[str, str] | None = None,
    title: str = "",
) -> bytes:
    """The drawing as an HTML page; the same drawing always gives the same bytes.

    Light, dark, or as the reader's system is set if `dark` is None; always light on paper. The
    rest is as in `kinlib.exchange.svg.svg`, but here the title is shown, as the heading.
    """
    drawing = draw(genealogy, picture, ego=ego, colours=colours, tags=tags, title=title)
    lines = outline(genealogy, list(picture.positions), tags=tags)
    of = "" if picture.drawn == picture.total else f" of {picture.total:,}"
    said = f"{picture.drawn:,}{of} people"
    body = (
        f"<h1>{drawing.title}</h1>\n<p>{said}</p>\n{_TOOLS}"
        '<div class="canvas" tabindex="0" role="application" aria-label="Drawing: arrow keys '
        f'move, plus and minus zoom, 0 shows all">\n{drawing.element()}</div>\n'
        f'{_legend()}<p class="hint">{_HINT}</p>\n<h2>The same as text</h2>\n'
        f'<ul class="outline">\n{"".join(_nested(lines))}</ul>\n'
    )
    script = _asset("drawing.js")
    style = _style(drawing.text, drawing.title, lines, dark)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_policy(style, script)}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{drawing.title}</title>\n<!-- {fonts.NOTICE} -->\n<style>{style}</style>\n"
        f"</head>\n<body>\n{body}<script>{script}</script>\n</body>\n</html>\n"
    ).encode()


def _style(
    text: Mapping[int, str], title: str, lines: Sequence[OutlineLine], dark: bool | None
) -> str:
    ours = f"{_TOOLS}{_HINT}{''.join(words for _, words in _LEGEND)}0123456789: of nobody"
    read = "\n".join([text[fonts.REGULAR], ours, *(readable(line.text) for line in lines)])
    strong = f"{text[fonts.STRONG]}\n{title}The same as text"
    embedded = fonts.css({fonts.REGULAR: read, fonts.STRONG: strong})
    themes = {
        None: f"{_theme(LIGHT)}@media screen and (prefers-color-scheme:dark){{{_theme(DARK)}}}\n",
        True: f"{_theme(LIGHT)}@media screen{{{_theme(DARK)}}}\n",
        False: _theme(LIGHT),
    }
    scheme = {None: "light dark", True: "dark", False: "light"}[dark]
    return f"{embedded}:root{{color-scheme:{scheme}}}\n{themes[dark]}{_asset('drawing.css')}"


def _theme(palette: Palette) -> str:
    named = ("text", "faint", "line", "border", "box", "page", "ego")
    values = "".join(f"--{name}:{getattr(palette, name)};" for name in named)
    return f":root{{{values}}}\n{rules(palette)}"


def _legend() -> str:
    items = "".join(
        f'<li><svg width="20" height="18" aria-hidden="true">{mark}</svg>{words}</li>\n'
        for mark, words in _LEGEND
    )
    return f'<ul class="legend" aria-label="Legend">\n{items}</ul>\n'


def _nested(lines: Sequence[OutlineLine]) -> Iterator[str]:
    """List items of the outline; deeper lines stand in a list of their own below the line above."""
    depth = 0
    for number, line in enumerate(lines):
        wanted = min(line.depth, DEEPEST)
        if wanted > depth:
            yield "<ul>\n"
        elif number:
            yield "</li>\n" + "</ul></li>\n" * (depth - wanted)
        depth = wanted
        look = " ".join([line.kind, *([] if line.entry else ["again"])])
        text = marked(" ".join(line.text.split()))
        yield f'<li class="{look}"><a href="#{identifier(line.person)}">{text}</a>'
    yield "</li>\n" + "</ul></li>\n" * depth if lines else ""


def _asset(name: str) -> str:
    return Path(__file__).with_name(name).read_text(encoding="utf-8")


def _policy(style: str, script: str) -> str:
    """A policy that allows this style, this script and embedded fonts, and nothing else."""
    return (
        f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; "
        "font-src data:; base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode("ascii")
