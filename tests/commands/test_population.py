"""`simulate`, and `check` with a marriage rule."""

import json

import pytest
from typer.testing import CliRunner

from kinlib.cli import app
from kinlib.errors import KinError
from kinlib.exchange.files import read_genealogy_file
from kinlib.exchange.names import shipped_names
from kinlib.kinship.simulate import Parameters, simulate


def run(*arguments):
    done = CliRunner().invoke(app, [str(argument) for argument in arguments])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done


@pytest.mark.parametrize("ending", [".ged", ".zip", ".ttl"])
def test_a_population_is_written_as_it_was_made(tmp_path, ending):
    out = tmp_path / f"crow{ending}"
    done = run("simulate", "Crow", "--seed", 7, "--out", out)
    wanted = simulate(Parameters("Crow", seed=7), shipped_names()["english"])
    assert f"{len(wanted)} people and {len(wanted.unions)} unions" in done.output
    read = read_genealogy_file(out).genealogy
    assert (read.ids, read.names, read.sexes) == (wanted.ids, wanted.names, wanted.sexes)
    assert (read.fathers, read.mothers) == (wanted.fathers, wanted.mothers)
    assert read.groups == wanted.groups
    if ending == ".ttl":  # the release's vocabulary has no words for these, and that is said
        assert "years of death" in done.output
        assert "years of unions" in done.output
    else:
        assert (read.deaths, read.unions) == (wanted.deaths, wanted.unions)


def test_a_large_population_is_drawn_whole(tmp_path):
    out = tmp_path / "omaha.svg"
    done = run("simulate", "Omaha", "--years", 150, "--out", out)
    people = int(done.output.split()[0])
    assert people > 120
    assert out.read_text(encoding="utf-8").count('class="person"') == people


def test_the_same_parameters_write_the_same_bytes(tmp_path):
    one, other, third = (tmp_path / f"{name}.ged" for name in "abc")
    for out, seed in ((one, 3), (other, 3), (third, 4)):
        run("simulate", "dravidian", "--seed", seed, "--years", 80, "--out", out)
    assert one.read_bytes() == other.read_bytes() != third.read_bytes()


def test_every_parameter_reaches_the_simulation(tmp_path):
    out = tmp_path / "all.ged"
    given = {
        "profile": "ethnographic", "rule": "fbd", "founders": 12, "start": 1700, "years": 60,
        "people": 120, "fertility": 0.6, "mortality": 0.5, "youngest": 17, "oldest": 25,
        "age-gap": 8, "divorce": 0.3, "remarriage": 0.4, "newcomers": 0.2, "endogamy": 3,
        "names": "korean",
    }  # fmt: skip
    options = [f"--{name}={value}" for name, value in given.items()]
    run("simulate", "Sudanese", *options, "--namesakes", "--no-steered", "--out", out)
    note = read_genealogy_file(out).genealogy.note
    for said in (
        "system Sudanese", "option fbd", "founders 12", "start 1700", "years 60", "people 120",
        "steered False", "fertility 0.6", "mortality 0.5", "marriage ages 17-25", "age gap 8",
        "divorce 0.3", "remarriage 0.4", "newcomers 0.2", "endogamy 3.0", "namesakes True",
        "names: korean",
    ):  # fmt: skip
        assert said in note


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["Klingon"], "no kinship system 'Klingon'"),
        (["Crow", "--profile", "folk"], "no profile 'folk'"),
        (["Crow", "--rule", "fbd"], "no marriage rule 'fbd'"),
        (["Crow", "--founders", "7"], "founders are couples"),
        (["Crow", "--names", "elvish"], "culture 'elvish'"),
    ],
)
def test_what_cannot_be_is_said_and_nothing_written(tmp_path, arguments, said):
    out = tmp_path / "x.ged"
    with pytest.raises(KinError, match=said):
        run("simulate", *arguments, "--out", out)
    assert not out.exists()


def test_an_ending_that_is_not_written_is_said_before_years_pass(tmp_path):
    with pytest.raises(KinError, match="no known ending"):
        run("simulate", "Crow", "--out", tmp_path / "x.docx")


def test_check_names_the_marriages_a_rule_forbids(tmp_path):
    out = tmp_path / "hawaii.ged"
    run("simulate", "Omaha", "--profile", "paper", "--years", 150, "--out", out)
    clean = run("check", out, "--marriages", "Omaha", "--profile", "paper", "--json")
    assert json.loads(clean.output)["findings"] == []
    found = json.loads(run("check", out, "--marriages", "Hawaiian", "--json").output)
    assert found["notable"] > 0
    assert {f["kind"] for f in found["findings"]} == {"forbidden marriage"}


def test_check_names_the_15_children_born_before_their_parents(shared):
    folder = shared / "kinshipqa-release/data/ontologies_extended"
    if not folder.is_dir():
        pytest.skip("the KinshipQA release is not here")
    for file in sorted(folder.glob("*.ttl")):
        found = json.loads(run("check", file, "--json").output)
        older = [f for f in found["findings"] if f["kind"] == "child older than a parent"]
        assert len(older) == 15
        assert all(len(f["people"]) == 3 for f in older)  # the child and both parents
