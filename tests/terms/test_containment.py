"""Forms inside forms, against the tables of the rebuilt inventory (substring-hazards.md)."""

import csv
import re

import pytest

from kinlib.terms.containment import Said, contained, shared
from kinlib.terms.lexicon import TIERS, Lexicon, load, shipped
from kinlib.terms.matching import frozen


def forms(lexicon: Lexicon, language: str) -> set[str]:
    return {form.form for form in lexicon.forms if form.language == language}


@pytest.mark.parametrize(
    ("language", "form_pairs", "relation_pairs"), [("hi", 3, 1), ("ta", 1, 3), ("ko", 28, 14)]
)
def test_the_paper_tier_has_as_many_containments_as_were_counted(
    language, form_pairs, relation_pairs
):
    found = contained(shipped(), language)
    assert len({pair for one in found for pair in one.pairs}) == form_pairs
    assert len({(one.passes.relation, one.answers.relation) for one in found}) == relation_pairs


def test_every_row_of_the_rebuilt_inventory_is_found(shared_tables):
    for language, rows in shared_tables.items():
        found = {
            (short, *one.passes, long, *one.answers)
            for one in contained(shipped(), language)
            for short, long in one.pairs
        }
        assert found == rows


@pytest.fixture(scope="module")
def shared_tables(shared):
    """Section 1 of the hazards: (short, relation, speaker, long, relation, speaker) by language."""
    text = (shared / "lexicon" / "substring-hazards.md").read_text(encoding="utf-8")
    tables = {}
    for language, name in (("hi", "Hindi"), ("ta", "Tamil"), ("ko", "Korean")):
        part = text.split(f"### {name}, paper tier")[1].split("\n#")[0].split("\n**")[0]
        rows = set()
        for line in re.findall(r"^\| (?!short|-)(.+) \|$", part, re.M):
            short, passes, longs, answers = line.split(" | ")
            for long in longs.split(", "):
                rows.add(
                    (short, *(passes + ":").split(":")[:2], long, *(answers + ":").split(":")[:2])
                )
        tables[language] = rows
    return tables


def test_the_maternal_word_passes_for_the_paternal_relation_and_not_the_other_way_round():
    found = {(one.passes.relation, one.answers.relation) for one in contained(shipped(), "ko")}
    for kin in ("father", "mother"):
        assert (f"father_{kin}", f"mother_{kin}") in found
        assert (f"mother_{kin}", f"father_{kin}") not in found


@pytest.mark.parametrize("language", ["hi", "ta", "ko"])
def test_each_containment_really_passes_the_frozen_matcher(language):
    for one in contained(shipped(), language):
        for _, long in one.pairs:
            assert frozen(f"{long}!", language, one.passes.relation).correct, (one.passes, long)
            assert long not in {
                form.form
                for form in shipped().forms
                if (form.relation, form.language) == (one.passes.relation, language)
                and form.tier in ("strict", "paper")
                and form.speaker in (one.passes.speaker, "any", "wife", "husband")
            }


def test_a_longer_word_that_is_accepted_itself_is_no_containment():
    """மகள் is inside மருமகள், but both are accepted for the brother's daughter."""
    for one in contained(shipped(), "ta", TIERS):
        assert ("மகள்", "மருமகள்") not in one.pairs


def test_speakers_are_told_apart():
    """A man's elder brother's wife 형수 holds 형, which only a man says."""
    (found,) = [
        one
        for one in contained(shipped(), "ko")
        if (one.passes.relation, one.answers.relation) == ("elder_brother", "elder_brother_wife")
    ]
    assert (found.passes, found.answers) == (
        Said("elder_brother", "male"), Said("elder_brother_wife", "male"),
    )  # fmt: skip
    assert found.shorts == ("형",) and found.longs == ("형수", "형수님")


def test_forms_that_several_relations_accept_are_those_of_the_rebuilt_inventory():
    assert shared(shipped(), "hi") == {}
    tamil = shared(shipped(), "ta")
    assert len(tamil) == 11
    assert set(tamil["மச்சான்"]) == {
        "elder_sister_husband", "younger_sister_husband", "husband_sister_husband", "wife_brother",
    }  # fmt: skip
    assert set(shared(shipped(), "ko")) == {"조카딸", "조카 딸", "조카", "조카님"}


def test_a_lexicon_of_ones_own_is_searched_the_same_way(tmp_path):
    path = tmp_path / "mine.csv"
    rows = [
        {"relation": "mother_brother", "language": "te", "form": "మామ", "script": "Telu",
         "tier": "strict"},
        {"relation": "father_sister_husband", "language": "te", "form": "మామయ్య", "script": "Telu",
         "tier": "strict"},
    ]  # fmt: skip
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    mine = load(path)
    (found,) = contained(mine, "te")
    assert found.pairs == (("మామ", "మామయ్య"),)
    assert found.passes == Said("mother_brother", "")
    assert contained(mine, "ko") == ()
