"""Preemption of the policy `slurm`: who may preempt whom, of its texts, and the tables of a run in which jobs were.

By QOS a job may preempt those of the QOS that its own names (Preempt); by partition those of partitions of a lower
PriorityTier.  How a job is preempted (PreemptMode) and for how long it is exempt say its own QOS or partition, else the
cluster; a job that may not be put back into the queue is cancelled.
"""

from __future__ import annotations

from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter
from typing import Any

import numpy as np

from scheduler.adapters import stopped_runs
from scheduler.adapters.rigid import BACKFILLED, placed
from scheduler.engine.rigid.space import State
from scheduler.errors import ParamError, Unsupported
from scheduler.kinds import answer
from scheduler.model.schedule import CANCELLED
from scheduler.model.table import Table
from scheduler.model.workload import Workload
from scheduler.topics.slurm.adapters.setup import Setup
from scheduler.topics.slurm.engine.preemption import CANCEL, REQUEUE, Preemption
from scheduler.topics.slurm.files.records import MODES, Partition, Qos
from scheduler.topics.slurm.files.times import NEVER

HIGHEST_RANK = 0xFFFF  # of a QOS among candidates: Slurm looks at 16 bits
ROOM = 1_000  # runs that may be stopped beside four of each job, at first
NONE, BY_QOS, BY_PARTITION = "none", "qos", "partition_prio"


def preemption_of(
    workload: Workload, setup: Setup, params: Mapping[str, Any], stoppable: int, runs: int | None = None
) -> Preemption:
    """Who may preempt whom; runs: how many stopped ones there is room for.

    stoppable: how many jobs are stopped when their reservation is over, if they run then.  Raises ParamError where QOS
    may preempt one another in a circle, Unsupported where only jobs of a kind make others stop.
    """
    n, by = len(workload), params["preempt"]
    classes: tuple[Any, ...] = setup.qos if by == BY_QOS else setup.partitions
    group = setup.kind if by == BY_QOS else setup.partition
    allowed = _allowed(by, classes)
    mode = np.array([MODES.index(one.preempt_mode or params["preempt_mode"]) for one in classes], np.int64)[group]
    again = np.where(setup.requeue < 0, params["job_requeue"], setup.requeue > 0)
    mode = np.where((mode == REQUEUE) & ~again, CANCEL, mode)
    on = bool(allowed.any() and mode.any())
    stops = answer(workload, lambda kind: kind.stops)
    if on and stops:
        raise Unsupported(
            f"{stops}, so jobs cannot preempt one another there; choose preempt={NONE}, or another workload."
        )
    if stoppable and stops:
        raise Unsupported(
            f"{stops}, so no job can be stopped there when its reservation is over; choose "
            f"resv_over_run={NEVER}, for never, or another workload."
        )
    runs = (4 * n + ROOM if runs is None else runs) if on else stoppable
    return Preemption(
        on,
        group,
        allowed,
        _rank(by, classes)[group],
        mode,
        _exempt(by, classes, params)[group],
        params["preempt_youngest_first"],
        float(params["requeue_wait"]),
        np.zeros(n, np.int64),
        np.zeros(n, np.int64),
        np.zeros(runs, np.int64),
        np.zeros(runs),
        np.zeros(runs),
        np.zeros(runs, np.int64),
        np.zeros(n, np.int64),
        np.zeros(2, np.int64),
        np.zeros(n, bool),
    )


def level_of(setup: Setup, params: Mapping[str, Any]) -> np.ndarray:
    """[n] i8, of each job: how many classes are below it in the longest chain in which each may preempt the next."""
    by, n = params["preempt"], len(setup.kind)
    if params["preempt_mode"] == MODES[0] or by not in (BY_QOS, BY_PARTITION):
        return np.zeros(n, np.int64)
    classes: tuple[Any, ...] = setup.qos if by == BY_QOS else setup.partitions
    allowed = _allowed(by, classes)
    level = np.zeros(len(classes), np.int64)
    for _ in classes:  # as many times as a chain may have links
        level = np.where(allowed, level[None, :] + 1, 0).max(axis=1)
    return level[setup.kind if by == BY_QOS else setup.partition]


def _allowed(by: str, classes: tuple[Any, ...]) -> np.ndarray:
    """[classes, classes] bool: whether jobs of the first may preempt those of the second."""
    allowed = np.zeros((len(classes), len(classes)), bool)
    if by == BY_PARTITION:
        tier = np.array([one.tier for one in classes])
        return np.asarray(tier[:, None] > tier[None, :])
    if by == BY_QOS:
        place = {one.number: at for at, one in enumerate(classes)}
        _check_order(classes)
        for at, one in enumerate(classes):
            allowed[at, [place[other] for other in one.preempts if other in place]] = True
    return allowed


def _check_order(kinds: tuple[Qos, ...]) -> None:
    """Raise ParamError where QOS may preempt one another in a circle, which Slurm refuses, too."""
    try:
        TopologicalSorter({one.number: one.preempts for one in kinds}).prepare()
    except CycleError as error:
        names = ", ".join(str(number) for number in error.args[1][:5])
        raise ParamError(
            f"qos: by Preempt the QOS {names} preempt one another, so none would get anywhere; take one of them out."
        ) from None


def _rank(by: str, classes: tuple[Any, ...]) -> np.ndarray:
    values = [one.priority if by == BY_QOS else one.tier for one in classes]
    return np.minimum(np.array(values, np.int64), HIGHEST_RANK)


def _exempt(by: str, classes: tuple[Qos | Partition, ...], params: Mapping[str, Any]) -> np.ndarray:
    own = [one.preempt_exempt if isinstance(one, Qos) and by == BY_QOS else None for one in classes]
    return np.array([params["preempt_exempt"] if one is None else one for one in own], float)


def tables(workload: Workload, s: State, p: Preemption) -> dict[str, Table]:
    """placed, and segments where runs were stopped."""
    runs = int(p.count[0])
    if not runs:
        return {"placed": placed(workload, s.submit, s.start, s.backfilled)}
    zero = np.zeros(runs, np.int64)
    pieces = stopped_runs.Pieces(p.job[:runs], p.begin[:runs], p.end[:runs], zero, p.killer[:runs])
    end, cluster = s.start + workload.jobs.runtime, np.zeros(len(workload), np.int64)
    both = stopped_runs.tables(workload, s.start, end, cluster, s.backfilled * BACKFILLED, pieces)
    last, segments = both["placed"], both["segments"]
    segments = segments.take(~((segments.kind == stopped_runs.RUN) & p.cancelled[segments.job]))
    ends = segments.end[np.searchsorted(segments.job, np.arange(len(workload)), "right") - 1]
    columns = last.columns | {
        "submit": s.submit,
        "end": ends,
        "preemptions": last.preemptions - p.cancelled,
        "flags": last.flags + CANCELLED * p.cancelled,
    }
    return {"placed": Table("placed", columns), "segments": segments}
