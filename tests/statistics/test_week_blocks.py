"""Differences between schedules, resampled by weeks: worked out by hand, and on a real log."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from scheduler.errors import InputError
from scheduler.metrics.stretch import bounded_stretch
from scheduler.model.table import Table
from scheduler.preparation.build import workload
from scheduler.results.sources import parse
from scheduler.simulate import simulate
from scheduler.statistics.week_blocks import Difference, agree, by_week, difference, over_weeks, sentence
from tests.cases.small_log import is_one_sentence, swf
from tests.conftest import TEST_LOGS, WITHOUT_LOGS

WEEK = 604_800.0
KTH = TEST_LOGS / "KTH-SP2-1996-2.swf.gz"


def small(**options):
    return workload(parse(swf().encode(), "small.swf"), **options)


def test_weeks_begin_at_the_first_submission_and_empty_ones_do_not_count():
    submit = np.array([100.0, 100 + WEEK - 1, 100 + WEEK, 100 + 5 * WEEK])
    total, jobs = by_week(np.array([1.0, 2.0, 4.0, 8.0]), submit)
    assert (total.tolist(), jobs.tolist()) == ([3.0, 4.0, 8.0], [2, 1, 1])


def test_the_difference_by_hand():
    # EASY starts job 3 at once, FCFS at 1020 after 18 s; the other jobs wait the same
    jobs = small()
    found = difference(simulate(jobs, "fcfs"), simulate(jobs, "easy"))
    assert found == Difference(6.0, None, None, 1, 3) and found.clear is None
    assert sentence(found, "FCFS", "EASY").startswith("FCFS - EASY: +6 s a job, without an interval: 1 week")


def test_any_quantity_per_job():
    # job 3 of 5 s: 1 under EASY, 23 / 5 under FCFS with a threshold of 1 s, 23 / 10 with one of 10 s
    first, second = simulate(small(), "fcfs"), simulate(small(), "easy")
    assert difference(first, second, lambda run: run.response).mean == 6.0
    assert difference(first, second, lambda run: bounded_stretch(run, 1.0)).mean == pytest.approx((23 / 5 - 1) / 3)
    assert difference(second, first, bounded_stretch).mean == pytest.approx(-(23 / 10 - 1) / 3)


def test_a_week_goes_with_all_its_jobs():
    """Two kinds of weeks: 1 job that gains 10 s, 9 jobs that gain nothing.  Drawing weeks, k of n being small ones, the
    mean is 10 k / (k + 9 (n - k)); jobs drawn one by one would give a much narrower interval."""
    n = 20
    submit = np.concatenate([week * WEEK + np.arange(1 if week % 2 else 9) for week in range(n)])
    gap = np.concatenate([np.full(1, 10.0) if week % 2 else np.zeros(9) for week in range(n)])
    found = over_weeks(gap, submit)

    def mean(k):
        return 10 * k / (k + 9 * (n - k))

    assert found.mean == mean(10) and found.weeks == n and found.jobs == 100
    chance = np.cumsum([math.comb(n, k) / 2**n for k in range(n + 1)])
    low, high = (int(np.searchsorted(chance, share)) for share in (0.025, 0.975))
    assert mean(low - 1) <= found.low <= mean(low + 1) and mean(high - 1) <= found.high <= mean(high + 1)
    assert found.clear and over_weeks(gap - 5, submit).clear and not over_weeks(gap - found.mean, submit).clear


@pytest.mark.parametrize(("weeks", "interval"), [(9, False), (10, True)])
def test_too_few_weeks_have_no_interval(weeks, interval):
    found = over_weeks(np.arange(weeks, dtype=float), WEEK * np.arange(weeks))
    assert (found.low is not None, found.weeks) == (interval, weeks)
    assert ("without an interval" in sentence(found, "a", "b")) is not interval


def test_the_same_interval_every_time():
    gap, submit = np.arange(40.0) % 7, WEEK * np.arange(40)
    assert over_weeks(gap, submit) == over_weeks(gap, submit)


@pytest.mark.parametrize(
    ("column", "row", "value", "words"),
    [
        ("job_id", 1, 9, "job_id of job 2 is 2 in one and 9 in the other"),
        ("submit", 0, 999.0, "submit of job 1"),
        ("runtime", 2, 6.5, "runtime of job 3 is 5 in one and 6.5"),
        ("processors", 1, 3, "processors of job 2"),
    ],
)
def test_other_jobs_are_refused(column, row, value, words):
    ours = small()
    columns = {name: values.copy() for name, values in ours.jobs.columns.items()}
    columns[column][row] = value
    with pytest.raises(InputError, match=words) as caught:
        agree(ours, replace(ours, jobs=Table("jobs", columns)))
    assert is_one_sentence(str(caught.value))


def test_fewer_jobs_are_refused():
    with pytest.raises(InputError, match="of 3 and of 2 jobs"):
        difference(simulate(small(), "easy"), simulate(small(first=2), "easy"))


def test_what_is_said():
    assert (
        sentence(Difference(506.9, 211.7, 848.2, 49, 28_481), "EASY", "EASY with exact estimates")
        == "EASY - EASY with exact estimates: +507 s a job, 95 % 212..848 over 49 weeks"
    )
    assert (
        sentence(Difference(-0.01234, -0.02, 0.001, 12, 5), "a", "b", "")
        == "a - b: -0.0123 a job, 95 % -0.02..0.001 over 12 weeks"
    )


@pytest.mark.skipif(not KTH.is_file(), reason=WITHOUT_LOGS)
def test_exact_estimates_on_a_real_log():
    trace = parse(KTH.read_bytes(), KTH.name)
    told, exact = (
        simulate(workload(trace, overrun="cut", estimates=which), "easy") for which in ("requested", "exact")
    )
    found = difference(told, exact)
    assert (round(found.mean), found.weeks, found.jobs) == (507, 49, 28_481)
    # the ends of another resampling of the same weeks; they move by some tens of s with the draws
    assert found.low == pytest.approx(212, abs=40) and found.high == pytest.approx(848, abs=40) and found.clear
