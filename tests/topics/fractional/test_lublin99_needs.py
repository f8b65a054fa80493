"""CPU need and memory of jobs that lublin99 draws: as the paper has them, and back from the file."""

from __future__ import annotations

import math

import numpy as np
import pytest

from scheduler.errors import ParamError
from scheduler.formats import swf
from scheduler.generators import make
from scheduler.preparation.build import workload


def test_needs_are_those_of_the_paper_and_come_back_from_the_file():
    made = workload(make("lublin99", {"jobs": 20_000, "needs": True}, 6))
    jobs = made.jobs
    assert set(jobs.cpu_need[jobs.processors == 1]) == {0.25} and set(jobs.cpu_need[jobs.processors > 1]) == {1.0}
    share = np.bincount(np.rint(jobs.memory * 10).astype(int), minlength=11) / len(jobs)
    assert share[1] == pytest.approx(0.55, abs=4 * math.sqrt(0.55 * 0.45 / 20_000))
    assert share[2:] == pytest.approx([0.05] * 9, abs=4 * math.sqrt(0.05 * 0.95 / 20_000))
    assert set(jobs.memory) == {k / 10 for k in range(1, 11)}
    back = workload(swf.read(swf.write(make("lublin99", {"jobs": 20_000, "needs": True}, 6)), "back.swf"))
    assert back.hash == made.hash and made.platform.kind == "nodes"


@pytest.mark.parametrize("cores", [1, 3, 7, 64])
def test_a_core_of_any_node_comes_back_exactly(cores):
    jobs = workload(make("lublin99", {"needs": True, "cores": cores}, 1)).jobs
    assert set(jobs.cpu_need) == {1 / cores, 1.0} and set(jobs.memory) <= {k / 10 for k in range(1, 11)}


def test_without_needs_there_are_none():
    made = workload(make("lublin99"))
    assert "cpu_need" not in made.jobs and "memory" not in made.jobs and made.platform.kind == "identical"


def test_needs_leave_the_other_draws_alone():
    plain, other = make("lublin99", seed=5).columns, make("lublin99", {"needs": True}, 5).columns
    assert all(np.array_equal(plain[name], other[name]) for name in ("submit", "runtime", "requested_processors"))


def test_a_load_keeps_what_tasks_need():
    trace = make("lublin99", {"needs": True}, 4)
    plain, scaled = workload(trace), workload(trace, load=0.5)
    assert all(np.array_equal(scaled.jobs.columns[name], plain.jobs.columns[name]) for name in ("cpu_need", "memory"))


def test_wrong_cores_are_said_in_a_sentence():
    with pytest.raises(ParamError, match="cores = 0; wanted: a whole number"):
        make("lublin99", {"cores": 0})
