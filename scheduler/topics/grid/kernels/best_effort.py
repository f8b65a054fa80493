"""Grid runs on the processors that local jobs leave idle, killed where a local job starts and needs them.

The local jobs come with their starts: their clusters planned them without knowing of any grid run.  The kernel goes
through time, at each instant in this order: runs and local jobs that are over leave, jobs and runs are submitted, the
local jobs that start now take their processors and kill the runs there, runs that wait take what is idle.  Nothing is
looked up before its instant: of what is to come only the requested times of local jobs that run are known, and that
some of them wait.

Processors may be taken from the grid, and come back: before local jobs start, and without a look at them.  So many are
then fewer for runs; where local jobs use some of these, fewer than none are idle, and no run is there.

Runs take one processor each and start in their order.  A killed run goes back to its place, which is before all that
never ran.  Clusters may differ in speed, and a run then takes runtime / speed there.  Where its data has to be sent,
one run after the other, it holds its processor from the beginning of that on.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import kernel, part
from scheduler.engine.decision_log import ARRIVE, END, FILLS_HOLE, NONE, PACKED_IN_FORK, START, note
from scheduler.engine.rigid.space import FINISHED, STOP
from scheduler.engine.structures.heap import Heap, new_heap, pop, push
from scheduler.engine.structures.waiting import Rings, join, leave, new_linked_lists
from scheduler.topics.grid.engine.best_effort_log import NEW, NEXT, log_kill, log_taken, log_waiting
from scheduler.topics.grid.engine.fork import Fork, first_cluster, new_fork

NOW, WINDOW, FORK = range(3)  # when and where runs start
STARTED, ENDED, CAME, LEFT, BACK = range(2, 7)  # cells of Grid.at, beside NEXT and NEW


class Local(NamedTuple):
    """The local jobs as their clusters run them."""

    job: np.ndarray  # [local] i8, row of jobs
    submit: np.ndarray  # [local] f8, s, ascending
    start: np.ndarray  # [local] f8, s
    end: np.ndarray  # [local] f8, s
    planned: np.ndarray  # [local] f8, s, start + requested time
    size: np.ndarray  # [local] i8
    home: np.ndarray  # [local] i8, its cluster
    by_start: np.ndarray  # [local] i8, by (start, job)
    by_end: np.ndarray  # [local] i8, by (end, job)


class Runs(NamedTuple):
    """The grid runs, in their order: by submission, then by line."""

    job: np.ndarray  # [runs] i8, row of jobs
    submit: np.ndarray  # [runs] f8, s
    runtime: np.ndarray  # [runs] f8, s
    requested: np.ndarray  # [runs] f8, s


class Away(NamedTuple):
    """Processors that are taken from the grid for a time."""

    begin: np.ndarray  # [away] f8, s
    end: np.ndarray  # [away] f8, s
    size: np.ndarray  # [away] i8
    cluster: np.ndarray  # [away] i8
    by_begin: np.ndarray  # [away] i8
    by_end: np.ndarray  # [away] i8


class Links(NamedTuple):
    """What runs meet in the clusters, and the server that sends them there."""

    speed: np.ndarray  # [clusters] f8, of a processor; 1: as in the runtimes of runs
    transfer: np.ndarray  # [clusters] f8, s, to send the data of a run
    free: np.ndarray  # [1] f8, s, from when on the server can send the next
    last: np.ndarray  # [1] i8, the run it sent last; -1 none
    window: np.ndarray  # [clusters] f8, s, scratch
    work: np.ndarray  # [clusters] f8, s, scratch
    fork: Fork


class Killed(NamedTuple):
    """The pieces that came to nothing, in the order of their ends; count[0] may be more than there is room for."""

    run: np.ndarray  # [rows] i8
    begin: np.ndarray  # [rows] f8, s
    end: np.ndarray  # [rows] f8, s
    cluster: np.ndarray  # [rows] i8
    killer: np.ndarray  # [rows] i8, row of jobs; -1 where its processor was taken away
    count: np.ndarray  # [1] i8


class Grid(NamedTuple):
    """Where the grid stands."""

    now: np.ndarray  # [1] f8, s
    idle: np.ndarray  # [clusters] i8, processors nobody uses, without those taken away
    waiting: np.ndarray  # [clusters] i8, local jobs that wait
    until: np.ndarray  # [clusters] f8, s, when by requested times the next local job is over; inf: no one waits
    # [7] i8: first run that never ran, runs submitted, local jobs started, ended, submitted, taken away, back
    at: np.ndarray
    again: Heap  # killed runs that wait, in their order
    ends: Heap  # ends of runs; those of killed runs stay until they come up
    running: np.ndarray  # [runs] i1
    start: np.ndarray  # [runs] f8, s, of the last start; nan where there was none
    end: np.ndarray  # [runs] f8, s, likewise
    where: np.ndarray  # [runs] i8, cluster, likewise
    here: Rings  # running runs by cluster, as they started
    busy: Rings  # running local jobs by cluster
    killed: Killed
    links: Links


def new_links(speed: np.ndarray, transfer: np.ndarray) -> Links:
    """A server that has sent nothing yet."""
    k = len(speed)
    return Links(speed, transfer, np.full(1, -np.inf), np.full(1, -1), np.zeros(k), np.zeros(k), new_fork(k))


def new_grid(clusters: np.ndarray, local: int, runs: int, room: int, links: Links) -> Grid:
    """Everything idle; room: for so many killed pieces."""
    k, m = len(clusters), min(int(clusters.sum()), runs)
    killed = Killed(
        np.zeros(room, np.int64),
        np.zeros(room),
        np.zeros(room),
        np.zeros(room, np.int64),
        np.zeros(room, np.int64),
        np.zeros(1, np.int64),
    )
    return Grid(
        np.zeros(1),
        clusters.astype(np.int64),
        np.zeros(k, np.int64),
        np.full(k, np.inf),
        np.zeros(7, np.int64),
        new_heap(m),
        new_heap(2 * m + 1),
        np.zeros(runs, np.int8),
        np.full(runs, np.nan),
        np.full(runs, np.nan),
        np.full(runs, -1),
        new_linked_lists(runs, k),
        new_linked_lists(local, k),
        killed,
        links,
    )


@kernel
def run(local, runs, away, g, oldest, filling, control, log):
    """Fill g.start, g.end, g.where and g.killed.

    oldest: kill the run that started first, not last; filling: NOW, WINDOW (start only what is over before a local job
    may start) or FORK (and send it where most runs are over by then).
    """
    while control[STOP] == 0:
        now = _next(local, runs, away, g)
        if now == np.inf:
            return
        g.now[0] = now
        _end_runs(runs, g, control, log)
        _end_local(local, g)
        _submit(local, runs, g, log)
        _take_away(runs, away, g, oldest, log)
        _start_local(local, runs, g, oldest, log)
        if filling != NOW:
            _look_ahead(local, g)
        _fill(runs, g, filling == FORK, log)
        if log is not None:
            log_waiting(runs, g, _head(g), _idle(g), log)


@part
def _next(local, runs, away, g):
    """The next instant at which something happens."""
    time = np.inf
    if g.at[STARTED] < len(local.job):
        time = min(time, local.start[local.by_start[g.at[STARTED]]])
    if g.at[ENDED] < len(local.job):
        time = min(time, local.end[local.by_end[g.at[ENDED]]])
    if g.at[CAME] < len(local.job):
        time = min(time, local.submit[g.at[CAME]])
    if g.at[NEW] < len(runs.job):
        time = min(time, runs.submit[g.at[NEW]])
    if g.ends.count[0] > 0:
        time = min(time, g.ends.time[0])
    if g.at[LEFT] < len(away.begin):
        time = min(time, away.begin[away.by_begin[g.at[LEFT]]])
    if g.at[BACK] < len(away.begin):
        time = min(time, away.end[away.by_end[g.at[BACK]]])
    if g.links.free[0] > g.now[0] and _head(g) >= 0:
        time = min(time, g.links.free[0])
    return time


@part
def _end_runs(runs, g, control, log):
    """Runs that are over leave; an end that is not that of the run's last start is one of a killed piece."""
    while g.ends.count[0] > 0 and g.ends.time[0] <= g.now[0]:
        time = g.ends.time[0]
        run = pop(g.ends)
        if g.running[run] == 0 or g.end[run] != time:
            continue
        _stop(runs, g, run)
        control[FINISHED] += 1
        note(log, g.now[0], END, runs.job[run], NONE, free=g.idle[g.where[run]], needed=1)


