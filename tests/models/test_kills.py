"""A run that is killed with kill -9 loses no reply and repeats no more than it has to."""

import sys

import killed_runs
import pytest

NUMBER, CONCURRENCY = 200, 32


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is not known there")
def test_a_run_that_is_killed_ends_with_one_outcome_for_every_item(tmp_path):
    listed = tmp_path / "list.jsonl"
    named = killed_runs.write_list(listed, NUMBER)
    with killed_runs.server() as base:
        done = killed_runs.run(tmp_path / "state", listed, base, CONCURRENCY, [71])
        assert killed_runs.faults_of(done, named, CONCURRENCY, base) == []
    assert done.code == 1, done.output
    assert all(done.in_flight), "nothing was on its way at a kill: the test shows nothing"
    assert len(done.kept[0]) >= 71 and done.kept[0] < set(named)
    assert "[key removed]" in done.journal.read_text(encoding="utf-8")
    ok = [line for line in killed_runs.records(done.journal) if line.get("outcome") == "answered"]
    assert {line["served_model"] for line in ok} == {"served-2026-01-01"}
    assert {line["parameters"]["max_tokens"] for line in ok} == {1024}
    seeds = {line["item_id"]: line["parameters"]["seed"] for line in ok}
    assert len(set(seeds.values())) == len(seeds)
