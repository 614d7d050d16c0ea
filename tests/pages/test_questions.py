"""The Questions page: items found and read, also those that tell little; a data set built."""

import json

import pytest

from kinlib import settings
from kinlib.exchange.names import shipped_names
from kinlib.reasoning.dataset import Recipe, build, files, manifest
from kinlib.reasoning.items import Item
from kinlib.reasoning.making import Manner
from kinlib.results import imports, queries, question_queries
from kinlib.results.formats.source import Source
from kinlib.ui import shell

NAME = "Crow, small"


@pytest.fixture(scope="session")
def small():
    """A set of 60 Crow items with decoys, and its files."""
    recipe = Recipe("full", ("Crow",), 1, Manner("siblings"), 3, 60, 1)
    made = build(recipe, shipped_names()["english"])
    return list(made.items), dict(files(made, manifest(made)))


@pytest.fixture(scope="session")
def small_home(small, tmp_path_factory):
    home = tmp_path_factory.mktemp("small")
    imports.keep_dataset(small[1], NAME, home / "imports")
    return home


@pytest.fixture
def kept(small, small_home, home, monkeypatch) -> list[Item]:
    """The small set, taken in; the tests that use it only read."""
    monkeypatch.setenv("KINLIB_HOME", str(small_home))
    return small[0]


def set_id(name: str = NAME) -> str:
    return str(queries.datasets(shell.store()).set_index("name")["dataset_id"][name])


def open_item(open_page, item: Item, **query):
    return open_page("questions", {"set": set_id(), "item": item.question_id, **query})


def said(app) -> str:
    boxes = [*app.caption, *app.markdown, *app.info, *app.warning, *app.subheader, *app.metric]
    return "\n".join(str(element.value) for element in boxes).replace("\\", "")


def table(app):
    return next(d.value for d in app.dataframe if "question" in d.value.columns)


def drawn(app) -> dict:
    (tree,) = (e for e in app.get("bidi_component") if e.proto.component_name == "kin_tree")
    return json.loads(tree.proto.json)


def one(items: list[Item], kind: str, hops: int = 0) -> Item:
    return next(i for i in items if i.kind == kind and i.n_hops >= hops and len(i.relatives) > 0)


def test_filters_come_from_the_link_and_counts_are_shown(kept, open_page):
    wanted = [i for i in kept if i.kind == "listing" and i.n_hops == 3]
    app = open_page("questions", {"set": set_id(), "with_kind": "listing", "with_hops": "3"})
    assert f"{len(wanted)} of {len(kept)} items." in said(app)
    assert "kind is listing; hops is 3" in said(app)
    assert set(table(app)["item_id"]) == {i.question_id for i in wanted}
    app.multiselect(key="with_hops").set_value([]).run()
    assert f"{sum(i.kind == 'listing' for i in kept)} of {len(kept)} items." in said(app)
    kin_type = one(kept, "listing", 3).kin_types[0]
    app.multiselect(key="with_kin_type").set_value([kin_type]).run()
    some = {i.question_id for i in kept if i.kind == "listing" and kin_type in i.kin_types}
    assert set(table(app)["item_id"]) == some


def test_words_and_names_are_searched(kept, open_page):
    name = one(kept, "listing").target_names[0]
    app = open_page("questions", {"set": set_id(), "words": name.lower()})
    assert set(table(app)["item_id"]) == {
        i.question_id
        for i in kept
        if name in i.question_text or name in i.target_names or name == i.anchor_name
    }


def test_a_link_to_what_is_not_there_says_so(kept, open_page):
    app = open_page("questions", {"set": set_id(), "with_kind": "riddle", "item": "crow_<b>"})
    assert "riddle" in said(app)
    assert "which this data set does not have" in said(app)
    app = open_page("questions", {"set": "nowhere"})
    assert "not loaded here" in said(app)


