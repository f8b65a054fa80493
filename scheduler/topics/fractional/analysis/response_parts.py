"""What a response is made of: work, waiting, pauses, slowness and penalties, which sum to it for every job.

From its submission to its completion a job waits for its first nodes, works, is paused (it holds nothing), is held up
by a penalty (it has nodes and makes no progress) or is slowed: in a second at yield 3/4 it works for 3/4 s and loses
1/4 s.  Whoever runs on processors of their own, in one piece, only waits and works.

Source: the virtual time of Casanova, Stillwell and Vivien 2011, section 4.1, here called work; the penalty is that of
section 5.1.  The split is ours.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.model.schedule import RUN, Schedule


class ResponseParts(NamedTuple):
    """One row per job, [n] f8, s; their sum is end - submit, to the rounding of sums."""

    worked: np.ndarray  # integral of the yield: the runtime
    waiting: np.ndarray  # start - submit
    paused: np.ndarray  # between its segments
    slowed: np.ndarray  # integral of 1 - yield while it makes progress
    penalty: np.ndarray  # on nodes, without progress

    @property
    def response(self) -> np.ndarray:
        """[n] f8, s: the sum."""
        return np.sum(self, axis=0)


def response_parts(schedule: Schedule) -> ResponseParts:
    """The parts of every response, for every policy."""
    placed = schedule.placed
    waiting, none = schedule.wait, np.zeros(len(placed))
    if not schedule.has_segments:
        return ResponseParts(placed.end - placed.start, waiting, none, none.copy(), none.copy())
    s = schedule.table("segments")
    length, runs = s.end - s.begin, s.kind == RUN
    same = s.job[1:] == s.job[:-1]  # segments are sorted by job and time
    gap = np.where(same, s.begin[1:] - s.end[:-1], 0.0)

    def total(job: np.ndarray, seconds: np.ndarray) -> np.ndarray:
        return np.bincount(job, seconds, len(placed))

    return ResponseParts(
        total(s.job, np.where(runs, length * s.yield_, 0.0)),
        waiting,
        total(s.job[1:], gap),
        total(s.job, np.where(runs, length * (1 - s.yield_), 0.0)),
        total(s.job, np.where(runs, 0.0, length)),
    )
