"""Profiles of users: how much work a campaign of theirs brings on average, and how often they submit one.

Source: Pinheiro, Rzadca and Trystram 2012, section VIII (outlook), who expect that work is spread over users by a power
law.  It is fitted by least squares of the logarithms of work and rank, which weighs the many users of little work as
much as the few of much; the fit's share of the variation says how straight the line is.  Campaigns are those of the
workload; where it has none, those by the usual rule: a gap of half an hour, and as long as work in them goes on.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.durations import DAY
from scheduler.model.workload import Workload
from scheduler.topics.campaigns.preparation.campaign_gaps import recorded
from scheduler.topics.campaigns.preparation.user_sessions import USUAL_GAP, campaigns


class Profiles(NamedTuple):
    """One row per user with campaigns, most work first."""

    user: np.ndarray  # [users] i8, dense number
    campaigns: np.ndarray  # [users] i8
    work: np.ndarray  # [users] f8, processor-s: mean of the campaigns
    per_day: np.ndarray  # [users] f8, campaigns a day from the first to the last; nan where both are at one instant
    total: np.ndarray  # [users] f8, processor-s of all campaigns


class PowerLaw(NamedTuple):
    """total ~ rank ** -exponent."""

    exponent: float
    share: float  # of the variation of the logarithms that the law has, 0..1


def profiles(workload: Workload) -> Profiles:
    """The profiles of all users who have campaigns."""
    owner, work, submit = _campaigns(workload)
    users, place = np.unique(owner, return_inverse=True)
    count, total = np.bincount(place), np.bincount(place, work)
    first, last = np.full(len(users), np.inf), np.full(len(users), -np.inf)
    np.minimum.at(first, place, submit)
    np.maximum.at(last, place, submit)
    per_day = np.divide((count - 1) * DAY, last - first, out=np.full(len(users), np.nan), where=last > first)
    order = np.argsort(-total, kind="stable")
    return Profiles(users[order], count[order], (total / np.maximum(count, 1))[order], per_day[order], total[order])


def _campaigns(workload: Workload) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """([campaigns] user, processor-s of work, s of the first submission as recorded)."""
    jobs = workload.jobs
    work = jobs.runtime * jobs.processors
    if not len(workload):
        return np.zeros(0, np.int64), np.zeros(0), np.zeros(0)
    if workload.has_campaigns:
        rows, begins = workload.members, workload.job_ptr[:-1]
    else:
        done = recorded(workload)
        rows, begins = done.row, campaigns(done, USUAL_GAP, merge=True).first
    return jobs.user[rows[begins]], np.add.reduceat(work[rows], begins), np.minimum.reduceat(jobs.submit[rows], begins)


def power_law(total: np.ndarray) -> PowerLaw | None:
    """The fit to work by rank; None for fewer than three users with work, or where all have the same."""
    falling = np.sort(total[total > 0])[::-1]
    if len(falling) < 3 or falling[0] == falling[-1]:
        return None
    rank, size = np.log(np.arange(1, len(falling) + 1)), np.log(falling)
    return PowerLaw(-float(np.polyfit(rank, size, 1)[0]), float(np.corrcoef(rank, size)[0, 1] ** 2))
