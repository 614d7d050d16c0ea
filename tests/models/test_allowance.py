"""The host's caps: what they let through, however many ask at once and whatever is restarted."""

import json
import threading

import hypothesis
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinlib import settings
from kinlib.errors import KinError
from kinlib.models import allowance
from kinlib.models.allowance import Cap, Wanted

PRICED, UNPRICED = "openai/gpt-4o-mini", "somebody/unlisted"


@pytest.fixture(autouse=True)
def fresh(monkeypatch):
    """A server that was just started."""
    restart(monkeypatch)


def restart(monkeypatch):
    monkeypatch.setattr(allowance, "_books", {})


def cap(monkeypatch, calls="", cost=""):
    monkeypatch.setenv("KINLIB_MAX_CALLS", calls)
    monkeypatch.setenv("KINLIB_MAX_COST", cost)


def lines():
    (file,) = settings.allowance().iterdir()
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def test_without_a_cap_everything_is_allowed_and_nothing_is_written(home):
    made = allowance.reserve("v", UNPRICED, 10_000)
    allowance.settle(made)
    assert allowance.obstacle("v", [Wanted(UNPRICED, 10**9)]) is None
    assert allowance.left("v").sentence() == ""
    assert not home.exists()


@pytest.mark.parametrize(
    ("text", "cap"),
    [
        ("20/visit, 500/day", Cap(20, 500)),
        (" 500/day ,20/visit,", Cap(20, 500)),
        ("0/day", Cap(None, 0)),
        ("3/visit", Cap(3, None)),
        ("", Cap()),
        ("  ", Cap()),
    ],
)
def test_a_cap_says_how_much_for_what(monkeypatch, text, cap):
    monkeypatch.setenv("KINLIB_MAX_CALLS", text)
    assert allowance.caps().calls == cap


@pytest.mark.parametrize(
    "text", ["20", "20,500", "-1/day", "nan/day", "1/week", "1/day, 2/day", "1e3/day", "x/visit"]
)
def test_a_cap_that_cannot_be_read_lets_nothing_through(monkeypatch, text):
    monkeypatch.setenv("KINLIB_MAX_COST", text)
    with pytest.raises(KinError, match=r"KINLIB_MAX_COST is “.*write it as “0.50/visit, 5/day”"):
        allowance.reserve("v", PRICED, 1, 0.0)


def test_calls_are_counted_by_visit_and_by_day(monkeypatch):
    cap(monkeypatch, calls="2/visit, 3/day")
    for _ in range(2):
        allowance.settle(allowance.reserve("ann", PRICED))
    with pytest.raises(KinError, match=r"2 calls for this visit; 0 are left and 1 is wanted"):
        allowance.reserve("ann", PRICED)
    assert allowance.left("bob").sentence() == (
        "Left: 2 calls for this visit; 1 call for today, all visitors together."
    )
    with pytest.raises(KinError, match=r"3 calls for today; 1 is left and 2 are wanted"):
        allowance.reserve("bob", PRICED, 2)
    allowance.reserve("bob", PRICED)
    with pytest.raises(KinError, match="for today; 0 are left"):
        allowance.reserve("cid", "local/smollm2-135m")


def test_a_restart_forgets_nothing_and_an_unsettled_call_counts_in_full(monkeypatch):
    cap(monkeypatch, calls="9/visit, 9/day", cost="9/visit, 1/day")
    allowance.settle(allowance.reserve("ann", PRICED, 5, 0.5), calls=2, cost=0.1)
    allowance.reserve("ann", PRICED, 3, 0.3)  # and then the server is killed
    restart(monkeypatch)
    assert allowance.left("bob").calls == Cap(9, 4)
    assert allowance.left("bob").cost == Cap(9, pytest.approx(0.6))


def test_a_torn_line_is_left_out_and_closed_off(monkeypatch):
    cap(monkeypatch, calls="5/day")
    allowance.reserve("ann", PRICED)
    (file,) = settings.allowance().iterdir()
    with file.open("ab") as torn:
        torn.write(b'{"kind": "reserved", "id": "x", "calls": 4')
    restart(monkeypatch)
    allowance.reserve("ann", PRICED, 2)
    assert allowance.left("ann").calls.day == 2


def test_a_file_that_the_host_removed_begins_anew(monkeypatch):
    cap(monkeypatch, calls="3/day")
    made = allowance.reserve("ann", PRICED, 3)
    (file,) = settings.allowance().iterdir()
    file.unlink()
    allowance.reserve("ann", PRICED, 2)
    allowance.settle(made)  # of a day that is forgotten: nothing to take back
    assert allowance.left("ann").calls.day == 1


