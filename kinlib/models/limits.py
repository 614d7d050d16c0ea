"""How many calls may be on their way at a provider, and fewer while it says that they are many."""

import threading
import time
from collections.abc import Callable

from kinlib.models import controls, local

HOSTED, CONTROL, LOCAL = 8, 4, 1
"""Calls at a time where a person names no number: the local model takes turns, controls only
compute, and eight is within the first tier of every large provider."""

MOST = 256
"""Calls at a time, at most: each has a thread."""


def default(model: str, endpoints: int = 0) -> int:
    """Calls at a time for a model that nobody chose a number for; endpoints add up."""
    if model == local.MODEL:
        return LOCAL
    if controls.is_control(model):
        return CONTROL
    return HOSTED * max(1, endpoints)


OPENS = 0.1
"""Places that a call which is answered adds after a rate limit: one for ten."""


class Gate:
    """Lets so many calls through at a time. A class because threads share it.

    A rate limit closes the gate for as long as the provider asks and halves what it lets through;
    calls that end well open it again step by step, up to the limit, as TCP does.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._allowed = float(limit)
        self._inside = 0
        self._opens = self._slowed = 0.0
        self._changed = threading.Condition()

    @property
    def inside(self) -> int:
        """Calls on their way."""
        return self._inside

    @property
    def allowed(self) -> int:
        """Calls that are let through at a time by now."""
        return int(self._allowed)

    def enter(self, given_up: Callable[[], bool]) -> bool:
        """Wait for a place; False: the caller gave up waiting."""
        with self._changed:
            while not given_up():
                shut = self._opens - time.monotonic()
                if shut <= 0 and self._inside < self.allowed:
                    self._inside += 1
                    return True
                self._changed.wait(min(0.2, shut) if shut > 0 else 0.2)
        return False

    def leave(self, well: bool) -> None:
        """Give the place back; `well`: the call was answered."""
        with self._changed:
            self._inside -= 1
            if well:
                self._allowed = min(float(self.limit), self._allowed + OPENS)
            self._changed.notify()

    def slow(self, seconds: float) -> None:
        """A provider asked for fewer calls: none starts for so many seconds, then half as many."""
        now = time.monotonic()
        with self._changed:
            # Calls that were on their way together are turned down together: that is one sign.
            if now >= self._slowed:
                self._allowed = max(1.0, self._allowed / 2)
                self._slowed = now + max(seconds, 1.0)
            self._opens = max(self._opens, now + seconds)
