"""The decision log of best-effort grid runs: which were killed and why, and why others go on waiting."""

from __future__ import annotations

import numpy as np

from scheduler.compiled import part
from scheduler.engine.decision_log import (
    BEHIND_RUN,
    KILL,
    LOCAL_START,
    NO_HOLE,
    SERVER_BUSY,
    TAKEN_AWAY,
    WINDOW_SHORT,
    note,
    skip,
)

NEXT, NEW = range(2)  # cells of Grid.at: the first run that never ran, runs submitted


@part
def log_kill(local, runs, g, log, run, job):
    """A run is killed for a local job; why it waits is told anew."""
    if log is None:
        return
    note(
        log,
        g.now[0],
        KILL,
        runs.job[run],
        LOCAL_START,
        free=g.idle[g.where[run]],
        needed=local.size[job],
        blocker=local.job[job],
        value=g.now[0] - g.start[run],
    )
    log.last[runs.job[run]] = -1


@part
def log_taken(runs, g, log, run):
    """A run is killed as its processor is taken away; why it waits is told anew."""
    if log is None:
        return
    note(
        log,
        g.now[0],
        KILL,
        runs.job[run],
        TAKEN_AWAY,
        free=g.idle[g.where[run]],
        needed=1,
        value=g.now[0] - g.start[run],
    )
    log.last[runs.job[run]] = -1


@part
def log_waiting(runs, g, head, idle, log):
    """Why every run that was submitted goes on waiting, where it is news; head: whose turn it is; idle: processors."""
    if log is None:
        return
    until = -np.inf
    if idle > 0 and g.links.free[0] > g.now[0]:
        _log_behind_server(runs, g, log, idle)
        return
    for cluster in range(len(g.idle)):
        if g.idle[cluster] > 0:
            until = max(until, g.until[cluster])
    for i in range(g.again.count[0]):
        _log_wait(runs, g, log, g.again.item[i], head, idle, until)
    for run in range(g.at[NEXT], g.at[NEW]):
        _log_wait(runs, g, log, run, head, idle, until)


@part
def _log_behind_server(runs, g, log, idle):
    """The server sends another run, and all others wait for it."""
    sent, free = g.links.last[0], g.links.free[0]
    for i in range(g.again.count[0]):
        run = g.again.item[i]
        blocker = runs.job[sent] if run != sent else -1  # it was killed while its own data was sent
        skip(log, g.now[0], runs.job[run], SERVER_BUSY, free=idle, needed=1, blocker=blocker, shadow=free)
    for run in range(g.at[NEXT], g.at[NEW]):
        skip(log, g.now[0], runs.job[run], SERVER_BUSY, free=idle, needed=1, blocker=runs.job[sent], shadow=free)


@part
def _log_wait(runs, g, log, run, head, idle, until):
    if idle == 0:
        skip(log, g.now[0], runs.job[run], NO_HOLE, free=idle, needed=1)
    elif run == head:
        skip(log, g.now[0], runs.job[run], WINDOW_SHORT, free=idle, needed=1, shadow=until)
    else:
        skip(log, g.now[0], runs.job[run], BEHIND_RUN, free=idle, needed=1, blocker=runs.job[head])
