"""Reading GEDCOM: the sample files whole, and each rule on a file small enough to see through."""

import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kinlib.errors import KinError
from kinlib.exchange.gedcom import read_gedcom, read_gedcom_facts
from kinlib.exchange.gedcom_dates import dated
from kinlib.kinship.genealogy import Person, Union
from kinlib.kinship.layout import hourglass, layout
from kinlib.settings import ROOT

SAMPLES = ROOT.parent / "shared" / "gedcom"
# The README of the samples counts only people with an xref: extensions and xref hold one more.
COUNTS = {
    **{"bach": 33, "bourbon": 303, "bronte": 14, "eastern_han": 36, "habsburg": 33},
    **{"hawaiian_kings": 110, "ptolemaic": 38, "royal92": 3010, "shakespeare": 31, "yuan": 75},
    **{"v7/age": 1, "v7/escapes": 1, "v7/extensions": 2, "v7/lang": 0, "v7/maximal70": 4},
    **{"v7/minimal70": 0, "v7/notes-1": 0, "v7/remarriage1": 3, "v7/remarriage2": 3},
    **{"v7/same-sex-marriage": 2, "v7/voidptr": 2, "v7/xref": 7},
}


def sample(name: str) -> bytes:
    path = SAMPLES / f"{name}.ged"
    if not path.exists():
        pytest.skip(f"the GEDCOM samples are not here ({path})")
    return path.read_bytes()


def gedcom(*records: str, version: str = "5.5.1", head: str = "") -> bytes:
    """A file of these records, in which a semicolon ends a line."""
    lines = [f"0 HEAD;1 GEDC;2 VERS {version}{head}", *records, "0 TRLR"]
    return "\n".join(";".join(lines).split(";")).encode()


def read(*records: str, **how: str):
    return read_gedcom(gedcom(*records, **how), "x")


def reasons(reading) -> list[tuple[int | None, str]]:
    return [(problem.line, problem.reason) for problem in reading.problems]


@pytest.mark.parametrize(("name", "people"), COUNTS.items())
def test_a_sample_file_is_read_whole(name, people):
    assert len(read_gedcom(sample(name), name).genealogy) == people


def test_one_persons_facts_of_a_sample_are_those_in_the_file():
    g = read_gedcom(sample("bronte"), "bronte").genealogy
    charlotte = next(p for p in g.people() if p.name.startswith("Charlotte"))
    assert (charlotte.name, charlotte.given, charlotte.surname) == (
        "Charlotte Brontë", "Charlotte", "Brontë",
    )  # fmt: skip
    assert (charlotte.sex, charlotte.birth, charlotte.death) == ("f", 1816, 1855)
    assert [g.person(i).name for i in g.parents(charlotte.id)] == [
        "Patrick Brontë", "Maria Branwell",
    ]  # fmt: skip


def test_the_ptolemies_have_years_before_christ_and_sibling_marriages():
    g = read_gedcom(sample("ptolemaic"), "ptolemaic").genealogy
    first = g.person("I1")
    assert (first.name, first.birth, first.death) == ("Ptolemy I", -367, -283)
    siblings = [u for u in g.unions if u.b in g.siblings(u.a)]
    assert len(siblings) >= 5


@pytest.mark.parametrize("name", ["habsburg", "ptolemaic"])
def test_a_real_family_is_drawn_with_each_person_once(name):
    g = read_gedcom(sample(name), name).genealogy
    assert set(layout(g).positions) == set(g.ids)


def test_royal92_takes_about_a_second_and_is_drawn_around_victoria():
    data = sample("royal92")
    before = time.process_time()
    g = read_gedcom(data, "royal92").genealogy
    assert time.process_time() - before < 3  # 0.4 s on an idle machine
    around = hourglass(g, "I1")
    drawn = layout(g, focus="I1").positions
    assert g.person("I1").name == "Victoria Hanover"
    assert set(drawn) == set(around) and len(drawn) > 100


