"""Replies taken over from another run of the local model: same request, same reply, and said so."""

import dataclasses
import json

import pytest
from test_runner import ANSWER, ROWS

from kinlib.errors import KinError
from kinlib.models import gateway, local, plan, runner, taken_over
from kinlib.models.reply import Parameters

LOCAL = dataclasses.replace(ANSWER, model=local.MODEL, cost=0.0)


@pytest.fixture
def asked(monkeypatch):
    """What was asked of the stand-in for the local model, which fails at q2 and echoes else."""
    prompts = []

    def stand_in(model, prompt, parameters, **_):
        prompts.append(prompt)
        broken = {"outcome": "error", "error_kind": "other", "error": "Broken."}
        return dataclasses.replace(LOCAL, text=prompt, **(broken if "q2" in prompt else {}))

    monkeypatch.setattr(gateway, "ask", stand_in)
    return prompts


def planned(rows, dataset="d", **options):
    return plan.make(rows, local.MODEL, benchmark="ad hoc", dataset_id=dataset, **options)


def responses(made):
    lines = map(json.loads, made.file.read_text(encoding="utf-8").splitlines())
    return {line["item_id"]: line for line in lines if line["kind"] == "response"}


def test_only_the_requests_that_differ_are_asked(asked):
    first = planned(ROWS[:5])
    runner.execute(first)
    changed = [*ROWS[:4], {**ROWS[4], "prompt": "Ask q5 with the rule."}]
    asked.clear()
    second, known = taken_over.take_over(planned(changed, "e"), first.file)
    assert (second.total, second.answered, len(known)) == (5, 3, 3)
    runner.execute(second, known=known)
    # The error of q2 is no reply that could be taken over.
    assert sorted(asked) == ["Ask q2.", "Ask q5 with the rule."]
    found = responses(second)
    told = {name: line.get("taken_from") for name, line in found.items()}
    assert told == {"q1": first.run_id, "q3": first.run_id, "q4": first.run_id,
                    "q2": None, "q5": None}  # fmt: skip
    before = responses(first)
    assert found["q1"]["run_id"] == second.run_id
    assert found["q1"]["text"] == "Ask q1." and found["q1"]["at"] == before["q1"]["at"]
    assert not planned(changed, "e").tasks


@pytest.mark.parametrize(
    "changed", [{"run_id": None}, {"outcome": "great"}, {"cost": -1.0}, {"text": 5}]
)
def test_lines_that_the_store_would_refuse_are_not_taken_over(asked, changed):
    first = planned(ROWS[:1])
    runner.execute(first)
    head, *lines = first.file.read_text(encoding="utf-8").splitlines()
    odd = [json.dumps({**json.loads(line), **changed}) for line in lines if '"response"' in line]
    first.file.write_text("\n".join([head, *odd]) + "\n", encoding="utf-8")
    second = planned(ROWS[:1], "e")
    assert taken_over.take_over(second, first.file) == (second, [])


@pytest.mark.parametrize("other", [Parameters(0.5, None, 64), Parameters(0.0, None, 1024, seed=7)])
def test_other_parameters_are_another_request(asked, other):
    first = planned(ROWS[:3])
    runner.execute(first)
    second = planned(ROWS[:3], parameters=other)
    assert taken_over.take_over(second, first.file) == (second, [])


def test_other_versions_of_the_libraries_are_another_request(asked, monkeypatch):
    first = planned(ROWS[:1])
    runner.execute(first)
    monkeypatch.setattr(plan, "versions", lambda: {"xllamacpp": "another"})
    second = planned(ROWS[:1], "e")
    assert taken_over.take_over(second, first.file) == (second, [])


def test_a_model_that_may_differ_each_time_is_asked(asked):
    made = plan.make(ROWS[:1], "openai/gpt-4o-mini", benchmark="ad hoc", dataset_id="d")
    with pytest.raises(KinError, match="ask it again"):
        taken_over.take_over(made, made.file)


def test_a_run_that_is_not_there_is_named(asked):
    made = planned(ROWS[:1])
    with pytest.raises(KinError, match="no other run's journal"):
        taken_over.take_over(made, made.file.with_name("run-none.jsonl"))
