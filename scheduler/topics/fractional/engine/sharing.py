"""The machine fractional policies play on: the clock, the jobs under way, what they have done, what becomes of them.

Everything that happens at an instant is tried on the nodes first, and settled once at its end: a job that is back where
it was has not moved.  A job that was paused, or whose tasks stand on other nodes than before, holds its new nodes for
the penalty without getting on; a penalty that is cut short begins anew.

A job's virtual time is the integral of its yield; it is complete when that is its runtime.  Its priority is flow time /
virtual time squared, highest for one that has not run; of equal jobs the one submitted first goes first.  The two
others that the paper tried are here, too: 1 / virtual time and flow time / virtual time.  Virtual times are compared in
microseconds, and an end within NEAR of a whole second or of another event is then: what is equal on paper is equal
here.

Source: Casanova, Stillwell and Vivien 2011, sections 2.2, 4.1 and 5.1.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import inner
from scheduler.engine.decision_log import (
    END,
    MIGRATE,
    NONE,
    PACKED_AT_PERIOD,
    PACKED_FOR_STRETCH,
    PAUSE,
    RESUME,
    START,
    note,
)
from scheduler.engine.rigid.space import FINISHED
from scheduler.engine.structures.heap import Heap, new_heap, push
from scheduler.topics.fractional.engine.nodes import Fractional, take
from scheduler.topics.fractional.engine.segments import PENALTY, RUN, write, write_runs

NEAR = 4e-7  # s: instants nearer than that are one
MICRO = 1e-6  # s: virtual times are compared in these
BY_FLOW_AND_SQUARE, BY_VIRTUAL, BY_FLOW = range(3)  # priorities: flow / virtual^2, 1 / virtual, flow / virtual
SUBMITTED, ACTIVE, TOUCHED, TICK, PHASE, ROWS, RUNS, ENDED, LEFT = range(9)  # cells of Sharing.count


class Sharing(NamedTuple):
    """Where a simulation stands.  Arrays of jobs mean something for active jobs: submitted and not complete."""

    now: np.ndarray  # [1] f8, s
    count: np.ndarray  # [9] i8: jobs submitted, active, touched; next tick, phase; rows and runs wanted; the last
    # job that ended; periods left until it is given up
    active: np.ndarray  # [n] i8, active jobs by row
    running: np.ndarray  # [n] i1, 1 where the job had nodes when the instant began
    begin: np.ndarray  # [n] f8, s, since when nodes and yield are what they are
    hold: np.ndarray  # [n] f8, s, end of the penalty
    done: np.ndarray  # [n] f8, s, virtual time at `begin`
    yield_: np.ndarray  # [n] f8, since `begin`; 0 without nodes
    finish: np.ndarray  # [n] f8, s, when the job is complete if nothing changes; inf without nodes
    place: np.ndarray  # [n, 2] i8, its runs in the journal
    touched: np.ndarray  # [n] i8, jobs whose nodes were changed at this instant
    before: np.ndarray  # [tasks] i4, nodes of touched jobs when the instant began
    is_touched: np.ndarray  # [n] i1
    why: np.ndarray  # [n] i8, rule of the log by which a touched job stands where it does
    blocker: np.ndarray  # [n] i8, the job that made a touched one go; -1 none
    flow: np.ndarray  # [n] f8, s, at this instant
    virtual: np.ndarray  # [n] f8, s, at this instant
    urgency: np.ndarray  # [n] f8, inverse of the priority at this instant: 0 for a job that has not run
    order: Heap  # to sort jobs by priority
    start: np.ndarray  # [n] f8, s, nan until started
    end: np.ndarray  # [n] f8, s, nan until complete
    preemptions: np.ndarray  # [n] i8
    migrations: np.ndarray  # [n] i8


def new_sharing(jobs: Fractional, periods: int) -> Sharing:
    """A machine at rest, which is given up after so many periods."""
    n, count = len(jobs.submit), np.zeros(9, np.int64)
    count[LEFT] = periods

    def row() -> np.ndarray:
        return np.zeros(n, np.int64)

    return Sharing(
        np.zeros(1),
        count,
        row(),
        np.zeros(n, np.int8),
        np.zeros(n),
        np.zeros(n),
        np.zeros(n),
        np.zeros(n),
        np.full(n, np.inf),
        np.zeros((n, 2), np.int64),
        row(),
        np.zeros(jobs.ptr[-1], np.int32),
        np.zeros(n, np.int8),
        row(),
        np.full(n, -1),
        np.zeros(n),
        np.zeros(n),
        np.zeros(n),
        new_heap(n),
        np.full(n, np.nan),
        np.full(n, np.nan),
        row(),
        row(),
    )


# ---- priorities ------------------------------------------------------------------------------------------------------


@inner
def update_priorities(jobs, s, priority):
    """Read flow time, virtual time and priority (a code, see above) of all active jobs."""
    now = s.now[0]
    for i in range(s.count[ACTIVE]):
        job = s.active[i]
        s.flow[job] = now - jobs.submit[job]
        s.virtual[job] = virtual_time(s, job, now)
        s.urgency[job] = _inverse_priority(s.flow[job], whole_micros(s.virtual[job]), priority) / jobs.weight[job]


@inner
def virtual_time(s, job, now):
    """Integral of a job's yield until now."""
    return s.done[job] + s.yield_[job] * max(0.0, now - max(s.begin[job], s.hold[job]))


