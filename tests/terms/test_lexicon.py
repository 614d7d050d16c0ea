"""The lexicon: what ships, its counts, its facts; people's own files, right and wrong."""

import csv
import io
import unicodedata
from collections import Counter
from dataclasses import asdict, fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinlib import settings
from kinlib.errors import KinError
from kinlib.terms.doubts import VERDICTS, doubts
from kinlib.terms.hazards import hazards
from kinlib.terms.hypernyms import ANY, cues, hypernym_terms
from kinlib.terms.lexicon import (
    COLUMNS,
    Form,
    LexiconError,
    accepted,
    check,
    load,
    read,
    shipped,
)
from kinlib.terms.relations import cells, relations
from kinlib.terms.sources import NO_SOURCE, cited, sources

RIGHT = "relation,language,form,script,tier\nmother_brother,te,మామ,Telu,strict\n"


@pytest.fixture
def file(tmp_path):
    """Writes a lexicon of this text and gives its path."""

    def write(text, name="own.csv"):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return write


def as_csv(rows, columns=None):
    text = io.StringIO()
    writer = csv.DictWriter(text, columns or list(rows[0]))
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def of_tested_relations():
    return [form for form in shipped().forms if relations()[form.relation].tested]


# What ships


def test_the_inventories():
    forms = of_tested_relations()
    wide = [form for form in forms if form.confidence != "low" and not form.homonym_of]
    assert sum(form.tier == "strict" for form in forms) == 88
    assert sum(form.tier != "extended" for form in forms) == 258
    assert len(wide) == 364
    assert len(shipped().forms) == 530
    assert len({(form.relation, form.language) for form in shipped().forms}) == 81


def test_every_cell_has_a_strict_form_and_one_is_in_doubt():
    def filled(keep):
        return {
            cell
            for cell in cells()
            if any(
                keep(form)
                for form in accepted(shipped(), *cell, ["strict", "paper"])
                if form.speaker == cell.speaker
            )
        }

    assert filled(lambda form: form.tier == "strict") == set(cells())
    (empty,) = set(cells()) - filled(lambda form: form.confidence != "low")
    assert empty == ("husband_sister_husband", "ta", "wife")


