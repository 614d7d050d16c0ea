"""Each rule about trees, on a tiny faulty and a tiny sound example."""

import pytest

from kinlib.kinship.genealogy import Genealogy, Person
from kinlib.reasoning.lint import RULES, lint_trees
from kinlib.reasoning.lint.tree import Stated
from tests.reasoning.lint.family import family

COUSINS = {"hasCousin": [("gus", "kim")], "hasCrossCousin": [("gus", "kim")]}
FAR = {"hasCousin": [("gus", "pia")], "hasParallelCousin": [("gus", "kim")]}
WORDS = frozenset({"family:hasCousin", "family:hasNiece"})


def mothers(*children):
    """A tree of as many mothers, each with so many children."""
    people = [Person(f"m{n}", f"M{n}", sex="f") for n in range(len(children))]
    for n, number in enumerate(children):
        people += [Person(f"c{n}.{k}", f"C{n}.{k}", mother=f"m{n}") for k in range(number)]
    return Genealogy.build("mothers", people)


def late(years):
    """The family, so many years later."""
    return family({p.name: {"birth": p.birth + years} for p in family().people()})


def one(changes=None, **other):
    return {"crow": family(changes, **other)}


# rule -> faulty trees, what their sentence has to say, sound trees; with what their files state
EXAMPLES = {
    "born-before-parents": (
        one({"Gus": {"birth": 1920}}), "before both parents: Finn (1924) and Dee (1927)",
        one({"Gus": {"birth": 1925}}),
    ),
    "impossible-life": (one({"Gus": {"birth": 1925}}), "older than the mother", one()),
    "parallel-marriage": (
        {"iroquois": family(unions=[("Gus", "Rae"), ("Hal", "Kim"), ("Quin", "Ivy")],
                            system="iroquois")},
        "Ivy (ivy) and Quin (quin), partners, are parallel cousins over FBS",
        {"iroquois": family(system="iroquois")},
    ),
    "prohibited-marriage": (
        one(unions=[("Kim", "Leo")]), "Leo (leo) and Kim (kim)", one(unions=[("Al", "Bea")]),
    ),
    "clan-not-inherited": (
        one({"Gus": {"descent_group": "fox"}}), "Gus is of fox, and the mother Dee of bear", one(),
    ),
    "same-name": (one({"Ola": {"name": "Al"}}), "Al is also the name of al", one()),
    "numbered-name": (one({"Ola": {"name": "Ola_2 Fox"}}), "Nobody is called Ola_2 Fox", one()),
    "founders-surname": (
        one({"Al": {"surname": "Lee"}, "Bea": {"surname": "Lee"}}), "Al and Bea, partners",
        one({"Al": {"surname": "Lee"}, "Bea": {"surname": "Ray"}}),
    ),
    "same-tree": (
        one() | {"omaha": family(name="omaha", system="omaha")}, "17 people are those of crow",
        one() | {"omaha": late(1)},
    ),
    "shared-people": (
        one() | {"omaha": family({"Rae": {"sex": "m"}})}, "16 of its 17 people are also in crow",
        one() | {"omaha": late(1)},
    ),
    "extinct-tree": (
        one() | {"omaha": late(30)}, "last birth is in 1976; other trees go on to 2006",
        one() | {"omaha": late(20)},
    ),
    "uniform-families": (
        {"crow": mothers(3, 3, 3, 3, 3)}, "5 of 5 mothers have 3 children",
        {"crow": mothers(3, 2, 3, 1, 3)},
    ),
    "no-remarriage": (
        one(), "Nobody in it ever has two partners", one(unions=[("Dee", "Finn"), ("Dee", "Ned")]),
    ),
    "far-cousin": (one(), "Gus hasCousin Pia, who is no first cousin", one()),
    "cousin-crossness": (one(), "Gus hasParallelCousin Kim", one()),
    "declared-unused": (one(), "family:hasNiece is declared and never used", one()),
    "used-undeclared": (one(), "family:hasNiece is used and not declared", one()),
}  # fmt: skip
STATED = {
    "far-cousin": (Stated(FAR), Stated(COUSINS)),
    "cousin-crossness": (Stated(FAR), Stated(COUSINS)),
    "declared-unused": (
        Stated({}, WORDS, frozenset({"family:hasCousin"})), Stated({}, WORDS, WORDS),
    ),
    "used-undeclared": (
        Stated({}, frozenset({"family:hasCousin"}), WORDS), Stated({}, WORDS, WORDS),
    ),
}  # fmt: skip


def test_every_rule_about_trees_has_an_example():
    assert EXAMPLES.keys() == {name for name, rule in RULES.items() if rule.of == "trees"}


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_fault_is_found_with_its_evidence(name):
    trees, said, _ = EXAMPLES[name]
    stated = {"crow": STATED[name][0]} if name in STATED else None
    found = lint_trees(trees, stated)
    assert found.count(name).found
    assert any(said in finding.sentence for finding in found.of(name)), found.of(name)
    assert found.of(name)[0].subject.split()[0] in trees


@pytest.mark.parametrize("name", EXAMPLES)
def test_what_is_sound_is_checked_and_not_found(name):
    stated = {"crow": STATED[name][1]} if name in STATED else None
    count = lint_trees(EXAMPLES[name][2], stated).count(name)
    assert count.checked and count.found == 0


def test_cousins_are_judged_on_every_line_of_any_degree():
    """Second cousins through two brothers' sons are parallel, whoever stands between."""
    people = [
        Person("x", "X", sex="m"),
        Person("a", "A", sex="m", father="x"), Person("b", "B", sex="m", father="x"),
        Person("c", "C", sex="f", father="a"), Person("d", "D", sex="f", father="b"),
        Person("e", "E", sex="m", mother="c"), Person("f", "F", sex="f", mother="d"),
    ]  # fmt: skip
    tree = Genealogy.build("t", people, system="iroquois")
    for word, found in (("hasCrossCousin", 1), ("hasParallelCousin", 0)):
        told = lint_trees({"iroquois": tree}, {"iroquois": Stated({word: [("e", "f")]})})
        assert told.count("cousin-crossness").found == found


def test_without_statements_rules_about_them_are_not_checked():
    found = lint_trees(one())
    for name in STATED:
        assert found.count(name).checked is None
    assert found.count("extinct-tree").checked is None
