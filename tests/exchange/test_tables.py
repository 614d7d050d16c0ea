import pyarrow as pa
import pytest

from kinlib.errors import KinError
from kinlib.exchange.tables import PEOPLE, UNIONS, from_arrow, to_arrow
from kinlib.kinship.genealogy import Genealogy, Person, Union


def family() -> Genealogy:
    people = [
        Person("p1", "Ann Lee", "Ann", "Lee", "f", 1900, 1980, descent_group="matriclan_1"),
        Person("p2", "김영호", sex="m"),
        Person("p3", "Cy", birth=1930, father="p2", mother="p1", adopters=("p1", "p2")),
    ]
    return Genealogy.build("Lee", people, [Union("p1", "p2", 1925, 1940)], system="crow")


def test_a_genealogy_survives_the_tables():
    people, unions = to_arrow(family())
    assert people.schema.equals(PEOPLE) and unions.schema.equals(UNIONS)
    assert from_arrow("Lee", "crow", people, unions) == family()


def test_an_empty_genealogy_keeps_its_types():
    people, unions = to_arrow(Genealogy.build("none", []))
    assert people.schema.equals(PEOPLE) and people.num_rows == unions.num_rows == 0
    assert len(from_arrow("none", None, people, unions)) == 0


def test_wider_integers_and_other_column_orders_are_read():
    people, unions = to_arrow(family())
    people = people.select(people.column_names[::-1])
    people = people.set_column(
        people.column_names.index("birth"), "birth", people["birth"].cast(pa.int64())
    )
    assert from_arrow("Lee", "crow", people, unions) == family()


def test_tables_written_before_adoption_was_known_are_read():
    people, unions = to_arrow(family())
    old = from_arrow("Lee", "crow", people.drop_columns(["adopters"]), unions)
    assert old.adopters("p3") == () and old.ids == family().ids


def test_faults_are_named():
    people, unions = to_arrow(family())
    with pytest.raises(KinError, match="the column sex is missing"):
        from_arrow("x", None, people.drop_columns(["sex"]), unions)
    wrong = people.set_column(4, "sex", pa.array(["f", "male", "u"]))
    with pytest.raises(KinError, match="sex of p2 is 'male'"):
        from_arrow("x", None, wrong, unions)
    empty = people.set_column(1, "name", pa.array(["A", None, "C"]))
    with pytest.raises(KinError, match="row 2: name is empty"):
        from_arrow("x", None, empty, unions)
    text = people.set_column(5, "birth", pa.array(["1900", "soon", None]))
    with pytest.raises(KinError, match="column birth is no int32"):
        from_arrow("x", None, text, unions)