def test_what_a_genealogy_has_no_place_for_is_counted():
    reading = read(
        "0 @I1@ INDI;1 NAME Ann /Lee/;2 NICK Annie;1 BIRT;2 DATE 3 MAY 1900;2 PLAC Rome"
        ";1 OCCU cook",
        "0 @I2@ INDI;1 NAME Bo;1 OCCU smith;1 DEAT Y;1 _UID 7;1 NOTE tall;2 CONT and thin;1 SEX X",
        "0 @N1@ NOTE text",
        "0 @F1@ FAM;1 MARR;2 DATE ABT 1920;1 NCHI 3;1 DIV N",
    )
    assert set(reading.skipped) == {
        *(
            "OCCU: 2",
            "NICK: 1",
            "days and months of dates: 1",
            "places: 1",
            "extension tag _UID: 1",
        ),
        *("deaths without a year: 1", "notes: 1", "records NOTE: 1", "NCHI: 1"),
        *("sexes other than M, F and U (X): 1", "unions with a partner who is not named: 1"),
        "dates about, before or after a year, ranges (a year of each is kept): 1",
    }
    assert reading.skipped[0] == "OCCU: 2"  # the most frequent first


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("1 NAME Ann /Lee/", ("Ann Lee", "Ann", "Lee")),
        ("1 NAME  Ann  Mary   /van  Dyck/ jr.", ("Ann Mary van Dyck jr.", "Ann Mary", "van Dyck")),
        ("1 NAME /Liu/ Qin", ("Liu Qin", "Qin", "Liu")),
        ("1 NAME Albert//", ("Albert", "Albert", "")),
        ("1 NAME Sitting Bull", ("Sitting Bull", "", "")),
        ("1 NAME Ann Lee;2 GIVN Ann;2 SURN Lee", ("Ann Lee", "Ann", "Lee")),
        ("1 NAME;2 GIVN Ann;2 SURN Lee", ("Ann Lee", "Ann", "Lee")),
        ("1 NAME Joe /Allen/;2 NPFX Lt.;2 NSFX jr.", ("Lt. Joe Allen jr.", "Joe", "Allen")),
        ("1 NAME Lt. Joe /Allen/;2 NPFX Lt.", ("Lt. Joe Allen", "Lt. Joe", "Allen")),
        ("1 NAME A@@B /C/", ("A@B C", "A@B", "C")),
        ("1 SEX F", ("I1", "", "")),
        ("1 NAME க்‌ஷ /படி/", ("க்‌ஷ படி", "க்‌ஷ", "படி")),
    ],
)  # fmt: skip
def test_names_are_taken_apart_at_the_slashes(name, wanted):
    person = read(f"0 @I1@ INDI;{name}").genealogy.person("I1")
    assert (person.name, person.given, person.surname) == wanted


def test_names_of_submitters_and_the_header_never_become_names_of_people():
    reading = read(
        "0 @I1@ INDI;1 SEX M",
        "0 @U1@ SUBM;1 NAME Eve /Dropper/",
        head=";1 SUBM @U1@;1 NOTE kept by Eve",
    )
    assert reading.genealogy.names == ("I1",)
    assert reading.genealogy.note == "kept by Eve" and reading.genealogy.name == "x"


