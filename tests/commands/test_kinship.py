"""The kinship commands, run as the command line runs them."""

import csv
import json
import sys
from pathlib import Path

import pytest

from kinlib import cli
from kinlib.commands import kinship
from kinlib.exchange.rdf import write_turtle
from kinlib.kinship.genealogy import Genealogy, Person, Union

ROOT = Path(__file__).resolve().parents[2]
DARWINS = ROOT / "data/families/darwin_wedgwood.ttl"


@pytest.fixture
def kinlib(monkeypatch, capsys):
    """Runs the commands; gives the exit code, what was printed and what was complained."""

    def run(*arguments):
        monkeypatch.setattr(cli, "app", kinship.app)
        monkeypatch.setattr(sys, "argv", ["kinlib", *map(str, arguments)])
        with pytest.raises(SystemExit) as end:
            cli.main()
        printed = capsys.readouterr()
        return end.value.code or 0, printed.out, printed.err

    return run


def test_classify_prints_the_label_and_the_class(kinlib):
    code, out, err = kinlib("classify", "crow", "FZS", "--ego", "male")
    assert (code, err) == (0, "")
    assert out == (
        "FZS (father's sister's son), man speaking, Crow:\n"
        "  classificatory father (class F, father)\n"
    )


def test_classify_explains(kinlib):
    code, out, _ = kinlib("classify", "Omaha", "MBD", "--ego", "female", "--explain")
    assert code == 0
    assert out.splitlines()[2:] == [
        "    MBD > MZ  skewing, reciprocal: a woman's brother's daughter counts as her sister",
        "    MZ > M  merging, reciprocal: a mother's sister counts as the mother",
        "    M > M  residue: only lineal steps are left",
    ]


def test_classify_takes_the_sex_of_ego_from_the_kin_type(kinlib):
    assert kinlib("classify", "Crow", "mZS")[1].endswith("cross-nephew (class XS, cross-nephew)\n")
    assert "EGO (ego), woman speaking" in kinlib("classify", "Crow", "EGO ws")[1]


def test_classify_gives_json(kinlib):
    _, out, _ = kinlib(
        "classify", "Omaha", "MBeS", "--ego", "male", "--profile", "paper", "--json"
    )  # fmt: skip
    found = json.loads(out)
    assert found["kin_type"] == "MBeS ms" and found["canonical"] == "MBS"
    assert (found["class"], found["label"], found["ego_sex"]) == ("MB", "male mother", "male")
    assert found["aliases"] == ["mother's brother", "uncle"]
    assert found["override"] is found["reclassified"] is found["defined"] is True
    assert found["derivation"][0]["rule"] == "age marks"


