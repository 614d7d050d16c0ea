"""Selection items against the paper's examples, and letters read from replies."""

import doctest
import os
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from unicodedata import normalize

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kinlib.errors import KinError
from kinlib.terms import options, selection
from kinlib.terms.distractors import STEPS, draw, folded, shown, shuffled
from kinlib.terms.lexicon import Lexicon, accepted, shipped
from kinlib.terms.options import first_letter, stated_letter
from kinlib.terms.relations import Cell, relations
from kinlib.terms.selection import NONE, Choices
from tests.conftest import ROOT

PLAIN = selection.selection()
CLOSE = selection.selection(Choices("close"))


def by_id(rows):
    return {row["item_id"]: row for row in rows}


def test_examples_in_the_docstrings_run():
    assert doctest.testmod(selection).failed == 0
    assert doctest.testmod(options).failed == 0


def test_an_item_reads_as_in_appendix_a2():
    row = by_id(PLAIN)["father_younger_brother__REC__HI"]
    stem, *listed, last = row["prompt"].split("\n")
    assert stem == (
        "Which kinship term in Hindi correctly refers to my father's younger brother? "
        "Answer with only the option letter."
    )
    assert [line[:3] for line in listed] == ["A. ", "B. ", "C. ", "D. "]
    assert [line[3:] for line in listed] == row["options"]
    assert last == "Answer with only one option letter: A, B, C, or D."
    assert (row["benchmark"], row["answer_type"], row["expected"]) == (
        "selection",
        "option",
        "चाचा",
    )
    assert "in Tamil correctly" in by_id(PLAIN)["father_younger_brother__REC__TA"]["question"]


def test_speakers_are_told_and_named_as_in_the_prompts():
    rows = by_id(PLAIN)
    assert rows["husband_sister__REC__TA__WIFE"]["prompt"].startswith("I am the wife. Which ")
    assert rows["elder_brother__REC__KO__MALE"]["expected"] == "형"
    assert rows["elder_brother__REC__KO__FEMALE"]["expected"] == "오빠"


def test_a_composite_key_shows_its_first_alternative():
    shown = {
        "father_sister_husband__REC__TA": "மாமா",
        "mother_sister__REC__TA": "சித்தி",
        "elder_brother__REC__HI": "भैया",
        "sister_daughter__REC__KO": "조카딸",
        "wife_brother__REC__TA__HUSBAND": "மச்சான்",
        "father_father__REC__HI": "दादाजी",
    }
    assert {item_id: by_id(PLAIN)[item_id]["expected"] for item_id in shown} == shown


def test_one_item_a_cell_and_answers_are_balanced_in_all_and_in_each_language():
    assert len(by_id(PLAIN)) == 77
    assert Counter(row["language"] for row in PLAIN) == {"hi": 25, "ta": 25, "ko": 27}
    for rows in (PLAIN, CLOSE, selection.selection(Choices(seed=99))):
        counts = Counter(row["position"] for row in rows)
        assert [counts[letter] for letter in "ABCD"] == [20, 19, 19, 19]
        for language in ("hi", "ta", "ko"):
            places = Counter(row["position"] for row in rows if row["language"] == language)
            assert max(places.values()) - min(places.values()) <= 1


def test_seeded_positions_are_a_shuffle_of_each_item():
    many = [selection.selection(Choices(positions="seeded", seed=seed)) for seed in range(6)]
    counts = [Counter(row["position"] for row in rows) for rows in many]
    assert all(set(count) == set("ABCD") for count in counts)
    assert any(max(count.values()) - min(count.values()) > 2 for count in counts)
    assert len({tuple(row["position"] for row in rows) for rows in many}) == 6


@settings(max_examples=10)
@given(
    st.sampled_from(["broad", "close"]), st.sampled_from(["balanced", "seeded"]),
    st.booleans(), st.integers(),
)  # fmt: skip
def test_whatever_the_seed_one_option_is_right_and_all_differ(distance, positions, absent, seed):
    rows = selection.selection(Choices(distance, positions, absent, seed))
    assert len(by_id(rows)) == len(rows) == (154 if absent else 77)
    for row in rows:
        marked = "ABCDE".index(row["gold"][0])
        assert row["options"][marked] == row["expected"] and row["gold"] == [row["position"]]
        assert len(set(map(folded, row["options"]))) == len(row["options"]) == 4 + absent
        own = {folded(form.form)
               for form in accepted(shipped(), row["relation"], row["language"])}  # fmt: skip
        right = [option for option in row["options"] if folded(option) in own]
        assert right == ([] if row["expected"] == NONE else [row["expected"]])
        wrong = {one["form"] for one in row["distractors"]}
        assert wrong == set(row["options"]) - {row["expected"], NONE}


