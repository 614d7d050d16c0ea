"""`score` and `causes` over files of replies: the release's, journals, anyone's lines."""

import json

import pytest
from typer.testing import CliRunner

from kinlib.cli import app
from kinlib.errors import KinError
from kinlib.exchange.names import name_list, shipped_names
from kinlib.reasoning.dataset import Recipe, build
from kinlib.reasoning.making import Manner


def run(*arguments):
    done = CliRunner().invoke(app, [str(argument) for argument in arguments])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.output


@pytest.fixture(scope="module")
def items():
    recipe = Recipe("full", ("Crow",), seed=2, manner=Manner("siblings"), items=40)
    return tuple(build(recipe, name_list("english", shipped_names())).items)


@pytest.fixture
def folder(tmp_path, items):
    lines = "".join(f"{item.line()}\n" for item in items)
    (tmp_path / "items.jsonl").write_text(lines, encoding="utf-8")
    return tmp_path


def replies(folder, texts):
    """A file of lines with an id and a reply."""
    path = folder / "replies.jsonl"
    rows = [json.dumps({"question_id": key, "reply": text}) for key, text in texts]
    path.write_text("\n".join(rows), encoding="utf-8")
    return path


def answer(item) -> str:
    truth = item.ground_truth
    return " and ".join(truth) if isinstance(truth, tuple) else str(truth)


def test_keys_fed_back_are_right_and_blank_ones_are_counted_apart(folder, items):
    texts = [(item.question_id, answer(item)) for item in items]
    path = replies(folder, [*texts[:-2], (texts[-2][0], " "), (texts[-1][0], "child")])
    told = run("score", path, "--items", folder / "items.jsonl")
    n = len(items)
    assert f"{n} replies: {n - 1} answered, 1 blank." in told
    assert f"kinship strict: {n - 2} of {n - 1}" in told
    assert f"{n - 2} of {n} (" in told
    rows = [
        json.loads(line) for line in run("score", path, "--items", folder, "--json").splitlines()
    ]
    assert [row["strict"] for row in rows[:-2]] == [True] * (n - 2)
    assert rows[-2] == {"question_id": texts[-2][0], "outcome": "blank"}
    assert rows[-1]["strict"] is False and rows[-1]["lenient"] is False


def test_causes_are_told_for_each_wrong_reply_and_in_sum(folder, items):
    ego = [(item.question_id, "Zorba Greek") for item in items if item.answer_type == "people"]
    path = replies(folder, ego)
    told = run("causes", path, "--items", folder)
    assert f"{len(ego)} wrong of {len(ego)} replies." in told
    assert f"hallucinated name        main cause of {len(ego):>5,}" in told
    assert f"{len(ego)} Hallucination" in told
    rows = [
        json.loads(line) for line in run("causes", path, "--items", folder, "--json").splitlines()
    ]
    assert {row["causes"][0] for row in rows} == {"hallucinated name"}
    assert all("Zorba Greek" in row["why"] for row in rows)


def test_bad_lines_are_told_and_the_rest_goes_on(folder, items):
    path = replies(folder, [(items[0].question_id, answer(items[0])), ("nobody_1", "Ann")])
    path.write_text(path.read_text("utf-8") + "\nnot json\n{}\n", encoding="utf-8")
    told = run("score", path, "--items", folder)
    for reason in (
        "no item is called nobody_1",
        "line 3: the line is not JSON",
        "line 4: it lacks",
    ):
        assert reason in told
    assert "1 replies: 1 answered." in told


def test_a_file_without_replies_or_items_says_what_to_do(folder, tmp_path):
    with pytest.raises(KinError, match="holds no replies: it is read as questions"):
        run("score", folder / "items.jsonl")
    with pytest.raises(KinError, match="give the question file with --items"):
        run("score", replies(folder, [("nobody_1", "Ann")]))
    with pytest.raises(KinError, match="cannot be read"):
        run("causes", tmp_path / "nothing.jsonl")


def test_a_journal_finds_the_shipped_questions(home):
    run("run", "data/items/family_questions.jsonl", "--model", "control/question-blind")
    (journal,) = (home / "journals").glob("run-*.jsonl")
    told = run("causes", journal)
    assert "wrong of 43 replies." in told and "unknown" not in told


@pytest.mark.parametrize(
    ("model", "right", "blank"), [("gemma3_27b", 370, 0), ("deepseek_r1_32b", 232, 735)]
)
def test_the_release_s_clutrr_replies(model, right, blank, shared):
    told = run("score", shared / f"kinshipqa-release/results/cross_benchmark/clutrr_{model}.json")
    assert f"{right} of 1,048" in told
    assert (f"{blank} blank" in told) == bool(blank)
