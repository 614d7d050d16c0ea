"""Ontologies against families worked by hand, the release's own, and the systems' classes."""

import io
import os
import subprocess
import sys

import pytest
import rdflib
from rdflib import OWL, RDF, RDFS, Namespace

from kinlib.errors import KinError
from kinlib.exchange.facts import local
from kinlib.exchange.rdf import from_graph, parse_turtle, read_turtle
from kinlib.exchange.statements import FAMILY_WORDS, family_triples
from kinlib.exchange.turtle import FAMILY, KIN
from kinlib.kinship.genealogy import Genealogy, Person, Union
from kinlib.kinship.relate import classify_all, paths
from kinlib.kinship.systems import SYSTEMS
from kinlib.reasoning.ontology import declarations, kin_triples, write_ontology
from kinlib.settings import ROOT

RELEASE = ROOT.parent / "shared" / "kinshipqa-release" / "data"
FAMILIES = sorted((ROOT / "data" / "families").glob("*.ttl"))
EVERY_SYSTEM = [name.casefold() for name in SYSTEMS]


def family(text, unions=()):
    """People written "id sex [father mother]", one a line; "-" is not known."""
    people = []
    for line in text.strip().splitlines():
        person, sex, father, mother = [*line.split(), "-", "-"][:4]
        parents = (None if p == "-" else p for p in (father, mother))
        people.append(Person(person, person, "", "", sex, None, None, *parents))
    return Genealogy.build("Test", people, [Union(*pair.split()) for pair in unions])


def said(genealogy, blocks):
    """{word: {"subject object"}}; no statement is made twice."""
    found = {}
    for block in blocks:
        for subject, word, thing in block.triples(genealogy):
            pairs = found.setdefault(word, set())
            assert f"{subject} {thing}" not in pairs
            pairs.add(f"{subject} {thing}")
    return found


def of(found, subject, prefix="family:has"):
    """{word without its prefix: objects} of one subject."""
    everything = {
        word.removeprefix(prefix): {p.split()[1] for p in pairs if p.split()[0] == subject}
        for word, pairs in found.items()
    }
    return {word: " ".join(sorted(objects)) for word, objects in everything.items() if objects}


def released(folder, system):
    """The genealogy of a file of the release, and what it says of kin."""
    path = RELEASE / folder / f"{system}.ttl"
    if not path.exists():
        pytest.skip(f"the KinshipQA release is not here ({path})")
    graph = parse_turtle(path.read_bytes(), system)
    theirs = {}
    for subject, word, thing in graph:
        name = word.replace(FAMILY, "family:").replace(KIN, "kin:")
        if name.startswith(("family:has", "kin:")):
            theirs.setdefault(name, set()).add(f"{local(subject)} {local(thing)}")
    return from_graph(graph, system), theirs


# Anna has two husbands; her brother, her son's half-sister, a cousin, a nephew.
HALF = family(
    """
    gf m
    gm f
    anna f gf gm
    bert m gf gm
    first m
    second m
    wife f
    son m first anna
    girl f second anna
    cousin f bert wife
    grandson m son -
    someone u bert wife
    """,
    ["first anna", "second anna"],
)


def test_family_words_by_hand():
    found = said(HALF, family_triples(HALF))
    assert of(found, "son") == {
        "Father": "first", "Mother": "anna", "Parent": "anna first",
        "Child": "grandson", "Son": "grandson", "Sibling": "girl", "Sister": "girl",
        "Grandparent": "gf gm", "Grandfather": "gf", "Grandmother": "gm",
        "MaternalGrandfather": "gf", "MaternalGrandmother": "gm",
        "Uncle": "bert", "MaternalUncle": "bert", "Cousin": "cousin someone",
    }  # fmt: skip
    assert of(found, "anna") == {
        "Father": "gf", "Mother": "gm", "Parent": "gf gm", "Sibling": "bert", "Brother": "bert",
        "Spouse": "first second", "Husband": "first second",
        "Child": "girl son", "Son": "son", "Daughter": "girl", "Grandchild": "grandson",
        "Niece": "cousin",
    }  # fmt: skip
    assert of(found, "grandson") == {
        "Father": "son", "Parent": "son", "Grandparent": "anna first", "Grandfather": "first",
        "Grandmother": "anna", "PaternalGrandfather": "first", "PaternalGrandmother": "anna",
        "Aunt": "girl", "PaternalAunt": "girl",
    }  # fmt: skip
    assert of(found, "girl")["Nephew"] == "grandson"
    assert "Uncle" not in of(found, "someone") and of(found, "someone")["Aunt"] == "anna"
    assert of(said(HALF, family_triples(HALF, derived=False)), "son") == {
        "Father": "first", "Mother": "anna",
    }  # fmt: skip


