"""`run`: what it prints before it asks anything, how it ends, and how it goes on."""

import dataclasses
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kinlib import settings
from kinlib.commands import run as command
from kinlib.errors import KinError
from kinlib.models import gateway
from kinlib.models.reply import Reply
from kinlib.models.runner import Progress
from kinlib.results import queries
from kinlib.results.filters import Filter
from kinlib.results.store import Store

ANSWER = Reply(
    outcome="answered", text="Bob Ray", reasoning=None, finish_reason="stop", error_kind=None,
    error=None, prompt_tokens=3, completion_tokens=2, seconds=0.1, first_token_seconds=None,
    cost=0.0, model="m", served_model="m-2026", dropped=(), attempts=1,
)  # fmt: skip
ERROR = dataclasses.replace(ANSWER, outcome="error", text="", error_kind="other", error="Bad.")
ROW = {
    "item_id": "q1", "prompt": "Who is Ann's father?", "gold": ["Bob Ray"],
    "answer_type": "people", "benchmark": "kinshipqa", "hops": 1,
}  # fmt: skip


@pytest.fixture
def ask(monkeypatch):
    """Puts a function in the gateway's place; gives what was asked."""

    def put(answer=ANSWER):
        asked = []

        def stand_in(model, prompt, parameters, **options):
            asked.append((model, prompt, parameters, options))
            return answer(prompt) if callable(answer) else answer

        monkeypatch.setattr(gateway, "ask", stand_in)
        monkeypatch.setattr(gateway, "missing_keys", lambda model, secrets: ())
        return asked

    return put


def run(*arguments):
    done = CliRunner().invoke(command.app, [str(argument) for argument in arguments])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done


def listed(tmp_path, number=2, **fields):
    path = tmp_path / "list.jsonl"
    rows = [{**ROW, "item_id": f"q{n}", **fields} for n in range(1, number + 1)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def journalled():
    (file,) = settings.journals().glob("*.jsonl")
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def test_the_plan_is_printed_and_a_dry_run_stops_there(ask, home):
    asked = ask()
    done = run("--benchmark", "terms", "--model", "openai/gpt-4o-mini", "--dry-run")
    told = done.stdout.splitlines()
    assert told[0] == (
        "openai/gpt-4o-mini on terms, preset paper: temperature 0.7, top-p 0.95, at most 1,024 "
        "tokens a reply, each item 3 times."
    )
    assert told[1] == "900 calls, 0 of them answered already, 900 to make."
    assert re.fullmatch(
        r"About [\d,]+ tokens to read \(a token for every 3 bytes\), at most 921,600 to write\.",
        told[2],
    )
    # 921,600 tokens at 0.60 dollars a million are 0.553, and what is read a little more.
    assert re.fullmatch(r"Cost: at most \$0\.55\d\d?\.", told[3])
    assert told[4].startswith("Journal: ")
    assert asked == [] and not home.exists()


@pytest.mark.parametrize(
    ("model", "told"), [("nobody/knows", "unknown"), ("control/gold", "none"), (None, "none")]
)
def test_what_has_no_price_is_unknown_and_what_runs_here_costs_nothing(ask, model, told):
    named = ("--model", model) if model else ()
    done = run("--benchmark", "selection", "--preset", "short", *named, "--dry-run")
    assert f"Cost: {told}." in done.stdout


def test_a_list_is_run_journalled_and_scored(tmp_path, ask):
    asked = ask()
    done = run(listed(tmp_path), "--model", "m", "--temperature", 0.5, "--max-tokens", 8,
               "--seed", 1, "--limit", 1)  # fmt: skip
    assert done.exit_code == 0
    assert "1 call in" in done.stdout and "the run has 1 answered" in done.stdout
    ((model, prompt, parameters, _),) = asked
    assert (model, prompt) == ("m", ROW["prompt"])
    assert (parameters.temperature, parameters.max_tokens, parameters.seed) == (0.5, 8, 1)
    assert run(listed(tmp_path), "--model", "m", "--temperature", 0.5, "--max-tokens", 8,
               "--seed", 1).exit_code == 0  # fmt: skip
    assert len(asked) == 2, "what was answered is not asked again"
    store = Store(settings.database())
    try:
        store.refresh()
        (run_id,) = store.query("select run_id from run where model = 'm'")["run_id"]
        frame = queries.replies(store, Filter(run=(run_id,)), 99, 0)
        mine = frame[frame["model"] == "m"].set_index("item_id")
        assert mine["verdict"].to_dict() == {"q1": "right", "q2": "right"}
    finally:
        store.close()


def test_errors_give_exit_code_1_and_can_be_asked_once_more(tmp_path, ask):
    ask(ERROR)
    path = listed(tmp_path)
    done = run(path, "--model", "m")
    assert (done.exit_code, "2 error" in done.stdout) == (1, True)
    asked = ask()
    nothing = run(path, "--model", "m")
    assert nothing.exit_code == 0 and asked == []
    assert "Nothing is left to ask; --again error" in nothing.stdout
    assert run(path, "--model", "m", "--again", "error").exit_code == 0
    assert len(asked) == 2
    assert {line["attempt"] for line in journalled() if line["kind"] == "asked"} == {1, 2}


def test_a_budget_gives_exit_code_3_and_the_run_goes_on_by_its_id(tmp_path, ask):
    asked = ask()
    done = run(listed(tmp_path, 5), "--model", "m", "--max-calls", 2)
    assert (done.exit_code, len(asked)) == (3, 2)
    assert "budget of 2 calls" in done.stdout
    told = re.search(r"run --resume (run-\w+)", done.stdout)[1]
    assert run("--resume", told, "--max-tokens-in-all", 1, "--concurrency", 1).exit_code == 3
    assert len(asked) == 2
    assert run("--resume", told).exit_code == 0
    assert len(asked) == 5
    assert run(listed(tmp_path, 5), "--model", "m", "--new").exit_code == 0
    assert len(asked) == 10


def test_what_nobody_can_mean_is_a_sentence(tmp_path, ask):
    asked = ask()
    assert run(listed(tmp_path), "--model", "m", "--repeats", 101).exit_code == 2
    with pytest.raises(KinError, match="no UTF-8"):
        run(listed(tmp_path), "--model", "m\udcff")
    assert asked == []


def test_ctrl_c_before_anything_has_begun_is_no_traceback():
    program = """
import runpy, sys, types
def stopped():
    raise KeyboardInterrupt
sys.modules["kinlib.cli"] = types.SimpleNamespace(main=stopped)
runpy.run_module("kinlib", run_name="__main__")
"""
    done = subprocess.run([sys.executable, "-c", program], cwd=Path(__file__).parents[2],
                          capture_output=True, text=True, check=False)  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_how_a_budget_is_kept_is_said(tmp_path, ask):
    ask()
    done = run(listed(tmp_path), "--model", "m", "--max-tokens", 100, "--max-tokens-in-all", 50,
               "--dry-run")  # fmt: skip
    # Twenty bytes of prompt, a hundred tokens around it, a hundred of reply.
    assert "A call starts only while the most it can take, up to 220 tokens, fits" in done.stdout


def test_an_error_that_every_call_would_meet_stops_the_run_with_its_sentence(tmp_path, ask):
    ask(dataclasses.replace(ERROR, error_kind="auth", error="m did not accept the key."))
    done = run(listed(tmp_path), "--model", "m")
    assert done.exit_code == 3
    assert "m did not accept the key." in done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="signals cannot be sent there")
