"""An SVG drawing of `kinlib.exchange.svg` as a PNG image, drawn by resvg.

resvg (MIT, one wheel of 1.3 MB for Linux, macOS and Windows) needs no other library and shapes
every script; CairoSVG needs the system's cairo, skia-python is a wheel of 15 MB.
"""

import base64
import io
import math
import re
import tempfile
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape, unescape
from pathlib import Path
from typing import Any

from kinlib.errors import KinError
from kinlib.exchange import fonts

PIXELS = 50_000_000  # at most; drawing 50 million takes about 0.4 GB and 9 s
SIDE = 30_000  # px at most: many programs open no longer image
READABLE = 0.7  # least scale: names of 13 px are 9 px high

_SIZE = re.compile(rb'<svg [^>]*width="([\d.]+)" height="([\d.]+)"')
_FACE = re.compile(r"@font-face\{.*?font-weight:(\d+);.*?base64,([A-Za-z0-9+/=]+)\).*?\}\n")
_TEXT = re.compile(r'(<text class="([^"]*)"[^>]*>)([^<]*)(?=</text>)')


def png(svg: bytes, *, scale: float = 2.0) -> bytes:
    """The drawing as PNG, `scale` image pixels for one px of the SVG, or as many as fit.

    `fitting_scale` says the scale it will have. Fonts of this machine are used only for
    characters that the drawing's own fonts lack; without such, the same SVG gives the same image
    everywhere. KinError for what is no SVG drawing of kinlib, and for one too large for an image.
    """
    from resvg_py import svg_to_bytes

    zoom = fitting_scale(svg, scale)
    text = svg.decode("utf-8")
    with tempfile.TemporaryDirectory(prefix="kinlib-") as folder:
        embedded = _unpacked(text, Path(folder))
        try:
            image = svg_to_bytes(
                svg_string=_named(_FACE.sub("", text), embedded),
                zoom=zoom,
                font_files=[font.path for font in embedded],
                skip_system_fonts=_covered(text, embedded),
            )
        except ValueError as error:
            raise KinError(f"This SVG drawing is damaged ({error}); draw it again.") from None
    return bytes(image)


def fitting_scale(svg: bytes, scale: float = 2.0) -> float:
    """The scale nearest to the wanted one at which the image has at most 50 million pixels and
    30,000 on a side; KinError if names could not be read at it, or if the scale is not positive.
    """
    found = _SIZE.search(svg)
    if found is None:
        raise KinError("This is not an SVG drawing made by kinlib; draw the genealogy again.")
    if not (scale > 0 and math.isfinite(scale)):
        raise KinError(f"The scale of an image is {scale}; choose a number above 0, such as 2.")
    width, height = float(found[1]), float(found[2])
    largest = min(math.sqrt(PIXELS / (width * height)), SIDE / width, SIDE / height)
    if largest < min(READABLE, scale):
        raise KinError(
            f"The drawing is {width:,.0f} × {height:,.0f} px, too large for a PNG whose names can "
            "be read; draw fewer people, or save it as SVG."
        )
    return min(scale, largest)


@dataclass(frozen=True, slots=True)
class _Font:
    """A font taken out of a drawing: a file of its own family."""

    family: str
    path: str
    weight: int
    characters: frozenset[str]


def _unpacked(svg: str, folder: Path) -> list[_Font]:
    """The fonts embedded in the drawing as TrueType files: resvg knows no `@font-face`."""
    from fontTools.ttLib import TTFont

    found = []
    for number, (weight, coded) in enumerate(_FACE.findall(svg)):
        font: Any = TTFont(io.BytesIO(base64.b64decode(coded)), recalcTimestamp=False)
        family = f"Kin{number}"
        font.flavor = None
        font["name"].setName(family, 1, 3, 1, 0x409)
        font["name"].setName(family, 6, 3, 1, 0x409)  # without one resvg refuses it
        _with_space(font)
        path = folder / f"{number}.ttf"
        font.save(path)
        characters = frozenset(map(chr, font.getBestCmap()))
        found.append(_Font(family, str(path), int(weight), characters))
    return found


def _with_space(font: Any) -> None:
    """Add a space to a cut that has none: a name in one script then needs one font only."""
    from fontTools.ttLib.tables._g_l_y_f import Glyph

    if " " not in map(chr, font.getBestCmap()):
        font.setGlyphOrder([*font.getGlyphOrder(), "space"])
        font["glyf"]["space"] = Glyph()
        font["hmtx"]["space"] = (round(0.26 * font["head"].unitsPerEm), 0)
        for table in font["cmap"].tables:
            table.cmap[ord(" ")] = "space"


def _named(svg: str, embedded: Sequence[_Font]) -> str:
    """The drawing with the font of each piece of text named.

    resvg by itself falls back to a font that has all of a text, of any weight, or else glyph by
    glyph, which breaks conjuncts. Composed, text needs the fewest fonts.
    """

    def name(found: re.Match[str]) -> str:
        weight = fonts.STRONG if "strong" in found[2] else fonts.REGULAR
        ours = [font for font in embedded if font.weight == weight]
        pieces = [
            f'<tspan font-family="{family}">{escape(piece)}</tspan>'
            for family, piece in _pieces(unicodedata.normalize("NFC", unescape(found[3])), ours)
        ]
        return found[1] + "".join(pieces)

    return _TEXT.sub(name, svg)


def _pieces(text: str, embedded: Sequence[_Font]) -> list[tuple[str, str]]:
    """Text cut where another font must go on: (family, piece); a font goes on while it can."""
    pieces: list[tuple[str, str]] = []
    held: frozenset[str] = frozenset()
    for character in text:
        if character in held:
            pieces[-1] = (pieces[-1][0], pieces[-1][1] + character)
            continue
        font = next((font for font in embedded if character in font.characters), None)
        held = font.characters if font else frozenset()
        pieces.append((font.family if font else "sans-serif", character))
    return pieces


def _covered(svg: str, embedded: Sequence[_Font]) -> bool:
    """Whether the embedded fonts have all that is to be seen."""
    held = frozenset[str]().union(*(font.characters for font in embedded))
    written = {c for found in _TEXT.finditer(svg) for c in unescape(found[3])} - held
    return all(unicodedata.category(c) in {"Cc", "Cf", "Zs"} for c in written)
