"""Jobs whose tasks need a part of a node, as a kind of workload: its machine consists of nodes, its jobs of tasks."""

from __future__ import annotations

from functools import partial

from scheduler.errors import Remedy
from scheduler.kinds import Kind
from scheduler.model.schedule import Schedule
from scheduler.model.workload import Workload
from scheduler.topics.fractional import task_needs


def has_needs(workload: Workload) -> bool:
    """Whether jobs may share nodes: CPU need and memory of their tasks are known."""
    return "cpu_need" in workload.jobs


def has_first_tasks(workload: Workload) -> bool:
    """Whether the first tasks of jobs may have needs of their own."""
    return "first_tasks" in workload.jobs


def factor(workload: Workload) -> str:
    """What the CPU of a task is called where the tasks of a job may differ, and where they are alike."""
    return "mean CPU need" if has_first_tasks(workload) else "CPU need"


def shares_nodes(schedule: Schedule) -> bool:
    """Whether its jobs share nodes in a run; under other policies they get whole ones."""
    return schedule.shares_nodes


KIND = Kind(
    "needs",
    has_needs,
    missing="lets jobs share nodes and has to know what their tasks need, which this workload does not tell",
    special=20,
    remedies=(Remedy("needs", "whole", ", for tasks that need a whole node each,"), Remedy("needs", "drawn")),
    unlike="jobs share nodes",
    part="node",
    piece="task",
    uses=partial(task_needs.total, name="cpu_need"),
    factor=factor,
    memory=partial(task_needs.mean, name="memory"),
    of_places=partial(task_needs.of_places, name="cpu_need"),
    listed_first=task_needs.first_tasks,
    is_pool=True,
    by_response=True,
    as_logged=False,
    in_table=shares_nodes,
)
