"""A sample of a run's replies with all that was sent for them, so that they can be asked again."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kinlib.errors import KinError
from kinlib.results.rows import Row
from kinlib.results.store import Store


@dataclass(frozen=True)
class StoredReply:
    """A reply, what was sent for it, and the circumstances as far as they are stored.

    Attributes:
        parameters: as sent, the seed of this very call among them; empty: not stored.
        versions: libraries by name.
        dropped: parameters that the model does not take.
        sitting: what the journal says of the sitting in which it was made, such as its processor.
        item: row of the table item; None: a free prompt, or an item that is not loaded.
    """

    item_id: str | None
    repeat: int
    prompt: str
    parameters: Mapping[str, Any]
    outcome: str
    text: str
    finish_reason: str | None
    served_model: str | None
    versions: Mapping[str, str]
    dropped: tuple[str, ...]
    sitting: Mapping[str, Any]
    item: Row | None

    @property
    def name(self) -> str:
        """Item and repeat, for a person."""
        return f"{self.item_id or 'a free prompt'}, repeat {self.repeat}"


@dataclass(frozen=True)
class Sample:
    """Replies of one run, drawn from `of` that came back and whose prompts are stored whole.

    Attributes:
        endpoints: addresses that the run was asked at, besides the provider's own.
    """

    run_id: str
    model: str
    benchmark: str
    of: int
    endpoints: tuple[str, ...]
    replies: tuple[StoredReply, ...]


_CAN_BE_ASKED = (
    "from response where run_id = $run and superseded is not true and prompt is not null "
    "and text is not null and text_limit is null "
    "and outcome in ('answered', 'truncated', 'blank', 'refused')"
)
"""Final replies; a failed or cancelled call has none that another could be compared with."""


def draw(store: Store, run_id: str, calls: int = 20) -> Sample:
    """The same sample each time: item and repeat are drawn by a hash.

    Raises:
        KinError: there is no such run, or none of its replies can be asked for again.
    """
    runs = store.query("select model, benchmark from run where run_id = ?", [run_id])
    if runs.empty:
        raise KinError(f"There is no run {run_id}; `python -m kinlib runs` lists them.")
    keys = _rows(store, f"select response_id, item_id, repeat {_CAN_BE_ASKED}", run=run_id)
    if not keys:
        raise KinError(
            f"No reply of {run_id} can be asked for again: there is none yet, or its source did "
            "not store prompts and replies whole."
        )
    keys.sort(key=_lot)
    ids = [row["response_id"] for row in keys[:calls]]
    sittings = _sittings(store, run_id)
    made = {row["response_id"]: _stored(row, sittings) for row in _replies(store, run_id, ids)}
    used = [str(one) for _, fields in sittings for one in fields.get("endpoints") or ()]
    return Sample(
        run_id, str(runs["model"].iloc[0]), str(runs["benchmark"].iloc[0]), len(keys),
        tuple(dict.fromkeys(used)), tuple(made[one] for one in ids),
    )  # fmt: skip


def _lot(row: Row) -> bytes:
    return hashlib.sha256(f"{row['item_id']}\n{row['repeat']}".encode()).digest()


def _replies(store: Store, run_id: str, ids: Sequence[str]) -> list[Row]:
    return _rows(
        store,
        "select response.*, item, coalesce(response.parameters, run.parameters) as sent, "
        "coalesce(response.versions, run.versions, '{}') as libraries "
        "from response join run using (run_id) left join item "
        "on item.dataset_id = response.dataset_id and item.item_id = response.item_id "
        "where run_id = $run and superseded is not true and list_contains($ids, response_id)",
        run=run_id, ids=list(ids),
    )  # fmt: skip


def _sittings(store: Store, run_id: str) -> list[tuple[str, Mapping[str, Any]]]:
    """When calls of the run began to be made, and what the journal says of it."""
    rows = _rows(
        store,
        "select happened, fields from event where run_id = $run and event = 'sitting' "
        "order by happened",
        run=run_id,
    )
    return [(row["happened"], json.loads(row["fields"])) for row in rows]


def _stored(row: Row, sittings: Sequence[tuple[str, Mapping[str, Any]]]) -> StoredReply:
    at = row["replied_at"] or ""
    before = [fields for happened, fields in sittings if happened <= at]
    item = row["item"]
    return StoredReply(
        item_id=row["item_id"],
        repeat=row["repeat"],
        prompt=row["prompt"],
        parameters=json.loads(row["sent"]),
        outcome=row["outcome"],
        text=row["text"],
        finish_reason=row["finish_reason"],
        served_model=row["served_model"],
        versions={name: str(value) for name, value in json.loads(row["libraries"]).items()},
        dropped=tuple(map(str, json.loads(row["dropped"] or "[]"))),
        sitting=before[-1] if before else {},
        item=item if item and item["item_id"] is not None else None,
    )


def _rows(store: Store, sql: str, **parameters: Any) -> list[Row]:
    rows: list[Row] = store.table(sql, parameters).to_pylist()
    return rows
