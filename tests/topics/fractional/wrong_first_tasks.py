"""Twins of fractional scheduling that are wrong on purpose, each by one part that only tasks of two kinds show.

WRONG: {what is wrong: {function of the twin as "module.name": what is put in its place}}, modules of naive.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from tests.topics.fractional.naive import greedy as right
from tests.topics.fractional.naive import packing, stretch_per
from tests.topics.fractional.naive.packing import Job, Kind, Mapping, Requirement


def _others_first(row: int, jobs: Sequence[Job], mapping: Mapping, nodes: int) -> tuple[int, ...] | None:
    """Greedy places the first tasks last."""
    job, others = jobs[row], jobs[row].tasks - jobs[row].first
    if not job.first:
        return RIGHT_GREEDY(row, jobs, mapping, nodes)
    turned = job._replace(
        first=others, first_need=job.need, first_memory=job.memory, need=job.first_need, memory=job.first_memory
    )
    where = RIGHT_GREEDY(row, [*jobs[:row], turned, *jobs[row + 1 :]], mapping, nodes)
    return None if where is None else (*where[others:], *where[:others])


def _others_go_first(kind: Kind, by_sum: bool) -> tuple:
    """Of equal requirements first tasks come after the others."""
    *larger, first, row = RIGHT_RANK(kind, by_sum)
    return (*larger, -first, row)


def _later_jobs_go_first(kind: Kind, by_sum: bool) -> tuple:
    """Of equal requirements the later job, whichever kind its tasks are."""
    *larger, first, row = RIGHT_RANK(kind, by_sum)
    return (*larger, row, first)


def _by_the_smaller_need(job: Job, share: Requirement) -> Fraction:
    """Granted by the smaller need."""
    if isinstance(share, tuple):
        return min(Fraction(1), max(share[0] / job.first_need, share[1] / job.need))
    return RIGHT_GRANTED(job, share)


def _of_the_others(job: Job) -> list[Fraction]:
    """All tasks have the need of the others."""
    return [job.need] * job.tasks


def _memory_of_the_others(row: int, where: tuple[int, ...], jobs: Sequence[Job], mapping: Mapping, nodes: int) -> bool:
    """A job goes back where there is memory for either kind alone."""
    job, used = jobs[row], right.memory_of(mapping, jobs, nodes)
    kinds = ((where[: job.first], job.first_memory), (where[job.first :], job.memory))
    return all(used[node] + memory * of_kind.count(node) <= 1 for of_kind, memory in kinds for node in of_kind)


def _in_one_list(job: Job, where: Sequence[int]) -> tuple[int, ...]:
    """Nodes are sorted over both kinds."""
    return tuple(sorted(where))


RIGHT_GREEDY, RIGHT_RANK, RIGHT_GRANTED = right.greedy, packing.rank, stretch_per.granted
WRONG: dict[str, dict[str, Callable]] = {
    "first tasks are placed last": {"greedy.greedy": _others_first, "dfrs.greedy": _others_first},
    "of equals others go first": {"packing.rank": _others_go_first},
    "of equals later jobs go first": {"packing.rank": _later_jobs_go_first},
    "granted by the smaller need": {"stretch_per.granted": _by_the_smaller_need},
    "loads by one need": {"greedy.needs": _of_the_others},
    "shares by one need": {"yields.needs": _of_the_others},
    "back by memory for one kind": {
        "greedy.fits_where_it_was": _memory_of_the_others,
        "dfrs.fits_where_it_was": _memory_of_the_others,
    },
    "nodes in one list": {"greedy.in_order": _in_one_list, "packing.in_order": _in_one_list},
}
