"""What another request would have changed: by hand, and by the whole log simulated again with that request."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from scheduler.errors import Cancelled
from scheduler.model.schedule import Schedule
from scheduler.model.table import Table
from scheduler.model.workload import Workload
from scheduler.policies import all_policies
from scheduler.replay import changed_request as counterfactual
from scheduler.replay.changed_request import SIZE, TIME, ChangedRequest, changed_request, round_down
from scheduler.replay.decisions import piece
from scheduler.simulate import STOP, new_control, simulate
from tests.analysis.test_reasons import recorded
from tests.cases import strategies
from tests.cases.small import workload

# The second job needs the whole machine and waits for the first one; the third would run past its reservation.
ROWS, REQUESTED = [(0, 10, 3), (1, 10, 4), (2, 5, 1)], [10, 10, 20]
BEFORE = [(0, 30, 4), (5, 1, 1), (100, 995, 1)]  # jobs that are over by then, but for the last
SIMULATED = {"easy": 10, "fcfs": 6, "sjf": 6, "easy_sjbf": 6, "conservative": 3}


def asked(work: Workload, job: int, column: str, value: float) -> Workload:
    """The same jobs, one of which asks for something else."""
    cells = work.jobs.columns[column].copy()
    cells[job] = value
    return replace(work, jobs=Table("jobs", {**work.jobs.columns, column: cells}))


def start_of(run: Schedule, job: int, column: str, value: float) -> tuple[float, bool]:
    """When a job starts, and whether it is backfilled, if it asks for that: the whole log simulated again."""
    again = simulate(asked(run.workload, job, column, value), run.policy, run.params, seed=run.seed)
    return float(again.placed.start[job]), bool(again.placed.flags[job] & 1)


def generous(seed: int) -> Workload:
    """Ten jobs that ask for up to six times their runtime, on four processors."""
    random = np.random.default_rng(seed)
    runtime, submit = random.integers(1, 20, 10), np.sort(random.integers(0, 30, 10))
    rows = np.stack([submit, runtime, random.integers(1, 5, 10)], 1)
    return workload(rows, 4, requested=runtime * random.integers(1, 7, 10))


def found(key: str) -> Iterator[tuple[Schedule, int, ChangedRequest]]:
    for seed in range(SIMULATED[key]):
        run = simulate(generous(seed), key)
        for job in range(len(run.placed)):
            request = changed_request(run, job)
            if request is not None:
                yield run, job, request


def test_a_shorter_request_would_have_been_backfilled():
    run = simulate(workload(ROWS, 4, requested=REQUESTED), "easy")
    assert run.placed.start.tolist() == [0, 10, 20]
    assert changed_request(run, 2) == ChangedRequest(TIME, 8.0, 2.0, backfilled=True, shorter_too=True)


def test_only_what_decides_is_simulated_and_the_answer_is_the_same():
    # one processor is held all the while by a job that came long before
    rows = [*BEFORE, *((at + 1_000, *rest) for at, *rest in ROWS)]
    run = simulate(workload(rows, 5, requested=[30, 1, 2_000, *REQUESTED]), "easy")
    assert run.placed.start[5] == 1_020 and piece(run, 5).rows.tolist() == [2, 3, 4, 5]
    assert changed_request(run, 5) == ChangedRequest(TIME, 8.0, 1_002.0, backfilled=True, shorter_too=True)


def test_where_time_does_not_matter_the_processors_do():
    run = simulate(workload([(0, 10, 3), (1, 10, 4)], 4), "fcfs")
    assert changed_request(run, 1) == ChangedRequest(SIZE, 1, 1.0, backfilled=False, shorter_too=False)


@pytest.mark.parametrize("key", SIMULATED)
def test_the_log_simulated_again_with_that_request_gives_that_start(key):
    columns = set()
    for run, job, request in found(key):
        old = float(run.placed.start[job])
        assert request.start < old and request.value < run.workload.jobs.columns[request.column][job]
        assert start_of(run, job, request.column, request.value) == (request.start, request.backfilled)
        columns.add(request.column)
    assert SIZE in columns and (TIME in columns or key == "fcfs")


def test_every_shorter_time_starts_then_too_and_a_longer_one_does_not():
    seen = 0
    for run, job, request in found("easy"):
        if not request.shorter_too:
            continue
        seen += 1
        least, most = int(run.workload.jobs.runtime[job]), int(run.workload.jobs.requested_time[job])
        for value in range(least, int(request.value) + 1):
            assert start_of(run, job, TIME, value)[0] == request.start
        if request.value + 1 < most:
            assert start_of(run, job, TIME, request.value + 1)[0] > request.start
    assert seen > 5


@pytest.mark.parametrize("job", [0, 1])
def test_nothing_is_said_of_a_job_that_did_not_wait_or_could_not_have_asked_for_less(job):
    run = simulate(workload([(0, 10, 1), (0, 10, 1)], 1), "easy")  # the requests are the runtimes
    assert changed_request(run, job) is None


@pytest.mark.parametrize(
    ("case", "key"),
    [
        (strategies.closed(1, 1), "easy"),
        (strategies.closed(1, 1), "ostrich"),
        (recorded(1), "recorded"),
        *(
            (strategies.rigid(1), key)
            for key, policy in all_policies().items()
            if policy.random and policy.kind == "rigid"
        ),
    ],
)
def test_nothing_is_asked_where_more_than_the_job_would_change(case, key):
    run = simulate(case.workload, key)
    waiting = np.flatnonzero(run.wait > 0)
    assert len(waiting) and not any(changed_request(run, job) for job in waiting.tolist())


def test_a_job_that_many_decide_about_is_left_alone(monkeypatch):
    run = simulate(workload(ROWS, 4, requested=REQUESTED), "easy")
    monkeypatch.setattr(counterfactual, "MOST_JOBS", 2)
    assert changed_request(run, 2) is None


def test_it_stops_when_asked_to():
    control = new_control()
    control[STOP] = 1
    with pytest.raises(Cancelled):
        changed_request(simulate(strategies.rigid(1).workload, "easy"), 4, control)


@pytest.mark.parametrize(
    ("seconds", "least", "rounded"),
    [(7_523, 60, 7_500), (7_523, 7_510, 7_523), (59.5, 1, 59), (100_000, 1, 97_200), (90, 90, 90)],
)
def test_a_request_is_rounded_down_to_what_people_ask_for(seconds, least, rounded):
    assert round_down(seconds, least) == rounded