@pytest.mark.parametrize(
    ("text", "year"),
    [
        ("1850", 1850), ("12 MAY 1850", 1850), ("27 Sep 1601", 1601), ("      999", 999),
        ("ABT 1850", 1850), ("BEF    1700", 1700), ("AFT JAN 1700", 1700), ("abt. 1500", 1500),
        ("CAL 31 DEC 1897", 1897), ("EST 1850", 1850), ("INT 1850 (in 1900 they said)", 1850),
        ("BET 1850 AND 1860", 1850), ("FROM 400 TO 410", 400), ("TO 1800", 1800),
        ("(about 1850)", 1850), ("c1850", 1850), ("12.3.1850", 1850), ("1850?", 1850),
        ("10 FEB 1731/32", 1732), ("1699/00", 1700), ("1363/1364", 1363),
        ("0367 BC", -367), ("69 B.C.", -69), ("44 BCE", -44), ("BET 50 AND 40 BC", -50),
        # Christmas 1700 at London was 5 January 1701 at Rome; historians leave it in 1700.
        ("@#DJULIAN@ 25 DEC 1700", 1700), ("JULIAN 25 DEC 1700", 1700),
        # The coup of 18 Brumaire VIII was on 9 November 1799; 1 January 1796 was 11 Nivose IV.
        ("@#DFRENCH R@ 18 BRUM 8", 1799), ("FRENCH_R 10 NIVO 4", 1795),
        ("FRENCH_R 11 NIVO 4", 1796),
        ("@#DFRENCH R@ 2 PLUV 1", 1793), ("ABT @#DFRENCH R@ 25 VEND 2", 1793),
        # 31 December 1997 was 2 Tevet 5758, 1 January 2000 was 23 Tevet 5760.
        ("@#DHEBREW@ 2 TVT 5758", 1997), ("HEBREW 3 TVT 5758", 1998), ("HEBREW 22 TVT 5760", 1999),
        ("HEBREW 23 TVT 5760", 2000), ("HEBREW 5 IYR 5708", 1948), ("HEBREW 1 TSH 5784", 2023),
        # and 1 January 2009, 2010, 2012 were 5 and 15 Tevet 5769, 5770, and 6 Tevet 5772.
        ("HEBREW 4 TVT 5769", 2008), ("HEBREW 5 TVT 5769", 2009), ("HEBREW 14 TVT 5770", 2009),
        ("HEBREW 15 TVT 5770", 2010), ("HEBREW 5 TVT 5772", 2011), ("HEBREW 6 TVT 5772", 2012),
    ],
)  # fmt: skip
def test_the_year_of_a_date(text, year):
    found = dated(text)
    assert found is not None and found.year == year


@pytest.mark.parametrize(
    "text", ["", "Y", "unknown", "10 JAN", "@#DROMAN@ 5", "_CAL 4 _MON 5", "FRENCH_R 1 VEND 99"]
)
def test_a_date_without_a_year_is_none_and_reported(text):
    assert dated(text) is None
    reading = read(f"0 @I1@ INDI;1 BIRT;2 DATE {text}")
    assert reading.genealogy.births == (None,)
    assert [line for line, _ in reasons(reading)] == ([6] if text else [])


@pytest.mark.parametrize(
    ("text", "birth", "death"),
    [
        ("BET 1895 AND 1935", 1935, 1895),
        ("FROM 1895 TO 3 MAY 1935", 1935, 1895),
        ("BET 1895 AND soon", 1895, 1895),
        ("1895/1935", 1935, 1895),
        ("1895-1935", 1935, 1895),
        ("BEF 1935", 1935, 1935),
        ("AFT 1895", None, 1895),
        ("FROM 1895", None, 1895),
        ("AFT 1256", 1256, 1256),
    ],
)
def test_a_birth_is_as_late_as_its_date_allows_so_that_nobody_living_passes_for_dead(
    text, birth, death
):
    g = read(f"0 @I1@ INDI;1 BIRT;2 DATE {text}", f"0 @I2@ INDI;1 DEAT;2 DATE {text}").genealogy
    assert (g.person("I1").birth, g.person("I2").death) == (birth, death)


def test_a_date_in_words_alone_is_read_from_its_phrase():
    g = read("0 @I1@ INDI;1 DEAT;2 DATE;3 PHRASE about 1850, they say", version="7.0").genealogy
    assert g.deaths == (1850,)


def test_two_parents_keep_their_places_and_one_stays_alone():
    g = read(
        "0 @A@ INDI;1 SEX F;1 FAMS @F1@;1 FAMS @F2@",
        "0 @B@ INDI;1 SEX F;1 FAMS @F1@",
        "0 @C@ INDI;1 FAMC @F1@",
        "0 @D@ INDI;1 FAMC @F2@",
        "0 @E@ INDI;1 FAMC @F3@",
        "0 @F@ INDI;1 SEX M;1 FAMS @F3@",
        "0 @G@ INDI;1 SEX M;1 FAMS @F3@",
        "0 @F1@ FAM;1 HUSB @A@;1 WIFE @B@;1 CHIL @C@",
        "0 @F2@ FAM;1 WIFE @A@;1 CHIL @D@",
        "0 @F3@ FAM;1 HUSB @F@;1 HUSB @G@;1 CHIL @E@",
    ).genealogy
    assert (g.person("C").father, g.person("C").mother) == ("A", "B")
    assert (g.person("D").father, g.person("D").mother) == (None, "A")
    assert (g.person("E").father, g.person("E").mother) == ("F", "G")
    assert g.unions == (Union("A", "B"), Union("F", "G"))


