"""What an algorithm of fractional scheduling does and when (Rules), and all that it works on (Machine)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.topics.fractional.engine.average import Program, new_program
from scheduler.topics.fractional.engine.greedy import Greedy, new_greedy
from scheduler.topics.fractional.engine.nodes import Fractional, Nodes, new_nodes
from scheduler.topics.fractional.engine.packing import Packing, new_packing
from scheduler.topics.fractional.engine.sharing import BY_FLOW, BY_FLOW_AND_SQUARE, BY_VIRTUAL, Sharing, new_sharing
from scheduler.topics.fractional.engine.yields import Yields, new_yields

ROOM = 32  # rows and columns of the first linear program; it grows
NOTHING, GREEDY, GREEDY_P, GREEDY_PM, MCB8 = range(5)  # on submission
NO_OPT, OPT_MIN, OPT_AVG, OPT_MAX = range(4)
NO_LIMIT, MINFT, MINVT = range(3)
NOT_MARKED, MARKED, PAUSED = range(3)
SUBMISSION_CODES = {"none": NOTHING, "Greedy": GREEDY, "GreedyP": GREEDY_P, "GreedyPM": GREEDY_PM, "MCB8": MCB8}
OPT_CODES = {"none": NO_OPT, "min": OPT_MIN, "avg": OPT_AVG, "max": OPT_MAX}
PRIORITY_CODES = {"ft/vt2": BY_FLOW_AND_SQUARE, "1/vt": BY_VIRTUAL, "ft/vt": BY_FLOW}
LIMIT_CODES = {"none": NO_LIMIT, "minft": MINFT, "minvt": MINVT}


class Rules(NamedTuple):
    """What the algorithm does, and when."""

    submission: int  # NOTHING .. MCB8
    star: bool  # at completions too
    eager: bool  # with a star and greedy placing: also at arrivals and periods
    period: float  # s, inf where nothing is periodic
    stretch: bool  # the period evens out stretches
    opt: int  # NO_OPT .. OPT_MAX
    limit: int  # NO_LIMIT .. MINVT
    bound: float  # s, of the limit
    penalty: float  # s
    quantum: int  # allocations are multiples of it, parts of nodes.UNIT; 1: any
    inverse: bool  # stretch with OPT_AVG: the average inverse of the stretch counts
    priority: int  # of sharing.py: BY_FLOW_AND_SQUARE .. BY_FLOW
    by_sum: bool  # MCB8 sorts tasks by the sum of their requirements, not by the larger one
    decay: float  # s of virtual time after which a job counts half (decay.py); 0: all jobs count the same


class Machine(NamedTuple):
    """All that run() works on."""

    nodes: Nodes
    sharing: Sharing
    greedy: Greedy
    packing: Packing
    yields: Yields
    program: Program
    marked: np.ndarray  # [n] i1: MARKED is to be paused for an arrival of this instant, PAUSED has been
    packed: np.ndarray  # [n] i1, 1 where the last packing took the job
    rank: np.ndarray  # [n] i8, place of active jobs in the order of priority


def new_machine(jobs: Fractional, nodes: int, periods: int) -> Machine:
    """At rest; given up after so many periods."""
    n = len(jobs.submit)
    return Machine(
        new_nodes(jobs, nodes),
        new_sharing(jobs, periods),
        new_greedy(nodes),
        new_packing(n, int(jobs.ptr[-1]), nodes, len(jobs.need)),
        new_yields(n, nodes),
        new_program(n, nodes, ROOM, ROOM),
        np.zeros(n, np.int8),
        np.zeros(n, np.int8),
        np.zeros(n, np.int64),
    )
