import unicodedata

import pytest

from kinlib.errors import KinError
from kinlib.kinship.genealogy import Genealogy, Person, Union, natural
from kinlib.kinship.problems import problems
from kinlib.kinship.relate import relate


def family() -> Genealogy:
    """Ada and Bo have Cy and Di; Bo and Eve have Flo; Cy and Gus (two men) bring up Hal."""
    return Genealogy.build(
        "Test",
        [
            Person("p10", "Hal", sex="u", birth=1990, father="p3", mother="p9"),
            Person("p1", "Ada", sex="f", birth=1930),
            Person("p2", "Bo", sex="m", birth=1928, death=1999),
            Person("p3", "Cy", sex="m", birth=1960, father="p2", mother="p1"),
            Person("p4", "Di", sex="f", birth=1955, father="p2", mother="p1"),
            Person("p5", "Eve", sex="f", birth=1940),
            Person("p6", "Flo", sex="f", birth=1970, father="p2", mother="p5"),
            Person("p9", "Gus", sex="m", birth=1961),
            Person("p7", "Ida", sex="f"),
        ],
        [Union("p3", "p7", 1999)],
    )


def test_people_are_in_natural_order_whatever_the_order_given():
    g = family()
    again = Genealogy.build("Test", reversed(list(g.people())), reversed(g.unions))
    assert g.ids[-2:] == ("p9", "p10")
    assert again == g and len(g) == 9


def test_relatives_are_found():
    g = family()
    assert g.parents("p3") == ("p2", "p1")
    assert g.children("p2") == ("p4", "p3", "p6")  # by birth
    assert g.siblings("p3") == ("p4", "p6")
    assert g.half_siblings("p3") == ("p6",)
    assert g.ancestors("p10") == ("p3", "p9", "p2", "p1")
    assert g.ancestors("p10", 1) == ("p3", "p9")
    assert g.descendants("p1") == ("p4", "p3", "p10")
    assert g.descendants("p1", 0) == ()


def test_parents_of_one_child_are_partners_and_a_first_child_dates_the_union():
    g = family()
    assert Union("p1", "p2") in g.unions and Union("p3", "p9") in g.unions
    assert g.partners("p2") == ("p1", "p5")
    assert g.partners("p3") == ("p9", "p7")  # Hal was born nine years before Ida came


def test_a_given_union_is_not_implied_again():
    people = [Person("a", "A"), Person("b", "B"), Person("c", "C", father="b", mother="a")]
    assert Genealogy.build("x", people, [Union("b", "a", 1900, 1910)]).unions == (
        Union("a", "b", 1900, 1910),
    )


def test_with_one_parent_unknown_siblings_are_not_called_half():
    people = [Person("m", "M"), Person("f", "F"), Person("a", "A", mother="m")]
    g = Genealogy.build("x", [*people, Person("b", "B", mother="m", father="f")])
    assert g.siblings("a") == ("b",) and g.half_siblings("a") == ()


def test_within_counts_steps_over_parents_children_partners_and_siblings():
    g = family()
    assert g.within("p10", 0) == ("p10",)
    assert set(g.within("p10", 1)) == {"p10", "p3", "p9"}
    assert set(g.within("p10", 2)) == {"p10", "p3", "p9", "p2", "p1", "p4", "p6", "p7"}
    assert set(g.within("p10", 99)) == set(g.ids)


def test_close_kin_names_roles_by_sex():
    g = family()
    assert g.close_kin("p3") == [
        ("father", "p2"),
        ("mother", "p1"),
        ("stepmother", "p5"),
        ("sister", "p4"),
        ("half-sister", "p6"),
        ("husband", "p9"),
        ("wife", "p7"),
        ("child", "p10"),
    ]
    assert ("grandmother", "p1") in g.close_kin("p10")
    assert ("grandchild", "p10") in g.close_kin("p2")
    assert [role for role, _ in g.close_kin("p10")][:3] == ["father", "father", "stepmother"]


def test_a_parents_partner_is_a_step_parent_unless_gone_before_the_birth():
    people = [
        Person("ma", "Ma", sex="f"),
        Person("first", "First", sex="f", death=1900),
        Person("parted", "Parted", sex="f"),
        Person("later", "Later", sex="f"),
        Person("who", "Who", sex="u"),
        Person("pa", "Pa", sex="m"),
        Person("kid", "Kid", sex="f", birth=1910, father="pa", mother="ma"),
        Person("own", "Own", sex="m", birth=1920, father="pa", mother="later"),
    ]
    unions = [Union("pa", "first"), Union("pa", "parted", 1901, 1905), Union("ma", "who")]
    g = Genealogy.build("steps", people, unions)
    assert g.close_kin("kid")[2:4] == [("stepmother", "later"), ("stepparent", "who")]
    assert ("stepdaughter", "kid") in g.close_kin("later")
    assert ("stepdaughter", "kid") in g.close_kin("who")
    assert [role for role, _ in g.close_kin("first")] == ["husband"]
    assert [role for role, _ in g.close_kin("parted")] == ["husband"]


