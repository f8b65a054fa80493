"""Jobs that could never start under the policy `slurm`: refused before anything is simulated."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from scheduler.durations import human
from scheduler.errors import Unsupported
from scheduler.model.workload import Workload
from scheduler.topics.slurm.adapters.limits import inherited, limits_of, outside_of
from scheduler.topics.slurm.adapters.memory import memory_of, most_processors
from scheduler.topics.slurm.adapters.reservations import maintenance_of, opening, reserved_of
from scheduler.topics.slurm.adapters.resets import resets_of
from scheduler.topics.slurm.adapters.setup import Setup, members, node_sizes, setup_of
from scheduler.topics.slurm.engine.limits import JOBS, NODES, PROCESSORS, Limits
from scheduler.topics.slurm.engine.memory import Memory
from scheduler.wording import counted

LIMITING = ("partitions", "qos", "accounts", "maintenance", "reservations", "jobs", "node_memory")


def check_fits(workload: Workload, params: Mapping[str, Any]) -> None:
    """Raise Unsupported where a job could never start: too wide for its partition or a limit, too long, or stopped."""
    resets_of(workload, params, 0.0)
    if not any(params[name] for name in LIMITING):  # nothing is limited but by the machine
        node_sizes(params["nodes"] or "", workload.platform.processors)
        return
    setup, jobs = setup_of(workload, params), workload.jobs
    maintenance_of(workload, params, len(setup.sizes))
    reserved = reserved_of(workload, setup, params)
    memory = memory_of(setup, params)
    for at, one in enumerate(setup.partitions):
        mine = np.flatnonzero(setup.partition == at)
        name = f"partition {one.name or one.number}" if one.name or one.number >= 0 else "the machine"
        room = setup.sizes[members(one, len(setup.sizes))].sum()
        if not one.up:
            _refuse(workload, mine, f"are in {name}, which is not up", f"set State=UP in {name}")
        _refuse(
            workload,
            mine[jobs.processors[mine] > room],
            f"ask for more than the {counted(room, 'processor')} of {name}",
            f"give {name} more nodes",
        )
        _check_memory(workload, memory, setup.sizes, mine, members(one, len(setup.sizes)), name)
        if one.max_time is not None:
            _refuse(
                workload,
                mine[jobs.requested_time[mine] > one.max_time],
                f"ask for more time than the MaxTime of {name}, {human(one.max_time)}",
                "raise MaxTime",
            )
        if one.max_nodes is not None:
            _refuse(
                workload,
                mine[-(-jobs.processors[mine] // setup.sizes.max()) > one.max_nodes],
                f"need more nodes than the MaxNodes of {name}, {one.max_nodes:,}",
                "raise MaxNodes",
            )
    _check_qos(workload, setup)
    for name, what, column in (
        ("max_wall", "time", jobs.requested_time),
        ("job_processors", "processors", jobs.processors),
    ):
        most = np.array([np.inf if one is None else one for one in inherited(setup, name)])
        of_qos = np.array([getattr(one, name) is not None for one in setup.qos])[setup.kind]
        _refuse(
            workload,
            np.flatnonzero((column > most[setup.association]) & ~of_qos),
            f"ask for more {what} than their user or account may",
            "raise the limit",
        )
    _check_counters(workload, limits_of(workload, setup))
    _check_counters(workload, outside_of(workload, setup, opening(reserved)).limits)


def _check_memory(
    workload: Workload, memory: Memory, sizes: np.ndarray, mine: np.ndarray, inside: np.ndarray, name: str
) -> None:
    """Jobs (rows) for which the nodes of a partition have not enough memory, even if nothing runs."""
    if memory.counts:
        asks = np.stack([memory.per_processor, memory.per_node])[:, mine]
        asked, which = np.unique(asks, axis=1, return_inverse=True)
        room = np.array(
            [
                most_processors(memory, sizes, mine[np.argmax(which == kind)])[inside].sum()
                for kind in range(asked.shape[1])
            ]
        )
        _refuse(
            workload,
            mine[workload.jobs.processors[mine] > room[which.reshape(-1)]],
            f"ask for more memory than the nodes of {name} have",
            "give these nodes more memory (node_memory)",
        )


def _check_qos(workload: Workload, setup: Setup) -> None:
    """Limits of single jobs."""
    jobs = workload.jobs
    for at, kind in enumerate(setup.qos):
        mine, name = np.flatnonzero(setup.kind == at), f"QOS {kind.name or kind.number}"
        if kind.max_wall is not None:
            _refuse(
                workload,
                mine[jobs.requested_time[mine] > kind.max_wall],
                f"ask for more time than the MaxWall of {name}, {human(kind.max_wall)}",
                "raise MaxWall",
            )
        if kind.job_processors is not None:
            _refuse(
                workload,
                mine[jobs.processors[mine] > kind.job_processors],
                f"ask for more processors than {name} gives a job, {kind.job_processors:,}",
                "raise MaxCPUsPerJob",
            )


def _check_counters(workload: Workload, limits: Limits) -> None:
    """Limits that a job alone would break."""
    job, size = np.repeat(np.arange(len(workload)), np.diff(limits.ptr)), workload.jobs.processors
    never = (size[job] > limits.most[:, PROCESSORS]) | (limits.most[:, JOBS] < 1)
    if limits.there.size:
        never |= limits.most[:, NODES] < 1
    _refuse(
        workload,
        np.unique(job[never]),
        "ask for more than a limit of their QOS or account allows at all",
        "raise the limit",
    )


def _refuse(workload: Workload, rows: np.ndarray, why: str, remedy: str) -> None:
    """Raise Unsupported for jobs (rows of jobs) that could never start, if there are any."""
    if len(rows):
        first = workload.jobs.job_id[rows[0]]
        raise Unsupported(
            f"Jobs that {why}: {len(rows):,}, the first of them job {first}. Slurm refuses such a job or "
            f"lets it wait for ever; {remedy}, or leave these jobs out of the workload (where)."
        )