def test_a_mans_item_does_not_offer_what_a_woman_says():
    """오빠 is an accepted form of the elder brother, though not a man's."""
    for seed in range(40):
        drawn = draw(shipped(), Cell("elder_brother", "ko", "male"), "broad", seed, 10)
        assert not {"오빠", "형님", "오라버니"} & {one.form for one in drawn}


def test_options_are_said_as_the_speaker_would():
    for relation, speaker, own, other in (
        ("husband_sister", "wife", "오빠", "형"), ("wife_brother", "husband", "형", "오빠"),
    ):  # fmt: skip
        forms = {
            one.form
            for seed in range(5)
            for one in draw(shipped(), Cell(relation, "ko", speaker), "broad", seed, 20)
        }
        assert own in forms and other not in forms


def test_another_spelling_of_an_accepted_form_is_no_distractor():
    """मामा written with nukta for another relation would be a second right answer."""
    forms = tuple(
        replace(form, form="मा़ मा") if form.form == "ताऊ" else form for form in shipped().forms
    )
    drawn = draw(Lexicon("mine", forms), Cell("mother_brother", "hi", "any"), "broad", 1, 20)
    assert {"मा़ मा", "ताऊ"}.isdisjoint(one.form for one in drawn)
    assert "चाचा" in {one.form for one in drawn}


def test_broad_distractors_come_from_the_whole_inventory():
    for language in ("hi", "ta", "ko"):
        drawn = {one["form"] for row in PLAIN if row["language"] == language
                 for one in row["distractors"]}  # fmt: skip
        keys = {form.form for form in shipped().forms
                if form.language == language and form.tier == "strict"}  # fmt: skip
        assert drawn <= keys and len(drawn) >= 14


def test_forms_are_one_word_whatever_their_nukta_spacing_or_composition():
    assert folded("ख़ाला") == folded("खाला") == folded(normalize("NFD", "ख़ाला"))
    assert folded("दादा जी") == folded("दादा-जी") == folded("दादाजी") != folded("दादा")
    assert folded(normalize("NFD", "큰 아버지")) == folded("큰아버지")
    assert folded("बड़ी माँ") != folded("बड़ी मामी")


def test_close_distractors_share_the_english_word_where_three_do():
    row = by_id(CLOSE)["father_younger_brother__REC__HI__CLOSE"]
    assert set(row["options"]) - {"चाचा"} <= {"ताऊ", "फूफा", "मामा", "मौसा"}
    assert row["farthest"] == "hypernym"


def test_where_fewer_are_close_a_step_back_is_taken_and_said():
    grandfather = by_id(CLOSE)["father_father__REC__HI__CLOSE"]
    assert {one["form"]: one["shares"] for one in grandfather["distractors"]} == {
        "नानाजी": "hypernym", "दादी": "generation and side", "नानी": "generation",
    }  # fmt: skip
    # தாத்தா is the father's father and the mother's father: the nearer of the two counts.
    grandmother = by_id(CLOSE)["father_mother__REC__TA__CLOSE"]["distractors"]
    assert grandmother[0] == {
        "form": "தாத்தா", "relations": ["father_father", "mother_father"],
        "shares": "generation and side",
    }  # fmt: skip
    # 조카 and 조카딸 are all accepted for a niece, so nothing of her generation is left.
    niece = by_id(CLOSE)["brother_daughter__REC__KO__CLOSE"]
    assert Counter(one["shares"] for one in niece["distractors"]) == {"side": 2, "inventory": 1}
    assert niece["farthest"] == "inventory"


def test_nothing_nearer_was_left_out():
    """A second count, of the nearest step: all of it is used before anything farther."""
    table = relations()
    for row in CLOSE:
        cell = Cell(row["relation"], row["language"], row["speaker"])
        own = {folded(form.form) for form in accepted(shipped(), *cell[:2])}
        word = table[cell.relation].hypernym
        near = {
            folded(shown(shipped(), cell._replace(relation=other.id)).form)
            for other in table.values()
            if word and other.hypernym == word
        }
        steps = [STEPS.index(one["shares"]) for one in row["distractors"]]
        assert steps.count(0) == min(3, len(near - own)), row["item_id"]
        assert steps == sorted(steps) and STEPS[steps[-1]] == row["farthest"]


def test_absent_items_stand_beside_their_like_and_e_is_right_in_half():
    rows = selection.selection(Choices(absent=True))
    assert Counter(row["position"] == "E" for row in rows) == {True: 77, False: 77}
    pairs = by_id(rows)
    there = pairs["father_younger_brother__REC__HI__FIVE"]
    gone = pairs["father_younger_brother__REC__HI__ABSENT"]
    assert there["options"][4] == gone["options"][4] == NONE
    assert "चाचा" in there["options"] and "चाचा" not in gone["options"]
    assert gone["gold"] == ["E"] and gone["prompt"].endswith("A, B, C, D, or E.")
    assert gone["prompt"].split("\n")[5] == "E. None of these"
    assert set(there["options"]) - {"चाचा"} < set(gone["options"])


