"""`lexicon check` and `lexicon export` from outside."""

import pytest
from typer.testing import CliRunner

from kinlib.commands.lexicon import app
from kinlib.errors import KinError

RIGHT = "relation,language,form,script,tier\nmother_brother,te,మామ,Telu,strict\n"


def run(*arguments):
    done = CliRunner().invoke(app, ["lexicon", *map(str, arguments)])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done


@pytest.fixture
def file(tmp_path):
    def write(text):
        path = tmp_path / "own.csv"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_a_right_file_is_counted(file):
    done = run("check", file(RIGHT))
    assert done.exit_code == 0
    assert done.output == "te: 1 forms (1 strict, 0 paper, 0 extended) of 1 relations.\n"


def test_a_wrong_file_is_told_line_by_line(file):
    path = file(RIGHT + "uncle,te,బాబాయి,Telu,strict\nfather_sister,te,అత్త,Deva,strict\n")
    done = run("check", path)
    assert done.exit_code == 1
    lines = done.output.splitlines()
    assert lines[0].startswith(f"{path}, line 3: 'uncle' is no relation")
    assert lines[1].startswith(f"{path}, line 4: the form 'అత్త' has U+0C05")
    assert lines[-1] == "2 problems."


def test_a_file_can_add_to_the_shipped_lexicon(file):
    text = "relation,language,form,script,tier\nelder_brother,hi,भाऊ,Deva,extended\n"
    assert run("check", file(text)).exit_code == 1
    done = run("check", file(text), "--add")
    assert done.exit_code == 0
    assert "hi: 242 forms" in done.output
    assert "ko: 160 forms" in done.output


def test_what_is_no_lexicon_is_an_error(file):
    with pytest.raises(KinError, match="there is no column 'relation'"):
        run("check", file("a,b\n1,2\n"))


def test_export(file, tmp_path):
    done = run("export", tmp_path / "all")
    assert done.output.startswith("530 forms written; ")
    assert (tmp_path / "all" / "forms.csv").exists()
    done = run("export", tmp_path / "own", "--file", file(RIGHT))
    assert done.output.startswith("1 forms written; ")
    assert "మామ" in (tmp_path / "own" / "forms.csv").read_text(encoding="utf-8")
