"""Contexts read back: our sentences, the release's, and prose that only looks like facts."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinlib.exchange.rdf import read_turtle
from kinlib.kinship.systems import SYSTEMS
from kinlib.reasoning.contexts import WORDS, Fact, Loose, read
from kinlib.reasoning.rules import fictional_names, real_names, rule

SPLITS = ("kinshipqa", "fictional/full", "kinshipqa_extended_5_6hop_aug")
PLURALS = {word: f"{word}s" for word in WORDS} | {"child": "children", "wife": "wives"}


def released(shared, folder, pattern):
    files = sorted((shared / "kinshipqa-release/data" / folder).glob(pattern))
    if not files:
        pytest.skip(f"the KinshipQA release is not here ({folder})")
    return files


def rows_of(file):
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def test_our_sentences_one_a_line():
    told = read(
        "Ann Lee's father is Bob Lee.\n"
        "Bob Lee's wives are Cy Ray, Di Ray and Eve Ray.\n"
        "Ann Lee is a woman.\n"
        "Bob Lee was born in 1900.\n"
        "Half-brothers and half-sisters count as brothers and sisters."
    )
    assert told.facts == (
        Fact("Ann Lee", "father", "Bob Lee"),
        Fact("Bob Lee", "wife", "Cy Ray"),
        Fact("Bob Lee", "wife", "Di Ray"),
        Fact("Bob Lee", "wife", "Eve Ray"),
    )
    assert told.sexes == {
        "Bob Lee": "m", "Cy Ray": "f", "Di Ray": "f", "Eve Ray": "f", "Ann Lee": "f",
    }  # fmt: skip
    assert told.stated == ("Ann Lee",)
    assert told.births == {"Bob Lee": 1900}
    assert told.mentioned == ("Ann Lee", "Bob Lee", "Cy Ray", "Di Ray", "Eve Ray")
    assert told.other == ("Half-brothers and half-sisters count as brothers and sisters.",)


@pytest.mark.parametrize(
    ("sentence", "word"),
    [
        ("Ann Lee's siblings are: Bob Lee, Cy Lee.", "sibling"),
        ("Ann Lee's children are: Bob Lee, Cy Lee.", "child"),
        ("Ann Lee has children: Bob Lee, Cy Lee.", "child"),
        ("Ann Lee has siblings: Bob Lee, Cy Lee.", "sibling"),
        ("Ann Lee has the following siblings: Bob Lee, Cy Lee.", "sibling"),
        ("Ann Lee has the following childs: Bob Lee, Cy Lee.", "child"),
    ],
)
def test_lists_of_the_release(sentence, word):
    told = read(sentence)
    assert told.facts == (Fact("Ann Lee", word, "Bob Lee"), Fact("Ann Lee", word, "Cy Lee"))
    assert told.sexes == {} and told.other == ()


def test_grandchildren_of_nobody_in_particular_are_loose():
    told = read(
        "Ann's children are: Bob, Cy. Their children include: Di, Eve. Ann's spouse is Flo."
    )
    assert told.loose == (Loose(("Bob", "Cy"), "child", "Di"), Loose(("Bob", "Cy"), "child", "Eve"))
    assert [fact.object for fact in told.facts] == ["Bob", "Cy", "Flo"]
    assert told.mentioned == ("Ann", "Bob", "Cy", "Di", "Eve", "Flo")
    assert read("Their children include: Bob.").loose == (Loose((), "child", "Bob"),)


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("Mary O'Brien's father is Al.", [("Mary O'Brien", "father", "Al")]),
        ("Mary O'Brien's's father is Al.", [("Mary O'Brien's", "father", "Al")]),
        ("Zoë’s mother is Jean-Luc D’Arc.", [("Zoë", "mother", "Jean-Luc D’Arc")]),
        ("Al's father is Sam Lee Jr..", [("Al", "father", "Sam Lee Jr.")]),
        ("J. R. Lee's father is Dr. Al Lee.", [("J. R. Lee", "father", "Dr. Al Lee")]),
        ("Julia Child's son is Sam Son.", [("Julia Child", "son", "Sam Son")]),
        ("கண்ணன்'s daughters are 김 민준 and नीना.",
         [("கண்ணன்", "daughter", "김 민준"), ("கண்ணன்", "daughter", "नीना")]),
        ("Al's son is Tom and Jerry.", [("Al", "son", "Tom and Jerry")]),
        ("Al's son is Sammy Lee, Jr..", [("Al", "son", "Sammy Lee, Jr.")]),
        ("Al's son is Bo (born 1900).", [("Al", "son", "Bo (born 1900)")]),
        ("Al's son is Bo. Bo's son is Cy.", [("Al", "son", "Bo"), ("Bo", "son", "Cy")]),
    ],
)  # fmt: skip
def test_names_of_any_make(text, facts):
    assert read(text).facts == tuple(Fact(*fact) for fact in facts)
    assert read(text).other == ()


@pytest.mark.parametrize(
    "prose",
    [
        "A mother's brother is a classificatory father.",
        "In the Crow system, a father's sister is called aunt.",
        "A parent's brother is 'uncle' and sister 'aunt'.",
        "Ann's father's brother is Bob.",
        "An uncle is a man.",
        "Everyone is a woman.",
        "Ann was born in Paris.",
        "Ann's cousin is Bob.",
        "Ann's brothers include Bob.",
    ],
)
def test_prose_tells_nothing_of_anybody_and_is_kept(prose):
    told = read(f"{prose}\nAl's father is Bo.")
    assert told.other == (prose,)
    assert told.mentioned == ("Al", "Bo")
    assert told.facts == (Fact("Al", "father", "Bo"),)


@pytest.mark.parametrize("system", SYSTEMS)
def test_no_rule_of_ours_is_taken_for_facts(system):
    for names in (real_names(system), fictional_names(system, "both")):
        text = rule(system, names)
        told = read(f"{text}\nAnn Lee's father is Bob Lee.")
        assert told.other == (text,)
        assert told.mentioned == ("Ann Lee", "Bob Lee")


def test_people_of_whom_two_things_are_told_are_left_out():
    told = read(
        "Al is a man.\nBo's mother is Al.\nBo is a man.\nCy's father is Bo.\n"
        "Bo was born in 1900.\nBo was born in 1901.\nCy was born in -44.\nCy was born in -44."
    )
    assert told.sexes == {"Bo": "m"}
    assert told.births == {"Cy": -44}


def test_a_husband_is_a_man_and_nothing_is_said_of_his_spouse():
    assert read("Al's husband is Bo.").sexes == {"Bo": "m"}
    assert read("Al's wife is Bo.").sexes == {"Bo": "f"}
    assert read("Al's spouse is Bo.\nBo's parent is Cy.\nCy's sibling is Di.").sexes == {}


def test_nothing_is_read_from_nothing():
    told = read("\n  \n")
    assert (told.facts, told.mentioned, told.other) == ((), (), ())


letters = st.sampled_from("abcdeñéøžабвгд金李民नमக王")
names = (
    st.lists(st.text(letters, min_size=1, max_size=5).map(str.title), min_size=1, max_size=3)
    .flatmap(lambda w: st.sampled_from([" ", "-", "'", "’", ". "]).map(lambda c: c.join(w)))
    .flatmap(lambda n: st.sampled_from([n, f"{n} Jr.", f"{n}'s", f"{n} (born 1900)"]))
)
sentences = st.lists(
    st.one_of(
        st.tuples(st.sampled_from(WORDS), names, st.lists(names, min_size=1, max_size=4)),
        st.tuples(st.just("born"), names, st.integers(-999, 2026)),
    ),
    max_size=12,
)


def worded(word, subject, objects):
    if word == "born":
        return f"{subject} was born in {objects}."
    if len(objects) == 1:
        return f"{subject}'s {word} is {objects[0]}."
    return f"{subject}'s {PLURALS[word]} are {', '.join(objects[:-1])} and {objects[-1]}."


@given(sentences)
def test_whatever_is_worded_is_read_back(told):
    found = read("\n".join(worded(*sentence) for sentence in told))
    assert found.other == ()
    assert found.facts == tuple(
        Fact(subject, word, name)
        for word, subject, objects in told
        if word != "born"
        for name in objects
    )
    seen = [n for word, s, objects in told for n in (s, *(objects if word != "born" else ()))]
    assert found.mentioned == tuple(dict.fromkeys(seen))
    years = {}
    for word, subject, year in told:
        if word == "born":
            years.setdefault(subject, set()).add(year)
    assert found.births == {name: min(each) for name, each in years.items() if len(each) == 1}


@pytest.mark.parametrize("split", SPLITS)
def test_the_release_is_read_without_rest(shared, split):
    for file in released(shared, split, "*_dataset.jsonl"):
        for row in rows_of(file):
            told = read(row["context"])
            assert told.other == () and told.mentioned[0] == row["anchor_name"]
            assert {*row["target_names"]} <= {*told.mentioned}


@pytest.mark.parametrize("system", [system.casefold() for system in SYSTEMS])
def test_every_fact_of_the_release_is_true_in_its_tree(shared, system):
    """AUDIT.md: every context fact is true; so a fact misread would show."""
    (tree,) = released(shared, "ontologies", f"{system}.ttl")
    (file,) = released(shared, "kinshipqa", f"{system}_dataset.jsonl")
    g = read_turtle(tree.read_bytes(), system)
    place = {name: i for i, name in enumerate(g.names)}
    parents = [{a, b} - {-1} for a, b in zip(g.fathers, g.mothers, strict=True)]
    spouses = {frozenset((union.a, union.b)) for union in g.unions}
    sex = {"father": "m", "mother": "f", "brother": "m", "sister": "f"}
    kinds = set()
    for row in rows_of(file):
        told = read(row["context"])
        links = [(f.word, [f.subject], f.object) for f in told.facts]
        links += [(f.word, f.subjects, f.object) for f in told.loose]
        for word, subjects, name in links:
            other, near = place[name], [place[subject] for subject in subjects]
            kinds.add(word)
            assert g.sexes[other] == sex.get(word, g.sexes[other])
            if word == "child":
                assert parents[other] & {*near}
            elif word in ("father", "mother"):
                assert other in parents[near[0]]
            elif word == "spouse":
                assert frozenset((g.ids[near[0]], g.ids[other])) in spouses
            else:
                assert parents[near[0]] == parents[other] and near[0] != other
    assert kinds == {"father", "mother", "child", "brother", "sister", "sibling", "spouse"}
