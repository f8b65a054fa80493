"""Rules of campaign policies: what the audit checks of the table `virtual`, whose rows are portions of campaigns.

No job really starts before its campaign may, and what is said of the real run is so.  Where there is a fluid schedule,
every portion starts there after its submission and gets exactly its work, and shares never exceed the machine.
"""

from __future__ import annotations

import numpy as np

from scheduler.audit import Check, Checks
from scheduler.audit.messages import Violation, campaign_name, first_row, instant, job_name
from scheduler.durations import number
from scheduler.model.schedule import Schedule
from scheduler.model.table import Table
from scheduler.model.virtual_campaigns import row_of_jobs
from scheduler.wording import counted

WORK = 1e-6  # relative: integrals of shares against work


def rows(schedule: Schedule) -> Violation:
    """Each campaign at least once, and a row for every job: of its campaign, submitted when it was."""
    virtual, workload = schedule.table("virtual"), schedule.workload
    outside = first_row(workload.jobs.campaign < 0)
    if outside is not None:
        return f"{job_name(workload, outside)} is in no campaign, so the virtual schedule does not hold it."
    wanted = workload.campaign_count
    if not np.array_equal(np.unique(virtual.campaign), np.arange(wanted)):
        return f"The virtual schedule does not hold each of the {counted(wanted, 'campaign')}, and no others."
    empty = first_row(np.bincount(_row_of(schedule), minlength=len(virtual)) == 0)
    if empty is not None:
        return (
            f"{campaign_name(schedule, empty)} has a row for jobs submitted at {number(virtual.submit[empty])} s, "
            "and there are none."
        )
    return None


def fluid(schedule: Schedule) -> Violation:
    """Submission, start and completion in this order."""
    virtual = schedule.table("virtual")
    start, end, slack = virtual.start, virtual.end, instant(virtual.end)
    wrong = first_row(~(start >= virtual.submit - slack))
    if wrong is not None:
        return (
            f"{campaign_name(schedule, wrong)} starts in the virtual schedule at {number(start[wrong])} s, before "
            f"its submission at {number(virtual.submit[wrong])} s."
        )
    wrong = first_row(~(end >= start - slack))
    if wrong is not None:
        return (
            f"{campaign_name(schedule, wrong)} is complete in the virtual schedule at {number(end[wrong])} s, "
            f"before its start there at {number(start[wrong])} s."
        )
    return None


def eligible(schedule: Schedule) -> Violation:
    """No job starts before its campaign may."""
    virtual, start = schedule.table("virtual"), schedule.placed.start
    at = _row_of(schedule)
    since = virtual.eligible[at]
    row = first_row(~(start >= since - instant(start)))
    if row is None:
        return None
    why = ", its start in the virtual schedule" if virtual.start[at[row]] == since[row] else ""
    return (
        f"{job_name(schedule.workload, row)} starts at {number(start[row])} s, but its campaign may not start "
        f"before {number(since[row])} s{why}."
    )


def real(schedule: Schedule) -> Violation:
    """What the virtual table says of the real run is so."""
    virtual, placed = schedule.table("virtual"), schedule.placed
    at = _row_of(schedule)
    for what, stated, column, extreme in (
        ("is submitted", virtual.submit, placed.submit, np.minimum),
        ("is submitted", virtual.submit, placed.submit, np.maximum),
        ("really starts", virtual.real_start, placed.start, np.minimum),
        ("is really complete", virtual.real_end, placed.end, np.maximum),
    ):
        true = np.full(len(virtual), np.inf if extreme is np.minimum else -np.inf)
        extreme.at(true, at, column)
        row = first_row(~(np.abs(stated - true) <= instant(true)))
        if row is not None:
            return f"{campaign_name(schedule, row)} {what} at {number(true[row])} s, not at {number(stated[row])} s."
    return None


def _row_of(schedule: Schedule) -> np.ndarray:
    """[n] row of `virtual` of each job."""
    return row_of_jobs(schedule.table("virtual"), schedule.workload.jobs.campaign, schedule.placed.submit)


