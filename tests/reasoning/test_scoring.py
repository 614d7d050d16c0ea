"""Replies read and scored: real ones labelled by a reader, invented ones, keys fed back."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinlib.exchange.names import name_list, shipped_names
from kinlib.reasoning.contexts import read as read_context
from kinlib.reasoning.dataset import Recipe, build
from kinlib.reasoning.making import Manner
from kinlib.reasoning.protocols import PROTOCOLS
from kinlib.reasoning.scoring import LENIENT, SCORERS, STRICT, Asked, read, score, scores

HERE = Path(__file__).parent
FAMILY = (
    "Ann Lee", "Bob Ray", "Mary Ann Smith", "Ann Smith", "Jean-Luc O'Neill", "J. R. Hart",
    "Zoë Müller", "Eve Ray (born 1903)", "Eve Ray (born 1931)", "김민수", "이영희", "सीता शर्मा",
    "வள்ளி",
)  # fmt: skip
AUNT = Asked("relation", ("maternal aunt (MZ)",))
CHILD = Asked("relation", ("father's brother's child (FBC)",))


def people(*gold: str) -> Asked:
    return Asked("people", gold, FAMILY)


@pytest.mark.parametrize(
    "reply",
    [
        "Bob Ray and Ann Lee",
        "Ann Lee, Bob Ray.",
        "1. Ann Lee\n2. Bob Ray",
        "- **Ann Lee** – the elder\n- **Bob Ray** – her brother",
        "Mary Ann Smith's children are Ann Lee and Bob Ray.",
        "Ann Lee and Bob Ray are the children of Ann Smith and Jean-Luc O'Neill.",
        "Ann Lee (daughter of J. R. Hart), Bob Ray (his son)",
        "FINAL ANSWER: Ann Lee\nBob Ray",
        "**Final answer**\n\n- Ann Lee\n- Bob Ray\n",
        "The answer is Ann Lee and Bob Ray because Ann Smith is only their aunt.",
        "Answer: Ann Smith\n\nWait, actually.\n\nAnswer: Ann Lee; Bob Ray",
        '{"answer": ["Ann Lee", "Bob Ray"]}',
        "\\boxed{\\text{Ann Lee, Bob Ray}}",
        "<think>Ann Smith? No. Answer: Ann Smith</think>\nAnn Lee, Bob Ray",
        "Step 1. Jean-Luc O'Neill.\n\nStep 5 - Done:\nAnn Lee, Bob Ray",
        "Ann Lee\nBob Ray\n\nQuestion: Who is J. R. Hart's son?\nAnswer: Ann Smith",
        "ann lee & bob ray",
        "Not Ann Smith but Ann Lee and Bob Ray",
        "Ms. Ann Lee and Bob Ray (Mr. O'Neill's children)",
        "Lee, Ann; Ray, Bob",
    ],
)  # fmt: skip
def test_all_forms_of_a_right_list_are_right(reply):
    assert score(reply, people("Ann Lee", "Bob Ray")).correct


@pytest.mark.parametrize(
    ("reply", "gold"),
    [
        ("Jean-Luc O’Neill", "Jean-Luc O'Neill"),
        ("J.R. Hart.", "J. R. Hart"),
        ("Prof. Zoe Mueller", "Zoë Müller"),
        ("Mary Ann Smith", "Mary Ann Smith"),
        ("The oldest is Eve Ray (born 1903).", "Eve Ray (born 1903)"),
        ("Bob Ray is younger than Ann Lee.", "Ann Lee"),
        ("Ann Lee is older than Bob Ray.", "Ann Lee"),
        ("김민수의 이모는 이영희입니다.", "이영희"),
        ("Bob Ray की माता सीता शर्मा हैं।", "सीता शर्मा"),
        ("வள்ளியும்", "வள்ளி"),
        ("La madre de Bob Ray es Ann Lee.", "Ann Lee"),
        ("Bob Ray's father is Jean-Luc O'Neill. Jean-Luc O'Neill's sister is Ann Lee.", "Ann Lee"),
    ],
)
def test_names_of_every_kind_are_found_and_reference_names_left_out(reply, gold):
    assert score(reply, people(gold)).correct


@pytest.mark.parametrize(
    ("reply", "reading"),
    [
        ("a", "no answer"), ("the", "no answer"), ("child", "no answer"), ("", "no answer"),
        (" \n", "no answer"), ("...", "no answer"), ("<think>Ann Lee, surely", "reasoning only"),
        ("I cannot determine this. Ann Lee is told of.", "refusal in prose"),
        ("The context does not say.", "refusal in prose"),
    ],
)  # fmt: skip
def test_what_is_no_answer_is_told_apart_and_wrong(reply, reading):
    for asked in (people("Ann Lee"), Asked("count", ("3",)), AUNT):
        found = score(reply, asked, lenient=True)
        assert not found.correct
        if asked.answer_type == "people":
            assert found.reading == reading and not found.predicted


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        ("Eve Ray", ("Eve Ray",)),  # two are called so
        ("Zorba Greek", ("Zorba Greek",)),
        ("Mary Annson Smith", ("Mary Annson Smith",)),
        ("Ann Lee, Zorba Greek and Bob Lee", ("Ann Lee", "Zorba Greek", "Bob Lee")),
        ("None of them.", ("nobody",)),
        ("By the grace of the context it may be Ann Lee", ("Ann Lee",)),
    ],
)
def test_names_that_nobody_of_the_roster_has_are_kept_as_said(reply, said):
    assert read(reply, people("Bob Ray")).said == said


def test_a_name_cut_off_is_another_name():
    assert not score("Ann Lee, Bob Ra", people("Ann Lee", "Bob Ray")).correct


@pytest.mark.parametrize(
    ("reply", "number"),
    [
        ("3", 3), ("There are 3.", 3), ("three", 3), ("Twenty-one", 21), ("none", 0), ("३", 3),
        ("3명입니다.", 3), ("There are 2 sons and 1 daughter, so 3.", 3), ("2 + 1 = 3", 3),
        ("3 children: Ann Lee, Bob Ray and Eve Ray (born 1903)", 3), ("Answer: 4", 4),
        ("1. Ann Lee\n2. J. R. Hart\n\nTotal: 2", 2), ("1,000", 1000), ("Not 2 but 3.", 3),
        ("Born in 1900, she has 2 children.", 2),
        ("13", 13), ("3.", 3), ("She has five (3 sons, 2 daughters).", 5),
    ],
)  # fmt: skip
def test_numbers_are_read_in_digits_and_words(reply, number):
    assert score(reply, Asked("count", (str(number),), FAMILY)).correct


@pytest.mark.parametrize(
    ("question", "reply", "number"),
    [
        ("How many maternal aunts does Ann Lee have?",
         "Ann Lee has 3 sisters and 2 maternal aunts.", 2),
        ("How many daughters do Ann Lee's paternal aunts have?",
         "She has 3 paternal aunts, and together they have 4 daughters.", 4),
        ("How many children does Ann Lee's uncle have?",
         "Ann Lee has one paternal uncle, Bob Ray, who has two children.", 2),
        ("How many maternal aunts does Ann Lee have?", "Paternal aunts: 3; maternal aunts: 1", 1),
        ("How many daughters does Ann Lee have?", "She has 3 children, 2 of them daughters.", 2),
        ("How many siblings does Ann Lee have?", "She has 3: two brothers and a sister.", 3),
    ],
)  # fmt: skip
def test_of_several_things_counted_the_one_asked_for_is_read(question, reply, number):
    asked = Asked("count", (str(number),), FAMILY, question=question)
    assert score(reply, asked).correct


@pytest.mark.parametrize("reply", ["two or three", "3.5", "the third", "a couple", "2-3"])
def test_what_is_not_one_whole_number_is_not_right(reply):
    assert not score(reply, Asked("count", ("3",))).correct
    assert not score(reply, Asked("count", ("2",))).correct


@pytest.mark.parametrize(
    ("reply", "asked", "strict", "lenient"),
    [
        ("maternal aunt (MZ)", AUNT, True, True),
        ("mother's sister", AUNT, True, True),
        ("She is his mother's younger sister.", AUNT, True, True),
        ("MZ", AUNT, True, True),
        ("the sister of Bob's mother", AUNT, True, True),
        ("aunt (mother's sister)", AUNT, True, True),
        ("an aunt on her mother's side", AUNT, True, True),
        ("Aunt.", AUNT, False, True),
        ("aunt or uncle", AUNT, False, False),
        ("mother", AUNT, False, False),
        ("classificatory mother", AUNT, False, False),
        ("paternal aunt", AUNT, False, False),
        ("She is called a mother, but is actually the mother's sister.", AUNT, True, True),
        ("cousin", CHILD, False, True),
        ("paternal uncle's child", CHILD, True, True),
        ("father's brother's son", CHILD, True, True),
        ("father's brother", CHILD, False, False),
        ("father's brother's half-child", CHILD, False, True),
        ("a", CHILD, False, False),
        ("the", CHILD, False, False),
        ("child", CHILD, False, False),
    ],
)
def test_relations_are_compared_by_what_they_mean(reply, asked, strict, lenient):
    found = scores(reply, asked)
    assert (found[STRICT].correct, found[LENIENT].correct) == (strict, lenient)


def test_the_sex_of_the_relative_and_the_direction_count():
    about = Asked(
        "relation", ("mother's sister",), ("Ann", "Eve"), ego="Ann", alter="Eve", alter_sex="f"
    )
    assert score("Eve is Ann's mother's sister.", about).correct
    assert score("Ann is Eve's sister's child", about).correct
    assert not score("Eve is Ann's niece", about, lenient=True).correct
    son = Asked("relation", ("father's brother's child (FBC)",), alter_sex="m")
    assert score("father's brother's son", son).correct
    assert not score("father's brother's daughter", son).correct


def test_half_siblings_are_exact_only_where_the_key_knows_them():
    half = Asked("relation", ("father's brother", "FB", "father's half-brother"))
    assert score("her father's half-brother", half).correct
    full = Asked("relation", ("father's brother", "FB"))
    assert not score("her father's half-brother", full).correct
    assert score("her father's half-brother", full, lenient=True).correct


def test_precision_recall_and_f1_are_over_sets():
    result = score("Bob Ray, Ann Lee", people("Bob Ray", "Ann Smith", "Mary Ann Smith"))
    assert (result.precision, result.recall) == (1 / 2, 1 / 3)
    assert result.f1 == pytest.approx(0.4)


@given(st.text(max_size=200), st.sampled_from(["people", "person", "count", "relation"]))
def test_no_text_is_too_odd_to_be_scored(text, answer_type):
    for name, found in scores(text, Asked(answer_type, ("Ann Lee",), FAMILY, "Bob Ray")).items():
        assert name in SCORERS
        assert isinstance(found.correct, bool) and found.reading


@pytest.fixture(scope="module")
def release(shared):
    """A function that gives the rows of a file of the release."""
    return lambda path: rows_of(shared / "kinshipqa-release" / path)


def rows_of(file: Path) -> list[dict]:
    path, text = file.name, file.read_text(encoding="utf-8")
    if path.endswith("jsonl"):
        return [json.loads(line) for line in text.splitlines()]
    return json.loads(text)["questions"]


def labels(name: str) -> list[dict]:
    return [json.loads(line) for line in (HERE / name).read_text(encoding="utf-8").splitlines()]


def asked_of(row: dict, base: dict | None = None) -> Asked:
    gold = row["ground_truth"]
    told = read_context((base or row).get("context") or "").mentioned
    question = row.get("question_text") or row["paraphrased_question"]
    relation = "biological relationship" in question
    kind = "count" if isinstance(gold, int) else "relation" if relation else "people"
    texts = gold if isinstance(gold, list) else [gold]
    return Asked(kind, tuple(map(str, texts)), told, (base or row).get("anchor_name"))


SPLITS = (
    *(f"data/kinshipqa/{system}_dataset.jsonl" for system in
      ("crow", "dravidian", "eskimo", "hawaiian", "iroquois", "omaha", "sudanese")),
    "data/kinshipqa_extended_5_6hop_aug/omaha_dataset.jsonl",
    "data/fictional/full/crow_dataset.jsonl",
)  # fmt: skip


def forms(gold: tuple[str, ...]) -> list[str]:
    """A key in the forms that replies to our protocols and the release's have."""
    line = ", ".join(gold)
    return [
        line, " and ".join(gold), f"FINAL ANSWER: {line}", "FINAL ANSWER:\n" + "\n".join(gold),
        "\n".join(f"{number}. {one}" for number, one in enumerate(gold, 1)),
        f"<think>Perhaps Zorba Greek, 7, an uncle.</think>{line}.",
        f"Step 1. So.\n\nStep 4. No rule is needed.\n\nStep 5. Done.\nAnswer: {line}",
    ]  # fmt: skip


