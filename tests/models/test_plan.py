"""What is about to be asked: prompts, seeds, order, what is done already, and what it may cost."""

import contextlib
import hashlib
import json
import time
from dataclasses import asdict
from pathlib import Path

import pytest

from kinlib import settings
from kinlib.errors import KinError
from kinlib.models import asked_before, begun_runs, datasets, estimates, plan, presets
from kinlib.models.reply import Parameters
from kinlib.reasoning import protocols
from kinlib.results import journal
from kinlib.results.store import Store

LOCAL = "local/smollm2-135m"


def row(name, **fields):
    return {"item_id": name, "position": 1, "dataset_id": "d", "question": "Who?",
            "prompt": f"Ask {name}.", "answer_type": "people", "gold": "[]",
            "attributes": "{}"} | fields  # fmt: skip


ROWS = [row(f"q{n}", position=n) for n in range(1, 41)]


def make(rows=ROWS, model="m", **options):
    return plan.make(rows, model, **{"benchmark": "ad hoc", "dataset_id": "d"} | options)


def keep(made, *replies):
    """A journal with replies: (item id, repeat, outcome or None for a call that was begun)."""
    file = journal.start(made.file.parent, made.header)
    for name, repeat, outcome in replies:
        line = {"kind": "asked", "run_id": made.run_id, "item_id": name, "repeat": repeat,
                "attempt": 1, "position": 1}  # fmt: skip
        journal.append(file, line)
        if outcome:
            journal.append(file, {**line, "kind": "response", "outcome": outcome,
                                  "prompt": f"Ask {name}.", "prompt_tokens": 4})  # fmt: skip


def test_presets_are_those_of_the_papers():
    assert presets.preset("terms") == presets.Preset(Parameters(0.7, 0.95, 1024), 3)
    for benchmark in ("selection", "kinshipqa"):
        assert presets.preset(benchmark) == presets.Preset(Parameters(0.0, None, 1024), 1)
        assert presets.preset(benchmark, "short").parameters == Parameters(0.0, None, 64)
    with pytest.raises(KinError, match="no preset “best”"):
        presets.preset("terms", "best")


def test_a_seed_is_a_hash_of_item_and_repeat():
    # As the demonstration's own script made it, long before this function.
    assert plan.seed_of("father_father__REC__HI", 1) == 1670740635
    assert plan.seed_of("father_father__REC__KO", 1) == 1310504474
    seeds = {plan.seed_of(f"q{n}", repeat) for n in range(200) for repeat in (1, 2, 3)}
    assert len(seeds) == 600 and max(seeds) < 2**31


def test_every_repeat_of_an_item_has_a_seed_of_its_own_unless_one_is_given():
    made = make(ROWS[:2], repeats=2)
    assert {t.parameters.seed for t in made.tasks} == {
        plan.seed_of(name, repeat) for name in ("q1", "q2") for repeat in (1, 2)
    }
    assert made.header["parameters"]["seed"] is None
    fixed = make(ROWS[:2], parameters=Parameters(seed=9))
    assert [t.parameters.seed for t in fixed.tasks] == [9, 9]


def test_the_order_is_repeat_by_repeat_and_a_limit_is_a_sample_of_the_whole():
    whole = [t.key for t in make(repeats=2).tasks]
    hashed = sorted((r["item_id"] for r in ROWS), key=lambda i: hashlib.sha256(i.encode()).digest())
    assert whole == [(name, repeat) for repeat in (1, 2) for name in hashed]
    part = make(repeats=2, limit=5)
    assert [t.key for t in part.tasks] == [(n, r) for r in (1, 2) for n in hashed[:5]]
    assert make(list(reversed(ROWS)), repeats=2).tasks[0].key == whole[0]


def test_what_has_a_reply_is_not_asked_again_and_what_was_begun_has_another_attempt():
    made = make(ROWS[:3])
    keep(made, ("q1", 1, "answered"), ("q2", 1, None), ("q3", 1, "error"))
    left = make(ROWS[:3])
    assert left.run_id == made.run_id
    assert left.file == made.file
    assert (left.answered, left.total) == (2, 3)
    assert [(t.key, t.attempt) for t in left.tasks] == [(("q2", 1), 2)]
    again = make(ROWS[:3], again=("error",))
    assert sorted((t.key[0], t.attempt) for t in again.tasks) == [("q2", 2), ("q3", 2)]