def test_sets_that_differ_have_names_of_their_own():
    names = {
        selection.selection(choices)[0]["dataset"]
        for choices in (Choices(), Choices("close"), Choices(positions="seeded"),
                        Choices(absent=True), Choices(seed=2))
    }  # fmt: skip
    assert len(names) == 5 and "Kin-term selection, 77 items" in names


def test_the_same_items_on_every_machine():
    code = (
        "import hashlib, json\n"
        "from kinlib.terms.selection import Choices, selection\n"
        "rows = selection(Choices('close', absent=True, seed=7))\n"
        "print(hashlib.sha256(json.dumps(rows, sort_keys=True).encode()).hexdigest())"
    )
    digests = {
        subprocess.run(
            [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(digests) == 1


def test_an_order_depends_on_values_and_seed_alone():
    assert shuffled("abcdef", 1) == shuffled("fedcba", 1) != shuffled("abcdef", 2)
    firsts = Counter(shuffled("abcd", seed)[0] for seed in range(4000))
    assert all(900 < firsts[letter] < 1100 for letter in "abcd")


@pytest.mark.parametrize(
    ("choices", "words"),
    [(Choices("near"), "'near'"), (Choices(positions="even"), "'even'")],
)
def test_unknown_choices_are_refused(choices, words):
    with pytest.raises(KinError, match=words):
        selection.selection(choices)


def test_a_lexicon_that_is_too_small_is_named():
    few = tuple(form for form in shipped().forms if form.relation.startswith("father_father"))
    with pytest.raises(KinError, match=r"'mine' has 0 terms in hi .* 3 are needed"):
        selection.selection(lexicon=Lexicon("mine", few))


# reply, letter by the paper's rule, letter by the careful reading
REPLIES = [
    ("C", "C", "C"),
    ("C.", "C", "C"),
    (" (C)\n", "C", "C"),
    ("**C**", "C", "C"),
    ("__C__", "C", "C"),
    ("Answer: C", "C", "C"),
    ("Option C", "C", "C"),
    ("C. चाचा", "C", "C"),
    (r"\boxed{C}", "C", "C"),
    ("A good choice would be C", "A", "C"),
    ("A kinship term like that is D.", "A", "D"),
    ("The answer is C, not option B.", "C", "C"),
    ("Not B. The correct option is **(C)** चाचा", "B", "C"),
    ("Option A is wrong, B is correct.", "A", "B"),
    ("The answer is A. No, the answer is D.", "A", "D"),
    ("A. भतीजा\nB. ताऊ\nC. चाचा\nD. मौसी\n\nAnswer: C", "A", "C"),
    ("A. भतीजा\nB. ताऊ\nC. चाचा\nD. मौसी", "A", None),
    ("A. क B. ख\nC", "A", "C"),
    ("C. चाचा\nB and D are of the mother's side.", "C", "C"),
    ("It is B or C", "B", None),
    ("उत्तर: C", "C", "C"),
    ("정답은 C입니다.", None, "C"),
    ("c", None, None),
    ("Cat", None, None),
    ("C1", None, None),
    ("1C", None, None),
    ("C\u0301", None, None),
    ("चाचा", None, None),
    ("E", None, None),
]


@pytest.mark.parametrize(("reply", "first", "stated"), REPLIES)
def test_letters_are_read_as_a_person_would_by_either_rule(reply, first, stated):
    for read, letter in ((first_letter, first), (stated_letter, stated)):
        found = read(reply)
        assert found.letter == letter
        assert found.kind == ("letter" if letter else "unparseable")
        assert reply[found.start : found.end] == (letter or "")


@pytest.mark.parametrize("reply", [None, "", " \n\t", "\u200b\ufeff"])
def test_a_reply_of_nothing_is_blank_not_unparseable(reply):
    for read in (first_letter, stated_letter):
        assert (read(reply).letter, read(reply).kind) == (None, "blank")


def test_a_fifth_letter_counts_where_there_are_five():
    assert first_letter("E.", "ABCDE").letter == stated_letter("Answer: E", "ABCDE").letter == "E"


@given(st.text() | st.text(alphabet="ABCDE abcanswer is:.()*\n가각1\u0301", max_size=40))
def test_any_text_is_read_and_a_letter_stands_where_it_is_said_to(text):
    for read in (first_letter, stated_letter):
        found = read(text)
        assert (found.kind == "letter") == (found.letter is not None)
        assert text[found.start : found.end] == (found.letter or "")
        if found.letter:
            around = text[max(found.start - 1, 0) : found.start] + text[found.end : found.end + 1]
            assert not any("a" <= letter.lower() <= "z" for letter in around)
    if first_letter(text).letter is None:
        assert stated_letter(text).letter is None or any("가" <= one <= "힣" for one in text)
