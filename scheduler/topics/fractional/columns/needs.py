"""What each task of a job needs of its node; its first tasks may need something else."""

from __future__ import annotations

from scheduler.columns import Columns

NEEDS = Columns(
    "needs",
    (
        ("cpu_need", "f8", "", "CPU need of each task, a fraction of a node in (0, 1]; only where nodes are shared"),
        ("memory", "f8", "", "memory of each task, a fraction of a node in (0, 1]; only where nodes are shared"),
    ),
    header="Queuescope-Needs",  # tells in how many parts of a node they count
)
FIRST = Columns(
    "first",
    (
        (
            "first_tasks",
            "i8",
            "tasks",
            "how many tasks, the first ones of the job, have needs of their own, so that "
            "cpu_need and memory are those of its other tasks; only where asked for",
        ),
        (
            "first_cpu_need",
            "f8",
            "",
            "CPU need of each of the first tasks, a fraction of a node in (0, 1], 1 where there "
            "are none; only together with first_tasks",
        ),
        (
            "first_memory",
            "f8",
            "",
            "memory of each of the first tasks, a fraction of a node in (0, 1], 1 where there "
            "are none; only together with first_tasks",
        ),
    ),
)
COLUMNS = (NEEDS, FIRST)
