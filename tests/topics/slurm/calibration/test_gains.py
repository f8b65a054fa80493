"""Who gains and who pays: differences by group, and intervals over weeks."""

from __future__ import annotations

import numpy as np
import pytest

from scheduler.durations import WEEK
from scheduler.topics.slurm.calibration.gains import gains
from tests.topics.slurm.calibration.cases import workload


def test_differences_by_hand() -> None:
    work = workload([(0, 10, 1), (0, 10, 2), (5, 10, 2)], users=[1, 1, 2])
    rows = {(one.part, one.name): one for one in gains(work, np.array([10.0, 20, 60]), np.array([40.0, 20, 0]))}
    assert rows["all", "all jobs"][2:6] == (3, 30.0, 20.0, -10.0)
    assert rows["user", "1"][3:6] == (15.0, 30.0, 15.0) and rows["user", "1"].longer == 0.5
    assert rows["user", "2"].difference == -60.0 and rows["user", "2"].outcome == "unclear"  # one week only
    assert gains(work, np.zeros(3), np.zeros(3))[0].outcome == "same"


def test_the_interval_over_weeks_says_who_gains() -> None:
    weeks = 12
    work = workload([(week * WEEK + day, 10, 1) for week in range(weeks) for day in (0, 9)], users=[1, 2] * weeks)
    before = np.full(2 * weeks, 100.0)
    after = before + np.tile([-30.0, 50.0], weeks) + np.repeat(np.arange(weeks) % 3 - 1.0, 2)
    rows = {(one.part, one.name): one for one in gains(work, before, after)}
    assert rows["user", "1"].outcome == "gains" and rows["user", "2"].outcome == "pays"
    assert rows["user", "1"].weeks == weeks
    low, high = rows["user", "1"].low, rows["user", "1"].high
    assert low is not None and high is not None and -31 <= low < -30 < high <= -29
    assert rows["all", "all jobs"].difference == pytest.approx(10.0)


def test_only_the_groups_with_most_jobs_are_listed() -> None:
    work = workload([(0, 10, 1)] * 10, users=[1, 2, 2, 3, 3, 3, 4, 4, 4, 4])
    names = [one.name for one in gains(work, np.zeros(10), np.ones(10), 2) if one.part == "user"]
    assert names == ["4", "3"]