def test_forms_are_those_of_the_rebuilt_inventory(shared):
    source = shared / "lexicon" / "lexicon.tsv"
    if not source.exists():
        pytest.skip(f"{source} is missing")
    with source.open(encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    kinds = {"gold": "key", "regional": "regional", "synonym": "synonym"}
    told = [
        (
            *(row[name] for name in ("relation_id", "language", "speaker", "form")),
            "strict" if row["form_type"] == "gold" else row["tier"],
            kinds.get(row["form_type"], row["form_type"].removesuffix("_variant")),
            *(row[name] for name in ("kin_type", "romanization", "valid_speaker", "lemma")),
            *(row[name] for name in ("paper_key", "confidence", "contested")),
            tuple(filter(None, row["homonym_of"].split(";"))),
            bool(row["condition"]),
        )
        for row in rows
    ]
    ours = [
        (
            *(form.relation, form.language, form.speaker, form.form, form.tier, form.type),
            *(form.kin_type, form.romanisation, form.valid_speaker, form.lemma, form.key),
            *(form.confidence, form.contested, form.homonym_of, bool(form.condition)),
        )
        for form in shipped().forms
    ]
    assert sorted(ours) == sorted(told)


def test_attestations_are_those_of_the_rebuilt_inventory(shared):
    source = shared / "lexicon" / "lexicon.tsv"
    if not source.exists():
        pytest.skip(f"{source} is missing")
    ours = {(f.relation, f.language, f.speaker, f.form): f for f in shipped().forms}
    with source.open(encoding="utf-8") as lines:
        for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            form = ours[row["relation_id"], row["language"], row["speaker"], row["form"]]
            _, _, words = row["provenance"].partition("form attested: ")
            told = {word.partition("-headword")[0] for word in words.split(", ") if word}
            listed = {citation.code for citation in cited(form.attested)}
            listed = {"KR" if code == "HUN-KO" else code for code in listed}
            assert told <= listed, row["form"]
            assert listed - told <= {"HUN-HI"}, row["form"]
            assert row["provenance"].startswith("variant of") <= ("variant" in form.provenance)


def test_every_row_rests_on_known_sources_and_doubts():
    for form in shipped().forms:
        assert cited(form.provenance), form
        cited(form.attested)
        assert form.contested == "" or form.contested in doubts()
        assert "public code table" not in form.provenance + form.note
    used = {c.code for f in shipped().forms for c in (*cited(f.provenance), *cited(f.attested))}
    used |= {c.code for doubt in doubts().values() for c in cited(doubt.sources)}
    assert set(sources()) == used
    assert used > NO_SOURCE


def test_conditions_are_of_a_few_kinds():
    kinds = Counter(form.condition_kind for form in shipped().forms)
    assert set(kinds) == {"", "speaker", "age", "region", "community", "register"}
    of_speaker = {f.condition for f in shipped().forms if f.condition_kind == "speaker"}
    assert of_speaker == {"male speaker", "female speaker"}


def test_a_split_relation_keeps_the_speakers_apart():
    def strict(speaker):
        found = accepted(shipped(), "elder_brother", "ko", speaker, ["strict"])
        return [form.form for form in found]

    assert strict("male") == ["형"]
    assert strict("female") == ["오빠"]
    assert strict("") == ["형", "오빠"]


# The tables beside it


def test_doubts_explain_themselves():
    for doubt in doubts().values():
        assert doubt.verdicts
        assert set(doubt.verdicts) <= set(VERDICTS)
        assert doubt.explanation.endswith(".")
        assert doubt.treatment.endswith(".")
        assert doubt.relations
        assert doubt.languages
    assert doubts()["ko-ZH-speaker-gender"].verdicts == ("partial", "gap")
    assert doubts()["ta-HZH"].verdicts == ("wrong",)


def test_hypernym_terms_cover_the_tested_readings():
    terms = hypernym_terms()
    for language in ("hi", "ta", "ko"):
        for hypernym in {term.hypernym for term in terms}:
            covered = {
                kin_type
                for term in terms
                if (term.hypernym, term.language) == (hypernym, language)
                for kin_type in term.kin_types
            }
            plain = {"".join(c for c in kin_type if c not in "ey") for kin_type in covered}
            for relation in relations().values():
                if relation.hypernym == hypernym:
                    bare = "".join(c for c in relation.kin_type if c not in "ey")
                    assert bare in plain or ANY in covered, (hypernym, language, relation.id)
    assert {t.term for t in terms if t.category == "loan"} == {
        *("अंकल", "आंटी", "आंटी जी", "அங்கிள்", "ஆன்ட்டி", "ஆண்ட்டி", "ஆன்டி")
    }


def test_cues_say_whether_they_are_words():
    alternatives = {cue.cue: cue.whole for cue in cues() if cue.kind == "alternatives"}
    assert alternatives["या"]
    assert alternatives["or"]
    assert not alternatives["/"]
    assert {cue.language for cue in cues()} == {"hi", "ta", "ko", "en"}


def test_hazards_are_of_forms_of_the_lexicon():
    known = {(form.language, form.form) for form in shipped().forms}
    for hazard in hazards():
        assert (hazard.language, hazard.form) in known
        assert hazard.form in hazard.word or hazard.kind == "same"
    nana = {hazard.word: hazard for hazard in hazards() if hazard.form == "नाना"}
    assert nana["मनाना"].gloss == "to celebrate"
    assert (nana["मनाना"].words, nana["मनाना"].per_million) == (52, 121.2)


@pytest.mark.parametrize("name", ["contested", "sources", "hypernyms", "cues", "hazards"])
def test_a_damaged_table_is_named(name, tmp_path, monkeypatch):
    folder = tmp_path / "lexicon"
    folder.mkdir()
    shipped_folder = settings.shipped() / "lexicon"
    for path in shipped_folder.glob("*.csv"):
        (folder / path.name).write_bytes(path.read_bytes())
    text = (shipped_folder / f"{name}.csv").read_text(encoding="utf-8").splitlines()
    (folder / f"{name}.csv").write_text("\n".join([*text[:3], "stray"]), encoding="utf-8")
    monkeypatch.setenv("KINLIB_DATA", str(tmp_path))
    readers = {
        **{"contested": doubts, "sources": sources, "hypernyms": hypernym_terms},
        **{"cues": cues, "hazards": hazards},
    }
    with pytest.raises(KinError, match=rf"{name}\.csv, line 4"):
        readers[name]()


def test_a_shipped_row_without_a_source_is_named(tmp_path, monkeypatch):
    folder = tmp_path / "lexicon"
    folder.mkdir()
    for path in (settings.shipped() / "lexicon").glob("*.csv"):
        text = path.read_text(encoding="utf-8")
        if path.name == "ko.csv":
            text = text.replace("KR; KB-KO", "KR; Hearsay", 1)
            text = "".join(line for line in text.splitlines(True) if not line.startswith("sister,"))
        (folder / path.name).write_text(text, encoding="utf-8")
    monkeypatch.setenv("KINLIB_DATA", str(tmp_path))
    with pytest.raises(LexiconError) as caught:
        shipped()
    said = [(problem.path.name, problem.line) for problem in caught.value.problems]
    assert said == [("ko.csv", 2), ("ko.csv", 1), ("ko.csv", 1)]
    assert "'Hearsay' cites no source" in str(caught.value)
    assert "sister has no male speaker" in str(caught.value)


# People's own


def test_five_columns_are_enough(file):
    lexicon = load(file(RIGHT))
    (form,) = lexicon.forms
    assert lexicon.name == "own"
    assert form.form == form.lemma == "మామ"
    assert (form.speaker, form.type, form.kin_type) == ("any", "key", "MB")
    assert (form.valid_speaker, form.confidence, form.homonym_of) == ("any", "medium", ())


def test_the_perspective_is_understood(file):
    text = RIGHT.replace("mother_brother", "husband_sister").replace("మామ", "ఆడబిడ్డ")
    assert load(file(text)).forms[0].speaker == "wife"


@pytest.mark.parametrize(
    ("form", "script"),
    [
        ("伯父", "Hant"),
        ("おじさん", "Jpan"),
        ("叔父", "Jpan"),
        ("ダーイー", "Kana"),
        ("عمو", "Arab"),
        ("дядя", "Cyrl"),
        ("nagybácsi", "Latn"),
        ("mother's brother", "Latn"),
        ("دایی‌جان", "Arab"),
        ("𞤁𞤫𞤫𞤲𞤣𞤢", "Adlm"),
    ],
)
def test_any_script(file, form, script):
    form = unicodedata.normalize("NFC", form)
    text = RIGHT.replace("మామ", form).replace("Telu", script).replace(",te,", ",und,")
    assert load(file(text)).forms[0].form == form


def test_files_combine_and_add_to_the_shipped_lexicon(file):
    telugu = file(RIGHT, "te.csv")
    hindi = file(
        "relation,language,form,script,tier\nelder_brother,hi,भाऊ,Deva,extended\n", "hi-more.csv"
    )
    both = load(telugu, hindi, base=shipped())
    assert len(both.forms) == len(shipped().forms) + 2
    assert both.name == "te + hi-more"
    with pytest.raises(KinError, match="elder_brother in hi has no strict form"):
        load(hindi)
    forms, problems = check(hindi)
    assert [form.form for form in forms] == ["भाऊ"]
    assert len(problems) == 1


def test_speakers_may_be_split_in_any_language_if_both_are_there(file):
    header = "relation,language,speaker,form,script,tier\n"
    man = "elder_sister_husband,te,male,బావ,Telu,strict\n"
    woman = "elder_sister_husband,te,female,బావగారు,Telu,strict\n"
    assert len(load(file(header + man + woman)).forms) == 2
    with pytest.raises(KinError, match="has a male speaker and no female one"):
        load(file(header + man))
    with pytest.raises(KinError, match="no strict form of a female speaker"):
        load(file(header + man + woman.replace("strict", "extended")))


def test_byte_order_mark_line_ends_and_empty_rows_do_not_matter(file):
    text = RIGHT.replace("\n", "\r\n") + ",,,,\r\n\r\n"
    assert load(file(b"\xef\xbb\xbf" + text.encode())).forms == load(file(RIGHT)).forms


def test_a_language_can_be_given_for_all_rows(file):
    text = "relation,form,script,tier\nmother_brother,మామ,Telu,strict\n"
    assert read(file(text), "te")[0].language == "te"
    with pytest.raises(KinError, match="no column 'language'"):
        read(file(text))


HEADER = ",".join(COLUMNS)
ROW = {
    **dict.fromkeys(COLUMNS, ""),
    **{"relation": "mother_brother", "language": "ta", "form": "மாமா", "script": "Taml"},
    **{"tier": "strict"},
}


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"relation": "mothers_brother"}, "'mothers_brother' is no relation"),
        ({"relation": ""}, "the column 'relation' is empty"),
        ({"form": ""}, "the column 'form' is empty"),
        ({"script": ""}, "the column 'script' is empty"),
        ({"tier": ""}, "the column 'tier' is empty"),
        ({"language": "Tamil"}, "language is 'Tamil'; write an ISO 639 code"),
        ({"tier": "gold"}, "tier is 'gold'; write one of strict, paper, extended"),
        ({"type": "nickname"}, "type is 'nickname'"),
        ({"confidence": "sure"}, "confidence is 'sure'"),
        ({"valid_speaker": "wife"}, "valid_speaker is 'wife'"),
        ({"speaker": "child"}, "speaker is 'child'"),
        ({"speaker": "wife"}, "the speaker of mother_brother is 'wife'; write any or male or"),
        ({"script": "Tamil"}, "script is 'Tamil'; write an ISO 15924 code"),
        ({"script": "Zyyy"}, "script is 'Zyyy'"),
        ({"script": "Deva"}, "U+0BAE, TAMIL LETTER MA, but its script is Deva"),
        ({"form": "மாமா jee"}, "U+006A, LATIN SMALL LETTER J, but its script is Taml"),
        ({"form": "--"}, "has no letter of its script"),
        ({"form": "கொழுந்தன்".replace("\u0bca", "\u0bc6\u0bbe")}, "is not composed"),
        ({"form": "மாமா / மாமன்"}, "holds '/'; write one form a row"),
        ({"form": "மா\u200bமா"}, "invisible U+200B"),
        ({"form": "தாய்\u00a0மாமா"}, "invisible U+00A0"),
        ({"form": "தாய்  மாமா"}, "two spaces in a row"),
        ({"kin_type": "MQ"}, "Letter 2 of 'MQ'"),
        ({"kin_type": "FB"}, "the kin type FB is not of mother_brother, MB"),
        ({"kin_type": "F"}, "the kin type F is not of mother_brother, MB"),
        ({"lemma": "மாமன்"}, "a key is its own lemma"),
        ({"tier": "extended", "type": "key"}, "the tier is extended and the type key"),
        ({"type": "spelling"}, "the tier is strict and the type spelling"),
        ({"homonym_of": "grandpa"}, "homonym_of has 'grandpa'"),
        ({"homonym_of": "mother_brother"}, "a homonym of its own relation"),
        ({"contested": "hearsay"}, "contested is 'hearsay'"),
        ({"contested": "ta-HZH"}, "the doubt ta-HZH is not about mother_brother"),
        ({"romanisation": "மாமா"}, "is not in Latin letters"),
        ({"condition": "Sri Lanka"}, "condition and condition_kind are both given"),
        ({"condition_kind": "region"}, "condition and condition_kind are both given"),
        ({"condition": "senior", "condition_kind": "age"}, "says elder or younger"),
        ({"condition": "male speaker", "condition_kind": "speaker"}, "needs male or female"),
    ],
)
def test_a_wrong_row_is_named_with_what_is_wrong(file, change, sentence):
    path = file(as_csv([ROW | change]))
    forms, problems = check(path)
    assert any(sentence in problem.reason for problem in problems), problems
    assert {problem.line for problem in problems} == {2}
    assert forms == ()
    with pytest.raises(LexiconError) as caught:
        load(path)
    assert str(caught.value).startswith(f"{path}, line 2: ")


