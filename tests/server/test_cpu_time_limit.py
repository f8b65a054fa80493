"""What simulates while a browser waits ends by itself, and says in a sentence why there is no answer."""

from __future__ import annotations

from functools import partial
from threading import Thread

import pytest
from flask import Flask

from layouts.pages.by_hand import by_hand_page as by_hand
from layouts.pages.by_hand import hand_runs, request, sheet
from layouts.server import cpu_time_limit
from layouts.state import hand_link
from scheduler.compiled import compilations
from scheduler.manual.cells import Job
from scheduler.manual.typed_jobs import workload
from scheduler.simulate import new_control, simulate

ENDLESS = hand_link.Sheet(
    tuple(Job(at, float(at), 1 + at % 4, 3e6 - at, 3e6, at % 5) for at in range(1, 51)), 4, ("tabu",)
)
FEW = hand_link.Sheet(ENDLESS.jobs[:2], 4, ("fcfs",))


@pytest.fixture
def hurried(monkeypatch):
    """Kernels are there, and an answer has a fifth of a second."""
    assert hand_runs.awaited(ENDLESS, 120) == []
    assert hand_runs.awaited(FEW, 120) == []
    monkeypatch.setattr(hand_runs, "in_time", partial(cpu_time_limit.in_time, 0.2))


@pytest.fixture
def client():
    server = Flask("sheet")
    sheet.register(server)
    return server.test_client()


def test_a_sheet_that_would_never_be_ready_is_refused_in_a_sentence(hurried, client):
    answer = client.get("/sheet" + hand_link.write(ENDLESS))
    assert answer.status_code == 503
    assert "takes longer than 0.2 s" in answer.text
    assert client.get("/sheet" + hand_link.write(FEW)).status_code == 200


def test_the_page_by_hand_says_that_it_takes_too_long(hurried):
    rows = [request.cells(job) for job in ENDLESS.jobs]
    state = request.read({"rows": rows, "processors": 4, "policies": ["tabu"]})
    assert not state.problems
    answer, said, *_ = by_hand.answer_to(state)
    assert answer["panels"] is None
    assert "takes longer than 0.2 s" in str(said)


def test_all_policies_of_a_sheet_share_the_time(hurried):
    with pytest.raises(cpu_time_limit.OutOfTime):
        hand_runs.runs(ENDLESS._replace(policies=("fcfs", "tabu", "easy")))


@pytest.mark.parametrize("policy", ["tabu", "easy", "round_robin"])
def test_kernels_stop_when_the_time_is_over_before_they_begin(policy):
    jobs = ENDLESS.jobs
    if policy == "round_robin":
        jobs = tuple(job._replace(submit=0.0, runtime=1e3, campaign=1) for job in jobs)
    with pytest.raises(cpu_time_limit.OutOfTime), cpu_time_limit.in_time(5.0) as control:
        control[cpu_time_limit.STOP] = 1
        simulate(workload(jobs, 4), policy, control=control)


class Looks:
    """An event that nobody sets: so many looks at the time, then an end."""

    def __init__(self, most: int):
        self.left = most

    def wait(self, seconds: float) -> bool:
        self.left -= 1
        return self.left < 0


def test_time_is_that_of_the_processor():
    control, used = new_control(), iter([0.0] * 9)
    cpu_time_limit._stop(control, Looks(2), 0.2, lambda: next(used))  # much may have passed on the wall
    assert not control[cpu_time_limit.STOP]
    used = iter([0.0, 0.1, 0.1, 0.2, 0.2])
    cpu_time_limit._stop(control, Looks(9), 0.2, lambda: next(used))
    assert control[cpu_time_limit.STOP] == 1


def test_nobody_has_a_place_for_ever(monkeypatch):
    control = new_control()
    monkeypatch.setattr(cpu_time_limit, "LONGEST", 0.0)
    cpu_time_limit._stop(control, Looks(9), 0.2, lambda: 0.0)
    assert control[cpu_time_limit.STOP] == 1


def test_compiling_does_not_count():
    control, used, compiles = new_control(), iter([0.0, 9.0, 9.0, 9.1, 9.1, 9.2]), iter([True, False])
    cpu_time_limit._stop(control, Looks(2), 0.2, lambda: next(used), lambda: next(compiles))
    assert not control[cpu_time_limit.STOP] and list(compiles) == []


def test_another_thread_sees_that_this_one_compiles():
    compiles, seen = compilations.of_this_thread(), []
    for step in (compilations.on_start, compilations.on_end):
        step(None)
        watching = Thread(target=lambda: seen.append((compiles(), compilations.under_way)))
        watching.start()
        watching.join()
    assert seen == [(True, False), (False, False)]