@inner
def _inverse_priority(flow, virtual, priority):
    if flow <= 0.0:
        return 0.0
    if priority == BY_VIRTUAL:
        return virtual
    return virtual / flow if priority == BY_FLOW else virtual * virtual / flow


@inner
def whole_micros(time):
    """A virtual time as it is compared."""
    return np.rint(time / MICRO) * MICRO


@inner
def enqueue(s, job, lowest_first):
    """Add a job to s.order: from it `first(pop(s.order))` are jobs by priority."""
    if lowest_first:
        push(s.order, -s.urgency[job], len(s.flow) - 1 - job)
    else:
        push(s.order, s.urgency[job], job)


# ---- what happens at an instant --------------------------------------------------------------------------------------


@inner
def remember(jobs, nodes, s, job, why, blocker):
    """Call before the nodes of a job change: what they are is kept until the instant is settled.

    why, blocker: the rule of the log by which they change, and the job because of which they do; -1 none.
    """
    s.why[job], s.blocker[job] = why, blocker
    if s.is_touched[job] != 0:
        return
    s.is_touched[job] = 1
    s.touched[s.count[TOUCHED]] = job
    s.count[TOUCHED] += 1
    if s.running[job] != 0:
        for task in range(jobs.ptr[job], jobs.ptr[job + 1]):
            s.before[task] = nodes.node[task]


@inner
def close(s, segments, job):
    """Write what a job has done since `begin`; it goes on from now."""
    now, begin = s.now[0], s.begin[job]
    if s.running[job] != 0:
        hold_end = min(max(begin, s.hold[job]), now)
        write(segments, job, begin, hold_end, s.yield_[job], PENALTY, s.place[job])
        write(segments, job, hold_end, now, s.yield_[job], RUN, s.place[job])
        s.done[job] = virtual_time(s, job, now)
    s.begin[job] = now


@inner
def end_jobs(jobs, nodes, s, segments, control, log):
    """All jobs that are complete now leave the nodes; returns how many."""
    now, kept, active = s.now[0], 0, s.count[ACTIVE]
    for i in range(active):
        job = s.active[i]
        if s.running[job] == 0 or s.finish[job] > now + NEAR:
            s.active[kept] = job
            kept += 1
            continue
        close(s, segments, job)
        take(jobs, nodes, job)
        nodes.mapped[job] = s.running[job] = 0
        s.end[job], s.count[ENDED] = now, job
        control[FINISHED] += 1
        note(log, now, END, job, NONE, free=-1, needed=jobs.tasks[job])
    s.count[ACTIVE] = kept
    return active - kept


@inner
def settle(jobs, nodes, s, segments, penalty, level, log):
    """Make what was tried at this instant real; returns whether any job stands elsewhere than before.

    level: the yield of the last packing.
    """
    changed = False
    for i in range(s.count[ACTIVE]):
        job = s.active[i]
        if s.is_touched[job] != 0:
            changed |= _settle_job(jobs, nodes, s, segments, penalty, level, log, job)
    for i in range(s.count[TOUCHED]):
        job = s.touched[i]
        s.is_touched[job], s.why[job], s.blocker[job] = 0, NONE, -1
    s.count[TOUCHED] = 0
    return changed


@inner
def _settle_job(jobs, nodes, s, segments, penalty, level, log, job):
    was, is_ = s.running[job] != 0, nodes.mapped[job] != 0
    if was == is_ and (not is_ or _same_nodes(jobs, nodes, s, job)):
        return False
    close(s, segments, job)
    fresh, now = np.isnan(s.start[job]), s.now[0]
    s.running[job], s.yield_[job], s.finish[job] = nodes.mapped[job], 0.0, np.inf
    if not is_:
        kind = PAUSE
        s.preemptions[job] += 1
    else:
        kind = START if fresh else MIGRATE if was else RESUME
        s.migrations[job] += was
        s.hold[job] = now if fresh else now + penalty
        s.start[job] = now if fresh else s.start[job]
        first, split, last = jobs.ptr[job], jobs.split[job], jobs.ptr[job + 1]
        write_runs(segments, nodes.node[first:last], split - first, s.place[job])
    packed_at = level if PACKED_AT_PERIOD <= s.why[job] <= PACKED_FOR_STRETCH else np.nan
    note(log, now, kind, job, s.why[job], free=-1, needed=jobs.tasks[job], blocker=s.blocker[job], value=packed_at)
    return True


@inner
def _same_nodes(jobs, nodes, s, job):
    same = True
    for task in range(jobs.ptr[job], jobs.ptr[job + 1]):
        same = same and s.before[task] == nodes.node[task]
    return same


@inner
def apply(jobs, s, segments, target):
    """Let the running jobs have these yields ([n]) from now on."""
    now = s.now[0]
    for i in range(s.count[ACTIVE]):
        job = s.active[i]
        if s.running[job] == 0 or abs(target[job] - s.yield_[job]) <= 1e-9:
            continue
        close(s, segments, job)
        s.yield_[job] = target[job]
        end = max(now, s.hold[job]) + max(0.0, jobs.runtime[job] - s.done[job]) / target[job]
        s.finish[job] = np.rint(end) if abs(end - np.rint(end)) <= NEAR else end
