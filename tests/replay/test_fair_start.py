"""Fair starts against their definition: the start of a job in the schedule of all jobs up to it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from scheduler.errors import Cancelled, InputError, Unsupported
from scheduler.model.schedule import Schedule
from scheduler.model.workload import Workload
from scheduler.policies import all_policies
from scheduler.replay import fair_start_times as fair
from scheduler.results.progress import Progress
from scheduler.results.queue.runs import Runs
from scheduler.results.store import Store
from scheduler.results.tasks import fair_start
from scheduler.simulate import FINISHED, STOP, check_supported, new_control, simulate
from tests.audit.test_audit import closed
from tests.cases import strategies
from tests.cases.small import schedule, workload


def suits(key: str) -> bool:
    try:
        fair.check(all_policies()[key], strategies.rigid(0).workload)
        check_supported(all_policies()[key], strategies.rigid(0).workload)
    except Unsupported:
        return False
    return True


POLICIES = [key for key in all_policies() if suits(key)]

# Four processors.  Job 2 wants all of them after job 1; job 3, submitted last, is backfilled on the processor that the
# head leaves over, and runs so long that job 2 has to wait for it.
PASSED = workload([(0, 10, 2), (1, 10, 3), (2, 10, 4), (3, 30, 1)], 4)


def by_definition(made: Schedule) -> list[float]:
    """The start of every job in a run of its own, of the jobs up to it."""
    work = made.workload
    return [
        float(
            simulate(
                replace(work, jobs=work.jobs.take(np.arange(row + 1))),
                made.policy,
                made.params,
                seed=made.seed,
                decisions=None,
            ).placed.start[row]
        )
        for row in range(len(work))
    ]


def test_there_are_policies_with_fair_starts():
    assert {"fcfs", "easy", "backfill"} <= set(POLICIES)


@pytest.mark.parametrize("key", POLICIES)
def test_every_fair_start_is_the_start_without_later_jobs(key):
    for seed in range(2_000, 2_000 + strategies.count(20) // 4):
        made = simulate(strategies.rigid(seed).workload, key, decisions=None)
        assert fair.fair_starts(made, np.arange(len(made.placed))).tolist() == by_definition(made), seed


def test_fair_slowdowns_are_those_from_the_fair_start_on():
    # Job 2 came at 2, ran for 10 s from 33 on, fairly from 20 on.
    found = fair.fair_start(simulate(PASSED, "easy"))
    assert found.slowdown.tolist() == pytest.approx([1, 1.9, 4.1, 1])
    assert found.fair_slowdown.tolist() == pytest.approx([1, 1.9, 2.8, 1])
    assert found.share_slower == 0.25


def test_a_later_job_that_is_backfilled_delays_an_earlier_one():
    found = fair.fair_start(simulate(PASSED, "easy"))
    assert found.fair.tolist() == [0, 10, 20, 3] and found.miss.tolist() == [0, 0, 13, 0]
    assert (found.mean_miss, found.share_delayed, found.exact, found.interval) == (13 / 4, 1 / 4, True, None)


def test_who_starts_earlier_than_fair_misses_nothing():
    # job 0 runs until 10.  Job 1 would start then; job 2 can bring it forward in no policy, so it is written down here
    early = schedule(workload([(0, 10, 1), (0, 5, 1), (0, 5, 1)], 1), [0, 9, 15], policy="fcfs")
    found = fair.fair_start(early)
    assert found.fair.tolist() == [0, 10, 15] and found.miss.tolist() == [0, 0, 0] and found.share_delayed == 0


def test_nobody_is_passed_under_fcfs():
    made = [simulate(strategies.rigid(seed).workload, "fcfs", decisions=None) for seed in range(2_100, 2_120)]
    assert sum(run.wait.any() for run in made) > 10
    assert not any(fair.fair_start(run).miss.any() for run in made)


@pytest.mark.skipif("conservative" not in all_policies(), reason="there is no policy that reserves for every job")
def test_reservations_for_everybody_keep_fair_starts_where_estimates_are_exact():
    delayed = 0
    for seed in range(2_200, 2_200 + strategies.count(30)):
        case = strategies.exact(strategies.rigid(seed)).workload
        assert not fair.fair_start(simulate(case, "conservative", decisions=None)).miss.any(), seed
        delayed += fair.fair_start(simulate(case, "easy", decisions=None)).miss.any()
    assert delayed, "these cases tell nothing: nobody is delayed in any of them under EASY either"


def test_jobs_that_start_before_the_next_one_comes_are_not_simulated():
    made = simulate(PASSED, "easy")
    rows = np.arange(4)
    assert fair.settled(made, rows).tolist() == [True, False, False, True] and fair.to_simulate(made, rows) == 2 + 3
    control = new_control()
    fair.fair_starts(made, rows, control)
    assert control[FINISHED] == 5


def test_a_job_that_starts_as_the_next_one_comes_is_simulated():
    made = simulate(workload([(0, 5, 1), (0, 5, 1), (5, 5, 1)], 1), "fcfs")
    assert fair.settled(made, np.arange(3)).tolist() == [False, False, True]


def test_when_asked_to_stop_it_does():
    control = new_control()
    control[STOP] = 1
    with pytest.raises(Cancelled):
        fair.fair_starts(simulate(PASSED, "easy"), np.arange(4), control)


def many() -> Workload:
    return strategies.rigid(2_320).workload


def test_above_a_number_of_jobs_a_sample_is_measured(monkeypatch):
    made = simulate(many(), "backfill")
    whole = fair.fair_start(made)
    monkeypatch.setattr(fair, "EXACT", 10)
    monkeypatch.setattr(fair, "SAMPLE", 12)
    found, again, other = fair.fair_start(made), fair.fair_start(made), fair.fair_start(made, seed=1)
    assert (
        len(found.rows) == len(set(found.rows.tolist())) == 12 and (np.diff(found.rows) > 0).all() and not found.exact
    )
    assert found.rows.tolist() == again.rows.tolist() != other.rows.tolist() and found.interval == again.interval
    assert found.fair.tolist() == whole.fair[found.rows].tolist() and whole.miss.any()
    low, high = other.interval
    assert low <= other.mean_miss <= high and low < high


def test_samples_take_every_job_as_often():
    rows = np.concatenate([fair.chosen(6_000, seed) for seed in range(300)])
    assert fair.chosen(5_000).tolist() == list(range(5_000)) and len(fair.chosen(5_001)) == 200
    assert rows.mean() == pytest.approx(2_999.5, rel=0.02) and rows.min() < 20 and rows.max() > 5_980


def test_campaigns_of_recorded_arrivals_do_not_matter_to_policies_for_jobs():
    work = replace(closed().workload, arrivals="recorded")
    made = simulate(work, "easy")
    assert fair.fair_start(made).fair.tolist() == by_definition(replace(made, workload=replace(work, campaigns=None)))


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (closed(), "choose arrivals recorded"),
        (schedule(PASSED, [0, 10, 33, 3], policy="recorded"), "decides nothing"),
        (schedule(PASSED, [0, 10, 33, 3], policy="multicmax"), "knows who will come"),
        (schedule(PASSED, [0, 10, 33, 3], policy="faircamp"), "knows who will come"),
        (schedule(PASSED, [0, 10, 33, 3], policy="ostrich"), "plans campaigns"),
        (schedule(PASSED, [0, 10, 33, 3], policy="nobody"), "no policy 'nobody'"),
    ],
)
def test_where_there_is_no_fair_start_it_is_said(made, words):
    with pytest.raises(InputError, match=words) as caught:
        fair.fair_start(made)
    assert str(caught.value).endswith(".")


# ---- as a task ------------------------------------------------------------------------------------------------------


@pytest.fixture
def runs(tmp_path) -> Runs:
    return Runs(Store(tmp_path))


def kept(runs: Runs, made: Schedule) -> str:
    key = f"{hash(made.policy) & 0xFFFFFF:024x}"
    runs.store.put_run(key, made, {})
    return key


def test_it_is_asked_for_worked_off_and_kept(runs):
    key = kept(runs, simulate(PASSED, "easy"))
    (ticket,) = runs.submit([{"do": "fair_start", "run": key}], "v")
    assert ticket.fresh
    runs.work([ticket.key])
    status = runs.status(ticket.key)
    assert (status.state, status.percent, status.spec) == ("done", 100, {"do": "fair_start", "run": key})
    record = fair_start.TASK.result(runs.store, runs.result(ticket.key))
    wanted = {
        "run": key,
        "of": 4,
        "jobs": 4,
        "exact": True,
        "mean": 3.25,
        "low": None,
        "high": None,
        "delayed_share": 0.25,
        "rows": [0, 1, 2, 3],
        "fair": [0, 10, 20, 3],
        "miss": [0, 0, 13, 0],
    }
    assert {name: record[name] for name in wanted} == wanted
    assert runs.submit([{"do": "fair_start", "run": key}], "w")[0].state == "done"


def test_a_sample_is_kept_with_its_interval(runs, monkeypatch):
    monkeypatch.setattr(fair, "EXACT", 10)
    monkeypatch.setattr(fair, "SAMPLE", 12)
    key = kept(runs, simulate(many(), "backfill"))
    (ticket,) = runs.submit([{"do": "fair_start", "run": key}], "v")
    runs.work([ticket.key])
    record = fair_start.TASK.result(runs.store, ticket.key)
    assert record["jobs"] == 12 and not record["exact"] and record["low"] <= record["mean"] <= record["high"]


def test_progress_and_cancelling(runs, monkeypatch):
    key = kept(runs, simulate(PASSED, "easy"))
    progress = Progress()
    fair_start.run(runs.store, "f" * 24, {"do": "fair_start", "run": key}, progress)
    assert progress.jobs == progress.control[FINISHED] == 5
    stopped = Progress()
    stopped.stop()
    with pytest.raises(Cancelled):
        fair_start.run(runs.store, "e" * 24, {"do": "fair_start", "run": key}, stopped)
    assert fair_start.TASK.result(runs.store, "e" * 24) is None


@pytest.mark.parametrize("run", ["0" * 24, "../x", None])
def test_a_run_that_is_not_kept_is_refused(runs, run):
    with pytest.raises(InputError, match="no longer kept"):
        runs.submit([{"do": "fair_start", "run": run}], "v")


def test_a_run_without_fair_starts_is_refused(runs):
    with pytest.raises(Unsupported, match="choose arrivals"):
        runs.submit([{"do": "fair_start", "run": kept(runs, closed())}], "v")
