import pandas as pd
import pytest

from kinlib.figures.charts import accuracy


def table(**columns) -> pd.DataFrame:
    rows = {
        "run_id": ["r1"] * 3, "name": ["m · d"] * 3, "value": ["10", "2", "9"],
        "right": [1, 5, 0], "counted": [4, 10, 0], "score": [0.25, 0.5, None],
        "low": [0.05, 0.24, None], "high": [0.7, 0.76, None], **columns,
    }  # fmt: skip
    frame = pd.DataFrame(rows)
    return frame.astype({"score": "Float64", "low": "Float64", "high": "Float64"})


def test_points_are_percentages_with_the_limits_of_their_intervals():
    (trace,) = accuracy(table(), "hops").data
    assert list(trace.x) == ["10", "2"], "an unknown rate is no point at zero"
    assert list(trace.y) == [25, 50]
    assert list(trace.error_y.array) == pytest.approx([45, 26])
    assert list(trace.error_y.arrayminus) == pytest.approx([20, 26])


def test_hops_stand_in_the_order_of_numbers():
    assert list(accuracy(table(), "hops").layout.xaxis.categoryarray) == ["2", "9", "10"]


def test_two_runs_of_one_name_are_two_lines():
    frame = pd.concat([table(), table(run_id=["r2"] * 3)])
    assert len(accuracy(frame, "hops").data) == 2