@pytest.mark.parametrize(
    ("relation", "change", "sentence"),
    [
        ("husband_sister", {"speaker": "any"}, "the speaker of husband_sister is 'any'"),
        ("husband_sister", {"valid_speaker": "male"}, "nobody can say the form"),
        ("father_elder_brother", {"kin_type": "FyB"}, "FyB is not of father_elder_brother"),
        ("father_elder_brother", {"kin_type": "FB"}, "FB is not of father_elder_brother"),
    ],
)
def test_a_row_may_not_contradict_its_relation(file, relation, change, sentence):
    _, problems = check(file(as_csv([ROW | {"relation": relation} | change])))
    assert [sentence in problem.reason for problem in problems] == [True]


def test_a_finer_kin_type_is_no_contradiction(file):
    assert load(file(as_csv([ROW | {"kin_type": "MyB"}]))).forms[0].kin_type == "MyB"


def test_all_wrong_rows_are_told_at_once(file):
    rows = [
        ROW,
        ROW | {"tier": "gold"},
        ROW,
        ROW | {"form": "மாமன்", "tier": "extended", "lemma": "அம்மான்"},
        ROW | {"relation": "father_sister", "form": "அத்தை", "tier": "extended"},
        ROW | {"language": "te", "script": "Latn", "kin_type": "ZZZ?"},
    ]
    path = file(as_csv(rows))
    _, problems = check(path)
    told = [(problem.line, problem.reason) for problem in problems]
    assert sorted({line for line, _ in told}) == [3, 4, 5, 6, 7]
    assert any(line == 4 and f"there already, {path}, line 2" in reason for line, reason in told)
    assert (5, "the lemma 'அம்மான்' is no form of mother_brother here.") in told
    assert (6, "father_sister in ta has no strict form.") in told
    assert sum(line == 7 for line, _ in told) >= 2, "both what is wrong with the last row"
    with pytest.raises(LexiconError) as caught:
        load(path)
    assert caught.value.problems == problems
    assert str(caught.value).count("\n") == len(problems) - 1


