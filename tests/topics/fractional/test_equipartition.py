"""EquiPartition: against its exact twin, and the instances of the paper's theorems."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import log
from random import Random

import numpy as np
import pytest

from scheduler.audit.schedule import audit
from scheduler.errors import Unsupported
from scheduler.model.schedule import Schedule
from scheduler.model.workload import Workload
from scheduler.simulate import simulate
from scheduler.topics.fractional.bounds.max_stretch import max_stretch
from tests.cases.small import campaigns, changed
from tests.topics.fractional.fractions import drawn, shared
from tests.topics.fractional.naive import equipartition as naive

TWIN_OF = {"equipartition": naive.solve}


def whole(jobs: list[tuple[float, float, int]], nodes: int) -> Workload:
    """Jobs (submit, runtime, tasks) whose tasks can use all of a node, and want all of its memory: it does not count."""
    return shared([(*job, 1.0, 1.0) for job in jobs], nodes)


def stretches(made: Schedule) -> np.ndarray:
    return (made.placed.end - made.placed.submit) / made.workload.jobs.runtime


@pytest.mark.parametrize("seed", range(40))
def test_the_schedule_is_the_twin_s(seed: int) -> None:
    jobs, nodes = drawn(seed)
    made = simulate(shared(jobs, nodes), "equipartition")
    exact = [
        (Fraction(submit), Fraction(runtime), tasks * Fraction(need).limit_denominator(100))
        for submit, runtime, tasks, need, _ in jobs
    ]
    ends, pieces = naive.solve(exact, nodes)
    assert made.placed.end.tolist() == pytest.approx([float(end) for end in ends], abs=1e-5)
    s = made.segments
    assert s is not None
    for job in range(len(jobs)):
        ours = np.stack((s.begin, s.end, s.yield_), axis=1)[s.job == job]
        assert ours == pytest.approx(np.array(pieces[job], float), abs=1e-5)


def test_two_jobs_share_and_the_rest_goes_on_alone() -> None:
    made = simulate(whole([(0, 100, 1), (40, 100, 1)], 1), "equipartition")
    assert made.placed.start.tolist() == [0, 40]
    assert made.placed.end.tolist() == [160, 200]


def test_what_a_job_cannot_use_is_for_the_others() -> None:
    # Four nodes: job 0 can use one, jobs 1 and 2 four each; 1 + 1.5 + 1.5.
    made = simulate(whole([(0, 10, 1), (0, 15, 4), (0, 15, 4)], 4), "equipartition")
    assert made.segments is not None
    assert made.segments.yield_[made.segments.begin == 0].tolist() == [1, 0.375, 0.375]


# ---- the theorems ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [1, 2, 5, 9])
def test_theorem_3_the_shortest_of_n_jobs_is_stretched_n_times(n: int) -> None:
    ratio = 1000
    made = simulate(
        whole([(0, float(ratio**i), 1) for i in range(min(n, 4))] + [(0, 1e9, 1)] * (n - 4), 1), "equipartition"
    )
    assert stretches(made)[0] == pytest.approx(n)
    shortest_first = np.cumsum(made.workload.jobs.runtime) / made.workload.jobs.runtime
    assert shortest_first[:4].max() < 1.002


def test_theorem_4_no_stretch_is_above_the_number_of_jobs() -> None:
    for seed in range(60):
        random = Random(seed)
        n = random.randint(1, 12)
        jobs = sorted(
            (float(random.choice((0, 0, 3, 10, 40))), float(random.choice((1, 2, 5, 30, 300))), 1) for _ in range(n)
        )
        assert stretches(simulate(whole(jobs, 1), "equipartition")).max() <= n + 1e-9


def harmonic(n: int) -> list[tuple[float, float, int]]:
    """The instance of theorem 4: p = n - 1 twice, then (n - 1) / (i - 1); each comes when the one before could be over."""
    runtimes = [n - 1.0] + [(n - 1) / (i - 1) for i in range(2, n + 1)]
    submits = [0.0, *np.concatenate(([0.0], np.cumsum(runtimes[1:-1])))]
    return [(submit, runtime, 1) for submit, runtime in zip(submits, runtimes, strict=True)]


def test_theorem_4_its_instance_of_four_jobs() -> None:
    assert harmonic(4) == [(0, 3, 1), (0, 3, 1), (3, 1.5, 1), (4.5, 1, 1)]
    made = simulate(whole(harmonic(4), 1), "equipartition")
    assert made.placed.end.tolist() == pytest.approx([8.5] * 4)


@pytest.mark.parametrize("n", [3, 4, 8, 30])
def test_theorem_4_all_jobs_end_together_and_the_last_is_stretched_n_times(n: int) -> None:
    jobs = harmonic(n)
    made = simulate(whole(jobs, 1), "equipartition")
    assert made.placed.end.tolist() == pytest.approx([jobs[-1][0] + n] * n)
    assert stretches(made)[-1] == pytest.approx(n)
    assert stretches(made).max() == pytest.approx(n)
    # Runtimes times 20, so that none is below the bound's threshold of 10 s: the optimum is at most 2 + ln(n - 1).
    submit, runtime, _ = 20 * np.array(jobs).T
    bound = max_stretch(submit, runtime, np.ones(n, np.int64), np.ones(n), 1).bound
    assert bound <= 1 + sum(1 / i for i in range(1, n)) + 1e-6 <= 2 + log(n - 1) + 2e-6


# ---- the rest --------------------------------------------------------------------------------------------------------


def test_more_cpu_than_there_is_does_not_pass_the_audit() -> None:
    made = simulate(whole([(0, 100, 1), (40, 100, 1)], 1), "equipartition")
    assert made.certificate is not None and "no instant with more CPU given than there is" in made.certificate.checks
    s = made.segments
    assert s is not None
    assert len(s) == 4  # 40 alone, 120 each at one half, 40 alone
    over = replace(
        made,
        workload=whole([(0, 80, 1), (40, 80, 1)], 1),
        placed=changed(made.placed, end=[120, 120]),
        segments=changed(s.take(np.arange(3)), begin=[0, 40, 40], end=[40, 120, 120], yield_=[1, 0.5, 1]),
    )
    assert audit(over).first_violation == "Jobs get the CPU of 1.5 nodes at 40 s; there are 1."
    none = replace(made, segments=changed(s, yield_=[1, 0, 0.5, 1]))
    assert audit(none).first_violation is not None


def test_closed_arrivals_are_refused() -> None:
    work = campaigns([(1, -1, 0, [3])], 1, [0])
    work.jobs.columns["cpu_need"] = work.jobs.columns["memory"] = np.ones(1)
    with pytest.raises(Unsupported, match="EquiPartition takes submit times as they are"):
        simulate(work, "equipartition")


def test_room_for_segments_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = simulate(shared(*drawn(3)), "equipartition")
    monkeypatch.setattr("scheduler.topics.fractional.policies.equipartition.ROWS_PER_JOB", 1)
    again = simulate(shared(*drawn(3)), "equipartition")
    assert usual.segments is not None and again.segments is not None
    assert again.segments.end.tolist() == usual.segments.end.tolist()
    assert again.decisions is not None and usual.decisions is not None
    assert again.decisions.time.tolist() == usual.decisions.time.tolist()


def test_too_many_segments_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scheduler.topics.fractional.policies.equipartition.ROWS_PER_JOB", 1)
    monkeypatch.setattr("scheduler.topics.fractional.policies.equipartition.MOST_ROWS", 5)
    with pytest.raises(Unsupported, match="more than is kept; choose fewer jobs"):
        simulate(shared(*drawn(3)), "equipartition")
