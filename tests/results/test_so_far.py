"""The schedule so far of a simulation under way: what is seen of it is what the finished schedule holds up to then."""

from __future__ import annotations

import threading
import time

import numpy as np
import pytest

from layouts.pages.compare.runs import live_strip as card
from scheduler.adapters.snapshot import BUCKETS, Watched, snapshot, watched_by
from scheduler.analysis.machine_over_time import reduce_steps, steps
from scheduler.durations import DAY
from scheduler.errors import Cancelled
from scheduler.generators import make
from scheduler.preparation.build import workload
from scheduler.results import specs
from scheduler.results.progress import Progress
from scheduler.results.queue.runs import Runs
from scheduler.results.store import Store
from scheduler.results.tasks import simulate as simulate_task
from scheduler.simulate import STOP, simulate
from tests.cases.other_work import does
from tests.cases.small import workload as small

ROWS = [(0, 10, 2), (1, 5, 3), (2, 4, 1)]  # submit, runtime, processors


def busy_jobs():
    return workload(make("poisson", {"jobs": 400, "load": 1.4}, 3))


def campaigns():
    return workload(make("zipf_campaigns", None, 1))


def watched(jobs, policy) -> tuple[list[Watched], object]:
    told: list[Watched] = []
    with watched_by(told.append):
        return told, simulate(jobs, policy)


@pytest.mark.parametrize(
    ("policy", "jobs"),
    [
        *((policy, busy_jobs) for policy in ("fcfs", "easy", "backfill", "conservative", "sjf", "tabu")),
        *((policy, campaigns) for policy in ("campaign_fcfs", "ostrich", "multicamp", "faircamp")),
    ],
)
def test_a_snapshot_at_any_time_is_the_finished_schedule_up_to_then(policy, jobs):
    told, schedule = watched(jobs(), policy)
    placed, seen = schedule.placed, told[-1]
    assert seen.start.tolist() == placed.start.tolist()
    exact = steps(schedule.workload, placed)
    for share in (0.1, 0.5, 1.0):
        now = seen.begin + share * (float(placed.end.max()) - seen.begin)
        then = seen._replace(now=np.array([now]), start=np.where(placed.start <= now, placed.start, np.nan))
        found = snapshot(then)
        wanted = reduce_steps(exact, seen.begin, now, BUCKETS)["busy"] / seen.processors
        assert np.allclose(found["busy"], wanted, atol=6e-5)
        assert found["started"] == int((placed.start <= now).sum()) and found["jobs"] == len(placed)
    assert snapshot(seen)["started"] == len(placed)


def test_jobs_that_start_later_than_the_time_reached_are_not_counted():
    """The kernel goes on while its arrays are read: what it adds meanwhile is of later times."""
    told, _ = watched(small(ROWS, 4), "fcfs")
    early = snapshot(told[-1]._replace(now=np.array([5.0])))
    assert (early["started"], early["now"], early["until"]) == (1, 5.0, 2.0)
    assert early["busy"] == [0.5] * BUCKETS
    before = snapshot(told[-1]._replace(now=np.array([0.0]), start=np.full(3, np.nan)))
    assert (before["started"], before["busy"]) == (0, [])


def test_nobody_is_told_once_the_watch_is_over_or_it_failed():
    told, _ = watched(small(ROWS, 4), "fcfs")
    with pytest.raises(ZeroDivisionError), watched_by(told.append):
        raise ZeroDivisionError
    simulate(small(ROWS, 4), "fcfs")
    assert len(told) == 1


def test_looking_is_rare_and_costs_little(monkeypatch):
    clock, looks = [0.0], []

    def look(_: Watched) -> dict:
        looks.append(clock[0])
        clock[0] += 0.2
        return {"started": len(looks)}

    monkeypatch.setattr("scheduler.results.progress.time.monotonic", lambda: clock[0])
    monkeypatch.setattr("scheduler.results.progress.snapshot", look)
    progress = Progress()
    assert progress.so_far() is None
    progress.watch(watched(small(ROWS, 4), "fcfs")[0][-1])
    for moment in (0.0, 1.0, 4.0, 4.3, 8.0, 8.6):
        clock[0] = max(clock[0], moment)
        assert progress.so_far() == {"started": len(looks)}
    assert looks == [0.0, 4.3, 8.6]  # 0.2 s each: no more than a twentieth of the time


