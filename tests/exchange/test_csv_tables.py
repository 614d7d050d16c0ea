import csv
import io
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kinlib.errors import KinError
from kinlib.exchange.csv_tables import csv_zip, read_csv, read_rows, write_csv
from kinlib.exchange.gedcom import read_gedcom
from kinlib.kinship.genealogy import Genealogy, Person, Union
from kinlib.settings import ROOT

SAMPLES = ROOT.parent / "shared" / "gedcom"
FILES = sorted(SAMPLES.rglob("*.ged"))
HEAD = "person_id,name,given,surname,sex,birth,death,father_id,mother_id,descent_group,adopters\r\n"


def back(g: Genealogy) -> Genealogy:
    tables = write_csv(g)
    return read_csv(tables["people.csv"], tables["unions.csv"], g.name)


def test_the_tables_of_a_small_family():
    people = [
        Person("p1", "Ann Lee", "Ann", "Lee", "f", -10, 80, descent_group="bear"),
        Person("p2", '=HYPERLINK("x")', sex="m"),
        Person("p3", "'Okina, the", birth=30, father="p2", mother="p1", adopters=("p1", "p2")),
    ]
    g = Genealogy.build("Lee", people, [Union("p1", "p2", -5, None)])
    tables = write_csv(g)
    assert tables["people.csv"].decode() == (
        "\ufeff"
        + HEAD
        + "p1,Ann Lee,Ann,Lee,f,-10,80,,,bear,\r\n"
        + 'p2,"\'=HYPERLINK(""x"")",,,m,,,,,,\r\n'
        + 'p3,"\'Okina, the",,,u,30,,p2,p1,,p1;p2\r\n'
    )
    assert tables["unions.csv"].decode() == (
        "\ufeffpartner_a,partner_b,start_year,end_year\r\np1,p2,-5,\r\n"
    )
    assert back(g) == g


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_real_file_survives(path):
    g = read_gedcom(path.read_bytes(), path.stem).genealogy
    for one, other in zip(g.people(), back(g).people(), strict=True):
        assert one == other
    assert back(g).unions == g.unions


def test_no_cell_of_text_is_taken_for_a_formula():
    texts = ["=1", "+1", "-1", "@x", "\tx", "\r=", "'=1", "''+", "＝1", "'Okina", "'"]
    people = [Person(f"{t}{k}", t, t, t, descent_group=t) for k, t in enumerate(texts)]
    g = Genealogy.build("x", people)
    rows = csv.reader(io.StringIO(write_csv(g)["people.csv"].decode("utf-8-sig"), newline=""))
    cells = [cell for row in list(rows)[1:] for cell in row]
    assert len(cells) == 11 * len(texts) and not [c for c in cells if c[:1] in (*"=+-@\t\r＝",)]
    assert back(g) == g


_TEXTS = st.text(st.characters(blacklist_categories=["Cs"]), max_size=8)


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.tuples(_TEXTS.filter(str.strip), _TEXTS), unique_by=lambda row: row[0], max_size=5)
)
def test_any_text_survives(rows):
    ids = [row[0] for row in rows]
    people = [Person(i, name, name, adopters=tuple(ids[:k])) for k, (i, name) in enumerate(rows)]
    unions = [Union(ids[0], other) for other in ids[1:]]
    g = Genealogy.build("x", people, unions)
    assert back(g) == g


def test_the_zip_holds_both_tables_and_is_the_same_every_time():
    g = Genealogy.build("x", [Person("a", "Ann"), Person("b", "Bo")], [Union("a", "b")])
    data = csv_zip(g)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert {name: archive.read(name) for name in archive.namelist()} == write_csv(g)
        assert {entry.date_time[0] for entry in archive.infolist()} == {1980}
    assert csv_zip(g) == data


@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_tables_made_by_hand_need_the_ids_only(mark):
    text = "name,person_id,age,birth,sex\nAnn,a,7,1900.0,Female\n\nBo,b,,,\n".replace(",", mark)
    g = read_csv(text.encode(), None, "x")
    assert g.person("a") == Person("a", "Ann", sex="f", birth=1900)
    assert g.person("b") == Person("b", "Bo")
    assert read_csv(b"person_id\nc\n", None, "x").person("c").name == "c"


@pytest.mark.parametrize(
    ("people", "unions", "message"),
    [
        (b"", None, "x, people, line 1: no column is called person_id"),
        (b"name\nAnn\n", None, "x, people, line 1: no column is called person_id"),
        (
            b"person_id,sex\na,m\nb,male?\n",
            None,
            "line 3: the sex of b is 'male.'; write m, f or u",
        ),
        (b'person_id,birth\n"a\nb",soon\n', None, "line 2: birth is 'soon'; write a year"),
        (b"person_id,name\n,Ann\n", None, "line 2: person_id is empty"),
        (b"person_id\na,b\n", None, "line 2: more cells than there are columns"),
        (b"person_id\n\xe9\n", None, "line 2: not UTF-8"),
        (b'person_id\n"a\n', None, "not CSV"),
        (b"person_id\na\na\n", None, "the id 'a' is used twice"),
        (b"person_id,father_id\na,z\n", None, "the father of a .a., 'z', is missing"),
        (b"person_id\na\n", b"partner_a,partner_b\na,\n", "x, unions, line 2: partner_b is empty"),
        (b"person_id\na\n", b"who\n", "x, unions, line 1: no column is called partner_a"),
    ],
)
def test_faults_are_told_with_their_line(people, unions, message):
    with pytest.raises(KinError, match=message):
        read_csv(people, unions, "x")


def test_people_who_are_no_genealogy_are_read_as_rows():
    people, unions = read_rows(b"person_id,father_id\na,a\n", None, "x")
    assert people == [Person("a", "a", father="a")] and unions == []