@pytest.mark.parametrize(
    ("family", "spans"),
    [
        ("", [(None, None)]),
        ("1 MARR;2 DATE 1 MAY 1900;1 DIV;2 DATE 1910", [(1900, 1910)]),
        ("1 DIV;2 DATE 1910;1 MARR;2 DATE 1900", [(1900, 1910)]),
        ("1 MARR;2 DATE 1900;1 DIV Y", [(1900, None)]),
        ("1 MARR;2 DATE 1900;1 DIV N", [(1900, None)]),
        ("1 ANUL;2 DATE 1901", [(None, 1901)]),
        ("1 MARR;2 DATE 1911;1 DIV;2 DATE 1912;1 MARR;2 DATE 1914", [(1911, 1912), (1914, None)]),
        ("1 MARR;2 DATE 1911;1 MARR;2 DATE 1914;1 DIV;2 DATE 1912", [(1911, 1912), (1914, None)]),
        ("1 MARR;2 DATE 1911;1 MARR;2 DATE 1912", [(1911, None)]),
    ],
)
def test_weddings_and_divorces_give_the_years_of_unions(family, spans):
    people = [f"0 @{x}@ INDI;1 FAMS @F@" for x in "AB"]
    record = "0 @F@ FAM;1 HUSB @A@;1 WIFE @B@" + (f";{family}" if family else "")
    assert [(u.start, u.end) for u in read(*people, record).genealogy.unions] == spans


def test_remarriages_of_the_standards_own_files():
    wanted = (Union("I1", "I2", 1911, 1912), Union("I1", "I2", 1914), Union("I1", "I3", 1913))
    for name in ("v7/remarriage1", "v7/remarriage2"):
        assert read_gedcom(sample(name), "x").genealogy.unions == wanted


@pytest.mark.parametrize(
    ("child", "listed", "parents", "adopters"),
    [
        ("1 FAMC @F@", "", ("A", "B"), ()),
        ("1 FAMC @F@;2 PEDI birth", "", ("A", "B"), ()),
        ("1 FAMC @F@;2 PEDI adopted", "", (None, None), ("A", "B")),
        ("1 FAMC @F@;2 PEDI FOSTER", "", (None, None), ("A", "B")),
        ("1 FAMC @F@;1 ADOP;2 FAMC @F@", "", (None, None), ("A", "B")),
        ("1 FAMC @F@;1 ADOP;2 FAMC @F@;3 ADOP WIFE", "", (None, None), ("B",)),
        ("1 ADOP;2 FAMC @F@;3 ADOP HUSB", "", (None, None), ("A",)),
        ("1 FAMC @F@;2 PEDI sealing", "", (None, None), ()),
        ("1 FAMC @F@;2 STAT DISPROVEN", "", (None, None), ()),
        ("1 FAMC @F@", ";2 _FREL adopted;2 _MREL Natural", (None, "B"), ("A",)),
        ("1 FAMC @VOID@", "", ("A", "B"), ()),
    ],
)
def test_descent_and_adoption_are_told_apart(child, listed, parents, adopters):
    g = read(
        "0 @A@ INDI;1 FAMS @F@",
        "0 @B@ INDI;1 FAMS @F@",
        f"0 @C@ INDI;{child}",
        f"0 @F@ FAM;1 HUSB @A@;1 WIFE @B@;1 CHIL @C@{listed}",
    ).genealogy
    found = g.person("C")
    assert (found.father, found.mother) == parents and found.adopters == adopters
    assert g.unions == (Union("A", "B"),)


