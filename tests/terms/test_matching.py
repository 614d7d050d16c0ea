import pytest

from kinlib.terms.matching import match


@pytest.mark.parametrize(
    ("reply", "language", "accepted", "right"),
    [
        ("외할머니, 생신 축하드려요!", "ko", ["외할머니"], True),
        ("외할머니, 생신 축하드려요!", "ko", ["할머니"], False),
        ("할머니의 생신", "ko", ["할머니"], True),
        ("नानी जी, जन्मदिन मुबारक", "hi", ["नानी", "नानी जी"], True),
        ("ज्ञानी", "hi", ["नानी"], False),
        ("பெரியப்பாவுக்கு வாழ்த்துக்கள்", "ta", ["பெரியப்பா"], True),
        ("Happy birthday, nani ji!", "hi", ["नानी", "नानी जी"], False),
    ],
)
def test_a_reply_is_right_if_an_accepted_form_starts_a_word(reply, language, accepted, right):
    result = match(reply, language, accepted)
    assert result.correct is right
    assert bool(result.predicted) is right
    assert result.precision is None, "one accepted form is enough: there is no set to measure"