@part
def _stop(runs, g, run):
    """A run leaves its processor."""
    g.running[run] = 0
    g.idle[g.where[run]] += 1
    leave(g.here, run)


@part
def _end_local(local, g):
    while g.at[ENDED] < len(local.job) and local.end[local.by_end[g.at[ENDED]]] <= g.now[0]:
        job = local.by_end[g.at[ENDED]]
        g.at[ENDED] += 1
        g.idle[local.home[job]] += local.size[job]
        leave(g.busy, job)


@part
def _submit(local, runs, g, log):
    while g.at[CAME] < len(local.job) and local.submit[g.at[CAME]] <= g.now[0]:
        g.waiting[local.home[g.at[CAME]]] += 1
        g.at[CAME] += 1
    while g.at[NEW] < len(runs.job) and runs.submit[g.at[NEW]] <= g.now[0]:
        if log is not None:
            note(log, g.now[0], ARRIVE, runs.job[g.at[NEW]], NONE, free=_idle(g), needed=1)
        g.at[NEW] += 1


@part
def _idle(g):
    """Processors that are idle in all clusters."""
    idle = 0
    for cluster in range(len(g.idle)):
        idle += max(g.idle[cluster], 0)
    return idle


@part
def _take_away(runs, away, g, oldest, log):
    """Processors come back, and others are taken away; who is there leaves at once."""
    while g.at[BACK] < len(away.end) and away.end[away.by_end[g.at[BACK]]] <= g.now[0]:
        one = away.by_end[g.at[BACK]]
        g.at[BACK] += 1
        g.idle[away.cluster[one]] += away.size[one]
    while g.at[LEFT] < len(away.begin) and away.begin[away.by_begin[g.at[LEFT]]] <= g.now[0]:
        one = away.by_begin[g.at[LEFT]]
        g.at[LEFT] += 1
        cluster = away.cluster[one]
        g.idle[cluster] -= away.size[one]
        while g.idle[cluster] < 0 and _anybody(g, cluster):
            run = _victim(g, cluster, oldest)
            log_taken(runs, g, log, run)
            _kill(runs, g, run, -1)


