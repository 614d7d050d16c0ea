"""The kin of everybody at once must be what `classify_all` finds ego by ego."""

import tracemalloc
from itertools import groupby

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kinlib.errors import KinError
from kinlib.exchange.rdf import read_turtle
from kinlib.kinship.genealogy import Genealogy, Person, Union
from kinlib.kinship.kindreds import classes, kindreds
from kinlib.kinship.relate import classify_all, paths
from kinlib.kinship.systems import SYSTEMS
from kinlib.settings import ROOT

RELEASE = ROOT.parent / "shared" / "kinshipqa-release" / "data"
FAMILIES = sorted((ROOT / "data" / "families").glob("*.ttl"))


def everything(genealogy, steps, systems=SYSTEMS, variant="I", egos=None):
    """{(ego, alter): (choices, blood, class and ambiguity by system)} from the columns."""
    found = {}
    for block in kindreds(genealogy, steps, egos):
        told = {system: classes(block, system, variant) for system in systems}
        choices = [
            tuple(block.texts[code] for _, code in pairs)
            for _, pairs in groupby(zip(block.rows, block.choices, strict=True), lambda p: p[0])
        ]
        assert [block.texts[code] for code in block.kin_types] == [some[0] for some in choices]
        for row in range(len(block)):
            pair = int(block.egos[row]), int(block.alters[row])
            assert pair not in found and block.egos[row] in block.asked
            by_system = {
                name: (c.ids[c.codes[row]], bool(c.ambiguous[row])) for name, c in told.items()
            }
            found[pair] = choices[row], bool(block.consanguineal[row]), by_system
    return found


def expected(genealogy, steps, systems=SYSTEMS, variant="I"):
    found = {}
    for i, ego in enumerate(genealogy.ids):
        kin = classify_all(genealogy, ego, systems, variant=variant, max_steps=steps)
        for row, alter in enumerate(kin.alters):
            by_system = {s: (kin.classes[s][row], row in kin.ambiguous[s]) for s in systems}
            found[i, alter] = kin.choices[row], kin.consanguineal[row], by_system
    return found


@pytest.mark.parametrize("path", FAMILIES, ids=lambda path: path.stem)
@pytest.mark.parametrize("steps", [1, 2, 3, 4])
def test_shipped_families(path, steps):
    g = read_turtle(path.read_bytes(), path.stem)
    assert everything(g, steps) == expected(g, steps)


@pytest.mark.parametrize("system", [name.casefold() for name in SYSTEMS])
@pytest.mark.parametrize(("folder", "steps"), [("ontologies", 4), ("ontologies_extended", 3)])
def test_trees_of_the_release(folder, system, steps):
    path = RELEASE / folder / f"{system}.ttl"
    if not path.exists():
        pytest.skip(f"the KinshipQA release is not here ({path})")
    g = read_turtle(path.read_bytes(), system)
    one = (system.capitalize(),)
    assert everything(g, steps, one) == expected(g, steps, one)


@st.composite
def genealogies(draw):
    """Few people much intertwined: all sexes, either or one parent, any unions, adoptions."""
    size = draw(st.integers(1, 12))
    people = []
    for number in range(size):
        above = [f"p{k}" for k in range(number)]
        father = draw(st.sampled_from([None, *above]))
        mother = draw(st.sampled_from([None, *(p for p in above if p != father)]))
        adopters = draw(st.sets(st.sampled_from(above), max_size=2)) if above else ()
        sex = draw(st.sampled_from("mfu"))
        named = Person(f"p{number}", "x", sex=sex, father=father, mother=mother)
        people.append(named if not adopters else _adopted(named, tuple(adopters)))
    pair = st.tuples(st.integers(0, size - 1), st.integers(0, size - 1))
    pairs = draw(st.lists(pair.filter(lambda both: both[0] != both[1]), max_size=4))
    return Genealogy.build("Random", people, [Union(f"p{a}", f"p{b}") for a, b in pairs])


def _adopted(person, adopters):
    return Person(
        person.id, person.name, sex=person.sex, father=person.father, mother=person.mother,
        adopters=adopters,
    )  # fmt: skip


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(genealogies(), st.integers(1, 4), st.sampled_from(["I", "III"]))
def test_any_genealogy(g, steps, variant):
    systems = ("Crow", "Dravidian", "Eskimo")
    assert everything(g, steps, systems, variant) == expected(g, steps, systems, variant)


@settings(max_examples=80, deadline=None)
@given(genealogies())
def test_by_blood_alone_the_shortest_paths_by_blood_are_found(g):
    found = {}
    for block in kindreds(g, 4, over_marriages=False):
        for row, code in zip(block.rows, block.choices, strict=True):
            assert block.consanguineal[row]
            pair = int(block.egos[row]), int(block.alters[row])
            found.setdefault(pair, set()).add(block.texts[code])
    wanted = {}
    for i, ego in enumerate(g.ids):
        for j, alter in enumerate(g.ids):
            blood = {p.kin_type for p in paths(g, ego, alter, 4) if p.consanguineal}
            if blood:
                wanted[i, j] = blood
    assert found == wanted


def test_a_cousin_who_was_married_is_a_wife_and_by_blood_a_cousin():
    g = read_turtle((ROOT / "data/families/darwin_wedgwood.ttl").read_bytes(), "x")
    charles, emma = g.at("charles_darwin"), g.at("emma_wedgwood")

    def kin_types(**options):
        (block,) = kindreds(g, 3, [charles], **options)
        row = block.alters.tolist().index(emma)
        return block.texts[block.kin_types[row]]

    assert (kin_types(), kin_types(over_marriages=False)) == ("W", "MBD")


def test_egos_may_be_chosen_and_rows_are_in_order():
    g = read_turtle(FAMILIES[0].read_bytes(), "x")
    whole = everything(g, 3)
    some = everything(g, 3, egos=[40, 3, 3])
    assert some == {pair: row for pair, row in whole.items() if pair[0] in (3, 40)}
    for block in kindreds(g, 3):
        length = np.array([len(block.texts[code]) for code in block.kin_types])
        order = np.lexsort((block.alters, length, block.egos))
        assert order.tolist() == list(range(len(block)))


def test_blocks_hold_everybody_once_even_without_kin():
    g = Genealogy.build("Many", [Person(f"p{i}", "x", sex="m") for i in range(3000)])
    asked = np.concatenate([block.asked for block in kindreds(g, 3)])
    assert asked.tolist() == list(range(3000))
    assert not any(len(block) for block in kindreds(g, 3))
    assert list(kindreds(Genealogy.build("Nobody", []))) == []


def test_a_system_nobody_knows_is_said():
    (block,) = kindreds(Genealogy.build("One", [Person("a", "Ann")]))
    with pytest.raises(KinError, match="Klingon"):
        classes(block, "Klingon")


def test_but_for_the_links_memory_does_not_grow_with_the_population():
    def peak(families):
        people = []
        for n in range(families):
            people += [Person(f"f{n}", "F", sex="m"), Person(f"m{n}", "M", sex="f")]
            people += [
                Person(f"c{n}_{k}", "C", sex="m", father=f"f{n}", mother=f"m{n}") for k in range(8)
            ]
        g = Genealogy.build("Big", people)
        tracemalloc.start()
        blocks = kindreds(g, 3)
        rows = len(next(blocks))  # the links of everybody are there now
        links, _ = tracemalloc.get_traced_memory()
        tracemalloc.reset_peak()
        rows += sum(map(len, blocks))
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert rows == families * 90
        return most - links

    peak(10)  # numpy's own first-use allocations
    assert peak(4000) < 1.2 * peak(1000)
