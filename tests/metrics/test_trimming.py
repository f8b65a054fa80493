"""Warm-up and cool-down left out: which jobs are kept, and what is measured of them and of the whole."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from scheduler.analysis.trimming import kept, trimmed
from scheduler.metrics import all_metrics, measure
from scheduler.model.table import Table
from scheduler.results.progress import Progress
from scheduler.results.store import Store
from scheduler.results.tasks import simulate as simulate_task
from tests.audit.test_audit import closed
from tests.cases.small import changed, schedule, workload

# Twenty jobs of a second, one per second; the first and the last wait long.  Users 1 to 10 have a job in each half.
WAITS = [1000, *[5] * 18, 2000]
TWENTY = schedule(
    workload([(t, 1, 1) for t in range(20)], 99, users=[*range(1, 11), *range(1, 11)]),
    [t + w for t, w in enumerate(WAITS)],
)


def test_both_ends_are_left_out_in_order_of_submission():
    assert np.flatnonzero(~kept(TWENTY, 0.05)).tolist() == [0, 19]
    assert np.flatnonzero(~kept(TWENTY.workload, 0.1)).tolist() == [0, 1, 18, 19]
    assert kept(TWENTY, 0.049).all() and kept(TWENTY, 0).all()
    moved = replace(TWENTY, placed=changed(TWENTY.placed, submit=(TWENTY.placed.submit + 10) % 20))
    assert np.flatnonzero(~kept(moved, 0.1)).tolist() == [8, 9, 10, 11]


def test_jobs_of_one_instant_are_in_order_of_their_lines():
    together = workload([(0, 1, 1)] * 10, 99)
    assert np.flatnonzero(~kept(together, 0.2)).tolist() == [0, 1, 8, 9]


@pytest.mark.parametrize(("share", "jobs", "left"), [(0.29, 100, 42), (0.49, 1, 1), (0.49, 100, 2), (0.05, 39, 37)])
def test_shares_are_rounded_down(share, jobs, left):
    assert kept(workload([(t, 1, 1) for t in range(jobs)], 99), share).sum() == left


def test_numbers_over_jobs_and_users_are_of_the_kept_ones_and_those_of_the_machine_of_all():
    whole, inner = measure(TWENTY), measure(TWENTY, trim=0.05)
    assert (whole["wait_mean"], whole["wait_max"], whole["wait_std"]) == (154.5, 2000, pytest.approx(226152.25**0.5))
    assert (inner["wait_mean"], inner["wait_max"], inner["wait_std"]) == (5, 5, 0)
    assert inner["bounded_stretch_max"] == 1 and whole["bounded_stretch_max"] > 200
    assert (whole["users_in_nuwt"], inner["users_in_nuwt"], inner["users"]) == (10, 8, 10)
    assert inner["uwt"] == inner["nuwt_mean"] == 5 and whole["uwt"] == 154.5
    assert list(whole) == list(inner)
    machine = [key for key, metric in all_metrics().items() if metric.family == "machine"]
    assert [inner[key] for key in machine] == [whole[key] for key in machine] and inner["jobs"] == 20


def test_campaigns_are_measured_whole():
    of_campaigns = [key for key, metric in all_metrics().items() if metric.family == "campaigns"]
    whole, inner = measure(closed()), measure(closed(), trim=0.2)
    assert [inner[key] for key in of_campaigns] == [whole[key] for key in of_campaigns] and of_campaigns
    assert inner["wait_mean"] != whole["wait_mean"]


def test_promises_are_those_of_the_kept_jobs():
    table = Table.of("promises", time=[0, 5, 19, 6], job=[0, 5, 19, 5], start=[9, 9, 30, 7], cluster=[0] * 4)
    made = replace(TWENTY, promises=table)
    inner = trimmed(made, 0.05)
    assert inner.promises.job.tolist() == [4, 4] and inner.workload.jobs.line[4] == made.workload.jobs.line[5]
    assert (measure(made)["promised"], measure(made, trim=0.05)["promised"]) == (3, 1)
    assert measure(made, trim=0.05)["slip_max"] == 1  # job 5 starts at 10


def test_without_trimming_the_schedule_is_the_same_and_jobs_left_out_do_not_change_the_others():
    assert trimmed(TWENTY, 0) is TWENTY
    assert trimmed(TWENTY, 0.05).wait.tolist() == [5] * 18 and len(TWENTY.placed) == 20


@pytest.mark.parametrize(("jobs", "also"), [(5_000, False), (5_001, True)])
def test_above_so_many_jobs_trimmed_metrics_are_stored_too(tmp_path, jobs, also):
    store = Store(tmp_path)
    key = store.put_workload(workload([(t, 2, 1) for t in range(jobs)], 1))
    spec = {"do": "simulate", "workload": key, "policy": "fcfs", "params": {}, "seed": None, "decisions": None}
    simulate_task.run(store, "0" * 24, spec, Progress())
    record = store.record("0" * 24)
    assert ("trimmed" in record, "trim" in record) == (also, also)
    assert record["metrics"]["wait_max"] == jobs - 1  # job t starts at 2 t
    if also:
        assert record["trim"] == 0.05 and record["trimmed"]["wait_max"] == 5_000 - 250
        assert record["trimmed"]["makespan"] == record["metrics"]["makespan"] == 2 * jobs
        assert list(record["trimmed"]) == list(record["metrics"])
