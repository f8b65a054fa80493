"""Users with one job are left out of NUWT: what they wait is said, and nothing is better because they are not counted."""

from __future__ import annotations

import pytest

from layouts.pages.compare.table import metrics_table
from layouts.plots import all_plots
from layouts.state.view import FinishedRun
from layouts.words import caveats
from scheduler.metrics import all_metrics, measure
from tests.cases import small

# On one processor two jobs of user 1, of 60 s, and one of user 2, of 10 h.
WORK = small.workload([(0, 36_000, 1), (1, 60, 1), (2, 60, 1)], 1, users=[2, 1, 1])
LATE = [0.0, 36_000.0, 36_060.0]  # user 1 waits for user 2
FIRST = [42_600.0, 1.0, 61.0]  # user 2 waits 11 h 50 min, user 1 hardly


def shown(name: str, index: int, starts: list[float]) -> FinishedRun:
    schedule = small.schedule(WORK, starts)
    return FinishedRun(str(index) * 24, name, index, schedule, {"metrics": measure(schedule), "params": {}})


def verdict(key: str, run: FinishedRun, base: FinishedRun) -> str:
    return metrics_table.metric_cell(all_metrics()[key], run, base, "").children[-1].className.split()[-1]


def test_a_number_that_agrees_with_the_one_over_all_users_is_called_better():
    late, first = shown("A", 0, LATE), shown("B", 1, FIRST)  # over all users 300 against 0.6
    assert verdict("nuwt_mean", first, late) == "qs-better" and verdict("uwt", first, late) == "qs-better"


def test_none_is_not_better_where_the_user_left_out_waits():
    """User 2, whose one job of 10 s waits 11 h 50 min, is left out; user 1 waits no longer."""
    quick = small.workload([(0, 10, 1), (1, 36_000, 1), (2, 36_000, 1)], 1, users=[2, 1, 1])
    runs = []
    for index, starts in enumerate(([0.0, 10.0, 36_010.0], [42_600.0, 1.0, 2.0])):
        schedule = small.schedule(quick, starts)
        runs.append(
            FinishedRun(str(index) * 24, "AB"[index], index, schedule, {"metrics": measure(schedule), "params": {}})
        )
    base, run = runs
    assert run.record["metrics"]["nuwt_mean"] == 0 < base.record["metrics"]["nuwt_mean"]
    assert verdict("nuwt_mean", run, base) == "qs-same"
    assert verdict("nuwt_std", run, base) == "qs-same" and verdict("uwt", run, base) == "qs-worse"
    assert metrics_table.metric_cell(all_metrics()["nuwt_mean"], run, base, "").children[-1].children == "▼\u00a0now 0"


@pytest.mark.parametrize("place", [caveats.OF_RUNS, *(all_plots()[key].caveats for key in ("nuwt_cdf", "nuwt_bars"))])
def test_every_view_of_nuwt_says_how_long_those_wait_whom_it_leaves_out(place):
    runs = [shown("FCFS", 0, LATE), shown("SJF", 1, FIRST)]
    assert (
        "1 user of 2 with a single job is left out of the NUWT mean and deviation; the longest wait of this user: 0 s "
        "under FCFS, 11 h 50 min under SJF."
    ) in caveats.sentences_of(place, WORK, runs)
