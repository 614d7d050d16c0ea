import pytest

from kinlib.errors import KinError
from kinlib.exchange.rdf import parse_turtle, read_facts, read_turtle, system_of, write_turtle
from kinlib.kinship.genealogy import Genealogy, Person, Union
from kinlib.kinship.layout import related
from kinlib.settings import ROOT

RELEASE = ROOT.parent / "shared" / "kinshipqa-release" / "data"
SYSTEMS = ("crow", "dravidian", "eskimo", "hawaiian", "iroquois", "omaha", "sudanese")
FAMILIES = sorted((ROOT / "data" / "families").glob("*.ttl"))
PREFIXES = """@prefix family: <http://example.org/family/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix x: <http://elsewhere.example/people#> .
"""


def released(folder: str, system: str) -> bytes:
    path = RELEASE / folder / f"{system}.ttl"
    if not path.exists():
        pytest.skip(f"the KinshipQA release is not here ({path})")
    return path.read_bytes()


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_release_file_is_read_and_survives_a_round_trip(system):
    g = read_turtle(released("ontologies", system), system)
    assert (len(g), g.system) == (57, system)
    assert sum(father >= 0 for father in g.fathers) == 47
    assert None not in g.births and "u" not in g.sexes
    if system in ("crow", "omaha"):
        assert all(g.groups)
    written = write_turtle(g)
    assert read_turtle(written, system) == g
    assert write_turtle(read_turtle(written, system)) == written


@pytest.mark.parametrize(
    ("system", "size"), list(zip(SYSTEMS, (58, 177, 182, 58, 154, 64, 182), strict=True))
)
def test_an_extended_release_file_is_read(system, size):
    g = read_turtle(released("ontologies_extended", system), system)
    assert (len(g), g.system) == (size, system)


def test_facts_of_one_person_of_the_release():
    g = read_turtle(released("ontologies", "crow"), "crow")
    olga = g.person("person_10")
    assert olga == Person(
        "person_10", "Olga Williams", "Olga", "Williams", "f", 1880, descent_group="matriclan_10"
    )
    assert g.partners("person_10") == ("person_9",)
    assert set(g.children("person_10")) == {"person_14", "person_20", "person_22"}
    assert "Generated on" in g.note


@pytest.mark.parametrize("path", FAMILIES, ids=lambda path: path.stem)
def test_a_shipped_family_is_byte_stable_and_says_what_it_is(path):
    data = path.read_bytes()
    label = next(line for line in data.decode().splitlines() if "rdfs:label" in line)
    g = read_turtle(data, label.split('"')[1])
    assert write_turtle(g) == data
    assert len(set(g.names)) == len(g)
    assert ("real" in g.note) and "CC0" in g.note
    for i in range(len(g)):
        for parent in g.parents_at(i):
            born, before, died = g.births[i], g.births[parent], g.deaths[parent]
            assert born is None or before is None or 14 < born - before < 70
            assert born is None or died is None or born <= died + 1
    for role, wanted in ((g.fathers, "m"), (g.mothers, "f")):
        assert {g.sexes[parent] for parent in role if parent >= 0} == {wanted}


def test_the_shipped_families_hold_what_they_are_for():
    assert [path.stem for path in FAMILIES] == [
        "darwin_wedgwood",
        "hindi_family",
        "korean_family",
        "tamil_family",
    ]
    darwin, _, korean, tamil = (read_turtle(path.read_bytes(), "x") for path in FAMILIES)
    kin = {(u.a, u.b) for u in darwin.unions if related(darwin, u.a, u.b)}
    assert {("charles_darwin", "emma_wedgwood"), ("caroline_darwin", "josiah_wedgwood_3")} <= kin
    assert set(darwin.partners("charles_langton")) == {"charlotte_wedgwood", "catherine_darwin"}
    assert None not in {b or d for b, d in zip(darwin.births, darwin.deaths, strict=True)}
    assert korean.half_siblings("kim_minsu") == ("kim_junho", "kim_suyeon")
    (mother,) = [p for p in tamil.parents("arun") if tamil.person(p).sex == "f"]
    assert set(tamil.parents("kavitha")) & set(tamil.siblings(mother))
    (sister,) = [p for p in tamil.parents("uma") if tamil.person(p).sex == "f"]
    assert sister in tamil.siblings("rajendran")
    assert "rajendran" in tamil.partners("uma")


