"""A family tree in RDF Turtle, as rows of a genealogy."""

import pyarrow as pa

from kinlib.exchange.rdf import from_graph, parse_turtle, title_of
from kinlib.exchange.tables import to_arrow
from kinlib.kinship.genealogy import Genealogy
from kinlib.results.formats.source import Source
from kinlib.results.rows import Batch, Row, identifier


def read_genealogy(source: Source) -> Batch:
    """One genealogy of a Turtle file; `read` counts its people.

    Raises:
        KinError: the file is no Turtle, or its people cannot be told apart.
    """
    graph = parse_turtle(source.data, source.name)
    genealogy = from_graph(graph, source.name)
    name = title_of(graph) or "/".join(filter(None, (source.folder, source.stem)))
    return genealogy_rows(genealogy, name, genealogy_id(source))


def genealogy_id(source: Source) -> str:
    """Id of the genealogy in a file: the same wherever the file lies."""
    return identifier("genealogy", source.digest)


def genealogy_rows(genealogy: Genealogy, name: str, key: str) -> Batch:
    """Rows of the tables genealogy, person and partnership."""
    people, unions = to_arrow(genealogy)
    batch = Batch(read=people.num_rows)
    batch.add(
        "genealogy",
        {
            "genealogy_id": key,
            "name": name,
            "system": genealogy.system,
            "people": people.num_rows,
            "note": genealogy.note or None,
        },
    )
    batch.tables["person"] = _rows(people, key)
    batch.tables["partnership"] = _rows(unions, key)
    return batch


def _rows(table: pa.Table, key: str) -> list[Row]:
    return [
        {"genealogy_id": key, "position": position, **row}
        for position, row in enumerate(table.to_pylist(), 1)
    ]
