"""`questions`, `verify` and `baselines`."""

import json

import pytest
from typer.testing import CliRunner

from kinlib.cli import app
from kinlib.errors import KinError


def run(*arguments):
    done = CliRunner().invoke(app, [str(argument) for argument in arguments])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    out = tmp_path_factory.mktemp("sets") / "crow"
    done = run(
        "questions", out, "--profile", "full", "--system", "crow", "--items", 90, "--trees", 2,
        "--level", "siblings", "--paraphrase", "mixed", "--rule", "--no-baselines",
    )  # fmt: skip
    assert done.exit_code == 0
    assert "90 items of 2 trees" in done.output or "exhausted" in done.output
    return out


def test_a_data_set_is_a_folder_that_explains_itself(folder):
    told = json.loads((folder / "manifest.json").read_text("utf-8"))
    rows = [json.loads(line) for line in (folder / "items.jsonl").read_text("utf-8").splitlines()]
    assert told["items"] == len(rows) == sum(told["by kind"].values())
    assert told["recipe"]["seed"] == 1
    assert told["recipe"]["level"] == "siblings"
    assert told["versions"].keys() >= {"python", "pyoxigraph"}
    assert told["baselines"] is None
    assert {row["canary"] for row in rows} == {told["canary"]}
    assert {row["paraphrase"] for row in rows} == {0, 1, 2}
    assert all(row["rule"] == (row["category"] == 4) for row in rows)
    card = (folder / "README.md").read_text("utf-8")
    assert told["canary"] in card
    assert f"# {len(rows)} KinshipQA items" in card
    assert "no baselines were run" in card
    assert sorted(p.name for p in (folder / "trees").iterdir()) == sorted(
        tree["file"].rpartition("/")[2] for tree in told["trees"]
    )


def test_verify_proves_it_again_and_fails_on_a_fault(folder, tmp_path):
    done = run("verify", folder / "items.jsonl")
    assert done.exit_code == 0
    assert "0 faults" in done.output
    changed = tmp_path / "items.jsonl"
    (tmp_path / "trees").symlink_to(folder / "trees")
    text = (folder / "items.jsonl").read_text("utf-8")
    row = next(r for r in map(json.loads, text.splitlines()) if r["answer_type"] == "count")
    row["ground_truth"] += 1
    changed.write_text(json.dumps(row) + "\n", "utf-8")
    done = run("verify", changed)
    assert done.exit_code == 1
    assert row["question_id"] in done.output
    assert "1 items on 1 trees; 1 faults." in done.output


def test_a_data_set_tells_what_is_solved_without_its_questions(tmp_path):
    out = tmp_path / "set"
    done = run(
        "questions", out, "--profile", "full", "--system", "Omaha", "--system", "Eskimo",
        "--items", 40, "--trees", 3,
    )  # fmt: skip
    assert "Answered without the question" in done.output
    told = json.loads((out / "manifest.json").read_text("utf-8"))
    cells = told["baselines"]["by category"]
    assert [cell["value"] for cell in cells] == [1, 2, 3, 4]
    assert sum(cell["n"] for cell in cells) == told["items"]
    card = (out / "README.md").read_text("utf-8")
    for cell in cells:
        best = cell["solvers"][cell["question-blind"]]
        assert f"| category {cell['value']} | {cell['n']} | {cell['question-blind']} " in card
        assert f"{100 * best['correct'] / best['n']:.1f} % of {best['n']}" in card


def test_baselines_are_told_for_any_file_of_items(folder):
    done = run("baselines", folder / "items.jsonl")
    assert "category 4" in done.output
    assert "n_hops 2" in done.output
    found = json.loads(run("baselines", folder / "items.jsonl", "--json").output)
    assert found["all"]["n"] == sum(cell["n"] for cell in found["by category"])


def test_a_family_of_ones_own_is_asked_about(tmp_path):
    tree = tmp_path / "own.ged"
    run("simulate", "Iroquois", "--out", tree, "--seed", 9)
    out = tmp_path / "set"
    done = run(
        "questions", out, "--profile", "full", "--genealogy", tree, "--system", "Iroquois",
        "--system", "Omaha", "--items", 40, "--no-baselines",
    )  # fmt: skip
    assert done.exit_code == 0
    told = json.loads((out / "manifest.json").read_text("utf-8"))
    assert len({tree["id"] for tree in told["trees"]}) == 1
    assert told["by system"].keys() == {"iroquois", "omaha"}
    assert run("verify", out / "items.jsonl").exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["questions", "{out}", "--level", "most"], "'most' is no level"),
        (["questions", "{out}", "--paraphrase", "4"], "'4' is no way to ask"),
        (["questions", "{out}", "--system", "Klingon"], "Klingon"),
        (["questions", "{out}", "--genealogy", "{out}/none.ged"], "none.ged"),
        (["verify", "{out}/none.jsonl"], "cannot be read"),
        (["baselines", "{out}/none.jsonl"], "cannot be read"),
    ],
)
def test_what_cannot_be_is_told_in_a_sentence(tmp_path, arguments, told):
    with pytest.raises(KinError, match=told):
        run(*(argument.format(out=tmp_path) for argument in arguments))


def test_files_that_hold_no_items_are_told(tmp_path):
    path = tmp_path / "x.jsonl"
    path.write_text('{"a": 1}\n', "utf-8")
    with pytest.raises(KinError, match="holds no items"):
        run("verify", path)
    path.write_text("[1]\n", "utf-8")
    with pytest.raises(KinError, match="line 1 is not a JSON object"):
        run("baselines", path)


def test_a_data_set_is_imported_whole_and_its_manifest_is_no_table_of_figures(
    folder, tmp_path, monkeypatch
):
    monkeypatch.setenv("KINLIB_HOME", str(tmp_path / "home"))
    done = run("import", folder)
    assert done.exit_code == 0
    told = json.loads((folder / "manifest.json").read_text("utf-8"))
    assert f"items.jsonl: questions, {told['items']} read" in done.output
    assert done.output.count(": genealogy, ") == len(told["trees"])
    assert "figures" not in done.output
