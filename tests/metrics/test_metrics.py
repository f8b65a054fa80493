"""Metrics on schedules worked by hand, their invariants, and where they are undefined."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from scheduler.metrics import all_metrics, deciding_job, measure, titled
from scheduler.metrics.deserved_share import deserved
from scheduler.metrics.fairness import nuwt
from scheduler.metrics.stretch import bounded_stretch
from scheduler.model.schedule import Schedule
from tests.cases.every_case import every_case
from tests.cases.small import changed, schedule, workload

# Job 103 is backfilled, so 102 waits for it; 104 comes last.  User 1 has two jobs, users 2 and 3 one each.
FOUR = schedule(
    workload([(0, 10, 2), (0, 5, 4), (2, 20, 2), (4, 4, 4)], 4, users=[1, 1, 2, 3]), [0, 22, 2, 27], flags=[0, 0, 1, 0]
)
BY_HAND = {
    "wait_mean": 45 / 4,
    "wait_median": 11,
    "wait_p90": 22.7,
    "wait_p95": 22.85,
    "wait_max": 23,
    "wait_std": (2 * 11.25**2 + 10.75**2 + 11.75**2) ** 0.5 / 2,
    "response_mean": 21,
    "response_median": 23.5,
    "response_p90": 27,
    "response_max": 27,
    "response_std": 48.5**0.5,
    "stretch_mean": (1 + 5.4 + 1 + 6.75) / 4,
    "stretch_median": 3.2,
    "stretch_max": 6.75,
    "bounded_stretch_median": 1.85,
    "bounded_stretch_p90": 2.7,
    "bounded_stretch_std": 0.85,
    "bounded_stretch_mean": 1.85,
    "bounded_stretch_p95": 2.7,
    "bounded_stretch_max": 2.7,
    "makespan": 31,
    "utilization": 96 / 124,
    "load": 96 / 16,
    "underutilization": 28,
    "underutilization_normalized": 28 / 96,
    "backfilled": 1,
    "jobs": 4,
    "uwt": 0.6625,
    "fairness_f": 1.0521875,
    "nuwt_mean": 0.55,
    "nuwt_std": 0,
    "nuwt_median": 0.55,
    "nuwt_p90": 0.55,
    "users": 3,
    "users_in_nuwt": 1,
    # present are 2, 3, 4, 3, 2, 1 jobs from 0, 2, 4, 10, 22, 27 to 31; deserved 38/3, 116/3, 74/3, 48, got 20, 20, 40, 16
    "deserved_missing": (116 / 3 - 20 + 48 - 16) / 124,
    "deserved_short": 0.5,
}
NEUTRAL = (
    "makespan",
    "utilization",
    "load",
    "jobs",
    "users",
    "users_in_nuwt",
    "backfilled",
    "pieces_mean",
    "pieces_max",
    "promised",
    "early_mean",
    "stretch_bound",
    "utilization_local",
    "utilization_grid",
    "local_away",
)


def value(key: str, made: Schedule, **params) -> float | None:
    return all_metrics()[key].compute(made, **params)


def random_schedule(seed: int, jobs: int = 40) -> Schedule:
    random = np.random.default_rng(seed)
    submit = np.sort(random.integers(0, 50, jobs))
    rows = np.stack([submit, random.integers(1, 30, jobs), random.integers(1, 9, jobs)], 1)
    made = workload(rows, 400, users=random.integers(1, 9, jobs))
    return schedule(made, submit + random.integers(0, 60, jobs), flags=random.integers(0, 2, jobs))


def moved(made: Schedule, factor: float = 1, shift: float = 0) -> Schedule:
    """The schedule with all instants t at factor * t + shift."""

    def instants(table, *names):
        return changed(table, **{name: factor * table.columns[name] + shift for name in names})

    jobs = instants(made.workload.jobs, "submit")
    jobs = changed(jobs, runtime=factor * jobs.runtime)
    return replace(
        made, workload=replace(made.workload, jobs=jobs), placed=instants(made.placed, "submit", "start", "end")
    )


def test_every_number_of_a_schedule_worked_by_hand():
    assert measure(FOUR) == pytest.approx(BY_HAND)
    elsewhere = ("predictability", "sharing", "grid", "criteria", "campaigns")
    assert set(BY_HAND) == {key for key, metric in all_metrics().items() if metric.family not in elsewhere}


def test_nuwt_lists_users_with_their_jobs():
    users = nuwt(FOUR)
    assert users.user.tolist() == [0, 1, 2] and users.jobs.tolist() == [2, 1, 1]
    assert users.value == pytest.approx([22 / 40, 0, 23 / 16])


def test_nuwt_mean_and_deviation_leave_out_single_jobs():
    rows = [(0, 1, 1), (0, 1, 1), (0, 2, 1), (0, 2, 1), (0, 1, 1)]
    made = schedule(workload(rows, 9, users=[4, 4, 6, 6, 8]), [1, 1, 6, 6, 100])
    assert (value("nuwt_mean", made), value("nuwt_std", made)) == (2, 1)
    assert value("uwt", made) == pytest.approx((1 + 3 + 100) / 3)
    assert (value("nuwt_median", made), value("nuwt_p90", made)) == (2, pytest.approx(1 + 0.9 * 2))


def test_bounded_stretch_is_wait_and_runtime_over_the_runtime_or_the_threshold():
    made = schedule(workload([(0, 0.25, 1), (0, 1, 1), (0, 4, 1), (0, 0.5, 1)], 9), [3, 3, 3, 0])
    assert bounded_stretch(made, 1).tolist() == [3.25, 4, 1.75, 1]  # max(1, (wait + p) / max(p, 1))
    assert measure(made, threshold=1)["bounded_stretch_mean"] == 2.5
    assert measure(made, threshold=1)["bounded_stretch_median"] == 2.5
    assert measure(made, threshold=1)["bounded_stretch_std"] == pytest.approx(((0.75**2 + 1.5**2) / 2) ** 0.5)


def test_threshold_is_applied_and_named():
    assert bounded_stretch(FOUR, 1) == pytest.approx([1, 5.4, 1, 6.75])
    assert bounded_stretch(FOUR, 60).tolist() == [1, 1, 1, 1]
    assert measure(FOUR, threshold=1)["bounded_stretch_mean"] == pytest.approx(3.5375)
    assert measure(FOUR, threshold=1)["stretch_mean"] == measure(FOUR)["stretch_mean"]
    metric = all_metrics()["bounded_stretch_max"]
    assert (
        titled(metric) == "Maximum bounded stretch (10 s)" and titled(metric, 0.5) == "Maximum bounded stretch (0.5 s)"
    )
    assert titled(all_metrics()["wait_max"], 1) == "Maximum wait"


def test_the_job_behind_a_maximum_is_named():
    rows = {key: row for key, metric in all_metrics().items() if (row := deciding_job(metric, FOUR)) is not None}
    # of bounded stretch with 10 s jobs 102 and 104 have the same: the first of equal ones
    assert rows == {"wait_max": 3, "response_max": 1, "stretch_max": 3, "bounded_stretch_max": 1}
    assert deciding_job(all_metrics()["bounded_stretch_max"], FOUR, threshold=1.0) == 3
    for key, row in rows.items():
        assert all_metrics()[key].values(FOUR)[row] == measure(FOUR)[key]


def test_a_job_alone_deserves_the_machine_and_two_alike_half_of_it():
    assert deserved(schedule(workload([(3, 10, 2)], 4), [5])).tolist() == [48]
    both = schedule(workload([(0, 10, 2), (0, 10, 2)], 4), [0, 0])
    assert deserved(both).tolist() == [20, 20] and value("deserved_short", both) == 0


@pytest.mark.parametrize("seed", range(5))
def test_what_jobs_deserve_is_the_machine_while_somebody_is_present(seed):
    made = random_schedule(seed)
    assert deserved(made).sum() == pytest.approx(
        400
        * sum(
            any(submit <= second < end for submit, end in zip(made.placed.submit, made.placed.end, strict=True))
            for second in range(200)
        )
    )


# ---- invariants -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(10))
def test_numbers_do_not_depend_on_where_time_begins(seed):
    made = random_schedule(seed)
    assert measure(moved(made, shift=1_000_000)) == pytest.approx(measure(made))


@pytest.mark.parametrize("seed", range(10))
def test_doubling_all_times_doubles_times_only(seed):
    made = random_schedule(seed)
    once, twice = measure(made), measure(moved(made, factor=2))
    for key, metric in all_metrics().items():
        if key in once and not key.startswith("bounded"):  # its threshold is a time too
            factor = 2 if metric.unit in ("s", "processor-s") else 1
            assert twice[key] == pytest.approx(factor * once[key]), key


@every_case("seed", range(20))
def test_bounds(seed):
    made = random_schedule(seed)
    m = measure(made)
    assert m["bounded_stretch_mean"] >= 1 and m["stretch_median"] <= m["stretch_max"] and m["stretch_mean"] >= 1
    assert (
        0 <= m["wait_median"] <= m["wait_p90"] <= m["wait_p95"] <= m["wait_max"]
        and m["wait_mean"] <= m["response_mean"]
    )
    assert (
        m["bounded_stretch_median"] <= m["bounded_stretch_p90"] <= m["bounded_stretch_p95"] <= m["bounded_stretch_max"]
    )
    assert 0 < m["utilization"] <= 1 and m["underutilization"] >= 0 and m["users_in_nuwt"] <= m["users"]
    assert min(nuwt(made).value) <= m["uwt"] <= max(nuwt(made).value) and m["fairness_f"] >= 0


@pytest.mark.parametrize("seed", range(10))
def test_underutilization_counted_second_by_second(seed):
    made = random_schedule(seed)
    made = replace(made, workload=replace(made.workload, platform=replace(made.workload.platform, processors=25)))
    second, placed = np.arange(300)[:, None] + 0.5, made.placed
    inside = (placed.submit <= second) & (second < placed.end)
    demand = (inside * placed.processors).sum(axis=1)
    assert value("underutilization", made) == np.minimum(demand, 25).sum() - made.workload.area


def test_a_job_alone_leaves_nothing_unused():
    assert value("underutilization", schedule(workload([(3, 7, 2)], 4), [3])) == 0


def test_undefined_numbers_are_none():
    nothing = measure(schedule(workload([], 4), []))
    assert {key for key, number in nothing.items() if number is not None} == {
        "jobs",
        "users",
        "users_in_nuwt",
        "backfilled",
    }
    assert {deciding_job(metric, schedule(workload([], 4), [])) for metric in all_metrics().values()} == {None}
    alone = measure(schedule(workload([(3, 7, 2)], 4), [5]))
    assert (alone["nuwt_mean"], alone["nuwt_std"], alone["load"]) == (None, None, None)
    assert alone["uwt"] == 2 / 14 and alone["users_in_nuwt"] == 0


@every_case("key", sorted(all_metrics()))
def test_every_metric_says_what_it_is(key):
    metric = all_metrics()[key]
    assert metric.title and metric.formula and metric.source and metric.better in ("lower", "higher", "")
    assert metric.family in (
        "wait",
        "stretch",
        "fairness",
        "shares",
        "predictability",
        "sharing",
        "grid",
        "criteria",
        "machine",
        "campaigns",
    )
    assert (key in NEUTRAL) == (not metric.better)


def test_whoever_starts_before_an_earlier_one_has_passed_it():
    # jobs 2 and 3 start while job 1, submitted before them, waits; job 4 waits its turn
    work = workload([(0, 9, 1), (1, 9, 2), (2, 1, 1), (2, 1, 1), (3, 1, 1)], 2)
    assert measure(schedule(work, [0, 9, 2, 3, 18]))["backfilled"] == 2
    assert "backfilled" not in measure(schedule(work, [0, 9, 2, 3, 18], policy="recorded"))  # the log does not tell why
