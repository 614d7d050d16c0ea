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
    # A system's name alone ("Crow Kinship Ontology") does not tell two trees of it apart.
    title = None if genealogy.system else title_of(graph)
    name = title or "/".join(filter(None, (source.folder, source.stem)))
    return genealogy_rows(genealogy, name, identifier("genealogy", name, source.digest))


def genealogy_rows(genealogy: Genealogy, name: str, genealogy_id: str) -> Batch:
    """Rows of the tables genealogy, person and partnership."""
    people, unions = to_arrow(genealogy)
    batch = Batch(read=people.num_rows)
    batch.add(
        "genealogy",
        {
            "genealogy_id": genealogy_id,
            "name": name,
            "system": genealogy.system,
            "people": people.num_rows,
            "note": genealogy.note or None,
        },
    )
    batch.tables["person"] = _rows(people, genealogy_id)
    batch.tables["partnership"] = _rows(unions, genealogy_id)
    return batch


def _rows(table: pa.Table, genealogy_id: str) -> list[Row]:
    return [
        {"genealogy_id": genealogy_id, "position": position, **row}
        for position, row in enumerate(table.to_pylist(), 1)
    ]
