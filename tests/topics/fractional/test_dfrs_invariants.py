"""What holds under every name of fractional scheduling: all 116 pass the audit, and what the paper promises is kept."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from scheduler.generators import make
from scheduler.model.workload import Workload
from scheduler.preparation.build import workload
from scheduler.simulate import simulate
from scheduler.topics.fractional.adapters.dfrs_scheme import published
from scheduler.topics.fractional.bounds.max_stretch import max_stretch
from tests.topics.fractional.fractions import RUN, drawn, ran, shared

HERE = pytest.approx
FEW = (
    "GreedyPM */per/opt=min/minvt=600",
    "Greedy */opt=min",
    "GreedyP/per/opt=min",
    "MCB8 */opt=min",
    "/per/opt=min",
    "/stretch-per/opt=max",
)


@cache
def model() -> tuple[Workload, float]:
    """A day of the model of the paper on 4 nodes, and the least possible greatest stretch of its jobs."""
    made = workload(make("lublin99", {"jobs": 60, "processors": 4, "needs": True}, 5))
    jobs = made.jobs
    return made, max_stretch(jobs.submit, jobs.runtime, jobs.processors, jobs.cpu_need, 4).bound


@pytest.mark.parametrize("name", [str(scheme) for scheme in published()])
def test_every_published_name_passes_the_audit_and_no_bound_is_beaten(name: str) -> None:
    work, bound = model()
    made = simulate(work, "dfrs", {"scheme": name}, decisions=None)
    assert made.certificate is not None and made.certificate.passed
    stretch = np.maximum(1, (made.placed.end - made.placed.submit) / np.maximum(10, work.jobs.runtime))
    assert stretch.max() >= bound > 1


def test_there_are_116_of_them() -> None:
    assert len({str(scheme) for scheme in published()}) == 116


@pytest.mark.parametrize("name", FEW)
def test_virtual_time_is_never_beyond_the_flow(name: str) -> None:
    for seed in range(20):
        jobs, nodes = drawn(seed)
        run = ran(jobs, nodes, name)
        for job, (submit, *_) in enumerate(jobs):
            virtual = 0.0
            for row in (row for row in run.rows if row.job == job):
                virtual += (row.end - row.begin) * row.yield_ * (row.kind == RUN)
                assert virtual <= row.end - submit + 1e-6


@pytest.mark.parametrize("name", FEW)
def test_without_a_penalty_a_job_alone_takes_its_runtime(name: str) -> None:
    run = ran([(0, 777, 3, 0.5, 0.4)], 2, name, penalty=0)
    assert run.end == [777]


@pytest.mark.parametrize("name", [name for name in FEW if name != "/stretch-per/opt=max"])
def test_equal_jobs_on_nodes_like_each_other_get_equal_yields(name: str) -> None:
    # Four pairs on two nodes: wherever they stand, both nodes are as full.
    run = ran([(0, 500, 2, 1.0, 0.25)] * 4, 2, name)
    assert {round(row.yield_, 9) for row in run.rows} == {0.25}
    assert set(run.end) == {2000}


def test_jobs_of_little_virtual_time_keep_their_nodes_through_every_packing() -> None:
    for seed in range(60):
        jobs, nodes = drawn(seed)
        run = ran(jobs, nodes, "MCB8 */per/opt=min/minvt=600")
        for job in range(len(jobs)):
            rows, virtual = [row for row in run.rows if row.job == job], 0.0
            for a, b in pairwise(rows):
                virtual += (a.end - a.begin) * a.yield_ * (a.kind == RUN)
                assert a.end < b.begin or a.nodes == b.nodes or virtual >= 600 - 1e-5


def test_filling_up_gives_no_more_in_all_than_the_linear_program() -> None:
    """At the first instant, where both have the same jobs on the same nodes; and less where a small job is squeezed."""
    less, squeezed = 0, ([(0, 500, 1, 1.0, 0.25)] * 3 + [(0, 500, 1, 0.2, 0.25)], 2)
    for jobs, nodes in [*map(drawn, range(60)), squeezed]:
        runs = [ran(jobs, nodes, f"Greedy */opt={opt}") for opt in ("min", "avg")]
        total = [sum(row.yield_ for row in run.rows if row.begin == jobs[0][0]) for run in runs]
        assert total[0] <= total[1] + 1e-7
        less += total[0] < total[1] - 1e-3
    assert less


@pytest.mark.parametrize("name", FEW)
def test_names_of_jobs_are_only_names(name: str) -> None:
    jobs, nodes = drawn(11)
    usual = ran(jobs, nodes, name)
    work = shared(jobs, nodes)
    work.jobs.columns["job_id"] = np.arange(len(jobs))[::-1] + 500
    assert simulate(work, "dfrs", {"scheme": name}).placed.end.tolist() == usual.end


def test_the_example_of_virtual_time() -> None:
    """10 s at 1, two minutes paused, 30 s at one half: 25 s, and so the job of 25 s ends."""
    run = ran([(0, 25, 1, 1.0, 0.5), (10, 120, 1, 0.1, 0.6), (130, 500, 1, 1.0, 0.4)], 1, "GreedyP *", penalty=0)
    rows = [row for row in run.rows if row.job == 0]
    assert [(row.begin, row.end, row.yield_) for row in rows] == [(0, 10, 1), (130, 160, HERE(0.5))]
