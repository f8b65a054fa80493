"""MCB8 as slowly and as obviously as it can be written: two-dimensional vector packing inside a bisection.

A target (a yield, or an inverse stretch) turns the CPU need of every job into a requirement.  The jobs then must be
packed into nodes of CPU 1 and memory 1; the greatest target for which that works is searched by bisection.  Jobs are
given in decreasing priority, and the last is dropped whenever nothing works.

Source: Casanova, Stillwell and Vivien 2011, section 4.3.  Decided here where the text leaves it open: node by node
starts with the CPU list, since nothing is used yet of either; among equal requirements the later job goes first, since
"decreasing" is taken for the whole key (larger requirement, smaller requirement, row); a requirement is at least 1 % of
a node; all sums are exact.

Tasks of two kinds (the outlook, section 8: "heterogeneous tasks"): the tasks of a kind are what the tasks of a job were.
Decided here: among equal requirements first tasks go before others, and then the later job.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

LEAST = Fraction(1, 100)  # of a node: the smallest requirement
ACCURACY = Fraction(1, 100)  # of the bisection on the yield

Mapping = dict[int, tuple[int, ...]]  # row of a job: sorted nodes of its tasks, one for each task; first tasks first


class Job(NamedTuple):
    """Submitted at `submit`, s; `runtime` s on a machine of its own; each task needs CPU and memory of one node.

    first: how many of the tasks are of another kind, and need first_need and first_memory instead.
    """

    submit: Fraction
    runtime: Fraction
    tasks: int
    need: Fraction
    memory: Fraction
    first: int = 0
    first_need: Fraction = Fraction(1)
    first_memory: Fraction = Fraction(1)


# what each task of a job requires of a node's CPU; (each first task, each of the others) where it has two kinds
Requirement = Fraction | tuple[Fraction, Fraction]


class Kind(NamedTuple):
    """The tasks of a job that need the same; first: 1 for its first tasks, 0 for the others and where all are alike."""

    cpu: Fraction
    memory: Fraction
    first: int
    row: int
    tasks: int


def normal(job: Job) -> Job:
    """The same job, with one kind of tasks where all of them need the same."""
    if job.first == job.tasks:
        job = job._replace(need=job.first_need, memory=job.first_memory)
    alike = job.first in (0, job.tasks) or (job.first_need, job.first_memory) == (job.need, job.memory)
    return Job(*job[:5]) if alike else job


def needs(job: Job) -> list[Fraction]:
    """CPU need of each task."""
    return [job.first_need] * job.first + [job.need] * (job.tasks - job.first)


def memories(job: Job) -> list[Fraction]:
    """Memory of each task."""
    return [job.first_memory] * job.first + [job.memory] * (job.tasks - job.first)


def need_on(node: int, job: Job, where: Sequence[int]) -> Fraction:
    """CPU need of a job's tasks on a node."""
    return sum((need for need, one in zip(needs(job), where, strict=True) if one == node), Fraction(0))


def in_order(job: Job, where: Sequence[int]) -> tuple[int, ...]:
    """Nodes of the first tasks, sorted, then those of the others, sorted."""
    return (*sorted(where[: job.first]), *sorted(where[job.first :]))


def kinds(row: int, job: Job, requirement: Requirement) -> list[Kind]:
    """One or two, in the order of the job's tasks."""
    if isinstance(requirement, tuple):
        first, other = requirement
        return [
            Kind(first, job.first_memory, 1, row, job.first),
            Kind(other, job.memory, 0, row, job.tasks - job.first),
        ]
    return [Kind(requirement, job.memory, 0, row, job.tasks)]


def pack(
    rows: Sequence[int],
    jobs: Sequence[Job],
    requirement: dict[int, Requirement],
    nodes: int,
    pinned: Mapping,
    by_sum: bool = False,
) -> Mapping | None:
    """A node for every task of the rows, or None.  Pinned jobs keep theirs."""
    cpu, memory = [Fraction(0)] * nodes, [Fraction(0)] * nodes
    every = [kind for row in rows for kind in kinds(row, jobs[row], requirement[row])]
    placed: dict[Kind, list[int]] = {kind: [] for kind in every}

    def put(kind: Kind, node: int) -> None:
        cpu[node] += kind.cpu
        memory[node] += kind.memory
        placed[kind].append(node)

    for kind in every:
        if kind.row in pinned:
            first = jobs[kind.row].first
            for node in pinned[kind.row][:first] if kind.first else pinned[kind.row][first:]:
                put(kind, node)
    if max(cpu) > 1 or max(memory) > 1:
        return None
    of_cpu, of_memory = two_lists(every, by_sum)
    for node in range(nodes):
        while True:
            lists = (of_cpu, of_memory) if cpu[node] <= memory[node] else (of_memory, of_cpu)
            fitting = [
                kind
                for one in lists
                for kind in one
                if len(placed[kind]) < kind.tasks and cpu[node] + kind.cpu <= 1 and memory[node] + kind.memory <= 1
            ]
            if not fitting:
                break
            put(fitting[0], node)
    if any(len(placed[kind]) < kind.tasks for kind in every):
        return None
    return {
        row: in_order(jobs[row], [node for kind in every if kind.row == row for node in placed[kind]]) for row in rows
    }


