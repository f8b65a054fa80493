"""A run in which jobs are preempted as a story: who was stopped for whom, and who waits again."""

from __future__ import annotations

from scheduler.explain.story import can_be_told, story
from scheduler.preparation.build import workload
from scheduler.preparation.samples import sample
from scheduler.results.sources import sample as header
from scheduler.results.sources import setups
from scheduler.simulate import simulate

NAME = "slurm-urgent-jobs.swf"


def both_runs():
    work = workload(sample(NAME))
    schedules = [simulate(work, policy, params) for policy, params in setups(header(NAME).policies)]
    assert can_be_told(schedules)
    return story(schedules, ["without", "with"])


def test_a_job_that_was_stopped_waits_until_it_starts_again():
    whole = both_runs()
    assert [run["stopped"] for run in whole["runs"]] == [[], [[0, 2400, 2700]]]
    assert [bar[:3] for bar in whole["runs"][1]["bars"] if bar[0] == 0] == [[0, 0, 2400], [0, 2700, 6300]]
    assert {2400, 2700} <= set(whole["instants"])


def test_the_log_names_both_jobs_and_the_work_that_is_lost():
    run = both_runs()["runs"][1]
    (line,) = [line for line in run["log"] if line[1] == "change"]
    assert line[:4] == [
        2400,
        "change",
        0,
        "Job 1 is stopped for job 3: 40 min 00 s of work is lost; it waits, and starts from nothing.",
    ]
    assert "cancelled, or waits to start from nothing" in run["code"][line[5]]


def test_of_a_cancelled_job_it_is_said_too():
    ((policy, params),) = setups(header(NAME).policies)[1:]
    run = story([simulate(workload(sample(NAME)), policy, params | {"preempt_mode": "cancel"})], ["with"])["runs"][0]
    (line,) = [line for line in run["log"] if line[1] == "change"]
    assert (
        line[3] == "Job 1 is stopped for job 3: 40 min 00 s of work is lost; it is cancelled." and run["stopped"] == []
    )