def test_a_cell_over_several_lines_does_not_shift_the_count(file):
    rows = [ROW | {"note": "two\nlines"}, ROW | {"form": "மாமன்", "tier": "gold"}]
    _, problems = check(file(as_csv(rows)))
    assert {problem.line for problem in problems} == {4}


def test_a_very_wrong_file_is_cut_short(file):
    rows = [ROW | {"form": "மாமா", "tier": "gold"}] * 250
    with pytest.raises(LexiconError) as caught:
        load(file(as_csv(rows)))
    assert len(caught.value.problems) > 250
    assert str(caught.value).splitlines()[-1] == f"And {len(caught.value.problems) - 100:,} more."


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "line 1: there is no column 'relation'. Cells are separated by commas."),
        (RIGHT.replace(",", ";"), "Cells are separated by commas"),
        (RIGHT.replace("script", "skript"), "no column 'script'"),
        (RIGHT.replace("tier\n", "tier,colour\n"), "the column 'colour' is not known"),
        (RIGHT.replace("tier\n", "tier,tier\n"), "the column 'tier' stands there twice"),
        (RIGHT.encode("utf-16"), "cannot be read"),
        (RIGHT + 'father_sister,te,"అత్త"x,Telu,strict\n', "line 3: no row of CSV"),
        (RIGHT + 'father_sister,te,"అత్త,Telu,strict\n', "line 3: no row of CSV"),
    ],
)
def test_what_is_no_lexicon_is_refused_whole(file, text, sentence):
    with pytest.raises(KinError, match=r"own\.csv") as caught:
        check(file(text))
    assert sentence in str(caught.value)


