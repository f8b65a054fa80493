"""Rules of virtual schedules: what the audit checks of a campaign policy's fluid plan.

Every campaign starts there after its submission and gets exactly its work; shares never exceed the machine; no job
really starts before its campaign does there.
"""

from __future__ import annotations

import numpy as np

from scheduler.audit_words import Violation, campaign_name, first_row, instant, job_name
from scheduler.durations import number
from scheduler.schedule import Schedule
from scheduler.table import Table

WORK = 1e-6             # relative: integrals of shares against work


def virtual_rows(schedule: Schedule) -> Violation:
    """Each campaign exactly once; submission, start and completion in this order."""
    virtual, campaigns = schedule.virtual, schedule.workload.campaigns
    assert virtual is not None
    wanted = 0 if campaigns is None else len(campaigns)
    if not np.array_equal(np.sort(virtual.campaign), np.arange(wanted)):
        return f"The virtual schedule does not hold each of the {wanted} campaigns exactly once."
    outside = first_row(schedule.workload.jobs.campaign < 0)
    if outside is not None:
        return f"{job_name(schedule.workload, outside)} is in no campaign, so the virtual schedule does not hold it."
    start, end, slack = virtual.start, virtual.end, instant(virtual.end)
    wrong = first_row(~(start >= virtual.submit - slack))
    if wrong is not None:
        return (f"{campaign_name(schedule, wrong)} starts in the virtual schedule at {number(start[wrong])} s, before "
                f"its submission at {number(virtual.submit[wrong])} s.")
    wrong = first_row(~(end >= start - slack))
    if wrong is not None:
        return (f"{campaign_name(schedule, wrong)} is complete in the virtual schedule at {number(end[wrong])} s, "
                f"before its start there at {number(start[wrong])} s.")
    return None


def eligible(schedule: Schedule) -> Violation:
    """No job starts before its campaign may."""
    virtual, workload, start = schedule.virtual, schedule.workload, schedule.placed.start
    assert virtual is not None
    since = np.empty(len(virtual))
    since[virtual.campaign] = virtual.eligible
    since = since[workload.jobs.campaign]
    row = first_row(~(start >= since - instant(start)))
    if row is None:
        return None
    return (f"{job_name(workload, row)} starts at {number(start[row])} s, but its campaign may not start before "
            f"{number(since[row])} s, its start in the virtual schedule.")


def real(schedule: Schedule) -> Violation:
    """What the virtual table says of the real run is so."""
    virtual, placed, campaign = schedule.virtual, schedule.placed, schedule.workload.jobs.campaign
    assert virtual is not None
    begin, end = np.full(len(virtual), np.inf), np.full(len(virtual), -np.inf)
    np.minimum.at(begin, campaign, placed.start)
    np.maximum.at(end, campaign, placed.end)
    submit = np.full(len(virtual), np.nan)
    submit[campaign] = placed.submit
    for what, stated, true in (("is submitted", virtual.submit, submit), ("really starts", virtual.real_start, begin),
                               ("is really complete", virtual.real_end, end)):
        wanted = true[virtual.campaign]
        row = first_row(~(np.abs(stated - wanted) <= instant(wanted)))
        if row is not None:
            return f"{campaign_name(schedule, row)} {what} at {number(wanted[row])} s, not at {number(stated[row])} s."
    return None


def share_sum(schedule: Schedule) -> Violation:
    """At no instant more is shared out than there is."""
    shares, capacity = schedule.shares, schedule.workload.platform.processors
    assert shares is not None
    order = np.lexsort((np.arange(len(shares)), shares.time, shares.user))
    earlier = np.concatenate(([0.0], shares.share[order]))[:-1]
    before = np.where(np.diff(shares.user[order], prepend=-1) == 0, earlier, 0.0)
    change = np.empty(len(shares))
    change[order] = shares.share[order] - before
    by_time = np.argsort(shares.time, kind="stable")
    time, total = shares.time[by_time], np.cumsum(change[by_time])
    settled = np.diff(time, append=np.inf) > 0      # after all changes of an instant
    row = first_row(settled & (total > capacity * (1 + WORK)))
    if row is None:
        return None
    return (f"Virtual shares add up to {number(round(float(total[row]), 6))} of {capacity} processors at "
            f"{number(time[row])} s.")


def share_work(schedule: Schedule) -> Violation:
    """Each campaign gets exactly its work: by runtimes, or by requested times where the policy knows only those."""
    virtual, shares, workload = schedule.virtual, schedule.shares, schedule.workload
    assert virtual is not None and shares is not None and workload.campaigns is not None
    jobs, got = workload.jobs, _received(shares, workload.campaigns.user[virtual.campaign], virtual.start, virtual.end)
    for length in (jobs.requested_time, jobs.runtime):
        work = np.bincount(jobs.campaign, length * jobs.processors, len(virtual))[virtual.campaign]
        row = first_row(~(np.abs(got - work) <= WORK * (work + workload.platform.processors)))
        if row is None:
            return None
    assert row is not None
    return (f"{campaign_name(schedule, row)} gets {number(round(float(got[row]), 6))} processor-seconds in the virtual "
            f"schedule; wanted: its work, {number(work[row])}.")


def _received(shares: Table, user: np.ndarray, begin: np.ndarray, end: np.ndarray) -> np.ndarray:
    """[campaigns] processor-s: integral of the users' shares over [begin, end)."""
    order = np.lexsort((np.arange(len(shares)), shares.time, shares.user))
    time, share, owner = shares.time[order], shares.share[order], shares.user[order]
    same = owner[1:] == owner[:-1]
    area = np.cumsum(np.where(same, share[:-1] * np.diff(time), 0.0))
    before = np.concatenate(([0.0], area))[:len(time)]
    ranks = np.unique(np.concatenate((time, begin, end)))
    key = owner * len(ranks) + np.searchsorted(ranks, time)

    def until(when: np.ndarray) -> np.ndarray:
        row = np.searchsorted(key, user * len(ranks) + np.searchsorted(ranks, when), side="right") - 1
        known = (row >= 0) & (owner[row] == user)
        first = before[np.minimum(row + 1, len(time) - 1)]      # of the user, who has no share yet
        return np.where(known, before[row] + share[row] * (when - time[row]), first)

    return until(end) - until(begin) if len(shares) else np.zeros(len(user))