def share_sum(schedule: Schedule) -> Violation:
    """At no instant more is shared out than there is."""
    shares, capacity = schedule.table("shares"), schedule.workload.platform.processors
    order = np.lexsort((np.arange(len(shares)), shares.time, shares.user))
    earlier = np.concatenate(([0.0], shares.share[order]))[:-1]
    before = np.where(np.diff(shares.user[order], prepend=-1) == 0, earlier, 0.0)
    change = np.empty(len(shares))
    change[order] = shares.share[order] - before
    by_time = np.argsort(shares.time, kind="stable")
    time, total = shares.time[by_time], np.cumsum(change[by_time])
    settled = np.diff(time, append=np.inf) > 0  # after all changes of an instant
    row = first_row(settled & (total > capacity * (1 + WORK)))
    if row is None:
        return None
    return (
        f"Virtual shares add up to {number(round(float(total[row]), 6))} of {counted(capacity, 'processor')} at "
        f"{number(time[row])} s."
    )


def share_work(schedule: Schedule) -> Violation:
    """Each row gets exactly the work of its jobs: by runtimes, or by requested times where the policy knows those."""
    virtual, shares, workload = schedule.table("virtual"), schedule.table("shares"), schedule.workload
    jobs, user = workload.jobs, workload.table("campaigns").user[virtual.campaign]
    received = _received(shares, user, virtual.start, virtual.end)
    at = _row_of(schedule)
    for length in (jobs.requested_time, jobs.runtime):
        work = np.bincount(at, length * jobs.processors, len(virtual))
        row = first_row(~(np.abs(received - work) <= WORK * (work + workload.platform.processors)))
        if row is None:
            return None
    assert row is not None
    return (
        f"{campaign_name(schedule, row)} gets {number(round(float(received[row]), 6))} processor-seconds in the "
        f"virtual schedule; wanted: its work, {number(work[row])}."
    )


def _received(shares: Table, user: np.ndarray, begin: np.ndarray, end: np.ndarray) -> np.ndarray:
    """[rows] processor-s: integral of the users' shares over [begin, end)."""
    order = np.lexsort((np.arange(len(shares)), shares.time, shares.user))
    time, share, owner = shares.time[order], shares.share[order], shares.user[order]
    same = owner[1:] == owner[:-1]
    area = np.cumsum(np.where(same, share[:-1] * np.diff(time), 0.0))
    before = np.concatenate(([0.0], area))[: len(time)]
    ranks = np.unique(np.concatenate((time, begin, end)))
    key = owner * len(ranks) + np.searchsorted(ranks, time)

    def until(when: np.ndarray) -> np.ndarray:
        row = np.searchsorted(key, user * len(ranks) + np.searchsorted(ranks, when), side="right") - 1
        has_share = (row >= 0) & (owner[row] == user)
        first = before[np.minimum(row + 1, len(time) - 1)]  # of the user, who has no share yet
        return np.where(has_share, before[row] + share[row] * (when - time[row]), first)

    return until(end) - until(begin) if len(shares) else np.zeros(len(user))


# ---- which rules apply ----------------------------------------------------------------------------------------------


def has_virtual(schedule: Schedule) -> bool:
    """Whether the policy orders campaigns."""
    return schedule.has_virtual


def has_fluid(schedule: Schedule) -> bool:
    """Whether it follows a fluid schedule."""
    return schedule.is_fluid


def has_shares(schedule: Schedule) -> bool:
    """Whether users have shares of the machine there."""
    return schedule.has_virtual and schedule.has_shares


CHECKS = Checks(
    "campaigns",
    (
        Check("campaigns: a row for every job", has_virtual, rows),
        Check("virtual schedule: submission, start, completion in this order", has_fluid, fluid),
        Check("no job before its campaign may start", has_virtual, eligible),
        Check("campaigns: real starts and completions as stated", has_virtual, real),
        Check("virtual shares fit the machine", has_shares, share_sum),
        Check("each campaign gets its work in the virtual schedule", has_shares, share_work),
    ),
    after_machine=True,
)
