"""Rules of partitions, QOS and accounts of Slurm: each passes what keeps it, and has a planted fault."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

from scheduler.audit.schedule import audit
from scheduler.model.schedule import Schedule
from tests.cases.every_case import every_case
from tests.cases.small import changed, schedule, workload

# (submit, runtime, processors): four jobs of partition 1 or 2, QOS 1 or 2, account (group) 1 or 2, user 7 or 8
ROWS = [(0, 10, 2), (0, 10, 2), (0, 10, 4), (0, 10, 1)]
PARTITION, QOS, GROUP, USER = (1, 1, 2, 2), (1, 2, 2, 1), (1, 1, 2, 3), (7, 8, 7, 7)
TREE = "account=a Group=1; account=sub Parent=a Group=2; account=other Group=3; user=7 account=a; user=8 account=a "
TOGETHER, IN_TURN = (0, 0, 0, 0), (0, 10, 20, 30)


def run(starts, **params: str) -> Schedule:
    work = workload(ROWS, 16, users=USER, requested=[60, 10, 10, 10])
    columns = {"partition": PARTITION, "queue": QOS, "group": GROUP}
    work = replace(work, jobs=changed(work.jobs, **{name: np.array(codes) for name, codes in columns.items()}))
    return schedule(work, starts, policy="slurm", params={"nodes": "4x4"} | params)


FAULTS = [
    ({"partitions": "1:batch Nodes=1; 2:big Nodes=2-4"}, TOGETHER, None),
    (
        {"partitions": "1:batch MaxTime=30"},
        IN_TURN,
        "Job 101 (line 11) asks for 1 min 00 s, more than the MaxTime of partition batch, 30 s.",
    ),
    ({"partitions": "2:big State=DRAIN"}, IN_TURN, "Job 103 (line 13) runs in partition big, which is not up."),
    ({"partitions": "2:big MaxNodes=1"}, IN_TURN, None),
    (
        {"partitions": "2:big MaxNodes=1", "nodes": "8x2"},
        IN_TURN,
        "Job 103 (line 13) needs more nodes than the MaxNodes of partition big, 1.",
    ),
    (  # 4 processors, of which a node has 3
        {"partitions": "2:big MaxNodes=1", "nodes": "5x3,1x1"},
        IN_TURN,
        "Job 103 (line 13) needs more nodes than the MaxNodes of partition big, 1.",
    ),
    (
        {"partitions": "2:big Nodes=2"},
        TOGETHER,
        "5 of 4 processors of partition big in use at 0 s, when job 104 (line 14) starts.",
    ),
    (
        {"partitions": "1:batch Nodes=1-2; 2:big Nodes=1-2"},
        TOGETHER,
        "9 of 8 processors of partitions batch, big in use at 0 s, when job 104 (line 14) starts.",
    ),
    (
        {"qos": "1:low MaxWall=59"},
        IN_TURN,
        "Job 101 (line 11) asks for 1 min 00 s, more than the MaxWall of QOS low, 59 s.",
    ),
    ({"qos": "2 MaxCPUsPerJob=3"}, IN_TURN, "Job 103 (line 13) has 4 processors, more than MaxCPUsPerJob of QOS 2, 3."),
    (
        {"qos": "2 GrpCPUs=5"},
        TOGETHER,
        "6 of 5 processors of QOS 2 (grpcpus) in use at 0 s, when job 103 (line 13) starts.",
    ),
    ({"qos": "2 GrpJobs=1"}, TOGETHER, "2 of 1 job of QOS 2 (grpjobs) in use at 0 s, when job 103 (line 13) starts."),
    (
        {"qos": "1 MaxCPUsPerUser=2; 2 MaxCPUsPerUser=4"},
        TOGETHER,
        "3 of 2 processors of QOS 1 (maxcpusperuser) in use at 0 s, when job 104 (line 14) starts.",
    ),
    (
        {"qos": "1 MaxJobsPerUser=1"},
        TOGETHER,
        "2 of 1 job of QOS 1 (maxjobsperuser) in use at 0 s, when job 104 (line 14) starts.",
    ),
    ({"qos": "1 MaxJobsPerAccount=1 MaxCPUsPerAccount=2", "accounts": TREE}, TOGETHER, None),
    (
        {"qos": "2 MaxCPUsPerAccount=3", "accounts": TREE},
        TOGETHER,
        "4 of 3 processors of QOS 2 (maxcpusperaccount) in use at 0 s, when job 103 (line 13) starts.",
    ),
    (
        {"accounts": TREE.replace("Group=1", "Group=1 GrpCPUs=7")},
        TOGETHER,
        "8 of 7 processors of account a (grpcpus) in use at 0 s, when job 103 (line 13) starts.",
    ),
    (
        {"accounts": TREE.replace("Parent=a", "Parent=a GrpCPUs=3")},
        TOGETHER,
        "4 of 3 processors of account sub (grpcpus) in use at 0 s, when job 103 (line 13) starts.",
    ),
    (
        {"qos": "2 GrpNodes=1"},
        TOGETHER,
        "6 of 4 processors of QOS 2 (grpnodes) in use at 0 s, when job 103 (line 13) starts.",
    ),
    (
        {"qos": "1 GrpSubmitJobs=1"},
        TOGETHER,
        "2 of 1 job of QOS 1 (grpsubmitjobs) in use at 0 s, when job 104 (line 14) starts.",
    ),
    ({"accounts": TREE.replace("Group=1", "Group=1 GrpCPUs=7"), "qos": "2 GrpCPUs=9"}, TOGETHER, None),
    ({"accounts": TREE.replace("Group=1", "Group=1 MaxJobs=1")}, TOGETHER, None),
    (
        {"accounts": TREE.replace("Parent=a", "Parent=a MaxWall=9 MaxCPUsPerJob=4")},
        TOGETHER,
        "Job 103 (line 13) asks for 10 s, more than maxwall of account sub, 9 s.",
    ),
    ({"jobs": "104 Delay=5"}, TOGETHER, "Job 104 (line 14) starts before its time to begin, 5 s."),
    (
        {"jobs": "104 After=99,102"},
        (0, 0, 0, 9),
        "Job 104 (line 14) starts before the end of job 102 (line 12), on which it depends.",
    ),
    (
        {"jobs": "101 Array=3 AtOnce=1; 102 Array=3 AtOnce=1"},
        TOGETHER,
        "2 of 1 job of array 3 in use at 0 s, when job 102 (line 12) starts.",
    ),
    ({"maintenance": "r Start=10 End=20 Nodes=1-3"}, TOGETHER, None),
    (
        {"maintenance": "r Start=9 End=20 Nodes=1-2"},
        TOGETHER,
        "17 of 16 processors of partition of all nodes in use or kept for maintenance at 9 s.",
    ),
    (
        {"maintenance": "r Start=9 End=20 Nodes=2", "partitions": "1:batch Nodes=1; 2:big Nodes=2-3"},
        TOGETHER,
        "9 of 8 processors of partition big in use or kept for maintenance at 9 s.",
    ),
    ({"node_memory": "4x100", "jobs": "101 Memory=60; 102 Memory=60; 103 Memory=39; 104 NodeMemory=4"}, TOGETHER, None),
    (
        {"node_memory": "4x100", "jobs": "101 Memory=60; 102 Memory=60; 103 Memory=41"},
        TOGETHER,
        "At least 404 of 400 MB of partition of all nodes in use at 0 s, when job 103 (line 13) starts.",
    ),
    ({"node_memory": "4x100", "jobs": "101 Memory=60; 102 Memory=60; 103 Memory=41; 104 NodeMemory=1"}, IN_TURN, None),
    (
        {"node_memory": "4x100", "memory_per_node": 90, "partitions": "1:batch Nodes=1; 2:big Nodes=2-4"},
        TOGETHER,
        "At least 180 of 100 MB of partition batch in use at 0 s, when job 102 (line 12) starts.",
    ),
    (
        {"node_memory": "1x150,3x100", "partitions": "1:batch Nodes=1"},
        TOGETHER,
        "At least 200 of 150 MB of partition batch in use at 0 s, when job 102 (line 12) starts.",
    ),
    (
        {"accounts": TREE + "GrpJobs=0"},
        TOGETHER,
        "1 of 0 jobs of user 8 (grpjobs) in use at 0 s, when job 102 (line 12) starts.",
    ),
]


@every_case("params, starts, words", FAULTS)
def test_a_limit_that_is_broken_is_named(params: dict[str, str], starts: tuple[int, ...], words: str | None) -> None:
    assert audit(run(starts, **params)).first_violation == words


@pytest.mark.parametrize(
    "params",
    [
        params
        for params, starts, words in FAULTS
        if words
        and starts == TOGETHER
        and "GrpJobs=0" not in params.get("accounts", "")
        and "wall" not in words
        and "maintenance" not in params
        and "node_memory" not in params
    ],
)
def test_one_after_the_other_keeps_every_limit(params: dict[str, str]) -> None:
    params = {name: re.sub(r"CPUs(\w*)=3", r"CPUs\1=4", text) for name, text in params.items()}
    found = audit(run(IN_TURN, **params))
    assert found.first_violation is None and any("partition" in text or "limit" in text for text in found.checks)


def test_a_run_without_texts_is_not_asked() -> None:
    assert not any("QOS" in text or "partition" in text for text in audit(run(TOGETHER)).checks)
