"""Waits of jobs like one: against numpy and a plain count, no look into the future, the bounds by drawing at random."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduler.analysis import like_jobs, query
from scheduler.errors import QueryError
from scheduler.formats import swf
from scheduler.preparation.build import workload
from scheduler.query.conditions import rows
from scheduler.query.wanted_job import conditions_of
from tests.query.test_filters import log as made_log


@pytest.mark.parametrize(
    ("text", "low", "high", "shortest", "longest", "rest"),
    [
        ("64 processors for 8 h", 32, 128, "4h", "16h", ""),
        ("64x8h", 32, 128, "4h", "16h", ""),
        ("wait 64 x 8h", 32, 128, "4h", "16h", ""),
        ("How long would 64 processors for 8 h wait?", 32, 128, "4h", "16h", ""),
        ("how long does a job of 1 core for 90 min wait", 1, 2, "45min", "3h", ""),
        ("3 nodes for 1 d 6 h queue=2", 2, 6, "15h", "2d12h", " queue 2"),
        ("64 \u00d7 8h user=1,2", 32, 128, "4h", "16h", " user=1,2"),
    ],
)
def test_a_job_in_words_asks_for_jobs_like_it(text, low, high, shortest, longest, rest):
    wanted = f"processors>={low} processors<={high} requested_time>={shortest} requested_time<={longest}{rest}"
    assert str(query.parse(text)) == wanted == str(query.parse(wanted))


@pytest.mark.parametrize(
    "text",
    [
        "user=37",
        "64",
        "64 processors",
        "processors=64",
        "64 x",
        "longest wait",
        "64 for 8h",
        "8 h for 64 processors",
        "x" * 200,
        "1" * 200,
    ],
)
def test_other_texts_are_none_of_these(text):
    assert conditions_of(text) is None


@pytest.mark.parametrize("text", ["0 processors for 8 h", "64x0s", "99999999999x8h", "64x1e300h"])
def test_what_no_job_asks_for_is_refused(text):
    with pytest.raises(QueryError, match=r"wanted: a job of 1 to 1,000,000,000 processors"):
        query.parse(text)


def test_jobs_of_a_workload_are_asked_before_any_run():
    work = workload(made_log(400, 5))
    jobs = query.jobs_of_workload(work)
    mask = rows(query.parse("processors>=4 requested_time<=1h user=2,3").conditions, jobs)
    table, known = work.jobs, query.values
    asked = np.array([bool(np.isfinite(one)) for one in jobs.column("requested_time")])
    wanted = (table.processors >= 4) & (table.requested_time <= 3600) & np.isin(table.user_id, (2, 3)) & asked
    assert callable(known) and mask.tolist() == wanted.tolist() and 0 < mask.sum() < len(mask)
    with pytest.raises(QueryError, match="stretch depends on the policy; wanted: conditions on job, user"):
        rows(query.parse("stretch>2").conditions, jobs)


def test_waits_by_time_of_day_are_those_of_numpy():
    work = workload(made_log(400, 5))  # its clock shows UTC, and second 0 is 22:00
    values = np.where(work.jobs.recorded_wait < 0, np.nan, work.jobs.recorded_wait)
    parts = like_jobs.by_time_of_day(work, work.jobs.submit, values)
    hour = (work.jobs.submit / 3600 + 22) % 24
    for at, part in enumerate(parts):
        own = values[(hour >= 6 * at) & (hour < 6 * at + 6) & ~np.isnan(values)]
        assert part == (len(own), np.median(own), np.percentile(own, 90)) and len(own) > 10
    assert like_jobs.parts_of_day() == ("00:00 to 06:00", "06:00 to 12:00", "12:00 to 18:00", "18:00 to 24:00")
    bare = workload(swf.read(b"; MaxProcs: 1\n1 0 1 5 1 -1 -1 1 9 -1 1 1 1 1 1 1 -1 -1\n", "bare.swf"))
    assert like_jobs.by_time_of_day(bare, bare.jobs.submit, np.ones(1)) == ()


@given(st.integers(1, 400), st.integers(0, 2**32 - 1))
def test_no_prediction_looks_into_the_future(count, seed):
    random = np.random.default_rng(seed)
    submit = np.sort(random.integers(0, 10_000, count)).astype(float)
    wait = random.integers(0, 3_000, count).astype(float)
    moment = float(random.integers(0, 12_000))
    later = submit + wait > moment
    changed, other = submit.copy(), wait.copy()
    other[later] += random.integers(0, 10**6, int(later.sum()))
    before, after = (like_jobs.predict(submit, waits, moment)[:4] for waits in (wait, other))
    assert np.array_equal(before, after, equal_nan=True)
    changed[submit > moment] += 50_000.0
    assert np.array_equal(before, like_jobs.predict(changed, other, moment)[:4], equal_nan=True)


@pytest.mark.parametrize("count", [59, 60, 100, 250, 500])
def test_the_bounds_hold_with_their_confidence(count):
    """Drawn 4,000 times: the upper bound is at or above the true quantile in 95 % of all, the one below it is not."""
    random = np.random.default_rng(count)
    values = np.sort(random.random((4_000, count)), axis=1)
    under, over = like_jobs._ranks(count)
    assert np.mean(values[:, over - 1] >= 0.95) > 0.94 and np.mean(values[:, under - 1] <= 0.05) > 0.94
    if over - 2 >= 0:
        assert np.mean(values[:, over - 2] >= 0.95) < 0.955


def test_too_few_jobs_have_no_upper_bound_and_none_are_said():
    submit, wait = np.arange(58.0), np.zeros(58)
    assert like_jobs.predict(submit, wait, 100.0)[:4] == (0.0, 0.0, np.inf, 58)
    assert like_jobs.predict(np.arange(59.0), np.ones(59), 100.0)[:4] == (1.0, 1.0, 1.0, like_jobs.LEAST)
    assert (
        like_jobs.predict(np.zeros(0), np.zeros(0), 5.0).history
        == 0
        == like_jobs.predict(submit, wait * np.nan, 5.0).history
    )


def test_the_coverage_is_counted_over_the_second_half():
    """Waits that jump in the middle: no prediction made before the jump holds for the first jobs after it."""
    submit = np.arange(0.0, 20_000.0, 10.0)
    wait = np.where(submit < 10_000, 5.0, 50_000.0)
    jumped = like_jobs.predict(submit, wait, 20_000.0)
    assert (jumped.coverage, jumped.tried) == (0.0, 1_000) and jumped.high == 5.0
    few = like_jobs.predict(submit[:60], wait[:60], 20_000.0)  # at 595 s and before at most 59 had started
    assert (few.coverage, few.tried) == (1.0, 1)
    steady = like_jobs.predict(submit, np.full(len(submit), 5.0), 20_000.0)
    assert (steady.coverage, steady.tried) == (1.0, 1_000)
