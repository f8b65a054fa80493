"""Where two runs differ most, by job and over time: examples by hand, and a count of every job at every second."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

import numpy as np
import pytest

from scheduler.analysis.counterparts import matching
from scheduler.analysis.disagreement import change_of_jobs, largest_differences, largest_disagreement, next_divergence
from tests.cases.small import changed, schedule, workload
from tests.cases.strategies import count

FIVE = workload([(0, 10, 1), (1, 10, 1), (2, 10, 1), (3, 10, 1), (50, 10, 1)], 2)
FIRST = schedule(FIVE, [0, 1, 20, 30, 50])
SECOND = schedule(FIVE, [0, 21, 10, 20, 54])


def as_rows(found):
    return list(zip(*(column.tolist() for column in found), strict=True))


# ---- by job ---------------------------------------------------------------------------------------------------------


def test_the_largest_difference_comes_first_and_equal_ones_in_the_order_of_jobs():
    assert as_rows(largest_differences(FIRST, [SECOND], 9)) == [
        (1, 0, 20, 1, 21),
        (2, 0, -10, 20, 10),
        (3, 0, -10, 30, 20),
        (4, 0, 4, 50, 54),
    ]


@pytest.mark.parametrize("most", range(6))
def test_at_most_so_many_are_listed_and_of_equal_ones_the_first(most):
    assert largest_differences(FIRST, [SECOND], most).job.tolist() == [1, 2, 3, 4][:most]


def test_of_several_runs_each_job_is_told_once_with_the_run_in_which_it_differs_most():
    third = schedule(FIVE, [0, 11, 40, 20, 50])
    assert as_rows(largest_differences(FIRST, [SECOND, third], 9)) == [
        (1, 0, 20, 1, 21),
        (2, 1, 20, 20, 40),
        (3, 0, -10, 30, 20),
        (4, 0, 4, 50, 54),
    ]


def test_runs_that_agree_have_no_difference():
    assert as_rows(largest_differences(FIRST, [FIRST], 5)) == []
    assert as_rows(largest_differences(FIRST, [], 5)) == []
    assert largest_disagreement(FIRST, [FIRST], 10) is None
    assert largest_disagreement(FIRST, [], 10) is None


def test_what_rounding_leaves_is_no_difference():
    almost = schedule(FIVE, FIRST.placed.start + 0.0004)
    assert as_rows(largest_differences(FIRST, [almost], 5)) == []
    assert largest_disagreement(FIRST, [almost], 10) is None


def test_a_job_that_only_one_run_has_is_left_out():
    jobs = FIVE.jobs.take(np.array([0, 2, 3, 4]))
    fewer = schedule(replace(FIVE, jobs=jobs), [0, 10, 20, 54])
    assert [rows.tolist() for rows in matching(FIRST.workload, fewer.workload)] == [[0, 2, 3, 4], [0, 1, 2, 3]]
    assert as_rows(largest_differences(FIRST, [fewer], 9)) == [
        (2, 0, -10, 20, 10),
        (3, 0, -10, 30, 20),
        (4, 0, 4, 50, 54),
    ]
    assert as_rows(largest_differences(fewer, [FIRST], 9)) == [
        (1, 0, 10, 10, 20),
        (2, 0, 10, 20, 30),
        (3, 0, -4, 54, 50),
    ]
    assert largest_disagreement(FIRST, [fewer], 1).whole == 10 + 10 + 4


def test_a_job_that_never_starts_in_a_run_is_left_out():
    unknown = schedule(FIVE, [0, np.nan, 10, 20, 54])
    assert largest_differences(FIRST, [unknown], 9).job.tolist() == [2, 3, 4]
    assert largest_disagreement(FIRST, [unknown], 1).whole == 10 + 10 + 4


def test_where_nodes_are_shared_jobs_differ_by_how_long_they_take():
    needs = changed(FIVE.jobs, cpu_need=np.ones(5), memory=np.ones(5))
    shared = [schedule(replace(FIVE, jobs=needs), made.placed.start) for made in (FIRST, SECOND)]
    slow = replace(shared[1], placed=changed(shared[1].placed, start=FIRST.placed.start))
    assert change_of_jobs(shared[0], slow).tolist() == [0, 20, -10, -10, 4]
    assert largest_disagreement(shared[0], [slow], 4).begin == 23.5  # [11, 31), [20, 30), [30, 40), [60, 64)


def test_how_many_is_not_below_zero():
    with pytest.raises(ValueError, match="at least 0; found -1"):
        largest_differences(FIRST, [SECOND], -1)


# ---- in time --------------------------------------------------------------------------------------------------------


def test_the_next_divergence_is_the_next_earlier_start_of_a_job_that_starts_elsewhere():
    """Job 1 starts at 1 or 21, job 2 at 20 or 10, job 3 at 30 or 20, job 4 at 50 or 54."""
    assert [next_divergence(FIRST, [SECOND], after) for after in (-np.inf, 0.9, 1, 10, 20, 50)] == [
        (1, 1),
        (1, 1),
        (10, 2),
        (20, 3),
        (50, 4),
        None,
    ]


def test_of_several_runs_it_is_the_first_divergence_of_any():
    third = schedule(FIVE, [0, 1, 20, 30, 49])
    assert [next_divergence(FIRST, [SECOND, third], after) for after in (20, 49)] == [(49, 4), (50, 4)]


def test_of_several_jobs_that_diverge_at_once_it_is_the_first():
    assert next_divergence(FIRST, [schedule(FIVE, [0, 40, 1, 30, 50])], 0) == (1, 1)


def test_runs_that_agree_do_not_diverge():
    assert next_divergence(FIRST, [FIRST], -np.inf) is None
    assert next_divergence(FIRST, [], -np.inf) is None


# ---- over time ------------------------------------------------------------------------------------------------------


def test_the_window_is_where_most_jobs_wait_in_one_run_only():
    """They disagree about job 1 in [1, 21), about job 2 in [10, 20), job 3 in [20, 30), job 4 in [50, 54)."""
    assert largest_disagreement(FIRST, [SECOND], 4) == (13.5, 17.5, 8, 44)  # any begin from 10 to 17 has two jobs
    assert largest_disagreement(FIRST, [SECOND], 11) == (10, 21, 22, 44)
    assert largest_disagreement(FIRST, [SECOND], 30) == (1, 31, 40, 44)  # from 0 to 10 it would lack a part


def test_a_window_longer_than_all_disagreement_is_around_it():
    assert largest_disagreement(FIRST, [SECOND], 63) == (-4, 59, 44, 44)


def test_of_equal_windows_it_is_the_earliest():
    later = schedule(FIVE, [5, 1, 20, 30, 55])
    assert largest_disagreement(FIRST, [later], 5) == (0, 5, 5, 10)


def test_runs_that_start_jobs_elsewhere_disagree_about_what_waits_even_where_as_many_wait():
    swapped = schedule(workload([(0, 5, 1), (0, 5, 1)], 1), [5, 0])
    assert largest_disagreement(schedule(swapped.workload, [0, 5]), [swapped], 5) == (0, 5, 10, 10)


def test_submissions_that_differ_count_where_a_job_waits_in_one_run_only():
    late = schedule(FIVE, [0, 1, 20, 30, 70], submits=[0, 1, 2, 3, 60])
    early = schedule(FIVE, [0, 1, 20, 30, 55])
    assert largest_disagreement(early, [late], 1).whole == 5 + 10  # job 4 waits in [50, 55) or in [60, 70)


def test_a_window_has_a_length():
    with pytest.raises(ValueError, match="longer than 0 s; found 0 s"):
        largest_disagreement(FIRST, [SECOND], 0)


# ---- the naive twins ------------------------------------------------------------------------------------------------


def random_runs(seed):
    """Few instants and many jobs, so that most differences and windows are equal to others."""
    draw = Random(f"disagreement {seed}")
    jobs, last = draw.randint(1, 12), draw.choice((3, 8, 25))
    work = workload(sorted((draw.randrange(last), 1, 1) for _ in range(jobs)), 99)
    runs = [
        schedule(work, work.jobs.submit + [draw.choice((0, 0, 1, 2, last)) for _ in range(jobs)])
        for _ in range(draw.choice((2, 2, 3)))
    ]
    return runs[0], runs[1:], draw.choice((1, 2, 3, 5, 11, 40))


def apart(base, others, second):
    """In how many pairs of runs a job waits in one of them only, at an instant: job by job."""
    return sum(
        (base.placed.submit[job] <= second < base.placed.start[job])
        != (other.placed.submit[job] <= second < other.placed.start[job])
        for other in others
        for job in range(len(base.placed))
    )


def naive_window(base, others, width):
    """(begin, job-s) by counting each second; begins are tried at every half of a second."""
    seconds = range(60)
    level = {second: apart(base, others, second + 0.5) for second in seconds}
    busy = [second for second in seconds if level[second]]
    if not busy:
        return None
    first, last = busy[0], busy[-1] + 1
    if last - first <= width:
        return Fraction(first + last - width, 2), sum(level.values())

    def inside(begin):
        return sum(level[second] * max(min(begin + width, second + 1) - max(begin, second), 0) for second in seconds)

    halves = [Fraction(half, 2) for half in range(2 * first, 2 * (last - width) + 1)]
    amounts = [inside(half) for half in halves]
    at = end = amounts.index(max(amounts))
    while end + 1 < len(amounts) and amounts[end + 1] == amounts[at]:
        end += 1
    return (halves[at] + halves[end]) / 2, amounts[at]


def naive_list(base, others, most):
    """(job, run, change) by sorting all jobs."""
    rows = []
    for job in range(len(base.placed)):
        changes = [other.placed.start[job] - base.placed.start[job] for other in others]
        run = max(range(len(others)), key=lambda at: (abs(changes[at]), -at))
        if changes[run]:
            rows.append((job, run, changes[run]))
    return sorted(rows, key=lambda row: (-abs(row[2]), row[0]))[:most]


@pytest.mark.parametrize("part", range(4))
def test_both_are_what_counting_job_by_job_and_second_by_second_gives(part):
    windows = 0
    for seed in range(part, count(240), 4):
        base, others, width = random_runs(seed)
        assert [row[:3] for row in as_rows(largest_differences(base, others, width))] == naive_list(base, others, width)
        wanted, found = naive_window(base, others, width), largest_disagreement(base, others, width)
        if wanted is None:
            assert found is None, seed
            continue
        windows += 1
        assert (found.begin, found.inside) == wanted, seed
        assert found.end - found.begin == width
        assert found.whole == sum(abs(other.wait - base.wait).sum() for other in others), seed
    assert windows > len(range(part, count(240), 4)) / 2


def test_a_million_equal_differences_need_no_loop():
    """One job after the other disagrees for a second, so that the first range of best begins has a million ends."""
    n = 1_000_000
    work = workload(np.column_stack((np.arange(n), np.ones(n), np.ones(n))), 2)
    base = schedule(work, work.jobs.submit)
    later = schedule(work, work.jobs.submit + 1)
    assert largest_disagreement(base, [later], 1000) == ((n - 1000) / 2, (n + 1000) / 2, 1000, n)
    assert largest_differences(base, [later], 3).job.tolist() == [0, 1, 2]
