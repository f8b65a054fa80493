"""Rigid jobs among moldable tasks, in the three ways of the paper.

    apart           one kind after the other: moldable tasks by an algorithm of their own, rigid jobs as a list
    allotted        every moldable task gets the processors MRT gives it; then all are rigid, and planned as a list
    first_batch     batches of growing length (DEMT): every rigid job goes into the first batch in which it fits, the
                    heaviest first; moldable tasks are chosen for what processors are left

A task is rigid if more processors do not make it faster.  All tasks have to be there at the beginning.

Source: Dutot, Eyraud, Mounié and Trystram 2005, section 7.1, which names the three and no more.  Where it is
silent: lists are those of section 6.1; a rigid job fits a batch that is as long as it and has processors left for it;
compaction as in DEMT.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from scheduler.engine.pseudocode import PLANNED, STARTED, Line
from scheduler.model.marks import Mark
from scheduler.params import Param
from scheduler.policies import Policy, PolicyInput
from scheduler.topics.moldable.adapters import offline_moldable
from scheduler.topics.moldable.adapters.moldable import check_together, together
from scheduler.topics.moldable.adapters.moldable_reasons import of_mixed
from scheduler.topics.moldable.adapters.offline_moldable import Plan, Tasks
from scheduler.topics.moldable.kernels import demt as growing
from scheduler.topics.moldable.planning import Planning

MOLDABLE, RIGID = "moldable", "rigid"


def run(case: PolicyInput) -> dict[str, Any]:
    """placed, marks (the batches, or the two parts)."""
    return together(case.workload, WAYS[case.params["way"]], case.params, case.seed)


def rigid(tasks: Tasks) -> np.ndarray:
    """[n] bool: tasks that are no faster on more processors than they need."""
    return tasks.runtime[:, -1] == tasks.on(needed(tasks))


def needed(tasks: Tasks) -> np.ndarray:
    """[n] i8: the fewest processors each task runs on."""
    return np.argmax(np.isfinite(tasks.runtime), axis=1)


def kinds_separately(tasks: Tasks, params: Mapping[str, Any], random: np.random.Generator) -> Plan:
    """One kind after the other."""
    kinds = {MOLDABLE: (~rigid(tasks), params["inside"]), RIGID: (rigid(tasks), params["order"])}
    last = RIGID if params["first"] == MOLDABLE else MOLDABLE
    start, q, marks, now = np.empty(len(tasks.weight)), needed(tasks), list[Mark](), 0.0
    for kind in (params["first"], last):
        rows, algorithm = kinds[kind]
        if rows.any():
            some = Tasks(tasks.runtime[rows], tasks.weight[rows])
            plan = offline_moldable.ALGORITHMS[algorithm](some, params, random)
            start[rows], q[rows] = now + plan.start, plan.processors
            end = float((start[rows] + some.on(plan.processors)).max())
            marks.append(Mark(now, end, offline_moldable.BATCH, f"{kind} tasks", float(rows.sum())))
            now = end
    return Plan(start, q, tuple(marks))


def allotted(tasks: Tasks, params: Mapping[str, Any], random: np.random.Generator) -> Plan:
    """All as rigid jobs."""
    return offline_moldable.ALGORITHMS[params["order"]](tasks, params, random)


def first_batch(tasks: Tasks, params: Mapping[str, Any], random: np.random.Generator) -> Plan:
    """Batches of growing length, rigid jobs first."""
    batches, lengths = growing.new_batches(len(tasks.weight), 0.0), list[float]()
    for length in offline_moldable.batch_lengths(tasks, params):
        lengths.append(length)
        left = take_rigid(tasks, batches, length, len(lengths) - 1)
        take_moldable(tasks, batches, length, len(lengths) - 1, left)
        if not np.any(batches.batch == growing.NONE):
            break
    return offline_moldable.plan_of_batches(tasks, batches, lengths, params, random)


def take_rigid(tasks: Tasks, batches: growing.Batches, length: float, number: int) -> int:
    """Put into a batch every rigid job that fits, the heaviest first; returns how many processors are left."""
    size, left = needed(tasks), tasks.processors
    fits = rigid(tasks) & (batches.batch == growing.NONE) & (tasks.on(size) <= length)
    for i in np.flatnonzero(fits)[np.argsort(-tasks.weight[fits], kind="stable")].tolist():
        if size[i] <= left:
            batches.batch[i], batches.processors[i] = number, size[i]
            left -= int(size[i])
    return left


def take_moldable(tasks: Tasks, all_batches: growing.Batches, length: float, number: int, left: int) -> None:
    """Choose moldable tasks for a batch, as DEMT does, on so many processors."""
    rows = np.flatnonzero(~rigid(tasks) & (all_batches.batch == growing.NONE))
    if not left or not len(rows):
        return
    some, weight = np.ascontiguousarray(tasks.runtime[rows, : left + 1]), tasks.weight[rows]
    batches, stacks = growing.new_batches(len(rows), length), growing.new_stacks(len(rows), left)
    growing.fill(some, weight, np.argsort(-weight, kind="stable"), batches, stacks, number)
    taken = batches.batch != growing.NONE
    for own, all_of_them in zip(batches[:3], all_batches[:3], strict=True):
        all_of_them[rows[taken]] = own[taken]


WAYS: Mapping[str, offline_moldable.Algorithm] = {
    "apart": kinds_separately,
    "allotted": allotted,
    "first_batch": first_batch,
}
PARAMS = (
    Param(
        "way",
        "first_batch",
        choices=tuple(WAYS),
        help="one kind after the other, all as rigid jobs, or rigid jobs in the first batch in which they fit",
    ),
    Param("first", MOLDABLE, choices=(MOLDABLE, RIGID), help="apart: which kind is planned first"),
    Param(
        "inside",
        "demt",
        choices=("demt", *offline_moldable.LISTS, "smart"),
        help="apart: how moldable tasks are planned",
    ),
    Param(
        "order",
        "lptf",
        choices=tuple(offline_moldable.LISTS),
        help="apart: list of the rigid jobs; allotted: list of all",
    ),
)
PSEUDOCODE = (
    Line("apart: plan one kind of tasks, then the other"),
    Line("allotted: moldable tasks get the processors of MRT,"),
    Line("    then all are planned as a list of rigid jobs"),
    Line("first_batch: batches of growing length,"),
    Line("    a rigid job goes to the first one it fits", event=PLANNED),
    Line("tasks start as planned", event=STARTED),
)

POLICY = Policy(
    "mixed_tasks",
    "Rigid jobs among moldable tasks",
    "moldable",
    run,
    "Dutot, Eyraud, Mounié and Trystram 2005, section 7.1",
    params=(*PARAMS, *offline_moldable.OF_DEMT, *offline_moldable.OF_SMART[1:]),
    information=frozenset({"submit", "runtime", "weight"}),
    needs=frozenset({"moldable"}),
    kind="moldable",
    random=True,
    logs=False,
    wait_cause="rule",
    check=check_together,
    of_kind=Planning(allotment=of_mixed),
    pseudocode=PSEUDOCODE,
)
