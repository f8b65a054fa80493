"""The table `virtual` by campaign and by job: its rows are portions, jobs of one campaign submitted together."""

from __future__ import annotations

import numpy as np

from scheduler.model.schedule import Schedule
from scheduler.model.table import Table

FIRST = ("submit", "start", "eligible", "real_start")  # of a campaign: the least of its portions
LAST = ("end", "tag", "deadline", "real_end")  # the greatest


def by_campaign(schedule: Schedule) -> Table:
    """Table `virtual` with one row per campaign, in their order; raises ValueError where the policy writes none."""
    virtual = schedule.table("virtual")
    order = np.argsort(virtual.campaign, kind="stable")
    campaign, begins = np.unique(virtual.campaign[order], return_index=True)
    if len(campaign) == len(virtual):
        return virtual.take(order)
    columns = {name: np.minimum.reduceat(virtual.columns[name][order], begins) for name in FIRST}
    columns |= {name: np.maximum.reduceat(virtual.columns[name][order], begins) for name in LAST}
    return Table.of("virtual", campaign=campaign, **columns)


def row_of_jobs(virtual: Table, campaign: np.ndarray, submit: np.ndarray) -> np.ndarray:
    """[jobs] row of `virtual` of each job: of its campaign, the one submitted nearest; -1 where there is none.

    campaign: [jobs], submit: [jobs] s, realized.
    """
    row_of_campaign = np.full(max(int(virtual.campaign.max(initial=-1)), int(campaign.max(initial=-1))) + 2, -1)
    row_of_campaign[virtual.campaign] = np.arange(len(virtual))  # the last cell stays -1, for jobs in no campaign
    row = row_of_campaign[campaign]
    several = np.bincount(virtual.campaign, minlength=1) > 1
    if several.any():
        choose = np.flatnonzero((row >= 0) & (campaign >= 0))
        choose = choose[several[campaign[choose]]]
        row[choose] = _nearest(virtual, campaign[choose], submit[choose])
    return row


def _nearest(virtual: Table, campaign: np.ndarray, submit: np.ndarray) -> np.ndarray:
    """[jobs] row of the same campaign that was submitted nearest; every campaign has rows."""
    order = np.lexsort((virtual.submit, virtual.campaign))
    owner, since = virtual.campaign[order], virtual.submit[order]
    times = np.unique(np.concatenate((since, submit)))
    key = owner * (len(times) + 1) + np.searchsorted(times, since)
    after = np.searchsorted(key, campaign * (len(times) + 1) + np.searchsorted(times, submit))
    before, after = (after - 1).clip(min=0), after.clip(max=len(owner) - 1)
    late, early = (np.where(owner[at] == campaign, np.abs(since[at] - submit), np.inf) for at in (after, before))
    return order[np.where(early < late, before, after)]
