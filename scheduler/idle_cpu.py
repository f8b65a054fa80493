"""Why CPU stays idle on shared nodes: nobody wants it, who wants it has no nodes, or has full ones, or it is held.

At every instant the CPU of all nodes is: useful + held of no use + free.  What is free is split, first come first: as
much as jobs without nodes want (they wait or are paused, because there is no memory for all of their tasks, or the
policy has not looked, or has left them out; the log tells which); then as much as slowed jobs want, whose own nodes
are full while others are not; the rest nobody wants.  Held of no use is what jobs have during penalties.

Where jobs hold whole nodes it is what their tasks do not need of them, and no job is slowed.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.demand import demand
from scheduler.schedule import Schedule

PARTS = ("no work", "without nodes", "full nodes", "of no use")


class IdleCpu(NamedTuple):
    """Step functions, in nodes; a row holds from its time to the next one's.  Useful and parts sum to all nodes.

    The last row, from the last end on, is all 0.
    """

    time: np.ndarray        # [rows] f8, s
    useful: np.ndarray      # [rows] f8
    parts: np.ndarray       # [rows, PARTS] f8


def idle_cpu(schedule: Schedule) -> IdleCpu:
    """What is idle over [first submit, last end); no rows without jobs."""
    found = demand(schedule)
    free = np.maximum(found.nodes - found.allocated, 0.0)
    waiting = np.minimum(free, found.wanted - found.placed)
    missing = np.maximum(found.placed - found.allocated, 0.0)
    slowed = np.minimum(free - waiting, missing)
    parts = np.stack((free - waiting - slowed, waiting, slowed, found.allocated - found.useful), axis=1)
    parts[-1:] = 0.0
    return IdleCpu(found.time, found.useful, parts)


def idle_areas(schedule: Schedule) -> dict[str, float]:
    """{part: node-s} over [first submit, last end), in the order of PARTS; with the useful area they sum to all."""
    found = idle_cpu(schedule)
    return dict(zip(PARTS, (np.diff(found.time) @ found.parts[:-1]).tolist(), strict=True)) if len(found.time) else \
        dict.fromkeys(PARTS, 0.0)
