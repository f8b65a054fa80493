"""Who had the processors while a job waited, and who was let past it: facts of a schedule, with or without a log.

Of what other jobs held from a job's submission to its start each belongs to one of three: jobs that came later and
started before it; jobs that ran already when it was submitted; jobs that came before it, or in the same instant, and
had not started by then.  The rest of the machine was idle.  A job that waits long because of the first kind starves.

Where jobs share nodes this is the memory they held, in nodes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from scheduler.analysis.blame import ROUNDING, memory
from scheduler.facts import Area, Fact, Job, Term
from scheduler.model.occupancy import Holding, holding
from scheduler.model.schedule import Schedule

NAMES = (Term("came_later"), Term("ran_at_submission"), Term("came_before"))
LATER, RAN, BEFORE = range(len(NAMES))


class Group(NamedTuple):
    """Other jobs that held processors while one waited."""

    jobs: np.ndarray  # rows of jobs: who held most processor-time first, then lowest row
    area: np.ndarray  # [jobs] processor-s held during the wait


class Overtaking(NamedTuple):
    """What became of the machine during a wait."""

    groups: tuple[Group, Group, Group]  # LATER, RAN, BEFORE
    idle: float  # processor-s that nobody held; below 0 where a log holds more than its machine has


def overtaking(schedule: Schedule, job: int) -> Overtaking:
    """Who had the processors while a job (row of jobs) waited; nobody where it did not.

    Of those that came later all are told that started before it, also where they ended at once.
    """
    placed, n = schedule.placed, len(schedule.placed)
    submit, start = float(placed.submit[job]), float(placed.start[job])
    h = held_between(schedule, submit, start)
    area = np.bincount(h.job, h.processors * (h.end - h.begin), n)
    area[job] = 0.0
    came, ran = placed.submit > submit, placed.start < submit
    before = (placed.start < start) & (placed.start >= submit)
    chosen = (came & before, ran & (area > 0), ~came & before)
    later, running, waited = (_most_first(np.flatnonzero(rows), area) for rows in chosen)
    whole = schedule.workload.platform.processors * (start - submit)
    idle = whole - float(area.sum())
    return Overtaking((later, running, waited), idle if abs(idle) > ROUNDING * whole else 0.0)


def _most_first(rows: np.ndarray, area: np.ndarray) -> Group:
    """These rows of jobs; area: [n] processor-s of all."""
    order = rows[np.lexsort((rows, -area[rows]))]
    return Group(order, area[order])


def held_between(schedule: Schedule, begin: float, end: float) -> Holding:
    """What jobs held between two instants (s), cut off there; `processors` is memory where jobs share nodes."""
    h = holding(schedule.placed, schedule.segments)
    h = Holding(*(column[(h.begin < end) & (h.end > begin)] for column in h))
    amount = h.processors * memory(schedule)[h.job] if schedule.shares_nodes else h.processors
    return h._replace(begin=np.maximum(h.begin, begin), end=np.minimum(h.end, end), processors=amount)


# ---- the facts ------------------------------------------------------------------------------------------------------


def who_went_first(schedule: Schedule, job: int) -> Iterator[Fact]:
    """Of a job that waited: who came later and went first, and who had the processors meanwhile."""
    if not schedule.wait[job] > 0:
        return
    meanwhile, memory_held = overtaking(schedule, job), schedule.shares_nodes
    later = tuple(map(Job, meanwhile.groups[LATER].jobs.tolist()))
    yield Fact("went_first", count=len(later), jobs=later)
    areas = [(name, float(group.area.sum())) for name, group in zip(NAMES, meanwhile.groups, strict=True)]
    shares = [Fact("took_meanwhile", group=name, area=Area(area)) for name, area in areas if area > 0]
    if meanwhile.idle > 0:
        shares.append(Fact("idle_meanwhile", area=Area(meanwhile.idle), memory=memory_held))
    if shares:
        yield Fact("had_meanwhile", memory=memory_held, shares=tuple(shares))
