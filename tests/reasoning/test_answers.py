"""Answers found twice: by hand on a small family, and on populations of every system."""

import pyoxigraph
import pytest
import rdflib

from kinlib.exchange.names import shipped_names
from kinlib.kinship.genealogy import Genealogy, Person
from kinlib.kinship.simulate import Parameters, simulate
from kinlib.kinship.systems import SYSTEMS
from kinlib.reasoning.answers import SPOUSE, Relation, answers, ground, sparql
from kinlib.reasoning.derivation import class_of
from kinlib.reasoning.english import biological, filters
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
    got = answers(ground(genealogy, relation.system or "Eskimo"), [relation])[relation]
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
        # relatives of relatives
        (
            Relation("Sudanese", ("MBS", "MBD"), over=("hasMaternalUncle", "hasChild")),
            {"mbd"},
        ),
        (Relation("Sudanese", ("MBS",), over=("hasMaternalUncle", "hasSon")), set()),
        (Relation("Sudanese", ("FFZ",), over=("hasPaternalGrandfather", "hasSister")), set()),
        # lineal kin are left out with ego's own, whatever their generation
        (Relation("Hawaiian", ("G2+m",), others=True), set()),
        (SPOUSE, set()),
    ],
)
def test_relatives_of_a_small_family(relation, wanted):
    assert found(family(TREE), relation) == (wanted, None)


def test_spouses_are_found_twice_too():
    assert found(family(TREE), SPOUSE, ego="fz") == ({"fzh"}, None)


def test_who_is_an_uncle_on_both_sides_is_not_asked_about_by_side():
    # a man has a child with his half-sister (one mother, b): his brother u is the child's uncle on
    # both sides, by equal lines, and he himself is its father and its mother's half-brother
    g = family("a m - -\nb f - -\nc m - -\nf m a b\nu m a b\nm f c b\nego m f m")
    assert found(g, Relation("Eskimo", ("UNCLE",), side="F")) == (set(), "lines to u differ")
    assert found(g, Relation("Eskimo", ("UNCLE",), side="M")) == (set(), "lines to f, u differ")
    assert found(g, Relation("Eskimo", ("F",))) == ({"f"}, None)


# A man marries his brother's daughter: their son's mother is also his father's brother's daughter,
# and her father is his grandfather by the shorter line, his uncle by the longer.
NEAR = "a m - -\nb f - -\nf m a b\nu m a b\nw f - -\nm f u w\nz f u w\nego m f m"


def test_who_is_an_uncle_by_a_longer_line_only_makes_the_question_doubtful():
    g = family(NEAR)
    uncles, refused = found(g, Relation("Eskimo", ("UNCLE",), side="F"))
    # u is both mother's father (two hops) and father's brother (two hops): equal lines
    assert (uncles, refused) == (set(), "lines to u differ")
    # the mother's sister is also the father's brother's daughter: aunt, not to be asked as cousin
    aunts, refused = found(g, Relation("Eskimo", ("AUNT",)))
    assert (aunts, refused) == ({"z"}, None)
    cousins, refused = found(g, Relation("Eskimo", ("COUSIN1R0",)))
    assert (cousins, refused) == (set(), "lines to m, z differ")


def test_the_mother_is_not_counted_among_cousins_by_a_longer_line():
    g = family(NEAR)
    mothers, refused = found(g, Relation("Eskimo", ("M",)))
    assert (mothers, refused) == ({"m"}, None)


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_two_derivations_never_differ(system):
    asked = 0
    for seed in (1, 2):
        g = simulate(Parameters(system, seed=seed, years=80), shipped_names()["english"])
        tree = ground(g, system)
        classes = sorted(
            {
                class_of(system, s, c)
                for s in "mf"
                for k in tree.chains
                for w in k.values()
                for c in w
            }
        )
        relations = [Relation(system, (c,), others=o) for c in classes for o in (False, True)]
        relations += [of.relation for of in (*biological(6), *filters(6))] + [SPOUSE]
        for relation, got in answers(tree, list(dict.fromkeys(relations))).items():
            asked += len(got.found)
            assert all("differ on" not in why for why in got.refused.values()), relation
            assert got.found.keys().isdisjoint(got.refused)
    assert asked > 1_500


def test_an_error_in_the_ontology_is_refused():
    g = family(TREE)
    tree = ground(g, "Crow")
    person = "http://example.org/person/"
    word = "http://example.org/kinship/crow_FZ"
    tree.store.add(
        pyoxigraph.Quad(*(pyoxigraph.NamedNode(i) for i in (person + "ego", word, person + "gm")))
    )
    relation = Relation("Crow", ("FZ",))
    got = answers(tree, [relation])[relation]
    assert got.refused[g.at("ego")] == "the two derivations differ on gm"


def test_rdflib_answers_the_queries_as_oxigraph_does():
    g = simulate(Parameters("Omaha", seed=4), shipped_names()["english"])
    store = ground(g, "Omaha").store
    graph = rdflib.Graph()
    graph.parse(
        data=store.dump(
            format=pyoxigraph.RdfFormat.N_TRIPLES, from_graph=pyoxigraph.DefaultGraph()
        ),
        format="nt",
    )
    onward = [of.relation for of in biological(3) if of.linking is not None]
    for relations in (
        [Relation("Omaha", ("M",), others=True), Relation("Omaha", ("F",), others=True)],
        [Relation("Eskimo", ("UNCLE", "AUNT"), side="M")],
        [Relation("Eskimo", ("G2+m",), side="F")],
        [Relation("Eskimo", ("COUSIN1R0",), sex="f")],
        onward,
        [SPOUSE],
    ):
        query = sparql(relations)
        ours = {tuple(node.value for node in row) for row in store.query(query)}
        theirs = {tuple(str(node) for node in row) for row in graph.query(query)}
        assert ours == theirs
        assert ours


def test_a_query_for_one_person_finds_their_relatives_only():
    g = family(TREE)
    store = ground(g, "Crow").store
    rows = store.query(sparql([Relation("Crow", ("F",), others=True)], "ego"))
    assert [row["alter"].value for row in rows] == ["http://example.org/person/fzs"]


def test_class_words_are_names_that_turtle_can_hold():
    g = simulate(Parameters("Sudanese", seed=4, years=90), shipped_names()["english"])
    words = {word for block in class_statements(g, SYSTEMS) for _, word, _ in block.triples(g)}
    assert class_word("Omaha", "G2+m") == "kin:omaha_G2up_m"
    assert {"kin:crow_FZ", "kin:eskimo_COUSIN1R0", "kin:sudanese_FBS"} <= words
    assert all(word.replace("kin:", "").replace("_", "").isalnum() for word in words)