def test_a_child_of_one_family_by_birth_and_of_another_by_adoption_has_both():
    g = read(
        *(f"0 @{x}@ INDI;1 FAMS @F@" for x in "AB"),
        "0 @E@ INDI;1 FAMS @G@",
        "0 @C@ INDI;1 FAMC @G@;2 PEDI adopted;1 FAMC @F@",
        "0 @F@ FAM;1 HUSB @A@;1 WIFE @B@;1 CHIL @C@",
        "0 @G@ FAM;1 WIFE @E@;1 CHIL @C@",
    ).genealogy
    assert g.person("C") == Person("C", "C", father="A", mother="B", adopters=("E",))


def test_one_sided_links_are_used_and_reported():
    reading = read(
        "0 @A@ INDI;1 SEX F;1 FAMS @F@",
        "0 @B@ INDI",
        "0 @C@ INDI;1 FAMC @F@",
        "0 @D@ INDI",
        "0 @F@ FAM;1 HUSB @B@;1 CHIL @D@",
    )
    g = reading.genealogy
    assert g.children("A") == g.children("B") == ("C", "D")
    assert g.person("C").mother == "A"
    assert reasons(reading) == [
        (6, "family F does not name A, its partner."),
        (9, "family F does not name its child C."),
        (11, "its partner B does not name the family."),
        (13, "D does not name the family, F."),
    ]


def test_contradictions_are_mended_reported_and_listed_as_faults():
    data = gedcom(
        "0 @A@ INDI;1 FAMS @F@;1 FAMS @H@",
        "0 @A@ INDI;1 NAME Other;1 FAMS @G@",
        "0 @C@ INDI;1 FAMC @F@;1 FAMC @G@;1 BIRT;2 DATE soon",
        "0 @F@ FAM;1 HUSB @A@;1 WIFE @A@;1 CHIL @C@;1 CHIL @Z@",
        "0 @G@ FAM;1 HUSB @E@;1 CHIL @C@",
        "0 @E@ INDI;1 FAMS @G@",
        "0 INDI;1 NAME Nobody",
    )
    reading, facts = read_gedcom(data, "x"), read_gedcom_facts(data, "x")
    g = reading.genealogy
    assert set(g.ids) == {"A", "A_2", "C", "E", "unnamed_7"}
    assert (g.person("C").father, g.person("C").mother) == ("A", None)
    assert {(f.kind, f.people) for f in facts.findings} == {
        ("id used twice", ("A",)),
        ("union with oneself", ("A",)),
        ("unknown person", ()),
        ("two fathers", ("C", "A", "E")),
        ("not a year", ("C",)),
    }
    assert {line for line, _ in reasons(reading)} >= {7, 12, 14, 17, 19}
    assert (6, "FAMS names the family H, which the file does not have.") in reasons(reading)


def test_a_descent_group_of_any_program_is_read():
    g = read("0 @I1@ INDI;1 FACT Bear clan;2 TYPE descent group;1 FACT tall;2 TYPE build").genealogy
    assert g.groups == ("Bear clan",)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "x is empty"),
        (b"\n\n", "x is empty"),
        (b"hello", "x, line 1: not GEDCOM"),
        (b"\n0 @I1@ INDI\n", "x, line 2: not GEDCOM"),
        (b"PK\x03\x04", "not GEDCOM"),
        (b"\xff\xfe\x00\x000\x00\x00\x00", "UTF-32"),
        (b"0 HEAD\n1 CHAR KLINGON\n0 @I1@ INDI\n1 NAME \xe9\n", "line 2: its encoding, 'KLINGON'"),
        (
            gedcom("0 @A@ INDI;1 FAMC @F@;1 FAMS @F@", "0 @F@ FAM;1 HUSB @A@;1 CHIL @A@"),
            "Cannot build the genealogy 'x': A would be their own ancestor: A .A. > A .A.",
        ),
    ],
)
def test_what_cannot_be_read_is_said_in_one_sentence(data, message):
    with pytest.raises(KinError, match=message):
        read_gedcom(data, "x")


def test_a_bad_line_stops_nothing():
    reading = read("0 @I1@ INDI", "1 NAME Ann", "rubbish", "", "x", "9 SEX F", "1 SEX M", "0")
    assert reading.genealogy.person("I1") == Person("I1", "Ann", sex="m")
    assert [line for line, _ in reasons(reading)] == [6, 8, 9, 11]


