"""Nodes that are shared in fractions: each holds tasks, which take some of its memory and want some of its CPU.

Memory may not be exceeded; CPU may be wanted by more tasks than there is room for, then all run slower.  A job's tasks
are alike, or of two kinds where its first tasks differ from the others; several of them may stand on one node.
Fractions are counted in parts of UNIT, so that sums do not depend on the order in which tasks come and go, and decimal
fractions are exact; SLACK forgives what 1/3 is rounded by.

Kinds of tasks are numbered: kind j are the tasks of job j, or, where it has first tasks, its others; kind n + j are the
first tasks of job j, n being the number of jobs.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import inner, kernel, part

UNIT = 10**12  # a whole node
SLACK = 1_000  # of UNIT: three thirds fit
FULL = UNIT + SLACK
PERCENT = UNIT // 100


class Fractional(NamedTuple):
    """The jobs; a policy may not look at `runtime`."""

    submit: np.ndarray  # [n] f8, s
    runtime: np.ndarray  # [n] f8, s, on nodes of its own
    tasks: np.ndarray  # [n] i8
    ptr: np.ndarray  # [n + 1] i8, offsets into a list of all tasks, first tasks of a job before its others
    split: np.ndarray  # [n] i8, offset of the first of the others: ptr[job] where all tasks are alike
    weight: np.ndarray  # [n] f8, how many times the job's priority counts
    need: np.ndarray  # [kinds] i8, CPU a task can use, parts of UNIT, 1..UNIT; n kinds where no job has two
    memory: np.ndarray  # [kinds] i8, of a task, parts of UNIT, 1..UNIT
    count: np.ndarray  # [kinds] i8, tasks of the kind


class FirstTasks(NamedTuple):
    """The first tasks of jobs, which may need other parts of a node than the others do."""

    count: np.ndarray  # [n] how many, 0..tasks
    need: np.ndarray  # [n] fraction of a node's CPU
    memory: np.ndarray  # [n] fraction of a node's memory


class Nodes(NamedTuple):
    """Who stands where."""

    load: np.ndarray  # [nodes] i8, sum of the needs of the tasks on it
    used: np.ndarray  # [nodes] i8, sum of their memory
    node: np.ndarray  # [tasks] i4, nodes of each job's tasks, those of a kind ascending; of mapped jobs only
    mapped: np.ndarray  # [n] i1, 1 where the job's tasks have nodes


def fractional(
    submit: np.ndarray,
    runtime: np.ndarray,
    tasks: np.ndarray,
    need: np.ndarray,
    memory: np.ndarray,
    weight: np.ndarray | None = None,
    first: FirstTasks | None = None,
) -> Fractional:
    """Jobs with need and memory as fractions of a node, 0 < fraction <= 1; weight: [n], all 1 where not given."""
    tasks = np.asarray(tasks, np.int64)
    ptr = np.concatenate(([0], np.cumsum(tasks)))
    kinds = _parts(need), _parts(memory), tasks
    two = np.zeros(len(tasks), bool)
    if first is not None:
        kinds, two = _of_two(kinds, first)
    split = ptr[:-1] + np.where(two, kinds[2][-len(tasks) :], 0) if len(tasks) else ptr[:-1]
    return Fractional(
        np.asarray(submit, float),
        np.asarray(runtime, float),
        tasks,
        ptr,
        split,
        np.ones(len(tasks)) if weight is None else weight,
        *kinds,
    )


def _of_two(kinds: tuple[np.ndarray, ...], first: FirstTasks) -> tuple[tuple[np.ndarray, ...], np.ndarray]:
    """(need, memory, tasks) of both kinds, and which jobs have two: others are alike, whatever their first tasks say.

    Where no job has two kinds there are the first n alone.
    """
    need, memory, tasks = kinds
    count, first_need, first_memory = np.asarray(first.count, np.int64), _parts(first.need), _parts(first.memory)
    all_first = (count == tasks) & (count > 0)
    need, memory = np.where(all_first, first_need, need), np.where(all_first, first_memory, memory)
    two = (count > 0) & ~all_first & ((first_need != need) | (first_memory != memory))
    if not two.any():
        return (need, memory, tasks), two
    count = np.where(two, count, 0)
    return (
        np.concatenate((need, first_need)),
        np.concatenate((memory, first_memory)),
        np.concatenate((tasks - count, count)),
    ), two


def _parts(column: np.ndarray) -> np.ndarray:
    """Fractions of a node in parts of UNIT."""
    return np.clip(np.rint(np.asarray(column, float) * UNIT), 1, UNIT).astype(np.int64)


def new_nodes(jobs: Fractional, nodes: int) -> Nodes:
    """Empty nodes."""
    return Nodes(
        np.zeros(nodes, np.int64),
        np.zeros(nodes, np.int64),
        np.zeros(jobs.ptr[-1], np.int32),
        np.zeros(len(jobs.submit), np.int8),
    )


@part
def kind_of(jobs, job, task):
    """The kind of a task of a job; task: its offset in the list of all tasks."""
    return job + len(jobs.submit) if task < jobs.split[job] else job


@part
def has_two(jobs, job):
    """Whether the first tasks of a job differ from the others."""
    return jobs.split[job] > jobs.ptr[job]


@part
def kinds(jobs, job):
    """The kinds of a job's tasks, first tasks before the others: a range."""
    n = len(jobs.submit)
    return range(job + n, job - 1, -n) if has_two(jobs, job) else range(job, job + 1)


@part
def end_of(jobs, kind):
    """The offset behind the last task of a kind in the list of all tasks."""
    n = len(jobs.submit)
    return jobs.split[kind - n] if kind >= n else jobs.ptr[kind + 1]


@inner
def memory_of(jobs, job):
    """The memory of all tasks of a job, f8, parts of UNIT."""
    total = 0.0
    for kind in kinds(jobs, job):
        total += float(jobs.memory[kind]) * jobs.count[kind]
    return total


@kernel
def put(jobs, nodes, job):
    """Let the tasks of a job stand on the nodes in its list."""
    for i in range(jobs.ptr[job], jobs.ptr[job + 1]):
        kind = kind_of(jobs, job, i)
        nodes.load[nodes.node[i]] += jobs.need[kind]
        nodes.used[nodes.node[i]] += jobs.memory[kind]


@inner
def take(jobs, nodes, job):
    """Take the tasks of a job off the nodes; the list stays, so that they can be put back."""
    for i in range(jobs.ptr[job], jobs.ptr[job + 1]):
        kind = kind_of(jobs, job, i)
        nodes.load[nodes.node[i]] -= jobs.need[kind]
        nodes.used[nodes.node[i]] -= jobs.memory[kind]


@inner
def fits_back(jobs, nodes, job):
    """Whether there is memory for all tasks of a job, which is on no node, on the nodes in its list."""
    put(jobs, nodes, job)
    fits = True
    for i in range(jobs.ptr[job], jobs.ptr[job + 1]):
        fits = fits and nodes.used[nodes.node[i]] <= FULL
    take(jobs, nodes, job)
    return fits


@inner
def room(jobs, nodes, job):
    """Whether there is memory for all tasks of a job, anywhere; they are alike."""
    left, memory = jobs.tasks[job], jobs.memory[job]
    for node in range(len(nodes.used)):
        free = FULL - nodes.used[node]
        if free >= memory:
            left -= free // memory
            if left <= 0:
                return True
    return False