def test_a_call_that_somebody_cut_short_is_asked_again():
    made = make(ROWS[:1])
    keep(made, ("q1", 1, "cancelled"))
    assert [t.attempt for t in make(ROWS[:1]).tasks] == [2]


def test_a_run_is_gone_on_with_only_if_it_is_asked_the_very_same_way():
    made = make()
    keep(made)
    assert make().run_id == made.run_id
    others = [make(model="n"), make(dataset_id="e"), make(repeats=2), make(preset="short"),
              make(parameters=Parameters(temperature=1.0)), make(fresh=True)]  # fmt: skip
    ids = {one.run_id for one in others}
    assert len(ids) == len(others) and made.run_id not in ids
    assert make().run_id == made.run_id, "what was only planned is no run"
    keep(others[-1])
    assert make().run_id == others[-1].run_id, "the latest of its kind goes on"
    assert make(fresh=True).run_id not in {made.run_id, *ids}


def test_settings_of_ones_own_are_not_called_after_a_preset():
    assert make().header["preset"] == "paper"
    assert make(parameters=Parameters(temperature=1.0)).header["preset"] is None
    assert make(repeats=7).header["preset"] is None
    assert make(parameters=presets.preset("ad hoc").parameters).header["preset"] == "paper"


def test_a_data_set_that_changed_is_refused_with_the_item_s_name():
    keep(make(ROWS[:2]), ("q1", 1, "answered"))
    changed = [{**ROWS[0], "prompt": "Ask otherwise."}, ROWS[1]]
    with pytest.raises(KinError, match="the prompt of q1 is another one"):
        make(changed)
    assert make(changed, fresh=True).answered == 0
    assert make([ROWS[0], {**ROWS[1], "prompt": "Ask otherwise."}]).answered == 1


def test_torn_and_foreign_lines_of_a_journal_are_passed_over():
    made = make(ROWS[:3])
    keep(made, ("q1", 1, "answered"))
    with made.file.open("ab") as file:
        file.write(b'\xff\n[1]\n{"kind": "response", "item_id": 3}\n{"kind": "event"}\n')
        file.write(b'{"kind": "response", "item_id": "q2", "repeat": 1, "outcome": "answ')
    assert make(ROWS[:3]).answered == 1


def question(**fields):
    told = json.dumps(fields.pop("told", {}))
    usual = {"prompt": None, "question": "Who are Ann's fathers?", "context": "Facts."}
    return row("k1", **usual | {"category": "4", "system": "crow", "attributes": told} | fields)


def test_questions_are_put_as_the_protocol_says():
    asked = "Who are Ann's fathers?"
    told = protocols.with_rule("Facts.", "crow", "term")
    assert plan.prompt_of(question(), None) == protocols.direct("Facts.", asked)
    assert plan.prompt_of(question(), "direct") == protocols.direct("Facts.", asked)
    renamed = question(told={"renamed": "term"})
    with_rule = plan.prompt_of(renamed, "chain of thought, rule in context")
    assert with_rule == protocols.chain_of_thought(told, asked)
    assert plan.prompt_of(question(), "few-shot") == protocols.few_shot("Facts.", asked, "crow", 4)
    assert plan.prompt_of(row("q1"), "few-shot") == "Ask q1."


@pytest.mark.parametrize("fields", [{"category": "1"}, {"told": {"rule": True}}])
def test_the_rule_is_stated_once_and_of_cultural_questions_only(fields):
    asked = plan.prompt_of(question(**fields), "direct, rule in context")
    assert asked == protocols.direct("Facts.", "Who are Ann's fathers?")


def test_the_protocol_is_told_in_the_header_and_refused_where_prompts_are_given():
    made = make([question()], benchmark="kinshipqa", rule=True)
    assert made.header["protocol"] == "direct, rule in context"
    assert make().header["protocol"] is None
    with pytest.raises(KinError, match="bring their prompts"):
        make(protocol="direct")