def adopted() -> Genealogy:
    """Ann and Bo adopted Cy, who has no parents here, and Di, whose mother Eve is known."""
    return Genealogy.build(
        "Adopted",
        [
            Person("a", "Ann", sex="f"),
            Person("b", "Bo", sex="m"),
            Person("e", "Eve", sex="f"),
            Person("c", "Cy", sex="m", birth=1950, adopters=("b", "a", "b")),
            Person("d", "Di", sex="u", birth=1940, mother="e", adopters=("a", "b")),
            Person("k", "Kim", sex="f", father="c"),
        ],
        [Union("a", "b")],
    )


def test_adoption_is_a_link_of_its_own():
    g = adopted()
    assert g.adopters("c") == g.adopters("d") == ("a", "b")
    assert g.adopted("a") == g.adopted("b") == ("d", "c")  # by birth
    assert g.parents("c") == g.children("a") == g.siblings("c") == g.adopted("k") == ()
    assert g.person("c").adopters == ("a", "b")
    assert Genealogy.build("Adopted", reversed(list(g.people())), g.unions) == g
    assert g.ancestors("k") == ("c",) and g.ancestors("k", adoption=True) == ("c", "a", "b")
    assert g.descendants("a") == () and g.descendants("a", adoption=True) == ("d", "c", "k")
    assert set(g.within("c", 1)) == {"c", "a", "b", "k"}


def test_close_kin_names_adoption():
    g = adopted()
    assert g.close_kin("d") == [
        ("mother", "e"),
        ("adoptive mother", "a"),
        ("adoptive father", "b"),
    ]
    assert g.close_kin("a") == [
        ("husband", "b"),
        ("adopted child", "d"),
        ("adopted son", "c"),
    ]


def test_kin_types_pass_adoption_by():
    g = adopted()
    assert relate(g, "c", "a").paths == () and relate(g, "k", "c").paths


def test_adopters_nobody_has_the_id_of_and_circles_are_refused():
    people = [Person("a", "Ann", adopters=("zz",)), Person("b", "Bo", father="a")]
    assert problems(people) == ["the adoptive parent of Ann (a), 'zz', is missing"]
    people = [Person("a", "Ann", adopters=("b",)), Person("b", "Bo", father="a")]
    assert problems(people) == ["Ann would be their own ancestor: Ann (a) > Bo (b) > Ann (a)"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("JOSE", ("1",)),
        ("josé", ("1",)),
        (unicodedata.normalize("NFD", "José"), ("1",)),
        (unicodedata.normalize("NFD", "김영"), ("2",)),
        ("कमल", ("3", "4")),
        ("कमला", ("4",)),  # a vowel sign is no accent
        ("4", ("4",)),
        ("nobody", ()),
    ],
)
def test_search_ignores_case_accents_and_normal_forms(text, found):
    names = {"1": "José Ruiz", "2": "김영호", "3": "कमल", "4": "कमला"}
    g = Genealogy.build("x", [Person(i, name) for i, name in names.items()])
    assert g.search(text) == found


def test_faults_are_named_with_the_people():
    people = [
        Person("a", "Ann", father="c"),
        Person("b", "Ben", father="a", mother="zz"),
        Person("c", "Cat", mother="b"),
        Person("c", "Cay"),
        Person("d", "Dot", father="a", mother="a"),
    ]
    found = problems(people[:3], [Union("a", "yy"), Union("b", "b")])
    assert len(found) == 4
    assert "the mother of Ben (b), 'zz', is missing" in found
    assert any("yy" in text for text in found)
    assert any("Ben (b) is in a union with themselves" in text for text in found)
    assert any("Ann (a) > Cat (c) > Ben (b) > Ann (a)" in text for text in found)
    assert any("used twice" in text for text in problems(people))
    assert any("one person as father and mother" in text for text in problems(people))


@pytest.mark.parametrize(
    "people",
    [
        [Person("a", "A"), Person("a", "B")],
        [Person("a", "A", father="b")],
        [Person("a", "A", father="b"), Person("b", "B", mother="a")],
        [Person("a", "A", father="a")],
    ],
)
def test_build_refuses_what_is_no_genealogy(people):
    with pytest.raises(KinError, match="Cannot build the genealogy 'Bad'"):
        Genealogy.build("Bad", people)


def test_an_unknown_person_is_a_fault_a_person_can_mend():
    with pytest.raises(KinError, match="'p99'"):
        family().person("p99")


def test_natural_order():
    assert sorted(["p10", "p2", "p", "q1", "2", "02"], key=natural) == [
        "02", "2", "p", "p2", "p10", "q1",
    ]  # fmt: skip


def test_a_line_of_five_thousand_generations_is_no_problem():
    people = [Person(f"p{k}", "X", father=f"p{k - 1}" if k else None) for k in range(5000)]
    g = Genealogy.build("long", people)
    assert len(g.ancestors("p4999")) == 4999
