"""A program in plain Python as a policy: the jobs as the loop of own_policy takes them, and its answer as tables."""

from __future__ import annotations

import sys
from functools import partial
from typing import Any

import numpy as np

from scheduler.adapters.rigid import placed, seen
from scheduler.engine.decision_log import BY_PROGRAM, START, Log
from scheduler.engine.rigid.space import FINISHED, STOP
from scheduler.errors import InputError, Unsupported
from scheduler.model.workload import Workload
from scheduler.own_policy import loop


def check_supported(workload: Workload) -> None:
    """Raise Unsupported, saying what is in the way, where a program cannot schedule these jobs."""
    kinds = {"the submissions follow completions": workload.is_closed, "tasks are moldable": workload.is_moldable,
             "jobs share nodes": workload.has_needs, "the machine has several clusters": workload.has_clusters,
             "runs of a grid make way for local jobs": workload.is_light_grid}
    for words, holds in kinds.items():
        if holds:
            raise Unsupported(f"In this workload {words}, and an own policy schedules jobs of fixed size that come as "
                              "the log says; choose another workload.")


def columns(workload: Workload) -> dict[str, list[Any]]:
    """The jobs as a program gets them, by column; those that nobody knows (negative) are 0."""
    jobs = workload.jobs
    names = {"number": jobs.job_id, "submit": jobs.submit, "runtime": jobs.runtime,
             "requested_time": jobs.requested_time, "processors": jobs.processors, "user": jobs.user_id,
             "group": jobs.group, "queue": jobs.queue, "partition": jobs.partition, "campaign": jobs.campaign}
    return {name: (np.maximum(column, 0) if column.dtype.kind == "i" and name != "number" else column).tolist()
            for name, column in names.items()}


def run_program(source: str, name: str, workload: Workload, control: np.ndarray, log: Log | None) -> dict[str, Any]:
    """placed and program_reasons; what it prints goes to standard error.  Raises InputError where it is wrong."""
    def asked_to_stop(ended: int) -> bool:
        control[FINISHED] = ended
        return bool(control[STOP])

    seen(workload, np.full(len(workload), np.nan), None)
    try:
        program = loop.load(source, name, partial(print, file=sys.stderr))
        outcome = loop.play(program, columns(workload), workload.platform.processors, asked_to_stop=asked_to_stop)
    except loop.ProgramError as error:
        raise InputError(str(error)) from None
    start = np.array(outcome.start)
    reasons = tuple(dict.fromkeys(reason for reason in outcome.reason if reason))
    if log is not None and not control[STOP]:
        _log_starts(log, workload, start, outcome.reason, reasons)
    return {"placed": placed(workload, workload.jobs.submit, start), "program_reasons": reasons}


def _log_starts(log: Log, workload: Workload, start: np.ndarray, reason: list[str], reasons: tuple[str, ...]) -> None:
    """Write a row for each start in the window, in the order of time."""
    order = np.lexsort((np.arange(len(start)), start))
    size, end = workload.jobs.processors, np.sort(start + workload.jobs.runtime)
    freed = np.concatenate(([0], np.cumsum(size[np.argsort(start + workload.jobs.runtime, kind="stable")])))
    free = workload.platform.processors - (np.cumsum(size[order]) - size[order]
                                           - freed[np.searchsorted(end, start[order], side="right")])
    place = {text: number for number, text in enumerate(reasons)}
    for job, unused in zip(order.tolist(), free.tolist(), strict=True):
        if not log.window[0] <= start[job] < log.window[1]:
            log.count[1] += 1
        else:
            row = int(log.count[0])
            log.count[0] += 1
            if row < len(log.rows):
                log.rows[row] = (start[job], START, job, BY_PROGRAM, -1, np.nan, -1, unused, size[job],
                                 place.get(reason[job], np.nan))
