"""What Slurm's scheduler would start at one instant, given what runs and waits: to compare it with a recorded run.

A whole simulated run drifts from a recorded one with the first job that starts a second later.  Asked anew at every
instant, with the recorded past, the passes can be judged one by one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from scheduler.adapters.rigid import rigid
from scheduler.model.workload import Workload
from scheduler.topics.slurm.adapters import cluster_of, settings_of, setup_of
from scheduler.topics.slurm.engine.nodes import NOWHERE, Nodes
from scheduler.topics.slurm.kernels.slurm import one_step


class Step(NamedTuple):
    """What starts at one instant."""

    rows: np.ndarray  # [starts] i8, of jobs
    counts: np.ndarray  # [starts, nodes] i8, processors that each gets
    stopped: np.ndarray  # [stops] i8, of jobs that are preempted


def starts_now(
    workload: Workload,
    params: Mapping[str, Any],
    start: np.ndarray,
    now: float,
    priority: np.ndarray | None = None,
    counts: np.ndarray | None = None,
    stopped: np.ndarray | None = None,
) -> Step:
    """The jobs that one main pass and one backfill pass start at `now` (s), and where.

    start: [n] recorded, s; nan of jobs that never did.  Jobs that start at `now` or later and were submitted by then
    wait.  priority: [n] of the waiting ones, as sprio prints them; None: all the same, so that they go by row.  counts:
    [n, nodes] processors that each job holds of each node when it runs; None: those of the lowest numbered nodes.
    stopped: [n] bool, jobs that were preempted when they ended, so that they still run at that instant.
    """
    jobs, s, _ = rigid(workload, np.zeros(2, np.int64), plans=True)
    setup = setup_of(workload, params)
    cluster = cluster_of(workload, setup, params)
    if priority is not None:
        cluster.queue.priority[:] = priority
    table = workload.jobs
    end = start + table.runtime
    running = np.flatnonzero((start < now) & ((end > now) | ((end == now) & (False if stopped is None else stopped))))
    running = running[np.argsort(start[running], kind="stable")]
    waiting = np.flatnonzero((table.submit <= now) & ~(start < now))
    placed = _lowest(table.processors[running], setup.sizes) if counts is None else counts[running]
    one_step(jobs, s, cluster, settings_of(workload, params), running, start[running], placed, waiting, float(now))
    rows = waiting[~np.isnan(s.start[waiting])]
    return Step(rows, _on_nodes(cluster.nodes, rows), cluster.preemption.job[: cluster.preemption.count[0]])


def _on_nodes(nodes: Nodes, rows: np.ndarray) -> np.ndarray:
    """[rows, nodes] processors that jobs hold."""
    counts = np.zeros((len(rows), len(nodes.processors)), np.int64)
    for at, row in enumerate(rows):
        cell = nodes.first[row]
        while cell != NOWHERE:
            counts[at, nodes.node[cell]] = nodes.count[cell]
            cell = nodes.next[cell]
    return counts


def _lowest(sizes: np.ndarray, nodes: np.ndarray) -> np.ndarray:
    """[jobs, nodes] processors, the jobs one after the other on the lowest numbered nodes; sizes: [jobs]."""
    behind = np.cumsum(sizes)[:, None]
    border = np.concatenate(([0], np.cumsum(nodes)))
    begin, end = np.maximum(behind - sizes[:, None], border[:-1]), np.minimum(behind, border[1:])
    return np.maximum(end - begin, 0)
