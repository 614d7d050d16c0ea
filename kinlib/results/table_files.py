"""One table of the store as a Parquet file: read with the columns of today, written small."""

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as parquet

from kinlib.errors import KinError
from kinlib.results import schema

_PAGE = 64_000_000
"""Bytes a column's dictionary may take: contexts and prompts are long and repeat."""

_LONG = ("prompt", "context")
"""Columns whose dictionary is handed on: written out, they are most of a file's bytes."""


def read_table(path: Path, remedy: str) -> pa.Table:
    """The table that the file is named after; columns it lacks are null, others are left out.

    Args:
        path: a Parquet file.
        remedy: what a person can do about a damaged one, the end of a sentence.

    Raises:
        KinError: it is no Parquet, a column is of another kind, or lacks what is never null.
    """
    wanted = schema.arrow_schemas()[path.stem]
    try:
        # Not the database's own reader: it takes folder names for patterns and for columns.
        long = [name for name in _LONG if name in parquet.read_schema(path).names]
        with parquet.ParquetFile(path, read_dictionary=long) as file:
            stored = file.read()
        columns = {field.name: _column(stored, field) for field in wanted}
    except (OSError, pa.ArrowException, KeyError) as error:
        raise KinError(f"{path.name} cannot be read; {remedy}.") from error
    for name in sorted(schema.required(path.stem)):
        if columns[name].null_count:
            raise KinError(f"{path.name} lacks values of {name}; {remedy}.")
    return pa.table(columns)


def _column(stored: pa.Table, field: pa.Field) -> pa.ChunkedArray | pa.Array:
    if field.name not in stored.column_names:
        return pa.nulls(stored.num_rows, field.type)
    column = stored[field.name]
    if pa.types.is_dictionary(column.type) and column.type.value_type == field.type:
        return column
    return column.cast(field.type)


def write_table(table: pa.Table, path: Path) -> None:
    """Write a table: the same bytes for the same rows and the same version of pyarrow.

    Raises:
        OSError: the file cannot be written.
    """
    parquet.write_table(
        table, path, compression="zstd", compression_level=19, dictionary_pagesize_limit=_PAGE,
        row_group_size=max(1, table.num_rows),
    )  # fmt: skip
