"""A program in plain Python as a policy: the jobs as the loop of own_policy takes them, and its answer as tables."""

from __future__ import annotations

import sys
from functools import partial
from typing import Any

import numpy as np

from scheduler.adapters.rigid import announce_arrays, placed
from scheduler.engine.decision_log import BY_PROGRAM, NOTED_BY_PROGRAM, RESERVE, START, Log
from scheduler.engine.decision_rows import append
from scheduler.engine.rigid.space import FINISHED, STOP
from scheduler.errors import InputError, Unsupported
from scheduler.kinds import all_kinds
from scheduler.model.workload import Workload
from scheduler.topics.own_policy import loop


def check_supported(workload: Workload) -> None:
    """Raise Unsupported, saying what is in the way, where a program cannot schedule these jobs."""
    kinds = {
        "the submissions follow completions": workload.is_closed,
        "the machine has several clusters": workload.has_clusters,
        **{kind.unlike: kind.has(workload) for kind in all_kinds().values() if kind.unlike},
    }
    for words, holds in kinds.items():
        if holds:
            raise Unsupported(
                f"In this workload {words}, and an own policy schedules jobs of fixed size that come as "
                "the log says; choose another workload."
            )


def columns(workload: Workload) -> dict[str, list[Any]]:
    """The jobs as a program gets them, by column; those that nobody knows (negative) are 0."""
    jobs = workload.jobs
    names = {
        "number": jobs.job_id,
        "submit": jobs.submit,
        "runtime": jobs.runtime,
        "requested_time": jobs.requested_time,
        "processors": jobs.processors,
        "user": jobs.user_id,
        "group": jobs.group,
        "queue": jobs.queue,
        "partition": jobs.partition,
        "campaign": jobs.campaign,
    }
    return {
        name: (np.maximum(column, 0) if column.dtype.kind == "i" and name != "number" else column).tolist()
        for name, column in names.items()
    }


def run_program(source: str, name: str, workload: Workload, control: np.ndarray, log: Log | None) -> dict[str, Any]:
    """placed and program_reasons; what it prints goes to standard error.  Raises InputError where it is wrong."""

    def asked_to_stop(ended: int) -> bool:
        control[FINISHED] = ended
        return bool(control[STOP])

    announce_arrays(workload, np.full(len(workload), np.nan), None)
    try:
        program = loop.load(source, name, partial(print, file=sys.stderr))
        outcome = loop.play(program, columns(workload), workload.platform.processors, asked_to_stop=asked_to_stop)
    except loop.ProgramError as error:
        raise InputError(str(error)) from None
    start = np.array(outcome.start)
    reasons = tuple(dict.fromkeys(reason for reason in outcome.reason if reason))
    if log is not None and not control[STOP]:
        _log(log, workload, start, outcome, reasons)
    return {"placed": placed(workload, workload.jobs.submit, start), "program_reasons": reasons}


def _log(log: Log, workload: Workload, start: np.ndarray, outcome: loop.Outcome, reasons: tuple[str, ...]) -> None:
    """Write a row for each promise and each start in the window, in the order of time; at an instant promises first.

    A promise to a job that does not wait then is left out.
    """
    place = {text: number for number, text in enumerate(reasons)}
    promises = [
        (now, 0, job, due) for now, job, due, _ in outcome.reserved if workload.jobs.submit[job] <= now <= start[job]
    ]
    starts = [(time, 1, job, np.nan) for job, time in enumerate(start.tolist())]
    free = workload.platform.processors
    ends = sorted(
        zip((start + workload.jobs.runtime).tolist(), workload.jobs.processors.tolist(), strict=True), reverse=True
    )
    for time, begins, job, due in sorted(promises + starts, key=lambda row: row[:3]):
        while ends and ends[-1][0] <= time:
            free += ends.pop()[1]
        size = int(workload.jobs.processors[job])
        value = place.get(outcome.reason[job], np.nan) if begins else np.nan
        kind, rule = (START, BY_PROGRAM) if begins else (RESERVE, NOTED_BY_PROGRAM)
        append(log, (time, kind, job, rule, -1, due, -1, free, size, value))
        free -= size if begins else 0