@pytest.mark.parametrize(
    ("run_id", "benchmark", "preset", "repeats", "parameters"),
    [
        ("run-f6ba31326a836d97", "selection", "short", 1, Parameters(0.0, None, 64)),
        ("run-a2352a3fa062e869", "terms", "paper", 3, Parameters(0.7, 0.95, 1024)),
        ("run-88119a19cdfafb01", "kinshipqa", "short", 1, Parameters(0.0, None, 64)),
    ],
)
def test_the_very_runs_of_the_demonstration_are_found(
    run_id, benchmark, preset, repeats, parameters
):
    """Their ids come from the script that made them, which had a formula of its own."""
    rows, dataset = [question()], datasets.REASONING
    if benchmark in datasets.FILES:
        data = datasets.load(benchmark)
        rows, dataset = data.rows, data.dataset_id
    journal.start(settings.journals(), {
        "run_id": run_id, "benchmark": benchmark, "dataset_id": dataset, "model": LOCAL,
        "protocol": "direct" if benchmark == "kinshipqa" else None, "preset": preset,
        "source": "measured", "parameters": asdict(parameters), "repeats": repeats,
        "items": len(rows), "started": "2026-11-30T12:25:48.610580+00:00", "versions": {},
    })  # fmt: skip
    made = make(rows, LOCAL, benchmark=benchmark, preset=preset, dataset_id=dataset)
    assert made.run_id == run_id
    if benchmark in datasets.FILES:
        assert plan.resume(run_id).tasks == made.tasks


def test_a_run_of_ones_own_is_another_one_than_a_run_of_the_same_settings_elsewhere(monkeypatch):
    first = make()
    monkeypatch.setenv("KINLIB_HOME", str(settings.home().with_name("another")))
    second = make()
    assert first.file.parent != second.file.parent
    assert first.run_id != second.run_id
    ours = {key: value for key, value in first.header.items() if key not in ("run_id", "started")}
    assert ours.items() <= second.header.items()


def test_the_latest_run_is_found_among_hundreds_by_reading_their_first_lines(monkeypatch):
    settings.journals().mkdir(parents=True)
    head = make().header
    filler = b'{"kind": "event"}\n' * 2000
    for n in range(400):
        told = {**head, "run_id": f"run-{n}", "started": f"2026-{n:04}", "repeats": 1 + n % 2}
        line = json.dumps({"kind": "run", **told}).encode() + b"\n"
        torn = line[:50] + b"\n" if n == 398 else b""
        (settings.journals() / f"run-{n}.jsonl").write_bytes(torn + line + filler)
    (settings.journals() / "run-z.jsonl").write_bytes(line)  # named after another run
    (settings.journals() / "run-y.jsonl").write_bytes(b"[" * 300_000)
    monkeypatch.setattr(Path, "read_bytes", None)
    begun = time.process_time()
    found = begun_runs.latest(settings.journals(), head)
    assert found == settings.journals() / "run-398.jsonl"
    assert time.process_time() - begun < 1


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"run_id": "../../evil"}, "no name of a run"),
        ({"run_id": "run-2"}, "journal of another run, run-2"),
        ({"run_id": None}, "'run_id' holds null"),
        ({"model": 5}, "'model' holds 5"),
        ({"parameters": {"x": 1}}, "not those of a call"),
        ({"parameters": {"temperature": "hot"}}, "not those of a call"),
        ({"parameters": [1]}, "'parameters' holds"),
        ({"repeats": "two"}, "'repeats' holds"),
        ({"repeats": -1}, "below 1"),
        ({"repeats": 10**9, "items": 10**9}, "out of range"),
        ({"items": "x"}, "'items' holds"),
        ({"versions": {"a": 1e400}}, "NaN or Infinity"),
    ],
)
def test_a_damaged_header_is_a_sentence_and_nothing_is_written(changed, told):
    made = make()
    file = journal.start(settings.journals(), made.header)
    line = json.dumps({"kind": "run", **made.header, **changed}) + "\n"
    file.write_text(line, encoding="utf-8")
    with pytest.raises(KinError, match=told):
        plan.resume(made.run_id)
    assert list(settings.home().rglob("*.*")) == [file]


