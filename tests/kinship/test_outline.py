import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinlib.errors import KinError
from kinlib.exchange.gedcom import read_gedcom
from kinlib.exchange.rdf import read_turtle
from kinlib.kinship.genealogy import Genealogy, Person, Union
from kinlib.kinship.outline import outline, outline_text
from kinlib.settings import ROOT

FAMILIES = sorted((ROOT / "data" / "families").glob("*.ttl"))
RELEASE = ROOT.parent / "shared" / "kinshipqa-release" / "data" / "ontologies"


def test_two_lines_cousins_who_marry_and_a_second_marriage():
    people = [
        Person("a", "Ann", sex="f", birth=1800, death=1870),
        Person("b", "Bob", sex="m", birth=1795),
        Person("c", "Cal", sex="m", birth=1822, father="b", mother="a"),
        Person("d", "Di", sex="f", birth=1825, father="b", mother="a"),
        Person("e", "Eve", sex="f", birth=1824),
        Person("f", "Fay", sex="f", birth=1850, father="c", mother="e"),
        Person("g", "Gus", sex="m", birth=1820),
        Person("h", "Hal", sex="m", birth=1849, father="g", mother="d"),
        Person("i", "Ivy", sex="f", birth=1846, father="g", mother="j"),
        Person("j", "Joy", sex="f"),
        Person("k", "Kit", sex="u", birth=1880, father="h", mother="f"),
    ]
    unions = [Union("a", "b", 1819), Union("f", "h", 1875, 1890), Union("d", "g", end=1860)]
    g = Genealogy.build("two", people, unions)
    assert outline_text(g, g.ids, tags={"f": "MBD", "k": "S"}) == (
        "Bob (man, b. 1795)\n"
        "with Ann (woman, 1800–1870 †), m. 1819\n"
        "  Cal (man, b. 1822)\n"
        "  with Eve (woman, b. 1824)\n"
        "    Fay (woman, b. 1850, MBD)\n"
        "    with Hal (man, b. 1849), m. 1875–1890, related by descent\n"
        "      Kit (sex not known, b. 1880, S)\n"
        "  Di (woman, b. 1825)\n"
        "  with Gus (man, b. 1820), until 1860\n"
        "    see above: Hal, b. 1849\n"
        "  other families of Gus, b. 1820, see above\n"
        "  with Joy (woman)\n"
        "    Ivy (woman, b. 1846)"
    )


def test_adopted_children_follow_and_their_second_place_refers_to_the_first():
    people = [
        Person("a", "Ann", sex="f", birth=1900),
        Person("b", "Bo", sex="m", birth=1901),
        Person("c", "Cy", sex="m", birth=1930, mother="d", adopters=("a", "b")),
        Person("d", "Di", sex="f", birth=1905),
        Person("e", "Ed", sex="m", birth=1932, father="b", mother="a"),
        Person("f", "Flo", sex="f", birth=1931, adopters=("d",)),
    ]
    g = Genealogy.build("adopted", people)
    assert outline_text(g, g.ids) == (
        "Ann (woman, b. 1900)\n"
        "with Bo (man, b. 1901)\n"
        "  Ed (man, b. 1932)\n"
        "  Cy (man, b. 1930, adopted)\n"
        "Di (woman, b. 1905)\n"
        "  see above: Cy, b. 1930\n"
        "  Flo (woman, b. 1931, adopted)"
    )


def test_only_the_people_asked_for_and_their_links():
    people = [Person("a", "A"), Person("b", "B", father="a"), Person("c", "C", father="b")]
    g = Genealogy.build("x", people)
    assert outline_text(g, ["c", "a", "c"]) == "A (sex not known)\nC (sex not known)"
    assert outline(g, []) == () and outline_text(g, []) == ""
    with pytest.raises(KinError, match="Nobody in 'x' has the id 'z'"):
        outline(g, ["z"])


def test_a_line_break_in_a_name_breaks_no_line():
    g = Genealogy.build("x", [Person("a", "An\nn\t x"), Person("b", "")])
    assert outline_text(g, g.ids) == "An n x (sex not known)\nb (sex not known)"


def families(lines):
    """What an outline says: the couples, and the group of elders each child stands below."""
    owner, partner, couples, groups = {}, {}, [], set()
    for each in lines:
        depth = each.depth
        if each.kind == "person" or each.text.startswith("other families of "):
            if depth and each.kind == "person":
                groups.add(
                    (each.person, frozenset({owner[depth - 1], partner[depth - 1]} - {None}))
                )
            owner[depth], partner[depth] = each.person, None
        else:
            assert each.text.startswith("with ")
            partner[depth] = each.person
            couples.append(frozenset({owner[depth], each.person}))
    return couples, groups


def check(g):
    lines = outline(g, g.ids)
    assert sorted(line.person for line in lines if line.entry) == sorted(g.ids)
    seen = set()
    for line in lines:
        assert line.entry == (line.person not in seen), "first the entry, then references"
        seen.add(line.person)
    couples, groups = families(lines)
    assert len(couples) == len(set(couples))
    assert set(couples) == {frozenset({u.a, u.b}) for u in g.unions}
    wanted = {(i, frozenset(g.parents(i))) for i in g.ids if g.parents(i)}
    assert wanted <= groups
    for child, elders in groups - wanted:
        assert elders <= set(g.adopters(child))
    adopters = {(i, a) for i in g.ids for a in g.adopters(i)}
    assert adopters <= {(child, elder) for child, elders in groups for elder in elders}


@st.composite
def genealogies(draw):
    size = draw(st.integers(1, 12))
    earlier = [st.integers(-1, k - 1) for k in range(size)]
    people = []
    for k in range(size):
        father, mother = draw(earlier[k]), draw(earlier[k])
        adopters = draw(st.sets(earlier[k], max_size=3)) - {-1, father, mother}
        people.append(
            Person(
                f"p{k}",
                f"P{k}",
                birth=draw(st.sampled_from([None, 1700 + k, 1700 - k])),
                father=f"p{father}" if father >= 0 else None,
                mother=f"p{mother}" if mother >= 0 and mother != father else None,
                adopters=tuple(f"p{a}" for a in adopters),
            )
        )
    pairs = draw(st.sets(st.tuples(st.integers(0, size - 1), st.integers(0, size - 1)), max_size=6))
    return Genealogy.build("g", people, [Union(f"p{a}", f"p{b}") for a, b in pairs if a != b])


@given(genealogies())
def test_everyone_has_one_entry_and_the_outline_tells_every_link(g):
    check(g)


@pytest.mark.parametrize("path", FAMILIES, ids=lambda path: path.stem)
def test_shipped_families(path):
    g = read_turtle(path.read_bytes(), path.stem)
    check(g)


def test_release_families():
    paths = sorted(RELEASE.glob("*.ttl"))
    if not paths:
        pytest.skip(f"the KinshipQA release is not here ({RELEASE})")
    for path in paths:
        check(read_turtle(path.read_bytes(), path.stem))


def test_three_thousand_royals():
    path = ROOT.parent / "shared" / "gedcom" / "royal92.ged"
    if not path.exists():
        pytest.skip(f"the royal family is not here ({path})")
    check(read_gedcom(path.read_bytes(), "royal92").genealogy)


def test_a_line_of_two_thousand_generations():
    people = [Person("0", "A", sex="m")]
    for k in range(1, 2000):
        people += [Person(f"w{k}", "W"), Person(f"{k}", "A", father=f"{k - 1}", mother=f"w{k}")]
    g = Genealogy.build("chain", people)
    lines = outline(g, g.ids)
    assert len(lines) == 3999 and max(line.depth for line in lines) == 1999
