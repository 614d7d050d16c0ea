import io

import pytest
from PIL import Image, ImageChops

from kinlib.errors import KinError
from kinlib.exchange.palette import DARK, LIGHT
from kinlib.exchange.png import PIXELS, SIDE, fitting_scale, png
from kinlib.exchange.rdf import read_turtle
from kinlib.exchange.svg import svg
from kinlib.kinship.genealogy import Genealogy, Person
from kinlib.kinship.layout import layout
from kinlib.settings import ROOT

INK = 0x90  # darker than lines and borders: text and markers


def picture(*names, ego=None, dark=False):
    """The image of people with these names, all women, one below the other, as wide as can be."""
    wide = Person("wide", "M" * 30, sex="f")  # so that boxes are equally wide
    people = [Person(f"p{k}", name, sex="f") for k, name in enumerate(names)]
    g = Genealogy.build("x", [*people, wide])
    return opened(png(svg(g, layout(g), ego=ego, dark=dark)))


def opened(data):
    return Image.open(io.BytesIO(data)).convert("RGB")


def first_name(*names, **options):
    """What is written in the box of the first of these."""
    image = picture(*names, **options)
    left = 100 + (60 if "ego" in options else 0)  # the flag makes the page wider
    return image.crop((left, 50, image.width - 62, 114)).convert("L")


def ink(image):
    """Share of dark pixels, and the box they lie in."""
    dark = image.point(lambda shade: 255 if shade < INK else 0)
    return sum(dark.get_flattened_data()) / 255 / (image.width * image.height), dark.getbbox()


def same(one, other):
    return one.size == other.size and ImageChops.difference(one, other).getbbox() is None


def test_size_scale_and_page_colour():
    path = ROOT / "data" / "families" / "tamil_family.ttl"
    g = read_turtle(path.read_bytes(), "x")
    data = svg(g, layout(g), dark=True)
    image = opened(png(data, scale=1))
    assert image.size == (850 + 48, 479 + 48)
    assert "#{:02X}{:02X}{:02X}".format(*image.getpixel((2, 2))) == DARK.page
    assert opened(png(data, scale=0.5)).size == (449, 264)
    share, _ = ink(opened(png(svg(g, layout(g)), scale=1)).convert("L"))
    assert 0.01 < share < 0.1
    assert png(data, scale=0.5) == png(data, scale=0.5)


@pytest.mark.parametrize(
    ("one", "other"),
    [("सीता", "मीरा"), ("உமா", "கலா"), ("김영호", "박말순"), ("Άννα", "Ёлка"), ("Ann", "Zoë")],
    ids=["Devanagari", "Tamil", "Hangul", "Greek and Cyrillic", "Latin"],
)
@pytest.mark.parametrize("strong", [False, True], ids=["regular", "semi-bold"])
def test_letters_of_a_script_are_drawn_and_are_no_boxes(one, other, strong):
    options = {"ego": "p0"} if strong else {}
    here, there = first_name(one, **options), first_name(other, **options)
    assert 0.005 < ink(here)[0] < 0.2
    assert not same(here, there), "boxes for missing letters are all alike"
    assert same(here, first_name(one, **options))
    missing = first_name("\ue000" * len(one), **options)  # private use: no font has it
    assert not same(here, missing)


def test_scripts_are_shaped():
    assert not same(first_name("क्ष"), first_name("क्\u200cष")), "a conjunct, unless it is forbidden"
    joined, apart = ink(first_name("श्रद्धा"))[1], ink(first_name("श\u200bर\u200bद\u200bधा"))[1]
    assert joined[2] - joined[0] < apart[2] - apart[0], "conjuncts are narrower than their letters"
    assert same(first_name("கொ"), first_name("கெ\u0bbe")), "a split vowel sign in either spelling"
    assert same(first_name("한국"), first_name("\u1112\u1161\u11ab\u1100\u116e\u11a8"))


def test_mixed_scripts_do_not_lend_each_other_their_weight():
    alone = ink(first_name("राम", "x"))[0]
    assert ink(first_name("राम", ego="p0"))[0] > alone * 1.05
    beside = ink(first_name("राम", "राम", ego="p1"))[0]
    assert beside == pytest.approx(alone, rel=0.01)


def test_a_character_without_a_font_does_not_change_the_others():
    assert same(first_name("Анна Ёлкина", "x"), first_name("Анна Ёлкина", "\ue000"))


def test_dark_drawings_have_light_text():
    light, dark = picture("Ann"), picture("Ann", dark=True)
    assert light.size == dark.size
    assert light.getpixel((2, 2)) == tuple(bytes.fromhex(LIGHT.page[1:]))
    assert sum(dark.getextrema()[0]) > 200 and dark.getpixel((2, 2))[0] < 40


def drawn(width, height):
    return f'<svg xmlns="" width="{width}" height="{height}" role="img"></svg>'.encode()


def test_large_drawings_are_made_smaller_or_refused():
    assert fitting_scale(drawn(1000, 1000), 3) == 3
    tall = fitting_scale(drawn(2000, 14000), 2)
    assert 1 < tall < 2 and 2000 * 14000 * tall**2 == pytest.approx(PIXELS)
    assert fitting_scale(drawn(500, 20000), 2) == SIDE / 20000
    assert fitting_scale(drawn(2000, 79000), 0.2) == 0.2  # wanted as small as that
    with pytest.raises(KinError, match="2,000 × 79,000 px, too large for a PNG whose names"):
        fitting_scale(drawn(2000, 79000))


@pytest.mark.parametrize("scale", [0, -1, float("nan"), float("inf")])
def test_a_scale_is_a_positive_number(scale):
    with pytest.raises(KinError, match="choose a number above 0"):
        png(drawn(10, 10), scale=scale)


@pytest.mark.parametrize("data", [b"", b"<svg/>", b"\x89PNG", drawn(10, 10)[:-6] + b"<g>"])
def test_what_is_no_drawing_is_refused_in_a_sentence(data):
    with pytest.raises(KinError, match="draw"):
        png(data)
