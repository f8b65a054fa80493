"""Workloads nobody would expect, as files: one job, equal times, the ends of what is measured, thousands of ties.

Every case is a list of jobs; `dressed` writes it as the file that a policy's kind of workload takes, so that the same
odd jobs come as rigid jobs, campaigns, tasks on shared nodes, moldable tasks and runs of a grid.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from scheduler.formats import swf
from scheduler.model.workload import Workload
from scheduler.policies import Policy
from scheduler.preparation.build import workload


class Job(NamedTuple):
    """A line of a file."""

    submit: float  # s
    runtime: float  # s
    processors: int
    requested: float  # s; -1 unknown
    user: int = 1


class Odd(NamedTuple):
    """Jobs on a machine."""

    processors: int
    jobs: tuple[Job, ...]


def dressed(odd: Odd, policy: Policy) -> Workload:
    """The workload of a case as the policy wants it; raises InputError where there can be none."""
    takes_file = {"moldable", "grid", "campaigns"}.intersection(policy.needs)
    options = {"needs": "drawn"} if "needs" in policy.needs and not takes_file else {}
    return workload(swf.read(file_of(odd, policy), "odd.swf"), **options)


def file_of(odd: Odd, policy: Policy) -> bytes:
    """The file of a case for the policy."""
    if "moldable" in policy.needs:
        return _moldable(odd)
    if "grid" in policy.needs:
        return _grid(odd)
    if "campaigns" in policy.needs:
        return _campaigns(odd, one=policy.key == "camp")
    return _file(odd)


def _file(odd: Odd, keys: Sequence[str] = (), more: str = "", **fields: Sequence[float]) -> bytes:
    """The file; fields: a value of each line, in place of the usual one."""
    lines = [f"; MaxProcs: {odd.processors}", *(f"; {key}" for key in keys)]
    for row, job in enumerate(odd.jobs):
        value = {"size": job.processors, "user": job.user, "queue": -1, "partition": -1, "before": -1, "think": -1}
        value |= {name: column[row] for name, column in fields.items()}
        words = (
            row + 1,
            job.submit,
            0,
            job.runtime,
            value["size"],
            -1,
            -1,
            value["size"],
            job.requested,
            -1,
            1,
            value["user"],
            -1,
            -1,
            value["queue"],
            value["partition"],
            value["before"],
            value["think"],
        )
        lines.append(" ".join(map(repr, words)) + more)
    return ("\n".join(lines) + "\n").encode()


def _moldable(odd: Odd) -> bytes:
    """All there at the beginning, each by a law."""
    there = odd._replace(jobs=tuple(job._replace(submit=odd.jobs[0].submit, requested=-1) for job in odd.jobs))
    return _file(there, ("Queuescope-Moldable: 1",), " 1 amdahl 0.5", size=[1] * len(odd.jobs))


def _grid(odd: Odd) -> bytes:
    """Every second job a run of a grid, the others local to the first of two clusters."""
    first, n = max(odd.processors - odd.processors // 2, 1), len(odd.jobs)
    sizes = f"{first},{odd.processors - first}" if odd.processors > 1 else "1"
    runs = [row % 2 for row in range(n)]
    return _file(
        odd,
        (f"Queuescope-Clusters: {sizes}", "Queuescope-Grid: queue 2"),
        size=[1 if run else min(job.processors, first) for job, run in zip(odd.jobs, runs, strict=True)],
        queue=[1 + run for run in runs],
        partition=[-1 if run else 1 for run in runs],
    )


def _campaigns(odd: Odd, one: bool) -> bytes:
    """Sequential jobs of one user, or of two, each job a campaign that follows the one before after five seconds."""
    n = len(odd.jobs)
    user = [1 if one else row % 2 + 1 for row in range(n)]
    before = [max((other + 1 for other in range(row) if user[other] == user[row]), default=-1) for row in range(n)]
    return _file(
        odd,
        ("Queuescope-Campaigns: 1",),
        size=[1] * n,
        user=user,
        before=before,
        think=[5 if previous > 0 else -1 for previous in before],
    )
