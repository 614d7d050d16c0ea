"""`lint`: a table, JSON, one rule's findings, and exit codes."""

import json

import pytest
from typer.testing import CliRunner

from kinlib.commands.lint import app
from kinlib.errors import KinError
from kinlib.exchange.rdf import write_turtle
from tests.reasoning.lint.family import family, item


def run(*arguments):
    done = CliRunner().invoke(app, [str(argument) for argument in arguments])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done


@pytest.fixture
def folder(tmp_path):
    """Writes items as a data set with a tree beside, and gives its folder."""
    trees, items = tmp_path / "set/trees", tmp_path / "set/items"
    trees.mkdir(parents=True)
    items.mkdir()
    (trees / "crow.ttl").write_bytes(write_turtle(family()))

    def write(*rows):
        text = "".join(row if isinstance(row, str) else json.dumps(row) + "\n" for row in rows)
        (items / "crow_dataset.jsonl").write_text(text, "utf-8")
        return items

    return write


def line_of(output, rule):
    return next(line.split() for line in output.splitlines() if f" {rule} " in line)


def test_a_table_says_what_each_rule_found_among_how_many(folder):
    done = run(folder(item(), item(question_id="q2", ground_truth="Bea", n_hops=7)))
    assert done.exit_code == 1
    assert "Tree of crow: trees/crow.ttl." in done.output
    assert line_of(done.output, "wrong-key") == ["*", "wrong-key", "1", "2", "50.0", "q2"]
    assert line_of(done.output, "grammar") == ["grammar", "0", "2", "0.0"]
    assert "Nothing to check for:" in done.output and "sex-filter-key" in done.output
    assert "Not checked" not in done.output


def test_only_faults_of_substance_fail(folder):
    done = run(folder(item(proof_graph_size=1)))
    assert line_of(done.output, "proof-size")[:3] == ["proof-size", "1", "1"]
    assert done.exit_code == 0


def test_bad_lines_fail_where_nothing_worse_does(folder):
    assert run(folder(item(), "{bad\n")).exit_code == 2
    done = run(folder(item(ground_truth="Bea"), "{bad\n"))
    assert done.exit_code == 1
    assert "crow_dataset.jsonl, line 2 is not JSON." in done.output
    with pytest.raises(KinError, match="can be read"):
        run(folder("{bad\n"))


def test_one_rule_shows_everything_it_found(folder):
    done = run(folder(item(ground_truth="Bea")), "--rule", "wrong-key")
    assert done.exit_code == 1
    assert "q1: The key lists Bea instead of Al." in done.output
    assert done.output.startswith("wrong-key (11.3): ") and "1 found." in done.output
    with pytest.raises(KinError, match=r"choose one of: .*wrong-key"):
        run(folder(item()), "--rule", "wrong")


def test_json_has_the_whole_report(folder):
    done = run(folder(item(ground_truth="Bea")), "--json")
    told = json.loads(done.output)
    assert told.keys() == {"counts", "findings", "problems", "notes"}
    assert told["findings"][0]["subject"] == "q1"
    counts = {count["rule"]: count for count in told["counts"]}
    assert counts["wrong-key"]["found"] == 1 and counts["wrong-key"]["source"] == "11.3"


def test_trees_that_do_not_fit_leave_rules_unchecked(folder, tmp_path):
    path = folder(item())
    (tmp_path / "set/trees/crow.ttl").unlink()
    done = run(path)
    assert "No tree found" in done.output and "Not checked: " in done.output
    assert "wrong-key" in done.output and done.exit_code == 0
