"""How many calls are let through at a time, and what a rate limit does to it."""

import threading
import time

import pytest

from kinlib.models import limits
from kinlib.models.limits import Gate

never = lambda: False  # noqa: E731


@pytest.mark.parametrize(
    ("model", "endpoints", "calls"),
    [
        ("local/smollm2-135m", 0, 1), ("control/gold", 0, 4), ("openai/gpt-4o-mini", 0, 8),
        ("openai/x", 1, 8), ("openai/x", 3, 24),
    ],
)  # fmt: skip
def test_calls_at_a_time_where_nobody_names_a_number(model, endpoints, calls):
    assert limits.default(model, endpoints) == calls


def test_the_gate_lets_so_many_through_and_more_when_one_leaves():
    gate = Gate(2)
    assert gate.enter(never) and gate.enter(never)
    assert not gate.enter(lambda: gate.inside == 2)
    threading.Timer(0.1, gate.leave, (True,)).start()
    assert gate.enter(never)
    assert gate.inside == 2


def test_a_rate_limit_closes_the_gate_and_halves_it():
    gate = Gate(8)
    began = time.monotonic()
    gate.slow(0.3)
    gate.slow(0.1)  # of the same moment: neither halves again nor opens earlier
    assert gate.allowed == 4
    assert gate.enter(never)
    assert time.monotonic() - began >= 0.3


def test_it_never_closes_for_good_and_opens_again_with_every_answer():
    gate = Gate(8)
    for _ in range(6):
        gate.slow(0.0)
        gate._slowed = 0.0  # as if a second had passed
    assert gate.allowed == 1
    for _ in range(65):
        assert gate.enter(never)
        gate.leave(True)
    assert gate.allowed == 7
    for _ in range(60):
        assert gate.enter(never)
        gate.leave(True)
    assert gate.allowed == 8
    gate.slow(0.0)
    for _ in range(60):
        assert gate.enter(never)
        gate.leave(False)
    assert gate.allowed == 4, "errors do not open it"