def test_names_of_any_kind_ids_of_any_kind_and_deaths_survive():
    people = [
        Person("a b/ü", 'Tab\t"quote" \\ back\nline', sex="m", birth=-44, death=14),
        Person("-x", "<img src=x onerror=alert(1)>", "<img", "𝒳", descent_group="clan of 한"),
        Person("1", "", mother="-x", father="a b/ü"),
    ]
    g = Genealogy.build("Odd “name”", people, note="two\nlines")
    h = read_turtle(write_turtle(g), "Odd “name”")
    assert h.person("a b/ü") == people[0] and h.person("-x") == people[1]
    assert h.person("1").name == "1"  # a person without any name is called by the id
    assert h.note == g.note and h.unions == (Union("-x", "a b/ü"),)


def test_adoption_survives_and_is_told_apart_from_descent():
    people = [
        Person("a", "Ann", sex="f"),
        Person("b", "Bo", sex="m"),
        Person("c", "Cy", adopters=("b", "a")),
        Person("d", "Di", mother="a", adopters=("b",)),
    ]
    g = Genealogy.build("Adopted", people)
    written = write_turtle(g)
    assert b"family:hasAdoptiveParent person:a, person:b" in written
    assert read_turtle(written, "Adopted") == g
    assert write_turtle(read_turtle(written, "Adopted")) == written
    assert b"Adoptive" not in write_turtle(Genealogy.build("x", people[:2]))


def test_facts_hold_every_contradiction_and_what_is_named_but_not_described():
    text = """
x:a a family:Male, family:Female ; family:yearOfBirth "soon", "late" ; rdfs:label "Ann" .
x:b a family:Male ; family:hasFather x:c, x:a ; family:hasMother "Eve" .
x:c a family:Male ; family:hasParent x:b, x:a, x:d, x:e ; family:yearOfDeath 1900.5 .
x:d a family:Female . x:e a family:Female .
"""
    found = read_facts((PREFIXES + text).encode(), "bad")
    assert [person.id for person in found.people] == ["a", "b", "c", "d", "e"]
    assert {(f.kind, f.people) for f in found.findings} == {
        ("both sexes", ("a",)),
        ("not a year", ("a",)),
        ("two fathers", ("b", "a", "c")),
        ("not a person", ("b",)),
        ("more than two parents", ("c", "b", "a", "d", "e")),
        ("not a year", ("c",)),
    }
    assert found.people[1].father == "a" and found.people[0].sex == "u"
    with pytest.raises(KinError, match="5 more; python -m kinlib check lists all"):
        read_turtle((PREFIXES + text).encode(), "bad")
    named = read_facts((PREFIXES + "x:a a family:Male ; family:hasFather x:b .").encode(), "x")
    assert [(f.kind, f.people, f.severity) for f in named.findings] == [
        ("person not described", ("b", "a"), "notable")
    ]


def test_children_given_by_the_parents_only_still_find_their_parents():
    g = read_turtle(
        (
            PREFIXES
            + """
x:jo a family:Person ; family:hasChild x:kim .
x:mia a family:Female ; rdfs:label "Mia"@en ; family:hasSon x:kim ; family:hasWife x:ann .
x:kim a family:Male ; family:firstName "Kim" ; family:surname "Yi" .
"""
        ).encode(),
        "loose",
    )
    assert g.person("kim") == Person("kim", "Kim Yi", "Kim", "Yi", "m", father="jo", mother="mia")
    assert g.person("mia").name == "Mia"
    assert g.partners("mia") == ("ann", "jo") and g.person("ann").name == "ann"
    assert g.system is None