@part
def _anybody(g, cluster):
    """Whether a run is in a cluster."""
    end = len(g.running) + cluster
    return g.here.next[end] != end


@part
def _victim(g, cluster, oldest):
    """The run of a cluster that is killed first."""
    end = len(g.running) + cluster
    return g.here.next[end] if oldest else g.here.prev[end]


@part
def _start_local(local, runs, g, oldest, log):
    """Local jobs take their processors; who is there leaves at once."""
    while g.at[STARTED] < len(local.job) and local.start[local.by_start[g.at[STARTED]]] <= g.now[0]:
        job = local.by_start[g.at[STARTED]]
        cluster = local.home[job]
        g.at[STARTED] += 1
        g.waiting[cluster] -= 1
        while g.idle[cluster] < local.size[job] and _anybody(g, cluster):
            run = _victim(g, cluster, oldest)
            log_kill(local, runs, g, log, run, job)
            _kill(runs, g, run, local.job[job])
        g.idle[cluster] -= local.size[job]
        join(g.busy, len(local.job) + cluster, job)


@part
def _kill(runs, g, run, killer):
    """A run loses all it did and waits in its old place."""
    _stop(runs, g, run)
    row = g.killed.count[0]
    g.killed.count[0] = row + 1
    if row < len(g.killed.run):
        g.killed.run[row], g.killed.begin[row], g.killed.end[row] = run, g.start[run], g.now[0]
        g.killed.cluster[row], g.killed.killer[row] = g.where[run], killer
    g.start[run] = np.nan
    push(g.again, float(run), run)