def test_what_is_not_there_is_named(tmp_path):
    with pytest.raises(KinError, match=r"nothing\.csv cannot be read"):
        load(tmp_path / "nothing.csv")
    with pytest.raises(KinError, match="cannot be read"):
        load(tmp_path)


def test_more_cells_than_columns(file):
    _, problems = check(file(RIGHT + "father_sister,te,అత్త,Telu,strict,and more\n"))
    assert [problem.line for problem in problems] == [3]
    assert "a comma inside a cell needs quotation marks" in problems[0].reason


# Round trips

LETTERS = {"Taml": "கசதபமவயர", "Telu": "కచతపమవయర", "Hang": "가나다라마바사", "Cyrl": "абвгдежз"}
TEXT = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=20)


@st.composite
def lexicons(draw):
    """Rows of a lexicon that is right: every relation with a key, some with more."""
    script = draw(st.sampled_from(sorted(LETTERS)))
    word = st.text(LETTERS[script], min_size=1, max_size=8)
    rows = []
    for relation in draw(st.lists(st.sampled_from(sorted(relations())), unique=True, min_size=1)):
        words = draw(st.lists(word, unique=True, min_size=1, max_size=4))
        for number, form in enumerate(words):
            tier = draw(st.sampled_from(["paper", "extended"])) if number else "strict"
            rows.append(
                {
                    "relation": relation,
                    "language": "xx",
                    "form": form,
                    "script": script,
                    "tier": tier,
                    "lemma": draw(st.sampled_from(words)) if number else form,
                    "homonym_of": draw(st.sampled_from(["", "DH", "son", "FeB MB"])),
                    "confidence": draw(st.sampled_from(["", "high", "medium", "low"])),
                    "note": draw(TEXT).strip(),
                    "provenance": draw(TEXT).strip(),
                }
            )
    return draw(st.permutations(rows))