def test_people_of_two_files_with_one_last_part_keep_their_whole_address():
    text = PREFIXES + "x:a a family:Male . <http://other.example/a> a family:Female . "
    g = read_turtle(text.encode(), "two")
    assert set(g.ids) == {"http://elsewhere.example/people#a", "http://other.example/a"}
    assert read_turtle(write_turtle(g), "two") == g


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("\n\nfamily:broken broken ;", r"bad, line \d+: not Turtle"),
        ('x:a a family:Male ; family:yearOfBirth "soon" .', "yearOfBirth of a is 'soon'"),
        ("x:a a family:Male, family:Female .", "a is both male and female"),
        ("x:a family:hasFather x:b, x:c .", "a has two values of family:hasFather"),
        ("x:a family:hasParent x:b, x:c, x:d .", "a has more than two parents"),
        ("x:a family:hasFather x:b . x:b family:hasFather x:a .", "their own ancestor"),
        ("x:a rdfs:label 'nobody' .", "nobody in this file"),
        ("x:a a family:Male ; family:hasFather 'Bob' .", "relative of a is the text 'Bob'"),
        ("x:a rdfs:seeAlso " + "( " * 3000 + ") " * 3000 + ".", "nested too deeply"),
    ],
)
def test_what_cannot_be_read_is_said_in_one_sentence(text, message):
    with pytest.raises(KinError, match=message):
        read_turtle((PREFIXES + text).encode(), "bad")


def test_a_syntax_error_names_its_line_and_other_encodings_are_refused():
    with pytest.raises(KinError, match="bad, line 6: not Turtle"):
        read_turtle((PREFIXES + "\nx:a a family:Male .\nx:b a a family:Male .\n").encode(), "bad")
    with pytest.raises(KinError, match="bad, line 4: not UTF-8"):
        read_turtle((PREFIXES + "x:a rdfs:label 'é' .").encode("latin-1"), "bad")


def test_a_byte_order_mark_is_fine_and_the_header_names_the_system():
    head = "@prefix owl: <http://www.w3.org/2002/07/owl#> .\n"
    text = head + "<http://example.org/ontology/omaha_kinship> a owl:Ontology ."
    graph = parse_turtle(b"\xef\xbb\xbf" + text.encode(), "x")
    assert system_of(graph) == "omaha"
    assert system_of(parse_turtle(head.encode(), "x")) is None


def test_people_without_an_address_are_called_by_their_order_every_time():
    text = """
[ a family:Male ; rdfs:label "A" ; family:hasFather [ a family:Male ; rdfs:label "B" ] ] .
x:k a family:Male ; family:hasParent [ rdfs:label "C" ], [ rdfs:label "D" ] .
"""
    prefixes = PREFIXES + "@prefix person: <http://example.org/person/> .\n"
    both = prefixes + text + "person:unnamed_1 a family:Male ."
    first, second = (read_turtle(both.encode(), "x") for _ in range(2))
    assert first == second
    names = [(p.id, p.name) for p in first.people() if p.id != "k"]
    assert names == [
        ("unnamed_1", "unnamed_1"), ("unnamed_2", "A"), ("unnamed_3", "B"), ("unnamed_4", "C"),
        ("unnamed_5", "D"),
    ]  # fmt: skip


def test_a_long_circle_of_ancestors_is_told_by_a_few_names():
    links = "".join(f"x:p{i} family:hasFather x:p{(i + 1) % 500} .\n" for i in range(500))
    with pytest.raises(KinError) as told:
        read_turtle((PREFIXES + links).encode(), "bad")
    assert "their own ancestor" in str(told.value) and " > … > " in str(told.value)
    assert len(str(told.value)) < 300
