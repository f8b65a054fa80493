"""The rules of a cluster with Slurm, in the order in which they are checked."""

from __future__ import annotations

from scheduler.audit import Check, Checks
from scheduler.topics.slurm.audit import limits, memory, preemption, reservations

CHECKS = Checks(
    "slurm",
    (
        Check(
            "partitions: every job within MaxTime and MaxNodes, none in one that is not up",
            limits.has_partitions,
            limits.partition_jobs,
        ),
        Check(
            "no instant with more processors of partitions busy than their nodes have",
            limits.has_partitions,
            limits.partition_space,
        ),
        Check("no instant with more memory in use than nodes have", memory.has_memory, memory.memory),
        Check("no processor that is kept for maintenance", limits.has_reservations, limits.reservations),
        Check(
            "no processor that is reserved for jobs of others, no job outside the reservation it asks for, and none "
            "cut short but as that is over",
            reservations.has_reservations,
            reservations.reservations,
        ),
        Check("no limit of a QOS exceeded", limits.has_qos, limits.qos),
        Check("no limit of an account exceeded", limits.has_accounts, limits.accounts),
        Check(
            "no job before its time or one it depends on, and no array beyond its limit",
            limits.has_jobs,
            limits.submitted,
        ),
        Check(
            "preempted only by a job that may, when it starts, in the way that is set",
            preemption.applies,
            preemption.preempted,
        ),
    ),
    after_machine=True,
)