@given(lexicons())
def test_a_right_lexicon_comes_back_as_written(tmp_path_factory, rows):
    path = tmp_path_factory.mktemp("own") / "own.csv"
    path.write_text(as_csv(rows), encoding="utf-8", newline="")
    forms = load(path).forms
    for row, form in zip(rows, forms, strict=True):
        for name, value in row.items():
            if name not in ("homonym_of", "confidence"):
                assert getattr(form, name) == value
        assert " ".join(form.homonym_of) == row["homonym_of"]
        assert form.confidence == (row["confidence"] or "medium")
    # Written out in full, with every column, it is the same again.
    full = [asdict(form) | {"homonym_of": " ".join(form.homonym_of)} for form in forms]
    path.write_text(as_csv(full), encoding="utf-8", newline="")
    assert load(path).forms == forms


@given(st.lists(st.dictionaries(st.sampled_from(COLUMNS), st.text(max_size=6)), max_size=5))
def test_whatever_stands_in_a_file_is_told_in_sentences(tmp_path_factory, changes):
    path = tmp_path_factory.mktemp("own") / "own.csv"
    text = as_csv([ROW | change for change in changes] or [ROW])
    path.write_text(text, encoding="utf-8", errors="replace", newline="")
    try:
        forms, problems = check(path)
    except KinError:
        return
    wrong = {problem.line for problem in problems}
    assert len(forms) <= max(1, len(changes))
    assert all(isinstance(form, Form) for form in forms)
    assert wrong or len(forms) == sum(1 for _ in csv.reader(io.StringIO(text))) - 1


@given(st.binary(max_size=200))
def test_arbitrary_bytes_are_no_surprise(tmp_path_factory, data):
    path = tmp_path_factory.mktemp("own") / "own.csv"
    path.write_bytes(RIGHT.encode() + data)
    try:
        check(path)
    except KinError as error:
        assert str(path) in str(error)


def test_columns_are_those_of_a_form():
    assert set(COLUMNS) == {field.name for field in fields(Form)}