@pytest.mark.parametrize("path", SPLITS)
def test_the_key_fed_back_is_right_in_every_form_and_small_words_never(path, release):
    for row in release(path)[::3]:
        asked = asked_of(row)
        for text in forms(asked.gold):
            assert score(text, asked).correct, (row["question_id"], text)
        for text in ("a", "the", "child", "m"):
            assert not score(text, asked, lenient=True).correct, (row["question_id"], text)


def test_the_key_of_our_own_items_is_right_in_the_form_of_every_protocol():
    recipe = Recipe("full", seed=5, manner=Manner("branches", None), items=40)
    small_dataset = tuple(build(recipe, name_list("english", shipped_names())).items)
    assert {item.answer_type for item in small_dataset} == {"people", "person", "count", "relation"}
    assert set(PROTOCOLS) == {"direct", "chain of thought", "few-shot"}
    for item in small_dataset:
        row = json.loads(item.line())
        truth = row["ground_truth"]
        gold = tuple(map(str, truth if isinstance(truth, list) else [truth]))
        accepted = (*gold, *item.accepted) if item.answer_type == "relation" else gold
        told = read_context(item.context).mentioned
        asked = Asked(item.answer_type, accepted, told, item.anchor_name)
        for text in forms(gold):
            assert score(text, asked).correct, (item.question_id, text)


