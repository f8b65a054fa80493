"""What campaign policies share: the order of jobs inside a campaign, the arrays of their kernel, their tables.

A portion is the jobs of one campaign that are submitted together: a whole campaign, unless its jobs keep their offsets.

The shares of a virtual schedule over time are m / k processors for each of the k users active in it.  They are derived
from the virtual starts and completions, which fix them (ostrich-2013, section 4).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.adapters.rigid import rigid
from scheduler.engine.rigid.sessions import Sessions
from scheduler.engine.rigid.space import Jobs, State
from scheduler.model.table import Table
from scheduler.model.workload import Workload
from scheduler.params import Param
from scheduler.topics.campaigns.engine.campaigns import Campaigns, new_campaigns
from scheduler.topics.campaigns.engine.modified_lpt import new_plan

ORDER = Param(
    "order",
    "lpt",
    choices=("lpt", "spt", "mlpt", "fifo"),
    help="order of jobs inside a campaign: longest first, shortest first, as modified LPT plans it for "
    "processors that become free at different times (mlpt, Lee 1991: when the first job of a campaign "
    "starts; the same as lpt where all processors are free then, or a job takes more than one), or as "
    "in the file; ties by line",
)
WIDE = Param(
    "wide",
    "wait",
    choices=("wait", "pass"),
    help="when the job that goes first takes more processors than are free: all wait, or those that fit pass "
    "it, and nothing is held back for it, so it may wait as long as others keep coming",
)


class Portions(NamedTuple):
    """Jobs of one campaign submitted together, sorted by campaign, then by submission."""

    campaign: np.ndarray  # [portions] i8, row of campaigns
    ptr: np.ndarray  # [portions + 1] i8, offsets into jobs
    jobs: np.ndarray  # [n] i8, jobs by portion


def portions(workload: Workload, order: str = "fifo") -> Portions:
    """The portions of all campaigns, the jobs of each in the named order."""
    ptr, sizes = workload.job_ptr, np.diff(workload.job_ptr)
    jobs = ordered_members(workload, order)
    since = _since(workload)[jobs]
    if (since == np.repeat(since[ptr[:-1]], sizes)).all():
        return Portions(np.arange(len(sizes)), ptr, jobs)
    campaign = np.repeat(np.arange(len(sizes)), sizes)
    by = np.lexsort((since, campaign))  # stable: keeps the order inside
    jobs, since = jobs[by], since[by]
    first = np.flatnonzero(np.diff(since, prepend=np.nan) != 0)
    first = np.union1d(first, ptr[:-1])
    return Portions(campaign[first], np.append(first, len(jobs)), jobs)


def _since(workload: Workload) -> np.ndarray:
    """[n] s: submission of each job, from where its campaign begins (that is not known before, in a closed loop)."""
    follows = workload.table("campaigns").previous[workload.jobs.campaign] >= 0
    return np.where(follows, workload.offset, workload.jobs.submit)


def ordered_members(workload: Workload, order: str) -> np.ndarray:
    """[n] rows of jobs by campaign, inside each in the named order by requested time, ties by row."""
    if order == "fifo":
        return workload.members.copy()  # kernels move jobs about in what they are given
    requested = workload.jobs.requested_time[workload.members]
    key = {"lpt": -requested, "mlpt": -requested, "spt": requested}[order]
    campaign = np.repeat(np.arange(len(workload.job_ptr) - 1), np.diff(workload.job_ptr))
    return workload.members[np.lexsort((workload.members, key, campaign))]


def initial_state(
    workload: Workload, control: np.ndarray, order: str, wide: str = "wait", whole: bool = False
) -> tuple[Jobs, State, Sessions, Campaigns]:
    """What the kernel of campaigns is run with: a machine at rest and nothing submitted yet.

    whole: schedule campaigns as a whole (deadlines ask for that), not portions.
    """
    jobs, s, sessions = rigid(workload, control)
    assert sessions is not None
    p = portions(workload, order)
    if whole:
        p = Portions(np.arange(len(workload.table("campaigns"))), workload.job_ptr, ordered_members(workload, order))
    processors = workload.platform.processors
    planned = order == "mlpt" and bool((workload.jobs.processors == 1).all())
    c = new_campaigns(
        workload.table("campaigns").user[p.campaign],
        requested_work(workload, p),
        p.ptr,
        p.jobs,
        processors,
        wide == "pass",
        new_plan(workload.jobs.requested_time, processors, planned),
    )
    return jobs, s, sessions, c


def requested_work(workload: Workload, p: Portions | None = None) -> np.ndarray:
    """[portions] processor-s: sum of processors x requested time, what a policy may know of the work.

    p: portions; None: [campaigns] of whole campaigns.
    """
    jobs, begins = (workload.members, workload.job_ptr[:-1]) if p is None else (p.jobs, p.ptr[:-1])
    table = workload.jobs
    return np.add.reduceat((table.requested_time * table.processors)[jobs], begins)


def virtual_table(
    workload: Workload,
    placed: Table,
    *,
    start: np.ndarray | None = None,
    end: np.ndarray | None = None,
    tag: np.ndarray | None = None,
    deadline: np.ndarray | None = None,
    eligible: np.ndarray | None = None,
) -> Table:
    """Table `virtual`: one row per portion.

    start, end, tag: [portions] of the fluid schedule, nan where there is none; deadline: [campaigns]; eligible:
    [portions], from the submission on where not given.
    """
    p = portions(workload)
    begins, none = p.ptr[:-1], np.full(len(p.campaign), np.nan)
    submit = placed.submit[p.jobs[begins]]
    return Table.of(
        "virtual",
        campaign=p.campaign,
        submit=submit,
        start=none if start is None else start,
        end=none if end is None else end,
        tag=none if tag is None else tag,
        deadline=none if deadline is None else deadline[p.campaign],
        eligible=submit if eligible is None else eligible,
        real_start=np.minimum.reduceat(placed.start[p.jobs], begins),
        real_end=np.maximum.reduceat(placed.end[p.jobs], begins),
    )


def complete_since(workload: Workload, placed: Table) -> np.ndarray:
    """[portions] s: submission of the last job of the campaign, from when policies that wait for all of it may go."""
    p = portions(workload)
    last = np.maximum.reduceat(placed.submit[workload.members], workload.job_ptr[:-1])
    return last[p.campaign]


def shares(user: np.ndarray, begin: np.ndarray, end: np.ndarray, processors: int) -> Table:
    """Table `shares`: a row whenever the share of a user changes, in order of (time, user).

    user, begin, end: [portions], the virtual schedule; a user has at most one executing at a time.
    """
    time = np.unique(np.concatenate([begin, end]))
    change = np.zeros(len(time), np.int64)
    np.add.at(change, np.searchsorted(time, begin), 1)
    np.add.at(change, np.searchsorted(time, end), -1)
    active = np.cumsum(change)
    first, last = np.searchsorted(time, begin), np.searchsorted(time, end)
    lengths = last - first
    at = np.repeat(first - (np.cumsum(lengths) - lengths), lengths) + np.arange(lengths.sum())
    instant = np.concatenate([at, last])  # shares from each change on, and zeros where campaigns end
    who = np.concatenate([np.repeat(user, lengths), user])
    share = np.concatenate([processors / np.maximum(active[at], 1), np.zeros(len(user))])
    order = np.lexsort((-share, who, instant))  # a new campaign at the very end of the last one: no zero between
    instant, who, share = instant[order], who[order], share[order]
    kept = np.r_[True, (np.diff(instant) != 0) | (np.diff(who) != 0)] if len(instant) else np.zeros(0, bool)
    instant, who, share = instant[kept], who[kept], share[kept]
    news = _changed(who, share)
    return Table.of("shares", time=time[instant[news]], user=who[news], share=share[news])


def _changed(user: np.ndarray, share: np.ndarray) -> np.ndarray:
    """Mask of the rows in which a user's share differs from the row before of the same user."""
    order = np.argsort(user, kind="stable")
    same = np.r_[False, (np.diff(user[order]) == 0) & (np.diff(share[order]) == 0)]
    news = np.empty(len(user), bool)
    news[order] = ~same[: len(order)]
    return news
