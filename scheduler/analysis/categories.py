"""Jobs and work by what they are told to be: status, queue, partition, group; and used against requested memory."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.model.workload import Workload

UNKNOWN = -1  # value of a job that tells none


class Categories(NamedTuple):
    """Values of a column, most work first (ties: the lower value)."""

    value: np.ndarray  # [values] i8; UNKNOWN for jobs that tell none
    jobs: np.ndarray  # [values]
    work: np.ndarray  # [values] processor-seconds


def by_value(workload: Workload, column: np.ndarray) -> Categories:
    """Jobs and work of each value of a column of the jobs."""
    jobs = workload.jobs
    value, which = np.unique(np.where(column < 0, UNKNOWN, column).astype(np.int64), return_inverse=True)
    work = np.bincount(which, jobs.processors * jobs.runtime, len(value))
    order = np.lexsort((value, -work))
    return Categories(value[order], np.bincount(which, minlength=len(value))[order], work[order])


class Memory(NamedTuple):
    """Jobs by used and requested memory per processor, doubling steps of kB."""

    low: int  # power of two of the first step: below 2 ** low kB, then up to 2 ** (low + 1), ...
    jobs: np.ndarray  # [used steps, requested steps]
    part: np.ndarray  # [n] used / requested of the jobs that tell both
    unknown: int  # jobs that do not tell both


def steps_of_memory(kilobytes: np.ndarray) -> np.ndarray:
    """[n] i8: the power of two that a memory is at most."""
    return np.ceil(np.log2(np.maximum(kilobytes, 1.0))).astype(np.int64)


def memory(workload: Workload) -> Memory:
    """Used against requested memory, of the jobs whose log tells both."""
    used, asked = (workload.recorded_column(name) for name in ("used_memory", "requested_memory"))
    recorded = np.zeros(len(workload), bool) if used is None or asked is None else (used > 0) & (asked > 0)
    if used is None or asked is None or not recorded.any():
        return Memory(0, np.zeros((1, 1), np.int64), np.zeros(0), len(workload))
    of_used, of_asked = steps_of_memory(used[recorded]), steps_of_memory(asked[recorded])
    low, high = int(min(of_used.min(), of_asked.min())), int(max(of_used.max(), of_asked.max()))
    count = high - low + 1
    cells = np.bincount((of_used - low) * count + of_asked - low, minlength=count * count)
    return Memory(low, cells.reshape(count, count), used[recorded] / asked[recorded], int((~recorded).sum()))