@pytest.mark.parametrize("kind", ["biological", "count", "oldest", "listing", "reverse"])
def test_an_item_is_opened_by_its_link_with_its_proof_on_the_tree(kind, kept, open_page):
    item = one(kept, kind, 3)
    app = open_item(open_page, item)
    assert app.subheader[0].value.replace("\\", "") == item.question_text
    key = item.ground_truth
    assert (", ".join(key) if isinstance(key, tuple) else str(key)) in said(app)
    data = drawn(app)
    steps = [(e["from"], e["word"], e["to"]) for e in data["edges"] if e["kind"] == "proof"]
    assert set(steps) == set(item.proof)
    people = {node["id"]: node for node in data["nodes"] if node["kind"] == "person"}
    assert {i for i, node in people.items() if node.get("ring")} == set(item.target_persons)
    mark = {"count": "counted", "reverse": "asked about"}.get(kind, "answer")
    assert all(people[i]["tag"].endswith(mark) for i in item.target_persons)
    assert [i for i, node in people.items() if node["ego"]] == [item.anchor_person]
    # No step floats: each leads over lines that are drawn, also between siblings.
    assert all(len(e["via"]) >= 3 for e in data["edges"] if e["kind"] == "proof")
    if kind != "oldest":
        relatives = dict(zip(item.relatives, item.kin_types, strict=True))
        assert all(people[i]["tag"].split(" · ")[0] == relatives[i] for i in relatives)


def test_years_prove_who_is_older(kept, open_page):
    item = one(kept, "older", 3)
    app = open_item(open_page, item)
    people = {node["id"]: node for node in drawn(app)["nodes"] if node["kind"] == "person"}
    for person in (item.anchor_person, *item.relatives):
        assert people[person]["tag"].split(" · ")[0].isdigit()
    assert len(people) > 2, "the people between the two are drawn too"
    assert "Years of birth prove the answer" in said(app)


def test_more_of_the_family_is_drawn_on_demand(kept, open_page):
    item = one(kept, "listing", 3)

    def people(how=None):
        query = {"drawn": how} if how else {}
        nodes = drawn(open_item(open_page, item, **query))["nodes"]
        return {node["name"] for node in nodes if node["kind"] == "person"}

    near, told, whole = people(), people("Everybody in the context"), people("The whole family")
    assert near < told < whole
    assert {name for name in whole if f"{name}'s" in item.context} <= told


def test_the_query_is_shown_and_finds_the_key_when_it_is_asked(kept, open_page):
    item = one(kept, "listing", 3)
    app = open_item(open_page, item)
    (query,) = (c.value for c in app.code if "SELECT" in c.value)
    assert item.anchor_person in query
    next(b for b in app.button if b.label == "Ask the tree").click().run()
    found = next(m.value for m in app.markdown if m.value.startswith("Asked now"))
    assert all(name in found for name in item.target_names)


def test_terms_are_derived_and_flags_told_in_words(kept, open_page):
    item = next(i for i in kept if i.kind == "forward" and i.has_cultural_override)
    app = open_item(open_page, item)
    assert "Override: Crow calls everybody asked for otherwise than English does." in said(app)
    labels = " ".join(e.label for e in app.expander)
    assert all(f"Why {kin_type} is" in labels for kin_type in item.kin_types)
    assert "KinshipQA items by kinlib, not for training" in said(app)


def test_previous_and_next_keep_to_the_filter(kept, open_page):
    query = {"set": set_id(), "with_kind": "count"}
    ids = list(table(open_page("questions", query))["item_id"])
    app = open_page("questions", {**query, "item": ids[1]})
    assert f"2 of {len(ids)}" in said(app)
    next(b for b in app.button if b.label == "Next").click().run()
    assert app.query_params["item"] in (ids[2], [ids[2]])
    app.multiselect(key="with_kind").set_value(["fact"]).run()
    assert "not among those of the filter" in said(app)
    assert app.query_params["item"] in (ids[2], [ids[2]])


