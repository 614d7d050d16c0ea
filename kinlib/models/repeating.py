"""Repetitions going on in this process, held apart from pages and visitors, who come and go.

Each has a thread of its own, and the last one of a run is kept until the next.
"""

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field

from kinlib.errors import KinError
from kinlib.models import allowance, repetition
from kinlib.models.allowance import Reservation
from kinlib.models.plan import now
from kinlib.models.repetition import Compared
from kinlib.results.stored_replies import Sample


@dataclass
class Repeating:
    """A sample being asked for again, as far as it has come; it holds no key.

    A class because it is shared by the thread that asks and the pages that look.

    Attributes:
        trouble: why it could not go on, for a person; None: nothing is wrong.
        at: when it began.
    """

    sample: Sample
    compared: list[Compared] = field(default_factory=list)
    trouble: str | None = None
    running: bool = True
    at: str = field(default_factory=now)
    _stop: threading.Event = field(default_factory=threading.Event, repr=False)

    @property
    def stopping(self) -> bool:
        """Whether it was asked to stop and its call has not ended yet."""
        return self.running and self._stop.is_set()

    def stop(self) -> None:
        """Ask it to stop; what was compared is kept."""
        self._stop.set()


class Repetitions:
    """One repetition a run. A class because it owns their threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._last: dict[str, Repeating] = {}
        self._threads: list[threading.Thread] = []

    def start(
        self,
        sample: Sample,
        *,
        visit: str,
        api_key: str | None = None,
        secrets: Mapping[str, str] | None = None,
    ) -> Repeating:
        """Begin to ask, and return at once.

        Raises:
            KinError: replies of this run are being asked for already, or the host's caps do not
                leave so many calls to the visit.
        """
        with self._lock:
            last = self._last.get(sample.run_id)
            if last is not None and last.running:
                raise KinError(f"Replies of {sample.run_id} are being asked for again already.")
            cost = repetition.most_cost(sample)
            reserved = allowance.reserve(visit, sample.model, len(sample.replies), cost)
            made = self._last[sample.run_id] = Repeating(sample)
            thread = threading.Thread(
                target=_work, args=(made, reserved, api_key, secrets),
                name="kinlib-repeat", daemon=True,
            )  # fmt: skip
            self._threads = [one for one in self._threads if one.is_alive()] + [thread]
            thread.start()
        return made

    def get(self, run_id: str) -> Repeating | None:
        """The last repetition of a run, going on or over."""
        return self._last.get(run_id)

    def close(self, wait: float = 5.0) -> None:
        """Ask all to stop, and wait so many seconds for each."""
        for made in list(self._last.values()):
            made.stop()
        for thread in self._threads:
            thread.join(wait)


def _work(
    made: Repeating, reserved: Reservation, api_key: str | None, secrets: Mapping[str, str] | None
) -> None:
    try:
        asked = repetition.again(
            made.sample, api_key=api_key, secrets=secrets, cancelled=made._stop.is_set
        )
        for one in asked:
            made.compared.append(one)
    except KinError as error:
        made.trouble = str(error)
    except BaseException:
        made.trouble = "It failed inside the program; the terminal shows where."
        raise
    finally:
        _settle(made, reserved)
        made.running = False


def _settle(made: Repeating, reserved: Reservation) -> None:
    """Tell the host's caps what was used; what a call cost is taken for its share if not told."""
    replies = [one.reply for one in made.compared if one.reply is not None and one.reply.attempts]
    share = reserved.cost / reserved.calls
    cost = sum(share if reply.cost is None else reply.cost for reply in replies)
    allowance.settle(reserved, len(replies), cost)
