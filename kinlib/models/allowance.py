"""How much the host lets visitors ask: calls and money, for each visit and for each day.

`KINLIB_MAX_CALLS="20/visit, 500/day"` and `KINLIB_MAX_COST="0.50/visit, 5/day"` (US dollars) set
the caps; either part may be left out, and without a variable there is no cap. A cap binds every
call that a page makes, whoever's key pays for it; the terminal is the host's own and has none.

A call is reserved before it leaves and settled when it is over, both as lines of
KINLIB_HOME/allowance/<day>.jsonl (days are those of UTC). The file is the truth, so a restart
forgets nothing, and a call that a kill left unsettled counts in full. Nothing is written without a
cap.
"""

import math
import re
import secrets
import threading
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from kinlib import settings
from kinlib.errors import KinError
from kinlib.models import estimates
from kinlib.results import journal

_PART = re.compile(r"\s*(\d{1,15}(?:\.\d{1,15})?|\.\d{1,15})\s*/\s*(visit|day)\s*")
_CENT = 1e-9  # dollars; sums of prices are not exact


@dataclass(frozen=True)
class Cap:
    """The most a visit and a day may use; None: no cap."""

    visit: float | None = None
    day: float | None = None

    def __bool__(self) -> bool:
        return self.visit is not None or self.day is not None


@dataclass(frozen=True)
class Caps:
    """What the host allows: calls, and US dollars."""

    calls: Cap
    cost: Cap

    def __bool__(self) -> bool:
        return bool(self.calls or self.cost)


@dataclass(frozen=True)
class Wanted:
    """Calls somebody wants to make: how many of which model, at what price (None: unknown)."""

    model: str
    calls: int = 1
    cost: float | None = None


@dataclass(frozen=True)
class Reservation:
    """Calls that may now be made; to be settled when they are over. An empty id: no cap."""

    id: str
    day: Path
    visit: str
    calls: int
    cost: float


@dataclass(frozen=True)
class Left:
    """What is left, by visit and day; None where there is no cap."""

    calls: Cap
    cost: Cap

    def sentence(self) -> str:
        """For people; empty where there is no cap."""
        told = []
        for period, calls, cost in (
            ("for this visit", self.calls.visit, self.cost.visit),
            ("for today, all visitors together", self.calls.day, self.cost.day),
        ):
            parts = [
                *([] if calls is None else [f"{calls:,.0f} {_plural('call', calls)}"]),
                *([] if cost is None else [f"${cost:,.2f}"]),
            ]
            if parts:
                told.append(f"{' and '.join(parts)} {period}")
        return f"Left: {'; '.join(told)}." if told else ""


@dataclass
class _Book:
    """One day's file as far as it was read. A class because it grows with the file."""

    offset: int = 0
    open: dict[str, tuple[str, int, float]] = field(default_factory=dict)
    calls: Counter[str] = field(default_factory=Counter)
    cost: dict[str, float] = field(default_factory=dict)

    def take(self, record: Mapping[str, Any]) -> None:
        """Count one line; a line that cannot be read counts nothing."""
        try:
            name, calls, cost = str(record["id"]), int(record["calls"]), float(record["cost"])
            if calls < 0 or not _is_money(cost):
                return
            if record["kind"] == "reserved":
                visit = str(record["visit"])
                self.open[name] = visit, calls, cost
            else:
                visit, reserved, money = self.open.pop(name)
                calls, cost = calls - reserved, cost - money
        except (KeyError, TypeError, ValueError, OverflowError):
            return
        self.calls[visit] += calls
        self.cost[visit] = self.cost.get(visit, 0.0) + cost


_lock = threading.Lock()
_books: dict[Path, _Book] = {}


def caps() -> Caps:
    """The host's caps.

    Raises:
        KinError: a variable is set and cannot be read; then no call may be made.
    """
    return Caps(
        _cap("KINLIB_MAX_CALLS", settings.max_calls(), "20/visit, 500/day"),
        _cap("KINLIB_MAX_COST", settings.max_cost(), "0.50/visit, 5/day"),
    )


def reserve(visit: str, model: str, calls: int = 1, cost: float | None = None) -> Reservation:
    """Set calls aside for a visit, if the caps leave room for all of them.

    Args:
        visit: id of the visit.
        model: its name for litellm.
        calls: how many.
        cost: the most they can cost together, in US dollars; None: unknown. Models of this
            process cost nothing, whatever is given.

    Raises:
        KinError: a cap leaves no room, a cap on money meets an unknown price, or a cap cannot be
            read.
    """
    allowed = caps()
    wanted = Wanted(model, calls, cost)
    if not allowed:
        return Reservation("", _today(), visit, calls, _price(wanted) or 0.0)
    with _lock:
        if told := _refusal(allowed, visit, [wanted]):
            raise KinError(told)
        price = _price(wanted)
        money = price if price is not None and _is_money(price) else 0.0
        made = Reservation(secrets.token_hex(8), _today(), visit, calls, money)
        _write(made, "reserved", calls, made.cost, visit=visit, model=model)
    return made


