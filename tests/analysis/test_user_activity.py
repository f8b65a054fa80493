"""What users do, and what jobs are told to be, agrees with pandas on a made log and on real ones; made cases by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from layouts.drawing.picks import Pick
from layouts.workload_plots import activity, all_workload_plots, by_group, by_status, memory_use
from scheduler.analysis import categories
from scheduler.analysis.workloads import user_activity
from scheduler.analysis.workloads.workload_profile import edges_over_time
from scheduler.formats import parse, swf
from scheduler.model.table import Table
from scheduler.model.workload import Workload
from scheduler.preparation.build import workload
from scheduler.query.submission_times import BURST
from scheduler.results.store import Store
from tests.cases import small
from tests.query.test_filters import log as made_log

pytestmark = pytest.mark.core
TOLD = {name: name for name in ("status", "used_memory", "requested_memory")} | {"ran": "runtime"}
LOGS = ("made", "KTH-SP2-1996-2.swf.gz", "HPC2N-2002-2.1-cln.swf.gz", "LLNL-Thunder-2007-1.1-cln.swf.gz")


@pytest.fixture(scope="module", params=LOGS)
def both(request, real_log):
    """(trace, workload, its jobs as a frame with what the file tells, by its line)."""
    trace = (
        made_log(400, 5) if request.param == "made" else swf.read(real_log(request.param).read_bytes(), request.param)
    )
    work = workload(trace)
    file = pd.DataFrame({name: trace.columns[field] for name, field in TOLD.items()}, index=trace.line)
    names = ("line", "submit", "runtime", "processors", "user_id", "group", "queue", "partition", "recorded_wait")
    return work, pd.DataFrame({name: work.jobs.columns[name] for name in names}).join(file, on="line")


def test_active_users(both):
    work, frame = both
    found, edges = user_activity.activity(work), edges_over_time(work)
    of_bin = pd.cut(frame.submit, edges, right=False, labels=False)
    users = frame.user_id.groupby(of_bin).nunique().reindex(range(len(edges) - 1), fill_value=0)
    each = frame.groupby([of_bin, "user_id"]).size()
    most = each.groupby(level=0).max().reindex(range(len(edges) - 1), fill_value=0)
    assert found.users.tolist() == users.tolist() and found.most.tolist() == most.tolist()
    assert found.jobs.sum() == len(frame)


def test_think_times(both):
    work, frame = both
    known = frame[frame.user_id >= 0].sort_values(["user_id", "submit"], kind="stable")
    end = (known.submit + known.recorded_wait + known.ran).where(known.recorded_wait >= 0)
    later = known.groupby("user_id").submit.shift(-1)
    wanted = (later - end)[later.notna()]
    found = user_activity.think_times(work)
    assert found.unknown == wanted.isna().sum()
    assert np.sort(found.seconds) == pytest.approx(np.sort(wanted.dropna().to_numpy()))


def test_bursts(both):
    work, frame = both
    known = frame[frame.user_id >= 0].sort_values(["user_id", "submit"], kind="stable")
    number = (known.groupby("user_id").submit.diff().fillna(np.inf) > BURST).cumsum()
    size = number.map(number.value_counts())
    found = user_activity.bursts(work)
    assert found.of_job[size.index].tolist() == size.tolist() and found.largest == size.max()
    for step in range(len(found.bursts)):
        low, high = user_activity.jobs_of_step(step)
        assert found.jobs[step] == size.between(low, high).sum()
    assert found.bursts.sum() == number.nunique()


@pytest.mark.parametrize("column", ["queue", "partition", "group", "status"])
def test_jobs_and_work_of_each_value(both, column):
    work, frame = both
    values = work.recorded_column("status") if column == "status" else work.jobs.columns[column]
    values = np.full(len(work), -1) if values is None else values
    wanted = (
        frame.assign(work=frame.processors * frame.runtime, value=frame[column].where(frame[column] >= 0, -1))
        .groupby("value")
        .work.agg(["size", "sum"])
    )
    found = categories.by_value(work, values)
    assert dict(zip(found.value.tolist(), found.jobs.tolist(), strict=True)) == wanted["size"].to_dict()
    assert dict(zip(found.value.tolist(), found.work.tolist(), strict=True)) == pytest.approx(wanted["sum"].to_dict())
    assert (np.diff(found.work) <= 0).all()


def test_memory(both):
    work, frame = both
    known = frame[(frame.used_memory > 0) & (frame.requested_memory > 0)]
    found = categories.memory(work)
    assert found.unknown == len(frame) - len(known) and found.jobs.sum() == len(known)
    assert np.sort(found.part) == pytest.approx(np.sort((known.used_memory / known.requested_memory).to_numpy()))
    for used, asked in np.argwhere(found.jobs)[:20].tolist():
        inside = [
            known[name]
            .clip(lower=1)
            .between(2.0 ** (found.low + step - 1), 2.0 ** (found.low + step), inclusive="right")
            | ((known[name] <= 1) & (found.low + step == 0))
            for name, step in (("used_memory", used), ("requested_memory", asked))
        ]
        assert found.jobs[used, asked] == (inside[0] & inside[1]).sum()


# ---- by hand ------------------------------------------------------------------------------------------------------------


def hand() -> Workload:
    made = small.workload(
        [(0, 100, 1), (50, 10, 1), (300, 10, 2), (310, 5, 1), (1_000, 10, 1)], 8, users=[1, 1, 1, 2, 2]
    )
    return replace(
        made,
        jobs=small.changed(made.jobs, recorded_wait=np.array([0.0, 40, -1, 0, 0]), group=np.array([1, 1, 2, -1, -1])),
    )


def test_think_times_by_hand():
    found = user_activity.think_times(hand())
    assert found.seconds.tolist() == [-50.0, 200.0, 685.0] and found.user.tolist() == [0, 0, 1] and found.unknown == 0
    unknown = hand()
    unknown = replace(unknown, jobs=small.changed(unknown.jobs, recorded_wait=np.full(5, -1.0)))
    assert user_activity.think_times(unknown).unknown == 3 and not len(user_activity.think_times(unknown).seconds)


def test_bursts_by_hand():
    found = user_activity.bursts(hand())
    assert found.bursts.tolist() == [3, 1] and found.jobs.tolist() == [3, 2]
    assert (found.largest, found.user, found.of_job.tolist()) == (2, 0, [2, 2, 1, 1, 1])


def test_a_click_asks_for_the_jobs_of_a_bar():
    made = hand()
    assert by_group.WORKLOAD_PLOT.table(made)[0]["group"] == 1
    assert by_group.WORKLOAD_PLOT.pick(made, Pick(0.1, 0.1, 0.1, 0.1)) == "group 1"
    assert by_group.WORKLOAD_PLOT.pick(made, Pick(0.1, 0.1, 2.0, 2.0)) == "group=unknown"
    many = replace(
        made,
        jobs=small.changed(small.workload([(float(i), 100 - i, 1) for i in range(20)], 4).jobs, group=np.arange(20)),
    )
    assert by_group.WORKLOAD_PLOT.pick(many, Pick(0, 0, 11.0, 11.0)) == f"group!={','.join(map(str, range(11)))}"
    assert activity.picked(made, Pick(0, 500, 0, 0)) == "submit>=0 submit<8min20s"


def test_columns_of_the_log_are_kept_with_the_workload_and_are_no_part_of_its_hash(tmp_path):
    trace = made_log(50, 5)
    made, store = workload(trace), Store(tmp_path)
    table = Table.of(
        "recorded",
        status=np.arange(len(made)) % 2,
        used_memory=np.full(len(made), 3_000.0),
        requested_memory=np.full(len(made), 4_096.0),
    )
    told = replace(made, recorded=table)
    assert told.hash == made.hash and replace(made, recorded=None).recorded_column("status") is None
    again = store.workload(store.put_workload(told))
    assert again.recorded_column("status").tolist() == table.status.tolist()
    assert replace(told, recorded=table.take(np.arange(3))).recorded_column("status") is None, "of other jobs"
    assert by_status.WORKLOAD_PLOT.pick(told, Pick(0, 0, 0, 0)).startswith("status ")
    assert (
        memory_use.WORKLOAD_PLOT.pick(told, Pick(0, 0, 0, 0))
        == "used_memory>0kB used_memory<=4096kB requested_memory>0kB requested_memory<=4096kB"
    )


@pytest.mark.parametrize("key", ["by_queue", "by_status", "by_partition", "by_group", "memory_use"])
def test_what_a_log_does_not_tell_is_not_shown(key):
    bare = small.workload([(0, 5, 1), (1, 5, 1)], 4)
    assert not all_workload_plots()[key].applies(bare)


def test_jobs_by_the_state_that_a_log_of_slurm_names():
    """Slurm tells more ways to end than the status of the Standard Workload Format."""
    made = [
        ("COMPLETED", 4, 100),
        ("TIMEOUT", 2, 900),
        ("FAILED", 1, 50),
        ("NODE_FAIL", 8, 10),
        ("COMPLETED", 1, 10),
        ("TIMEOUT", 2, 900),
    ]
    text = "JobID|Submit|Start|End|AllocCPUS|State\n" + "".join(
        f"{number}|{1_735_689_600 + number}|{1_735_689_700}|{1_735_689_700 + length}|{size}|{state}\n"
        for number, (state, size, length) in enumerate(made, 1)
    )
    log = parse(text.encode(), "jobs.txt")
    work, plot = workload(log, processors=8), by_status.WORKLOAD_PLOT
    frame = pd.DataFrame(made, columns=["state", "size", "length"])
    frame["hours"] = frame["size"] * frame.length / 3600
    rows = {row["state"]: (row["jobs"], row["work (processor-hours)"]) for row in plot.table(work)}
    assert rows == {state: (len(part), pytest.approx(part.hours.sum())) for state, part in frame.groupby("state")}
    assert "state TIMEOUT has most work, 87.0 %" in " ".join(plot.caption(work))
    assert len(workload(log, processors=8, where=plot.pick(work, Pick(0, 0, 0, 0)))) == 2
    told = replace(work, recorded=work.recorded.take(np.arange(len(work))))
    assert told.hash == replace(work, recorded=None).hash
