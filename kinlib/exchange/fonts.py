"""Small fonts for drawings: of the fonts in static/, only the glyphs that a text uses.

The app cuts one family, Kin Sans, by script into files (.streamlit/config.toml says which
characters each holds). A drawing has to carry its letters with it, so from each file it needs a
much smaller one is cut here: the characters used, their composed and decomposed forms, and what
shaping makes of these (Devanagari conjuncts, Tamil vowel signs, accents). Characters that no file
has are left to the fonts of whoever looks at the drawing.
"""

import base64
import io
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from kinlib import settings

FAMILY = "Kin Sans"
REGULAR, STRONG = 400, 600  # the weights that static/ has
NOTICE = (
    "Embedded fonts: parts of Noto Sans, Noto Sans Devanagari and Noto Sans Tamil (The Noto "
    "Project Authors) and Noto Sans KR (Adobe), SIL Open Font License 1.1."
)


@dataclass(frozen=True, slots=True)
class Face:
    """One file of the family: its weight, and the characters it is used for."""

    path: Path
    weight: int
    characters: frozenset[str]


@cache
def faces() -> tuple[Face, ...]:
    """The files of the family, as .streamlit/config.toml lists them."""
    config = tomllib.loads((settings.ROOT / ".streamlit/config.toml").read_text(encoding="utf-8"))
    found = []
    for face in config["theme"]["fontFaces"]:
        path = settings.static() / face["url"].removeprefix("app/static/")
        weight = int(face["weight"].split()[0])
        found.append(Face(path, weight, frozenset(_characters(face["unicodeRange"]))))
    return tuple(found)


def used(text: str) -> frozenset[str]:
    """The characters to embed for a text: its own, and their composed and decomposed forms.

    Shaping may put one for the other. Hangul syllables are not taken apart, no shaper does that.
    """
    found = set(text)
    for character in sorted(found):
        if not "가" <= character <= "힣":
            found |= set(unicodedata.normalize("NFD", character))
    found |= set(unicodedata.normalize("NFC", text))
    return frozenset(c for c in found if c >= " ")


def cuts(text: Mapping[int, str]) -> tuple[tuple[int, str, bytes], ...]:
    """The fonts for texts by weight: (weight, characters in order, WOFF2 file) of each.

    The same characters always give the same bytes.
    """
    found = []
    for weight in sorted(text):
        wanted = used(text[weight])
        ours = [face for face in faces() if face.weight == weight]
        shared = {c for c, n in Counter(c for f in ours for c in f.characters).items() if n > 1}
        for face in ours:
            inside = wanted & face.characters
            if inside - shared:  # a joiner alone does not ask for Tamil and Devanagari
                characters = "".join(sorted(inside))
                found.append((weight, characters, _cut(face.path, weight, characters)))
    return tuple(found)


def css(text: Mapping[int, str]) -> str:
    """`@font-face` rules that hold the fonts for texts by weight, as base64."""
    rules = []
    for weight, characters, data in cuts(text):
        ranges = ",".join(f"U+{ord(c):X}" for c in characters)
        coded = base64.b64encode(data).decode("ascii")
        rules.append(
            f'@font-face{{font-family:"{FAMILY}";font-weight:{weight};'
            f'src:url(data:font/woff2;base64,{coded})format("woff2");unicode-range:{ranges}}}\n'
        )
    return "".join(rules)


def _characters(ranges: str) -> Iterable[str]:
    """The characters of a CSS unicode-range."""
    for part in ranges.split(","):
        first, _, last = part.strip().removeprefix("U+").partition("-")
        yield from map(chr, range(int(first, 16), int(last or first, 16) + 1))


@lru_cache(maxsize=64)
def _unpacked(path: Path) -> bytes:
    """The TrueType file in a WOFF2 file: unpacking takes longer than all the rest."""
    from fontTools.ttLib.woff2 import decompress

    with path.open("rb") as packed:
        data = io.BytesIO()
        decompress(packed, data)
    return data.getvalue()


@lru_cache(maxsize=256)
def _cut(path: Path, weight: int, characters: str) -> bytes:
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    options = Options(
        hinting=False, glyph_names=False, name_IDs=[1, 2], name_languages=[0x409],
        notdef_outline=True, recalc_timestamp=False, drop_tables=["DSIG", "gasp"],
    )  # fmt: skip
    font: Any = TTFont(io.BytesIO(_unpacked(path)), lazy=True, recalcTimestamp=False)
    subsetter = Subsetter(options)
    subsetter.populate(text=characters)
    subsetter.subset(font)
    style = "Regular" if weight == REGULAR else "SemiBold"
    for number, name in ((1, FAMILY), (2, style)):
        font["name"].setName(name, number, 3, 1, 0x409)
    font.flavor = "woff2"
    data = io.BytesIO()
    font.save(data, reorderTables=False)
    return data.getvalue()