@pytest.mark.parametrize("name", ["../evil", "x" * 10_000, "a\0b", "", "..", "c:x"])
def test_what_can_be_no_run_is_refused(name):
    with pytest.raises(KinError, match="no name of a run"):
        plan.resume(name)


@pytest.mark.parametrize(
    "changed",
    [{"run_id": "run-xyz"}, {"outcome": "great"}, {"text": 5}, {"cost": -1.0}, {"attempt": 10**30},
     {"attempt": 2**31 - 1}, {"attempt": -5}, {"attempt": True}, {"prompt_tokens": "x"},
     {"position": None}],
)  # fmt: skip
def test_a_reply_that_the_store_refuses_is_asked_for_again(changed):
    made = make(ROWS[:1])
    keep(made)
    reply = {"kind": "response", "run_id": made.run_id, "item_id": "q1", "repeat": 1, "attempt": 1,
             "position": 1, "outcome": "answered", "text": "A", "prompt": "Ask q1."}  # fmt: skip
    journal.append(made.file, {**reply, **changed})
    left = make(ROWS[:1])
    assert len(left.tasks) == 1 and left.tasks[0].attempt <= 2
    journal.append(made.file, reply)
    assert make(ROWS[:1]).tasks == ()


def test_of_several_replies_the_last_counts_that_is_one_and_of_equal_ones_the_first():
    made = make(ROWS[:3])
    keep(made)
    calls = [("q1", 1, "truncated"), ("q1", 2, "error"), ("q2", 1, "error"), ("q2", 1, "answered"),
             ("q3", 2, "blank"), ("q3", 2, "answered"), ("q3", 1, "answered")]  # fmt: skip
    for name, attempt, outcome in calls:
        journal.append(made.file, {
            "kind": "response", "run_id": made.run_id, "item_id": name, "repeat": 1,
            "attempt": attempt, "position": 1, "outcome": outcome,
        })  # fmt: skip
    found = asked_before.read(made.file).outcomes
    # Of two lines of one attempt the store keeps the first, whatever it says.
    assert found == {("q1", 1): "truncated", ("q2", 1): "error", ("q3", 1): "blank"}
    with contextlib.closing(Store(None, judged=False)) as store:
        store.refresh()
        rows = store.query(
            "select item_id, repeat, outcome from reply where run_id = ?", [made.run_id]
        )
    assert {(r.item_id, r.repeat): r.outcome for r in rows.itertuples()} == found
    assert [t.attempt for t in make(ROWS[:1], again=("truncated",)).tasks] == [3]
    assert make(ROWS[:1], again=("error",)).tasks == ()


def test_items_that_cannot_be_asked_are_named_and_the_rest_is():
    rows = [ROWS[0], row("bad", prompt="half \ud83d"), question(context_cut=True),
            question(item_id="few", category=None)]  # fmt: skip
    made = make(rows, protocol="few-shot")
    assert [t.key[0] for t in made.tasks] == ["q1"]
    assert made.left_out == 3
    reasons = " ".join(problem.reason for problem in made.problems)
    assert "bad: Character 6" in reasons and "k1: Its source cut the context" in reasons
    with pytest.raises(KinError, match="None of the 1 items can be asked"):
        make([question(context_cut=True)])


def test_controls_are_asked_what_they_answer_and_marked():
    data = datasets.load("selection")
    made = plan.make(data.rows, "control/gold", benchmark="selection",
                     dataset_id=data.dataset_id, preset="short")  # fmt: skip
    assert (made.header["source"], len(made.tasks), made.cost) == ("control", 77, 0.0)
    with pytest.raises(KinError, match="does not answer such items"):
        plan.make(data.rows, "control/romaniser", benchmark="selection", dataset_id="x")
    assert make().header["source"] == "measured"


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"model": " "}, "name of the model is empty"),
        ({"limit": 0}, "1 or more"),
        ({"repeats": 0}, "1 or more"),
        ({"parameters": Parameters(top_p=0)}, "Top-p 0"),
        ({"rows": []}, "None of the 0 items"),
    ],
)
def test_what_cannot_be_meant_is_said_and_nothing_written(options, told):
    with pytest.raises(KinError, match=told):
        make(**options)
    assert not settings.journals().exists()


