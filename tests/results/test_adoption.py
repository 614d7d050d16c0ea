"""Adoption in a family tree is kept by the import and by the database."""

import pyarrow as pa
import pytest

from kinlib import settings
from kinlib.exchange.rdf import write_turtle
from kinlib.exchange.tables import from_arrow
from kinlib.kinship.genealogy import Genealogy, Person
from kinlib.results import imports, queries
from kinlib.results.formats.source import Source
from kinlib.results.store import Store


@pytest.mark.parametrize("adopters", [(), ("a", "b")])
def test_adopters_come_back_from_the_store(monkeypatch, tmp_path, adopters):
    monkeypatch.setenv("KINLIB_DATA", str(tmp_path / "nothing-ships"))
    people = [Person("a", "Ann"), Person("b", "Bo"), Person("c", "Cy", adopters=adopters)]
    g = Genealogy.build("Adopted", people)
    report = imports.import_source(
        Source("adopted.ttl", write_turtle(g, own_terms=True)), settings.imports()
    )
    assert not report.problems
    store = Store(settings.database())
    try:
        store.refresh()
        (key,) = queries.genealogies(store)["genealogy_id"]
        tables = map(pa.Table.from_pandas, queries.genealogy_rows(store, key))
        assert from_arrow("Adopted", None, *tables) == g
    finally:
        store.close()
