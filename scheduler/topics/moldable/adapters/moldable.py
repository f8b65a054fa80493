"""From a workload of moldable tasks to what the algorithms take, and from their plans to tables.

MRT needs every number of processors from one on: a task that runs only on some (a rigid job does on one) is none that
its shelves can be cut to.  The others take such tasks as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from scheduler.errors import SUBMIT_AS_RECORDED, Unsupported
from scheduler.model import marks
from scheduler.model.marks import Mark
from scheduler.model.table import Table
from scheduler.model.workload import Workload
from scheduler.statistics.random_draws import stream
from scheduler.topics.moldable.adapters.offline_moldable import EVERY_NUMBER, Algorithm, Plan, Tasks
from scheduler.topics.moldable.allotments import dense
from scheduler.topics.moldable.kinds.moldable import is_moldable


def check(workload: Workload) -> None:
    """Raise Unsupported where there are no moldable tasks, or their submissions follow from completions."""
    if not is_moldable(workload):
        raise Unsupported(
            "This needs moldable tasks, and this workload has rigid jobs; generate moldable tasks, or use a file "
            "with the header '; Queuescope-Moldable: 1'."
        )
    if workload.is_closed:
        raise Unsupported(
            "Policies for moldable tasks take submit times as they are, and here they follow the completion of earlier "
            "campaigns",
            (SUBMIT_AS_RECORDED,),
        )


def check_every_number(workload: Workload) -> None:
    """As check(), and where some tasks do not run on every number of processors from 1 on."""
    check(workload)
    jobs, shapes = workload.jobs, workload.table("shapes")
    some = np.flatnonzero((jobs.processors > 1) | (shapes.processors[jobs.shape_ptr + jobs.shapes - 1] != jobs.shapes))
    if len(some):
        job = some[0]
        raise Unsupported(
            f"Job {jobs.job_id[job]} (line {jobs.line[job]}) does not run on every number of processors "
            "from 1 on, as the shelves of MRT need; give its runtimes on 1, 2, 3, ... processors, or "
            "choose mixed_tasks, which takes rigid jobs among moldable ones."
        )


def check_together(workload: Workload, params: Mapping[str, Any]) -> None:
    """As check(), and for tasks that are not all submitted at one time."""
    check(workload)
    first, last = workload.jobs.submit.min(), workload.jobs.submit.max()
    if first < last:
        raise Unsupported(
            f"This policy plans all tasks at once, and here they are submitted from {first:g} s to "
            f"{last:g} s; choose batch, which plans those that are there whenever the machine is empty."
        )


def check_shelves(workload: Workload, params: Mapping[str, Any]) -> None:
    """As check_together(), for MRT itself."""
    check_every_number(workload)
    check_together(workload, params)


def check_inside(workload: Workload, params: Mapping[str, Any]) -> None:
    """As check(), for batches planned by the algorithm that the parameters name."""
    if params["inside"] in EVERY_NUMBER:
        check_every_number(workload)
    check(workload)


def tasks_of(workload: Workload) -> Tasks:
    """All tasks of a workload that passes check()."""
    return Tasks(dense(workload.jobs, workload.table("shapes"), workload.platform.processors), workload.jobs.weight)


def together(workload: Workload, algorithm: Algorithm, params: Mapping[str, Any], seed: int | None) -> dict[str, Any]:
    """placed and marks: all tasks planned at once, when they are submitted."""
    plan = algorithm(tasks_of(workload), params, stream(seed or 0))
    return tables(workload, plan, float(workload.jobs.submit[0]))


def on_line(workload: Workload, algorithm: Algorithm, params: Mapping[str, Any], seed: int | None) -> dict[str, Any]:
    """placed and marks: whenever the machine is empty, a batch of all tasks that have been submitted by then.

    Source: Shmoys, Wein and Williamson 1995: with release dates unknown, at most twice as bad as the algorithm without.
    """
    random = stream(seed or 0)
    return in_batches(workload, lambda tasks, now: algorithm(tasks, params, random))


def in_batches(
    workload: Workload, planned: Callable[[Tasks, float], Plan], more: tuple[Mark, ...] = ()
) -> dict[str, Any]:
    """placed and marks: as on_line(), planned by what is called with the tasks of a batch and its beginning, s.

    more: marks that come beside those of the batches.
    """
    tasks, submit = tasks_of(workload), workload.jobs.submit
    start, processors = np.empty(len(submit)), np.empty(len(submit), np.int64)
    of_batches, first, now, number = list[Mark](), 0, 0.0, 0
    while first < len(submit):
        now, number = max(now, float(submit[first])), number + 1
        after = int(np.searchsorted(submit, now, side="right"))
        rows = slice(first, after)
        some = Tasks(tasks.runtime[rows], tasks.weight[rows])
        plan = planned(some, now)
        start[rows], processors[rows] = now + plan.start, plan.processors
        end = float((start[rows] + some.on(plan.processors)).max())
        of_batches.append(Mark(now, end, 0, f"batch {number}", float(after - first)))
        of_batches += _later(plan.marks, now, f"batch {number}, ")
        first, now = after, end
    return tables(workload, Plan(start, processors, (*of_batches, *more)), 0.0)


def _later(earlier: tuple[Mark, ...], now: float, prefix: str) -> list[Mark]:
    return [mark._replace(begin=mark.begin + now, end=mark.end + now, label=prefix + mark.label) for mark in earlier]


def tables(workload: Workload, plan: Plan, begin: float) -> dict[str, Any]:
    """placed and marks of a plan that begins then, s."""
    jobs, none = workload.jobs, np.zeros(len(workload), np.int64)
    start, runtime = begin + plan.start, tasks_of(workload).on(plan.processors)
    placed = Table.of(
        "placed",
        job=np.arange(len(jobs)),
        submit=jobs.submit,
        start=start,
        end=start + runtime,
        processors=plan.processors,
        cluster=none,
        preemptions=none,
        migrations=none,
        flags=none,
    )
    return {"placed": placed, "marks": marks.table(_later(plan.marks, begin, ""))}