def test_a_file_that_is_cut_off_says_so():
    assert "TRLR" in read_gedcom(b"0 HEAD\n0 @I1@ INDI\n", "x").problems[0].reason


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_line_ends_of_every_system_and_continued_lines(end):
    data = gedcom("0 @I1@ INDI;1 NAME A;2 CONC nn /L;2 CONC ee/", head=";1 NOTE two;2 CONT  lines")
    reading = read_gedcom(data.replace(b"\n", end.encode()), "x")
    assert reading.genealogy.names == ("Ann Lee",) and reading.genealogy.note == "two\n lines"
    assert not reading.problems


def test_lines_with_spaces_and_tabs_in_odd_places_are_read():
    data = b" 0 HEAD\n  0  @I1@   INDI\n\t1  SEX  F \n1\tNAME\tAnn\n00 TRLR\n"
    reading = read_gedcom(data, "x")
    assert reading.genealogy.person("I1") == Person("I1", "Ann", sex="f") and not reading.problems


_TAGS = st.sampled_from(
    ["HEAD", "INDI", "FAM", "NAME", "SEX", "BIRT", "DEAT", "DATE", "FAMC", "FAMS", "HUSB", "WIFE",
     "CHIL", "PEDI", "ADOP", "MARR", "DIV", "TRLR", "CHAR", "REFN", "TYPE", "FACT", "CONT", "CONC",
     "SOUR", "NOTE"]
)  # fmt: skip
_VALUES = st.one_of(
    st.sampled_from(
        ["@I1@", "@I2@", "@F1@", "@VOID@", "kinlib", "1900", "adopted", "A /B/", "%9;"]
    ),
    st.text(max_size=8),
)
_LINES = st.builds(
    "{} {}{} {}".format,
    st.one_of(st.integers(0, 3), st.just(99), st.just("9" * 5000)),
    st.sampled_from(["", "", "@I1@ ", "@I2@ ", "@F1@ "]),
    _TAGS,
    _VALUES,
)


@settings(max_examples=150, deadline=None)
@given(st.lists(_LINES, max_size=40), st.sampled_from(["utf-8", "utf-16", "utf-16-be"]))
def test_lines_like_gedcom_are_read_or_refused_in_a_sentence(lines, encoding):
    data = "\n".join(["0 HEAD", *lines]).encode(encoding, "replace")
    try:
        read_gedcom(data, "x")
    except KinError as error:
        assert len(str(error)) < 2000


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=200), st.sampled_from([b"", b"0 HEAD\n", b"\xff\xfe0\0 \0H\0"]))
def test_bytes_of_any_kind_are_read_or_refused_in_a_sentence(data, start):
    try:
        read_gedcom(start + data, "x")
    except KinError as error:
        assert str(error).startswith("x")


@pytest.mark.parametrize("name", ["bach", "hawaiian_kings", "ptolemaic", "v7/maximal70"])
def test_a_damaged_file_is_read_or_refused_in_a_sentence(name):
    whole, chance = sample(name), random.Random(name)
    read_some = 0
    for _ in range(40):
        data = bytearray(whole)
        for _ in range(chance.randint(1, 30)):
            at = chance.randrange(len(data))
            if chance.random() < 0.5:
                data[at] = chance.randrange(256)
            else:
                del data[at : at + chance.randint(1, 40)]
        try:
            read_some += len(read_gedcom(bytes(data), "x").genealogy) > 1
        except KinError:
            continue
    assert read_some > 20


def test_very_deep_very_long_and_very_many_lines_are_no_trouble():
    start = b"0 HEAD\n0 @I1@ INDI\n"
    deep = start + b"".join(b"%d X y\n" % level for level in range(1, 30_000))
    long = start + b"1 NAME " + b"a" * 1_000_000
    many = b"0 HEAD\n" + b"0 @I1@ INDI\n" * 3000
    date = start + b"1 BIRT\n2 DATE " + b"ABT " * 20_000
    sizes = [len(read_gedcom(data, "x").genealogy) for data in (deep, long, many, date)]
    assert sizes == [1, 1, 3000, 1]
