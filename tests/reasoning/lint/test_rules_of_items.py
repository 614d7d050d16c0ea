"""Each rule about items, on a tiny faulty and a tiny sound example."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kinlib.reasoning.lint import RULES, faulty, lint_items
from tests.reasoning.lint.family import cultural, family, filtered, item

FAMILY = {"crow": family()}
TWO_ALS = {"crow": family({"Ola": {"name": "Al"}})}
ON_PATH = "Gus's mother is Dee. Dee's father is Al."
ZOR = {"fictional_label": "Zor", "kinship_system": "fictional_crow"}


def uncles(term, **changes):
    return cultural(term, "MB", "Cal", "Eli", **changes)


def cousins(term, **changes):
    return cultural(term, "MBC", "Kim", "Leo", **changes)


# rule -> faulty rows, what their sentence has to say, sound rows that the rule looks at
EXAMPLES = {
    "sex-filter-key": (
        [filtered(ground_truth=["Hal"])], "lists Hal, a man, instead of Ivy",
        [filtered(), filtered(question_text="Who are Gus's brothers?", ground_truth=["Hal"])],
    ),
    "wrong-key": (
        [item(ground_truth="Bea")], "lists Bea instead of Al", [item()],
    ),
    "conflicting-key": (
        [item(), item(question_id="q2", ground_truth="Ola")], "of q1, whose key is Al",
        [item(), item(question_id="q2"), item(question_id="q3", kinship_system="omaha")],
    ),
    "unknown-person": ([item(anchor_person="kim")], "'kim' and the name 'Gus'", [item()]),
    "shared-name": ([item()], "Al is the name of 2 people of the tree: al and ola", [item()]),
    "omitted-same-term-kin": (
        [uncles("father"), cultural("father", "FB", "Ned", question_id="q2")],
        "The data set calls Ned 'father' too, over the path FB",
        [uncles("father"), cultural("uncle", "FB", "Ned", question_id="q2")],
    ),
    "no-distractor": ([item(context=ON_PATH)], "Gus and 2 more, who are all on the path", [item()]),
    "blind-solvable": (
        [item(context=ON_PATH, question_id=f"q{n}") for n in range(3)],
        "farthest from Gus give the key: Al", [item()],
    ),
    "sex-not-stated": (
        [filtered(context="Gus's siblings are: Hal, Ivy.")], "the sex of Ivy and Hal", [filtered()],
    ),
    "open-list": (
        [filtered(question_text="How many grandchildren does Cal have?", ground_truth=1,
                  context="Cal's children are: Kim, Leo. Their children include: Pia.")],
        '"include" Pia',
        [filtered(question_text="How many children does Cal have?", ground_truth=2,
                  context="Cal's children are: Kim, Leo.")],
    ),
    "false-fact": (
        [item(context="Gus's mother is Dee. Dee's father is Ola.")], "Ola is Dee's father",
        [item()],
    ),
    "insufficient-context": (
        [item(context="Dee's father is Al.")], "lead from Gus to Al", [item()],
    ),
    "hop-inflation": (
        [item(anchor_person="al", anchor_name="Al", path=["hasChild", "hasBrother"],
              target_persons=["eli"], target_names=["Eli"], ground_truth="Eli",
              context="Al's child is Cal. Cal's brother is Eli.")],
        "said to take 2 hops; the context leads there in 1", [item()],
    ),
    "wrong-hops": ([item(n_hops=3)], "3 hops, and its path has 2", [item()]),
    "sex-contradiction": (
        [uncles("classificatory mother")], "Cal and Eli, men",
        [uncles("classificatory father"), uncles("male mother")],
    ),
    "sex-contradiction-several": (
        [uncles("mother (Chitti/Periyamma)")], "Cal and Eli, men",
        [uncles("father (Periyappa/Chithappa)")],
    ),
    "clan-contradiction": (
        [uncles("father (same matrilineage)")], "Gus's father is of fox",
        [cultural("father (same matrilineage)", "FB", "Ned")],
    ),
    "crossness-contradiction": (
        [cousins("parallel cousin", kinship_system="iroquois")],
        "called a parallel cousin; the linking parents Dee and Cal say the opposite",
        [cousins("cross-cousin", kinship_system="iroquois")],
    ),
    "class-contradiction": (
        [cousins("cross-cousin")], "in Crow a MBD of Gus's is of class D", [uncles("cross-uncle")],
    ),
    "term-path-mismatch": (
        [item(bio_term="paternal grandfather")], "does not mean Al, to whom the path MF leads",
        [item()],
    ),
    "wider-term": ([item(bio_term="grandfather")], "means Ola too", [item()]),
    "shorter-route": (
        [cultural("uncle", "MBB", "Cal", "Eli")], "Cal and Eli in fewer than 3", [item()],
    ),
    "shorter-route-to-some": ([cousins("cousin")], "leads to Leo, not to all", [item()]),
    "refining-override": (
        [cousins("cross-cousin")], "'cross-cousin' means the same people",
        [cousins("classificatory child")],
    ),
    "unskewed-depth": (
        [cultural("niece", "FBCC", "Rae")], "None of the 1 Crow items of 4 hops is skewed",
        [cultural("grandchild", "MBCC", "Pia")],
    ),
    "fictional-rule-missing": (
        [uncles("zork", **ZOR)], "neither context nor question states its rule",
        [uncles("zork", **ZOR, context=f"In Zor a mother's brother is called zork. {ON_PATH}")],
    ),
    "grammar": ([item(question_text="Who are Gus's grandchilds?")], "'grandchilds'", [item()]),
    "context-grammar": ([item(context="Al has the following childs: Cal.")], "'childs'", [item()]),
    "path-code": (
        [item(question_text="Who are Gus's maternal uncles (MB)?")], "(MB)", [item()],
    ),
    "path-code-cultural": (
        [uncles("uncle", question_text="Who is specifically Gus's uncle (MB)?")], "(MB)",
        [uncles("uncle")],
    ),
    "rule-code": (
        [uncles("father (skewed - same as FB)")], "(skewed - same as FB)",
        [uncles("father (skewed generation)")],
    ),
    "plural-for-one": (
        [filtered()], 'asks "Who are", and the only one in the key is Ivy', [item()],
    ),
    "english-as-cultural": (
        [uncles("uncle", kin_term=None, bio_term="maternal uncle")], "asks for the maternal uncle",
        [uncles("father")],
    ),
    "residual-real-term": (
        [uncles("cross-uncle", **ZOR)], "still says cross-uncle",
        [uncles("father", **ZOR, question_text="In the Zor system, who is Gus's tier-pater?")],
    ),
    "unrenamed-field": (
        [uncles("father", **ZOR, question_text="In the Zor system, who is Gus's tier-pater?")],
        "kin_term is 'father'", [uncles("tier-pater", **ZOR)],
    ),
    "override-flag": ([item(has_cultural_override=True)], "maternal grandfather", [item()]),
    "unaligned-ids": (
        [uncles("uncle", target_names=["Eli", "Cal"])],
        "Target 1 is cal, Cal, and the name in its place is Eli", [uncles("uncle")],
    ),
    "unscorable-name": ([item(ground_truth="Al_2 Lee")], "Al_2 Lee", [item()]),
    "proof-size": ([item(proof_graph_size=2)], "4 people and 3 facts", [item()]),
    "mixed-key-type": (
        [item(), item(), item(ground_truth=["Al"])], "is a list; elsewhere it is not",
        [item(), item()],
    ),
    "same-id": ([item(), item()], "items 1 and 2", [item(), item(question_id="q2")]),
    "clone": (
        [item(question_text="In Crow, who is Al?"),
         item(question_text="In Omaha, who is Al?", kinship_system="omaha",
              context="Al's wife is Bea. Gus's mother is Dee. Dee's father is Al.")],
        "It is q1 again", [item(), item(question_text="Who is Al?")],
    ),
    "same-inference": (
        [item(), item(anchor_person="hal", anchor_name="Hal")], "the path and the people of q1",
        [item(), item(target_names=["Ola"])],
    ),
}  # fmt: skip


def test_every_rule_about_items_has_an_example():
    assert EXAMPLES.keys() == {name for name, rule in RULES.items() if rule.of == "items"}
    assert all(rule.sentence.endswith(".") and rule.source for rule in RULES.values())


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_fault_is_found_with_its_evidence(name):
    rows, said, _ = EXAMPLES[name]
    trees = TWO_ALS if name == "shared-name" else FAMILY | {"iroquois": FAMILY["crow"]}
    found = lint_items(rows, trees)
    assert found.count(name).found
    assert said in found.of(name)[0].sentence
    assert found.of(name)[0].subject.startswith("q")
    assert found.count(name).examples[0] == found.of(name)[0].subject
    assert found.count(name).share == found.count(name).found / found.count(name).checked


@pytest.mark.parametrize("name", EXAMPLES)
def test_what_is_sound_is_checked_and_not_found(name):
    found = lint_items(EXAMPLES[name][2], FAMILY | {"iroquois": FAMILY["crow"]})
    count = found.count(name)
    assert (count.checked, count.found) != (0, 0) and count.found == 0, found.of(name)


def test_a_sound_item_has_no_fault_at_all():
    assert lint_items([item()], FAMILY).findings == ()
    assert not faulty(lint_items([item()], FAMILY))
    assert faulty(lint_items([item(ground_truth="Bea")], FAMILY))


def test_without_trees_rules_that_need_them_are_not_checked():
    found = lint_items([item(ground_truth="Bea"), filtered(ground_truth=["Hal"])])
    for name in ("wrong-key", "sex-filter-key", "unaligned-ids", "false-fact", "wider-term"):
        assert (found.count(name).checked, found.count(name).found) == (None, None)
    assert found.count("wrong-hops").checked == 1
    assert lint_items([item(context=None)], FAMILY).count("no-distractor").checked is None


def test_terms_of_other_items_belong_to_the_table():
    others = [cultural("father", "FB", "Ned")]
    alone = lint_items([uncles("father")], FAMILY)
    assert alone.count("omitted-same-term-kin").found == 0
    found = lint_items([uncles("father")], FAMILY, terms=others)
    assert found.count("omitted-same-term-kin").found == 1
    assert found.count("omitted-same-term-kin").checked == 1


@pytest.mark.parametrize(
    ("key", "found"),
    [(2, 0), (3, 1), ("2", 0)],
)
def test_counts_are_counted_again(key, found):
    row = filtered(question_text="How many children does Cal have?", ground_truth=key,
                   answer_type="count", anchor_person="cal", anchor_name="Cal",
                   context="Cal's children are: Kim, Leo.")  # fmt: skip
    assert lint_items([row], FAMILY).count("wrong-key").found == found


@pytest.mark.parametrize(("key", "found"), [("mother's brother", 0), ("maternal aunt", 1)])
def test_relations_have_to_lead_to_everybody_of_whom_they_are_asked(key, found):
    row = uncles("father", ground_truth=key)
    row["question_text"] = (
        "In the Crow system, Cal, Eli are called Gus's 'fathers'. "
        "What is their actual biological relationship?"
    )
    assert lint_items([row], FAMILY).count("wrong-key").found == found


def test_trees_are_found_by_id_or_system():
    wrong = item(ground_truth="Bea", tree="abc")
    for name in ("abc", "ABC", "crow_abc"):
        assert lint_items([wrong], {name: family()}).count("wrong-key").found == 1
    assert lint_items([wrong], FAMILY).count("wrong-key").checked is None


def test_a_report_is_plain_data():
    told = lint_items([item(ground_truth="Bea")], FAMILY).plain(RULES)
    assert json.loads(json.dumps(told)) == told
    counts = {count["rule"]: count for count in told["counts"]}
    assert counts["wrong-key"]["substance"] and counts["wrong-key"]["found"] == 1
    assert counts["grammar"]["source"] == "I17"
    assert {"rule", "subject", "sentence"} == told["findings"][0].keys()


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=30)
    | st.sampled_from(["Gus", "gus", "al", "hasMother", "crow", "Who is Gus's mother?", "count"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=6,
)  # fmt: skip
_FIELDS = [
    *item(), "answer_type", "kind", "relation", "relatives", "kin_types", "proof", "tree", "level",
    "accepted", "renamed", "rule", "fictional_label", "kinship_system_original",
]  # fmt: skip


@given(st.dictionaries(st.sampled_from(_FIELDS), _VALUES))
@settings(max_examples=80)
def test_odd_rows_do_no_harm(changes):
    changed = {**item(), **changes}
    missing = {name: value for name, value in item().items() if name not in changes}
    found = lint_items([item(), changed, missing], FAMILY)
    assert {count.rule for count in found.counts} == EXAMPLES.keys()
    assert all(finding.sentence.endswith(".") for finding in found.findings)
