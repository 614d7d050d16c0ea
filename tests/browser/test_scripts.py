"""The app brings its own letters: they arrive, are shaped, and only those needed are fetched."""

import io
import unicodedata

import pytest
from PIL import Image, ImageChops

DRAW = """async text => {
  const faces = await document.fonts.load('400 40px "Kin Sans"', text);
  const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  context.font = '40px "Kin Sans"';
  const width = context.measureText(text).width;
  context.fillText(text, 10, 90);
  const ink = Array.from(context.getImageData(0, 0, 300, 150).data).filter((_, i) => i % 4 == 3);
  return { faces: faces.length, width, ink: ink.join() };
}"""


def decomposed(text):
    return unicodedata.normalize("NFD", text)


@pytest.fixture
def draw(visit):
    """Draw a text with the app's font on a canvas, as tables, charts and the family graph do."""
    page = visit()
    return lambda text: page.evaluate(DRAW, text)


@pytest.mark.parametrize("letters", ["कखगघ", "கஙசஞ", "가뷁힣쀍", "āṭḍṇ"])
def test_letters_arrive_and_are_not_boxes(draw, letters):
    pictures = [draw(letter) for letter in letters]
    assert all(picture["faces"] for picture in pictures)
    # A box for a missing letter looks the same whatever the letter.
    assert len({picture["ink"] for picture in pictures}) == len(letters)


def test_conjuncts_and_split_vowels_are_shaped(draw):
    assert draw("क्ष")["width"] < 0.9 * (draw("क")["width"] + draw("ष")["width"])
    assert draw("கௌ")["ink"] == draw(decomposed("கௌ"))["ink"]
    # The first half of the vowel sign stands before the consonant.
    assert draw("கொ")["width"] > 1.5 * draw("க")["width"]


@pytest.mark.parametrize("word", ["외할머니", "큰아버지", "뷁"])
def test_decomposed_hangul_takes_the_room_of_composed(draw, word):
    composed, jamo = draw(word), draw(decomposed(word))
    assert jamo["faces"]
    assert jamo["width"] == pytest.approx(composed["width"], rel=0.1)


def test_decomposed_romanisation_looks_like_composed(draw):
    for letter in "āṭḍṇḻṟŏŭ":
        assert draw(letter)["ink"] == draw(decomposed(letter))["ink"], letter


def test_only_the_needed_slices_are_fetched(page, visit):
    fetched = []
    page.on("request", lambda request: fetched.append(request.url.rsplit("/", 1)[-1]))
    visit()
    before = set(fetched)
    page.evaluate(DRAW, "고")
    # Streamlit may ask for other things (a blob of its own) at any moment.
    slices = {name for name in set(fetched) - before if name.endswith(".woff2")}
    assert slices <= {"hangul-01-g-400.woff2"}
    page.evaluate(DRAW, "힣")
    assert "hangul-19-h-400.woff2" in fetched
    assert "hangul-17-t-400.woff2" not in fetched


NUDGE = """() => {
  const grid = document.querySelector("[data-testid=stDataFrameResizable]");
  const width = grid.style.width;
  grid.style.width = `${grid.getBoundingClientRect().width - 1}px`;
  return new Promise(done => setTimeout(() => { grid.style.width = width; done(); }, 60));
}"""


def test_rows_scrolled_into_view_are_drawn_again_when_their_letters_arrive(visit, page):
    fetched = []
    page.on("request", lambda request: fetched.append(request.url.rsplit("/", 1)[-1]))
    visit("failures?benchmark=terms")
    table = page.get_by_test_id("stDataFrame").first
    table.locator("canvas").first.wait_for()
    page.wait_for_timeout(1500)
    before = set(fetched)
    page.evaluate("() => { document.querySelector('.dvn-scroller').scrollTop = 640 }")
    page.wait_for_timeout(2500)
    assert any(name.startswith("hangul") for name in set(fetched) - before), "new letters came in"
    shown = grey(table.screenshot())
    page.evaluate(NUDGE)
    page.wait_for_timeout(700)
    # Edges may differ by a shade; a box that becomes a letter differs by black on white.
    _, most = ImageChops.difference(shown, grey(table.screenshot())).getextrema()
    assert most < 64, "drawing all of it again changed what was to be read"


def grey(png):
    return Image.open(io.BytesIO(png)).convert("L")