def test_step_kin_and_adopted_kin_are_no_kin_of_these_words():
    people = [
        Person("pa", "", sex="m"), Person("step", "", sex="f"), Person("hers", "", mother="step"),
        Person("his", "", father="pa"), Person("kid", "", adopters=("pa",)),
    ]  # fmt: skip
    g = Genealogy.build("Step", people, [Union("pa", "step")])
    found = said(g, family_triples(g))
    assert of(found, "his") == {"Father": "pa", "Parent": "pa"}
    assert of(found, "kid") == {}


@pytest.mark.parametrize("system", EVERY_SYSTEM)
@pytest.mark.parametrize("folder", ["ontologies", "ontologies_extended"])
def test_family_statements_equal_the_release_but_for_its_faults(folder, system):
    g, theirs = released(folder, system)
    ours = said(g, family_triples(g))
    for word in FAMILY_WORDS:
        mine, published = ours.get(word, set()), theirs.get(word, set())
        if word == "family:hasCousin":
            assert mine < published  # AUDIT T7: all kin of ego's generation are cousins there
            for pair in sorted(published - mine)[:: 1 if folder == "ontologies" else 15]:
                kin_types = {p.kin_type for p in paths(g, *pair.split()) if p.consanguineal}
                assert min(map(len, kin_types)) > 3
        elif word in ("family:hasNephew", "family:hasNiece"):
            assert mine and not published  # AUDIT T11: declared there and never said
        else:
            assert mine == published
    if folder == "ontologies" and system in ("eskimo", "sudanese", "hawaiian", "omaha"):
        assert len(theirs["family:hasCousin"] - ours["family:hasCousin"]) == 132  # T7's number


def classed(genealogy, system, steps, ids):
    """{"ego alter"} within so many steps whose class is one of these, by classify_all."""
    found = set()
    for ego in genealogy.ids:
        kin = classify_all(genealogy, ego, [system], max_steps=steps)
        rows = zip(kin.alters, kin.classes[system], strict=True)
        clear = (row for n, row in enumerate(rows) if n not in kin.ambiguous[system])
        found |= {f"{ego} {genealogy.ids[alter]}" for alter, class_id in clear if class_id in ids}
    return found


@pytest.mark.parametrize("system", ["iroquois", "dravidian"])
def test_crossness_equals_the_release_to_first_cousins_and_corrects_it_beyond(system):
    g, theirs = released("ontologies", system)
    near, far = said(g, kin_triples(g, system)), said(g, kin_triples(g, system, 5))
    cousins = said(g, family_triples(g))["family:hasCousin"]
    assert near["kin:hasCrossCousin"] == theirs["kin:hasCrossCousin"] & cousins
    assert near["kin:hasParallelCousin"] == theirs["kin:hasParallelCousin"] & cousins
    assert near["kin:hasCrossCousin"] | near["kin:hasParallelCousin"] == cousins
    assert near["kin:hasCrossUncle"] == theirs["kin:hasCrossUncle"]
    assert near["kin:hasCrossAunt"] == theirs["kin:hasCrossAunt"]
    # Beyond first cousins theirs are all parallel; by the rules (S6, S7) some are cross, and of
    # most the lines disagree, so nothing is said (S13).
    beyond = theirs["kin:hasParallelCousin"] - cousins
    assert theirs["kin:hasCrossCousin"] <= cousins
    cross = far["kin:hasCrossCousin"] & beyond
    assert len(beyond) == {"iroquois": 114, "dravidian": 108}[system]
    by_link = said(g, kin_triples(g, "Iroquois", 5))["kin:hasCrossCousin"] & beyond
    assert len(by_link) == {"iroquois": 18, "dravidian": 12}[system]  # AUDIT T8
    open_pairs = beyond - cross - far["kin:hasParallelCousin"]
    for pair in open_pairs:
        ego, alter = pair.split()
        kin = classify_all(g, ego, [system.capitalize()], max_steps=5)
        row = kin.alters.index(g.at(alter))
        assert row in kin.ambiguous[system.capitalize()]


