"""What is picked in the charts of hours, gaps, bursts, think times, requests and users takes just the jobs shown there."""

from __future__ import annotations

import numpy as np
import pytest

from layouts.drawing.picks import Pick
from layouts.workload_plots import all_workload_plots, bursts, gaps, rhythm, think_times, use_of_requests, user_ranks
from scheduler.analysis.workloads import user_activity
from scheduler.analysis.workloads import workload_profile as profile
from scheduler.formats import swf
from scheduler.preparation.build import workload

JOBS = 400
HEADER = "; MaxProcs: 64\n; UnixStartTime: 1338242400\n; TimeZoneString: Europe/Rome\n"


def complete_log():
    """A log of half a year, over a change of the clock, that tells all of every job: nothing is repaired."""
    random = np.random.default_rng(8)
    submit = (
        np.sort(random.choice([0, 0, 5, 90, 700, 40_000, 90_000], JOBS)).cumsum() // 20
        + random.integers(0, 2, JOBS).cumsum()
    )
    runtime, wait = random.choice([30, 4_000, 50_000], JOBS), random.choice([0, 900, 20_000], JOBS)
    requested = np.maximum(runtime, random.choice([30, 7_200, 90_000], JOBS))
    user = random.choice([1, 2, 3, 4, 5], JOBS, p=[0.5, 0.2, 0.15, 0.1, 0.05])
    rows = zip(range(1, JOBS + 1), submit, wait, runtime, requested, user, strict=True)
    text = "".join(
        f"{job} {at} {waits} {runs} 2 -1 -1 2 {asks} -1 1 {who} 1 -1 1 1 -1 -1\n"
        for job, at, waits, runs, asks, who in rows
    )
    return swf.read((HEADER + text).encode(), "complete.swf")


LOG = complete_log()
WORK = workload(LOG)


def click(x, y=0.0):
    return Pick(x, x, y, y)


def taken(where):
    return len(workload(LOG, where=where))


def each(counts):
    """(place, count) of every bar that has jobs."""
    return [(at, int(count)) for at, count in enumerate(counts) if count]


@pytest.mark.parametrize(
    "plot, counts",
    [
        (gaps, gaps.counts(WORK)),
        (use_of_requests, profile.use_of_requests(WORK, use_of_requests.BINS)),
        (bursts, user_activity.bursts(WORK).jobs),
        (think_times, [think_times.steps(WORK).earlier, *think_times.steps(WORK).later]),
    ],
    ids=lambda one: getattr(one, "__name__", ""),
)
def test_a_click_on_a_bar_takes_its_jobs(plot, counts):
    scale, shift = (1 / use_of_requests.BINS, 0.5) if plot is use_of_requests else (1, 0)
    bars = each(counts)
    assert len(bars) > 2
    for at, count in bars:
        where = plot.picked(WORK, click((at + shift) * scale))
        assert taken(where) == count, where


@pytest.mark.parametrize(
    "plot, counts",
    [
        (gaps, gaps.counts(WORK)),
        (bursts, user_activity.bursts(WORK).jobs),
        (think_times, [think_times.steps(WORK).earlier, *think_times.steps(WORK).later]),
    ],
    ids=lambda one: getattr(one, "__name__", ""),
)
def test_a_drag_takes_the_jobs_of_its_bars(plot, counts):
    (first, _), *_, (last, _) = each(counts)
    for begin in (first, first + 1):
        where = plot.picked(WORK, Pick(begin - 0.4, last + 0.4, 0, 1))
        if plot is think_times and begin == 0:
            where = where.replace("since_end<0 ", "")
        assert taken(where) == sum(counts[begin:]), where


def test_a_click_on_an_hour_of_the_week_takes_its_jobs():
    jobs = profile.week_hours(WORK)
    assert (jobs > 0).sum() > 20
    for day, hour in np.argwhere(jobs > 0).tolist():
        assert taken(rhythm.picked(WORK, click(hour, day))) == jobs[day, hour]
    assert taken(rhythm.picked(WORK, Pick(8, 17, -0.5, 6.5))) == jobs[:, 8:18].sum()


def test_hours_are_not_picked_where_the_log_tells_no_clock():
    rows = (b"%d %d 0 1 1 -1 -1 1 9 -1 1 1 1 -1 1 -1 -1 -1\n" % (job, 4_000 * job) for job in range(9))
    bare = workload(swf.read(b"; MaxProcs: 64\n" + b"".join(rows), "bare.swf"))
    assert rhythm.picked(bare, click(3, 3)) == ""


def test_a_click_on_a_user_takes_the_jobs_of_that_user():
    ranks = profile.user_ranks(WORK)
    for place, count in enumerate(ranks.jobs.tolist(), start=1):
        assert taken(user_ranks.picked(WORK, click(place))) == count


def declared(header, *lines):
    """A log for eight processors whose header has a line besides."""
    return swf.read(
        f"; MaxProcs: 8\n; {header}\n".encode() + "".join(f"{line}\n" for line in lines).encode(), "declared.swf"
    )


def test_every_chart_of_jobs_can_be_picked():
    """Of a gap and of a number of processors all jobs have a part: no point of these charts is some jobs."""
    assert {key for key, plot in all_workload_plots().items() if plot.pick is None} == {"campaigns", "speedups"}