def two_lists(every: Sequence[Kind], by_sum: bool = False) -> tuple[list[Kind], list[Kind]]:
    """Tasks that require more CPU than memory, and the others; each by decreasing requirements."""
    by_rank = sorted(every, key=lambda kind: rank(kind, by_sum), reverse=True)
    return [kind for kind in by_rank if kind.cpu > kind.memory], [kind for kind in by_rank if kind.cpu <= kind.memory]


def rank(kind: Kind, by_sum: bool) -> tuple[Fraction, Fraction, int, int]:
    """The greatest goes first; by_sum: by the sum of both requirements first, as Leinberger et al. have it."""
    both = (kind.cpu, kind.memory)
    return (
        (sum(both, Fraction(0)), max(both), kind.first, kind.row)
        if by_sum
        else (max(both), min(both), kind.first, kind.row)
    )


def best(
    order: Sequence[int],
    jobs: Sequence[Job],
    nodes: int,
    pinned: Mapping,
    required: Callable[[Sequence[int], Fraction], dict[int, Requirement] | None],
    accuracy: Fraction,
    by_sum: bool = False,
) -> tuple[Fraction, Mapping]:
    """The greatest target in (0, 1) found to work, and its mapping; order: rows by decreasing priority.

    required(rows, target) gives the CPU requirements, or None where the target cannot be met whatever the packing.
    """
    kept = list(order)
    while sum(sum(memories(jobs[row])) for row in kept) > nodes:
        kept.pop()
    while kept:
        found = bisect(kept, jobs, nodes, pinned, required, accuracy, by_sum)
        if found is not None:
            return found
        kept.pop()
    return Fraction(0), {}


def bisect(
    rows: Sequence[int],
    jobs: Sequence[Job],
    nodes: int,
    pinned: Mapping,
    required: Callable[[Sequence[int], Fraction], dict[int, Requirement] | None],
    accuracy: Fraction,
    by_sum: bool = False,
) -> tuple[Fraction, Mapping] | None:
    """As best(), for exactly these rows; None where no target works.  Neither 0 nor 1 is ever tried."""
    low, high, found = Fraction(0), Fraction(1), None
    while high - low > accuracy:
        target = (low + high) / 2
        requirement = required(rows, target)
        mapping = None if requirement is None else pack(rows, jobs, requirement, nodes, pinned, by_sum)
        if mapping is None:
            high = target
        else:
            low, found = target, (target, mapping)
    return found


def mcb8(
    order: Sequence[int],
    jobs: Sequence[Job],
    nodes: int,
    pinned: Mapping,
    quantised: bool = False,
    by_sum: bool = False,
) -> Mapping:
    """The mapping for the greatest yield of all that works; quantised: requirements are whole percents."""

    def required(rows: Sequence[int], target: Fraction) -> dict[int, Requirement]:
        return {row: required_by(jobs[row], target, quantised) for row in rows}

    return best(order, jobs, nodes, pinned, required, ACCURACY, by_sum)[1]


def required_by(job: Job, one: Fraction, quantised: bool = False) -> Requirement:
    """What its tasks require at this yield."""
    other = requirement(one * job.need, quantised)
    return (requirement(one * job.first_need, quantised), other) if job.first else other


def fits_alone(job: Job, nodes: int) -> bool:
    """Whether the smallest yield that is tried, at which every task requires 1 %, does for an empty cluster."""
    return pack([0], [job], {0: (LEAST, LEAST) if job.first else LEAST}, nodes, {}) is not None


def requirement(share: Fraction, quantised: bool = False) -> Fraction:
    """A share of a node, at least 1 %; quantised: cut to whole percents."""
    return max(LEAST, Fraction(share * 100 // 1, 100) if quantised else share)
