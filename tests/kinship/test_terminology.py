"""Kin terms read from rows, and their agreement with the systems (kinship-systems.md S16)."""

import csv
import doctest
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinlib.errors import KinError
from kinlib.kinship import terminology as module
from kinlib.kinship.agreement import agreement, nearest, partition
from kinlib.kinship.sharing import corrections, share_term, slots
from kinlib.kinship.systems import SYSTEMS
from kinlib.kinship.terminology import CORE, letters, read, read_csv, words_of


def terms(text: str, source: str = ""):
    """A small invented list: "mF tala, mFB tala" is two rows; + stands for a comma in a cell."""
    cells = (part.split(maxsplit=1) for part in text.strip(", ").split(","))
    rows = [
        {"parameter": p, "word": w.replace("+", ","), "source_bibtex": source} for p, w in cells
    ]
    return read(enumerate(rows, start=2))


def table(text: str, system: str, **options):
    return agreement(terms(text), system, **options).table


# Reading


def test_the_example_in_the_module_is_true():
    assert doctest.testmod(module).failed == 0


def test_a_row_is_ego_sex_kin_type_age_mark_and_words():
    (entry,) = terms("mFBeS tala+tolo").entries
    assert (entry.ego, entry.kin_type, entry.mark, entry.marked) == ("m", "FBS", "e", "alter")
    assert entry.words == ("tala", "tolo")
    assert entry.line == 2
    (entry,) = terms("fMyBD tala").entries
    assert (entry.ego, entry.kin_type, entry.mark, entry.marked) == ("f", "MBD", "y", "link")


def test_a_cell_is_split_at_separators_after_dropping_brackets():
    assert list(words_of("ta (rare; old), to/ti|te ; [x] ()")) == ["ta", "to", "ti", "te"]
    assert list(words_of(" ta  lo ")) == ["ta lo"]
    assert list(words_of("(remark)")) == []


def test_words_are_compared_by_letters_only():
    assert letters("Tä-ló 2!") == "talo"
    assert letters("दादा") != letters("दादी"), "a vowel sign is no accent"
    assert letters("أخ") == letters("اخ")


def test_c_stands_for_s_and_d():
    found = terms("mBC tala")
    assert found.words("m", "BS") == found.words("m", "BD") == ("tala",)


@pytest.mark.parametrize(
    ("parameter", "word", "reason"),
    [
        ("mTW", "ta", "Letter 2 of 'mTW' is 'T'"),
        ("", "ta", "No kin type"),
        ("FB", "ta", "does not say ego's sex"),
        ("mG", "ta", "leaves open who is meant"),
        ("mEGO", "ta", "leaves open who is meant"),
        ("meFeB", "ta", "more than one age mark"),
        ("mFW", "ta", "FW is not a canonical kin type: it is M."),
        ("mFS", "ta", "FS is not a canonical kin type: it is B."),
        ("mWH", "ta", "WH is not a canonical kin type: it is ego."),
        ("mMH(notF)", "ta", "Letter 4"),
        ("mCCCCCCC", "ta", "more than 6 steps"),
        ("mF", "", "No term"),
        ("mF", "(none)", "No term"),
    ],
)
def test_a_row_left_out_is_named_with_its_line_and_reason(parameter, word, reason):
    found = read([(7, {"parameter": parameter, "word": word})])
    assert not found.entries
    assert [(row.line, row.parameter) for row in found.left_out] == [(7, parameter)]
    assert reason in found.left_out[0].reason


