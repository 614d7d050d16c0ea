import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from unicodedata2 import normalize

from kinlib.terms.normalising import key, normalised

# Any text, with much of what changes: marks, jamo, invisible characters, letters that fold.
texts = st.text(
    st.one_of(
        st.characters(codec="utf-8"),
        st.sampled_from(
            "नन्दोईम्ब\u093c\u0901\u0929\u095b\u200d\u200c\ufe0f\u00ad"
            "ொொ외할니ㄱㅏﾡ\u1100\u1161\u11af\u0323ﬁİA①…"
        ),
    )
)


@given(texts)
@example("न\u093c\u094d\u200dद")
@example("ᄀ\u200bᅡ")
def test_what_is_normalised_stays_as_it_is(text):
    assert key(key(text)) == key(text)


@given(texts, st.sampled_from(["NFC", "NFD", "NFKC", "NFKD"]))
def test_every_encoding_of_a_text_is_compared_alike(text, form):
    assert key(normalize(form, text)) == key(text)


@given(texts)
def test_every_place_is_traced_back_into_the_raw_text(text):
    compared = normalised(text)
    assert compared.raw == text
    spans = [compared.span(at, at + 1) for at in range(len(compared.text))]
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert [start for start, _ in spans] == sorted(start for start, _ in spans)


@pytest.mark.parametrize(
    ("written", "same"),
    [
        ("बड़े", "ब\u095cे"),
        ("फूफा", "फ़ूफ़ा"),
        ("भांजी", "भाँजी"),
        ("भांजी", "भान्जी"),
        ("भान्जी", "भान्\u200dजी"),
        ("नंदोई", "नन्\u200cदोई"),
        ("कोळी", "कोऴी"),
        ("外", "外\ufe00"),
        ("외할머니", "\u110b\u116c\u1112\u1161\u11af\u1106\u1165\u1102\u1175"),
        ("கொழுந்தன்", "க\u0bc6\u0bbeழுந்தன்"),
        ("tío", "TI\u0301O"),
    ],
)
def test_spellings_that_writers_mix_are_one(written, same):
    assert written != same
    assert key(written) == key(same)


@pytest.mark.parametrize(
    ("one", "other"), [("भानजी", "भांजी"), ("अन्ना", "अंना"), ("할머니", "할머님")]
)
def test_other_spellings_stay_apart(one, other):
    assert key(one) != key(other)


def test_a_place_covers_the_marks_that_were_dropped():
    text = "प्रिय फ़ूफ़ा जी"
    compared = normalised(text)
    at = compared.text.index("फूफा")
    start, end = compared.span(at, at + len("फूफा"))
    assert text[start:end] == "फ़ूफ़ा"