def test_classify_knows_variants_and_what_has_no_class(kinlib):
    assert "(class B, brother)" in kinlib("classify", "Crow", "mMB", "--variant", "III")[1]
    assert "(class G2+m" in kinlib("classify", "Crow", "mFFF", "--great", "collapse")[1]
    assert "(no class of its own: AFF:SSW)" in kinlib("classify", "Crow", "mBSSW")[1]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["Kariera", "F", "--ego", "male"], "no kinship system 'Kariera'"),
        (["Crow", "FXS", "--ego", "male"], "Letter 2 of 'FXS'"),
        (["Crow", "F", "--ego", "both"], "Ego's sex is 'both'; write male or female."),
        (["Crow", "F"], "Ego's sex is missing for 'F'"),
        (["Crow", "fF", "--ego", "male"], "both a man and a woman"),
        (["Crow", "F", "--ego", "male", "--profile", "x"], "no profile"),
        (["Crow", "F", "--ego", "male", "--variant", "II"], "choose I or III"),
        (["Crow"], "Give a system and a kin type"),
        (["--batch", "x.csv"], "Give --batch IN.csv and --out OUT.csv together"),
        (["--out", "x.csv"], "Give --batch IN.csv and --out OUT.csv together"),
        (["Crow", "--batch", "x.csv", "--out", "y.csv"], "nothing before them"),
        (["--batch", "nowhere.csv", "--out", "y.csv"], "nowhere.csv: No such file"),
        (["--batch", "n.csv", "--out", "y.csv", "--variant", "II"], "choose I or III"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(kinlib, arguments, says):
    code, out, err = kinlib("classify", *arguments)
    assert (code, out) == (2, "") and says in err
    assert len(err.splitlines()) == 1


def table(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_a_batch_adds_its_columns_and_goes_on_after_a_bad_row(kinlib, tmp_path):
    source, target = tmp_path / "in.csv", tmp_path / "out.csv"
    source.write_text(
        "note,system,kin_type,ego_sex\n"
        "a,Crow,FZS,male\n"
        "b,omaha,FFSS,female\n"
        "c,Crow,FQ,male\n"
        "d,Hawaiian,B,f\n"
        "e,Crow,mBSSW,\n"
        "f,Eskimo\n",
        encoding="utf-8-sig",
    )
    code, out, err = kinlib("classify", "--batch", source, "--out", target)
    assert (code, err) == (1, "") and out == f"6 rows, 2 with an error: {target}\n"
    rows = table(target)
    assert list(rows[0]) == [
        "note", "system", "kin_type", "ego_sex",
        "canonical", "class", "label", "override", "reclassified", "error",
    ]  # fmt: skip
    assert [list(row.values())[4:] for row in (rows[0], rows[1], rows[3], rows[4])] == [
        ["FZS", "F", "classificatory father", "true", "true", ""],
        ["FBS", "B", "classificatory brother", "true", "true", ""],
        ["B", "B", "brother", "false", "false", ""],
        ["BSSW", "AFF:SSW", "brother's son's son's wife", "false", "false", ""],
    ]
    assert rows[2]["note"] == "c" and "Letter 2 of 'FQ'" in rows[2]["error"]
    assert rows[2]["class"] == "" and "holds no kin type" in rows[5]["error"]


def test_a_batch_without_bad_rows_ends_well(kinlib, tmp_path):
    source, target = tmp_path / "in.csv", tmp_path / "out.csv"
    source.write_text("system,kin_type,ego_sex\nOmaha,MBS,male\n", encoding="utf-8")
    arguments = ["classify", "--batch", source, "--out", target, "--profile", "paper", "--json"]
    code, out, _ = kinlib(*arguments)
    assert code == 0 and json.loads(out) == {"rows": 1, "errors": 0}
    assert table(target)[0]["label"] == "male mother"


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"system,kin_type\n", "has no column ego_sex"),
        (b"", "has no column system"),
        (b"system,kin_type,ego_sex\n\xff\xfe\n", "is not UTF-8"),
    ],
)
def test_a_table_that_cannot_be_read_is_one_line(kinlib, tmp_path, content, says):
    source = tmp_path / "in.csv"
    source.write_bytes(content)
    code, _, err = kinlib("classify", "--batch", source, "--out", tmp_path / "out.csv")
    assert code == 2 and says in err and len(err.splitlines()) == 1
    source.write_text("system,kin_type,ego_sex\n")
    code, _, err = kinlib("classify", "--batch", source, "--out", source)
    assert code == 2 and "both --batch and --out" in err


def test_relate_tells_both_directions_and_every_path(kinlib):
    code, out, err = kinlib("relate", DARWINS, "charles_darwin", "emma_wedgwood")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == (
        "Emma Wedgwood is Charles Darwin's W (wife): Charles Darwin > Emma Wedgwood"
    )
    assert [line.split(" (")[0] for line in lines if " is " in line] == [
        "Emma Wedgwood is Charles Darwin's W",
        "Emma Wedgwood is Charles Darwin's MyBeD",
        "Charles Darwin is Emma Wedgwood's H",
        "Charles Darwin is Emma Wedgwood's FeZyS",
    ]
    assert "  Dravidian: cross-cousin (potential spouse) (class XCf, female cross-cousin)" in lines
    assert len(lines) == 4 * 8


