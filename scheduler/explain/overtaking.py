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

from scheduler.analysis.blame import ROUNDING
from scheduler.facts import Area, Every, Fact, Job, Term
from scheduler.kinds import memory_of_pieces
from scheduler.model.occupancy import Holding, holding
from scheduler.model.schedule import Schedule

NAMES = (Term("came_later"), Term("ran_then"), Term("came_before"))
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
    amount = h.processors * memory_of_pieces(schedule.workload)[h.job] if schedule.shares_nodes else h.processors
    return h._replace(begin=np.maximum(h.begin, begin), end=np.minimum(h.end, end), processors=amount)


# ---- told -----------------------------------------------------------------------------------------------------------


def who_went_first(schedule: Schedule, job: int) -> Iterator[Fact]:
    """Two facts on a job that waited: who came later and went first, and who had the processors meanwhile."""
    if not schedule.wait[job] > 0:
        return
    overtakers, nodes = overtaking(schedule, job), schedule.shares_nodes
    later = tuple(map(Job, overtakers.groups[LATER].jobs.tolist()))
    yield Fact("went_first", jobs=later, count=len(later))
    areas = [(name, float(group.area.sum())) for name, group in zip(NAMES, overtakers.groups, strict=True)]
    shares = [Fact("jobs_took", group=name, area=Area(area)) for name, area in areas if area > 0]
    if overtakers.idle > 0:
        shares.append(Fact("stayed_idle", area=Area(overtakers.idle), nodes=nodes))
    if shares:
        yield Fact("meanwhile", shares=Every(shares), nodes=nodes)
