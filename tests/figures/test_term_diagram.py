"""The benchmark's relations as a diagram, with several languages' terms."""

import json
import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinlib.figures.term_diagram import Tongue, Word, term_diagram
from kinlib.figures.term_places import WIDTH, term_families, term_lines, term_places
from kinlib.kinship.kintype import EGO
from kinlib.terms.current import current, disputed, shared
from kinlib.terms.lexicon import shipped
from kinlib.terms.relations import LANGUAGES, relations

KIN_TYPES = {relation.kin_type for relation in relations().values()}
FOREIGN = {"m": {"HZ", "HZH"}, "f": {"WB", "WZ"}, None: set()}


@pytest.mark.parametrize("ego", ["m", "f", None])
def test_every_relation_of_the_speaker_has_a_place_of_its_own(ego):
    places = term_places(ego)
    assert places.keys() & KIN_TYPES == KIN_TYPES - FOREIGN[ego]
    assert len(set(places.values())) == len(places)
    assert all(0 < x < WIDTH for x, _ in places.values())


@pytest.mark.parametrize("ego", ["m", "f", None])
def test_generations_stand_in_rows_and_nobody_nearer_than_a_symbol_is_wide(ego):
    places = term_places(ego)
    rows = {}
    for kin_type, (x, y) in places.items():
        rows.setdefault(y, []).append((x, kin_type))
    assert [len(rows[y]) > 3 for y in sorted(rows)] == [True] * 4
    top, parents, own, below = (dict(map(reversed, rows[y])) for y in sorted(rows))
    assert set(top) == {"FF", "FM", "MF", "MM"} and set(below) == {"BD", "BS", "ZD", "ZS"}
    assert {"FeB", "F", "M", "MZH"} <= set(parents) and {"eB", EGO, "yZH"} <= set(own)
    for row in rows.values():
        xs = sorted(x for x, _ in row)
        assert min(b - a for a, b in pairwise(xs)) > 60


@pytest.mark.parametrize("ego", ["m", "f", None])
def test_lines_join_everybody_drawn(ego):
    """Each relative is in a family, and every stroke begins or ends at somebody or on a bar."""
    places = term_places(ego)
    told = {one for parents, children in term_families(places) for one in (*parents, *children)}
    assert told == places.keys()
    levels = {y for y in [y for _, y in places.values()]}
    for (x1, y1), (x2, y2) in term_lines(places):
        assert x1 == x2 or y1 == y2
        assert {round(y1 + dy, 1) for dy in (-2.5, 0, 2.5, 24)} & levels


def tongues(ego, age="", codes=tuple(LANGUAGES)):
    sex = {"m": "male", "f": "female"}[ego]
    return [
        Tongue(
            LANGUAGES[code].name,
            {
                relation.kin_type: [
                    Word(form.form, disputed(form))
                    for form in current(shipped(), relation.id, code, sex, age)
                ]
                for relation in relations().values()
                if relation.kin_type not in FOREIGN[ego]
            },
            shared(shipped(), code),
        )
        for code in codes
    ]


def chips(figure):
    """(text, colour) of every note that stands in a drawing, the key left out."""
    return [(note.text, note.bgcolor) for note in figure.layout.annotations[:-1]]


def test_relatives_who_share_a_term_have_one_letter_and_colour_of_their_own():
    figure = term_diagram(tongues("m"), ego="m")
    grandfathers = {chip for chip in chips(figure) if "தாத்தா" in chip[0]}
    assert len(grandfathers) == 1 and chips(figure).count(grandfathers.pop()) == 2
    lettered = {(t.rstrip("*"), c) for t, c in chips(figure) if re.match("<b>[A-Z]</b> ", t)}
    assert {text for text, _ in lettered} >= {"<b>A</b> தாத்தா", "<b>B</b> பாட்டி"}
    assert len({text[3] for text, _ in lettered}) == len(lettered)
    assert len({fill for _, fill in lettered}) == len(lettered) > 6
    assert not [text for text, _ in chips(figure) if "दादा" in text and "<b>" in text]


def test_a_term_keeps_its_letter_and_colour_when_ego_or_the_age_changes():
    looks = {}
    for ego in "mf":
        for age in ("", "elder", "younger"):
            for text, fill in chips(term_diagram(tongues(ego, age), ego=ego)):
                if found := re.match("<b>([A-Z])</b> ([^*]+)", text):
                    looks.setdefault(found[2], set()).add((found[1], fill))
    assert len(looks) > 8
    assert all(len(each) == 1 for each in looks.values())
    assert len({each for those in looks.values() for each in those}) == len(looks)


def test_a_term_is_found_under_the_mouse_as_its_relative():
    terms, symbols = term_diagram(tongues("m"), ego="m").data[-2:]
    at = dict(zip(symbols.customdata, zip(symbols.x, symbols.y, strict=True), strict=True))
    assert set(terms.customdata) == KIN_TYPES - FOREIGN["m"]
    for kin_type, x, y in zip(terms.customdata, terms.x, terms.y, strict=True):
        assert abs(x - at[kin_type][0]) < 40 and y > at[kin_type][1] + 30


def test_the_speakers_sex_and_the_age_change_the_terms():
    man, woman = (" ".join(t for t, _ in chips(term_diagram(tongues(e), ego=e))) for e in "mf")
    assert "오빠" not in man and "오빠" in woman
    assert "처남" in man and "시누이" in woman and "처남" not in woman
    elder = " ".join(t for t, _ in chips(term_diagram(tongues("m", "elder"), ego="m")))
    assert "형님" in elder and "처제" not in elder


def test_one_language_colours_the_symbols_too():
    figure = term_diagram(tongues("m", codes=("ta",)), ego="m")
    symbols = figure.data[-1]
    looks = dict(
        zip(symbols.customdata, zip(symbols.text, symbols.marker.color, strict=True), strict=True)
    )
    assert looks["FF"] == looks["MF"] != looks["FM"]
    assert looks["FyB"] != looks["FeB"]
    assert term_diagram(tongues("m"), ego="m").data[-1].text.count("") == len(symbols.text)


def test_doubtful_terms_are_marked_and_the_hover_says_with_whom_a_term_is_shared():
    figure = term_diagram(tongues("m", codes=("ta",)), ego="m")
    hover = dict(zip(figure.data[-1].customdata, figure.data[-1].hovertext, strict=True))
    assert "அத்தான், also eZH, sources disagree" in hover["FZH"]
    assert "father's sister's husband" in hover["FZH"]
    assert any(text.endswith("அத்தான்*") for text, _ in chips(figure))


def test_an_unknown_term_is_a_dash_and_dark_differs_from_light():
    empty = [Tongue("None", {kin_type: () for kin_type in KIN_TYPES})]
    figure = term_diagram(empty, ego="m")
    assert [text for text, _ in chips(figure)].count("–") == len(KIN_TYPES - FOREIGN["m"])
    dark = term_diagram(empty, ego="m", dark=True)
    assert dark.layout.paper_bgcolor != figure.layout.paper_bgcolor


@given(st.text(max_size=40), st.text(max_size=40))
def test_words_are_never_markup(name, word):
    figure = term_diagram([Tongue(name, {"FF": [Word(word)], "MF": [Word(word)]})], ego="f")
    json.loads(figure.to_json())
    for note in figure.layout.annotations:
        assert "<" not in re.sub("</?b>|<br>", "", note.text)
