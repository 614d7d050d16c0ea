import contextlib
import io
import zipfile

import pytest

from kinlib.errors import KinError
from kinlib.exchange import files
from kinlib.exchange.csv_tables import csv_zip, write_csv
from kinlib.exchange.files import (
    FORMATS,
    WHOLE,
    Options,
    drawn,
    format_for,
    format_of,
    read_bytes,
    read_facts_file,
    read_genealogy_file,
    unions_name,
    write,
    write_files,
)
from kinlib.exchange.gedcom_write import write_gedcom
from kinlib.exchange.rdf import write_turtle
from kinlib.kinship.genealogy import Genealogy, Person, Union
from kinlib.settings import ROOT


def family() -> Genealogy:
    people = [
        Person("a", "Ann", sex="f", birth=1900, death=1980),
        Person("b", "Bo", sex="m"),
        Person("c", "Cy", mother="a", father="b", adopters=("a",)),
    ]
    return Genealogy.build("Lees", people, [Union("a", "b", 1925, 1940)], note="mine")


@pytest.mark.parametrize(
    ("name", "ending"),
    [("Turtle", ".ttl"), ("GEDCOM", ".ged"), ("CSV", ".csv"), ("zip of CSV", ".zip")],
)
def test_content_tells_the_format_before_the_ending(name, ending):
    data = write(family(), ending)
    assert format_of(data, f"x{ending}").name == name
    if name != "CSV":  # nothing but its ending marks a table
        assert format_of(data, "x.txt").name == name
        assert format_of(data, "x.csv").name == name


def test_gedcom_in_utf_16_is_known_as_gedcom():
    data = write_gedcom(family()).decode().encode("utf-16")
    assert format_of(data, "x.csv").name == "GEDCOM"
    assert read_bytes(data, "x").genealogy == family()


@pytest.mark.parametrize(("ending", "same"), [(".ged", True), (".zip", False), (".csv", False)])
def test_a_genealogy_comes_back_from_each_format(tmp_path, ending, same):
    for name, data in write_files(family(), f"Lees{ending}").items():
        (tmp_path / name).write_bytes(data)
    back = read_genealogy_file(tmp_path / f"Lees{ending}").genealogy
    assert list(back.people()) == list(family().people()) and back.unions == family().unions
    assert (back.name, back.note) == ("Lees", "mine" if same else "")


def test_turtle_in_our_own_terms_loses_the_years_of_unions_alone():
    data = write(family(), ".ttl", Options(own_terms=True))
    back = read_bytes(data, "file.ttl").genealogy
    assert list(back.people()) == list(family().people()) and back.name == "Lees"
    lost = format_for(".ttl").lost
    assert lost(family(), Options(own_terms=True)) == ("2 years of unions",)
    assert len(lost(family(), Options())) == 3  # a death and an adoption too


def test_a_table_of_people_finds_its_unions_beside_it(tmp_path):
    tables = write_csv(family())
    assert unions_name("people.csv") == "unions.csv" and unions_name("x.csv") == "x.unions.csv"
    (tmp_path / "people.csv").write_bytes(tables["people.csv"])
    alone = read_genealogy_file(tmp_path / "people.csv").genealogy
    (tmp_path / "unions.csv").write_bytes(tables["unions.csv"])
    both = read_genealogy_file(tmp_path / "people.csv").genealogy
    assert (alone.unions, both.unions) == ((Union("a", "b"),), (Union("a", "b", 1925, 1940),))


def test_columns_that_are_not_used_are_told():
    data = b"person_id,eyes\na,blue\n"
    skipped = read_bytes(data, "x.csv").skipped
    assert skipped[0] == "the column 'eyes' of the people"
    assert "no table of unions" in skipped[1]


def archive(**files: bytes) -> bytes:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w") as out:
        for name, data in files.items():
            out.writestr(f"{name}.csv", data)
    return whole.getvalue()


