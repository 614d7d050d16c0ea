"""Prompts put to a model, every reply journalled the moment it exists.

`execute` carries out a plan; `send` asks once from the app, in a thread of its own, so that a rerun
of the page neither repeats nor loses a call.
"""

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field

from kinlib import settings
from kinlib.errors import KinError
from kinlib.models import gateway, local
from kinlib.models.plan import now, versions
from kinlib.models.reply import Parameters, Reply
from kinlib.models.runner import Budget, Progress, execute
from kinlib.results import journal
from kinlib.results.rows import Row, identifier

__all__ = ["Budget", "Call", "Progress", "Prompt", "execute", "send"]

_now, _versions = now, versions  # the script that makes the demonstration imports them


@dataclass(frozen=True)
class Prompt:
    """What is asked: the text sent, and the item it comes from (None: a free prompt).

    Attributes:
        protocol: how a question is put, such as "direct, rule in context".
        edited_from: the item whose text somebody changed; the prompt is no longer that item's.
    """

    text: str
    benchmark: str = "ad hoc"
    dataset_id: str | None = None
    item_id: str | None = None
    protocol: str | None = None
    edited_from: str | None = None


@dataclass
class Call:
    """A prompt on its way: `text` grows as it streams, `reply` is there when it is done.

    A class because it is shared by two threads: the one that asks and the page that looks.
    """

    prompt: Prompt
    model: str
    parameters: Parameters
    text: str = ""
    reply: Reply | None = None
    trouble: str | None = None
    response: Row = field(default_factory=dict)
    item: Row | None = field(default=None, repr=False)
    started: float = field(default_factory=time.monotonic)
    _stop: threading.Event = field(default_factory=threading.Event)

    def cancel(self) -> None:
        """Ask the model to stop; what came so far is kept."""
        self._stop.set()

    @property
    def running(self) -> bool:
        """Whether an answer is still awaited."""
        return self.reply is None and self.trouble is None


def send(
    visit: str,
    number: int,
    prompt: Prompt,
    model: str,
    parameters: Parameters,
    *,
    api_key: str | None = None,
    secrets: Mapping[str, str] | None = None,
    item: Row | None = None,
    ended: Callable[[Call, Reply | None], None] | None = None,
) -> Call:
    """Ask once, in the background, and journal the reply as part of the visit's ad hoc run.

    Args:
        visit: id of the visit; with model, parameters and benchmark it names the run.
        number: which prompt of the visit this is, from 1.
        prompt: what is asked.
        model: litellm name of the model.
        parameters: sampling parameters.
        api_key: key typed for this visit; never kept.
        secrets: values by name from the host's secrets file.
        item: the item row the prompt belongs to; controls answer by it.
        ended: called in the thread when the call is over, with its reply if there is one, before
            `running` says so.
    """
    call = Call(prompt, model, parameters, item=item)

    def work() -> None:
        local.asker.set(call)
        reply, trouble = None, None
        try:
            reply = _ask(call, visit, number, api_key, secrets)
        except KinError as error:
            trouble = str(error)
        except BaseException:
            trouble = "The call failed inside the program; the terminal shows where."
            raise
        finally:
            try:
                if ended is not None:
                    ended(call, reply)
            finally:
                call.trouble, call.reply = trouble, reply

    threading.Thread(target=work, name="kinlib-call", daemon=True).start()
    return call


def _ask(
    call: Call, visit: str, number: int, api_key: str | None, secrets: Mapping[str, str] | None
) -> Reply:
    def grow(piece: str) -> None:
        call.text += piece

    reply = gateway.ask(
        call.model,
        call.prompt.text,
        call.parameters,
        api_key=api_key,
        secrets=secrets,
        on_text=grow,
        cancelled=call._stop.is_set,
        item=call.item,
    )
    prompt = call.prompt
    asked = asdict(call.parameters)
    run = identifier(visit, call.model, asked, prompt.benchmark, prompt.protocol)
    run_id = f"adhoc-{run}"
    header = _header(run_id, prompt.benchmark, None, call.model, call.parameters, "ad hoc", now())
    header["protocol"] = prompt.protocol
    file = journal.start(settings.journals(), header)
    record = _record(run_id, prompt, reply, number, number)
    if prompt.edited_from is not None:
        record["edited_from"] = prompt.edited_from
    journal.append(file, record)
    call.response = record
    return reply


def _header(
    run_id: str, benchmark: str, dataset_id: str | None, model: str, parameters: Parameters,
    source: str, started: str,
) -> Row:  # fmt: skip
    return {
        "run_id": run_id,
        "benchmark": benchmark,
        "dataset_id": dataset_id,
        "model": model,
        "protocol": "zero_shot_direct" if benchmark == "kinshipqa" else None,
        "source": source,
        "parameters": asdict(parameters),
        "started": started,
        "versions": versions(),
    }


def _record(run_id: str, prompt: Prompt, reply: Reply, position: int, repeat: int) -> Row:
    return {
        "kind": "response",
        "run_id": run_id,
        "dataset_id": prompt.dataset_id,
        "item_id": prompt.item_id,
        "repeat": repeat,
        "position": position,
        "prompt": prompt.text,
        "at": now(),
        **asdict(reply),
    }