def test_an_item_without_its_tree_says_what_to_load(small, empty, open_page):
    items = {name: data for name, data in small[1].items() if name.endswith(".jsonl")}
    imports.keep_dataset(items, NAME, settings.imports())
    item = one(small[0], "listing", 3)
    app = open_item(open_page, item)
    assert "the family is not loaded" in said(app)
    assert "sister" in said(app) or "brother" in said(app), "the proof is told all the same"
    assert "Drawn from what the context tells" in said(app)
    labels = " ".join(e.label for e in app.expander)
    assert f"Why {item.kin_types[0]} is" in labels, "ego's sex is in the context"


def test_a_tree_of_other_people_is_not_drawn_though_it_bears_the_name(small, empty, open_page):
    tree = next(data for name, data in small[1].items() if name.endswith(".ttl"))
    changed = {**small[1]}
    for name in changed:
        if name.endswith(".ttl"):
            changed[name] = tree.replace(b"Wright", b"Wrong")
    imports.keep_dataset(changed, NAME, settings.imports())
    assert "is not loaded" in said(open_item(open_page, one(small[0], "listing", 3)))


@pytest.mark.parametrize(
    ("name", "item", "told"),
    [
        ("kinshipqa", "crow_0202", "The path is unknown"),
        ("kinshipqa", "crow_0051", "2 hops. Derivation steps: unknown."),
        ("kinshipqa_extended_5_6hop_aug", "dravidian_0824", "father → father → brother → child"),
        ("fictional/full", "crow_0301", "Flagged as an override"),
        ("paraphrase_robustness", "hawaiian_0327", "stores no context for this item"),
        ("Family questions, shipped", "korean_family_09", "53 lines."),
    ],
)
def test_items_that_tell_less_are_shown_with_what_is_unknown(name, item, told, release, open_page):
    app = open_page("questions", {"set": set_id(name), "item": item})
    assert told in said(app)
    lacking = {
        "paraphrase_robustness": "tells of no family that could be drawn",
        "Family questions, shipped": "gold line: a step of the proof",
    }
    assert lacking.get(name, "does not say which family") in said(app)
    walked = name not in ("paraphrase_robustness",) and item != "crow_0202"
    steps = "these are the steps of its path" if walked else "the facts behind the key are unknown"
    assert steps in said(app)


def test_the_release_is_filtered(release, open_page):
    query = {"set": set_id("kinshipqa"), "with_category": "4", "with_system": "crow"}
    app = open_page("questions", {**query, "with_override": "true"})
    frame = shell.store().query(
        "select count(*) as n from item where dataset_id = ? and category = '4' and "
        "system = 'crow' and attributes like '%\"has_cultural_override\":true%'",
        [set_id("kinshipqa")],
    )
    assert f"{frame['n'][0]:,} of 3,354 items." in said(app)
    assert "kind" not in app.dataframe[0].proto.column_order


def test_a_hostile_item_is_data(empty, open_page):
    evil = "</h3><script>alert(1)</script> **b** [x](http://evil.example) $x$ :material/home:"
    line = {
        "question_id": "evil", "question_text": evil, "ground_truth": evil, "context": evil,
        "kinship_system": evil, "category": evil, "kind": evil, "level": evil, "tree": evil,
        "anchor_person": evil, "anchor_name": evil, "kin_types": [evil], "relatives": [evil],
        "proof": [[evil, evil, evil]], "path": [evil], "relation": {"system": evil}, "canary": evil,
    }  # fmt: skip
    source = Source("odd/items.jsonl", json.dumps(line).encode())
    imports.import_source(source, settings.imports())
    app = open_page("questions", {"set": set_id("odd"), "item": "evil"})
    assert "<script>" not in "".join(element.proto.body for element in app.get("html"))
    shown = [*app.subheader, *app.markdown, *app.caption, *app.info]
    assert not [e.value for e in shown if "[x](" in e.value or "**b**" in e.value]


