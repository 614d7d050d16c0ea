"""`screen`: JSON lines in, surfaces out; bad lines are named and the rest goes on."""

import json

import pytest
from typer.testing import CliRunner

from kinlib.commands.screen import app
from kinlib.errors import KinError


def run(*arguments):
    done = CliRunner().invoke(app, [str(argument) for argument in arguments])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done


@pytest.fixture
def written(tmp_path):
    """Writes lines, objects or texts, and gives their file."""

    def write(*lines):
        file = tmp_path / "replies.jsonl"
        texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
        file.write_text("\n".join(texts) + "\n", "utf-8")
        return file

    return write


GOOD = {"id": "a", "text": "外 외할머니, 생신 축하드려요!", "language": "ko",
        "relation": "father_mother", "speaker": "", "level": "L3"}  # fmt: skip


def test_a_line_gives_the_surface_of_its_reply(written):
    done = run(written(GOOD, {**GOOD, "id": 7, "text": "삼촌, Kim과 와요! |", "level": "L1",
                              "relation": "mother_brother"}))  # fmt: skip
    first, second = map(json.loads, done.stdout.splitlines())
    assert done.exit_code == 0
    assert (first["id"], first["category"], first["category_frozen"]) == (
        "a", "other inventory term", None,
    )  # fmt: skip
    assert first["shares"] == {"Hang": 11, "Hani": 1}
    assert (first["script"], first["behaviour"], first["readings"]) == ("partial", None, None)
    assert second["id"] == 7
    assert (second["behaviour"], second["readings"]) == (
        "unjustified default", ["FeB", "FyB", "MB"],
    )  # fmt: skip
    assert second["mixed_words"] == ["Kim과"]
    assert second["look_alikes"] == []


def test_speaker_and_level_may_be_left_out_and_blank_lines_stand_anywhere(written):
    done = run(written("", {"text": "दादी, बधाई |", "language": "hi", "relation": "mother_mother",
                            "speaker": None}))  # fmt: skip
    (told,) = map(json.loads, done.stdout.splitlines())
    assert told["signs"] == ["side error", "look-alike"]
    assert told["look_alikes"] == [
        {"text": "|", "start": 11, "end": 12, "like": "।", "kind": "bar for danda"}
    ]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("{", "no JSON"),
        ("[1]", "JSON object"),
        ({**GOOD, "text": 5}, "'text' is missing or no text"),
        ({"text": "x", "relation": "father_father"}, "'language' is missing or no text"),
        ({**GOOD, "relation": "cousin"}, "'cousin' is no relation"),
        ({**GOOD, "language": "xx"}, "no forms of the language 'xx'"),
        ({**GOOD, "level": "L2"}, "the level is 'L2'"),
    ],
)
def test_a_bad_line_is_named_and_the_others_go_on(written, line, why):
    done = run(written(GOOD, line, GOOD))
    assert len(done.stdout.splitlines()) == 2
    assert done.exit_code == 1
    assert ", line 2: " in done.stderr and why in done.stderr


def test_half_a_character_is_no_end_of_the_world(written):
    done = run(written('{"text": "\\ud83d मामा", "language": "hi", "relation": "mother_brother"}'))
    assert json.loads(done.stdout)["category"] is None


def test_a_missing_file_and_a_lexicon_of_ones_own(written, tmp_path):
    with pytest.raises(KinError, match="cannot be read"):
        run(tmp_path / "none.jsonl")
    own = tmp_path / "own.csv"
    own.write_text(
        "language,relation,form,script,tier\nbn,mother_brother,মামা,Beng,strict\n", "utf-8"
    )
    line = {"text": "মামা!", "language": "bn", "relation": "mother_brother"}
    assert json.loads(run(written(line), "--lexicon", own).stdout)["category"] is None
