"""The 5/4-approximation on machines that become free at different times, against the best of all assignments."""

from __future__ import annotations

import numpy as np

from scheduler.simulate import simulate
from scheduler.topics.campaigns.bounds.least_makespan import least
from scheduler.topics.papers.experiments.campaign_scheduling_2012 import five_quarters, release_times
from tests.cases.every_case import every_case


def drawn(seed: int) -> tuple[list[float], list[float]]:
    random = np.random.default_rng(seed)
    free = random.integers(0, 15, random.integers(1, 5)).astype(float).tolist()
    return random.integers(1, 16, random.integers(1, 10)).astype(float).tolist(), free


@every_case("seed", range(150))
def test_every_job_is_on_a_machine_and_all_are_done_within_five_quarters(seed: int) -> None:
    runtimes, free = drawn(seed)
    machines, done = five_quarters.schedule(runtimes, free)
    ends = list(free)
    for runtime, machine in zip(runtimes, machines, strict=True):
        ends[machine] += runtime
    assert len(machines) == len(runtimes) and done == max(ends[machine] for machine in machines)
    best = least(runtimes, len(free), free)
    assert best - 1e-9 <= done <= 5 / 4 * best * (1 + 2 * five_quarters.PRECISION)


@every_case("seed", range(60))
def test_no_target_is_refused_that_some_schedule_meets(seed: int) -> None:
    runtimes, free = drawn(seed)
    best = least(runtimes, len(free), free)
    for target in (best, best * 1.1, best + 3):
        machines = five_quarters.assign(runtimes, free, target)
        assert machines is not None and five_quarters.completion(runtimes, free, machines) <= 5 / 4 * target + 1e-9


def test_the_classic_bad_case_of_lpt_is_solved_better() -> None:
    assert five_quarters.schedule([5, 5, 4, 4, 3, 3, 3], [0, 0, 0])[1] <= 5 / 4 * 9


def test_an_instance_has_its_machines_free_when_it_says() -> None:
    """Free at 0 and 3: a job of 4 goes first, the next ones as processors become free."""
    jobs = release_times.instance([0, 3], [4, 2, 2])
    made = simulate(jobs, "faircamp", {"placement": "commit", "order": "lpt"})
    assert (made.placed.start[jobs.jobs.user == 1] - 1).tolist() == [0, 3, 4]
