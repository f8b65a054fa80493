"""Numbers of a log before a simulation agree with pandas, on a made log and on real ones; made cases by hand."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

import numpy as np
import pandas as pd
import pytest

from scheduler.analysis.workloads import workload_profile as profile
from scheduler.durations import DAY, HOUR
from scheduler.formats import swf
from scheduler.model.trace import Platform
from scheduler.preparation.build import workload
from scheduler.preparation.requested_times import of_log
from tests.cases import small
from tests.query.test_filters import log as made_log

REAL = ("KTH-SP2-1996-2.swf.gz", "SDSC-BLUE-2000-4.2-cln.swf.gz", "HPC2N-2002-2.1-cln.swf.gz")
LOGS = ("made", *REAL)


@pytest.fixture(scope="module", params=LOGS)
def both(request, real_log):
    """(workload, its jobs as a frame with local times)."""
    trace = (
        made_log(400, 5) if request.param == "made" else swf.read(real_log(request.param).read_bytes(), request.param)
    )
    work = workload(trace)
    frame = pd.DataFrame(
        {
            name: work.jobs.columns[name]
            for name in ("submit", "runtime", "requested_time", "processors", "user_id", "recorded_wait")
        }
    )
    start = pd.Timestamp(work.platform.start_time, unit="s", tz="UTC")
    frame["clock"] = (start + pd.to_timedelta(frame.submit, unit="s")).dt.tz_convert(work.platform.time_zone or "UTC")
    frame["of_log"] = of_log(work)
    file = pd.DataFrame({name: trace.columns[name] for name in ("runtime", "allocated_processors")}, index=trace.line)
    frame["ran"], frame["had"] = (file.loc[work.jobs.line, name].to_numpy() for name in file)
    frame["had"] = frame.had.where(frame.had > 0, frame.processors)
    return work, frame


def lengths(values):
    return pd.cut(values, [*profile.LENGTHS, np.inf], right=False, labels=False)


def doubling(values):
    return pd.cut(values, [0, *(2.0**k for k in range(31))], labels=False)


def test_hours_of_the_week(both):
    work, frame = both
    wanted = pd.crosstab(frame.clock.dt.day_of_week, frame.clock.dt.hour).reindex(
        index=range(7), columns=range(24), fill_value=0
    )
    assert (profile.week_hours(work) == wanted.to_numpy()).all()


def test_sizes_by_runtime(both):
    work, frame = both
    found = profile.sizes_by_runtime(work)
    wanted = pd.crosstab(doubling(frame.processors), lengths(frame.runtime)).reindex(
        index=range(len(found)), columns=range(len(profile.LENGTHS)), fill_value=0
    )
    assert (found == wanted.to_numpy()).all() and found.sum() == len(frame)


def test_recorded_waits_by_size_and_requested_time(both):
    work, frame = both
    found = profile.recorded_waits(work)
    known = frame[frame.of_log & (frame.recorded_wait >= 0)]
    cells = known.recorded_wait.groupby([doubling(known.processors), lengths(known.requested_time)])
    for (size, length), jobs in cells.count().items():
        assert found.jobs[size, length] == jobs
    for values, wanted in ((found.median, cells.median()), (found.most, cells.quantile(0.9))):
        assert [values[at] for at in wanted.index] == pytest.approx(wanted.to_list())
    assert found.jobs.sum() == len(known)


def test_use_of_requests(both):
    work, frame = both
    known = frame[frame.of_log]
    part = known.runtime / known.requested_time
    wanted = [int(((part >= at / 20) & ((part < (at + 1) / 20) | (at == 19))).sum()) for at in range(20)]
    assert np.abs(profile.use_of_requests(work) - wanted).sum() <= 2 * (part * 20 % 1 < 1e-9).sum()  # a bound, rounded
    assert profile.use_of_requests(work).sum() == len(known)


def test_load_over_time(both):
    work, frame = both
    found = profile.over_time(work)
    width = np.diff(found.edges)
    bins = pd.cut(frame.submit, found.edges, right=False, labels=False)
    offered = (frame.processors * frame.runtime).groupby(bins).sum().reindex(range(len(width)), fill_value=0.0)
    assert found.offered == pytest.approx((offered / width / work.platform.processors).to_numpy())
    known = frame[frame.recorded_wait >= 0]
    start = known.submit + known.recorded_wait
    for at in np.linspace(0, len(width) - 1, 7).astype(int):
        low, high = found.edges[at], found.edges[at + 1]
        busy = (start + known.ran).clip(low, high) - start.clip(low, high)
        queue = start.clip(low, high) - known.submit.clip(low, high)
        assert found.used[at] == pytest.approx((busy * known.had).sum() / width[at] / work.platform.processors)
        assert found.waiting[at] == pytest.approx(queue.sum() / width[at], abs=1e-6)
    assert found.unknown == len(frame) - len(known) and len(width) <= profile.MOST_BINS


def test_ranks_and_gaps(both):
    work, frame = both
    counts = frame.user_id.value_counts()
    assert profile.user_ranks(work).jobs.tolist() == counts.to_list()
    gaps = frame.submit.diff().dropna()
    assert profile.gaps(work).tolist() == gaps.to_list()
    assert profile.variation(profile.gaps(work)) == pytest.approx(gaps.std(ddof=0) / gaps.mean())


# --- by hand ---------------------------------------------------------------------------------------------------------

MONDAY = 1_338_768_000  # 2012-06-04 00:00 UTC


def dated(rows, processors=4, zone="UTC", waits=None):
    work = small.workload(rows, processors)
    jobs = small.changed(work.jobs, recorded_wait=waits) if waits else work.jobs
    return replace(work, jobs=jobs, platform=Platform(processors, start_time=MONDAY, time_zone=zone))


def test_days_and_weeks_over_time_begin_at_midnight_also_where_the_clock_changes():
    for days, width in (
        (200, DAY),
        (900, 7 * DAY),
    ):  # from Monday 4 June 2012 on, over the changes of October and March
        work = dated([(0, 10, 1), (days * DAY, 10, 1)], zone="Europe/Berlin")
        clock = [
            datetime.fromtimestamp(MONDAY + edge, ZoneInfo("Europe/Berlin"))
            for edge in profile.edges_over_time(work).tolist()
        ]
        assert {(at.hour, at.minute, at.second) for at in clock} == {(0, 0, 0)} and profile.width_over_time(
            work
        ) == width
        assert len(clock) == days * DAY // width + 2 and (width == DAY or {at.weekday() for at in clock} == {0})
        assert clock[0].timestamp() <= MONDAY and clock[-2].timestamp() <= MONDAY + days * DAY < clock[-1].timestamp()
    hours = profile.edges_over_time(dated([(145 * DAY, 10, 1), (150 * DAY, 10, 1)], zone="Europe/Berlin"))
    assert set(np.diff(hours)) == {HOUR}, "no hour is empty or double"


def test_weekends_are_those_of_the_clock():
    work = dated([(0, 10, 1), (12 * DAY, 10, 1)])
    assert profile.weekends(work) == [(5 * DAY, 7 * DAY), (12 * DAY, 14 * DAY)]
    berlin = dated([(0, 10, 1), (6 * DAY, 10, 1)], zone="Europe/Berlin")  # two hours ahead
    assert profile.weekends(berlin) == [(5 * DAY - 2 * HOUR, 7 * DAY - 2 * HOUR)]
    assert profile.weekends(small.workload([(0, 10, 1)], 4)) == []
    assert profile.week_hours(berlin)[0].tolist() == [0, 0, 1] + [0] * 21


def test_load_and_queue_by_hand():
    # 4 processors; job 1 runs two hours on all from 0; job 2 waits for it an hour and runs half an hour on two
    work = dated([(0, 2 * HOUR, 4), (HOUR, HOUR / 2, 2), (5 * HOUR, 60, 1)], waits=[0.0, HOUR, -1.0])
    found = profile.over_time(work)
    assert found.edges.tolist() == [at * HOUR for at in range(7)]
    assert found.used.tolist() == [1, 1, 0.25, 0, 0, 0] and found.waiting.tolist() == [0, 1, 0, 0, 0, 0]
    assert found.offered.tolist() == pytest.approx([2, 0.25, 0, 0, 0, 1 / 240]) and found.unknown == 1


def test_steps_of_sizes_and_lengths():
    assert profile.size_step(np.array([1, 2, 3, 4, 5, 8, 9, 1024, 1025])).tolist() == [0, 1, 2, 2, 3, 3, 4, 10, 11]
    assert [profile.sizes_of(step) for step in (0, 1, 2, 3)] == [(1, 1), (2, 2), (3, 4), (5, 8)]
    assert profile.length_step(np.array([0.0, 59.9, 60.0, 7 * DAY])).tolist() == [0, 0, 1, len(profile.LENGTHS) - 1]


def test_a_log_without_waits_has_none():
    found = profile.recorded_waits(small.workload([(0, 10, 1), (5, 10, 4)], 4))
    assert found.jobs.shape == (3, len(profile.LENGTHS)) and not found.jobs.any() and np.isnan(found.median).all()


def test_zipf_by_hand():
    users = [1] * 60 + [2] * 30 + [3] * 20 + [4] * 15
    ranks = profile.user_ranks(small.workload([(at, 1, 1) for at in range(len(users))], 4, users=users))
    assert ranks.jobs.tolist() == [60, 30, 20, 15] and ranks.exponent == pytest.approx(1)
