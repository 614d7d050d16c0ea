"""A lexicon handed on as CLDF: valid, complete, the same bytes each time."""

import csv

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pycldf import Wordlist

from kinlib.errors import KinError
from kinlib.terms.cldf import export, form_id
from kinlib.terms.doubts import doubts
from kinlib.terms.form import Form, Lexicon
from kinlib.terms.lexicon import load, shipped
from kinlib.terms.relations import relations


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    return export(shipped(), tmp_path_factory.mktemp("cldf"))


@pytest.fixture(scope="module")
def dataset(written):
    return Wordlist.from_metadata(written)


def test_the_export_is_valid(dataset):
    assert dataset.validate()  # no log given: the first fault raises


def test_all_forms_are_in_it(dataset):
    rows = list(dataset["FormTable"])
    assert len(rows) == len({row["ID"] for row in rows}) == 530
    for row, form in zip(rows, shipped().forms, strict=True):
        assert (row["Form"], row["Language_ID"]) == (form.form, form.language)
        assert (row["Parameter_ID"], row["Speaker"]) == (form.relation, form.speaker)
        assert (row["Tier"], row["Type"], row["Script"]) == (form.tier, form.type, form.script)
        assert (row["Doubt_ID"] or "") == form.contested
        assert (row["Comment"] or "", row["Provenance"]) == (form.note, form.provenance)


def test_languages_have_the_codes_of_iso_and_glottolog(dataset):
    found = {r["ID"]: (r["ISO639P3code"], r["Glottocode"]) for r in dataset["LanguageTable"]}
    assert found == {
        **{"hi": ("hin", "hind1269"), "ta": ("tam", "tami1289"), "ko": ("kor", "kore1280")}
    }


def test_parameters_are_relations_with_their_kin_types(dataset):
    rows = {row["ID"]: row for row in dataset["ParameterTable"]}
    assert list(rows) == list(relations())
    row = rows["father_sister_husband"]
    assert (row["Name"], row["Kin_Type"]) == ("father's sister's husband", "FZH")


def test_forms_point_at_sources_and_doubts(dataset):
    rows = {
        (row["Language_ID"], row["Parameter_ID"], row["Form"]): row for row in dataset["forms.csv"]
    }
    sala = rows["hi", "wife_brother", "साला"]
    assert sala["Source"] == ["KB-HI", "WB-HI[WyB]"]
    assert dataset.sources["KB-HI"]["title"] == "Kinbank, Hindi"
    told = {row["ID"]: row for row in dataset["doubts.csv"]}
    assert told[sala["Doubt_ID"]]["Explanation"] == doubts()["sala-younger-pejorative"].explanation
    assert rows["hi", "wife_brother", "साला जी"]["Source"] == []  # a variant rests on its lemma
    assert dataset.properties["dc:description"] == "No native speaker has reviewed these terms."


def test_the_same_lexicon_gives_the_same_bytes(written, tmp_path):
    def contents(folder):
        return {path.name: path.read_bytes() for path in folder.iterdir()}

    before = contents(written.parent)
    assert contents(export(shipped(), tmp_path / "again").parent) == before
    assert contents(export(shipped(), written.parent).parent) == before, "over an earlier one"
    assert b"\r" not in b"".join(before.values())


def test_an_id_names_the_cell_and_the_spelling():
    ids = [form_id(form) for form in shipped().forms]
    assert len(set(ids)) == len(ids)
    assert ids[0].startswith("hi-father_father-any-")


def test_a_folder_of_other_things_is_left_alone(tmp_path):
    (tmp_path / "thesis.txt").write_text("years of work", encoding="utf-8")
    with pytest.raises(KinError, match=r"holds thesis\.txt"):
        export(shipped(), tmp_path)
    with pytest.raises(KinError, match="cannot be used"):
        export(shipped(), tmp_path / "thesis.txt")
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_lexicon_of_ones_own(tmp_path):
    file = tmp_path / "own.csv"
    with file.open("w", encoding="utf-8", newline="") as lines:
        csv.writer(lines).writerows(
            [
                ["relation", "language", "form", "script", "tier", "provenance"],
                ["mother_brother", "te", "మామ", "Telu", "strict", "Rao {1998}, p. 3; KB-TA"],
                ["mother_brother", "tel", "మేనమామ", "Telu", "strict", ""],
            ]
        )
    dataset = Wordlist.from_metadata(export(load(file), tmp_path / "cldf"))
    assert dataset.validate()
    languages = {row["ID"]: row["ISO639P3code"] for row in dataset["LanguageTable"]}
    assert languages == {"te": None, "tel": "tel"}
    first, second = dataset["FormTable"]
    assert len(first["Source"]) == 2
    assert dataset.sources[first["Source"][0]]["title"] == "Rao (1998), p. 3"
    assert second["Source"] == []
    assert "dc:description" not in dataset.properties


WORDS = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=15)


@settings(max_examples=15, suppress_health_check=[HealthCheck.too_slow])
@given(WORDS, WORDS, WORDS)
def test_whatever_people_write_stays_valid(tmp_path_factory, provenance, note, condition):
    form = Form(
        **{"relation": "mother_brother", "language": "te", "speaker": "any", "form": "మామ"},
        **{"script": "Telu", "tier": "strict", "type": "key", "condition": condition},
        **{"valid_speaker": "any", "romanisation": "", "kin_type": "MB", "lemma": "మామ"},
        **{"key": "", "homonym_of": (), "provenance": provenance, "confidence": "low"},
        **{"contested": "", "note": note},
    )
    folder = tmp_path_factory.mktemp("cldf")
    dataset = Wordlist.from_metadata(export(Lexicon("own", (form,)), folder))
    assert dataset.validate()
    (row,) = dataset["FormTable"]
    assert (row["Comment"] or "", row["Condition"] or "") == (note, condition)
