"""Several addresses of one model: how they are named, and how calls are shared between them."""

import dataclasses
import json

import pytest
from faulty_server import TEXT, error, serving

from kinlib.errors import KinError
from kinlib.models import endpoints, gateway
from kinlib.models.endpoints import Endpoint, parse
from kinlib.models.reply import Parameters

KEYS = {"FIRST_PASSWORD": "first-Zq81kfmEoR02nslWpqzx", "SECOND": "other-77AAoR02nslWpqzx81kf"}


@pytest.fixture(autouse=True)
def keys(monkeypatch):
    for name, value in KEYS.items():
        monkeypatch.setenv(name, f" {value}\n")
    monkeypatch.setattr(gateway, "FIRST_WAIT", 0.02)
    monkeypatch.setattr(endpoints, "COOL_DOWN", 1.0)


def test_an_address_with_the_name_of_its_key():
    assert parse("https://a.example/v1") == Endpoint("https://a.example/v1")
    assert parse(" http://b:8000/v1  SECOND ").key == KEYS["SECOND"]
    assert parse("http://b/v1 SECOND azure/gpt").model == "azure/gpt"
    assert Endpoint("https://me:secret@a.example/v1?key=1").shown == "https://a.example"


@pytest.mark.parametrize("text", ["", "a.example/v1", "ftp://a.example", "http://"])
def test_what_is_no_address_is_said(text):
    with pytest.raises(KinError, match="begins with http"):
        parse(text)


def test_a_key_typed_in_place_of_a_name_is_not_repeated():
    typed = "sk-proj-Zq81kfmEoR02nslWpqzx77AA"
    with pytest.raises(KinError, match="names no environment variable") as raised:
        parse(f"https://a.example/v1 {typed}")
    assert typed not in str(raised.value)


def test_a_name_of_a_model_there_is_no_address():
    with pytest.raises(KinError, match="third word of an endpoint is the model's name"):
        parse("http://b/v1 SECOND oobabooga/http://127.0.0.1/evil")


def ask(route, number=1, **options):
    parameters = Parameters(max_tokens=9, seed=1)
    asked = {"route": route, "stream": False, "timeout": 5} | options
    return [gateway.ask("openai/ok", "Who?", parameters, **asked) for _ in range(number)]


@pytest.fixture
def two(server):
    with serving() as other:
        first, second = Endpoint(server.base, "FIRST_PASSWORD"), Endpoint(other.base, "SECOND")
        yield server, other, gateway.route_of("openai/ok", [first, second])


def test_calls_are_shared_and_each_address_gets_its_own_key(two):
    server, other, route = two
    replies = ask(route, 24)
    assert {r.text for r in replies} == {TEXT}
    assert {r.attempts for r in replies} == {1}
    assert (replies[0].model, replies[0].cost) == ("openai/ok", None)
    assert set(server.keys) == {KEYS["FIRST_PASSWORD"]} and set(other.keys) == {KEYS["SECOND"]}
    assert len(server.requests) + len(other.requests) == 24


def test_an_address_that_asks_for_fewer_calls_is_left_alone_and_the_other_answers(two, monkeypatch):
    server, _, route = two

    def answer(handler, fault, body, count):
        slow = error(f"Slow down, {handler.key}.", kind="requests")
        if handler.server is server:
            handler.send(429, slow, {"Retry-After": "30"})
        else:
            handler.whole(fault)

    monkeypatch.setattr(server.RequestHandlerClass, "fail_or_answer", answer)
    replies = ask(route, 12)
    assert {r.outcome for r in replies} == {"answered"}
    assert len(server.requests) == 1, "it was asked again although it wants to be left alone"
    assert sorted(r.attempts for r in replies)[-2:] == [1, 2]


def test_where_all_are_left_alone_it_is_a_rate_limit_that_is_waited_for(two, monkeypatch):
    server, other, route = two
    slow = error("Slow down.", kind="requests"), {"Retry-After": "1"}

    def answer(handler, fault, body, count):
        if len(server.requests) + len(other.requests) <= 2:
            handler.send(429, *slow)
        else:
            handler.whole(fault)

    monkeypatch.setattr(server.RequestHandlerClass, "fail_or_answer", answer)
    waited = []
    (reply,) = ask(route, retries=4, on_wait=waited.append)
    assert reply.outcome == "answered"
    assert (len(server.requests), len(other.requests)) in [(1, 2), (2, 1)]
    assert [(failure.kind, failure.everywhere) for failure in waited[:3]] == [
        ("rate limit", False), ("rate limit", False), ("rate limit", True),
    ]  # fmt: skip
    assert waited[0].wait is None and 0 < waited[2].wait <= 1


def test_no_key_of_any_address_is_told(two, monkeypatch):
    server, _, route = two
    shown = error(" and ".join(KEYS.values()))
    monkeypatch.setattr(server.RequestHandlerClass, "fail_or_answer",
                        lambda handler, *_: handler.send(400, shown))  # fmt: skip
    (reply,) = ask(route)
    told = json.dumps(dataclasses.asdict(reply)) + repr(route)
    assert reply.error_kind == "other"
    assert "model group" not in reply.error
    assert not [value for value in KEYS.values() if value[:9] in told or value[-9:] in told]