@pytest.mark.parametrize(("times", "kept"), [(1, 1), (2, 0)])
def test_ctrl_c_stops_cleanly_and_twice_at_once(tmp_path, ask, times, kept):
    stop = signal.getsignal(signal.SIGINT)

    def answer(prompt):
        import time

        for _ in range(times):
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.4)
        time.sleep(0.4)
        return ANSWER

    ask(answer)
    done = run(listed(tmp_path, 5), "--model", "m", "--concurrency", 1)
    assert done.exit_code == 130
    assert ("at once" in done.stdout) == (times == 2)
    assert len([line for line in journalled() if line["kind"] == "response"]) == kept
    assert signal.getsignal(signal.SIGINT) is stop
    asked = ask()
    assert run(listed(tmp_path, 5), "--model", "m").exit_code == 0
    assert len(asked) == 5 - kept


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "Name one thing to run"),
        (("list.jsonl", "--benchmark", "terms"), "Name one thing to run"),
        (("--resume", "run-1", "--model", "m"), "goes on the way it began"),
        (("--resume", "run-1"), "There is no run run-1"),
        (("--benchmark", "nothing"), "neither a file nor a data set"),
        (("--benchmark", "terms", "--preset", "best"), "no preset “best”"),
        (("--benchmark", "terms", "--protocol", "aloud"), "no protocol “aloud”"),
        (("--benchmark", "terms", "--protocol", "direct"), "bring their prompts"),
        (("--benchmark", "terms", "--again", "wrong"), "no outcome “wrong”"),
        (("--benchmark", "terms", "--endpoint", "here"), "begins with http"),
        (("--benchmark", "terms", "--model", "x/y", "--max-cost", "1"), "price of x/y is unknown"),
        (("--benchmark", "terms", "--model", "control/none"), "does not answer such items"),
    ],
)
def test_what_a_person_can_mend_is_said(ask, arguments, told):
    asked = ask()
    with pytest.raises(KinError, match=told):
        run(*arguments)
    assert asked == [] and not settings.journals().exists()


def test_lines_that_are_left_out_are_counted(tmp_path, ask):
    ask()
    path = listed(tmp_path, 2)
    path.write_text(path.read_text(encoding="utf-8") + '{"item_id": "q3"}\n', encoding="utf-8")
    assert "1 lines of" in run(path, "--model", "m", "--dry-run").stdout


def test_progress_in_one_line():
    running = Progress(
        done=30, total=1000, answered_before=100, errors=2, tokens=4500, cost=0.0123,
        seconds=10.0, calls_per_second=3.0, seconds_left=290.0, in_flight=8, state="running",
    )  # fmt: skip
    assert command.line_of(running) == (
        "130 of 1,000, 2 errors, 3.0/s, 5 min left, 4,500 tokens, $0.0123"
    )
    of_rules = dataclasses.replace(running, errors=0, tokens=0, cost=0.0)
    assert command.line_of(of_rules) == "130 of 1,000, 3.0/s, 5 min left"
    slow = dataclasses.replace(running, calls_per_second=0.05, cost=None, state="stopping")
    assert command.line_of(slow) == (
        "130 of 1,000, 2 errors, 3.0/min, 4,500 tokens, stopping, 8 on their way"
    )


def test_a_terminal_shows_one_line_that_is_drawn_again(monkeypatch, capsys):
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    first = Progress(1, 9, 0, 0, 5, 0.0, 1.0, 1.0, 8.0, 1, "running")
    with command._shown() as show:
        show(first)
        show(dataclasses.replace(first, done=9, seconds_left=None, state="finished"))
    drawn = capsys.readouterr().out
    assert drawn.count("\n") == 1 and drawn.endswith("\n")
    assert [line.rstrip() for line in drawn.split("\r")[1:]] == [
        "1 of 9, 1.0/s, 8 s left, 5 tokens", "9 of 9, 1.0/s, 5 tokens",
    ]  # fmt: skip