def test_a_closed_loop_has_no_last_submission_to_reach():
    jobs = campaigns()
    assert jobs.arrivals == "closed"
    told, _ = watched(jobs, "campaign_fcfs")
    assert told[-1].until is None and snapshot(told[-1])["until"] is None


def test_where_no_clock_is_seen_the_last_start_is_the_time_reached():
    told, schedule = watched(campaigns(), "multicamp")
    starts = np.sort(schedule.placed.start)
    assert told[-1].now is None and snapshot(told[-1])["now"] == starts[-1]
    half = told[-1]._replace(
        start=np.where(schedule.placed.start <= starts[len(starts) // 2], schedule.placed.start, np.nan)
    )
    assert snapshot(half)["now"] == starts[len(starts) // 2]
    assert snapshot(half._replace(start=np.full(len(starts), np.nan)))["started"] == 0


# -- on its way to the page


@pytest.fixture
def runs(tmp_path):
    return Runs(Store(tmp_path / "home"))


def asked(runs) -> dict:
    return {"do": "simulate", "workload": runs.store.put_workload(small(ROWS, 4)), "policy": "fcfs"}


def test_a_stored_run_is_watched_until_it_is_simulated(runs, monkeypatch):
    seen: list[dict] = []

    def simulated(*given, **named):
        schedule = simulate(*given, **named)
        seen.append(progress.so_far())
        return schedule

    monkeypatch.setattr(simulate_task, "simulate", simulated)
    progress, spec = Progress(), specs.check(asked(runs), runs.store)
    simulate_task.run(runs.store, specs.key(spec), spec, progress)
    assert seen[0]["started"] == len(ROWS) and progress.so_far() is seen[0] and progress.watched is None


def test_what_is_seen_of_a_run_is_told_while_it_is_under_way(runs, monkeypatch):
    told, _ = watched(small(ROWS, 4), "fcfs")
    half = told[-1]._replace(now=np.array([5.0]))

    def endless(_store, _key, _spec, progress) -> int:
        progress.watch(half)
        while not progress.control[STOP]:
            time.sleep(0)
        raise Cancelled("stopped")

    does(monkeypatch, "simulate", endless)
    key = runs.submit([asked(runs)], "v")[0].key
    worker = threading.Thread(target=runs.work, args=([key],))
    worker.start()
    try:
        until = time.monotonic() + 300
        while runs.status(key).so_far is None and time.monotonic() < until:
            time.sleep(0)
        assert runs.status(key).so_far == snapshot(half)
    finally:
        runs.cancel(key)
        worker.join()
    assert runs.status(key).so_far is None


def facts(now: float, until: float | None, started: int = 3, busy: tuple[float, ...] = (0.0, 0.5, 1.0, 1.0)) -> dict:
    return {
        "now": now,
        "begin": 100.0,
        "until": until,
        "jobs": 2_000,
        "started": started,
        "processors": 8,
        "busy": list(busy),
    }


def test_the_time_reached_in_words():
    assert card.words(facts(100 + 112.5 * DAY, 100 + 329.2 * DAY)) == "Day 113 of 330: 3 of 2\u202f000 jobs started."
    assert card.words(facts(100 + 400 * DAY, 100 + 330 * DAY)).startswith("Day 401, after the last submission:")
    assert card.words(facts(3_700, 7_300)).startswith("1 h 00 min simulated of 2 h 00 min:")
    assert card.words(facts(3_700, None)).startswith("1 h 00 min simulated:")
    assert card.words(facts(100 + 5 * DAY, None)).startswith("Day 6:")


def test_the_strip_goes_as_far_as_the_time_reached_and_as_high_as_the_machine_is_busy():
    half = card.picture(facts(1_100, 2_100))
    assert "M0%2C100V100h125V50h125V0h125V0h125V100z" in half
    assert "h250V100z" in card.picture(facts(1_100, None)) and "h250V100z" in card.picture(facts(1_100, 900))
    assert card.section(None) == [] == card.section(facts(1_100, 2_100, started=0))
    words, strip = card.section(facts(1_100, 2_100))
    assert getattr(strip, "aria-label").startswith("Busy processors so far, 62 % on average. ")
    assert words.children in getattr(strip, "aria-label")
