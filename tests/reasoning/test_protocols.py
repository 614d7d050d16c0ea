"""How questions are put: every protocol, and examples that agree with the keys."""

import re

import pytest

from kinlib.kinship.systems import SYSTEMS
from kinlib.reasoning import protocols
from kinlib.reasoning.contexts import read
from kinlib.reasoning.making import rule_of
from kinlib.reasoning.protocols import PROTOCOLS, answer_text, examples, prompt
from kinlib.reasoning.questions import CATEGORIES


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("category", [1, 2, 3, 4])
def test_examples_are_of_the_category_and_solved_from_their_own_context(system, category):
    shown = examples(system, category)
    assert len(shown) == protocols.EXAMPLES
    assert len({item.question_id for item in shown}) == len(shown)
    for item in shown:
        assert (item.category, item.kinship_system) == (category, system.casefold())
        told = read(item.context)
        assert set(item.target_names) <= set(told.mentioned)
    kinds = {kind for kind, number in CATEGORIES.items() if number == category}
    assert len({item.kind for item in shown}) == min(len(kinds), protocols.EXAMPLES)


def test_examples_agree_with_the_keys_on_the_own_mother():
    """The release's examples count the mother among "mothers", which its keys do not."""
    for system in ("Hawaiian", "Iroquois", "Crow"):
        for item in examples(system, 4):
            own = re.search(r"other than (?:his|her) own (father|mother)\b", item.question_text)
            if own:
                told = read(item.context)
                parents = {f.object for f in told.facts if f.subject == item.anchor_name}
                assert not parents & set(item.ground_truth) or own[1] not in ("father", "mother")


def test_prompts_hold_context_and_question_once_and_end_where_the_answer_goes():
    item = examples("Omaha", 4)[0]
    for protocol in PROTOCOLS:
        text = prompt(item, protocol)
        assert text.count(f"Context: {item.context}") >= 1
        assert text.rstrip().endswith(("Answer:", item.question_text))
    assert prompt(item, "direct").count("Question:") == 1
    steps = prompt(item, "chain of thought")
    assert re.findall(r"^Step (\d)\.", steps, re.MULTILINE) == list("12345")
    assert '"Answer:"' in steps
    shots = protocols.few_shot("CONTEXT", "QUESTION?", "Omaha", 4)
    assert shots.count("Question:") == protocols.EXAMPLES + 1
    for shown in examples("Omaha", 4):
        assert f"Answer: {answer_text(shown)}" in shots


def test_the_rule_stands_once_and_only_where_a_system_is_asked_about():
    cultural, plain = examples("Crow", 4)[0], examples("Crow", 2)[0]
    rule = rule_of("Crow")
    for protocol in PROTOCOLS:
        assert prompt(cultural, protocol, rule=True).count(rule) == 1
        assert rule not in prompt(cultural, protocol)
        assert rule not in prompt(plain, protocol, rule=True)


def test_a_pair_is_asked_about_in_words():
    assert protocols.worded("('Ann', 'Bob')") == "What is Bob to Ann?"
    assert protocols.worded("Who is Ann?") == "Who is Ann?"