def settle(reservation: Reservation, calls: int | None = None, cost: float | None = None) -> None:
    """Say what became of reserved calls; a second time says nothing.

    Args:
        reservation: what was set aside.
        calls: how many were made; None: all.
        cost: what they cost in US dollars; None: unknown, so what was set aside stays counted, or
            nothing where no call was made.

    Raises:
        KinError: the file cannot be written; the reservation stays counted in full.
    """
    if not reservation.id:
        return
    made = reservation.calls if calls is None else calls
    if cost is None or not _is_money(cost):
        cost = reservation.cost if made else 0.0
    with _lock:
        if reservation.id in _book(reservation.day).open:
            _write(reservation, "settled", made, cost)


def obstacle(visit: str, wanted: Sequence[Wanted]) -> str | None:
    """Why calls may not be made now, in a sentence; None: they may.

    Raises:
        KinError: a cap cannot be read.
    """
    allowed = caps()
    if not allowed or not wanted:
        return None
    with _lock:
        return _refusal(allowed, visit, wanted)


def left(visit: str) -> Left:
    """What the caps leave to a visit and to this day.

    Raises:
        KinError: a cap cannot be read.
    """
    allowed = caps()
    if not allowed:
        return Left(Cap(), Cap())
    with _lock:
        return _left(allowed, visit)


def _cap(name: str, text: str, example: str) -> Cap:
    found: dict[str, float] = {}
    for part in filter(str.strip, text.split(",")):
        told = _PART.fullmatch(part)
        if told is None or told[2] in found:
            shown = text if len(text) <= 60 else f"{text[:60]}…"
            raise KinError(f"{name} is “{shown}”, which cannot be read; write it as “{example}”.")
        found[told[2]] = float(told[1])
    return Cap(found.get("visit"), found.get("day"))


def _is_money(dollars: float) -> bool:
    """Whether it can be a price: not a number, endless or below nothing, it would lift the caps."""
    return math.isfinite(dollars) and dollars >= 0


def _price(wanted: Wanted) -> float | None:
    return 0.0 if estimates.is_free(wanted.model) else wanted.cost


def _refusal(allowed: Caps, visit: str, wanted: Sequence[Wanted]) -> str | None:
    """Which cap stands against all of these calls together."""
    prices = [(_price(one), one.model) for one in wanted]
    cost = 0.0
    for price, model in prices:
        if price is not None and _is_money(price):
            cost += price
        elif allowed.cost:
            return (
                f"The host caps what calls may cost, and the price of {model} is unknown, so it "
                "cannot be asked here; choose a model with a listed price, or a local one."
            )
    calls = sum(one.calls for one in wanted)
    rest = _left(allowed, visit)
    for period, most, room in (
        ("this visit", allowed.calls.visit, rest.calls.visit),
        ("today", allowed.calls.day, rest.calls.day),
    ):
        if room is not None and calls > room:
            return (
                f"The host allows {most:,.0f} {_plural('call', most or 0)} for {period}; "
                f"{room:,.0f} {_are(room)} left and {calls:,} {_are(calls)} wanted."
            )
    for period, most, room in (
        ("this visit", allowed.cost.visit, rest.cost.visit),
        ("today", allowed.cost.day, rest.cost.day),
    ):
        if room is not None and cost > room + _CENT:
            return (
                f"The host allows ${most:,.2f} for {period}; ${room:,.4f} is left and this may "
                f"cost ${cost:,.4f}. Choose a cheaper model or fewer tokens."
            )
    return None


def _left(allowed: Caps, visit: str) -> Left:
    today = _book(_today())
    # A visit may see midnight pass; a restart ends it, so the days in memory are all of it.
    days = [_book(day) for day in list(_books) if day.parent == settings.allowance()]
    calls = sum(book.calls[visit] for book in days)
    cost = sum(book.cost.get(visit, 0.0) for book in days)
    day_calls, day_cost = today.calls.total(), sum(today.cost.values())
    return Left(
        Cap(_rest(allowed.calls.visit, calls), _rest(allowed.calls.day, day_calls)),
        Cap(_rest(allowed.cost.visit, cost), _rest(allowed.cost.day, day_cost)),
    )


def _rest(most: float | None, used: float) -> float | None:
    return None if most is None else max(0.0, most - used)


def _today() -> Path:
    return settings.allowance() / f"{datetime.now(UTC):%Y-%m-%d}.jsonl"


def _book(day: Path) -> _Book:
    """A day's file with all that was written to it up to now; the caller holds the lock."""
    book = _books.setdefault(day, _Book())
    try:
        size = day.stat().st_size if day.exists() else 0
        if size < book.offset:  # the host removed it, to let visitors begin anew
            book = _books[day] = _Book()
        if size > book.offset:
            records, _, book.offset = journal.read(day, book.offset)
            for record in records:
                book.take(record)
    except OSError as error:
        raise KinError(
            f"{day} cannot be read: {error.strerror}; calls cannot be counted, so none is made."
        ) from error
    return book


def _write(made: Reservation, kind: str, calls: int, cost: float, **more: str) -> None:
    try:
        made.day.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise KinError(
            f"{made.day.parent} cannot be written: {error.strerror}; calls cannot be counted, so "
            "none is made."
        ) from error
    at = datetime.now(UTC).isoformat(timespec="seconds")
    record = {"kind": kind, "id": made.id, "calls": calls, "cost": cost, "at": at, **more}
    journal.append(made.day, record)


def _plural(word: str, number: float) -> str:
    return word if number == 1 else f"{word}s"


def _are(number: float) -> str:
    return "is" if number == 1 else "are"
