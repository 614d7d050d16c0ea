"""The local model's queue: first come, first served, and everybody can see their place."""

import threading
import time

import pytest

from kinlib.models import local


@pytest.fixture
def model(monkeypatch):
    """A model that answers when it is let, and says in which order it was asked."""
    asked, go = [], threading.Semaphore(0)

    def run(_, request, timeout, stopped):
        asked.append(request["messages"][0]["content"])
        while not go.acquire(timeout=0.01):
            if stopped():
                return
        yield "said"

    monkeypatch.setattr(local, "_run", run)
    monkeypatch.setattr(local, "_server", lambda: None)
    assert local.queue_length() == 0
    return asked, go


def ask(name, stop=None):
    def work():
        local.asker.set(name)
        stopped = stop.is_set if stop else lambda: False
        list(local.generate([{"role": "user", "content": name}], stopped=stopped))

    thread = threading.Thread(target=work)
    length = local.queue_length()
    thread.start()
    wait(lambda: local.queue_length() == length + 1)
    return thread


def wait(true):
    until = time.monotonic() + 10
    while not true():
        assert time.monotonic() < until
        time.sleep(0.005)


def test_calls_are_answered_in_the_order_they_came(model):
    asked, go = model
    names = ["first", "second", "third", "fourth"]
    threads = [ask(name) for name in names]
    wait(lambda: asked == ["first"])
    assert [local.before(name) for name in names] == [None, 1, 2, 3]
    assert local.queue_length() == 4
    go.release()
    wait(lambda: asked == ["first", "second"])
    assert [local.before(name) for name in names] == [None, None, 1, 2]
    for _ in names:
        go.release()
    for thread in threads:
        thread.join(10)
    assert asked == names
    assert local.queue_length() == 0


def test_one_who_gives_up_lets_the_next_one_forward(model):
    asked, go = model
    stop = threading.Event()
    threads = [ask("first"), ask("second", stop), ask("third")]
    stop.set()
    threads[1].join(10)
    assert local.before("third") == 1
    go.release()
    wait(lambda: asked == ["first", "third"])
    go.release()
    for thread in threads:
        thread.join(10)
    assert local.queue_length() == 0


def test_an_error_gives_the_turn_on(model, monkeypatch):
    def broken(*_):
        raise TimeoutError
        yield

    with monkeypatch.context() as patch:
        patch.setattr(local, "_run", broken)
        with pytest.raises(TimeoutError):
            list(local.generate([{"role": "user", "content": "x"}]))
    asked, go = model
    go.release()
    assert list(local.generate([{"role": "user", "content": "after"}])) == ["said"]
    assert asked == ["after"]