def test_no_term_and_nothing_recorded_are_told_apart():
    found = read([(2, {"parameter": "mFB", "word": "-"}), (3, {"parameter": "mF", "word": "ta"})])
    assert [found.status("m", t) for t in ("F", "FB", "MB")] == ["recorded", "gap", "unknown"]
    assert found.status("f", "F") == "unknown"
    assert not found.left_out
    assert {*CORE, "FF", "DD", "W", "WM", "FZH"} <= found.statuses("m").keys()
    assert "H" in found.statuses("f")


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"", "The file is empty"),
        (b" \n\n", "The file is empty"),
        (b"parameter,word\nmF,ta\nmM,t\xe9\n", "Line 3 is not UTF-8"),
        (b"kin type,word\nmF,ta\n", "Line 1 lacks the column parameter; it holds kin type, word"),
        (b"parameter;word\nmF;ta\n", "Line 1 lacks the column parameter and word"),
        (b'parameter,word\nmF,ta\n"mM"x,to\n', "Line 3 is not CSV"),
        (b"parameter,word\nTW,ta\n", "No row holds a kin type and a term (line 2"),
        (b"parameter,word\n", "No row holds a kin type and a term;"),
    ],
)
def test_a_file_that_is_no_list_of_terms_is_one_sentence(data, fault):
    with pytest.raises(KinError) as caught:
        read_csv(data)
    assert fault in str(caught.value)


def test_a_file_may_have_a_byte_order_mark_other_columns_and_blank_lines():
    found = read_csv('\ufeffnote,word,parameter\r\n\r\n"a\r\nb",ta,mF\r\nx,,mM\r\n'.encode())
    assert found.words("m", "F") == ("ta",)
    assert [row.line for row in found.left_out] == [5]


cells = st.one_of(st.none(), st.integers(), st.text(max_size=8))
kin_types = st.one_of(cells, st.text(alphabet="mfeyFMBZSDHWCPG", max_size=7))


@given(
    st.lists(
        st.fixed_dictionaries({}, optional={"parameter": kin_types, "word": cells}), max_size=12
    )
)
def test_no_rows_raise_anything(rows):
    found = read(enumerate(rows, start=2))
    for system in SYSTEMS:
        one = agreement(found, system, core=False)
        assert 0 <= one.agreeing <= one.pairs
        assert one.ari is None or -1 <= one.ari <= 1
    nearest(found)
    grouped = [kin_type for group in partition(found, "m") for kin_type in group]
    assert len(grouped) == len(set(grouped))


@given(st.binary(max_size=60))
def test_no_bytes_raise_anything_but_a_kin_error(data):
    for start in (b"", b"parameter,word\n"):
        try:
            read_csv(start + data)
        except KinError as error:
            assert str(error)


# Counting, worked out by hand


SMALL = "mF ta, mFB ta, mMB ko, mS la"


@pytest.mark.parametrize(
    ("system", "expected", "ari"),
    [
        # One term: F-FB. Iroquois: F = FB; the other five pairs differ in both.
        ("Iroquois", ((1, 0), (0, 5)), 1),
        # Hawaiian: F = FB = MB, so F-MB and FB-MB are one class of two terms.
        # ARI = 2 (1*3 - 0*2) / ((1+0)(0+3) + (1+2)(2+3)) = 6 / 18.
        ("Hawaiian", ((1, 0), (2, 3)), 1 / 3),
        # Eskimo: FB = MB, F apart. ARI = 2 (0*4 - 1*1) / (1*5 + 1*5) = -0.2.
        ("Eskimo", ((0, 1), (1, 4)), -0.2),
        # Sudanese merges nothing: ARI would be 0 by construction.
        ("Sudanese", ((0, 1), (0, 5)), None),
    ],
)
def test_pairs_are_counted_and_corrected_for_chance(system, expected, ari):
    found = agreement(terms(SMALL), system)
    assert found.table == expected
    assert (found.pairs, found.agreeing) == (6, expected[0][0] + expected[1][1])
    assert found.share == pytest.approx(found.agreeing / 6)
    assert found.ari == (None if ari is None else pytest.approx(ari))


def test_only_relatives_of_one_sex_called_by_one_ego_are_compared():
    # mF-mFB is the one pair; mF-fF and mF-mM are none, though their words are alike.
    assert table("mF ta, mFB ta, fF ta, mM ta", "Crow") == ((1, 0), (0, 0))


