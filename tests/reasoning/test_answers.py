"""Answers found twice: by hand on a small family, and on populations of every system."""

import pyoxigraph
import pytest
import rdflib

from kinlib.exchange.names import shipped_names
from kinlib.kinship.genealogy import Genealogy, Person
from kinlib.kinship.simulate import Parameters, simulate
from kinlib.kinship.systems import SYSTEMS
from kinlib.reasoning.answers import Relation, answers, derived, sparql, store_of
from kinlib.reasoning.derivation import all_chains
from kinlib.reasoning.ontology import class_statements, class_word

# ego's father f, his sister fz with a son fzs; ego's mother m, her brother mb with a daughter mbd
TREE = """
gf m - -
gm f - -
f m gf gm
fz f gf gm
fzh m - -
fzs m fzh fz
mf m - -
mm f - -
m f mf mm
mb m mf mm
mbw f - -
mbd f mb mbw
ego m f m
z f f m
zh m - -
zs m zh z
"""


def family(text):
    people = []
    for line in text.split("\n"):
        if line:
            person, sex, *parents = line.split()
            father, mother = (None if p == "-" else p for p in parents)
            people.append(Person(person, person, sex=sex, father=father, mother=mother))
    return Genealogy.build("Hand", people)


def found(genealogy, relation, ego="ego"):
    """Ids of ego's relatives of a kind, and why ego cannot be asked."""
    store = store_of(genealogy, dict.fromkeys([relation.system, "Eskimo"]))
    chains = all_chains(genealogy.fathers, genealogy.mothers, genealogy.sexes)
    got = answers(genealogy, store, derived(genealogy, chains, relation.system), relation)
    place = genealogy.at(ego)
    return {genealogy.ids[i] for i in got.found.get(place, ())}, got.refused.get(place)


@pytest.mark.parametrize(
    ("relation", "wanted"),
    [
        (Relation("Eskimo", ("UNCLE",)), {"mb"}),
        (Relation("Eskimo", ("UNCLE",), side="F"), set()),
        (Relation("Eskimo", ("AUNT",), side="F"), {"fz"}),
        (Relation("Eskimo", ("COUSIN1R0",)), {"fzs", "mbd"}),
        (Relation("Eskimo", ("COUSIN1R0",), sex="m"), {"fzs"}),
        (Relation("Eskimo", ("G2+m", "G2+f"), side="M"), {"mf", "mm"}),
        (Relation("Eskimo", ("NEPHEW",)), {"zs"}),
        (Relation("Eskimo", ("B", "Z")), {"z"}),
        (Relation("Hawaiian", ("F",)), {"f", "mb"}),
        (Relation("Hawaiian", ("F",), others=True), {"mb"}),
        (Relation("Hawaiian", ("M",), others=True), {"fz"}),
        (Relation("Hawaiian", ("S",)), {"zs"}),
        (Relation("Iroquois", ("XCm", "XCf")), {"fzs", "mbd"}),
        (Relation("Iroquois", ("XS",)), {"zs"}),
        # Crow: FZS is a father, MBD a daughter of a man
        (Relation("Crow", ("F",), others=True), {"fzs"}),
        (Relation("Crow", ("D",)), {"mbd"}),
        # Omaha: MBD is a mother, FZS a nephew of a man
        (Relation("Omaha", ("M",), others=True), {"mbd"}),
        (Relation("Omaha", ("XS",)), {"fzs", "zs"}),
        (Relation("Sudanese", ("MBD",)), {"mbd"}),
    ],
)
def test_relatives_of_a_small_family(relation, wanted):
    assert found(family(TREE), relation) == (wanted, None)


def test_who_is_an_uncle_on_both_sides_is_not_asked_about_by_side():
    # a man whose brother is his wife's half-brother: paternal and maternal uncle of their child
    both = "a m - -\nb f - -\nc f - -\nf m a b\nu m a b\nm f a c\nego m f m"
    g = family(both)
    uncles, refused = found(g, Relation("Eskimo", ("UNCLE",)))
    assert (uncles, refused) == ({"u"}, None)
    uncles, refused = found(g, Relation("Eskimo", ("UNCLE",), side="F"))
    assert (uncles, refused) == (set(), "equal lines to u differ")


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_two_derivations_never_differ(system):
    asked = 0
    for seed in (1, 2):
        g = simulate(Parameters(system, seed=seed, years=80), shipped_names()["english"])
        store = store_of(g, [system, "Eskimo"])
        chains = all_chains(g.fathers, g.mothers, g.sexes)
        for name in (system, "Eskimo"):
            ways = derived(g, chains, name)
            classes = sorted({class_id for lines in ways.lines for class_id in lines})
            sided = [c for c in classes if c.startswith(("UNCLE", "AUNT")) or "+" in c]
            relations = [Relation(name, (c,), others=o) for c in classes for o in (False, True)]
            if name == "Eskimo":
                relations += [Relation(name, (c,), side=s) for c in sided for s in ("F", "M")]
                relations += [Relation(name, ("COUSIN1R0",), sex=s) for s in ("m", "f")]
            for relation in relations:
                got = answers(g, store, ways, relation)
                asked += len(got.found)
                assert all("differ on" not in why for why in got.refused.values())
                assert got.found.keys().isdisjoint(got.refused)
    assert asked > 1_500


def test_an_error_in_the_ontology_is_refused():
    g = family(TREE)
    store = store_of(g, ["Crow", "Eskimo"])
    person = "http://example.org/person/"
    word = "http://example.org/kinship/crow_FZ"
    store.add(
        pyoxigraph.Quad(*(pyoxigraph.NamedNode(i) for i in (person + "ego", word, person + "gm")))
    )
    chains = all_chains(g.fathers, g.mothers, g.sexes)
    got = answers(g, store, derived(g, chains, "Crow"), Relation("Crow", ("FZ",)))
    assert got.refused[g.at("ego")] == "the two derivations differ on gm"


def test_rdflib_answers_the_queries_as_oxigraph_does():
    g = simulate(Parameters("Omaha", seed=4), shipped_names()["english"])
    store = store_of(g, ["Omaha", "Eskimo"])
    graph = rdflib.Graph()
    graph.parse(
        data=store.dump(
            format=pyoxigraph.RdfFormat.N_TRIPLES, from_graph=pyoxigraph.DefaultGraph()
        ),
        format="nt",
    )
    for relation in (
        Relation("Omaha", ("M",), others=True),
        Relation("Eskimo", ("UNCLE", "AUNT"), side="M"),
        Relation("Eskimo", ("G2+m",), side="F"),
        Relation("Eskimo", ("COUSIN1R0",), sex="f"),
    ):
        ours = {(row["ego"].value, row["alter"].value) for row in store.query(sparql(relation))}
        theirs = {(str(row.ego), str(row.alter)) for row in graph.query(sparql(relation))}
        assert ours == theirs
        assert ours


def test_class_words_are_names_that_turtle_can_hold():
    g = simulate(Parameters("Sudanese", seed=4, years=90), shipped_names()["english"])
    words = {word for block in class_statements(g, SYSTEMS) for _, word, _ in block.triples(g)}
    assert class_word("Omaha", "G2+m") == "kin:omaha_G2up_m"
    assert {"kin:crow_FZ", "kin:eskimo_COUSIN1R0", "kin:sudanese_FBS"} <= words
    assert all(word.replace("kin:", "").replace("_", "").isalnum() for word in words)
