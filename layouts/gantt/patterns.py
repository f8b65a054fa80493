"""What is told of a rectangle beside its color: a pattern for how a job came to run, or what its processors do.

Patterns are drawn where a rectangle is large enough to show them, in bars and in pictures alike.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.kinds import answer
from scheduler.model.schedule import Schedule
from scheduler.preparation.repairs import RULES

PLAIN, BACKFILLED, CUT, PENALTY, KILLED, SENDING, GRID = range(7)
WAITING = 8  # of a state, beside a pattern: the rectangle is a wait, drawn pale
BACKFILL_FLAG = 1  # of placed.flags
OF_KIND = np.array([PLAIN, PENALTY, KILLED, SENDING, PLAIN], np.uint8)  # of segments.kind


class Pattern(NamedTuple):
    """What it means, how plotly calls its lines, and a sign for a line of text."""

    words: str
    shape: str
    sign: str


PATTERNS = {
    BACKFILLED: Pattern("backfilled", "/", "▨"),
    CUT: Pattern("cut at its requested time", "\\", "▧"),
    PENALTY: Pattern("penalty of a pause or move", "x", "▩"),
    KILLED: Pattern("killed, to be run again", "-", "▤"),
    SENDING: Pattern("sending data", ".", "░"),
    GRID: Pattern("run of a grid job", ".", "░"),
}
PREEMPTED = PATTERNS[KILLED]._replace(words="preempted")  # drawn alike; it may run again, or be cancelled
STOPPED = PREEMPTED._replace(words="stopped before its end")  # where a job was stopped for no other one
LISTED = (*PATTERNS.values(), PREEMPTED, STOPPED)


def of_jobs(schedule: Schedule) -> np.ndarray:
    """[jobs] u1: the pattern of each job; one that is backfilled and cut counts as cut, the rarer.

    A run of a grid job is first of all that.
    """
    jobs, placed = schedule.workload.jobs, schedule.placed
    pattern = np.zeros(len(jobs), np.uint8)
    pattern[placed.job[(placed.flags & BACKFILL_FLAG) > 0]] = BACKFILLED
    pattern[(jobs.repaired & RULES["overrun_cut"]) > 0] = CUT
    if may_stop := answer(schedule.workload, lambda kind: kind.may_stop):
        pattern[~may_stop(schedule.workload)] = GRID
    return pattern


def of_segments(schedule: Schedule) -> np.ndarray | None:
    """[segments] u1: what the processors do in each segment; None where jobs run in one piece."""
    return OF_KIND[schedule.table("segments").kind] if schedule.has_segments else None


def _stopped(schedule: Schedule) -> Pattern:
    """The pattern of runs that were stopped: preempted, unless some were for no other job."""
    if not schedule.kills:
        return PREEMPTED
    s = schedule.table("segments")
    return STOPPED if bool((s.killer[OF_KIND[s.kind] == KILLED] < 0).any()) else PREEMPTED


def present(schedule: Schedule) -> list[Pattern]:
    """The patterns a schedule has, in their order."""
    named = PATTERNS if answer(schedule.workload, lambda kind: kind.stops) else PATTERNS | {KILLED: _stopped(schedule)}
    there = set(np.unique(of_jobs(schedule)).tolist())
    if schedule.has_segments:
        there |= set(OF_KIND[np.unique(schedule.table("segments").kind)].tolist())
    return [named[which] for which in sorted(there - {PLAIN})]