def test_core_stops_at_first_cousins_and_all_takes_every_consanguine_but_no_affine():
    # core: F-FB. all: F-FB, F-FF, FB-FF. mW, mWM are neither.
    text = "mF ta, mFB ta, mFF ta, mW lo, mWM lo"
    assert table(text, "Iroquois") == ((1, 0), (0, 0))
    assert table(text, "Iroquois", core=False) == ((1, 2), (0, 0))


def test_nothing_to_compare_has_no_share():
    found = agreement(terms("mF ta"), "crow")
    assert (found.system, found.pairs, found.share, found.ari) == ("Crow", 0, None, None)


def one_term(one: str, other: str) -> bool | None:
    """Whether mB and mFBS have one term, given as slots such as "e:ta y:to".

    E and Y are marks on the linking brother (mFeBS).
    """
    kin_type = {"": "FBS", "e": "FBeS", "y": "FByS", "E": "FeBS", "Y": "FyBS"}
    rows = [f"m{mark}B {word}" for mark, word in (part.split(":") for part in one.split())]
    for mark, word in (part.split(":") for part in other.split()):
        rows.append(f"m{kin_type[mark]} {word}")
    found = slots(terms(", ".join(rows)), "strict")
    return share_term(found["m", "B"], found["m", "FBS"])


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (":ta", ":ta", True),
        (":ta", ":to", False),
        (":ta+ti", ":to+ti", True),  # one word of several is enough
        ("e:ta y:to", "e:ta y:to", True),
        ("e:ta y:to", "e:to y:ta", False),  # like with like: elder ta is not younger ta
        ("e:ta y:to", "e:ta y:la", True),  # 1 of 2 slots is half
        (":ta", "e:ta y:to", True),  # unmarked with any: 1 of 2
        (":ta e:li", "e:ta y:to", False),  # ta-ta ta-to li-ta: 1 of 3
        ("e:ta", "y:ta", None),  # nothing comparable
        ("e:ta", "E:ta", True),  # alter's and a link's age: the same kind of mark
        ("e:ta", "Y:ta", None),
        ("e:ta", "E:ta e:to", False),  # a like slot there is: the same kind does not count
    ],
)
def test_types_have_one_term_if_half_of_like_slots_share_a_word(one, other, expected):
    assert one_term(one, other) is expected


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Tä-ta", "tata", True),  # letters only, also in strict
        ("cohdo", "kuto", False),  # c -> k, o -> u, h after a vowel, d -> t
        ("hatta", "hata", False),  # doubled letters; h at the start stays
        ("beze", "pisi", False),
        ("ta", "ka", None),  # never one word
    ],
)
def test_folding_forgives_spellings_and_strict_does_not(one, other, same):
    text = f"mF {one}, mFB {other}"
    folded = table(text, "Sudanese", treatment="folded")
    strict = table(text, "Sudanese", treatment="strict")
    assert folded == (((0, 1), (0, 0)) if same is not None else ((0, 0), (0, 1)))
    assert strict == (((0, 1), (0, 0)) if same else ((0, 0), (0, 1)))


MORGAN = "fBD ta, mBD ta, fD lo, mFBeS ki, mFByS ku, mB ku, fBS mo"


def test_corrected_leaves_out_what_is_wrong_in_morgans_lists_and_says_so():
    found = terms(MORGAN, source="Morgan1871")
    assert [(e.ego, e.kin_type, e.mark) for e in corrections(found)] == [
        ("f", "BD", ""), ("m", "FBS", "e"),
    ]  # fmt: skip
    # folded: fD-fBD; mB-mFBS (slots ku-ki, ku-ku: half). corrected: mB-mFBS (ku-ku) alone.
    assert agreement(found, "Iroquois", treatment="folded").pairs == 2
    assert agreement(found, "Iroquois").table == ((1, 0), (0, 0))


def test_other_lists_are_not_corrected():
    assert not corrections(terms(MORGAN, source="Someone1999"))
    distinct = MORGAN.replace("fBD ta", "fBD si")
    assert not corrections(terms(distinct, source="Morgan1871"))