def test_an_item_goes_to_the_prompt_page_as_it_is(kept, open_page):
    item = kept[-1]
    app = open_item(open_page, item)
    next(b for b in app.button if b.label == "Ask on the Prompt page").click().run()
    assert app.title[0].value == "Prompt"
    area = next(a for a in app.text_area if item.question_id in (a.key or ""))
    assert item.question_text in area.value


def build_page(open_page, **state):
    app = open_page("questions", {"show": "Build a data set"})
    app.segmented_control(key="build_profile").set_value("full").run()
    app.multiselect(key="build_systems").set_value(["Omaha"]).run()
    app.number_input(key="build_hops").set_value(2)
    app.number_input(key="build_items").set_value(24)
    app.number_input(key="build_trees").set_value(2)
    app.radio(key="build_level").set_value("siblings")
    app.toggle(key="build_baselines").set_value(False).run()
    return app


def test_a_data_set_is_built_and_kept_and_opened(home, open_page):
    app = build_page(open_page)
    assert "24 items, made in about" in said(app)
    command = next(c.value for c in app.code if "kinlib questions" in c.value)
    wanted = ("--profile full", "--system Omaha", "--level siblings", "--hops 2", "--items 24",
              "--trees 2", "--no-baselines")  # fmt: skip
    assert all(word in command for word in wanted)
    app.button(key="build").click().run()
    assert not app.exception
    recipe = Recipe("full", ("Omaha",), 1, Manner("siblings"), 2, 24, 2)
    expected = build(recipe, shipped_names()["english"])
    number = len(list(expected.items))
    assert {m.label: m.value for m in app.metric}["Items"] == str(number)
    assert "what a blind solver gets is unknown" in said(app)
    assert next(iter(expected.items)).canary in said(app)
    app.button(key="keep").click().run()
    assert not app.exception
    assert f"{number} of {number} items." in said(app)
    sets = question_queries.question_sets(shell.store())
    (name,) = (n for n in sets["name"] if n.startswith("Omaha, full, siblings, seed 1"))
    ids = question_queries.matching(shell.store(), question_queries.Wanted(set_id(name)))
    assert set(ids) == {item.question_id for item in expected.items}
    app = open_page("questions", {"set": set_id(name), "item": ids[-1]})
    assert [e for e in drawn(app)["edges"] if e["kind"] == "proof"]


def test_baselines_are_told_with_their_counts(home, open_page):
    app = build_page(open_page)
    app.toggle(key="build_baselines").set_value(True).run()
    app.button(key="build").click().run(timeout=60)
    frame = next(d.value for d in app.dataframe if "Best blind solver" in d.value.columns)
    whole = frame.iloc[0]
    assert whole["Of"] == "all"
    assert f"of {whole['Items']:,})" in whole["It solves"]
    assert list(frame["Of"]).count("2 hops") == 1


def test_what_is_too_much_for_a_page_names_the_command(home, open_page):
    app = build_page(open_page)
    app.number_input(key="build_items").set_value(20_001).run()
    assert "20,001 items" in said(app)
    assert "terminal" in said(app)
    assert app.button(key="build").disabled
    app.multiselect(key="build_systems").set_value([]).run()
    assert "at least one kinship system" in said(app)


def test_a_loaded_family_is_asked_about_and_a_large_one_is_refused(release, open_page):
    app = build_page(open_page)
    source = app.selectbox(key="build_source")
    known = queries.genealogies(shell.store()).set_index("name")["genealogy_id"]
    source.set_value(known["ontologies_extended/sudanese"]).run()
    assert "has 182 people" in said(app)
    app.selectbox(key="build_source").set_value(known["Darwin–Wedgwood family"]).run()
    assert not app.button(key="build").disabled
    app.button(key="build").click().run(timeout=60)
    assert {m.label: m.value for m in app.metric}["Trees"] == "1"
