"""Campaigns whose jobs are submitted one after another: each portion submitted together has a row, and a place of its own
in the virtual schedule.
"""

from __future__ import annotations

import numpy as np
import pytest

from scheduler.model.schedule import Schedule
from scheduler.model.virtual_campaigns import by_campaign, row_of_jobs
from scheduler.simulate import simulate
from tests.cases import strategies
from tests.cases.strategies import Case, count
from tests.topics.campaigns.campaign_answers import twin
from tests.topics.campaigns.naive import campaigns as naive_campaigns
from tests.topics.campaigns.naive.campaigns import Real, Virtual
from tests.topics.campaigns.test_campaigns import assert_same_times


def assert_portions_agree(case: Case, run: Schedule, real: Real, virtual: Virtual) -> None:
    """Row by row of the table, which is sorted by campaign, then by submission."""
    table, portions = run.virtual, naive_campaigns.portions(case.jobs, case.campaigns)
    assert table is not None
    assert table.campaign.tolist() == [portion.campaign for portion in portions]
    for name, exact in (
        ("submit", real.submit),
        ("start", virtual.start),
        ("end", virtual.end),
        ("tag", virtual.tag),
        ("real_end", real.complete),
    ):
        assert_same_times(getattr(table, name), [exact[i] for i in range(len(table))], name)


@pytest.mark.parametrize("hold", [True, False])
def test_portions_have_a_place_each_in_the_virtual_schedule(hold: bool) -> None:
    several = 0
    for seed in range(count(400)):
        case = strategies.exact(strategies.portioned(seed))
        run = simulate(case.workload, "ostrich", {"hold": hold}, decisions=None)
        assert_portions_agree(case, run, *twin(case, hold=hold))
        assert run.virtual is not None
        assert_same_times(run.virtual.eligible, run.virtual.start if hold else run.virtual.submit)
        several += len(run.virtual) > len(case.campaigns)
    assert several > count(400) / 4


def test_one_row_per_campaign_from_several_portions() -> None:
    for seed in range(50):
        run = simulate(strategies.portioned(seed).workload, "ostrich", decisions=None)
        table, campaign = by_campaign(run), run.workload.jobs.campaign
        assert run.virtual is not None and table.campaign.tolist() == sorted(set(campaign.tolist()))
        for i in table.campaign:
            rows, jobs = run.virtual.campaign == i, campaign == i
            assert table.end[i] == max(run.virtual.end[rows]) and table.start[i] == min(run.virtual.start[rows])
            assert table.submit[i] == min(run.placed.submit[jobs]) and table.real_end[i] == max(run.placed.end[jobs])


def test_the_row_of_a_job_is_that_of_its_portion() -> None:
    for seed in range(50):
        run = simulate(strategies.portioned(seed).workload, "campaign_fcfs", decisions=None)
        table, campaign = run.virtual, run.workload.jobs.campaign
        assert table is not None
        rows = row_of_jobs(table, campaign, run.placed.submit)
        assert table.campaign[rows].tolist() == campaign.tolist()
        assert table.submit[rows].tolist() == run.placed.submit.tolist()


def test_jobs_in_no_campaign_have_no_row() -> None:
    run = simulate(strategies.portioned(0).workload, "campaign_fcfs", decisions=None)
    assert run.virtual is not None
    assert row_of_jobs(run.virtual, np.array([-1, 0, 99]), np.zeros(3)).tolist() == [-1, 0, -1]


def test_a_schedule_without_campaigns_has_no_table_of_them() -> None:
    run = simulate(strategies.portioned(0).workload, "easy", decisions=None)
    with pytest.raises(ValueError, match="no table 'virtual'"):
        by_campaign(run)