def test_classificatory_kin_of_the_release_are_the_near_ones_of_ours():
    for system in ("iroquois", "dravidian"):
        g, theirs = released("ontologies", system)
        ours = said(g, kin_triples(g, system))["kin:hasClassificatoryParent"]
        assert ours >= theirs["kin:hasClassificatoryParent"]
        more = ours - theirs["kin:hasClassificatoryParent"]
        # Only Dravidian tells of affines.
        assert not more or system == "dravidian"
        assert all(not paths(g, *pair.split())[0].consanguineal for pair in more)
    g, theirs = released("ontologies", "hawaiian")
    ours = said(g, kin_triples(g, "hawaiian", 7))
    assert ours["kin:hasClassificatorySibling"] == theirs["kin:hasClassificatorySibling"]
    # The release forgets the father's sister and the mother's brother (AUDIT 5.2), and parents'
    # cousins, who are parents too in a generational system.
    forgotten = ours["kin:hasClassificatoryParent"] - theirs["kin:hasClassificatoryParent"]
    near = {pair for pair in forgotten if pair in classed(g, "Hawaiian", 2, "FM")}
    assert {paths(g, *pair.split())[0].kin_type for pair in near} == {"FZ", "MB"}
    assert theirs["kin:hasClassificatoryParent"] < ours["kin:hasClassificatoryParent"]


def test_potential_spouses_are_of_the_other_sex_unlike_the_release():
    g, theirs = released("ontologies", "dravidian")
    ours = said(g, kin_triples(g, "dravidian"))["kin:hasPotentialSpouse"]

    def same_sex(pair):
        return len({g.person(one).sex for one in pair.split()}) == 1

    wrong = {pair for pair in theirs["kin:hasPotentialSpouse"] if same_sex(pair)}
    assert len(wrong) == 60  # S14, contradiction 5
    assert theirs["kin:hasPotentialSpouse"] - wrong <= ours
    assert not any(map(same_sex, ours))
    by_marriage = ours - theirs["kin:hasPotentialSpouse"]
    assert {paths(g, *pair.split())[0].consanguineal for pair in by_marriage} == {False}


@pytest.mark.parametrize(
    ("system", "own", "other"),
    [
        ("crow", "kin:sameMatriclan", "kin:fathersMatriclan"),
        ("omaha", "kin:samePatriclan", "kin:mothersPatriclan"),
    ],
)
def test_clans_equal_the_release_where_it_says_them_both_ways(system, own, other):
    g, theirs = released("ontologies", system)
    ours = said(g, kin_triples(g, system, 10))
    assert ours[other] == theirs[other]
    # Theirs says of 47 pairs only that the child is of the parent's clan, not the reverse.
    turned = {" ".join(reversed(pair.split())) for pair in theirs[own]}
    assert ours[own] == theirs[own] | turned
    assert len(ours[own] - theirs[own]) == 47
    # AUDIT T11: words of the mapping the release never uses for these two systems.
    assert ours["kin:hasCrossUncle"] and "kin:hasCrossUncle" not in theirs
    near = said(g, kin_triples(g, system))
    kin = classed(g, system.capitalize(), 3, "FM") | classed(g, system.capitalize(), 3, "BZ")
    # Where the preferred path is by blood, what is said is what classify_all finds.
    told = near["kin:hasClassificatoryParent"] | near["kin:hasClassificatorySibling"]
    assert {p for p in kin if blood(g, p) and steps(g, p) > 1} <= told
    assert all(pair in kin or not blood(g, pair) for pair in told)


def blood(g, pair):
    return paths(g, *pair.split())[0].consanguineal