HARD = {
    "attack_075": "labelled lines, of which one is asked for",
    "attack_080": "another person is named with another relation",
    "attack_102": "the same in Korean",
    "attack_106": "a denial in Korean",
    "attack_126": "a couple: loosely two",
    "attack_131": "the second of two numbers is asked for",
    "attack_161": "a relation in Spanish",
}
"""Invented replies of which a reader takes more than the scorer does: none is called right."""


def test_invented_replies_get_the_verdict_of_their_author_or_are_known_to_be_hard():
    rows = labels("invented_replies.jsonl")
    assert len(rows) == 167
    differing = {}
    for row in rows:
        gold = tuple(map(str, row["gold"]))
        found = scores(
            row["reply"], Asked(row["answer_type"], gold, tuple(row["roster"]), row["ego"])
        )
        verdicts = found[STRICT].correct, found[LENIENT].correct
        assert not verdicts[0] or row["strict"], row
        assert not verdicts[1] or row["lenient"], row
        if verdicts != (row["strict"], row["lenient"]):
            differing[row["id"]] = verdicts
    assert differing.keys() == HARD.keys()


def test_real_replies_get_the_verdicts_of_their_reader(release):
    """All 110 replies that the release keeps in full, each read and labelled by hand."""
    labelled = labels("real_replies.jsonl")
    assert len(labelled) == 110
    base = {row["question_id"]: row for path in SPLITS[:7] for row in release(path)}
    replies = {}
    for name in ("zero_shot_direct", "zero_shot_cot", "few_shot_cot"):
        for row in release(f"results/results_test_{name}.json"):
            replies[f"results_test_{name}", row["question_id"]] = row
    for row in release("data/paraphrase_robustness/paraphrase_results_gemma3.jsonl"):
        replies["paraphrase_results_gemma3", row["question_id"]] = row
    missed = []
    for label in labelled:
        row = replies[label["file"], label["question_id"]]
        asked = asked_of(row, base.get(row["question_id"]))
        found = scores(row["raw_response"], asked)
        assert found[STRICT].correct == label["strict"], label
        assert found[LENIENT].correct == label["lenient"], label
        if label["answer_line"] and found[STRICT].recall is not None and found[STRICT].recall < 1:
            missed.append(label)
    assert not missed


@pytest.mark.parametrize(
    ("model", "right", "blank"),
    [("gemma3_27b", 370, 0), ("qwen3_32b", 321, 603), ("deepseek_r1_32b", 232, 735)],
)
def test_clutrr_replies_are_scored_by_exact_term_and_blanks_kept_apart(
    model, right, blank, release
):
    """AUDIT.md §6: 35.3, 30.6 and 22.1 % of 1,048; their own scorer printed 35.6, 25.4, 16.5."""
    rows = release(f"results/cross_benchmark/clutrr_{model}.json")
    labelled = {
        label["id"]: label["right"]
        for label in labels("real_clutrr.jsonl")
        if label["file"] == f"clutrr_{model}"
    }
    found = {
        row["id"]: score(row["raw_response"], Asked("relation", (row["target"],))).correct
        for row in rows
        if row["raw_response"].strip()
    }
    assert (len(rows), sum(found.values()), len(rows) - len(found)) == (1048, right, blank)
    assert {key: found[key] for key in labelled} == labelled
