"""Promised starts against the starts that came, on schedules written down by hand."""

from __future__ import annotations

import numpy as np
import pytest

from scheduler.metrics import all_metrics, measure
from scheduler.metrics.predictability import kept
from scheduler.model.schedule import Schedule
from scheduler.model.table import Table
from tests.cases.small import schedule, workload

FIVE = workload([(0, 10, 1), (0, 10, 1), (1, 10, 1), (2, 10, 1), (3, 10, 1)], 2)
KEYS = [key for key, metric in all_metrics().items() if metric.family == "predictability"]


def promising(*rows: tuple[float, int, float], starts: tuple[float, ...] = (0, 4, 10, 20, 33)) -> Schedule:
    """A schedule with the promises (time, job, start)."""
    time, job, start = np.array(rows, float).reshape(-1, 3).T
    return schedule(
        FIVE, starts, promises=Table.of("promises", time=time, job=job, start=start, cluster=np.zeros(len(job)))
    )


def measured(made: Schedule) -> dict[str, float | None]:
    return {key: number for key, number in measure(made).items() if key in KEYS}


def test_first_promises_against_starts_by_hand():
    # job 1 starts when promised, job 2 six seconds early, job 3 two late, job 4 ten late; nothing was told to job 0
    made = promising((0, 1, 4), (1, 2, 16), (2, 3, 18), (3, 4, 23))
    assert kept(made).job.tolist() == [1, 2, 3, 4] and kept(made).late.tolist() == [0, -6, 2, 10]
    assert measured(made) == {
        "promised": 4,
        "promises_kept": 0.5,
        "promises_slipped": 2,
        "slip_mean": 6,
        "slip_max": 10,
        "early_mean": 1.5,
        "promise_error_mean": 4.5,
    }


def test_what_counts_is_the_first_promise_however_often_it_was_moved():
    made = promising((0, 1, 4), (1, 2, 12), (2, 2, 8), (5, 2, 10))
    assert kept(made).promised.tolist() == [4, 12]
    assert measured(made)["early_mean"] == 1 and measured(made)["promises_slipped"] == 0


def test_rows_are_taken_in_the_order_they_were_made_whatever_the_job():
    made = promising((0, 4, 40), (0, 1, 4), (1, 4, 30))
    assert kept(made).job.tolist() == [1, 4] and kept(made).late.tolist() == [0, -7]


def test_where_no_promise_slips_the_slip_is_none_at_all():
    assert measured(promising((0, 0, 0), (0, 1, 4))) == {
        "promised": 2,
        "promises_kept": 1,
        "promises_slipped": 0,
        "slip_mean": 0,
        "slip_max": 0,
        "early_mean": 0,
        "promise_error_mean": 0,
    }


def test_nothing_is_told_of_schedules_without_promises():
    silent = schedule(FIVE, [0, 4, 10, 20, 33])
    assert measured(silent) == {}
    assert {key: all_metrics()[key].compute(silent) for key in KEYS} == dict.fromkeys(KEYS)


def test_numbers_are_undefined_where_nobody_was_promised_anything():
    assert measured(promising()) == dict.fromkeys(KEYS) | {"promised": 0}


@pytest.mark.parametrize("seed", range(10))
def test_late_and_early_make_up_the_error(seed):
    random = np.random.default_rng(seed)
    rows = [(0, job, int(random.integers(0, 40))) for job in range(5)]
    found = measured(promising(*rows))
    assert found["promise_error_mean"] == pytest.approx(
        found["early_mean"] + found["slip_mean"] * found["promises_slipped"] / found["promised"]
    )
    assert found["promises_kept"] == pytest.approx(1 - found["promises_slipped"] / found["promised"])