def steps(g, pair):
    return len(paths(g, *pair.split())[0].kin_type)


COUSINS = family(
    """
    gf m
    gm f
    fa m gf gm
    aunt f gf gm
    uncle m gf gm
    mo f
    auntswife f
    ego m fa mo
    aunthusband m
    crossboy m aunthusband aunt
    crossgirl f aunthusband aunt
    unclewife f
    parallel f uncle unclewife
    wife f
    her_sister f wf wm
    bride f wf wm
    wf m
    wm f
    """,
    ["ego bride", "ego crossgirl"],
)


@pytest.mark.parametrize(
    ("system", "expected"),
    [
        ("Eskimo", {}),
        ("Sudanese", {}),
        ("Hawaiian", {"hasClassificatoryParent": "aunt uncle",
                      "hasClassificatorySibling": "crossboy crossgirl parallel"}),
        ("Iroquois", {"hasClassificatoryParent": "uncle", "hasClassificatorySibling": "parallel",
                      "hasCrossAunt": "aunt", "hasCrossCousin": "crossboy crossgirl",
                      "hasParallelCousin": "parallel"}),
        # The wife's sister is a potential spouse; her parents are Athai and Mama, no aunt or uncle;
        # the uncle's wife is a mother; the aunt's husband is Mama too.
        ("Dravidian", {"hasClassificatoryParent": "uncle unclewife",
                       "hasClassificatorySibling": "parallel", "hasParallelCousin": "parallel",
                       "hasCrossAunt": "aunt", "hasCrossCousin": "crossboy crossgirl",
                       "hasMama": "aunthusband wf", "hasAthai": "aunt wm",
                       "hasPotentialSpouse": "crossgirl her_sister"}),
        ("Crow", {"hasClassificatoryParent": "crossboy uncle",
                  "hasClassificatorySibling": "parallel", "hasCrossAunt": "aunt crossgirl",
                  "fathersMatriclan": "aunt crossboy crossgirl fa gm uncle",
                  "sameMatriclan": "mo"}),
        ("Omaha", {"hasClassificatoryParent": "uncle", "hasClassificatorySibling": "parallel",
                   "hasCrossAunt": "aunt", "samePatriclan": "aunt fa gf parallel uncle",
                   "mothersPatriclan": "mo"}),
    ],
)  # fmt: skip
def test_kin_words_by_hand(system, expected):
    assert of(said(COUSINS, kin_triples(COUSINS, system)), "ego", "kin:") == expected


def test_blood_counts_before_marriage_however_long_the_path():
    """Ego married a parallel cousin: her sister is WZ, a potential spouse, and FBD, a sister.

    Her mother is kin by marriage only, and nearer as WM than as FBW.
    """
    g = family(
        """
        gf m
        gm f
        fa m gf gm
        un m gf gm
        mo f
        au f
        ego m fa mo
        bride f un au
        sister f un au
        """,
        ["ego bride"],
    )
    assert of(said(g, kin_triples(g, "Dravidian")), "ego", "kin:") == {
        "hasClassificatoryParent": "un", "hasClassificatorySibling": "bride sister",
        "hasParallelCousin": "bride sister", "hasAthai": "au",
    }  # fmt: skip


def test_an_ego_or_relative_of_unknown_sex_gets_only_what_is_certain():
    g = family("gf m\ngm f\nfa m gf gm\nun u gf gm\nau f gf gm\nego u fa -\nxc u - au\nxd f - au")
    found = said(g, kin_triples(g, "Dravidian"))
    assert of(found, "ego", "kin:") == {
        "hasCrossAunt": "au", "hasAthai": "au", "hasCrossCousin": "xd",
    }  # fmt: skip


def written(genealogy, system, steps=3):
    file = io.BytesIO()
    write_ontology(genealogy, system, file, steps)
    return file.getvalue()


