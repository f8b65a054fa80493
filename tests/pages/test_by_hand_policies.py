"""The page by hand offers what can run the jobs of its table, and nothing that never could."""

from __future__ import annotations

from layouts.pages.by_hand.job_table import offered
from scheduler.errors import QueuescopeError
from scheduler.manual.cells import Job
from scheduler.manual.typed_jobs import workload
from scheduler.model.workload import Workload
from scheduler.policies import all_policies, usual_policies
from scheduler.simulate import check_supported

JOBS = (Job(1, 0.0, 1, 2.0, 2.0, 1), Job(2, 0.0, 1, 1.0, 1.0, 1), Job(3, 4.0, 1, 1.0, 1.0, 1))
# no campaigns; two of one user, the second when the first is complete; one campaign of two users each, at once
TYPED = (JOBS, tuple(job._replace(campaign=1 + (job.number == 3)) for job in JOBS),
         tuple(job._replace(campaign=1, submit=0.0, user=1 + (job.number == 3)) for job in JOBS))


def runs(key: str, jobs: Workload) -> bool:
    try:
        check_supported(all_policies()[key], jobs)
    except QueuescopeError:
        return False
    return True


def test_every_policy_that_can_run_typed_jobs_is_offered_once_and_no_other():
    typed = [workload(jobs, 2) for jobs in TYPED]
    keys = [item["value"] for group in offered() for item in group["items"]]
    assert sorted(keys) == [key for key in all_policies() if any(runs(key, jobs) for jobs in typed)]


def test_the_usual_policies_come_first():
    first = offered()[0]
    assert first["group"] == "usual"
    assert [item["value"] for item in first["items"]] == [*usual_policies("jobs"), *usual_policies("campaigns")]
