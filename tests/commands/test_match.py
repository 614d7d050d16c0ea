import json

import pytest
from typer.testing import CliRunner

from kinlib.cli import app
from kinlib.errors import KinError

GRANDMOTHER = {
    "id": "a",
    "text": "외할머니, 생신 축하드려요!",
    "language": "ko",
    "relation": "father_mother",
    "speaker": "",
}


def match(tmp_path, cases, *options):
    path = tmp_path / "cases.jsonl"
    path.write_text(
        "".join(f"{case if isinstance(case, str) else json.dumps(case)}\n" for case in cases),
        encoding="utf-8",
    )
    ran = CliRunner().invoke(app, ["match", "--cases", str(path), *options])
    if isinstance(ran.exception, KinError):
        raise ran.exception
    return ran, [json.loads(line) for line in ran.stdout.splitlines()]


def test_each_case_gets_its_verdict_and_evidence(tmp_path):
    ran, (told,) = match(tmp_path, [GRANDMOTHER], "--matcher", "bounded")
    assert ran.exit_code == 0
    assert (told["id"], told["verdict"], told["evidence"]) == ("a", False, [])
    (other,) = told["others"]
    assert (other["term"], other["relations"]) == ("외할머니", ["mother_mother"])
    _, (told,) = match(tmp_path, [GRANDMOTHER], "--matcher", "frozen")
    assert told["verdict"] is True
    assert told["evidence"] == [
        {"term": "할머니", "relations": ["father_mother"], "tier": "strict", "start": 1, "end": 4,
         "text": "할머니"}
    ]  # fmt: skip


def test_frozen_keys_are_composite_unless_split(tmp_path):
    case = GRANDMOTHER | {"text": "오빠!", "relation": "elder_brother", "speaker": "male"}
    verdicts = [
        match(tmp_path, [case], "--matcher", "frozen", *split)[1][0]["verdict"]
        for split in ([], ["--split"])
    ]
    assert verdicts == [True, False]


def test_bad_lines_are_told_with_their_numbers_and_the_rest_goes_on(tmp_path):
    bad = [
        "not json",
        "[]",
        GRANDMOTHER | {"text": None},
        GRANDMOTHER | {"relation": "cousin"},
        GRANDMOTHER | {"language": "xx"},
        GRANDMOTHER | {"speaker": "dog"},
    ]
    ran, told = match(tmp_path, [*bad, GRANDMOTHER])
    assert ran.exit_code == 1
    assert [one["id"] for one in told] == ["a"]
    for number, words in enumerate(
        ["no JSON", "no JSON object", "'text'", "'cousin'", "'xx'", "'dog'"], 1
    ):
        assert f"line {number}: " in ran.stderr
        assert words in ran.stderr


def test_a_lexicon_of_ones_own_is_used(tmp_path):
    terms = tmp_path / "welsh.csv"
    terms.write_text(
        "relation,language,form,script,tier\nfather_mother,cy,mam-gu,Latn,strict\n"
        "mother_mother,cy,nain,Latn,strict\n",
        encoding="utf-8",
    )
    case = GRANDMOTHER | {"language": "cy", "text": "Penblwydd hapus, MAM-GU annwyl!"}
    _, (told,) = match(tmp_path, [case], "--lexicon", str(terms))
    assert told["verdict"] is True
    assert told["evidence"][0]["text"] == "MAM-GU"


@pytest.mark.parametrize("options", [["--matcher", "loose"], ["--split"]])
def test_options_that_mean_nothing_are_refused(tmp_path, options):
    with pytest.raises(KinError, match="--"):
        match(tmp_path, [GRANDMOTHER], *options)


def test_a_missing_file_is_named():
    ran = CliRunner().invoke(app, ["match", "--cases", "no/such.jsonl"])
    assert "such.jsonl cannot be read" in str(ran.exception)
