"""GEDCOM files taken into the store."""

from datetime import date

import pytest

from kinlib import settings
from kinlib.exchange.gedcom import read_gedcom
from kinlib.results import imports, queries, store
from kinlib.results.formats.source import Source

YOUNG = date.today().year - 20
FAMILY = f"""\
0 HEAD
0 @I1@ INDI
1 NAME Ann /Lee/
1 SEX F
1 BIRT
2 DATE 3 MAY 1850
1 OCCU queen
1 FAMS @F1@
0 @I2@ INDI
1 NAME Cy
1 BIRT
2 DATE {YOUNG}
1 FAMC @F1@
0 @F1@ FAM
1 WIFE @I1@
1 CHIL @I2@
1 CHIL @I7@
0 TRLR
""".encode()


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("KINLIB_HOME", str(tmp_path / "home"))


def taken(name: str, data: bytes):
    return imports.import_source(Source(name, data), settings.imports())


def test_a_gedcom_file_is_taken_in_with_what_there_is_to_know_of_it():
    report = taken("lees/family.ged", FAMILY)
    assert (report.format, report.read, report.stored, report.refused) == ("GEDCOM", 2, 2, 0)
    assert report.remark == (
        "1 of 2 people may be living (no death, born under 100 years ago): mask them before you "
        "share an export. Line 17: CHIL names I7, whom the file does not describe: left out. "
        "Skipped: OCCU: 1; days and months of dates: 1."
    )
    assert "mask them" in report.sentence()


def test_it_is_in_the_store_as_any_genealogy():
    taken("lees/family.ged", FAMILY)
    opened = store.rebuild(settings.database())
    try:
        there = queries.genealogies(opened)
        (key,) = there.loc[there["name"] == "lees/family", "genealogy_id"]
        people, unions = queries.genealogy_rows(opened, key)
        assert list(people["name"]) == ["Ann Lee", "Cy"] and len(unions) == 0
        assert list(people["mother_id"].fillna("")) == ["", "I1"]
    finally:
        opened.close()


def test_the_same_file_is_taken_in_once_wherever_it_lies():
    assert taken("a/f.ged", FAMILY).stored == 2
    again = taken("b/f.ged", FAMILY)
    assert (again.stored, again.already) == (0, 2)


@pytest.mark.parametrize(
    ("data", "note"),
    [
        (b"", "x.ged is empty"),
        (b"hello", "line 1: not GEDCOM"),
        (b"0 HEAD\n0 TRLR\n", "holds nothing to import"),
    ],
)
def test_what_cannot_be_taken_in_is_said(data, note):
    report = taken("x.ged", data)
    assert report.note is not None and note in report.note and report.stored == 0


def test_gedcom_in_utf_16_and_a_real_file_are_taken_in():
    assert taken("u.ged", FAMILY.decode().encode("utf-16")).stored == 2
    path = settings.ROOT.parent / "shared" / "gedcom" / "bourbon.ged"
    if not path.exists():
        pytest.skip(f"the GEDCOM samples are not here ({path})")
    report = taken("shared/bourbon.ged", path.read_bytes())
    assert report.stored == len(read_gedcom(path.read_bytes(), "x").genealogy) == 303
    assert "10 of 303 people may be living" in (report.remark or "")
