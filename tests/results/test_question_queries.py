"""Items found by any attribute, and given back as their files had them."""

import json

import pytest

from kinlib import settings
from kinlib.reasoning.answers import Relation
from kinlib.results import imports, queries, question_queries
from kinlib.results.formats.source import Source
from kinlib.results.question import question_of
from kinlib.results.question_queries import Wanted
from kinlib.results.store import Store

ITEM = {
    "question_id": "crow_a", "question_text": "Whom does Ann Lee call \"father\"?", "category": 4,
    "n_hops": 3, "kinship_system": "crow", "anchor_person": "p1", "anchor_name": "Ann Lee",
    "target_persons": ["p2"], "target_names": ["Zoë Öz"], "ground_truth": ["Zoë Öz"],
    "context": "Ann Lee's father is Bob Lee.", "path": ["hasFather", "hasSister", "hasSon"],
    "bio_term": None, "kin_term": "father", "has_cultural_override": True, "proof_graph_size": 7,
    "answer_type": "people", "kind": "forward", "relatives": ["p2"], "kin_types": ["FZS"],
    "relation": {"system": "Crow", "classes": ["F"], "side": "", "sex": "", "others": True,
                 "over": []},
    "reclassified": True, "derivation_steps": 3, "proof": [["p1", "father", "p3"]], "tree": "abc",
    "level": "siblings", "renamed": "",
}  # fmt: skip


def other(item_id, **fields):
    return {**ITEM, "question_id": item_id, **fields}


ITEMS = [
    ITEM,
    other("crow_b", kind="count", answer_type="count", ground_truth=2, category=3, n_hops=12,
          kin_types=["FZD", "FBS"], derivation_steps=12, has_cultural_override=False),
    other("omaha_a", kinship_system="omaha", kind="reverse", answer_type="relation",
          ground_truth="father's sister's son", accepted=["FZS"], question_text="Is it Bob?"),
    {"question_id": "crow_c", "question_text": "Who?", "ground_truth": "Bob Lee"},
]  # fmt: skip


ODD = [
    {"relation": {"system": "Crow", "classes": ["F } SERVICE <http://x> {"]}},
    {"relation": {"system": "Klingon", "classes": ["F"]}},
    {"relation": {"system": "Crow", "classes": 5}},
    {"relation": {"system": "Crow", "classes": ["F"], "more": 1}},
    {"relation": {"system": "Crow", "classes": ["F"], "side": ["x"]}},
    {"relation": {"system": "Crow", "classes": ["F"], "over": ["one"]}},
    {"proof": [["p1", "father"]]},
    {"proof": "abc"},
    {"kin_types": ["F<b>"]},
    {"kin_types": [""]},
    {"derivation_steps": "many", "chance": "often", "level": 7},
]
"""Fields that hold what they cannot."""


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    """A store with two sets: ITEMS, and the odd ones."""
    home = tmp_path_factory.mktemp("home")
    odd = [other(f"odd_{number}", **fields) for number, fields in enumerate(ODD)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KINLIB_HOME", str(home))
        patch.setenv("KINLIB_DATA", str(home / "nothing"))
        for name, items in (("set", ITEMS), ("odd", odd)):
            take_in(name, items)
        opened = Store(settings.database())
        opened.refresh()
        yield opened
        opened.close()


def take_in(name, items):
    text = "".join(json.dumps(item, ensure_ascii=False) + "\n" for item in items)
    imports.import_source(Source(f"{name}/items.jsonl", text.encode()), settings.imports())


def set_of(store, name="set") -> str:
    sets = question_queries.question_sets(store)
    return str(sets.set_index("name")["dataset_id"][name])


def found(store, text="", **values):
    pairs = tuple((name, (value,)) for name, value in values.items())
    return set(question_queries.matching(store, Wanted(set_of(store), pairs, text)))


@pytest.mark.parametrize(
    ("values", "ids"),
    [
        ({}, {"crow_a", "crow_b", "crow_c", "omaha_a"}),
        ({"system": "crow"}, {"crow_a", "crow_b"}),
        ({"kind": "count"}, {"crow_b"}),
        ({"hops": "12"}, {"crow_b"}),
        ({"steps": "3"}, {"crow_a", "omaha_a"}),
        ({"override": "false"}, {"crow_b"}),
        ({"kin_type": "FZS"}, {"crow_a", "omaha_a"}),
        ({"kin_type": "FBS", "answer_type": "count"}, {"crow_b"}),
        ({"tree": "abc", "level": "siblings", "category": "3"}, {"crow_b"}),
        ({"text": "bob"}, {"omaha_a"}),  # in a context, or a key that is no list, it is no name
        ({"text": "ZOE\u0308 ÖZ"}, {"crow_a", "crow_b", "omaha_a"}),
        ({"text": "%"}, set()),
        ({"text": "crow_c"}, {"crow_c"}),
    ],
)
def test_items_are_found_by_any_attribute(values, ids, store):
    assert found(store, **values) == ids


def test_the_values_of_a_set_come_in_a_readable_order(store):
    values = question_queries.values(store, set_of(store))
    assert values["hops"] == ["3", "12"]
    assert values["kind"] == ["count", "forward", "reverse"]
    assert values["kin_type"] == ["FBS", "FZD", "FZS"]
    assert values["renamed"] == [""]
    assert values["paraphrase"] == []


def test_items_come_back_as_their_file_had_them_the_releases_fields_first(store):
    lines = question_queries.lines(store, Wanted(set_of(store)))
    by_id = {line["question_id"]: line for line in lines}
    assert by_id["crow_a"] == ITEMS[0]
    assert list(by_id["crow_a"])[:16] == list(ITEM)[:16]
    assert by_id["crow_b"]["ground_truth"] == 2
    assert by_id["omaha_a"]["ground_truth"] == "father's sister's son"
    assert "category" not in by_id["crow_c"]


def test_the_stamp_changes_with_the_items(home, monkeypatch):
    monkeypatch.setenv("KINLIB_DATA", str(home / "nothing"))
    take_in("set", ITEMS)
    store = Store(settings.database())
    store.refresh()
    before = question_queries.stamp(store, set_of(store))
    imports.import_source(
        Source("set/more.jsonl", json.dumps(other("crow_d")).encode()), settings.imports()
    )
    store.refresh()
    assert question_queries.stamp(store, set_of(store)) != before
    store.close()


def one(store, item_id, name="set"):
    return question_of(dict(queries.item(store, set_of(store, name), item_id)))


def test_a_question_has_what_its_line_tells(store):
    question = one(store, "crow_a")
    assert question.relation == Relation("Crow", ("F",), others=True)
    assert (question.key, question.steps, question.override) == (("Zoë Öz",), 3, True)
    assert question.proof == (("p1", "father", "p3"),)
    assert one(store, "omaha_a").key == ("father's sister's son",)


def test_a_question_of_a_bare_line_knows_nothing_else(store):
    question = one(store, "crow_c")
    assert question.key == ("Bob Lee",)
    assert (question.tree, question.relation, question.steps, question.hops) == (None,) * 4
    assert question.proof == question.kin_types == question.targets == ()


@pytest.mark.parametrize("number", range(len(ODD)))
def test_what_a_field_cannot_hold_is_not_told(number, store):
    question = one(store, f"odd_{number}", "odd")
    told = {
        "relation": question.relation, "proof": question.proof, "kin_types": question.kin_types,
        "derivation_steps": question.steps, "chance": question.chance, "level": question.level,
    }  # fmt: skip
    assert not any(told[name] for name in ODD[number])
    assert question.key == ("Zoë Öz",), "the rest is told"