def test_fifty_at_once_get_no_more_than_there_is(monkeypatch):
    cap(monkeypatch, calls="20/day", cost="0.15/day")
    start, got, lock = threading.Barrier(50), [], threading.Lock()

    def one(number):
        start.wait()
        try:
            made = allowance.reserve(f"visit {number}", PRICED, 1, 0.01)
        except KinError:
            return
        with lock:
            got.append(made)

    threads = [threading.Thread(target=one, args=(number,)) for number in range(50)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(got) == 15, "money for fifteen"
    assert len(lines()) == 15


def test_a_price_that_is_unknown_is_not_zero(monkeypatch):
    cap(monkeypatch, cost="5/day")
    with pytest.raises(KinError, match="the price of somebody/unlisted is unknown"):
        allowance.reserve("ann", UNPRICED)
    for free in ("local/smollm2-135m", "control/gold"):
        allowance.reserve("ann", free)
    assert allowance.left("ann").cost.day == 5
    for odd in (float("nan"), float("inf"), -1.0):
        assert "unknown" in (allowance.obstacle("ann", [Wanted(PRICED, 1, odd)]) or "")


def test_what_a_call_cost_takes_the_place_of_what_it_might_have(monkeypatch):
    cap(monkeypatch, cost="1/visit")
    made = allowance.reserve("ann", PRICED, 1, 0.9)
    with pytest.raises(KinError, match=r"\$0.1000 is left and this may cost \$0.2000"):
        allowance.reserve("ann", PRICED, 1, 0.2)
    allowance.settle(made, cost=0.25)
    assert allowance.left("ann").cost.visit == pytest.approx(0.75)
    allowance.settle(made, cost=0.0)
    assert allowance.left("ann").cost.visit == pytest.approx(0.75), "settled once"
    unknown = allowance.reserve("ann", PRICED, 1, 0.5)
    allowance.settle(unknown, cost=None)
    assert allowance.left("ann").cost.visit == pytest.approx(0.25), "unknown: as set aside"
    unsent = allowance.reserve("ann", PRICED, 1, 0.25)
    allowance.settle(unsent, calls=0)
    assert allowance.left("ann").cost.visit == pytest.approx(0.25)


@pytest.mark.parametrize("odd", [float("nan"), float("inf"), -100.0])
def test_no_odd_price_lifts_a_cap(monkeypatch, odd):
    cap(monkeypatch, cost="1/visit")
    allowance.settle(allowance.reserve("ann", PRICED, 1, 0.5), 1, odd)
    assert allowance.left("ann").cost.visit == pytest.approx(0.5), "unknown: as set aside"
    cap(monkeypatch, calls="9/visit")
    allowance.reserve("ann", PRICED, 1, odd)
    cap(monkeypatch, cost="1/visit")
    assert allowance.left("ann").cost.visit == pytest.approx(0.5)
    (file,) = settings.allowance().iterdir()
    line = {"kind": "reserved", "id": "x", "calls": 1, "visit": "ann", "cost": odd, "at": ""}
    settled = {**line, "kind": "settled", "id": allowance.reserve("ann", PRICED, 1, 0.2).id}
    with file.open("a", encoding="utf-8") as out:
        out.write("".join(json.dumps(one) + "\n" for one in (line, {**line, "calls": -9}, settled)))
    restart(monkeypatch)
    assert allowance.left("ann").cost.visit == pytest.approx(0.3)


def test_a_folder_in_the_place_of_the_file_is_told(monkeypatch):
    cap(monkeypatch, calls="3/day")
    allowance._today().mkdir(parents=True)
    with pytest.raises(KinError, match="cannot be read: Is a directory; calls cannot be counted"):
        allowance.reserve("ann", PRICED)


def test_a_cap_that_is_no_number_of_anything_is_told_briefly(monkeypatch):
    cap(monkeypatch, calls="9" * 400 + "/day")
    with pytest.raises(KinError, match=r"KINLIB_MAX_CALLS is “9{60}…”, which cannot be read"):
        allowance.caps()


def test_midnight_renews_the_day_and_not_the_visit(monkeypatch):
    cap(monkeypatch, calls="3/visit, 2/day")
    days = [settings.allowance() / f"2026-12-0{number}.jsonl" for number in (1, 2)]
    monkeypatch.setattr(allowance, "_today", lambda: days[0])
    late = allowance.reserve("ann", PRICED, 2)
    monkeypatch.setattr(allowance, "_today", lambda: days[1])
    assert allowance.left("ann").calls == Cap(1, 2)
    allowance.settle(late, calls=1)
    assert allowance.left("ann").calls == Cap(2, 2), "settled in the file of its own day"
    assert len(days[0].read_text(encoding="utf-8").splitlines()) == 2


def test_where_nothing_can_be_counted_nothing_is_asked(monkeypatch, home):
    cap(monkeypatch, calls="3/day")
    home.parent.joinpath("home").write_text("a file where the folder should be")
    with pytest.raises(KinError, match="calls cannot be counted, so none is made"):
        allowance.reserve("ann", PRICED)


STEPS = st.lists(
    st.tuples(
        st.sampled_from("ab"),
        st.integers(1, 4),
        st.integers(0, 40),
        st.one_of(st.none(), st.tuples(st.integers(0, 4), st.integers(0, 40))),
    ),
    max_size=25,
)


@hypothesis.settings(max_examples=30)
@given(STEPS)
def test_no_order_of_calls_passes_a_cap_and_the_file_tells_the_same(tmp_path_factory, steps):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KINLIB_HOME", str(tmp_path_factory.mktemp("home")))
        cap(patch, calls="8/visit, 12/day", cost="0.60/visit, 1/day")
        used = {"a": [0, 0.0], "b": [0, 0.0]}
        for visit, calls, cents, settled in steps:
            try:
                made = allowance.reserve(visit, PRICED, calls, cents / 100)
            except KinError:
                continue
            if settled is not None:
                calls, cents = min(settled[0], calls), min(settled[1], cents)
                allowance.settle(made, calls, cents / 100)
            used[visit][0] += calls
            used[visit][1] += cents / 100
        for visit, (calls, cost) in used.items():
            assert calls <= 8
            assert cost <= 0.6 + 1e-6
            left = allowance.left(visit)
            assert left.calls.visit == 8 - calls
            assert left.cost.visit == pytest.approx(0.6 - cost, abs=1e-6)
        assert sum(calls for calls, _ in used.values()) <= 12
        before = allowance.left("new")
        restart(patch)
        after = allowance.left("new")
        assert after.calls == before.calls
        assert after.cost.day == pytest.approx(before.cost.day)
