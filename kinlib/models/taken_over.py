"""Replies that another run of the local model has to the very same requests.

Its replies follow from the request: the same text, parameters and seed give the same reply on the
same machine (`local.generate`). Two runs that differ only where a question is cultural share the
other half of their requests, and hours need not be spent on them twice. A reply taken over says
from which run it comes; replies of other models are never taken over, they may differ each time.
"""

from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path

from kinlib.errors import KinError
from kinlib.models import local
from kinlib.models.plan import Plan, Task
from kinlib.results import journal, records
from kinlib.results.rows import Row, canonical


def take_over(plan: Plan, file: Path) -> tuple[Plan, list[Row]]:
    """The plan without the calls that a journal answers, and these answers as its journal lines.

    Args:
        plan: of a run of the local model.
        file: journal of another run of it.

    Raises:
        KinError: a model whose replies are not the same each time, or no such journal.
    """
    if plan.model != local.MODEL:
        raise KinError(
            f"Replies of {plan.model} cannot be taken over, only those of {local.MODEL}, which are "
            "the same each time; ask it again."
        )
    if not file.is_file() or file == plan.file:
        raise KinError(f"There is no other run's journal {file}; see `python -m kinlib runs`.")
    known = _replies(file, plan)
    lines, left = [], []
    for task in plan.tasks:
        reply = known.get(_request(task.prompt, asdict(task.parameters)))
        if reply is None:
            left.append(task)
        else:
            lines.append(_line(plan, task, reply))
    fewer = replace(
        plan,
        tasks=tuple(left),
        answered=plan.answered + len(lines),
        prompt_tokens=round(plan.prompt_tokens * _size(left) / max(1, _size(plan.tasks))),
        completion_tokens=sum(task.parameters.max_tokens for task in left),
    )
    return fewer, lines


def _size(tasks: Sequence[Task]) -> int:
    return sum(len(task.prompt) for task in tasks)


def _replies(file: Path, plan: Plan) -> dict[str, Row]:
    """Usable replies of a journal by their request."""
    found = {}
    versions = plan.header.get("versions")
    for record in journal.read(file)[0]:
        usable = (
            record.get("kind") == "response"
            and record.get("model") == plan.model
            and record.get("versions") == versions
            and record.get("outcome") in records.REPLIED
            and records.accepts(record)
        )
        if usable:
            found[_request(str(record.get("prompt")), record.get("parameters"))] = record
    return found


def _request(prompt: str, parameters: object) -> str:
    return canonical([prompt, parameters])


def _line(plan: Plan, task: Task, reply: Row) -> Row:
    name, repeat = task.key
    return {
        **reply,
        "run_id": plan.run_id,
        "dataset_id": task.item.get("dataset_id"),
        "item_id": name,
        "repeat": repeat,
        "attempt": task.attempt,
        "position": task.position,
        "taken_from": reply.get("taken_from") or reply["run_id"],
    }
