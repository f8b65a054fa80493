"""The lessons about Slurm: their numbers by hand, what decides their questions, and the plain twin on their jobs."""

from __future__ import annotations

from typing import Any

from scheduler.params import checked
from scheduler.topics.slurm.policies.slurm import POLICY
from tests.topics.slurm.naive.slurm import Account, Cluster, Config, SlurmJob

DEFAULTS = checked(POLICY.params, None)
NODES = {
    "slurm_partition_limit": {"shared": {1: (4, 0), 2: (4, 0)}, "kept": {1: (3, 0), 2: (1, 3)}}
}  # (how many, first)
RULES = {  # {lesson: what its settings are called here}
    "slurm_age_and_share": ("age", "both", "share"),
    "slurm_partition_limit": ("shared", "kept"),
    "slurm_urgent_jobs": ("waits", "requeue"),
}
# {lesson: [(quantity, job, rule, number in the unit of the lesson)]}, worked out by hand on paper
BY_HAND = {
    "slurm_age_and_share": [
        ("start", 2, "age", 60),
        ("start", 2, "share", 120),
        ("start", 2, "both", 100),
        ("start", 4, "both", 70),
    ],
    "slurm_partition_limit": [
        ("start", 3, "shared", 50),
        ("start", 3, "kept", 60),
        ("start", 5, "shared", 60),
        ("start", 5, "kept", 120),
        ("mean wait", 0, "shared", 29.71),
        ("mean wait", 0, "kept", 24),
        ("utilization", 0, "shared", 85.42),
        ("utilization", 0, "kept", 64.06),
    ],
    # job 1 does 40 minutes of work twice, and waits 5 minutes for job 3
    "slurm_urgent_jobs": [
        ("end", 1, "waits", 60),
        ("end", 1, "requeue", 105),
        ("end", 1, "interrupting", 65),
        ("wait", 3, "waits", 20),
        ("wait", 3, "requeue", 0),
        ("mean wait", 0, "waits", 25),
        ("mean wait", 0, "requeue", 46.67),
    ],
}
QUESTIONS = {
    "slurm_age_and_share": (1, "f6886adbc3"),
    "slurm_partition_limit": (1, "c1ca971638"),
    "slurm_urgent_jobs": (1, "f3184c18c5"),
}


def twin(case: Any, key: str, name: str) -> Cluster:
    """The plain twin of the scheduler of Slurm on the jobs of a lesson, with settings written down here once more."""
    weights = {"age": (1000, 0), "share": (0, 1000), "both": (1000, 1000)}.get(name, (0, 0))
    values = {"batch_sched_delay": 0, "weight_age": weights[0], "weight_fairshare": weights[1]}
    if key == "slurm_age_and_share":
        values |= {"priority": "multifactor", "calc_period": 60, "max_age": 7200}
    if key == "slurm_urgent_jobs":
        values |= {"priority": "multifactor", "weight_qos": 1000}
    if name == "requeue":
        values |= {"preempt": "qos", "preempt_mode": "requeue"}
    machine = case.lesson.processors
    places = NODES.get(key, {}).get(name, {-1: (machine, 0)})
    jobs = [
        SlurmJob(
            int(job.submit),
            int(job.runtime),
            int(job.requested_time),
            job.processors,
            job.user,
            "all",
            -1 if job.partition is None else job.partition,
            -1 if job.qos is None else job.qos,
        )
        for job in case.jobs
    ]
    tree = Account("root", 1, [Account("all", 1, [Account(user, 1) for user in sorted({job.user for job in jobs})])])
    kinds = {1: (0, 1.0, {}), 2: (100, 1.0, {})} if key == "slurm_urgent_jobs" else {-1: (0, 1.0, {})}
    return Cluster(
        jobs,
        Config(
            (1,) * machine,
            DEFAULTS | values,
            {number: (frozenset(range(first, first + many)), 1, 1) for number, (many, first) in places.items()},
            kinds,
            tree,
            preempts={2: (1,)} if name == "requeue" else {},
        ),
    )
