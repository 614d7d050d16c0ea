"""Genealogies as two Arrow tables, people and unions: lossless, for Parquet and for DuckDB."""

from typing import Any

import pyarrow as pa

from kinlib.errors import KinError
from kinlib.kinship.genealogy import Genealogy, Person, Union

PEOPLE = pa.schema(
    [
        pa.field("person_id", pa.string(), nullable=False),
        pa.field("name", pa.string(), nullable=False),
        pa.field("given", pa.string(), nullable=False),
        pa.field("surname", pa.string(), nullable=False),
        pa.field("sex", pa.string(), nullable=False),
        pa.field("birth", pa.int32()),
        pa.field("death", pa.int32()),
        pa.field("father_id", pa.string()),
        pa.field("mother_id", pa.string()),
        pa.field("descent_group", pa.string()),
        pa.field("adopters", pa.list_(pa.string())),  # null: none
    ]
)
UNIONS = pa.schema(
    [
        pa.field("partner_a", pa.string(), nullable=False),
        pa.field("partner_b", pa.string(), nullable=False),
        pa.field("start_year", pa.int32()),
        pa.field("end_year", pa.int32()),
    ]
)


def to_arrow(genealogy: Genealogy) -> tuple[pa.Table, pa.Table]:
    """The people and the unions as tables with the columns of `PEOPLE` and `UNIONS`."""
    ids = genealogy.ids
    people = [
        ids,
        genealogy.names,
        genealogy.givens,
        genealogy.surnames,
        genealogy.sexes,
        genealogy.births,
        genealogy.deaths,
        [None if i < 0 else ids[i] for i in genealogy.fathers],
        [None if i < 0 else ids[i] for i in genealogy.mothers],
        genealogy.groups,
        [[ids[i] for i in adopters] or None for adopters in genealogy.adoptions],
    ]
    unions = [[getattr(u, name) for u in genealogy.unions] for name in ("a", "b", "start", "end")]
    return _table(people, PEOPLE), _table(unions, UNIONS)


def from_arrow(name: str, system: str | None, people: pa.Table, unions: pa.Table) -> Genealogy:
    """The genealogy in two such tables; KinError naming a missing column or a wrong value.

    The column adopters may be missing: tables written before it was known are still good.
    """
    rows = _columns(people, PEOPLE, f"{name}, people")
    pairs = _columns(unions, UNIONS, f"{name}, unions")
    for person_id, sex in zip(rows[0], rows[4], strict=True):
        if sex not in ("m", "f", "u"):
            raise KinError(f"{name}: the sex of {person_id} is {sex!r}; use m, f or u.")
    rows[-1] = [tuple(adopters or ()) for adopters in rows[-1]]
    return Genealogy.build(
        name,
        [Person(*row) for row in zip(*rows, strict=True)],
        [Union(*row) for row in zip(*pairs, strict=True)],
        system=system,
    )


def _table(columns: list[Any], schema: pa.Schema) -> pa.Table:
    arrays = [pa.array(list(c), f.type) for c, f in zip(columns, schema, strict=True)]
    return pa.Table.from_arrays(arrays, schema=schema)


def _columns(table: pa.Table, schema: pa.Schema, where: str) -> list[list[Any]]:
    """The table's columns in the schema's order, as Python values of the schema's types."""
    columns = []
    for field in schema:
        if field.name not in table.column_names:
            if field.name == "adopters":
                columns.append([None] * table.num_rows)
                continue
            raise KinError(f"{where}: the column {field.name} is missing; add it.")
        try:
            values = table[field.name].cast(field.type).to_pylist()
        except (pa.ArrowInvalid, pa.ArrowNotImplementedError) as error:
            raise KinError(
                f"{where}: the column {field.name} is no {field.type}: {error}"
            ) from None
        if not field.nullable and None in values:
            row = values.index(None) + 1
            raise KinError(f"{where}, row {row}: {field.name} is empty; fill it in.")
        columns.append(values)
    return columns
