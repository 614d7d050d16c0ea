"""The second derivation against the first: two ways that share nothing but the specification."""

from collections import defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinlib.exchange.names import shipped_names
from kinlib.exchange.rdf import read_turtle
from kinlib.kinship.genealogy import Genealogy, Person
from kinlib.kinship.kindreds import kindreds
from kinlib.kinship.simulate import Parameters, simulate
from kinlib.kinship.systems import SYSTEMS, class_id
from kinlib.reasoning.derivation import Chain, all_chains, class_of, nearest


def derived(genealogy, hops=8):
    """Kin types by pair of positions, from the second derivation."""
    found = all_chains(genealogy.fathers, genealogy.mothers, genealogy.sexes, hops)
    return {
        (ego, alter): {chain.kin_type for chain in nearest(ways)}
        for ego, kin in enumerate(found)
        for alter, ways in kin.items()
    }


def from_kindreds(genealogy, hops=8):
    found = {}
    for block in kindreds(genealogy, hops, over_marriages=False):
        texts = defaultdict(set)
        for row, choice in zip(block.rows.tolist(), block.choices.tolist(), strict=True):
            texts[row].add(block.texts[choice])
        pairs = zip(block.egos.tolist(), block.alters.tolist(), strict=True)
        found.update({pair: texts[row] for row, pair in enumerate(pairs)})
    return found


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("years", [50, 150])
def test_both_ways_find_the_same_kin_and_classes(system, years):
    g = simulate(Parameters(system, seed=9, years=years), shipped_names()["english"])
    assert derived(g) == from_kindreds(g)
    assert len(derived(g)) > 400
    for ego, kin in enumerate(all_chains(g.fathers, g.mothers, g.sexes)):
        for ways in kin.values():
            for chain in ways:
                for each in SYSTEMS:
                    assert class_of(each, g.sexes[ego], chain) == class_id(
                        each, chain.kin_type, g.sexes[ego]
                    )


def test_both_ways_agree_on_the_released_trees(shared):
    folder = shared / "kinshipqa-release/data/ontologies"
    if not folder.is_dir():
        pytest.skip("the KinshipQA release is not here")
    for file in sorted(folder.glob("*.ttl")):
        g = read_turtle(file.read_bytes(), file.stem)
        assert derived(g) == from_kindreds(g)


@st.composite
def families(draw):
    """Up to 25 people; parents are any two earlier ones of the right sex, or one, or none."""
    people = []
    for k in range(draw(st.integers(2, 25))):
        men = [None, *(p.id for p in people if p.sex == "m")]
        women = [None, *(p.id for p in people if p.sex == "f")]
        people.append(
            Person(
                f"p{k:02}",
                f"p{k:02}",
                sex=draw(st.sampled_from("mf")),
                father=draw(st.sampled_from(men)),
                mother=draw(st.sampled_from(women)),
            )
        )
    return Genealogy.build("Random", people)


@given(families())
def test_both_ways_agree_on_whatever_family(genealogy):
    assert derived(genealogy, 6) == from_kindreds(genealogy, 6)


# S15, row by row as far as it goes beyond first cousins; a man speaking / a woman speaking.
S15 = {
    "FZS": ("B", "XCm", "XCm", "F", "XS/S"),
    "MBD": ("Z", "XCf", "XCf", "D/XD", "M"),
    "FZDS": ("S", "XS/S", "S/XS", "F", "G2-m"),
    "MBSS": ("S", "S/XS", "XS/S", "G2-m", "MB"),
    "FFBD": ("M", "FZ", "FZ", "FZ", "FZ"),
    "FFZS": ("F", "F", "MB", "G2+m", "XS/S"),
    "MMBD": ("M", "M", "FZ", "D/XD", "G2+f"),
    "FFZSS": ("B", "B", "XCm", "F", "G2-m"),
    "MFZDS": ("B", "B", "XCm", "G2+m", "XS/S"),
    "MMBDS": ("B", "B", "XCm", "G2-m", "MB"),
}


def chain_of(kin_type):
    sexes = {**dict.fromkeys("FBS", "m"), **dict.fromkeys("MZD", "f")}
    up = tuple(sexes[c] for c in kin_type if c in "FM")
    down = tuple(sexes[c] for c in kin_type if c in "BZSD")
    return Chain(up, down, any(c in "BZ" for c in kin_type))


@pytest.mark.parametrize("kin_type", S15)
@pytest.mark.parametrize("ego", "mf")
def test_the_tables_of_the_specification(kin_type, ego):
    systems = ("Hawaiian", "Iroquois", "Dravidian", "Crow", "Omaha")
    for system, cell in zip(systems, S15[kin_type], strict=True):
        man, _, woman = cell.partition("/")
        wanted = woman if ego == "f" and woman else man
        assert class_of(system, ego, chain_of(kin_type)) == wanted


def test_a_chain_counts_hops_and_generations_as_the_specification_does():
    for kin_type, hops, generation in (("FBSD", 4, -1), ("FF", 2, 2), ("Z", 1, 0), ("SD", 2, -2)):
        chain = chain_of(kin_type)
        assert (chain.hops, chain.generation, chain.kin_type) == (hops, generation, kin_type)
