"""Proofs and contexts: what each level tells, that it is true, that decoys are what they are."""

from random import Random

import pytest

from kinlib.exchange.names import shipped_names
from kinlib.kinship.genealogy import Genealogy, Person, Union
from kinlib.kinship.kintype import SEX
from kinlib.kinship.simulate import Parameters, simulate
from kinlib.reasoning.collection import tree_of
from kinlib.reasoning.contexts import read
from kinlib.reasoning.family import WORDS, Fact, family_of, telling_names, tree_id
from kinlib.reasoning.making import Manner, lines, make
from kinlib.reasoning.proof import (
    LEVELS,
    OTHERS,
    around,
    decoys,
    derivation_steps,
    line,
    proof,
    whole,
)

# gf + gm have f and fz; f + m have ego and z; fz + h have c; m's brother mb stands alone
PEOPLE = [
    Person("gf", "Abe", sex="m", birth=1900),
    Person("gm", "Bea", sex="f", birth=1902),
    Person("f", "Cal", sex="m", birth=1925, father="gf", mother="gm"),
    Person("fz", "Dot", sex="f", birth=1927, father="gf", mother="gm"),
    Person("mf", "Gus", sex="m"),
    Person("m", "Eve", sex="f", birth=1926, father="mf"),
    Person("mb", "Fay", sex="m", birth=1930, father="mf"),
    Person("h", "Hal", sex="m", birth=1920),
    Person("ego", "Ida", sex="f", birth=1950, father="f", mother="m"),
    Person("z", "Joy", sex="f", birth=1952, father="f", mother="m"),
    Person("c", "Kit", sex="m", birth=1951, father="h", mother="fz"),
]
SMALL = Genealogy.build("Small", PEOPLE, [Union("f", "m"), Union("h", "fz")])


def named(family, facts):
    ids = family.ids
    return {(ids[fact.subject], WORDS[fact.letter], ids[fact.object]) for fact in facts}


def test_a_line_goes_over_the_people_of_its_kin_type():
    family = family_of(SMALL)
    at = SMALL.at
    way = line(family, at("ego"), at("c"), "FZS")
    assert [family.ids[i] for i in way] == ["ego", "f", "fz", "c"]
    assert named(family, proof([(way, "FZS")])) == {
        ("ego", "father", "f"),
        ("f", "sister", "fz"),
        ("fz", "son", "c"),
    }
    with pytest.raises(ValueError, match="c is no MBS of ego"):
        line(family, at("ego"), at("c"), "MBS")


def test_lines_that_share_steps_share_facts():
    family = family_of(SMALL)
    at = SMALL.at
    ways = [(line(family, at("c"), at(e), "MBD"), "MBD") for e in ("ego", "z")]
    assert len(proof(ways)) == 4  # mother, her brother, and his two daughters


def test_the_level_siblings_adds_siblings_and_spouses():
    family = family_of(SMALL)
    told = named(family, around(family, [SMALL.at("m"), SMALL.at("ego")]))
    assert told == {
        ("m", "brother", "mb"),
        ("m", "husband", "f"),
        ("ego", "sister", "z"),
    }


def test_a_whole_family_is_told_by_children_and_spouses():
    family = family_of(SMALL)
    told = named(family, whole(family))
    assert ("f", "daughter", "ego") in told
    assert ("m", "daughter", "ego") in told
    assert ("fz", "husband", "h") in told
    assert {word for _, word, _ in told} == {"son", "daughter", "husband", "wife"}
    assert len(told) == sum(bool(p.father) + bool(p.mother) for p in PEOPLE) + 2 * len(SMALL.unions)


def test_steps_are_counted_in_the_context_itself():
    family = family_of(SMALL)
    at = SMALL.at
    near = proof([(line(family, at("ego"), at("c"), "FZS"), "FZS")])
    assert derivation_steps(near, at("ego"), [at("c")]) == 3
    # without sibling facts the aunt is reached over a grandparent
    assert derivation_steps(whole(family), at("ego"), [at("c")]) == 4
    with pytest.raises(ValueError, match="do not lead"):
        derivation_steps(near, at("ego"), [at("mb")])


@pytest.mark.parametrize("seed", range(3))
def test_a_decoy_is_another_line_over_people_of_the_same_sexes(seed):
    g = simulate(Parameters("Omaha", seed=seed + 1), shipped_names()["english"])
    tree = tree_of(g, "Omaha", 4)
    family = tree.asking.family
    found = 0
    for candidate in tree.supply.candidates[:: max(1, len(tree.supply.candidates) // 300)]:
        if candidate.kind == "older":
            continue
        ways = lines(family, candidate)
        misleading = decoys(family, ways, Random(seed))
        if misleading is None:
            continue
        found += 1
        proven = {person for people, _ in ways for person in people}
        wanted = {tuple(SEX[c] for c in kin_type) for _, kin_type in ways}
        assert {tuple(SEX[c] for c in letters) for _, letters in misleading} == wanted
        for people, letters in misleading:
            assert family.sexes[people[0]] == family.sexes[candidate.ego]
            assert proven.isdisjoint(people[1:])
            assert len(set(people)) == len(people)
            for step, letter in enumerate(letters):
                assert people[step + 1] in family.next_of_kin[letter][people[step]]
    assert found > 200


def test_levels_tell_more_and_more_of_the_truth():
    g = simulate(Parameters("Crow", seed=2), shipped_names()["english"])
    tree = tree_of(g, "Crow", 4)
    family = tree.asking.family
    compared = 0
    for candidate in tree.supply.candidates[::40]:
        made = [make(tree.asking, candidate, Manner(level=level)) for level in LEVELS]
        if None in made:
            continue
        compared += 1
        assert len({item.question_id for item in made}) == 1
        assert len({item.question_text for item in made}) == 1
        assert len({item.ground_truth for item in made}) == 1
        minimal, siblings, branches, everyone = (set(item.context.split("\n")) for item in made)
        assert len(minimal) <= len(siblings) < len(branches)
        assert len(read(made[3].context).mentioned) == len(family.names)
        # the kin of at least three more people are told as ego's are
        told = {fact.subject for fact in read(made[1].context).facts}
        assert len({fact.subject for fact in read(made[2].context).facts} - told) >= OTHERS
        assert everyone
    assert compared > 20


def test_names_that_two_people_share_are_told_apart():
    people = [
        Person("a", "Ann  Lee", birth=1900),
        Person("b", "Ann Lee", birth=1930),
        Person("c", "Bob"),
        Person("d", "Bob"),
        Person("e", ""),
        Person("f", "Cid", birth=1950),
    ]
    assert telling_names(Genealogy.build("Names", people)) == (
        "Ann Lee (born 1900)",
        "Ann Lee (born 1930)",
        "Bob (c)",
        "Bob (d)",
        "e",
        "Cid",
    )


def test_a_tree_is_known_by_its_people_not_by_its_name():
    again = Genealogy.build("Other name", PEOPLE[::-1], [Union("fz", "h"), Union("m", "f")])
    assert tree_id(SMALL) == tree_id(again)
    other = Genealogy.build("Small", [*PEOPLE[:-1], Person("c", "Kit", sex="m", birth=1951)])
    assert tree_id(SMALL) != tree_id(other)


def test_facts_are_of_people_whose_sex_is_known():
    family = family_of(
        Genealogy.build("U", [Person("a", "A", sex="f"), Person("b", "B", mother="a")])
    )
    assert family.facts(0, "SD") == []
    assert family.facts(1, "FM") == [Fact(1, "M", 0)]
    assert whole(family) == (Fact(1, "M", 0),)  # told from the child, whom no word is for