@pytest.mark.parametrize(
    ("data", "name", "message"),
    [
        (b"x", "x.doc", "x.doc: no known ending; use one of .ttl, .ged"),
        (b"<svg/>", "x.svg", "x.svg: SVG is only written, not read"),
        (b"PK\x03\x04rubbish", "x.zip", "x: the archive cannot be read"),
        (archive(unions=b""), "x.zip", "must hold one table of people"),
        (archive(a=b"person_id\n", b=b"person_id\n"), "x.zip", "must hold one table of people"),
        (csv_zip(family())[:-30], "x.zip", "the archive cannot be read"),
    ],
)
def test_what_cannot_be_read_is_said(data, name, message):
    with pytest.raises(KinError, match=message):
        read_bytes(data, name)


def test_a_file_that_is_not_there_is_said(tmp_path):
    with pytest.raises(KinError, match="No such file"):
        read_genealogy_file(tmp_path / "no.ged")


def test_faults_of_every_format_are_told_apart_from_unreadable_files(tmp_path):
    loop = {
        "l.ged": b"0 HEAD\n0 @a@ INDI\n1 FAMC @f@\n1 FAMS @f@\n0 @f@ FAM\n1 HUSB @a@\n1 CHIL @a@\n",
        "l.csv": b"person_id,father_id\na,a\n",
        "l.ttl": b"@prefix f: <http://example.org/family/> . "
        b"<http://example.org/person/a> f:hasFather <http://example.org/person/a> .",
    }
    for name, data in loop.items():
        (tmp_path / name).write_bytes(data)
        people, _, _ = read_facts_file(tmp_path / name)
        assert [(p.id, p.father) for p in people] == [("a", "a")]
        with pytest.raises(KinError, match="own ancestor"):
            read_genealogy_file(tmp_path / name)


def test_drawings_of_many_people_need_a_focus():
    many = Genealogy.build("many", [Person(f"p{k}", "N") for k in range(WHOLE + 1)])
    with pytest.raises(KinError, match=r"121 people.*--focus.*--everyone"):
        write(many, ".svg")
    assert len(drawn(many, Options(everyone=True))) == WHOLE + 1
    assert drawn(many, Options(focus="p1")) == ("p1",)
    assert format_for(".svg").lost(many, Options(focus="p1"))[0] == "120 of 121 people"


@pytest.mark.parametrize(("ending", "start"), [(".svg", b"<?xml"), (".html", b"<!DOCTYPE")])
def test_drawings_are_written(ending, start):
    data = write(family(), ending)
    assert data.startswith(start) and b"Ann" in data and write(family(), ending) == data


def test_every_format_has_an_ending_of_its_own_and_a_sentence():
    endings = [ending for found in FORMATS for ending in found.endings]
    assert len(set(endings)) == len(endings) and all(found.sentence for found in FORMATS)
    assert {format_for(ending).name for ending in (".TTL", ".Ged")} == {"Turtle", "GEDCOM"}


def test_a_shipped_family_is_called_by_its_title():
    path = ROOT / "data/families/darwin_wedgwood.ttl"
    title = read_genealogy_file(path).genealogy.name
    assert title != "darwin_wedgwood" and title.encode() in path.read_bytes()
    assert write_turtle(read_genealogy_file(path).genealogy, own_terms=True) == path.read_bytes()


def test_a_damaged_archive_is_said_whatever_is_damaged():
    whole = bytearray(csv_zip(family()))
    for place in range(0, len(whole), 3):
        damaged = bytes(whole[:place]) + b"\xff\xff\xff" + bytes(whole[place + 3 :])
        with contextlib.suppress(KinError):
            read_bytes(damaged, "x.zip")


def test_only_the_two_tables_of_an_archive_are_unpacked(monkeypatch):
    monkeypatch.setattr(files, "LARGEST", 1_000)
    more = {f"{n}unions": b"x" * 2_000 for n in range(8)}
    tables = write_csv(family())
    packed = archive(people=tables["people.csv"], unions=tables["unions.csv"], **more)
    assert len(read_bytes(packed, "x.zip").genealogy) == len(family())
    with pytest.raises(KinError, match="tables are larger than"):
        read_bytes(archive(people=b"x" * 2_000), "x.zip")


def test_an_archive_with_two_tables_of_one_name_is_said():
    with io.BytesIO() as whole:
        with zipfile.ZipFile(whole, "w") as out:
            for folder in "ab":
                out.writestr(f"{folder}/people.csv", write_csv(family())["people.csv"])
        with pytest.raises(KinError, match="must hold one table of people"):
            read_bytes(whole.getvalue(), "x.zip")
