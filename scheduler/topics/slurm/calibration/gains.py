"""Who gains and who pays when a setting is changed: the same jobs in two runs, by account, user, size and partition.

The first run is the replay, the second the changed one.  Differences are of the mean wait; their intervals are over
weeks, as jobs of one week wait in the same queue (statistics.week_blocks).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.model.workload import Workload
from scheduler.statistics.week_blocks import over_weeks
from scheduler.topics.slurm.calibration.groups import PARTS, groups

MOST = 30  # groups of a part: those with most jobs


class Gain(NamedTuple):
    """What the change does to a group of jobs; times in s, difference: changed - before, below 0 where it gains.

    low, high: the 95 % interval of the difference over weeks, None below week_blocks.FEWEST weeks; longer: share of
    the jobs that wait longer.
    """

    part: str
    name: str
    jobs: int
    before: float
    after: float
    difference: float
    low: float | None
    high: float | None
    weeks: int
    longer: float

    @property
    def outcome(self) -> str:
        """gains | pays | unclear (0 is within the interval, or there is none) | same."""
        if self.difference == 0:
            return "same"
        if self.low is None or self.high is None or self.low <= 0 <= self.high:
            return "unclear"
        return "gains" if self.difference < 0 else "pays"


def gains(workload: Workload, before: np.ndarray, after: np.ndarray, most: int = MOST) -> list[Gain]:
    """All jobs, then every group, in the order of `groups`, of each the first `most`; before, after: [n] waits, s."""
    listed = groups(workload)
    kept = [group for part in ("all", *PARTS) for group in [one for one in listed if one.part == part][:most]]
    return [
        _gain(group.part, group.name, before[group.rows], after[group.rows], workload.jobs.submit[group.rows])
        for group in kept
        if len(group.rows)
    ]


def _gain(part: str, name: str, before: np.ndarray, after: np.ndarray, submit: np.ndarray) -> Gain:
    apart = over_weeks(after - before, submit)
    return Gain(
        part,
        name,
        len(before),
        float(before.mean()),
        float(after.mean()),
        apart.mean,
        apart.low,
        apart.high,
        apart.weeks,
        float(np.mean(after > before)),
    )