@part
def _look_ahead(local, g):
    """Until when no local job is expected to start, by cluster: as far as one waits, the next one to be over."""
    for cluster in range(len(g.idle)):
        g.until[cluster] = np.inf
        if g.waiting[cluster] == 0:
            continue
        end = len(local.job) + cluster
        job = g.busy.next[end]
        while job != end:
            g.until[cluster] = min(g.until[cluster], local.planned[job])
            job = g.busy.next[job]


@part
def _head(g):
    """The run whose turn it is; -1 none waits."""
    if g.again.count[0] > 0:
        return g.again.item[0]
    return g.at[NEXT] if g.at[NEXT] < g.at[NEW] else -1


@part
def _fill(runs, g, fork, log):
    """Runs start in their order until one cannot: each in the first cluster with a processor for it, or as planned."""
    run, cluster = _head(g), 0
    while run >= 0 and g.links.free[0] <= g.now[0]:
        cluster = _in_fork(runs, g, run) if fork else _hole(runs, g, run)
        if cluster < 0:
            return
        if g.again.count[0] > 0:
            pop(g.again)
        else:
            g.at[NEXT] += 1
        rule = PACKED_IN_FORK if fork else FILLS_HOLE
        note(log, g.now[0], START, runs.job[run], rule, free=g.idle[cluster], needed=1, value=cluster)
        _start(runs, g, run, cluster)
        run = _head(g)


@part
def _hole(runs, g, run):
    """The first cluster with a processor for the run; -1 none."""
    for cluster in range(len(g.idle)):
        if g.idle[cluster] > 0 and g.now[0] + _takes(g, cluster, runs.requested[run]) <= g.until[cluster]:
            return cluster
    return -1


@part
def _in_fork(runs, g, run):
    """The cluster to which a run goes so that most of those that wait are over in time; -1 none."""
    for cluster in range(len(g.idle)):
        g.links.window[cluster] = g.until[cluster] - g.now[0]
        g.links.work[cluster] = runs.requested[run] / g.links.speed[cluster]
    waiting = g.again.count[0] + g.at[NEW] - g.at[NEXT]
    return first_cluster(g.links.fork, g.idle, g.links.window, g.links.transfer, g.links.work, waiting)


@part
def _takes(g, cluster, runtime):
    """How long a run holds a processor of a cluster, with the transfer of its data."""
    return g.links.transfer[cluster] + runtime / g.links.speed[cluster]


@part
def _start(runs, g, run, cluster):
    g.idle[cluster] -= 1
    g.running[run], g.where[run], g.start[run] = 1, cluster, g.now[0]
    g.end[run] = g.now[0] + _takes(g, cluster, runs.runtime[run])
    g.links.free[0], g.links.last[0] = g.now[0] + g.links.transfer[cluster], run
    if g.ends.count[0] == len(g.ends.time):
        _forget_killed(g)
    push(g.ends, g.end[run], run)
    join(g.here, len(g.running) + cluster, run)


@part
def _forget_killed(g):
    """Take the ends of killed pieces out of the heap, which is full; those of runs that run are half of it at most."""
    count, kept = g.ends.count[0], 0
    for i in range(count):
        run = g.ends.item[i]
        if g.running[run] != 0 and g.end[run] == g.ends.time[i]:
            g.ends.time[kept], g.ends.item[kept] = g.ends.time[i], run
            kept += 1
    g.ends.count[0] = 0
    for i in range(kept):  # a prefix of the cells is read before it is written: push i fills cells up to i
        push(g.ends, g.ends.time[i], g.ends.item[i])
