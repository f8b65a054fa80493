"""Jobs on shared nodes whose periods nobody would live to see: refused in advance, or when there have been too many."""

from __future__ import annotations

from scheduler.formats import swf
from scheduler.preparation.build import workload
from scheduler.simulate import simulate
from tests.cases.odd_workloads import Job, Odd, dressed
from tests.policies.test_odd_runs import POLICIES
from tests.policies.test_without_end import refused

MOST_PERIODS = "scheduler.topics.fractional.adapters.fractional.MOST_PERIODS"


def tasks(count, runtime, cpu, memory):
    """Jobs of one task on one node, cpu and memory in percent of it."""
    jobs = "".join(
        f"{row} 0 0 {runtime} 1 {cpu} -1 1 -1 {memory} 1 1 -1 -1 -1 -1 -1 -1\n" for row in range(1, count + 1)
    )
    return workload(swf.read(f"; MaxProcs: 1\n; Queuescope-Needs: 100\n{jobs}".encode(), "t.swf"))


def test_one_line_of_thirty_years_is_not_placed_anew_every_ten_minutes():
    work = dressed(Odd(2, (Job(0, 1e9, 1, 1e9),)), POLICIES["dfrs"])
    assert refused(work, "dfrs") == (
        "The jobs take 1e+09 s at least, which is 1,666,667 periods of 600 s, and at most 1,000,000 are simulated; "
        "choose a period of 1e+03 s or more."
    )
    assert len(simulate(work, "dfrs", {"scheme": "GreedyPM *"}).placed) == 1  # which has no periods


def test_the_period_that_is_named_is_one_that_is_simulated(monkeypatch):
    monkeypatch.setattr(MOST_PERIODS, 20)
    shared = tasks(30, 100, 100, 100)
    assert "choose a period of 150 s or more" in refused(shared, "dfrs", {"period": 140})
    assert len(simulate(shared, "dfrs", {"period": 160, "scheme": "Greedy */per", "penalty": 0}).placed) == 30


def test_periods_that_nobody_foresaw_end_the_run(monkeypatch):
    monkeypatch.setattr(MOST_PERIODS, 20)
    work = tasks(30, 100, 10, 60)  # one after the other for their memory, with a tenth of the CPU used
    assert refused(work, "dfrs", {"period": 100, "scheme": "/per", "penalty": 0}) == (
        "By 1,900 s all jobs were placed anew 20 times, which is all that is simulated; choose fewer jobs or a longer "
        "period."
    )