# Nearest


TWINS = "mF ta, mFB ta, mMB ko, mM ma, mMZ ma, mFZ lu, mFZS ri, mMBS ri, "


def test_a_tie_of_iroquois_and_dravidian_is_broken_by_affinal_pairs():
    # FZH is MB and MBW is FZ in Dravidian, classes of their own in Iroquois.
    found = nearest(terms(TWINS + "mFZH ko, mMBW lu"))
    assert (found.best, found.tied, found.affinal) == (("Dravidian",), False, (0, 2))
    found = nearest(terms(TWINS + "mFZH pi, mMBW so"))
    assert (found.best, found.tied, found.affinal) == (("Iroquois",), False, (2, 0))
    found = nearest(terms(TWINS + "mFZH ko, mMBW so"))
    assert (found.best, found.tied, found.affinal) == (("Iroquois", "Dravidian"), True, (1, 1))


def test_the_order_holds_every_system_once_best_first():
    order = nearest(terms(TWINS)).order
    assert sorted(one.system for group in order for one in group) == sorted(SYSTEMS)
    shares = [group[0].agreeing for group in order]
    assert shares == sorted(shares, reverse=True)
    assert all(len({one.agreeing for one in group}) == 1 for group in order)


def test_a_list_without_pairs_is_tied_for_all():
    assert nearest(terms("mF ta")).best == SYSTEMS


def test_partition_groups_by_shared_term_over_both_sexes_and_for_one_ego():
    found = terms("mF ta, mFB ta, mM ma, mFBS ku, mFBD ku+ko, mMBD ko, mFF ku, fF ma, fM ma")
    assert partition(found, "m") == (("F", "FB"), ("M",), ("FBS", "FBD", "MBD", "FF"))
    assert partition(found, "m", types=["FF", "F"]) == (("FF",), ("F",))
    assert partition(found, "f") == (("F", "M"),)


# The documented lists of Kinbank: S16's table


# language: core agreement %, core ARI (None: n/a), agreement over all %, nearest
S16 = {
    "English": (100, 1, 100, "Eskimo"),
    "French": (100, 1, 100, "Eskimo"),
    "Dutch": (85.5, 0.59, 92.4, "Eskimo"),
    "Greenlandic (Kalaallisut)": (95.3, 0.74, 97.6, "Eskimo"),
    "Latin": (100, None, 98.1, "Sudanese"),
    "Lebanese Arabic": (98.2, None, 97.1, "Sudanese"),
    "Hindi": (99.1, None, 99.0, "Sudanese"),
    "Turkish": (87.3, None, 91.4, "Eskimo"),
    "Old English": (87.8, None, 86.5, "Eskimo"),
    "Tahitian": (100, 1, 100, "Hawaiian"),
    "Maori": (96.4, 0.91, 98.1, "Hawaiian"),
    "Hawaiian": (88.6, 0.69, 94.0, "Hawaiian"),
    "Seneca": (100, 1, 100, "Iroquois"),
    "Mohawk": (98.1, 0.91, 99.0, "Iroquois"),
    "Navajo": (85.9, 0.28, 92.1, "Eskimo"),
    "Telugu (Karve)": (96.8, 0.83, 97.4, "Dravidian"),
    "Paliyan": (97.8, 0.90, 98.9, "Dravidian"),
    "Tamil": (97.3, 0.84, 98.6, "tied"),
    "Telugu": (96.4, 0.78, 98.1, "Iroquois"),
    "Kannada": (98.2, 0.90, 99.0, "Iroquois"),
    "Tamil (Karve)": (90.0, 0.37, 94.8, "Sudanese"),
    "Choctaw": (96.7, 0.87, 96.8, "Crow"),
    "Creek": (95.2, 0.78, 96.6, "Crow"),
    "Crow (Apsaalooke)": (89.0, 0.59, 94.3, "Crow"),
    "Hidatsa (Minnitaree)": (89.0, 0.60, 92.9, "Crow"),
    "Hopi": (100, 1, 100, "tied"),
    "Chuukese (Trukese)": (74.5, 0.28, 75.2, "Hawaiian"),
    "Ponca": (100, 1, 100, "Omaha"),
    "Sauk and Fox": (98.1, 0.92, 99.0, "Omaha"),
    "Winnebago": (95.7, 0.81, 96.8, "Omaha"),
    "Omaha": (94.8, 0.76, 97.3, "Omaha"),
}


