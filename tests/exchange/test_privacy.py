import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kinlib.exchange.csv_tables import write_csv
from kinlib.exchange.gedcom import read_gedcom
from kinlib.exchange.gedcom_write import write_gedcom
from kinlib.exchange.privacy import living, mask
from kinlib.exchange.rdf import read_turtle
from kinlib.kinship.genealogy import Genealogy, Person, Union
from kinlib.settings import ROOT


def alive(people: list[Person], unions: tuple[Union, ...] = (), today: int = 2000) -> set[str]:
    return set(living(Genealogy.build("x", people, unions), today))


@pytest.mark.parametrize(
    ("birth", "death", "wanted"),
    [
        (1901, None, True),
        (1900, None, False),
        (1990, 1999, False),
        (None, None, True),
        (None, 1999, False),
        (-40, None, False),
    ],
)
def test_somebody_may_be_living_unless_dead_or_born_a_century_ago(birth, death, wanted):
    assert bool(alive([Person("a", "A", birth=birth, death=death)])) is wanted


@pytest.mark.parametrize(
    ("people", "unions", "wanted"),
    [
        # A grandparent is at least 24 years older: born in 1900 or before.
        ([Person("b", "B", mother="a"), Person("c", "C", birth=1924, mother="b")], (), {"b", "c"}),
        ([Person("b", "B", mother="a"), Person("c", "C", birth=1925, mother="b")], (), {*"abc"}),
        # A child's death bounds the child's birth, and so the parent's.
        ([Person("b", "B", mother="a", death=1912)], (), set()),
        ([Person("b", "B", mother="a", death=1913)], (), {"a"}),
        # Somebody married or parted was born.
        ([Person("b", "B", death=1950)], (Union("a", "b", 1900),), set()),
        ([Person("b", "B", death=1950)], (Union("a", "b", 1901),), {"a"}),
        ([Person("b", "B", death=1950)], (Union("a", "b", None, 1900),), set()),
        # A mother lives at a birth, a father a year before, partners at one time.
        ([Person("m", "M", death=1900), Person("a", "A", mother="m")], (), set()),
        ([Person("m", "M", death=1900), Person("a", "A", father="m")], (), {"a"}),
        ([Person("m", "M", death=1899), Person("a", "A", father="m")], (), set()),
        ([Person("b", "B", death=1900)], (Union("a", "b"),), set()),
        # Nobody lives longer than 125 years.
        ([Person("m", "M", birth=1775), Person("a", "A", mother="m")], (), set()),
        ([Person("m", "M", birth=1776), Person("a", "A", mother="m")], (), {"a"}),
        # An adopter was born before the adopted died; nothing follows from the adopted's birth.
        ([Person("b", "B", birth=1800, death=1900, adopters=("a",))], (), set()),
        ([Person("b", "B", birth=1800, adopters=("a",))], (), {"a"}),
        # What bounds one bounds the next: a's mother wed in 1700, so a's son was born by 1950.
        (
            [
                *(Person("m", "M"), Person("n", "N", death=1750), Person("s", "S", father="a")),
                Person("a", "A", mother="m"),
            ],
            (Union("m", "n", 1700),),
            {"s"},
        ),
    ],
)
def test_where_the_birth_is_missing_the_tree_bounds_it(people, unions, wanted):
    people = people if any(p.id == "a" for p in people) else [Person("a", "A"), *people]
    assert alive(people, unions) == wanted


def test_the_masked_keep_sex_and_links_and_lose_everything_else():
    people = [
        Person("ann_lee", "Ann Lee", "Ann", "Lee", "f", 1970, descent_group="bear"),
        Person("bo", "Bo Lee", "Bo", "Lee", "m", 1860, 1930),
        Person("cy", "Cy Lee", "Cy", "Lee", "m", 1990, mother="ann_lee", adopters=("bo",)),
        Person("living_1", "Dee", sex="f", birth=1850, mother=None),
    ]
    unions = [Union("ann_lee", "bo", 1990, 1995), Union("bo", "living_1", 1880, 1890)]
    g = Genealogy.build("The Lees", people, unions, system="crow", note="told by Cy Lee, 1999")
    masked = mask(g, 2000)
    assert masked.name == "Family" and masked.note == "" and masked.system == "crow"
    assert list(masked.people()) == [
        people[1],
        people[3],
        Person("living_2", "Living", sex="f"),
        Person("living_3", "Living", sex="m", mother="living_2", adopters=("bo",)),
    ]
    assert masked.unions == (Union("bo", "living_1", 1880, 1890), Union("bo", "living_2"))
    assert mask(g, 2200) == g


