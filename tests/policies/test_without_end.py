"""Small workloads whose events nobody would live to see: refused in advance, or as soon as there have been too many."""

from __future__ import annotations

import numpy as np
import pytest

from scheduler.errors import Cancelled, ParamError, Unsupported
from scheduler.formats import swf
from scheduler.preparation.build import workload
from scheduler.simulate import simulate
from tests.cases.odd_workloads import Job, Odd, dressed
from tests.cases.small_log import is_one_sentence
from tests.policies.test_odd_runs import POLICIES


def refused(*args, **more):
    with pytest.raises(Unsupported) as caught:
        simulate(*args, **more)
    assert is_one_sentence(str(caught.value))
    return str(caught.value)


def rigid(count, runtime, processors, machine, **options):
    jobs = "".join(
        f"{row} 0 0 {runtime} {processors} -1 -1 {processors} {runtime} -1 1 1 -1 -1 -1 -1 -1 -1\n"
        for row in range(1, count + 1)
    )
    return workload(swf.read(f"; MaxProcs: {machine}\n{jobs}".encode(), "t.swf"), **options)


def test_fifty_jobs_of_thirty_years_are_not_searched_every_five_minutes():
    assert refused(rigid(50, 10**9, 1, 1), "tabu") == (
        "Jobs wait for 4.9e+10 s at least, in which the plan would be searched every 300 s, 163,333,333 times, and "
        "at most 1,000,000 searches are simulated; choose a period of 4.9e+04 s or more."
    )


def test_the_period_that_is_named_is_one_that_is_simulated(monkeypatch):
    monkeypatch.setattr("scheduler.policies.tabu.MOST_SEARCHES", 20)
    alone = rigid(30, 100, 1, 1)
    assert "choose a period of 145 s or more" in refused(alone, "tabu", {"period": 100})
    assert simulate(alone, "tabu", {"period": 145}).placed.end.max() == 3000


@pytest.mark.parametrize("clusters", [None, "2,1"])
def test_searches_that_nobody_foresaw_end_the_run(monkeypatch, clusters):
    monkeypatch.setattr("scheduler.policies.tabu.MOST_SEARCHES", 20)
    work = rigid(30, 100, 2, 3, clusters=clusters)  # a third is always idle
    assert refused(work, "tabu", {"period": 100, "most": 2}) == (
        "By 2,000 s the plan was searched 20 times, with 40 moves; at most 20 searches and 200,000,000 moves are "
        "simulated; choose a longer period, fewer moves or fewer jobs."
    )
    monkeypatch.setattr("scheduler.policies.tabu.MOST_SEARCHES", 1_000)
    monkeypatch.setattr("scheduler.policies.tabu.MOST_MOVES", 10)
    assert "By 500 s the plan was searched 5 times, with 10 moves" in refused(work, "tabu", {"period": 100, "most": 2})


@pytest.mark.parametrize(
    ("reservations", "said"),
    [
        ("2:0-1e300", "'2:0-1e300' ends after 10,000,000,000 s"),
        ("1:0-inf", "ends after 10,000,000,000 s"),
        ("1:5-nan", "has no processors or ends before it begins"),
        (",".join(f"1:{at}-{at + 1}" for at in range(101)), "there are more than 100"),
    ],
)
def test_reservations_are_few_and_end(reservations, said):
    work = dressed(Odd(4, (Job(0, 1, 1, 1),)), POLICIES["around_reservations"])
    for way in ("around", "aligned"):
        with pytest.raises(ParamError, match=said):
            simulate(work, "around_reservations", {"reservations": reservations, "way": way, "alpha": 1.01})


def test_a_list_around_reservations_stops_when_asked_and_is_not_too_long(monkeypatch):
    work = dressed(Odd(4, (Job(0, 1, 1, 1), Job(0, 1, 1, 1))), POLICIES["around_reservations"])
    for way in ("around", "aligned"):
        with pytest.raises(Cancelled):
            simulate(work, "around_reservations", {"way": way}, control=np.array([0, 1]))
    monkeypatch.setattr("scheduler.topics.moldable.adapters.around_reservations.MOST_TASKS", 1)
    assert "takes at most 1 task, and here are 2" in refused(work, "around_reservations")