@cache
def kinbank(folder):
    """Language -> (terminology, documented system) of the lists whose system is documented."""
    file = folder / "languages.csv"
    if not file.is_file():
        pytest.skip(f"the Kinbank lists are not here: {file} is missing")
    with file.open(encoding="utf-8", newline="") as lines:
        rows = [row for row in csv.DictReader(lines) if row["documented_system"]]
    return {
        row["language"]: (
            read_csv((folder / row["file"]).read_bytes()),
            row["documented_system"].capitalize(),
        )
        for row in rows
    }


@pytest.fixture
def lists(shared):
    return kinbank(shared / "kinbank")


def test_31_lists_are_documented(lists):
    assert lists.keys() == S16.keys()


@pytest.mark.parametrize("language", S16)
def test_a_list_agrees_with_its_documented_system_as_printed(lists, language):
    found, system = lists[language]
    share, ari, over_all, closest = S16[language]
    core = agreement(found, system)
    assert 100 * core.share == pytest.approx(share, abs=0.051)
    assert core.ari == (None if ari is None else pytest.approx(ari, abs=0.0051))
    assert 100 * agreement(found, system, core=False).share == pytest.approx(over_all, abs=0.051)
    near = nearest(found)
    assert ("tied" if near.tied else near.best[0]) == closest


def test_the_means_with_the_documented_system_and_with_no_merging_are_those_printed(lists):
    share = {
        (language, system): agreement(found, system).share
        for language, (found, _) in lists.items()
        for system in SYSTEMS
    }
    own = [share[language, system] for language, (_, system) in lists.items()]
    assert sum(own) / 31 >= 0.94
    assert round(100 * sum(own) / 31, 1) == 94.6
    assert round(100 * sum(share[language, "Sudanese"] for language in lists) / 31, 1) == 87.2


def test_the_nearest_system_is_the_documented_one_in_22_tied_in_2_another_in_7(lists):
    counts = {"documented": 0, "tied": 0, "other": 0}
    for found, system in lists.values():
        near = nearest(found)
        right = "documented" if near.best == (system,) else "other"
        counts["tied" if near.tied else right] += 1
    assert counts == {"documented": 22, "tied": 2, "other": 7}


def test_dropping_the_known_errors_takes_seneca_and_ponca_to_exactly_100(lists):
    for language in ("Seneca", "Ponca"):
        found, system = lists[language]
        assert agreement(found, system).share == 1
        assert agreement(found, system, treatment="folded").share < 1


def test_the_known_errors_are_dropped_from_the_north_american_lists_only(lists):
    corrected = {language for language, (found, _) in lists.items() if corrections(found)}
    assert corrected == {
        *("Choctaw", "Creek", "Crow (Apsaalooke)", "Hidatsa (Minnitaree)", "Mohawk", "Omaha"),
        *("Ponca", "Sauk and Fox", "Seneca", "Winnebago", "Greenlandic (Kalaallisut)"),
    }


@pytest.mark.parametrize(
    ("language", "ari", "share"),
    [("Hidatsa (Minnitaree)", 0.70, None), ("Crow (Apsaalooke)", 0.63, 88.6)],
)
def test_crow_of_type_iii_fits_hidatsa_better_and_crow_about_as_well(lists, language, ari, share):
    found = agreement(lists[language][0], "Crow", variant="III")
    assert found.ari == pytest.approx(ari, abs=0.0051)
    assert share is None or 100 * found.share == pytest.approx(share, abs=0.051)