@pytest.mark.parametrize("path", FAMILIES, ids=lambda path: path.stem)
def test_a_written_ontology_is_what_was_told_and_reads_back(path):
    g = read_turtle(path.read_bytes(), path.stem)
    for system in ("Dravidian", "Crow"):
        data = written(g, system)
        told = said(g, family_triples(g)) | said(g, kin_triples(g, system))
        graph = rdflib.Graph().parse(data=data, format="turtle")
        found = {}
        for subject, word, thing in graph:
            name = str(word).replace(FAMILY, "family:").replace(KIN, "kin:")
            if name.startswith(("family:has", "kin:")):
                pair = f"{local(str(subject))} {local(str(thing))}"
                found.setdefault(name, set()).add(pair)
        assert found == told
        back = read_turtle(data, path.stem)
        assert (back.ids, back.fathers, back.mothers) == (g.ids, g.fathers, g.mothers)
        assert (back.sexes, back.system) == (g.sexes, system.casefold())
        assert {(u.a, u.b) for u in back.unions} == {(u.a, u.b) for u in g.unions}


def test_an_ontology_of_several_blocks_is_whole():
    people = []
    for n in range(500):
        people += [Person(f"f{n}", "F", sex="m"), Person(f"m{n}", "M", sex="f")]
        people += [Person(f"c{n}_{k}", "C", father=f"f{n}", mother=f"m{n}") for k in range(2)]
    g = Genealogy.build("Many", people)
    for system in ("Dravidian", "Omaha"):
        back = read_turtle(written(g, system), "Many")
        assert back.ids == g.ids and back.fathers == g.fathers


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_class_and_property_is_declared_with_domain_and_range(system):
    g = read_turtle(FAMILIES[0].read_bytes(), "x")
    people = [*g.people(), Person("clan", "Clan", "C", "L", "f", 1900, descent_group="clan_1")]
    data = written(Genealogy.build("x", people, g.unions), system)
    graph = rdflib.Graph().parse(data=data, format="turtle")
    space, kin = Namespace(FAMILY), Namespace(KIN)
    own = {p for p in graph.predicates() if p.startswith((str(space), str(kin)))}
    declared = {*graph.subjects(RDF.type, OWL.ObjectProperty)}
    declared |= {*graph.subjects(RDF.type, OWL.DatatypeProperty)}
    assert own <= declared
    for word in declared:
        assert (word, RDFS.label, None) in graph
        assert (word, RDFS.domain, space.Person) in graph
        assert (word, RDFS.range, None) in graph
    types = {o for o in graph.objects(None, RDF.type) if o.startswith(str(space))}
    assert types <= {*graph.subjects(RDF.type, OWL.Class)}
    assert len(declarations(system)) == len(set(declarations(system)))
    assert b"yearOfDeath" not in data and b"Adoptive" not in data


def test_a_release_ontology_declares_every_word_ours_uses():
    """No term of ours is unknown to the release, whatever the system."""
    theirs, ours = set(), set()
    for system in EVERY_SYSTEM:
        path = RELEASE / "ontologies" / f"{system}.ttl"
        if not path.exists():
            pytest.skip(f"the KinshipQA release is not here ({path})")
        text = path.read_text(encoding="utf-8").split()
        theirs |= {word for word in text if word.startswith(("family:", "kin:"))}
        ours |= {line.split()[0] for line in declarations(system)}
    assert ours <= theirs


def test_the_same_bytes_whatever_the_hash_seed():
    program = (
        "import sys\n"
        "from kinlib.exchange.rdf import read_turtle\n"
        "from kinlib.reasoning.ontology import write_ontology\n"
        f"data = open({str(FAMILIES[0])!r}, 'rb').read()\n"
        "write_ontology(read_turtle(data, 'x'), 'Dravidian', sys.stdout.buffer)\n"
    )
    seeds = ("0", "1", "17")
    runs = [
        subprocess.run(
            [sys.executable, "-c", program], cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True,
        ).stdout
        for seed in seeds
    ]  # fmt: skip
    assert runs[0] and len(set(runs)) == 1
    assert runs[0] == written(read_turtle(FAMILIES[0].read_bytes(), "x"), "dravidian")


def test_a_system_nobody_knows_is_said():
    with pytest.raises(KinError, match="Klingon"):
        kin_triples(HALF, "Klingon")
    with pytest.raises(KinError, match="Klingon"):
        write_ontology(HALF, "Klingon", io.BytesIO())
