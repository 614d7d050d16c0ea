from dataclasses import replace
from typing import get_args

import pytest

from kinlib.exchange.rdf import read_turtle
from kinlib.kinship import integrity
from kinlib.kinship.findings import Finding, Kind
from kinlib.kinship.genealogy import Genealogy, Person, Union
from kinlib.kinship.integrity import check, check_people
from kinlib.settings import ROOT

RELEASE = ROOT.parent / "shared" / "kinshipqa-release" / "data"
SYSTEMS = ("crow", "dravidian", "eskimo", "hawaiian", "iroquois", "omaha", "sudanese")

FA = Person("f", "Fa", sex="m", birth=1900, death=1950)
MA = Person("m", "Ma", sex="f", birth=1900, death=1950)


def child(birth: int | None = 1930, **facts) -> Person:
    return replace(Person("k", "Kid", birth=birth, father="f", mother="m"), **facts)


def found(*people: Person, unions: tuple[Union, ...] = ()) -> list[Finding]:
    return list(check(Genealogy.build("x", people, unions)))


def kinds(*people: Person, unions: tuple[Union, ...] = ()) -> list[str]:
    return [finding.kind for finding in found(*people, unions=unions)]


def test_a_sound_family_and_unknown_years_give_nothing():
    assert found(FA, MA, child()) == []
    bare = [Person("f", "Fa"), Person("m", "Ma"), child(None)]
    assert found(*bare, unions=(Union("f", "m"),)) == []


def test_a_child_born_before_both_parents_is_one_finding_naming_all_three():
    (one,) = found(FA, MA, child(1890))
    assert one == Finding(
        "child older than a parent",
        ("k", "f", "m"),
        "Kid (k), born 1890, is older than the father, Fa (f), born 1900, and the mother, Ma (m), "
        "born 1900.",
    )


@pytest.mark.parametrize(
    ("people", "kind"),
    [
        ([FA, MA, child(1910)], None),
        ([FA, MA, child(1909)], "parent too young"),
        ([FA, MA, child(1900)], "parent too young"),
        ([FA, MA, child(1899)], "child older than a parent"),
        ([FA, replace(MA, birth=1870), child(1930)], None),
        ([FA, replace(MA, birth=1869), child(1930)], "mother too old"),
        ([replace(FA, birth=1840), MA, child(1930)], None),
        ([replace(FA, birth=1839), MA, child(1930)], "father too old"),
        ([replace(FA, birth=1839, sex="u"), MA, child(1930)], "father too old"),
        ([FA, replace(MA, death=1930), child(1930)], None),
        ([FA, replace(MA, death=1929), child(1930)], "born after the mother's death"),
        ([replace(FA, death=1929), MA, child(1930)], None),
        ([replace(FA, death=1928), MA, child(1930)], "born after the father's death"),
        ([Person("a", "A", birth=1900, death=1900)], None),
        ([Person("a", "A", birth=1900, death=1899)], "death before birth"),
        ([Person("a", "A", birth=1800, death=1920)], None),
        ([Person("a", "A", birth=1800, death=1921)], "life too long"),
        ([replace(FA, sex="f"), replace(MA, sex="u"), child()], "parent of the wrong sex"),
        ([replace(FA, sex="u"), replace(MA, sex="m"), child()], "parent of the wrong sex"),
        ([replace(FA, sex="f"), MA, child()], "parents of one sex"),
        ([FA, MA, child(1890, father=None, mother=None, adopters=("f",))],
         "adopter younger than the adopted"),
        ([FA, MA, child(1951, father=None, mother=None, adopters=("f",))],
         "adopter died before the adopted was born"),
        ([FA, MA, child(1930, father=None, mother=None, adopters=("f",))], None),
    ],
)  # fmt: skip
def test_each_bound_is_drawn_where_it_says(people, kind):
    assert [k for k in set(kinds(*people))] == ([] if kind is None else [kind])