def test_nothing_of_the_living_is_in_any_export():
    people = [
        Person("zelda_q", "Zelda Quux", "Zelda", "Quux", "f", 1987, descent_group="quuxes"),
        Person("old", "Old Man", sex="m", birth=1800, death=1899),
    ]
    g = Genealogy.build("Zelda Quux's family", people, [Union("zelda_q", "old", 1986)])
    masked = mask(g, 2020)
    for data in (write_gedcom(masked), write_gedcom(masked, "7.0"), *write_csv(masked).values()):
        for secret in (b"elda", b"uux", b"1987", b"1986"):
            assert secret not in data.lower()
        assert b"Living" in data or b"partner" in data


@st.composite
def lives(draw) -> Genealogy:
    """A genealogy that can be true, all years known: births, deaths, weddings of the living."""
    people: list[Person] = []
    for k in range(draw(st.integers(1, 12))):
        able = [p for p in people if p.birth is not None and p.birth < 1985]
        father = draw(st.none() | st.sampled_from(able)) if able else None
        mother = draw(st.none() | st.sampled_from(able)) if able else None
        parents = [p for p in dict.fromkeys((father, mother)) if p is not None]
        first = max((p.birth + 12 for p in parents), default=draw(st.integers(1500, 1990)))
        last = min([first + 40, 1999, *(p.death for p in parents if p.death is not None)])
        if last < first:
            parents, last = [], first
        birth = draw(st.integers(first, max(first, last)))
        must_be_dead = birth <= 1900
        age = st.integers(12, 99)
        death = birth + draw(age) if must_be_dead else draw(st.none() | age.map(birth.__add__))
        places = dict(zip(("father", "mother"), [p.id for p in parents], strict=False))
        people.append(
            Person(f"p{k}", "N", birth=birth, death=death, **places)
        )  # fmt: skip
    return Genealogy.build("true", people)


@settings(max_examples=150, deadline=None)
@given(lives(), st.data())
def test_nobody_living_is_ever_taken_for_dead(g, data):
    """Years are taken away by chance; whoever truly lives must still be counted as living."""
    truly = {p.id for p in g.people() if p.death is None}
    hidden = []
    for p in g.people():
        birth = data.draw(st.sampled_from([p.birth, None]))
        death = data.draw(st.sampled_from([p.death, None]))
        hidden.append(Person(p.id, "N", birth=birth, death=death, father=p.father, mother=p.mother))
    assert truly <= living(Genealogy.build("less", hidden), 2000)


def test_shipped_and_historic_families():
    darwins = (ROOT / "data/families/darwin_wedgwood.ttl").read_bytes()
    assert not living(read_turtle(darwins, "x"), 2026)
    path = ROOT.parent / "shared" / "gedcom" / "royal92.ged"
    if not path.exists():
        pytest.skip(f"the GEDCOM samples are not here ({path})")
    g = read_gedcom(path.read_bytes(), "royal92").genealogy
    found = living(g, 2026)
    assert 300 < len(found) < 600
    charles = next(i for i in g.search("Charles Philip Arthur") if i in found)
    assert g.person(charles).birth == 1948
    assert (
        max(g.births[g.at(i)] or 0 for i in g.ids if i not in found and g.person(i).death is None)
        < 1927
    )
    assert len(mask(g, 2026)) == len(g)


@pytest.mark.parametrize(
    ("title", "kept"),
    [
        ("quux", False),
        ("The QUUX family", False),
        ("Zaphod's  tree", False),
        ("Quüx", False),
        ("I7", True),
        ("Gallifrey", True),
    ],
)
def test_nothing_of_the_living_is_left_in_title_or_note(title, kept):
    people = [Person("quux_1", "Zaphod Quux", birth=1979), Person("a", "Old", birth=1800)]
    g = Genealogy.build(title, people, note="Zaphod, b. 1979, told me of quux_1.")
    masked = mask(g, 2026)
    assert masked.note == ""
    assert masked.name == (title if kept else "Family")
    nobody = Genealogy.build(title, people[1:], note="of old")
    assert mask(nobody, 2026) == nobody