def test_estimates_say_what_they_rest_on_and_the_most_that_can_be_written():
    made = make(ROWS[:3], model="openai/gpt-4o-mini", parameters=Parameters(max_tokens=100))
    size = sum(len(f"Ask q{n}.") for n in (1, 2, 3))  # 7 bytes each
    assert (made.prompt_tokens, made.completion_tokens) == (round(size / 3), 300)
    assert made.basis == "a token for every 3 bytes"
    # 0.15 and 0.60 dollars a million tokens.
    assert made.cost == pytest.approx((7 * 0.15 + 300 * 0.60) / 1e6)
    assert make(model="nobody/knows").cost is None
    assert make(model=LOCAL).cost == 0.0


def test_what_was_counted_is_a_better_guide_than_bytes():
    keep(make(), *((f"q{n}", 1, "answered") for n in range(10, 30)))
    left = make()  # q1 to q9 of 7 bytes, q30 to q40 of 8; twenty of 8 bytes took 4 tokens each
    assert left.prompt_tokens == round((9 * 7 + 11 * 8) * 80 / 160)
    assert left.basis == "as counted in 20 replies of this run"


def test_prices_are_those_litellm_lists():
    from kinlib.models import gateway

    litellm = gateway._load()
    for model in ("openai/gpt-4o-mini", "gpt-4o", "anthropic/claude-sonnet-4-5"):
        both = litellm.cost_per_token(model, prompt_tokens=1000, completion_tokens=500)
        assert estimates.cost(model, 1000, 500) == pytest.approx(sum(both))


def test_a_run_goes_on_from_its_journal_alone():
    data = datasets.load("terms")
    made = plan.make(data.rows, LOCAL, benchmark="terms", dataset_id=data.dataset_id)
    file = journal.start(settings.journals(), made.header)
    first = made.tasks[0]
    line = {"run_id": made.run_id, "item_id": first.key[0], "repeat": 1, "attempt": 1,
            "position": first.position, "prompt": first.prompt}  # fmt: skip
    journal.append(file, {"kind": "response", "outcome": "answered", **line})
    left = plan.resume(made.run_id)
    assert left.header == made.header
    assert left.tasks == made.tasks[1:]
    assert plan.resume(f"{made.run_id}.jsonl", limit=2).total == 6
    assert asked_before.read(file).outcomes == {first.key: "answered"}


def test_a_run_that_ships_is_copied_before_it_goes_on(tmp_path, monkeypatch):
    (tmp_path / "data" / "items").mkdir(parents=True)
    data = datasets.load("selection")
    made = plan.make(data.rows, LOCAL, benchmark="selection", dataset_id=data.dataset_id)
    source = settings.shipped() / "items" / "kin_term_selection.jsonl"
    (tmp_path / "data" / "items" / source.name).write_bytes(source.read_bytes())
    shipped = journal.start(tmp_path / "data/demonstration/journals", made.header).read_bytes()
    monkeypatch.setenv("KINLIB_DATA", str(tmp_path / "data"))
    left = plan.resume(made.run_id)
    assert (left.file, left.total) == (settings.journals() / f"{made.run_id}.jsonl", 77)
    assert left.file.read_bytes() == shipped


def test_a_run_that_cannot_go_on_is_named():
    with pytest.raises(KinError, match="There is no run run-1"):
        plan.resume("run-1")
    made = make()
    header = {**made.header, "source": "ad hoc", "dataset_id": None, "run_id": "adhoc-1"}
    journal.start(settings.journals(), header)
    with pytest.raises(KinError, match="single prompts"):
        plan.resume("adhoc-1")
    (settings.journals() / "run-2.jsonl").write_text("{}\n", encoding="utf-8")
    with pytest.raises(KinError, match="does not say what run"):
        plan.resume("run-2")
    journal.start(settings.journals(), {**made.header, "run_id": "run-3"})
    with pytest.raises(KinError, match="d: neither a file nor a data set"):
        plan.resume("run-3")
