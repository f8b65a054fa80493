"""Preemption of the twin of Slurm, written from its manual: who may stop whom, in which order, and what becomes of them.

A job of a QOS may stop those of the QOS that its own lists (preempt/qos); one of a partition those of a lower tier on the nodes they
share (preempt/partition_prio).  Not those whose mode is off, not before they have run for the time they are exempt, and not in the
second in which they started.  In the queue who may stop others goes before them, those above two before those above one, whatever
their tiers and priorities.  Candidates by priority of the QOS or tier, then by number of nodes, then by row; or the youngest first.
They are taken away one by one until the job fits; the last is put first, and once more; who holds a node that the job gets is stopped.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.topics.slurm.naive.slurm import Cluster

Stopped = tuple[int, int, int, int]  # (row, begin, end, row for which it was stopped, or -1)


def group(cluster: Cluster, row: int) -> int:
    job = cluster.jobs[row]
    return job.qos if cluster.v["preempt"] == "qos" else job.partition


def mode(cluster: Cluster, row: int) -> str:
    wanted = cluster.config.modes.get(group(cluster, row)) or cluster.v["preempt_mode"]
    again = cluster.jobs[row].requeue
    may_requeue = cluster.v["job_requeue"] if again is None else again
    return "cancel" if wanted == "requeue" and not may_requeue else wanted


def exempt(cluster: Cluster, row: int) -> int:
    own = cluster.config.exempt.get(cluster.jobs[row].qos) if cluster.v["preempt"] == "qos" else None
    return cluster.v["preempt_exempt"] if own is None else own


def goes_above(cluster: Cluster, one: int, other: int) -> bool:
    if cluster.v["preempt"] == "qos":
        return other in cluster.config.preempts.get(one, ())
    tiers = cluster.config.partitions
    return cluster.v["preempt"] == "partition_prio" and tiers[one][1] > tiers[other][1]


def level(cluster: Cluster, one: int) -> int:
    """How many classes are below one in the longest chain in which each may preempt the next."""
    if cluster.v["preempt"] == "none" or cluster.v["preempt_mode"] == "off":
        return 0
    classes = cluster.config.qos if cluster.v["preempt"] == "qos" else cluster.config.partitions
    return max((1 + level(cluster, other) for other in classes if goes_above(cluster, one, other)), default=0)


def is_on(cluster: Cluster) -> bool:
    if cluster.v["preempt"] == "none":
        return False
    groups = cluster.config.qos if cluster.v["preempt"] == "qos" else cluster.config.partitions
    return any(goes_above(cluster, one, other) for one in groups for other in groups) and any(
        mode(cluster, row) != "off" for row in range(len(cluster.jobs))
    )


def candidates(cluster: Cluster, row: int, nodes: frozenset[int], now: int) -> list[int]:
    rank = (
        (lambda other: cluster.config.qos[group(cluster, other)][0])
        if cluster.v["preempt"] == "qos"
        else (lambda other: cluster.config.partitions[group(cluster, other)][1])
    )
    able = [
        other
        for other, held in cluster.holds.items()
        if nodes & set(held)
        and mode(cluster, other) != "off"
        and goes_above(cluster, group(cluster, row), group(cluster, other))
        and now - cluster.starts[other] >= max(exempt(cluster, other), 1)
    ]
    if cluster.v["preempt_youngest_first"]:
        return sorted(able, key=lambda other: (-cluster.starts[other], other))
    return sorted(able, key=lambda other: (rank(other), len(cluster.holds[other]), other))


def victims(cluster: Cluster, row: int, nodes: frozenset[int], now: int) -> tuple[list[int], dict[int, int]]:
    """(jobs to be stopped, what the job then gets); nothing where that does not help."""

    def enough(order: list[int]) -> tuple[list[int], dict[int, int]]:
        for many in range(1, len(order) + 1):
            gone = order[:many]
            got = cluster.take(
                row,
                list(nodes),
                lambda node, gone=gone: cluster.free(node) + sum(cluster.holds[other].get(node, 0) for other in gone),
                lambda node, gone=gone: (
                    cluster.free_memory(node) + sum(cluster.memory_of(other, node) for other in gone)
                ),
            )
            if got:
                return gone, got
        return [], {}

    if not is_on(cluster):
        return [], {}
    some, got = enough(candidates(cluster, row, nodes, now))
    if got:
        some, got = enough([some[-1], *some[:-1]])
    return [other for other in some if set(cluster.holds[other]) & set(got)], got


def stop(cluster: Cluster, row: int, killer: int, now: int) -> None:
    if mode(cluster, row) == "cancel":
        cancel(cluster, row, killer, now)
        return
    leave(cluster, row, killer, now)
    del cluster.starts[row]
    cluster.backfilled.discard(row)
    cluster.not_before[row] = now + cluster.v["requeue_wait"]
    cluster.outside.append(row)


def cancel(cluster: Cluster, row: int, killer: int, now: int) -> None:
    """Stop a job that never starts again."""
    leave(cluster, row, killer, now)
    cluster.ended.add(row)
    cluster.cancelled.add(row)


def leave(cluster: Cluster, row: int, killer: int, now: int) -> None:
    cluster.stopped.append((row, cluster.starts[row], now, killer))
    if (
        cluster.v["usage_at_end"]
        and cluster.v["priority"] == "multifactor"
        and cluster.v["weight_fairshare"]
        and cluster.config.tree
    ):
        cluster.use(row, now)
    del cluster.holds[row]


def exemption_ends(cluster: Cluster, now: int) -> bool:
    return is_on(cluster) and any(
        mode(cluster, row) != "off" and exempt(cluster, row) > 0 and cluster.starts[row] + exempt(cluster, row) == now
        for row in cluster.holds
    )