@pytest.mark.parametrize(
    ("start", "end", "kind"),
    [
        (1910, 1950, []),
        (1909, None, ["union in childhood"] * 2),
        (1899, None, ["union before birth"] * 2),
        (None, 1899, ["union before birth"] * 2),
        (1951, None, ["union after death"] * 2),
        (1920, 1951, ["union after death"] * 2),
        (1930, 1929, ["union ends before it begins"]),
    ],
)
def test_years_of_unions(start, end, kind):
    assert kinds(FA, MA, unions=(Union("f", "m", start, end),)) == kind


def test_close_partners_are_named_as_such_and_are_no_faults():
    couple = [FA, MA, child(sex="f"), child(1932, id="l", name="Lil", sex="m")]
    for pair, kind in ((("f", "k"), "parent and child"), (("k", "l"), "full siblings")):
        (one,) = found(*couple, unions=(Union(*pair, 1945), Union(*pair, 1946)))
        assert (one.kind, one.people, one.severity) == (f"partners are {kind}", pair, "notable")
    grandchild = Person("x", "X", birth=1949, father="l", mother="k")
    assert kinds(*couple, grandchild) == ["partners are full siblings"]
    half = [FA, MA, child(sex="f"), child(id="l", mother=None)]
    assert kinds(*half, unions=(Union("k", "l"),)) == []


def test_faults_come_first_and_people_in_their_order():
    people = [replace(FA, sex="f"), MA]
    people += [child(1800 + k, id=f"k{k}") for k in (10, 9)]
    result = found(*people)
    assert [f.severity for f in result] == ["fault"] * 2 + ["notable"] * 2
    assert [f.people[0] for f in result] == ["k9", "k10", "k9", "k10"]
    assert result == found(*reversed(people))


def test_people_who_are_no_genealogy_are_checked_all_the_same():
    people = [
        Person("a", "Ann", birth=1900, mother="b", father="zz", adopters=("yy",)),
        Person("b", "Bea", birth=1950, mother="c"),
        Person("c", "Cat", mother="a"),
        Person("d", "Dot", mother="d2", father="d2"),
        Person("d2", "Dee", birth=1900, death=1800),
        Person("d2", "Dee"),
    ]
    before = Finding("two fathers", ("a", "zz", "xx"), "Ann has two.")
    result = check_people(people, [Union("a", "vv"), Union("b", "b")], [before])
    told = {(f.kind, f.people) for f in result}
    assert told == {
        ("id used twice", ("d2",)),
        ("unknown person", ("a",)),
        ("one person as both parents", ("d", "d2")),
        ("union with oneself", ("b",)),
        ("own ancestor", ("a", "b", "c")),
        ("two fathers", ("a", "zz", "xx")),
        ("child older than a parent", ("a", "b")),
        ("death before birth", ("d2",)),
    }
    assert sum(f.kind == "unknown person" for f in result) == 3
    assert all(f.sentence.endswith(".") and f.sentence[0].isupper() for f in result)


def test_every_kind_has_a_place():
    ranks = [Finding(kind, (), "").rank for kind in get_args(Kind)]
    assert ranks == sorted(set(ranks))


def test_the_example_in_the_docstring():
    import doctest

    assert doctest.testmod(integrity).failed == 0


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_release_has_fifteen_children_born_before_both_parents(system):
    for folder, faults in (("ontologies", 0), ("ontologies_extended", 15)):
        path = RELEASE / folder / f"{system}.ttl"
        if not path.exists():
            pytest.skip(f"the KinshipQA release is not here ({path})")
        result = check(read_turtle(path.read_bytes(), system))
        assert [f.kind for f in result] == ["child older than a parent"] * faults
        assert len({f.people[0] for f in result}) == faults
        assert all(len(f.people) == 3 for f in result)


@pytest.mark.parametrize("path", sorted((ROOT / "data" / "families").glob("*.ttl")))
def test_shipped_families_are_without_fault(path):
    assert check(read_turtle(path.read_bytes(), path.stem)) == ()


def test_years_before_christ_are_written_so():
    people = [
        Person("a", "Arsinoe", sex="f", birth=-316, death=-270),
        Person("b", "Berenice", sex="f", birth=-340, mother="a"),
    ]
    (found,) = check(Genealogy.build("Ptolemies", people))
    assert found.sentence == (
        "Berenice (b), born 340 BC, is older than the mother, Arsinoe (a), born 316 BC."
    )
