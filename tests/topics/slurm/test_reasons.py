"""The reasons of squeue in the sentences on why a job waited, each provoked by the smallest case."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from scheduler.explain.job import explain
from scheduler.simulate import simulate
from tests.cases.small import changed, workload

# two jobs of one user, account and QOS; there is room for both
ACCOUNT = "account=a Group=1 "
CASES = [
    ({"qos": "1 GrpNodes=2"}, "QOSGrpNodeLimit"),
    ({"qos": "1 MaxNodesPerUser=3"}, "QOSMaxNodePerUserLimit"),
    ({"qos": "1 MaxNodesPerAccount=3"}, "MaxNodePerAccount"),
    ({"qos": "1 GrpCPUs=3"}, "QOSGrpCpuLimit"),
    ({"qos": "1 MaxCPUsPerUser=2"}, "QOSMaxCpuPerUserLimit"),
    ({"qos": "1 MaxJobsPerUser=1"}, "QOSMaxJobsPerUserLimit"),
    ({"qos": "1 GrpSubmitJobs=1"}, "QOSGrpSubmitJobsLimit"),
    ({"qos": "1 MaxSubmitJobsPerUser=1"}, "QOSMaxSubmitJobPerUserLimit"),
    ({"qos": "1 MaxSubmitJobsPerAccount=1"}, "MaxSubmitJobsPerAccount"),
    ({"accounts": ACCOUNT + "GrpCPUs=3"}, "AssocGrpCpuLimit"),
    ({"accounts": ACCOUNT + "GrpNodes=3"}, "AssocGrpNodeLimit"),
    ({"accounts": ACCOUNT + "MaxJobs=1"}, "AssocMaxJobsLimit"),
    ({"accounts": ACCOUNT + "GrpSubmitJobs=1"}, "AssocGrpSubmitJobsLimit"),
    ({"accounts": ACCOUNT + "MaxSubmitJobs=1"}, "AssocMaxSubmitJobLimit"),
    ({"jobs": "101 Array=5 AtOnce=1; 102 Array=5 AtOnce=1"}, "JobArrayTaskLimit"),
    (
        {"maintenance": "r Start=49 End=50 Nodes=3-8", "partitions": "1 Nodes=1-4"},
        "ReqNodeNotAvail, Reserved for maintenance",
    ),
    ({"jobs": "102 After=101"}, "Dependency"),
    ({"jobs": "102 Delay=50"}, "BeginTime"),
]


@pytest.mark.parametrize("params", [params for params, _ in CASES if {"qos", "accounts"} & set(params)])
def test_where_limits_are_not_enforced_it_starts_at_once(params: dict[str, str]) -> None:
    work = workload([(0, 50, 2), (0, 50, 2)], 8)
    ones = np.ones(2)
    work = replace(work, jobs=changed(work.jobs, group=ones, queue=ones, partition=ones))
    assert simulate(work, "slurm", params | {"enforce_limits": False}, decisions=None).placed.start.tolist() == [0, 0]


@pytest.mark.parametrize(("params", "reason"), CASES)
def test_a_job_that_would_fit_waits_for_the_reason_that_squeue_prints(params: dict[str, str], reason: str) -> None:
    work = workload([(0, 50, 2), (0, 50, 2)], 8)
    ones = np.ones(2)
    work = replace(work, jobs=changed(work.jobs, group=ones, queue=ones, partition=ones))
    outcome = simulate(work, "slurm", params, decisions="all")
    assert outcome.placed.start[0] == 0 and outcome.placed.start[1] >= 50
    assert any(f"(Slurm: {reason})" in line for line in explain(outcome, 1))


def test_the_priority_at_a_start_is_told() -> None:
    """10 points for each second that a job was old at the last tick, of 0 s, 15 s, ...; under basic there are no points."""
    work = workload([(0, 50, 8), (10, 60, 8)], 8)
    aging = {"priority": "multifactor", "weight_age": 1_000, "max_age": 100, "calc_period": 15}
    told = [explain(simulate(work, "slurm", params, decisions="all"), 1)[-1] for params in (aging, {})]
    assert told[0].endswith("was left without room; its priority was 350.") and told[1].endswith("without room.")
