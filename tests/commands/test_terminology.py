"""`terminology FILE.csv`, as a person calls it."""

import json

import pytest
from typer.testing import CliRunner

from kinlib.commands.terminology import app

# Iroquois and Dravidian alike on all of it; FZ a remark only; GG no kin type.
LIST = """parameter,word
mF,ta
mFB,ta
mMB,ko
mFZ,(unknown)
mGG,x
mFZS,ri
mMBS,ri
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "list.csv"
    path.write_text(LIST, encoding="utf-8")
    return path


def run(*arguments):
    return CliRunner().invoke(app, [str(a) for a in arguments])


def test_it_prints_agreement_with_seven_systems_the_nearest_and_rows_left_out(file):
    done = run(file)
    assert done.exit_code == 0, done.output
    lines = done.stdout.splitlines()
    assert lines[0] == f"{file}: terms from 5 rows, 2 rows left out."
    # 10 pairs: F-FB and FZS-MBS one term, which only Iroquois and Dravidian merge exactly.
    assert lines[2].split() == [
        "Iroquois",
        "10",
        "of",
        "10",
        "pairs,",
        "100.0",
        "%,",
        "ARI",
        "1.00",
    ]
    assert sum(" of 10 pairs" in line for line in lines) == 7
    assert "Sudanese       8 of 10 pairs,  80.0 %, ARI n/a" in done.stdout
    assert "tied, Iroquois and Dravidian" in done.stdout
    assert "  line 5: left out: No term." in lines
    assert any(line.startswith("  line 6: left out: 'mGG'") for line in lines)


def test_json_holds_the_same(file):
    data = json.loads(run(file, "--json", "--all", "--treatment", "strict").stdout)
    assert (data["kin_types"], data["treatment"]) == ("all", "strict")
    assert data["agreement"][0]["table"] == [[2, 0], [0, 8]]
    assert data["nearest"]["systems"] == ["Iroquois", "Dravidian"]
    assert data["nearest"]["affinal"] == {"Iroquois": 0, "Dravidian": 0}
    assert [row["line"] for row in data["left_out"]] == [5, 6]


def test_rows_dropped_as_known_errors_are_named(tmp_path):
    path = tmp_path / "morgan.csv"
    rows = "fBD,ta\nmBD,ta\nmFBeS,ku\n".replace("\n", ",Morgan1871\n")
    path.write_text(f"parameter,word,source_bibtex\n{rows}", encoding="utf-8")
    done = run(path)
    assert "line 2: not counted: often wrong in Morgan's lists (BD, woman speaking)." in done.stdout
    assert "line 4: not counted" in done.stdout and "(elder FBS, man speaking)" in done.stdout
    assert "Nearest: none;" in done.stdout
    assert "not counted" not in run(path, "--treatment", "folded").stdout
    assert json.loads(run(path, "--json").stdout)["corrections"][0]["line"] == 2


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"", "The file is empty"),
        (b"parameter,word\nmF,\xff\n", "Line 2 is not UTF-8"),
        (b"a,b\n1,2\n", "Line 1 lacks the column parameter and word"),
        (b'parameter,word\nmF,"ta"x\n', "Line 2 is not CSV"),
        (None, "No such file or directory."),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(tmp_path, data, fault):
    path = tmp_path / "bad.csv"
    if data is not None:
        path.write_bytes(data)
    done = run(path)
    assert done.exit_code == 2
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"{path}: ") and fault in line


def test_it_has_help():
    done = run("--help")
    assert done.exit_code == 0
    assert "--treatment" in done.stdout
