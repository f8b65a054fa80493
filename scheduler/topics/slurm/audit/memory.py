"""Memory of the nodes of Slurm, read anew from the texts that a run was made with.

Which nodes a job held is not recorded.  A job that asks for memory for each processor holds it wherever it is; one that
asks for it on each node is counted on as few nodes as its processors take, and one that takes all memory of its nodes
with so many of the smallest.  Jobs of a set of partitions never hold more than the nodes of these have together.
"""

from __future__ import annotations

import numpy as np

from scheduler.audit.messages import Violation, job_name
from scheduler.durations import number
from scheduler.model.schedule import Schedule
from scheduler.topics.slurm.audit.limits import Record, Timeline, members, node_sizes, partition_sets, records


def has_memory(schedule: Schedule) -> bool:
    """Whether memory counted in the run."""
    return bool(schedule.params.get("node_memory"))


def memory(schedule: Schedule) -> Violation:
    """Jobs of a set of partitions never hold more memory than the nodes of these have."""
    pairs = [piece.split("x") for piece in schedule.params["node_memory"].replace(" ", "").split(",")]
    sizes = np.repeat([int(each) for _, each in pairs], [int(count) for count, _ in pairs])
    timeline, least, jobs = Timeline(schedule), _least(schedule, sizes), schedule.workload.jobs
    parts = [*records(schedule, "partitions"), Record(-1, "of all nodes", {})]
    inside = [members(one, len(sizes)) for one in parts]
    others = ~np.isin(jobs.partition, [one.number for one in parts[:-1]])
    for chosen in partition_sets(len(parts)):
        mine = np.isin(jobs.partition, [parts[at].number for at in chosen]) | (others & (len(parts) - 1 in chosen))
        most = int(sizes[np.logical_or.reduce([inside[at] for at in chosen])].sum())
        peak = timeline.peak(mine, least[timeline.job], most)
        if peak:
            names = "s" * (len(chosen) > 1) + " " + ", ".join(parts[at].name for at in chosen)
            return (
                f"At least {peak.used} of {most} MB of partition{names} in use at {number(peak.time)} s, when "
                f"{job_name(schedule.workload, peak.job, 'job')} starts."
            )
    return None


def _least(schedule: Schedule, sizes: np.ndarray) -> np.ndarray:
    """[n] MB that each job holds at least while it runs; sizes: [nodes] MB."""
    jobs, params = schedule.workload.jobs, schedule.params
    of_number = {one.number: one for one in records(schedule, "jobs")}
    nodes = -(-jobs.processors // int(node_sizes(schedule).max()))
    result = np.zeros(len(jobs))
    for row, (job, size, many) in enumerate(
        zip(jobs.job_id.tolist(), jobs.processors.tolist(), nodes.tolist(), strict=True)
    ):
        one = of_number.get(job, Record(job, "", {}))
        each, on_node = one.amount("memory"), one.amount("nodememory")
        if each is None and on_node is None:
            each, on_node = params.get("memory_per_processor"), params.get("memory_per_node")
        result[row] = size * each if each else many * (on_node or sizes.min())
    return result
