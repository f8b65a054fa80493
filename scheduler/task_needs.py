"""What the tasks of a job need of a node they share: two ways to know it of jobs whose log does not say.

The paper on fractional scheduling has both.  For generated jobs (section 5.3.2) a model: the one task of a job of one
task is sequential and keeps one core of its node busy, all other tasks keep all cores busy; memory is 10 % of a node
for 55 % of the jobs, and 20, 30, ... or 100 % with the same probability each for the others (after Setia et al. 1999).
For a log (section 5.3.1) a reading of its processors: where a job asks for a multiple of a node's processors and the
memory of so many fits on a node, it runs as multi-threaded tasks of a whole node's CPU; else as tasks of one processor.

Source: Casanova, Stillwell, Vivien: Dynamic Fractional Resource Scheduling vs. Batch Scheduling, 2011, section 5.3.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

CORES = 4               # of a node of the model; the paper's is a quad-core
SMALL = 0.55            # share of jobs whose tasks have the smallest memory
STEPS = 10              # memory of the model is 1/10, 2/10, ... 10/10 of a node


class TaskNeeds(NamedTuple):
    """Of each job [n]: how many tasks, and what each of them needs, in fractions of a node in (0, 1]."""

    tasks: np.ndarray
    cpu_need: np.ndarray
    memory: np.ndarray


def modeled(uniform: np.ndarray, tasks: np.ndarray, cores: int) -> TaskNeeds:
    """Needs of the model for jobs of `tasks` tasks [n] on nodes of `cores` cores; uniform: [n] drawn in [0, 1)."""
    return TaskNeeds(tasks, np.where(tasks == 1, 1 / cores, 1.0), tenths(uniform) / STEPS)


def tenths(uniform: np.ndarray) -> np.ndarray:
    """[n] i8: memory of the model in tenths of a node, 1 with probability SMALL, else 2..10; one draw for each."""
    each = (1 - SMALL) / (STEPS - 1)
    others = 2 + np.floor((uniform - SMALL) / each).astype(np.int64)
    return np.where(uniform < SMALL, 1, np.clip(others, 2, STEPS))


def of_processors(processors: np.ndarray, memory: np.ndarray, cores: int) -> TaskNeeds:
    """Tasks of jobs that asked for `processors` [n] on nodes of `cores` of them.

    memory: [n] of one processor's share of the job, a fraction of a node in (0, 1].  The paper has nodes of two
    processors ("even" is a multiple of two, "50 %" a half); with more it is read as a multiple of them, and the memory
    of so many has to be below a node's.  Exactly a whole node's memory, of which the paper does not speak, does not
    count as fitting.
    """
    whole = (processors % cores == 0) & (memory * cores < 1)
    return TaskNeeds(np.where(whole, processors // cores, processors), np.where(whole, 1.0, 1 / cores),
                 np.where(whole, memory * cores, memory))