def test_relate_in_one_system_as_json(kinlib):
    arguments = ["relate", DARWINS, "Charles Darwin", "emma_wedgwood", "--system", "crow", "--json"]
    found = json.loads(kinlib(*arguments)[1])
    there, back = found["relations"]
    assert [path["kin_type"] for path in there["paths"]] == ["W", "MBD"]
    assert there["paths"][1]["classes"][0]["class"] == "D"
    assert back["ego"] == "emma_wedgwood" and back["paths"][1]["kin_type"] == "FZS"
    assert (found["preferred"], found["ambiguous"]) == (1, [])


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["nowhere.ttl", "a", "b"], "nowhere.ttl: No such file"),
        ([DARWINS, "nobody", "emma_wedgwood"], "has the id 'nobody'"),
        ([DARWINS, "Wedgwood", "emma_wedgwood"], "may be any of"),
        ([DARWINS, "", "emma_wedgwood"], "has the id ''"),
        ([DARWINS, "charles_darwin", "emma_wedgwood", "--system", "x"], "no kinship system"),
    ],
)
def test_relate_complains_in_one_line(kinlib, arguments, says):
    code, out, err = kinlib("relate", *arguments)
    assert (code, out) == (2, "") and says in err
    assert len(err.splitlines()) == 1


def test_relate_says_so_when_two_people_are_not_related(kinlib, tmp_path):
    code, out, _ = kinlib("relate", DARWINS, "charles_darwin", "charles_darwin")
    assert (code, out) == (0, "Charles Darwin is one person, not two.\n")
    people = [Person("a", "Ann"), Person("b", "Bob")]
    strangers = tmp_path / "two.ttl"
    strangers.write_bytes(write_turtle(Genealogy.build("Two", people)))
    code, out, _ = kinlib("relate", strangers, "a", "b")
    assert (code, out) == (0, "Ann and Bob are not related within 8 steps.\n")


def test_check_of_a_sound_family_ends_well(kinlib):
    assert kinlib("check", DARWINS) == (0, "72 people, 0 faults, 0 notable.\n", "")


def test_check_names_everything_faults_first(kinlib, tmp_path):
    file = tmp_path / "odd.ttl"
    file.write_text(
        """@prefix family: <http://example.org/family/> .
        @prefix p: <http://example.org/person/> .
        p:a a family:Male ; family:yearOfBirth 1900 ; family:hasSpouse p:b .
        p:b a family:Female ; family:yearOfBirth 1890 ; family:hasFather p:a, p:z .
        p:c a family:Male, family:Female ; family:hasFather p:c ."""
    )
    code, out, err = kinlib("check", file)
    assert (code, err) == (1, "")
    assert out.splitlines() == [
        "fault: own ancestor: c would be their own ancestor: c (c) > c (c).",
        "fault: two fathers: b has two values of family:hasFather, a and z; keep one.",
        "fault: both sexes: c is both male and female; keep one type.",
        "fault: child older than a parent: b, born 1890, is older than the father, a, born 1900.",
        "notable: partners are parent and child: a and b, partners, are parent and child.",
        "notable: person not described: z is named as kin by b, not described.",
        "4 people, 4 faults, 2 notable.",
    ]
    code, out, _ = kinlib("check", file, "--json")
    record = json.loads(out)
    assert (code, record["people"], record["faults"], record["notable"]) == (1, 4, 4, 2)
    assert record["findings"][3] == {
        "kind": "child older than a parent",
        "people": ["b", "a"],
        "sentence": "b, born 1890, is older than the father, a, born 1900.",
        "severity": "fault",
    }


def test_what_is_only_notable_is_no_failure(kinlib, tmp_path):
    people = [Person("a", "Ann", sex="f"), Person("b", "Bob", sex="m", mother="a")]
    file = tmp_path / "two.ttl"
    file.write_bytes(write_turtle(Genealogy.build("Two", people, [Union("a", "b")])))
    code, out, _ = kinlib("check", file)
    assert code == 0 and out.endswith("2 people, 0 faults, 1 notable.\n")


@pytest.mark.parametrize(
    ("content", "says"),
    [(None, "No such file"), ("p:a a", "not Turtle"), ("", "nobody in this file")],
)
def test_check_complains_in_one_line(kinlib, tmp_path, content, says):
    file = tmp_path / "x.ttl"
    if content is not None:
        file.write_text(content)
    code, out, err = kinlib("check", file)
    assert (code, out) == (2, "") and says in err
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize("verb", ["classify", "relate", "check"])
def test_every_command_has_help(kinlib, verb):
    code, out, _ = kinlib(verb, "--help")
    assert code == 0 and "Usage:" in out
