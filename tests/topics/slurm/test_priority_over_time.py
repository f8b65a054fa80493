"""The priority of a job over time, by hand and against the plain twin; whom it cannot be told of."""

from __future__ import annotations

import numpy as np
import pytest

from scheduler.model.schedule import Schedule
from scheduler.preparation.build import workload
from scheduler.preparation.samples import sample
from scheduler.results.sources import sample as header
from scheduler.results.sources import setups
from scheduler.simulate import simulate
from scheduler.topics.slurm.replay.priority_over_time import MOST_STEPS, priority_over_time
from tests.cases.small import workload as of_jobs


def runs(name: str) -> list[Schedule]:
    work = workload(sample(name))
    return [simulate(work, policy, params) for policy, params in setups(header(name).policies)]


def test_the_parts_of_a_job_worked_out_by_hand() -> None:
    """Job 2 is submitted at 2 min; from the first tick with usage on its user has the worse rank; it starts at 100 min."""
    both = priority_over_time(runs("slurm-age-and-share.swf")[1], 1)
    assert both is not None and set(both.parts) == {"age", "fairshare"} and both.until == 6000
    assert (both.time[0], both.time[-1]) == (120, 5940) and len(both.time) == MOST_STEPS
    assert both.parts["age"] == pytest.approx(1000 * (both.time - 120) / 7200)
    assert both.parts["fairshare"].tolist() == [500.0] * MOST_STEPS
    assert both.total[-1] == np.floor(500 + 1000 * 5820 / 7200)


def test_a_part_without_weight_is_left_out_and_who_started_at_once_has_none() -> None:
    age, _, share = runs("slurm-age-and-share.swf")
    alone, ranked = priority_over_time(age, 1), priority_over_time(share, 1)
    assert alone is not None and ranked is not None
    assert (set(alone.parts), set(ranked.parts)) == ({"age"}, {"fairshare"})
    assert priority_over_time(age, 0) is None


def test_other_policies_basic_priorities_and_preempted_jobs_have_none() -> None:
    work = workload(sample("slurm-age-and-share.swf"))
    assert priority_over_time(simulate(work, "fcfs"), 1) is None
    assert priority_over_time(simulate(work, "slurm"), 1) is None
    weighted = {"priority": "multifactor", "weight_age": 1000}
    assert priority_over_time(simulate(work, "slurm", weighted | {"jobs": "2 Nice=5"}), 1) is None
    assert priority_over_time(simulate(work, "slurm", weighted | {"jobs": "2 Memory=5"}), 1) is not None
    assert priority_over_time(simulate(work, "slurm", weighted | {"qos": "-1 MaxSubmitJobsPerUser=90"}), 1) is None
    assert priority_over_time(runs("slurm-urgent-jobs.swf")[1], 1) is None


def test_a_job_grows_old_from_the_moment_on_at_which_it_joins_the_queue() -> None:
    """One processor: job 1 until 600 s.  Job 2 may start from 100 s on, job 3 when job 1 has ended; they start at 600 and 700 s."""
    work = of_jobs([(0, 600, 1), (0, 100, 1), (10, 50, 1)], 1)
    params = {
        "priority": "multifactor",
        "weight_age": 1000,
        "max_age": 1000,
        "jobs": "102 Delay=100; 103 After=101",
        "calc_period": 60,
    }
    run = simulate(work, "slurm", params)
    late, depends = priority_over_time(run, 1), priority_over_time(run, 2)
    assert late is not None and depends is not None
    assert late.time.tolist() == [100, *range(120, 600, 60)] and late.parts["age"].tolist() == [0, *range(20, 500, 60)]
    assert depends.time[0] == 600 and depends.parts["age"][0] == 0


def test_who_starts_first_of_those_that_wait_has_the_most_points() -> None:
    """On one processor, where a start is the choice among all that wait."""
    run = runs("slurm-age-and-share.swf")[1]
    begin, submit = run.placed.start, run.placed.submit
    for job in range(1, len(begin)):
        mine = priority_over_time(run, job)
        assert mine is not None
        for other in np.flatnonzero((submit < begin[job]) & (begin > begin[job])).tolist():
            theirs = priority_over_time(run, other)
            assert theirs is not None
            assert mine.total[-1] >= theirs.total[np.searchsorted(theirs.time, mine.time[-1], "right") - 1]
