"""The page by hand offers what can run the jobs of its table, the usual ones first, and nothing that never could."""

from __future__ import annotations

import pytest

from layouts.pages.by_hand import hand_runs
from layouts.pages.by_hand.job_table import offered
from layouts.state.hand_link import Sheet
from scheduler.errors import QueuescopeError
from scheduler.manual.cells import Job
from scheduler.manual.typed_jobs import workload
from scheduler.model.workload import Workload
from scheduler.policies import all_policies
from scheduler.simulate import check_supported, simulate

JOBS = (Job(1, 0.0, 1, 2.0, 2.0, 1), Job(2, 0.0, 1, 1.0, 1.0, 1), Job(3, 4.0, 1, 1.0, 1.0, 1))
# no campaigns; two of one user, the second when the first is complete; one campaign of two users each, at once
TYPED = {
    "jobs": JOBS,
    "campaigns": tuple(job._replace(campaign=1 + (job.number == 3)) for job in JOBS),
    "campaigns at once": tuple(job._replace(campaign=1, submit=0.0, user=1 + (job.number == 3)) for job in JOBS),
    "needs": tuple(job._replace(cpu_need=50.0, memory=10.0) for job in JOBS),
}


def runs(key: str, jobs: Workload) -> bool:
    try:
        check_supported(all_policies()[key], jobs)
    except QueuescopeError:
        return False
    return True


def keys(groups: list) -> list[str]:
    return [item["value"] for group in groups for item in group["items"]]


def test_before_anything_is_typed_every_policy_that_can_run_some_table_is_offered_once():
    typed = [workload(jobs, 2) for jobs in TYPED.values()]
    assert sorted(keys(offered())) == [key for key in all_policies() if any(runs(key, jobs) for jobs in typed)]


@pytest.mark.parametrize("kind", TYPED)
def test_what_is_offered_for_a_table_runs_it(kind):
    sheet = Sheet(TYPED[kind], 2)
    able = keys(offered(hand_runs.able(sheet)))
    assert sorted(able) == [key for key in all_policies() if runs(key, workload(sheet.jobs, 2))]
    special = {"campaigns": "campaign_fcfs", "needs": "dfrs"}.get(kind)
    assert [key for key in ("campaign_fcfs", "dfrs") if key in able] == (
        [special] if special else ["campaign_fcfs"] if kind == "campaigns at once" else []
    )
    if special:
        assert simulate(workload(sheet.jobs, 2), special).certificate.passed


def test_the_usual_policies_come_first_and_chosen_ones_that_cannot_run_last():
    groups = offered(hand_runs.able(Sheet(TYPED["needs"], 2)), ("ostrich", "easy"))
    assert [item["value"] for item in groups[0]["items"]] == ["fcfs", "easy", "dfrs"]
    assert groups[0]["group"] == "usual"
    assert groups[-1] == {"group": "cannot run these jobs", "items": [{"value": "ostrich", "label": "OStrich"}]}
