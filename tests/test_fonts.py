"""The fonts that come with the app hold what config.toml says, and all we need of three scripts."""

import tomllib
import unicodedata
from collections import defaultdict
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

ROOT = Path(__file__).resolve().parents[1]
THEME = tomllib.loads((ROOT / ".streamlit/config.toml").read_text(encoding="utf-8"))["theme"]
FACES = THEME["fontFaces"]

NEEDED = {
    "Hangul syllables": range(0xAC00, 0xD7A4),
    "Hangul jamo": range(0x1100, 0x1200),
    "Hangul compatibility jamo": range(0x3130, 0x3190),
    "Devanagari": range(0x0900, 0x0980),
    "Devanagari extended": range(0xA8E0, 0xA900),
    "Tamil": range(0x0B80, 0x0C00),
    "joiners": range(0x200C, 0x200E),
    "dotted circle": [0x25CC],
    "Latin": range(0x20, 0x250),
    "Latin extended additional": range(0x1E00, 0x1F00),
    "combining marks": range(0x0300, 0x0370),
    "signs of kin diagrams": map(ord, "→←↔†‡♂♀△○□▲●■×·–—…≤≥"),
}


def characters(text):
    """The code points of a unicodeRange."""
    found = set()
    for part in text.split(","):
        first, _, last = part.strip().removeprefix("U+").partition("-")
        found.update(range(int(first, 16), int(last or first, 16) + 1))
    return found


def assigned(points):
    """Without unassigned code points and control characters."""
    return {point for point in points if unicodedata.category(chr(point)) not in {"Cn", "Cc"}}


def file(face):
    """Where the file of a face lies: Streamlit serves static/ as app/static/."""
    return ROOT / face["url"].removeprefix("app/")


COVERED = defaultdict(set)
for _face in FACES:
    COVERED[_face["weight"]] |= characters(_face["unicodeRange"])


@pytest.mark.parametrize("name", NEEDED)
@pytest.mark.parametrize("weight", COVERED)
def test_the_ranges_cover(name, weight):
    missing = assigned(NEEDED[name]) - COVERED[weight]
    assert not missing, " ".join(f"U+{point:04X}" for point in sorted(missing))


@pytest.mark.parametrize("face", FACES, ids=lambda face: f"{file(face).stem} {face['weight']}")
def test_each_file_holds_exactly_its_range(face):
    with TTFont(file(face)) as font:
        assert font.flavor == "woff2"
        held = set(font.getBestCmap())
    # Bridged gaps are unassigned, or were when Python's own table was made.
    assert assigned(characters(face["unicodeRange"])) <= held
    wanted = {part for part in held if unicodedata.category(chr(part)) != "Cn"}
    # The subsetter keeps a space and the like beside what it was asked for.
    assert len(wanted - characters(face["unicodeRange"])) <= 8


def test_every_weight_has_every_range():
    # Chromium first picks a weight of the family, then sees only the faces of that weight.
    assert len(COVERED) == 2
    first, second = COVERED.values()
    assert first == second


def test_decomposed_hangul_is_shaped():
    jamo = [face for face in FACES if 0x1100 in characters(face["unicodeRange"])]
    assert len(jamo) == 2
    for face in jamo:
        with TTFont(file(face)) as font:
            features = {
                record.FeatureTag for record in font["GSUB"].table.FeatureList.FeatureRecord
            }
        assert {"ljmo", "vjmo", "tjmo"} <= features


def test_every_font_is_used_and_licensed():
    files = {path for path in (ROOT / "static").rglob("*") if path.is_file()}
    licences = {path for path in files if path.name == "OFL.txt"}
    assert files - licences == {file(face) for face in FACES}
    assert {path.parent for path in files} == {path.parent for path in licences}
    notice = (ROOT / "NOTICE").read_text(encoding="utf-8")
    for licence in licences:
        text = licence.read_text(encoding="utf-8")
        assert "SIL OPEN FONT LICENSE Version 1.1" in text
        assert text.splitlines()[0].split(" (")[0] in notice


def test_text_code_and_headings_use_the_family():
    assert {face["family"] for face in FACES} == {"Kin Sans"}
    assert '"Kin Sans"' in THEME["font"]
    assert '"Kin Sans"' in THEME["codeFont"]
    assert "headingFont" not in THEME


def test_the_fonts_stay_small():
    sizes = {path: path.stat().st_size for path in {file(face) for face in FACES}}
    assert sum(sizes.values()) < 3_000_000
    assert max(sizes.values()) < 150_000
