"""Yields that decay with the time a job has run: by hand, and what holds of every sharing."""

from __future__ import annotations

import numpy as np
import pytest

from scheduler.errors import ParamError
from scheduler.explain.job import explain
from scheduler.topics.fractional.engine.decay import LEAST, fill_by_weight, weight_of
from tests.cases.every_case import every_case
from tests.topics.fractional.fractions import RUN, drawn, ran, simulated
from tests.topics.fractional.test_dfrs_engine import crowded

HERE = pytest.approx
NAMES = ("Greedy *", "GreedyP */per/minvt=300", "GreedyPM */per/opt=avg", "MCB8 */opt=none", "/per")
LONG_AND_SHORT = [(0, 1000, 1, 1.0, 0.1), (300, 100, 1, 1.0, 0.1)]


# ---- by hand ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("virtual", "decay", "weight"),
    [
        (0, 100, 1),
        (99.9, 100, 1),
        (100, 100, 1 / 2),
        (350, 100, 1 / 4),
        (3.3, 1.1, 1 / 4),
        (1e9, 1, LEAST),
        (500, 0, 1),
    ],
)
def test_a_job_counts_less_the_more_often_decay_goes_into_what_it_has_run(virtual, decay, weight) -> None:
    assert weight_of.py_func(float(virtual), float(decay)) == weight


@pytest.mark.parametrize("opt", ["min", "avg", "none"])
def test_a_long_job_gives_way_to_a_short_one_and_runs_at_full_speed_alone(opt) -> None:
    # At 300 it has run for three times 100 s and counts a quarter: 1/5 and 4/5 until 425, when it has 675 s to go.
    run = ran(LONG_AND_SHORT, 1, f"Greedy */opt={opt}", decay=100)
    assert run.of(0) == [(0, 300, 1, RUN), (300, 425, 0.2, RUN), (425, 1100, 1, RUN)]
    assert run.of(1) == [(300, 425, 0.8, RUN)]
    assert ran(LONG_AND_SHORT, 1, f"Greedy */opt={opt}").end == [1100, 500]


def test_what_a_job_counts_is_read_at_every_event_and_kept_in_between() -> None:
    # Job 2 waits for memory; its arrival at 150 is an event at which nobody moves: job 0 has run for 125 s, job 1 25.
    jobs = [(0, 1000, 1, 1.0, 0.3), (100, 1000, 1, 1.0, 0.3), (150, 10, 1, 1.0, 0.9)]
    run = ran(jobs, 1, "Greedy *", decay=125)
    assert run.of(0)[:2] == [(0, 100, 1, RUN), (100, 150, 0.5, RUN)]
    assert run.of(0)[2][:3] == (150, HERE(150 + 975 / (2 / 3)), round(1 / 3, 6)), "half against one, until job 1 ends"


def test_what_a_long_job_leaves_goes_to_others_up_to_full_speed() -> None:
    # Weights 1/4 and 1, needs 1 and .5: at level 2 job 1 has a yield of 1, and job 0 the half that is left.
    run = ran([(0, 1000, 1, 1.0, 0.1), (300, 100, 1, 0.5, 0.1)], 1, "Greedy *", decay=100)
    assert run.of(1) == [(300, 400, 1, RUN)]
    assert run.of(0)[1] == (300, 400, 0.5, RUN)


@pytest.mark.parametrize(
    ("params", "word"),
    [
        ({"scheme": "/stretch-per"}, "stretch-per"),
        ({"scheme": "/per", "quantized": True}, "quantized"),
        ({"scheme": "/per", "decay": 0}, "decay"),
        ({"scheme": "/per", "decay": "soon"}, "decay"),
    ],
)
def test_what_does_not_go_with_it_is_refused_in_a_sentence(params, word) -> None:
    with pytest.raises(ParamError, match=word):
        ran(LONG_AND_SHORT, 1, **{"decay": 100, **params})


def test_a_job_tells_what_it_counted_when_it_was_slowest() -> None:
    told = " ".join(explain(simulated(LONG_AND_SHORT, 1, "Greedy *", decay=100), 0))
    assert "lowest, 20 %, from 300 s to 425 s" in told
    assert "after 300 s of work it counted 25 % of a job that has not run" in told
    assert "counted" not in " ".join(explain(simulated(LONG_AND_SHORT, 1, "Greedy *", decay=100), 1))
    assert "counted" not in " ".join(explain(simulated(LONG_AND_SHORT, 1, "Greedy *"), 0))


# ---- always ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_where_nobody_runs_that_long_schedules_are_as_without_it(name) -> None:
    for seed in range(12):
        with_, without = ran(*drawn(seed), name, decay=1e9), ran(*drawn(seed), name)
        assert with_.end == HERE(without.end, abs=1e-6)
        assert [row.nodes for row in with_.rows] == [row.nodes for row in without.rows]


@pytest.mark.parametrize("name", NAMES)
def test_schedules_keep_the_audit_and_differ(name) -> None:
    cases, changed = [drawn(seed) for seed in range(20)], 0
    for case in cases:
        made = simulated(*case, name, decay=30)
        assert made.certificate is not None and made.certificate.passed
        changed += made.placed.end.tolist() != ran(*case, name).end
    assert changed


@every_case("seed", range(40))
def test_who_is_below_full_speed_has_a_full_node_where_nobody_gets_more_for_what_he_counts(seed) -> None:
    jobs, nodes, y, loads = crowded(seed)
    n = len(jobs.submit)
    y.weight[:] = np.random.default_rng(seed).choice((1.0, 0.5, 0.25, 0.01), n)
    fill_by_weight(jobs, nodes, y, np.arange(n), n, True)
    full, level = loads @ y.target > 1 - 1e-9, y.target / y.weight
    assert (loads @ y.target <= 1 + 1e-9).all() and (y.target <= 1).all()
    for job in np.flatnonzero(y.target < 1 - 1e-9):
        here = [loads[node] > 0 for node in np.flatnonzero(full & (loads[:, job] > 0))]
        assert any(level[job] >= level[there].max() - 1e-9 for there in here)


@every_case("seed", range(20))
def test_not_to_the_end_all_have_the_same_level_and_some_node_is_full(seed) -> None:
    jobs, nodes, y, loads = crowded(seed)
    n = len(jobs.submit)
    y.weight[:] = np.random.default_rng(seed).choice((1.0, 0.5, 0.25), n)
    fill_by_weight(jobs, nodes, y, np.arange(n), n, False)
    slow = y.target < 1 - 1e-9
    level = (y.target / y.weight)[slow]
    assert (loads @ y.target <= 1 + 1e-9).all()
    assert not slow.any() or (np.ptp(level) <= 1e-9 and (loads @ y.target).max() == HERE(1))
    assert (y.weight[~slow] * (level[0] if slow.any() else 4) >= 1 - 1e-9).all()
