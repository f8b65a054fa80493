"""The usage report agrees with pandas on a made log with names and on real logs; its sums are those of the workload."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from layouts.workload_plots import load_over_time
from scheduler.analysis.workloads import usage
from scheduler.analysis.workloads.user_activity import think_times
from scheduler.analysis.workloads.workload_profile import over_time
from scheduler.errors import InputError
from scheduler.exports import usage_csv
from scheduler.formats import swf
from scheduler.preparation.build import workload
from tests.query.test_filters import log as made_log

REAL = ("KTH-SP2-1996-2.swf.gz", "SDSC-BLUE-2000-4.2-cln.swf.gz", "HPC2N-2002-2.1-cln.swf.gz")
COLUMNS = {"queue": "queue", "partition": "partition", "group": "group", "user": "user_id"}
WEEK = pd.Timedelta(weeks=1)


@pytest.fixture(scope="module", params=("made", *REAL))
def log(request, real_log):
    trace = (
        made_log(400, 5) if request.param == "made" else swf.read(real_log(request.param).read_bytes(), request.param)
    )
    return workload(trace), trace


def frame_of(work, trace):
    """The jobs as in the file, with the Monday of their submission, and the clock of it as naive local times."""
    frame = pd.DataFrame({name: work.jobs.columns[name] for name in ("line", "recorded_wait", *COLUMNS.values())})
    fields = {"submit": "submit", "runtime": "runtime", "processors": "allocated_processors"}
    file = pd.DataFrame({name: trace.columns[field] for name, field in fields.items()}, index=trace.line)
    asked = pd.Series(trace.columns["requested_processors"], index=trace.line)
    file["processors"] = file.processors.where(file.processors > 0, asked)
    frame = frame.join(file, on="line")
    zone, begin = work.platform.time_zone or "UTC", pd.Timestamp(work.platform.start_time, unit="s", tz="UTC")
    clock = (begin + pd.to_timedelta(frame.submit, unit="s")).dt.tz_convert(zone).dt.tz_localize(None)
    frame["week"] = (clock - pd.to_timedelta(clock.dt.day_of_week, unit="D")).dt.normalize().astype(str)
    frame["work"] = frame.runtime * frame.processors
    return frame


@pytest.mark.parametrize("by", [("week",), ("queue",), ("user",), ("group",), ("week", "queue"), ("user", "week")])
def test_rows_agree_with_pandas_and_add_up(log, by):
    log, trace = log
    if not set(by) <= set(usage.groupings(log)):
        pytest.skip("the log does not tell")
    frame = frame_of(log, trace)
    keys = [frame[COLUMNS.get(name, name)] for name in by]
    frame["wait"] = frame.recorded_wait.where(frame.recorded_wait >= 0)
    wanted = frame.groupby(keys).agg(
        jobs=("work", "size"),
        work=("work", "sum"),
        users=("user_id", "nunique"),
        waits=("wait", "count"),
        mean=("wait", "mean"),
        median=("wait", "median"),
    )
    wanted["most"] = frame.groupby(keys).wait.quantile(0.9)
    report = usage.usage(log, by)
    numbers = [
        report.groups[:, at].tolist() if name != "week" else [label[at] for label in usage.labels(log, report)]
        for at, name in enumerate(by)
    ]
    ours = pd.DataFrame(
        {
            "jobs": report.jobs,
            "work": report.work,
            "users": report.users,
            "waits": report.waits,
            "mean": report.mean_wait,
            "median": report.median_wait,
            "most": report.most_wait,
        },
        index=pd.MultiIndex.from_arrays(numbers) if len(by) > 1 else pd.Index(numbers[0]),
    )
    with_jobs = ours[ours.jobs > 0]
    pd.testing.assert_frame_equal(
        with_jobs.sort_index(), wanted.sort_index(), check_names=False, check_dtype=False, check_index_type=False
    )
    assert report.jobs.sum() == len(log) and np.isclose(report.work.sum(), frame.work.sum())
    known = frame[frame.recorded_wait >= 0]
    assert np.isclose(report.held_area.sum(), known.work.sum())


def test_utilization_of_a_week_is_the_processors_held_in_it(log):
    """Second by second over the first two weeks: every 600th second is looked at, as jobs are many."""
    log, trace = log
    report, frame = usage.usage(log, ["week"]), frame_of(log, trace)
    known = frame[frame.recorded_wait >= 0]
    start = known.submit + known.recorded_wait
    begin = usage._begin(log, 1.0)
    at = begin + 300.0 + 600.0 * np.arange(1008)
    busy = np.zeros(1008)
    for first, runtime, processors in zip(start, known.runtime, known.processors, strict=True):
        low, high = np.searchsorted(at, (first, first + runtime))
        busy[low:high] += processors
    full = at[-1] < frame.submit.max()
    row = report.groups[:, 0].tolist().index(1)
    assert not full or report.utilization[row] == pytest.approx(busy.mean() / log.platform.processors, abs=0.01)


LINES = """; MaxProcs: 4
; UnixStartTime: 1338249600
; TimeZoneString: UTC
1 0 10 100 2 -1 -1 2 200 -1 1 1 1 1 1 1 -1 -1
2 20 -1 50 1 -1 -1 1 100 -1 1 2 1 1 2 1 -1 -1
3 604700 0 200 4 -1 -1 4 300 -1 1 1 1 1 -1 1 -1 -1
"""


def small(**names):
    return workload(replace(swf.read(LINES.encode(), "small.swf"), names=names))


def test_a_stay_over_the_end_of_a_week_is_cut_there():
    report = usage.usage(small(), ["week"])  # 2012-05-29 was a Tuesday: the second week begins at 518,400 s
    assert usage.labels(small(), report) == [("2012-05-28",), ("2012-06-04",)]
    assert report.jobs.tolist() == [2, 1] and report.held_area.tolist() == [200.0, 800.0]
    assert report.utilization == pytest.approx([200 / 4 / 518_400, 800 / 4 / (604_900 - 518_400)])
    late = workload(swf.read(LINES.replace("3 604700", "3 518300").encode(), "late.swf"))
    assert usage.usage(late, ["week"]).held_area.tolist() == [200.0 + 400.0, 400.0]
    assert usage.usage(late, ["week"]).jobs.tolist() == [3, 0]


# Job 1 runs 100 s of 40 that it asked for and holds 1 of 2 processors; job 2 never had its processors.
CHANGED = """; MaxProcs: 4
1 0 10 100 1 -1 -1 2 40 -1 1 1 1 1 1 1 -1 -1
2 20 0 50 -1 -1 -1 1 100 -1 5 2 1 1 2 1 -1 -1
3 60 0 200 4 -1 -1 4 300 -1 1 1 1 1 1 1 -1 -1
"""


@pytest.mark.parametrize("options", [{"overrun": "cut"}, {"cap": 30}, {"load": 3.0}, {"estimates": "exact"}])
def test_what_was_recorded_is_told_whatever_is_simulated(options):
    work = workload(swf.read(CHANGED.encode(), "changed.swf"), unallocated="keep", **options)
    report = usage.usage(work, ["queue"])
    assert report.groups[:, 0].tolist() == [1, 2] and report.work.tolist() == [100.0 + 800.0, 0.0]
    assert report.held_area.tolist() == [900.0, 0.0]
    assert report.utilization.tolist() == pytest.approx([900 / 4 / 260, 0.0])
    text = usage.changes(work)
    assert (
        text.startswith("This is as the log recorded it; simulated is another ") and "another size for 2 jobs" in text
    )
    assert ("another submit time for 2 jobs" in text) == ("load" in options)
    assert ("another runtime for" in text) == (options in ({"overrun": "cut"}, {"cap": 30}))
    assert text == "" or f"# {text}" in usage_csv.written(work, ["queue"])


def test_ends_of_jobs_are_those_of_the_log_for_think_times_campaigns_and_utilization_over_time():
    text = CHANGED.replace("3 60", "3 150")
    log, cut = (workload(swf.read(text.encode(), "cut.swf"), overrun=how) for how in ("extend", "cut"))
    assert cut.jobs.runtime.tolist() == [40.0, 200.0] and cut.as_recorded.jobs.runtime.tolist() == [100.0, 200.0]
    assert think_times(cut).seconds.tolist() == [150.0 - 110.0]
    assert over_time(cut).used.sum() == pytest.approx(over_time(log).used.sum())
    closed = {"campaigns": "inferred", "arrivals": "closed", "gap": 0}
    thinks = [
        workload(swf.read(text.encode(), "cut.swf"), overrun=how, **closed).campaigns.think_time.tolist()
        for how in ("extend", "cut")
    ]
    assert thinks[0] == thinks[1] == [0.0, 40.0]


def test_a_workload_that_is_simulated_as_recorded_says_nothing_beside():
    assert usage.changes(small()) == "" and small().as_recorded.jobs.runtime.tolist() == [100.0, 50.0, 200.0]


def test_recorded_utilization_of_scaled_times_is_not_told():
    work = workload(swf.read(CHANGED.encode(), "changed.swf"), load=3.0)
    assert over_time(work).unknown == len(work)
    assert "Submit times were changed" in " ".join(load_over_time.caption(work))


def test_names_stand_for_numbers_and_unknown_is_said():
    work = small(queue=("=short", "long"), user_id=("alice", "bob"))
    assert usage.labels(work, usage.usage(work, ["queue"])) == [("unknown",), ("=short",), ("long",)]
    assert usage.labels(work, usage.usage(work, ["user"])) == [("alice",), ("bob",)]
    table = list(csv.DictReader(io.StringIO(usage_csv.written(work, ["qos"]))))
    assert [row["queue"] for row in table] == ["unknown", "'=short", "long"]
    assert [row["mean_wait"] for row in table] == ["0", "10", ""]
    assert sum(float(row["share_of_work"]) for row in table) == pytest.approx(1)


@pytest.mark.parametrize("by", [[], ["weather"], ["week", "week"], ["week", "queue", "user"], ["x" * 10_000]])
def test_what_cannot_be_told_is_refused_with_what_can(by):
    with pytest.raises(InputError, match="wanted: one or two of week, queue, partition, group, user"):
        usage.usage(small(), by)
