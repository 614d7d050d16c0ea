"""What the Questions page asks of the store: items of one data set, by any attribute they have."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Any

import pandas as pd

from kinlib.reasoning.questions import KINDS
from kinlib.results import queries
from kinlib.results.filters import Condition
from kinlib.results.released import as_released
from kinlib.results.store import Store

BENCHMARK = "kinshipqa"

_COLUMNS = {
    "system": "system",
    "category": "category",
    "hops": "hops::varchar",
    "answer_type": "answer_type",
}
_FIELDS = {
    "kind": "kind",
    "steps": "derivation_steps",
    "override": "has_cultural_override",
    "reclassified": "reclassified",
    "level": "level",
    "tree": "tree",
    "rule": "rule",
    "renamed": "renamed",
    "paraphrase": "paraphrase",
    "proof_size": "proof_graph_size",
}
_KIN_TYPES = "json_extract_string(attributes, '$.kin_types[*]')"

LABELS: Mapping[str, str] = MappingProxyType(
    {
        "system": "system",
        "category": "category",
        "kind": "kind",
        "hops": "hops",
        "steps": "derivation steps",
        "answer_type": "answer",
        "override": "override",
        "reclassified": "reclassified",
        "kin_type": "kin type",
        "level": "context level",
        "tree": "tree",
        "rule": "rule stated",
        "renamed": "made-up names",
        "paraphrase": "way to ask",
        "proof_size": "proof size",
    }
)
"""Attributes one can filter by, with the word for each."""

"""A row of the table item, by column."""

_ORDER = "system, position, item_id"


@dataclass(frozen=True)
class Wanted:
    """Which items of a data set are meant.

    `values` are pairs of an attribute and the values it lets through; `text` has to stand in the
    question, the id or a name.
    """

    dataset_id: str
    values: tuple[tuple[str, tuple[str, ...]], ...] = ()
    text: str = ""


def question_sets(store: Store) -> pd.DataFrame:
    """Data sets of the reasoning benchmark that hold items, as `queries.datasets` gives them."""
    frame = queries.datasets(store)
    return frame[(frame["benchmark"] == BENCHMARK) & (frame["items"] > 0)]


def stamp(store: Store, dataset_id: str) -> str:
    """A text that changes when the items of a data set do."""
    frame = store.query(
        "select bit_xor(hash(origin, item_id, digest)) as stamp from item where dataset_id = ?",
        [dataset_id],
    )
    return str(frame["stamp"].iloc[0])


def values(store: Store, dataset_id: str) -> dict[str, list[str]]:
    """The values each attribute of `LABELS` has in a data set, numbers in their order.

    An attribute that its items do not have has none.
    """
    lists = {
        **_COLUMNS,
        **{name: f"told[{place}]" for place, name in enumerate(_FIELDS, 1)},
    }
    paths = ", ".join(f"'$.{field}'" for field in _FIELDS.values())
    columns = ", ".join(
        f"list(distinct {sql}) filter ({sql} is not null) as {name}" for name, sql in lists.items()
    )
    # All fields in one go: reading the JSON is what takes time.
    row = store.query(
        f"select {columns} from (select *, json_extract_string(attributes, [{paths}]) as told "
        "from item where dataset_id = ?)",
        [dataset_id],
    ).iloc[0]
    kin_types = store.query(
        f"select distinct unnest({_KIN_TYPES}) as kin_type from item where dataset_id = ?",
        [dataset_id],
    )["kin_type"]
    found = {name: _list(row[name]) for name in lists} | {"kin_type": _list(kin_types.dropna())}
    return {name: sorted(found[name], key=partial(_place, name)) for name in LABELS}


def matching(store: Store, wanted: Wanted) -> tuple[str, ...]:
    """The ids of all items under a filter, in reading order: system by system, as in their file."""
    where = condition(wanted)
    frame = store.query(
        f"select item_id from item where {where.sql} order by {_ORDER}", where.parameters
    )
    return tuple(map(str, frame["item_id"]))


def condition(wanted: Wanted, words: Mapping[str, Mapping[str, str]] | None = None) -> Condition:
    """SQL, parameters and sentence of a filter; `words` are texts for values, by attribute."""
    parts, said = ["dataset_id = ?"], list[str]()
    held: list[object] = [wanted.dataset_id]
    for name, allowed in wanted.values:
        if not allowed:
            continue
        if name == "kin_type":
            parts.append(f"list_has_any(?, {_KIN_TYPES})")
        else:
            parts.append(f"list_contains(?, {_sql(name)})")
        held.append(list(allowed))
        known = (words or {}).get(name, {})
        said.append(f"{LABELS[name]} is {' or '.join(known.get(v, v) for v in allowed)}")
    if text := wanted.text.strip():
        # Compared composed and without case; what is typed is a text, not a pattern.
        where = ["question", "item_id", *map(_field, ("anchor_name", "target_names"))]
        holds = [f"contains(nfc_normalize(lower({one})), nfc_normalize(lower(?)))" for one in where]
        parts.append(f"({' or '.join(f'coalesce({one}, false)' for one in holds)})")
        held += [text] * len(where)
        said.append(f"question, id or a name holds “{text}”")
    return Condition(" and ".join(parts), held, "; ".join(said) or "all items")


def rows(store: Store, dataset_id: str, item_ids: Sequence[str]) -> pd.DataFrame:
    """These items for a table, in reading order; what a data set does not tell is null."""
    return store.query(
        "select item_id, question, gold, answer_type, category, system, hops, "
        f"{_field('kind')} as kind, try_cast({_field('derivation_steps')} as integer) as steps, "
        f"try_cast({_field('has_cultural_override')} as boolean) as override "
        f"from item where dataset_id = ? and list_contains(?, item_id) order by {_ORDER}",
        [dataset_id, list(item_ids)],
    )


def lines(store: Store, wanted: Wanted) -> list[dict[str, Any]]:
    """All items under a filter with all their fields, ready for JSON lines.

    The release's 16 fields come first, under its names.
    """
    where = condition(wanted)
    frame = store.query(f"select * from item where {where.sql} order by {_ORDER}", where.parameters)
    return [as_released(row) for row in frame.to_dict("records")]


def tree_of(store: Store, system: str, tree: str) -> str | None:
    """The id of the genealogy that a data set calls by this tree's id; None: it is not loaded."""
    frame = store.query(
        "select genealogy_id from genealogy where lower(name) = lower(? || ' tree ' || ?) limit 1",
        [system, tree],
    )
    return None if frame.empty else str(frame["genealogy_id"].iloc[0])


def _sql(name: str) -> str:
    return _COLUMNS[name] if name in _COLUMNS else _field(_FIELDS[name])


def _field(name: str) -> str:
    return f"json_extract_string(attributes, '$.{name}')"


def _list(found: object) -> list[str]:
    return [str(value) for value in found] if hasattr(found, "__iter__") else []


def _place(name: str, value: str) -> tuple[int, str]:
    """Numbers by size, kinds as they are defined, kin types the shortest first, words by letter."""
    if name == "kind" and value in KINDS:
        return list[str](KINDS).index(value), value
    return int(value) if value.isdecimal() else len(value) * (name == "kin_type"), value
