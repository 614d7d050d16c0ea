"""`convert`, run as the command line runs it."""

import sys
from pathlib import Path

import pytest

from kinlib import cli
from kinlib.exchange.files import read_genealogy_file

ROOT = Path(__file__).resolve().parents[2]
DARWINS = ROOT / "data/families/darwin_wedgwood.ttl"
GEDCOM = """\
0 HEAD
0 @I1@ INDI
1 NAME Ann /Lee/
1 BIRT
2 DATE 3 MAY 1850
2 PLAC Rome
1 FAMS @F1@
0 @I2@ INDI
1 NAME Zelda /Quux/
1 BIRT
2 DATE 1950
1 FAMC @F1@
0 @F1@ FAM
1 WIFE @I1@
1 MARR
2 DATE 1870
1 CHIL @I2@
1 CHIL @I9@
0 TRLR
"""


@pytest.fixture
def kinlib(monkeypatch, capsys):
    """Runs a command; gives the exit code, what was printed and what was complained."""

    def run(*arguments):
        monkeypatch.setattr(sys, "argv", ["kinlib", *map(str, arguments)])
        with pytest.raises(SystemExit) as end:
            cli.main()
        printed = capsys.readouterr()
        return end.value.code or 0, printed.out, printed.err

    return run


@pytest.fixture
def source(tmp_path):
    path = tmp_path / "lees.ged"
    path.write_text(GEDCOM, encoding="utf-8")
    return path


def test_convert_says_what_was_read_skipped_and_lost(kinlib, source, tmp_path):
    target = tmp_path / "lees.ttl"
    code, out, err = kinlib("convert", source, target, "--today", 2000)
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        f"{source}: 2 people and 0 unions read.",
        "  skipped: days and months of dates: 1",
        "  skipped: places: 1",
        "  skipped: unions with a partner who is not named: 1",
        "  line 18: CHIL names I9, whom the file does not describe: left out.",
        "May be living in 2000: 1 people; --mask-living hides them.",
        f"Written: {target}.",
    ]
    assert read_genealogy_file(target).genealogy.children("I1") == ("I2",)


def test_convert_masks_the_living(kinlib, source, tmp_path):
    code, out, _ = kinlib(
        "convert", source, tmp_path / "x.csv", "--mask-living", "--today", 2000
    )  # fmt: skip
    assert code == 0 and "Masked in case they are living in 2000: 1 people." in out
    people = (tmp_path / "x.csv").read_text(encoding="utf-8-sig")
    assert "Zelda" not in people and "I2" not in people and "living_1,Living" in people
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "lees.ged", "x.csv", "x.unions.csv",
    ]  # fmt: skip
    g = read_genealogy_file(tmp_path / "x.csv").genealogy
    assert g.children("I1") == ("living_1",) and g.person("I1").birth == 1850


@pytest.mark.parametrize("version", ["5.5.1", "7.0"])
def test_a_shipped_family_goes_to_gedcom_and_back(kinlib, tmp_path, version):
    there, back = tmp_path / "d.ged", tmp_path / "d.ttl"
    assert kinlib("convert", DARWINS, there, "--gedcom", version)[0] == 0
    assert f"2 VERS {version}\n".encode() in there.read_bytes()
    assert kinlib("convert", there, back, "--own-terms")[0] == 0
    assert back.read_bytes() == DARWINS.read_bytes()


def test_what_the_target_cannot_hold_is_told(kinlib, tmp_path):
    _, out, _ = kinlib("convert", DARWINS, tmp_path / "d.ttl")
    assert "no place in Turtle" in out and "of death" in out
    _, out, _ = kinlib("convert", DARWINS, tmp_path / "d.zip")
    assert "no place in zip of CSV: the note" in out


def test_a_drawing_shows_the_kin_of_one_person(kinlib, tmp_path):
    target = tmp_path / "d.svg"
    code, out, _ = kinlib(
        *("convert", DARWINS, target, "--focus", "Charles Darwin", "--up", 1, "--down", 0)
    )
    assert code == 0 and "people\n" in out
    drawing = target.read_text(encoding="utf-8")
    assert "Charles Darwin" in drawing and "Tom Wedgwood" not in drawing


def test_a_drawing_around_somebody_living_shows_them_masked(kinlib, source, tmp_path):
    target = tmp_path / "x.svg"
    options = ("--focus", "I2", "--up", 0, "--mask-living", "--today", 2000)
    assert kinlib("convert", source, target, *options)[0] == 0
    drawing = target.read_text(encoding="utf-8")
    assert "Living" in drawing and "Zelda" not in drawing and "Ann" not in drawing


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["IN", "x.doc"], "x.doc: no known ending"),
        (["IN", "x.ged", "--gedcom", "6"], "GEDCOM 6 is not written; choose 5.5.1 or 7.0."),
        (["IN", "x.svg", "--focus", "Nobody"], "Nobody"),
        (["no.ged", "x.ttl"], "no.ged: No such file"),
        (["IN", "nowhere/x.ttl"], "cannot be written"),
    ],
)
def test_what_cannot_be_done_is_one_sentence_and_leaves_nothing(
    kinlib, source, tmp_path, monkeypatch, arguments, says
):
    monkeypatch.chdir(tmp_path)
    code, _, err = kinlib("convert", *(source if a == "IN" else a for a in arguments))
    assert code == 2 and says in err and len(err.splitlines()) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["lees.ged"]


def test_check_and_relate_take_any_genealogy(kinlib, source, tmp_path):
    code, out, _ = kinlib("check", source)
    assert code == 1 and "child" not in out.splitlines()[0]
    assert "fault: unknown person: Line 18: CHIL names I9" in out
    assert "fault: mother too old: Zelda Quux (I2)" in out
    code, out, _ = kinlib("relate", source, "Ann Lee", "Zelda Quux", "--system", "Crow")
    assert code == 0 and "Zelda Quux is Ann Lee's C" in out
    kinlib("convert", source, tmp_path / "l.csv")
    assert kinlib("relate", tmp_path / "l.csv", "I1", "I2", "--system", "Crow")[1] == out


def test_a_file_is_never_converted_onto_itself(kinlib, source):
    before = source.read_bytes()
    code, _, err = kinlib("convert", source, source)
    assert (code, source.read_bytes()) == (2, before)
    assert "both IN and OUT" in err


def test_a_note_goes_with_the_living_and_that_is_said(kinlib, source, tmp_path):
    source.write_text(
        GEDCOM.replace("0 HEAD\n", "0 HEAD\n1 NOTE Told by Zelda.\n"), encoding="utf-8"
    )
    target = tmp_path / "out.ttl"
    _, out, _ = kinlib("convert", source, target, "--mask-living", "--today", 2000)
    assert "left out with them: the note" in out
    assert "Zelda" not in target.read_text(encoding="utf-8")
